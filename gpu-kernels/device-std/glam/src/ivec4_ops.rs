// Written by `cargo xtask glam` from templates/operators.rs.in.

//! The operators, comparisons and conversions of IVec4.

use core::ops::*;

use super::*;

impl Add for IVec4 {
    type Output = IVec4;

    fn add(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x + rhs.x, self.y + rhs.y, self.z + rhs.z, self.w + rhs.w)
    }
}

impl Add<i32> for IVec4 {
    type Output = IVec4;

    fn add(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x + rhs, self.y + rhs, self.z + rhs, self.w + rhs)
    }
}

impl Add<IVec4> for i32 {
    type Output = IVec4;

    fn add(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self + rhs.x, self + rhs.y, self + rhs.z, self + rhs.w)
    }
}

impl AddAssign for IVec4 {
    fn add_assign(&mut self, rhs: IVec4) {
        *self = *self + rhs;
    }
}

impl AddAssign<i32> for IVec4 {
    fn add_assign(&mut self, rhs: i32) {
        *self = *self + rhs;
    }
}

impl Sub for IVec4 {
    type Output = IVec4;

    fn sub(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x - rhs.x, self.y - rhs.y, self.z - rhs.z, self.w - rhs.w)
    }
}

impl Sub<i32> for IVec4 {
    type Output = IVec4;

    fn sub(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x - rhs, self.y - rhs, self.z - rhs, self.w - rhs)
    }
}

impl Sub<IVec4> for i32 {
    type Output = IVec4;

    fn sub(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self - rhs.x, self - rhs.y, self - rhs.z, self - rhs.w)
    }
}

impl SubAssign for IVec4 {
    fn sub_assign(&mut self, rhs: IVec4) {
        *self = *self - rhs;
    }
}

impl SubAssign<i32> for IVec4 {
    fn sub_assign(&mut self, rhs: i32) {
        *self = *self - rhs;
    }
}

impl Mul for IVec4 {
    type Output = IVec4;

    fn mul(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x * rhs.x, self.y * rhs.y, self.z * rhs.z, self.w * rhs.w)
    }
}

impl Mul<i32> for IVec4 {
    type Output = IVec4;

    fn mul(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x * rhs, self.y * rhs, self.z * rhs, self.w * rhs)
    }
}

impl Mul<IVec4> for i32 {
    type Output = IVec4;

    fn mul(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self * rhs.x, self * rhs.y, self * rhs.z, self * rhs.w)
    }
}

impl MulAssign for IVec4 {
    fn mul_assign(&mut self, rhs: IVec4) {
        *self = *self * rhs;
    }
}

impl MulAssign<i32> for IVec4 {
    fn mul_assign(&mut self, rhs: i32) {
        *self = *self * rhs;
    }
}

impl Div for IVec4 {
    type Output = IVec4;

    fn div(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x / rhs.x, self.y / rhs.y, self.z / rhs.z, self.w / rhs.w)
    }
}

impl Div<i32> for IVec4 {
    type Output = IVec4;

    fn div(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x / rhs, self.y / rhs, self.z / rhs, self.w / rhs)
    }
}

impl Div<IVec4> for i32 {
    type Output = IVec4;

    fn div(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self / rhs.x, self / rhs.y, self / rhs.z, self / rhs.w)
    }
}

impl DivAssign for IVec4 {
    fn div_assign(&mut self, rhs: IVec4) {
        *self = *self / rhs;
    }
}

impl DivAssign<i32> for IVec4 {
    fn div_assign(&mut self, rhs: i32) {
        *self = *self / rhs;
    }
}

impl Rem for IVec4 {
    type Output = IVec4;

    fn rem(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x % rhs.x, self.y % rhs.y, self.z % rhs.z, self.w % rhs.w)
    }
}

impl Rem<i32> for IVec4 {
    type Output = IVec4;

    fn rem(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x % rhs, self.y % rhs, self.z % rhs, self.w % rhs)
    }
}

impl Rem<IVec4> for i32 {
    type Output = IVec4;

    fn rem(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self % rhs.x, self % rhs.y, self % rhs.z, self % rhs.w)
    }
}

impl RemAssign for IVec4 {
    fn rem_assign(&mut self, rhs: IVec4) {
        *self = *self % rhs;
    }
}

impl RemAssign<i32> for IVec4 {
    fn rem_assign(&mut self, rhs: i32) {
        *self = *self % rhs;
    }
}

impl BitAnd for IVec4 {
    type Output = IVec4;

    fn bitand(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x & rhs.x, self.y & rhs.y, self.z & rhs.z, self.w & rhs.w)
    }
}

impl BitAnd<i32> for IVec4 {
    type Output = IVec4;

    fn bitand(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x & rhs, self.y & rhs, self.z & rhs, self.w & rhs)
    }
}

impl BitAndAssign for IVec4 {
    fn bitand_assign(&mut self, rhs: IVec4) {
        *self = *self & rhs;
    }
}

impl BitOr for IVec4 {
    type Output = IVec4;

    fn bitor(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x | rhs.x, self.y | rhs.y, self.z | rhs.z, self.w | rhs.w)
    }
}

impl BitOr<i32> for IVec4 {
    type Output = IVec4;

    fn bitor(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x | rhs, self.y | rhs, self.z | rhs, self.w | rhs)
    }
}

impl BitOrAssign for IVec4 {
    fn bitor_assign(&mut self, rhs: IVec4) {
        *self = *self | rhs;
    }
}

