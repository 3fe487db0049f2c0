//! Groups: what the codes that begin with a letter are about.

use crate::Code;

/// The codes of a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Group {
    pub letter: char,
    /// What they are about, in a few words.
    pub title: &'static str,
    /// How the file of a text ends that has such a thing wrong with it.
    pub ending: &'static str,
}

/// All groups, in the order of their letters.
pub const GROUPS: [Group; 7] = [
    group('D', "directives, and what is derived from a text", "rs"),
    group('E', "mistakes in Rust, with rustc's own codes", "rs"),
    group('F', "findings of a run", "rs"),
    group('G', "WGSL", "wgsl"),
    group('K', "what a kernel is, and what the workbench cannot express", "rs"),
    group('L', "loops that never end or never begin", "rs"),
    group('S', "how a text in Rust is written", "rs"),
];

const fn group(letter: char, title: &'static str, ending: &'static str) -> Group {
    Group { letter, title, ending }
}

impl Code {
    /// The group that it belongs to. Every code of the table has one, which a test says.
    pub fn group(self) -> Option<Group> {
        GROUPS.into_iter().find(|group| self.name().starts_with(group.letter))
    }
}

#[cfg(test)]
mod tests {
    use crate::ALL;

    #[test]
    fn every_code_has_a_group() {
        for entry in ALL {
            assert!(entry.code.group().is_some(), "{}", entry.code);
        }
    }
}
