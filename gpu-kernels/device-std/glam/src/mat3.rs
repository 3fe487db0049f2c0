// Written by `cargo xtask glam` from templates/matrix.rs.in.

//! Mat3: a matrix of 3 columns and 3 rows.

use core::ops::*;

use super::*;

/// A matrix in columns. It turns a vector into the sum of its columns, each times
/// a component of the vector.
#[derive(Clone, Copy, PartialEq)]
#[repr(C)]
pub struct Mat3 {
    pub x_axis: Vec3,
    pub y_axis: Vec3,
    pub z_axis: Vec3,
}

/// The matrix with these columns.
pub const fn mat3(x_axis: Vec3, y_axis: Vec3, z_axis: Vec3) -> Mat3 {
    Mat3::from_cols(x_axis, y_axis, z_axis)
}

impl Mat3 {
    pub const ZERO: Mat3 = Mat3::from_cols(Vec3::ZERO, Vec3::ZERO, Vec3::ZERO);
    pub const IDENTITY: Mat3 = Mat3::from_cols(Vec3::X, Vec3::Y, Vec3::Z);
    pub const NAN: Mat3 = Mat3::from_cols(Vec3::NAN, Vec3::NAN, Vec3::NAN);

    pub const fn from_cols(x_axis: Vec3, y_axis: Vec3, z_axis: Vec3) -> Mat3 {
        Mat3 { x_axis, y_axis, z_axis }
    }

    pub const fn from_cols_array(m: &[f32; 9]) -> Mat3 {
        Mat3::from_cols(
            Vec3::new(m[0], m[1], m[2]),
            Vec3::new(m[3], m[4], m[5]),
            Vec3::new(m[6], m[7], m[8]),
        )
    }

    pub const fn to_cols_array(&self) -> [f32; 9] {
        [
            self.x_axis.x,
            self.x_axis.y,
            self.x_axis.z,
            self.y_axis.x,
            self.y_axis.y,
            self.y_axis.z,
            self.z_axis.x,
            self.z_axis.y,
            self.z_axis.z,
        ]
    }

    pub const fn from_cols_array_2d(m: &[[f32; 3]; 3]) -> Mat3 {
        Mat3::from_cols(Vec3::from_array(m[0]), Vec3::from_array(m[1]), Vec3::from_array(m[2]))
    }

    pub const fn to_cols_array_2d(&self) -> [[f32; 3]; 3] {
        [self.x_axis.to_array(), self.y_axis.to_array(), self.z_axis.to_array()]
    }

    pub fn col(&self, index: usize) -> Vec3 {
        match index {
            0 => self.x_axis,
            1 => self.y_axis,
            2 => self.z_axis,
            _ => panic!("index out of bounds"),
        }
    }

    pub fn row(&self, index: usize) -> Vec3 {
        match index {
            0 => Vec3::new(self.x_axis.x, self.y_axis.x, self.z_axis.x),
            1 => Vec3::new(self.x_axis.y, self.y_axis.y, self.z_axis.y),
            2 => Vec3::new(self.x_axis.z, self.y_axis.z, self.z_axis.z),
            _ => panic!("index out of bounds"),
        }
    }

    pub fn is_finite(&self) -> bool {
        self.x_axis.is_finite() && self.y_axis.is_finite() && self.z_axis.is_finite()
    }

    pub fn is_nan(&self) -> bool {
        self.x_axis.is_nan() || self.y_axis.is_nan() || self.z_axis.is_nan()
    }

    pub fn transpose(&self) -> Mat3 {
        Mat3::from_cols(
            Vec3::new(self.x_axis.x, self.y_axis.x, self.z_axis.x),
            Vec3::new(self.x_axis.y, self.y_axis.y, self.z_axis.y),
            Vec3::new(self.x_axis.z, self.y_axis.z, self.z_axis.z),
        )
    }

    pub fn mul_vec3(&self, rhs: Vec3) -> Vec3 {
        self.x_axis * rhs.x + self.y_axis * rhs.y + self.z_axis * rhs.z
    }

