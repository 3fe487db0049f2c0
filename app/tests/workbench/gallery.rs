//! Pictures to be looked at with fresh eyes: every lesson's first rung, the
//! presenter and the cards of the tour. `cargo xtask screenshots` names the folder
//! that they go to in WARPBENCH_PICTURES; without it nothing is drawn.

use crate::comparison::two_files;
use crate::support::{Bench, builder, class_folder, command, open_by, open_with, solve, workbench};
use egui::Vec2;
use std::path::{Path, PathBuf};
use warpbench_common::opening::Opening;
use warpbench_machine::observe::trace::Direction;
use warpbench_state::command::Command;
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::labs::action::LabAction;
use warpbench_state::options::Options;
use warpbench_state::state::panel::PanelId;
use warpbench_state::state::player::Stride;
use warpbench_state::state::stage::StageAction;
use warpbench_state::tour::tour;
use warpbench_texts::lessons::{Lesson, RungId, lessons};

const USUAL: [f32; 2] = [1600.0, 1000.0];
/// What projectors have.
const PROJECTOR: [f32; 2] = [1280.0, 720.0];

/// A window of so many pixels.
fn open(pixels: [f32; 2], is_presenting: bool) -> Bench {
    let mut bench = open_with(builder().wgpu(), None);
    if is_presenting {
        command(&mut bench, Command::TogglePresenter);
    }
    let pixels = Vec2::from(pixels);
    let scale = workbench(&mut bench).state.view.scale(pixels);
    bench.set_size(pixels / scale);
    bench.run_steps(8);
    bench
}

/// The lesson whose ladder is timed.
const REDUCTION: usize = 1;

/// A rung in the middle of its work.
fn go_to(bench: &mut Bench, lesson: usize) {
    command(bench, Command::OpenRung(RungId { lesson, rung: 0 }));
    let strides = [Stride::Barrier, Stride::Line, Stride::Line, Stride::Line];
    for stride in strides {
        command(bench, Command::Step(Direction::Forward, stride));
        let state = &workbench(bench).state;
        let player = state.player.as_ref().expect("recorded");
        if player.position() == player.trace().len() {
            // Without a barrier that was the end; the first lines show more.
            command(bench, Command::Seek(0));
        }
    }
}

fn take(bench: &mut Bench, folder: &Path, name: &str) {
    bench.run_steps(4);
    let picture = bench.render().expect("an adapter draws it");
    picture.save(folder.join(format!("{name}.png"))).expect("can be written");
}

#[test]
fn lessons_presenter_and_tour() {
    let Some(folder) = std::env::var_os("WARPBENCH_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let name = |lesson: &'static Lesson| match lesson.rungs[0].program {
        Some(program) => program.name,
        None => lesson.rungs[0].family.name,
    };
    let names: Vec<&str> = lessons().iter().map(name).collect();
    for (pixels, is_presenting, prefix) in [
        (USUAL, false, "lesson"),
        (PROJECTOR, true, "presenter"),
        (PROJECTOR, false, "projector"),
        ([800.0, 600.0], false, "small"),
    ] {
        let mut bench = open(pixels, is_presenting);
        for (lesson, name) in names.iter().enumerate() {
            go_to(&mut bench, lesson);
            take(&mut bench, &folder, &format!("{prefix}-{lesson}-{name}"));
        }
    }
    let mut bench = open(PROJECTOR, true);
    command(&mut bench, Command::Stage(StageAction::ToggleRungText));
    take(&mut bench, &folder, "presenter-question");
    go_to(&mut bench, REDUCTION);
    command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Timings)));
    take(&mut bench, &folder, "presenter-timings");
    command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Warps)));
    command(&mut bench, Command::ToggleTheme);
    command(&mut bench, Command::Stage(StageAction::ToggleSpotlight));
    bench.hover_at(egui::pos2(300.0, 200.0));
    take(&mut bench, &folder, "presenter-spotlight");
    let mut bench = open(USUAL, false);
    go_to(&mut bench, REDUCTION);
    command(&mut bench, Command::BringUp(PanelId::Timings));
    take(&mut bench, &folder, "timings");
    command(&mut bench, Command::OpenRung(RungId { lesson: 0, rung: 0 }));
    for stop in 0..tour().len() {
        command(&mut bench, Command::Tour(Some(stop)));
        take(&mut bench, &folder, &format!("tour-{}", stop + 1));
    }
}

