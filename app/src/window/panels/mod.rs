//! One panel per file, and the registry of all of them.
//!
//! A panel is a function that draws the state and pushes commands. Whoever adds
//! one adds it to [`PANELS`]; layout, palette, tour and tests follow from there.

mod blocks;
mod findings;
mod global;
mod grid;
mod lesson;
mod lessons;
mod registers;
mod shared;
mod source;
mod timings;
mod warps;

use super::command::Command;
use super::state::State;
use egui::Ui;
use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub enum PanelId {
    Lessons,
    Lesson,
    Source,
    Warps,
    Grid,
    Global,
    Shared,
    Registers,
    Findings,
    Timings,
}

/// What the registry knows of a panel.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    pub id: PanelId,
    /// Its name in files and in the tour.
    pub slug: &'static str,
    pub title: &'static str,
    pub about: &'static str,
    pub show: fn(&mut Ui, &State, &mut Vec<Command>),
}

pub const PANELS: &[Panel] = &[
    Panel {
        id: PanelId::Lessons,
        slug: "lessons",
        title: "Lessons",
        about: "The lessons and the rungs of their ladders",
        show: lessons::show,
    },
    Panel {
        id: PanelId::Lesson,
        slug: "lesson",
        title: "This rung",
        about: "What the rung changes, why, what to look at, and a question",
        show: lesson::show,
    },
    Panel {
        id: PanelId::Source,
        slug: "source",
        title: "Source",
        about: "The kernel, to be read, edited and stepped, with what each line costs",
        show: source::show,
    },
    Panel {
        id: PanelId::Warps,
        slug: "warps",
        title: "Warps and lanes",
        about: "What every lane of the block is doing",
        show: warps::show,
    },
    Panel {
        id: PanelId::Grid,
        slug: "grid",
        title: "Grid",
        about: "The blocks of the launch, and how many fit a multiprocessor",
        show: grid::show,
    },
    Panel {
        id: PanelId::Global,
        slug: "global",
        title: "Global memory",
        about: "Where the warp's lanes reach in global memory, and what that moves",
        show: global::show,
    },
    Panel {
        id: PanelId::Shared,
        slug: "shared",
        title: "Shared memory",
        about: "The block's shared memory by bank, and who queues up",
        show: shared::show,
    },
    Panel {
        id: PanelId::Registers,
        slug: "registers",
        title: "Registers",
        about: "The variables of the warp's lanes",
        show: registers::show,
    },
    Panel {
        id: PanelId::Findings,
        slug: "findings",
        title: "Findings",
        about: "What is wrong with the kernel, and what could be faster",
        show: findings::show,
    },
    Panel {
        id: PanelId::Timings,
        slug: "timings",
        title: "Timings",
        about: "How long the ladder takes on the devices of this machine",
        show: timings::show,
    },
];

#[cfg(test)]
pub(in crate::window) use findings::terms as finding_terms;

impl PanelId {
    /// What the registry knows of it.
    pub fn panel(self) -> &'static Panel {
        // A test looks them all up.
        PANELS.iter().find(|panel| panel.id == self).unwrap_or(&PANELS[0])
    }

    /// The panel of that name.
    pub fn of_slug(slug: &str) -> Option<PanelId> {
        PANELS.iter().find(|panel| panel.slug == slug).map(|panel| panel.id)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::collections::HashSet;

    #[test]
    fn every_panel_is_found_by_its_names() {
        for panel in PANELS {
            assert_eq!(panel.id.panel().slug, panel.slug);
            assert_eq!(PanelId::of_slug(panel.slug), Some(panel.id));
        }
        let slugs: HashSet<_> = PANELS.iter().map(|panel| panel.slug).collect();
        assert_eq!(slugs.len(), PANELS.len());
        assert_eq!(PanelId::of_slug("pictures"), None);
    }
}
