//! How fast the workbench is: a frame while playing, scrubbing, the first frame
//! and the memory of a long trace, each beside its bar.
//!
//! `cargo bench -p warpbench --bench workbench` prints a table. A frame is drawn
//! for real but for the GPU's part: panels are laid out, shapes are made and
//! turned into triangles. Time is CPU time of the thread that draws.

use cpu_time::ThreadTime;
use egui::{Context, RawInput, Rect, pos2, vec2};
use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::sync::Arc;
use std::time::{Duration, Instant};
use warpbench_common::labs::Shelf;
use warpbench_common::opening::Opening;
use warpbench_lab::grade::Grader;
use warpbench_lab::{Clock, Limits};
use warpbench_state::command::{Command, apply};
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::labs::action::LabAction;
use warpbench_state::options::Options;
use warpbench_state::session;
use warpbench_state::setup::Setup;
use warpbench_state::state::layout::Layout;
use warpbench_state::state::panel::PANELS;
use warpbench_state::state::player::{Player, SPEEDS};
use warpbench_texts::lessons::RungId;
use warpbench_window::Workbench;

/// Results of machines that nobody has.
#[path = "../../host/compare/tests/compare/support.rs"]
#[expect(dead_code, reason = "only some of them are needed here")]
mod results;

/// Frames that are played, and how often.
const FRAMES: usize = 400;
const PLAYS: usize = 5;

/// A kernel with much to show in every panel.
const KERNEL: &str = "matmul_tiled";

fn main() {
    // cargo test runs benchmarks too, with this argument; there is nothing to
    // measure then.
    if std::env::args().any(|argument| argument == "--test") {
        return;
    }
    println!("| what | median | slowest | bar | met |");
    println!("|---|---:|---:|---:|---|");
    let start = first_frame();
    row("start to first frame", &start, 1500.0, "ms");
    for speed in [2, 3, 5, 7] {
        let name = format!("frame while playing {} steps a second", SPEEDS[speed]);
        row(&format!("{name}, panels as usual"), &best_frames(speed, false), 8.0, "ms");
        row(&format!("{name}, all panels"), &best_frames(speed, true), 8.0, "ms");
    }
    row("frame of a lab, all panels", &lab_frames(), 8.0, "ms");
    row("frame of a lab that is typed into and graded", &typed_frames(), 8.0, "ms");
    row("frame of a class of 3,000, all panels", &class_frames(), 8.0, "ms");
    for (view, name) in ComparisonView::ALL {
        let what = format!("frame of a comparison of four machines, {}", name.to_lowercase());
        row(&what, &comparison_frames(view), 8.0, "ms");
    }
    let (scrubs, megabytes, steps) = scrubbing();
    row(&format!("scrub to a random step of {steps}"), &scrubs, 50.0, "ms");
    row(&format!("memory of a trace of {steps} steps"), &[megabytes], 300.0, "MB");
}

fn row(what: &str, values: &[f64], bar: f64, unit: &str) {
    let mut sorted = values.to_vec();
    sorted.sort_by(f64::total_cmp);
    let (median, slowest) = (sorted[sorted.len() / 2], sorted[sorted.len() - 1]);
    let is_met = if slowest <= bar { "yes" } else { "no" };
    println!("| {what} | {median:.2} {unit} | {slowest:.2} {unit} | {bar} {unit} | {is_met} |");
}

/// A window without a GPU.
struct Screen {
    context: Context,
    workbench: Workbench,
    time: f64,
}

impl Screen {
    fn open() -> Screen {
        let context = Context::default();
        let workbench = Workbench::new(&context, Options::isolated());
        Screen { context, workbench, time: 0.0 }
    }

    /// Draws a frame; returns the CPU time that it took, in milliseconds.
    fn frame(&mut self) -> f64 {
        self.time += 1.0 / 60.0;
        let input = RawInput {
            screen_rect: Some(Rect::from_min_size(pos2(0.0, 0.0), vec2(1920.0, 1080.0))),
            time: Some(self.time),
            predicted_dt: 1.0 / 60.0,
            focused: true,
            ..RawInput::default()
        };
        let start = ThreadTime::now();
        let output = self.context.run_ui(input, |ui| self.workbench.ui(ui));
        let triangles = self.context.tessellate(output.shapes, output.pixels_per_point);
        let spent = start.elapsed();
        std::hint::black_box(triangles);
        spent.as_secs_f64() * 1e3
    }
}

/// From nothing to the first frame, without the window and its adapter.
fn first_frame() -> Vec<f64> {
    let once = || {
        let start = Instant::now();
        Screen::open().frame();
        start.elapsed().as_secs_f64() * 1e3
    };
    (0..5).map(|_| once()).collect()
}

/// The same frames played several times, each with the least time that it took:
/// a virtual machine takes a pause now and then, at changing places.
fn best_frames(speed: usize, is_open: bool) -> Vec<f64> {
    best(|| frames(speed, is_open))
}

fn frames(speed: usize, is_open: bool) -> Vec<f64> {
    let mut screen = Screen::open();
    let rung_id = RungId::of_variant(KERNEL).expect("is a rung");
    apply(Command::OpenRung(rung_id), &mut screen.workbench.state);
    assert!(screen.workbench.settle(Duration::from_secs(60)), "the kernel is recorded");
    if is_open {
        open_all(&mut screen);
    }
    let change = speed as isize - screen.workbench.state.speed as isize;
    apply(Command::ChangeSpeed(change), &mut screen.workbench.state);
    for _ in 0..10 {
        screen.frame();
    }
    let mut frame = || {
        // At its end it starts over.
        let state = &mut screen.workbench.state;
        if state.player.as_ref().is_some_and(|player| !player.is_playing) {
            apply(Command::TogglePlay, state);
        }
        screen.frame()
    };
    (0..FRAMES).map(|_| frame()).collect()
}

