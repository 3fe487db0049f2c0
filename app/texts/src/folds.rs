//! What of a text is folded.

use std::collections::BTreeMap;

/// What somebody chose for the parts of a text, by the words of their heads:
/// whether they are folded.
pub type FoldChoices = BTreeMap<String, bool>;
