//! View of shared memory: what it is asked to show, and what the pointer did in it.

/// What the user looks at.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct View {
    /// The lane that is followed everywhere.
    pub chosen_lane: Option<u32>,
    /// The lane that the pointer is on, in whatever panel.
    pub hovered_lane: Option<u32>,
    /// The warp whose access it is.
    pub warp: u32,
    /// Whether words are written into cells that are wide enough.
    pub has_values: bool,
    /// Whether the accesses are those of an earlier step, because this one has
    /// none.
    pub is_past: bool,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Output {
    /// The lane that wants the word under the pointer; the chosen one if it does,
    /// else the lowest.
    pub hovered_lane: Option<u32>,
    /// The lane that wants the word that was clicked.
    pub clicked_lane: Option<u32>,
    /// The 32-bit word under the pointer.
    pub hovered_word: Option<usize>,
}

/// What is said of a step without accesses.
pub(super) const NOTHING: &str = "Not touched in this step.";
