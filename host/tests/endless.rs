//! Loops that never end are named, and those that end are not.
//!
//! Every kernel in `endless` starts with a comment: first what becomes of it, then
//! its case. An endless one has the comment `here` on the line of its loop. Whatever
//! the schedule, it must be found long before the instructions run out, and exactly
//! that loop, or the barrier of a warp, must be named; a kernel that ends must come to its end with the right
//! result, however long it takes and whoever waits for whom.

use crate::fixture::{file_name, paths};
use crate::{function, trial, verdict};
use libtest_mimic::{Failed, Trial};
use std::fs;
use std::io;
use std::path::Path;
use std::sync::Arc;
use warpbench_case::{Case, Files};
use warpbench_cores::{Cores, OneCore, Threads};
use warpbench_front::{Language, Source, wgsl};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model;
use warpbench_machine::sim::code::Root;
use warpbench_machine::sim::{self, Schedule};
use warpbench_simulate::recording::RecordingRequest;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Prepared, Setup, prepare_text};

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
        let path = file_name(path);
        Fixture { path, text, fate, case }
    }

    /// The line of the loop that never ends.
    fn line(&self) -> u32 {
        let line = self.text.lines().position(|line| line.ends_with("// here"));
        line.unwrap_or_else(|| panic!("{}: no line is marked", self.path)) as u32 + 1
    }

    fn prepare(&self, schedule: Schedule, cores: Arc<dyn Cores>) -> Result<Prepared, String> {
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
        prepare_text(source, case, setup).map_err(|error| error.to_string())
    }

    fn run(&self, schedule: Schedule, cores: Arc<dyn Cores>) -> Result<Simulation, String> {
        self.prepare(schedule, cores)?.run().map_err(|error| error.to_string())
    }
}

/// The kernels of a folder.
fn fixtures(folder: &str) -> Vec<Fixture> {
    paths(&format!("endless/{folder}")).iter().map(|path| Fixture::read(path)).collect()
}

