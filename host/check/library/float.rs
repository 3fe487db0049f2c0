//! Methods of a float that the machine has no operation for. `Float` stands for its
//! type, `Bits` for the integer of its width, and the text is read once for each.

impl Float {
    pub const fn is_sign_positive(self) -> bool {
        !self.is_sign_negative()
    }
    pub const fn is_normal(self) -> bool {
        let magnitude = self.to_bits() & (Bits::MAX >> 1);
        magnitude >= Float::MIN_POSITIVE.to_bits() && magnitude < Float::INFINITY.to_bits()
    }
    pub const fn is_subnormal(self) -> bool {
        let magnitude = self.to_bits() & (Bits::MAX >> 1);
        magnitude != 0 && magnitude < Float::MIN_POSITIVE.to_bits()
    }
    pub const fn classify(self) -> core::num::FpCategory {
        let magnitude = self.to_bits() & (Bits::MAX >> 1);
        if magnitude > Float::INFINITY.to_bits() {
            core::num::FpCategory::Nan
        } else if magnitude == Float::INFINITY.to_bits() {
            core::num::FpCategory::Infinite
        } else if magnitude == 0 {
            core::num::FpCategory::Zero
        } else if magnitude < Float::MIN_POSITIVE.to_bits() {
            core::num::FpCategory::Subnormal
        } else {
            core::num::FpCategory::Normal
        }
    }
    pub const fn next_up(self) -> Float {
        let bits = self.to_bits();
        let magnitude = bits & (Bits::MAX >> 1);
        if magnitude > Float::INFINITY.to_bits() || bits == Float::INFINITY.to_bits() {
            return self;
        }
        if magnitude == 0 {
            Float::from_bits(1)
        } else if bits == magnitude {
            Float::from_bits(bits + 1)
        } else {
            Float::from_bits(bits - 1)
        }
    }
    pub const fn next_down(self) -> Float {
        let bits = self.to_bits();
        let magnitude = bits & (Bits::MAX >> 1);
        if magnitude > Float::INFINITY.to_bits() || bits == Float::NEG_INFINITY.to_bits() {
            return self;
        }
        if magnitude == 0 {
            Float::from_bits((Bits::MAX >> 1) + 2)
        } else if bits == magnitude {
            Float::from_bits(bits - 1)
        } else {
            Float::from_bits(bits + 1)
        }
    }
    pub const fn midpoint(self, other: Float) -> Float {
        let (low, high) = (Float::MIN_POSITIVE * 2.0, Float::MAX / 2.0);
        let (a, b) = (self.abs(), other.abs());
        if a <= high && b <= high {
            (self + other) / 2.0
        } else if a < low {
            self + other / 2.0
        } else if b < low {
            self / 2.0 + other
        } else {
            self / 2.0 + other / 2.0
        }
    }
    pub const fn round_ties_even(self) -> Float {
        // Between two integers half of the number is never between two.
        if (self - self.trunc()).abs() == 0.5 { (self / 2.0).round() * 2.0 } else { self.round() }
    }
    // The machine saturates where the number does not fit, which callers rule out.
    pub unsafe fn to_int_unchecked<I>(self) -> I
    where
        Float: core::num::ConvertibleTo<I>,
    {
        self as I
    }
}

impl core::num::ConvertibleTo<u8> for Float {}
impl core::num::ConvertibleTo<i8> for Float {}
impl core::num::ConvertibleTo<u16> for Float {}
impl core::num::ConvertibleTo<i16> for Float {}
impl core::num::ConvertibleTo<u32> for Float {}
impl core::num::ConvertibleTo<i32> for Float {}
impl core::num::ConvertibleTo<u64> for Float {}
impl core::num::ConvertibleTo<i64> for Float {}
impl core::num::ConvertibleTo<u128> for Float {}
impl core::num::ConvertibleTo<i128> for Float {}
impl core::num::ConvertibleTo<usize> for Float {}
impl core::num::ConvertibleTo<isize> for Float {}
