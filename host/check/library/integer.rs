//! Methods of an integer that the machine has no operation for. `Integer` stands
//! for its type, and the text is read once for each.

impl Integer {
    pub const fn checked_add(self, other: Integer) -> Option<Integer> {
        let sum = self.wrapping_add(other);
        let is_over = if other >= 0 { sum < self } else { sum > self };
        if is_over { None } else { Some(sum) }
    }
    pub const fn checked_sub(self, other: Integer) -> Option<Integer> {
        if Integer::MIN == 0 {
            return if self < other { None } else { Some(self - other) };
        }
        let difference = self.wrapping_sub(other);
        let is_over = if other >= 0 { difference > self } else { difference < self };
        if is_over { None } else { Some(difference) }
    }
    pub const fn checked_mul(self, other: Integer) -> Option<Integer> {
        if self == 0 || other == 0 {
            return Some(0);
        }
        if Integer::MIN < 0 && ((self == Integer::MIN && other.wrapping_add(1) == 0) || (other == Integer::MIN && self.wrapping_add(1) == 0)) {
            return None;
        }
        let product = self.wrapping_mul(other);
        if product / other == self { Some(product) } else { None }
    }
    pub const fn checked_div(self, other: Integer) -> Option<Integer> {
        if other == 0 || (Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0) {
            None
        } else {
            Some(self / other)
        }
    }
    pub const fn checked_rem(self, other: Integer) -> Option<Integer> {
        if other == 0 || (Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0) {
            None
        } else {
            Some(self % other)
        }
    }
    pub const fn checked_neg(self) -> Option<Integer> {
        if Integer::MIN < 0 {
            if self == Integer::MIN { None } else { Some(self.wrapping_neg()) }
        } else if self == 0 {
            Some(0)
        } else {
            None
        }
    }
    pub const fn checked_abs(self) -> Option<Integer> {
        if self == Integer::MIN && Integer::MIN < 0 {
            None
        } else if self < 0 {
            Some(self.wrapping_neg())
        } else {
            Some(self)
        }
    }
    pub const fn wrapping_abs(self) -> Integer {
        if self < 0 { self.wrapping_neg() } else { self }
    }
    pub const fn saturating_abs(self) -> Integer {
        if self == Integer::MIN && Integer::MIN < 0 {
            Integer::MAX
        } else if self < 0 {
            self.wrapping_neg()
        } else {
            self
        }
    }
    pub const fn checked_next_power_of_two(self) -> Option<Integer> {
        let mut power: Integer = 1;
        while power < self {
            if power > Integer::MAX / 2 {
                return None;
            }
            power = power.wrapping_add(power);
        }
        Some(power)
    }
    pub const fn ilog(self, base: Integer) -> u32 {
        assert!(self > 0 && base >= 2, "only numbers above zero have a logarithm");
        let mut count: u32 = 0;
        let mut rest = self;
        while rest >= base {
            rest = rest / base;
            count += 1;
        }
        count
    }
    pub const fn unbounded_shl(self, distance: u32) -> Integer {
        if distance < Integer::BITS { self.wrapping_shl(distance) } else { 0 }
    }
    pub const fn checked_shl(self, distance: u32) -> Option<Integer> {
        if distance < Integer::BITS { Some(self.wrapping_shl(distance)) } else { None }
    }
    pub const fn checked_shr(self, distance: u32) -> Option<Integer> {
        if distance < Integer::BITS { Some(self.wrapping_shr(distance)) } else { None }
    }
    pub const fn checked_pow(self, exponent: u32) -> Option<Integer> {
        let mut result: Integer = 1;
        let mut left = exponent;
        while left > 0 {
            match result.checked_mul(self) {
                Some(next) => result = next,
                None => return None,
            }
            left -= 1;
        }
        Some(result)
    }
    pub const fn overflowing_add(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_add(other), self.checked_add(other).is_none())
    }
    pub const fn overflowing_sub(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_sub(other), self.checked_sub(other).is_none())
    }
    pub const fn overflowing_mul(self, other: Integer) -> (Integer, bool) {
        (self.wrapping_mul(other), self.checked_mul(other).is_none())
    }
    pub const fn saturating_mul(self, other: Integer) -> Integer {
        match self.checked_mul(other) {
            Some(product) => product,
            None => {
                if (self < 0) == (other < 0) { Integer::MAX } else { Integer::MIN }
            }
        }
    }
    pub const fn saturating_pow(self, exponent: u32) -> Integer {
        let mut result: Integer = 1;
        let mut left = exponent;
        while left > 0 {
            result = result.saturating_mul(self);
            left -= 1;
        }
        result
    }
    pub const fn wrapping_div(self, other: Integer) -> Integer {
        if Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0 {
            self
        } else {
            self / other
        }
    }
    pub const fn wrapping_rem(self, other: Integer) -> Integer {
        if Integer::MIN < 0 && self == Integer::MIN && other.wrapping_add(1) == 0 {
            0
        } else {
            self % other
        }
    }
    pub const fn wrapping_pow(self, exponent: u32) -> Integer {
        let mut result: Integer = 1;
        let mut left = exponent;
        while left > 0 {
            result = result.wrapping_mul(self);
            left -= 1;
        }
        result
    }
    pub const fn isqrt(self) -> Integer {
        assert!(self >= 0, "argument of integer square root cannot be negative");
        if self <= 0 {
            return 0;
        }
        let mut root: Integer = 0;
        let mut bit: Integer = 1 << ((Integer::BITS - 2) / 2 * 2);
        let mut rest = self;
        while bit > rest {
            bit >>= 2;
        }
        while bit != 0 {
            if rest >= root + bit {
                rest -= root + bit;
                root = (root >> 1) + bit;
            } else {
                root >>= 1;
            }
            bit >>= 2;
        }
        root
    }
    pub const fn ilog10(self) -> u32 {
        let mut rest = self / 10;
        let mut digits = 0;
        while rest > 0 {
            rest /= 10;
            digits += 1;
        }
        digits
    }
    pub const fn checked_ilog2(self) -> Option<u32> {
        if self <= 0 { None } else { Some(self.ilog2()) }
    }
    pub const fn is_positive(self) -> bool {
        self > 0
    }
    pub const fn is_negative(self) -> bool {
        self < 0
    }
    pub const fn leading_ones(self) -> u32 {
        (!self).leading_zeros()
    }
    pub const fn trailing_ones(self) -> u32 {
        (!self).trailing_zeros()
    }
    pub const fn midpoint(self, other: Integer) -> Integer {
        // Halves round towards zero.
        let low = ((self ^ other) >> 1) + (self & other);
        if low < 0 { low + ((self ^ other) & 1) } else { low }
    }
    pub const fn is_multiple_of(self, other: Integer) -> bool {
        if other == 0 { self == 0 } else { self % other == 0 }
    }
}
