//! What the registers of a warp hold, as plain data, and how it is written.

use warpbench_machine::observe::trace::{BlockState, Shape, Step};
use warpbench_machine::sim::code::{Scalar, Variable};

/// A variable and what it holds. Values are kept as bits and written only where
/// they show.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct VariableRow {
    /// What the source calls it.
    pub name: String,
    /// The function that it belongs to.
    pub function: String,
    /// What it is; nothing if only its bits are known.
    pub scalar: Option<Scalar>,
    /// Its bits in each lane, as far as they are known.
    pub words: Vec<Option<u64>>,
    /// The lanes in which the last step has written it.
    pub changed: u64,
}

impl VariableRow {
    /// Its type, as WGSL and Rust spell it.
    pub fn type_name(&self) -> &'static str {
        match self.scalar {
            None => "bits",
            Some(Scalar::Bool) => "bool",
            Some(Scalar::I32) => "i32",
            Some(Scalar::U32) => "u32",
            Some(Scalar::F32) => "f32",
            Some(Scalar::F16) => "f16",
            Some(Scalar::I64) => "i64",
            Some(Scalar::U64) => "u64",
            Some(Scalar::F64) => "f64",
        }
    }

    /// What it holds in a lane, as it is written.
    pub fn text(&self, lane: u32) -> Option<String> {
        Some(text(self.scalar, self.word(lane)?))
    }

    /// Its bits in a lane, if they are known.
    pub fn word(&self, lane: u32) -> Option<u64> {
        self.words.get(lane as usize).copied().flatten()
    }

    /// What it holds in all of these lanes, if that is known and the same.
    pub fn uniform(&self, lanes: u64) -> Option<u64> {
        let mut words = (0..64).filter(|lane| lanes >> lane & 1 == 1).map(|lane| self.word(lane));
        let first = words.next()??;
        words.all(|word| word == Some(first)).then_some(first)
    }

    /// How many characters its longest value has, or `known` if that is more.
    fn longest(&self, known: usize) -> usize {
        self.words.iter().flatten().fold(known, |longest, &word| {
            // Only what could be longer needs to be written to know.
            let is_short = most_characters(self.scalar, word) <= longest;
            if is_short { longest } else { longest.max(text(self.scalar, word).len()) }
        })
    }
}

/// A line of the table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Line {
    /// The name of the function of the variable with this number, which the
    /// variables below it belong to.
    Function(usize),
    /// The variable with this number.
    Variable(usize),
}

/// The variables of a warp.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Model {
    /// The warp's place in the block.
    pub warp: u32,
    pub width: u32,
    /// The lanes that have a thread.
    pub lanes: u64,
    /// The lanes that took part in its last instruction.
    pub mask: u64,
    /// The variables, those of a function together.
    pub rows: Vec<VariableRow>,
}

impl Model {
    /// What a warp of a block holds. `last` is the step that was done last, and
    /// `value` says which bits a variable has in a lane of the warp.
    pub fn of(
        state: &BlockState,
        shape: Shape,
        warp: u32,
        variables: &[Variable],
        last: Option<&Step>,
        value: impl Fn(&Variable, u32) -> Option<u64>,
    ) -> Model {
        let Some(now) = state.warps.get(warp as usize) else { return Model::default() };
        let last = last.filter(|step| step.block == state.block);
        // What is a parameter and a named value at once is listed for both.
        let is_new = |&(index, variable): &(usize, &Variable)| {
            !variables[..index]
                .iter()
                .any(|before| before.register == variable.register && before == variable)
        };
        let variables = variables.iter().enumerate().filter(is_new).map(|(_, variable)| variable);
        let rows = variables.map(|variable| VariableRow {
            name: variable.name.clone(),
            function: variable.function.clone(),
            scalar: Some(variable.scalar),
            words: (0..shape.warp_width).map(|lane| value(variable, lane)).collect(),
            changed: last.map_or(0, |step| changed(step, warp, variable)),
        });
        let (lanes, mask) = (shape.lanes(warp), now.mask);
        let mut rows: Vec<_> = rows.collect();
        // A function's variables may have been listed between those of another.
        let functions: Vec<String> = rows.iter().map(|row| row.function.clone()).collect();
        let first = |row: &VariableRow| functions.iter().position(|name| *name == row.function);
        rows.sort_by_key(first);
        Model { warp, width: shape.warp_width, lanes, mask, rows }
    }

