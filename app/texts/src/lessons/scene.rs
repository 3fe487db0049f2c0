//! Scenes: a panel, and the moment of the run at which to look there, as a text names them.
//!
//! In a lesson or the tour a scene is an inline table of TOML on a line of its
//! own, behind the words that it belongs to:
//! `{ panel = "warps", at = "if t <", does = "branch", when = { stride = 4 } }`.

use super::format::LessonError;
use serde::Deserialize;
use std::collections::BTreeMap;
use warpbench_front::Language;

/// Where to look, and when.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Scene {
    /// The panel, by its name in files.
    pub panel: String,
    /// Words of the kernel's text in Rust; the moment is at the first line that has
    /// them. Without words and without a barrier it is the start of the run.
    pub at: Option<String>,
    /// The same of the twin in WGSL, where its words are others.
    pub wgsl: Option<String>,
    /// What a warp does there; without it, a warp is about to come to the line.
    pub does: Option<Deed>,
    /// What variables hold then, in one of the lanes that take part.
    pub when: BTreeMap<String, f64>,
    /// Which warp it is; any where it is not said.
    pub warp: Option<u32>,
    /// Which block it is; any where it is not said.
    pub block: Option<[u32; 3]>,
    /// Which such moment, from 1.
    pub nth: Option<usize>,
    /// Where all warps of a block wait at a barrier, which barrier it is, from 1.
    pub barrier: Option<usize>,
    /// The end of the run.
    pub end: bool,
    /// Which launch, from 0.
    pub launch: usize,
    /// The device model, by its name in files; the chosen one where it is not said.
    pub model: Option<String>,
    /// The variable to watch in the lanes.
    pub watch: Option<String>,
}

/// What a warp does in a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Deed {
    /// It comes to a branch.
    Branch,
    /// It comes to a branch at which its lanes diverge.
    Diverge,
    /// It accesses global memory.
    Global,
    /// It accesses shared memory.
    Shared,
    /// It comes to a barrier.
    Wait,
}

impl Scene {
    /// The words to look for in a text of this language.
    pub fn words(&self, language: Language) -> Option<&str> {
        match language {
            Language::Rust => self.at.as_deref(),
            Language::Wgsl => self.wgsl.as_deref().or(self.at.as_deref()),
        }
    }
}

/// The text of a paragraph without the scene at its end, and that scene.
pub fn split(text: &'static str) -> Result<(&'static str, Option<Scene>), LessonError> {
    #[derive(Deserialize)]
    struct Line {
        scene: Scene,
    }
    let (words, last) = text.trim_end().rsplit_once('\n').unwrap_or(("", text));
    if !last.trim().starts_with('{') {
        return Ok((text.trim_end(), None));
    }
    let line: Line =
        toml::from_str(&format!("scene = {}", last.trim())).map_err(LessonError::Toml)?;
    Ok((words.trim_end(), Some(line.scene)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scenes_are_split_from_their_words() {
        let check = |text: &'static str, words: &str, panel: Option<&str>| {
            let (found, scene) = split(text).expect(text);
            assert_eq!(found, words);
            assert_eq!(scene.as_ref().map(|scene| scene.panel.as_str()), panel, "{text}");
        };
        check("Look.", "Look.", None);
        check("Look.\n  { panel = \"warps\" }\n", "Look.", Some("warps"));
        check("One.\nTwo.\n{ panel = 'grid', when = { t = 4 } }", "One.\nTwo.", Some("grid"));
        assert!(split("Look.\n{ panel = 3 }").is_err());
        assert!(split("Look.\n{ attic = true }").is_err());
    }
}
