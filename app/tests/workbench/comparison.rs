//! The comparison panel: files that are opened, views, filters, and where clicks lead.

use crate::results::plausible;
use crate::support::{Bench, builder, command, open_by, open_with, settle, workbench};
use egui_kittest::kittest::{NodeT, Queryable};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::{Duration, Instant};
use warpbench_common::opening::Opening;
use warpbench_compare::Results;
use warpbench_compare::ceilings::note_shares;
use warpbench_compare::figures::{Kind, Plot, Point, Style};
use warpbench_compare::merge::Class;
use warpbench_compare::results::{Outcome, Role};
use warpbench_device::worker::Worker;
use warpbench_device::{Devices, cpu};
use warpbench_state::command::Command;
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::comparison::files::ResultsAnswer;
use warpbench_state::comparison::shown::ComparisonFilter;
use warpbench_state::options::Options;
use warpbench_state::state::layout::is_on_top;
use warpbench_state::state::panel::PanelId;
use warpbench_state::state::stage::StageAction;
use warpbench_state::state::view::SourceView;

/// A kernel that is slow through WGSL in the files of these tests.
const SLOW: &str = "reduce_shuffle";

/// Results of a machine, with a kernel that takes twice as long through WGSL.
pub(crate) fn results(id: &str, machine: &str, seed: u64) -> Results {
    let mut results = plausible(id, machine, seed);
    let slow = results.measurements.iter_mut().filter(|record| {
        record.kernel == SLOW && record.device == "wgpu-0" && record.role == Role::Suite
    });
    for record in slow {
        if let Outcome::Measured(measured) = &mut record.outcome {
            measured.samples.iter_mut().for_each(|seconds| *seconds *= 2.0);
        }
    }
    note_shares(&mut results);
    results
}

/// The files of two machines.
pub(crate) fn two_files(folder: &Path) -> Vec<PathBuf> {
    let machines = [("one", "node1", 1), ("two", "node2", 2)];
    let files = machines.into_iter().map(|(id, machine, seed)| {
        let path = folder.join(format!("results-{machine}.json"));
        let text = warpbench_compare::write(&results(id, machine, seed)).expect("can be written");
        std::fs::write(&path, text).expect("a file");
        path
    });
    files.collect()
}

fn act(bench: &mut Bench, action: ComparisonAction) {
    command(bench, Command::Comparison(action));
}

fn view(bench: &mut Bench, view: ComparisonView) {
    act(bench, ComparisonAction::View(view));
}

/// A window that the panel fills, with two files open.
fn open(folder: &Path) -> Bench {
    let opening = Opening::Comparison(two_files(folder));
    open_by(builder(), move || Options { opening: opening.clone(), ..Options::isolated() })
}

fn count(bench: &Bench, words: &str) -> usize {
    bench.query_all_by_label_contains(words).count()
}

#[test]
fn two_files_show_bars_of_both_machines() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    let state = &workbench(&mut bench).state;
    assert_eq!(state.view.stage.filled, Some(PanelId::Comparison));
    assert_eq!(state.comparison.board.rows.len(), 8);
    let filter = ComparisonFilter { family: Some("reduce".to_owned()), ..Default::default() };
    act(&mut bench, ComparisonAction::Filter(filter));
    for device in ["NVIDIA H200 · CUDA · node1", "NVIDIA H200 · Vulkan · node2"] {
        assert_eq!(count(&bench, &format!("{SLOW} on {device}:")), 1, "{device}");
    }
    // Software and processors are apart.
    assert_eq!(count(&bench, "on llvmpipe"), 0);
    bench.get_by_label("Software adapters").click();
    settle(&mut bench);
    assert_eq!(count(&bench, "on NVIDIA H200"), 0);
    assert!(count(&bench, &format!("{SLOW} on llvmpipe · Vulkan · node1:")) == 1);
    view(&mut bench, ComparisonView::Files);
    assert_eq!(count(&bench, "node2, Debian GNU/Linux 12"), 1);
    let measured = plausible("one", "node1", 1).measurements;
    let own = measured.iter().filter(|record| record.device == "wgpu-1").count();
    let words = format!("llvmpipe · Vulkan (software): {own} measurements");
    assert_eq!(count(&bench, &words), 2, "{words}");
}

