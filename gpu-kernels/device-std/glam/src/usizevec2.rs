// Written by `cargo xtask glam` from templates/vector.rs.in.

//! USizeVec2: two integers of type `usize`.

use super::*;

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

    pub fn extend(self, z: usize) -> USizeVec3 {
        USizeVec3::new(self.x, self.y, z)
    }

    pub fn dot(self, rhs: USizeVec2) -> usize {
        self.x * rhs.x + self.y * rhs.y
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