/// Labs at the sizes of a projector and of a usual screen: a check that fails, the
/// step that it leads to, all checks passed, a prediction, and a class.
#[test]
fn labs_and_classes() {
    let Some(folder) = std::env::var_os("WARPBENCH_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let kept = tempfile::tempdir().expect("a folder");
    let results = class_folder(kept.path());
    for (pixels, prefix) in [(PROJECTOR, "lab-1280"), ([1920.0, 1080.0], "lab-1920")] {
        let mut bench = open(pixels, false);
        let lab = |bench: &mut Bench, action: LabAction| command(bench, Command::Lab(action));
        lab(&mut bench, LabAction::Open("01_first_kernel".to_owned()));
        take(&mut bench, &folder, &format!("{prefix}-opened"));
        lab(&mut bench, LabAction::RunChecks);
        take(&mut bench, &folder, &format!("{prefix}-failing"));
        lab(&mut bench, LabAction::ShowCheck(1));
        take(&mut bench, &folder, &format!("{prefix}-step"));
        solve(&mut bench);
        take(&mut bench, &folder, &format!("{prefix}-passing"));
        lab(&mut bench, LabAction::Open("06_divergence".to_owned()));
        take(&mut bench, &folder, &format!("{prefix}-prediction"));
        let opening = Opening::Class { results: results.clone(), submissions: None };
        let options = move || Options { opening: opening.clone(), ..Options::isolated() };
        let mut bench = open_by(builder().wgpu(), options);
        bench.set_size(Vec2::from(pixels));
        bench.run_steps(8);
        take(&mut bench, &folder, &format!("{prefix}-class"));
        lab(&mut bench, LabAction::OpenSubmission(0, Some(1)));
        take(&mut bench, &folder, &format!("{prefix}-submission"));
        command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Class)));
        take(&mut bench, &folder, &format!("{prefix}-class-alone"));
    }
}

/// Comparisons: every view alone, at the sizes of a small window, a projector and a
/// usual screen; and a kernel that was gone to.
#[test]
fn comparisons() {
    let Some(folder) = std::env::var_os("WARPBENCH_PICTURES").map(PathBuf::from) else { return };
    std::fs::create_dir_all(&folder).expect("a folder for pictures");
    let kept = tempfile::tempdir().expect("a folder");
    let files = two_files(kept.path());
    for (pixels, prefix) in [
        ([800.0, 600.0], "compare-800"),
        (PROJECTOR, "compare-1280"),
        ([1920.0, 1080.0], "compare-1920"),
    ] {
        let opening = Opening::Comparison(files.clone());
        let options = move || Options { opening: opening.clone(), ..Options::isolated() };
        let mut bench = open_by(builder().wgpu(), options);
        bench.set_size(Vec2::from(pixels));
        bench.run_steps(8);
        let act = |bench: &mut Bench, action| command(bench, Command::Comparison(action));
        for (view, name) in ComparisonView::ALL {
            act(&mut bench, ComparisonAction::View(view));
            let name = name.to_lowercase().replace(' ', "-");
            take(&mut bench, &folder, &format!("{prefix}-{name}"));
        }
        act(&mut bench, ComparisonAction::OpenTwins("reduce_shuffle".to_owned()));
        take(&mut bench, &folder, &format!("{prefix}-twins"));
        command(&mut bench, Command::ToggleTheme);
        act(&mut bench, ComparisonAction::View(ComparisonView::ALL[1].0));
        take(&mut bench, &folder, &format!("{prefix}-panels-light"));
    }
}

#[test]
fn programs() {
    let Some(folder) = std::env::var_os("WARPBENCH_PICTURES").map(PathBuf::from) else { return };
    let shots = [
        ("1280", PROJECTOR, false),
        ("1920", [1920.0, 1080.0], false),
        ("presenter", PROJECTOR, true),
    ];
    for (size, pixels, is_presenting) in shots {
        let mut bench = open(pixels, is_presenting);
        for rung in ["loops_to_threads", "loops_to_tiles", "loops_to_sweeps"] {
            command(&mut bench, Command::OpenRung(RungId::of_name(rung).expect(rung)));
            for _ in 0..14 {
                command(&mut bench, Command::Step(Direction::Forward, Stride::Line));
            }
            take(&mut bench, &folder, &format!("program-{rung}-{size}"));
        }
        command(&mut bench, Command::ShowPass(Some(5)));
        take(&mut bench, &folder, &format!("program-pass-{size}"));
    }
}
