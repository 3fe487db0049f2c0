//! Caption of the last step, in one line, and its place in the text.

use super::State;
use std::ops::Range;
use warpbench_front::SourceLocation;
use warpbench_machine::observe::banks::Banks;
use warpbench_simulate::caption::{Caption, CaptionContext, caption};
use warpbench_texts::syntax::declaration_line;

impl State {
    /// What the last step did; nothing before the first recording.
    pub fn caption(&self) -> Option<Caption> {
        let player = self.player.as_ref()?;
        let (_, text) = self.stepped.as_ref()?;
        let banks = Banks::from(&self.setup.model.shared);
        let context = CaptionContext { text, state: player.playback.state(), banks };
        Some(caption(&player.recording, player.position(), &context))
    }

    /// The line of the last step in the text that is stepped; before the first step,
    /// that of the kernel's beginning.
    pub fn current_line(&self) -> Option<u32> {
        let player = self.player.as_ref()?;
        match player.position().checked_sub(1) {
            Some(last) => player.trace().line_of(last),
            None => {
                let (_, text) = self.stepped.as_ref()?;
                declaration_line(text, self.setup.language.into(), &player.recording.entry)
            }
        }
    }

    /// The operation of the last step in the text that is stepped.
    pub fn current_span(&self) -> Option<SourceLocation> {
        let (_, text) = self.stepped.as_ref()?;
        located(text, self.caption()?.span?)
    }
}

/// Bytes of a text as a place in one of its lines.
fn located(text: &str, span: Range<usize>) -> Option<SourceLocation> {
    let before = text.get(..span.start)?;
    let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
    let start = before.rfind('\n').map_or(0, |end| end + 1);
    Some(SourceLocation {
        line: line as u32,
        column: (span.start - start) as u32 + 1,
        length: span.len() as u32,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bytes_are_found_in_their_line() {
        let check = |text: &str, span: Range<usize>, expected: Option<(u32, u32, u32)>| {
            let found = located(text, span).map(|at| (at.line, at.column, at.length));
            assert_eq!(found, expected, "{text:?}");
        };
        check("a < b", 0..5, Some((1, 1, 5)));
        check("x\n  é < b\n", 4..10, Some((2, 3, 6)));
        check("x\ny", 2..3, Some((2, 1, 1)));
        check("x", 7..8, None);
    }
}
