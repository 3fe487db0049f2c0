//! Speed on hardware. It is measured by the caller, who knows devices; here it is said
//! what is launched, and what comes of the times. Nothing else of a submission ever
//! runs natively, and nothing at all unless a lecturer asks for it.

use crate::check::{Check, CheckKind};
use crate::grade::GraderError;
use crate::lab::{Lab, shown};
use crate::outcome::{Graded, Status};
use crate::schema::Size;
use crate::text::TextFacts;
use crate::trial::Trial;
use proc_macro2::{TokenStream, TokenTree};
use std::fmt;
use thiserror::Error;
use warpbench_case::Case;
use warpbench_front::{Language, Source};

/// What was measured, in the same run.
#[derive(Clone, Debug, PartialEq)]
pub struct Timed {
    /// Seconds of a launch.
    pub starter: f64,
    pub submission: f64,
    pub device: String,
}

/// A ratio of times that a lab asks for.
#[derive(Clone, Copy, Debug)]
pub struct SpeedAsked<'a> {
    /// Which of the lab's checks it is.
    pub check: usize,
    /// `cuda` or `wgpu`.
    pub backend: &'a str,
    pub size: &'a Size,
    at_least: f64,
    points: f64,
}

impl Lab {
    /// What is asked of speed. A submission that fails anything else is not run.
    pub fn speed_asked(&self, graded: &Graded) -> Vec<SpeedAsked<'_>> {
        if !graded.passed() {
            return Vec::new();
        }
        let checks = self.checks.iter().enumerate();
        let asked = checks.filter_map(|(check, Check { kind, points, .. })| match kind {
            CheckKind::Speed { backend, at_least, size } => {
                Some(SpeedAsked { check, backend, size, at_least: *at_least, points: *points })
            }
            _ => None,
        });
        asked.collect()
    }

    /// How a text is launched at a size.
    pub fn launched(&self, source: &Source, size: &Size) -> Result<Case, GraderError> {
        let facts = TextFacts::of(source, &self.entry).map_err(GraderError::Unread)?;
        let trial = Trial { size: size.clone(), seed: 1 };
        Ok(self.case(&trial, &facts, Language::of(&source.path), None)?)
    }
}

impl Graded {
    /// Judges what was measured. What could not be measured costs nothing, and the
    /// reason is said.
    pub fn judge_speed(&mut self, asked: &SpeedAsked<'_>, timed: Result<Timed, impl fmt::Display>) {
        let Some(outcome) = self.checks.get_mut(asked.check) else { return };
        let Timed { starter, submission, device } = match timed {
            Ok(timed) if timed.starter > 0.0 && timed.submission > 0.0 => timed,
            Ok(_) => {
                outcome.seen =
                    "the clock of the device is too coarse to tell; it costs no points".to_owned();
                return;
            }
            Err(why) => {
                outcome.seen = format!("not measured, which costs no points: {why}");
                return;
            }
        };
        let ratio = starter / submission;
        let passes = ratio >= asked.at_least;
        outcome.status = if passes { Status::Passed } else { Status::Failed };
        outcome.points = if passes { asked.points } else { 0.0 };
        outcome.seen = format!(
            "at {} on {device} it takes {:.1} µs and the starter {:.1} µs: {ratio:.2} times as fast",
            shown(asked.size),
            submission * 1e6,
            starter * 1e6,
        );
        self.points += outcome.points;
        self.of += asked.points;
    }
}

/// What has a compiler read files or the environment, or takes it where the kernel's own
/// language ends.
const READS: [&str; 8] =
    ["include", "include_str", "include_bytes", "env", "option_env", "path", "asm", "global_asm"];

/// Why a submission is given to no compiler.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum NotCompiled {
    #[error("CUDA runs kernels in Rust; ask for wgpu in the lab for WGSL")]
    Language,
    #[error("the text is no Rust")]
    NoRust,
    #[error("a text with `{0}` is not compiled while it is graded")]
    Reads(&'static str),
}