    pub fn mul_mat3(&self, rhs: &Mat3) -> Mat3 {
        Mat3::from_cols(
            self.mul_vec3(rhs.x_axis),
            self.mul_vec3(rhs.y_axis),
            self.mul_vec3(rhs.z_axis),
        )
    }

    pub fn add_mat3(&self, rhs: &Mat3) -> Mat3 {
        Mat3::from_cols(
            self.x_axis + rhs.x_axis,
            self.y_axis + rhs.y_axis,
            self.z_axis + rhs.z_axis,
        )
    }

    pub fn sub_mat3(&self, rhs: &Mat3) -> Mat3 {
        Mat3::from_cols(
            self.x_axis - rhs.x_axis,
            self.y_axis - rhs.y_axis,
            self.z_axis - rhs.z_axis,
        )
    }

    pub fn mul_scalar(&self, rhs: f32) -> Mat3 {
        Mat3::from_cols(self.x_axis * rhs, self.y_axis * rhs, self.z_axis * rhs)
    }

    pub fn div_scalar(&self, rhs: f32) -> Mat3 {
        Mat3::from_cols(self.x_axis / rhs, self.y_axis / rhs, self.z_axis / rhs)
    }

    pub fn abs(&self) -> Mat3 {
        Mat3::from_cols(self.x_axis.abs(), self.y_axis.abs(), self.z_axis.abs())
    }

    pub fn abs_diff_eq(&self, rhs: Mat3, max_abs_diff: f32) -> bool {
        self.x_axis.abs_diff_eq(rhs.x_axis, max_abs_diff)
            && self.y_axis.abs_diff_eq(rhs.y_axis, max_abs_diff)
            && self.z_axis.abs_diff_eq(rhs.z_axis, max_abs_diff)
    }
}

impl Default for Mat3 {
    fn default() -> Mat3 {
        Mat3::IDENTITY
    }
}

impl Add for Mat3 {
    type Output = Mat3;

    fn add(self, rhs: Mat3) -> Mat3 {
        self.add_mat3(&rhs)
    }
}

impl Sub for Mat3 {
    type Output = Mat3;

    fn sub(self, rhs: Mat3) -> Mat3 {
        self.sub_mat3(&rhs)
    }
}

impl Mul for Mat3 {
    type Output = Mat3;

    fn mul(self, rhs: Mat3) -> Mat3 {
        self.mul_mat3(&rhs)
    }
}

impl Mul<Vec3> for Mat3 {
    type Output = Vec3;

    fn mul(self, rhs: Vec3) -> Vec3 {
        self.mul_vec3(rhs)
    }
}

impl Mul<f32> for Mat3 {
    type Output = Mat3;

    fn mul(self, rhs: f32) -> Mat3 {
        self.mul_scalar(rhs)
    }
}

impl Div<f32> for Mat3 {
    type Output = Mat3;

    fn div(self, rhs: f32) -> Mat3 {
        self.div_scalar(rhs)
    }
}

impl Mul<Mat3> for f32 {
    type Output = Mat3;

    fn mul(self, rhs: Mat3) -> Mat3 {
        rhs.mul_scalar(self)
    }
}

impl Neg for Mat3 {
    type Output = Mat3;

    fn neg(self) -> Mat3 {
        Mat3::from_cols(-self.x_axis, -self.y_axis, -self.z_axis)
    }
}

impl AddAssign for Mat3 {
    fn add_assign(&mut self, rhs: Mat3) {
        *self = *self + rhs;
    }
}

impl SubAssign for Mat3 {
    fn sub_assign(&mut self, rhs: Mat3) {
        *self = *self - rhs;
    }
}

impl MulAssign for Mat3 {
    fn mul_assign(&mut self, rhs: Mat3) {
        *self = *self * rhs;
    }
}

impl MulAssign<f32> for Mat3 {
    fn mul_assign(&mut self, rhs: f32) {
        *self = *self * rhs;
    }
}

impl DivAssign<f32> for Mat3 {
    fn div_assign(&mut self, rhs: f32) {
        *self = *self / rhs;
    }
}
