//! BVec2: two truth values, as comparisons of vectors give them.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::{IVec2, UVec2, Vec2};

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

impl Vec2 {
    pub fn cmpeq(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x == rhs.x, self.y == rhs.y)
    }

    pub fn cmpne(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x != rhs.x, self.y != rhs.y)
    }

    pub fn cmplt(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x < rhs.x, self.y < rhs.y)
    }

    pub fn cmple(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x <= rhs.x, self.y <= rhs.y)
    }

    pub fn cmpgt(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x > rhs.x, self.y > rhs.y)
    }

    pub fn cmpge(self, rhs: Vec2) -> BVec2 {
        BVec2::new(self.x >= rhs.x, self.y >= rhs.y)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec2, if_true: Vec2, if_false: Vec2) -> Vec2 {
        Vec2::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
        )
    }
}

impl IVec2 {
    pub fn cmpeq(self, rhs: IVec2) -> BVec2 {
        BVec2::new(self.x == rhs.x, self.y == rhs.y)
    }

    pub fn cmpne(self, rhs: IVec2) -> BVec2 {
        BVec2::new(self.x != rhs.x, self.y != rhs.y)
    }

    pub fn cmplt(self, rhs: IVec2) -> BVec2 {
        BVec2::new(self.x < rhs.x, self.y < rhs.y)
    }

    pub fn cmple(self, rhs: IVec2) -> BVec2 {
        BVec2::new(self.x <= rhs.x, self.y <= rhs.y)
    }

    pub fn cmpgt(self, rhs: IVec2) -> BVec2 {
        BVec2::new(self.x > rhs.x, self.y > rhs.y)
    }

    pub fn cmpge(self, rhs: IVec2) -> BVec2 {
        BVec2::new(self.x >= rhs.x, self.y >= rhs.y)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec2, if_true: IVec2, if_false: IVec2) -> IVec2 {
        IVec2::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
        )
    }
}

impl UVec2 {
    pub fn cmpeq(self, rhs: UVec2) -> BVec2 {
        BVec2::new(self.x == rhs.x, self.y == rhs.y)
    }

    pub fn cmpne(self, rhs: UVec2) -> BVec2 {
        BVec2::new(self.x != rhs.x, self.y != rhs.y)
    }

    pub fn cmplt(self, rhs: UVec2) -> BVec2 {
        BVec2::new(self.x < rhs.x, self.y < rhs.y)
    }

    pub fn cmple(self, rhs: UVec2) -> BVec2 {
        BVec2::new(self.x <= rhs.x, self.y <= rhs.y)
    }

    pub fn cmpgt(self, rhs: UVec2) -> BVec2 {
        BVec2::new(self.x > rhs.x, self.y > rhs.y)
    }

    pub fn cmpge(self, rhs: UVec2) -> BVec2 {
        BVec2::new(self.x >= rhs.x, self.y >= rhs.y)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec2, if_true: UVec2, if_false: UVec2) -> UVec2 {
        UVec2::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
        )
    }
}
