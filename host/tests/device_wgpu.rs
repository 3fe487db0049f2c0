//! Runs small kernels on whatever adapter there is, software or not.

use crate::skips;
use warpbench_catalog::{Argument, Buffer, Element, Init, Launch, POISON, Problem, Values};
use warpbench_cores::Threads;
use warpbench_device as device;
use warpbench_device::{Device, DeviceError, KernelSources, Repeat};
use warpbench_report::Backend;

const WGSL: &str = "
    struct Sizes { n: u32, scale: f32 }
    @group(0) @binding(0) var<storage, read> a: array<f32>;
    @group(0) @binding(1) var<storage, read> b: array<vec4<f32>>;
    @group(0) @binding(2) var<storage, read_write> c: array<f32>;
    @group(0) @binding(3) var<uniform> sizes: Sizes;

    fn linear(block: vec3u, grid: vec3u, thread: u32) -> u32 {
        return (block.y * grid.x + block.x) * 64u + thread;
    }

    // A slice, a buffer read as vectors, both scalars.
    @compute @workgroup_size(64)
    fn add(
        @builtin(workgroup_id) block: vec3u,
        @builtin(num_workgroups) grid: vec3u,
        @builtin(local_invocation_index) thread: u32,
    ) {
        let i = linear(block, grid, thread);
        if i < arrayLength(&a) && i < sizes.n {
            c[i] = sizes.scale * a[i] + b[i / 4u][i % 4u];
        }
    }

    // Leaves most bindings out, and writes what the next launch reads.
    @compute @workgroup_size(64)
    fn count(@builtin(global_invocation_id) id: vec3u) {
        if id.x < sizes.n { c[id.x] += 1.0; }
    }

    @compute @workgroup_size(64)
    fn forgetful(@builtin(global_invocation_id) id: vec3u) {
        if id.x + 1u < sizes.n { c[id.x] = a[id.x]; }
    }

    // Names a buffer without touching it.
    @compute @workgroup_size(64)
    fn named() {
        let pointer = &a;
        c[0] = 5.0;
    }

    @compute @workgroup_size(64)
    fn summed(@builtin(local_invocation_index) thread: u32) {
        c[thread] = subgroupAdd(a[thread]);
    }

    // Where the length of the slice is the result.
    @compute @workgroup_size(64)
    fn length() {
        c[0] = f32(arrayLength(&a));
    }
";

fn program() -> KernelSources {
    KernelSources { name: "family".into(), wgsl: WGSL.into(), ..KernelSources::default() }
}

fn buffer(name: &str, len: usize, init: Init) -> Buffer {
    Buffer { name: name.to_owned(), element: Element::F32, len, init }
}

fn launch(entry: &str, n: usize) -> Launch {
    Launch {
        entry: entry.to_owned(),
        grid: [n.div_ceil(64).max(1) as u32, 1, 1],
        block: [64, 1, 1],
        arguments: vec![
            Argument::Slice(0),
            Argument::Pointer(1),
            Argument::Pointer(2),
            Argument::U32(n as u32),
            Argument::F32(2.0),
        ],
    }
}

fn problem(entries: &[&str], n: usize, output: Init) -> Problem {
    Problem {
        seed: 3,
        buffers: vec![
            buffer("a", n, Init::Random { stream: 0, low: -1.0, high: 1.0 }),
            buffer("b", n, Init::Random { stream: 1, low: -1.0, high: 1.0 }),
            buffer("c", n, output),
        ],
        launches: entries.iter().map(|entry| launch(entry, n)).collect(),
        output: 2,
        tolerance: 0.0,
        bytes_moved: 12 * n as u64,
        operations: 2 * n as u64,
    }
}

/// The first adapter, or nothing after saying why the test is skipped.
fn adapter(test: &str) -> Option<Box<dyn Device>> {
    match device::open(Backend::Wgpu, 0, None) {
        Ok(device) => Some(device),
        Err(DeviceError::Unavailable { reason, .. }) => {
            skips::record(test, &reason);
            None
        }
        Err(error) => panic!("{error}"),
    }
}

fn run(device: &mut dyn Device, problem: &Problem) -> Result<Values, DeviceError> {
    let contents = problem.contents(&Threads::all());
    let mut loaded = device.load(&program(), problem, &contents)?;
    loaded.run()?;
    loaded.output()
}

