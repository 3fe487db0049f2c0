// Written by `cargo xtask glam` from templates/vector.rs.in.

//! U8Vec4: four integers of type `u8`.

use super::*;

/// A vector of four integers of type `u8`.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(4))]
pub struct U8Vec4 {
    pub x: u8,
    pub y: u8,
    pub z: u8,
    pub w: u8,
}

/// The vector with these components.
pub const fn u8vec4(x: u8, y: u8, z: u8, w: u8) -> U8Vec4 {
    U8Vec4::new(x, y, z, w)
}

impl U8Vec4 {
    pub const ZERO: U8Vec4 = U8Vec4::splat(0);
    pub const ONE: U8Vec4 = U8Vec4::splat(1);
    pub const MIN: U8Vec4 = U8Vec4::splat(u8::MIN);
    pub const MAX: U8Vec4 = U8Vec4::splat(u8::MAX);
    pub const X: U8Vec4 = U8Vec4::new(1, 0, 0, 0);
    pub const Y: U8Vec4 = U8Vec4::new(0, 1, 0, 0);
    pub const Z: U8Vec4 = U8Vec4::new(0, 0, 1, 0);
    pub const W: U8Vec4 = U8Vec4::new(0, 0, 0, 1);

    pub const fn new(x: u8, y: u8, z: u8, w: u8) -> U8Vec4 {
        U8Vec4 { x, y, z, w }
    }

    pub const fn splat(v: u8) -> U8Vec4 {
        U8Vec4 { x: v, y: v, z: v, w: v }
    }

    pub const fn from_array(a: [u8; 4]) -> U8Vec4 {
        U8Vec4::new(a[0], a[1], a[2], a[3])
    }

    pub const fn to_array(&self) -> [u8; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub fn truncate(self) -> U8Vec3 {
        U8Vec3::new(self.x, self.y, self.z)
    }

    pub fn dot(self, rhs: U8Vec4) -> u8 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
    }

    pub fn min(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z), self.w.min(rhs.w))
    }

    pub fn max(self, rhs: U8Vec4) -> U8Vec4 {
        U8Vec4::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z), self.w.max(rhs.w))
    }

    pub fn clamp(self, min: U8Vec4, max: U8Vec4) -> U8Vec4 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> u8 {
        self.x.min(self.y).min(self.z).min(self.w)
    }

    pub fn max_element(self) -> u8 {
        self.x.max(self.y).max(self.z).max(self.w)
    }

    pub fn element_sum(self) -> u8 {
        self.x + self.y + self.z + self.w
    }

    pub fn element_product(self) -> u8 {
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