#[test]
fn filters_hide_devices_and_kernels() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    let bars = |bench: &Bench| count(bench, &format!("{SLOW} on NVIDIA H200"));
    let only = |words: &str| {
        let words = words.to_owned();
        ComparisonAction::Filter(ComparisonFilter { words, ..Default::default() })
    };
    act(&mut bench, only("shuffle"));
    assert_eq!(bars(&bench), 4);
    // A click on its letter hides a device, another one shows it again.
    for expected in [3, 4] {
        bench.get_by_label_contains(" A NVIDIA H200 · CUDA · node1").click();
        settle(&mut bench);
        assert_eq!(bars(&bench), expected);
    }
    let key = workbench(&mut bench).state.comparison.board.rows[1].key.clone();
    act(&mut bench, ComparisonAction::OnlyDevice(key));
    assert_eq!(bars(&bench), 1);
    bench.get_by_label("Show all").click();
    settle(&mut bench);
    assert!(count(&bench, "on NVIDIA H200") > 4);
    act(&mut bench, only("no such kernel"));
    assert_eq!(count(&bench, "Nothing of this is left by the filter"), 1);
    // What is typed filters, too.
    act(&mut bench, only(""));
    bench.get_by_label("Filter kernels").focus();
    bench.run_steps(2);
    bench.event(egui::Event::Text("transpose".to_owned()));
    settle(&mut bench);
    assert!(bars(&bench) == 0 && count(&bench, "transpose_naive on ") == 4);
}

#[test]
fn a_broken_file_says_where_and_the_rest_is_shown() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).expect("a file");
        path
    };
    let whole = std::fs::read_to_string(folder.path().join("results-node1.json")).expect("there");
    let cut = write("cut.json", &whole[..whole.len() / 2]);
    act(&mut bench, ComparisonAction::Open(vec![cut, folder.path().join("missing.json")]));
    let said = bench.get_by_label_contains("▲ cut.json: line ").accesskit_node().value();
    assert!(said.as_ref().is_some_and(|said| said.contains("column")), "{said:?}");
    assert_eq!(count(&bench, "▲ missing.json: "), 1);
    assert_eq!(workbench(&mut bench).state.comparison.board.rows.len(), 8);
    // One that contradicts another is named, and the other stays.
    let other = whole.replace("\"node1\"", "\"node9\"");
    act(&mut bench, ComparisonAction::Open(vec![write("changed.json", &other)]));
    view(&mut bench, ComparisonView::Files);
    assert_eq!(count(&bench, "▲ another file says that it is run one, too, but"), 1);
    let state = &workbench(&mut bench).state;
    assert_eq!((state.comparison.sources.len(), state.comparison.board.rows.len()), (5, 8));
    for source in state.comparison.sources.iter().map(|source| source.id).collect::<Vec<_>>() {
        act(&mut bench, ComparisonAction::Remove(source));
    }
    let comparison = &workbench(&mut bench).state.comparison;
    assert!(comparison.is_empty() && comparison.board.figures.is_empty());
}

#[test]
fn nothing_counts_twice() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    let figures = |bench: &mut Bench| workbench(bench).state.comparison.board.figures.clone();
    let before = figures(&mut bench);
    let copy = folder.path().join("copy.json");
    std::fs::copy(folder.path().join("results-node1.json"), &copy).expect("a copy");
    let again = vec![folder.path().join("results-node1.json"), copy];
    act(&mut bench, ComparisonAction::Open(again));
    assert_eq!(workbench(&mut bench).state.comparison.sources.len(), 3, "the same path is one");
    assert!(figures(&mut bench) == before, "copies of a run are one");
}

