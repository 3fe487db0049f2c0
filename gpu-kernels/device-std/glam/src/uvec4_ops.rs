// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of UVec4.

use core::ops::*;

use super::*;

impl Add for UVec4 {
    type Output = UVec4;

    fn add(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Add<u32> for UVec4 {
    type Output = UVec4;

    fn add(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x + rhs, self.y + rhs, self.z + rhs, self.w + rhs)
    }
}

impl Add<UVec4> for u32 {
    type Output = UVec4;

    fn add(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self + rhs.x, self + rhs.y, self + rhs.z, self + rhs.w)
    }
}

impl AddAssign for UVec4 {
    fn add_assign(&mut self, rhs: UVec4) {
        *self = *self + rhs;
    }
}

impl AddAssign<u32> for UVec4 {
    fn add_assign(&mut self, rhs: u32) {
        *self = *self + rhs;
    }
}

impl Sub for UVec4 {
    type Output = UVec4;

    fn sub(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Sub<u32> for UVec4 {
    type Output = UVec4;

    fn sub(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x - rhs, self.y - rhs, self.z - rhs, self.w - rhs)
    }
}

impl Sub<UVec4> for u32 {
    type Output = UVec4;

    fn sub(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self - rhs.x, self - rhs.y, self - rhs.z, self - rhs.w)
    }
}

impl SubAssign for UVec4 {
    fn sub_assign(&mut self, rhs: UVec4) {
        *self = *self - rhs;
    }
}

impl SubAssign<u32> for UVec4 {
    fn sub_assign(&mut self, rhs: u32) {
        *self = *self - rhs;
    }
}

impl Mul for UVec4 {
    type Output = UVec4;

    fn mul(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z, self.w * rhs.w)
    }
}

impl Mul<u32> for UVec4 {
    type Output = UVec4;

    fn mul(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl Mul<UVec4> for u32 {
    type Output = UVec4;

    fn mul(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self * rhs.x, self * rhs.y, self * rhs.z, self * rhs.w)
    }
}

impl MulAssign for UVec4 {
    fn mul_assign(&mut self, rhs: UVec4) {
        *self = *self * rhs;
    }
}

impl MulAssign<u32> for UVec4 {
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}

impl Div for UVec4 {
    type Output = UVec4;

    fn div(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z, self.w / rhs.w)
    }
}

impl Div<u32> for UVec4 {
    type Output = UVec4;

    fn div(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl Div<UVec4> for u32 {
    type Output = UVec4;

    fn div(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self / rhs.x, self / rhs.y, self / rhs.z, self / rhs.w)
    }
}

impl DivAssign for UVec4 {
    fn div_assign(&mut self, rhs: UVec4) {
        *self = *self / rhs;
    }
}

impl DivAssign<u32> for UVec4 {
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}

impl Rem for UVec4 {
    type Output = UVec4;

    fn rem(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z, self.w % rhs.w)
    }
}

impl Rem<u32> for UVec4 {
    type Output = UVec4;

    fn rem(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x % rhs, self.y % rhs, self.z % rhs, self.w % rhs)
    }
}

impl Rem<UVec4> for u32 {
    type Output = UVec4;

    fn rem(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self % rhs.x, self % rhs.y, self % rhs.z, self % rhs.w)
    }
}

impl RemAssign for UVec4 {
    fn rem_assign(&mut self, rhs: UVec4) {
        *self = *self % rhs;
    }
}

impl RemAssign<u32> for UVec4 {
    fn rem_assign(&mut self, rhs: u32) {
        *self = *self % rhs;
    }
}

impl BitAnd for UVec4 {
    type Output = UVec4;

    fn bitand(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x & rhs.x, self.y & rhs.y, self.z & rhs.z, self.w & rhs.w)
    }
}

impl BitAnd<u32> for UVec4 {
    type Output = UVec4;

    fn bitand(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x & rhs, self.y & rhs, self.z & rhs, self.w & rhs)
    }
}

impl BitAndAssign for UVec4 {
    fn bitand_assign(&mut self, rhs: UVec4) {
        *self = *self & rhs;
    }
}

impl BitOr for UVec4 {
    type Output = UVec4;

    fn bitor(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x | rhs.x, self.y | rhs.y, self.z | rhs.z, self.w | rhs.w)
    }
}

impl BitOr<u32> for UVec4 {
    type Output = UVec4;

