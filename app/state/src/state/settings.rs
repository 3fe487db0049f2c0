//! Settings that are remembered between starts.

use super::State;
use super::layout::{self, Layout};
use super::view::{SourceView, Theme};
use crate::setup::Setup;
use serde::{Deserialize, Serialize};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_machine::model;
use warpbench_texts::lessons::RungId;

/// The file's name in the store.
pub const NAME: &str = "workbench";

/// What is remembered. What a file lacks is as at the first start.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Settings {
    layout: Option<Layout>,
    /// The same while a lab is open.
    lab_layout: Option<Layout>,
    /// The lab that is open.
    pub lab: Option<String>,
    theme: Theme,
    zoom: f32,
    is_presenting: bool,
    shown: SourceView,
    is_collapsed: bool,
    variant: String,
    model: String,
    /// Between warps, and between blocks.
    schedules: [String; 2],
    /// Whether steps that change nothing visible are stepped too.
    is_every_instruction: bool,
    sizes: BTreeMap<String, Vec<u64>>,
    breakpoints: BTreeMap<String, BTreeSet<u32>>,
    speed: usize,
    /// Whether the tour was offered.
    pub is_tour_known: bool,
}

impl Default for Settings {
    fn default() -> Settings {
        Settings {
            layout: None,
            lab_layout: None,
            lab: None,
            theme: Theme::default(),
            zoom: 1.0,
            is_presenting: false,
            shown: SourceView::default(),
            is_collapsed: true,
            variant: String::new(),
            model: String::new(),
            schedules: Default::default(),
            is_every_instruction: false,
            sizes: BTreeMap::new(),
            breakpoints: BTreeMap::new(),
            speed: 2,
            is_tour_known: false,
        }
    }
}

impl Settings {
    /// What is worth remembering of a state.
    pub fn of(state: &State) -> Settings {
        let Setup { rung_id, sizes, model, schedule, block_schedule, .. } = &state.setup;
        let sizes = sizes.iter().map(|(name, size)| ((*name).to_owned(), size.clone()));
        let (layout, lab_layout) = match state.setup.lab {
            None => (state.layout_aside.as_ref().unwrap_or(&state.layout), &state.other_layout),
            Some(_) => (&state.other_layout, &state.layout),
        };
        Settings {
            layout: Some(layout.clone()),
            lab_layout: Some(lab_layout.clone()),
            lab: state.labs.own().map(|open| open.lab.id.clone()),
            theme: state.view.theme,
            zoom: state.view.zoom,
            is_presenting: state.view.is_presenting,
            shown: state.view.source,
            is_collapsed: state.view.is_collapsed,
            variant: rung_id.rung().name.clone(),
            model: model.slug.clone(),
            schedules: [*schedule, *block_schedule].map(|schedule| schedule.to_string()),
            is_every_instruction: state.view.is_every_instruction,
            sizes: sizes.collect(),
            breakpoints: state.breakpoints.clone(),
            speed: state.speed,
            is_tour_known: state.is_tour_known,
        }
    }

    /// Puts a state back to what was remembered, as far as that still exists.
    pub fn restore(self, state: &mut State) {
        if let Some(layout) = self.layout.and_then(layout::completed) {
            state.layout = layout;
        }
        if let Some(layout) = self.lab_layout.and_then(layout::completed) {
            state.other_layout = layout;
        }
        state.view.theme = self.theme;
        state.view.zoom = if self.zoom.is_finite() { self.zoom.clamp(0.5, 4.0) } else { 1.0 };
        state.view.is_presenting = self.is_presenting;
        state.view.source = self.shown;
        state.view.is_collapsed = self.is_collapsed;
        state.setup.language = self.shown.language().unwrap_or(state.setup.language);
        if let Some(rung_id) = RungId::of_name(&self.variant) {
            state.setup.open(rung_id);
        }
        if let Some(model) = model::builtin().iter().find(|model| model.slug == self.model) {
            state.setup.model = model;
        }
        let [warps, blocks] = self.schedules.map(|text| text.parse().ok());
        state.setup.schedule = warps.unwrap_or(state.setup.schedule);
        state.setup.block_schedule = blocks.unwrap_or(state.setup.block_schedule);
        state.view.is_every_instruction = self.is_every_instruction;
        for rung_id in RungId::all() {
            let rung = rung_id.rung();
            if let Some(size) = self.sizes.get(&rung.name)
                && rung.variant.problem(size, 1).is_ok()
            {
                state.setup.sizes.insert(&rung.name, size.clone());
            }
        }
        state.breakpoints = self.breakpoints;
        state.speed = self.speed.min(super::player::SPEEDS.len() - 1);
        state.is_tour_known = self.is_tour_known;
    }
}
