//! The ladder that is timed: what is shown elsewhere in the window.

use super::edited_text::EditedText;
use warpbench_catalog::{Family, Variant};

#[derive(Clone, Debug)]
pub struct Ladder {
    pub family: &'static Family,
    /// The kernel of it that is shown.
    pub variant: &'static Variant,
    pub rungs: Vec<&'static Variant>,
    /// The kernel's text, where it differs from the catalogue's.
    pub edited: Option<EditedText>,
    /// The problem's size that is stepped through, if there is one.
    pub size: Option<Vec<u64>>,
}
