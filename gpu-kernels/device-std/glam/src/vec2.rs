// Written by `cargo xtask glam` from templates/vector.rs.in.

//! Vec2: two floats.

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::*;

/// A vector of two floats.
#[derive(Clone, Copy, Default, PartialEq)]
#[repr(C, align(8))]
pub struct Vec2 {
    pub x: f32,
    pub y: f32,
}

/// The vector with these components.
pub const fn vec2(x: f32, y: f32) -> Vec2 {
    Vec2::new(x, y)
}

impl Vec2 {
    pub const ZERO: Vec2 = Vec2::splat(0.0);
    pub const ONE: Vec2 = Vec2::splat(1.0);
    pub const NEG_ONE: Vec2 = Vec2::splat(-1.0);
    pub const MIN: Vec2 = Vec2::splat(f32::MIN);
    pub const MAX: Vec2 = Vec2::splat(f32::MAX);
    pub const NAN: Vec2 = Vec2::splat(f32::NAN);
    pub const INFINITY: Vec2 = Vec2::splat(f32::INFINITY);
    pub const NEG_INFINITY: Vec2 = Vec2::splat(f32::NEG_INFINITY);
    pub const X: Vec2 = Vec2::new(1.0, 0.0);
    pub const Y: Vec2 = Vec2::new(0.0, 1.0);
    pub const NEG_X: Vec2 = Vec2::new(-1.0, 0.0);
    pub const NEG_Y: Vec2 = Vec2::new(0.0, -1.0);
    pub const AXES: [Vec2; 2] = [Vec2::X, Vec2::Y];

    pub const fn new(x: f32, y: f32) -> Vec2 {
        Vec2 { x, y }
    }

    pub const fn splat(v: f32) -> Vec2 {
        Vec2 { x: v, y: v }
    }

    pub const fn from_array(a: [f32; 2]) -> Vec2 {
        Vec2::new(a[0], a[1])
    }

    pub const fn to_array(&self) -> [f32; 2] {
        [self.x, self.y]
    }

    pub fn from_slice(slice: &[f32]) -> Vec2 {
        Vec2::new(slice[0], slice[1])
    }

    pub fn write_to_slice(self, slice: &mut [f32]) {
        slice[0] = self.x;
        slice[1] = self.y;
    }

    pub fn extend(self, z: f32) -> Vec3 {
        Vec3::new(self.x, self.y, z)
    }

    pub fn with_x(self, x: f32) -> Vec2 {
        Vec2 { x, ..self }
    }

    pub fn with_y(self, y: f32) -> Vec2 {
        Vec2 { y, ..self }
    }

    pub fn dot(self, rhs: Vec2) -> f32 {
        self.x * rhs.x + self.y * rhs.y
    }

    pub fn dot_into_vec(self, rhs: Vec2) -> Vec2 {
        Vec2::splat(self.dot(rhs))
    }

    /// A quarter turn to the left.
    pub fn perp(self) -> Vec2 {
        Vec2::new(-self.y, self.x)
    }

    pub fn perp_dot(self, rhs: Vec2) -> f32 {
        self.x * rhs.y - self.y * rhs.x
    }

