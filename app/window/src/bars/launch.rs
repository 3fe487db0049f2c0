//! Launch controls: size, launch shape, schedule and model.

use egui::containers::menu::{MenuButton, MenuConfig};
use egui::{ComboBox, DragValue, PopupCloseBehavior, RichText, Ui};
use warpbench_catalog::{Dimension, Rest};
use warpbench_common::format;
use warpbench_draw::terms::{Topic, explain, name_list};
use warpbench_front::Language;
use warpbench_lab::Trial;
use warpbench_lab::lab::shown;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_state::command::Command;
use warpbench_state::labs::action::LabAction;
use warpbench_state::session::SEED;
use warpbench_state::setup::{StagedLab, schedule_name, size_label};
use warpbench_state::state::State;
use warpbench_theme::Palette;

/// What the kernel's run is chosen with, from left to right.
pub(super) const CONTROLS: [fn(&mut Ui, &State, &mut Vec<Command>); 5] =
    [stride, size, shape, schedules, models];

pub(super) fn models(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let chosen = state.setup.model;
    let list =
        ComboBox::from_id_salt("model").width(96.0).selected_text(&chosen.name).show_ui(ui, |ui| {
            for model in model::builtin() {
                let text = format!("{} ({}, {})", model.name, model.architecture, model.year);
                if ui.selectable_label(model.slug == chosen.slug, text).clicked() {
                    commands.push(Command::SetModel(model));
                }
            }
        });
    name_list(&list.response, "Device model");
    explain(list.response, Topic::DeviceModel);
}

/// Which warp and which block runs next. From right to left: warps, then blocks.
fn schedules(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    let of_blocks = state.setup.block_schedule;
    schedule(ui, "blocks", of_blocks, Topic::Schedule, Command::SetBlockSchedule, commands);
    let of_warps = state.setup.schedule;
    schedule(ui, "warps", of_warps, Topic::Schedule, Command::SetSchedule, commands);
}

fn schedule(
    ui: &mut Ui,
    whose: &str,
    chosen: Schedule,
    topic: Topic,
    command: fn(Schedule) -> Command,
    commands: &mut Vec<Command>,
) {
    let list = ComboBox::from_id_salt(("schedule", whose))
        .width(132.0)
        .truncate()
        .selected_text(format!("{whose}: {}", schedule_name(chosen)))
        .show_ui(ui, |ui| {
            let seed = match chosen {
                // Chosen once more, it shuffles anew.
                Schedule::Shuffled(seed) => seed + 1,
                _ => 1,
            };
            for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(seed)] {
                if ui.selectable_label(schedule == chosen, schedule_name(schedule)).clicked() {
                    commands.push(command(schedule));
                }
            }
        });
    name_list(&list.response, &format!("Schedule of {whose}"));
    explain(list.response, topic);
}

/// Numbers that are being chosen, kept while the menu is open.
fn draft<T: Clone + Send + Sync + 'static>(ui: &Ui, key: &str, now: T) -> T {
    ui.data_mut(|data| data.get_temp(egui::Id::unique(key))).unwrap_or(now)
}

fn keep<T: Clone + Send + Sync + 'static>(ui: &Ui, key: &str, value: T) {
    ui.data_mut(|data| data.insert_temp(egui::Id::unique(key), value));
}

fn forget<T: Clone + Send + Sync + 'static>(ui: &Ui, key: &str) {
    ui.data_mut(|data| data.remove::<T>(egui::Id::unique(key)));
}

/// A menu that stays open while numbers are chosen.
fn menu(text: String) -> MenuButton<'static> {
    let config = MenuConfig::default().close_behavior(PopupCloseBehavior::CloseOnClickOutside);
    MenuButton::new(text).config(config)
}

/// The sizes that a lab is tried at.
fn trials(ui: &mut Ui, staged: &StagedLab, commands: &mut Vec<Command>) {
    let StagedLab { lab, trial } = staged;
    let mut sizes = vec![lab.size.clone(), trial.size.clone()];
    let known = lab.checks.iter().filter(|check| !check.hidden);
    sizes.extend(known.flat_map(|check| check.sizes().iter().cloned()));
    sizes.sort();
    sizes.dedup();
    let list = ComboBox::from_id_salt("trial")
        .width(110.0)
        .selected_text(shown(&trial.size))
        .show_ui(ui, |ui| {
            for size in sizes {
                let is_chosen = size == trial.size;
                if ui.selectable_label(is_chosen, shown(&size)).clicked() {
                    let trial = Trial { size, seed: trial.seed };
                    commands.push(Command::Lab(LabAction::SetTrial(trial)));
                }
            }
        });
    name_list(&list.response, "Problem size");
    list.response.on_hover_text("The size that is stepped; the checks have their own");
}

