//! The whole of it: the thread with someone who answers at once, files, and the
//! panel in a window that nobody sees.

#[path = "../../../../host/tests/skips/mod.rs"]
mod skips;

use super::export::save::Answer;
use super::fixtures::{context, edited, gpu, machine, plausible, rungs, timings, wrong};
use super::measure::{Failure, Job, Key, Machine, Measure, Outcome, Progress, Work};
use super::runner::{Event, Runner};
use super::state::{Run, started};
use super::*;
use crate::window::theme;
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};
use warpbench_catalog as catalog;
use warpbench_catalog::Variant;
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
        work: &Work,
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
        let key = Key { variant: work.variant.name, target: 0, edited: work.text.is_some() };
        Ok(plausible(&Job { key, work: work.clone() }))
    }
}

fn session(waits: bool, asked: &Arc<AtomicUsize>, answer: Answer) -> (Session, tempfile::TempDir) {
    let folder = tempfile::tempdir().expect("a folder");
    let answers = Answers { waits, asked: Arc::clone(asked) };
    let runner = Runner::with(machine, Box::new(answers), || {});
    let dialog = Arc::new(move |_: &_| answer.clone());
    let mut session = Session::with(runner, dialog, folder.path().to_owned(), Arc::new(|| {}));
    wait(&mut session, |timings| !timings.is_looking());
    session.timings.set_model(model::find("h200").expect("built in"));
    (session, folder)
}

fn wait(session: &mut Session, is_there: impl Fn(&Timings) -> bool) {
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
    let context = context(&rungs);
    let egui = egui::Context::default();
    assert!(session.apply(&egui, Action::RunLadder, &context).is_none());
    assert!(session.timings.is_busy());
    wait(&mut session, |timings| !timings.is_busy());
    assert_eq!(asked.load(Ordering::Relaxed), 4 * (3 + 7) + 7);
    let chosen = session.apply(&egui, Action::Choose(rungs[3]), &context);
    assert_eq!(chosen.map(|variant| variant.name), Some("reduce_first_add"));
}

#[test]
fn stopping_ends_the_run_and_drops_the_rest() {
    let asked = Arc::new(AtomicUsize::new(0));
    let (mut session, _folder) = session(true, &asked, Answer::NoDialog);
    let rungs = rungs("reduce");
    let context = context(&rungs);
    let egui = egui::Context::default();
    session.apply(&egui, Action::RunLadder, &context);
    let running = Key { variant: "peak_read", target: 0, edited: false };
    wait(&mut session, |timings| {
        let entry = timings.entry(running).map(|entry| &entry.run);
        matches!(entry, Some(Run::Running { done: 1, of: 2, .. }))
    });
    session.apply(&egui, Action::Cancel, &context);
    assert!(!session.timings.is_busy());
    std::thread::sleep(Duration::from_millis(50));
    session.receive();
    assert!(!session.timings.is_busy());
    assert_eq!(asked.load(Ordering::Relaxed), 1, "the others were dropped");
    // What is asked for afterwards runs.
    session.apply(&egui, Action::RunRung, &context);
    wait(&mut session, |_| asked.load(Ordering::Relaxed) == 2);
    session.apply(&egui, Action::Cancel, &context);
}

#[test]
fn files_are_written_in_the_background() {
    let asked = Arc::new(AtomicUsize::new(0));
    let (mut session, folder) = session(false, &asked, Answer::NoDialog);
    let rungs = rungs("transpose");
    let context = context(&rungs);
    let egui = egui::Context::default();
    session.apply(&egui, Action::RunLadder, &context);
    wait(&mut session, |timings| !timings.is_busy());
    for (action, name) in [
        (Action::SaveCsv, "warpbench-transpose.csv"),
        (Action::SaveSvg, "warpbench-transpose.svg"),
        (Action::SavePng, "warpbench-transpose.png"),
    ] {
        session.timings.notice = None;
        session.apply(&egui, action, &context);
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
    let mut run = |target: target::Target| {
        let work = Work { family, variant, size: vec![1000], text: None, target };
        machine.measure(&work, &AtomicBool::new(false), &mut |_, _, _| {})
    };
    let outcome = run(target::Target::Model(model));
    let Ok(Outcome::Simulated(simulated)) = outcome else { panic!("{outcome:?}") };
    assert!(simulated.checked && simulated.seconds > 0.0);
    let refused = run(target::Target::Device(cpu::info()));
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
    for job in started(&mut timings, Action::RunRung, &context(&family)) {
        let variant = job.key.variant.to_owned();
        let measured = serve(&device, worker::Job::Catalog { variant, size: vec![1000], seed: 1 });
        assert!(measured.checked);
        timings.ended(job.key, Ok(Outcome::Measured(Box::new(measured))));
    }
    let sheet = sheet::Sheet::of(&timings, &context(&family));
    let sheet::State::Done(figures) = &sheet.sections[0].steps[0].rows[0].state else {
        panic!("{sheet:?}")
    };
    // The reference has no ceiling to be held to.
    assert!(figures.rate.is_some() && figures.of_ceiling.is_none(), "{figures:?}");
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
        let target = target::Target::Device(device.clone());
        let work = Work { family, variant, size: vec![1000], text: None, target };
        let job = super::edited::job(&text, &work, device.backend, &mut |_, _, _| {});
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
    assert!(matches!(first, Event::Devices(devices) if devices == machine()));
}

/// What a window shows, with what is done in it.
struct Shown {
    timings: Timings,
    rungs: Vec<&'static Variant>,
    edited: Option<EditedText>,
    actions: Vec<Action>,
}

fn harness(shown: Shown, size: [f32; 2], is_dark: bool) -> Harness<'static, Shown> {
    let mut harness = Harness::builder().with_size(size).with_pixels_per_point(1.5).build_ui_state(
        |ui, shown: &mut Shown| {
            let size = [1024];
            let edited = shown.edited.as_ref();
            let context = Context { edited, size: Some(&size), ..context(&shown.rungs) };
            let actions = show(ui, &shown.timings, &context);
            for action in &actions {
                shown.timings.apply(action.clone(), &context);
            }
            shown.actions.extend(actions);
        },
        shown,
    );
    theme::install(&harness.ctx);
    let theme = if is_dark { egui::Theme::Dark } else { egui::Theme::Light };
    harness.ctx.set_theme(theme);
    harness.run_steps(4);
    harness
}

