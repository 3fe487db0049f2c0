//! What can be chosen from the palette, and the keys.

use super::Command;
use super::apply::tour_action;
use crate::window::editor::find::Find;
use crate::window::panels::PANELS;
use crate::window::state::State;
use crate::window::state::player::Stride;
use crate::window::state::setup::Place;
use crate::window::state::view::{PaletteState, Shown};
use crate::window::timings;
use egui::{Key, KeyboardShortcut, Modifiers};
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_machine::observe::trace::Direction::{Back, Forward};
use warpbench_machine::sim::Schedule;

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub struct Entry {
    pub name: String,
    pub key: Option<KeyboardShortcut>,
    pub command: Command,
}

const fn plain(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::NONE, key))
}

const fn shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::SHIFT, key))
}

const fn ctrl(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND, key))
}

const fn ctrl_shift(key: Key) -> Option<KeyboardShortcut> {
    Some(KeyboardShortcut::new(Modifiers::COMMAND.plus(Modifiers::SHIFT), key))
}

/// Every command that needs no further choice, with its key.
pub fn with_keys(state: &State) -> Vec<Entry> {
    let stepped = || state.stepped_document().key.clone();
    let find = Command::Find(match state.view.find {
        Some(_) => None,
        None => Some(Find::default()),
    });
    let entries = [
        ("Play or pause", plain(Key::Space), Command::TogglePlay),
        ("Step a source line", shift(Key::ArrowRight), Command::Go(Forward, Stride::Line)),
        ("Back a source line", shift(Key::ArrowLeft), Command::Go(Back, Stride::Line)),
        ("Step to the next barrier", ctrl(Key::ArrowRight), Command::Go(Forward, Stride::Barrier)),
        ("Back to the last barrier", ctrl(Key::ArrowLeft), Command::Go(Back, Stride::Barrier)),
        ("Step one instruction", plain(Key::ArrowRight), Command::Go(Forward, Stride::Instruction)),
        ("Back one instruction", plain(Key::ArrowLeft), Command::Go(Back, Stride::Instruction)),
        ("Run to the next breakpoint", plain(Key::F5), Command::Go(Forward, Stride::Breakpoint)),
        ("Back to the last breakpoint", shift(Key::F5), Command::Go(Back, Stride::Breakpoint)),
        ("Toggle a breakpoint at the next line", plain(Key::F9), Command::ToggleBreakpointHere),
        ("Go to the start", plain(Key::Home), Command::Seek(0)),
        ("Go to the end", plain(Key::End), Command::Seek(usize::MAX)),
        ("Play faster", plain(Key::CloseBracket), Command::ChangeSpeed(1)),
        ("Play slower", plain(Key::OpenBracket), Command::ChangeSpeed(-1)),
        ("Next rung", plain(Key::PageDown), Command::MoveRung(1)),
        ("Previous rung", plain(Key::PageUp), Command::MoveRung(-1)),
        ("Show or hide the answer", plain(Key::A), Command::ToggleAnswer),
        ("Show Rust", plain(Key::Num1), Command::Show(Shown::Rust)),
        ("Show WGSL", plain(Key::Num2), Command::Show(Shown::Wgsl)),
        ("Show Rust and WGSL", plain(Key::Num3), Command::Show(Shown::Both)),
        ("Show PTX", plain(Key::Num4), Command::Show(Shown::Ptx)),
        ("Step the text in Rust", None, Command::StepLanguage(Language::Rust)),
        ("Step the text in WGSL", None, Command::StepLanguage(Language::Wgsl)),
        ("Find in the text", ctrl(Key::F), find),
        ("Show the difference to the original", ctrl(Key::D), Command::ToggleDiff),
        ("Reset the text to the original", None, Command::ResetText(stepped())),
        ("Stop following a lane", plain(Key::Backspace), Command::Follow(None)),
        ("Simulate again", ctrl(Key::Enter), Command::Run),
        ("Time this kernel", plain(Key::R), Command::Timings(timings::Action::RunRung)),
        ("Time the ladder", plain(Key::L), Command::Timings(timings::Action::RunLadder)),
        ("Stop or close", plain(Key::Escape), Command::Cancel),
        ("Light or dark", ctrl(Key::T), Command::ToggleTheme),
        ("Presenter mode", plain(Key::F2), Command::TogglePresenter),
        ("Larger", ctrl(Key::Plus), Command::Zoom(1.1)),
        ("Larger", ctrl(Key::Equals), Command::Zoom(1.1)),
        ("Smaller", ctrl(Key::Minus), Command::Zoom(1.0 / 1.1)),
        ("Usual size", ctrl(Key::Num0), Command::ResetZoom),
        ("Put all panels back", plain(Key::F12), Command::ResetLayout),
        ("Undo a jump or a change of the panels", ctrl(Key::Z), Command::Undo),
        ("Redo it", ctrl_shift(Key::Z), Command::Redo),
        ("All commands", ctrl(Key::K), Command::Palette(Some(PaletteState::default()))),
        ("Start the tour", plain(Key::F1), Command::Tour(Some(0))),
        ("Draw rows of equal registers once", None, Command::ToggleCollapse),
    ];
    let entry = |(name, key, command): (&str, _, _)| Entry { name: name.to_owned(), key, command };
    entries.into_iter().map(entry).collect()
}

