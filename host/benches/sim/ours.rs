//! Our own side: the simulator, with more and more observed.

use std::time::Instant;
use warpbench_cores::Threads;

use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};
use warpbench_front::wgsl;
use warpbench_machine::model;
use warpbench_machine::observe::Divisible;
use warpbench_machine::observe::counters::Counters;
use warpbench_machine::observe::race::RaceDetector;
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{self, Buffers, Launch, Schedule};
use warpbench_simulate::cores;

use crate::case::{Case, Prepared};
use crate::outcome::{Outcome, Timed};

/// Runs that are timed, after one that is not.
const REPEATS: usize = 15;

/// When so much time has gone by, three runs are enough.
const LONG_SECONDS: f64 = 5.0;

/// What is observed during a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Observed {
    Nothing,
    Counters,
    CountersAndRaces,
}

impl Observed {
    /// How the table calls it.
    pub(crate) fn title(self) -> &'static str {
        match self {
            Observed::Nothing => "nothing",
            Observed::Counters => "counters",
            Observed::CountersAndRaces => "counters, races",
        }
    }
}

pub(crate) fn measure(case: Case, observed: Observed, cores: usize) -> Result<Outcome> {
    // Whose warps are simulated and whose rules are counted by.
    let model = model::usual();
    let width = model.warp_width;
    let counters = || Counters::new(model);
    match observed {
        Observed::Nothing => repeat(case, width, cores, || ()),
        Observed::Counters => repeat(case, width, cores, counters),
        Observed::CountersAndRaces => {
            repeat(case, width, cores, || (counters(), RaceDetector::new()))
        }
    }
}

/// Runs a case several times, each with a fresh observer, and checks the result.
/// The time is that of the launch alone: compiling and filling the buffers are
/// not in it, as they are not in the peers' times.
fn repeat<O: Divisible>(
    case: Case,
    warp_width: u32,
    cores: usize,
    observer: impl Fn() -> O,
) -> Result<Outcome> {
    let prepared = case.prepare()?;
    let checked = wgsl::check(prepared.family.sources.wgsl, prepared.family.name)?;
    let code =
        sim::compile(&checked.module, &checked.info, &checked.semantics, &prepared.launch.entry)?;
    let mut buffers = bind(&code, &prepared);
    let launch = Launch {
        grid: prepared.launch.grid,
        warp_width,
        schedule: Schedule::InOrder,
        most_instructions: u64::MAX,
        ..Launch::default()
    };
    let mut seconds = Vec::with_capacity(REPEATS);
    for repeat in 0..=REPEATS {
        let mut observer = observer();
        let start = Instant::now();
        cores::run(&code, &launch, &mut buffers, &mut observer, &Threads::new(cores), &|| true)?;
        let elapsed = start.elapsed().as_secs_f64();
        if repeat > 0 {
            seconds.push(elapsed);
        }
        if seconds.len() >= 3 && seconds.iter().sum::<f64>() > LONG_SECONDS {
            break;
        }
    }
    prepared.check(output(&code, &prepared, &buffers)?)?;
    let by = format!("Warpbench {}", env!("CARGO_PKG_VERSION"));
    Ok(Outcome::Timed(Timed { seconds, by, share: None }))
}

/// The buffers that the kernel uses, in its order: those of the launch by their
/// binding, and behind them the scalars.
fn bind(code: &Code, prepared: &Prepared) -> Buffers {
    let words = code.buffers.iter().map(|slot| {
        prepared.buffers.get(slot.binding as usize).map_or_else(
            || prepared.scalars(),
            |values| bytemuck::pod_collect_to_vec(values.as_bytes()),
        )
    });
    Buffers(words.collect())
}

fn output(code: &Code, prepared: &Prepared, buffers: &Buffers) -> Result<Vec<f32>> {
    let last = prepared.buffers.len() - 1;
    let slot = code.buffers.iter().position(|slot| slot.binding as usize == last);
    let words = slot.and_then(|slot| buffers.0.get(slot)).context("the kernel has no output")?;
    Ok(words.iter().map(|&word| f32::from_bits(word)).collect())
}
