//! Counting what a launch did, so that everyone counts alike.
//!
//! A request is one load, store or atomic of a warp with at least one active
//! lane. Sectors are the distinct 32-byte sectors of each request, whatever the
//! model; transactions and the bytes they move follow the model's rule. A bank
//! conflict is a turn more than an access would take without any. A branch is a
//! conditional of the source that a warp comes to, divergent when its lanes
//! part.

use super::Access;
use super::banks::{self, Banks};
use super::coalescing::{self, Direction};
use crate::model::DeviceModel;
use crate::sim::code::BarrierScope;
use crate::sim::{AccessKind, MemoryAccess, Observer, Site, Space};
use serde::Serialize;

/// What a launch did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
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
    /// Turns beyond the first, summed over the shared requests.
    pub bank_conflicts: u64,
    /// The most turns that one request took.
    pub max_bank_conflict_degree: u64,
    /// Conditionals that warps came to.
    pub branches: u64,
    /// Those at which the lanes parted.
    pub divergent_branches: u64,
    /// Barriers, counted per block.
    pub barriers: u64,
    /// Atomic operations of warps.
    pub atomics: u64,
}

/// Counts under a device model.
#[derive(Clone, Debug)]
pub struct Counters<'a> {
    model: &'a DeviceModel,
    banks: Banks,
    addresses: Vec<Option<u64>>,
    /// What was counted so far.
    pub counts: Counts,
}

impl<'a> Counters<'a> {
    /// Nothing counted yet.
    pub fn new(model: &'a DeviceModel) -> Counters<'a> {
        let banks = Banks::from(&model.shared);
        Counters { model, banks, addresses: Vec::new(), counts: Counts::default() }
    }

    fn global(&mut self, kind: AccessKind, bytes_per_lane: u64) {
        let access = Access { addresses: &self.addresses, bytes_per_lane };
        let direction = match kind {
            AccessKind::Load | AccessKind::AtomicLoad => Direction::Load,
            _ => Direction::Store,
        };
        let moved = coalescing::transactions(self.model, direction, &access);
        self.counts.global_requests += 1;
        self.counts.global_sectors += coalescing::sectors(&access).count;
        self.counts.global_transactions += moved.count;
        self.counts.global_bytes_moved += moved.bytes_moved;
        self.counts.global_bytes_wanted += access.bytes_wanted();
    }

    fn shared(&mut self, bytes_per_lane: u64) {
        let access = Access { addresses: &self.addresses, bytes_per_lane };
        let degree = banks::degree(self.banks, &access);
        self.counts.shared_requests += 1;
        self.counts.bank_conflicts += degree - 1;
        self.counts.max_bank_conflict_degree = self.counts.max_bank_conflict_degree.max(degree);
    }
}

impl Observer for Counters<'_> {
    fn instruction(&mut self, site: &Site) {
        self.counts.warp_instructions += 1;
        self.counts.lane_instructions += u64::from(site.mask.count_ones());
    }

    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        self.addresses.clear();
        let width = self.model.warp_width.max(1) as usize;
        self.addresses.extend(
            access
                .offsets
                .iter()
                .take(width)
                .enumerate()
                .map(|(lane, &offset)| (site.mask >> lane & 1 == 1).then_some(u64::from(offset))),
        );
        if access.kind.is_atomic() {
            self.counts.atomics += 1;
        }
        match access.space {
            Space::Global(_) => self.global(access.kind, u64::from(access.bytes)),
            Space::Shared => self.shared(u64::from(access.bytes)),
        }
    }

    fn branch(&mut self, site: &Site, taken: u64) {
        self.counts.branches += 1;
        if taken != 0 && taken != site.mask {
            self.counts.divergent_branches += 1;
        }
    }

    fn barrier(&mut self, _block: [u32; 3], _scope: BarrierScope) {
        self.counts.barriers += 1;
    }
}
