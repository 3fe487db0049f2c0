// Written by `cargo xtask glam` from templates/references.rs.in.

//! The operators of Vec4 on references.

use core::ops::*;

use super::*;

impl Add<&Vec4> for Vec4 {
    type Output = Vec4;

    fn add(self, rhs: &Vec4) -> Vec4 {
        self + *rhs
    }
}

impl Add<Vec4> for &Vec4 {
    type Output = Vec4;

    fn add(self, rhs: Vec4) -> Vec4 {
        *self + rhs
    }
}

impl Add<&Vec4> for &Vec4 {
    type Output = Vec4;

    fn add(self, rhs: &Vec4) -> Vec4 {
        *self + *rhs
    }
}

impl Add<f32> for &Vec4 {
    type Output = Vec4;

    fn add(self, rhs: f32) -> Vec4 {
        *self + rhs
    }
}

impl Add<&Vec4> for f32 {
    type Output = Vec4;

    fn add(self, rhs: &Vec4) -> Vec4 {
        self + *rhs
    }
}

impl AddAssign<&Vec4> for Vec4 {
    fn add_assign(&mut self, rhs: &Vec4) {
        *self = *self + *rhs;
    }
}

impl Sub<&Vec4> for Vec4 {
    type Output = Vec4;

    fn sub(self, rhs: &Vec4) -> Vec4 {
        self - *rhs
    }
}

impl Sub<Vec4> for &Vec4 {
    type Output = Vec4;

    fn sub(self, rhs: Vec4) -> Vec4 {
        *self - rhs
    }
}

impl Sub<&Vec4> for &Vec4 {
    type Output = Vec4;

    fn sub(self, rhs: &Vec4) -> Vec4 {
        *self - *rhs
    }
}

impl Sub<f32> for &Vec4 {
    type Output = Vec4;

    fn sub(self, rhs: f32) -> Vec4 {
        *self - rhs
    }
}

impl Sub<&Vec4> for f32 {
    type Output = Vec4;

    fn sub(self, rhs: &Vec4) -> Vec4 {
        self - *rhs
    }
}

impl SubAssign<&Vec4> for Vec4 {
    fn sub_assign(&mut self, rhs: &Vec4) {
        *self = *self - *rhs;
    }
}

impl Mul<&Vec4> for Vec4 {
    type Output = Vec4;

    fn mul(self, rhs: &Vec4) -> Vec4 {
        self * *rhs
    }
}

impl Mul<Vec4> for &Vec4 {
    type Output = Vec4;

    fn mul(self, rhs: Vec4) -> Vec4 {
        *self * rhs
    }
}

impl Mul<&Vec4> for &Vec4 {
    type Output = Vec4;

    fn mul(self, rhs: &Vec4) -> Vec4 {
        *self * *rhs
    }
}

impl Mul<f32> for &Vec4 {
    type Output = Vec4;

    fn mul(self, rhs: f32) -> Vec4 {
        *self * rhs
    }
}

impl Mul<&Vec4> for f32 {
    type Output = Vec4;

    fn mul(self, rhs: &Vec4) -> Vec4 {
        self * *rhs
    }
}

impl MulAssign<&Vec4> for Vec4 {
    fn mul_assign(&mut self, rhs: &Vec4) {
        *self = *self * *rhs;
    }
}

impl Div<&Vec4> for Vec4 {
    type Output = Vec4;

    fn div(self, rhs: &Vec4) -> Vec4 {
        self / *rhs
    }
}

impl Div<Vec4> for &Vec4 {
    type Output = Vec4;

    fn div(self, rhs: Vec4) -> Vec4 {
        *self / rhs
    }
}

impl Div<&Vec4> for &Vec4 {
    type Output = Vec4;

    fn div(self, rhs: &Vec4) -> Vec4 {
        *self / *rhs
    }
}

impl Div<f32> for &Vec4 {
    type Output = Vec4;

    fn div(self, rhs: f32) -> Vec4 {
        *self / rhs
    }
}

impl Div<&Vec4> for f32 {
    type Output = Vec4;

    fn div(self, rhs: &Vec4) -> Vec4 {
        self / *rhs
    }
}

impl DivAssign<&Vec4> for Vec4 {
    fn div_assign(&mut self, rhs: &Vec4) {
        *self = *self / *rhs;
    }
}

impl Neg for &Vec4 {
    type Output = Vec4;

    fn neg(self) -> Vec4 {
        -*self
    }
}
