//! Nsight Compute: how it is started, and what it counted, read from what
//! `ncu --csv --page raw` prints.
//!
//! That is a table with a column for each metric, a first row of units and a row for
//! each launch, after whatever the profiled program printed itself. Numbers may have
//! separators. A problem may have several launches; what it counts is their sum.

use crate::counter::Counter;
use crate::results::Counted;
use std::collections::BTreeMap;
use std::ffi::OsString;
use std::path::Path;
use thiserror::Error;

/// What `ncu` is asked to count for one of our counters: the metrics that are added up,
/// and those that are taken off.
struct Metrics {
    counter: Counter,
    added: &'static [&'static str],
    subtracted: &'static [&'static str],
}

/// Atomics are requests of their own on the card (`red` gives nothing back, `atom` does)
/// and are counted with the others by the simulator. What is counted by `sass` are
/// instructions with at least one active lane. A conflict is a turn (wavefront) that the
/// shared memory takes beyond those that a request of this width needs; the counter of
/// conflicts that the hardware also has includes turns lost to arbitration, which differ
/// from run to run.
const METRICS: [Metrics; 5] = [
    Metrics {
        counter: Counter::GlobalRequests,
        added: &[
            "l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum",
            "l1tex__t_requests_pipe_lsu_mem_global_op_st.sum",
            "l1tex__t_requests_pipe_lsu_mem_global_op_red.sum",
            "l1tex__t_requests_pipe_lsu_mem_global_op_atom.sum",
        ],
        subtracted: &[],
    },
    Metrics {
        counter: Counter::GlobalSectors,
        added: &[
            "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_red.sum",
            "l1tex__t_sectors_pipe_lsu_mem_global_op_atom.sum",
        ],
        subtracted: &[],
    },
    Metrics {
        counter: Counter::SharedRequests,
        added: &[
            "smsp__sass_inst_executed_op_shared_ld.sum",
            "smsp__sass_inst_executed_op_shared_st.sum",
            "smsp__sass_inst_executed_op_shared_atom.sum",
        ],
        subtracted: &[],
    },
    Metrics {
        counter: Counter::BankConflicts,
        added: &["memory_l1_wavefronts_shared"],
        subtracted: &["memory_l1_wavefronts_shared_ideal"],
    },
    Metrics {
        counter: Counter::DivergentBranches,
        added: &["smsp__sass_branch_targets_threads_divergent.sum"],
        subtracted: &[],
    },
];

/// The names of all metrics.
fn names() -> impl Iterator<Item = &'static str> {
    METRICS.iter().flat_map(|own| own.added.iter().chain(own.subtracted)).copied()
}

/// What stands for a metric that the card cannot count.
const ABSENT: [&str; 2] = ["", "n/a"];

/// Why nothing can be read from what `ncu` printed.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum NcuError {
    #[error(
        "Nsight Compute may not read the counters of this GPU; the machine's administrator allows \
         it with the option NVreg_RestrictProfilingToAdminUsers=0 of the module nvidia"
    )]
    Forbidden,
    #[error("what ncu printed has no table of launches{}", said(.last))]
    NoTable {
        /// The last line that is no table.
        last: String,
    },
    #[error("row {row} of what ncu printed has `{value}` as {metric}, which is no count")]
    NoCount { row: usize, metric: String, value: String },
    #[error("what ncu printed is no table: {0}")]
    Csv(String),
    #[error("ncu counted {found} launches, and there are {expected}")]
    Launches { found: usize, expected: usize },
}

fn said(last: &str) -> String {
    if last.is_empty() { String::new() } else { format!("; it ends with: {last}") }
}

/// The options of `ncu` with which it counts the first launches of some kernels and
/// writes the table into a file. Behind them stands the program that is to be run.
#[must_use]
pub fn options(entries: &[&str], launches: usize, table: &Path) -> Vec<OsString> {
    let mut entries = entries.to_vec();
    entries.sort_unstable();
    entries.dedup();
    let kernels = format!("regex:^({})$", entries.join("|"));
    let launches = launches.to_string();
    let metrics = metrics();
    let mut options: Vec<OsString> = [
        // The kernel runs in a process of its own, which the program starts.
        ["--target-processes", "all"],
        ["--kernel-name-base", "function"],
        ["--kernel-name", &kernels],
        ["--launch-count", &launches],
        ["--metrics", &metrics],
        // The card is to do what it does without a profiler, caches and clocks included.
        ["--cache-control", "none"],
        ["--clock-control", "none"],
        ["--page", "raw"],
        ["--print-units", "base"],
    ]
    .concat()
    .into_iter()
    .map(OsString::from)
    .collect();
    options.extend(["--csv".into(), "--log-file".into(), table.into()]);
    options
}

fn metrics() -> String {
    names().collect::<Vec<_>>().join(",")
}

