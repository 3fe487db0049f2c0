//! Columns: what stands above a cell, and what is in it.
//!
//! A table is a list of columns and a row for each entry; every form that a table is
//! written in is made of the same list. A cell keeps its number, because people want
//! three digits and a unit where a program wants all of them and none.

use crate::number;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Right,
}

/// Where a column is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shown {
    Everywhere,
    /// To programs alone: in comma-separated values.
    Files,
    /// In tables of result files, not in the window's timings.
    Results,
    /// In the window's timings, not in tables of result files.
    Timings,
    /// In the window's timings of what is simulated.
    Simulated,
}

/// A column of a table whose rows are made of `T`.
#[derive(Debug)]
pub struct Column<T: ?Sized> {
    /// What stands above it.
    pub head: &'static str,
    /// What it is called in comma-separated values; empty where it is not in them.
    pub name: &'static str,
    pub align: Align,
    pub shown: Shown,
    pub cell: fn(&T) -> Cell,
}

impl<T: ?Sized> Column<T> {
    /// A column of words, which begin at the left.
    pub const fn words(head: &'static str, cell: fn(&T) -> Cell) -> Column<T> {
        Column { head, name: "", align: Align::Left, shown: Shown::Everywhere, cell }
    }

    /// A column of numbers, which end at the right.
    pub const fn numbers(head: &'static str, cell: fn(&T) -> Cell) -> Column<T> {
        Column { head, name: "", align: Align::Right, shown: Shown::Everywhere, cell }
    }

    /// A column that only programs read.
    pub const fn file(name: &'static str, cell: fn(&T) -> Cell) -> Column<T> {
        Column { head: "", name, align: Align::Left, shown: Shown::Files, cell }
    }

    /// The same with a name in comma-separated values.
    #[must_use]
    pub const fn named(self, name: &'static str) -> Column<T> {
        Column { name, ..self }
    }

    /// The same in some places only.
    #[must_use]
    pub const fn only(self, shown: Shown) -> Column<T> {
        Column { shown, ..self }
    }
}

/// What stands in a cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Cell {
    Empty,
    Words(String),
    /// A word for people and one for programs.
    Word(&'static str, &'static str),
    Count(u64),
    Size(Vec<u64>),
    Seconds(f64),
    /// In 10⁹ per second; a dash where there is none.
    Rate(Option<f64>),
    Percent(f64),
    /// From 0 to 1.
    Share(f64),
    Times(f64),
    Number(f64),
}

impl Cell {
    /// The cell of something that may not be known.
    pub fn of<T>(value: Option<T>, cell: impl FnOnce(T) -> Cell) -> Cell {
        value.map_or(Cell::Empty, cell)
    }

    /// For people: with a unit, and with as many digits as mean something.
    #[must_use]
    pub fn shown(&self) -> String {
        match self {
            Cell::Empty => String::new(),
            Cell::Words(words) => words.clone(),
            Cell::Word(shown, _) => (*shown).to_owned(),
            Cell::Count(count) => number::count(*count),
            Cell::Size(size) => number::size(size),
            Cell::Seconds(seconds) => number::seconds(*seconds),
            Cell::Rate(rate) => number::rate(*rate),
            Cell::Percent(percent) => number::percent(percent / 100.0),
            Cell::Share(share) => number::percent(*share),
            Cell::Times(factor) => number::times(*factor),
            Cell::Number(value) => number::significant(*value),
        }
    }

    /// For programs: every digit, and no unit.
    #[must_use]
    pub fn exact(&self) -> String {
        match self {
            Cell::Empty | Cell::Rate(None) => String::new(),
            Cell::Words(words) => harmless(words),
            Cell::Word(_, name) => (*name).to_owned(),
            Cell::Count(count) => count.to_string(),
            Cell::Size(size) => size.iter().map(u64::to_string).collect::<Vec<_>>().join("x"),
            Cell::Seconds(value)
            | Cell::Rate(Some(value))
            | Cell::Percent(value)
            | Cell::Share(value)
            | Cell::Times(value)
            | Cell::Number(value) => value.to_string(),
        }
    }
}

impl From<&str> for Cell {
    fn from(words: &str) -> Cell {
        Cell::Words(words.to_owned())
    }
}

/// Words that a spreadsheet does not take for a formula.
fn harmless(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn people_read_units_and_programs_every_digit() {
        let check = |cell: Cell, shown: &str, exact: &str| {
            assert_eq!((cell.shown().as_str(), cell.exact().as_str()), (shown, exact), "{cell:?}");
        };
        check(Cell::Empty, "", "");
        check(Cell::from("=1+1"), "=1+1", "'=1+1");
        check(Cell::Word("WRONG", "wrong"), "WRONG", "wrong");
        check(Cell::Count(16_384), "16,384", "16384");
        check(Cell::Size(vec![4096, 33]), "4,096 × 33", "4096x33");
        check(Cell::Seconds(0.000_367), "367 µs", "0.000367");
        check(Cell::Rate(None), "–", "");
        check(Cell::Rate(Some(4365.4)), "4,365", "4365.4");
        check(Cell::Percent(42.75), "43 %", "42.75");
        check(Cell::Share(0.085), "8.5 %", "0.085");
        check(Cell::Times(1.8312), "1.83×", "1.8312");
        check(Cell::of(None, Cell::Seconds), "", "");
    }
}
