//! U8Vec3: three integers of type u8.

use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Rem, Sub, SubAssign,
};

use super::{IVec3, UVec3, Vec3};

/// A vector of three integers of type `u8`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct U8Vec3 {
    pub x: u8,
    pub y: u8,
    pub z: u8,
}

/// The vector with these components.
pub const fn u8vec3(x: u8, y: u8, z: u8) -> U8Vec3 {
    U8Vec3::new(x, y, z)
}

impl U8Vec3 {
    pub const ZERO: U8Vec3 = U8Vec3::splat(0);
    pub const ONE: U8Vec3 = U8Vec3::splat(1);
    pub const MIN: U8Vec3 = U8Vec3::splat(u8::MIN);
    pub const MAX: U8Vec3 = U8Vec3::splat(u8::MAX);
    pub const X: U8Vec3 = U8Vec3::new(1, 0, 0);
    pub const Y: U8Vec3 = U8Vec3::new(0, 1, 0);
    pub const Z: U8Vec3 = U8Vec3::new(0, 0, 1);

    pub const fn new(x: u8, y: u8, z: u8) -> U8Vec3 {
        U8Vec3 { x, y, z }
    }

    pub const fn splat(v: u8) -> U8Vec3 {
        U8Vec3 { x: v, y: v, z: v }
    }

    pub const fn from_array(a: [u8; 3]) -> U8Vec3 {
        U8Vec3::new(a[0], a[1], a[2])
    }

    pub const fn to_array(&self) -> [u8; 3] {
        [self.x, self.y, self.z]
    }

    pub fn extend(self, w: u8) -> super::U8Vec4 {
        super::U8Vec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> super::U8Vec2 {
        super::U8Vec2::new(self.x, self.y)
    }

    pub fn min(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z))
    }

    pub fn max(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z))
    }

    pub fn clamp(self, min: U8Vec3, max: U8Vec3) -> U8Vec3 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> u8 {
        self.x.min(self.y).min(self.z)
    }

    pub fn max_element(self) -> u8 {
        self.x.max(self.y).max(self.z)
    }

    pub fn dot(self, rhs: U8Vec3) -> u8 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
    }

    pub fn element_sum(self) -> u8 {
        self.x + self.y + self.z
    }

    pub fn element_product(self) -> u8 {
        self.x * self.y * self.z
    }

    pub fn as_vec3(self) -> Vec3 {
        Vec3::new(self.x as f32, self.y as f32, self.z as f32)
    }

    pub fn as_uvec3(self) -> UVec3 {
        UVec3::new(self.x as u32, self.y as u32, self.z as u32)
    }

    pub fn as_ivec3(self) -> IVec3 {
        IVec3::new(self.x as i32, self.y as i32, self.z as i32)
    }
}

impl Vec3 {
    pub fn as_u8vec3(self) -> U8Vec3 {
        U8Vec3::new(self.x as u8, self.y as u8, self.z as u8)
    }
}

impl UVec3 {
    pub fn as_u8vec3(self) -> U8Vec3 {
        U8Vec3::new(self.x as u8, self.y as u8, self.z as u8)
    }
}

impl IVec3 {
    pub fn as_u8vec3(self) -> U8Vec3 {
        U8Vec3::new(self.x as u8, self.y as u8, self.z as u8)
    }
}

impl Add for U8Vec3 {
    type Output = U8Vec3;

    fn add(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z)
    }
}

impl Add<u8> for U8Vec3 {
    type Output = U8Vec3;

    fn add(self, rhs: u8) -> U8Vec3 {
        U8Vec3::new(self.x + rhs, self.y + rhs, self.z + rhs)
    }
}

impl AddAssign for U8Vec3 {
    fn add_assign(&mut self, rhs: U8Vec3) {
        *self = *self + rhs;
    }
}

impl Sub for U8Vec3 {
    type Output = U8Vec3;

    fn sub(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z)
    }
}

impl Sub<u8> for U8Vec3 {
    type Output = U8Vec3;

    fn sub(self, rhs: u8) -> U8Vec3 {
        U8Vec3::new(self.x - rhs, self.y - rhs, self.z - rhs)
    }
}

impl SubAssign for U8Vec3 {
    fn sub_assign(&mut self, rhs: U8Vec3) {
        *self = *self - rhs;
    }
}

impl Mul for U8Vec3 {
    type Output = U8Vec3;

    fn mul(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z)
    }
}

impl Mul<u8> for U8Vec3 {
    type Output = U8Vec3;

    fn mul(self, rhs: u8) -> U8Vec3 {
        U8Vec3::new(self.x * rhs, self.y * rhs, self.z * rhs)
    }
}

impl MulAssign for U8Vec3 {
    fn mul_assign(&mut self, rhs: U8Vec3) {
        *self = *self * rhs;
    }
}

impl Div for U8Vec3 {
    type Output = U8Vec3;

    fn div(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z)
    }
}

impl Div<u8> for U8Vec3 {
    type Output = U8Vec3;

    fn div(self, rhs: u8) -> U8Vec3 {
        U8Vec3::new(self.x / rhs, self.y / rhs, self.z / rhs)
    }
}

impl DivAssign for U8Vec3 {
    fn div_assign(&mut self, rhs: U8Vec3) {
        *self = *self / rhs;
    }
}

impl Rem for U8Vec3 {
    type Output = U8Vec3;

    fn rem(self, rhs: U8Vec3) -> U8Vec3 {
        U8Vec3::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z)
    }
}

impl Rem<u8> for U8Vec3 {
    type Output = U8Vec3;

    fn rem(self, rhs: u8) -> U8Vec3 {
        U8Vec3::new(self.x % rhs, self.y % rhs, self.z % rhs)
    }
}

impl Index<usize> for U8Vec3 {
    type Output = u8;

    fn index(&self, index: usize) -> &u8 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for U8Vec3 {
    fn index_mut(&mut self, index: usize) -> &mut u8 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[u8; 3]> for U8Vec3 {
    fn from(v: [u8; 3]) -> U8Vec3 {
        U8Vec3::from_array(v)
    }
}

impl From<U8Vec3> for [u8; 3] {
    fn from(v: U8Vec3) -> [u8; 3] {
        v.to_array()
    }
}

impl From<(u8, u8, u8)> for U8Vec3 {
    fn from(v: (u8, u8, u8)) -> U8Vec3 {
        U8Vec3::new(v.0, v.1, v.2)
    }
}
