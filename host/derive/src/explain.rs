//! The passes in words, one after the other: what each found in a program.

use crate::Translation;
use crate::host;
use std::fmt::Write;

/// What a pass found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PassReport {
    pub pass: &'static str,
    /// Lines of text.
    pub found: String,
}

/// What every pass found, in their order.
pub fn explain(translation: &Translation) -> Vec<PassReport> {
    let mut reports = Vec::new();
    let mut add = |pass: &'static str, found: String| reports.push(PassReport { pass, found });
    add("functions", translation.classes.to_string());
    add("reaching directives", translation.reach.to_string());
    add("accesses", translation.accesses.iter().map(ToString::to_string).collect());
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
    add("grid", grids);
    add("loops", loops);
    add("shared sections", shared);
    add("shared memory", places);
    let mut steps = String::new();
    for (entry, own) in &translation.steps {
        let _ = writeln!(steps, "{entry}");
        let shown = host::shown(own, &translation.parsed.constants);
        for line in shown.lines() {
            let _ = writeln!(steps, "  {line}");
        }
    }
    add("host", steps);
    reports
}
