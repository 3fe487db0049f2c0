// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of DVec2.

use core::ops::*;

use super::*;

impl Add for DVec2 {
    type Output = DVec2;

    fn add(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self.x + rhs.x, self.y + rhs.y)
    }
}

impl Add<f64> for DVec2 {
    type Output = DVec2;

    fn add(self, rhs: f64) -> DVec2 {
        DVec2::new(self.x + rhs, self.y + rhs)
    }
}

impl Add<DVec2> for f64 {
    type Output = DVec2;

    fn add(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self + rhs.x, self + rhs.y)
    }
}

impl AddAssign for DVec2 {
    fn add_assign(&mut self, rhs: DVec2) {
        *self = *self + rhs;
    }
}

impl AddAssign<f64> for DVec2 {
    fn add_assign(&mut self, rhs: f64) {
        *self = *self + rhs;
    }
}

impl Sub for DVec2 {
    type Output = DVec2;

    fn sub(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self.x - rhs.x, self.y - rhs.y)
    }
}

impl Sub<f64> for DVec2 {
    type Output = DVec2;

    fn sub(self, rhs: f64) -> DVec2 {
        DVec2::new(self.x - rhs, self.y - rhs)
    }
}

impl Sub<DVec2> for f64 {
    type Output = DVec2;

    fn sub(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self - rhs.x, self - rhs.y)
    }
}

impl SubAssign for DVec2 {
    fn sub_assign(&mut self, rhs: DVec2) {
        *self = *self - rhs;
    }
}

impl SubAssign<f64> for DVec2 {
    fn sub_assign(&mut self, rhs: f64) {
        *self = *self - rhs;
    }
}

impl Mul for DVec2 {
    type Output = DVec2;

    fn mul(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self.x * rhs.x, self.y * rhs.y)
    }
}

impl Mul<f64> for DVec2 {
    type Output = DVec2;

    fn mul(self, rhs: f64) -> DVec2 {
        DVec2::new(self.x * rhs, self.y * rhs)
    }
}

impl Mul<DVec2> for f64 {
    type Output = DVec2;

    fn mul(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self * rhs.x, self * rhs.y)
    }
}

impl MulAssign for DVec2 {
    fn mul_assign(&mut self, rhs: DVec2) {
        *self = *self * rhs;
    }
}

impl MulAssign<f64> for DVec2 {
    fn mul_assign(&mut self, rhs: f64) {
        *self = *self * rhs;
    }
}

impl Div for DVec2 {
    type Output = DVec2;

    fn div(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self.x / rhs.x, self.y / rhs.y)
    }
}

impl Div<f64> for DVec2 {
    type Output = DVec2;

    fn div(self, rhs: f64) -> DVec2 {
        DVec2::new(self.x / rhs, self.y / rhs)
    }
}

impl Div<DVec2> for f64 {
    type Output = DVec2;

    fn div(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self / rhs.x, self / rhs.y)
    }
}

impl DivAssign for DVec2 {
    fn div_assign(&mut self, rhs: DVec2) {
        *self = *self / rhs;
    }
}

impl DivAssign<f64> for DVec2 {
    fn div_assign(&mut self, rhs: f64) {
        *self = *self / rhs;
    }
}

impl Rem for DVec2 {
    type Output = DVec2;

    fn rem(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self.x % rhs.x, self.y % rhs.y)
    }
}

impl Rem<f64> for DVec2 {
    type Output = DVec2;

    fn rem(self, rhs: f64) -> DVec2 {
        DVec2::new(self.x % rhs, self.y % rhs)
    }
}

impl Rem<DVec2> for f64 {
    type Output = DVec2;

    fn rem(self, rhs: DVec2) -> DVec2 {
        DVec2::new(self % rhs.x, self % rhs.y)
    }
}

impl RemAssign for DVec2 {
    fn rem_assign(&mut self, rhs: DVec2) {
        *self = *self % rhs;
    }
}

impl RemAssign<f64> for DVec2 {
    fn rem_assign(&mut self, rhs: f64) {
        *self = *self % rhs;
    }
}

impl Neg for DVec2 {
    type Output = DVec2;

    fn neg(self) -> DVec2 {
        DVec2::new(-self.x, -self.y)
    }
}

impl Index<usize> for DVec2 {
    type Output = f64;

    fn index(&self, index: usize) -> &f64 {
        match index {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for DVec2 {
    fn index_mut(&mut self, index: usize) -> &mut f64 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[f64; 2]> for DVec2 {
    fn from(v: [f64; 2]) -> DVec2 {
        DVec2::from_array(v)
    }
}

impl From<DVec2> for [f64; 2] {
    fn from(v: DVec2) -> [f64; 2] {
        v.to_array()
    }
}

impl From<(f64, f64)> for DVec2 {
    fn from(v: (f64, f64)) -> DVec2 {
        DVec2::new(v.0, v.1)
    }
}

impl From<DVec2> for (f64, f64) {
    fn from(v: DVec2) -> (f64, f64) {
        (v.x, v.y)
    }
}

impl From<Vec2> for DVec2 {
    fn from(v: Vec2) -> DVec2 {
        DVec2::new(v.x as f64, v.y as f64)
    }
}

impl DVec2 {
    pub fn cmpeq(self, rhs: DVec2) -> BVec2 {
        BVec2::new(self.x == rhs.x, self.y == rhs.y)
    }

    pub fn cmpne(self, rhs: DVec2) -> BVec2 {
        BVec2::new(self.x != rhs.x, self.y != rhs.y)
    }

    pub fn cmplt(self, rhs: DVec2) -> BVec2 {
        BVec2::new(self.x < rhs.x, self.y < rhs.y)
    }

    pub fn cmple(self, rhs: DVec2) -> BVec2 {
        BVec2::new(self.x <= rhs.x, self.y <= rhs.y)
    }

    pub fn cmpgt(self, rhs: DVec2) -> BVec2 {
        BVec2::new(self.x > rhs.x, self.y > rhs.y)
    }

    pub fn cmpge(self, rhs: DVec2) -> BVec2 {
        BVec2::new(self.x >= rhs.x, self.y >= rhs.y)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec2, if_true: DVec2, if_false: DVec2) -> DVec2 {
        DVec2::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
        )
    }
}
