//! Kernels that are wrong and must be caught, and kernels that look like them
//! but are right: each under every schedule and, in WGSL, at three widths.
//!
//! They are files under `detectors/bad` and `detectors/good`; [`fixture`] says
//! what their first lines mean. A stem that is there in both languages is the same
//! kernel in each, unless the languages judge it differently.

use crate::fixture::{Case, WIDTHS, file_name, paths};
use crate::{function, trial, verdict};
use libtest_mimic::Trial;
use std::collections::BTreeMap;
use std::path::{Path, PathBuf};
use warpbench_catalog as catalog;
use warpbench_catalog::{Family, Variant};
use warpbench_cores::Threads;
use warpbench_front::wgsl;
use warpbench_machine::finding::{Finding, FindingKind};
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::detectors::Detectors;
use warpbench_machine::sim::code::{BarrierScope, Code};
use warpbench_machine::sim::{
    Arrival, Exchange, Failed as Failure, Launch, LoopRounds, MemoryAccess, NamedLanes, Observer,
    Origin, Schedule, Site, Unfit, Use, WarpMeeting,
};
use warpbench_semantics::Synchronization;
use warpbench_simulate::direct::{Settings, run_problem};

pub(crate) fn trials() -> Vec<Trial> {
    let mut trials = Vec::new();
    for folder in ["bad", "good"] {
        trials.extend(paths(&format!("detectors/{folder}")).into_iter().map(|path| {
            let name = file_name(&path);
            trial(&format!("detectors::{folder}"), name, move || check(&path, folder == "good"))
        }));
    }
    trials.extend(catalog::variants().map(|(family, variant)| {
        trial("detectors::catalogue", variant.name, || is_clean(family, variant))
    }));
    let mut messages: BTreeMap<&str, Vec<&str>> = BTreeMap::new();
    for (name, message) in MESSAGES {
        messages.entry(name).or_default().push(message);
    }
    trials.extend(
        messages.into_iter().map(|(name, messages)| {
            trial("detectors::messages", name, move || says(name, &messages))
        }),
    );
    trials.push(function(
        "detectors",
        "blocks_on_two_cores_give_the_same_findings",
        blocks_on_two_cores_give_the_same_findings,
    ));
    trials
}

/// Judges a kernel under every schedule, in WGSL at every width.
fn check(path: &Path, is_right: bool) -> Result<(), libtest_mimic::Failed> {
    let case = Case::read(path);
    if case.is_right() != is_right {
        return Err("what is expected of it belongs into the other folder".into());
    }
    verdict(&case.failures(|_| true))
}

/// A kernel of the catalogue has no findings.
fn is_clean(family: &Family, variant: &Variant) -> Result<(), libtest_mimic::Failed> {
    let checked = wgsl::check(family.wgsl_of(variant).1, family.name).expect("checked elsewhere");
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
                .map_err(|error| error.to_string())?;
            let findings = detectors.findings();
            if !findings.is_empty() {
                return Err(format!("at {size:?}, width {width}: {findings:#?}").into());
            }
        }
    }
    Ok(())
}

