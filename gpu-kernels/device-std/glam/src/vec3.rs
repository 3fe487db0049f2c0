// Written by `cargo xtask glam` from templates/vector.rs.in.

//! Vec3: three floats.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::*;

/// A vector of three floats.
#[derive(Clone, Copy, Default, PartialEq)]
#[repr(C)]
pub struct Vec3 {
    pub x: f32,
    pub y: f32,
    pub z: f32,
}

/// The vector with these components.
pub const fn vec3(x: f32, y: f32, z: f32) -> Vec3 {
    Vec3::new(x, y, z)
}

impl Vec3 {
    pub const ZERO: Vec3 = Vec3::splat(0.0);
    pub const ONE: Vec3 = Vec3::splat(1.0);
    pub const NEG_ONE: Vec3 = Vec3::splat(-1.0);
    pub const MIN: Vec3 = Vec3::splat(f32::MIN);
    pub const MAX: Vec3 = Vec3::splat(f32::MAX);
    pub const NAN: Vec3 = Vec3::splat(f32::NAN);
    pub const INFINITY: Vec3 = Vec3::splat(f32::INFINITY);
    pub const NEG_INFINITY: Vec3 = Vec3::splat(f32::NEG_INFINITY);
    pub const X: Vec3 = Vec3::new(1.0, 0.0, 0.0);
    pub const Y: Vec3 = Vec3::new(0.0, 1.0, 0.0);
    pub const Z: Vec3 = Vec3::new(0.0, 0.0, 1.0);
    pub const NEG_X: Vec3 = Vec3::new(-1.0, 0.0, 0.0);
    pub const NEG_Y: Vec3 = Vec3::new(0.0, -1.0, 0.0);
    pub const NEG_Z: Vec3 = Vec3::new(0.0, 0.0, -1.0);
    pub const AXES: [Vec3; 3] = [Vec3::X, Vec3::Y, Vec3::Z];

    pub const fn new(x: f32, y: f32, z: f32) -> Vec3 {
        Vec3 { x, y, z }
    }

    pub const fn splat(v: f32) -> Vec3 {
        Vec3 { x: v, y: v, z: v }
    }

    pub const fn from_array(a: [f32; 3]) -> Vec3 {
        Vec3::new(a[0], a[1], a[2])
    }

    pub const fn to_array(&self) -> [f32; 3] {
        [self.x, self.y, self.z]
    }

    pub fn from_slice(slice: &[f32]) -> Vec3 {
        Vec3::new(slice[0], slice[1], slice[2])
    }

    pub fn write_to_slice(self, slice: &mut [f32]) {
        slice[0] = self.x;
        slice[1] = self.y;
        slice[2] = self.z;
    }

    pub fn extend(self, w: f32) -> Vec4 {
        Vec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> Vec2 {
        Vec2::new(self.x, self.y)
    }

    pub fn with_x(self, x: f32) -> Vec3 {
        Vec3 { x, ..self }
    }

    pub fn with_y(self, y: f32) -> Vec3 {
        Vec3 { y, ..self }
    }

    pub fn with_z(self, z: f32) -> Vec3 {
        Vec3 { z, ..self }
    }

    pub fn dot(self, rhs: Vec3) -> f32 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
    }

    pub fn dot_into_vec(self, rhs: Vec3) -> Vec3 {
        Vec3::splat(self.dot(rhs))
    }

    pub fn cross(self, rhs: Vec3) -> Vec3 {
        Vec3::new(
            self.y * rhs.z - rhs.y * self.z,
            self.z * rhs.x - rhs.z * self.x,
            self.x * rhs.y - rhs.x * self.y,
        )
    }

