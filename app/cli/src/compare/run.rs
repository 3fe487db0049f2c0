//! Measures a suite on the devices of this machine.

use super::counters::Profiler;
use super::progress::Progress;
use super::store::Store;
use super::{RunArguments, select};
use crate::exit::Verdict;
use crate::sizes::{check_names, requested_size};
use crate::worker;
use anyhow::{Result, bail};
use std::sync::atomic::AtomicBool;
use std::time::Instant;
use warpbench_common::compare::measure::{measure, new_run, record};
use warpbench_common::compare::simulator::{self, Simulator};
use warpbench_common::compare::{file_name, machine};
use warpbench_compare::ncu::NcuError;
use warpbench_compare::notes::Notes;
use warpbench_compare::plan::{Request, Task, tasks};
use warpbench_compare::results::{Device, Outcome, Record, RecordKey, Results, Settings};
use warpbench_compare::{Collection, suite, table};
use warpbench_device::cpu;

pub(super) fn run(arguments: &RunArguments) -> Result<Verdict> {
    let kernels = suite::kernels(names(&arguments.suite))?;
    let sweep = suite::kernels(names(&arguments.sweep))?;
    check_names(&arguments.sizes)?;
    let (devices, unavailable) = select::select(&arguments.devices)?;
    if devices.is_empty() {
        bail!("no device was chosen; `warpbench devices` shows which there are");
    }
    let profiler =
        arguments.counters.then(|| Profiler::find(&devices, &unavailable)).transpose()?;
    let machine = machine::here(cpu::info().name);
    let request = Request {
        kernels: &kernels,
        sweep: &sweep,
        quick: arguments.quick,
        modelled: !arguments.no_simulator,
        machine_bytes: machine.memory_bytes,
    };
    let asked = |family: &_, variant: &_| {
        requested_size(&arguments.sizes, family, variant).map(<[u64]>::to_vec)
    };
    let all = tasks(&devices, &request, &asked)?;
    let path = arguments.out.clone().unwrap_or_else(|| file_name(&machine).into());
    let fresh = Results::new(new_run(settings(arguments)), machine, devices);
    let mut store = Store::open(&path, fresh, arguments.resume, arguments.overwrite)?;

    let left: Vec<Task> =
        all.iter().filter(|task| !task.is_done(&store.results)).cloned().collect();
    if left.len() < all.len() {
        eprintln!("{} of {} measurements are there already", all.len() - left.len(), all.len());
    }
    if !left.is_empty() {
        eprintln!(
            "{} is written after each measurement: whenever this is interrupted, --resume goes on",
            path.display()
        );
    }
    measure_all(&left, arguments, &mut store)?;
    if !arguments.no_simulator {
        simulate_all(arguments, &mut store)?;
    }
    let counted = match profiler {
        Some(profiler) => count_all(&profiler, arguments, &mut store)?,
        None => Verdict::Right,
    };

    let results = store.results;
    let verdict = verdict(&results, &all).and(counted);
    print!("{}", table::plain(&Collection::of([results])?, &Notes::default()));
    for missing in &unavailable {
        println!("\n{} is not available: {}", missing.backend, missing.reason);
    }
    println!(
        "\n{} has every sample; `warpbench compare show` makes tables and a page of it.",
        path.display()
    );
    Ok(verdict)
}

/// Names that commas may join.
fn names(words: &[String]) -> impl Iterator<Item = &str> {
    words.iter().flat_map(|word| word.split(','))
}

/// Makes measurements, each of which is kept as soon as it is done.
fn measure_all(left: &[Task], arguments: &RunArguments, store: &mut Store) -> Result<()> {
    let mut progress =
        Progress::new("measured", &left.iter().map(Task::weight).collect::<Vec<_>>());
    let manner = arguments.measuring.manner(arguments.quick);
    let never = AtomicBool::new(false);
    for task in left {
        progress.begin(&format!("{} on {}", task.variant.name, task.device.id));
        let start = Instant::now();
        let measured =
            worker().and_then(|worker| measure(&worker, task, &manner, &never, &mut |_, _, _| {}));
        store.keep(record(task, measured))?;
        progress.end(task.weight(), start.elapsed());
    }
    progress.finish();
    Ok(())
}

