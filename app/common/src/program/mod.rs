//! Sequential programs with directives: what they are called with, what their kernels do on
//! the simulator, and what the sequential program computes itself.
//!
//! `derive` makes kernels and the host's steps of a program; here the steps meet a case and
//! somebody who launches kernels. Nothing is printed here.

pub mod arguments;
pub mod compare;
pub mod log;
pub mod reference;
pub mod run;
pub mod simulate;
pub mod skeleton;

use anyhow::{Result, anyhow, bail};
use std::path::Path;
use warpbench_derive::execute::{ExecuteError, Launcher, Memory, execute};
use warpbench_derive::tree::Function;
use warpbench_derive::{Translation, is_annotated, translate};
use warpbench_front::check::{self, launch};
use warpbench_front::diagnostic::{self, SourceLocation};
use warpbench_front::rust::lower::Options;
use warpbench_front::{Diagnostic, Language, Source, SourceError};
use warpbench_simulate::SimulateError;

/// A program that has been translated.
pub struct AnnotatedProgram {
    pub source: Source,
    pub translation: Translation,
}

impl AnnotatedProgram {
    /// Whether a text is such a program.
    pub fn is(source: &Source) -> bool {
        Language::of(&source.path) == Language::Rust && is_annotated(&source.text)
    }

    pub fn read(source: Source) -> Result<AnnotatedProgram, SimulateError> {
        let translation = translate(&source)?;
        let program = AnnotatedProgram { source, translation };
        program.check()?;
        Ok(program)
    }

    /// What is wrong with a program, or what is to be thought over in it.
    pub fn diagnose(source: Source) -> Vec<Diagnostic> {
        let checked = translate(&source).and_then(|translation| {
            let program = AnnotatedProgram { source, translation };
            program.check().map(|()| program.translation.warnings)
        });
        checked.unwrap_or_else(|error| error.diagnostics)
    }

    /// Checks the kernels, each for its own block. What is wrong with them is wrong with the
    /// words that they come from.
    fn check(&self) -> Result<(), SourceError> {
        let kernels = self.kernels();
        let Err(error) = check::check_launched(&kernels, &self.launches()) else { return Ok(()) };
        let found: Vec<Diagnostic> = error.diagnostics.iter().map(|own| self.moved(own)).collect();
        let Source { path, text } = &self.source;
        let rendered = diagnostic::render(path, text, &found);
        Err(SourceError { diagnostics: found, rendered })
    }

    /// A diagnostic of the kernels at the words of the program.
    fn moved(&self, own: &Diagnostic) -> Diagnostic {
        let line = own.location.map_or(0, |location| location.line);
        let at = (line as usize).checked_sub(1);
        let from = at.and_then(|at| self.translation.lines.get(at));
        let span = from.and_then(|line| line.origins.first().copied()).unwrap_or_default();
        let words = from.map_or("", |line| line.text.trim());
        let mut moved = Diagnostic::new(own.code, own.message.clone(), span)
            .note(format!("in the kernel that is made of it: `{words}`"));
        moved.label.clone_from(&own.label);
        moved.help.clone_from(&own.help);
        moved.located(&self.source.text)
    }

    /// How each kernel is launched.
    pub fn launches(&self) -> Vec<Options> {
        let kernels = self.translation.kernels().iter();
        let size = |size: i64| u32::try_from(size).unwrap_or(1);
        kernels.map(|own| launch(&own.name, own.grid.physical_threads().map(size))).collect()
    }

    /// The kernels as a text of their own.
    pub fn kernels(&self) -> Source {
        let path = Path::new(&self.source.path).with_extension("kernels.rs");
        Source { path: path.display().to_string(), text: self.translation.text() }
    }

    /// The function that is run: the one that is named, or the only one.
    pub fn entry(&self, wanted: Option<&str>) -> Result<&Function> {
        let entries = &self.translation.classes.entries;
        let path = &self.source.path;
        let name = match (wanted, entries.as_slice()) {
            (Some(wanted), _) if entries.iter().any(|own| own == wanted) => wanted,
            (Some(wanted), _) => bail!(
                "{path} has no function `{wanted}` that leads to kernels and that nobody calls; \
                 it has {}",
                entries.join(", ")
            ),
            (None, [only]) => only,
            (None, _) => bail!(
                "{path} has several functions that lead to kernels; name one of them with --entry: \
                 {}",
                entries.join(", ")
            ),
        };
        let functions = &self.translation.parsed.program.functions;
        let found = functions.iter().find(|function| function.name == name);
        found.ok_or_else(|| anyhow!("{path} has no function `{name}`"))
    }

    /// Carries the steps of a function out.
    pub fn execute(
        &self,
        entry: &str,
        memory: &mut Memory,
        launcher: &mut dyn Launcher,
    ) -> Result<(), ExecuteError> {
        execute(&self.translation, entry, memory, launcher)
    }

    /// What kept the host from its steps, with its place where there is one.
    pub fn stopped(&self, error: &ExecuteError) -> anyhow::Error {
        let Source { path, text } = &self.source;
        match error.diagnostic() {
            Some(found) => {
                let rendered = diagnostic::render(path, text, &[found]);
                anyhow!("{}", rendered.trim().trim_start_matches("error: "))
            }
            None => anyhow!("{path}: {error}"),
        }
    }

    /// Where a line of the kernels comes from: the line of the program, and its words.
    pub fn origin(&self, line: u32) -> Option<(u32, &str)> {
        let at = (line as usize).checked_sub(1)?;
        let span = *self.translation.lines.get(at)?.origins.first()?;
        let line = SourceLocation::of(span, &self.source.text).line;
        let words = self.source.text.lines().nth(line as usize - 1)?;
        Some((line, words.trim()))
    }
}
