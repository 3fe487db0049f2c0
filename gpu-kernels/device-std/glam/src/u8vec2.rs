//! U8Vec2: two integers of type u8.

use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Rem, Sub, SubAssign,
};

use super::{IVec2, UVec2, Vec2};

/// A vector of two integers of type `u8`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(2))]
pub struct U8Vec2 {
    pub x: u8,
    pub y: u8,
}

/// The vector with these components.
pub const fn u8vec2(x: u8, y: u8) -> U8Vec2 {
    U8Vec2::new(x, y)
}

impl U8Vec2 {
    pub const ZERO: U8Vec2 = U8Vec2::splat(0);
    pub const ONE: U8Vec2 = U8Vec2::splat(1);
    pub const MIN: U8Vec2 = U8Vec2::splat(u8::MIN);
    pub const MAX: U8Vec2 = U8Vec2::splat(u8::MAX);
    pub const X: U8Vec2 = U8Vec2::new(1, 0);
    pub const Y: U8Vec2 = U8Vec2::new(0, 1);

    pub const fn new(x: u8, y: u8) -> U8Vec2 {
        U8Vec2 { x, y }
    }

    pub const fn splat(v: u8) -> U8Vec2 {
        U8Vec2 { x: v, y: v }
    }

    pub const fn from_array(a: [u8; 2]) -> U8Vec2 {
        U8Vec2::new(a[0], a[1])
    }

    pub const fn to_array(&self) -> [u8; 2] {
        [self.x, self.y]
    }

    pub fn extend(self, z: u8) -> super::U8Vec3 {
        super::U8Vec3::new(self.x, self.y, z)
    }

    pub fn min(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x.min(rhs.x), self.y.min(rhs.y))
    }

    pub fn max(self, rhs: U8Vec2) -> U8Vec2 {
        U8Vec2::new(self.x.max(rhs.x), self.y.max(rhs.y))
    }

    pub fn clamp(self, min: U8Vec2, max: U8Vec2) -> U8Vec2 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> u8 {
        self.x.min(self.y)
    }

    pub fn max_element(self) -> u8 {
        self.x.max(self.y)
    }

    pub fn dot(self, rhs: U8Vec2) -> u8 {
        self.x * rhs.x + self.y * rhs.y
    }

    pub fn element_sum(self) -> u8 {
        self.x + self.y
    }

    pub fn element_product(self) -> u8 {
        self.x * self.y
    }

    pub fn as_vec2(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }

    pub fn as_uvec2(self) -> UVec2 {
        UVec2::new(self.x as u32, self.y as u32)
    }

    pub fn as_ivec2(self) -> IVec2 {
        IVec2::new(self.x as i32, self.y as i32)
    }
}

impl Vec2 {
    pub fn as_u8vec2(self) -> U8Vec2 {
        U8Vec2::new(self.x as u8, self.y as u8)
    }
}

impl UVec2 {
    pub fn as_u8vec2(self) -> U8Vec2 {
        U8Vec2::new(self.x as u8, self.y as u8)
    }
}

impl IVec2 {
    pub fn as_u8vec2(self) -> U8Vec2 {
        U8Vec2::new(self.x as u8, self.y as u8)
    }
}

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
