//! The panels by name: what is known of one without drawing it.
//!
//! Whoever adds a panel adds it to [`PanelId`] and to [`PANELS`]; the compiler
//! then asks `panels::show` how it is drawn, and layout, palette, tour and tests
//! follow from here.

use serde::{Deserialize, Serialize};

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
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
    Comparison,
    Checks,
    Class,
}

/// What is known of a panel.
#[derive(Clone, Copy, Debug)]
pub struct Panel {
    pub id: PanelId,
    /// Its name in files and in the tour.
    pub slug: &'static str,
    pub title: &'static str,
    pub about: &'static str,
}

pub const PANELS: &[Panel] = &[
    Panel {
        id: PanelId::Lessons,
        slug: "lessons",
        title: "Lessons",
        about: "The lessons and the rungs of their ladders",
    },
    Panel {
        id: PanelId::Lesson,
        slug: "lesson",
        title: "This rung",
        about: "What the rung changes, why, what to look at, and a question",
    },
    Panel {
        id: PanelId::Source,
        slug: "source",
        title: "Source",
        about: "The kernel, to be read, edited and stepped, with what each line costs",
    },
    Panel {
        id: PanelId::Warps,
        slug: "warps",
        title: "Warps and lanes",
        about: "What every lane of the block is doing",
    },
    Panel {
        id: PanelId::Grid,
        slug: "grid",
        title: "Grid",
        about: "The blocks of the launch, and how many fit a multiprocessor",
    },
    Panel {
        id: PanelId::Global,
        slug: "global",
        title: "Global memory",
        about: "Where the warp's lanes reach in global memory, and what that moves",
    },
    Panel {
        id: PanelId::Shared,
        slug: "shared",
        title: "Shared memory",
        about: "The block's shared memory by bank, and who queues up",
    },
    Panel {
        id: PanelId::Registers,
        slug: "registers",
        title: "Registers",
        about: "The variables of the warp's lanes",
    },
    Panel {
        id: PanelId::Findings,
        slug: "findings",
        title: "Findings",
        about: "What is wrong with the kernel, and what could be faster",
    },
    Panel {
        id: PanelId::Timings,
        slug: "timings",
        title: "Timings",
        about: "How long the ladder takes on the devices of this machine",
    },
    Panel {
        id: PanelId::Comparison,
        slug: "comparison",
        title: "Comparison",
        about: "How the kernels do on many machines: result files and this machine side by side",
    },
    Panel {
        id: PanelId::Checks,
        slug: "checks",
        title: "Checks",
        about: "What the lab asks for and how your kernel stands, with hints and attempts",
    },
    Panel {
        id: PanelId::Class,
        slug: "class",
        title: "Class",
        about: "What came of a folder of submissions: who failed which check",
    },
];

impl PanelId {
    /// What is known of it.
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
