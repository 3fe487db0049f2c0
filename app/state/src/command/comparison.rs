//! Comparisons: files that are opened, measurements, and kernels that are gone to.

use super::menu::MenuEntry;
use super::{Command, layout, rung, text};
use crate::comparison::action::ComparisonAction;
use crate::state::State;
use crate::state::panel::PanelId;
use crate::state::view::SourceView;
use crate::timings::target::Target;
use egui::{Key, KeyboardShortcut, Modifiers};
use warpbench_catalog as catalog;
use warpbench_texts::lessons::RungId;

/// What can be chosen just now, with its key.
pub(super) fn entries(state: &State) -> Vec<MenuEntry> {
    let open = Some(KeyboardShortcut::new(Modifiers::COMMAND, Key::O));
    let mut entries = vec![
        ("Open result files to compare", open, ComparisonAction::Ask),
        ("Measure this machine to compare", None, ComparisonAction::Measure),
    ];
    if state.comparison.is_measuring() {
        entries.push(("Stop measuring this machine", None, ComparisonAction::Stop));
    }
    if state.comparison.measured_here().is_some() {
        entries.push(("Save what was measured on this machine", None, ComparisonAction::Save));
    }
    let entry = |(name, key, action): (&'static str, _, _)| MenuEntry {
        name: name.into(),
        key,
        command: Command::Comparison(action),
    };
    entries.into_iter().map(entry).collect()
}

pub(super) fn act(state: &mut State, action: ComparisonAction) {
    match action {
        ComparisonAction::Ask => {
            layout::bring_up(state, PanelId::Comparison);
            state.comparison.ask();
        }
        ComparisonAction::Open(paths) => {
            layout::bring_up(state, PanelId::Comparison);
            state.comparison.open(paths);
        }
        ComparisonAction::Remove(id) => state.comparison.remove(id),
        ComparisonAction::View(view) => state.comparison.set_view(view),
        ComparisonAction::Filter(filter) => state.comparison.set_filter(filter),
        ComparisonAction::ToggleDevice(key) => state.comparison.toggle_device(key),
        ComparisonAction::OnlyDevice(key) => state.comparison.show_only(&key),
        ComparisonAction::OpenKernel(kernel) => open_kernel(state, kernel),
        ComparisonAction::OpenTwins(kernel) => open_twins(state, kernel),
        ComparisonAction::CloseKernel => state.comparison.chosen = None,
        ComparisonAction::Measure => measure(state),
        ComparisonAction::Stop => state.comparison.stop(),
        ComparisonAction::Save => state.comparison.save(),
    }
}

/// Opens a kernel's rung, with the text in view. One that no lesson has is shown in
/// the panel.
fn open_kernel(state: &mut State, kernel: String) {
    match RungId::of_variant(&kernel) {
        Some(rung_id) => {
            state.comparison.chosen = None;
            go_to(state, rung_id);
        }
        None if catalog::find(&kernel).is_ok() => state.comparison.chosen = Some(kernel),
        None => {
            let text = format!("This version of Warpbench has no kernel {kernel}.");
            state.tell(text, false);
        }
    }
}

/// Shows both texts of a kernel, and in the panel what was counted of it.
fn open_twins(state: &mut State, kernel: String) {
    if let Some(rung_id) = RungId::of_variant(&kernel) {
        go_to(state, rung_id);
        text::show(state, SourceView::Both);
    }
    state.comparison.chosen = Some(kernel);
}

fn go_to(state: &mut State, rung_id: RungId) {
    rung::open(state, rung_id);
    state.scroll_to_kernel();
    // Whoever asks for a kernel wants to see it, and where they came from beside it.
    state.view.stage.filled = None;
    if !state.view.is_presenting {
        layout::bring_up(state, PanelId::Source);
        layout::bring_up(state, PanelId::Comparison);
    }
}

/// Measures on the devices that are ticked in the timings.
fn measure(state: &mut State) {
    layout::bring_up(state, PanelId::Comparison);
    let timings = &state.timings.timings;
    let devices = timings.on().filter_map(|(_, target)| match target {
        Target::Device(device) => Some(device.clone()),
        Target::Model(_) => None,
    });
    let devices: Vec<_> = devices.collect();
    if timings.is_looking() {
        state.tell("The devices of this machine are still being looked for.", false);
    } else if timings.is_busy() {
        let text = "Kernels are being timed. Two that run together disturb each other: wait for \
                    the timings, or stop them.";
        state.tell(text, false);
    } else if devices.is_empty() {
        state.tell("No device is ticked: tick at least one in the timings.", false);
    } else {
        state.comparison.measure(devices);
    }
}
