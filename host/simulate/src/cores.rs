//! A launch on several cores at once, with the same result as on one.
//!
//! Every core gets a run of neighbouring blocks and observers of its own, which
//! are joined in the blocks' order. Should a block touch what another one uses or
//! wait for it, or should the instructions run out, then what happened may depend on
//! chance: it is thrown away, and the launch runs once more on one core.

use std::ops::Range;
use warpbench_cores::{Cores, Job, OneCore};
use warpbench_machine::observe::Divisible;
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{self, Buffers, GlobalMemory, Launch, MOST_BLOCKS_AT_ONCE, RunError};

/// Fewer blocks for a core than this are not worth the trouble.
const FEWEST_BLOCKS: u64 = 4;

/// Runs a launch on as many cores as there are. `go_on` is asked every few milliseconds
/// at most.
pub fn run<O: Divisible>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
    cores: &dyn Cores,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<(), RunError> {
    let blocks = launch.blocks();
    let parts = parts(launch, cores.count());
    if parts > 1
        && let Some(result) = side_by_side(code, launch, buffers, observer, (cores, parts), go_on)
    {
        return result;
    }
    let memory = GlobalMemory::new(std::mem::take(buffers));
    let launch = launch.for_one_core(code);
    let result = sim::run_blocks(code, &launch, &memory, 0..blocks, observer, &mut || go_on());
    *buffers = memory.into_contents();
    result.map(|_| ())
}

/// Runs a launch, and once more with [blocks that take turns](Launch::in_turns) where that
/// may come to something else: observers are told of one block after the other, and
/// the buffers hold what comes of turns.
pub(crate) fn run_in_turns<O: Divisible>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
    cores: &dyn Cores,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<(), RunError> {
    let in_turns = launch.in_turns(code);
    // Where there is no room, what was observed has to do.
    let saved = in_turns.and_then(|_| saved(code, buffers));
    run(code, launch, buffers, observer, cores, go_on)?;
    let (Some(launch), Some(mut saved)) = (in_turns, saved) else { return Ok(()) };
    exchange(buffers, &mut saved);
    match run(code, &launch, buffers, &mut (), &OneCore, go_on) {
        // Turns take longer where blocks wait, and more room. What was not seen to its end
        // says nothing.
        Err(RunError::Budget { .. } | RunError::Stopped | RunError::ResidentMemory { .. }) => {
            exchange(buffers, &mut saved);
            Ok(())
        }
        ended => ended,
    }
}

/// Bytes that a launch on several cores takes on top of its buffers and what each
/// core takes for itself: claims, and copies of what may have to be taken back.
pub(crate) fn sharing_bytes(code: &Code, buffer_bytes: &[u32]) -> u64 {
    2 * GlobalMemory::claim_bytes(code, buffer_bytes)
}

/// Bytes that a launch takes on top of its buffers to run once more in turns.
pub(crate) fn turns_bytes(code: &Code, launch: &Launch, buffer_bytes: &[u32]) -> u64 {
    launch.in_turns(code).map_or(0, |in_turns| {
        let blocks = in_turns.resident_blocks.min(in_turns.blocks());
        let states = sim::block_bytes(code, launch.warp_width).saturating_mul(blocks);
        states.saturating_add(GlobalMemory::claim_bytes(code, buffer_bytes))
    })
}

/// How many parts a launch is divided into on so many cores.
pub(crate) fn parts(launch: &Launch, cores: usize) -> u64 {
    match launch.blocks() {
        blocks if blocks > MOST_BLOCKS_AT_ONCE => 1,
        blocks => (blocks / FEWEST_BLOCKS).min(cores as u64).max(1),
    }
}

/// What a launch can change: the words of each such buffer.
type Saved = Vec<Option<Vec<u32>>>;

/// The buffers that a launch can change, as they are before it; nothing where there
/// is no room for them.
fn saved(code: &Code, buffers: &Buffers) -> Option<Saved> {
    let copy = |words: &Vec<u32>| {
        let mut copy = Vec::new();
        copy.try_reserve_exact(words.len()).ok()?;
        copy.extend_from_slice(words);
        Some(copy)
    };
    let slots = code.buffers.iter().zip(&buffers.0);
    slots
        .map(|(slot, words)| if slot.writable { copy(words).map(Some) } else { Some(None) })
        .collect()
}

/// Puts what was saved into the buffers, and what they held in its place.
fn exchange(buffers: &mut Buffers, saved: &mut Saved) {
    for (words, saved) in buffers.0.iter_mut().zip(saved) {
        if let Some(saved) = saved {
            std::mem::swap(words, saved);
        }
    }
}

/// Nothing if the blocks got into each other's way, or if there is no room for it.
fn side_by_side<O: Divisible>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
    (cores, parts): (&dyn Cores, u64),
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Result<(), RunError>> {
    let mut saved = saved(code, buffers)?;
    let memory = match GlobalMemory::shared_by_blocks(std::mem::take(buffers), code) {
        Ok(memory) => memory,
        Err(unused) => {
            *buffers = unused;
            return None;
        }
    };
    let run = |range: Range<u64>, mut part: O| {
        let mut undisturbed = || !memory.has_clashed() && go_on();
        let result = sim::run_blocks(code, launch, &memory, range, &mut part, &mut undisturbed);
        (result, part)
    };
    let start = |part: u64| launch.blocks() * part / parts;
    let mut outcomes: Vec<_> = (0..parts).map(|_| None).collect();
    let jobs = (0..parts).zip(&mut outcomes).map(|(part, outcome)| -> Job<'_> {
        let (run, observer) = (&run, observer.part());
        Box::new(move || *outcome = Some(run(start(part)..start(part + 1), observer)))
    });
    cores.run(jobs.collect());
    let mut instructions = 0u64;
    let mut result = Ok(());
    let mut is_valid = !memory.has_clashed();
    for outcome in &outcomes {
        match outcome {
            Some((Ok(count), _)) => instructions = instructions.saturating_add(*count),
            Some((Err(RunError::Stopped), _)) if !go_on() => result = Err(RunError::Stopped),
            Some((Err(RunError::Outgrown), _)) => result = Err(RunError::Outgrown),
            _ => is_valid = false,
        }
    }
    let sizes = code.buffer_bytes(&memory);
    *buffers = memory.into_contents();
    if !is_valid || instructions > launch.most_instructions {
        exchange(buffers, &mut saved);
        return None;
    }
    observer.launch(code, launch, &sizes);
    for (_, part) in outcomes.into_iter().flatten() {
        observer.join(part);
    }
    Some(result)
}
