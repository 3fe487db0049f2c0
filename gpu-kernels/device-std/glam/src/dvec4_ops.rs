// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of DVec4.

use core::ops::*;

use super::*;

impl Add for DVec4 {
    type Output = DVec4;

    fn add(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Add<f64> for DVec4 {
    type Output = DVec4;

    fn add(self, rhs: f64) -> DVec4 {
        DVec4::new(self.x + rhs, self.y + rhs, self.z + rhs, self.w + rhs)
    }
}

impl Add<DVec4> for f64 {
    type Output = DVec4;

    fn add(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self + rhs.x, self + rhs.y, self + rhs.z, self + rhs.w)
    }
}

impl AddAssign for DVec4 {
    fn add_assign(&mut self, rhs: DVec4) {
        *self = *self + rhs;
    }
}

impl AddAssign<f64> for DVec4 {
    fn add_assign(&mut self, rhs: f64) {
        *self = *self + rhs;
    }
}

impl Sub for DVec4 {
    type Output = DVec4;

    fn sub(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Sub<f64> for DVec4 {
    type Output = DVec4;

    fn sub(self, rhs: f64) -> DVec4 {
        DVec4::new(self.x - rhs, self.y - rhs, self.z - rhs, self.w - rhs)
    }
}

impl Sub<DVec4> for f64 {
    type Output = DVec4;

    fn sub(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self - rhs.x, self - rhs.y, self - rhs.z, self - rhs.w)
    }
}

impl SubAssign for DVec4 {
    fn sub_assign(&mut self, rhs: DVec4) {
        *self = *self - rhs;
    }
}

impl SubAssign<f64> for DVec4 {
    fn sub_assign(&mut self, rhs: f64) {
        *self = *self - rhs;
    }
}

impl Mul for DVec4 {
    type Output = DVec4;

    fn mul(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z, self.w * rhs.w)
    }
}

impl Mul<f64> for DVec4 {
    type Output = DVec4;

    fn mul(self, rhs: f64) -> DVec4 {
        DVec4::new(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl Mul<DVec4> for f64 {
    type Output = DVec4;

    fn mul(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self * rhs.x, self * rhs.y, self * rhs.z, self * rhs.w)
    }
}

impl MulAssign for DVec4 {
    fn mul_assign(&mut self, rhs: DVec4) {
        *self = *self * rhs;
    }
}

impl MulAssign<f64> for DVec4 {
    fn mul_assign(&mut self, rhs: f64) {
        *self = *self * rhs;
    }
}

impl Div for DVec4 {
    type Output = DVec4;

    fn div(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z, self.w / rhs.w)
    }
}

impl Div<f64> for DVec4 {
    type Output = DVec4;

    fn div(self, rhs: f64) -> DVec4 {
        DVec4::new(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl Div<DVec4> for f64 {
    type Output = DVec4;

    fn div(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self / rhs.x, self / rhs.y, self / rhs.z, self / rhs.w)
    }
}

impl DivAssign for DVec4 {
    fn div_assign(&mut self, rhs: DVec4) {
        *self = *self / rhs;
    }
}

impl DivAssign<f64> for DVec4 {
    fn div_assign(&mut self, rhs: f64) {
        *self = *self / rhs;
    }
}

impl Rem for DVec4 {
    type Output = DVec4;

    fn rem(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z, self.w % rhs.w)
    }
}

impl Rem<f64> for DVec4 {
    type Output = DVec4;

    fn rem(self, rhs: f64) -> DVec4 {
        DVec4::new(self.x % rhs, self.y % rhs, self.z % rhs, self.w % rhs)
    }
}

impl Rem<DVec4> for f64 {
    type Output = DVec4;

    fn rem(self, rhs: DVec4) -> DVec4 {
        DVec4::new(self % rhs.x, self % rhs.y, self % rhs.z, self % rhs.w)
    }
}

impl RemAssign for DVec4 {
    fn rem_assign(&mut self, rhs: DVec4) {
        *self = *self % rhs;
    }
}

impl RemAssign<f64> for DVec4 {
    fn rem_assign(&mut self, rhs: f64) {
        *self = *self % rhs;
    }
}

impl Neg for DVec4 {
    type Output = DVec4;

    fn neg(self) -> DVec4 {
        DVec4::new(-self.x, -self.y, -self.z, -self.w)
    }
}

impl Index<usize> for DVec4 {
    type Output = f64;

    fn index(&self, index: usize) -> &f64 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            3 => &self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for DVec4 {
    fn index_mut(&mut self, index: usize) -> &mut f64 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            3 => &mut self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[f64; 4]> for DVec4 {
    fn from(v: [f64; 4]) -> DVec4 {
        DVec4::from_array(v)
    }
}

impl From<DVec4> for [f64; 4] {
    fn from(v: DVec4) -> [f64; 4] {
        v.to_array()
    }
}

impl From<(f64, f64, f64, f64)> for DVec4 {
    fn from(v: (f64, f64, f64, f64)) -> DVec4 {
        DVec4::new(v.0, v.1, v.2, v.3)
    }
}

impl From<DVec4> for (f64, f64, f64, f64) {
    fn from(v: DVec4) -> (f64, f64, f64, f64) {
        (v.x, v.y, v.z, v.w)
    }
}

impl From<(DVec3, f64)> for DVec4 {
    fn from(v: (DVec3, f64)) -> DVec4 {
        DVec4::new(v.0.x, v.0.y, v.0.z, v.1)
    }
}

impl From<(f64, DVec3)> for DVec4 {
    fn from(v: (f64, DVec3)) -> DVec4 {
        DVec4::new(v.0, v.1.x, v.1.y, v.1.z)
    }
}

impl From<(DVec2, f64, f64)> for DVec4 {
    fn from(v: (DVec2, f64, f64)) -> DVec4 {
        DVec4::new(v.0.x, v.0.y, v.1, v.2)
    }
}

impl From<(DVec2, DVec2)> for DVec4 {
    fn from(v: (DVec2, DVec2)) -> DVec4 {
        DVec4::new(v.0.x, v.0.y, v.1.x, v.1.y)
    }
}

impl From<Vec4> for DVec4 {
    fn from(v: Vec4) -> DVec4 {
        DVec4::new(v.x as f64, v.y as f64, v.z as f64, v.w as f64)
    }
}

impl DVec4 {
    pub fn cmpeq(self, rhs: DVec4) -> BVec4 {
        BVec4::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z, self.w == rhs.w)
    }

    pub fn cmpne(self, rhs: DVec4) -> BVec4 {
        BVec4::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z, self.w != rhs.w)
    }

    pub fn cmplt(self, rhs: DVec4) -> BVec4 {
        BVec4::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z, self.w < rhs.w)
    }

    pub fn cmple(self, rhs: DVec4) -> BVec4 {
        BVec4::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z, self.w <= rhs.w)
    }

    pub fn cmpgt(self, rhs: DVec4) -> BVec4 {
        BVec4::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z, self.w > rhs.w)
    }

    pub fn cmpge(self, rhs: DVec4) -> BVec4 {
        BVec4::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z, self.w >= rhs.w)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec4, if_true: DVec4, if_false: DVec4) -> DVec4 {
        DVec4::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
            if mask.w { if_true.w } else { if_false.w },
        )
    }
}