/// Nothing is behind anything: every panel has a place of its own.
fn open_all(screen: &mut Screen) {
    let panels = PANELS.iter().map(|panel| panel.id).collect();
    let layout = Layout::new_grid(egui::Id::unique("all panels"), panels);
    apply(Command::SetLayout(Box::new(layout)), &mut screen.workbench.state);
}

/// Each frame with the least time that it took of several plays.
fn best(mut play: impl FnMut() -> Vec<f64>) -> Vec<f64> {
    let plays: Vec<Vec<f64>> = (0..PLAYS).map(|_| play()).collect();
    let least = |frame: usize| plays.iter().map(|play| play[frame]).fold(f64::MAX, f64::min);
    (0..plays[0].len()).map(least).collect()
}

/// A lab whose checks fail with all that they have to say.
fn lab_screen() -> Screen {
    let mut screen = Screen::open();
    let lab = |action| Command::Lab(action);
    apply(lab(LabAction::Open("01_first_kernel".to_owned())), &mut screen.workbench.state);
    apply(lab(LabAction::RunChecks), &mut screen.workbench.state);
    assert!(screen.workbench.settle(Duration::from_secs(120)), "the lab is graded");
    open_all(&mut screen);
    for _ in 0..10 {
        screen.frame();
    }
    screen
}

fn lab_frames() -> Vec<f64> {
    best(|| {
        let mut screen = lab_screen();
        (0..FRAMES).map(|_| screen.frame()).collect()
    })
}

/// A key in every fourth frame, so that texts are checked, recorded and graded all the
/// time.
fn typed_frames() -> Vec<f64> {
    best(|| {
        let mut screen = lab_screen();
        let state = &screen.workbench.state;
        let (key, text) =
            (state.stepped_document().key.clone(), state.stepped_document().text.clone());
        let mut frame = |number: usize| {
            if number.is_multiple_of(4) {
                let text = format!("{text}// {}\n", "x".repeat(number / 4 % 60));
                let time = number as f64 / 60.0;
                let edit = Command::EditText { key: key.clone(), text, cursor: 0, time };
                apply(edit, &mut screen.workbench.state);
            }
            screen.frame()
        };
        (0..FRAMES).map(&mut frame).collect()
    })
}

fn class_frames() -> Vec<f64> {
    let lab = Shelf::default().find("1").expect("built in");
    let text = lab.texts[0].starter.clone();
    let grader = Grader::new(lab, Limits::default()).expect("it is sound");
    let clock = Clock { elapsed: &|| Duration::ZERO, go_on: &|| true };
    let graded = grader.grade("", &text, &clock);
    let one = |number: usize| {
        let submission = format!("student-{number:04}.rs");
        warpbench_lab::outcome::Graded { submission, ..graded.clone() }
    };
    let all: Vec<_> = (0..3000).map(one).collect();
    let folder = tempfile::tempdir().expect("a folder");
    let json = serde_json::to_vec(&all).expect("JSON");
    std::fs::write(folder.path().join("results.json"), json).expect("is written");
    best(|| {
        let results = folder.path().to_owned();
        let mut screen = Screen::open();
        let opening = Opening::Class { results, submissions: None };
        screen.workbench.state.open_first(opening);
        assert!(screen.workbench.settle(Duration::from_secs(120)), "the class is read");
        open_all(&mut screen);
        for _ in 0..10 {
            screen.frame();
        }
        (0..FRAMES).map(|_| screen.frame()).collect()
    })
}

/// A view of four machines with four devices each, over the whole window.
fn comparison_frames(view: ComparisonView) -> Vec<f64> {
    let folder = tempfile::tempdir().expect("a folder");
    let one = |number: u64| {
        let path = folder.path().join(format!("{number}.json"));
        let results = results::plausible(&format!("run{number}"), &format!("node{number}"), number);
        let text = warpbench_compare::write(&results).expect("can be written");
        std::fs::write(&path, text).expect("is written");
        path
    };
    let files: Vec<_> = (0..4).map(one).collect();
    best(|| {
        let mut screen = Screen::open();
        screen.workbench.state.open_first(Opening::Comparison(files.clone()));
        assert!(screen.workbench.settle(Duration::from_secs(120)), "the files are read");
        let view = Command::Comparison(ComparisonAction::View(view));
        apply(view, &mut screen.workbench.state);
        for _ in 0..10 {
            screen.frame();
        }
        (0..FRAMES).map(|_| screen.frame()).collect()
    })
}

/// Scrubbing in a long trace: times in milliseconds, its memory in megabytes,
/// and how many steps it has.
fn scrubbing() -> (Vec<f64>, f64, usize) {
    let mut setup = Setup::new();
    setup.open(RungId::of_variant(KERNEL).expect("is a rung"));
    setup.sizes.insert(setup.rung_id.rung().variant.name, vec![32, 32, 2500]);
    let prepared = session::prepare(&setup, None).expect("can be run");
    let recording = session::record(&prepared, &setup, &|| true).expect("is recorded");
    let megabytes = recording.trace.memory_bytes() as f64 / 1e6;
    let steps = recording.trace.len();
    assert!(steps >= 1_000_000, "{steps} steps are too few");
    let mut player = Player::new(Arc::new(recording), 0);
    let mut random = Pcg64Mcg::seed_from_u64(1);
    let mut scrub = || {
        let target = random.next_u64() as usize % steps;
        let start = Instant::now();
        player.seek(target);
        start.elapsed().as_secs_f64() * 1e3
    };
    ((0..500).map(|_| scrub()).collect(), megabytes, steps)
}
