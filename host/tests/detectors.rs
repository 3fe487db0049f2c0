//! Kernels that are wrong and must be caught, and kernels that look like them
//! but are right: each under every schedule and, in WGSL, at three widths.
//!
//! They are files under `detectors/bad` and `detectors/good`; [`fixture`] says
//! what their first lines mean. A stem that is there in both languages is the same
//! kernel in each, unless the languages judge it differently.

mod fixture;

use fixture::{Case, WIDTHS, paths};
use std::path::PathBuf;
use warpbench_catalog as catalog;
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::finding::{Finding, FindingKind};
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim::code::{BarrierScope, BufferSlot, Code};
use warpbench_machine::sim::{Launch, MemoryAccess, Observer, Schedule, Site};
use warpbench_simulate::direct::{Settings, run_problem};

/// Runs all kernels of a folder, and returns how many there are in WGSL and in Rust.
fn check(folder: &str) -> [usize; 2] {
    let paths = paths(&format!("detectors/{folder}"));
    let mut failures = Vec::new();
    for path in &paths {
        let case = Case::read(path);
        assert_eq!(case.is_right(), folder == "good", "{}", case.name);
        failures.extend(case.failures(|_| true));
    }
    let count = failures.len();
    assert!(failures.is_empty(), "{folder}, {count} failures:\n{}", failures.join("\n"));
    ["wgsl", "rs"].map(|language| {
        paths.iter().filter(|path| path.extension().is_some_and(|ext| ext == language)).count()
    })
}

#[test]
fn what_is_wrong_is_caught() {
    let [wgsl, rust] = check("bad");
    assert!(wgsl >= 80 && rust >= 80, "{wgsl} in WGSL, {rust} in Rust");
}

#[test]
fn what_is_right_gives_no_alarm() {
    let [wgsl, rust] = check("good");
    assert!(wgsl >= 80 && rust >= 80, "{wgsl} in WGSL, {rust} in Rust");
}

#[test]
fn the_catalogue_is_clean() {
    for (family, variant) in catalog::variants() {
        let checked =
            wgsl::check(family.wgsl_of(variant).1, family.name).expect("checked elsewhere");
        let sizes: &[&[u64]] = match variant.dimensions.len() {
            1 => &[&[1], &[31], &[777], &[4097]],
            2 => &[&[1, 1], &[37, 41]],
            _ => &[&[1, 1, 1], &[19, 35, 21]],
        };
        for (size, width) in sizes.iter().flat_map(|size| WIDTHS.map(|width| (size, width))) {
            for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(3)] {
                let problem = variant.problem(size, 7).expect("a small size");
                let settings = Settings { warp_width: width, schedule, most_instructions: 1 << 32 };
                let mut detectors = Detectors::all();
                let mut contents = problem.contents(&Threads::all());
                run_problem(&checked, &problem, &mut contents, &settings, &mut detectors)
                    .unwrap_or_else(|error| panic!("{}: {error}", variant.name));
                let findings = detectors.findings();
                let name = variant.name;
                assert!(findings.is_empty(), "{name} at {size:?}, width {width}: {findings:#?}");
            }
        }
    }
}

