//! Several cores must not change anything: results, counts and findings are those
//! of one core, whether blocks keep apart or get into each other's way.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::{Language, wgsl};
use warpbench_machine::model;
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::counters::{Counters, Counts};
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::observe::finding::UnlocatedFinding;
use warpbench_machine::observe::profiler::Profiler;
use warpbench_machine::profile::LaunchProfile;
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{self, Buffers, Launch, Observer, RunError, Schedule, Site};
use warpbench_simulate::cores;
use warpbench_simulate::{Observe, Setup, prepare_problem};

/// Everything that a run leaves behind.
type Left = (Buffers, Counts, Vec<LaunchProfile>, Vec<UnlocatedFinding>, Result<(), RunError>);

fn run(code: &Code, launch: &Launch, buffers: &Buffers, cores: usize) -> Left {
    let model = model::find("h200").expect("built in");
    let mut buffers = buffers.clone();
    let mut observers = ((Counters::new(model), Profiler::new(model)), Detectors::all());
    let result =
        cores::run(code, launch, &mut buffers, &mut observers, &Threads::new(cores), &|| true);
    let ((counters, profiler), mut detectors) = observers;
    detectors.ended(&result);
    (buffers, counters.counts(), profiler.launches(), detectors.findings(), result)
}

/// Runs a kernel on one to five cores.
fn check(text: &str, grid: [u32; 3], words: &[usize], most_instructions: u64) -> Left {
    let checked = wgsl::check(text, "test").unwrap_or_else(|error| panic!("{error}"));
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
        .unwrap_or_else(|error| panic!("{error}"));
    let launch = Launch {
        grid,
        warp_width: 32,
        schedule: Schedule::InOrder,
        most_instructions,
        ..Launch::default()
    };
    let buffers = Buffers(words.iter().map(|&len| (0..len as u32).collect()).collect());
    let one = run(&code, &launch, &buffers, 1);
    for cores in 2..=5 {
        assert_eq!(run(&code, &launch, &buffers, cores), one, "{cores} cores: {text}");
    }
    one
}

