//! Logarithmic axes: a mark for each decade, and what it is called.

use egui_plot::{GridInput, GridMark};
use std::ops::RangeInclusive;

/// Fewer decades have room for the numbers between them.
const FEW: f64 = 2.5;

/// A mark for each decade, and fainter ones at 2 to 9.
pub(super) fn decades(input: GridInput) -> Vec<GridMark> {
    let (low, high) = (input.bounds.0.floor() as i32, input.bounds.1.ceil() as i32);
    let mut marks: Vec<GridMark> = Vec::new();
    for decade in low..=high {
        marks.push(GridMark { value: f64::from(decade), step_size: 1.0 });
        for digit in 2..=9 {
            let value = f64::from(decade) + f64::from(digit).log10();
            marks.push(GridMark { value, step_size: 0.1 });
        }
    }
    // The numbers of marks beyond the field would stand beside it.
    marks.retain(|mark| (input.bounds.0..=input.bounds.1).contains(&mark.value));
    marks
}

/// The number that a decimal logarithm stands for, where that is worth a word:
/// decades, and twice and five times as much where there are few of them.
pub(super) fn named(log: f64, range: &RangeInclusive<f64>) -> Option<f64> {
    let value = 10_f64.powf(log);
    let digit = value / 10_f64.powf((log + 1e-9).floor());
    let is = |wanted: f64| (digit - wanted).abs() < 1e-6;
    let is_few = range.end() - range.start() < FEW;
    (is(1.0) || is_few && (is(2.0) || is(5.0))).then_some(value)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decades_are_named_and_few_of_them_in_between() {
        let check = |value: f64, decades: f64, expected: bool| {
            let named = named(value.log10(), &(0.0..=decades));
            assert_eq!(named.is_some(), expected, "{value} of {decades} decades");
            assert!(named.is_none_or(|named| (named / value - 1.0).abs() < 1e-9));
        };
        check(1.0, 6.0, true);
        check(0.001, 6.0, true);
        check(1000.0, 2.0, true);
        check(20.0, 6.0, false);
        check(20.0, 2.0, true);
        check(5.0, 2.0, true);
        check(3.0, 2.0, false);
    }
}
