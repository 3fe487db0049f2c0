// Written by `cargo xtask glam` from templates/vector.rs.in.

//! U8Vec2: two integers of type `u8`.

use super::*;

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

    pub fn extend(self, z: u8) -> U8Vec3 {
        U8Vec3::new(self.x, self.y, z)
    }

    pub fn dot(self, rhs: U8Vec2) -> u8 {
        self.x * rhs.x + self.y * rhs.y
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
