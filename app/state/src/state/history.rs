//! Undo and redo of a text.
//!
//! A text changes by typing, but also by a reset or a repair, and all of it must
//! be undoable in one line. So the app keeps the history, not the text field,
//! and feeds it whatever the text is now. What is typed without a pause is one
//! step; a change of more than a few bytes at once is a step of its own.
//!
//! This is not egui's `Undoer`, because that ends a step by time alone, and does
//! not know where the cursor stood before a change.

use std::collections::VecDeque;

/// A pause of this many seconds ends a step.
const PAUSE_SECONDS: f64 = 1.0;

/// A step ends after this many seconds, even of typing without a pause.
const LONGEST_SECONDS: f64 = 10.0;

/// What a key can change; anything more is a paste, a reset or a repair.
const TYPED_BYTES: usize = 8;

/// How much is kept. The texts are small, so this is a few hundred steps.
const KEPT_BYTES: usize = 8 << 20;

/// A text and where the cursor was in it, in bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Snapshot {
    pub text: String,
    /// The byte that the cursor stood before.
    pub cursor: usize,
}

/// The past of a text, and its future after an undo.
#[derive(Clone, Debug)]
pub struct History {
    past: VecDeque<Snapshot>,
    future: Vec<Snapshot>,
    now: Snapshot,
    /// When the step that is being typed began and was last added to.
    typing: Option<(f64, f64)>,
}

impl History {
    pub fn new(text: &str) -> History {
        History {
            past: VecDeque::new(),
            future: Vec::new(),
            now: Snapshot { text: text.to_owned(), cursor: 0 },
            typing: None,
        }
    }

    /// Takes in what the text is now, at a time in seconds. Can be called in
    /// every frame.
    pub fn feed(&mut self, text: &str, cursor: usize, time: f64) {
        if text == self.now.text {
            // Where the cursor was before a change is where an undo puts it.
            self.now.cursor = cursor;
            return;
        }
        let is_typed = changed_bytes(&self.now.text, text) <= TYPED_BYTES;
        let goes_on = self.typing.is_some_and(|(start, last)| {
            is_typed && time - last < PAUSE_SECONDS && time - start < LONGEST_SECONDS
        });
        let next = Snapshot { text: text.to_owned(), cursor };
        let before = std::mem::replace(&mut self.now, next);
        if goes_on {
            self.typing = self.typing.map(|(start, _)| (start, time));
        } else {
            self.push(before);
            self.typing = is_typed.then_some((time, time));
        }
        self.future.clear();
    }

    /// Makes whatever comes next a step of its own, as a repair is, however
    /// small.
    pub fn close(&mut self) {
        self.typing = None;
    }

    /// Goes back a step from what the text is now, and says what it becomes.
    pub fn undo(&mut self, text: &str) -> Option<&Snapshot> {
        self.catch_up(text);
        let before = self.past.pop_back()?;
        self.future.push(std::mem::replace(&mut self.now, before));
        self.typing = None;
        Some(&self.now)
    }

    pub fn redo(&mut self, text: &str) -> Option<&Snapshot> {
        self.catch_up(text);
        let after = self.future.pop()?;
        self.past.push_back(std::mem::replace(&mut self.now, after));
        self.typing = None;
        Some(&self.now)
    }

    pub fn can_undo(&self) -> bool {
        !self.past.is_empty()
    }

    pub fn can_redo(&self) -> bool {
        !self.future.is_empty()
    }

    /// A change that was not fed is a step, too.
    fn catch_up(&mut self, text: &str) {
        if text != self.now.text {
            self.close();
            self.feed(text, self.now.cursor, 0.0);
        }
    }

    fn push(&mut self, snapshot: Snapshot) {
        self.past.push_back(snapshot);
        let mut bytes: usize = self.past.iter().map(|snapshot| snapshot.text.len()).sum();
        while bytes > KEPT_BYTES && self.past.len() > 1 {
            bytes -= self.past.pop_front().map_or(0, |oldest| oldest.text.len());
        }
    }
}

