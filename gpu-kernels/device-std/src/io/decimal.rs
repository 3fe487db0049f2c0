//! The decimal digits of a binary float.
//!
//! This is Steele and White's method with exact integers: the value is a
//! fraction `high / low`, and each digit is how often `low` goes into ten times
//! what is left. It is slow and needs no tables, which suits a GPU.

/// Words of the largest integer that an `f64` needs: 2^1074 times a few digits.
const WORDS: usize = 37;

/// Digits that are told apart: the most that a float written exactly has is
/// 767, of which nobody asks for more than these.
pub(super) const DIGITS: usize = 48;

/// A natural number, lowest word first.
#[derive(Clone, Copy)]
struct Natural {
    words: [u32; WORDS],
}

impl Natural {
    fn new(value: u64) -> Natural {
        let mut words = [0; WORDS];
        words[0] = value as u32;
        words[1] = (value >> 32) as u32;
        Natural { words }
    }

    #[inline(never)]
    fn multiply(&mut self, factor: u32) {
        let mut carry = 0_u64;
        for word in &mut self.words {
            carry += u64::from(*word) * u64::from(factor);
            *word = carry as u32;
            carry >>= 32;
        }
    }

    #[inline(never)]
    fn shift_left(&mut self, bits: u32) {
        let (words, bits) = ((bits / 32) as usize, bits % 32);
        for at in (0..WORDS).rev() {
            let low = if at >= words { self.words[at - words] } else { 0 };
            let lower = if at > words { self.words[at - words - 1] } else { 0 };
            let pair = (u64::from(low) << 32) | u64::from(lower);
            self.words[at] = ((pair << bits) >> 32) as u32;
        }
    }

    fn power_of_ten(&mut self, exponent: u32) {
        for _ in 0..exponent {
            self.multiply(10);
        }
    }

    #[inline(never)]
    fn is_less(&self, other: &Natural) -> bool {
        let mut at = WORDS;
        while at > 0 {
            at -= 1;
            if self.words[at] != other.words[at] {
                return self.words[at] < other.words[at];
            }
        }
        false
    }

    #[inline(never)]
    fn subtract(&mut self, other: &Natural) {
        let mut borrow = 0_i64;
        for at in 0..WORDS {
            let difference = i64::from(self.words[at]) - i64::from(other.words[at]) + borrow;
            self.words[at] = difference as u32;
            borrow = difference >> 32;
        }
    }

    #[inline(never)]
    fn add(&mut self, other: &Natural) {
        let mut carry = 0_u64;
        for at in 0..WORDS {
            carry += u64::from(self.words[at]) + u64::from(other.words[at]);
            self.words[at] = carry as u32;
            carry >>= 32;
        }
    }
}

/// A positive float: `mantissa * 2^exponent`.
#[derive(Clone, Copy)]
pub(super) struct Binary {
    pub(super) mantissa: u64,
    pub(super) exponent: i32,
    /// Whether the next smaller float is only half as far away as the next
    /// larger one.
    pub(super) is_power_of_two: bool,
}

/// `0.d1 d2 d3 … * 10^exponent`, with digits from 0 to 9.
pub(super) struct Decimal {
    pub(super) digits: [u8; DIGITS],
    pub(super) used: usize,
    pub(super) exponent: i32,
}

/// The float as a fraction between 0.1 and 1, how far the halves of the gaps to
/// its neighbours reach, and the power of ten that was taken out.
struct Scaled {
    high: Natural,
    low: Natural,
    below: Natural,
    above: Natural,
    exponent: i32,
}

