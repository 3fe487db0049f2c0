//! Runs in the worker process: what goes wrong there stays there.

use crate::skips;
use std::process::Command;
use std::sync::atomic::AtomicBool;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};
use warpbench_case::number::Scalar;
use warpbench_catalog::{Argument, Buffer, Element, Init, Launch, Problem, Values};
use warpbench_device as device;
use warpbench_device::worker::{Bytes, Custom, Expected, Job, Request, Worker};
use warpbench_device::{DeviceError, KernelSources, Repeat};
use warpbench_report::{Backend, Measurement};

/// How late an answer may be: far more than a busy machine needs, and far less than the
/// run would go on by itself.
const LATE: Duration = Duration::from_secs(20);

/// Doubles three elements, after a number of useless turns. A software driver
/// may cut a loop short, so an endless launch also has as many blocks as there
/// can be.
const DOUBLE: &str = "
@group(0) @binding(0) var<storage, read_write> data: array<u32>;
struct Params { turns: u32 }
@group(0) @binding(1) var<uniform> params: Params;

@compute @workgroup_size(64)
fn double(@builtin(global_invocation_id) id: vec3<u32>) {
    var x = id.x;
    for (var turn = 0u; turn < params.turns; turn++) {
        x = x * 1664525u + 1013904223u;
    }
    // The turns cannot be left out, because the result may depend on them.
    let doubled = select(2u, 3u, params.turns > 0u && x == 7u);
    if id.x < 3u && id.y == 0u {
        data[id.x] = data[id.x] * doubled;
    }
}
";

/// A kernel that ends at once.
fn short_job(expected: [u32; 3]) -> Job {
    job([1, 1, 1], 0, expected)
}

/// A kernel that does not end while anybody waits for it.
fn endless_job() -> Job {
    job([65_535, 65_535, 1], u32::MAX, [2, 4, 6])
}

fn job(grid: [u32; 3], turns: u32, expected: [u32; 3]) -> Job {
    Job::Custom(Box::new(Custom {
        name: "double".to_owned(),
        sources: KernelSources {
            name: "double".into(),
            wgsl: DOUBLE.into(),
            ..KernelSources::default()
        },
        problem: Problem {
            seed: 1,
            buffers: vec![Buffer {
                name: "data".to_owned(),
                element: Element::U32,
                len: 3,
                init: Init::Data(Values::U32(vec![1, 2, 3])),
            }],
            launches: vec![Launch {
                entry: "double".to_owned(),
                grid,
                block: [64, 1, 1],
                arguments: vec![Argument::Slice(0), Argument::U32(turns)],
            }],
            output: 0,
            tolerance: 0.0,
            bytes_moved: 24,
            operations: 3,
        },
        contents: Vec::new(),
        expected: vec![Expected {
            buffer: 0,
            scalar: Scalar::U32,
            values: Bytes(expected.iter().flat_map(|value| value.to_le_bytes()).collect()),
            tolerance: 0.0,
        }],
        wanted: Vec::new(),
        size: vec![3],
    }))
}

fn run(job: Job, deadline: Duration) -> Result<Measurement, DeviceError> {
    let request = Request {
        backend: Backend::Wgpu,
        device: 0,
        job,
        repeat: Repeat { samples: Some(2), ..Repeat::default() },
    };
    let worker = Worker::new(env!("CARGO_BIN_EXE_warpbench"), ["worker"]);
    worker.run(&request, deadline, &AtomicBool::new(false), &mut |_, _, _| {})
}

/// Whether there is an adapter; if not, the test is recorded as skipped.
fn has_adapter(test: &str) -> bool {
    let devices = device::devices();
    let found = devices.found.iter().any(|device| device.backend == Backend::Wgpu);
    if !found {
        skips::record(test, "there is no wgpu adapter");
    }
    found
}

/// The worker processes that this process has started and that still run.
#[cfg(target_os = "linux")]
fn workers_left() -> Vec<u32> {
    let me = std::process::id().to_string();
    let children = Command::new("ps").args(["-o", "pid=,args=", "--ppid", &me]).output();
    let Ok(children) = children else { return Vec::new() };
    String::from_utf8_lossy(&children.stdout)
        .lines()
        .filter(|line| line.contains("warpbench worker"))
        .filter_map(|line| line.split_whitespace().next()?.parse().ok())
        .collect()
}

