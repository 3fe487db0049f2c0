//! Keys that are commands.

use super::Command;
use super::menu::{MenuEntry, with_keys};
use crate::state::State;
use egui::{Context, Key, KeyboardShortcut, Modifiers};

/// The commands whose keys were pressed. While somebody types, letters and
/// arrows belong to the text.
pub fn pressed(context: &Context, state: &State) -> Vec<Command> {
    let is_typing = context.egui_wants_keyboard_input();
    let has_dialog = state.view.palette.is_some() || state.view.find.is_some();
    if is_typing && !has_dialog && context.input(|input| input.key_pressed(Key::Escape)) {
        // Out of the text, so that keys are commands again.
        context.memory_mut(egui::Memory::stop_text_input);
        context.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Escape));
    }
    let mut entries = with_keys(state);
    // A key with more modifiers is told apart first.
    let modifiers = |entry: &MenuEntry| {
        entry.key.map_or(0, |key| {
            u8::from(key.modifiers.shift) + u8::from(key.modifiers.command || key.modifiers.ctrl)
        })
    };
    entries.sort_by_key(|entry| std::cmp::Reverse(modifiers(entry)));
    let mut commands = Vec::new();
    context.input_mut(|input| {
        for MenuEntry { key, command, .. } in entries {
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
    let is_function = matches!(
        key.logical_key,
        Key::F1 | Key::F2 | Key::F5 | Key::F8 | Key::F9 | Key::F11 | Key::F12 | Key::Escape
    );
    let is_ours = matches!(
        key.logical_key,
        Key::K
            | Key::F
            | Key::D
            | Key::S
            | Key::T
            | Key::Enter
            | Key::Plus
            | Key::Equals
            | Key::Minus
    );
    is_function || key.modifiers.command && (is_ours || key.logical_key == Key::Num0)
}
