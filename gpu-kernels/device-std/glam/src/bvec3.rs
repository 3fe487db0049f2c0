//! BVec3: three truth values, as comparisons of vectors give them.

use core::ops::{BitAnd, BitAndAssign, BitOr, BitOrAssign, BitXor, Not};

use super::{IVec3, UVec3, Vec3};

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

impl Vec3 {
    pub fn cmpeq(self, rhs: Vec3) -> BVec3 {
        BVec3::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z)
    }

    pub fn cmpne(self, rhs: Vec3) -> BVec3 {
        BVec3::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z)
    }

    pub fn cmplt(self, rhs: Vec3) -> BVec3 {
        BVec3::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z)
    }

    pub fn cmple(self, rhs: Vec3) -> BVec3 {
        BVec3::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z)
    }

    pub fn cmpgt(self, rhs: Vec3) -> BVec3 {
        BVec3::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z)
    }

    pub fn cmpge(self, rhs: Vec3) -> BVec3 {
        BVec3::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec3, if_true: Vec3, if_false: Vec3) -> Vec3 {
        Vec3::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
        )
    }
}

impl IVec3 {
    pub fn cmpeq(self, rhs: IVec3) -> BVec3 {
        BVec3::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z)
    }

    pub fn cmpne(self, rhs: IVec3) -> BVec3 {
        BVec3::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z)
    }

    pub fn cmplt(self, rhs: IVec3) -> BVec3 {
        BVec3::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z)
    }

    pub fn cmple(self, rhs: IVec3) -> BVec3 {
        BVec3::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z)
    }

    pub fn cmpgt(self, rhs: IVec3) -> BVec3 {
        BVec3::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z)
    }

    pub fn cmpge(self, rhs: IVec3) -> BVec3 {
        BVec3::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec3, if_true: IVec3, if_false: IVec3) -> IVec3 {
        IVec3::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
        )
    }
}

impl UVec3 {
    pub fn cmpeq(self, rhs: UVec3) -> BVec3 {
        BVec3::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z)
    }

    pub fn cmpne(self, rhs: UVec3) -> BVec3 {
        BVec3::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z)
    }

    pub fn cmplt(self, rhs: UVec3) -> BVec3 {
        BVec3::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z)
    }

    pub fn cmple(self, rhs: UVec3) -> BVec3 {
        BVec3::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z)
    }

    pub fn cmpgt(self, rhs: UVec3) -> BVec3 {
        BVec3::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z)
    }

    pub fn cmpge(self, rhs: UVec3) -> BVec3 {
        BVec3::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec3, if_true: UVec3, if_false: UVec3) -> UVec3 {
        UVec3::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
        )
    }
}
