//! Model of a warp's registers, as plain data.

use crate::visual::expect::Expected;
use crate::visual::value::text;
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
    /// How many characters a column has, in the whole recording.
    pub characters: usize,
}

/// A column has so many characters at least and at most.
const CHARACTERS: [usize; 2] = [3, 10];

/// How many characters a column needs for variables of which this is to be expected.
fn characters(expected: &[Expected]) -> usize {
    let longest = expected.iter().map(|expected| expected.characters).max().unwrap_or(0);
    longest.clamp(CHARACTERS[0], CHARACTERS[1])
}

impl Model {
    /// What a warp of a block holds. `expected` is what the variables look like in the
    /// whole recording, `last` is the step that was done last, and `value` says which
    /// bits a variable has in a lane of the warp.
    pub fn of(
        state: &BlockState,
        shape: Shape,
        warp: u32,
        (variables, expected): (&[Variable], &[Expected]),
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
        let characters = characters(expected);
        Model { warp, width: shape.warp_width, lanes, mask, rows, characters }
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

#[cfg(test)]
mod tests {
    use super::*;

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
    fn columns_have_room_for_what_is_to_come() {
        let check = |longest: &[usize], expected| {
            let all: Vec<Expected> =
                longest.iter().map(|&characters| Expected { characters, range: None }).collect();
            assert_eq!(characters(&all), expected, "{longest:?}");
        };
        check(&[], 3);
        check(&[1, 2], 3);
        check(&[1, 7, 4], 7);
        check(&[300], 10);
    }
}
