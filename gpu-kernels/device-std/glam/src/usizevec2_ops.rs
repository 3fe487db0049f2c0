// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of USizeVec2.

use core::ops::*;

use super::*;

impl Add for USizeVec2 {
    type Output = USizeVec2;

    fn add(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x + rhs.x, self.y + rhs.y)
    }
}

impl Add<usize> for USizeVec2 {
    type Output = USizeVec2;

    fn add(self, rhs: usize) -> USizeVec2 {
        USizeVec2::new(self.x + rhs, self.y + rhs)
    }
}

impl AddAssign for USizeVec2 {
    fn add_assign(&mut self, rhs: USizeVec2) {
        *self = *self + rhs;
    }
}

impl Sub for USizeVec2 {
    type Output = USizeVec2;

    fn sub(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x - rhs.x, self.y - rhs.y)
    }
}

impl Sub<usize> for USizeVec2 {
    type Output = USizeVec2;

    fn sub(self, rhs: usize) -> USizeVec2 {
        USizeVec2::new(self.x - rhs, self.y - rhs)
    }
}

impl SubAssign for USizeVec2 {
    fn sub_assign(&mut self, rhs: USizeVec2) {
        *self = *self - rhs;
    }
}

impl Mul for USizeVec2 {
    type Output = USizeVec2;

    fn mul(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x * rhs.x, self.y * rhs.y)
    }
}

impl Mul<usize> for USizeVec2 {
    type Output = USizeVec2;

    fn mul(self, rhs: usize) -> USizeVec2 {
        USizeVec2::new(self.x * rhs, self.y * rhs)
    }
}

impl MulAssign for USizeVec2 {
    fn mul_assign(&mut self, rhs: USizeVec2) {
        *self = *self * rhs;
    }
}

impl Div for USizeVec2 {
    type Output = USizeVec2;

    fn div(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x / rhs.x, self.y / rhs.y)
    }
}

impl Div<usize> for USizeVec2 {
    type Output = USizeVec2;

    fn div(self, rhs: usize) -> USizeVec2 {
        USizeVec2::new(self.x / rhs, self.y / rhs)
    }
}

impl DivAssign for USizeVec2 {
    fn div_assign(&mut self, rhs: USizeVec2) {
        *self = *self / rhs;
    }
}

impl Rem for USizeVec2 {
    type Output = USizeVec2;

    fn rem(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x % rhs.x, self.y % rhs.y)
    }
}

impl Rem<usize> for USizeVec2 {
    type Output = USizeVec2;

    fn rem(self, rhs: usize) -> USizeVec2 {
        USizeVec2::new(self.x % rhs, self.y % rhs)
    }
}

impl RemAssign for USizeVec2 {
    fn rem_assign(&mut self, rhs: USizeVec2) {
        *self = *self % rhs;
    }
}

impl Index<usize> for USizeVec2 {
    type Output = usize;

    fn index(&self, index: usize) -> &usize {
        match index {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for USizeVec2 {
    fn index_mut(&mut self, index: usize) -> &mut usize {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[usize; 2]> for USizeVec2 {
    fn from(v: [usize; 2]) -> USizeVec2 {
        USizeVec2::from_array(v)
    }
}

impl From<USizeVec2> for [usize; 2] {
    fn from(v: USizeVec2) -> [usize; 2] {
        v.to_array()
    }
}

impl From<(usize, usize)> for USizeVec2 {
    fn from(v: (usize, usize)) -> USizeVec2 {
        USizeVec2::new(v.0, v.1)
    }
}