#[inline(never)]
fn scaled(binary: Binary) -> Scaled {
    // Twice, so that half a gap is whole; twice again where the gap below is
    // half the gap above.
    let extra = if binary.is_power_of_two { 2 } else { 1 };
    let mut high = Natural::new(binary.mantissa);
    let mut low = Natural::new(1);
    let mut below = Natural::new(1);
    high.shift_left(extra);
    low.shift_left(extra);
    if binary.exponent >= 0 {
        high.shift_left(binary.exponent as u32);
        below.shift_left(binary.exponent as u32);
    } else {
        low.shift_left(binary.exponent.unsigned_abs());
    }
    let mut above = below;
    if binary.is_power_of_two {
        above.shift_left(1);
    }

    // log10 of the value, from its highest bit; at most one too small.
    let highest_bit = binary.exponent + 63 - binary.mantissa.leading_zeros() as i32;
    let mut exponent = ((i64::from(highest_bit) * 1_292_913_986) >> 32) as i32;
    if exponent >= 0 {
        low.power_of_ten(exponent.unsigned_abs());
    } else {
        let factor = exponent.unsigned_abs();
        high.power_of_ten(factor);
        below.power_of_ten(factor);
        above.power_of_ten(factor);
    }
    while !high.is_less(&low) {
        low.multiply(10);
        exponent += 1;
    }
    Scaled { high, low, below, above, exponent }
}

/// The next digit, and what is left in its place.
fn digit(high: &mut Natural, low: &Natural) -> u8 {
    high.multiply(10);
    let mut digit = 0;
    while !high.is_less(low) {
        high.subtract(low);
        digit += 1;
    }
    digit
}

/// The fewest digits that no other float is nearer to.
#[inline(never)]
pub(super) fn shortest(binary: Binary) -> Decimal {
    let Scaled { mut high, mut low, mut below, mut above, mut exponent } = scaled(binary);
    // Of an even mantissa, also the numbers half-way to its neighbours are read
    // back as it.
    let is_even = binary.mantissa & 1 == 0;
    let reaches = |number: &Natural, limit: &Natural| {
        limit.is_less(number) || (is_even && !number.is_less(limit))
    };
    let mut upper = high;
    upper.add(&above);
    if reaches(&upper, &low) {
        low.multiply(10);
        exponent += 1;
    }

    let mut decimal = Decimal { digits: [0; DIGITS], used: 0, exponent };
    loop {
        let next = digit(&mut high, &low);
        below.multiply(10);
        above.multiply(10);
        let down = high.is_less(&below) || (is_even && !below.is_less(&high));
        let mut upper = high;
        upper.add(&above);
        let up = reaches(&upper, &low);
        decimal.digits[decimal.used] = next;
        decimal.used += 1;
        if !down && !up {
            continue;
        }
        // Between the two, the nearer one; a tie goes up, as it does in `core`.
        let mut twice = high;
        twice.shift_left(1);
        if up && (!down || !twice.is_less(&low)) {
            carry(&mut decimal);
        }
        return decimal;
    }
}

/// The digits up to that many places behind the decimal point, or that many
/// digits, rounded; halves go to the even digit.
#[inline(never)]
pub(super) fn rounded(binary: Binary, places: Places) -> Decimal {
    let Scaled { mut high, low, exponent, .. } = scaled(binary);
    let wanted = match places {
        Places::Digits(digits) => digits as i64,
        Places::BehindPoint(places) => i64::from(exponent) + places as i64,
    };
    let mut decimal = Decimal { digits: [0; DIGITS], used: 0, exponent };
    if wanted < 0 {
        return decimal;
    }
    let wanted = (wanted as usize).min(DIGITS - 1);
    while decimal.used < wanted {
        decimal.digits[decimal.used] = digit(&mut high, &low);
        decimal.used += 1;
    }
    high.shift_left(1);
    let is_odd = decimal.used > 0 && decimal.digits[decimal.used - 1] & 1 == 1;
    if low.is_less(&high) || (is_odd && !high.is_less(&low)) {
        carry(&mut decimal);
    }
    decimal
}

/// How far a number is written.
#[derive(Clone, Copy)]
pub(super) enum Places {
    /// So many digits from the first that is not zero.
    Digits(usize),
    BehindPoint(usize),
}

/// Adds one in the last place.
fn carry(decimal: &mut Decimal) {
    let mut at = decimal.used;
    while at > 0 {
        at -= 1;
        if decimal.digits[at] < 9 {
            decimal.digits[at] += 1;
            return;
        }
        decimal.digits[at] = 0;
    }
    // Nines all the way, or nothing: a one in front.
    if decimal.used == 0 {
        decimal.used = 1;
    } else if decimal.used < DIGITS {
        decimal.used += 1;
    }
    decimal.digits[0] = 1;
    decimal.exponent += 1;
}
