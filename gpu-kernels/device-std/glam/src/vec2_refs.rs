// Written by `cargo xtask glam` from templates/references.rs.in.

//! The operators of Vec2 on references.

use core::ops::*;

use super::*;

impl Add<&Vec2> for Vec2 {
    type Output = Vec2;

    fn add(self, rhs: &Vec2) -> Vec2 {
        self + *rhs
    }
}

impl Add<Vec2> for &Vec2 {
    type Output = Vec2;

    fn add(self, rhs: Vec2) -> Vec2 {
        *self + rhs
    }
}

impl Add<&Vec2> for &Vec2 {
    type Output = Vec2;

    fn add(self, rhs: &Vec2) -> Vec2 {
        *self + *rhs
    }
}

impl Add<f32> for &Vec2 {
    type Output = Vec2;

    fn add(self, rhs: f32) -> Vec2 {
        *self + rhs
    }
}

impl Add<&Vec2> for f32 {
    type Output = Vec2;

    fn add(self, rhs: &Vec2) -> Vec2 {
        self + *rhs
    }
}

impl AddAssign<&Vec2> for Vec2 {
    fn add_assign(&mut self, rhs: &Vec2) {
        *self = *self + *rhs;
    }
}

impl Sub<&Vec2> for Vec2 {
    type Output = Vec2;

    fn sub(self, rhs: &Vec2) -> Vec2 {
        self - *rhs
    }
}

impl Sub<Vec2> for &Vec2 {
    type Output = Vec2;

    fn sub(self, rhs: Vec2) -> Vec2 {
        *self - rhs
    }
}

impl Sub<&Vec2> for &Vec2 {
    type Output = Vec2;

    fn sub(self, rhs: &Vec2) -> Vec2 {
        *self - *rhs
    }
}

impl Sub<f32> for &Vec2 {
    type Output = Vec2;

    fn sub(self, rhs: f32) -> Vec2 {
        *self - rhs
    }
}

impl Sub<&Vec2> for f32 {
    type Output = Vec2;

    fn sub(self, rhs: &Vec2) -> Vec2 {
        self - *rhs
    }
}

impl SubAssign<&Vec2> for Vec2 {
    fn sub_assign(&mut self, rhs: &Vec2) {
        *self = *self - *rhs;
    }
}

impl Mul<&Vec2> for Vec2 {
    type Output = Vec2;

    fn mul(self, rhs: &Vec2) -> Vec2 {
        self * *rhs
    }
}

impl Mul<Vec2> for &Vec2 {
    type Output = Vec2;

    fn mul(self, rhs: Vec2) -> Vec2 {
        *self * rhs
    }
}

impl Mul<&Vec2> for &Vec2 {
    type Output = Vec2;

    fn mul(self, rhs: &Vec2) -> Vec2 {
        *self * *rhs
    }
}

impl Mul<f32> for &Vec2 {
    type Output = Vec2;

    fn mul(self, rhs: f32) -> Vec2 {
        *self * rhs
    }
}

impl Mul<&Vec2> for f32 {
    type Output = Vec2;

    fn mul(self, rhs: &Vec2) -> Vec2 {
        self * *rhs
    }
}

impl MulAssign<&Vec2> for Vec2 {
    fn mul_assign(&mut self, rhs: &Vec2) {
        *self = *self * *rhs;
    }
}

impl Div<&Vec2> for Vec2 {
    type Output = Vec2;

    fn div(self, rhs: &Vec2) -> Vec2 {
        self / *rhs
    }
}

impl Div<Vec2> for &Vec2 {
    type Output = Vec2;

    fn div(self, rhs: Vec2) -> Vec2 {
        *self / rhs
    }
}

impl Div<&Vec2> for &Vec2 {
    type Output = Vec2;

    fn div(self, rhs: &Vec2) -> Vec2 {
        *self / *rhs
    }
}

impl Div<f32> for &Vec2 {
    type Output = Vec2;

    fn div(self, rhs: f32) -> Vec2 {
        *self / rhs
    }
}

impl Div<&Vec2> for f32 {
    type Output = Vec2;

    fn div(self, rhs: &Vec2) -> Vec2 {
        self / *rhs
    }
}

impl DivAssign<&Vec2> for Vec2 {
    fn div_assign(&mut self, rhs: &Vec2) {
        *self = *self / *rhs;
    }
}

impl Neg for &Vec2 {
    type Output = Vec2;

    fn neg(self) -> Vec2 {
        -*self
    }
}
