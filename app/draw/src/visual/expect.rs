//! Expected widths of variables' values over a whole recording, so that pictures have room
//! for them before they come, and nothing moves when they do.
//!
//! A long trace is looked at in part. A value that is longer than what was seen has
//! to do with the room that there is.

use super::value::{most_characters, number, text};
use egui::{Context, Id};
use std::sync::Arc;
use warpbench_machine::observe::trace::{Change, Playback, Trace};
use warpbench_machine::sim::code::{Scalar, Variable};
use warpbench_simulate::recording::Recording;

/// So many steps are looked at: more take longer than a frame may.
const SAMPLES: usize = 4096;

/// What is to be expected of a variable's values.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct Expected {
    /// How many characters the longest has; 0 if none was seen.
    pub characters: usize,
    /// The smallest and the largest.
    pub range: Option<(f64, f64)>,
}

impl Expected {
    /// Takes over a value.
    pub fn add(&mut self, scalar: Scalar, bits: u64) {
        // Only what could be longer needs to be written to know.
        if most_characters(Some(scalar), bits) > self.characters {
            self.characters = self.characters.max(text(scalar, bits).chars().count());
        }
        let number = number(scalar, bits);
        if number.is_finite() {
            let (least, most) = self.range.unwrap_or((number, number));
            self.range = Some((least.min(number), most.max(number)));
        }
    }
}

/// Tells a recording from others.
type Key = (usize, usize, usize, usize);

/// What is to be expected of each of a recording's variables, in their order. It is
/// found once for a recording.
pub fn expected(context: &Context, recording: &Recording) -> Arc<[Expected]> {
    // A recording that is gone may leave its place to another.
    let trace = Arc::as_ptr(&recording.trace) as usize;
    let key: Key = (trace, recording.trace.len(), recording.variables.len(), recording.launch);
    let id = Id::unique("expected values");
    let known = context.data(|data| data.get_temp::<(Key, Arc<[Expected]>)>(id));
    if let Some((_, found)) = known.filter(|(known, _)| *known == key) {
        return found;
    }
    let found: Arc<[Expected]> = look(recording).into();
    context.data_mut(|data| data.insert_temp(id, (key, Arc::clone(&found))));
    found
}

fn look(recording: &Recording) -> Vec<Expected> {
    let trace = &recording.trace;
    let start = Playback::new(Arc::clone(trace));
    let shape = trace.shape();
    let of_start = |variable: &Variable| {
        let mut expected = Expected::default();
        for warp in 0..shape.warps() {
            let lanes = 0..shape.warp_width;
            let values =
                lanes.filter_map(|lane| recording.value(start.state(), warp, variable, lane));
            values.for_each(|bits| expected.add(variable.scalar, bits));
        }
        expected
    };
    let mut found: Vec<Expected> = recording.variables.iter().map(of_start).collect();
    for change in samples(trace).flat_map(|step| step.changes) {
        for (variable, expected) in recording.variables.iter().zip(&mut found) {
            add_change(expected, variable, &change);
        }
    }
    found
}

/// Steps from everywhere in a trace; all of them if they are not many.
fn samples(trace: &Trace) -> impl Iterator<Item = warpbench_machine::observe::trace::Step> + '_ {
    sampled(trace.len()).filter_map(|number| trace.step(number))
}

/// One number of each of so many stretches of equal length. Where it lies in its
/// stretch differs from one to the next, or else it would fall in step with warps
/// that take turns, and always see the same part of them.
fn sampled(len: usize) -> impl Iterator<Item = usize> {
    let every = len.div_ceil(SAMPLES).max(1);
    let scattered = move |stretch: usize| (stretch as u32).wrapping_mul(0x9e37_79b9) >> 8;
    let numbers = (0..len.div_ceil(every))
        .map(move |stretch| stretch * every + scattered(stretch) as usize % every);
    numbers.filter(move |&number| number < len)
}

/// Takes over what a change writes into a variable.
fn add_change(expected: &mut Expected, variable: &Variable, change: &Change) {
    let Some(first) = variable.register.checked_sub(change.first) else { return };
    let Some(low) = change.columns.get(first as usize) else { return };
    let high = change.columns.get(first as usize + 1);
    for lane in (0..low.len()).filter(|lane| change.mask >> lane & 1 == 1) {
        let bits = match (variable.scalar.words(), high) {
            (1, _) => low[lane].into(),
            (_, Some(high)) => u64::from(low[lane]) | u64::from(high[lane]) << 32,
            // Half of a number says nothing.
            (_, None) => return,
        };
        expected.add(variable.scalar, bits);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_longest_and_the_range() {
        let check = |scalar, bits: &[u64], characters, range| {
            let mut expected = Expected::default();
            bits.iter().for_each(|&bits| expected.add(scalar, bits));
            assert_eq!(expected, Expected { characters, range }, "{scalar:?} {bits:?}");
        };
        let float = |value: f32| u64::from(value.to_bits());
        check(Scalar::U32, &[], 0, None);
        check(Scalar::U32, &[7, 2040, 9], 4, Some((7.0, 2040.0)));
        check(Scalar::I32, &[u64::from(u32::MAX), 3], 2, Some((-1.0, 3.0)));
        check(Scalar::F32, &[float(4.0), float(0.5)], 3, Some((0.5, 4.0)));
        check(Scalar::F32, &[float(f32::NAN)], 3, None);
        check(Scalar::F32, &[float(f32::INFINITY), float(2.0)], 3, Some((2.0, 2.0)));
    }

    #[test]
    fn samples_see_every_part_of_a_turn() {
        assert_eq!(sampled(100).collect::<Vec<_>>(), (0..100).collect::<Vec<_>>());
        assert_eq!(sampled(0).count(), 0);
        for (turn, len) in [(3, 11_744), (8, 40_000), (24, 1_000_000)] {
            for part in 0..turn {
                let seen = sampled(len).filter(|number| number % turn == part).count();
                assert!(seen > SAMPLES / turn / 2, "part {part} of {turn}: {seen}");
            }
            assert!(sampled(len).count() <= SAMPLES && sampled(len).is_sorted());
        }
    }

    #[test]
    fn a_change_is_taken_over_where_it_is_the_variables() {
        let check = |register, scalar, first, columns: &[[u32; 64]], expected: Option<usize>| {
            let variable =
                Variable { name: "x".to_owned(), register, scalar, function: String::new() };
            let change = Change { warp: 0, mask: 0b10, first, columns: columns.to_vec() };
            let mut found = Expected::default();
            add_change(&mut found, &variable, &change);
            assert_eq!(found.characters, expected.unwrap_or(0), "{register} from {first}");
        };
        check(5, Scalar::U32, 5, &[[123; 64]], Some(3));
        check(5, Scalar::U32, 4, &[[1; 64], [1234; 64]], Some(4));
        check(5, Scalar::U32, 6, &[[123; 64]], None);
        check(5, Scalar::U32, 4, &[[123; 64]], None);
        check(5, Scalar::U64, 5, &[[0; 64], [1; 64]], Some("4294967296".len()));
        check(5, Scalar::U64, 5, &[[7; 64]], None);
    }
}
