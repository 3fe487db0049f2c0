// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of U8Vec2.

use core::ops::*;

use super::*;

impl Add for U8Vec2 {
    type Output = U8Vec2;

    fn add(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x + rhs.x, self.y + rhs.y)
    }
}

impl Add<u8> for U8Vec2 {
    type Output = U8Vec2;

    fn add(self, rhs: u8) -> U8Vec2 {
        U8Vec2::new(self.x + rhs, self.y + rhs)
    }
}

impl AddAssign for U8Vec2 {
    fn add_assign(&mut self, rhs: U8Vec2) {
        *self = *self + rhs;
    }
}

impl Sub for U8Vec2 {
    type Output = U8Vec2;

    fn sub(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x - rhs.x, self.y - rhs.y)
    }
}

impl Sub<u8> for U8Vec2 {
    type Output = U8Vec2;

    fn sub(self, rhs: u8) -> U8Vec2 {
        U8Vec2::new(self.x - rhs, self.y - rhs)
    }
}

impl SubAssign for U8Vec2 {
    fn sub_assign(&mut self, rhs: U8Vec2) {
        *self = *self - rhs;
    }
}

impl Mul for U8Vec2 {
    type Output = U8Vec2;

    fn mul(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x * rhs.x, self.y * rhs.y)
    }
}

impl Mul<u8> for U8Vec2 {
    type Output = U8Vec2;

    fn mul(self, rhs: u8) -> U8Vec2 {
        U8Vec2::new(self.x * rhs, self.y * rhs)
    }
}

impl MulAssign for U8Vec2 {
    fn mul_assign(&mut self, rhs: U8Vec2) {
        *self = *self * rhs;
    }
}

impl Div for U8Vec2 {
    type Output = U8Vec2;

    fn div(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x / rhs.x, self.y / rhs.y)
    }
}

impl Div<u8> for U8Vec2 {
    type Output = U8Vec2;

    fn div(self, rhs: u8) -> U8Vec2 {
        U8Vec2::new(self.x / rhs, self.y / rhs)
    }
}

impl DivAssign for U8Vec2 {
    fn div_assign(&mut self, rhs: U8Vec2) {
        *self = *self / rhs;
    }
}

impl Rem for U8Vec2 {
    type Output = U8Vec2;

    fn rem(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x % rhs.x, self.y % rhs.y)
    }
}

impl Rem<u8> for U8Vec2 {
    type Output = U8Vec2;

    fn rem(self, rhs: u8) -> U8Vec2 {
        U8Vec2::new(self.x % rhs, self.y % rhs)
    }
}

impl RemAssign for U8Vec2 {
    fn rem_assign(&mut self, rhs: U8Vec2) {
        *self = *self % rhs;
    }
}

impl Index<usize> for U8Vec2 {
    type Output = u8;

    fn index(&self, index: usize) -> &u8 {
        match index {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for U8Vec2 {
    fn index_mut(&mut self, index: usize) -> &mut u8 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[u8; 2]> for U8Vec2 {
    fn from(v: [u8; 2]) -> U8Vec2 {
        U8Vec2::from_array(v)
    }
}

impl From<U8Vec2> for [u8; 2] {
    fn from(v: U8Vec2) -> [u8; 2] {
        v.to_array()
    }
}

impl From<(u8, u8)> for U8Vec2 {
    fn from(v: (u8, u8)) -> U8Vec2 {
        U8Vec2::new(v.0, v.1)
    }
}
