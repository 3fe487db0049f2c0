// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of Vec2.

use core::ops::*;

use super::*;

impl Add for Vec2 {
    type Output = Vec2;

    fn add(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x + rhs.x, self.y + rhs.y)
    }
}

impl Add<f32> for Vec2 {
    type Output = Vec2;

    fn add(self, rhs: f32) -> Vec2 {
        Vec2::new(self.x + rhs, self.y + rhs)
    }
}

impl Add<Vec2> for f32 {
    type Output = Vec2;

    fn add(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self + rhs.x, self + rhs.y)
    }
}

impl AddAssign for Vec2 {
    fn add_assign(&mut self, rhs: Vec2) {
        *self = *self + rhs;
    }
}

impl AddAssign<f32> for Vec2 {
    fn add_assign(&mut self, rhs: f32) {
        *self = *self + rhs;
    }
}

impl Sub for Vec2 {
    type Output = Vec2;

    fn sub(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x - rhs.x, self.y - rhs.y)
    }
}

impl Sub<f32> for Vec2 {
    type Output = Vec2;

    fn sub(self, rhs: f32) -> Vec2 {
        Vec2::new(self.x - rhs, self.y - rhs)
    }
}

impl Sub<Vec2> for f32 {
    type Output = Vec2;

    fn sub(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self - rhs.x, self - rhs.y)
    }
}

impl SubAssign for Vec2 {
    fn sub_assign(&mut self, rhs: Vec2) {
        *self = *self - rhs;
    }
}

impl SubAssign<f32> for Vec2 {
    fn sub_assign(&mut self, rhs: f32) {
        *self = *self - rhs;
    }
}

impl Mul for Vec2 {
    type Output = Vec2;

    fn mul(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x * rhs.x, self.y * rhs.y)
    }
}

impl Mul<f32> for Vec2 {
    type Output = Vec2;

    fn mul(self, rhs: f32) -> Vec2 {
        Vec2::new(self.x * rhs, self.y * rhs)
    }
}

impl Mul<Vec2> for f32 {
    type Output = Vec2;

    fn mul(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self * rhs.x, self * rhs.y)
    }
}

impl MulAssign for Vec2 {
    fn mul_assign(&mut self, rhs: Vec2) {
        *self = *self * rhs;
    }
}

impl MulAssign<f32> for Vec2 {
    fn mul_assign(&mut self, rhs: f32) {
        *self = *self * rhs;
    }
}

impl Div for Vec2 {
    type Output = Vec2;

    fn div(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x / rhs.x, self.y / rhs.y)
    }
}

impl Div<f32> for Vec2 {
    type Output = Vec2;

    fn div(self, rhs: f32) -> Vec2 {
        Vec2::new(self.x / rhs, self.y / rhs)
    }
}

impl Div<Vec2> for f32 {
    type Output = Vec2;

    fn div(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self / rhs.x, self / rhs.y)
    }
}

impl DivAssign for Vec2 {
    fn div_assign(&mut self, rhs: Vec2) {
        *self = *self / rhs;
    }
}

impl DivAssign<f32> for Vec2 {
    fn div_assign(&mut self, rhs: f32) {
        *self = *self / rhs;
    }
}

impl Rem for Vec2 {
    type Output = Vec2;

    fn rem(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self.x % rhs.x, self.y % rhs.y)
    }
}

impl Rem<f32> for Vec2 {
    type Output = Vec2;

    fn rem(self, rhs: f32) -> Vec2 {
        Vec2::new(self.x % rhs, self.y % rhs)
    }
}

impl Rem<Vec2> for f32 {
    type Output = Vec2;

    fn rem(self, rhs: Vec2) -> Vec2 {
        Vec2::new(self % rhs.x, self % rhs.y)
    }
}

impl RemAssign for Vec2 {
    fn rem_assign(&mut self, rhs: Vec2) {
        *self = *self % rhs;
    }
}

impl RemAssign<f32> for Vec2 {
    fn rem_assign(&mut self, rhs: f32) {
        *self = *self % rhs;
    }
}

impl Neg for Vec2 {
    type Output = Vec2;

    fn neg(self) -> Vec2 {
        Vec2::new(-self.x, -self.y)
    }
}

impl Index<usize> for Vec2 {
    type Output = f32;

    fn index(&self, index: usize) -> &f32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for Vec2 {
    fn index_mut(&mut self, index: usize) -> &mut f32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[f32; 2]> for Vec2 {
    fn from(v: [f32; 2]) -> Vec2 {
        Vec2::from_array(v)
    }
}

impl From<Vec2> for [f32; 2] {
    fn from(v: Vec2) -> [f32; 2] {
        v.to_array()
    }
}

impl From<(f32, f32)> for Vec2 {
    fn from(v: (f32, f32)) -> Vec2 {
        Vec2::new(v.0, v.1)
    }
}

impl From<Vec2> for (f32, f32) {
    fn from(v: Vec2) -> (f32, f32) {
        (v.x, v.y)
    }
}

impl Vec2 {
    pub fn cmpeq(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x == rhs.x, self.y == rhs.y)
    }

    pub fn cmpne(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x != rhs.x, self.y != rhs.y)
    }

    pub fn cmplt(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x < rhs.x, self.y < rhs.y)
    }

    pub fn cmple(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x <= rhs.x, self.y <= rhs.y)
    }

    pub fn cmpgt(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x > rhs.x, self.y > rhs.y)
    }

    pub fn cmpge(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x >= rhs.x, self.y >= rhs.y)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec2, if_true: Vec2, if_false: Vec2) -> Vec2 {
        Vec2::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
        )
    }
}