    /// The lines of the table. Functions have a line if there are several.
    pub fn lines(&self) -> Vec<Line> {
        let is_one = self.rows.windows(2).all(|rows| rows[0].function == rows[1].function);
        let mut lines = Vec::with_capacity(self.rows.len() + 4);
        for (index, row) in self.rows.iter().enumerate() {
            let is_new = index == 0 || self.rows[index - 1].function != row.function;
            if is_new && !is_one {
                lines.push(Line::Function(index));
            }
            lines.push(Line::Variable(index));
        }
        lines
    }

    /// How many characters a column needs for these rows, if it had `known`
    /// before. There are few such widths, so that columns rarely move when values
    /// change.
    pub fn characters<'a>(rows: impl IntoIterator<Item = &'a VariableRow>, known: usize) -> usize {
        let longest = rows.into_iter().fold(known, |known, row| row.longest(known));
        [4, 6, 8, 10, 12].into_iter().find(|&width| width >= longest).unwrap_or(longest)
    }
}

/// The lanes of a warp in which a step has written a variable.
fn changed(step: &Step, warp: u32, variable: &Variable) -> u64 {
    let end = variable.register + variable.scalar.words();
    let about = step.changes.iter().filter(|change| {
        let after = change.first + change.columns.len() as u32;
        change.warp == warp && change.first < end && variable.register < after
    });
    about.fold(0, |lanes, change| lanes | change.mask)
}

/// How a value is written: floats with up to six significant digits, bits of no
/// known type in hexadecimal.
pub fn text(scalar: impl Into<Option<Scalar>>, bits: u64) -> String {
    match scalar.into() {
        None => format!("{bits:#x}"),
        Some(Scalar::Bool) => (bits != 0).to_string(),
        Some(Scalar::I32) => (bits as u32 as i32).to_string(),
        Some(Scalar::U32) => (bits as u32).to_string(),
        Some(Scalar::I64) => (bits as i64).to_string(),
        Some(Scalar::U64) => bits.to_string(),
        // Registers hold a half as the float that it is equal to.
        Some(Scalar::F32 | Scalar::F16) => float(f32::from_bits(bits as u32).into()),
        Some(Scalar::F64) => float(f64::from_bits(bits)),
    }
}

/// What bits mean, as nearly as a float can say it: for shades and scales.
pub fn number(scalar: Scalar, bits: u64) -> f64 {
    match scalar {
        Scalar::Bool => f64::from(u8::from(bits != 0)),
        Scalar::I32 => f64::from(bits as u32 as i32),
        Scalar::U32 => f64::from(bits as u32),
        Scalar::F32 | Scalar::F16 => f64::from(f32::from_bits(bits as u32)),
        Scalar::I64 => bits as i64 as f64,
        Scalar::U64 => bits as f64,
        Scalar::F64 => f64::from_bits(bits),
    }
}

/// Significant digits of a float.
const DIGITS: i32 = 6;

fn float(value: f64) -> String {
    if value == 0.0 || !value.is_finite() {
        return value.to_string();
    }
    let places = (DIGITS - 1) as usize;
    let scientific = format!("{value:.places$e}");
    // Rust writes an exponent that can be read again.
    let Some((mantissa, exponent)) = scientific.split_once('e') else { return scientific };
    let exponent: i32 = exponent.parse().unwrap_or(0);
    if !(-4..DIGITS).contains(&exponent) {
        return format!("{}e{exponent}", without_zeros(mantissa));
    }
    let places = (DIGITS - 1 - exponent).max(0) as usize;
    without_zeros(&format!("{value:.places$}")).to_owned()
}

fn without_zeros(number: &str) -> &str {
    if number.contains('.') { number.trim_end_matches('0').trim_end_matches('.') } else { number }
}

