//! Elements and parts that a slice does not have, where there is memory behind it:
//! whoever looks at the memory alone sees nothing wrong.

use super::finding::{CountedFindings, UnlocatedFinding};
use super::kernel::{LaunchedKernel, block_name, lanes, list};
use crate::finding::{FindingKind, Severity};
use crate::sim::{Site, Unfit};
use std::collections::HashMap;
use warpbench_semantics::CheckedOperation;

/// What was asked of slices that they do not have.
#[derive(Clone, Debug, Default)]
pub(super) struct SliceFaults {
    found: CountedFindings,
    /// The lanes that rustc would have stopped, by block and warp.
    panicked: HashMap<([u32; 3], u32), u64>,
}

impl SliceFaults {
    pub(super) fn launch(&mut self) {
        self.panicked.clear();
    }

    /// The lanes of a warp that have panicked before.
    #[inline]
    pub(super) fn panicked(&self, site: &Site) -> u64 {
        match self.panicked.is_empty() {
            true => 0,
            false => self.panicked.get(&(site.block, site.warp)).copied().unwrap_or(0),
        }
    }

    pub(super) fn add(&mut self, kernel: &LaunchedKernel, site: &Site, unfit: &Unfit<'_>) {
        let panicked = self.panicked.entry((site.block, site.warp)).or_default();
        let faulty = unfit.lanes & !*panicked;
        *panicked |= faulty;
        if faulty != 0 {
            let more = u64::from(faulty.count_ones());
            self.found.add(site.op, more, || describe(kernel, site, unfit, faulty));
        }
    }

    pub(super) fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.findings()
    }

    pub(super) fn join(&mut self, part: SliceFaults) {
        self.found.join(part.found);
    }
}

fn describe(
    kernel: &LaunchedKernel,
    site: &Site,
    unfit: &Unfit<'_>,
    faulty: u64,
) -> UnlocatedFinding {
    let threads = kernel.threads_of(site.warp, faulty);
    let first = lanes(faulty).next().unwrap_or(0);
    let (a, b) = (unfit.a.get(first), unfit.b.get(first));
    let others = match threads.len() {
        0 | 1 => String::new(),
        _ => format!(" ({} do so here)", list(&threads)),
    };
    let elements = if b == 1 { "1 element".to_owned() } else { format!("{b} elements") };
    let (what, cure) = match unfit.operation {
        CheckedOperation::PartEnd => (
            format!("takes a part up to {a} of a slice that has {elements}"),
            "test where it ends first",
        ),
        CheckedOperation::PartOrder => (
            format!("takes a part of a slice from {a} to {b}, which ends before it begins"),
            "test its ends first",
        ),
        _ => (format!("takes element {a} of a slice that has {elements}"), "test the index first"),
    };
    UnlocatedFinding {
        kind: FindingKind::Bounds,
        severity: Severity::Error,
        message: format!(
            "thread {} of {} {what}{others}; rustc panics here in every build: {cure}.",
            threads.first().copied().unwrap_or(0),
            block_name(site.block),
        ),
        op: site.op,
        other_op: None,
        lanes: threads,
        block: Some(site.block),
        address: None,
        step: Some(site.step),
    }
}
