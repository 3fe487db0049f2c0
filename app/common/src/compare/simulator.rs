//! Simulated records: counters and predicted times of the kernels that were measured.

use super::counted;
use super::devices::model_of;
use crate::memory::default_limit;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;
use warpbench_catalog as catalog;
use warpbench_compare::results::{Device, Outcome, Record, Role, Simulated};
use warpbench_compare::size::Budget;
use warpbench_front::Language;
use warpbench_machine::model::{self, DeviceModel};
use warpbench_machine::sim::Schedule;
use warpbench_report::Backend;
use warpbench_simulate::{Setup, prepare_problem};
use web_time::Instant;

/// A simulation that takes longer is given up.
const PATIENCE: Duration = Duration::from_secs(60);

/// Runs each kernel once for each size, model and language.
#[derive(Default)]
pub struct Simulator {
    known: BTreeMap<Key, Result<Simulated, String>>,
}

type Key = (String, Vec<u64>, String, bool);

/// Whether the simulator is asked about a measurement.
pub fn is_wanted(record: &Record, device: &Device) -> bool {
    matches!(record.role, Role::Suite | Role::Modelled)
        && matches!(record.outcome, Outcome::Measured(_))
        && device.backend != Backend::Cpu
        && Budget::is_modelled(&record.work)
}

impl Simulator {
    /// What it makes of a kernel that was measured on a device; or why nothing.
    pub fn simulate(
        &mut self,
        record: &Record,
        device: &Device,
        seed: u64,
    ) -> Result<Simulated, String> {
        let own = model_of(&device.name);
        // A device that has no model has another's counters beside it.
        let model = own.unwrap_or_else(model::usual);
        // CUDA runs what was made of the kernel in Rust.
        let language = match device.backend {
            Backend::Cuda => Language::Rust,
            Backend::Wgpu | Backend::Cpu => Language::Wgsl,
        };
        let key = (
            record.kernel.clone(),
            record.size.clone(),
            model.slug.clone(),
            language == Language::Rust,
        );
        let simulated =
            self.known.entry(key).or_insert_with(|| run(record, model, language, seed)).clone()?;
        Ok(Simulated { is_of_device: own.is_some(), ..simulated })
    }
}

fn run(
    record: &Record,
    model: &DeviceModel,
    language: Language,
    seed: u64,
) -> Result<Simulated, String> {
    let (family, variant) = catalog::find(&record.kernel).map_err(|error| error.to_string())?;
    let setup = Setup {
        model: model.clone(),
        language,
        schedule: Schedule::InOrder,
        most_instructions: u64::MAX,
        most_bytes: default_limit(),
        cores: Arc::new(warpbench_cores::all()),
        observe: "counters,time".parse()?,
        dump: false,
    };
    let start = Instant::now();
    let simulation = prepare_problem(family, variant, &record.size, seed, setup)
        .and_then(|prepared| prepared.run_within(PATIENCE, &|| start.elapsed()))
        .map_err(|error| error.to_string())?;
    match (simulation.stopped, simulation.counters, simulation.predicted) {
        (None, Some(counts), Some(predicted)) => Ok(Simulated {
            model: model.slug.clone(),
            is_of_device: false,
            counters: counted(&counts),
            seconds: predicted.seconds,
            bound: predicted.bottleneck.to_string(),
        }),
        (stopped, ..) => Err(stopped.unwrap_or_else(|| "nothing was counted".to_owned())),
    }
}