    fn bitor(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x | rhs, self.y | rhs, self.z | rhs, self.w | rhs)
    }
}

impl BitOrAssign for UVec4 {
    fn bitor_assign(&mut self, rhs: UVec4) {
        *self = *self | rhs;
    }
}

impl BitXor for UVec4 {
    type Output = UVec4;

    fn bitxor(self, rhs: UVec4) -> UVec4 {
        UVec4::new(self.x ^ rhs.x, self.y ^ rhs.y, self.z ^ rhs.z, self.w ^ rhs.w)
    }
}

impl BitXor<u32> for UVec4 {
    type Output = UVec4;

    fn bitxor(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x ^ rhs, self.y ^ rhs, self.z ^ rhs, self.w ^ rhs)
    }
}

impl BitXorAssign for UVec4 {
    fn bitxor_assign(&mut self, rhs: UVec4) {
        *self = *self ^ rhs;
    }
}

impl Not for UVec4 {
    type Output = UVec4;

    fn not(self) -> UVec4 {
        UVec4::new(!self.x, !self.y, !self.z, !self.w)
    }
}

impl Shl<u32> for UVec4 {
    type Output = UVec4;

    fn shl(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x << rhs, self.y << rhs, self.z << rhs, self.w << rhs)
    }
}

impl Shr<u32> for UVec4 {
    type Output = UVec4;

    fn shr(self, rhs: u32) -> UVec4 {
        UVec4::new(self.x >> rhs, self.y >> rhs, self.z >> rhs, self.w >> rhs)
    }
}

impl Index<usize> for UVec4 {
    type Output = u32;

    fn index(&self, index: usize) -> &u32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            3 => &self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for UVec4 {
    fn index_mut(&mut self, index: usize) -> &mut u32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            3 => &mut self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[u32; 4]> for UVec4 {
    fn from(v: [u32; 4]) -> UVec4 {
        UVec4::from_array(v)
    }
}

impl From<UVec4> for [u32; 4] {
    fn from(v: UVec4) -> [u32; 4] {
        v.to_array()
    }
}

impl From<(u32, u32, u32, u32)> for UVec4 {
    fn from(v: (u32, u32, u32, u32)) -> UVec4 {
        UVec4::new(v.0, v.1, v.2, v.3)
    }
}

impl From<UVec4> for (u32, u32, u32, u32) {
    fn from(v: UVec4) -> (u32, u32, u32, u32) {
        (v.x, v.y, v.z, v.w)
    }
}

impl From<(UVec3, u32)> for UVec4 {
    fn from(v: (UVec3, u32)) -> UVec4 {
        UVec4::new(v.0.x, v.0.y, v.0.z, v.1)
    }
}

impl From<(u32, UVec3)> for UVec4 {
    fn from(v: (u32, UVec3)) -> UVec4 {
        UVec4::new(v.0, v.1.x, v.1.y, v.1.z)
    }
}

impl From<(UVec2, u32, u32)> for UVec4 {
    fn from(v: (UVec2, u32, u32)) -> UVec4 {
        UVec4::new(v.0.x, v.0.y, v.1, v.2)
    }
}

impl From<(UVec2, UVec2)> for UVec4 {
    fn from(v: (UVec2, UVec2)) -> UVec4 {
        UVec4::new(v.0.x, v.0.y, v.1.x, v.1.y)
    }
}

impl UVec4 {
    pub fn cmpeq(self, rhs: UVec4) -> BVec4 {
        BVec4::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z, self.w == rhs.w)
    }

    pub fn cmpne(self, rhs: UVec4) -> BVec4 {
        BVec4::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z, self.w != rhs.w)
    }

    pub fn cmplt(self, rhs: UVec4) -> BVec4 {
        BVec4::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z, self.w < rhs.w)
    }

    pub fn cmple(self, rhs: UVec4) -> BVec4 {
        BVec4::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z, self.w <= rhs.w)
    }

    pub fn cmpgt(self, rhs: UVec4) -> BVec4 {
        BVec4::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z, self.w > rhs.w)
    }

    pub fn cmpge(self, rhs: UVec4) -> BVec4 {
        BVec4::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z, self.w >= rhs.w)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec4, if_true: UVec4, if_false: UVec4) -> UVec4 {
        UVec4::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
            if mask.w { if_true.w } else { if_false.w },
        )
    }
}