/// What a kernel of `bad` is told, or a part of it. Of twins, which have the same stem, the
/// one in WGSL is meant, unless the language is named.
const MESSAGES: &[(&str, &str)] = &[
    ("race_broadcast_early", "thread 1 reads `shared_value`, which thread 0 writes at line "),
    ("race_transpose", "thread 1 reads `tile[1][0]`, which thread 8 writes at line "),
    (
        "race_block_sum",
        "thread 0 of block 1 and thread 0 of block 0 change `output[0]` at the same time",
    ),
    ("race_wrong_barrier", "shared memory needs `workgroupBarrier()`"),
    ("race_storage_workgroup_barrier", "WGSL asks for `storageBarrier()`"),
    ("update_sum", "use `atomic_fetch_add_f32_device`"),
    ("update_counts", "use `atomic_fetch_add_u32_device`"),
    ("update_shared_max", "use `atomic_fetch_max_i32_block`"),
    ("race_counter", "use `atomicAdd`"),
    ("sync_last_block_no_fence", "write it, call `thread::device_fence()`, set a flag"),
    ("sync_last_block_block_fence", "has published it to its own block alone"),
    ("sync_flag_no_acquiring_fence", "has read a flag that says it is ready"),
    ("sync_spin_lock_relaxed_unlock", "give it back with `Ordering::Release`"),
    ("atomic_of_block_between_blocks", "use the one that ends in `_device`"),
    ("warn_same_value", "both write the same value"),
    (
        "bounds_off_by_one.wgsl",
        "thread 63 of block 1 writes `output` at index 128 of an array of 128",
    ),
    ("bounds_negative_unsigned", "`tile` at index -1 (as u32: 4294967295) of an array of 64"),
    ("bounds_own_array.wgsl", "writes `last` at index 8 of an array of 8"),
    ("bounds_row", "an index that is too large for one of 8 x 8"),
    ("bounds_off_by_one.wgsl", "WGSL drops it or moves it to another place of the array"),
    ("bounds_off_by_one.rs", "a write through a pointer or `get_unchecked_mut` is undefined"),
    ("bounds_gather.wgsl", "which one depends on the GPU, and what it gets is stored at line 10"),
    ("bounds_gather.rs", "a read through a pointer or `get_unchecked` is undefined behaviour"),
    ("bounds_decides", "what it gets decides which way to go at line 15"),
    (
        "mask_lane_outside",
        "threads 16 to 19 of block 0 call `warp_shuffle_xor` with the mask 0x0000ffff, in which their",
    ),
    ("mask_of_each_its_own", "and that one gives the mask 0x00000006"),
    ("mask_full_in_branch", "also names threads 16 to 31, which return without coming to it"),
    ("mask_full_then_barrier", "threads 16 to 31, which wait at line 15"),
    ("mask_both_branches", "and more, 16 in all, which wait at line 13"),
    ("mask_reads_past_it", "whose thread is not in the same mask"),
    ("mask_of_barrier_without_own_lane", "thread 0 of block 0 calls `sync_warp` with the mask"),
    ("uninit_half.wgsl", "threads 32 to 63 of block 0 read shared memory"),
    ("uninit_half.wgsl", "WGSL starts it as zero, and that is stored at line 16"),
    ("uninit_half.wgsl", "a write is missing, or workgroupBarrier() behind it"),
    ("uninit_half.rs", "in CUDA it holds anything: write it first, and put thread::sync_threads()"),
    (
        "warp_after_return.wgsl",
        "thread 32 of block 0 reads lane 8 with `subgroupShuffleXor`, whose thread has returned \
         before (threads 32 to 39 do so here); WGSL leaves open what it gets, and that is stored \
         at line 18",
    ),
    (
        "warp_after_return.rs",
        "thread 32 of block 0 reads lane 16 with `shuffle_down_f32`, whose thread has returned \
         before",
    ),
    (
        "warp_past_the_end.wgsl",
        "lane 32 with `subgroupShuffleDown`, which is not there: a subgroup has 32 lanes",
    ),
    (
        "warp_partial_block.rs",
        "lane 8 with `shuffle_down_u32`, which is not there: the block has only 40 threads",
    ),
    ("warp_quad", "`quadSwapX`, which is not there: the block has only 61 threads"),
    ("warp_left_loop.wgsl", "whose thread has left the loop at line 15 before"),
    (
        "warp_left_loop.rs",
        "without thread 0, which has left the loop at line 13 before; it is for all 32 lanes",
    ),
    ("warp_continue.wgsl", "has skipped the rest of this round of the loop at line 15"),
    ("warp_switch", "takes another case of the `switch` at line 15"),
    ("warp_in_function.wgsl", "has left the function before"),
    (
        "warp_half",
        "threads 0 to 15 of block 0 call `shuffle_xor_u32` without threads 16 to 31, which are on the other side of the branch at line 11",
    ),
    ("warp_vote_in_else", "call `vote_all` without threads 0 to 15"),
    ("warp_from_ended", "reads lane 31 with `shuffle_from_f32`"),
    ("warp_read_in_vain", "even though nothing is done with it"),
    ("barrier_after_return", "threads 36 to 63 have returned before"),
    ("barrier_both_arms", "threads 64 to 127 wait at another one, at line "),
    ("barrier_after_return", "WGSL asks for uniform control flow at workgroupBarrier()"),
    ("barrier_storage", "uniform control flow at storageBarrier()"),
    (
        "barrier_in_lane_branch_cuda",
        "thread::sync_threads() waits for every thread of the block that has not ended",
    ),
    ("barrier_in_warp_branch_cuda", "threads 32 to 63 wait at another one, at line "),
    ("barrier_walked_past", "threads 32 to 63 have gone past it, behind line 12, and ended"),
    ("barrier_walked_past_end", "threads 32 to 63 have gone past it, behind line 12, and ended"),
    ("sync_warp_walked_past", "warp::sync_warp(mask) is for have to come to it"),
    ("barrier_after_return_before_volta", "as this one, thread::sync_threads() is for all threads"),
    ("lock_by_every_lane_before_volta", "they share a program counter"),
    (
        "overflow_index_before",
        "thread 0 of block 0 computes `0 - 1` as usize, in which it does not fit: rustc panics \
         here in a debug build, and a release build goes on with 18446744073709551615",
    ),
    (
        "overflow_index_before",
        "thread 0 of block 0 asks for element 18446744073709551615, which no memory has",
    ),
    ("overflow_add", "thread 11 of block 0 computes `11 + 4294967285` as u32"),
    ("overflow_add", "(threads 11 to 31 do so here)"),
    ("overflow_i64", "`-9223372036854775746 - 63` as i64"),
    ("overflow_usize", "`43 * 432345564227567616` as usize, in which it does not fit"),
    ("divide_by_zero", "computes `1000 / 0`, which divides by zero: rustc panics here in every"),
    ("divide_least", "computes `-2147483648 / -1` as i32"),
    ("shift_negative", "computes `0 >> -1` with a u32 of 32 bits"),
    ("overflow_power_of_two", "computes `2.pow(32)` as u32"),
    (
        "assert_less",
        "thread 40 of block 0 fails `assert!`: `x[i] < 40` does not hold, where `x[i]` is 40 \
         (\"too many: 40\") (threads 40 to 63 do so here)",
    ),
    ("assert_equal", "`x[i] as usize == i / 2 * 2` does not hold, where `x[i] as usize` is 1"),
    ("assert_different", "`x[i] != 17` does not hold, where `x[i]` is 17"),
    ("assert_condition", "fails `debug_assert!`: `even` does not hold"),
    ("panic_in_else", "thread 60 of block 0 comes to `panic!` (\"no such value\")"),
    ("panic_tail_of_helper", "thread 60 of block 0 comes to `panic!`"),
    ("panic_expect", "comes to `panic!` (\"a value four further on\")"),
    ("panic_expect_error", "comes to `panic!` (\"all are small: TooLarge(50)\")"),
    ("endless_outer", "this loop never ends: threads 0 to 31 of block 0 go round in it"),
];

