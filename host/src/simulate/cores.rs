//! A launch on several cores at once, with the same result as on one.
//!
//! Every core gets a run of neighbouring blocks and observers of its own, which
//! are joined in the blocks' order. Should a block touch what another one uses, or
//! should the instructions run out, then what happened may depend on chance: it is
//! thrown away, and the launch runs once more on one core.

use crate::observe::Divisible;
use crate::sim::code::Code;
use crate::sim::{self, Buffers, GlobalMemory, Launch, MOST_BLOCKS_AT_ONCE, RunError};
use std::ops::Range;
use std::thread;

/// Fewer blocks for a core than this are not worth the trouble.
const FEWEST_BLOCKS: u64 = 4;

/// Runs a launch on up to so many cores. `go_on` is asked every few milliseconds
/// at most.
pub fn run<O: Divisible>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
    cores: usize,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<(), RunError> {
    let blocks = launch.blocks();
    let cores = (blocks / FEWEST_BLOCKS).min(cores as u64);
    if cores > 1
        && blocks <= MOST_BLOCKS_AT_ONCE
        && let Some(result) = side_by_side(code, launch, buffers, observer, cores, go_on)
    {
        return result;
    }
    let memory = GlobalMemory::new(buffers);
    let result = sim::run_blocks(code, launch, &memory, 0..blocks, observer, &mut || go_on());
    *buffers = memory.contents();
    result.map(|_| ())
}

/// Nothing if the blocks got into each other's way.
fn side_by_side<O: Divisible>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
    cores: u64,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Result<(), RunError>> {
    let memory = GlobalMemory::shared_by_blocks(buffers, code);
    let run = |range: Range<u64>, mut part: O| {
        let mut undisturbed = || !memory.has_clashed() && go_on();
        let result = sim::run_blocks(code, launch, &memory, range, &mut part, &mut undisturbed);
        (result, part)
    };
    let ranges = (0..cores).map(|core| {
        let start = |core: u64| launch.blocks() * core / cores;
        start(core)..start(core + 1)
    });
    let parts: Vec<_> = thread::scope(|scope| {
        let workers: Vec<_> = ranges
            .map(|range| {
                let (run, part) = (&run, observer.part());
                scope.spawn(move || run(range, part))
            })
            .collect();
        workers.into_iter().map(|worker| worker.join().ok()).collect()
    });
    let mut instructions = 0u64;
    let mut result = Ok(());
    for part in &parts {
        match part {
            Some((Ok(count), _)) => instructions = instructions.saturating_add(*count),
            Some((Err(RunError::Stopped), _)) if !go_on() => result = Err(RunError::Stopped),
            _ => return None,
        }
    }
    if memory.has_clashed() || instructions > launch.most_instructions {
        return None;
    }
    observer.launch(code, launch, &memory.sizes());
    for (_, part) in parts.into_iter().flatten() {
        observer.join(part);
    }
    *buffers = memory.contents();
    Some(result)
}
