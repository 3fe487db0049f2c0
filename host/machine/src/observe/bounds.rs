//! Indices past the end of an array.

use super::Divisible;
use super::finding::UnlocatedFinding;
use super::kernel::{LaunchedKernel, block_name, lanes, list, times};
use crate::finding::{FindingKind, Severity};
use crate::sim::code::Code;
use crate::sim::{AccessKind, Launch, MemoryAccess, Observer, Site, Space};
use std::collections::BTreeMap;
use std::sync::Arc;

/// Looks for indices past the end of an array.
#[derive(Clone, Debug, Default)]
pub struct BoundsDetector {
    kernel: Arc<LaunchedKernel>,
    /// What was found, by instruction, and how many accesses of lanes there were.
    found: BTreeMap<u32, (UnlocatedFinding, u64)>,
}

impl BoundsDetector {
    pub fn new() -> BoundsDetector {
        BoundsDetector::default()
    }

    /// One finding for each instruction.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        let with_count = |(found, count): &(UnlocatedFinding, u64)| {
            let mut found = found.clone();
            found.message.push_str(&times(*count));
            found
        };
        self.found.values().map(with_count).collect()
    }

    /// Takes note of lanes that leave the memory, if it is not one of their own.
    fn add(
        &mut self,
        site: &Site,
        verb: &str,
        space: Option<Space>,
        (offsets, outside): (&[u32], u64),
    ) {
        let Some(first) = lanes(outside).next() else { return };
        let more = u64::from(outside.count_ones());
        match self.found.get_mut(&site.op) {
            Some((_, count)) => *count += more,
            None => {
                let offset = offsets.get(first).copied().unwrap_or(0);
                let found = self.describe(site, verb, space, (offset, outside));
                self.found.insert(site.op, (found, more));
            }
        }
    }

    fn describe(
        &self,
        site: &Site,
        verb: &str,
        space: Option<Space>,
        (offset, outside): (u32, u64),
    ) -> UnlocatedFinding {
        let threads = self.kernel.threads_of(site.warp, outside);
        let (name, problem) = self.kernel.outside(site.op, space, offset);
        let others = match threads.len() {
            0 | 1 => String::new(),
            _ => format!(" ({} do so here)", list(&threads)),
        };
        let thread = threads.first().copied().unwrap_or(0);
        UnlocatedFinding {
            kind: FindingKind::Bounds,
            severity: Severity::Error,
            message: format!(
                "thread {thread} of {} {verb} {name} at {problem}{others}; on a GPU this is \
                 skipped, moved elsewhere, or destroys other data: test the index first.",
                block_name(site.block)
            ),
            op: site.op,
            other_op: None,
            lanes: threads,
            block: Some(site.block),
            address: Some(offset.into()),
            step: Some(site.step),
        }
    }
}

impl Observer for BoundsDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
    }

    #[inline]
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        if access.outside != 0 {
            let verb = match access.kind {
                AccessKind::Load | AccessKind::AtomicLoad => "reads",
                AccessKind::Store | AccessKind::AtomicStore => "writes",
                AccessKind::Atomic => "updates",
            };
            self.add(site, verb, Some(access.space), (access.offsets, access.outside));
        }
    }

    fn stray(&mut self, site: &Site, writes: bool, offsets: &[u32], outside: u64) {
        self.add(site, if writes { "writes" } else { "reads" }, None, (offsets, outside));
    }
}

impl Divisible for BoundsDetector {
    fn part(&self) -> BoundsDetector {
        BoundsDetector { kernel: Arc::clone(&self.kernel), found: BTreeMap::new() }
    }

    fn join(&mut self, part: BoundsDetector) {
        for (op, (found, more)) in part.found {
            self.found.entry(op).or_insert((found, 0)).1 += more;
        }
    }
}
