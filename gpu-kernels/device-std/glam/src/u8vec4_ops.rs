// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of U8Vec4.

use core::ops::*;

use super::*;

impl Add for U8Vec4 {
    type Output = U8Vec4;

    fn add(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Add<u8> for U8Vec4 {
    type Output = U8Vec4;

    fn add(self, rhs: u8) -> U8Vec4 {
        U8Vec4::new(self.x + rhs, self.y + rhs, self.z + rhs, self.w + rhs)
    }
}

impl AddAssign for U8Vec4 {
    fn add_assign(&mut self, rhs: U8Vec4) {
        *self = *self + rhs;
    }
}

impl Sub for U8Vec4 {
    type Output = U8Vec4;

    fn sub(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Sub<u8> for U8Vec4 {
    type Output = U8Vec4;

    fn sub(self, rhs: u8) -> U8Vec4 {
        U8Vec4::new(self.x - rhs, self.y - rhs, self.z - rhs, self.w - rhs)
    }
}

impl SubAssign for U8Vec4 {
    fn sub_assign(&mut self, rhs: U8Vec4) {
        *self = *self - rhs;
    }
}

impl Mul for U8Vec4 {
    type Output = U8Vec4;

    fn mul(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z, self.w * rhs.w)
    }
}

impl Mul<u8> for U8Vec4 {
    type Output = U8Vec4;

    fn mul(self, rhs: u8) -> U8Vec4 {
        U8Vec4::new(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl MulAssign for U8Vec4 {
    fn mul_assign(&mut self, rhs: U8Vec4) {
        *self = *self * rhs;
    }
}

impl Div for U8Vec4 {
    type Output = U8Vec4;

    fn div(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z, self.w / rhs.w)
    }
}

impl Div<u8> for U8Vec4 {
    type Output = U8Vec4;

    fn div(self, rhs: u8) -> U8Vec4 {
        U8Vec4::new(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl DivAssign for U8Vec4 {
    fn div_assign(&mut self, rhs: U8Vec4) {
        *self = *self / rhs;
    }
}

impl Rem for U8Vec4 {
    type Output = U8Vec4;

    fn rem(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z, self.w % rhs.w)
    }
}

impl Rem<u8> for U8Vec4 {
    type Output = U8Vec4;

    fn rem(self, rhs: u8) -> U8Vec4 {
        U8Vec4::new(self.x % rhs, self.y % rhs, self.z % rhs, self.w % rhs)
    }
}

impl RemAssign for U8Vec4 {
    fn rem_assign(&mut self, rhs: U8Vec4) {
        *self = *self % rhs;
    }
}

impl Index<usize> for U8Vec4 {
    type Output = u8;

    fn index(&self, index: usize) -> &u8 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            3 => &self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for U8Vec4 {
    fn index_mut(&mut self, index: usize) -> &mut u8 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            3 => &mut self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[u8; 4]> for U8Vec4 {
    fn from(v: [u8; 4]) -> U8Vec4 {
        U8Vec4::from_array(v)
    }
}

impl From<U8Vec4> for [u8; 4] {
    fn from(v: U8Vec4) -> [u8; 4] {
        v.to_array()
    }
}

impl From<(u8, u8, u8, u8)> for U8Vec4 {
    fn from(v: (u8, u8, u8, u8)) -> U8Vec4 {
        U8Vec4::new(v.0, v.1, v.2, v.3)
    }
}