/// What is wrong with the report on an endless kernel.
fn judge_endless(fixture: &Fixture, run: &Simulation) -> Result<(), String> {
    let [finding] = &run.findings[..] else {
        return Err(format!("{} findings, stopped: {:?}", run.findings.len(), run.stopped));
    };
    let kind = match fixture.fate.as_str() {
        "endless at a barrier" => FindingKind::Barrier,
        _ => FindingKind::Endless,
    };
    if (finding.kind, finding.line) != (kind, fixture.line()) {
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

/// Runs a kernel under all schedules, and on two cores.
fn check(
    fixture: &Fixture,
    judge: fn(&Fixture, &Simulation) -> Result<(), String>,
) -> Result<(), Failed> {
    let two: Arc<dyn Cores> = Arc::new(Threads::new(2));
    let mut runs = vec![(Schedule::InOrder, two)];
    if !fixture.fate.contains("in order") {
        let one = |schedule| -> (Schedule, Arc<dyn Cores>) { (schedule, Arc::new(OneCore)) };
        runs.extend(SCHEDULES.map(one));
    }
    let wrong = runs.into_iter().filter_map(|(schedule, cores)| {
        let run = fixture.run(schedule, cores);
        let why = run.and_then(|run| judge(fixture, &run)).err()?;
        Some(format!("{schedule:?}: {why}"))
    });
    verdict(&wrong.collect::<Vec<_>>())
}

pub(crate) fn trials() -> Vec<Trial> {
    let never = fixtures("never").into_iter().map(|fixture| {
        let name = fixture.path.clone();
        trial("endless::never", name, move || check(&fixture, judge_endless))
    });
    let long = fixtures("long").into_iter().map(|fixture| {
        let name = fixture.path.clone();
        trial("endless::long", name, move || check(&fixture, judge_ending))
    });
    let recorded = function(
        "endless",
        "blocks_that_take_turns_are_recorded_as_they_do",
        blocks_that_take_turns_are_recorded_as_they_do,
    );
    let sliced = function(
        "endless",
        "the_slice_of_a_loop_is_what_its_end_depends_on",
        the_slice_of_a_loop_is_what_its_end_depends_on,
    );
    never.chain(long).chain([recorded, sliced]).collect()
}

fn blocks_that_take_turns_are_recorded_as_they_do() {
    let waiting = fixtures("long").into_iter().find(|found| found.path == "grid_barrier.rs");
    let prepared = waiting.expect("it is there").prepare(Schedule::InOrder, Arc::new(OneCore));
    let blocks = vec![[0, 0, 0], [3, 0, 0], [8, 0, 0]];
    let request = RecordingRequest {
        launch: 0,
        blocks: blocks.clone(),
        schedule: Schedule::RoundRobin,
        most_bytes: 1 << 24,
    };
    let recording = prepared.expect("it fits").record(&request, &|| true).expect("it runs");
    assert_eq!(recording.stopped, None);
    let traced = recording.trace.blocks();
    assert_eq!(traced.iter().map(|traced| traced.block).collect::<Vec<_>>(), blocks);
    let trace = &recording.trace;
    let own: Vec<usize> = (0..blocks.len()).map(|block| trace.own_len(block)).collect();
    assert!(own.iter().all(|&steps| steps > 20), "{own:?}");
    assert_eq!(own.iter().sum::<usize>(), trace.len());
    // All are there at the barrier before any of them ends.
    let first_end = traced.iter().map(|traced| traced.steps.end).min();
    assert!(traced.iter().all(|traced| Some(traced.steps.start) < first_end), "{traced:?}");
}

fn the_slice_of_a_loop_is_what_its_end_depends_on() {
    let check = |body: &str, carried: &[&str], memories: &[&str], counts: bool| {
        let text = format!(
            "@group(0) @binding(0) var<storage, read_write> a: array<atomic<u32>>;
            @group(0) @binding(1) var<storage, read_write> b: array<u32>;
            @group(0) @binding(2) var<storage> c: array<u32>;
            @compute @workgroup_size(32) fn main(@builtin(local_invocation_index) t: u32) {{
                b[7] = c[0] + atomicAdd(&a[7], t); {body} }}"
        );
        let checked = wgsl::check(&text, "test").unwrap_or_else(|error| panic!("{error}"));
        let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main");
        let code = code.unwrap_or_else(|error| panic!("{error}"));
        let outermost = code.loops.last().expect("a loop");
        let is_carried = |register| outermost.carried.contains(&register);
        let names = code.variables.iter().filter(|variable| is_carried(variable.register));
        assert_eq!(names.map(|found| found.name.as_str()).collect::<Vec<_>>(), carried, "{body}");
        let name = |memory: &Root| match *memory {
            Root::Buffer(buffer) => code.buffers[buffer as usize].name.as_str(),
            _ => "shared",
        };
        let found: Vec<&str> = outermost.memories.iter().map(name).collect();
        assert_eq!((&found[..], outermost.counting.is_some()), (memories, counts), "{body}");
    };
    check("var i = 0u; while i < 8u { i++; }", &["i"], &[], true);
    check("var i = t; while i != 8u { i -= 3u; }", &["i"], &[], true);
    check("var i = 0; loop { i += 2; if !(i <= 9) { break; } }", &["i"], &[], true);
    check("var i = 1u; while i < 8u { i *= 2u; }", &["i"], &[], false);
    // What nobody who leaves depends on does not count.
    check("var i = 0u; var n = 0u; while i < 8u { i++; n += i; } b[0] = n;", &["i"], &[], true);
    check("var n = 0u; while atomicLoad(&a[0]) == 0u { n++; } b[0] = n;", &[], &["a"], false);
    check("var n = 0u; while c[0] == 0u { n++; } b[0] = n;", &[], &[], false);
    check("loop { if t > 40u { continue; } b[0] += 1u; }", &[], &[], false);
    // What decides whether something that counts happens counts.
    check(
        "var i = 0u; var k = 0u; while i < 8u { if k % 2u == 0u { i++; } k++; }",
        &["i", "k"],
        &[],
        false,
    );
    check(
        "var i = 0u; var k = 0u; loop { k++; if k < t { continue; } i++; if i == 3u { break; } }",
        &["i", "k"],
        &[],
        false,
    );
    check("var n = 0u; while b[0] == 0u { n++; if n == 9u { b[0] = 1u; } }", &["n"], &["b"], false);
    check("var i = t; while i < 5u { i = b[i]; }", &["i"], &["b"], false);
    check("var i = t; while i < 5u { i = c[i]; }", &["i"], &[], false);
    // What an inner loop does counts for the outer one where that depends on it.
    check(
        "var i = 0u; var n = 0u; while i < 8u { for (var j = 0u; j < i; j++) { n++; } i++; } b[0] = n;",
        &["i"],
        &[],
        true,
    );
    check(
        "var i = 0u; var n = 0u; while n < 80u { for (var j = 0u; j < i; j++) { n++; } i++; }",
        &["i", "n"],
        &[],
        false,
    );
    // An array that is indexed at run time is looked at as a whole.
    check(
        "var q: array<u32, 2>; while q[t % 2u] < 3u { q[t % 2u] += 1u; }",
        &["q[0]", "q[1]"],
        &[],
        false,
    );
}