fn size(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if let Some(staged) = &state.setup.lab {
        return trials(ui, staged, commands);
    }
    if state.setup.program.is_some() {
        return;
    }
    const DRAFT: &str = "size draft";
    let variant = state.variant();
    let Ok(now) = variant.size(state.setup.size()) else { return };
    let button = menu(size_label(variant.dimensions, &now));
    let (response, _) = button.ui(ui, |ui| {
        let mut size: Vec<u64> = draft(ui, DRAFT, now.clone());
        if size.len() != now.len() {
            size.clone_from(&now);
        }
        ui.label(RichText::new("Problem size").strong());
        for (number, dimension) in size.iter_mut().zip(variant.dimensions) {
            ui.horizontal(|ui| {
                ui.add(DragValue::new(number).range(0..=1 << 28).speed(0.2));
                ui.label(dimension.name);
            });
        }
        keep(ui, DRAFT, size.clone());
        let problem = variant.problem(&size, SEED);
        if let Err(error) = &problem {
            let palette = Palette::of(ui.visuals());
            ui.colored_label(palette.conflict, error.to_string());
        }
        ui.horizontal(|ui| {
            if ui.add_enabled(problem.is_ok(), egui::Button::new("Use this size")).clicked() {
                commands.push(Command::SetSize(size));
                forget::<Vec<u64>>(ui, DRAFT);
                ui.close();
            }
            if ui.button("The lesson's size").clicked() {
                commands.push(Command::SetSize(state.setup.rung_id.rung().size.clone()));
                forget::<Vec<u64>>(ui, DRAFT);
                ui.close();
            }
        });
    });
    let names = variant.dimensions.iter().map(|dimension| dimension.name);
    let names = names.collect::<Vec<_>>().join(" × ");
    response.on_hover_text(format!("Problem size: {names}"));
}

/// The slider that a lecturer moves: the stride or offset where the kernel has
/// one, else the size.
pub(super) fn slider(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if let Some(staged) = &state.setup.lab {
        return trials(ui, staged, commands);
    }
    if state.setup.program.is_some() {
        return;
    }
    let dimensions = state.variant().dimensions;
    if dimensions.iter().any(|dimension| matches!(dimension.rest, Rest::Value(_))) {
        stride(ui, state, commands);
        return;
    }
    let Ok(now) = state.variant().size(state.setup.size()) else { return };
    let (Some(&value), Some(first)) = (now.first(), dimensions.first()) else { return };
    let lesson = state.setup.rung_id.rung().size.first().copied().unwrap_or(value);
    // Twice the lesson's size is still recorded at once, whatever the kernel.
    let largest = (2 * lesson).max(value);
    let mut chosen = value;
    ui.spacing_mut().slider_width = 90.0;
    let slider = egui::Slider::new(&mut chosen, 1..=largest).text(first.name);
    if ui.add(slider).changed() && chosen != value {
        let size = resized(dimensions, &now, chosen);
        if state.variant().problem(&size, SEED).is_ok() {
            commands.push(Command::SetSize(size));
        }
    }
}

/// A size with another first number. Numbers that were like the first stay so.
fn resized(dimensions: &[Dimension], now: &[u64], first: u64) -> Vec<u64> {
    let follows = |(number, dimension): (&u64, &Dimension)| match dimension.rest {
        Rest::Required => first,
        Rest::LikeFirst if Some(number) == now.first() => first,
        Rest::LikeFirst | Rest::Value(_) => *number,
    };
    now.iter().zip(dimensions).map(follows).collect()
}

/// A number of the size that has a usual value is a stride or an offset. It has a
/// slider of its own: moving it is the lesson.
fn stride(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    if state.setup.lab.is_some() || state.setup.program.is_some() {
        return;
    }
    let Ok(now) = state.variant().size(state.setup.size()) else { return };
    let dimensions = state.variant().dimensions;
    let is_usual = |dimension: &Dimension| matches!(dimension.rest, Rest::Value(_));
    let Some(index) = dimensions.iter().position(is_usual) else { return };
    let Some(&value) = now.get(index) else { return };
    let mut chosen = value;
    ui.spacing_mut().slider_width = 90.0;
    let slider = egui::Slider::new(&mut chosen, 0..=32).text(dimensions[index].name);
    // Nothing is left of a buffer that is none times as long.
    let lowest = u64::from(dimensions[index].scales);
    let response = ui.add(slider);
    chosen = chosen.max(lowest);
    if response.changed() && chosen != value {
        let mut size = now.to_vec();
        size[index] = chosen;
        commands.push(Command::SetSize(size));
    }
}

