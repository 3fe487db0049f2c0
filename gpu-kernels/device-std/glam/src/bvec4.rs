// Written by `cargo xtask glam` from templates/mask.rs.in.

//! BVec4: four truth values, as comparisons of vectors give them.

use core::ops::*;

/// A vector of four truth values.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct BVec4 {
    pub x: bool,
    pub y: bool,
    pub z: bool,
    pub w: bool,
}

/// The vector with these components.
pub const fn bvec4(x: bool, y: bool, z: bool, w: bool) -> BVec4 {
    BVec4::new(x, y, z, w)
}

impl BVec4 {
    pub const FALSE: BVec4 = BVec4::splat(false);
    pub const TRUE: BVec4 = BVec4::splat(true);

    pub const fn new(x: bool, y: bool, z: bool, w: bool) -> BVec4 {
        BVec4 { x, y, z, w }
    }

    pub const fn splat(v: bool) -> BVec4 {
        BVec4::new(v, v, v, v)
    }

    pub const fn from_array(a: [bool; 4]) -> BVec4 {
        BVec4::new(a[0], a[1], a[2], a[3])
    }

    pub fn all(self) -> bool {
        self.x && self.y && self.z && self.w
    }

    pub fn any(self) -> bool {
        self.x || self.y || self.z || self.w
    }

    /// The components as bits, the first in the lowest.
    pub fn bitmask(self) -> u32 {
        self.x as u32 | ((self.y as u32) << 1) | ((self.z as u32) << 2) | ((self.w as u32) << 3)
    }
}

impl BitAnd for BVec4 {
    type Output = BVec4;

    fn bitand(self, rhs: BVec4) -> BVec4 {
        BVec4::new(self.x & rhs.x, self.y & rhs.y, self.z & rhs.z, self.w & rhs.w)
    }
}

impl BitOr for BVec4 {
    type Output = BVec4;

    fn bitor(self, rhs: BVec4) -> BVec4 {
        BVec4::new(self.x | rhs.x, self.y | rhs.y, self.z | rhs.z, self.w | rhs.w)
    }
}

impl BitXor for BVec4 {
    type Output = BVec4;

    fn bitxor(self, rhs: BVec4) -> BVec4 {
        BVec4::new(self.x ^ rhs.x, self.y ^ rhs.y, self.z ^ rhs.z, self.w ^ rhs.w)
    }
}

impl BitAndAssign for BVec4 {
    fn bitand_assign(&mut self, rhs: BVec4) {
        *self = *self & rhs;
    }
}

impl BitOrAssign for BVec4 {
    fn bitor_assign(&mut self, rhs: BVec4) {
        *self = *self | rhs;
    }
}

impl Not for BVec4 {
    type Output = BVec4;

    fn not(self) -> BVec4 {
        BVec4::new(!self.x, !self.y, !self.z, !self.w)
    }
}
