//! USizeVec3: three integers of type usize.

use core::ops::{
    Add, AddAssign, Div, DivAssign, Index, IndexMut, Mul, MulAssign, Rem, Sub, SubAssign,
};

use super::{IVec3, UVec3, Vec3};

/// A vector of three integers of type `usize`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct USizeVec3 {
    pub x: usize,
    pub y: usize,
    pub z: usize,
}

/// The vector with these components.
pub const fn usizevec3(x: usize, y: usize, z: usize) -> USizeVec3 {
    USizeVec3::new(x, y, z)
}

impl USizeVec3 {
    pub const ZERO: USizeVec3 = USizeVec3::splat(0);
    pub const ONE: USizeVec3 = USizeVec3::splat(1);
    pub const MIN: USizeVec3 = USizeVec3::splat(usize::MIN);
    pub const MAX: USizeVec3 = USizeVec3::splat(usize::MAX);
    pub const X: USizeVec3 = USizeVec3::new(1, 0, 0);
    pub const Y: USizeVec3 = USizeVec3::new(0, 1, 0);
    pub const Z: USizeVec3 = USizeVec3::new(0, 0, 1);

    pub const fn new(x: usize, y: usize, z: usize) -> USizeVec3 {
        USizeVec3 { x, y, z }
    }

    pub const fn splat(v: usize) -> USizeVec3 {
        USizeVec3 { x: v, y: v, z: v }
    }

    pub const fn from_array(a: [usize; 3]) -> USizeVec3 {
        USizeVec3::new(a[0], a[1], a[2])
    }

    pub const fn to_array(&self) -> [usize; 3] {
        [self.x, self.y, self.z]
    }

    pub fn extend(self, w: usize) -> super::USizeVec4 {
        super::USizeVec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> super::USizeVec2 {
        super::USizeVec2::new(self.x, self.y)
    }

    pub fn min(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z))
    }

    pub fn max(self, rhs: USizeVec3) -> USizeVec3 {
        USizeVec3::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z))
    }

    pub fn clamp(self, min: USizeVec3, max: USizeVec3) -> USizeVec3 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> usize {
        self.x.min(self.y).min(self.z)
    }

    pub fn max_element(self) -> usize {
        self.x.max(self.y).max(self.z)
    }

    pub fn dot(self, rhs: USizeVec3) -> usize {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
    }

    pub fn element_sum(self) -> usize {
        self.x + self.y + self.z
    }

    pub fn element_product(self) -> usize {
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
    pub fn as_usizevec3(self) -> USizeVec3 {
        USizeVec3::new(self.x as usize, self.y as usize, self.z as usize)
    }
}

impl UVec3 {
    pub fn as_usizevec3(self) -> USizeVec3 {
        USizeVec3::new(self.x as usize, self.y as usize, self.z as usize)
    }
}

impl IVec3 {
    pub fn as_usizevec3(self) -> USizeVec3 {
        USizeVec3::new(self.x as usize, self.y as usize, self.z as usize)
    }
}

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
