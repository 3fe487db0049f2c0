// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of USizeVec3.

use core::ops::*;

use super::*;

impl Add for USizeVec3 {
    type Output = USizeVec3;

    fn add(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z)
    }
}

impl Add<usize> for USizeVec3 {
    type Output = USizeVec3;

    fn add(self, rhs: usize) -> USizeVec3 {
        USizeVec3::new(self.x + rhs, self.y + rhs, self.z + rhs)
    }
}

impl AddAssign for USizeVec3 {
    fn add_assign(&mut self, rhs: USizeVec3) {
        *self = *self + rhs;
    }
}

impl Sub for USizeVec3 {
    type Output = USizeVec3;

    fn sub(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z)
    }
}

impl Sub<usize> for USizeVec3 {
    type Output = USizeVec3;

    fn sub(self, rhs: usize) -> USizeVec3 {
        USizeVec3::new(self.x - rhs, self.y - rhs, self.z - rhs)
    }
}

impl SubAssign for USizeVec3 {
    fn sub_assign(&mut self, rhs: USizeVec3) {
        *self = *self - rhs;
    }
}

impl Mul for USizeVec3 {
    type Output = USizeVec3;

    fn mul(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z)
    }
}

impl Mul<usize> for USizeVec3 {
    type Output = USizeVec3;

    fn mul(self, rhs: usize) -> USizeVec3 {
        USizeVec3::new(self.x * rhs, self.y * rhs, self.z * rhs)
    }
}

impl MulAssign for USizeVec3 {
    fn mul_assign(&mut self, rhs: USizeVec3) {
        *self = *self * rhs;
    }
}

impl Div for USizeVec3 {
    type Output = USizeVec3;

    fn div(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z)
    }
}

impl Div<usize> for USizeVec3 {
    type Output = USizeVec3;

    fn div(self, rhs: usize) -> USizeVec3 {
        USizeVec3::new(self.x / rhs, self.y / rhs, self.z / rhs)
    }
}

impl DivAssign for USizeVec3 {
    fn div_assign(&mut self, rhs: USizeVec3) {
        *self = *self / rhs;
    }
}

impl Rem for USizeVec3 {
    type Output = USizeVec3;

    fn rem(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z)
    }
}

impl Rem<usize> for USizeVec3 {
    type Output = USizeVec3;

    fn rem(self, rhs: usize) -> USizeVec3 {
        USizeVec3::new(self.x % rhs, self.y % rhs, self.z % rhs)
    }
}

impl RemAssign for USizeVec3 {
    fn rem_assign(&mut self, rhs: USizeVec3) {
        *self = *self % rhs;
    }
}

impl Index<usize> for USizeVec3 {
    type Output = usize;

    fn index(&self, index: usize) -> &usize {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for USizeVec3 {
    fn index_mut(&mut self, index: usize) -> &mut usize {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[usize; 3]> for USizeVec3 {
    fn from(v: [usize; 3]) -> USizeVec3 {
        USizeVec3::from_array(v)
    }
}

impl From<USizeVec3> for [usize; 3] {
    fn from(v: USizeVec3) -> [usize; 3] {
        v.to_array()
    }
}

impl From<(usize, usize, usize)> for USizeVec3 {
    fn from(v: (usize, usize, usize)) -> USizeVec3 {
        USizeVec3::new(v.0, v.1, v.2)
    }
}
