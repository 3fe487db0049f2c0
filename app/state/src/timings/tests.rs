//! The whole of it: the thread with someone who answers at once, and files.

#[path = "../../../../host/tests/skips/mod.rs"]
mod skips;

use super::action::{FileFormat, TimingsAction};
use super::comparison::{Comparison, RowState};
use super::edited_job;
use super::export::save::Answer;
use super::fixtures::{edited, ladder, machine, plausible, rungs};
use super::job::{Failure, Job, Outcome, Progress, RunKey, Workload};
use super::machine::{Machine, Measure, Workers};
use super::runner::{Runner, RunnerEvent};
use super::session::TimingsSession;
use super::state::{RunState, Timings, started};
use super::target::Target;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use warpbench_catalog as catalog;
use warpbench_device::worker::{self, Request};
use warpbench_device::{DeviceError, Devices, Repeat, cpu};
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_report::{DeviceInfo, Measurement};

/// Answers at once, unless it is told to wait until it is stopped.
struct Answers {
    waits: bool,
    asked: Arc<AtomicUsize>,
}

impl Measure for Answers {
    fn measure(
        &mut self,
        workload: &Workload,
        cancel: &AtomicBool,
        progress: Progress<'_>,
    ) -> Result<Outcome, Failure> {
        self.asked.fetch_add(1, Ordering::Relaxed);
        progress("timing the kernel", 1, 2);
        if self.waits {
            while !cancel.load(Ordering::Relaxed) {
                std::thread::sleep(Duration::from_millis(1));
            }
            return Err(Failure::Cancelled);
        }
        let key =
            RunKey { variant: workload.variant.name, target: 0, edited: workload.text.is_some() };
        Ok(plausible(&Job { key, workload: workload.clone() }))
    }
}

fn session(
    waits: bool,
    asked: &Arc<AtomicUsize>,
    answer: Answer,
) -> (TimingsSession, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = Answers { waits, asked: Arc::clone(asked) };
    let runner = Runner::with(machine, Box::new(answers), || {});
    let dialog = Arc::new(move |_: &_| answer.clone());
    let mut session =
        TimingsSession::with(runner, dialog, folder.path().to_owned(), Arc::new(|| {}));
    wait(&mut session, |timings| !timings.is_looking());
    session.timings.set_model(model::find("h200").expect("built in"));
    (session, folder)
}

fn wait(session: &mut TimingsSession, is_there: impl Fn(&Timings) -> bool) {
    let start = Instant::now();
    while !is_there(&session.timings) {
        assert!(start.elapsed() < Duration::from_secs(20), "it never came");
        std::thread::sleep(Duration::from_millis(2));
        session.receive();
    }
}

#[test]
fn a_ladder_runs_in_the_background() {
    let asked = Arc::new(AtomicUsize::new(0));
    let (mut session, _folder) = session(false, &asked, Answer::NoDialog);
    let rungs = rungs("reduce");
    let ladder = ladder(&rungs);
    let egui = egui::Context::default();
    assert!(session.apply(&egui, TimingsAction::RunLadder, &ladder).is_none());
    assert!(session.timings.is_busy());
    wait(&mut session, |timings| !timings.is_busy());
    assert_eq!(asked.load(Ordering::Relaxed), 4 * (3 + 7) + 7);
    let chosen = session.apply(&egui, TimingsAction::Choose(rungs[3].name), &ladder);
    assert_eq!(chosen, Some("reduce_first_add"));
}

#[test]
fn stopping_ends_the_run_and_drops_the_rest() {
    let asked = Arc::new(AtomicUsize::new(0));
    let (mut session, _folder) = session(true, &asked, Answer::NoDialog);
    let rungs = rungs("reduce");
    let ladder = ladder(&rungs);
    let egui = egui::Context::default();
    session.apply(&egui, TimingsAction::RunLadder, &ladder);
    let running = RunKey { variant: "peak_read", target: 0, edited: false };
    wait(&mut session, |timings| {
        let entry = timings.entry(running).map(|entry| &entry.run);
        matches!(entry, Some(RunState::Running { done: 1, of: 2, .. }))
    });
    session.apply(&egui, TimingsAction::Cancel, &ladder);
    assert!(!session.timings.is_busy());
    std::thread::sleep(Duration::from_millis(50));
    session.receive();
    assert!(!session.timings.is_busy());
    assert_eq!(asked.load(Ordering::Relaxed), 1, "the others were dropped");
    // What is asked for afterwards runs.
    session.apply(&egui, TimingsAction::RunRung, &ladder);
    wait(&mut session, |_| asked.load(Ordering::Relaxed) == 2);
    session.apply(&egui, TimingsAction::Cancel, &ladder);
}

