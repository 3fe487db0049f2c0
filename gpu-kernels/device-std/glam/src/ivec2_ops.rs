// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of IVec2.

use core::ops::*;

use super::*;

impl Add for IVec2 {
    type Output = IVec2;

    fn add(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x + rhs.x, self.y + rhs.y)
    }
}

impl Add<i32> for IVec2 {
    type Output = IVec2;

    fn add(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x + rhs, self.y + rhs)
    }
}

impl Add<IVec2> for i32 {
    type Output = IVec2;

    fn add(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self + rhs.x, self + rhs.y)
    }
}

impl AddAssign for IVec2 {
    fn add_assign(&mut self, rhs: IVec2) {
        *self = *self + rhs;
    }
}

impl AddAssign<i32> for IVec2 {
    fn add_assign(&mut self, rhs: i32) {
        *self = *self + rhs;
    }
}

impl Sub for IVec2 {
    type Output = IVec2;

    fn sub(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x - rhs.x, self.y - rhs.y)
    }
}

impl Sub<i32> for IVec2 {
    type Output = IVec2;

    fn sub(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x - rhs, self.y - rhs)
    }
}

impl Sub<IVec2> for i32 {
    type Output = IVec2;

    fn sub(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self - rhs.x, self - rhs.y)
    }
}

impl SubAssign for IVec2 {
    fn sub_assign(&mut self, rhs: IVec2) {
        *self = *self - rhs;
    }
}

impl SubAssign<i32> for IVec2 {
    fn sub_assign(&mut self, rhs: i32) {
        *self = *self - rhs;
    }
}

impl Mul for IVec2 {
    type Output = IVec2;

    fn mul(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x * rhs.x, self.y * rhs.y)
    }
}

impl Mul<i32> for IVec2 {
    type Output = IVec2;

    fn mul(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x * rhs, self.y * rhs)
    }
}

impl Mul<IVec2> for i32 {
    type Output = IVec2;

    fn mul(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self * rhs.x, self * rhs.y)
    }
}

impl MulAssign for IVec2 {
    fn mul_assign(&mut self, rhs: IVec2) {
        *self = *self * rhs;
    }
}

impl MulAssign<i32> for IVec2 {
    fn mul_assign(&mut self, rhs: i32) {
        *self = *self * rhs;
    }
}

impl Div for IVec2 {
    type Output = IVec2;

    fn div(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x / rhs.x, self.y / rhs.y)
    }
}

impl Div<i32> for IVec2 {
    type Output = IVec2;

    fn div(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x / rhs, self.y / rhs)
    }
}

impl Div<IVec2> for i32 {
    type Output = IVec2;

    fn div(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self / rhs.x, self / rhs.y)
    }
}

impl DivAssign for IVec2 {
    fn div_assign(&mut self, rhs: IVec2) {
        *self = *self / rhs;
    }
}

impl DivAssign<i32> for IVec2 {
    fn div_assign(&mut self, rhs: i32) {
        *self = *self / rhs;
    }
}

impl Rem for IVec2 {
    type Output = IVec2;

    fn rem(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x % rhs.x, self.y % rhs.y)
    }
}

impl Rem<i32> for IVec2 {
    type Output = IVec2;

    fn rem(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x % rhs, self.y % rhs)
    }
}

impl Rem<IVec2> for i32 {
    type Output = IVec2;

    fn rem(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self % rhs.x, self % rhs.y)
    }
}

impl RemAssign for IVec2 {
    fn rem_assign(&mut self, rhs: IVec2) {
        *self = *self % rhs;
    }
}

impl RemAssign<i32> for IVec2 {
    fn rem_assign(&mut self, rhs: i32) {
        *self = *self % rhs;
    }
}

impl BitAnd for IVec2 {
    type Output = IVec2;

    fn bitand(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x & rhs.x, self.y & rhs.y)
    }
}

impl BitAnd<i32> for IVec2 {
    type Output = IVec2;

    fn bitand(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x & rhs, self.y & rhs)
    }
}

impl BitAndAssign for IVec2 {
    fn bitand_assign(&mut self, rhs: IVec2) {
        *self = *self & rhs;
    }
}

impl BitOr for IVec2 {
    type Output = IVec2;

    fn bitor(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x | rhs.x, self.y | rhs.y)
    }
}

impl BitOr<i32> for IVec2 {
    type Output = IVec2;

    fn bitor(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x | rhs, self.y | rhs)
    }
}

impl BitOrAssign for IVec2 {
    fn bitor_assign(&mut self, rhs: IVec2) {
        *self = *self | rhs;
    }
}

impl BitXor for IVec2 {
    type Output = IVec2;

    fn bitxor(self, rhs: IVec2) -> IVec2 {
        IVec2::new(self.x ^ rhs.x, self.y ^ rhs.y)
    }
}

impl BitXor<i32> for IVec2 {
    type Output = IVec2;

    fn bitxor(self, rhs: i32) -> IVec2 {
        IVec2::new(self.x ^ rhs, self.y ^ rhs)
    }
}

impl BitXorAssign for IVec2 {
    fn bitxor_assign(&mut self, rhs: IVec2) {
        *self = *self ^ rhs;
    }
}

impl Neg for IVec2 {
    type Output = IVec2;

    fn neg(self) -> IVec2 {
        IVec2::new(-self.x, -self.y)
    }
}

impl Not for IVec2 {
    type Output = IVec2;

    fn not(self) -> IVec2 {
        IVec2::new(!self.x, !self.y)
    }
}

impl Shl<u32> for IVec2 {
    type Output = IVec2;

    fn shl(self, rhs: u32) -> IVec2 {
        IVec2::new(self.x << rhs, self.y << rhs)
    }
}

impl Shr<u32> for IVec2 {
    type Output = IVec2;

    fn shr(self, rhs: u32) -> IVec2 {
        IVec2::new(self.x >> rhs, self.y >> rhs)
    }
}

impl Index<usize> for IVec2 {
    type Output = i32;

    fn index(&self, index: usize) -> &i32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for IVec2 {
    fn index_mut(&mut self, index: usize) -> &mut i32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[i32; 2]> for IVec2 {
    fn from(v: [i32; 2]) -> IVec2 {
        IVec2::from_array(v)
    }
}

impl From<IVec2> for [i32; 2] {
    fn from(v: IVec2) -> [i32; 2] {
        v.to_array()
    }
}

impl From<(i32, i32)> for IVec2 {
    fn from(v: (i32, i32)) -> IVec2 {
        IVec2::new(v.0, v.1)
    }
}

impl From<IVec2> for (i32, i32) {
    fn from(v: IVec2) -> (i32, i32) {
        (v.x, v.y)
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
