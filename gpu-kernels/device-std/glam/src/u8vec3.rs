// Written by `cargo xtask glam` from templates/vector.rs.in.

//! U8Vec3: three integers of type `u8`.

use super::*;

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

    pub fn extend(self, w: u8) -> U8Vec4 {
        U8Vec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> U8Vec2 {
        U8Vec2::new(self.x, self.y)
    }

    pub fn dot(self, rhs: U8Vec3) -> u8 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
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
