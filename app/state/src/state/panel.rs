//! The panels by name: what is known of one without drawing it.
//!
//! Whoever adds a panel adds it to the table below; the compiler then asks
//! `panels::show` how it is drawn and `layout.rs` where it is, and palette, tour and
//! tests follow from here.

use serde::{Deserialize, Serialize};

/// Makes [`PanelId`] and [`PANELS`] of one table, so that no panel is in one of them alone.
macro_rules! panels {
    ($($id:ident, $slug:literal, $title:literal, $about:literal;)*) => {
        #[derive(
            Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize,
        )]
        pub enum PanelId {
            $($id,)*
        }

        /// All panels, in the order of [`PanelId`].
        pub const PANELS: &[Panel] = &[
            $(Panel { id: PanelId::$id, slug: $slug, title: $title, about: $about },)*
        ];
    };
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

panels! {
    Lessons, "lessons", "Lessons",
        "The lessons and the rungs of their ladders";
    Lesson, "lesson", "This rung",
        "What the rung changes, why, what to look at, and a question";
    Source, "source", "Source",
        "The kernel, to be read, edited and stepped, with what each line costs";
    Warps, "warps", "Warps and lanes",
        "What every lane of the block is doing";
    Grid, "grid", "Grid",
        "The blocks of the launch, and how many fit a multiprocessor";
    Global, "global", "Global memory",
        "Where the warp's lanes reach in global memory, and what that moves";
    Shared, "shared", "Shared memory",
        "The block's shared memory by bank, and who queues up";
    Registers, "registers", "Registers",
        "The variables of the warp's lanes";
    Findings, "findings", "Findings",
        "What is wrong with the kernel, and what could be faster";
    Timings, "timings", "Timings",
        "How long the ladder takes on the devices of this machine";
    Comparison, "comparison", "Comparison",
        "How the kernels do on many machines: result files and this machine side by side";
    Checks, "checks", "Checks",
        "What the lab asks for and how your kernel stands, with hints and attempts";
    Class, "class", "Class",
        "What came of a folder of submissions: who failed which check";
}

impl PanelId {
    /// What is known of it.
    pub fn panel(self) -> &'static Panel {
        &PANELS[self as usize]
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
        let titles: HashSet<_> = PANELS.iter().map(|panel| panel.title).collect();
        assert_eq!((slugs.len(), titles.len()), (PANELS.len(), PANELS.len()));
        assert_eq!(PanelId::of_slug("pictures"), None);
    }
}
