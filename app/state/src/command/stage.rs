//! Stage commands, for use in front of a class, and their keys.

use super::Command;
use super::layout;
use super::menu::MenuEntry;
use crate::state::State;
use crate::state::panel::PanelId;
use crate::state::stage::{PICTURES, StageAction};
use egui::{Key, KeyboardShortcut, Modifiers};

/// The keys of the pictures: the digits behind those of the texts.
const PICTURE_KEYS: [Key; 6] = [Key::Num5, Key::Num6, Key::Num7, Key::Num8, Key::Num9, Key::Num0];

/// What can be chosen, with its key.
pub(super) fn entries() -> impl Iterator<Item = MenuEntry> {
    let others = [
        ("Fill the window with the panel that was used last", Key::F11, StageAction::FillUsed),
        ("Show what to look at and the question", Key::Q, StageAction::ToggleRungText),
        ("Spotlight around the pointer", Key::H, StageAction::ToggleSpotlight),
        ("Draw over the window", Key::D, StageAction::TogglePen),
    ];
    let others = others.into_iter().map(|(name, key, action)| (name.to_owned(), key, action));
    let pictures = PICTURES.into_iter().zip(PICTURE_KEYS).map(|(panel, key)| {
        let name = format!("Show {}", panel.panel().title.to_lowercase());
        (name, key, StageAction::Picture(panel))
    });
    let stage = others.chain(pictures).map(|(name, key, action)| MenuEntry {
        name: name.into(),
        key: Some(KeyboardShortcut::new(Modifiers::NONE, key)),
        command: Command::Stage(action),
    });
    // A lecturer has one hand free.
    let sizes = [("Larger", Key::Plus, 1.1), ("Larger", Key::Equals, 1.1)];
    let sizes = sizes.into_iter().chain([("Smaller", Key::Minus, 1.0 / 1.1)]);
    stage.chain(sizes.map(|(name, key, factor)| MenuEntry {
        name: name.into(),
        key: Some(KeyboardShortcut::new(Modifiers::NONE, key)),
        command: Command::Zoom(factor),
    }))
}

pub(super) fn act(state: &mut State, action: StageAction) {
    match action {
        StageAction::Picture(panel) if is_brought_up(state, panel) => {
            layout::bring_up(state, panel);
        }
        action => state.act_on_stage(action),
    }
}

/// Whether a picture is one panel among others, which its key brings to the
/// front.
fn is_brought_up(state: &State, panel: PanelId) -> bool {
    let is_alone = state.view.stage.filled.is_some_and(|filled| filled != panel);
    !state.view.is_presenting && !is_alone
}
