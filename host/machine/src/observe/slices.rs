//! Elements and parts that a slice does not have, where there is memory behind it:
//! whoever looks at the memory alone sees nothing wrong.

use super::finding::{CountedFindings, UnlocatedFinding};
use super::kernel::{LaunchedKernel, block_name, do_so_here, lanes};
use crate::finding::{FindingKind, Severity};
use crate::sim::{Site, Unfit};
use warpbench_semantics::CheckedOperation;

/// What was asked of slices that they do not have.
#[derive(Clone, Debug, Default)]
pub(super) struct SliceFaults {
    found: CountedFindings,
}

impl SliceFaults {
    pub(super) fn add(&mut self, kernel: &LaunchedKernel, site: &Site, unfit: &Unfit<'_>) {
        let more = u64::from(unfit.lanes.count_ones());
        self.found.add(site.op, more, || describe(kernel, site, unfit));
    }

    pub(super) fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.findings()
    }

    pub(super) fn join(&mut self, part: SliceFaults) {
        self.found.join(part.found);
    }
}

fn describe(kernel: &LaunchedKernel, site: &Site, unfit: &Unfit<'_>) -> UnlocatedFinding {
    let threads = kernel.threads_of(site.warp, unfit.lanes);
    let first = lanes(unfit.lanes).next().unwrap_or(0);
    let (a, b) = (unfit.a.get(first), unfit.b.get(first));
    let others = do_so_here(&threads);
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
        // No launch has so much memory.
        CheckedOperation::Reach if a < 0 => (
            format!("goes {} elements back, where no memory can be", -a),
            "test the distance first",
        ),
        CheckedOperation::Reach => {
            (format!("asks for element {a}, which no memory has"), "test the index first")
        }
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
