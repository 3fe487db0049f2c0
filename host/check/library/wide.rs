//! Methods of integers of 128 bits that shorter ones have from the machine. `Integer`
//! stands for the type, `Natural` for the one without a sign.

impl Integer {
    pub const fn min(self, other: Integer) -> Integer {
        if other < self { other } else { self }
    }
    pub const fn max(self, other: Integer) -> Integer {
        if other < self { self } else { other }
    }
    pub const fn clamp(self, least: Integer, most: Integer) -> Integer {
        assert!(least <= most, "the least is more than the most");
        if self < least {
            least
        } else if self > most {
            most
        } else {
            self
        }
    }
    pub const fn abs(self) -> Integer {
        if self < 0 { (0 as Integer).wrapping_sub(self) } else { self }
    }
    pub const fn signum(self) -> Integer {
        if self > 0 {
            1
        } else if self == 0 {
            0
        } else {
            (0 as Integer).wrapping_sub(1)
        }
    }
    pub const fn unsigned_abs(self) -> Natural {
        self.abs() as Natural
    }
    pub const fn abs_diff(self, other: Integer) -> Natural {
        if self < other {
            (other as Natural).wrapping_sub(self as Natural)
        } else {
            (self as Natural).wrapping_sub(other as Natural)
        }
    }
    pub const fn rem_euclid(self, other: Integer) -> Integer {
        let rest = self % other;
        if rest < 0 { rest.wrapping_add(other.abs()) } else { rest }
    }
    pub const fn div_euclid(self, other: Integer) -> Integer {
        let quotient = self / other;
        if self % other < 0 {
            if other > 0 { quotient - 1 } else { quotient + 1 }
        } else {
            quotient
        }
    }
    pub const fn pow(self, exponent: u32) -> Integer {
        let mut result: Integer = 1;
        let mut power = self;
        let mut left = exponent;
        while left > 0 {
            if left & 1 == 1 {
                result = result.wrapping_mul(power);
            }
            power = power.wrapping_mul(power);
            left >>= 1;
        }
        result
    }
    pub const fn saturating_add(self, other: Integer) -> Integer {
        let sum = self.wrapping_add(other);
        let is_over = if other >= 0 { sum < self } else { sum > self };
        if !is_over {
            sum
        } else if other >= 0 {
            Integer::MAX
        } else {
            Integer::MIN
        }
    }
    pub const fn saturating_sub(self, other: Integer) -> Integer {
        let difference = self.wrapping_sub(other);
        let is_over = if other >= 0 { difference > self } else { difference < self };
        if !is_over {
            difference
        } else if other >= 0 {
            Integer::MIN
        } else {
            Integer::MAX
        }
    }
    pub const fn div_ceil(self, other: Integer) -> Integer {
        let quotient = self / other;
        if self % other > 0 { quotient + 1 } else { quotient }
    }
    pub const fn next_multiple_of(self, other: Integer) -> Integer {
        let rest = self % other;
        if rest == 0 { self } else { self + (other - rest) }
    }
    pub const fn count_ones(self) -> u32 {
        (self as u64).count_ones() + ((self >> 64) as u64).count_ones()
    }
    pub const fn count_zeros(self) -> u32 {
        128 - self.count_ones()
    }
    pub const fn leading_zeros(self) -> u32 {
        let high = (self >> 64) as u64;
        if high == 0 { 64 + (self as u64).leading_zeros() } else { high.leading_zeros() }
    }
    pub const fn trailing_zeros(self) -> u32 {
        let low = self as u64;
        if low == 0 { 64 + ((self >> 64) as u64).trailing_zeros() } else { low.trailing_zeros() }
    }
    pub const fn ilog2(self) -> u32 {
        127 - self.leading_zeros()
    }
    pub const fn is_power_of_two(self) -> bool {
        self.count_ones() == 1
    }
    pub const fn next_power_of_two(self) -> Integer {
        if self <= 1 { 1 } else { (1 as Integer) << (128 - self.wrapping_sub(1).leading_zeros()) }
    }
    pub const fn reverse_bits(self) -> Integer {
        let low = ((self >> 64) as u64).reverse_bits() as Natural;
        let high = (self as u64).reverse_bits() as Natural;
        ((high << 64) | low) as Integer
    }
    pub const fn wrapping_shl(self, distance: u32) -> Integer {
        self << (distance & 127)
    }
    pub const fn wrapping_shr(self, distance: u32) -> Integer {
        self >> (distance & 127)
    }
    pub const fn rotate_left(self, distance: u32) -> Integer {
        let bits = self as Natural;
        let by = distance & 127;
        if by == 0 { self } else { ((bits << by) | (bits >> (128 - by))) as Integer }
    }
    pub const fn rotate_right(self, distance: u32) -> Integer {
        let bits = self as Natural;
        let by = distance & 127;
        if by == 0 { self } else { ((bits >> by) | (bits << (128 - by))) as Integer }
    }
}