#[test]
fn a_click_on_a_bar_opens_the_kernel() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    let filter = ComparisonFilter { words: SLOW.to_owned(), ..Default::default() };
    act(&mut bench, ComparisonAction::Filter(filter));
    bench.get_by_label_contains(&format!("{SLOW} on NVIDIA H200 · CUDA · node2")).click();
    settle(&mut bench);
    let state = &workbench(&mut bench).state;
    assert_eq!(state.variant().name, SLOW);
    assert_eq!(state.view.stage.filled, None, "the text is to be seen");
    assert!(
        is_on_top(&state.layout, PanelId::Comparison) && is_on_top(&state.layout, PanelId::Source)
    );
    // A kernel of no lesson shows its texts in the panel.
    command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Comparison)));
    let filter = ComparisonFilter { words: "peak_copy".to_owned(), ..Default::default() };
    act(&mut bench, ComparisonAction::Filter(filter));
    bench.get_by_label("Open peak_copy").click();
    settle(&mut bench);
    assert_eq!(count(&bench, "peak_copy in WGSL"), 1);
    assert_eq!(workbench(&mut bench).state.variant().name, SLOW);
    act(&mut bench, ComparisonAction::CloseKernel);
    assert_eq!(count(&bench, "peak_copy in WGSL"), 0);
    act(&mut bench, ComparisonAction::OpenKernel("of_tomorrow".to_owned()));
    let told = workbench(&mut bench).state.notices.last().map(|notice| notice.text.clone());
    assert!(told.is_some_and(|text| text.contains("no kernel of_tomorrow")));
}

#[test]
fn cuda_and_wgsl_are_a_view_of_their_own() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    view(&mut bench, ComparisonView::Figures(Kind::Apis));
    assert_eq!(count(&bench, "64 of 66 kernels (97 %) reach at least 80 %"), 1);
    assert_eq!(count(&bench, "▲ "), 2, "the slow one, on both machines");
    let reason = workbench(&mut bench).state.comparison.board.pairs[0].reason.clone();
    let reason = reason.expect("a slow one has a reason, or says that there is none");
    assert_eq!(count(&bench, &reason), 2);
    assert_eq!(count(&bench, "matmul_tiled on NVIDIA H200 · Vulkan · node1: "), 1);
    // Both texts and the counters are one click away.
    bench.query_all_by_label(SLOW).next().expect("the slow one").click();
    settle(&mut bench);
    let state = &workbench(&mut bench).state;
    assert_eq!((state.variant().name, state.view.source), (SLOW, SourceView::Both));
    assert_eq!(state.comparison.chosen.as_deref(), Some(SLOW));
    command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Comparison)));
    assert_eq!(count(&bench, "bank conflicts"), 1);
    assert!(count(&bench, "hardware") >= 1 && count(&bench, "simulator") >= 1);
}

#[test]
fn every_view_has_something_to_show() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    for (chosen, expected) in [
        (ComparisonView::Figures(Kind::Speedups), "speed-up over the rung before"),
        (ComparisonView::Figures(Kind::Roofline), "Roofline: NVIDIA H200 · CUDA · node1, "),
        (ComparisonView::Figures(Kind::Scaling), "copy_coalesced: speed over size: NVIDIA H200"),
        (ComparisonView::Figures(Kind::Predicted), "Predicted against measured: NVIDIA H200"),
        (ComparisonView::Counters, "326 of 330 counters are the same"),
    ] {
        view(&mut bench, chosen);
        assert!(count(&bench, expected) >= 1, "{chosen:?}");
    }
    // On processors nothing is predicted, and the view says so.
    let filter = ComparisonFilter { class: Some(Class::Processor), ..Default::default() };
    act(&mut bench, ComparisonAction::Filter(filter));
    assert_eq!(count(&bench, "Nothing of this is left by the filter"), 1);
}

