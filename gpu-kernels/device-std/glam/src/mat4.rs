//! Mat4: a matrix of 4 columns and 4 rows.

use core::ops::{Add, AddAssign, Div, DivAssign, Mul, MulAssign, Neg, Sub, SubAssign};

#[cfg(target_arch = "nvptx64")]
use crate::GpuFloat;

use super::{Mat3, Vec3, Vec4};

/// A matrix in columns. It turns a vector into the sum of its columns, each times
/// a component of the vector.
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(16))]
pub struct Mat4 {
    pub x_axis: Vec4,
    pub y_axis: Vec4,
    pub z_axis: Vec4,
    pub w_axis: Vec4,
}

/// The matrix with these columns.
pub const fn mat4(x_axis: Vec4, y_axis: Vec4, z_axis: Vec4, w_axis: Vec4) -> Mat4 {
    Mat4::from_cols(x_axis, y_axis, z_axis, w_axis)
}

impl Mat4 {
    pub const ZERO: Mat4 = Mat4::from_cols(Vec4::ZERO, Vec4::ZERO, Vec4::ZERO, Vec4::ZERO);
    pub const IDENTITY: Mat4 = Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::Z, Vec4::W);
    pub const NAN: Mat4 = Mat4::from_cols(Vec4::NAN, Vec4::NAN, Vec4::NAN, Vec4::NAN);

    pub const fn from_cols(x_axis: Vec4, y_axis: Vec4, z_axis: Vec4, w_axis: Vec4) -> Mat4 {
        Mat4 { x_axis, y_axis, z_axis, w_axis }
    }

    pub const fn from_cols_array(m: &[f32; 16]) -> Mat4 {
        Mat4::from_cols(
            Vec4::new(m[0], m[1], m[2], m[3]),
            Vec4::new(m[4], m[5], m[6], m[7]),
            Vec4::new(m[8], m[9], m[10], m[11]),
            Vec4::new(m[12], m[13], m[14], m[15]),
        )
    }

    pub const fn to_cols_array(&self) -> [f32; 16] {
        [
            self.x_axis.x,
            self.x_axis.y,
            self.x_axis.z,
            self.x_axis.w,
            self.y_axis.x,
            self.y_axis.y,
            self.y_axis.z,
            self.y_axis.w,
            self.z_axis.x,
            self.z_axis.y,
            self.z_axis.z,
            self.z_axis.w,
            self.w_axis.x,
            self.w_axis.y,
            self.w_axis.z,
            self.w_axis.w,
        ]
    }

    pub const fn from_cols_array_2d(m: &[[f32; 4]; 4]) -> Mat4 {
        Mat4::from_cols(
            Vec4::from_array(m[0]),
            Vec4::from_array(m[1]),
            Vec4::from_array(m[2]),
            Vec4::from_array(m[3]),
        )
    }

    pub const fn to_cols_array_2d(&self) -> [[f32; 4]; 4] {
        [
            self.x_axis.to_array(),
            self.y_axis.to_array(),
            self.z_axis.to_array(),
            self.w_axis.to_array(),
        ]
    }

    pub const fn from_diagonal(diagonal: Vec4) -> Mat4 {
        Mat4::from_cols(
            Vec4::new(diagonal.x, 0.0, 0.0, 0.0),
            Vec4::new(0.0, diagonal.y, 0.0, 0.0),
            Vec4::new(0.0, 0.0, diagonal.z, 0.0),
            Vec4::new(0.0, 0.0, 0.0, diagonal.w),
        )
    }

    pub fn col(&self, index: usize) -> Vec4 {
        match index {
            0 => self.x_axis,
            1 => self.y_axis,
            2 => self.z_axis,
            3 => self.w_axis,
            _ => panic!("index out of bounds"),
        }
    }

    pub fn row(&self, index: usize) -> Vec4 {
        match index {
            0 => Vec4::new(self.x_axis.x, self.y_axis.x, self.z_axis.x, self.w_axis.x),
            1 => Vec4::new(self.x_axis.y, self.y_axis.y, self.z_axis.y, self.w_axis.y),
            2 => Vec4::new(self.x_axis.z, self.y_axis.z, self.z_axis.z, self.w_axis.z),
            3 => Vec4::new(self.x_axis.w, self.y_axis.w, self.z_axis.w, self.w_axis.w),
            _ => panic!("index out of bounds"),
        }
    }

    pub fn is_finite(&self) -> bool {
        self.x_axis.is_finite()
            && self.y_axis.is_finite()
            && self.z_axis.is_finite()
            && self.w_axis.is_finite()
    }

    pub fn is_nan(&self) -> bool {
        self.x_axis.is_nan() || self.y_axis.is_nan() || self.z_axis.is_nan() || self.w_axis.is_nan()
    }

    pub fn transpose(&self) -> Mat4 {
        Mat4::from_cols(
            Vec4::new(self.x_axis.x, self.y_axis.x, self.z_axis.x, self.w_axis.x),
            Vec4::new(self.x_axis.y, self.y_axis.y, self.z_axis.y, self.w_axis.y),
            Vec4::new(self.x_axis.z, self.y_axis.z, self.z_axis.z, self.w_axis.z),
            Vec4::new(self.x_axis.w, self.y_axis.w, self.z_axis.w, self.w_axis.w),
        )
    }

    /// By the determinants of pairs of rows, of the first two columns and of the
    /// last two.
    pub fn determinant(&self) -> f32 {
        let a01 = self.x_axis.x * self.y_axis.y - self.y_axis.x * self.x_axis.y;
        let a02 = self.x_axis.x * self.y_axis.z - self.y_axis.x * self.x_axis.z;
        let a03 = self.x_axis.x * self.y_axis.w - self.y_axis.x * self.x_axis.w;
        let a12 = self.x_axis.y * self.y_axis.z - self.y_axis.y * self.x_axis.z;
        let a13 = self.x_axis.y * self.y_axis.w - self.y_axis.y * self.x_axis.w;
        let a23 = self.x_axis.z * self.y_axis.w - self.y_axis.z * self.x_axis.w;
        let b01 = self.z_axis.x * self.w_axis.y - self.w_axis.x * self.z_axis.y;
        let b02 = self.z_axis.x * self.w_axis.z - self.w_axis.x * self.z_axis.z;
        let b03 = self.z_axis.x * self.w_axis.w - self.w_axis.x * self.z_axis.w;
        let b12 = self.z_axis.y * self.w_axis.z - self.w_axis.y * self.z_axis.z;
        let b13 = self.z_axis.y * self.w_axis.w - self.w_axis.y * self.z_axis.w;
        let b23 = self.z_axis.z * self.w_axis.w - self.w_axis.z * self.z_axis.w;
        a01 * b23 - a02 * b13 + a03 * b12 + a12 * b03 - a13 * b02 + a23 * b01
    }

    /// The matrix that undoes this one, whose determinant must not be zero.
    pub fn inverse(&self) -> Mat4 {
        let a01 = self.x_axis.x * self.y_axis.y - self.y_axis.x * self.x_axis.y;
        let a02 = self.x_axis.x * self.y_axis.z - self.y_axis.x * self.x_axis.z;
        let a03 = self.x_axis.x * self.y_axis.w - self.y_axis.x * self.x_axis.w;
        let a12 = self.x_axis.y * self.y_axis.z - self.y_axis.y * self.x_axis.z;
        let a13 = self.x_axis.y * self.y_axis.w - self.y_axis.y * self.x_axis.w;
        let a23 = self.x_axis.z * self.y_axis.w - self.y_axis.z * self.x_axis.w;
        let b01 = self.z_axis.x * self.w_axis.y - self.w_axis.x * self.z_axis.y;
        let b02 = self.z_axis.x * self.w_axis.z - self.w_axis.x * self.z_axis.z;
        let b03 = self.z_axis.x * self.w_axis.w - self.w_axis.x * self.z_axis.w;
        let b12 = self.z_axis.y * self.w_axis.z - self.w_axis.y * self.z_axis.z;
        let b13 = self.z_axis.y * self.w_axis.w - self.w_axis.y * self.z_axis.w;
        let b23 = self.z_axis.z * self.w_axis.w - self.w_axis.z * self.z_axis.w;
        let factor = 1.0 / (a01 * b23 - a02 * b13 + a03 * b12 + a12 * b03 - a13 * b02 + a23 * b01);
        Mat4::from_cols(
            Vec4::new(
                (self.y_axis.y * b23 - self.y_axis.z * b13 + self.y_axis.w * b12) * factor,
                (self.x_axis.y * b23 - self.x_axis.z * b13 + self.x_axis.w * b12) * -factor,
                (self.w_axis.y * a23 - self.w_axis.z * a13 + self.w_axis.w * a12) * factor,
                (self.z_axis.y * a23 - self.z_axis.z * a13 + self.z_axis.w * a12) * -factor,
            ),
            Vec4::new(
                (self.y_axis.x * b23 - self.y_axis.z * b03 + self.y_axis.w * b02) * -factor,
                (self.x_axis.x * b23 - self.x_axis.z * b03 + self.x_axis.w * b02) * factor,
                (self.w_axis.x * a23 - self.w_axis.z * a03 + self.w_axis.w * a02) * -factor,
                (self.z_axis.x * a23 - self.z_axis.z * a03 + self.z_axis.w * a02) * factor,
            ),
            Vec4::new(
                (self.y_axis.x * b13 - self.y_axis.y * b03 + self.y_axis.w * b01) * factor,
                (self.x_axis.x * b13 - self.x_axis.y * b03 + self.x_axis.w * b01) * -factor,
                (self.w_axis.x * a13 - self.w_axis.y * a03 + self.w_axis.w * a01) * factor,
                (self.z_axis.x * a13 - self.z_axis.y * a03 + self.z_axis.w * a01) * -factor,
            ),
            Vec4::new(
                (self.y_axis.x * b12 - self.y_axis.y * b02 + self.y_axis.z * b01) * -factor,
                (self.x_axis.x * b12 - self.x_axis.y * b02 + self.x_axis.z * b01) * factor,
                (self.w_axis.x * a12 - self.w_axis.y * a02 + self.w_axis.z * a01) * -factor,
                (self.z_axis.x * a12 - self.z_axis.y * a02 + self.z_axis.z * a01) * factor,
            ),
        )
    }

    pub fn from_mat3(m: Mat3) -> Mat4 {
        Mat4::from_cols(m.x_axis.extend(0.0), m.y_axis.extend(0.0), m.z_axis.extend(0.0), Vec4::W)
    }

    pub fn from_mat3_translation(m: Mat3, translation: Vec3) -> Mat4 {
        Mat4::from_cols(
            m.x_axis.extend(0.0),
            m.y_axis.extend(0.0),
            m.z_axis.extend(0.0),
            translation.extend(1.0),
        )
    }

    pub fn from_translation(translation: Vec3) -> Mat4 {
        Mat4::from_cols(Vec4::X, Vec4::Y, Vec4::Z, translation.extend(1.0))
    }

    pub fn from_scale(scale: Vec3) -> Mat4 {
        Mat4::from_diagonal(scale.extend(1.0))
    }

    pub fn from_axis_angle(axis: Vec3, angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_axis_angle(axis, angle))
    }

    pub fn from_rotation_x(angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_rotation_x(angle))
    }

    pub fn from_rotation_y(angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_rotation_y(angle))
    }

    pub fn from_rotation_z(angle: f32) -> Mat4 {
        Mat4::from_mat3(Mat3::from_rotation_z(angle))
    }

    pub fn look_to_rh(eye: Vec3, dir: Vec3, up: Vec3) -> Mat4 {
        let s = dir.cross(up).normalize();
        let u = s.cross(dir);
        Mat4::from_cols(
            Vec4::new(s.x, u.x, -dir.x, 0.0),
            Vec4::new(s.y, u.y, -dir.y, 0.0),
            Vec4::new(s.z, u.z, -dir.z, 0.0),
            Vec4::new(-eye.dot(s), -eye.dot(u), eye.dot(dir), 1.0),
        )
    }

    pub fn look_to_lh(eye: Vec3, dir: Vec3, up: Vec3) -> Mat4 {
        Mat4::look_to_rh(eye, -dir, up)
    }

    pub fn look_at_rh(eye: Vec3, center: Vec3, up: Vec3) -> Mat4 {
        Mat4::look_to_rh(eye, (center - eye).normalize(), up)
    }

    pub fn look_at_lh(eye: Vec3, center: Vec3, up: Vec3) -> Mat4 {
        Mat4::look_to_lh(eye, (center - eye).normalize(), up)
    }

    pub fn perspective_rh(fov_y_radians: f32, aspect_ratio: f32, z_near: f32, z_far: f32) -> Mat4 {
        let (sin, cos) = (0.5 * fov_y_radians).sin_cos();
        let h = cos / sin;
        let r = z_far / (z_near - z_far);
        Mat4::from_cols(
            Vec4::new(h / aspect_ratio, 0.0, 0.0, 0.0),
            Vec4::new(0.0, h, 0.0, 0.0),
            Vec4::new(0.0, 0.0, r, -1.0),
            Vec4::new(0.0, 0.0, r * z_near, 0.0),
        )
    }

    pub fn orthographic_rh(
        left: f32,
        right: f32,
        bottom: f32,
        top: f32,
        near: f32,
        far: f32,
    ) -> Mat4 {
        let width = 1.0 / (right - left);
        let height = 1.0 / (top - bottom);
        let r = 1.0 / (near - far);
        Mat4::from_cols(
            Vec4::new(width + width, 0.0, 0.0, 0.0),
            Vec4::new(0.0, height + height, 0.0, 0.0),
            Vec4::new(0.0, 0.0, r, 0.0),
            Vec4::new(-(left + right) * width, -(top + bottom) * height, r * near, 1.0),
        )
    }

    /// The point moved, with 1 as its fourth component.
    pub fn transform_point3(&self, rhs: Vec3) -> Vec3 {
        self.mul_vec4(rhs.extend(1.0)).truncate()
    }

    /// The direction turned, with 0 as its fourth component.
    pub fn transform_vector3(&self, rhs: Vec3) -> Vec3 {
        self.mul_vec4(rhs.extend(0.0)).truncate()
    }

    /// The point moved, and divided by the fourth component.
    pub fn project_point3(&self, rhs: Vec3) -> Vec3 {
        let point = self.mul_vec4(rhs.extend(1.0));
        point.truncate() / point.w
    }

    pub fn mul_vec4(&self, rhs: Vec4) -> Vec4 {
        self.x_axis * rhs.x + self.y_axis * rhs.y + self.z_axis * rhs.z + self.w_axis * rhs.w
    }

    pub fn mul_mat4(&self, rhs: &Mat4) -> Mat4 {
        Mat4::from_cols(
            self.mul_vec4(rhs.x_axis),
            self.mul_vec4(rhs.y_axis),
            self.mul_vec4(rhs.z_axis),
            self.mul_vec4(rhs.w_axis),
        )
    }

    pub fn add_mat4(&self, rhs: &Mat4) -> Mat4 {
        Mat4::from_cols(
            self.x_axis + rhs.x_axis,
            self.y_axis + rhs.y_axis,
            self.z_axis + rhs.z_axis,
            self.w_axis + rhs.w_axis,
        )
    }

    pub fn sub_mat4(&self, rhs: &Mat4) -> Mat4 {
        Mat4::from_cols(
            self.x_axis - rhs.x_axis,
            self.y_axis - rhs.y_axis,
            self.z_axis - rhs.z_axis,
            self.w_axis - rhs.w_axis,
        )
    }

    pub fn mul_scalar(&self, rhs: f32) -> Mat4 {
        Mat4::from_cols(self.x_axis * rhs, self.y_axis * rhs, self.z_axis * rhs, self.w_axis * rhs)
    }

    pub fn div_scalar(&self, rhs: f32) -> Mat4 {
        Mat4::from_cols(self.x_axis / rhs, self.y_axis / rhs, self.z_axis / rhs, self.w_axis / rhs)
    }

    pub fn abs(&self) -> Mat4 {
        Mat4::from_cols(self.x_axis.abs(), self.y_axis.abs(), self.z_axis.abs(), self.w_axis.abs())
    }

    pub fn abs_diff_eq(&self, rhs: Mat4, max_abs_diff: f32) -> bool {
        self.x_axis.abs_diff_eq(rhs.x_axis, max_abs_diff)
            && self.y_axis.abs_diff_eq(rhs.y_axis, max_abs_diff)
            && self.z_axis.abs_diff_eq(rhs.z_axis, max_abs_diff)
            && self.w_axis.abs_diff_eq(rhs.w_axis, max_abs_diff)
    }
}