impl BitXor for IVec4 {
    type Output = IVec4;

    fn bitxor(self, rhs: IVec4) -> IVec4 {
        IVec4::new(self.x ^ rhs.x, self.y ^ rhs.y, self.z ^ rhs.z, self.w ^ rhs.w)
    }
}

impl BitXor<i32> for IVec4 {
    type Output = IVec4;

    fn bitxor(self, rhs: i32) -> IVec4 {
        IVec4::new(self.x ^ rhs, self.y ^ rhs, self.z ^ rhs, self.w ^ rhs)
    }
}

impl BitXorAssign for IVec4 {
    fn bitxor_assign(&mut self, rhs: IVec4) {
        *self = *self ^ rhs;
    }
}

impl Neg for IVec4 {
    type Output = IVec4;

    fn neg(self) -> IVec4 {
        IVec4::new(-self.x, -self.y, -self.z, -self.w)
    }
}

impl Not for IVec4 {
    type Output = IVec4;

    fn not(self) -> IVec4 {
        IVec4::new(!self.x, !self.y, !self.z, !self.w)
    }
}

impl Shl<u32> for IVec4 {
    type Output = IVec4;

    fn shl(self, rhs: u32) -> IVec4 {
        IVec4::new(self.x << rhs, self.y << rhs, self.z << rhs, self.w << rhs)
    }
}

impl Shr<u32> for IVec4 {
    type Output = IVec4;

    fn shr(self, rhs: u32) -> IVec4 {
        IVec4::new(self.x >> rhs, self.y >> rhs, self.z >> rhs, self.w >> rhs)
    }
}

impl Index<usize> for IVec4 {
    type Output = i32;

    fn index(&self, index: usize) -> &i32 {
        match index {
            0 => &self.x,
            1 => &self.y,
            2 => &self.z,
            3 => &self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl IndexMut<usize> for IVec4 {
    fn index_mut(&mut self, index: usize) -> &mut i32 {
        match index {
            0 => &mut self.x,
            1 => &mut self.y,
            2 => &mut self.z,
            3 => &mut self.w,
            _ => panic!("index out of bounds"),
        }
    }
}

impl From<[i32; 4]> for IVec4 {
    fn from(v: [i32; 4]) -> IVec4 {
        IVec4::from_array(v)
    }
}

impl From<IVec4> for [i32; 4] {
    fn from(v: IVec4) -> [i32; 4] {
        v.to_array()
    }
}

impl From<(i32, i32, i32, i32)> for IVec4 {
    fn from(v: (i32, i32, i32, i32)) -> IVec4 {
        IVec4::new(v.0, v.1, v.2, v.3)
    }
}

impl From<IVec4> for (i32, i32, i32, i32) {
    fn from(v: IVec4) -> (i32, i32, i32, i32) {
        (v.x, v.y, v.z, v.w)
    }
}

impl From<(IVec3, i32)> for IVec4 {
    fn from(v: (IVec3, i32)) -> IVec4 {
        IVec4::new(v.0.x, v.0.y, v.0.z, v.1)
    }
}

impl From<(i32, IVec3)> for IVec4 {
    fn from(v: (i32, IVec3)) -> IVec4 {
        IVec4::new(v.0, v.1.x, v.1.y, v.1.z)
    }
}

impl From<(IVec2, i32, i32)> for IVec4 {
    fn from(v: (IVec2, i32, i32)) -> IVec4 {
        IVec4::new(v.0.x, v.0.y, v.1, v.2)
    }
}

impl From<(IVec2, IVec2)> for IVec4 {
    fn from(v: (IVec2, IVec2)) -> IVec4 {
        IVec4::new(v.0.x, v.0.y, v.1.x, v.1.y)
    }
}

impl IVec4 {
    pub fn cmpeq(self, rhs: IVec4) -> BVec4 {
        BVec4::new(self.x == rhs.x, self.y == rhs.y, self.z == rhs.z, self.w == rhs.w)
    }

    pub fn cmpne(self, rhs: IVec4) -> BVec4 {
        BVec4::new(self.x != rhs.x, self.y != rhs.y, self.z != rhs.z, self.w != rhs.w)
    }

    pub fn cmplt(self, rhs: IVec4) -> BVec4 {
        BVec4::new(self.x < rhs.x, self.y < rhs.y, self.z < rhs.z, self.w < rhs.w)
    }

    pub fn cmple(self, rhs: IVec4) -> BVec4 {
        BVec4::new(self.x <= rhs.x, self.y <= rhs.y, self.z <= rhs.z, self.w <= rhs.w)
    }

    pub fn cmpgt(self, rhs: IVec4) -> BVec4 {
        BVec4::new(self.x > rhs.x, self.y > rhs.y, self.z > rhs.z, self.w > rhs.w)
    }

    pub fn cmpge(self, rhs: IVec4) -> BVec4 {
        BVec4::new(self.x >= rhs.x, self.y >= rhs.y, self.z >= rhs.z, self.w >= rhs.w)
    }

    /// Where the mask is true, components of the first, elsewhere of the second.
    pub fn select(mask: BVec4, if_true: IVec4, if_false: IVec4) -> IVec4 {
        IVec4::new(
            if mask.x { if_true.x } else { if_false.x },
            if mask.y { if_true.y } else { if_false.y },
            if mask.z { if_true.z } else { if_false.z },
            if mask.w { if_true.w } else { if_false.w },
        )
    }
}
