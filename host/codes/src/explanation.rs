//! Explanations: what a code means, with a wrong kernel and the right one.

use crate::Code;
use include_dir::{Dir, include_dir};
use serde::{Deserialize, Serialize};
use similar::{Algorithm, ChangeTag, capture_diff_slices};

static FILES: Dir<'static> = include_dir!("$CARGO_MANIFEST_DIR/../../assets/explanations");

/// What a code means.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Explanation {
    /// What is wrong, why, and what to do, in Markdown.
    pub meaning: String,
    /// A small text that has this wrong with it.
    pub wrong: String,
    /// The same, put right.
    pub right: String,
    /// The lesson about it, by the stem of its file.
    pub lesson: String,
    /// How both are launched, where the mistake shows only in a run.
    pub launch: Option<Launch>,
    /// Why no text leads to this code, where none can.
    pub untested: Option<String>,
}

/// How the kernels of an explanation are launched.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize, Serialize)]
#[serde(deny_unknown_fields)]
pub struct Launch {
    /// Threads in a block.
    pub block: u32,
    /// Blocks in the grid.
    pub grid: u32,
    /// How many elements each buffer has, in the order of the parameters.
    pub buffers: Vec<u32>,
}

/// A line of a text of an explanation.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MarkedLine<'a> {
    pub text: &'a str,
    /// Whether the other text lacks it.
    pub differs: bool,
}

impl Explanation {
    /// The lines of the wrong text and those of the right one.
    pub fn lines(&self) -> [Vec<MarkedLine<'_>>; 2] {
        let wrong: Vec<&str> = self.wrong.lines().collect();
        let right: Vec<&str> = self.right.lines().collect();
        let mut marked = [Vec::new(), Vec::new()];
        let changes = capture_diff_slices(Algorithm::Myers, &wrong, &right);
        for change in changes.iter().flat_map(|op| op.iter_changes(&wrong, &right)) {
            let differs = change.tag() != ChangeTag::Equal;
            let line = MarkedLine { text: change.value(), differs };
            if change.tag() != ChangeTag::Insert {
                marked[0].push(line);
            }
            if change.tag() != ChangeTag::Delete {
                marked[1].push(line);
            }
        }
        marked
    }
}

impl Launch {
    /// The launch in words: `2 blocks of 64 threads`, and what the buffers are.
    pub fn words(&self) -> String {
        let count = |number: u32, one: &str| match number {
            1 => format!("1 {one}"),
            _ => format!("{number} {one}s"),
        };
        let buffers: Vec<String> = self.buffers.iter().map(u32::to_string).collect();
        let buffers = match buffers.as_slice() {
            [] => String::new(),
            [one] => format!("; the buffer has {one} elements, which hold their indices"),
            [all @ .., last] => {
                let all = all.join(", ");
                format!("; the buffers have {all} and {last} elements, which hold their indices")
            }
        };
        format!("{} of {}{buffers}", count(self.grid, "block"), count(self.block, "thread"))
    }
}

/// The explanation of a code. Every code of the table has one, which a test says.
pub fn explanation(code: Code) -> Option<Explanation> {
    let file = FILES.get_file(format!("{code}.toml"))?;
    toml::from_str(file.contents_utf8()?).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn explained(wrong: &str, right: &str) -> Explanation {
        Explanation {
            meaning: String::new(),
            wrong: wrong.to_owned(),
            right: right.to_owned(),
            lesson: String::new(),
            launch: None,
            untested: None,
        }
    }

    #[test]
    fn every_code_has_an_explanation_that_can_be_read() {
        for entry in crate::ALL {
            assert!(explanation(entry.code).is_some(), "{}", entry.code);
        }
    }

    #[test]
    fn lines_of_one_text_alone_are_marked() {
        let check = |wrong: &str, right: &str, expected: [&str; 2]| {
            let explained = explained(wrong, right);
            let marked = explained.lines().map(|lines| {
                let mark = |line: &MarkedLine<'_>| {
                    format!("{}{}", line.text, if line.differs { "!" } else { "" })
                };
                lines.iter().map(mark).collect::<Vec<_>>().join(" ")
            });
            assert_eq!(marked, expected);
        };
        check("a\nb\nc\n", "a\nx\nc\n", ["a b! c", "a x! c"]);
        check("a\nc\n", "a\nb\nc\n", ["a c", "a b! c"]);
        check("a\n", "", ["a!", ""]);
        check("", "", ["", ""]);
    }

    #[test]
    fn launches_are_told_in_words() {
        let check = |block, grid, buffers: &[u32], expected: &str| {
            let launch = Launch { block, grid, buffers: buffers.to_vec() };
            assert_eq!(launch.words(), expected);
        };
        check(
            64,
            2,
            &[128, 128],
            "2 blocks of 64 threads; the buffers have 128 and 128 elements, which hold their indices",
        );
        check(
            1,
            1,
            &[7],
            "1 block of 1 thread; the buffer has 7 elements, which hold their indices",
        );
        check(32, 1, &[], "1 block of 32 threads");
    }
}
