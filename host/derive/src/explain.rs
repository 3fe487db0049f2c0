//! The passes in words, one after the other: what each found in a program.

use crate::Translation;
use crate::host::{self, Step};
use crate::tree::Space;
use std::fmt::Write;
use warpbench_front::diagnostic::Span;

/// What a pass found.
#[derive(Clone, Debug, PartialEq)]
pub struct PassReport {
    pub pass: &'static str,
    /// Lines of text.
    pub found: String,
    /// What of the program it looked at.
    pub places: Vec<Span>,
}

/// What every pass found, in their order.
pub fn explain(translation: &Translation) -> Vec<PassReport> {
    let mut reports = Vec::new();
    let mut add = |pass: &'static str, found: String, places: Vec<Span>| {
        reports.push(PassReport { pass, found, places });
    };
    let outlined = &translation.outlined;
    let kernels: Vec<Span> = translation.kernels().iter().map(|own| own.span).collect();
    let made = translation.reach.instances.iter().flat_map(|own| &own.made);
    let tiles: Vec<Span> = outlined.iter().flat_map(|own| &own.tiles).map(|own| own.span).collect();
    let partitioned = outlined.iter().flat_map(|own| &own.loops).map(|(_, span)| *span);
    add("functions", translation.classes.to_string(), kernels.clone());
    add("reaching directives", translation.reach.to_string(), made.map(|own| own.span).collect());
    let accesses = translation.accesses.iter().map(ToString::to_string).collect();
    add("accesses", accesses, kernels.clone());
    let mut grids = String::new();
    let (mut loops, mut shared, mut places) = (String::new(), String::new(), String::new());
    for own in &translation.outlined {
        let name = &own.name;
        if own.is_kernel() {
            let [x, y, z] = own.grid.physical_threads();
            let _ = writeln!(grids, "{name}: {}, which are {x}×{y}×{z} along x, y and z", own.grid);
        }
        for (plan, _) in &own.loops {
            let _ = writeln!(loops, "{name}, {plan}");
        }
        for tile in &own.tiles {
            let _ = writeln!(shared, "{name}: {tile}");
        }
        if !own.tiles.is_empty() {
            let _ = writeln!(places, "{name}: {}", own.placement);
        }
    }
    add("grid", grids, kernels);
    add("loops", loops, partitioned.collect());
    add("shared sections", shared, tiles.clone());
    add("shared memory", places, tiles);
    let constants = made_constants(translation);
    add("constant memory", translation.constant_memory.to_string(), constants);
    let (mut steps, mut places) = (String::new(), Vec::new());
    for (entry, own) in &translation.steps {
        let _ = writeln!(steps, "{entry}");
        collect(own, &mut places);
        let shown = host::shown(own, &translation.parsed.constants);
        for line in shown.lines() {
            let _ = writeln!(steps, "  {line}");
        }
    }
    add("host", steps, places);
    reports
}

/// The directives that bring constants.
fn made_constants(translation: &Translation) -> Vec<Span> {
    let made = translation.reach.instances.iter().flat_map(|own| &own.made);
    made.filter(|own| own.space == Space::Constant).map(|own| own.span).collect()
}

/// The directives that make steps of the host.
fn collect(steps: &[Step], places: &mut Vec<Span>) {
    for step in steps {
        match step {
            Step::Allocate { span, .. } | Step::Clear { span, .. } | Step::Free { span, .. } => {
                places.push(*span);
            }
            Step::CopyIn(transfer) | Step::CopyOut(transfer) => places.push(transfer.span),
            Step::Launch(launch) => places.push(launch.span),
            Step::For { body, .. } | Step::Block(body) | Step::Call { steps: body, .. } => {
                collect(body, places);
            }
            Step::If { then, otherwise, .. } => {
                collect(then, places);
                collect(otherwise, places);
            }
            Step::Let { .. }
            | Step::Assign { .. }
            | Step::HostArray { .. }
            | Step::Other { .. } => {}
        }
    }
}