/// Whether a submission may be given to a compiler, where a lecturer asked for hardware:
/// a text that has it read a file could show that file in a message. What no kernel needs
/// is refused wherever it stands, also where a macro would put it together.
pub fn may_be_compiled(source: &Source) -> Result<(), NotCompiled> {
    if Language::of(&source.path) != Language::Rust {
        return Err(NotCompiled::Language);
    }
    let tokens: TokenStream = source.text.parse().map_err(|_| NotCompiled::NoRust)?;
    match reads(tokens) {
        Some(word) => Err(NotCompiled::Reads(word)),
        None => Ok(()),
    }
}

fn reads(tokens: TokenStream) -> Option<&'static str> {
    tokens.into_iter().find_map(|token| match token {
        TokenTree::Group(group) => reads(group.stream()),
        TokenTree::Ident(word) => {
            let word = word.to_string();
            let word = word.strip_prefix("r#").unwrap_or(&word);
            READS.into_iter().find(|known| *known == word)
        }
        TokenTree::Punct(_) | TokenTree::Literal(_) => None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::outcome::CheckOutcome;

    fn graded() -> Graded {
        let skipped = CheckOutcome {
            name: "Fast".to_owned(),
            kind: "speed".to_owned(),
            points: 0.0,
            of: 20.0,
            status: Status::Skipped,
            code: None,
            seen: String::new(),
            asked: String::new(),
            look: None,
            place: None,
            hidden: false,
        };
        Graded {
            lab: String::new(),
            title: String::new(),
            submission: String::new(),
            language: "rust".to_owned(),
            points: 100.0,
            of: 100.0,
            checks: vec![skipped],
            refused: None,
            version: String::new(),
        }
    }

    #[test]
    fn what_reads_files_is_not_compiled() {
        let check = |name: &str, text: &str, refused: Option<&str>| {
            let source = Source { path: name.to_owned(), text: text.to_owned() };
            let said = may_be_compiled(&source).err().map(|error| error.to_string());
            assert_eq!(said.is_some(), refused.is_some(), "{text}: {said:?}");
            assert!(said.unwrap_or_default().contains(refused.unwrap_or_default()), "{text}");
        };
        check("k.rs", "fn f() { let includes = 1; } // include!(\"x\")", None);
        check("k.rs", "const S: &str = \"include!\";", None);
        check("k.rs", "include!(\"x\");", Some("include"));
        check("k.rs", "fn f() { m!({ include_str }(\"x\")) }", Some("include_str"));
        check("k.rs", "#[cfg_attr(all(), path = \"x\")] mod m;", Some("path"));
        check("k.rs", "fn f() { core::arch::asm!(\"\") }", Some("asm"));
        check("k.rs", "const E: &str = r#env!(\"HOME\");", Some("env"));
        check("k.rs", "fn f() {", Some("no Rust"));
        check("k.wgsl", "fn f() { }", Some("WGSL"));
    }

    #[test]
    fn speed_never_costs_points_where_it_is_not_measured() {
        let size = Size::from([("n".to_owned(), 64)]);
        let asked =
            SpeedAsked { check: 0, backend: "wgpu", size: &size, at_least: 2.0, points: 20.0 };
        let timed = |starter: f64, submission: f64| {
            Ok(Timed { starter, submission, device: "a device".to_owned() })
        };
        let check =
            |timed: Result<Timed, String>, status: Status, points: (f64, f64), said: &str| {
                let mut graded = graded();
                graded.judge_speed(&asked, timed);
                assert_eq!((graded.points, graded.of), points, "{said}");
                assert_eq!(graded.checks[0].status, status, "{said}");
                assert!(graded.checks[0].seen.contains(said), "{}", graded.checks[0].seen);
            };
        check(timed(4e-6, 2e-6), Status::Passed, (120.0, 120.0), "2.00 times as fast");
        check(timed(3.9e-6, 2e-6), Status::Failed, (100.0, 120.0), "1.95 times as fast");
        check(timed(0.0, 2e-6), Status::Skipped, (100.0, 100.0), "too coarse");
        check(Err("no GPU".to_owned()), Status::Skipped, (100.0, 100.0), "no GPU");
    }
}
