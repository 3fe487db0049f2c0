//! Two accesses that conflict, whoever found them.

use super::clock::Relation;
use crate::observe::kernel::LaunchedKernel;
use crate::sim::{MemoryAccess, Site};

/// Who made one of two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Party {
    pub(super) block: [u32; 3],
    /// The thread of the block.
    pub(super) thread: u32,
    pub(super) op: u32,
    pub(super) writes: bool,
    pub(super) is_atomic: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Conflict {
    pub(super) relation: Relation,
    pub(super) old: Party,
    pub(super) new: Party,
    /// Both write, and the same.
    pub(super) same_value: bool,
    pub(super) byte: u32,
    /// Whether the kernel has more than barriers that could order them.
    pub(super) is_causal: bool,
    /// What stands between the two and an order, if it is little.
    pub(super) lacks: Option<Lack>,
}

/// What little would order two accesses.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Lack {
    /// The second thread has read what the first one published, but nothing keeps
    /// its later accesses behind that.
    AcquiringFence,
    /// The first thread has published it to its own block alone.
    Scope,
}

/// Whether a thread writes what another one has written as well, so that it does
/// not matter which comes first.
pub(super) fn writes_the_same(
    kernel: &LaunchedKernel,
    site: &Site,
    access: &MemoryAccess<'_>,
    (old, new): (&Party, &Party),
    byte: u32,
) -> bool {
    if !old.writes || !new.writes || old.is_atomic || new.is_atomic {
        return false;
    }
    let columns = access.offsets.len();
    // What a lane of this instruction writes there, if it is one that does.
    let stored = |party: &Party| {
        let lane = party.thread.checked_sub(site.warp.saturating_mul(kernel.width))? as usize;
        let takes_part = party.op == site.op
            && party.block == site.block
            && lane < columns.min(64)
            && (site.mask & !access.outside) >> lane & 1 == 1;
        let from = byte.checked_sub(*access.offsets.get(lane)?)?;
        let (number, leaf) = kernel.leaf(site.op, from)?;
        let value = access.values.get(number * columns + lane).copied()?;
        takes_part.then_some((value, leaf, byte - (from - leaf.offset)))
    };
    let Some((value, leaf, start)) = stored(new) else { return false };
    match stored(old) {
        Some((other, ..)) => value == other,
        None => value == access.before.scalar(start, leaf.format),
    }
}