const HEAD: &str = "
    @group(0) @binding(0) var<storage, read_write> a: array<u32>;
    @group(0) @binding(1) var<storage, read_write> b: array<atomic<u32>>;
    @compute @workgroup_size(64)
    fn main(@builtin(global_invocation_id) id: vec3<u32>, @builtin(workgroup_id) w: vec3<u32>) {";

#[test]
fn blocks_that_keep_apart() {
    let (buffers, ..) =
        check(&format!("{HEAD} a[id.x] = a[id.x] * 3u + w.x; }}"), [40, 1, 1], &[2560], 1 << 30);
    assert_eq!(buffers.0[0][100], 100 * 3 + 1);
    // All add to the same words, and nobody looks at what was there.
    let (buffers, ..) =
        check(&format!("{HEAD} atomicAdd(&b[id.x % 3u], id.x); }}"), [40, 1, 1], &[3], 1 << 30);
    assert_eq!(buffers.0[0].iter().sum::<u32>(), 3 + (0..2560).sum::<u32>());
}

#[test]
fn blocks_that_get_into_each_others_way() {
    // Each reads what its neighbour wrote.
    let _ =
        check(&format!("{HEAD} a[id.x + 64u] = a[id.x] + 1u; }}"), [40, 1, 1], &[2624], 1 << 30);
    // All write the same word.
    let (buffers, .., findings, _) =
        check(&format!("{HEAD} a[id.x % 64u] = id.x; }}"), [40, 1, 1], &[64], 1 << 30);
    assert_eq!(buffers.0[0][5], 39 * 64 + 5);
    assert!(!findings.is_empty());
    // The order of atomics shows in what they return.
    let (buffers, ..) = check(
        &format!("{HEAD} a[atomicAdd(&b[0], 1u)] = id.x; }}"),
        [40, 1, 1],
        &[2560, 1],
        1 << 30,
    );
    assert_eq!(buffers.0[0][70], 70);
    // Different operations on one word do not commute.
    let _ = check(
        &format!(
            "{HEAD} if w.x % 2u == 0u {{ atomicAdd(&b[0], 7u); }} else {{ atomicXor(&b[0], id.x); }} }}"
        ),
        [40, 1, 1],
        &[1],
        1 << 30,
    );
}

#[test]
fn a_budget_strikes_at_the_same_place() {
    let text = format!("{HEAD} for (var i = 0u; i < w.x; i++) {{ a[id.x] += i; }} }}");
    let (.., result) = check(&text, [40, 1, 1], &[2560], 5_000);
    assert_eq!(result, Err(RunError::Budget { most: 5_000 }));
}

#[test]
fn every_kernel_of_the_catalogue() {
    for (family, variant) in catalog::variants() {
        let size: &[u64] = match variant.dimensions.len() {
            1 => &[5000],
            2 => &[130, 70],
            _ => &[130, 70, 33],
        };
        let simulate = |cores: usize| {
            let setup = Setup {
                model: model::find("h200").expect("built in").clone(),
                language: Language::Wgsl,
                schedule: Schedule::Shuffled(5),
                most_instructions: 1 << 32,
                most_bytes: 1 << 30,
                cores: Arc::new(Threads::new(cores)),
                observe: Observe::all(),
                dump: true,
            };
            let prepared = prepare_problem(family, variant, size, 3, setup).expect("it compiles");
            let run = prepared.run().expect("it runs");
            assert!(run.passed(), "{}: {:#?}", variant.name, run.findings);
            run
        };
        let one = simulate(1);
        for cores in [2, 3] {
            assert_eq!(simulate(cores), one, "{} on {cores} cores", variant.name);
        }
    }
}

/// Counts the instructions that warps execute although a stop was asked for.
#[derive(Clone, Debug, Default)]
struct Lateness {
    is_stopped: Arc<AtomicBool>,
    late: Arc<AtomicU64>,
}

impl Observer for Lateness {
    fn instruction(&mut self, _site: &Site) {
        if self.is_stopped.load(Ordering::SeqCst) {
            self.late.fetch_add(1, Ordering::SeqCst);
        }
    }
}

impl Divisible for Lateness {
    fn part(&self) -> Lateness {
        self.clone()
    }

    fn join(&mut self, _part: Lateness) {}
}

#[test]
fn a_run_stops_soon_after_it_is_asked_to() {
    /// What a core may execute before it asks the next time.
    const UNASKED: u64 = 512;
    let endless = [
        // As slow per instruction as can be, and far from its end: the numbers repeat only
        // after all of 32 bits.
        "var x = f32(id.x); var s = id.x; loop { s = s * 1664525u + 1013904223u;
        x = pow(sin(f32(s)), tan(x)); if s == id.x && x == 1e9 { break; } } a[id.x] = u32(x);",
        // No warp gets far: all of them wait for each other again and again.
        "a[id.x] = w.x; var s = 1u; loop { workgroupBarrier(); s = s * 1664525u + 1013904223u;
        if s == 1u { break; } }",
        // Blocks touch the same words, so that several cores are of no use.
        "var s = 1u; loop { a[0] += 1u; s = s * 1664525u + 1013904223u; if s == 1u { break; } }",
    ];
    for (body, schedule) in endless.into_iter().flat_map(|body| {
        [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)].map(|how| (body, how))
    }) {
        let text = format!("{HEAD} {body} }}");
        let checked = wgsl::check(&text, "test").unwrap_or_else(|error| panic!("{error}"));
        let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "main")
            .unwrap_or_else(|error| panic!("{error}"));
        let launch = Launch {
            grid: [64, 1, 1],
            warp_width: 64,
            schedule,
            most_instructions: u64::MAX,
            ..Launch::default()
        };
        for (cores, after) in [(1, 1), (1, 40), (2, 1), (2, 40), (3, 100)] {
            let mut buffers = Buffers(vec![vec![0; 4096]]);
            let mut lateness = Lateness::default();
            let (asks, is_stopped) = (AtomicU64::new(0), Arc::clone(&lateness.is_stopped));
            let go_on = || {
                let says_no = asks.fetch_add(1, Ordering::SeqCst) >= after;
                is_stopped.fetch_or(says_no, Ordering::SeqCst);
                !says_no
            };
            let threads = Threads::new(cores);
            let result = cores::run(&code, &launch, &mut buffers, &mut lateness, &threads, &go_on);
            let about = format!("{body} {schedule:?} on {cores} cores after {after}");
            assert_eq!(result, Err(RunError::Stopped), "{about}");
            let late = lateness.late.load(Ordering::SeqCst);
            // Those that others execute until they ask for themselves, and once more where
            // blocks got into each other's way and one core starts anew.
            let most = (cores as u64 + 1) * UNASKED;
            assert!(late <= most, "{about}: {late} instructions too many");
            let asks = asks.load(Ordering::SeqCst) - after;
            assert!(asks <= 3 * cores as u64, "{about}: asked {asks} times more");
        }
    }
}
