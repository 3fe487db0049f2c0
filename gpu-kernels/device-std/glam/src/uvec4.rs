// Written by `cargo xtask glam` from templates/vector.rs.in.

//! UVec4: four unsigned integers.

use super::*;

/// A vector of four unsigned integers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct UVec4 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
    pub w: u32,
}

/// The vector with these components.
pub const fn uvec4(x: u32, y: u32, z: u32, w: u32) -> UVec4 {
    UVec4::new(x, y, z, w)
}

impl UVec4 {
    pub const ZERO: UVec4 = UVec4::splat(0);
    pub const ONE: UVec4 = UVec4::splat(1);
    pub const MIN: UVec4 = UVec4::splat(u32::MIN);
    pub const MAX: UVec4 = UVec4::splat(u32::MAX);
    pub const X: UVec4 = UVec4::new(1, 0, 0, 0);
    pub const Y: UVec4 = UVec4::new(0, 1, 0, 0);
    pub const Z: UVec4 = UVec4::new(0, 0, 1, 0);
    pub const W: UVec4 = UVec4::new(0, 0, 0, 1);
    pub const AXES: [UVec4; 4] = [UVec4::X, UVec4::Y, UVec4::Z, UVec4::W];

    pub const fn new(x: u32, y: u32, z: u32, w: u32) -> UVec4 {
        UVec4 { x, y, z, w }
    }

    pub const fn splat(v: u32) -> UVec4 {
        UVec4 { x: v, y: v, z: v, w: v }
    }

    pub const fn from_array(a: [u32; 4]) -> UVec4 {
        UVec4::new(a[0], a[1], a[2], a[3])
    }

    pub const fn to_array(&self) -> [u32; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub fn from_slice(slice: &[u32]) -> UVec4 {
        UVec4::new(slice[0], slice[1], slice[2], slice[3])
    }

    pub fn write_to_slice(self, slice: &mut [u32]) {
        slice[0] = self.x;
        slice[1] = self.y;
        slice[2] = self.z;
        slice[3] = self.w;
    }

    pub fn truncate(self) -> UVec3 {
        UVec3::new(self.x, self.y, self.z)
    }

    pub fn with_x(self, x: u32) -> UVec4 {
        UVec4 { x, ..self }
    }

    pub fn with_y(self, y: u32) -> UVec4 {
        UVec4 { y, ..self }
    }

    pub fn with_z(self, z: u32) -> UVec4 {
        UVec4 { z, ..self }
    }

    pub fn with_w(self, w: u32) -> UVec4 {
        UVec4 { w, ..self }
    }

    pub fn dot(self, rhs: UVec4) -> u32 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
    }

    pub fn dot_into_vec(self, rhs: UVec4) -> UVec4 {
        UVec4::splat(self.dot(rhs))
    }

    pub fn min(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z), self.w.min(rhs.w))
    }

    pub fn max(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z), self.w.max(rhs.w))
    }

    pub fn clamp(self, min: UVec4, max: UVec4) -> UVec4 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> u32 {
        self.x.min(self.y).min(self.z).min(self.w)
    }

    pub fn max_element(self) -> u32 {
        self.x.max(self.y).max(self.z).max(self.w)
    }

    pub fn element_sum(self) -> u32 {
        self.x + self.y + self.z + self.w
    }

    pub fn element_product(self) -> u32 {
        self.x * self.y * self.z * self.w
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(u32) -> u32>(self, f: F) -> UVec4 {
        UVec4::new(f(self.x), f(self.y), f(self.z), f(self.w))
    }

    pub fn length_squared(self) -> u32 {
        self.dot(self)
    }

    pub fn as_vec4(self) -> Vec4 {
        Vec4::new(self.x as f32, self.y as f32, self.z as f32, self.w as f32)
    }

    pub fn as_ivec4(self) -> IVec4 {
        IVec4::new(self.x as i32, self.y as i32, self.z as i32, self.w as i32)
    }

    pub fn as_dvec4(self) -> DVec4 {
        DVec4::new(self.x as f64, self.y as f64, self.z as f64, self.w as f64)
    }

    pub fn as_u8vec4(self) -> U8Vec4 {
        U8Vec4::new(self.x as u8, self.y as u8, self.z as u8, self.w as u8)
    }

    pub fn as_usizevec4(self) -> USizeVec4 {
        USizeVec4::new(self.x as usize, self.y as usize, self.z as usize, self.w as usize)
    }
}
