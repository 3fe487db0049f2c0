// Written by `cargo xtask glam` from templates/vector.rs.in.

//! UVec2: two unsigned integers.

use super::*;

/// A vector of two unsigned integers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct UVec2 {
    pub x: u32,
    pub y: u32,
}

/// The vector with these components.
pub const fn uvec2(x: u32, y: u32) -> UVec2 {
    UVec2::new(x, y)
}

impl UVec2 {
    pub const ZERO: UVec2 = UVec2::splat(0);
    pub const ONE: UVec2 = UVec2::splat(1);
    pub const MIN: UVec2 = UVec2::splat(u32::MIN);
    pub const MAX: UVec2 = UVec2::splat(u32::MAX);
    pub const X: UVec2 = UVec2::new(1, 0);
    pub const Y: UVec2 = UVec2::new(0, 1);
    pub const AXES: [UVec2; 2] = [UVec2::X, UVec2::Y];

    pub const fn new(x: u32, y: u32) -> UVec2 {
        UVec2 { x, y }
    }

    pub const fn splat(v: u32) -> UVec2 {
        UVec2 { x: v, y: v }
    }

    pub const fn from_array(a: [u32; 2]) -> UVec2 {
        UVec2::new(a[0], a[1])
    }

    pub const fn to_array(&self) -> [u32; 2] {
        [self.x, self.y]
    }

    pub fn from_slice(slice: &[u32]) -> UVec2 {
        UVec2::new(slice[0], slice[1])
    }

    pub fn write_to_slice(self, slice: &mut [u32]) {
        slice[0] = self.x;
        slice[1] = self.y;
    }

    pub fn extend(self, z: u32) -> UVec3 {
        UVec3::new(self.x, self.y, z)
    }

    pub fn with_x(self, x: u32) -> UVec2 {
        UVec2 { x, ..self }
    }

    pub fn with_y(self, y: u32) -> UVec2 {
        UVec2 { y, ..self }
    }

    pub fn dot(self, rhs: UVec2) -> u32 {
        self.x * rhs.x + self.y * rhs.y
    }

    pub fn dot_into_vec(self, rhs: UVec2) -> UVec2 {
        UVec2::splat(self.dot(rhs))
    }

    pub fn min(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x.min(rhs.x), self.y.min(rhs.y))
    }

    pub fn max(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x.max(rhs.x), self.y.max(rhs.y))
    }

    pub fn clamp(self, min: UVec2, max: UVec2) -> UVec2 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> u32 {
        self.x.min(self.y)
    }

    pub fn max_element(self) -> u32 {
        self.x.max(self.y)
    }

    pub fn element_sum(self) -> u32 {
        self.x + self.y
    }

    pub fn element_product(self) -> u32 {
        self.x * self.y
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(u32) -> u32>(self, f: F) -> UVec2 {
        UVec2::new(f(self.x), f(self.y))
    }

    pub fn length_squared(self) -> u32 {
        self.dot(self)
    }

    pub fn as_vec2(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }

    pub fn as_ivec2(self) -> IVec2 {
        IVec2::new(self.x as i32, self.y as i32)
    }

    pub fn as_dvec2(self) -> DVec2 {
        DVec2::new(self.x as f64, self.y as f64)
    }

    pub fn as_u8vec2(self) -> U8Vec2 {
        U8Vec2::new(self.x as u8, self.y as u8)
    }

    pub fn as_usizevec2(self) -> USizeVec2 {
        USizeVec2::new(self.x as usize, self.y as usize)
    }
}
