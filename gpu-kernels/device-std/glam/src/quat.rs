//! Quat: a turn of space, as a quaternion, and what vectors and matrices have of it.

use core::ops::{Add, Div, Mul, MulAssign, Neg, Sub};

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::{Mat3, Mat4, Vec3, Vec4};

/// A quaternion. One of length 1 is a turn.
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(16))]
pub struct Quat {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub w: f32,
}

/// The quaternion with these components.
pub const fn quat(x: f32, y: f32, z: f32, w: f32) -> Quat {
    Quat::from_xyzw(x, y, z, w)
}

impl Quat {
    pub const IDENTITY: Quat = Quat::from_xyzw(0.0, 0.0, 0.0, 1.0);
    pub const NAN: Quat = Quat::from_xyzw(f32::NAN, f32::NAN, f32::NAN, f32::NAN);

    pub const fn from_xyzw(x: f32, y: f32, z: f32, w: f32) -> Quat {
        Quat { x, y, z, w }
    }

    pub const fn from_array(a: [f32; 4]) -> Quat {
        Quat::from_xyzw(a[0], a[1], a[2], a[3])
    }

    pub const fn to_array(&self) -> [f32; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub const fn from_vec4(v: Vec4) -> Quat {
        Quat::from_xyzw(v.x, v.y, v.z, v.w)
    }

    /// A turn about an axis of length 1, in radians.
    pub fn from_axis_angle(axis: Vec3, angle: f32) -> Quat {
        let (sin, cos) = (angle * 0.5).sin_cos();
        Quat::from_xyzw(axis.x * sin, axis.y * sin, axis.z * sin, cos)
    }

    /// A turn about a vector, by its length in radians.
    pub fn from_scaled_axis(v: Vec3) -> Quat {
        let length = v.length();
        if length == 0.0 {
            Quat::IDENTITY
        } else {
            Quat::from_axis_angle(v / length, length)
        }
    }

    pub fn from_rotation_x(angle: f32) -> Quat {
        let (sin, cos) = (angle * 0.5).sin_cos();
        Quat::from_xyzw(sin, 0.0, 0.0, cos)
    }

    pub fn from_rotation_y(angle: f32) -> Quat {
        let (sin, cos) = (angle * 0.5).sin_cos();
        Quat::from_xyzw(0.0, sin, 0.0, cos)
    }

    pub fn from_rotation_z(angle: f32) -> Quat {
        let (sin, cos) = (angle * 0.5).sin_cos();
        Quat::from_xyzw(0.0, 0.0, sin, cos)
    }

    /// The turn that a matrix without scale is.
    pub fn from_mat3(m: &Mat3) -> Quat {
        let (x, y, z) = (m.x_axis, m.y_axis, m.z_axis);
        if z.z <= 0.0 {
            let difference = y.y - x.x;
            let rest = 1.0 - z.z;
            if difference <= 0.0 {
                let four = rest - difference;
                let s = 0.5 / four.sqrt();
                Quat::from_xyzw(four * s, (x.y + y.x) * s, (x.z + z.x) * s, (y.z - z.y) * s)
            } else {
                let four = rest + difference;
                let s = 0.5 / four.sqrt();
                Quat::from_xyzw((x.y + y.x) * s, four * s, (y.z + z.y) * s, (z.x - x.z) * s)
            }
        } else {
            let sum = y.y + x.x;
            let rest = 1.0 + z.z;
            if sum <= 0.0 {
                let four = rest - sum;
                let s = 0.5 / four.sqrt();
                Quat::from_xyzw((x.z + z.x) * s, (y.z + z.y) * s, four * s, (x.y - y.x) * s)
            } else {
                let four = rest + sum;
                let s = 0.5 / four.sqrt();
                Quat::from_xyzw((y.z - z.y) * s, (z.x - x.z) * s, (x.y - y.x) * s, four * s)
            }
        }
    }

    /// The shortest turn that takes one vector of length 1 to another.
    pub fn from_rotation_arc(from: Vec3, to: Vec3) -> Quat {
        let nearly_one = 1.0 - 2.0 * f32::EPSILON;
        let dot = from.dot(to);
        if dot > nearly_one {
            Quat::IDENTITY
        } else if dot < -nearly_one {
            Quat::from_axis_angle(from.any_orthonormal_vector(), core::f32::consts::PI)
        } else {
            let c = from.cross(to);
            Quat::from_xyzw(c.x, c.y, c.z, 1.0 + dot).normalize()
        }
    }

    /// The axis and the angle in radians.
    pub fn to_axis_angle(self) -> (Vec3, f32) {
        let v = self.xyz();
        let length = v.length();
        if length >= 1e-8 {
            (v / length, 2.0 * length.atan2(self.w))
        } else {
            (Vec3::X, 0.0)
        }
    }

    pub fn to_scaled_axis(self) -> Vec3 {
        let (axis, angle) = self.to_axis_angle();
        axis * angle
    }

    pub fn xyz(self) -> Vec3 {
        Vec3::new(self.x, self.y, self.z)
    }

    pub fn conjugate(self) -> Quat {
        Quat::from_xyzw(-self.x, -self.y, -self.z, self.w)
    }

    /// The turn back; the quaternion must be of length 1.
    pub fn inverse(self) -> Quat {
        self.conjugate()
    }

    pub fn dot(self, rhs: Quat) -> f32 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
    }

    pub fn length(self) -> f32 {
        self.dot(self).sqrt()
    }

    pub fn length_squared(self) -> f32 {
        self.dot(self)
    }

    pub fn length_recip(self) -> f32 {
        1.0 / self.length()
    }

    pub fn normalize(self) -> Quat {
        self * self.length_recip()
    }

