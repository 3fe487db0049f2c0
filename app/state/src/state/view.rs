//! View options: how things are shown, as opposed to what is shown.

use super::stage::Stage;
use serde::{Deserialize, Serialize};
use std::collections::BTreeMap;
use warpbench_codes::Code;
use warpbench_front::Language;
use warpbench_texts::find::Find;
use warpbench_texts::folds::FoldChoices;

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum Theme {
    #[default]
    Dark,
    Light,
}

impl From<Theme> for egui::Theme {
    fn from(theme: Theme) -> egui::Theme {
        match theme {
            Theme::Dark => egui::Theme::Dark,
            Theme::Light => egui::Theme::Light,
        }
    }
}

/// The texts that are shown.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub enum SourceView {
    #[default]
    Rust,
    /// Its twin in WGSL.
    Wgsl,
    Both,
    /// What the kernel in Rust was compiled to.
    Ptx,
    /// A program with directives, and what is made of it.
    Program,
    /// The program alone.
    Sequential,
}

impl SourceView {
    /// All of them, with their names.
    pub const ALL: [(SourceView, &'static str); 6] = [
        (SourceView::Rust, "Rust"),
        (SourceView::Wgsl, "WGSL"),
        (SourceView::Both, "Both"),
        (SourceView::Ptx, "PTX"),
        (SourceView::Program, "Both"),
        (SourceView::Sequential, "Program"),
    ];

    /// The language that is stepped when this is shown, if it says one.
    pub fn language(self) -> Option<Language> {
        match self {
            SourceView::Rust | SourceView::Ptx => Some(Language::Rust),
            SourceView::Wgsl => Some(Language::Wgsl),
            SourceView::Both | SourceView::Program | SourceView::Sequential => None,
        }
    }
}

/// The list of commands, while it is open.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PaletteState {
    pub query: String,
    /// Which of those that fit is chosen.
    pub selected: usize,
}

impl PaletteState {
    /// What tells the field that is typed into from others.
    pub fn field_id() -> egui::Id {
        egui::Id::unique("what to do")
    }
}

#[derive(Clone, Debug)]
pub struct View {
    pub theme: Theme,
    /// How large everything is; 1 is usual.
    pub zoom: f32,
    /// Whether everything is larger and what is not shown is hidden.
    pub is_presenting: bool,
    /// What stands in front of a class.
    pub stage: Stage,
    /// The texts that are shown.
    pub source: SourceView,
    /// What is looked for in the texts.
    pub find: Option<Find>,
    /// Whether the difference to the original is shown.
    pub is_diff: bool,
    /// The list of commands, while it is open.
    pub palette: Option<PaletteState>,
    /// The code that is explained over the panels.
    pub explained: Option<Code>,
    /// The stop of the tour, by its number, while it is on.
    pub tour: Option<usize>,
    /// Whether rows of registers that hold the same in all lanes are drawn once.
    pub is_collapsed: bool,
    /// The pass of the translator whose finds are shown instead of the kernels.
    pub pass: Option<usize>,
    /// Whether the answer to the rung's question is shown.
    pub is_answer_shown: bool,
    /// Whether steps that change nothing visible are stepped too.
    pub is_every_instruction: bool,
    /// The lines that are to be in view, by the text's name.
    pub scroll_to: BTreeMap<String, u32>,
    /// What was folded and unfolded by hand, by the text's name.
    pub folds: BTreeMap<String, FoldChoices>,
}

/// How much larger everything is for an audience.
pub const PRESENTER_ZOOM: f32 = 1.4;

/// How many points an audience's window has at least; a projector with 1280 by
/// 720 pixels has a little more at the full zoom.
const PRESENTER_ROOM: [f32; 2] = [900.0, 510.0];

impl View {
    /// As it is at the first start.
    pub fn new() -> View {
        View {
            theme: Theme::default(),
            zoom: 1.0,
            is_presenting: false,
            stage: Stage::default(),
            source: SourceView::default(),
            find: None,
            is_diff: false,
            palette: None,
            explained: None,
            tour: None,
            is_collapsed: true,
            pass: None,
            is_answer_shown: false,
            is_every_instruction: false,
            scroll_to: BTreeMap::new(),
            folds: BTreeMap::new(),
        }
    }

    /// What was folded and unfolded in a text.
    pub fn folds_of(&self, key: &str) -> &FoldChoices {
        static NONE: FoldChoices = FoldChoices::new();
        self.folds.get(key).unwrap_or(&NONE)
    }

    /// How much everything is scaled in a window of this size, in points of the
    /// usual size. For an audience everything is larger, as far as text and
    /// pictures then still have room.
    pub fn scale(&self, window: egui::Vec2) -> f32 {
        let [width, height] = PRESENTER_ROOM;
        let room = (window.x / width).min(window.y / height);
        match self.is_presenting {
            true => self.zoom * room.clamp(1.0, PRESENTER_ZOOM),
            false => self.zoom,
        }
    }
}

impl Default for View {
    fn default() -> View {
        View::new()
    }
}

/// What is chosen in one panel and shown in all.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Selection {
    /// The lane that is followed, by warp and lane.
    pub lane: Option<(u32, u32)>,
    /// The block that is shown whoever makes a step; nothing while the block of the
    /// last step is.
    pub block: Option<[u32; 3]>,
    /// The lane below the pointer.
    pub hovered_lane: Option<(u32, u32)>,
    /// The line below the pointer, of the text that is stepped.
    pub hovered_line: Option<u32>,
    /// The line below the pointer, of the program that it is made of.
    pub hovered_program: Option<u32>,
    /// The variable whose value is shown in the lanes.
    pub watched: Option<String>,
}

impl Selection {
    /// The warp that is followed.
    pub fn warp(&self) -> Option<u32> {
        self.lane.map(|(warp, _)| warp)
    }

    /// The lane that is followed, if it is one of this warp's.
    pub fn chosen_in(&self, warp: u32) -> Option<u32> {
        self.lane.filter(|at| at.0 == warp).map(|(_, lane)| lane)
    }

    /// The lane below the pointer, if it is one of this warp's.
    pub fn hovered_in(&self, warp: u32) -> Option<u32> {
        self.hovered_lane.filter(|at| at.0 == warp).map(|(_, lane)| lane)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_audience_sees_everything_larger_where_there_is_room() {
        let check = |is_presenting, zoom, window: [f32; 2], expected: f32| {
            let view = View { is_presenting, zoom, ..View::new() };
            let scale = view.scale(window.into());
            assert!((scale - expected).abs() < 1e-3, "{is_presenting} {window:?}: {scale}");
        };
        check(false, 1.0, [1280.0, 720.0], 1.0);
        check(true, 1.0, [1280.0, 720.0], 1.4);
        check(true, 1.0, [1920.0, 1080.0], 1.4);
        check(true, 1.0, [3840.0, 1080.0], 1.4);
        check(true, 1.0, [800.0, 600.0], 1.0);
        check(true, 1.0, [1100.0, 720.0], 1100.0 / 900.0);
        check(true, 1.1, [800.0, 600.0], 1.1);
        check(false, 2.0, [800.0, 600.0], 2.0);
    }
}