/// Everything that can be chosen from the palette.
pub fn all(state: &State) -> Vec<Entry> {
    let mut entries = with_keys(state);
    // One of a pair of keys is enough to see.
    entries.dedup_by(|next, first| next.name == first.name);
    let mut add = |name: String, command| entries.push(Entry { name, key: None, command });
    for panel in PANELS {
        add(format!("Panel: {}", panel.title), Command::BringUp(panel.id));
    }
    for place in Place::all() {
        let name = format!("{}: {}", place.lesson().title, place.rung().variant.title);
        add(name, Command::Open(place));
    }
    for model in model::builtin() {
        add(format!("Model: {}", model.name), Command::SetModel(model));
    }
    for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(1)] {
        let name = crate::window::state::setup::schedule_name(schedule);
        add(format!("Schedule: {name}"), Command::SetSchedule(schedule));
    }
    for variable in watchable(state) {
        add(format!("Watch: {variable}"), Command::Watch(Some(variable)));
    }
    entries
}

/// The names of the variables of what is stepped.
pub fn watchable(state: &State) -> Vec<String> {
    let mut names: Vec<String> = Vec::new();
    for variable in state.player.iter().flat_map(|player| &player.recording.variables) {
        if !names.contains(&variable.name) {
            names.push(variable.name.clone());
        }
    }
    names
}

/// The entries that fit what was typed: all its words occur in the name.
pub fn filter(entries: Vec<Entry>, query: &str) -> Vec<Entry> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let fits = |entry: &Entry| {
        let name = entry.name.to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    entries.into_iter().filter(fits).collect()
}

/// What a stop of the tour lets one do.
pub fn of_tour(name: &str) -> Option<Command> {
    tour_action(name)
}

/// The name of a command's key on this system, for tooltips; empty if it has
/// none.
pub fn key_name(context: &egui::Context, name: &str, state: &State) -> String {
    let entry = with_keys(state).into_iter().find(|entry| entry.name == name);
    entry.and_then(|entry| entry.key).map_or_else(String::new, |key| context.format_shortcut(&key))
}

/// The commands whose keys were pressed. While somebody types, letters and
/// arrows belong to the text.
pub fn from_keys(context: &egui::Context, state: &State) -> Vec<Command> {
    let is_typing = context.egui_wants_keyboard_input();
    let has_dialog = state.view.palette.is_some() || state.view.find.is_some();
    if is_typing && !has_dialog && context.input(|input| input.key_pressed(Key::Escape)) {
        // Out of the text, so that keys are commands again.
        context.memory_mut(egui::Memory::stop_text_input);
        context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    }
    let mut entries = with_keys(state);
    // A key with more modifiers is told apart first.
    let modifiers = |entry: &Entry| {
        entry.key.map_or(0, |key| {
            u8::from(key.modifiers.shift) + u8::from(key.modifiers.command || key.modifiers.ctrl)
        })
    };
    entries.sort_by_key(|entry| std::cmp::Reverse(modifiers(entry)));
    let mut commands = Vec::new();
    context.input_mut(|input| {
        for Entry { key, command, .. } in entries {
            let Some(key) = key else { continue };
            if (!is_typing || is_free(key)) && input.consume_shortcut(&key) {
                commands.push(command);
            }
        }
    });
    commands
}

/// Whether a key means nothing in a text.
fn is_free(key: KeyboardShortcut) -> bool {
    let is_function =
        matches!(key.logical_key, Key::F1 | Key::F2 | Key::F5 | Key::F9 | Key::F12 | Key::Escape);
    let is_ours = matches!(
        key.logical_key,
        Key::K | Key::F | Key::D | Key::T | Key::Enter | Key::Plus | Key::Equals | Key::Minus
    );
    is_function || key.modifiers.command && (is_ours || key.logical_key == Key::Num0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::window::lessons::{ACTIONS, tour};
    use crate::window::panels::PanelId;
    use crate::window::{Options, Workbench};
    use std::collections::HashSet;

    fn workbench() -> Workbench {
        Workbench::new(&egui::Context::default(), Options::apart())
    }

    #[test]
    fn no_key_has_two_meanings() {
        let mut keys = HashSet::new();
        for entry in with_keys(&workbench().state) {
            let Some(key) = entry.key else { continue };
            assert!(keys.insert((key.modifiers, key.logical_key)), "{}", entry.name);
        }
    }

    #[test]
    fn names_are_found_by_their_words() {
        let bench = workbench();
        let check = |query: &str, expected: &str| {
            let found = filter(all(&bench.state), query);
            assert!(found.iter().any(|entry| entry.name == expected), "{query}: {found:?}");
        };
        check("", "Play or pause");
        check("BARRIER next", "Step to the next barrier");
        check("panel shared", "Panel: Shared memory");
        check("8800", "Model: GeForce 8800 GTX");
        assert!(filter(all(&bench.state), "bake a cake").is_empty());
    }

    #[test]
    fn every_stop_of_the_tour_can_be_gone_to() {
        for name in ACTIONS {
            assert!(of_tour(name).is_some(), "{name}");
        }
        assert!(of_tour("jump").is_none());
        for stop in tour() {
            let is_known = PanelId::of_slug(stop.panel).is_some() || stop.panel == "transport";
            assert!(is_known, "{}: {}", stop.title, stop.panel);
        }
    }
}