    pub fn min(self, rhs: Vec3) -> Vec3 {
        Vec3::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z))
    }

    pub fn max(self, rhs: Vec3) -> Vec3 {
        Vec3::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z))
    }

    pub fn clamp(self, min: Vec3, max: Vec3) -> Vec3 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> f32 {
        self.x.min(self.y).min(self.z)
    }

    pub fn max_element(self) -> f32 {
        self.x.max(self.y).max(self.z)
    }

    pub fn element_sum(self) -> f32 {
        self.x + self.y + self.z
    }

    pub fn element_product(self) -> f32 {
        self.x * self.y * self.z
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(f32) -> f32>(self, f: F) -> Vec3 {
        Vec3::new(f(self.x), f(self.y), f(self.z))
    }

    pub fn abs(self) -> Vec3 {
        Vec3::new(self.x.abs(), self.y.abs(), self.z.abs())
    }

    pub fn signum(self) -> Vec3 {
        Vec3::new(self.x.signum(), self.y.signum(), self.z.signum())
    }

    pub fn length_squared(self) -> f32 {
        self.dot(self)
    }

    pub fn distance_squared(self, rhs: Vec3) -> f32 {
        (self - rhs).length_squared()
    }

    pub fn div_euclid(self, rhs: Vec3) -> Vec3 {
        Vec3::new(self.x.div_euclid(rhs.x), self.y.div_euclid(rhs.y), self.z.div_euclid(rhs.z))
    }

    pub fn rem_euclid(self, rhs: Vec3) -> Vec3 {
        Vec3::new(self.x.rem_euclid(rhs.x), self.y.rem_euclid(rhs.y), self.z.rem_euclid(rhs.z))
    }

    pub fn copysign(self, rhs: Vec3) -> Vec3 {
        Vec3::new(self.x.copysign(rhs.x), self.y.copysign(rhs.y), self.z.copysign(rhs.z))
    }

    pub fn floor(self) -> Vec3 {
        Vec3::new(self.x.floor(), self.y.floor(), self.z.floor())
    }

    pub fn ceil(self) -> Vec3 {
        Vec3::new(self.x.ceil(), self.y.ceil(), self.z.ceil())
    }

    pub fn round(self) -> Vec3 {
        Vec3::new(self.x.round(), self.y.round(), self.z.round())
    }

    pub fn trunc(self) -> Vec3 {
        Vec3::new(self.x.trunc(), self.y.trunc(), self.z.trunc())
    }

    pub fn fract(self) -> Vec3 {
        self - self.trunc()
    }

    pub fn fract_gl(self) -> Vec3 {
        self - self.floor()
    }

    pub fn exp(self) -> Vec3 {
        Vec3::new(self.x.exp(), self.y.exp(), self.z.exp())
    }

    pub fn powf(self, n: f32) -> Vec3 {
        Vec3::new(self.x.powf(n), self.y.powf(n), self.z.powf(n))
    }

    pub fn recip(self) -> Vec3 {
        Vec3::new(1.0 / self.x, 1.0 / self.y, 1.0 / self.z)
    }

    pub fn mul_add(self, a: Vec3, b: Vec3) -> Vec3 {
        Vec3::new(self.x.mul_add(a.x, b.x), self.y.mul_add(a.y, b.y), self.z.mul_add(a.z, b.z))
    }

    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub fn length_recip(self) -> f32 {
        1.0 / self.length()
    }

    pub fn distance(self, rhs: Vec3) -> f32 {
        (self - rhs).length()
    }

    /// The vector of length 1 in this direction; the vector must not be zero.
    pub fn normalize(self) -> Vec3 {
        self * self.length_recip()
    }

    pub fn normalize_or(self, fallback: Vec3) -> Vec3 {
        let recip = self.length_recip();
        if recip.is_finite() && recip > 0.0 {
            self * recip
        } else {
            fallback
        }
    }

    pub fn normalize_or_zero(self) -> Vec3 {
        self.normalize_or(Vec3::ZERO)
    }

    pub fn try_normalize(self) -> Option<Vec3> {
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
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite()
    }

    pub fn is_nan(self) -> bool {
        self.x.is_nan() || self.y.is_nan() || self.z.is_nan()
    }

    pub fn lerp(self, rhs: Vec3, s: f32) -> Vec3 {
        self * (1.0 - s) + rhs * s
    }

    pub fn midpoint(self, rhs: Vec3) -> Vec3 {
        (self + rhs) * 0.5
    }

    pub fn move_towards(self, rhs: Vec3, d: f32) -> Vec3 {
        let to = rhs - self;
        let length = to.length();
        if length <= d || length <= 1e-4 {
            return rhs;
        }
        self + to / length * d
    }

    pub fn project_onto(self, rhs: Vec3) -> Vec3 {
        rhs * self.dot(rhs) * (1.0 / rhs.dot(rhs))
    }

    pub fn project_onto_normalized(self, rhs: Vec3) -> Vec3 {
        rhs * self.dot(rhs)
    }

    pub fn reject_from(self, rhs: Vec3) -> Vec3 {
        self - self.project_onto(rhs)
    }

    pub fn reject_from_normalized(self, rhs: Vec3) -> Vec3 {
        self - self.project_onto_normalized(rhs)
    }

    /// The direction after a mirror with that normal.
    pub fn reflect(self, normal: Vec3) -> Vec3 {
        self - normal * (2.0 * self.dot(normal))
    }

    /// The direction behind a surface with that normal; zero where all is reflected.
    pub fn refract(self, normal: Vec3, eta: f32) -> Vec3 {
        let cosine = normal.dot(self);
        let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
        if k >= 0.0 {
            self * eta - normal * (eta * cosine + k.sqrt())
        } else {
            Vec3::ZERO
        }
    }

    pub fn clamp_length(self, min: f32, max: f32) -> Vec3 {
        let squared = self.length_squared();
        if squared < min * min {
            self / squared.sqrt() * min
        } else if squared > max * max {
            self / squared.sqrt() * max
        } else {
            self
        }
    }

    pub fn clamp_length_min(self, min: f32) -> Vec3 {
        let squared = self.length_squared();
        if squared < min * min {
            self / squared.sqrt() * min
        } else {
            self
        }
    }

    pub fn clamp_length_max(self, max: f32) -> Vec3 {
        let squared = self.length_squared();
        if squared > max * max {
            self / squared.sqrt() * max
        } else {
            self
        }
    }

    pub fn abs_diff_eq(self, rhs: Vec3, max_abs_diff: f32) -> bool {
        (self.x - rhs.x).abs() <= max_abs_diff
            && (self.y - rhs.y).abs() <= max_abs_diff
            && (self.z - rhs.z).abs() <= max_abs_diff
    }

    pub fn angle_between(self, rhs: Vec3) -> f32 {
        (self.dot(rhs) / (self.length_squared() * rhs.length_squared()).sqrt())
            .clamp(-1.0, 1.0)
            .acos()
    }

    pub fn any_orthogonal_vector(self) -> Vec3 {
        if self.x.abs() > self.y.abs() {
            Vec3::new(-self.z, 0.0, self.x)
        } else {
            Vec3::new(0.0, self.z, -self.y)
        }
    }

    pub fn any_orthonormal_vector(self) -> Vec3 {
        let sign = 1.0f32.copysign(self.z);
        let a = -1.0 / (sign + self.z);
        let b = self.x * self.y * a;
        Vec3::new(b, sign + self.y * self.y * a, -self.y)
    }

    pub fn as_uvec3(self) -> UVec3 {
        UVec3::new(self.x as u32, self.y as u32, self.z as u32)
    }

    pub fn as_ivec3(self) -> IVec3 {
        IVec3::new(self.x as i32, self.y as i32, self.z as i32)
    }

    pub fn as_dvec3(self) -> DVec3 {
        DVec3::new(self.x as f64, self.y as f64, self.z as f64)
    }

    pub fn as_u8vec3(self) -> U8Vec3 {
        U8Vec3::new(self.x as u8, self.y as u8, self.z as u8)
    }

    pub fn as_usizevec3(self) -> USizeVec3 {
        USizeVec3::new(self.x as usize, self.y as usize, self.z as usize)
    }
}
