//! Accesses to places that their types do not allow.
//!
//! A pointer that was cast, or moved by less than what it leads to, may lead to a place
//! that is no multiple of the type's alignment. Rust calls that undefined, and an NVIDIA
//! GPU stops the launch.

use super::Divisible;
use super::finding::{CountedFindings, UnlocatedFinding};
use super::kernel::{LaunchedKernel, block_name, do_so_here, lanes};
use crate::finding::{FindingKind, Severity};
use crate::sim::code::Code;
use crate::sim::{Launch, Observer, Site, Unfit};
use std::sync::Arc;
use warpbench_semantics::CheckSubject;

/// Looks for misaligned accesses.
#[derive(Clone, Debug, Default)]
pub struct AlignmentDetector {
    kernel: Arc<LaunchedKernel>,
    found: CountedFindings,
}

impl AlignmentDetector {
    pub fn new() -> AlignmentDetector {
        AlignmentDetector::default()
    }

    /// One finding for each access.
    pub fn findings(&self) -> Vec<UnlocatedFinding> {
        self.found.findings()
    }
}

impl Observer for AlignmentDetector {
    fn launch(&mut self, code: &Code, launch: &Launch, buffer_bytes: &[u32]) {
        self.kernel = Arc::new(LaunchedKernel::new(code, launch, buffer_bytes));
    }

    fn unfit(&mut self, site: &Site, unfit: &Unfit<'_>) {
        if unfit.operation.subject() == CheckSubject::Alignment {
            let more = u64::from(unfit.lanes.count_ones());
            self.found.add(site.op, more, || describe(&self.kernel, site, unfit));
        }
    }
}

fn describe(kernel: &LaunchedKernel, site: &Site, unfit: &Unfit<'_>) -> UnlocatedFinding {
    let threads = kernel.threads_of(site.warp, unfit.lanes);
    let first = lanes(unfit.lanes).next().unwrap_or(0);
    let (byte, align) = (unfit.a.get(first), unfit.b.get(first));
    let others = do_so_here(&threads);
    UnlocatedFinding {
        kind: FindingKind::Alignment,
        severity: Severity::Error,
        message: format!(
            "thread {} of {} reaches byte {byte} of {}{others}, and what it reads or writes there \
             must start at a multiple of {align}: this is undefined behaviour, and an NVIDIA GPU \
             stops the launch with \"misaligned address\". Start at a multiple, or use \
             `read_unaligned` and `write_unaligned`.",
            threads.first().copied().unwrap_or(0),
            block_name(site.block),
            kernel.next_memory(site.op),
        ),
        op: site.op,
        other_op: None,
        lanes: threads,
        block: Some(site.block),
        address: u64::try_from(byte).ok(),
        step: Some(site.step),
    }
}

impl Divisible for AlignmentDetector {
    fn part(&self) -> AlignmentDetector {
        AlignmentDetector { kernel: Arc::clone(&self.kernel), ..AlignmentDetector::new() }
    }

    fn join(&mut self, part: AlignmentDetector) {
        self.found.join(part.found);
    }
}
