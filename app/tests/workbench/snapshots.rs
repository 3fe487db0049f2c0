//! A picture of every panel in both themes. A panel that is added to the
//! registry is covered without another line.
//!
//! `UPDATE_SNAPSHOTS=1 cargo test -p warpbench --test workbench snapshots` takes
//! new pictures; look at them before you commit them.

use crate::comparison::two_files;
use crate::support::{
    Bench, builder, class_folder, command, open_by, open_rung, open_with, solve, workbench,
};
use egui_kittest::{SnapshotOptions, SnapshotResult, SnapshotResults};
use warpbench_common::opening::Opening;
use warpbench_compare::figures::Kind;
use warpbench_device as device;
use warpbench_machine::observe::trace::Direction;
use warpbench_report::Backend;
use warpbench_state::command::Command;
use warpbench_state::comparison::action::{ComparisonAction, ComparisonView};
use warpbench_state::labs::action::LabAction;
use warpbench_state::options::Options;
use warpbench_state::state::panel::{PANELS, Panel, PanelId};
use warpbench_state::state::player::Stride;
use warpbench_state::state::stage::StageAction;
use warpbench_state::state::view::Theme;

#[path = "../../../host/tests/skips/mod.rs"]
mod skips;

/// A moment at which every panel has something to show.
fn moment(theme: Theme) -> Bench {
    let mut bench = open_with(builder().wgpu(), None);
    if workbench(&mut bench).state.view.theme != theme {
        command(&mut bench, Command::ToggleTheme);
    }
    open_rung(&mut bench, "reduce_interleaved_strided");
    for _ in 0..2 {
        command(&mut bench, Command::Step(Direction::Forward, Stride::Barrier));
    }
    for _ in 0..40 {
        let state = &workbench(&mut bench).state;
        let step = state.player.as_ref().and_then(|player| player.playback.last_step());
        let touches = |step: &warpbench_machine::observe::trace::Step| {
            step.accesses.iter().any(|access| access.space == warpbench_machine::sim::Space::Shared)
        };
        if step.as_ref().is_some_and(touches) {
            break;
        }
        command(&mut bench, Command::Step(Direction::Forward, Stride::Instruction));
    }
    command(&mut bench, Command::SelectLane(Some((0, 5))));
    bench
}

/// The panel alone, as large as the window.
fn picture(bench: &mut Bench, panel: &Panel, name: &str, theme: Theme) -> SnapshotResult {
    command(bench, Command::BringUp(panel.id));
    let name = format!("{name}_{}", format!("{theme:?}").to_lowercase());
    let tile = {
        let layout = &workbench(bench).state.layout;
        let tile = layout.tiles.find_pane(&panel.id).expect(panel.slug);
        layout.tiles.rect(tile).expect(panel.slug)
    };
    bench.run_steps(2);
    let picture = bench.render().expect("an adapter draws it");
    let scale = bench.ctx.pixels_per_point();
    let side = |value: f32| (value * scale).round() as u32;
    let cut = image::imageops::crop_imm(
        &picture,
        side(tile.left()),
        side(tile.top()),
        side(tile.width()),
        side(tile.height()),
    );
    // Adapters differ in how they smooth edges, so some pixels may differ.
    let options = SnapshotOptions::new().threshold(2.0).max_failed_pixels(300);
    egui_kittest::try_image_snapshot_options(&cut.to_image(), name, &options)
}

#[test]
fn panels_look_as_they_should() {
    if !device::devices().found.iter().any(|device| device.backend == Backend::Wgpu) {
        skips::record("snapshots::panels_look_as_they_should", "there is no graphics adapter");
        return;
    }
    // All that differ are told, because one often explains another.
    let mut results = SnapshotResults::new();
    for theme in [Theme::Dark, Theme::Light] {
        let mut bench = moment(theme);
        for panel in PANELS {
            results.add(picture(&mut bench, panel, panel.slug, theme));
        }
    }
    results.unwrap();
}

#[test]
fn labs_look_as_they_should() {
    if !device::devices().found.iter().any(|device| device.backend == Backend::Wgpu) {
        skips::record("snapshots::labs_look_as_they_should", "there is no graphics adapter");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let class = class_folder(folder.path());
    let mut results = SnapshotResults::new();
    for theme in [Theme::Dark, Theme::Light] {
        let opening = Opening::Class { results: class.clone(), submissions: None };
        let options = move || Options { opening: opening.clone(), ..Options::isolated() };
        let mut bench = open_by(builder().wgpu(), options);
        if workbench(&mut bench).state.view.theme != theme {
            command(&mut bench, Command::ToggleTheme);
        }
        let mut take = |bench: &mut Bench, panel: PanelId, name: &str| {
            results.add(picture(bench, panel.panel(), name, theme));
        };
        // It fills the window when it is opened.
        command(&mut bench, Command::Stage(StageAction::Fill(PanelId::Class)));
        take(&mut bench, PanelId::Class, "lab_class");
        let open = LabAction::Open("01_first_kernel".to_owned());
        command(&mut bench, Command::Lab(open));
        command(&mut bench, Command::Lab(LabAction::NextHint));
        command(&mut bench, Command::Lab(LabAction::RunChecks));
        take(&mut bench, PanelId::Checks, "lab_failing");
        take(&mut bench, PanelId::Lesson, "lab_task");
        take(&mut bench, PanelId::Lessons, "lab_list");
        solve(&mut bench);
        take(&mut bench, PanelId::Checks, "lab_passing");
        command(&mut bench, Command::Lab(LabAction::Open("06_divergence".to_owned())));
        take(&mut bench, PanelId::Checks, "lab_prediction");
    }
    results.unwrap();
}

#[test]
fn comparisons_look_as_they_should() {
    if !device::devices().found.iter().any(|device| device.backend == Backend::Wgpu) {
        skips::record("snapshots::comparisons_look_as_they_should", "there is no graphics adapter");
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    let files = two_files(folder.path());
    let mut results = SnapshotResults::new();
    for pixels in [[1280.0, 720.0], [1920.0, 1080.0]] {
        let opening = Opening::Comparison(files.clone());
        let options = move || Options { opening: opening.clone(), ..Options::isolated() };
        let mut bench = open_by(builder().with_size(pixels).wgpu(), options);
        for (kind, name) in
            [(Kind::Rates, "rates"), (Kind::Roofline, "roofline"), (Kind::Apis, "apis")]
        {
            let view = ComparisonAction::View(ComparisonView::Figures(kind));
            command(&mut bench, Command::Comparison(view));
            bench.run_steps(2);
            let picture = bench.render().expect("an adapter draws it");
            let name = format!("comparison_{name}_{}", pixels[0]);
            let options = SnapshotOptions::new().threshold(2.0).max_failed_pixels(300);
            results.add(egui_kittest::try_image_snapshot_options(&picture, name, &options));
        }
    }
    results.unwrap();
}
