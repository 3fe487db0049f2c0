// Written by `cargo xtask glam` from templates/vector.rs.in.

//! USizeVec4: four integers of type `usize`.

use super::*;

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

    pub fn truncate(self) -> USizeVec3 {
        USizeVec3::new(self.x, self.y, self.z)
    }

    pub fn dot(self, rhs: USizeVec4) -> usize {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
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
