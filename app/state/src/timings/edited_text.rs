//! A kernel's text that somebody has edited.

use super::job::KernelName;
use crate::message::by_name;
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;
use warpbench_front::Language;
use warpbench_report::Backend;

/// The text of a family, edited.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct EditedText {
    /// What it is written in.
    pub language: Language,
    pub text: Arc<str>,
    /// The kernel of it that is meant.
    #[serde(deserialize_with = "by_name::variant_name")]
    pub variant: KernelName,
}

impl EditedText {
    /// Tells this text from others, so that a result can be told from that of an
    /// older text.
    pub fn fingerprint(&self) -> u64 {
        let mut hasher = DefaultHasher::new();
        (self.language == Language::Rust).hash(&mut hasher);
        self.text.hash(&mut hasher);
        hasher.finish()
    }

    /// Whether a backend can run texts in this language at all.
    pub fn runs_on(&self, backend: Backend) -> bool {
        match backend {
            Backend::Wgpu => true,
            // CUDA is given PTX, which is made of Rust.
            Backend::Cuda => self.language == Language::Rust,
            // The processor runs the reference, whatever the text says.
            Backend::Cpu => false,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::fixtures::edited;
    use super::*;

    #[test]
    fn a_text_runs_where_its_language_is_known() {
        let check = |language: Language, expected: [bool; 3]| {
            let text = edited("vecadd", language, "text");
            assert_eq!(Backend::ALL.map(|backend| text.runs_on(backend)), expected);
        };
        check(Language::Rust, [true, true, false]);
        check(Language::Wgsl, [false, true, false]);
    }

    #[test]
    fn texts_are_told_apart() {
        let rust = edited("vecadd", Language::Rust, "a");
        assert_eq!(rust.fingerprint(), rust.clone().fingerprint());
        for other in [("a", Language::Wgsl), ("b", Language::Rust)] {
            assert_ne!(rust.fingerprint(), edited("vecadd", other.1, other.0).fingerprint());
        }
    }
}