#[test]
fn messages_say_what_happened() {
    let check = |name: &str, expected: &str| {
        // Of twins, which have the same stem, the one in WGSL is meant, unless the
        // language is named.
        let is_meant = |path: &PathBuf| {
            [path.file_stem(), path.file_name()].into_iter().flatten().any(|part| part == name)
        };
        let path = paths("detectors/bad").into_iter().rev().find(is_meant);
        let (findings, _) = Case::read(&path.expect(name)).run(32, Schedule::InOrder);
        let messages: Vec<&str> = findings.iter().map(|f| f.message.as_str()).collect();
        assert!(messages.iter().any(|message| message.contains(expected)), "{messages:#?}");
    };
    check("race_broadcast_early", "thread 1 reads `shared_value`, which thread 0 writes at line ");
    check("race_transpose", "thread 1 reads `tile[1][0]`, which thread 8 writes at line ");
    check(
        "race_block_sum",
        "thread 0 of block 1 reads `output[0]`, which thread 0 of block 0 writes",
    );
    check("race_wrong_barrier", "shared memory needs workgroupBarrier()");
    check("race_storage_workgroup_barrier", "WGSL asks for storageBarrier()");
    check("warn_same_value", "both write the same value");
    check(
        "bounds_off_by_one",
        "thread 63 of block 1 writes `output` at index 128 of an array of 128",
    );
    check("bounds_negative_unsigned", "`tile` at index -1 (as u32: 4294967295) of an array of 64");
    check("bounds_own_array", "writes `last` at index 8 of an array of 8");
    check("bounds_row", "an index that is too large for one of 8 x 8");
    check("uninit_half", "threads 32 to 63 of block 0 read shared memory");
    check("uninit_atomic", "it holds zero in WGSL, but anything in CUDA");
    check("barrier_after_return", "threads 36 to 63 have returned before");
    check("barrier_both_arms", "threads 64 to 127 wait at another one, at line ");
    check("endless_outer", "its loop may never end");
}

/// Gives the blocks of a launch to two parts, as if they ran on two cores.
struct Split {
    whole: Detectors,
    parts: Vec<Detectors>,
    /// The first block of the second part.
    second: u32,
    now: usize,
}

impl Observer for Split {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.whole.launch(code, launch, buffer_bytes);
        self.parts = vec![self.whole.part(), self.whole.part()];
    }
    fn block_start(&mut self, block: [u32; 3]) {
        self.now = usize::from(block[0] >= self.second);
        self.parts[self.now].block_start(block);
    }
    fn instruction(&mut self, site: &Site) {
        self.parts[self.now].instruction(site);
    }
    fn stray(&mut self, site: &Site, writes: bool, offsets: &[u32], outside: u64) {
        self.parts[self.now].stray(site, writes, offsets, outside);
    }
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.parts[self.now].access(site, access);
    }
    fn warp_barrier(&mut self, site: &Site) {
        self.parts[self.now].warp_barrier(site);
    }
    fn arrive(&mut self, site: &Site, live: u64) {
        self.parts[self.now].arrive(site, live);
    }
    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.parts[self.now].barrier(block, scope);
    }
    fn warp_end(&mut self, block: [u32; 3], warp: u32) {
        self.parts[self.now].warp_end(block, warp);
    }
}

#[test]
fn blocks_on_two_cores_give_the_same_findings() {
    let mut compared = 0;
    for path in paths("detectors/bad") {
        let case = Case::read(&path);
        let grid = [3, 1, 1];
        for (second, schedule) in [(1, Schedule::InOrder), (2, Schedule::Shuffled(4))] {
            let mut whole = Detectors::all();
            let ended = case.observe(32, schedule, grid, &mut case.buffers(), &mut whole);
            let mut split = Split { whole: Detectors::all(), parts: Vec::new(), second, now: 0 };
            let again = case.observe(32, schedule, grid, &mut case.buffers(), &mut split);
            assert_eq!(again, ended);
            for part in split.parts {
                split.whole.join(part);
            }
            whole.ended(&ended);
            split.whole.ended(&ended);
            // Races between blocks of two parts are not theirs to find.
            let of_blocks = |finding: &Finding| {
                let names = |slot: &BufferSlot| finding.message.contains(&format!("`{}", slot.name));
                finding.kind == FindingKind::Race && case.code.buffers.iter().any(names)
            };
            let [mut one, mut two] = [whole, split.whole].map(|all| case.locate(&all));
            one.retain(|finding| !of_blocks(finding));
            two.retain(|finding| !of_blocks(finding));
            compared += one.len();
            assert_eq!(one, two, "{} split at {second}", case.name);
        }
    }
    assert!(compared > 100, "{compared} findings");
}
