//! A workbench in a test harness.

use egui_kittest::{Harness, HarnessBuilder};
use std::path::{Path, PathBuf};
use std::time::Duration;
use warpbench_common::labs::Shelf;
use warpbench_device::Devices;
use warpbench_front::{Language, Source};
use warpbench_lab::grade::Grader;
use warpbench_lab::{Clock, Limits};
use warpbench_report::{Backend, DeviceInfo, DeviceKind};
use warpbench_state::command::{Command, apply};
use warpbench_state::labs::action::LabAction;
use warpbench_state::options::Options;
use warpbench_texts::lessons::RungId;
use warpbench_window::Workbench;

/// The workbench, drawn by a harness.
pub(crate) type Bench = Harness<'static, Option<Workbench>>;

/// How long the background may take; it needs a fraction of it.
const PATIENCE: Duration = Duration::from_secs(60);

/// A harness of the usual size.
pub(crate) fn builder() -> HarnessBuilder<Option<Workbench>> {
    Harness::builder().with_size([1440.0, 900.0]).with_max_steps(40)
}

/// A workbench that keeps nothing, with the reduction open and recorded.
pub(crate) fn open() -> Bench {
    let mut bench = open_with(builder(), None);
    open_rung(&mut bench, "reduce_interleaved_divergent");
    bench
}

/// A workbench as it is at the first start, with the tour.
pub(crate) fn first_start() -> Bench {
    let options = || Options { devices: Box::new(devices), has_tour: true, ..Options::isolated() };
    open_by(builder(), options)
}

/// A workbench that keeps things in a folder.
pub(crate) fn open_in(folder: PathBuf) -> Bench {
    open_with(builder(), Some(folder))
}

/// A workbench in a harness that somebody has set up.
pub(crate) fn open_with(
    builder: HarnessBuilder<Option<Workbench>>,
    folder: Option<PathBuf>,
) -> Bench {
    let options = move || Options {
        folder: folder.clone(),
        devices: Box::new(devices),
        ..Options::isolated()
    };
    open_by(builder, options)
}

pub(crate) fn open_by(
    builder: HarnessBuilder<Option<Workbench>>,
    options: impl Fn() -> Options + 'static,
) -> Bench {
    let draw = move |ui: &mut egui::Ui, workbench: &mut Option<Workbench>| {
        let workbench = workbench.get_or_insert_with(|| Workbench::new(ui.ctx(), options()));
        workbench.ui(ui);
    };
    let mut bench = builder.build_ui_state(draw, None);
    settle(&mut bench);
    bench
}

/// A workbench that keeps nothing, with a lab open.
pub(crate) fn open_lab(id: &str) -> Bench {
    let mut bench = open_with(builder(), None);
    command(&mut bench, Command::Lab(LabAction::Open(id.to_owned())));
    bench
}

/// Puts the solution of the lab that is open into the text, and has it graded.
pub(crate) fn solve(bench: &mut Bench) {
    let state = &workbench(bench).state;
    let open = state.labs.open.as_ref().expect("a lab is open");
    let texts = open.lab.texts_in(state.setup.language).expect("in that language");
    let (key, text) = (state.stepped_document().key.clone(), texts.solution.text.clone());
    command(bench, Command::EditText { key, text, cursor: 0, time: 0.0 });
    command(bench, Command::Lab(LabAction::RunChecks));
}

