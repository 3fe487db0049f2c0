// Written by `cargo xtask glam` from templates/vector.rs.in.

//! IVec4: four signed integers.

use super::*;

/// A vector of four signed integers.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C, align(16))]
pub struct IVec4 {
    pub x: i32,
    pub y: i32,
    pub z: i32,
    pub w: i32,
}

/// The vector with these components.
pub const fn ivec4(x: i32, y: i32, z: i32, w: i32) -> IVec4 {
    IVec4::new(x, y, z, w)
}

impl IVec4 {
    pub const ZERO: IVec4 = IVec4::splat(0);
    pub const ONE: IVec4 = IVec4::splat(1);
    pub const NEG_ONE: IVec4 = IVec4::splat(-1);
    pub const MIN: IVec4 = IVec4::splat(i32::MIN);
    pub const MAX: IVec4 = IVec4::splat(i32::MAX);
    pub const X: IVec4 = IVec4::new(1, 0, 0, 0);
    pub const Y: IVec4 = IVec4::new(0, 1, 0, 0);
    pub const Z: IVec4 = IVec4::new(0, 0, 1, 0);
    pub const W: IVec4 = IVec4::new(0, 0, 0, 1);
    pub const NEG_X: IVec4 = IVec4::new(-1, 0, 0, 0);
    pub const NEG_Y: IVec4 = IVec4::new(0, -1, 0, 0);
    pub const NEG_Z: IVec4 = IVec4::new(0, 0, -1, 0);
    pub const NEG_W: IVec4 = IVec4::new(0, 0, 0, -1);
    pub const AXES: [IVec4; 4] = [IVec4::X, IVec4::Y, IVec4::Z, IVec4::W];

    pub const fn new(x: i32, y: i32, z: i32, w: i32) -> IVec4 {
        IVec4 { x, y, z, w }
    }

    pub const fn splat(v: i32) -> IVec4 {
        IVec4 { x: v, y: v, z: v, w: v }
    }

    pub const fn from_array(a: [i32; 4]) -> IVec4 {
        IVec4::new(a[0], a[1], a[2], a[3])
    }

    pub const fn to_array(&self) -> [i32; 4] {
        [self.x, self.y, self.z, self.w]
    }

    pub fn from_slice(slice: &[i32]) -> IVec4 {
        IVec4::new(slice[0], slice[1], slice[2], slice[3])
    }

    pub fn write_to_slice(self, slice: &mut [i32]) {
        slice[0] = self.x;
        slice[1] = self.y;
        slice[2] = self.z;
        slice[3] = self.w;
    }

    pub fn truncate(self) -> IVec3 {
        IVec3::new(self.x, self.y, self.z)
    }

    pub fn with_x(self, x: i32) -> IVec4 {
        IVec4 { x, ..self }
    }

    pub fn with_y(self, y: i32) -> IVec4 {
        IVec4 { y, ..self }
    }

    pub fn with_z(self, z: i32) -> IVec4 {
        IVec4 { z, ..self }
    }

    pub fn with_w(self, w: i32) -> IVec4 {
        IVec4 { w, ..self }
    }

    pub fn dot(self, rhs: IVec4) -> i32 {
        self.x * rhs.x + self.y * rhs.y + self.z * rhs.z + self.w * rhs.w
    }

    pub fn dot_into_vec(self, rhs: IVec4) -> IVec4 {
        IVec4::splat(self.dot(rhs))
    }

    pub fn min(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x.min(rhs.x), self.y.min(rhs.y), self.z.min(rhs.z), self.w.min(rhs.w))
    }

    pub fn max(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x.max(rhs.x), self.y.max(rhs.y), self.z.max(rhs.z), self.w.max(rhs.w))
    }

    pub fn clamp(self, min: IVec4, max: IVec4) -> IVec4 {
        self.max(min).min(max)
    }

    pub fn min_element(self) -> i32 {
        self.x.min(self.y).min(self.z).min(self.w)
    }

    pub fn max_element(self) -> i32 {
        self.x.max(self.y).max(self.z).max(self.w)
    }

    pub fn element_sum(self) -> i32 {
        self.x + self.y + self.z + self.w
    }

    pub fn element_product(self) -> i32 {
        self.x * self.y * self.z * self.w
    }

    /// The vector of what the function makes of each component.
    pub fn map<F: Fn(i32) -> i32>(self, f: F) -> IVec4 {
        IVec4::new(f(self.x), f(self.y), f(self.z), f(self.w))
    }

    pub fn abs(self) -> IVec4 {
        IVec4::new(self.x.abs(), self.y.abs(), self.z.abs(), self.w.abs())
    }

    pub fn signum(self) -> IVec4 {
        IVec4::new(self.x.signum(), self.y.signum(), self.z.signum(), self.w.signum())
    }

    pub fn length_squared(self) -> i32 {
        self.dot(self)
    }

    pub fn distance_squared(self, rhs: IVec4) -> i32 {
        (self - rhs).length_squared()
    }

    pub fn div_euclid(self, rhs: IVec4) -> IVec4 {
        IVec4::new(
            self.x.div_euclid(rhs.x),
            self.y.div_euclid(rhs.y),
            self.z.div_euclid(rhs.z),
            self.w.div_euclid(rhs.w),
        )
    }

    pub fn rem_euclid(self, rhs: IVec4) -> IVec4 {
        IVec4::new(
            self.x.rem_euclid(rhs.x),
            self.y.rem_euclid(rhs.y),
            self.z.rem_euclid(rhs.z),
            self.w.rem_euclid(rhs.w),
        )
    }

    pub fn as_vec4(self) -> Vec4 {
        Vec4::new(self.x as f32, self.y as f32, self.z as f32, self.w as f32)
    }

    pub fn as_uvec4(self) -> UVec4 {
        UVec4::new(self.x as u32, self.y as u32, self.z as u32, self.w as u32)
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
