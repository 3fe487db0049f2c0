//! A run on the simulator: what it counted, and the time that it predicts.
//!
//! Only counting and predicting are done here; faults are looked for where a
//! kernel is stepped through.

use super::job::{Failure, Outcome, SEED, Workload};
use super::simulated::Simulated;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use warpbench_common::memory::default_limit;
use warpbench_front::Language;
use warpbench_machine::model::DeviceModel;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::{Edited, Setup, prepare_edited};

/// Give up after so many instructions of all warps, for each launch.
const MOST_INSTRUCTIONS: u64 = 2_000_000_000;

/// Runs a kernel on the simulator.
pub fn run(
    workload: &Workload,
    model: &DeviceModel,
    cancel: &AtomicBool,
) -> Result<Outcome, Failure> {
    let problem = workload.variant.problem(&workload.size, SEED).map_err(failed)?;
    let language = workload.text.as_ref().map_or(Language::Wgsl, |text| text.language);
    let setup = Setup {
        model: model.clone(),
        language,
        schedule: Schedule::InOrder,
        most_instructions: MOST_INSTRUCTIONS,
        most_bytes: default_limit(),
        cores: Arc::new(warpbench_cores::all()),
        observe: "counters,time".parse().map_err(failed::<String>)?,
        dump: false,
    };
    let text = workload.text.as_ref().map(|text| text.text.to_string());
    let edited = Edited { text, ..Edited::default() };
    let prepared =
        prepare_edited(workload.family, workload.variant, &workload.size, SEED, &edited, setup);
    let go_on = || !cancel.load(Ordering::Relaxed);
    let simulation = prepared.map_err(failed)?.run_while(&go_on).map_err(failed)?;
    if !go_on() {
        return Err(Failure::Cancelled);
    }
    let (Some(counts), Some(predicted)) = (simulation.counters, simulation.predicted) else {
        let reason = simulation.stopped.unwrap_or_else(|| "nothing was counted".to_owned());
        return Err(Failure::Failed(reason));
    };
    Ok(Outcome::Simulated(Box::new(Simulated {
        model: model.name.clone(),
        size: workload.size.clone(),
        checked: simulation.checked,
        max_error: simulation.max_error,
        tolerance: problem.tolerance,
        seconds: predicted.seconds,
        bound: predicted.bottleneck,
        bytes: problem.bytes_moved,
        flops: problem.operations,
        counts,
    })))
}

fn failed<E: std::fmt::Display>(error: E) -> Failure {
    Failure::Failed(error.to_string())
}

#[cfg(test)]
mod tests {
    use super::super::edited_text::EditedText;
    use super::super::fixtures::edited;
    use super::super::target::Target;
    use super::*;
    use std::sync::Arc;
    use warpbench_catalog as catalog;
    use warpbench_machine::model;

    fn simulate(name: &str, size: &[u64], text: Option<EditedText>) -> Result<Simulated, Failure> {
        let model = model::find("h200").expect("built in");
        let (family, variant) = catalog::find(name).expect(name);
        let size = variant.size(size).expect("a size");
        let target = Target::Model(Arc::new(model.clone()));
        let workload = Workload { family, variant, size, text, target };
        match run(&workload, model, &AtomicBool::new(false))? {
            Outcome::Simulated(simulated) => Ok(*simulated),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn reuse_moves_the_point_to_the_right() {
        let intensity = |name: &str| {
            let simulated = simulate(name, &[64], None).expect(name);
            assert!(simulated.checked && simulated.seconds > 0.0, "{name}");
            simulated.intensity().expect("operations and bytes")
        };
        let ladder = ["matmul_uncoalesced", "matmul_naive", "matmul_tiled"].map(intensity);
        assert!(ladder.is_sorted(), "{ladder:?}");
        assert!(ladder[2] > 4.0 * ladder[1], "every element is used 16 times: {ladder:?}");
    }

    #[test]
    fn an_edited_text_is_counted_like_the_original() {
        let (family, _) = catalog::find("reduce_sequential").expect("known");
        let check = |language: Language, text: &str| {
            let text = edited("reduce_sequential", language, text);
            simulate("reduce_sequential", &[1000], Some(text))
        };
        let original = simulate("reduce_sequential", &[1000], None).expect("it runs");
        let same = check(Language::Wgsl, family.sources.wgsl).expect("it runs");
        assert_eq!(same.counts, original.counts);
        assert!(same.checked);
        let rust = check(Language::Rust, family.sources.rust).expect("it runs");
        assert_eq!(rust.counts.global_bytes_moved, original.counts.global_bytes_moved);
        let broken = check(Language::Wgsl, "nonsense");
        assert!(matches!(broken, Err(Failure::Failed(_))), "{broken:?}");
    }

    #[test]
    fn a_run_can_be_stopped() {
        let model = model::find("h200").expect("built in");
        let (family, variant) = catalog::find("vecadd").expect("known");
        let target = Target::Model(Arc::new(model.clone()));
        let workload = Workload { family, variant, size: vec![1000], text: None, target };
        let stopped = run(&workload, model, &AtomicBool::new(true));
        assert_eq!(stopped.err(), Some(Failure::Cancelled));
    }
}
