// Written by `cargo xtask glam` from templates/vector.rs.in.

//! IVec2: two signed integers.

use super::*;

/// A vector of two signed integers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(8))]
pub struct IVec2 {
    pub x: i32,
    pub y: i32,
}

/// The vector with these components.
pub const fn ivec2(x: i32, y: i32) -> IVec2 {
    IVec2::new(x, y)
}

impl IVec2 {
    pub const ZERO: IVec2 = IVec2::splat(0);
    pub const ONE: IVec2 = IVec2::splat(1);
    pub const NEG_ONE: IVec2 = IVec2::splat(-1);
    pub const MIN: IVec2 = IVec2::splat(i32::MIN);
    pub const MAX: IVec2 = IVec2::splat(i32::MAX);
    pub const X: IVec2 = IVec2::new(1, 0);
    pub const Y: IVec2 = IVec2::new(0, 1);
    pub const NEG_X: IVec2 = IVec2::new(-1, 0);
    pub const NEG_Y: IVec2 = IVec2::new(0, -1);
    pub const AXES: [IVec2; 2] = [IVec2::X, IVec2::Y];

    pub const fn new(x: i32, y: i32) -> IVec2 {
        IVec2 { x, y }
    }

    pub const fn splat(v: i32) -> IVec2 {
        IVec2 { x: v, y: v }
    }

    pub const fn from_array(a: [i32; 2]) -> IVec2 {
        IVec2::new(a[0], a[1])
    }

    pub const fn to_array(&self) -> [i32; 2] {
        [self.x, self.y]
    }

    pub fn from_slice(slice: &[i32]) -> IVec2 {
        IVec2::new(slice[0], slice[1])
    }

    pub fn write_to_slice(self, slice: &mut [i32]) {
        slice[0] = self.x;
        slice[1] = self.y;
    }

    pub fn extend(self, z: i32) -> IVec3 {
        IVec3::new(self.x, self.y, z)
    }

    pub fn with_x(self, x: i32) -> IVec2 {
        IVec2 { x, ..self }
    }

    pub fn with_y(self, y: i32) -> IVec2 {
        IVec2 { y, ..self }
    }

    pub fn dot(self, rhs: IVec2) -> i32 {
        self.x * rhs.x + self.y * rhs.y
    }

    pub fn dot_into_vec(self, rhs: IVec2) -> IVec2 {
        IVec2::splat(self.dot(rhs))
    }

    /// A quarter turn to the left.
    pub fn perp(self) -> IVec2 {
        IVec2::new(-self.y, self.x)
    }

    pub fn perp_dot(self, rhs: IVec2) -> i32 {
        self.x * rhs.y - self.y * rhs.x
    }

    /// `rhs` turned as the x axis is turned into this vector.
    pub fn rotate(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x * rhs.x - self.y * rhs.y, self.y * rhs.x + self.x * rhs.y)
    }

    pub fn min(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x.min(rhs.x), self.y.min(rhs.y))
    }

    pub fn max(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x.max(rhs.x), self.y.max(rhs.y))
    }

    pub fn clamp(self, min: IVec2, max: IVec2) -> IVec2 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> i32 {
        self.x.min(self.y)
    }

    pub fn max_element(self) -> i32 {
        self.x.max(self.y)
    }

    pub fn element_sum(self) -> i32 {
        self.x + self.y
    }

    pub fn element_product(self) -> i32 {
        self.x * self.y
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(i32) -> i32>(self, f: F) -> IVec2 {
        IVec2::new(f(self.x), f(self.y))
    }

    pub fn abs(self) -> IVec2 {
        IVec2::new(self.x.abs(), self.y.abs())
    }

    pub fn signum(self) -> IVec2 {
        IVec2::new(self.x.signum(), self.y.signum())
    }

    pub fn length_squared(self) -> i32 {
        self.dot(self)
    }

    pub fn distance_squared(self, rhs: IVec2) -> i32 {
        (self - rhs).length_squared()
    }

    pub fn div_euclid(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x.div_euclid(rhs.x), self.y.div_euclid(rhs.y))
    }

    pub fn rem_euclid(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x.rem_euclid(rhs.x), self.y.rem_euclid(rhs.y))
    }

    pub fn as_vec2(self) -> Vec2 {
        Vec2::new(self.x as f32, self.y as f32)
    }

    pub fn as_uvec2(self) -> UVec2 {
        UVec2::new(self.x as u32, self.y as u32)
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
