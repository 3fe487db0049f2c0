//! Methods of integers with a sign. `Integer` stands for the type, `Natural` for the
//! one of the same width without a sign.

impl Integer {
    pub const fn cast_unsigned(self) -> Natural {
        self as Natural
    }
    pub const fn saturating_neg(self) -> Integer {
        if self == Integer::MIN { Integer::MAX } else { self.wrapping_neg() }
    }
    pub const fn overflowing_abs(self) -> (Integer, bool) {
        (self.wrapping_abs(), self == Integer::MIN)
    }
    pub const fn wrapping_add_unsigned(self, other: Natural) -> Integer {
        self.wrapping_add(other as Integer)
    }
    pub const fn wrapping_sub_unsigned(self, other: Natural) -> Integer {
        self.wrapping_sub(other as Integer)
    }
    pub const fn overflowing_add_unsigned(self, other: Natural) -> (Integer, bool) {
        let sum = self.wrapping_add(other as Integer);
        (sum, sum < self)
    }
    pub const fn overflowing_sub_unsigned(self, other: Natural) -> (Integer, bool) {
        let difference = self.wrapping_sub(other as Integer);
        (difference, difference > self)
    }
    pub const fn checked_add_unsigned(self, other: Natural) -> Option<Integer> {
        let (sum, is_over) = self.overflowing_add_unsigned(other);
        if is_over { None } else { Some(sum) }
    }
    pub const fn checked_sub_unsigned(self, other: Natural) -> Option<Integer> {
        let (difference, is_over) = self.overflowing_sub_unsigned(other);
        if is_over { None } else { Some(difference) }
    }
    pub const fn saturating_add_unsigned(self, other: Natural) -> Integer {
        let (sum, is_over) = self.overflowing_add_unsigned(other);
        if is_over { Integer::MAX } else { sum }
    }
    pub const fn saturating_sub_unsigned(self, other: Natural) -> Integer {
        let (difference, is_over) = self.overflowing_sub_unsigned(other);
        if is_over { Integer::MIN } else { difference }
    }
    pub const fn checked_isqrt(self) -> Option<Integer> {
        if self < 0 { None } else { Some(self.isqrt()) }
    }
}