/// A click on a point opens its kernel, as one on a bar does.
#[test]
fn a_click_on_a_point_opens_the_kernel() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut bench = open(folder.path());
    let filter = ComparisonFilter { words: "matmul_tiled_wide".to_owned(), ..Default::default() };
    act(&mut bench, ComparisonAction::Filter(filter));
    view(&mut bench, ComparisonView::Figures(Kind::Predicted));
    let figures = &workbench(&mut bench).state.comparison.shown.figures;
    let Plot::Points(points) = &figures[0].plot else { panic!("points") };
    let all = || points.series.iter().flat_map(|series| &series.points);
    // The field ends a little beyond what lies on it.
    let along = |value: fn(&Point) -> f64, point: &Point| {
        let logs = || all().map(|point| value(point).log10());
        let (least, most) = (logs().fold(f64::MAX, f64::min), logs().fold(f64::MIN, f64::max));
        let edge = 0.04 * (most - least);
        ((value(point).log10() - least + edge) / (most - least + 2.0 * edge)) as f32
    };
    let measured = points.series.iter().find(|series| series.style == Style::Dots);
    let point = &measured.expect("the kernel was measured").points[0];
    let at = egui::vec2(along(|point| point.x, point), 1.0 - along(|point| point.y, point));
    let plot = bench.get_by_label_contains("Predicted against measured: ").rect();
    let at = plot.lerp_inside(at);
    // A click beside it opens nothing.
    for (at, expected) in [(at + egui::vec2(60.0, 0.0), false), (at, true)] {
        bench.drag_at(at);
        bench.step();
        bench.drop_at(at);
        settle(&mut bench);
        let name = workbench(&mut bench).state.variant().name;
        assert_eq!(name == "matmul_tiled_wide", expected, "{at:?} in {plot:?}");
    }
}

/// A file as the desktop hands it over.
#[derive(Debug)]
struct Dropped(PathBuf);

impl egui::DroppedFile for Dropped {
    fn path(&self) -> &Path {
        &self.0
    }

    fn bytes(&self) -> Result<Vec<u8>, String> {
        std::fs::read(&self.0).map_err(|error| error.to_string())
    }
}

#[test]
fn files_are_dropped_and_asked_for() {
    let folder = tempfile::tempdir().expect("a folder");
    let files = two_files(folder.path());
    let answer = files[1].clone();
    let options = move || {
        let answer = ResultsAnswer::Files(vec![answer.clone()]);
        Options { results_dialog: Arc::new(move |_| answer.clone()), ..Options::isolated() }
    };
    let mut bench = open_by(builder(), options);
    let is_up = |bench: &mut Bench| is_on_top(&workbench(bench).state.layout, PanelId::Comparison);
    assert!(!is_up(&mut bench));
    bench.input_mut().dropped_files.push(Arc::new(Dropped(files[0].clone())));
    bench.step();
    settle(&mut bench);
    assert!(is_up(&mut bench));
    assert_eq!(workbench(&mut bench).state.comparison.sources.len(), 1);
    bench.key_press_modifiers(egui::Modifiers::COMMAND, egui::Key::O);
    settle(&mut bench);
    assert_eq!(workbench(&mut bench).state.comparison.board.rows.len(), 8);
    // Without a dialog it is said what to do instead.
    let mut bench = open_with(builder(), None);
    act(&mut bench, ComparisonAction::Ask);
    let told = workbench(&mut bench).state.notices.last().map(|notice| notice.text.clone());
    assert!(told.is_some_and(|text| text.contains("--compare FILE")));
}

/// Waits until something is so; frames are drawn meanwhile.
fn wait_until(bench: &mut Bench, what: &str, mut is_so: impl FnMut(&mut Bench) -> bool) {
    let start = Instant::now();
    while !is_so(bench) {
        assert!(start.elapsed() < Duration::from_secs(120), "it never comes to this: {what}");
        std::thread::sleep(Duration::from_millis(10));
        bench.run_steps(1);
    }
}