/// Adds up what was counted in the first `launches` launches.
pub fn parse(text: &str, launches: usize) -> Result<Counted, NcuError> {
    if text.contains("ERR_NVGPUCTRPERM") {
        return Err(NcuError::Forbidden);
    }
    let start = text.lines().position(|line| line.trim_start().starts_with("\"ID\""));
    let Some(start) = start else {
        let mut lines = text.lines().map(str::trim).filter(|line| !line.is_empty());
        return Err(NcuError::NoTable { last: lines.next_back().unwrap_or_default().to_owned() });
    };
    let table: String = text.lines().skip(start).map(|line| format!("{line}\n")).collect();
    let mut reader = csv::ReaderBuilder::new().flexible(true).from_reader(table.as_bytes());
    let heads = reader.headers().map_err(|error| NcuError::Csv(error.to_string()))?.clone();
    let mut sums: BTreeMap<&str, u64> = BTreeMap::new();
    let mut found = 0;
    for (index, row) in reader.records().enumerate() {
        let row = row.map_err(|error| NcuError::Csv(error.to_string()))?;
        // The row of units has no number of a launch.
        let is_launch = row.get(0).is_some_and(|id| id.trim().parse::<u64>().is_ok());
        if !is_launch || found == launches {
            continue;
        }
        found += 1;
        for name in names() {
            let Some(column) = heads.iter().position(|head| head == name) else { continue };
            let value = row.get(column).unwrap_or_default();
            if ABSENT.contains(&value.trim()) {
                continue;
            }
            let Some(count) = count(value) else {
                let (metric, value) = (name.to_owned(), value.to_owned());
                return Err(NcuError::NoCount { row: index + 1, metric, value });
            };
            let sum = sums.entry(name).or_default();
            *sum = sum.saturating_add(count);
        }
    }
    if found < launches {
        return Err(NcuError::Launches { found, expected: launches });
    }
    Ok(counted(&sums))
}

/// A counter is known where all of its metrics are.
fn counted(sums: &BTreeMap<&str, u64>) -> Counted {
    let total = |names: &[&str]| {
        names.iter().try_fold(0_u64, |sum, name| Some(sum.saturating_add(*sums.get(name)?)))
    };
    let mut counted = Counted::default();
    for Metrics { counter, added, subtracted } in METRICS {
        let value = total(added).zip(total(subtracted));
        counted.set(counter, value.map(|(added, subtracted)| added.saturating_sub(subtracted)));
    }
    counted
}

/// A whole number with separators, or one with nothing behind its point.
fn count(text: &str) -> Option<u64> {
    let plain: String =
        text.trim().chars().filter(|c| !matches!(c, ',' | '\u{a0}' | ' ')).collect();
    let whole = plain.split_once('.').map_or(plain.as_str(), |(whole, rest)| {
        if rest.bytes().all(|byte| byte == b'0') { whole } else { "" }
    });
    whole.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Two launches, as version 2025 prints them, after words of the program.
    const PRINTED: &str = include_str!("../tests/ncu/two-launches.csv");

    #[test]
    fn launches_are_added_up() {
        let counted = parse(PRINTED, 2).expect("two launches");
        assert_eq!(counted.global_requests, Some(1_048_576 + 4096 + 8 + 1));
        assert_eq!(counted.global_sectors, Some(4_194_304 + 4096 + 32 + 1));
        assert_eq!(counted.shared_requests, Some(270_336 + 33));
        assert_eq!(counted.bank_conflicts, Some(270_400 + 33 - 270_336 - 33));
        assert_eq!(counted.divergent_branches, Some(40_960 + 5));
        assert_eq!(counted.atomics, None);
        // Launches behind those of the first run are its repeats.
        let first = parse(PRINTED, 1).expect("one launch");
        assert_eq!(first.global_requests, Some(1_048_576 + 4096));
    }

    #[test]
    fn metrics_that_a_card_lacks_are_left_out() {
        let text = "\"ID\",\"Kernel Name\",\"l1tex__t_requests_pipe_lsu_mem_global_op_ld.sum\"\n\
                    \"\",\"\",\"\"\n\"0\",\"k\",\"7\"\n";
        let counted = parse(text, 1).expect("one launch");
        assert_eq!(counted, Counted::default());
        let counted = parse(&PRINTED.replace("1,048,576", "n/a"), 1).expect("one launch");
        assert_eq!((counted.global_requests, counted.global_sectors), (None, Some(4_198_400)));
    }

    #[test]
    fn what_cannot_be_read_is_said() {
        let check = |text: &str, launches: usize, expected: &str| {
            let error = parse(text, launches).expect_err(expected).to_string();
            assert!(error.contains(expected), "{error}");
        };
        check("", 1, "has no table");
        check("==ERROR== no kernels were profiled\n", 1, "no kernels were profiled");
        check("==ERROR== ERR_NVGPUCTRPERM - no permission\n", 1, "administrator");
        check(PRINTED, 3, "counted 2 launches, and there are 3");
        check(&PRINTED.replace("1,048,576", "many"), 2, "`many`");
    }

    #[test]
    fn every_metric_is_asked_for() {
        assert_eq!(metrics().split(',').count(), 14);
        assert_eq!(METRICS.map(|own| own.counter), Counter::ALL);
    }

    #[test]
    fn options_name_each_kernel_once() {
        let options = options(&["two", "one", "two"], 3, Path::new("a folder/table.csv"));
        let after = |name: &str| {
            let at = options.iter().position(|option| option == name);
            options[at.unwrap_or_else(|| panic!("{name}")) + 1].to_str()
        };
        assert_eq!(after("--kernel-name"), Some("regex:^(one|two)$"));
        assert_eq!(after("--launch-count"), Some("3"));
        assert_eq!(after("--log-file"), Some("a folder/table.csv"));
        assert_eq!(after("--metrics"), Some(metrics().as_str()));
    }
}