/// The results of a small class in a folder: one forgets the guard, one passes, one
/// writes WGSL and forgets it as well, and one hands in no kernel at all.
pub(crate) fn class_folder(folder: &Path) -> PathBuf {
    let lab = Shelf::default().find("1").expect("built in");
    let texts = |language| lab.texts_in(language).expect("is there").clone();
    let (rust, wgsl) = (texts(Language::Rust), texts(Language::Wgsl));
    let all = [
        ("ann.rs", format!("// ann\n{}", rust.starter.text)),
        ("bob.rs", rust.solution.text),
        ("cy.wgsl", wgsl.starter.text),
        ("dora.rs", "I will hand it in tomorrow.".to_owned()),
    ];
    let grader = Grader::new(lab, Limits::default()).expect("it is sound");
    let (handed, out) = (folder.join("handed in"), folder.join("results of lab 1"));
    for folder in [&handed, &out.join("results")] {
        std::fs::create_dir_all(folder).expect("a folder");
    }
    let write = |path: PathBuf, bytes: &[u8]| std::fs::write(path, bytes).expect("is written");
    for (name, text) in all {
        let ending = name.rsplit_once('.').expect("an ending").1;
        let source = Source { path: format!("kernel.{ending}"), text };
        let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
        let graded = grader.grade(name, &source, &clock);
        write(handed.join(name), source.text.as_bytes());
        let json = serde_json::to_vec(&graded).expect("JSON");
        write(out.join("results").join(format!("{name}.json")), &json);
    }
    let note = serde_json::json!({ "submissions": handed });
    write(out.join("submissions.json"), note.to_string().as_bytes());
    out
}

/// A machine with one of each, so that pictures are the same everywhere.
fn devices() -> Devices {
    let device = |backend, name: &str, kind| DeviceInfo {
        backend,
        index: 0,
        name: name.to_owned(),
        kind,
        driver: "driver 1.0".to_owned(),
    };
    Devices {
        found: vec![
            device(Backend::Cuda, "A GPU", DeviceKind::Discrete),
            device(Backend::Wgpu, "A software adapter", DeviceKind::Software),
            device(Backend::Cpu, "A processor", DeviceKind::Cpu),
        ],
        unavailable: Vec::new(),
    }
}

pub(crate) fn workbench(bench: &mut Bench) -> &mut Workbench {
    bench.state_mut().as_mut().expect("it is open since the first frame")
}

/// Waits for the background, and draws what it has to say.
pub(crate) fn settle(bench: &mut Bench) {
    bench.run_steps(2);
    assert!(workbench(bench).settle(PATIENCE), "the background never comes to rest");
    bench.run_steps(2);
}

/// Does something as the palette would.
pub(crate) fn command(bench: &mut Bench, command: Command) {
    apply(command, &mut workbench(bench).state);
    settle(bench);
}

/// Does something and waits for what comes of it, without a frame: for those who do a
/// lot and look at the state alone.
pub(crate) fn quietly(bench: &mut Bench, command: Command) {
    let workbench = workbench(bench);
    apply(command, &mut workbench.state);
    assert!(workbench.settle(PATIENCE), "the background never comes to rest");
}

/// Opens a rung by its name, which is its kernel's where no other lesson has that.
pub(crate) fn open_rung(bench: &mut Bench, name: &str) {
    let rung_id = RungId::of_name(name).expect(name);
    command(bench, Command::OpenRung(rung_id));
}

/// Where we are in the trace.
pub(crate) fn position(bench: &mut Bench) -> usize {
    workbench(bench).state.player.as_ref().expect("recorded").position()
}

/// The position behind the first step that changes something visible.
pub(crate) fn first_position(bench: &mut Bench) -> usize {
    let player = workbench(bench).state.player.as_ref().expect("recorded");
    let mut steps = 0..player.trace().len();
    steps.find(|step| player.recording.is_visible(*step)).expect("there is one") + 1
}

/// Edits the kernel that is stepped, as the editor would.
pub(crate) fn edit(bench: &mut Bench, from: &str, to: &str) {
    let state = &workbench(bench).state;
    let document = state.stepped_document();
    let start = document.text.find(&format!("fn {}(", state.entry())).expect("a kernel");
    let (before, kernel) = document.text.split_at(start);
    assert!(kernel.contains(from), "no {from} in {kernel}");
    let text = before.to_owned() + &kernel.replacen(from, to, 1);
    let key = document.key.clone();
    command(bench, Command::EditText { key, text, cursor: 0, time: 0.0 });
}
