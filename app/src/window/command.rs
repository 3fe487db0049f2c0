//! Everything that can be done, as values, and the one place that does it.

use super::state::{self, Language, State};
use egui::{Key, Modifiers, Ui};
use warpbench_host::catalog::{self, Family, Variant};

/// Something to do.
#[derive(Clone, Copy, Debug)]
pub(super) enum Command {
    Select(&'static Family, &'static Variant),
    /// The variant so many places further down the list.
    Move(isize),
    Show(Language),
    ChooseDevice(usize),
    RunVariant,
    RunFamily,
    Cancel,
    ToggleTheme,
}

/// The commands that have a key, with the key's name for tooltips.
const KEYS: &[(Modifiers, Key, Command, &str)] = &[
    (Modifiers::NONE, Key::ArrowDown, Command::Move(1), "↓"),
    (Modifiers::NONE, Key::ArrowUp, Command::Move(-1), "↑"),
    (Modifiers::NONE, Key::Num1, Command::Show(Language::Rust), "1"),
    (Modifiers::NONE, Key::Num2, Command::Show(Language::Wgsl), "2"),
    (Modifiers::NONE, Key::Num3, Command::Show(Language::Ptx), "3"),
    (Modifiers::NONE, Key::R, Command::RunVariant, "R"),
    (Modifiers::NONE, Key::L, Command::RunFamily, "L"),
    (Modifiers::NONE, Key::Escape, Command::Cancel, "Esc"),
    (Modifiers::NONE, Key::T, Command::ToggleTheme, "T"),
];

/// The name of a command's key.
pub(super) fn key_of(command: Command) -> &'static str {
    let wanted = std::mem::discriminant(&command);
    KEYS.iter()
        .find(|(_, _, candidate, _)| {
            std::mem::discriminant(candidate) == wanted
                && match (candidate, &command) {
                    (Command::Show(a), Command::Show(b)) => a == b,
                    _ => true,
                }
        })
        .map_or("", |&(_, _, _, name)| name)
}

/// The commands whose keys were pressed.
pub(super) fn from_keys(ui: &Ui) -> Vec<Command> {
    ui.input_mut(|input| {
        KEYS.iter()
            .filter(|&&(modifiers, key, _, _)| input.consume_key(modifiers, key))
            .map(|&(_, _, command, _)| command)
            .collect()
    })
}

/// Does it.
pub(super) fn apply(command: Command, state: &mut State, ui: &Ui) {
    match command {
        Command::Select(family, variant) => (state.family, state.variant) = (family, variant),
        Command::Move(places) => {
            let all: Vec<_> = catalog::FAMILIES
                .iter()
                .flat_map(|&family| state::rungs(family).map(move |variant| (family, variant)))
                .collect();
            let now = all.iter().position(|(_, v)| v.name == state.variant.name).unwrap_or(0);
            let next = now.saturating_add_signed(places).min(all.len() - 1);
            (state.family, state.variant) = all[next];
        }
        Command::Show(language) => state.language = language,
        Command::ChooseDevice(device) => state.device = device,
        Command::RunVariant => state.start([state.variant]),
        Command::RunFamily => state.start(state.rungs()),
        Command::Cancel => state.cancel(),
        Command::ToggleTheme => {
            let theme = match ui.ctx().theme() {
                egui::Theme::Dark => egui::Theme::Light,
                egui::Theme::Light => egui::Theme::Dark,
            };
            ui.ctx().set_theme(theme);
        }
    }
}
