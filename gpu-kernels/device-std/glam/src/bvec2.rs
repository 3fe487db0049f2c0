// Written by `cargo xtask glam` from templates/mask.rs.in.

//! BVec2: two truth values, as comparisons of vectors give them.

use core::ops::*;

/// A vector of two truth values.
#[derive(Clone, Copy, Default, PartialEq, Eq)]
#[repr(C)]
pub struct BVec2 {
    pub x: bool,
    pub y: bool,
}

/// The vector with these components.
pub const fn bvec2(x: bool, y: bool) -> BVec2 {
    BVec2::new(x, y)
}

impl BVec2 {
    pub const FALSE: BVec2 = BVec2::splat(false);
    pub const TRUE: BVec2 = BVec2::splat(true);

    pub const fn new(x: bool, y: bool) -> BVec2 {
        BVec2 { x, y }
    }

    pub const fn splat(v: bool) -> BVec2 {
        BVec2::new(v, v)
    }

    pub const fn from_array(a: [bool; 2]) -> BVec2 {
        BVec2::new(a[0], a[1])
    }

    pub fn all(self) -> bool {
        self.x && self.y
    }

    pub fn any(self) -> bool {
        self.x || self.y
    }

    /// The components as bits, the first in the lowest.
    pub fn bitmask(self) -> u32 {
        self.x as u32 | ((self.y as u32) << 1)
    }
}

impl BitAnd for BVec2 {
    type Output = BVec2;

    fn bitand(self, rhs: BVec2) -> BVec2 {
        BVec2::new(self.x & rhs.x, self.y & rhs.y)
    }
}

impl BitOr for BVec2 {
    type Output = BVec2;

    fn bitor(self, rhs: BVec2) -> BVec2 {
        BVec2::new(self.x | rhs.x, self.y | rhs.y)
    }
}

impl BitXor for BVec2 {
    type Output = BVec2;

    fn bitxor(self, rhs: BVec2) -> BVec2 {
        BVec2::new(self.x ^ rhs.x, self.y ^ rhs.y)
    }
}

impl BitAndAssign for BVec2 {
    fn bitand_assign(&mut self, rhs: BVec2) {
        *self = *self & rhs;
    }
}

impl BitOrAssign for BVec2 {
    fn bitor_assign(&mut self, rhs: BVec2) {
        *self = *self | rhs;
    }
}

impl Not for BVec2 {
    type Output = BVec2;

    fn not(self) -> BVec2 {
        BVec2::new(!self.x, !self.y)
    }
}
