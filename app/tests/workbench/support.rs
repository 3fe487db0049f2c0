//! A workbench in a test harness.

use egui_kittest::{Harness, HarnessBuilder};
use std::path::PathBuf;
use std::time::Duration;
use warpbench::window::command::{Command, apply};
use warpbench::window::lessons::RungId;
use warpbench::window::{Options, Workbench};
use warpbench_device::Devices;
use warpbench_report::{Backend, DeviceInfo, DeviceKind};

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
    let options = || Options { devices: Box::new(devices), has_tour: true, ..Options::apart() };
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
    let options =
        move || Options { folder: folder.clone(), devices: Box::new(devices), ..Options::apart() };
    open_by(builder, options)
}

fn open_by(
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

/// Opens the rung of a kernel.
pub(crate) fn open_rung(bench: &mut Bench, variant: &str) {
    let rung_id = RungId::of_variant(variant).expect(variant);
    command(bench, Command::OpenRung(rung_id));
}

/// Where we are in the trace.
pub(crate) fn position(bench: &mut Bench) -> usize {
    workbench(bench).state.player.as_ref().expect("recorded").position()
}

/// Edits the kernel that is stepped, as the editor would.
pub(crate) fn edit(bench: &mut Bench, from: &str, to: &str) {
    let state = &workbench(bench).state;
    let document = state.stepped_document();
    let start = document.text.find(&format!("fn {}(", state.variant().name)).expect("a kernel");
    let (before, kernel) = document.text.split_at(start);
    assert!(kernel.contains(from), "no {from} in {kernel}");
    let text = before.to_owned() + &kernel.replacen(from, to, 1);
    let key = document.key.clone();
    command(bench, Command::EditText { key, text, cursor: 0, time: 0.0 });
}
