// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of DVec3.

use core::ops::*;

use super::*;

impl Add for DVec3 {
    type Output = DVec3;

    fn add(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z)
    }
}

impl Add<f64> for DVec3 {
    type Output = DVec3;

    fn add(self, rhs: f64) -> DVec3 {
        DVec3::new(self.x + rhs, self.y + rhs, self.z + rhs)
    }
}

impl Add<DVec3> for f64 {
    type Output = DVec3;

    fn add(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self + rhs.x, self + rhs.y, self + rhs.z)
    }
}

impl AddAssign for DVec3 {
    fn add_assign(&mut self, rhs: DVec3) {
        *self = *self + rhs;
    }
}

impl AddAssign<f64> for DVec3 {
    fn add_assign(&mut self, rhs: f64) {
        *self = *self + rhs;
    }
}

impl Sub for DVec3 {
    type Output = DVec3;

    fn sub(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z)
    }
}

impl Sub<f64> for DVec3 {
    type Output = DVec3;

    fn sub(self, rhs: f64) -> DVec3 {
        DVec3::new(self.x - rhs, self.y - rhs, self.z - rhs)
    }
}

impl Sub<DVec3> for f64 {
    type Output = DVec3;

    fn sub(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self - rhs.x, self - rhs.y, self - rhs.z)
    }
}

impl SubAssign for DVec3 {
    fn sub_assign(&mut self, rhs: DVec3) {
        *self = *self - rhs;
    }
}

impl SubAssign<f64> for DVec3 {
    fn sub_assign(&mut self, rhs: f64) {
        *self = *self - rhs;
    }
}

impl Mul for DVec3 {
    type Output = DVec3;

    fn mul(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z)
    }
}

impl Mul<f64> for DVec3 {
    type Output = DVec3;

    fn mul(self, rhs: f64) -> DVec3 {
        DVec3::new(self.x * rhs, self.y * rhs, self.z * rhs)
    }
}

impl Mul<DVec3> for f64 {
    type Output = DVec3;

    fn mul(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self * rhs.x, self * rhs.y, self * rhs.z)
    }
}

impl MulAssign for DVec3 {
    fn mul_assign(&mut self, rhs: DVec3) {
        *self = *self * rhs;
    }
}

impl MulAssign<f64> for DVec3 {
    fn mul_assign(&mut self, rhs: f64) {
        *self = *self * rhs;
    }
}

impl Div for DVec3 {
    type Output = DVec3;

    fn div(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z)
    }
}

impl Div<f64> for DVec3 {
    type Output = DVec3;

    fn div(self, rhs: f64) -> DVec3 {
        DVec3::new(self.x / rhs, self.y / rhs, self.z / rhs)
    }
}

impl Div<DVec3> for f64 {
    type Output = DVec3;

    fn div(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self / rhs.x, self / rhs.y, self / rhs.z)
    }
}

impl DivAssign for DVec3 {
    fn div_assign(&mut self, rhs: DVec3) {
        *self = *self / rhs;
    }
}

impl DivAssign<f64> for DVec3 {
    fn div_assign(&mut self, rhs: f64) {
        *self = *self / rhs;
    }
}

impl Rem for DVec3 {
    type Output = DVec3;

    fn rem(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z)
    }
}

impl Rem<f64> for DVec3 {
    type Output = DVec3;

    fn rem(self, rhs: f64) -> DVec3 {
        DVec3::new(self.x % rhs, self.y % rhs, self.z % rhs)
    }
}

impl Rem<DVec3> for f64 {
    type Output = DVec3;

    fn rem(self, rhs: DVec3) -> DVec3 {
        DVec3::new(self % rhs.x, self % rhs.y, self % rhs.z)
    }
}

impl RemAssign for DVec3 {
    fn rem_assign(&mut self, rhs: DVec3) {
        *self = *self % rhs;
    }
}

impl RemAssign<f64> for DVec3 {
    fn rem_assign(&mut self, rhs: f64) {
        *self = *self % rhs;
    }
}

impl Neg for DVec3 {
    type Output = DVec3;

    fn neg(self) -> DVec3 {
        DVec3::new(-self.x, -self.y, -self.z)
    }
}

impl Index<usize> for DVec3 {
    type Output = f64;

    fn index(&self, index: usize) -> &f64 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for DVec3 {
    fn index_mut(&mut self, index: usize) -> &mut f64 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[f64; 3]> for DVec3 {
    fn from(v: [f64; 3]) -> DVec3 {
        DVec3::from_array(v)
    }
}

impl From<DVec3> for [f64; 3] {
    fn from(v: DVec3) -> [f64; 3] {
        v.to_array()
    }
}

impl From<(f64, f64, f64)> for DVec3 {
    fn from(v: (f64, f64, f64)) -> DVec3 {
        DVec3::new(v.0, v.1, v.2)
    }
}

impl From<DVec3> for (f64, f64, f64) {
    fn from(v: DVec3) -> (f64, f64, f64) {
        (v.x, v.y, v.z)
    }
}

impl From<(DVec2, f64)> for DVec3 {
    fn from(v: (DVec2, f64)) -> DVec3 {
        DVec3::new(v.0.x, v.0.y, v.1)
    }
}

impl From<Vec3> for DVec3 {
    fn from(v: Vec3) -> DVec3 {
        DVec3::new(v.x as f64, v.y as f64, v.z as f64)
    }
}

impl DVec3 {
    pub fn cmpeq(self, rhs: DVec3) -> BVec3 {
        BVec3::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z)
    }

    pub fn cmpne(self, rhs: DVec3) -> BVec3 {
        BVec3::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z)
    }

    pub fn cmplt(self, rhs: DVec3) -> BVec3 {
        BVec3::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z)
    }

    pub fn cmple(self, rhs: DVec3) -> BVec3 {
        BVec3::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z)
    }

    pub fn cmpgt(self, rhs: DVec3) -> BVec3 {
        BVec3::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z)
    }

    pub fn cmpge(self, rhs: DVec3) -> BVec3 {
        BVec3::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec3, if_true: DVec3, if_false: DVec3) -> DVec3 {
        DVec3::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
        )
    }
}