fn complete(family: &str) -> Shown {
    let mut timings = timings();
    let rungs = rungs(family);
    let context = context(&rungs);
    for job in started(&mut timings, Action::RunLadder, &context) {
        timings.ended(job.key, Ok(plausible(&job)));
    }
    Shown { timings, rungs, edited: None, actions: Vec::new() }
}

/// Something of everything: done, wrong, failed, running, waiting, edited.
fn mixed() -> Shown {
    let mut shown = complete("reduce");
    let text = edited("reduce_sequential", Language::Rust, "mine");
    let context = Context { variant: shown.rungs[2], edited: Some(&text), ..context(&shown.rungs) };
    for job in started(&mut shown.timings, Action::RunRung, &context) {
        shown.timings.ended(job.key, Ok(plausible(&job)));
    }
    let again = started(&mut shown.timings, Action::RunLadder, &context);
    for job in again {
        let (name, target) = (job.key.variant, job.key.target);
        let ended = match (name, target) {
            ("reduce_shuffle", 2) => Err(Failure::Missing(
                "llvmpipe lacks the feature `subgroups`, which `reduce_shuffle` needs".to_owned(),
            )),
            ("reduce_last_warp", 1) => Ok(wrong(name, &gpu(), &[1000])),
            ("reduce_interleaved_strided", 1) => Err(Failure::Failed(
                "the worker process ended with signal 11 while it was timing the kernel; what it \
                 said last: Segmentation fault (core dumped)"
                    .to_owned(),
            )),
            ("reduce_first_add", 1) => {
                let words = "timing the kernel".to_owned();
                let event = Event::Running { key: job.key, words, done: 40, of: 100 };
                shown.timings.receive(event);
                continue;
            }
            ("reduce_grid_stride", 1) => continue,
            _ => Ok(plausible(&job)),
        };
        shown.timings.ended(job.key, ended);
    }
    shown.edited = Some(text);
    shown
}

#[test]
fn buttons_and_bars_are_labelled_and_act() {
    let mut harness = harness(complete("reduce"), [900.0, 2400.0], true);
    for label in ["Run this kernel", "Run the ladder", "Stop", "Copy as Markdown", "Save…"] {
        harness.get_by_label(label);
    }
    harness.get_by_label_contains("reduce_sequential on NVIDIA H200 (GPU, cuda): 290 µs median");
    harness
        .get_by_label_contains("reduce_sequential on llvmpipe (LLVM 19.1.7, 256 bits) (software");
    harness.get_by_label_contains("reduce_sequential on H200 model (predicted): ");
    harness.get_by_label("GPU, rung 3: reduce_first_add").click();
    harness.run_steps(2);
    let chosen = harness.state().actions.last().cloned();
    assert!(matches!(chosen, Some(Action::Choose(v)) if v.name == "reduce_first_add"));
    harness.get_by_label("Run the ladder").click();
    harness.run_steps(2);
    assert!(harness.state().timings.is_busy());
    harness.get_by_label("Stop").click();
    harness.run_steps(2);
    assert!(!harness.state().timings.is_busy());
    harness.get_by_label_contains("Devices (").click();
    harness.run_steps(2);
    harness.get_by_label("NVIDIA H200 (GPU, wgpu)").click();
    harness.run_steps(2);
    assert!(!harness.state().timings.is_on(1));
    // The list is closed by a click elsewhere.
    harness.get_by_label_contains("Devices (").click();
    harness.run_steps(2);
    harness.get_by_label("Roofline").click();
    harness.run_steps(3);
    harness.get_by_label_contains("Roofline of NVIDIA H200: ");
    harness.get_by_label("Table").click();
    harness.run_steps(3);
    assert_eq!(harness.get_all_by_label("speed-up").count(), 4, "a table for each target");
}

#[test]
fn a_machine_without_results_says_what_to_do() {
    let rungs = rungs("reduce");
    let shown = |timings| Shown { timings, rungs: rungs.clone(), edited: None, actions: vec![] };
    let looking = harness(shown(Timings::new()), [400.0, 300.0], true);
    looking.get_by_label("Looking for the devices of this machine.");
    let idle = harness(shown(timings()), [400.0, 300.0], true);
    idle.get_by_label_contains("Nothing has been run yet.");
    let mut off = timings();
    for index in 0..5 {
        off.apply(Action::ToggleDevice(index), &context(&rungs));
    }
    let off = harness(shown(off), [400.0, 300.0], false);
    off.get_by_label_contains("Tick at least one device");
}

#[test]
fn every_state_of_a_run_is_said_in_words() {
    for (size, is_dark) in [([900.0, 3000.0], true), ([270.0, 6000.0], false)] {
        let harness = harness(mixed(), size, is_dark);
        for words in [
            "Wrong result: largest error",
            "Not run: the worker process ended with signal 11",
            "Not run here: llvmpipe lacks the feature",
            "timing the kernel",
            "waiting",
        ] {
            let said = harness.query_all_by_label_contains(words).count();
            assert!(said > 0, "{words} is not shown in {size:?}");
        }
    }
}
