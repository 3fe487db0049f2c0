//! Folds: which lines of a text are out of sight; everything but the kernel that is stepped
//! and what it calls, each part down to the line that says what it is.
//!
//! A part that somebody unfolded stays so, and one that somebody types in is
//! never folded, whatever else would have it so.

use warpbench_texts::folds::FoldChoices;
use warpbench_texts::syntax::{Item, ItemKind, Syntax, items};

/// What decides what is folded, besides the text.
#[derive(Clone, Copy, Debug)]
pub struct FoldRule<'a> {
    /// The kernel that is stepped.
    pub kernel: &'a str,
    pub choices: &'a FoldChoices,
}

/// A part of the text that can be folded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Fold {
    /// The line that stays, from 1.
    pub(super) head: u32,
    /// The first and the last line of the part.
    pub(super) lines: (u32, u32),
    /// How the choice about it is kept: its head's words.
    pub(super) key: String,
    /// What it is called, for those who cannot see it.
    pub(super) name: String,
    pub(super) is_folded: bool,
    /// Whether it would be folded, had nobody been at one of its lines.
    pub(super) is_held_open: bool,
}

/// What is folded in a text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Folding {
    pub(super) folds: Vec<Fold>,
    /// The first and the last line between two small parts, where no room is left unless
    /// somebody is there.
    pub(super) gaps: Vec<(u32, u32)>,
    /// For each line whether it is out of sight; empty where none is.
    pub(super) hidden: Vec<bool>,
}

impl Folding {
    /// Folds a text. Parts with a line in `held` stay open.
    pub(super) fn new(text: &str, syntax: Syntax, rule: &FoldRule<'_>, held: &[u32]) -> Folding {
        let parts = items(text, syntax);
        let Some(stepped) = parts.iter().position(|part| is_kernel(part, rule.kernel)) else {
            return Folding::default();
        };
        let needed = needed(&parts, stepped);
        let heads: Vec<&str> = text.lines().collect();
        let mut folds = Vec::new();
        // Parts of one line can be drawn together, but there is nothing to fold.
        let mut is_small = Vec::with_capacity(parts.len());
        for (nth, (part, is_needed)) in parts.iter().zip(&needed).enumerate() {
            let (first, last) = (*part.lines.start(), *part.lines.end());
            let key = heads.get(part.head as usize - 1).map_or("", |line| line.trim()).to_owned();
            let is_held = held.iter().any(|line| part.lines.contains(line));
            let would_fold = rule.choices.get(&key).copied().unwrap_or(!is_needed);
            // What is stepped is there to be seen.
            let is_long = last > first && nth != stepped;
            let is_folded = is_long && would_fold && !is_held;
            is_small.push(is_folded || last == first && part.kind == ItemKind::Declaration);
            if is_long {
                folds.push(Fold {
                    head: part.head,
                    lines: (first, last),
                    name: part.names.first().cloned().unwrap_or_else(|| key.clone()),
                    key,
                    is_folded,
                    is_held_open: would_fold && is_held,
                });
            }
        }
        let mut hidden = vec![false; super::layout::starts(text).len()];
        for fold in folds.iter().filter(|fold| fold.is_folded) {
            for line in (fold.lines.0..=fold.lines.1).filter(|line| *line != fold.head) {
                hide(&mut hidden, line);
            }
        }
        let pairs = parts.windows(2).zip(is_small.windows(2));
        let gaps: Vec<(u32, u32)> = pairs
            .filter(|(_, is_small)| *is_small == [true, true])
            .map(|(pair, _)| (pair[0].lines.end() + 1, pair[1].lines.start() - 1))
            .filter(|(first, last)| first <= last)
            .collect();
        for &(first, last) in &gaps {
            if !held.iter().any(|line| (first..=last).contains(line)) {
                (first..=last).for_each(|line| hide(&mut hidden, line));
            }
        }
        if !hidden.contains(&true) {
            hidden.clear();
        }
        Folding { folds, gaps, hidden }
    }

    pub(super) fn is_hidden(&self, line: u32) -> bool {
        (line as usize).checked_sub(1).and_then(|at| self.hidden.get(at)).copied().unwrap_or(false)
    }
}

fn hide(hidden: &mut [bool], line: u32) {
    if let Some(hidden) = (line as usize).checked_sub(1).and_then(|at| hidden.get_mut(at)) {
        *hidden = true;
    }
}

fn is_kernel(part: &Item, name: &str) -> bool {
    matches!(part.kind, ItemKind::Kernel | ItemKind::Function)
        && part.names.iter().any(|own| own == name)
}

