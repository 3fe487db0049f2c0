//! Going to what a text points at.

use super::{layout, playback};
use crate::state::panel::PanelId;
use crate::state::view::SourceView;
use crate::state::{RunStatus, State, WantedPosition, scene};
use warpbench_front::Language;
use warpbench_machine::model;
use warpbench_texts::lessons::Scene;
use warpbench_texts::lessons::figure::line_of;

/// Shows the panel of a scene, at its moment of the lesson's own run.
pub(super) fn show(state: &mut State, scene: &Scene) {
    if let Some(panel) = PanelId::of_slug(&scene.panel) {
        layout::bring_up(state, panel);
    }
    if let Some(watch) = &scene.watch {
        state.selection.watched = Some(watch.clone());
    }
    state.selection.lane = None;
    state.selection.block = None;
    if let Some(player) = &mut state.player {
        player.pinned = None;
    }
    let mut is_other_run = prefer_language(state, scene);
    let setup = &mut state.setup;
    let rung = setup.rung_id.rung();
    // What the text describes happens at the lesson's size.
    let is_changed = setup.sizes.remove(rung.name.as_str()).is_some_and(|size| size != rung.size);
    is_other_run |= is_changed || setup.grid.is_some() || setup.block.is_some();
    (setup.grid, setup.block) = (None, None);
    let wanted = scene.model.as_ref();
    let wanted = wanted.and_then(|slug| model::builtin().iter().find(|model| model.slug == *slug));
    if let Some(model) = wanted.filter(|model| model.slug != setup.model.slug) {
        setup.model = model;
        state.timings.timings.set_model(model);
        is_other_run = true;
    }
    let setup = &mut state.setup;
    let block = scene.block.unwrap_or(rung.block);
    let is_recorded = state
        .player
        .as_ref()
        .is_some_and(|player| player.trace().blocks().iter().any(|traced| traced.block == block));
    if setup.launch != scene.launch || scene.block.is_some() && !is_recorded {
        (setup.launch, setup.first_block) = (scene.launch, block);
        is_other_run = true;
    }
    if is_other_run || state.status == RunStatus::Recording {
        state.wanted_position = Some(WantedPosition::Scene(Box::new(scene.clone())));
        if is_other_run {
            state.run();
        }
        return;
    }
    let Some(player) = &state.player else { return };
    let text = state.stepped.as_ref().map_or("", |(_, text)| text);
    match scene::position(player, text, state.setup.language, scene) {
        Some(position) => playback::seek(state, position),
        None => {
            let words = scene.words(state.setup.language).unwrap_or_default();
            state.tell(
                format!(
                    "What the lesson speaks of does not happen in this text: no warp comes to \
                     `{words}` as it describes. Reset the text to see it."
                ),
                false,
            );
        }
    }
}

/// Steps the other language where the one that is stepped has no such words.
fn prefer_language(state: &mut State, scene: &Scene) -> bool {
    let entry = state.entry().to_owned();
    let has = |state: &State, language: Language| {
        scene
            .words(language)
            .is_none_or(|words| line_of(&state.document(language).text, &entry, words).is_some())
    };
    if state.setup.language == Language::Rust || has(state, state.setup.language) {
        return false;
    }
    if !has(state, Language::Rust) {
        return false;
    }
    state.setup.language = Language::Rust;
    if state.view.source == SourceView::Wgsl {
        state.view.source = SourceView::Rust;
    }
    true
}