    pub fn is_finite(self) -> bool {
        self.x.is_finite() && self.y.is_finite() && self.z.is_finite() && self.w.is_finite()
    }

    pub fn is_nan(self) -> bool {
        self.x.is_nan() || self.y.is_nan() || self.z.is_nan() || self.w.is_nan()
    }

    pub fn is_normalized(self) -> bool {
        (self.length_squared() - 1.0).abs() <= 2e-4
    }

    /// The angle in radians between two turns.
    pub fn angle_between(self, rhs: Quat) -> f32 {
        self.dot(rhs).abs().min(1.0).acos() * 2.0
    }

    pub fn abs_diff_eq(self, rhs: Quat, most: f32) -> bool {
        (self.x - rhs.x).abs() <= most
            && (self.y - rhs.y).abs() <= most
            && (self.z - rhs.z).abs() <= most
            && (self.w - rhs.w).abs() <= most
    }

    pub fn lerp(self, end: Quat, s: f32) -> Quat {
        let end = if self.dot(end) >= 0.0 { end } else { -end };
        (self + (end - self) * s).normalize()
    }

    pub fn slerp(self, end: Quat, s: f32) -> Quat {
        let mut end = end;
        let mut dot = self.dot(end);
        if dot < 0.0 {
            end = -end;
            dot = -dot;
        }
        if dot > 1.0 - f32::EPSILON {
            return self.lerp(end, s);
        }
        let theta = dot.acos();
        let first = self * (theta * (1.0 - s)).sin();
        let second = end * (theta * s).sin();
        (first + second) * (1.0 / theta.sin())
    }

    pub fn mul_vec3(self, rhs: Vec3) -> Vec3 {
        let b = self.xyz();
        rhs * (self.w * self.w - b.dot(b)) + b * (rhs.dot(b) * 2.0) + b.cross(rhs) * (self.w * 2.0)
    }

    pub fn mul_quat(self, rhs: Quat) -> Quat {
        Quat::from_xyzw(
            self.w * rhs.x + self.x * rhs.w + self.y * rhs.z - self.z * rhs.y,
            self.w * rhs.y - self.x * rhs.z + self.y * rhs.w + self.z * rhs.x,
            self.w * rhs.z + self.x * rhs.y - self.y * rhs.x + self.z * rhs.w,
            self.w * rhs.w - self.x * rhs.x - self.y * rhs.y - self.z * rhs.z,
        )
    }
}

impl Default for Quat {
    fn default() -> Quat {
        Quat::IDENTITY
    }
}

impl Mul for Quat {
    type Output = Quat;

    fn mul(self, rhs: Quat) -> Quat {
        self.mul_quat(rhs)
    }
}

impl MulAssign for Quat {
    fn mul_assign(&mut self, rhs: Quat) {
        *self = self.mul_quat(rhs);
    }
}

impl Mul<Vec3> for Quat {
    type Output = Vec3;

    fn mul(self, rhs: Vec3) -> Vec3 {
        self.mul_vec3(rhs)
    }
}

impl Mul<f32> for Quat {
    type Output = Quat;

    fn mul(self, rhs: f32) -> Quat {
        Quat::from_xyzw(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl Div<f32> for Quat {
    type Output = Quat;

    fn div(self, rhs: f32) -> Quat {
        Quat::from_xyzw(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl Add for Quat {
    type Output = Quat;

    fn add(self, rhs: Quat) -> Quat {
        Quat::from_xyzw(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Sub for Quat {
    type Output = Quat;

    fn sub(self, rhs: Quat) -> Quat {
        Quat::from_xyzw(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Neg for Quat {
    type Output = Quat;

    fn neg(self) -> Quat {
        Quat::from_xyzw(-self.x, -self.y, -self.z, -self.w)
    }
}

impl From<Quat> for Vec4 {
    fn from(q: Quat) -> Vec4 {
        Vec4::new(q.x, q.y, q.z, q.w)
    }
}

impl Mat3 {
    /// A turn as a matrix; the quaternion must be of length 1.
    pub fn from_quat(q: Quat) -> Mat3 {
        let (x2, y2, z2) = (q.x + q.x, q.y + q.y, q.z + q.z);
        let (xx, xy, xz) = (q.x * x2, q.x * y2, q.x * z2);
        let (yy, yz, zz) = (q.y * y2, q.y * z2, q.z * z2);
        let (wx, wy, wz) = (q.w * x2, q.w * y2, q.w * z2);
        Mat3::from_cols(
            Vec3::new(1.0 - (yy + zz), xy + wz, xz - wy),
            Vec3::new(xy - wz, 1.0 - (xx + zz), yz + wx),
            Vec3::new(xz + wy, yz - wx, 1.0 - (xx + yy)),
        )
    }
}

impl Mat4 {
    pub fn from_quat(q: Quat) -> Mat4 {
        Mat4::from_scale_rotation_translation(Vec3::ONE, q, Vec3::ZERO)
    }

    pub fn from_rotation_translation(q: Quat, translation: Vec3) -> Mat4 {
        Mat4::from_scale_rotation_translation(Vec3::ONE, q, translation)
    }

    /// First the scale, then the turn, then the way.
    pub fn from_scale_rotation_translation(scale: Vec3, q: Quat, translation: Vec3) -> Mat4 {
        let turn = Mat3::from_quat(q);
        Mat4::from_cols(
            (turn.x_axis * scale.x).extend(0.0),
            (turn.y_axis * scale.y).extend(0.0),
            (turn.z_axis * scale.z).extend(0.0),
            translation.extend(1.0),
        )
    }
}

impl Vec3 {
    pub fn rotate_axis(self, axis: Vec3, angle: f32) -> Vec3 {
        Quat::from_axis_angle(axis, angle).mul_vec3(self)
    }
}
