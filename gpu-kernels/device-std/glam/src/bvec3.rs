// Written by `cargo xtask glam` from templates/mask.rs.in.

//! BVec3: three truth values, as comparisons of vectors give them.

use core::ops::*;

/// A vector of three truth values.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct BVec3 {
    pub x: bool,
    pub y: bool,
    pub z: bool,
}

/// The vector with these components.
pub const fn bvec3(x: bool, y: bool, z: bool) -> BVec3 {
    BVec3::new(x, y, z)
}

impl BVec3 {
    pub const FALSE: BVec3 = BVec3::splat(false);
    pub const TRUE: BVec3 = BVec3::splat(true);

    pub const fn new(x: bool, y: bool, z: bool) -> BVec3 {
        BVec3 { x, y, z }
    }

    pub const fn splat(v: bool) -> BVec3 {
        BVec3::new(v, v, v)
    }

    pub const fn from_array(a: [bool; 3]) -> BVec3 {
        BVec3::new(a[0], a[1], a[2])
    }

    pub fn all(self) -> bool {
        self.x && self.y && self.z
    }

    pub fn any(self) -> bool {
        self.x || self.y || self.z
    }

    /// The components as bits, the first in the lowest.
    pub fn bitmask(self) -> u32 {
        self.x as u32 | ((self.y as u32) << 1) | ((self.z as u32) << 2)
    }
}

impl BitAnd for BVec3 {
    type Output = BVec3;

    fn bitand(self, rhs: BVec3) -> BVec3 {
        BVec3::new(self.x & rhs.x, self.y & rhs.y, self.z & rhs.z)
    }
}

impl BitOr for BVec3 {
    type Output = BVec3;

    fn bitor(self, rhs: BVec3) -> BVec3 {
        BVec3::new(self.x | rhs.x, self.y | rhs.y, self.z | rhs.z)
    }
}

impl BitXor for BVec3 {
    type Output = BVec3;

    fn bitxor(self, rhs: BVec3) -> BVec3 {
        BVec3::new(self.x ^ rhs.x, self.y ^ rhs.y, self.z ^ rhs.z)
    }
}

impl BitAndAssign for BVec3 {
    fn bitand_assign(&mut self, rhs: BVec3) {
        *self = *self & rhs;
    }
}

impl BitOrAssign for BVec3 {
    fn bitor_assign(&mut self, rhs: BVec3) {
        *self = *self | rhs;
    }
}

impl Not for BVec3 {
    type Output = BVec3;

    fn not(self) -> BVec3 {
        BVec3::new(!self.x, !self.y, !self.z)
    }
}