#[test]
fn files_are_written_in_the_background() {
    let asked = Arc::new(AtomicUsize::new(0));
    let (mut session, folder) = session(false, &asked, Answer::NoDialog);
    let rungs = rungs("transpose");
    let ladder = ladder(&rungs);
    let egui = egui::Context::default();
    session.apply(&egui, TimingsAction::RunLadder, &ladder);
    wait(&mut session, |timings| !timings.is_busy());
    for (format, name) in [
        (FileFormat::Csv, "warpbench-transpose.csv"),
        (FileFormat::Svg, "warpbench-transpose.svg"),
        (FileFormat::Png, "warpbench-transpose.png"),
    ] {
        session.timings.notice = None;
        session.apply(&egui, TimingsAction::Save(format), &ladder);
        wait(&mut session, |timings| timings.notice.is_some());
        let notice = session.timings.notice.clone().unwrap_or_default();
        assert!(notice.contains(name), "{notice}");
        assert!(folder.path().join(name).metadata().is_ok_and(|file| file.len() > 500), "{name}");
    }
}

#[test]
fn the_simulator_needs_no_worker_and_devices_do() {
    let workers: Workers = Arc::new(|| Err(DeviceError::Cancelled));
    let mut machine = Machine::new(workers);
    let (family, variant) = catalog::find("reduce_sequential").expect("known");
    let model = Arc::new(model::find("h200").expect("built in").clone());
    let mut run = |target: Target| {
        let workload = Workload { family, variant, size: vec![1000], text: None, target };
        machine.measure(&workload, &AtomicBool::new(false), &mut |_, _, _| {})
    };
    let outcome = run(Target::Model(model));
    let Ok(Outcome::Simulated(simulated)) = outcome else { panic!("{outcome:?}") };
    assert!(simulated.checked && simulated.seconds > 0.0);
    let refused = run(Target::Device(cpu::info()));
    assert!(matches!(refused, Err(Failure::Cancelled)), "{refused:?}");
}

/// Has a device of this machine do a job, in this process.
fn serve(device: &DeviceInfo, job: worker::Job) -> Measurement {
    let repeat = Repeat { samples: Some(3), ..Repeat::default() };
    let request = Request { backend: device.backend, device: device.index, job, repeat };
    worker::serve(request, &worker::from_catalog, &mut |_| {}).expect("it runs")
}

#[test]
fn the_processor_is_measured_for_real() {
    let (family, device) = (rungs("reduce"), cpu::info());
    let mut timings = Timings::new();
    timings.found(Devices { found: vec![device.clone()], unavailable: Vec::new() });
    for job in started(&mut timings, TimingsAction::RunRung, &ladder(&family)) {
        let variant = job.key.variant.to_owned();
        let measured = serve(&device, worker::Job::Catalog { variant, size: vec![1000], seed: 1 });
        assert!(measured.checked);
        timings.ended(job.key, Ok(Outcome::Measured(Box::new(measured))));
    }
    let comparison = Comparison::of(&timings, &ladder(&family));
    let RowState::Done(figures) = &comparison.sections[0].rungs[0].rows[0].state else {
        panic!("{comparison:?}")
    };
    // The reference has no ceiling to be held to.
    let rate = figures.rate(comparison.sections[0].metric);
    assert!(rate.is_some() && figures.of_ceiling.is_none(), "{figures:?}");
}

#[test]
fn edited_texts_run_on_an_adapter() {
    let adapters = warpbench_device::wgpu::probe().unwrap_or_default();
    let Some(device) = adapters.first() else {
        let test = "window::timings::tests::edited_texts_run_on_an_adapter";
        return skips::record(test, "there is no graphics adapter");
    };
    let (family, variant) = catalog::find("reduce_sequential").expect("known");
    let check = |language: Language, text: &str, is_right: bool| {
        let text = edited(variant.name, language, text);
        let target = Target::Device(device.clone());
        let workload = Workload { family, variant, size: vec![1000], text: None, target };
        let job = edited_job::job(&text, &workload, device.backend, &mut |_, _, _| {});
        let measured = serve(device, job.expect("a job"));
        assert_eq!((measured.checked, measured.seconds.is_some()), (is_right, is_right));
        assert_eq!((measured.kernel.as_str(), &measured.size[..]), (variant.name, &[1000][..]));
    };
    let texts = &family.sources;
    check(Language::Wgsl, texts.wgsl, true);
    check(Language::Rust, texts.rust, true);
    let edited = texts.wgsl.replace("+=", "-=");
    assert_ne!(edited, texts.wgsl);
    check(Language::Wgsl, &edited, false);
}

#[test]
fn devices_are_reported_first() {
    let asked = Arc::new(AtomicUsize::new(0));
    let runner = Runner::with(machine, Box::new(Answers { waits: false, asked }), || {});
    let start = Instant::now();
    let first = loop {
        assert!(start.elapsed() < Duration::from_secs(20), "nothing was reported");
        if let Some(event) = runner.next() {
            break event;
        }
        std::thread::sleep(Duration::from_millis(1));
    };
    assert!(matches!(first, RunnerEvent::Devices(devices) if devices == machine()));
}
