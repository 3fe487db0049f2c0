//! USizeVec2: two integers of type usize.

use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Rem, Sub, SubAssign,
};

use super::{IVec2, UVec2, Vec2};

/// A vector of two integers of type `usize`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct USizeVec2 {
    pub x: usize,
    pub y: usize,
}

/// The vector with these components.
pub const fn usizevec2(x: usize, y: usize) -> USizeVec2 {
    USizeVec2::new(x, y)
}

impl USizeVec2 {
    pub const ZERO: USizeVec2 = USizeVec2::splat(0);
    pub const ONE: USizeVec2 = USizeVec2::splat(1);
    pub const MIN: USizeVec2 = USizeVec2::splat(usize::MIN);
    pub const MAX: USizeVec2 = USizeVec2::splat(usize::MAX);
    pub const X: USizeVec2 = USizeVec2::new(1, 0);
    pub const Y: USizeVec2 = USizeVec2::new(0, 1);

    pub const fn new(x: usize, y: usize) -> USizeVec2 {
        USizeVec2 { x, y }
    }

    pub const fn splat(v: usize) -> USizeVec2 {
        USizeVec2 { x: v, y: v }
    }

    pub const fn from_array(a: [usize; 2]) -> USizeVec2 {
        USizeVec2::new(a[0], a[1])
    }

    pub const fn to_array(&self) -> [usize; 2] {
        [self.x, self.y]
    }

    pub fn extend(self, z: usize) -> super::USizeVec3 {
        super::USizeVec3::new(self.x, self.y, z)
    }

    pub fn min(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x.min(rhs.x), self.y.min(rhs.y))
    }

    pub fn max(self, rhs: USizeVec2) -> USizeVec2 {
        USizeVec2::new(self.x.max(rhs.x), self.y.max(rhs.y))
    }

    pub fn clamp(self, min: USizeVec2, max: USizeVec2) -> USizeVec2 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> usize {
        self.x.min(self.y)
    }

    pub fn max_element(self) -> usize {
        self.x.max(self.y)
    }

    pub fn dot(self, rhs: USizeVec2) -> usize {
        self.x * rhs.x + self.y * rhs.y
    }

    pub fn element_sum(self) -> usize {
        self.x + self.y
    }

    pub fn element_product(self) -> usize {
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
    pub fn as_usizevec2(self) -> USizeVec2 {
        USizeVec2::new(self.x as usize, self.y as usize)
    }
}

impl UVec2 {
    pub fn as_usizevec2(self) -> USizeVec2 {
        USizeVec2::new(self.x as usize, self.y as usize)
    }
}

impl IVec2 {
    pub fn as_usizevec2(self) -> USizeVec2 {
        USizeVec2::new(self.x as usize, self.y as usize)
    }
}

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
