//! Times that were measured on cards elsewhere and travel with the workbench, for
//! classes without a GPU.
//!
//! They are what `docs/measurements/times.sh` printed there. A comparison can have
//! them beside the targets of this machine; they are never mistaken for those,
//! because their column says where and when they were measured, and each row the
//! size.

use super::comparison::{Column, Comparison, Row, RowState, RungRows, Section, TextVersion};
use super::job::SEED;
use super::ladder::Ladder;
use super::target::Class;
use crate::setup::size_label;
use std::collections::BTreeMap;
use std::mem;
use std::sync::LazyLock;
use warpbench_catalog as catalog;
use warpbench_catalog::Variant;
use warpbench_compare::ceilings::Ceilings;
use warpbench_compare::entry::{Entry, Place, Times};
use warpbench_compare::ladder::rung_before;
use warpbench_compare::size::work;
use warpbench_report::{Backend, Clock, DeviceKind};

/// A card whose times travel along.
struct Card {
    /// What its column says.
    label: &'static str,
    /// Its letter; those of this machine's targets count from A.
    letter: char,
    /// What its kernels took at the largest size that was measured, by name.
    entries: BTreeMap<&'static str, Entry>,
}

static H200: LazyLock<Card> = LazyLock::new(|| {
    let text = include_str!("../../../../docs/measurements/h200-times.csv");
    Card {
        label: "H200, measured 15 Nov 2026, CUDA",
        letter: 'M',
        entries: read(text).expect("the table of measured times"),
    }
});

impl Card {
    /// The size at which a ladder was measured, in words.
    fn size(&self, ladder: &Ladder) -> String {
        let known = ladder.rungs.iter();
        let known =
            known.filter_map(|rung| Some((*rung, self.entries.get(rung.name)?.size.as_slice())));
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
fn read(text: &str) -> Result<BTreeMap<&'static str, Entry>, String> {
    let mut lines = text.lines().enumerate();
    let head = lines.next().map_or("", |(_, head)| head);
    if head != "set,kernel,size,seconds" {
        return Err(format!("line 1 has other columns: {head}"));
    }
    let mut entries: BTreeMap<&'static str, Entry> = BTreeMap::new();
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
        let entry = entry(variant, &size, seconds).ok_or_else(|| wrong("has a wrong size"))?;
        let volume = |entry: &Entry| entry.work.map_or(0, |work| work.bytes.max(work.operations));
        if entries.get(variant.name).is_none_or(|known| volume(known) < volume(&entry)) {
            entries.insert(variant.name, entry);
        }
    }
    Ok(entries)
}

/// A time as a run of this machine would have given it.
fn entry(variant: &Variant, size: &[u64], seconds: f64) -> Option<Entry> {
    let problem = variant.problem(size, SEED).ok()?;
    Some(Entry {
        kernel: variant.name.to_owned(),
        size: size.to_vec(),
        work: Some(work(variant, &problem)),
        times: Some(Times { clock: Some(Clock::Device), median: seconds, ..Times::default() }),
        ..Entry::default()
    })
}

impl Comparison {
    /// The same with the times of a card that was measured elsewhere among the
    /// GPUs.
    pub fn with_measured(mut self, ladder: &Ladder) -> Comparison {
        let card = &*H200;
        if !ladder.rungs.iter().any(|rung| card.entries.contains_key(rung.name)) {
            return self;
        }
        if !self.sections.iter().any(|section| section.class == Class::Gpu) {
            let rungs = ladder.rungs.iter().enumerate().map(|(number, variant)| RungRows {
                number,
                variant,
                is_chosen: variant.name == ladder.variant.name,
                rows: Vec::new(),
            });
            self.sections.insert(0, Section::of(Class::Gpu, Vec::new(), rungs.collect()));
        }
        let ceilings = Ceilings::measured(DeviceKind::Discrete, |peak, metric| {
            card.entries.get(peak)?.rate(metric)
        });
        for section in self.sections.iter_mut().filter(|section| section.class == Class::Gpu) {
            let column = section.columns.len();
            section.columns.push(Column {
                target: TARGET,
                letter: card.letter,
                place: Place {
                    device: card.label.to_owned(),
                    class: Class::Gpu.word(),
                    kind: card.size(ladder),
                    api: Backend::Cuda.name().to_owned(),
                    ..Place::default()
                },
                is_elsewhere: true,
                ceilings,
            });
            for rung in &mut section.rungs {
                let before = rung_before(ladder.rungs.iter().copied(), rung.variant);
                let before = before.and_then(|before| card.entries.get(before.name)?.timed());
                let state = match card.entries.get(rung.variant.name) {
                    None => RowState::Missing(NOT_MEASURED.to_owned()),
                    Some(known) => {
                        RowState::Done(Box::new(known.clone().judged(&ceilings, before)))
                    }
                };
                rung.rows.push(Row { column, text: TextVersion::Original, state });
            }
            let (columns, rungs) = (mem::take(&mut section.columns), mem::take(&mut section.rungs));
            *section = Section::of(Class::Gpu, columns, rungs);
        }
        self
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::{ladder, rungs, timings};
    use super::*;
    use warpbench_texts::lessons::lessons;

    #[test]
    fn tables_are_read_and_what_is_wrong_is_named() {
        let check = |rows: &str, expected: Result<&[(&str, &[u64])], &str>| {
            let found = read(&format!("set,kernel,size,seconds\n{rows}"));
            match (found, expected) {
                (Ok(found), Ok(expected)) => {
                    let found: Vec<(&str, Vec<u64>)> =
                        found.iter().map(|(name, entry)| (*name, entry.size.clone())).collect();
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
        assert!(read("kernel,seconds").is_err_and(|words| words.contains("columns")));
    }

    #[test]
    fn every_kernel_of_the_lessons_was_measured() {
        // Made after the card was measured; to be taken off when it is measured again.
        const LATER: [&str; 1] = ["scale_rows_derived"];
        // The first lesson is to be looked at; its blocks are too small to be timed.
        for rung in lessons().iter().skip(1).flat_map(|lesson| &lesson.rungs) {
            let name = rung.variant.name;
            assert_eq!(H200.entries.contains_key(name), !LATER.contains(&name), "{name}");
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
            assert_eq!(column.place.device, "H200, measured 15 Nov 2026, CUDA");
            assert_eq!(column.place.kind, "n = 16,777,216");
            for rung in &section.rungs {
                let row = rung.rows.last().expect(rung.variant.name);
                let RowState::Done(figures) = &row.state else { panic!("{row:?}") };
                assert_eq!(figures.size, [16_777_216]);
                assert!(figures.rate(section.metric).is_some_and(|rate| rate <= section.scale));
                assert!(figures.share().is_some_and(|share| share > 0.0 && share < 1.2));
            }
        }
    }
}
