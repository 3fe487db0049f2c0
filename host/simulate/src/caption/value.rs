//! Values of lanes, in a few words: one value, a range, or that they differ.

use warpbench_machine::observe::trace::Change;
use warpbench_machine::sim::code::Scalar;

/// How many lanes a mask has.
pub(super) fn lanes(mask: u64) -> u32 {
    mask.count_ones()
}

/// In which lanes a condition holds.
pub(super) fn condition(holds: u64, mask: u64) -> String {
    let (yes, no) = (lanes(holds & mask), lanes(mask & !holds));
    let counted =
        |count: u32| if count == 1 { "1 lane".to_owned() } else { format!("{count} lanes") };
    match (yes, no) {
        (yes, 0) => format!("true in {}", counted(yes)),
        (0, no) => format!("false in {}", counted(no)),
        (yes, no) => format!("true in {}, false in {no}", counted(yes)),
    }
}

/// What lanes hold.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Summary {
    /// A condition, and the lanes in which it holds.
    Condition(u64),
    Uniform(String),
    /// The least and the greatest, and the lanes that hold no number.
    Range(String, String, u64),
}

impl Summary {
    /// What lanes hold in registers that have changed.
    pub(super) fn of(change: &Change, scalar: Scalar) -> Option<Summary> {
        let active: Vec<usize> = (0..64).filter(|lane| change.mask >> lane & 1 == 1).collect();
        let low = change.columns.first()?;
        let high = change.columns.get(1);
        if scalar == Scalar::Bool {
            let holds = active.iter().filter(|&&lane| low[lane] != 0);
            return Some(Summary::Condition(holds.fold(0, |mask, lane| mask | 1 << lane)));
        }
        let bits = |lane: usize| {
            let high = high.filter(|_| scalar.words() == 2).map_or(0, |high| high[lane]);
            u64::from(low[lane]) | u64::from(high) << 32
        };
        let first = bits(*active.first()?);
        if active.iter().all(|&lane| bits(lane) == first) {
            return Some(Summary::Uniform(shown(first, scalar)));
        }
        let is_none = |lane: &&usize| number(bits(**lane), scalar).is_nan();
        let none = active.iter().filter(is_none).fold(0, |mask, lane| mask | 1 << lane);
        let numbers = active.iter().filter(|lane| !is_none(lane)).map(|&lane| bits(lane));
        let order =
            |one: &u64, other: &u64| number(*one, scalar).total_cmp(&number(*other, scalar));
        let (least, most) = (numbers.clone().min_by(order), numbers.max_by(order));
        let shown = |bits: Option<u64>| shown(bits.unwrap_or(first), scalar);
        Some(Summary::Range(shown(least), shown(most), none))
    }

    /// In words, for the lanes of a mask, of all that the warp has.
    pub(super) fn words(&self, mask: u64, all: u64) -> String {
        let counted = |mask: u64| match lanes(mask) {
            _ if mask == all => "all lanes".to_owned(),
            1 => "1 lane".to_owned(),
            count => format!("{count} lanes"),
        };
        match self {
            Summary::Condition(holds) => condition(*holds, mask),
            Summary::Uniform(value) => format!("= {value} in {}", counted(mask)),
            Summary::Range(least, most, 0) if least == most => {
                format!("about {least} in {}", counted(mask))
            }
            Summary::Range(least, most, 0) => {
                format!("values {least} to {most} in {}", counted(mask))
            }
            Summary::Range(least, most, none) => {
                let (some, none) = (counted(mask & !none), lanes(*none));
                format!("values {least} to {most} in {some}, no number in {none}")
            }
        }
    }
}

/// A scalar's bits as a number, to compare it with others.
fn number(bits: u64, scalar: Scalar) -> f64 {
    match scalar {
        Scalar::Bool | Scalar::U32 => f64::from(bits as u32),
        Scalar::I32 => f64::from(bits as u32 as i32),
        // A float of 16 bits is kept as the one of 32 bits that it is equal to.
        Scalar::F32 | Scalar::F16 => f64::from(f32::from_bits(bits as u32)),
        Scalar::I64 => bits as i64 as f64,
        Scalar::U64 => bits as f64,
        Scalar::F64 => f64::from_bits(bits),
    }
}

/// A scalar as people write it, short.
fn shown(bits: u64, scalar: Scalar) -> String {
    match scalar {
        Scalar::Bool => (bits as u32 != 0).to_string(),
        Scalar::U32 => (bits as u32).to_string(),
        Scalar::I32 => (bits as u32 as i32).to_string(),
        Scalar::I64 => (bits as i64).to_string(),
        Scalar::U64 => bits.to_string(),
        Scalar::F32 | Scalar::F16 | Scalar::F64 => float(number(bits, scalar)),
    }
}

/// A float with as many digits as help.
fn float(value: f64) -> String {
    let size = value.abs();
    if value.fract() == 0.0 && size < 1e7 {
        return format!("{value:.0}");
    }
    if size != 0.0 && !(1e-3..1e7).contains(&size) {
        return format!("{value:.2e}");
    }
    let text = format!("{value:.3}");
    text.trim_end_matches('0').trim_end_matches('.').to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_are_told_in_few_words() {
        let check = |scalar: Scalar, mask: u64, word: fn(u32) -> u32, expected: &str| {
            let column = std::array::from_fn(|lane| word(lane as u32));
            let change = Change { warp: 0, mask, first: 3, columns: vec![column] };
            let summary = Summary::of(&change, scalar).expect("there are lanes");
            assert_eq!(summary.words(mask, 0xffff_ffff), expected);
        };
        let all = 0xffff_ffff;
        check(Scalar::U32, all, |_| 4, "= 4 in all lanes");
        check(Scalar::U32, 1, |lane| lane, "= 0 in 1 lane");
        check(Scalar::U32, all, |lane| 2 * lane, "values 0 to 62 in all lanes");
        check(Scalar::I32, all, |lane| lane.wrapping_sub(3), "values -3 to 28 in all lanes");
        check(Scalar::F32, 0xff, |_| 0.25_f32.to_bits(), "= 0.25 in 8 lanes");
        check(
            Scalar::F32,
            3,
            |lane| (lane as f32 - 0.5).to_bits(),
            "values -0.5 to 0.5 in 2 lanes",
        );
        let strange =
            |lane: u32| if lane == 0 { f32::NAN.to_bits() } else { (lane as f32).to_bits() };
        check(Scalar::F32, 7, strange, "values 1 to 2 in 2 lanes, no number in 1");
        let near = |lane: u32| (1.0 + lane as f32 * 1e-7).to_bits();
        check(Scalar::F32, 7, near, "about 1 in 3 lanes");
        check(Scalar::Bool, all, |lane| u32::from(lane < 12), "true in 12 lanes, false in 20");
        check(Scalar::Bool, all, |_| u32::MAX, "true in 32 lanes");
        check(Scalar::Bool, 1, |_| 0, "false in 1 lane");
        // Another lane's value does not count.
        check(Scalar::U32, 0b101, |lane| if lane == 1 { 9 } else { 5 }, "= 5 in 2 lanes");
    }

    #[test]
    fn numbers_are_short() {
        let check = |value: f64, expected: &str| assert_eq!(float(value), expected);
        check(3.0, "3");
        check(-0.5, "-0.5");
        check(1.0 / 3.0, "0.333");
        check(1e-7, "1.00e-7");
        check(123456789.5, "1.23e8");
    }
}
