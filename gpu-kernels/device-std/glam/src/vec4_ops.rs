// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of Vec4.

use core::ops::*;

use super::*;

impl Add for Vec4 {
    type Output = Vec4;

    fn add(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Add<f32> for Vec4 {
    type Output = Vec4;

    fn add(self, rhs: f32) -> Vec4 {
        Vec4::new(self.x + rhs, self.y + rhs, self.z + rhs, self.w + rhs)
    }
}

impl Add<Vec4> for f32 {
    type Output = Vec4;

    fn add(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self + rhs.x, self + rhs.y, self + rhs.z, self + rhs.w)
    }
}

impl AddAssign for Vec4 {
    fn add_assign(&mut self, rhs: Vec4) {
        *self = *self + rhs;
    }
}

impl AddAssign<f32> for Vec4 {
    fn add_assign(&mut self, rhs: f32) {
        *self = *self + rhs;
    }
}

impl Sub for Vec4 {
    type Output = Vec4;

    fn sub(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Sub<f32> for Vec4 {
    type Output = Vec4;

    fn sub(self, rhs: f32) -> Vec4 {
        Vec4::new(self.x - rhs, self.y - rhs, self.z - rhs, self.w - rhs)
    }
}

impl Sub<Vec4> for f32 {
    type Output = Vec4;

    fn sub(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self - rhs.x, self - rhs.y, self - rhs.z, self - rhs.w)
    }
}

impl SubAssign for Vec4 {
    fn sub_assign(&mut self, rhs: Vec4) {
        *self = *self - rhs;
    }
}

impl SubAssign<f32> for Vec4 {
    fn sub_assign(&mut self, rhs: f32) {
        *self = *self - rhs;
    }
}

impl Mul for Vec4 {
    type Output = Vec4;

    fn mul(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z, self.w * rhs.w)
    }
}

impl Mul<f32> for Vec4 {
    type Output = Vec4;

    fn mul(self, rhs: f32) -> Vec4 {
        Vec4::new(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl Mul<Vec4> for f32 {
    type Output = Vec4;

    fn mul(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self * rhs.x, self * rhs.y, self * rhs.z, self * rhs.w)
    }
}

impl MulAssign for Vec4 {
    fn mul_assign(&mut self, rhs: Vec4) {
        *self = *self * rhs;
    }
}

impl MulAssign<f32> for Vec4 {
    fn mul_assign(&mut self, rhs: f32) {
        *self = *self * rhs;
    }
}

impl Div for Vec4 {
    type Output = Vec4;

    fn div(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z, self.w / rhs.w)
    }
}

impl Div<f32> for Vec4 {
    type Output = Vec4;

    fn div(self, rhs: f32) -> Vec4 {
        Vec4::new(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl Div<Vec4> for f32 {
    type Output = Vec4;

    fn div(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self / rhs.x, self / rhs.y, self / rhs.z, self / rhs.w)
    }
}

impl DivAssign for Vec4 {
    fn div_assign(&mut self, rhs: Vec4) {
        *self = *self / rhs;
    }
}

impl DivAssign<f32> for Vec4 {
    fn div_assign(&mut self, rhs: f32) {
        *self = *self / rhs;
    }
}

impl Rem for Vec4 {
    type Output = Vec4;

    fn rem(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z, self.w % rhs.w)
    }
}

impl Rem<f32> for Vec4 {
    type Output = Vec4;

    fn rem(self, rhs: f32) -> Vec4 {
        Vec4::new(self.x % rhs, self.y % rhs, self.z % rhs, self.w % rhs)
    }
}

impl Rem<Vec4> for f32 {
    type Output = Vec4;

    fn rem(self, rhs: Vec4) -> Vec4 {
        Vec4::new(self % rhs.x, self % rhs.y, self % rhs.z, self % rhs.w)
    }
}

impl RemAssign for Vec4 {
    fn rem_assign(&mut self, rhs: Vec4) {
        *self = *self % rhs;
    }
}

impl RemAssign<f32> for Vec4 {
    fn rem_assign(&mut self, rhs: f32) {
        *self = *self % rhs;
    }
}

impl Neg for Vec4 {
    type Output = Vec4;

    fn neg(self) -> Vec4 {
        Vec4::new(-self.x, -self.y, -self.z, -self.w)
    }
}

impl Index<usize> for Vec4 {
    type Output = f32;

    fn index(&self, index: usize) -> &f32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            3 => &self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for Vec4 {
    fn index_mut(&mut self, index: usize) -> &mut f32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            3 => &mut self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[f32; 4]> for Vec4 {
    fn from(v: [f32; 4]) -> Vec4 {
        Vec4::from_array(v)
    }
}

impl From<Vec4> for [f32; 4] {
    fn from(v: Vec4) -> [f32; 4] {
        v.to_array()
    }
}

impl From<(f32, f32, f32, f32)> for Vec4 {
    fn from(v: (f32, f32, f32, f32)) -> Vec4 {
        Vec4::new(v.0, v.1, v.2, v.3)
    }
}

impl From<Vec4> for (f32, f32, f32, f32) {
    fn from(v: Vec4) -> (f32, f32, f32, f32) {
        (v.x, v.y, v.z, v.w)
    }
}

impl From<(Vec3, f32)> for Vec4 {
    fn from(v: (Vec3, f32)) -> Vec4 {
        Vec4::new(v.0.x, v.0.y, v.0.z, v.1)
    }
}

impl From<(f32, Vec3)> for Vec4 {
    fn from(v: (f32, Vec3)) -> Vec4 {
        Vec4::new(v.0, v.1.x, v.1.y, v.1.z)
    }
}

impl From<(Vec2, f32, f32)> for Vec4 {
    fn from(v: (Vec2, f32, f32)) -> Vec4 {
        Vec4::new(v.0.x, v.0.y, v.1, v.2)
    }
}

impl From<(Vec2, Vec2)> for Vec4 {
    fn from(v: (Vec2, Vec2)) -> Vec4 {
        Vec4::new(v.0.x, v.0.y, v.1.x, v.1.y)
    }
}

impl Vec4 {
    pub fn cmpeq(self, rhs: Vec4) -> BVec4 {
        BVec4::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z, self.w == rhs.w)
    }

    pub fn cmpne(self, rhs: Vec4) -> BVec4 {
        BVec4::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z, self.w != rhs.w)
    }

    pub fn cmplt(self, rhs: Vec4) -> BVec4 {
        BVec4::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z, self.w < rhs.w)
    }

    pub fn cmple(self, rhs: Vec4) -> BVec4 {
        BVec4::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z, self.w <= rhs.w)
    }

    pub fn cmpgt(self, rhs: Vec4) -> BVec4 {
        BVec4::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z, self.w > rhs.w)
    }

    pub fn cmpge(self, rhs: Vec4) -> BVec4 {
        BVec4::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z, self.w >= rhs.w)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec4, if_true: Vec4, if_false: Vec4) -> Vec4 {
        Vec4::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
            if mask.w { if_true.w } else { if_false.w },
        )
    }
}