#[test]
fn results_are_right_at_odd_sizes() {
    let Some(mut device) = adapter("results_are_right_at_odd_sizes") else { return };
    for n in [1, 31, 33, 63, 64, 65, 1000, 4097] {
        let problem = problem(&["add"], n, Init::Unwritten);
        let contents = problem.contents(&Threads::all());
        let (a, b) = (contents[0].as_f32().unwrap(), contents[1].as_f32().unwrap());
        let expected = Values::F32(a.iter().zip(b).map(|(a, b)| 2.0 * a + b).collect());
        let error = run(device.as_mut(), &problem).unwrap().max_error(&expected);
        assert!(error < 1e-6, "{n}: {error}");
    }
}

#[test]
fn launches_see_what_those_before_them_wrote() {
    let Some(mut device) = adapter("launches_see_what_those_before_them_wrote") else { return };
    for launches in [1, 2, 5] {
        let problem = problem(&vec!["count"; launches], 33, Init::Cleared);
        let expected = Values::F32(vec![launches as f32; 33]);
        assert_eq!(run(device.as_mut(), &problem).unwrap(), expected, "{launches}");
    }
}

#[test]
fn a_long_row_of_blocks_is_folded() {
    let Some(mut device) = adapter("a_long_row_of_blocks_is_folded") else { return };
    // More blocks than WebGPU guarantees in a row, so that most adapters fold.
    let n = 64 * 65535 + 1000;
    let problem = problem(&["add"], n, Init::Unwritten);
    let contents = problem.contents(&Threads::all());
    let (a, b) = (contents[0].as_f32().unwrap(), contents[1].as_f32().unwrap());
    let expected = Values::F32(a.iter().zip(b).map(|(a, b)| 2.0 * a + b).collect());
    let error = run(device.as_mut(), &problem).unwrap().max_error(&expected);
    assert!(error < 1e-6, "{error}");
}

#[test]
fn what_a_kernel_forgot_stays_poisoned() {
    let Some(mut device) = adapter("what_a_kernel_forgot_stays_poisoned") else { return };
    let problem = problem(&["forgetful"], 100, Init::Unwritten);
    let output = run(device.as_mut(), &problem).unwrap();
    let output = output.as_f32().unwrap();
    assert_eq!(output[99].to_bits(), POISON);
    assert!(output[..99].iter().all(|value| !value.is_nan()));
}

#[test]
fn a_slice_has_its_exact_length_and_named_buffers_are_bound() {
    let name = "a_slice_has_its_exact_length_and_named_buffers_are_bound";
    let Some(mut device) = adapter(name) else { return };
    for n in [1, 2, 3, 5, 33] {
        let output = run(device.as_mut(), &problem(&["length"], n, Init::Cleared)).unwrap();
        assert_eq!(output.as_f32().unwrap()[0], n as f32);
    }
    let output = run(device.as_mut(), &problem(&["named"], 3, Init::Cleared)).unwrap();
    assert_eq!(output, Values::F32(vec![5.0, 0.0, 0.0]));
}

#[test]
fn nothing_to_do_leaves_the_buffers_as_they_were() {
    let Some(mut device) = adapter("nothing_to_do_leaves_the_buffers_as_they_were") else { return };
    for n in [0, 1, 1000] {
        let problem = problem(&[], n, Init::Cleared);
        assert_eq!(run(device.as_mut(), &problem).unwrap(), Values::F32(vec![0.0; n]), "{n}");
    }
    // Even a program that cannot be compiled is none of its business then.
    let problem = problem(&[], 2, Init::Data(Values::F32(vec![1.0, 2.0])));
    let contents = problem.contents(&Threads::all());
    let broken = KernelSources { wgsl: "?".into(), ..KernelSources::default() };
    let mut loaded = device.load(&broken, &problem, &contents).unwrap();
    loaded.run().unwrap();
    assert_eq!(loaded.output().unwrap(), Values::F32(vec![1.0, 2.0]));
}

#[test]
fn a_launch_on_empty_buffers_does_not_fail() {
    let Some(mut device) = adapter("a_launch_on_empty_buffers_does_not_fail") else { return };
    let output = run(device.as_mut(), &problem(&["add"], 0, Init::Unwritten)).unwrap();
    assert_eq!(output, Values::F32(Vec::new()));
}

