//! Memory account of a run: what it takes of the machine's memory, known before it starts.
//!
//! Buffers are not all of it: whoever looks for races remembers more of every word
//! than the word itself has, and every core that works on a launch has observers of
//! its own. All of it is added up here and held to one limit. Where it is too much,
//! the run is given fewer cores first, which costs nothing but time; then fewer
//! things are watched, and the report says which; and where the buffers alone are too
//! much, it is refused.

use super::observers::{GlobalRaces, ObserverSet};
use super::recording::machine;
use super::report::Unwatched;
use super::{Setup, SimulateError, cores};
use warpbench_machine::observe::Divisible;
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{self, MOST_BUFFER_BYTES};

// A case that the machine could not hold would be refused later and in other words.
const _: () = assert!(warpbench_case::MOST_BUFFER_BYTES == MOST_BUFFER_BYTES);

/// A launch, as far as its memory is concerned.
pub(super) struct LaunchNeeds<'a> {
    pub(super) code: &'a Code,
    pub(super) grid: [u32; 3],
    /// Bytes of the buffers, in the order of the code's.
    pub(super) buffer_bytes: Vec<u32>,
}

impl<'a> LaunchNeeds<'a> {
    /// Refuses buffers that are too large to be addressed.
    pub(super) fn new(
        code: &'a Code,
        grid: [u32; 3],
        buffer_bytes: impl IntoIterator<Item = u64>,
    ) -> Result<LaunchNeeds<'a>, SimulateError> {
        let slots = code.buffers.iter().zip(buffer_bytes);
        let buffer_bytes = slots.map(|(slot, bytes)| match u32::try_from(bytes) {
            Ok(narrow) if bytes <= MOST_BUFFER_BYTES => Ok(narrow),
            _ => Err(SimulateError::Oversized { name: slot.name.clone(), bytes }),
        });
        Ok(LaunchNeeds { code, grid, buffer_bytes: buffer_bytes.collect::<Result<_, _>>()? })
    }

    /// Bytes that the observers of one core take from the start.
    fn watched(&self, setup: &Setup, observers: &ObserverSet<'_>) -> u64 {
        let launch = machine(setup, self.code, self.grid);
        observers.all.bytes_needed(self.code, &launch, &self.buffer_bytes)
    }

    /// Bytes that it takes on so many cores, besides its buffers.
    fn bytes(&self, setup: &Setup, cores: usize, observers: &ObserverSet<'_>) -> u64 {
        let launch = machine(setup, self.code, self.grid);
        let watched = self.watched(setup, observers);
        let block = sim::block_bytes(self.code, setup.model.warp_width);
        let once = match cores::parts(&launch, cores) {
            0 | 1 => block.saturating_add(watched),
            parts => {
                let shared = cores::sharing_bytes(self.code, &self.buffer_bytes);
                // What the parts have seen is joined in one more.
                let all = watched.saturating_mul(parts + 1);
                shared.saturating_add(block.saturating_mul(parts)).saturating_add(all)
            }
        };
        once.saturating_add(cores::turns_bytes(self.code, &launch, &self.buffer_bytes))
    }
}

/// What there is room for.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct MemoryPlan {
    /// How many cores work on it.
    pub(super) cores: usize,
    pub(super) global_races: GlobalRaces,
    pub(super) unwatched: Vec<Unwatched>,
}

impl MemoryPlan {
    /// Finds out what there is room for. `held` bytes are there for the whole run,
    /// `present` of them already.
    pub(super) fn new(
        setup: &Setup,
        launches: &[LaunchNeeds<'_>],
        held: u64,
        present: u64,
    ) -> Result<MemoryPlan, SimulateError> {
        let most = setup.most_bytes;
        let bytes = |cores: usize, observers: &ObserverSet<'_>| {
            let each = launches.iter().map(|launch| launch.bytes(setup, cores, observers));
            held.saturating_add(each.max().unwrap_or(0))
        };
        let fits = |bytes: u64| bytes <= most && is_to_be_had(bytes.saturating_sub(present));
        let most_cores = |observers: &ObserverSet<'_>| {
            (1..=setup.cores.count()).rev().find(|&cores| fits(bytes(cores, observers)))
        };
        let all = ObserverSet::new(&setup.observe, &setup.model, GlobalRaces::Within(usize::MAX));
        if let Some(cores) = most_cores(&all) {
            // What is left over is for words at which accesses meet.
            let taken = bytes(cores, &all);
            let mut spare = most - taken;
            while !is_to_be_had(taken.saturating_sub(present).saturating_add(spare)) {
                spare /= 2;
            }
            let watched = launches.iter().map(|launch| launch.watched(setup, &all)).max();
            let each = watched.unwrap_or(0).saturating_add(spare / cores as u64);
            let global_races = GlobalRaces::Within(usize::try_from(each).unwrap_or(usize::MAX));
            return Ok(MemoryPlan { cores, global_races, unwatched: Vec::new() });
        }
        let few = ObserverSet::new(&setup.observe, &setup.model, GlobalRaces::Unwatched);
        let Some(cores) = most_cores(&few) else {
            let bytes = bytes(1, &few);
            return Err(SimulateError::NoRoom { bytes, bound: bound(bytes, most) });
        };
        let bytes = bytes(1, &all);
        let unwatched = Unwatched {
            what: "races in global memory".to_owned(),
            why: format!(
                "looking for them takes {} MiB in all, and {}",
                mebibytes(bytes),
                bound(bytes, most),
            ),
        };
        Ok(MemoryPlan { cores, global_races: GlobalRaces::Unwatched, unwatched: vec![unwatched] })
    }
}

/// Whether the system has so much. It is asked for and given back at once: a limit on
/// the address space shows here as an answer, and later it would end the program.
fn is_to_be_had(bytes: u64) -> bool {
    let Ok(bytes) = usize::try_from(bytes) else { return false };
    Vec::<u8>::new().try_reserve_exact(bytes).is_ok()
}

/// What so many bytes are too much for, and what to do.
fn bound(bytes: u64, most: u64) -> String {
    if bytes > most {
        let most = most >> 20;
        format!("the limit is {most} MiB; choose a smaller size or raise the limit (--memory)")
    } else {
        "the system does not give this program so much (`ulimit -v` shows a limit of its own); \
         choose a smaller size"
            .to_owned()
    }
}

fn mebibytes(bytes: u64) -> u64 {
    bytes.div_ceil(1 << 20)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_system_is_asked_and_nothing_is_kept() {
        for (bytes, expected) in [(0, true), (1 << 20, true), (1 << 62, false), (u64::MAX, false)] {
            assert_eq!(is_to_be_had(bytes), expected, "{bytes}");
        }
        // A thousand times a gigabyte is only to be had if each is given back.
        assert!((0..1000).all(|_| is_to_be_had(1 << 30)));
    }
}
