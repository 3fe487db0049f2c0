//! Loops that never end are named, and those that end are not.
//!
//! Every kernel in `endless` starts with a comment: first what becomes of it, then
//! its case. An endless one has the comment `here` on the line of its loop. Whatever
//! the schedule, it must be found long before the instructions run out, and exactly
//! that loop must be named; a kernel that ends must come to its end with the right
//! result, however long it takes and whoever waits for whom.

use rayon::prelude::*;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use warpbench_case::{Case, Files};
use warpbench_cores::{Cores, OneCore, Threads};
use warpbench_front::{Language, Source};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Setup, prepare_text};

const SCHEDULES: [Schedule; 4] =
    [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(7), Schedule::Shuffled(1 << 40)];

/// Within two seconds' worth.
const MOST_INSTRUCTIONS: u64 = 50_000_000;

/// A place without files.
struct NoFiles;

impl Files for NoFiles {
    fn len(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

/// A kernel of the folder.
struct Fixture {
    path: String,
    text: String,
    /// What becomes of it.
    fate: String,
    case: String,
}

impl Fixture {
    fn read(path: &Path) -> Fixture {
        let text = fs::read_to_string(path).expect("it is listed");
        let header = text.lines().map_while(|line| line.strip_prefix("// "));
        let mut header = header.map(str::to_owned);
        let fate = header.next().expect("a comment says what becomes of it");
        let case = header.collect::<Vec<_>>().join("\n");
        let path = path.file_name().expect("a file").to_string_lossy().into_owned();
        Fixture { path, text, fate, case }
    }

    /// The line of the loop that never ends.
    fn line(&self) -> u32 {
        let line = self.text.lines().position(|line| line.ends_with("// here"));
        line.unwrap_or_else(|| panic!("{}: no line is marked", self.path)) as u32 + 1
    }

    fn run(&self, schedule: Schedule, cores: Arc<dyn Cores>) -> Result<Simulation, String> {
        let source = Source { path: self.path.clone(), text: self.text.clone() };
        let case = Case::parse(&self.case, Path::new("case.toml"), 1 << 20, &NoFiles);
        let case = case.map_err(|error| error.to_string())?;
        let device = self.fate.split_once(" on ").map_or("h200", |(_, device)| device);
        let setup = Setup {
            model: model::find(device).expect("built in").clone(),
            language: Language::Wgsl,
            schedule,
            most_instructions: MOST_INSTRUCTIONS,
            most_bytes: 1 << 26,
            cores,
            observe: "endless,barrier,counters".parse().expect("known"),
            dump: false,
        };
        let run = prepare_text(source, case, setup).and_then(|prepared| prepared.run());
        run.map_err(|error| error.to_string())
    }
}

/// The kernels of a folder, of one language.
fn fixtures(folder: &str, ending: &str) -> Vec<Fixture> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/endless").join(folder);
    let entries = fs::read_dir(folder).expect("the folder is there");
    let mut paths: Vec<PathBuf> = entries.map(|entry| entry.expect("readable").path()).collect();
    paths.retain(|path| path.extension().is_some_and(|found| found == ending));
    paths.sort();
    paths.iter().map(|path| Fixture::read(path)).collect()
}

/// What is wrong with the report on an endless kernel.
fn judge_endless(fixture: &Fixture, run: &Simulation) -> Result<(), String> {
    let [finding] = &run.findings[..] else {
        return Err(format!("{} findings, stopped: {:?}", run.findings.len(), run.stopped));
    };
    let found = (finding.kind, finding.line);
    if found != (FindingKind::Endless, fixture.line()) {
        return Err(format!("line {}: {}", finding.line, finding.message));
    }
    // A guess is not good enough, and it must be said who is stuck.
    if finding.message.contains("may never end") || finding.lanes.is_empty() {
        return Err(finding.message.clone());
    }
    Ok(())
}

/// What is wrong with the report on a kernel that ends.
fn judge_ending(_: &Fixture, run: &Simulation) -> Result<(), String> {
    match (&run.stopped, &run.findings[..], &run.wrong[..]) {
        (None, [], []) => Ok(()),
        (stopped, findings, wrong) => {
            let messages: Vec<_> = findings.iter().map(|f| (f.line, f.message.as_str())).collect();
            Err(format!("stopped: {stopped:?}, found: {messages:?}, wrong: {wrong:?}"))
        }
    }
}

/// Runs all kernels of a folder under all schedules, and on two cores.
fn check(folder: &str, judge: fn(&Fixture, &Simulation) -> Result<(), String>, fewest: usize) {
    for ending in ["rs", "wgsl"] {
        let fixtures = fixtures(folder, ending);
        assert!(fixtures.len() >= fewest, "{} kernels in {ending}", fixtures.len());
        let failures: Vec<String> = fixtures
            .par_iter()
            .flat_map_iter(|fixture| {
                let two: Arc<dyn Cores> = Arc::new(Threads::new(2));
                let mut runs = vec![(Schedule::InOrder, two)];
                if !fixture.fate.contains("in order") {
                    let one =
                        |schedule| -> (Schedule, Arc<dyn Cores>) { (schedule, Arc::new(OneCore)) };
                    runs.extend(SCHEDULES.map(one));
                }
                runs.into_iter().filter_map(|(schedule, cores)| {
                    let run = fixture.run(schedule, cores);
                    let why = run.and_then(|run| judge(fixture, &run)).err()?;
                    Some(format!("{folder}/{}, {schedule:?}: {why}", fixture.path))
                })
            })
            .collect();
        assert!(failures.is_empty(), "{}:\n{}", failures.len(), failures.join("\n"));
    }
}

#[test]
fn what_never_ends_is_named() {
    check("never", judge_endless, 20);
}

#[test]
fn what_ends_is_not_accused() {
    check("long", judge_ending, 20);
}
