// Written by `cargo xtask glam` from templates/vector.rs.in.

//! DVec4: four floats of 64 bits.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::*;

/// A vector of four floats of 64 bits.
#[derive(Clone, Copy, Default, PartialEq)]
#[repr(C, align(16))]
pub struct DVec4 {
    pub x: f64,
    pub y: f64,
    pub z: f64,
    pub w: f64,
}

/// The vector with these components.
pub const fn dvec4(x: f64, y: f64, z: f64, w: f64) -> DVec4 {
    DVec4::new(x, y, z, w)
}

impl DVec4 {
    pub const ZERO: DVec4 = DVec4::splat(0.0);
    pub const ONE: DVec4 = DVec4::splat(1.0);
    pub const NEG_ONE: DVec4 = DVec4::splat(-1.0);
    pub const MIN: DVec4 = DVec4::splat(f64::MIN);
    pub const MAX: DVec4 = DVec4::splat(f64::MAX);
    pub const NAN: DVec4 = DVec4::splat(f64::NAN);
    pub const INFINITY: DVec4 = DVec4::splat(f64::INFINITY);
    pub const NEG_INFINITY: DVec4 = DVec4::splat(f64::NEG_INFINITY);
    pub const X: DVec4 = DVec4::new(1.0, 0.0, 0.0, 0.0);
    pub const Y: DVec4 = DVec4::new(0.0, 1.0, 0.0, 0.0);
    pub const Z: DVec4 = DVec4::new(0.0, 0.0, 1.0, 0.0);
    pub const W: DVec4 = DVec4::new(0.0, 0.0, 0.0, 1.0);
    pub const NEG_X: DVec4 = DVec4::new(-1.0, 0.0, 0.0, 0.0);
    pub const NEG_Y: DVec4 = DVec4::new(0.0, -1.0, 0.0, 0.0);
    pub const NEG_Z: DVec4 = DVec4::new(0.0, 0.0, -1.0, 0.0);
    pub const NEG_W: DVec4 = DVec4::new(0.0, 0.0, 0.0, -1.0);
    pub const AXES: [DVec4; 4] = [DVec4::X, DVec4::Y, DVec4::Z, DVec4::W];

    pub const fn new(x: f64, y: f64, z: f64, w: f64) -> DVec4 {
        DVec4 { x, y, z, w }
    }

    pub const fn splat(v: f64) -> DVec4 {
        DVec4 { x: v, y: v, z: v, w: v }
    }

    pub const fn from_array(a: [f64; 4]) -> DVec4 {
        DVec4::new(a[0], a[1], a[2], a[3])
    }

    pub const fn to_array(&self) -> [f64; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub fn from_slice(slice: &[f64]) -> DVec4 {
        DVec4::new(slice[0], slice[1], slice[2], slice[3])
    }

    pub fn write_to_slice(self, slice: &mut [f64]) {
        slice[0] = self.x;
        slice[1] = self.y;
        slice[2] = self.z;
        slice[3] = self.w;
    }

    pub fn truncate(self) -> DVec3 {
        DVec3::new(self.x, self.y, self.z)
    }

    pub fn with_x(self, x: f64) -> DVec4 {
        DVec4 { x, ..self }
    }

    pub fn with_y(self, y: f64) -> DVec4 {
        DVec4 { y, ..self }
    }

    pub fn with_z(self, z: f64) -> DVec4 {
        DVec4 { z, ..self }
    }

    pub fn with_w(self, w: f64) -> DVec4 {
        DVec4 { w, ..self }
    }

    pub fn dot(self, rhs: DVec4) -> f64 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
    }

    pub fn dot_into_vec(self, rhs: DVec4) -> DVec4 {
        DVec4::splat(self.dot(rhs))
    }

