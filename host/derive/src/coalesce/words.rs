//! Comments of a derived kernel.

use super::plan::{Plan, Planner, Region, RegionKind};
use super::tile::{ArrayTile, Rows};

pub const WAIT_FOR_ARRAY: &str = "What other threads wrote must be there before it is fetched.";

pub fn guard(line: u32) -> String {
    format!(
        "Line {line}: threads outside still help with transfers and meet at barriers, but compute \
         nothing."
    )
}

pub fn tiled_loop(var: &str, tile: i64, line: u32) -> String {
    format!("Line {line}: the loop over `{var}`, in pieces of {tile} turns.")
}

pub fn work(region: &Region) -> &'static str {
    match region.kind {
        RegionKind::Loop { .. } if region.tiles.iter().all(|own| own.rows_of != Rows::One) => {
            "Each thread works along its own row of the tile."
        }
        RegionKind::Loop { .. } => "Each thread works along its own row; all share the single row.",
        RegionKind::Block { .. } => "Each thread works on its own elements of the tile.",
    }
}

pub fn transfer(tiles: &[&ArrayTile], is_fetch: bool) -> String {
    let names = listed(tiles.iter().map(|own| own.array.as_str()));
    let verb = if is_fetch { "fetches" } else { "stores" };
    match tiles.first().map(|own| own.rows_of) {
        Some(Rows::One) => {
            format!("The block {verb} a piece of {names}, which all its threads need.")
        }
        _ => format!(
            "The block {verb} a tile of {names} row by row: neighbouring threads take neighbouring \
             elements."
        ),
    }
}

/// What stands above a derived kernel.
pub fn above(plan: &Plan, planner: &Planner<'_>) -> Vec<String> {
    let tiles = || plan.regions.iter().flat_map(|own| &own.tiles);
    let names = listed(tiles().map(|own| own.array.as_str()));
    let mut found = vec![format!(
        "Coalesced: the block moves {names} between global and shared memory side by side, and \
         each thread works on its part there. It is launched with blocks of {}.",
        planner.block.shown()
    )];
    let stored = tiles().filter(|own| own.store.is_some() && !own.is_slice);
    let arrays =
        planner.kernel.params.iter().filter(|own| planner.kernel.array(&own.name).is_some());
    if stored.clone().next().is_some() && arrays.count() > 1 {
        let stored = listed(stored.map(|own| own.array.as_str()));
        found.push(format!("It takes for granted that {stored} overlaps with no other array."));
    }
    found
}

/// Names in backticks, each once: `a`, `b` and `c`.
pub fn listed<'n>(names: impl Iterator<Item = &'n str>) -> String {
    let mut all: Vec<String> = Vec::new();
    for name in names {
        let name = format!("`{name}`");
        if !all.contains(&name) {
            all.push(name);
        }
    }
    match all.split_last() {
        None => String::new(),
        Some((last, [])) => last.clone(),
        Some((last, before)) => format!("{} and {last}", before.join(", ")),
    }
}
