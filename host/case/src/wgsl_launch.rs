//! A kernel in WGSL with its case, for a device: which buffer goes where.

use crate::bind::{BoundBuffer, bind};
use crate::{BindError, Case, read_wgsl};
use std::collections::BTreeMap;
use warpbench_front::Source;

/// A kernel in WGSL, ready to be launched on a device.
#[derive(Clone, Debug, PartialEq)]
pub struct WgslLaunch {
    pub entry: String,
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z, as the text says with these overrides.
    pub block: [u32; 3],
    pub overrides: BTreeMap<String, f64>,
    /// Its buffers, each with the variable that it is bound to.
    pub bound: Vec<BoundBuffer>,
    /// What may not be meant.
    pub warnings: Vec<String>,
}

/// Reads a text and its case, and checks one against the other.
pub fn wgsl_launch_of(source: &Source, case: Case) -> Result<WgslLaunch, BindError> {
    let (entry, checked, declared) = read_wgsl(source, &case)?;
    let points = &checked.module.entry_points;
    let block = points.iter().find(|point| point.name == entry).map(|point| point.workgroup_size);
    let (grid, overrides) = (case.grid, case.overrides.clone());
    let (bound, warnings) = bind(case, &entry, &declared)?;
    let block = block.unwrap_or([1; 3]);
    Ok(WgslLaunch { entry, grid, block, overrides, bound, warnings })
}