/// The worker processes that this process has started and that still run.
#[cfg(windows)]
fn workers_left() -> Vec<u32> {
    use sysinfo::{ProcessRefreshKind, ProcessesToUpdate, System};
    let me = sysinfo::get_current_pid().expect("a number");
    let mut system = System::new().expect("a system");
    let wanted = ProcessRefreshKind::nothing();
    system.refresh_processes_specifics(ProcessesToUpdate::All, true, wanted);
    assert!(system.process(me).is_some(), "not even this process is seen");
    let all = system.processes().values();
    let mine = all.filter(|process| process.parent() == Some(me));
    mine.filter(|process| process.name().to_string_lossy().starts_with("warpbench"))
        .map(|process| process.pid().as_u32())
        .collect()
}

/// One at a time: what a test started must be gone at its end, and not yet another's.
static TURN: Mutex<()> = Mutex::new(());

#[test]
fn a_long_run_ends_at_the_deadline_on_every_machine() {
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    // The processor needs far longer for it.
    let request = Request {
        backend: Backend::Cpu,
        device: 0,
        job: Job::Catalog { variant: "matmul_tiled".to_owned(), size: vec![5000; 3], seed: 1 },
        repeat: Repeat::default(),
    };
    let worker = Worker::new(env!("CARGO_BIN_EXE_warpbench"), ["worker"]);
    let deadline = Duration::from_secs(1);
    let start = Instant::now();
    let error = worker
        .run(&request, deadline, &AtomicBool::new(false), &mut |_, _, _| {})
        .expect_err("a run that does not end in time");
    let elapsed = start.elapsed();
    assert!(matches!(error, DeviceError::Deadline { .. }), "{error}");
    assert!(elapsed < deadline + LATE, "it took {elapsed:?}");
    #[cfg(any(target_os = "linux", windows))]
    assert_eq!(workers_left(), Vec::<u32>::new(), "workers were left behind");
}

#[test]
fn an_endless_kernel_ends_at_the_deadline_and_the_next_run_works() {
    if !has_adapter("worker::an_endless_kernel_ends_at_the_deadline") {
        return;
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let patience = Duration::from_secs(60);
    let right = run(short_job([2, 4, 6]), patience).expect("a kernel that ends");
    assert!(right.checked && right.seconds.is_some());

    let deadline = Duration::from_secs(4);
    let start = Instant::now();
    let error = run(endless_job(), deadline).expect_err("a kernel that does not end");
    let elapsed = start.elapsed();
    assert!(matches!(error, DeviceError::Deadline { .. }), "{error}");
    assert!(elapsed < deadline + Duration::from_secs(1), "it took {elapsed:?}");
    #[cfg(any(target_os = "linux", windows))]
    assert_eq!(workers_left(), Vec::<u32>::new(), "workers were left behind");

    let again = run(short_job([2, 4, 6]), patience).expect("the next run");
    assert!(again.checked);
}

#[test]
fn a_wrong_result_gets_no_time() {
    if !has_adapter("worker::a_wrong_result_gets_no_time") {
        return;
    }
    let _turn = TURN.lock().unwrap_or_else(PoisonError::into_inner);
    let wrong = run(short_job([2, 4, 7]), Duration::from_secs(60)).expect("it runs");
    assert!(!wrong.checked);
    assert_eq!(wrong.max_error, Some(1.0));
    assert_eq!((wrong.seconds, wrong.gb_per_s), (None, None));
}

#[test]
fn a_program_that_is_no_worker_is_reported() {
    for (program, arguments) in [("false", vec![]), ("echo", vec!["noise"])] {
        if Command::new(program).args(&arguments).output().is_err() {
            skips::record("worker::a_program_that_is_no_worker", &format!("no `{program}` here"));
            continue;
        }
        let request = Request {
            backend: Backend::Cpu,
            device: 0,
            job: short_job([2, 4, 6]),
            repeat: Repeat::default(),
        };
        let error = Worker::new(program, arguments)
            .run(&request, Duration::from_secs(20), &AtomicBool::new(false), &mut |_, _, _| {})
            .expect_err(program);
        assert!(!matches!(error, DeviceError::Deadline { .. }), "{program}: {error}");
    }
}