#[test]
fn a_second_run_starts_from_the_initial_contents_and_times_are_taken() {
    let name = "a_second_run_starts_from_the_initial_contents_and_times_are_taken";
    let Some(mut device) = adapter(name) else { return };
    let problem = problem(&["count"], 1000, Init::Cleared);
    let contents = problem.contents(&Threads::all());
    let mut loaded = device.load(&program(), &problem, &contents).unwrap();
    for _ in 0..2 {
        loaded.run().unwrap();
        assert_eq!(loaded.output().unwrap(), Values::F32(vec![1.0; 1000]));
    }
    let repeat = Repeat { samples: Some(7), ..Repeat::default() };
    let mut last = (0, 0);
    let times = loaded.time(&repeat, &mut |done, of| last = (done, of)).unwrap();
    assert_eq!((times.seconds.len(), last), (7, (7, 7)));
    assert!(times.seconds.iter().all(|&seconds| seconds > 0.0 && seconds < 10.0), "{times:?}");
    // What is to be cleared was cleared before each repeat.
    assert_eq!(loaded.output().unwrap(), Values::F32(vec![1.0; 1000]));
}

#[test]
fn buffers_larger_than_a_chunk_go_there_and_back() {
    let Some(mut device) = adapter("buffers_larger_than_a_chunk_go_there_and_back") else { return };
    // Uploads and downloads go 64 MiB at a time; this is a little more.
    let n = (64 << 20) / 4 + 1001;
    let mut problem = problem(&[], n, Init::Random { stream: 2, low: 0.0, high: 1.0 });
    problem.buffers[0].len = 1;
    problem.buffers[1].len = 1;
    match run(device.as_mut(), &problem) {
        Ok(output) => assert!(output == problem.contents(&Threads::all())[2]),
        Err(DeviceError::TooLarge { .. }) => {
            skips::record(
                "buffers_larger_than_a_chunk_go_there_and_back",
                "the adapter's buffers are small",
            );
        }
        Err(error) => panic!("{error}"),
    }
    problem.buffers[2].init = Init::Unwritten;
    if let Ok(output) = run(device.as_mut(), &problem) {
        assert!(output.as_f32().unwrap().iter().all(|value| value.to_bits() == POISON));
    }
}

#[test]
fn what_cannot_work_is_refused_before_anything_is_launched() {
    let name = "what_cannot_work_is_refused_before_anything_is_launched";
    let Some(mut device) = adapter(name) else { return };
    let mut check = |change: fn(&mut Problem), expected: &str| {
        let mut problem = problem(&["add"], 33, Init::Unwritten);
        change(&mut problem);
        let refusal = device.check(&program(), &problem).unwrap_err();
        assert!(refusal.to_string().contains(expected), "{expected:?} in {refusal}");
        let contents = vec![Values::F32(Vec::new()); 3];
        let loaded = device.load(&program(), &problem, &contents).map(|_| ());
        assert_eq!(loaded, Err(refusal));
    };
    check(|problem| problem.launches[0].entry = "ad".to_owned(), "has no kernel `ad`; it has add");
    check(|problem| problem.launches[0].block = [32, 1, 1], "workgroup size is [64, 1, 1]");
    check(|problem| problem.buffers[0].len = 1 << 60, "buffer `a` needs 4294967296.00 GiB");
    check(|problem| problem.launches[0].grid = [1, 1, u32::MAX], "of `add` needs 4294967295");
    check(|problem| problem.launches[0].arguments.truncate(2), "binding 2");
    check(|problem| problem.output = 3, "the output is buffer 3 of 3");
}

#[test]
fn subgroups_are_used_where_they_are_and_refused_where_they_are_not() {
    let name = "subgroups_are_used_where_they_are_and_refused_where_they_are_not";
    let Some(mut device) = adapter(name) else { return };
    match run(device.as_mut(), &problem(&["summed"], 64, Init::Unwritten)) {
        Ok(output) => assert_eq!(output.len(), 64),
        Err(DeviceError::MissingFeature { entry, feature, .. }) => {
            assert_eq!((entry.as_str(), feature.as_str()), ("summed", "subgroup operations"));
        }
        Err(error) => panic!("{error}"),
    }
}

#[test]
fn an_adapter_that_is_not_there_is_told_how_many_are() {
    let Some(_) = adapter("an_adapter_that_is_not_there_is_told_how_many_are") else { return };
    let error = device::open(Backend::Wgpu, 1000, None).err();
    assert!(matches!(error, Some(DeviceError::NoSuchDevice { index: 1000, found: 1.., .. })));
}
