//! A launch on several cores at once, with the same result as on one.
//!
//! Every core gets a run of neighbouring blocks and observers of its own, which
//! are joined in the blocks' order. Should a block touch what another one uses or
//! wait for it, or should the instructions run out, then what happened may depend on
//! chance: it is thrown away, and the launch runs once more on one core.

use std::ops::Range;
use warpbench_cores::{Cores, Job};
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
    let parts = (blocks / FEWEST_BLOCKS).min(cores.count() as u64);
    if parts > 1
        && blocks <= MOST_BLOCKS_AT_ONCE
        && let Some(result) = side_by_side(code, launch, buffers, observer, (cores, parts), go_on)
    {
        return result;
    }
    let memory = GlobalMemory::new(buffers);
    let launch = launch.for_one_core(code);
    let result = sim::run_blocks(code, &launch, &memory, 0..blocks, observer, &mut || go_on());
    *buffers = memory.contents();
    result.map(|_| ())
}

/// Nothing if the blocks got into each other's way.
fn side_by_side<O: Divisible>(
    code: &Code,
    launch: &Launch,
    buffers: &mut Buffers,
    observer: &mut O,
    (cores, parts): (&dyn Cores, u64),
    go_on: &(dyn Fn() -> bool + Sync),
) -> Option<Result<(), RunError>> {
    let memory = GlobalMemory::shared_by_blocks(buffers, code);
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
    for outcome in &outcomes {
        match outcome {
            Some((Ok(count), _)) => instructions = instructions.saturating_add(*count),
            Some((Err(RunError::Stopped), _)) if !go_on() => result = Err(RunError::Stopped),
            _ => return None,
        }
    }
    if memory.has_clashed() || instructions > launch.most_instructions {
        return None;
    }
    observer.launch(code, launch, &memory.sizes());
    for (_, part) in outcomes.into_iter().flatten() {
        observer.join(part);
    }
    *buffers = memory.contents();
    Some(result)
}