/// The kernel, the functions that it calls, those that they call, and so on.
fn needed(parts: &[Item], stepped: usize) -> Vec<bool> {
    let mut needed = vec![false; parts.len()];
    let mut waiting = vec![stepped];
    while let Some(at) = waiting.pop() {
        if std::mem::replace(&mut needed[at], true) {
            continue;
        }
        let is_called = |part: &Item| {
            part.kind == ItemKind::Function
                && part.names.iter().any(|name| parts[at].mentions.contains(name))
        };
        waiting.extend((0..parts.len()).filter(|&other| is_called(&parts[other])));
    }
    needed
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &str = "\
//! About
//! this.

/// A size.
pub const N: usize = 4;

/// Another.
pub const M: usize = 5;

/// Inner.
fn inner() {
}

/// Outer.
fn outer() {
    inner();
}

/// Unused.
fn unused() {
}

/// First.
#[kernel]
pub unsafe fn first() {
    unused();
}

/// Second.
#[kernel]
pub unsafe fn second() {
    outer();
}
";

    fn seen(choices: &[(&str, bool)], kernel: &str, held: &[u32]) -> Vec<&'static str> {
        let choices: FoldChoices = choices.iter().map(|(k, v)| ((*k).to_owned(), *v)).collect();
        let rule = FoldRule { kernel, choices: &choices };
        let folding = Folding::new(TEXT, Syntax::Rust, &rule, held);
        TEXT.lines().zip(1..).filter(|(_, n)| !folding.is_hidden(*n)).map(|(l, _)| l).collect()
    }

    #[test]
    fn only_the_kernel_and_what_it_calls_are_unfolded() {
        assert_eq!(
            seen(&[], "second", &[]),
            [
                "//! About",
                "pub const N: usize = 4;",
                "pub const M: usize = 5;",
                "",
                "/// Inner.",
                "fn inner() {",
                "}",
                "",
                "/// Outer.",
                "fn outer() {",
                "    inner();",
                "}",
                "",
                "fn unused() {",
                "pub unsafe fn first() {",
                "",
                "/// Second.",
                "#[kernel]",
                "pub unsafe fn second() {",
                "    outer();",
                "}",
            ]
        );
        let first = seen(&[], "first", &[]);
        assert!(first.contains(&"    unused();") && first.contains(&"/// Unused."));
        assert!(!first.contains(&"    outer();") && !first.contains(&"/// Inner."));
    }

    #[test]
    fn choices_and_cursors_keep_parts_open() {
        let open = seen(&[("pub unsafe fn first() {", false)], "second", &[]);
        assert!(open.contains(&"    unused();") && open.contains(&"/// First."));
        let closed = seen(&[("fn outer() {", true)], "second", &[]);
        assert!(!closed.contains(&"    inner();"));
        // What is stepped cannot be folded.
        let kernel = seen(&[("pub unsafe fn second() {", true)], "second", &[]);
        assert!(kernel.contains(&"    outer();"));
        // Somebody types in line 26, and in a helper although it is to be folded.
        assert!(seen(&[], "second", &[26]).contains(&"    unused();"));
        let held = seen(&[("fn outer() {", true)], "second", &[16]);
        assert!(held.contains(&"    inner();"));
        let rule = FoldRule { kernel: "second", choices: &FoldChoices::new() };
        let folding = Folding::new(TEXT, Syntax::Rust, &rule, &[26]);
        let names: Vec<_> =
            folding.folds.iter().filter(|f| f.is_held_open).map(|f| f.name.as_str()).collect();
        assert_eq!(names, ["first"]);
    }

    #[test]
    fn whoever_is_between_two_small_parts_sees_where() {
        let rule = FoldRule { kernel: "second", choices: &FoldChoices::new() };
        let folding = Folding::new(TEXT, Syntax::Rust, &rule, &[]);
        assert!(folding.gaps.contains(&(6, 6)) && folding.is_hidden(6));
        let held = Folding::new(TEXT, Syntax::Rust, &rule, &[6]);
        assert_eq!(held.gaps, folding.gaps);
        assert!(!held.is_hidden(6));
    }

    #[test]
    fn a_text_without_the_kernel_is_shown_whole() {
        assert_eq!(seen(&[], "third", &[]).len(), TEXT.lines().count());
        let rule = FoldRule { kernel: "x", choices: &FoldChoices::new() };
        assert_eq!(Folding::new("", Syntax::Rust, &rule, &[]), Folding::default());
    }

    #[test]
    fn every_kernel_of_every_lesson_is_unfolded_alone() {
        for family in warpbench_catalog::FAMILIES {
            let texts = [
                (family.sources.rust, Syntax::Rust),
                (family.sources.wgsl, Syntax::Wgsl),
                (family.sources.ptx, Syntax::Ptx),
            ];
            for (text, syntax) in texts {
                let parts = items(text, syntax);
                let kernels: Vec<_> =
                    parts.iter().filter(|part| part.kind == ItemKind::Kernel).collect();
                for kernel in &kernels {
                    let last = text.lines().nth(*kernel.lines.end() as usize - 1).unwrap_or("");
                    assert!(last.starts_with('}'), "{} ends in {last}", kernel.names[0]);
                    let rule = FoldRule { kernel: &kernel.names[0], choices: &FoldChoices::new() };
                    let folding = Folding::new(text, syntax, &rule, &[]);
                    let of = |part: &&Item| part.lines.clone().any(|l| folding.is_hidden(l));
                    let folded = kernels.iter().filter(|part| of(part)).count();
                    assert!(!of(kernel), "{} {syntax:?}", kernel.names[0]);
                    assert_eq!(folded, kernels.len() - 1, "{} {syntax:?}", kernel.names[0]);
                }
            }
        }
    }
}
