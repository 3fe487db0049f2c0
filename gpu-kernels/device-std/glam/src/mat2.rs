// Written by `cargo xtask glam` from templates/matrix.rs.in.

//! Mat2: a matrix of 2 columns and 2 rows.

use core::ops::*;

use super::*;

/// A matrix in columns. It turns a vector into the sum of its columns, each times
/// a component of the vector.
#[derive(Clone, Copy, PartialEq)]
#[repr(C, align(8))]
pub struct Mat2 {
    pub x_axis: Vec2,
    pub y_axis: Vec2,
}

/// The matrix with these columns.
pub const fn mat2(x_axis: Vec2, y_axis: Vec2) -> Mat2 {
    Mat2::from_cols(x_axis, y_axis)
}

impl Mat2 {
    pub const ZERO: Mat2 = Mat2::from_cols(Vec2::ZERO, Vec2::ZERO);
    pub const IDENTITY: Mat2 = Mat2::from_cols(Vec2::X, Vec2::Y);
    pub const NAN: Mat2 = Mat2::from_cols(Vec2::NAN, Vec2::NAN);

    pub const fn from_cols(x_axis: Vec2, y_axis: Vec2) -> Mat2 {
        Mat2 { x_axis, y_axis }
    }

    pub const fn from_cols_array(m: &[f32; 4]) -> Mat2 {
        Mat2::from_cols(Vec2::new(m[0], m[1]), Vec2::new(m[2], m[3]))
    }

    pub const fn to_cols_array(&self) -> [f32; 4] {
        [self.x_axis.x, self.x_axis.y, self.y_axis.x, self.y_axis.y]
    }

    pub const fn from_cols_array_2d(m: &[[f32; 2]; 2]) -> Mat2 {
        Mat2::from_cols(Vec2::from_array(m[0]), Vec2::from_array(m[1]))
    }

    pub const fn to_cols_array_2d(&self) -> [[f32; 2]; 2] {
        [self.x_axis.to_array(), self.y_axis.to_array()]
    }

    pub fn col(&self, index: usize) -> Vec2 {
        match index {
            0 => self.x_axis,
            1 => self.y_axis,
            _ => panic!("index out of bounds"),
        }
    }

    pub fn row(&self, index: usize) -> Vec2 {
        match index {
            0 => Vec2::new(self.x_axis.x, self.y_axis.x),
            1 => Vec2::new(self.x_axis.y, self.y_axis.y),
            _ => panic!("index out of bounds"),
        }
    }

    pub fn is_finite(&self) -> bool {
        self.x_axis.is_finite() && self.y_axis.is_finite()
    }

    pub fn is_nan(&self) -> bool {
        self.x_axis.is_nan() || self.y_axis.is_nan()
    }

    pub fn transpose(&self) -> Mat2 {
        Mat2::from_cols(
            Vec2::new(self.x_axis.x, self.y_axis.x),
            Vec2::new(self.x_axis.y, self.y_axis.y),
        )
    }

    pub fn mul_vec2(&self, rhs: Vec2) -> Vec2 {
        self.x_axis * rhs.x + self.y_axis * rhs.y
    }

    pub fn mul_mat2(&self, rhs: &Mat2) -> Mat2 {
        Mat2::from_cols(self.mul_vec2(rhs.x_axis), self.mul_vec2(rhs.y_axis))
    }

    pub fn add_mat2(&self, rhs: &Mat2) -> Mat2 {
        Mat2::from_cols(self.x_axis + rhs.x_axis, self.y_axis + rhs.y_axis)
    }

    pub fn sub_mat2(&self, rhs: &Mat2) -> Mat2 {
        Mat2::from_cols(self.x_axis - rhs.x_axis, self.y_axis - rhs.y_axis)
    }

    pub fn mul_scalar(&self, rhs: f32) -> Mat2 {
        Mat2::from_cols(self.x_axis * rhs, self.y_axis * rhs)
    }

    pub fn div_scalar(&self, rhs: f32) -> Mat2 {
        Mat2::from_cols(self.x_axis / rhs, self.y_axis / rhs)
    }

    pub fn abs(&self) -> Mat2 {
        Mat2::from_cols(self.x_axis.abs(), self.y_axis.abs())
    }

    pub fn abs_diff_eq(&self, rhs: Mat2, max_abs_diff: f32) -> bool {
        self.x_axis.abs_diff_eq(rhs.x_axis, max_abs_diff)
            && self.y_axis.abs_diff_eq(rhs.y_axis, max_abs_diff)
    }
}

impl Default for Mat2 {
    fn default() -> Mat2 {
        Mat2::IDENTITY
    }
}

impl Add for Mat2 {
    type Output = Mat2;

    fn add(self, rhs: Mat2) -> Mat2 {
        self.add_mat2(&rhs)
    }
}

impl Sub for Mat2 {
    type Output = Mat2;

    fn sub(self, rhs: Mat2) -> Mat2 {
        self.sub_mat2(&rhs)
    }
}

impl Mul for Mat2 {
    type Output = Mat2;

    fn mul(self, rhs: Mat2) -> Mat2 {
        self.mul_mat2(&rhs)
    }
}

impl Mul<Vec2> for Mat2 {
    type Output = Vec2;

    fn mul(self, rhs: Vec2) -> Vec2 {
        self.mul_vec2(rhs)
    }
}

impl Mul<f32> for Mat2 {
    type Output = Mat2;

    fn mul(self, rhs: f32) -> Mat2 {
        self.mul_scalar(rhs)
    }
}

impl Div<f32> for Mat2 {
    type Output = Mat2;

    fn div(self, rhs: f32) -> Mat2 {
        self.div_scalar(rhs)
    }
}

impl Mul<Mat2> for f32 {
    type Output = Mat2;

    fn mul(self, rhs: Mat2) -> Mat2 {
        rhs.mul_scalar(self)
    }
}

impl Neg for Mat2 {
    type Output = Mat2;

    fn neg(self) -> Mat2 {
        Mat2::from_cols(-self.x_axis, -self.y_axis)
    }
}

impl AddAssign for Mat2 {
    fn add_assign(&mut self, rhs: Mat2) {
        *self = *self + rhs;
    }
}

impl SubAssign for Mat2 {
    fn sub_assign(&mut self, rhs: Mat2) {
        *self = *self - rhs;
    }
}

impl MulAssign for Mat2 {
    fn mul_assign(&mut self, rhs: Mat2) {
        *self = *self * rhs;
    }
}

impl MulAssign<f32> for Mat2 {
    fn mul_assign(&mut self, rhs: f32) {
        *self = *self * rhs;
    }
}

impl DivAssign<f32> for Mat2 {
    fn div_assign(&mut self, rhs: f32) {
        *self = *self / rhs;
    }
}
