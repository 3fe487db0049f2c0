//! Profile of a launch, in the terms that a predicted time is made of: plain data that
//! observers fill in and the model reads.
//!
//! Counts alone do not tell how long something takes. It matters too how much
//! of the traffic the first-level cache keeps from the rest of the chip, how
//! many scattered stores and atomics the second-level cache has to sort out, and
//! how long a single block takes when nobody is in its way: its
//! [`CriticalPath`].

use serde::{Deserialize, Serialize};
use std::ops::AddAssign;

/// What one launch did.
#[derive(Clone, Debug, Default, PartialEq, Serialize)]
pub struct LaunchProfile {
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// Shared memory of a block.
    pub shared_bytes: u32,
    /// Size of all buffers that the kernel uses.
    pub buffer_bytes: u64,
    /// Everything that is counted of any launch.
    pub counts: Counts,
    /// Of its instructions, those that only move values between a thread's own
    /// variables: compilers keep these in registers, and nothing is left to do.
    pub moves: u64,
    /// How its accesses load the memories.
    pub traffic: Traffic,
    /// How long its blocks take at least, added up over all of them.
    pub path: CriticalPath,
}

impl LaunchProfile {
    #[must_use]
    pub fn blocks(&self) -> u64 {
        self.grid.iter().map(|&blocks| u64::from(blocks)).product()
    }

    #[must_use]
    pub fn threads(&self) -> u32 {
        self.block.iter().fold(1, |threads, &side| threads.saturating_mul(side))
    }
}

/// How the accesses of a launch load the memories.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Traffic {
    /// Turns of a multiprocessor's path to global memory: distinct lines of each
    /// request, or transactions where the model knows no lines.
    pub global_turns: u64,
    /// Sectors that go past the first-level cache.
    pub l2_sectors: u64,
    /// Lines of stores that fill only a part of their sectors.
    pub partial_store_lines: u64,
    /// Sectors of atomics in global memory, summed over the requests.
    pub atomic_sectors: u64,
    /// Size of the buffers that atomics went to.
    pub atomic_buffer_bytes: u64,
    /// Turns of shared memory: one per request, more for wide ones, for conflicts
    /// and for atomics on one word.
    pub shared_turns: u64,
}

/// What the warps of a block do one after the other. Between two barriers the
/// slowest warp counts. Summed over blocks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct CriticalPath {
    pub instructions: u64,
    /// Conditionals among them.
    pub branches: u64,
    /// Waits for global memory; loads that can be under way together are one.
    pub global_waits: u64,
    /// Waits for shared memory, counted alike.
    pub shared_waits: u64,
    /// Turns lost at the banks of shared memory, to conflicts and to atomics on one
    /// word.
    pub conflicts: u64,
    /// Stretches between barriers.
    pub phases: u64,
}

/// What is counted of a launch, or of a part of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Counts {
    /// Instructions, each counted once for its warp.
    pub warp_instructions: u64,
    /// Instructions, each counted for every lane that took part.
    pub lane_instructions: u64,
    /// Accesses of warps to global memory.
    pub global_requests: u64,
    /// Distinct 32-byte sectors, summed over the requests.
    pub global_sectors: u64,
    /// Transactions under the model's rule.
    pub global_transactions: u64,
    /// Bytes that the lanes asked for.
    pub global_bytes_wanted: u64,
    /// Bytes that the transactions moved.
    pub global_bytes_moved: u64,
    /// Accesses of warps to shared memory.
    pub shared_requests: u64,
    /// Turns that shared memory took for them.
    pub shared_turns: u64,
    /// Those among the turns that were lost because lanes wanted different words of
    /// one bank.
    pub bank_conflicts: u64,
    /// The most words that lanes that are served together wanted of one bank.
    pub max_bank_conflict_degree: u64,
    /// Those among the turns that were lost because lanes changed the same word by
    /// atomics.
    pub same_word_turns: u64,
    /// The most lanes of one request that changed the same word of shared memory by
    /// an atomic.
    pub max_lanes_on_word: u64,
    /// Conditionals that warps came to.
    pub branches: u64,
    /// Those at which the lanes parted.
    pub divergent_branches: u64,
    /// Barriers, counted per block.
    pub barriers: u64,
    pub atomics: u64,
}

impl Counts {
    /// Turns of shared memory that there would have been if no lanes had been in
    /// each other's way.
    #[must_use]
    pub fn least_shared_turns(&self) -> u64 {
        self.shared_turns.saturating_sub(self.bank_conflicts + self.same_word_turns)
    }

    /// What was counted since an earlier time. Of the highest degree and the most
    /// lanes on a word that is not known, so they are those of all.
    #[must_use]
    pub fn since(&self, before: &Counts) -> Counts {
        Counts {
            warp_instructions: self.warp_instructions - before.warp_instructions,
            lane_instructions: self.lane_instructions - before.lane_instructions,
            global_requests: self.global_requests - before.global_requests,
            global_sectors: self.global_sectors - before.global_sectors,
            global_transactions: self.global_transactions - before.global_transactions,
            global_bytes_wanted: self.global_bytes_wanted - before.global_bytes_wanted,
            global_bytes_moved: self.global_bytes_moved - before.global_bytes_moved,
            shared_requests: self.shared_requests - before.shared_requests,
            shared_turns: self.shared_turns - before.shared_turns,
            bank_conflicts: self.bank_conflicts - before.bank_conflicts,
            max_bank_conflict_degree: self.max_bank_conflict_degree,
            same_word_turns: self.same_word_turns - before.same_word_turns,
            max_lanes_on_word: self.max_lanes_on_word,
            branches: self.branches - before.branches,
            divergent_branches: self.divergent_branches - before.divergent_branches,
            barriers: self.barriers - before.barriers,
            atomics: self.atomics - before.atomics,
        }
    }
}

impl AddAssign for Counts {
    fn add_assign(&mut self, other: Counts) {
        // Taken apart, so that no field is forgotten.
        let Counts {
            warp_instructions,
            lane_instructions,
            global_requests,
            global_sectors,
            global_transactions,
            global_bytes_wanted,
            global_bytes_moved,
            shared_requests,
            shared_turns,
            bank_conflicts,
            max_bank_conflict_degree,
            same_word_turns,
            max_lanes_on_word,
            branches,
            divergent_branches,
            barriers,
            atomics,
        } = other;
        self.warp_instructions += warp_instructions;
        self.lane_instructions += lane_instructions;
        self.global_requests += global_requests;
        self.global_sectors += global_sectors;
        self.global_transactions += global_transactions;
        self.global_bytes_wanted += global_bytes_wanted;
        self.global_bytes_moved += global_bytes_moved;
        self.shared_requests += shared_requests;
        self.shared_turns += shared_turns;
        self.bank_conflicts += bank_conflicts;
        self.max_bank_conflict_degree = self.max_bank_conflict_degree.max(max_bank_conflict_degree);
        self.same_word_turns += same_word_turns;
        self.max_lanes_on_word = self.max_lanes_on_word.max(max_lanes_on_word);
        self.branches += branches;
        self.divergent_branches += divergent_branches;
        self.barriers += barriers;
        self.atomics += atomics;
    }
}
