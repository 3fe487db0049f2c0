//! Times that were measured on cards elsewhere and travel with the workbench, for
//! classes without a GPU.
//!
//! They are what `docs/measurements/times.sh` printed there. A comparison can have
//! them beside the targets of this machine; they are never mistaken for those,
//! because their column says where and when they were measured, and each row the
//! size.

use super::ceilings::{Ceilings, PEAKS};
use super::comparison::{
    Column, Comparison, Figures, Row, RowState, RungRows, Section, TextVersion,
};
use super::job::{Outcome, SEED};
use super::ladder::Ladder;
use super::target::Class;
use crate::window::setup::size_label;
use std::collections::BTreeMap;
use std::sync::LazyLock;
use warpbench_catalog as catalog;
use warpbench_catalog::{Rung, Variant};
use warpbench_report::{Backend, Clock, DeviceInfo, DeviceKind, Measurement, Seconds};

/// A card whose times travel along.
struct Card {
    /// What its column says.
    label: &'static str,
    /// Its letter; those of this machine's targets count from A.
    letter: char,
    /// What its kernels took at the largest size that was measured, by name.
    outcomes: BTreeMap<&'static str, Outcome>,
}

static H200: LazyLock<Card> = LazyLock::new(|| {
    let (name, text) = ("H200", include_str!("../../../../docs/measurements/h200-times.csv"));
    Card {
        label: "H200, measured 15 Nov 2026, CUDA",
        letter: 'M',
        outcomes: read(text, name).expect("the table of measured times"),
    }
});

impl Card {
    /// The size at which a ladder was measured, in words.
    fn size(&self, ladder: &Ladder) -> String {
        let known = ladder.rungs.iter().filter_map(|rung| match self.outcomes.get(rung.name)? {
            Outcome::Measured(measured) => Some((*rung, measured.size.as_slice())),
            Outcome::Simulated(_) => None,
        });
        let one = |numbers: usize| {
            let mut labels = known.clone().map(|(rung, size)| {
                let numbers = numbers.min(size.len());
                size_label(&rung.dimensions[..numbers], &size[..numbers])
            });
            let first = labels.next()?;
            labels.all(|label| label == first).then_some(first)
        };
        // A stride or an offset may be some rungs' alone.
        let words = one(usize::MAX).or_else(|| one(1));
        words.unwrap_or_else(|| "each at its own size".to_owned())
    }
}

/// Where the targets of this machine end; nobody runs anything on these.
const TARGET: usize = usize::MAX;

/// What is said of a kernel of a ladder that was not measured with the others.
const NOT_MEASURED: &str = "it was not measured on this card";

/// Reads a table with the columns set, kernel, size and seconds. Says which line
/// is wrong.
fn read(text: &str, card: &str) -> Result<BTreeMap<&'static str, Outcome>, String> {
    let mut lines = text.lines().enumerate();
    let head = lines.next().map_or("", |(_, head)| head);
    if head != "set,kernel,size,seconds" {
        return Err(format!("line 1 has other columns: {head}"));
    }
    let mut outcomes: BTreeMap<&'static str, Outcome> = BTreeMap::new();
    for (number, line) in lines.filter(|(_, line)| !line.is_empty()) {
        let wrong = |what: &str| format!("line {} {what}: {line}", number + 1);
        let fields: Vec<&str> = line.split(',').collect();
        let [_, kernel, size, seconds] = fields[..] else {
            return Err(wrong("does not have four columns"));
        };
        let size: Result<Vec<u64>, _> = size.split('x').map(str::parse).collect();
        let size = size.map_err(|_| wrong("has a size that is not whole numbers"))?;
        let seconds: f64 = seconds.parse().map_err(|_| wrong("has no time"))?;
        // Integer forms of a ladder are timed too, but no lesson opens them.
        let Ok((_, variant)) = catalog::find(kernel) else { continue };
        let measurement =
            measurement(variant, &size, seconds, card).ok_or_else(|| wrong("has a wrong size"))?;
        let volume = |outcome: &Outcome| match outcome {
            Outcome::Measured(known) => known.bytes.max(known.flops),
            Outcome::Simulated(known) => known.bytes,
        };
        let outcome = Outcome::Measured(Box::new(measurement));
        let is_larger =
            outcomes.get(variant.name).is_none_or(|known| volume(known) < volume(&outcome));
        if is_larger {
            outcomes.insert(variant.name, outcome);
        }
    }
    Ok(outcomes)
}

