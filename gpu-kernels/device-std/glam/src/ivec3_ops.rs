// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of IVec3.

use core::ops::*;

use super::*;

impl Add for IVec3 {
    type Output = IVec3;

    fn add(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z)
    }
}

impl Add<i32> for IVec3 {
    type Output = IVec3;

    fn add(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x + rhs, self.y + rhs, self.z + rhs)
    }
}

impl Add<IVec3> for i32 {
    type Output = IVec3;

    fn add(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self + rhs.x, self + rhs.y, self + rhs.z)
    }
}

impl AddAssign for IVec3 {
    fn add_assign(&mut self, rhs: IVec3) {
        *self = *self + rhs;
    }
}

impl AddAssign<i32> for IVec3 {
    fn add_assign(&mut self, rhs: i32) {
        *self = *self + rhs;
    }
}

impl Sub for IVec3 {
    type Output = IVec3;

    fn sub(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z)
    }
}

impl Sub<i32> for IVec3 {
    type Output = IVec3;

    fn sub(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x - rhs, self.y - rhs, self.z - rhs)
    }
}

impl Sub<IVec3> for i32 {
    type Output = IVec3;

    fn sub(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self - rhs.x, self - rhs.y, self - rhs.z)
    }
}

impl SubAssign for IVec3 {
    fn sub_assign(&mut self, rhs: IVec3) {
        *self = *self - rhs;
    }
}

impl SubAssign<i32> for IVec3 {
    fn sub_assign(&mut self, rhs: i32) {
        *self = *self - rhs;
    }
}

impl Mul for IVec3 {
    type Output = IVec3;

    fn mul(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z)
    }
}

impl Mul<i32> for IVec3 {
    type Output = IVec3;

    fn mul(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x * rhs, self.y * rhs, self.z * rhs)
    }
}

impl Mul<IVec3> for i32 {
    type Output = IVec3;

    fn mul(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self * rhs.x, self * rhs.y, self * rhs.z)
    }
}

impl MulAssign for IVec3 {
    fn mul_assign(&mut self, rhs: IVec3) {
        *self = *self * rhs;
    }
}

impl MulAssign<i32> for IVec3 {
    fn mul_assign(&mut self, rhs: i32) {
        *self = *self * rhs;
    }
}

impl Div for IVec3 {
    type Output = IVec3;

    fn div(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z)
    }
}

impl Div<i32> for IVec3 {
    type Output = IVec3;

    fn div(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x / rhs, self.y / rhs, self.z / rhs)
    }
}

impl Div<IVec3> for i32 {
    type Output = IVec3;

    fn div(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self / rhs.x, self / rhs.y, self / rhs.z)
    }
}

impl DivAssign for IVec3 {
    fn div_assign(&mut self, rhs: IVec3) {
        *self = *self / rhs;
    }
}

impl DivAssign<i32> for IVec3 {
    fn div_assign(&mut self, rhs: i32) {
        *self = *self / rhs;
    }
}

impl Rem for IVec3 {
    type Output = IVec3;

    fn rem(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z)
    }
}

impl Rem<i32> for IVec3 {
    type Output = IVec3;

    fn rem(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x % rhs, self.y % rhs, self.z % rhs)
    }
}

impl Rem<IVec3> for i32 {
    type Output = IVec3;

    fn rem(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self % rhs.x, self % rhs.y, self % rhs.z)
    }
}

impl RemAssign for IVec3 {
    fn rem_assign(&mut self, rhs: IVec3) {
        *self = *self % rhs;
    }
}

impl RemAssign<i32> for IVec3 {
    fn rem_assign(&mut self, rhs: i32) {
        *self = *self % rhs;
    }
}

impl BitAnd for IVec3 {
    type Output = IVec3;

    fn bitand(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x & rhs.x, self.y & rhs.y, self.z & rhs.z)
    }
}

impl BitAnd<i32> for IVec3 {
    type Output = IVec3;

    fn bitand(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x & rhs, self.y & rhs, self.z & rhs)
    }
}

impl BitAndAssign for IVec3 {
    fn bitand_assign(&mut self, rhs: IVec3) {
        *self = *self & rhs;
    }
}

impl BitOr for IVec3 {
    type Output = IVec3;

    fn bitor(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x | rhs.x, self.y | rhs.y, self.z | rhs.z)
    }
}

impl BitOr<i32> for IVec3 {
    type Output = IVec3;

    fn bitor(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x | rhs, self.y | rhs, self.z | rhs)
    }
}

impl BitOrAssign for IVec3 {
    fn bitor_assign(&mut self, rhs: IVec3) {
        *self = *self | rhs;
    }
}

impl BitXor for IVec3 {
    type Output = IVec3;

    fn bitxor(self, rhs: IVec3) -> IVec3 {
        IVec3::new(self.x ^ rhs.x, self.y ^ rhs.y, self.z ^ rhs.z)
    }
}

impl BitXor<i32> for IVec3 {
    type Output = IVec3;

    fn bitxor(self, rhs: i32) -> IVec3 {
        IVec3::new(self.x ^ rhs, self.y ^ rhs, self.z ^ rhs)
    }
}

impl BitXorAssign for IVec3 {
    fn bitxor_assign(&mut self, rhs: IVec3) {
        *self = *self ^ rhs;
    }
}

impl Neg for IVec3 {
    type Output = IVec3;

    fn neg(self) -> IVec3 {
        IVec3::new(-self.x, -self.y, -self.z)
    }
}

impl Not for IVec3 {
    type Output = IVec3;

    fn not(self) -> IVec3 {
        IVec3::new(!self.x, !self.y, !self.z)
    }
}

impl Shl<u32> for IVec3 {
    type Output = IVec3;

    fn shl(self, rhs: u32) -> IVec3 {
        IVec3::new(self.x << rhs, self.y << rhs, self.z << rhs)
    }
}

impl Shr<u32> for IVec3 {
    type Output = IVec3;

    fn shr(self, rhs: u32) -> IVec3 {
        IVec3::new(self.x >> rhs, self.y >> rhs, self.z >> rhs)
    }
}

impl Index<usize> for IVec3 {
    type Output = i32;

    fn index(&self, index: usize) -> &i32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for IVec3 {
    fn index_mut(&mut self, index: usize) -> &mut i32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[i32; 3]> for IVec3 {
    fn from(v: [i32; 3]) -> IVec3 {
        IVec3::from_array(v)
    }
}

impl From<IVec3> for [i32; 3] {
    fn from(v: IVec3) -> [i32; 3] {
        v.to_array()
    }
}

impl From<(i32, i32, i32)> for IVec3 {
    fn from(v: (i32, i32, i32)) -> IVec3 {
        IVec3::new(v.0, v.1, v.2)
    }
}

impl From<IVec3> for (i32, i32, i32) {
    fn from(v: IVec3) -> (i32, i32, i32) {
        (v.x, v.y, v.z)
    }
}

impl From<(IVec2, i32)> for IVec3 {
    fn from(v: (IVec2, i32)) -> IVec3 {
        IVec3::new(v.0.x, v.0.y, v.1)
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
