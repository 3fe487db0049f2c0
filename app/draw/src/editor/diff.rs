//! Differences between a text and its original.
//!
//! Lines are compared, with the `similar` crate. One pass gives both the marks
//! beside the lines and the rows of the view that shows the two texts together.

use similar::algorithms::{Capture, Compact, Replace, myers};
use similar::{ChangeTag, DiffOp, DiffTag, group_diff_ops};

/// Lines around a change that are shown with it.
const CONTEXT: usize = 3;

/// What happened to a line that is there now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LineChange {
    Added,
    Changed,
}

/// What a row of the view is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RowKind {
    /// A line of both texts.
    Same,
    /// A line that is gone.
    Removed,
    /// A line that is new.
    Added,
    /// A break between two places.
    Break,
}

/// A row of the view.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DiffRow {
    pub kind: RowKind,
    /// Its line in the original, from 1.
    pub before: Option<u32>,
    /// Its line in the text, from 1.
    pub after: Option<u32>,
    pub text: String,
}

/// What became of a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Diff {
    /// Lines, from 1 and in order, that are new or different.
    pub changes: Vec<(u32, LineChange)>,
    /// Lines, from 1 and in order, above which something is gone; one more than
    /// there are lines where it is gone from the end.
    pub removals: Vec<u32>,
    /// Both texts, only where they differ and a little around it.
    pub rows: Vec<DiffRow>,
}

impl Diff {
    /// Compares an original with what it has become.
    pub fn new(original: &str, text: &str) -> Diff {
        if original == text {
            return Diff::default();
        }
        let (before, after) = (lines(original), lines(text));
        let ops = compare(&before, &after);
        let mut diff = Diff::default();
        for op in &ops {
            let (before, after) = (op.old_range(), op.new_range());
            if op.tag() == DiffTag::Equal {
                continue;
            }
            for (nth, line) in after.clone().enumerate() {
                let change =
                    if nth < before.len() { LineChange::Changed } else { LineChange::Added };
                diff.changes.push((line as u32 + 1, change));
            }
            if before.len() > after.len() {
                diff.removals.push(after.end as u32 + 1);
            }
        }
        for (nth, group) in group_diff_ops(ops, CONTEXT).iter().enumerate() {
            if nth > 0 {
                diff.rows.push(DiffRow {
                    kind: RowKind::Break,
                    before: None,
                    after: None,
                    text: String::new(),
                });
            }
            let changes = group.iter().flat_map(|op| op.iter_changes(&before, &after));
            diff.rows.extend(changes.map(|change| {
                let number = |index: Option<usize>| index.map(|index| index as u32 + 1);
                DiffRow {
                    kind: match change.tag() {
                        ChangeTag::Equal => RowKind::Same,
                        ChangeTag::Delete => RowKind::Removed,
                        ChangeTag::Insert => RowKind::Added,
                    },
                    before: number(change.old_index()),
                    after: number(change.new_index()),
                    text: change.value().trim_end_matches(['\r', '\n']).to_owned(),
                }
            }));
        }
        diff
    }

    /// How many lines are new and how many are gone.
    pub fn counts(&self) -> (usize, usize) {
        let count = |kind| self.rows.iter().filter(|row| row.kind == kind).count();
        (count(RowKind::Added), count(RowKind::Removed))
    }
}

/// The lines of a text, with their ends.
fn lines(text: &str) -> Vec<&str> {
    text.split_inclusive('\n').collect()
}

/// What became of lines. The algorithm is named, because what chooses one brings all of
/// them along, and a browser has to download them.
fn compare(before: &[&str], after: &[&str]) -> Vec<DiffOp> {
    let mut hook = Compact::new(Replace::new(Capture::new()), before, after);
    let Ok(()) = myers::diff(&mut hook, before, 0..before.len(), after, 0..after.len());
    hook.into_inner().into_inner().into_ops()
}

/// For each line of a text the line of its original that it still is, from 1; 0
/// where it is new or different.
pub(super) fn line_map(original: &str, text: &str) -> Vec<u32> {
    let lines = text.split('\n').count();
    if original == text {
        return (1..=lines as u32).collect();
    }
    let mut map = vec![0; lines];
    for op in compare(&self::lines(original), &self::lines(text)) {
        if op.tag() == DiffTag::Equal {
            for (before, after) in op.old_range().zip(op.new_range()) {
                map[after] = before as u32 + 1;
            }
        }
    }
    map
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks() {
        let check = |before: &str, after: &str, changes: &[(u32, LineChange)], removals: &[u32]| {
            let diff = Diff::new(before, after);
            assert_eq!((&diff.changes[..], &diff.removals[..]), (changes, removals));
        };
        check("a\nb\nc\n", "a\nb\nc\n", &[], &[]);
        check("a\nb\nc\n", "a\nB\nc\n", &[(2, LineChange::Changed)], &[]);
        check("a\nb\nc\n", "a\nb\nx\nc\n", &[(3, LineChange::Added)], &[]);
        check("a\nb\nc\n", "a\nc\n", &[], &[2]);
        check("a\nb\nc\n", "a\nb\n", &[], &[3]);
        check("a\nb\nc\n", "a\nX\n", &[(2, LineChange::Changed)], &[3]);
        check("a\n", "X\nY\n", &[(1, LineChange::Changed), (2, LineChange::Added)], &[]);
        check("", "a\n", &[(1, LineChange::Added)], &[]);
    }

    #[test]
    fn lines_that_stayed_are_found() {
        let check = |before: &str, after: &str, expected: &[u32]| {
            assert_eq!(line_map(before, after), expected);
        };
        check("a\nb\n", "a\nb\n", &[1, 2, 3]);
        check("a\nb\nc\n", "x\na\nB\nc\n", &[0, 1, 0, 3, 0]);
        check("a\nb\nc\n", "c\n", &[3, 0]);
        check("", "a\n", &[0, 0]);
    }

    #[test]
    fn rows() {
        let numbers = |range: std::ops::Range<u32>| range.map(|n| format!("{n}\n")).collect();
        let before: String = numbers(1..31);
        let after = before.replace("\n10\n", "\nten\n").replace("\n25\n", "\n");
        let diff = Diff::new(&before, &after);
        let shown: Vec<String> = diff
            .rows
            .iter()
            .map(|row| match row.kind {
                RowKind::Same => format!(" {}", row.text),
                RowKind::Removed => format!("-{}", row.text),
                RowKind::Added => format!("+{}", row.text),
                RowKind::Break => "~".to_owned(),
            })
            .collect();
        assert_eq!(shown.join(","), " 7, 8, 9,-10,+ten, 11, 12, 13,~, 22, 23, 24,-25, 26, 27, 28");
        assert_eq!(diff.counts(), (1, 2));
        assert_eq!((diff.rows[4].before, diff.rows[4].after), (None, Some(10)));
        assert_eq!((diff.rows[13].before, diff.rows[13].after), (Some(26), Some(25)));
    }
}
