//! Preparation of a run: texts are read, bound and recorded.

use crate::setup::{RECORDED_BLOCKS, Setup, StagedLab, ending};
use std::sync::Arc;
use warpbench_common::memory::default_limit;
use warpbench_front::Source;
use warpbench_simulate as simulate;
use warpbench_simulate::recording::{Recording, RecordingRequest};
use warpbench_simulate::{Edited, Observe, Prepared, SimulateError};

/// What a recording may take.
const MOST_TRACE_BYTES: usize = 300_000_000;

/// Inputs are drawn from this seed.
pub const SEED: u64 = 1;

/// The simulator as it is set up.
pub(super) fn machine(setup: &Setup) -> simulate::Setup {
    simulate::Setup {
        model: setup.model.clone(),
        language: setup.language,
        schedule: setup.schedule,
        most_instructions: u64::MAX,
        most_bytes: default_limit(),
        cores: Arc::new(warpbench_cores::all()),
        observe: Observe::all(),
        dump: false,
    }
}

/// Reads and binds what is to be run.
pub fn prepare(setup: &Setup, text: Option<String>) -> Result<Prepared, SimulateError> {
    let machine = machine(setup);
    if let Some(StagedLab { lab, trial }) = &setup.lab {
        let starter = || lab.texts_in(setup.language).map(|texts| texts.starter.text.clone());
        let text = text.or_else(starter).unwrap_or_default();
        let path = format!("{}.{}", lab.id, ending(setup.language));
        return lab.prepare(&Source { path, text }, trial, machine);
    }
    let rung = setup.rung_id.rung();
    let (grid, block) = (setup.grid, setup.block);
    let edited = Edited { text, grid, block, in_whole_numbers: true };
    simulate::prepare_edited(rung.family, rung.variant, setup.size(), SEED, &edited, machine)
}

/// Records the blocks that are looked at.
pub fn record(
    prepared: &Prepared,
    setup: &Setup,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Recording, SimulateError> {
    // Of a program the launch that is looked at was prepared, and no other.
    let launch = if setup.program.is_some() { 0 } else { setup.launch };
    let blocks = match (launch, prepared.known().grid) {
        (0, Some(grid)) => setup.blocks(grid),
        // The grids of later launches are known when they are recorded.
        _ => {
            let [x, y, z] = setup.first_block;
            (0..RECORDED_BLOCKS).map(|next| [x + next, y, z]).collect()
        }
    };
    let wanted = RecordingRequest {
        launch,
        blocks,
        schedule: setup.block_schedule,
        most_bytes: MOST_TRACE_BYTES,
    };
    prepared.record(&wanted, go_on)
}