    /// `rhs` turned as the x axis is turned into this vector.
    pub fn rotate(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x * rhs.x - self.y * rhs.y, self.y * rhs.x + self.x * rhs.y)
    }

    pub fn min(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x.min(rhs.x), self.y.min(rhs.y))
    }

    pub fn max(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x.max(rhs.x), self.y.max(rhs.y))
    }

    pub fn clamp(self, min: Vec2, max: Vec2) -> Vec2 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> f32 {
        self.x.min(self.y)
    }

    pub fn max_element(self) -> f32 {
        self.x.max(self.y)
    }

    pub fn element_sum(self) -> f32 {
        self.x + self.y
    }

    pub fn element_product(self) -> f32 {
        self.x * self.y
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(f32) -> f32>(self, f: F) -> Vec2 {
        Vec2::new(f(self.x), f(self.y))
    }

    pub fn abs(self) -> Vec2 {
        Vec2::new(self.x.abs(), self.y.abs())
    }

    pub fn signum(self) -> Vec2 {
        Vec2::new(self.x.signum(), self.y.signum())
    }

    pub fn length_squared(self) -> f32 {
        self.dot(self)
    }

    pub fn distance_squared(self, rhs: Vec2) -> f32 {
        (self - rhs).length_squared()
    }

    pub fn div_euclid(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x.div_euclid(rhs.x), self.y.div_euclid(rhs.y))
    }

    pub fn rem_euclid(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x.rem_euclid(rhs.x), self.y.rem_euclid(rhs.y))
    }

    pub fn copysign(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x.copysign(rhs.x), self.y.copysign(rhs.y))
    }

    pub fn floor(self) -> Vec2 {
        Vec2::new(self.x.floor(), self.y.floor())
    }

    pub fn ceil(self) -> Vec2 {
        Vec2::new(self.x.ceil(), self.y.ceil())
    }

    pub fn round(self) -> Vec2 {
        Vec2::new(self.x.round(), self.y.round())
    }

    pub fn trunc(self) -> Vec2 {
        Vec2::new(self.x.trunc(), self.y.trunc())
    }

    pub fn fract(self) -> Vec2 {
        self - self.trunc()
    }

    pub fn fract_gl(self) -> Vec2 {
        self - self.floor()
    }

    pub fn exp(self) -> Vec2 {
        Vec2::new(self.x.exp(), self.y.exp())
    }

    pub fn powf(self, n: f32) -> Vec2 {
        Vec2::new(self.x.powf(n), self.y.powf(n))
    }

    pub fn recip(self) -> Vec2 {
        Vec2::new(1.0 / self.x, 1.0 / self.y)
    }

    pub fn mul_add(self, a: Vec2, b: Vec2) -> Vec2 {
        Vec2::new(self.x.mul_add(a.x, b.x), self.y.mul_add(a.y, b.y))
    }

    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub fn length_recip(self) -> f32 {
        1.0 / self.length()
    }

    pub fn distance(self, rhs: Vec2) -> f32 {
        (self - rhs).length()
    }

    /// The vector of length 1 in this direction; the vector must not be zero.
    pub fn normalize(self) -> Vec2 {
        self * self.length_recip()
    }

    pub fn normalize_or(self, fallback: Vec2) -> Vec2 {
        let recip = self.length_recip();
        if recip.is_finite() && recip > 0.0 {
            self * recip
        } else {
            fallback
        }
    }

    pub fn normalize_or_zero(self) -> Vec2 {
        self.normalize_or(Vec2::ZERO)
    }

    pub fn try_normalize(self) -> Option<Vec2> {
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
        self.x.is_finite() && self.y.is_finite()
    }

    pub fn is_nan(self) -> bool {
        self.x.is_nan() || self.y.is_nan()
    }

    pub fn lerp(self, rhs: Vec2, s: f32) -> Vec2 {
        self * (1.0 - s) + rhs * s
    }

    pub fn midpoint(self, rhs: Vec2) -> Vec2 {
        (self + rhs) * 0.5
    }

    pub fn move_towards(self, rhs: Vec2, d: f32) -> Vec2 {
        let to = rhs - self;
        let length = to.length();
        if length <= d || length <= 1e-4 {
            return rhs;
        }
        self + to / length * d
    }

    pub fn project_onto(self, rhs: Vec2) -> Vec2 {
        rhs * self.dot(rhs) * (1.0 / rhs.dot(rhs))
    }

    pub fn project_onto_normalized(self, rhs: Vec2) -> Vec2 {
        rhs * self.dot(rhs)
    }

    pub fn reject_from(self, rhs: Vec2) -> Vec2 {
        self - self.project_onto(rhs)
    }

    pub fn reject_from_normalized(self, rhs: Vec2) -> Vec2 {
        self - self.project_onto_normalized(rhs)
    }

    /// The direction after a mirror with that normal.
    pub fn reflect(self, normal: Vec2) -> Vec2 {
        self - normal * (2.0 * self.dot(normal))
    }

    /// The direction behind a surface with that normal; zero where all is reflected.
    pub fn refract(self, normal: Vec2, eta: f32) -> Vec2 {
        let cosine = normal.dot(self);
        let k = 1.0 - eta * eta * (1.0 - cosine * cosine);
        if k >= 0.0 {
            self * eta - normal * (eta * cosine + k.sqrt())
        } else {
            Vec2::ZERO
        }
    }

    pub fn clamp_length(self, min: f32, max: f32) -> Vec2 {
        let squared = self.length_squared();
        if squared < min * min {
            self / squared.sqrt() * min
        } else if squared > max * max {
            self / squared.sqrt() * max
        } else {
            self
        }
    }

    pub fn clamp_length_min(self, min: f32) -> Vec2 {
        let squared = self.length_squared();
        if squared < min * min {
            self / squared.sqrt() * min
        } else {
            self
        }
    }

    pub fn clamp_length_max(self, max: f32) -> Vec2 {
        let squared = self.length_squared();
        if squared > max * max {
            self / squared.sqrt() * max
        } else {
            self
        }
    }

    pub fn abs_diff_eq(self, rhs: Vec2, max_abs_diff: f32) -> bool {
        (self.x - rhs.x).abs() <= max_abs_diff && (self.y - rhs.y).abs() <= max_abs_diff
    }

    pub fn angle_between(self, rhs: Vec2) -> f32 {
        let angle = (self.dot(rhs) / (self.length_squared() * rhs.length_squared()).sqrt())
            .clamp(-1.0, 1.0)
            .acos();
        if self.perp_dot(rhs) < 0.0 {
            -angle
        } else {
            angle
        }
    }

    pub fn angle_to(self, rhs: Vec2) -> f32 {
        self.angle_between(rhs)
    }

    pub fn from_angle(angle: f32) -> Vec2 {
        Vec2::new(angle.cos(), angle.sin())
    }

    pub fn to_angle(self) -> f32 {
        self.y.atan2(self.x)
    }

    pub fn as_uvec2(self) -> UVec2 {
        UVec2::new(self.x as u32, self.y as u32)
    }

    pub fn as_ivec2(self) -> IVec2 {
        IVec2::new(self.x as i32, self.y as i32)
    }

    pub fn as_dvec2(self) -> DVec2 {
        DVec2::new(self.x as f64, self.y as f64)
    }

    pub fn as_u8vec2(self) -> U8Vec2 {
        U8Vec2::new(self.x as u8, self.y as u8)
    }

    pub fn as_usizevec2(self) -> USizeVec2 {
        USizeVec2::new(self.x as usize, self.y as usize)
    }
}
