// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of USizeVec4.

use core::ops::*;

use super::*;

impl Add for USizeVec4 {
    type Output = USizeVec4;

    fn add(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Add<usize> for USizeVec4 {
    type Output = USizeVec4;

    fn add(self, rhs: usize) -> USizeVec4 {
        USizeVec4::new(self.x + rhs, self.y + rhs, self.z + rhs, self.w + rhs)
    }
}

impl AddAssign for USizeVec4 {
    fn add_assign(&mut self, rhs: USizeVec4) {
        *self = *self + rhs;
    }
}

impl Sub for USizeVec4 {
    type Output = USizeVec4;

    fn sub(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Sub<usize> for USizeVec4 {
    type Output = USizeVec4;

    fn sub(self, rhs: usize) -> USizeVec4 {
        USizeVec4::new(self.x - rhs, self.y - rhs, self.z - rhs, self.w - rhs)
    }
}

impl SubAssign for USizeVec4 {
    fn sub_assign(&mut self, rhs: USizeVec4) {
        *self = *self - rhs;
    }
}

impl Mul for USizeVec4 {
    type Output = USizeVec4;

    fn mul(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z, self.w * rhs.w)
    }
}

impl Mul<usize> for USizeVec4 {
    type Output = USizeVec4;

    fn mul(self, rhs: usize) -> USizeVec4 {
        USizeVec4::new(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl MulAssign for USizeVec4 {
    fn mul_assign(&mut self, rhs: USizeVec4) {
        *self = *self * rhs;
    }
}

impl Div for USizeVec4 {
    type Output = USizeVec4;

    fn div(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z, self.w / rhs.w)
    }
}

impl Div<usize> for USizeVec4 {
    type Output = USizeVec4;

    fn div(self, rhs: usize) -> USizeVec4 {
        USizeVec4::new(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl DivAssign for USizeVec4 {
    fn div_assign(&mut self, rhs: USizeVec4) {
        *self = *self / rhs;
    }
}

impl Rem for USizeVec4 {
    type Output = USizeVec4;

    fn rem(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z, self.w % rhs.w)
    }
}

impl Rem<usize> for USizeVec4 {
    type Output = USizeVec4;

    fn rem(self, rhs: usize) -> USizeVec4 {
        USizeVec4::new(self.x % rhs, self.y % rhs, self.z % rhs, self.w % rhs)
    }
}

impl RemAssign for USizeVec4 {
    fn rem_assign(&mut self, rhs: USizeVec4) {
        *self = *self % rhs;
    }
}

impl Index<usize> for USizeVec4 {
    type Output = usize;

    fn index(&self, index: usize) -> &usize {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            3 => &self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for USizeVec4 {
    fn index_mut(&mut self, index: usize) -> &mut usize {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            3 => &mut self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[usize; 4]> for USizeVec4 {
    fn from(v: [usize; 4]) -> USizeVec4 {
        USizeVec4::from_array(v)
    }
}

impl From<USizeVec4> for [usize; 4] {
    fn from(v: USizeVec4) -> [usize; 4] {
        v.to_array()
    }
}

impl From<(usize, usize, usize, usize)> for USizeVec4 {
    fn from(v: (usize, usize, usize, usize)) -> USizeVec4 {
        USizeVec4::new(v.0, v.1, v.2, v.3)
    }
}
