// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of UVec2.

use core::ops::*;

use super::*;

impl Add for UVec2 {
    type Output = UVec2;

    fn add(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x + rhs.x, self.y + rhs.y)
    }
}

impl Add<u32> for UVec2 {
    type Output = UVec2;

    fn add(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x + rhs, self.y + rhs)
    }
}

impl Add<UVec2> for u32 {
    type Output = UVec2;

    fn add(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self + rhs.x, self + rhs.y)
    }
}

impl AddAssign for UVec2 {
    fn add_assign(&mut self, rhs: UVec2) {
        *self = *self + rhs;
    }
}

impl AddAssign<u32> for UVec2 {
    fn add_assign(&mut self, rhs: u32) {
        *self = *self + rhs;
    }
}

impl Sub for UVec2 {
    type Output = UVec2;

    fn sub(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x - rhs.x, self.y - rhs.y)
    }
}

impl Sub<u32> for UVec2 {
    type Output = UVec2;

    fn sub(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x - rhs, self.y - rhs)
    }
}

impl Sub<UVec2> for u32 {
    type Output = UVec2;

    fn sub(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self - rhs.x, self - rhs.y)
    }
}

impl SubAssign for UVec2 {
    fn sub_assign(&mut self, rhs: UVec2) {
        *self = *self - rhs;
    }
}

impl SubAssign<u32> for UVec2 {
    fn sub_assign(&mut self, rhs: u32) {
        *self = *self - rhs;
    }
}

impl Mul for UVec2 {
    type Output = UVec2;

    fn mul(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x * rhs.x, self.y * rhs.y)
    }
}

impl Mul<u32> for UVec2 {
    type Output = UVec2;

    fn mul(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x * rhs, self.y * rhs)
    }
}

impl Mul<UVec2> for u32 {
    type Output = UVec2;

    fn mul(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self * rhs.x, self * rhs.y)
    }
}

impl MulAssign for UVec2 {
    fn mul_assign(&mut self, rhs: UVec2) {
        *self = *self * rhs;
    }
}

impl MulAssign<u32> for UVec2 {
    fn mul_assign(&mut self, rhs: u32) {
        *self = *self * rhs;
    }
}

impl Div for UVec2 {
    type Output = UVec2;

    fn div(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x / rhs.x, self.y / rhs.y)
    }
}

impl Div<u32> for UVec2 {
    type Output = UVec2;

    fn div(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x / rhs, self.y / rhs)
    }
}

impl Div<UVec2> for u32 {
    type Output = UVec2;

    fn div(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self / rhs.x, self / rhs.y)
    }
}

impl DivAssign for UVec2 {
    fn div_assign(&mut self, rhs: UVec2) {
        *self = *self / rhs;
    }
}

impl DivAssign<u32> for UVec2 {
    fn div_assign(&mut self, rhs: u32) {
        *self = *self / rhs;
    }
}

impl Rem for UVec2 {
    type Output = UVec2;

    fn rem(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x % rhs.x, self.y % rhs.y)
    }
}

impl Rem<u32> for UVec2 {
    type Output = UVec2;

    fn rem(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x % rhs, self.y % rhs)
    }
}

impl Rem<UVec2> for u32 {
    type Output = UVec2;

    fn rem(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self % rhs.x, self % rhs.y)
    }
}

impl RemAssign for UVec2 {
    fn rem_assign(&mut self, rhs: UVec2) {
        *self = *self % rhs;
    }
}

impl RemAssign<u32> for UVec2 {
    fn rem_assign(&mut self, rhs: u32) {
        *self = *self % rhs;
    }
}

impl BitAnd for UVec2 {
    type Output = UVec2;

    fn bitand(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x & rhs.x, self.y & rhs.y)
    }
}

impl BitAnd<u32> for UVec2 {
    type Output = UVec2;

    fn bitand(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x & rhs, self.y & rhs)
    }
}

impl BitAndAssign for UVec2 {
    fn bitand_assign(&mut self, rhs: UVec2) {
        *self = *self & rhs;
    }
}

impl BitOr for UVec2 {
    type Output = UVec2;

    fn bitor(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x | rhs.x, self.y | rhs.y)
    }
}

impl BitOr<u32> for UVec2 {
    type Output = UVec2;

    fn bitor(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x | rhs, self.y | rhs)
    }
}

impl BitOrAssign for UVec2 {
    fn bitor_assign(&mut self, rhs: UVec2) {
        *self = *self | rhs;
    }
}

impl BitXor for UVec2 {
    type Output = UVec2;

    fn bitxor(self, rhs: UVec2) -> UVec2 {
        UVec2::new(self.x ^ rhs.x, self.y ^ rhs.y)
    }
}

impl BitXor<u32> for UVec2 {
    type Output = UVec2;

    fn bitxor(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x ^ rhs, self.y ^ rhs)
    }
}

impl BitXorAssign for UVec2 {
    fn bitxor_assign(&mut self, rhs: UVec2) {
        *self = *self ^ rhs;
    }
}

impl Not for UVec2 {
    type Output = UVec2;

    fn not(self) -> UVec2 {
        UVec2::new(!self.x, !self.y)
    }
}

impl Shl<u32> for UVec2 {
    type Output = UVec2;

    fn shl(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x << rhs, self.y << rhs)
    }
}

impl Shr<u32> for UVec2 {
    type Output = UVec2;

    fn shr(self, rhs: u32) -> UVec2 {
        UVec2::new(self.x >> rhs, self.y >> rhs)
    }
}

impl Index<usize> for UVec2 {
    type Output = u32;

    fn index(&self, index: usize) -> &u32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for UVec2 {
    fn index_mut(&mut self, index: usize) -> &mut u32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[u32; 2]> for UVec2 {
    fn from(v: [u32; 2]) -> UVec2 {
        UVec2::from_array(v)
    }
}

impl From<UVec2> for [u32; 2] {
    fn from(v: UVec2) -> [u32; 2] {
        v.to_array()
    }
}

impl From<(u32, u32)> for UVec2 {
    fn from(v: (u32, u32)) -> UVec2 {
        UVec2::new(v.0, v.1)
    }
}

impl From<UVec2> for (u32, u32) {
    fn from(v: UVec2) -> (u32, u32) {
        (v.x, v.y)
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