/// How long [`text()`] is at most, without writing it.
fn most_characters(scalar: Option<Scalar>, bits: u64) -> usize {
    let digits = |number: u64| number.checked_ilog10().unwrap_or(0) as usize + 1;
    let signed = |number: i64| digits(number.unsigned_abs()) + usize::from(number < 0);
    match scalar {
        None => 2 + 16,
        Some(Scalar::Bool) => "false".len(),
        Some(Scalar::U32 | Scalar::U64) => digits(bits),
        Some(Scalar::I32) => signed(i64::from(bits as u32 as i32)),
        Some(Scalar::I64) => signed(bits as i64),
        Some(float) => {
            let value = number(float, bits);
            let sign = usize::from(value.is_sign_negative());
            let digits = DIGITS as usize;
            sign + match value.abs() {
                0.0 => 1,
                // Six digits and the point; zeros in front of them; an exponent.
                size if (1.0..900_000.0).contains(&size) => digits + 1,
                size if (0.1..1.0).contains(&size) => digits + 2,
                _ => digits + 6,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_as_they_are_written() {
        let check = |scalar: Option<Scalar>, bits: u64, expected: &str| {
            assert_eq!(text(scalar, bits), expected, "{scalar:?}");
            assert!(most_characters(scalar, bits) >= expected.len(), "{scalar:?} {expected}");
        };
        check(None, 0xdead_beef, "0xdeadbeef");
        check(Some(Scalar::Bool), 0, "false");
        check(Some(Scalar::Bool), 0xffff_ffff, "true");
        check(Some(Scalar::U32), 0, "0");
        check(Some(Scalar::U32), 0xffff_ffff, "4294967295");
        check(Some(Scalar::I32), 0xffff_ffff, "-1");
        check(Some(Scalar::I32), 0x8000_0000, "-2147483648");
        check(Some(Scalar::I64), u64::MAX, "-1");
        check(Some(Scalar::I64), 1 << 63, "-9223372036854775808");
        check(Some(Scalar::U64), u64::MAX, "18446744073709551615");
        let floats = |value: f64, expected: &str| {
            check(Some(Scalar::F64), value.to_bits(), expected);
            check(Some(Scalar::F32), u64::from((value as f32).to_bits()), expected);
            check(Some(Scalar::F16), u64::from((value as f32).to_bits()), expected);
        };
        floats(0.0, "0");
        floats(-0.0, "-0");
        floats(1.0, "1");
        floats(0.5, "0.5");
        floats(-12.25, "-12.25");
        floats(1.0 / 3.0, "0.333333");
        floats(100.0, "100");
        floats(123_456.0, "123456");
        floats(999_999.5, "1e6");
        floats(1_048_576.0, "1.04858e6");
        floats(0.000_123_456_7, "0.000123457");
        floats(0.000_01, "1e-5");
        floats(-1.5e-10, "-1.5e-10");
        floats(f64::INFINITY, "inf");
        floats(f64::NEG_INFINITY, "-inf");
        floats(f64::NAN, "NaN");
        check(Some(Scalar::F64), 1e300f64.to_bits(), "1e300");
    }

    #[test]
    fn numbers_of_bits() {
        let check = |scalar, bits: u64, expected: f64| assert_eq!(number(scalar, bits), expected);
        check(Scalar::Bool, 0xffff_ffff, 1.0);
        check(Scalar::I32, 0xffff_ffff, -1.0);
        check(Scalar::U32, 0xffff_ffff, 4_294_967_295.0);
        check(Scalar::F32, u64::from(1.5f32.to_bits()), 1.5);
        check(Scalar::F16, u64::from(0.5f32.to_bits()), 0.5);
        check(Scalar::I64, u64::MAX, -1.0);
        check(Scalar::F64, 0.1f64.to_bits(), 0.1);
    }

    fn row(function: &str, words: &[Option<u64>]) -> VariableRow {
        VariableRow {
            name: "x".to_owned(),
            function: function.to_owned(),
            scalar: Some(Scalar::U32),
            words: words.to_vec(),
            changed: 0,
        }
    }

    #[test]
    fn the_same_in_all_lanes() {
        let check = |words: &[Option<u64>], lanes, expected| {
            assert_eq!(row("f", words).uniform(lanes), expected, "{words:?} {lanes:b}");
        };
        check(&[Some(7), Some(7)], 0b11, Some(7));
        check(&[Some(7), Some(8)], 0b11, None);
        check(&[Some(7), Some(8)], 0b01, Some(7));
        check(&[Some(7), None], 0b11, None);
        check(&[None, Some(7)], 0b11, None);
        check(&[], 0, None);
        check(&[Some(1); 64], u64::MAX, Some(1));
    }

    #[test]
    fn functions_have_a_line_if_there_are_several() {
        use Line::{Function, Variable};
        let check = |functions: &[&str], expected: &[Line]| {
            let rows = functions.iter().map(|name| row(name, &[])).collect();
            assert_eq!(Model { rows, ..Model::default() }.lines(), expected);
        };
        check(&[], &[]);
        check(&["f", "f"], &[Variable(0), Variable(1)]);
        check(&["f", "g"], &[Function(0), Variable(0), Function(1), Variable(1)]);
    }

    #[test]
    fn columns_have_few_widths() {
        let check = |word: u64, expected| {
            let rows = [row("f", &[Some(1), Some(word)])];
            assert_eq!(Model::characters(&rows, 0), expected, "{word}");
            assert_eq!(Model::characters(&rows, 12), 12, "{word}");
        };
        check(0, 4);
        check(9_999, 4);
        check(10_000, 6);
        check(1_000_000, 8);
        check(4_294_967_295, 10);
    }
}
