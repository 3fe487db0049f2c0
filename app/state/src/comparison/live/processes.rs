//! The quick suite on the devices of this machine, as `warpbench compare --quick`
//! measures it: the same tasks, by the same workers, into the same records.

use super::{LiveEvent, LiveProgress, LiveRequest};
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;
use warpbench_common::compare::devices::described;
use warpbench_common::compare::machine;
use warpbench_common::compare::measure::{Manner, measure, new_run, record};
use warpbench_common::compare::simulator::{Simulator, is_wanted};
use warpbench_compare::ceilings::note_shares;
use warpbench_compare::plan::{Estimate, Request, Task, tasks};
use warpbench_compare::results::{Results, Settings};
use warpbench_compare::suite;
use warpbench_device::{DeviceError, cpu};
use web_time::Instant;

/// Seed of the random inputs, that of the command line.
const SEED: u64 = 1;
/// A measurement takes no longer.
const DEADLINE: Duration = Duration::from_secs(120);

/// Measures, and tells what came of it after each kernel. Ends early once `cancel` is
/// set; what was measured by then is told all the same.
pub fn run(request: &LiveRequest, cancel: &AtomicBool, tell: &dyn Fn(LiveEvent)) {
    let failed = measured(request, cancel, tell).err();
    tell(LiveEvent::Ended(failed));
}

fn measured(
    request: &LiveRequest,
    cancel: &AtomicBool,
    tell: &dyn Fn(LiveEvent),
) -> Result<(), String> {
    let kernels = suite::kernels(request.suite.iter().map(String::as_str));
    let kernels = kernels.map_err(|error| error.to_string())?;
    tell(LiveEvent::Progress(LiveProgress {
        done: 0,
        of: 0,
        what: "asking drivers about the devices".to_owned(),
        seconds_left: None,
    }));
    let worker = (request.workers)().map_err(|error| error.to_string())?;
    let devices = described(&request.devices, &worker);
    let machine = machine::here(cpu::info().name);
    let plan = Request {
        kernels: &kernels,
        sweep: &[],
        quick: true,
        modelled: true,
        machine_bytes: machine.memory_bytes,
    };
    let tasks = tasks(&devices, &plan, &|_, _| None).map_err(|error| error.to_string())?;
    let suite = request.suite.clone();
    let settings = Settings { suite, quick: true, seed: SEED, ..Settings::default() };
    let mut results = Results::new(new_run(settings), machine, devices);
    measure_all(&tasks, request, cancel, &mut results, tell);
    simulate_all(cancel, &mut results, tell);
    Ok(())
}

fn measure_all(
    tasks: &[Task],
    request: &LiveRequest,
    cancel: &AtomicBool,
    results: &mut Results,
    tell: &dyn Fn(LiveEvent),
) {
    let manner = Manner { seed: SEED, samples: None, deadline: DEADLINE, is_quick: true };
    let mut estimate = Estimate::of(tasks.iter().map(Task::weight));
    for (done, task) in tasks.iter().enumerate() {
        tell(LiveEvent::Progress(LiveProgress {
            done,
            of: tasks.len(),
            what: format!("{} on {}", task.variant.name, task.device.id),
            seconds_left: estimate.left(),
        }));
        let start = Instant::now();
        let made = (request.workers)()
            .and_then(|worker| measure(&worker, task, &manner, cancel, &mut |_, _, _| {}));
        if cancel.load(Ordering::Relaxed) || matches!(made, Err(DeviceError::Cancelled)) {
            return;
        }
        results.measurements.push(record(task, made));
        note_shares(results);
        estimate.done(task.weight(), start.elapsed().as_secs_f64());
        tell(LiveEvent::Measured(Box::new(results.clone())));
    }
}

/// Asks the simulator about everything that it can run.
fn simulate_all(cancel: &AtomicBool, results: &mut Results, tell: &dyn Fn(LiveEvent)) {
    let wanted: Vec<usize> = (0..results.measurements.len())
        .filter(|&at| {
            let record = &results.measurements[at];
            results.device(&record.device).is_some_and(|device| is_wanted(record, device))
        })
        .collect();
    let mut simulator = Simulator::default();
    for (done, &at) in wanted.iter().enumerate() {
        if cancel.load(Ordering::Relaxed) {
            return;
        }
        let record = &results.measurements[at];
        tell(LiveEvent::Progress(LiveProgress {
            done,
            of: wanted.len(),
            what: format!("simulating {}", record.kernel),
            seconds_left: None,
        }));
        let Some(device) = results.device(&record.device).cloned() else { continue };
        // What the simulator cannot run has no prediction, and is shown without one.
        if let Ok(simulated) = simulator.simulate(record, &device, SEED) {
            results.measurements[at].simulated = Some(simulated);
            tell(LiveEvent::Measured(Box::new(results.clone())));
        }
    }
}
