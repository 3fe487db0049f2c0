//! Names that the generated text needs and the kernel does not have.

use super::kernel::NaiveKernel;
use super::plan::{Plan, Planner};
use super::transfer::TileNames;

/// Names of the generated text.
#[derive(Clone, Debug)]
pub struct Invented {
    /// The thread's numbers along x and y, and whether the text has no names for them.
    pub(super) thread: [(String, bool); 2],
    pub(super) is_inside: String,
    pub(super) transfers: TileNames,
}

/// Chooses names that the kernel does not have, and names its tiles.
pub fn invent(kernel: &mut NaiveKernel, plan: &mut Plan, planner: &Planner<'_>) -> Invented {
    for tile in plan.regions.iter_mut().flat_map(|own| &mut own.tiles) {
        let name = format!("{}_tile", tile.array);
        tile.name = kernel.fresh(&[&name]);
    }
    let is_flat = planner.block.size[1] == 1;
    let thread = [0, 1].map(|at| {
        let known = planner.thread_name(at);
        let candidates: &[&str] = match (at, is_flat) {
            (0, true) => &["t", "tx", "lane"],
            (0, false) => &["tx", "thread_x"],
            _ => &["ty", "thread_y"],
        };
        match known {
            Some(name) => (name, false),
            None => (kernel.fresh(candidates), true),
        }
    });
    let linear = match is_flat {
        true => thread[0].0.clone(),
        false => kernel.fresh(&["t", "thread_number"]),
    };
    Invented {
        is_inside: kernel.fresh(&["is_inside", "has_work"]),
        transfers: TileNames {
            thread: linear,
            row: kernel.fresh(&["k", "r", "tile_row"]),
            col: kernel.fresh(&["c", "tile_col"]),
            element: kernel.fresh(&["i", "e", "element"]),
        },
        thread,
    }
}
