//! Pictures to be looked at with fresh eyes: every lesson's first rung, the
//! presenter and the cards of the tour. `cargo xtask screenshots` names the folder
//! that they go to in WARPBENCH_PICTURES; without it nothing is drawn.

use crate::support::{Bench, builder, command, open_with, workbench};
use egui::Vec2;
use std::path::{Path, PathBuf};
use warpbench::window::command::Command;
use warpbench::window::lessons::{RungId, lessons};
use warpbench::window::state::panel::PanelId;
use warpbench::window::state::player::Stride;
use warpbench::window::state::stage::StageAction;
use warpbench::window::tour::tour;
use warpbench_machine::observe::trace::Direction;

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
    let names: Vec<&str> = lessons().iter().map(|lesson| lesson.rungs[0].family.name).collect();
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
    command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Timings)));
    take(&mut bench, &folder, "presenter-timings");
    command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Warps)));
    command(&mut bench, Command::ToggleTheme);
    command(&mut bench, Command::Stage(StageAction::ToggleSpotlight));
    bench.hover_at(egui::pos2(300.0, 200.0));
    take(&mut bench, &folder, "presenter-spotlight");
    let mut bench = open(USUAL, false);
    command(&mut bench, Command::BringUp(PanelId::Timings));
    take(&mut bench, &folder, "timings");
    for stop in 0..tour().len() {
        command(&mut bench, Command::Tour(Some(stop)));
        take(&mut bench, &folder, &format!("tour-{}", stop + 1));
    }
}