/// Whether the findings of a kernel have these words.
fn says(name: &str, messages: &[&str]) -> Result<(), libtest_mimic::Failed> {
    let is_meant = |path: &PathBuf| {
        [path.file_stem(), path.file_name()].into_iter().flatten().any(|part| part == name)
    };
    let path = paths("detectors/bad").into_iter().rev().find(is_meant);
    let (findings, _) = Case::read(&path.expect(name)).run(32, Schedule::InOrder);
    let found: Vec<&str> = findings.iter().map(|found| found.message.as_str()).collect();
    let is_said = |message: &str| found.iter().any(|found| found.contains(message));
    let missing = messages.iter().filter(|message| !is_said(message));
    let wrong: Vec<String> =
        missing.map(|message| format!("no `{message}` in {found:#?}")).collect();
    verdict(&wrong)
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
    fn warp_barrier(&mut self, site: &Site, meeting: &WarpMeeting<'_>) {
        self.parts[self.now].warp_barrier(site, meeting);
    }
    fn arrive(&mut self, site: &Site, arrival: &Arrival<'_>) {
        self.parts[self.now].arrive(site, arrival);
    }
    fn returned(&mut self, site: &Site, rounds: &LoopRounds<'_>) {
        self.parts[self.now].returned(site, rounds);
    }
    fn fence(&mut self, site: &Site, how: Synchronization) {
        self.parts[self.now].fence(site, how);
    }
    fn barrier(&mut self, block: [u32; 3], scope: BarrierScope) {
        self.parts[self.now].barrier(block, scope);
    }
    fn unfit(&mut self, site: &Site, unfit: &Unfit<'_>) {
        self.parts[self.now].unfit(site, unfit);
    }
    fn failed(&mut self, site: &Site, failed: &Failure<'_>) {
        self.parts[self.now].failed(site, failed);
    }
    fn gave_up(&mut self, site: &Site) {
        self.parts[self.now].gave_up(site);
    }
    fn named(&mut self, site: &Site, named: &NamedLanes<'_>) {
        self.parts[self.now].named(site, named);
    }
    fn exchange(&mut self, site: &Site, exchange: &Exchange<'_>) {
        self.parts[self.now].exchange(site, exchange);
    }
    fn follow(&mut self, site: &Site, word: u32) -> u64 {
        self.parts[self.now].follow(site, word)
    }
    fn used(&mut self, site: &Site, origin: &Origin, how: Use) {
        self.parts[self.now].used(site, origin, how);
    }
    fn warp_end(&mut self, block: [u32; 3], warp: u32) {
        self.parts[self.now].warp_end(block, warp);
    }
    fn block_end(&mut self, block: [u32; 3]) {
        self.parts[self.now].block_end(block);
    }
}

fn blocks_on_two_cores_give_the_same_findings() {
    let mut compared = 0;
    for path in paths("detectors/bad") {
        let case = Case::read(&path);
        // Blocks that may wait for each other run on one core.
        if case.code.may_wait_for_blocks() {
            continue;
        }
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
            let names = case.code.buffers.iter().map(|slot| format!("`{}", slot.name));
            let names: Vec<String> = names.collect();
            let of_blocks = |finding: &Finding| {
                let in_buffer = names.iter().any(|name| finding.message.contains(name));
                finding.kind == FindingKind::Race && in_buffer
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
