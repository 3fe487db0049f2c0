//! More methods of an integer, in the forms that say what happens to a result that
//! does not fit. `Integer` stands for the type, and the text is read once for each.

impl Integer {
    pub const fn checked_div_euclid(self, other: Integer) -> Option<Integer> {
        if other == 0 || (Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0) {
            None
        } else {
            Some(self.div_euclid(other))
        }
    }
    pub const fn checked_rem_euclid(self, other: Integer) -> Option<Integer> {
        if other == 0 || (Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0) {
            None
        } else {
            Some(self.rem_euclid(other))
        }
    }
    pub const fn wrapping_div_euclid(self, other: Integer) -> Integer {
        if Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0 {
            self
        } else {
            self.div_euclid(other)
        }
    }
    pub const fn wrapping_rem_euclid(self, other: Integer) -> Integer {
        if Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0 {
            0
        } else {
            self.rem_euclid(other)
        }
    }
    pub const fn saturating_div(self, other: Integer) -> Integer {
        if Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0 {
            Integer::MAX
        } else {
            self / other
        }
    }
    pub const fn overflowing_div(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_div(other), self.checked_div(other).is_none())
    }
    pub const fn overflowing_rem(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_rem(other), self.checked_rem(other).is_none())
    }
    pub const fn overflowing_div_euclid(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_div_euclid(other), self.checked_div_euclid(other).is_none())
    }
    pub const fn overflowing_rem_euclid(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_rem_euclid(other), self.checked_rem_euclid(other).is_none())
    }
    pub const fn overflowing_neg(self) -> (Integer, bool) {
        (self.wrapping_neg(), self.checked_neg().is_none())
    }
    pub const fn overflowing_pow(self, exponent: u32) -> (Integer, bool) {
        (self.wrapping_pow(exponent), self.checked_pow(exponent).is_none())
    }
    pub const fn overflowing_shl(self, distance: u32) -> (Integer, bool) {
        (self.wrapping_shl(distance), distance >= Integer::BITS)
    }
    pub const fn overflowing_shr(self, distance: u32) -> (Integer, bool) {
        (self.wrapping_shr(distance), distance >= Integer::BITS)
    }
    pub const fn unbounded_shr(self, distance: u32) -> Integer {
        if distance < Integer::BITS {
            self.wrapping_shr(distance)
        } else if self < 0 {
            !0
        } else {
            0
        }
    }
    pub const fn checked_ilog10(self) -> Option<u32> {
        if self <= 0 { None } else { Some(self.ilog10()) }
    }
    pub const fn checked_ilog(self, base: Integer) -> Option<u32> {
        if self <= 0 || base < 2 { None } else { Some(self.ilog(base)) }
    }
    pub const unsafe fn unchecked_add(self, other: Integer) -> Integer {
        self.wrapping_add(other)
    }
    pub const unsafe fn unchecked_sub(self, other: Integer) -> Integer {
        self.wrapping_sub(other)
    }
    pub const unsafe fn unchecked_mul(self, other: Integer) -> Integer {
        self.wrapping_mul(other)
    }
    pub const fn strict_add(self, other: Integer) -> Integer {
        assert!(self.checked_add(other).is_some(), "attempt to add with overflow");
        self.wrapping_add(other)
    }
    pub const fn strict_sub(self, other: Integer) -> Integer {
        assert!(self.checked_sub(other).is_some(), "attempt to subtract with overflow");
        self.wrapping_sub(other)
    }
    pub const fn strict_mul(self, other: Integer) -> Integer {
        assert!(self.checked_mul(other).is_some(), "attempt to multiply with overflow");
        self.wrapping_mul(other)
    }
    pub const fn min_value() -> Integer {
        Integer::MIN
    }
    pub const fn max_value() -> Integer {
        Integer::MAX
    }
}