impl Default for Mat4 {
    fn default() -> Mat4 {
        Mat4::IDENTITY
    }
}

impl Add for Mat4 {
    type Output = Mat4;

    fn add(self, rhs: Mat4) -> Mat4 {
        self.add_mat4(&rhs)
    }
}

impl Sub for Mat4 {
    type Output = Mat4;

    fn sub(self, rhs: Mat4) -> Mat4 {
        self.sub_mat4(&rhs)
    }
}

impl Mul for Mat4 {
    type Output = Mat4;

    fn mul(self, rhs: Mat4) -> Mat4 {
        self.mul_mat4(&rhs)
    }
}

impl Mul<Vec4> for Mat4 {
    type Output = Vec4;

    fn mul(self, rhs: Vec4) -> Vec4 {
        self.mul_vec4(rhs)
    }
}

impl Mul<f32> for Mat4 {
    type Output = Mat4;

    fn mul(self, rhs: f32) -> Mat4 {
        self.mul_scalar(rhs)
    }
}

impl Div<f32> for Mat4 {
    type Output = Mat4;

    fn div(self, rhs: f32) -> Mat4 {
        self.div_scalar(rhs)
    }
}

impl Mul<Mat4> for f32 {
    type Output = Mat4;

    fn mul(self, rhs: Mat4) -> Mat4 {
        rhs.mul_scalar(self)
    }
}

impl Neg for Mat4 {
    type Output = Mat4;

    fn neg(self) -> Mat4 {
        Mat4::from_cols(-self.x_axis, -self.y_axis, -self.z_axis, -self.w_axis)
    }
}

impl AddAssign for Mat4 {
    fn add_assign(&mut self, rhs: Mat4) {
        *self = *self + rhs;
    }
}

impl SubAssign for Mat4 {
    fn sub_assign(&mut self, rhs: Mat4) {
        *self = *self - rhs;
    }
}

impl MulAssign for Mat4 {
    fn mul_assign(&mut self, rhs: Mat4) {
        *self = *self * rhs;
    }
}

impl MulAssign<f32> for Mat4 {
    fn mul_assign(&mut self, rhs: f32) {
        *self = *self * rhs;
    }
}

impl DivAssign<f32> for Mat4 {
    fn div_assign(&mut self, rhs: f32) {
        *self = *self / rhs;
    }
}
