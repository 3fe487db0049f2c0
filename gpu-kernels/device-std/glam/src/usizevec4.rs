//! USizeVec4: four integers of type usize.

use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Rem, Sub, SubAssign,
};

use super::{IVec4, UVec4, Vec4};

/// A vector of four integers of type `usize`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct USizeVec4 {
    pub x: usize,
    pub y: usize,
    pub z: usize,
    pub w: usize,
}

/// The vector with these components.
pub const fn usizevec4(x: usize, y: usize, z: usize, w: usize) -> USizeVec4 {
    USizeVec4::new(x, y, z, w)
}

impl USizeVec4 {
    pub const ZERO: USizeVec4 = USizeVec4::splat(0);
    pub const ONE: USizeVec4 = USizeVec4::splat(1);
    pub const MIN: USizeVec4 = USizeVec4::splat(usize::MIN);
    pub const MAX: USizeVec4 = USizeVec4::splat(usize::MAX);
    pub const X: USizeVec4 = USizeVec4::new(1, 0, 0, 0);
    pub const Y: USizeVec4 = USizeVec4::new(0, 1, 0, 0);
    pub const Z: USizeVec4 = USizeVec4::new(0, 0, 1, 0);
    pub const W: USizeVec4 = USizeVec4::new(0, 0, 0, 1);

    pub const fn new(x: usize, y: usize, z: usize, w: usize) -> USizeVec4 {
        USizeVec4 { x, y, z, w }
    }

    pub const fn splat(v: usize) -> USizeVec4 {
        USizeVec4 { x: v, y: v, z: v, w: v }
    }

    pub const fn from_array(a: [usize; 4]) -> USizeVec4 {
        USizeVec4::new(a[0], a[1], a[2], a[3])
    }

    pub const fn to_array(&self) -> [usize; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub fn truncate(self) -> super::USizeVec3 {
        super::USizeVec3::new(self.x, self.y, self.z)
    }

    pub fn min(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z), self.w.min(rhs.w))
    }

    pub fn max(self, rhs: USizeVec4) -> USizeVec4 {
        USizeVec4::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z), self.w.max(rhs.w))
    }

    pub fn clamp(self, min: USizeVec4, max: USizeVec4) -> USizeVec4 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> usize {
        self.x.min(self.y).min(self.z).min(self.w)
    }

    pub fn max_element(self) -> usize {
        self.x.max(self.y).max(self.z).max(self.w)
    }

    pub fn dot(self, rhs: USizeVec4) -> usize {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
    }

    pub fn element_sum(self) -> usize {
        self.x + self.y + self.z + self.w
    }

    pub fn element_product(self) -> usize {
        self.x * self.y * self.z * self.w
    }

    pub fn as_vec4(self) -> Vec4 {
        Vec4::new(self.x as f32, self.y as f32, self.z as f32, self.w as f32)
    }

    pub fn as_uvec4(self) -> UVec4 {
        UVec4::new(self.x as u32, self.y as u32, self.z as u32, self.w as u32)
    }

    pub fn as_ivec4(self) -> IVec4 {
        IVec4::new(self.x as i32, self.y as i32, self.z as i32, self.w as i32)
    }
}

impl Vec4 {
    pub fn as_usizevec4(self) -> USizeVec4 {
        USizeVec4::new(self.x as usize, self.y as usize, self.z as usize, self.w as usize)
    }
}

impl UVec4 {
    pub fn as_usizevec4(self) -> USizeVec4 {
        USizeVec4::new(self.x as usize, self.y as usize, self.z as usize, self.w as usize)
    }
}

impl IVec4 {
    pub fn as_usizevec4(self) -> USizeVec4 {
        USizeVec4::new(self.x as usize, self.y as usize, self.z as usize, self.w as usize)
    }
}

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
