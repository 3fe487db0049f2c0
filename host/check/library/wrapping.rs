//! Types of `core::num` around an integer: numbers that wrap, that stay within their type,
//! and that are not zero. `Integer` stands for the type.

impl core::ops::Add for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn add(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_add(other.0))
    }
}
impl core::ops::AddAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn add_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self + other;
    }
}
impl core::ops::AddAssign<Integer> for Wrapping<Integer> {
    fn add_assign(&mut self, other: Integer) {
        *self = *self + Wrapping(other);
    }
}
impl core::ops::Sub for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn sub(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_sub(other.0))
    }
}
impl core::ops::SubAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn sub_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self - other;
    }
}
impl core::ops::SubAssign<Integer> for Wrapping<Integer> {
    fn sub_assign(&mut self, other: Integer) {
        *self = *self - Wrapping(other);
    }
}
impl core::ops::Mul for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn mul(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_mul(other.0))
    }
}
impl core::ops::MulAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn mul_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self * other;
    }
}
impl core::ops::MulAssign<Integer> for Wrapping<Integer> {
    fn mul_assign(&mut self, other: Integer) {
        *self = *self * Wrapping(other);
    }
}
impl core::ops::Div for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn div(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_div(other.0))
    }
}
impl core::ops::DivAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn div_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self / other;
    }
}
impl core::ops::DivAssign<Integer> for Wrapping<Integer> {
    fn div_assign(&mut self, other: Integer) {
        *self = *self / Wrapping(other);
    }
}
impl core::ops::Rem for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn rem(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_rem(other.0))
    }
}
impl core::ops::RemAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn rem_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self % other;
    }
}
impl core::ops::RemAssign<Integer> for Wrapping<Integer> {
    fn rem_assign(&mut self, other: Integer) {
        *self = *self % Wrapping(other);
    }
}
impl core::ops::BitAnd for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn bitand(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0 & other.0)
    }
}
impl core::ops::BitAndAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn bitand_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self & other;
    }
}
impl core::ops::BitAndAssign<Integer> for Wrapping<Integer> {
    fn bitand_assign(&mut self, other: Integer) {
        *self = *self & Wrapping(other);
    }
}
impl core::ops::BitOr for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn bitor(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0 | other.0)
    }
}
impl core::ops::BitOrAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn bitor_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self | other;
    }
}
impl core::ops::BitOrAssign<Integer> for Wrapping<Integer> {
    fn bitor_assign(&mut self, other: Integer) {
        *self = *self | Wrapping(other);
    }
}
impl core::ops::BitXor for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn bitxor(self, other: Wrapping<Integer>) -> Wrapping<Integer> {
        Wrapping(self.0 ^ other.0)
    }
}
impl core::ops::BitXorAssign<Wrapping<Integer>> for Wrapping<Integer> {
    fn bitxor_assign(&mut self, other: Wrapping<Integer>) {
        *self = *self ^ other;
    }
}
impl core::ops::BitXorAssign<Integer> for Wrapping<Integer> {
    fn bitxor_assign(&mut self, other: Integer) {
        *self = *self ^ Wrapping(other);
    }
}
impl core::ops::Not for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn not(self) -> Wrapping<Integer> {
        Wrapping(!self.0)
    }
}
impl core::ops::Add for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn add(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0.saturating_add(other.0))
    }
}
impl core::ops::AddAssign<Saturating<Integer>> for Saturating<Integer> {
    fn add_assign(&mut self, other: Saturating<Integer>) {
        *self = *self + other;
    }
}
impl core::ops::AddAssign<Integer> for Saturating<Integer> {
    fn add_assign(&mut self, other: Integer) {
        *self = *self + Saturating(other);
    }
}
impl core::ops::Sub for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn sub(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0.saturating_sub(other.0))
    }
}
impl core::ops::SubAssign<Saturating<Integer>> for Saturating<Integer> {
    fn sub_assign(&mut self, other: Saturating<Integer>) {
        *self = *self - other;
    }
}
impl core::ops::SubAssign<Integer> for Saturating<Integer> {
    fn sub_assign(&mut self, other: Integer) {
        *self = *self - Saturating(other);
    }
}
impl core::ops::Mul for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn mul(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0.saturating_mul(other.0))
    }
}
impl core::ops::MulAssign<Saturating<Integer>> for Saturating<Integer> {
    fn mul_assign(&mut self, other: Saturating<Integer>) {
        *self = *self * other;
    }
}
impl core::ops::MulAssign<Integer> for Saturating<Integer> {
    fn mul_assign(&mut self, other: Integer) {
        *self = *self * Saturating(other);
    }
}
impl core::ops::Div for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn div(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0.saturating_div(other.0))
    }
}
impl core::ops::DivAssign<Saturating<Integer>> for Saturating<Integer> {
    fn div_assign(&mut self, other: Saturating<Integer>) {
        *self = *self / other;
    }
}
impl core::ops::DivAssign<Integer> for Saturating<Integer> {
    fn div_assign(&mut self, other: Integer) {
        *self = *self / Saturating(other);
    }
}
impl core::ops::Rem for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn rem(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0 % other.0)
    }
}
impl core::ops::RemAssign<Saturating<Integer>> for Saturating<Integer> {
    fn rem_assign(&mut self, other: Saturating<Integer>) {
        *self = *self % other;
    }
}
impl core::ops::RemAssign<Integer> for Saturating<Integer> {
    fn rem_assign(&mut self, other: Integer) {
        *self = *self % Saturating(other);
    }
}
impl core::ops::BitAnd for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn bitand(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0 & other.0)
    }
}
impl core::ops::BitAndAssign<Saturating<Integer>> for Saturating<Integer> {
    fn bitand_assign(&mut self, other: Saturating<Integer>) {
        *self = *self & other;
    }
}
impl core::ops::BitAndAssign<Integer> for Saturating<Integer> {
    fn bitand_assign(&mut self, other: Integer) {
        *self = *self & Saturating(other);
    }
}
impl core::ops::BitOr for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn bitor(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0 | other.0)
    }
}
impl core::ops::BitOrAssign<Saturating<Integer>> for Saturating<Integer> {
    fn bitor_assign(&mut self, other: Saturating<Integer>) {
        *self = *self | other;
    }
}
impl core::ops::BitOrAssign<Integer> for Saturating<Integer> {
    fn bitor_assign(&mut self, other: Integer) {
        *self = *self | Saturating(other);
    }
}
impl core::ops::BitXor for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn bitxor(self, other: Saturating<Integer>) -> Saturating<Integer> {
        Saturating(self.0 ^ other.0)
    }
}
impl core::ops::BitXorAssign<Saturating<Integer>> for Saturating<Integer> {
    fn bitxor_assign(&mut self, other: Saturating<Integer>) {
        *self = *self ^ other;
    }
}
impl core::ops::BitXorAssign<Integer> for Saturating<Integer> {
    fn bitxor_assign(&mut self, other: Integer) {
        *self = *self ^ Saturating(other);
    }
}
impl core::ops::Not for Saturating<Integer> {
    type Output = Saturating<Integer>;
    fn not(self) -> Saturating<Integer> {
        Saturating(!self.0)
    }
}
impl core::ops::Neg for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn neg(self) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_neg())
    }
}
impl core::ops::Shl<usize> for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn shl(self, other: usize) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_shl(other as u32))
    }
}
impl core::ops::ShlAssign<usize> for Wrapping<Integer> {
    fn shl_assign(&mut self, other: usize) {
        *self = *self << other;
    }
}
impl core::ops::Shr<usize> for Wrapping<Integer> {
    type Output = Wrapping<Integer>;
    fn shr(self, other: usize) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_shr(other as u32))
    }
}
impl core::ops::ShrAssign<usize> for Wrapping<Integer> {
    fn shr_assign(&mut self, other: usize) {
        *self = *self >> other;
    }
}
impl Wrapping<Integer> {
    pub const MIN: Wrapping<Integer> = Wrapping(Integer::MIN);
    pub const MAX: Wrapping<Integer> = Wrapping(Integer::MAX);
    pub const BITS: u32 = Integer::BITS;
    pub const fn pow(self, exponent: u32) -> Wrapping<Integer> {
        Wrapping(self.0.wrapping_pow(exponent))
    }
    pub const fn rotate_left(self, distance: u32) -> Wrapping<Integer> {
        Wrapping(self.0.rotate_left(distance))
    }
    pub const fn rotate_right(self, distance: u32) -> Wrapping<Integer> {
        Wrapping(self.0.rotate_right(distance))
    }
    pub const fn count_ones(self) -> u32 {
        self.0.count_ones()
    }
    pub const fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }
    pub const fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }
    pub const fn reverse_bits(self) -> Wrapping<Integer> {
        Wrapping(self.0.reverse_bits())
    }
}
impl Saturating<Integer> {
    pub const MIN: Saturating<Integer> = Saturating(Integer::MIN);
    pub const MAX: Saturating<Integer> = Saturating(Integer::MAX);
    pub const fn pow(self, exponent: u32) -> Saturating<Integer> {
        Saturating(self.0.saturating_pow(exponent))
    }
}
impl NonZero<Integer> {
    pub const MAX: NonZero<Integer> = NonZero(Integer::MAX);
    pub const BITS: u32 = Integer::BITS;
    pub const fn new(value: Integer) -> Option<NonZero<Integer>> {
        if value == 0 { None } else { Some(NonZero(value)) }
    }
    pub const fn leading_zeros(self) -> u32 {
        self.0.leading_zeros()
    }
    pub const fn trailing_zeros(self) -> u32 {
        self.0.trailing_zeros()
    }
    pub const fn ilog2(self) -> u32 {
        self.0.ilog2()
    }
    pub const fn checked_mul(self, other: NonZero<Integer>) -> Option<NonZero<Integer>> {
        match self.0.checked_mul(other.0) {
            Some(product) => Some(NonZero(product)),
            None => None,
        }
    }
}