    pub fn min(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z), self.w.min(rhs.w))
    }

    pub fn max(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z), self.w.max(rhs.w))
    }

    pub fn clamp(self, min: DVec4, max: DVec4) -> DVec4 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> f64 {
        self.x.min(self.y).min(self.z).min(self.w)
    }

    pub fn max_element(self) -> f64 {
        self.x.max(self.y).max(self.z).max(self.w)
    }

    pub fn element_sum(self) -> f64 {
        self.x + self.y + self.z + self.w
    }

    pub fn element_product(self) -> f64 {
        self.x * self.y * self.z * self.w
    }

    pub fn abs(self) -> DVec4 {
        DVec4::new(self.x.abs(), self.y.abs(), self.z.abs(), self.w.abs())
    }

    pub fn signum(self) -> DVec4 {
        DVec4::new(self.x.signum(), self.y.signum(), self.z.signum(), self.w.signum())
    }

    pub fn length_squared(self) -> f64 {
        self.dot(self)
    }

    pub fn distance_squared(self, rhs: DVec4) -> f64 {
        (self - rhs).length_squared()
    }

    pub fn div_euclid(self, rhs: DVec4) -> DVec4 {
        DVec4::new(
            self.x.div_euclid(rhs.x),
            self.y.div_euclid(rhs.y),
            self.z.div_euclid(rhs.z),
            self.w.div_euclid(rhs.w),
        )
    }

    pub fn rem_euclid(self, rhs: DVec4) -> DVec4 {
        DVec4::new(
            self.x.rem_euclid(rhs.x),
            self.y.rem_euclid(rhs.y),
            self.z.rem_euclid(rhs.z),
            self.w.rem_euclid(rhs.w),
        )
    }

    pub fn copysign(self, rhs: DVec4) -> DVec4 {
        DVec4::new(
            self.x.copysign(rhs.x),
            self.y.copysign(rhs.y),
            self.z.copysign(rhs.z),
            self.w.copysign(rhs.w),
        )
    }

    pub fn floor(self) -> DVec4 {
        DVec4::new(self.x.floor(), self.y.floor(), self.z.floor(), self.w.floor())
    }

    pub fn ceil(self) -> DVec4 {
        DVec4::new(self.x.ceil(), self.y.ceil(), self.z.ceil(), self.w.ceil())
    }

    pub fn round(self) -> DVec4 {
        DVec4::new(self.x.round(), self.y.round(), self.z.round(), self.w.round())
    }

    pub fn trunc(self) -> DVec4 {
        DVec4::new(self.x.trunc(), self.y.trunc(), self.z.trunc(), self.w.trunc())
    }

    pub fn fract(self) -> DVec4 {
        self - self.trunc()
    }

    pub fn fract_gl(self) -> DVec4 {
        self - self.floor()
    }

    pub fn exp(self) -> DVec4 {
        DVec4::new(self.x.exp(), self.y.exp(), self.z.exp(), self.w.exp())
    }

    pub fn powf(self, n: f64) -> DVec4 {
        DVec4::new(self.x.powf(n), self.y.powf(n), self.z.powf(n), self.w.powf(n))
    }

    pub fn recip(self) -> DVec4 {
        DVec4::new(1.0 / self.x, 1.0 / self.y, 1.0 / self.z, 1.0 / self.w)
    }

    pub fn mul_add(self, a: DVec4, b: DVec4) -> DVec4 {
        DVec4::new(
            self.x.mul_add(a.x, b.x),
            self.y.mul_add(a.y, b.y),
            self.z.mul_add(a.z, b.z),
            self.w.mul_add(a.w, b.w),
        )
    }

    pub fn length(self) -> f64 {
        self.dot(self).sqrt()
    }

    pub fn length_recip(self) -> f64 {
        1.0 / self.length()
    }

    pub fn distance(self, rhs: DVec4) -> f64 {
        (self - rhs).length()
    }

    /// The vector of length 1 in this direction; the vector must not be zero.
    pub fn normalize(self) -> DVec4 {
        self * self.length_recip()
    }

    pub fn normalize_or(self, fallback: DVec4) -> DVec4 {
        let recip = self.length_recip();
        if recip.is_finite() && recip > 0.0 {
            self * recip
        } else {
            fallback
        }
    }

    pub fn normalize_or_zero(self) -> DVec4 {
        self.normalize_or(DVec4::ZERO)
    }

    pub fn try_normalize(self) -> Option<DVec4> {
        let recip = self.length_recip();
        if recip.is_finite() && recip > 0.0 {
            Some(self * recip)
        } else {
            None
        }
    }

    pub fn is_normalized(self) -> bool {
        (self.length_squared() - 1.0).abs() <= 2e-4
    }

    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite() && self.w.is_finite()
    }

    pub fn is_nan(self) -> bool {
        self.x.is_nan() || self.y.is_nan() || self.z.is_nan() || self.w.is_nan()
    }

    pub fn lerp(self, rhs: DVec4, s: f64) -> DVec4 {
        self * (1.0 - s) + rhs * s
    }

    pub fn midpoint(self, rhs: DVec4) -> DVec4 {
        (self + rhs) * 0.5
    }

    pub fn move_towards(self, rhs: DVec4, d: f64) -> DVec4 {
        let to = rhs - self;
        let length = to.length();
        if length <= d || length <= 1e-4 {
            return rhs;
        }
        self + to / length * d
    }

    pub fn project_onto(self, rhs: DVec4) -> DVec4 {
        rhs * self.dot(rhs) * (1.0 / rhs.dot(rhs))
    }

    pub fn project_onto_normalized(self, rhs: DVec4) -> DVec4 {
        rhs * self.dot(rhs)
    }

    pub fn reject_from(self, rhs: DVec4) -> DVec4 {
        self - self.project_onto(rhs)
    }

    pub fn reject_from_normalized(self, rhs: DVec4) -> DVec4 {
        self - self.project_onto_normalized(rhs)
    }

    /// The direction after a mirror with that normal.
    pub fn reflect(self, normal: DVec4) -> DVec4 {
        self - normal * (2.0 * self.dot(normal))
    }

    /// The direction behind a surface with that normal; zero where all is reflected.
    pub fn refract(self, normal: DVec4, eta: f64) -> DVec4 {
        let cosine = normal.dot(self);
        let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
        if k >= 0.0 {
            self * eta - normal * (eta * cosine + k.sqrt())
        } else {
            DVec4::ZERO
        }
    }

    pub fn clamp_length(self, min: f64, max: f64) -> DVec4 {
        let squared = self.length_squared();
        if squared < min * min {
            self / squared.sqrt() * min
        } else if squared > max * max {
            self / squared.sqrt() * max
        } else {
            self
        }
    }

    pub fn clamp_length_min(self, min: f64) -> DVec4 {
        let squared = self.length_squared();
        if squared < min * min {
            self / squared.sqrt() * min
        } else {
            self
        }
    }

    pub fn clamp_length_max(self, max: f64) -> DVec4 {
        let squared = self.length_squared();
        if squared > max * max {
            self / squared.sqrt() * max
        } else {
            self
        }
    }

    pub fn abs_diff_eq(self, rhs: DVec4, max_abs_diff: f64) -> bool {
        (self.x - rhs.x).abs() <= max_abs_diff
            && (self.y - rhs.y).abs() <= max_abs_diff
            && (self.z - rhs.z).abs() <= max_abs_diff
            && (self.w - rhs.w).abs() <= max_abs_diff
    }

    pub fn as_vec4(self) -> Vec4 {
        Vec4::new(self.x as f32, self.y as f32, self.z as f32, self.w as f32)
    }

    pub fn as_uvec4(self) -> UVec4 {
        UVec4::new(self.x as u32, self.y as u32, self.z as u32, self.w as u32)
    }

    pub fn as_ivec4(self) -> IVec4 {
        IVec4::new(self.x as i32, self.y as i32, self.z as i32, self.w as i32)
    }
}
