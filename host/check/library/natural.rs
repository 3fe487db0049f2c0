//! Methods of integers without a sign that speak of one with a sign. `Integer`
//! stands for the type, `Signed` for the one of the same width with a sign.

impl Integer {
    pub const fn cast_signed(self) -> Signed {
        self as Signed
    }
    pub const fn wrapping_add_signed(self, other: Signed) -> Integer {
        self.wrapping_add(other as Integer)
    }
    pub const fn wrapping_sub_signed(self, other: Signed) -> Integer {
        self.wrapping_sub(other as Integer)
    }
    pub const fn overflowing_add_signed(self, other: Signed) -> (Integer, bool) {
        let sum = self.wrapping_add(other as Integer);
        (sum, if other < 0 { sum > self } else { sum < self })
    }
    pub const fn overflowing_sub_signed(self, other: Signed) -> (Integer, bool) {
        let difference = self.wrapping_sub(other as Integer);
        (difference, if other < 0 { difference < self } else { difference > self })
    }
    pub const fn checked_add_signed(self, other: Signed) -> Option<Integer> {
        let (sum, is_over) = self.overflowing_add_signed(other);
        if is_over { None } else { Some(sum) }
    }
    pub const fn checked_sub_signed(self, other: Signed) -> Option<Integer> {
        let (difference, is_over) = self.overflowing_sub_signed(other);
        if is_over { None } else { Some(difference) }
    }
    pub const fn saturating_add_signed(self, other: Signed) -> Integer {
        let (sum, is_over) = self.overflowing_add_signed(other);
        if !is_over {
            sum
        } else if other < 0 {
            0
        } else {
            Integer::MAX
        }
    }
    pub const fn saturating_sub_signed(self, other: Signed) -> Integer {
        let (difference, is_over) = self.overflowing_sub_signed(other);
        if !is_over {
            difference
        } else if other < 0 {
            Integer::MAX
        } else {
            0
        }
    }
    pub const fn checked_signed_diff(self, other: Integer) -> Option<Signed> {
        let difference = self.wrapping_sub(other) as Signed;
        if (self >= other) == (difference >= 0) { Some(difference) } else { None }
    }
    pub const fn checked_next_multiple_of(self, other: Integer) -> Option<Integer> {
        if other == 0 {
            return None;
        }
        let rest = self % other;
        if rest == 0 { Some(self) } else { self.checked_add(other - rest) }
    }
}