/// Asks the simulator about everything that it can run and has not been asked about.
fn simulate_all(arguments: &RunArguments, store: &mut Store) -> Result<()> {
    let wanted = places(&store.results, |record, device| {
        record.simulated.is_none() && simulator::is_wanted(record, device)
    });
    let weight = |record: &Record| Task::weight_simulated(&record.work);
    let weights: Vec<f64> =
        wanted.iter().map(|&(at, _)| weight(&store.results.measurements[at])).collect();
    let mut progress = Progress::new("simulated", &weights);
    let mut simulator = Simulator::default();
    for ((at, device), weight) in wanted.into_iter().zip(weights) {
        let record = &store.results.measurements[at];
        progress.begin(&record.kernel);
        let start = Instant::now();
        match simulator.simulate(record, &device, arguments.measuring.seed()) {
            Ok(simulated) => {
                store.results.measurements[at].simulated = Some(simulated);
                store.save()?;
            }
            Err(why) => progress.say(&format!("{} was not simulated: {why}", record.kernel)),
        }
        progress.end(weight, start.elapsed());
    }
    progress.finish();
    Ok(())
}

/// Has the hardware count what the simulator counted.
fn count_all(profiler: &Profiler, arguments: &RunArguments, store: &mut Store) -> Result<Verdict> {
    let wanted = places(&store.results, Profiler::is_wanted);
    // The profiler takes about as long to start for each.
    let mut progress = Progress::new("counted", &vec![1.0; wanted.len()]);
    let mut verdict = Verdict::Right;
    for (at, device) in wanted {
        let record = &store.results.measurements[at];
        progress.begin(&record.kernel);
        let start = Instant::now();
        match profiler.count(record, &device, arguments.measuring.seed()) {
            Ok(counted) => {
                store.results.measurements[at].hardware = Some(counted);
                store.save()?;
            }
            Err(why) => {
                verdict = Verdict::NotDone;
                progress.say(&format!("{} was not counted: {why:#}", record.kernel));
                // What is forbidden once is forbidden for all.
                if why.downcast_ref() == Some(&NcuError::Forbidden) {
                    break;
                }
            }
        }
        progress.end(1.0, start.elapsed());
    }
    progress.finish();
    Ok(verdict)
}

/// Where measurements stand that something is wanted of, each with its device.
fn places(results: &Results, is_wanted: impl Fn(&Record, &Device) -> bool) -> Vec<(usize, Device)> {
    let all = results.measurements.iter().enumerate();
    all.filter_map(|(at, record)| {
        let device = results.device(&record.device)?;
        is_wanted(record, device).then(|| (at, device.clone()))
    })
    .collect()
}

/// What came of the tasks of this run; what else is in the file does not matter.
fn verdict(results: &Results, tasks: &[Task]) -> Verdict {
    let is_task = |key: RecordKey<'_>| {
        tasks.iter().any(|task| {
            key == (task.device.id.as_str(), task.variant.name, task.role, task.size.as_slice())
        })
    };
    let own = results.measurements.iter().filter(|record| is_task(record.key()));
    own.map(|record| match record.outcome {
        Outcome::Measured(_) | Outcome::Lacking(_) => Verdict::Right,
        Outcome::Wrong(_) => Verdict::Wrong,
        Outcome::Failed(_) => Verdict::NotDone,
    })
    .fold(Verdict::Right, Verdict::and)
}

fn settings(arguments: &RunArguments) -> Settings {
    Settings {
        suite: arguments.suite.clone(),
        sizes: arguments.sizes.iter().map(ToString::to_string).collect(),
        sweep: arguments.sweep.clone(),
        quick: arguments.quick,
        repeat: arguments.measuring.repeat,
        seed: arguments.measuring.seed(),
    }
}
