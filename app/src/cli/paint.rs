//! Colours for a terminal that shows them.

use std::io::{IsTerminal, stdout};

/// Colours text, or leaves it as it is.
#[derive(Clone, Copy, Debug)]
pub(super) struct Paint {
    colours: bool,
}

/// What a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Ink {
    /// Something is wrong.
    Error,
    /// Something may be wrong.
    Warning,
    /// Something could be better, or is right.
    Good,
    /// A frame around what matters.
    Frame,
    /// What matters.
    Strong,
}

impl Paint {
    /// Colours where standard output is a terminal and nobody has asked for none.
    pub(super) fn for_stdout() -> Paint {
        let wanted = std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty());
        let dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
        Paint { colours: wanted && !dumb && stdout().is_terminal() }
    }

    /// No colours.
    #[cfg(test)]
    pub(super) fn plain() -> Paint {
        Paint { colours: false }
    }

    /// The text in its colour.
    pub(super) fn ink(self, ink: Ink, text: &str) -> String {
        if !self.colours || text.is_empty() {
            return text.to_owned();
        }
        let code = match ink {
            Ink::Error => "1;31",
            Ink::Warning => "1;33",
            Ink::Good => "1;36",
            Ink::Frame => "2",
            Ink::Strong => "1",
        };
        format!("\x1b[{code}m{text}\x1b[0m")
    }
}
