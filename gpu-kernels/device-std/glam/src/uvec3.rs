// Written by `cargo xtask glam` from templates/vector.rs.in.

//! UVec3: three unsigned integers.

use super::*;

/// A vector of three unsigned integers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct UVec3 {
    pub x: u32,
    pub y: u32,
    pub z: u32,
}

/// The vector with these components.
pub const fn uvec3(x: u32, y: u32, z: u32) -> UVec3 {
    UVec3::new(x, y, z)
}

impl UVec3 {
    pub const ZERO: UVec3 = UVec3::splat(0);
    pub const ONE: UVec3 = UVec3::splat(1);
    pub const MIN: UVec3 = UVec3::splat(u32::MIN);
    pub const MAX: UVec3 = UVec3::splat(u32::MAX);
    pub const X: UVec3 = UVec3::new(1, 0, 0);
    pub const Y: UVec3 = UVec3::new(0, 1, 0);
    pub const Z: UVec3 = UVec3::new(0, 0, 1);
    pub const AXES: [UVec3; 3] = [UVec3::X, UVec3::Y, UVec3::Z];

    pub const fn new(x: u32, y: u32, z: u32) -> UVec3 {
        UVec3 { x, y, z }
    }

    pub const fn splat(v: u32) -> UVec3 {
        UVec3 { x: v, y: v, z: v }
    }

    pub const fn from_array(a: [u32; 3]) -> UVec3 {
        UVec3::new(a[0], a[1], a[2])
    }

    pub const fn to_array(&self) -> [u32; 3] {
        [self.x, self.y, self.z]
    }

    pub fn from_slice(slice: &[u32]) -> UVec3 {
        UVec3::new(slice[0], slice[1], slice[2])
    }

    pub fn write_to_slice(self, slice: &mut [u32]) {
        slice[0] = self.x;
        slice[1] = self.y;
        slice[2] = self.z;
    }

    pub fn extend(self, w: u32) -> UVec4 {
        UVec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> UVec2 {
        UVec2::new(self.x, self.y)
    }

    pub fn with_x(self, x: u32) -> UVec3 {
        UVec3 { x, ..self }
    }

    pub fn with_y(self, y: u32) -> UVec3 {
        UVec3 { y, ..self }
    }

    pub fn with_z(self, z: u32) -> UVec3 {
        UVec3 { z, ..self }
    }

    pub fn dot(self, rhs: UVec3) -> u32 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
    }

    pub fn dot_into_vec(self, rhs: UVec3) -> UVec3 {
        UVec3::splat(self.dot(rhs))
    }

    pub fn cross(self, rhs: UVec3) -> UVec3 {
        UVec3::new(
            self.y * rhs.z - rhs.y * self.z,
            self.z * rhs.x - rhs.z * self.x,
            self.x * rhs.y - rhs.x * self.y,
        )
    }

    pub fn min(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z))
    }

    pub fn max(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z))
    }

    pub fn clamp(self, min: UVec3, max: UVec3) -> UVec3 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> u32 {
        self.x.min(self.y).min(self.z)
    }

    pub fn max_element(self) -> u32 {
        self.x.max(self.y).max(self.z)
    }

    pub fn element_sum(self) -> u32 {
        self.x + self.y + self.z
    }

    pub fn element_product(self) -> u32 {
        self.x * self.y * self.z
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(u32) -> u32>(self, f: F) -> UVec3 {
        UVec3::new(f(self.x), f(self.y), f(self.z))
    }

    pub fn length_squared(self) -> u32 {
        self.dot(self)
    }

    pub fn as_vec3(self) -> Vec3 {
        Vec3::new(self.x as f32, self.y as f32, self.z as f32)
    }

    pub fn as_ivec3(self) -> IVec3 {
        IVec3::new(self.x as i32, self.y as i32, self.z as i32)
    }

    pub fn as_dvec3(self) -> DVec3 {
        DVec3::new(self.x as f64, self.y as f64, self.z as f64)
    }

    pub fn as_u8vec3(self) -> U8Vec3 {
        U8Vec3::new(self.x as u8, self.y as u8, self.z as u8)
    }

    pub fn as_usizevec3(self) -> USizeVec3 {
        USizeVec3::new(self.x as usize, self.y as usize, self.z as usize)
    }
}
