// Written by `cargo xtask glam` from templates/vector.rs.in.

//! USizeVec3: three integers of type `usize`.

use super::*;

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

    pub fn extend(self, w: usize) -> USizeVec4 {
        USizeVec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> USizeVec2 {
        USizeVec2::new(self.x, self.y)
    }

    pub fn dot(self, rhs: USizeVec3) -> usize {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
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