/// A time as a device of this machine would have told it.
fn measurement(variant: &Variant, size: &[u64], seconds: f64, card: &str) -> Option<Measurement> {
    let problem = variant.problem(size, SEED).ok()?;
    let rate = |amount: u64| (amount > 0 && seconds > 0.0).then(|| amount as f64 / seconds / 1e9);
    Some(Measurement {
        kernel: variant.name.to_owned(),
        backend: Backend::Cuda,
        device: DeviceInfo {
            backend: Backend::Cuda,
            index: 0,
            name: card.to_owned(),
            kind: DeviceKind::Discrete,
            driver: String::new(),
        },
        size: size.to_vec(),
        seed: SEED,
        checked: true,
        max_error: Some(0.0),
        tolerance: problem.tolerance,
        seconds: Seconds::of(&[seconds]),
        clock: Clock::Device,
        bytes: problem.bytes_moved,
        flops: problem.operations,
        gb_per_s: rate(problem.bytes_moved),
        gflop_per_s: rate(problem.operations),
    })
}

impl Comparison {
    /// The same with the times of a card that was measured elsewhere among the
    /// GPUs.
    pub fn with_measured(mut self, ladder: &Ladder) -> Comparison {
        let card = &*H200;
        if !ladder.rungs.iter().any(|rung| card.outcomes.contains_key(rung.name)) {
            return self;
        }
        if !self.sections.iter().any(|section| section.class == Class::Gpu) {
            let rungs = ladder.rungs.iter().enumerate().map(|(number, variant)| RungRows {
                number,
                variant,
                is_chosen: variant.name == ladder.variant.name,
                rows: Vec::new(),
            });
            let rungs = rungs.collect();
            let section = Section { class: Class::Gpu, columns: Vec::new(), rungs, scale: 0.0 };
            self.sections.insert(0, section);
        }
        let metric = self.metric;
        let ceilings = Ceilings::measured(PEAKS.map(|peak| card.outcomes.get(peak)));
        for section in self.sections.iter_mut().filter(|section| section.class == Class::Gpu) {
            let column = section.columns.len();
            section.columns.push(Column {
                target: TARGET,
                letter: card.letter,
                name: card.label.to_owned(),
                kind: card.size(ladder),
                driver: String::new(),
                backend: Backend::Cuda.name(),
                is_elsewhere: true,
            });
            let mut before: Option<&Outcome> = None;
            for rung in &mut section.rungs {
                let outcome = card.outcomes.get(rung.variant.name);
                let Some(known) = outcome else {
                    let state = RowState::Missing(NOT_MEASURED.to_owned());
                    rung.rows.push(Row { column, text: TextVersion::Original, state });
                    continue;
                };
                let is_next = matches!(rung.variant.rung, Rung::Faster | Rung::Contested(_));
                let before_it = before.filter(|_| is_next);
                let figures = Figures::of(known, rung.variant, metric, Some(ceilings), before_it);
                let highest = figures.rate.unwrap_or(0.0).max(figures.ceiling().unwrap_or(0.0));
                section.scale = section.scale.max(highest);
                let state = RowState::Done(Box::new(figures));
                rung.rows.push(Row { column, text: TextVersion::Original, state });
                before = outcome;
            }
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{ladder, rungs, timings};
    use super::*;
    use crate::window::lessons::lessons;

    #[test]
    fn tables_are_read_and_what_is_wrong_is_named() {
        let check = |rows: &str, expected: Result<&[(&str, &[u64])], &str>| {
            let found = read(&format!("set,kernel,size,seconds\n{rows}"), "a card");
            match (found, expected) {
                (Ok(found), Ok(expected)) => {
                    let found: Vec<(&str, Vec<u64>)> = found
                        .iter()
                        .map(|(name, outcome)| match outcome {
                            Outcome::Measured(known) => (*name, known.size.clone()),
                            Outcome::Simulated(_) => panic!("{name} was simulated"),
                        })
                        .collect();
                    let expected: Vec<(&str, Vec<u64>)> =
                        expected.iter().map(|(name, size)| (*name, size.to_vec())).collect();
                    assert_eq!(found, expected, "{rows}");
                }
                (Err(found), Err(expected)) => assert!(found.contains(expected), "{found}"),
                (found, expected) => panic!("{rows}: {found:?}, expected {expected:?}"),
            }
        };
        check("", Ok(&[]));
        check("small,vecadd,1000,1e-6\nlarge,vecadd,9000,2e-6\n", Ok(&[("vecadd", &[9000])]));
        check("large,vecadd,9000,2e-6\nsmall,vecadd,1000,1e-6", Ok(&[("vecadd", &[9000])]));
        check("small,transpose_naive,31x33,1e-6", Ok(&[("transpose_naive", &[31, 33])]));
        check("small,bake_a_cake,31,1e-6", Ok(&[]));
        check("small,vecadd,1000", Err("line 2 does not have four columns"));
        check("small,vecadd,many,1e-6", Err("not whole numbers"));
        check("small,vecadd,1000,soon", Err("has no time"));
        check("small,vecadd,1x2x3x4,1e-6", Err("has a wrong size"));
        assert!(read("kernel,seconds", "a card").is_err_and(|words| words.contains("columns")));
    }

    #[test]
    fn every_kernel_of_the_lessons_was_measured() {
        // Made after the card was measured; to be taken off when it is measured again.
        const LATER: [&str; 1] = ["scale_rows_derived"];
        // The first lesson is to be looked at; its blocks are too small to be timed.
        for rung in lessons().iter().skip(1).flat_map(|lesson| &lesson.rungs) {
            let name = rung.variant.name;
            assert_eq!(H200.outcomes.contains_key(name), !LATER.contains(&name), "{name}");
        }
        // The document that describes the table has the date in full.
        let about = include_str!("../../../../docs/measurements/prediction.md");
        assert!(about.contains("15 November 2026") && about.contains("h200-times.csv"));
    }

    #[test]
    fn a_rung_that_was_not_measured_says_so() {
        let rungs = rungs("scale_rows");
        let ladder = ladder(&rungs);
        let timings = super::super::state::Timings::new();
        let comparison = Comparison::of(&timings, &ladder).with_measured(&ladder);
        for rung in &comparison.sections[0].rungs {
            let row = rung.rows.last().expect(rung.variant.name);
            match (rung.variant.name, &row.state) {
                ("scale_rows_derived", RowState::Missing(why)) => assert_eq!(why, NOT_MEASURED),
                ("scale_rows_tiled", RowState::Done(figures)) => {
                    assert!(figures.speedup.is_some_and(|factor| factor > 1.0));
                }
                ("scale_rows_naive", RowState::Done(_)) => {}
                (name, state) => panic!("{name}: {state:?}"),
            }
        }
    }

    #[test]
    fn the_size_is_said() {
        let check = |family: &str, expected: &str| {
            let rungs = rungs(family);
            assert_eq!(H200.size(&ladder(&rungs)), expected);
        };
        check("reduce", "n = 16,777,216");
        check("transpose", "rows = cols = 4,096");
        check("matmul", "m = n = k = 1,024");
        check("copy", "n = 16,777,216");
    }

    #[test]
    fn a_comparison_has_them_among_the_gpus_whatever_the_machine_has() {
        let rungs = rungs("reduce");
        let ladder = ladder(&rungs);
        for timings in [timings(), super::super::state::Timings::new()] {
            let comparison = Comparison::of(&timings, &ladder);
            let (before, idle) = (comparison.sections.len(), comparison.is_idle());
            let comparison = comparison.with_measured(&ladder);
            assert_eq!(comparison.is_idle(), idle, "they are no run of this machine");
            assert!(comparison.sections.len() >= before);
            let section = &comparison.sections[0];
            assert_eq!(section.class, Class::Gpu);
            let column = section.columns.last().expect("theirs");
            assert_eq!(column.name, "H200, measured 15 Nov 2026, CUDA");
            assert_eq!(column.kind, "n = 16,777,216");
            for rung in &section.rungs {
                let row = rung.rows.last().expect(rung.variant.name);
                let RowState::Done(figures) = &row.state else { panic!("{row:?}") };
                assert_eq!(figures.size(), [16_777_216]);
                assert!(figures.rate.is_some_and(|rate| rate <= section.scale));
                assert!(figures.of_ceiling.is_some_and(|share| share > 0.0 && share < 1.2));
            }
        }
    }
}