/// How many bytes lie between what two texts have in common at their starts and
/// at their ends.
fn changed_bytes(a: &str, b: &str) -> usize {
    let same = |(x, y): &(u8, u8)| x == y;
    let start = a.bytes().zip(b.bytes()).take_while(same).count();
    let end = a[..].as_bytes()[start..].iter().rev().copied();
    let end = end.zip(b.as_bytes()[start..].iter().rev().copied()).take_while(same).count();
    (a.len() - start - end).max(b.len() - start - end)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Feeds texts with their times, undoes as often as it goes, and compares
    /// what that shows.
    fn check(fed: &[(&str, f64)], expected: &[&str]) {
        let mut history = History::new("");
        for &(text, time) in fed {
            history.feed(text, text.len(), time);
        }
        let mut now = fed.last().map_or(String::new(), |fed| fed.0.to_owned());
        let mut shown = Vec::new();
        while let Some(snapshot) = history.undo(&now) {
            now.clone_from(&snapshot.text);
            shown.push(now.clone());
        }
        assert_eq!(shown, expected);
        assert!(!history.can_undo());
        for text in expected.iter().rev().skip(1) {
            let snapshot = history.redo(&now).unwrap();
            assert_eq!(&snapshot.text, text);
            now.clone_from(&snapshot.text);
        }
    }

    #[test]
    fn steps() {
        check(&[], &[]);
        check(&[("a", 0.0), ("ab", 0.2), ("abc", 0.4)], &[""]);
        check(&[("a", 0.0), ("ab", 0.2), ("abc", 1.4)], &["ab", ""]);
        // A pause without a change does not count as one with it.
        check(&[("a", 0.0), ("a", 5.0), ("ab", 5.1)], &["a", ""]);
        // Large changes stand alone, and typing does not join them.
        check(
            &[("a", 0.0), ("a reset to this", 0.1), ("a reset to thi", 0.2)],
            &["a reset to this", "a", ""],
        );
        // Typing without a pause is cut now and then.
        let texts: Vec<String> = (1..=24).map(|n| "x".repeat(n)).collect();
        let fed: Vec<_> = texts.iter().enumerate().map(|(n, t)| (&t[..], n as f64 / 2.0)).collect();
        check(&fed, &[&"x".repeat(20), ""]);
    }

    #[test]
    fn a_repair_is_a_step_however_small() {
        let mut history = History::new("strid");
        history.feed("stride", 6, 0.0);
        history.close();
        history.feed("stride;", 7, 0.1);
        assert_eq!(history.undo("stride;").unwrap().text, "stride");
        assert_eq!(history.undo("stride").unwrap().text, "strid");
        assert_eq!(history.undo("strid"), None);
        assert!(history.can_redo());
    }

    #[test]
    fn a_change_forgets_the_future_and_one_that_was_not_fed_counts() {
        let mut history = History::new("a");
        history.feed("ab", 2, 0.0);
        assert_eq!(history.undo("ab").unwrap().text, "a");
        assert_eq!(history.undo("not fed").unwrap().text, "a");
        assert_eq!(history.redo("a").unwrap().text, "not fed");
        assert_eq!(history.redo("not fed"), None);
    }

    #[test]
    fn the_cursor_comes_back() {
        let mut history = History::new("one two");
        history.feed("one two", 3, 0.0);
        history.feed("one, two", 4, 1.0);
        assert_eq!(history.undo("one, two").unwrap().cursor, 3);
        assert_eq!(history.redo("one two").unwrap().cursor, 4);
    }

    #[test]
    fn the_past_is_bounded() {
        let mut history = History::new("");
        for n in 0..40 {
            history.feed(&format!("{n}").repeat(1 << 18), 0, f64::from(n) * 2.0);
        }
        assert!(history.past.iter().map(|m| m.text.len()).sum::<usize>() <= KEPT_BYTES);
        assert!(history.can_undo());
    }

    #[test]
    fn bytes_that_changed() {
        let check = |a, b, expected| assert_eq!(changed_bytes(a, b), expected, "{a} {b}");
        check("", "", 0);
        check("abc", "abXc", 1);
        check("aaa", "aa", 1);
        check("×", "÷", 1);
        check("abc", "xyz", 3);
    }
}
