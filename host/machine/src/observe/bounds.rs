//! Indices past the end of an array.
//!
//! Languages differ. In Rust such an index ends the kernel or is undefined. In
//! WGSL a write is dropped or lands elsewhere, but a read has a result: what a
//! reader throws away again is nobody's business, and what is used is worth a
//! warning.

use super::Divisible;
use super::finding::UnlocatedFinding;
use super::followed::{FirstUse, Suspects, Tally};
use super::kernel::{LaunchedKernel, block_name, do_so_here, lanes, times};
use super::slices::SliceFaults;
use crate::finding::{FindingKind, Severity};
use crate::sim::code::Code;
use crate::sim::{AccessKind, Cause, Launch, MemoryAccess, Observer, Origin, Site, Unfit, Use};
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_semantics::{CheckSubject, Dialect};

/// Looks for indices past the end of an array.
#[derive(Clone, Debug, Default)]
pub struct BoundsDetector {
    kernel: Arc<LaunchedKernel>,
    /// What was found, by instruction.
    found: BTreeMap<u32, Leaving>,
    slices: SliceFaults,
    suspects: Suspects,
}

/// Lanes that left an array.
#[derive(Clone, Copy, Debug)]
struct Leaving {
    tally: Tally,
    kind: AccessKind,
    /// Where the first of the lanes came to.
    offset: u32,
    /// Where what was read came to matter, if that decides.
    used: Option<FirstUse>,
}

impl BoundsDetector {
    pub fn new() -> BoundsDetector {
        BoundsDetector::default()
    }

    /// One finding for each instruction.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        let left = self.found.values().map(|leaving| self.describe(leaving));
        left.chain(self.slices.findings()).collect()
    }

    /// Takes note of lanes that leave an array.
    fn add(&mut self, site: &Site, kind: AccessKind, (offsets, outside): (&[u32], u64)) {
        let Some(first) = lanes(outside).next() else { return };
        if self.kernel.dialect == Dialect::Wgsl && !kind.writes() {
            self.suspects.set(site, vec![outside; self.kernel.leaves(site.op).len()]);
            return;
        }
        let site = Site { mask: outside, ..*site };
        match self.found.get_mut(&site.op) {
            Some(leaving) => leaving.tally.add(&site),
            None => {
                let offset = offsets.get(first).copied().unwrap_or(0);
                let leaving = Leaving { tally: Tally::new(site), kind, offset, used: None };
                self.found.insert(site.op, leaving);
            }
        }
    }

    fn describe(&self, leaving: &Leaving) -> UnlocatedFinding {
        let site = &leaving.tally.site;
        let threads = self.kernel.threads_of(site.warp, site.mask);
        let (name, problem) = self.kernel.outside(site.op, leaving.offset);
        let others = do_so_here(&threads);
        let verb = match leaving.kind {
            AccessKind::Load | AccessKind::AtomicLoad => "reads",
            AccessKind::Store | AccessKind::AtomicStore => "writes",
            AccessKind::Atomic => "updates",
        };
        let severity = match leaving.used {
            Some(_) => Severity::Warning,
            None => Severity::Error,
        };
        UnlocatedFinding {
            kind: FindingKind::Bounds,
            severity,
            message: format!(
                "thread {} of {} {verb} {name} at {problem}{others}; {}: test the index first.{}",
                threads.first().copied().unwrap_or(0),
                block_name(site.block),
                consequence(self.kernel.dialect, leaving),
                times(leaving.tally.count)
            ),
            op: site.op,
            other_op: leaving.used.map(|used| used.op),
            lanes: threads,
            block: Some(site.block),
            address: Some(leaving.offset.into()),
            step: Some(site.step),
        }
    }
}

/// What the language makes of an index past the end.
fn consequence(dialect: Dialect, leaving: &Leaving) -> String {
    match (dialect, leaving.used, leaving.kind.writes()) {
        (Dialect::Cuda, _, false) => "in Rust an index past the end panics, and a read through a \
                                      pointer or `get_unchecked` is undefined behaviour"
            .to_owned(),
        (Dialect::Cuda, _, true) => "in Rust an index past the end panics, and a write through a \
                                     pointer or `get_unchecked_mut` is undefined behaviour and \
                                     may change other data"
            .to_owned(),
        (Dialect::Wgsl, _, true) => "WGSL drops it or moves it to another place of the array, so \
                                     that data is lost or overwritten"
            .to_owned(),
        (Dialect::Wgsl, used, false) => format!(
            "WGSL makes it zero or another value of the array, which one depends on the GPU, and \
             what it gets {}",
            used.map_or_else(|| "is used".to_owned(), FirstUse::words)
        ),
    }
}

impl Observer for BoundsDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
    }

    fn unfit(&mut self, site: &Site, unfit: &Unfit<'_>) {
        if unfit.operation.subject() == CheckSubject::Slice {
            self.slices.add(&self.kernel, site, unfit);
        }
    }

    #[inline]
    fn access(&mut self, site: &Site, access: &MemoryAccess<'_>) {
        if access.outside != 0 {
            self.add(site, access.kind, (access.offsets, access.outside));
        }
    }

    fn stray(&mut self, site: &Site, writes: bool, offsets: &[u32], outside: u64) {
        let kind = if writes { AccessKind::Store } else { AccessKind::Load };
        self.add(site, kind, (offsets, outside));
    }

    #[inline]
    fn follow(&mut self, site: &Site, word: u32) -> u64 {
        self.suspects.lanes(site, word)
    }

    fn used(&mut self, site: &Site, origin: &Origin, how: Use) {
        let Cause::Read { offset, outside: true } = origin.cause else { return };
        let read = Site { op: origin.op, step: origin.step, ..*site };
        match self.found.get_mut(&origin.op) {
            Some(known) => known.tally.add(&read),
            None => {
                let used = Some(FirstUse { op: site.op, how });
                let (tally, kind) = (Tally::new(read), AccessKind::Load);
                self.found.insert(origin.op, Leaving { tally, kind, offset, used });
            }
        }
    }
}

impl Divisible for BoundsDetector {
    fn part(&self) -> BoundsDetector {
        BoundsDetector { kernel: Arc::clone(&self.kernel), ..BoundsDetector::default() }
    }

    fn join(&mut self, part: BoundsDetector) {
        self.slices.join(part.slices);
        for (op, leaving) in part.found {
            match self.found.get_mut(&op) {
                Some(known) => known.tally.join(&leaving.tally),
                None => drop(self.found.insert(op, leaving)),
            }
        }
    }
}