fn shape(ui: &mut Ui, state: &State, commands: &mut Vec<Command>) {
    const DRAFT: &str = "shape draft";
    let known = state.simulation.as_ref();
    let grid = known.and_then(|known| known.grid).unwrap_or([1; 3]);
    let block = known.and_then(|known| known.block).unwrap_or([1; 3]);
    let text = shape_label(grid, block);
    if state.setup.lab.is_some() {
        ui.label(text).on_hover_text("Launch shape: the lab says it, by the size and the text");
        return;
    }
    if state.setup.program.is_some() {
        ui.label(text).on_hover_text("Launch shape: the directive `kernel` says it");
        return;
    }
    let is_rust = state.setup.language == Language::Rust;
    let (response, _) = menu(text).ui(ui, |ui| {
        let (mut grid, mut block): ([u32; 3], [u32; 3]) = draft(ui, DRAFT, (grid, block));
        ui.label(RichText::new("Launch shape").strong());
        axes(ui, "blocks", &mut grid, true);
        axes(ui, "threads per block", &mut block, is_rust);
        if !is_rust {
            ui.label(RichText::new("WGSL says its block in the text: @workgroup_size.").small());
        }
        ui.label(
            RichText::new("Another shape than the kernel is made for may give a wrong result.")
                .small(),
        );
        keep(ui, DRAFT, (grid, block));
        ui.horizontal(|ui| {
            if ui.button("Launch so").clicked() {
                let block = is_rust.then_some(block);
                commands.push(Command::SetShape { grid: Some(grid), block });
                forget::<([u32; 3], [u32; 3])>(ui, DRAFT);
                ui.close();
            }
            if ui.button("As the catalogue does").clicked() {
                commands.push(Command::SetShape { grid: None, block: None });
                forget::<([u32; 3], [u32; 3])>(ui, DRAFT);
                ui.close();
            }
        });
    });
    response.on_hover_text("Launch shape: blocks × threads per block");
}

fn axes(ui: &mut Ui, name: &str, sides: &mut [u32; 3], is_enabled: bool) {
    ui.add_enabled_ui(is_enabled, |ui| {
        ui.horizontal(|ui| {
            for side in sides.iter_mut() {
                ui.add(DragValue::new(side).range(1..=65_535).speed(0.1));
            }
            ui.label(name);
        });
    });
}

/// A launch in words: "4 blocks × 256 threads".
fn shape_label(grid: [u32; 3], block: [u32; 3]) -> String {
    let noun = |noun: &str, sides: [u32; 3]| {
        let is_one = sides.iter().all(|&side| side == 1);
        if is_one { noun.to_owned() } else { format!("{noun}s") }
    };
    let (blocks, threads) = (noun("block", grid), noun("thread", block));
    format!("{} {blocks} × {} {threads}", sides(grid), sides(block))
}

/// Sides of a grid or a block, without ones at the end.
fn sides(sides: [u32; 3]) -> String {
    let last = sides.iter().rposition(|&side| side > 1).unwrap_or(0);
    let shown = sides[..=last].iter().map(|&side| format::count(u64::from(side)));
    let shown: Vec<String> = shown.collect();
    if shown.len() == 1 { shown[0].clone() } else { format!("({})", shown.join("×")) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shapes_are_written_short() {
        let check = |shape: [u32; 3], expected: &str| assert_eq!(sides(shape), expected);
        check([4, 1, 1], "4");
        check([16, 16, 1], "(16×16)");
        check([1, 1, 1], "1");
        check([1, 1, 2], "(1×1×2)");
        check([4096, 1, 1], "4,096");
    }

    #[test]
    fn labels_say_what_numbers_are() {
        let check = |grid, block, expected: &str| assert_eq!(shape_label(grid, block), expected);
        check([4, 1, 1], [256, 1, 1], "4 blocks × 256 threads");
        check([1, 1, 1], [32, 1, 1], "1 block × 32 threads");
        check([2, 3, 1], [16, 16, 1], "(2×3) blocks × (16×16) threads");
        check([1, 1, 1], [1, 1, 1], "1 block × 1 thread");
    }

    #[test]
    fn a_slider_keeps_the_form_of_a_size() {
        let check = |variant: &str, now: &[u64], first, expected: &[u64]| {
            let (_, variant) = warpbench_catalog::find(variant).expect(variant);
            assert_eq!(resized(variant.dimensions, now, first), expected, "{}", variant.name);
        };
        check("reduce_sequential", &[1024], 1000, &[1000]);
        check("matmul_tiled", &[32, 32, 32], 48, &[48, 48, 48]);
        check("matmul_tiled", &[32, 32, 16], 48, &[48, 48, 16]);
        check("transpose_tiled", &[64, 48], 33, &[33, 48]);
        check("copy_strided", &[1024, 8], 512, &[512, 8]);
    }
}
