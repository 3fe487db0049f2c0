// Written by `cargo xtask glam` from templates/vector.rs.in.

//! IVec3: three signed integers.

use super::*;

/// A vector of three signed integers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct IVec3 {
    pub x: i32,
    pub y: i32,
    pub z: i32,
}

/// The vector with these components.
pub const fn ivec3(x: i32, y: i32, z: i32) -> IVec3 {
    IVec3::new(x, y, z)
}

impl IVec3 {
    pub const ZERO: IVec3 = IVec3::splat(0);
    pub const ONE: IVec3 = IVec3::splat(1);
    pub const NEG_ONE: IVec3 = IVec3::splat(-1);
    pub const MIN: IVec3 = IVec3::splat(i32::MIN);
    pub const MAX: IVec3 = IVec3::splat(i32::MAX);
    pub const X: IVec3 = IVec3::new(1, 0, 0);
    pub const Y: IVec3 = IVec3::new(0, 1, 0);
    pub const Z: IVec3 = IVec3::new(0, 0, 1);
    pub const NEG_X: IVec3 = IVec3::new(-1, 0, 0);
    pub const NEG_Y: IVec3 = IVec3::new(0, -1, 0);
    pub const NEG_Z: IVec3 = IVec3::new(0, 0, -1);
    pub const AXES: [IVec3; 3] = [IVec3::X, IVec3::Y, IVec3::Z];

    pub const fn new(x: i32, y: i32, z: i32) -> IVec3 {
        IVec3 { x, y, z }
    }

    pub const fn splat(v: i32) -> IVec3 {
        IVec3 { x: v, y: v, z: v }
    }

    pub const fn from_array(a: [i32; 3]) -> IVec3 {
        IVec3::new(a[0], a[1], a[2])
    }

    pub const fn to_array(&self) -> [i32; 3] {
        [self.x, self.y, self.z]
    }

    pub fn from_slice(slice: &[i32]) -> IVec3 {
        IVec3::new(slice[0], slice[1], slice[2])
    }

    pub fn write_to_slice(self, slice: &mut [i32]) {
        slice[0] = self.x;
        slice[1] = self.y;
        slice[2] = self.z;
    }

    pub fn extend(self, w: i32) -> IVec4 {
        IVec4::new(self.x, self.y, self.z, w)
    }

    pub fn truncate(self) -> IVec2 {
        IVec2::new(self.x, self.y)
    }

    pub fn with_x(self, x: i32) -> IVec3 {
        IVec3 { x, ..self }
    }

    pub fn with_y(self, y: i32) -> IVec3 {
        IVec3 { y, ..self }
    }

    pub fn with_z(self, z: i32) -> IVec3 {
        IVec3 { z, ..self }
    }

    pub fn dot(self, rhs: IVec3) -> i32 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z
    }

    pub fn dot_into_vec(self, rhs: IVec3) -> IVec3 {
        IVec3::splat(self.dot(rhs))
    }

    pub fn cross(self, rhs: IVec3) -> IVec3 {
        IVec3::new(
            self.y * rhs.z - rhs.y * self.z,
            self.z * rhs.x - rhs.z * self.x,
            self.x * rhs.y - rhs.x * self.y,
        )
    }

    pub fn min(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z))
    }

    pub fn max(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z))
    }

    pub fn clamp(self, min: IVec3, max: IVec3) -> IVec3 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> i32 {
        self.x.min(self.y).min(self.z)
    }

    pub fn max_element(self) -> i32 {
        self.x.max(self.y).max(self.z)
    }

    pub fn element_sum(self) -> i32 {
        self.x + self.y + self.z
    }

    pub fn element_product(self) -> i32 {
        self.x * self.y * self.z
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(i32) -> i32>(self, f: F) -> IVec3 {
        IVec3::new(f(self.x), f(self.y), f(self.z))
    }

    pub fn abs(self) -> IVec3 {
        IVec3::new(self.x.abs(), self.y.abs(), self.z.abs())
    }

    pub fn signum(self) -> IVec3 {
        IVec3::new(self.x.signum(), self.y.signum(), self.z.signum())
    }

    pub fn length_squared(self) -> i32 {
        self.dot(self)
    }

    pub fn distance_squared(self, rhs: IVec3) -> i32 {
        (self - rhs).length_squared()
    }

    pub fn div_euclid(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x.div_euclid(rhs.x), self.y.div_euclid(rhs.y), self.z.div_euclid(rhs.z))
    }

    pub fn rem_euclid(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x.rem_euclid(rhs.x), self.y.rem_euclid(rhs.y), self.z.rem_euclid(rhs.z))
    }

    pub fn as_vec3(self) -> Vec3 {
        Vec3::new(self.x as f32, self.y as f32, self.z as f32)
    }

    pub fn as_uvec3(self) -> UVec3 {
        UVec3::new(self.x as u32, self.y as u32, self.z as u32)
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
