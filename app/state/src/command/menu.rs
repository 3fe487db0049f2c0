//! Command menu: every command that has a name, and its key.

use super::{Command, comparison, lab, stage};
use crate::labs::action::LabAction;
use crate::setup::schedule_name;
use crate::state::State;
use crate::state::panel::PANELS;
use crate::state::player::Stride;
use crate::state::stage::StageAction;
use crate::state::view::{PaletteState, SourceView};
use crate::timings::action::TimingsAction;
use egui::{Context, Key, KeyboardShortcut, Modifiers};
use std::borrow::Cow;
use warpbench_codes::Entry;
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_machine::observe::trace::Direction::{Back, Forward};
use warpbench_machine::sim::Schedule;
use warpbench_texts::find::Find;
use warpbench_texts::lessons::RungId;

/// Something that can be chosen.
#[derive(Clone, Debug)]
pub struct MenuEntry {
    pub name: Cow<'static, str>,
    pub key: Option<KeyboardShortcut>,
    pub command: Command,
}

impl MenuEntry {
    /// Its name and its key on this system, for those who point at it.
    pub fn hint(&self, context: &Context) -> String {
        match &self.key {
            Some(key) => format!("{} ({})", self.name, context.format_shortcut(key)),
            None => self.name.clone().into_owned(),
        }
    }
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
pub fn with_keys(state: &State) -> Vec<MenuEntry> {
    let typed = || state.typed_document().key.clone();
    let is_lab = state.setup.lab.is_some();
    let reset = if is_lab { Command::Lab(LabAction::Reset) } else { Command::ResetText(typed()) };
    // In a lab the key that runs makes the checks; the kernel is simulated anyway.
    let again = if is_lab { None } else { ctrl(Key::Enter) };
    let find = Command::Find(match state.view.find {
        Some(_) => None,
        None => Some(Find::default()),
    });
    let [one, two, three] = match state.setup.program {
        None => [
            ("Show Rust", SourceView::Rust),
            ("Show WGSL", SourceView::Wgsl),
            ("Show Rust and WGSL", SourceView::Both),
        ],
        Some(_) => [
            ("Show the kernels", SourceView::Rust),
            ("Show the program", SourceView::Sequential),
            ("Show the program and its kernels", SourceView::Program),
        ],
    };
    let entries = [
        ("Play or pause", plain(Key::Space), Command::TogglePlay),
        ("Step a source line", shift(Key::ArrowRight), Command::Step(Forward, Stride::Line)),
        ("Back a source line", shift(Key::ArrowLeft), Command::Step(Back, Stride::Line)),
        (
            "Step to the next barrier",
            ctrl(Key::ArrowRight),
            Command::Step(Forward, Stride::Barrier),
        ),
        ("Back to the last barrier", ctrl(Key::ArrowLeft), Command::Step(Back, Stride::Barrier)),
        (
            "Step one instruction",
            plain(Key::ArrowRight),
            Command::Step(Forward, Stride::Instruction),
        ),
        ("Back one instruction", plain(Key::ArrowLeft), Command::Step(Back, Stride::Instruction)),
        ("Step this warp", plain(Key::W), Command::Step(Forward, Stride::Warp)),
        ("Back by this warp's last step", shift(Key::W), Command::Step(Back, Stride::Warp)),
        (
            "Step the block: every warp past this line",
            plain(Key::B),
            Command::Step(Forward, Stride::Block),
        ),
        (
            "Back the block: every warp before this line",
            shift(Key::B),
            Command::Step(Back, Stride::Block),
        ),
        ("Step every instruction, or only what shows", None, Command::ToggleEveryInstruction),
        ("Follow the block of the last step", None, Command::FollowStep),
        ("Run to the next breakpoint", plain(Key::F5), Command::Step(Forward, Stride::Breakpoint)),
        ("Back to the last breakpoint", shift(Key::F5), Command::Step(Back, Stride::Breakpoint)),
        ("Toggle a breakpoint at the next line", plain(Key::F9), Command::ToggleBreakpointHere),
        ("Go to the start", plain(Key::Home), Command::Seek(0)),
        ("Go to the end", plain(Key::End), Command::Seek(usize::MAX)),
        ("Play faster", plain(Key::CloseBracket), Command::ChangeSpeed(1)),
        ("Play slower", plain(Key::OpenBracket), Command::ChangeSpeed(-1)),
        ("Next rung", plain(Key::PageDown), Command::MoveRung(1)),
        ("Previous rung", plain(Key::PageUp), Command::MoveRung(-1)),
        ("Show or hide the answer", plain(Key::A), Command::ToggleAnswer),
        (one.0, plain(Key::Num1), Command::ShowSource(one.1)),
        (two.0, plain(Key::Num2), Command::ShowSource(two.1)),
        (three.0, plain(Key::Num3), Command::ShowSource(three.1)),
        ("Show PTX", plain(Key::Num4), Command::ShowSource(SourceView::Ptx)),
        ("Next pass of the translator", plain(Key::Period), Command::MovePass(1)),
        ("Previous pass of the translator", plain(Key::Comma), Command::MovePass(-1)),
        ("Step the text in Rust", None, Command::StepLanguage(Language::Rust)),
        ("Step the text in WGSL", None, Command::StepLanguage(Language::Wgsl)),
        ("Type into the text", plain(Key::E), Command::FocusText),
        ("Find in the text", ctrl(Key::F), find),
        ("Show the difference to the original", ctrl(Key::D), Command::ToggleDiff),
        ("Reset the text to the original", None, reset),
        ("Stop following a lane", plain(Key::Backspace), Command::SelectLane(None)),
        ("Explain what is wrong", plain(Key::F8), Command::Explain(state.code_to_explain())),
        ("Simulate again", again, Command::Run),
        ("Show a schedule with a wrong result", plain(Key::X), Command::ShowWrong),
        ("Time this kernel", plain(Key::R), Command::Timings(TimingsAction::RunRung)),
        ("Time the ladder", plain(Key::L), Command::Timings(TimingsAction::RunLadder)),
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
    let entry =
        |(name, key, command): (&'static str, _, _)| MenuEntry { name: name.into(), key, command };
    let entries = entries.into_iter().map(entry);
    let others = stage::entries().chain(lab::entries(state)).chain(comparison::entries(state));
    entries.chain(others).collect()
}

/// Everything that can be chosen from the palette.
pub fn all(state: &State) -> Vec<MenuEntry> {
    let mut entries = with_keys(state);
    // One of several keys is enough to see.
    let mut seen: Vec<Command> = Vec::new();
    entries.retain(|entry| {
        let is_new = !seen.contains(&entry.command);
        seen.extend(is_new.then(|| entry.command.clone()));
        is_new
    });
    let mut add = |name: String, command| {
        entries.push(MenuEntry { name: name.into(), key: None, command });
    };
    #[cfg(target_arch = "wasm32")]
    add("Copy a link to this".to_owned(), Command::CopyLink(warpbench_common::browser::address()));
    for panel in PANELS {
        add(format!("Panel: {}", panel.title), Command::BringUp(panel.id));
        let fill = Command::Stage(StageAction::Fill(panel.id));
        add(format!("Fill the window: {}", panel.title), fill);
    }
    for rung_id in RungId::all() {
        let name = format!("{}: {}", rung_id.lesson().title, rung_id.rung().title);
        add(name, Command::OpenRung(rung_id));
    }
    for entry in &state.labs.list.entries {
        add(format!("Lab: {}", entry.title()), Command::Lab(LabAction::Open(entry.id.clone())));
    }
    for model in model::builtin() {
        add(format!("Model: {}", model.name), Command::SetModel(model));
    }
    for schedule in [Schedule::InOrder, Schedule::RoundRobin, Schedule::Shuffled(1)] {
        let name = schedule_name(schedule);
        add(format!("Schedule of warps: {name}"), Command::SetSchedule(schedule));
        add(format!("Schedule of blocks: {name}"), Command::SetBlockSchedule(schedule));
    }
    for Entry { code, title, .. } in warpbench_codes::ALL {
        add(format!("Explain {code}: {title}"), Command::Explain(Some(*code)));
    }
    for variable in state.variable_names() {
        add(format!("Watch: {variable}"), Command::Watch(Some(variable.to_owned())));
    }
    entries
}

/// The entries that fit what was typed: all its words occur in the name.
pub fn filter(entries: Vec<MenuEntry>, query: &str) -> Vec<MenuEntry> {
    let words: Vec<String> = query.split_whitespace().map(str::to_lowercase).collect();
    let fits = |entry: &MenuEntry| {
        let name = entry.name.to_lowercase();
        words.iter().all(|word| name.contains(word))
    };
    entries.into_iter().filter(fits).collect()
}

/// What a command is called and which key it has, if it can be chosen.
pub fn entry_of(state: &State, command: &Command) -> Option<MenuEntry> {
    with_keys(state).into_iter().find(|entry| entry.command == *command)
}

/// A command's [`MenuEntry::hint`]; empty where it cannot be chosen.
pub fn hint(context: &Context, state: &State, command: &Command) -> String {
    entry_of(state, command).map_or_else(String::new, |entry| entry.hint(context))
}

/// The name of a command's key on this system; empty where it has none.
pub fn key_name(context: &Context, state: &State, command: &Command) -> String {
    let key = entry_of(state, command).and_then(|entry| entry.key);
    key.map_or_else(String::new, |key| context.format_shortcut(&key))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::options::Options;
    use std::collections::HashSet;

    fn state() -> State {
        Options::isolated().start(&egui::Context::default())
    }

    #[test]
    fn no_key_has_two_meanings() {
        let mut keys = HashSet::new();
        for entry in with_keys(&state()) {
            let Some(key) = entry.key else { continue };
            assert!(keys.insert((key.modifiers, key.logical_key)), "{}", entry.name);
        }
    }

    #[test]
    fn names_are_found_by_their_words() {
        let state = state();
        let check = |query: &str, expected: &str| {
            let found = filter(all(&state), query);
            assert!(found.iter().any(|entry| entry.name == expected), "{query}: {found:?}");
        };
        check("", "Play or pause");
        check("BARRIER next", "Step to the next barrier");
        check("panel shared", "Panel: Shared memory");
        check("8800", "Model: GeForce 8800 GTX");
        assert!(filter(all(&state), "bake a cake").is_empty());
    }

    #[test]
    fn keys_are_found_by_their_commands() {
        let state = state();
        let context = egui::Context::default();
        let check = |command: Command, expected: &str| {
            assert_eq!(hint(&context, &state, &command), expected);
        };
        check(Command::Step(Forward, Stride::Breakpoint), "Run to the next breakpoint (F5)");
        check(Command::ToggleAnswer, "Show or hide the answer (A)");
        check(Command::ToggleCollapse, "Draw rows of equal registers once");
        check(Command::Seek(7), "");
        assert_eq!(key_name(&context, &state, &Command::ToggleCollapse), "");
    }
}
