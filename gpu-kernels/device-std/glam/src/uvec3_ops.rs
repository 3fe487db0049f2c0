// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of UVec3.

use core::ops::*;

use super::*;

impl Add for UVec3 {
    type Output = UVec3;

    fn add(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z)
    }
}

impl Add<u32> for UVec3 {
    type Output = UVec3;

    fn add(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x + rhs, self.y + rhs, self.z + rhs)
    }
}

impl Add<UVec3> for u32 {
    type Output = UVec3;

    fn add(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self + rhs.x, self + rhs.y, self + rhs.z)
    }
}

impl AddAssign for UVec3 {
    fn add_assign(&mut self, rhs: UVec3) {
        *self = *self + rhs;
    }
}

impl AddAssign<u32> for UVec3 {
    fn add_assign(&mut self, rhs: u32) {
        *self = *self + rhs;
    }
}

impl Sub for UVec3 {
    type Output = UVec3;

    fn sub(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z)
    }
}

impl Sub<u32> for UVec3 {
    type Output = UVec3;

    fn sub(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x - rhs, self.y - rhs, self.z - rhs)
    }
}

impl Sub<UVec3> for u32 {
    type Output = UVec3;

    fn sub(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self - rhs.x, self - rhs.y, self - rhs.z)
    }
}

impl SubAssign for UVec3 {
    fn sub_assign(&mut self, rhs: UVec3) {
        *self = *self - rhs;
    }
}

impl SubAssign<u32> for UVec3 {
    fn sub_assign(&mut self, rhs: u32) {
        *self = *self - rhs;
    }
}

impl Mul for UVec3 {
    type Output = UVec3;

    fn mul(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z)
    }
}

impl Mul<u32> for UVec3 {
    type Output = UVec3;

    fn mul(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x * rhs, self.y * rhs, self.z * rhs)
    }
}

impl Mul<UVec3> for u32 {
    type Output = UVec3;

    fn mul(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self * rhs.x, self * rhs.y, self * rhs.z)
    }
}

impl MulAssign for UVec3 {
    fn mul_assign(&mut self, rhs: UVec3) {
        *self = *self * rhs;
    }
}

impl MulAssign<u32> for UVec3 {
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}

impl Div for UVec3 {
    type Output = UVec3;

    fn div(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z)
    }
}

impl Div<u32> for UVec3 {
    type Output = UVec3;

    fn div(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x / rhs, self.y / rhs, self.z / rhs)
    }
}

impl Div<UVec3> for u32 {
    type Output = UVec3;

    fn div(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self / rhs.x, self / rhs.y, self / rhs.z)
    }
}

impl DivAssign for UVec3 {
    fn div_assign(&mut self, rhs: UVec3) {
        *self = *self / rhs;
    }
}

impl DivAssign<u32> for UVec3 {
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}

impl Rem for UVec3 {
    type Output = UVec3;

    fn rem(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z)
    }
}

impl Rem<u32> for UVec3 {
    type Output = UVec3;

    fn rem(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x % rhs, self.y % rhs, self.z % rhs)
    }
}

impl Rem<UVec3> for u32 {
    type Output = UVec3;

    fn rem(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self % rhs.x, self % rhs.y, self % rhs.z)
    }
}

impl RemAssign for UVec3 {
    fn rem_assign(&mut self, rhs: UVec3) {
        *self = *self % rhs;
    }
}

impl RemAssign<u32> for UVec3 {
    fn rem_assign(&mut self, rhs: u32) {
        *self = *self % rhs;
    }
}

impl BitAnd for UVec3 {
    type Output = UVec3;

    fn bitand(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x & rhs.x, self.y & rhs.y, self.z & rhs.z)
    }
}

impl BitAnd<u32> for UVec3 {
    type Output = UVec3;

    fn bitand(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x & rhs, self.y & rhs, self.z & rhs)
    }
}

impl BitAndAssign for UVec3 {
    fn bitand_assign(&mut self, rhs: UVec3) {
        *self = *self & rhs;
    }
}

impl BitOr for UVec3 {
    type Output = UVec3;

    fn bitor(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x | rhs.x, self.y | rhs.y, self.z | rhs.z)
    }
}

impl BitOr<u32> for UVec3 {
    type Output = UVec3;

    fn bitor(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x | rhs, self.y | rhs, self.z | rhs)
    }
}

impl BitOrAssign for UVec3 {
    fn bitor_assign(&mut self, rhs: UVec3) {
        *self = *self | rhs;
    }
}

impl BitXor for UVec3 {
    type Output = UVec3;

    fn bitxor(self, rhs: UVec3) -> UVec3 {
        UVec3::new(self.x ^ rhs.x, self.y ^ rhs.y, self.z ^ rhs.z)
    }
}

impl BitXor<u32> for UVec3 {
    type Output = UVec3;

    fn bitxor(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x ^ rhs, self.y ^ rhs, self.z ^ rhs)
    }
}

impl BitXorAssign for UVec3 {
    fn bitxor_assign(&mut self, rhs: UVec3) {
        *self = *self ^ rhs;
    }
}

impl Not for UVec3 {
    type Output = UVec3;

    fn not(self) -> UVec3 {
        UVec3::new(!self.x, !self.y, !self.z)
    }
}

impl Shl<u32> for UVec3 {
    type Output = UVec3;

    fn shl(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x << rhs, self.y << rhs, self.z << rhs)
    }
}

impl Shr<u32> for UVec3 {
    type Output = UVec3;

    fn shr(self, rhs: u32) -> UVec3 {
        UVec3::new(self.x >> rhs, self.y >> rhs, self.z >> rhs)
    }
}

impl Index<usize> for UVec3 {
    type Output = u32;

    fn index(&self, index: usize) -> &u32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for UVec3 {
    fn index_mut(&mut self, index: usize) -> &mut u32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[u32; 3]> for UVec3 {
    fn from(v: [u32; 3]) -> UVec3 {
        UVec3::from_array(v)
    }
}

impl From<UVec3> for [u32; 3] {
    fn from(v: UVec3) -> [u32; 3] {
        v.to_array()
    }
}

impl From<(u32, u32, u32)> for UVec3 {
    fn from(v: (u32, u32, u32)) -> UVec3 {
        UVec3::new(v.0, v.1, v.2)
    }
}

impl From<UVec3> for (u32, u32, u32) {
    fn from(v: UVec3) -> (u32, u32, u32) {
        (v.x, v.y, v.z)
    }
}

impl From<(UVec2, u32)> for UVec3 {
    fn from(v: (UVec2, u32)) -> UVec3 {
        UVec3::new(v.0.x, v.0.y, v.1)
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