#[test]
fn this_machine_is_measured_and_saved() {
    let folder = tempfile::tempdir().expect("a folder");
    let saved = folder.path().join("mine");
    let answer = saved.clone();
    let options = move || {
        let answer = ResultsAnswer::Files(vec![answer.clone()]);
        Options {
            devices: Box::new(|| Devices { found: vec![cpu::info()], unavailable: Vec::new() }),
            workers: Arc::new(|| Ok(Worker::new(env!("CARGO_BIN_EXE_warpbench"), ["worker"]))),
            results_dialog: Arc::new(move |_| answer.clone()),
            suite: vec!["vecadd".to_owned()],
            ..Options::isolated()
        }
    };
    let mut bench = open_by(builder(), options);
    wait_until(&mut bench, "devices are found", |bench| {
        !workbench(bench).state.timings.timings.is_looking()
    });
    act(&mut bench, ComparisonAction::Measure);
    assert!(workbench(&mut bench).state.comparison.is_measuring());
    wait_until(&mut bench, "measured", |bench| !workbench(bench).state.comparison.is_measuring());
    settle(&mut bench);
    assert!(count(&bench, &format!("vecadd on {}", cpu::info().name)) >= 1);
    act(&mut bench, ComparisonAction::Save);
    settle(&mut bench);
    let text = std::fs::read_to_string(saved.with_extension("json")).expect("it was saved");
    let results = warpbench_compare::read(&text).expect("it can be read");
    assert!(results.run.settings.quick && !results.measurements.is_empty());
    assert!(results.measurements.iter().all(|record| record.measured().is_some()));
    // The file is a copy of the run that is shown.
    let before = workbench(&mut bench).state.comparison.board.figures.clone();
    act(&mut bench, ComparisonAction::Open(vec![saved.with_extension("json")]));
    assert!(workbench(&mut bench).state.comparison.board.figures == before);
}

#[test]
fn a_measurement_can_be_stopped_and_says_what_keeps_it() {
    let options = || Options {
        devices: Box::new(|| Devices { found: vec![cpu::info()], unavailable: Vec::new() }),
        workers: Arc::new(|| Ok(Worker::new(env!("CARGO_BIN_EXE_warpbench"), ["worker"]))),
        ..Options::isolated()
    };
    let mut bench = open_by(builder(), options);
    wait_until(&mut bench, "devices are found", |bench| {
        !workbench(bench).state.timings.timings.is_looking()
    });
    act(&mut bench, ComparisonAction::Measure);
    wait_until(&mut bench, "something is there", |bench| {
        !workbench(bench).state.comparison.sources.is_empty()
    });
    bench.get_by_label("Stop").click();
    let start = Instant::now();
    wait_until(&mut bench, "stopped", |bench| !workbench(bench).state.comparison.is_measuring());
    assert!(start.elapsed() < Duration::from_secs(20));
    settle(&mut bench);
    let comparison = &workbench(&mut bench).state.comparison;
    let measured = comparison.measured_here().expect("what was measured stays");
    assert!(!measured.measurements.is_empty() && measured.measurements.len() < 32);
    // Where no worker can be started, the reason is told.
    let devices = || Devices { found: vec![cpu::info()], unavailable: Vec::new() };
    let mut bench =
        open_by(builder(), move || Options { devices: Box::new(devices), ..Options::isolated() });
    wait_until(&mut bench, "devices are found", |bench| {
        !workbench(bench).state.timings.timings.is_looking()
    });
    act(&mut bench, ComparisonAction::Measure);
    wait_until(&mut bench, "told", |bench| !workbench(bench).state.notices.is_empty());
    let told = workbench(&mut bench).state.notices[0].text.clone();
    assert!(told.contains("nobody starts workers here"), "{told}");
}
