//! Explanations of a derivation, step by step, in words.

use super::kernel::{display, written};
use super::plan::{Plan, Planner, RegionKind};
use super::values::THREAD;
use crate::explain::PassReport;
use crate::text::line;
use std::fmt::Write;

/// The steps in their order.
pub fn explain(planner: &Planner<'_>, plan: &Plan) -> Vec<PassReport> {
    let mut reports = Vec::new();
    let mut add = |pass: &'static str, found: String| {
        reports.push(PassReport { pass, found, places: Vec::new() });
    };
    add("block", block(planner));
    add("accesses", accesses(planner));
    add("guards", guards(planner, plan));
    add("tiles", tiles(planner, plan));
    let left: String = plan.left.iter().fold(String::new(), |all, own| all + &own.0.message + "\n");
    add("left as it is", left);
    reports
}

fn block(planner: &Planner<'_>) -> String {
    let shown = planner.block.shown();
    let free = match planner.block.is_free {
        [false, false] => "as the kernel's indices say",
        _ => "which is free to choose, because the kernel only asks for its place in the grid",
    };
    format!("{shown}, {free}\n")
}

fn accesses(planner: &Planner<'_>) -> String {
    let mut found = String::new();
    for own in &planner.accesses.all {
        let from = line(planner.text, own.span);
        let what = match (own.is_read, own.is_write) {
            (true, true) => "reads and writes",
            (false, true) => "writes",
            _ => "reads",
        };
        let (array, index) = (&own.array, written(&own.index));
        let apart = match &own.poly {
            None => "not a sum of multiples".to_owned(),
            Some(poly) => match poly.coefficient(THREAD[0]).as_number().map(i64::abs) {
                Some(0) => "the same place for neighbouring threads".to_owned(),
                Some(1) => "side by side".to_owned(),
                _ => format!("{} elements apart", planner.stride(poly)),
            },
        };
        let _ = writeln!(found, "line {from}: {what} {array}[{index}], {apart}");
    }
    found
}

fn guards(planner: &Planner<'_>, plan: &Plan) -> String {
    let mut found = String::new();
    for region in &plan.regions {
        for guard in planner.guards(region.node) {
            let from = line(planner.text, planner.the_node(guard.node).span);
            let text = format!("line {from}: threads work where {}\n", written(&guard.condition));
            if !found.contains(&text) {
                found += &text;
            }
        }
    }
    found
}

fn tiles(planner: &Planner<'_>, plan: &Plan) -> String {
    let mut found = String::new();
    for region in &plan.regions {
        let from = line(planner.text, planner.the_node(region.node).span);
        let _ = match &region.kind {
            RegionKind::Loop { var, tile, turns: None, .. } => {
                writeln!(
                    found,
                    "line {from}: the loop over {} in pieces of {tile} turns",
                    display(var)
                )
            }
            RegionKind::Loop { var, .. } => {
                writeln!(found, "line {from}: the loop over {} in one piece", display(var))
            }
            RegionKind::Block { .. } => writeln!(found, "line {from}: x and y change places"),
        };
        for tile in &region.tiles {
            let what = match (&tile.fetch, &tile.store) {
                (Some(_), Some(_)) => "fetched and stored",
                (_, Some(_)) => "stored",
                _ => "fetched",
            };
            let (name, element, bytes) = (&tile.name, tile.element.name(), tile.bytes());
            let (rows, cols, more) = (tile.rows, tile.cols, tile.pitch - tile.cols);
            let padded = if more > 0 { ", each row one longer for the banks" } else { "" };
            let _ = writeln!(
                found,
                "  {name}: {rows} × {cols} of {element}, {what}, {bytes} bytes{padded}"
            );
        }
    }
    let _ = writeln!(found, "{} bytes of shared memory in all", plan.shared_bytes);
    found
}
