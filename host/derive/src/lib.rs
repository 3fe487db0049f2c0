//! Sequential Rust with directives to kernels, after hiCUDA.
//!
//! A program says with `hicuda!` which regions become kernels, how loops are spread
//! over blocks and threads, and what lies in which memory of the GPU. [`translate`]
//! makes of it kernels in Rust, as a student could have written them, and the steps
//! of the host. One file is one pass, in this order, and each yields a value that can
//! be shown:
//!
//! 1. [`syntax`] reads the text into a [`tree`].
//! 2. [`classes`] says which functions lead to kernels and which run inside of them.
//! 3. [`reach`] finds the memory of the GPU that every kernel sees, across functions.
//!    [`constant_memory`] gives what lies in constant memory its place.
//! 4. [`access`] summarises which sections of arrays each kernel reads and writes, and
//!    warns of iterations that depend on each other.
//! 5. [`partition`] spreads loops, and [`grid`] puts the directive's grid on the
//!    hardware's.
//! 6. [`merge`] joins the sections of shared memory over the iterations that run at
//!    once, [`redirect`] sends accesses to them, and [`transfer`] fills them.
//! 7. [`emit`] and [`spread`] write down what one thread does, [`place`] puts shared
//!    memory where it fits, and [`outline`] makes functions of it.
//! 8. [`host`] has what the host does, as data, and [`execute`] does it; [`program`] writes
//!    it down as a program of its own.
//!
//! [`explain`] puts what they found into words.
//!
//! ```text
//! program.rs ─ translate ─► kernels (text) ─► front, as a student's
//!                 └► steps ─ execute ─► Launcher: simulator, or a worker's device
//! program.rs without directives ─ front ─► one thread of the simulator ─► what must come out
//! ```
//!
//! [`execute`] keeps the GPU's memory as bytes and calls whoever launches. The simulator runs
//! a launch at once; for a device launches are noted and become one job when the host looks
//! at the memory again, so that a time covers them together. The reference is the sequential
//! text itself, with blanks for directives: no compiler is needed.

pub mod access;
pub mod called;
pub mod classes;
pub mod coalesce;
mod collide;
pub mod constant;
pub mod constant_memory;
pub mod context;
pub mod copies;
pub mod device;
pub mod emit;
mod evaluate;
pub mod execute;
pub mod explain;
pub mod facts;
pub mod grid;
pub mod host;
pub mod merge;
pub mod outline;
pub mod partition;
pub mod place;
pub mod poly;
pub mod prelude;
pub mod print;
pub mod program;
pub mod reach;
pub mod redirect;
pub mod sequential;
pub mod spread;
pub mod syntax;
pub mod text;
pub mod transfer;
pub mod tree;
mod types;
pub mod unit;

use access::Accesses;
use called::CalledFunctions;
use classes::Classes;
use constant_memory::ConstantPlacement;
use host::Step;
use outline::{Outlined, outline};
use print::{Line, Writer};
use reach::Reach;
use std::collections::BTreeSet;
use syntax::Parsed;
use unit::Unit;
use warpbench_codes::{Code, D0003};
use warpbench_front::diagnostic::{self, Span};
use warpbench_front::{Diagnostic, Source, SourceError};

/// Why something is not translated, with its place and what to write instead.
#[derive(Clone, Debug, PartialEq)]
pub struct Refused(pub Box<Diagnostic>);

/// Begins a refusal.
pub(crate) fn refuse(code: Code, message: impl Into<String>, span: Span) -> Refused {
    Refused(Box::new(Diagnostic::new(code, message, span)))
}

impl Refused {
    pub(crate) fn help(self, help: impl Into<String>) -> Refused {
        Refused(Box::new(self.0.help(help)))
    }

    pub(crate) fn note(self, note: impl Into<String>) -> Refused {
        Refused(Box::new(self.0.note(note)))
    }

    pub(crate) fn label(self, label: impl Into<String>) -> Refused {
        Refused(Box::new(self.0.label(label)))
    }

    pub(crate) fn other(self, span: Span, label: impl Into<String>) -> Refused {
        Refused(Box::new(self.0.other(span, label)))
    }
}

/// A translated program.
#[derive(Clone, Debug)]
pub struct Translation {
    pub parsed: Parsed,
    pub classes: Classes,
    pub reach: Reach,
    /// Where constant variables lie.
    pub constant_memory: ConstantPlacement,
    /// The kernels, in the order of the text, then the functions that they call.
    pub outlined: Vec<Outlined>,
    /// How many of them are kernels.
    pub kernels: usize,
    /// What each kernel accesses.
    pub accesses: Vec<Accesses>,
    /// What is to be thought over, with its locations.
    pub warnings: Vec<Diagnostic>,
    /// The kernels' file.
    pub lines: Vec<Line>,
    /// What the host does, for each function that nobody calls.
    pub steps: Vec<(String, Vec<Step>)>,
}

impl Translation {
    /// The kernels' file as text.
    pub fn text(&self) -> String {
        let lines: Vec<&str> = self.lines.iter().map(|line| line.text.as_str()).collect();
        lines.join("\n") + "\n"
    }

    pub fn kernels(&self) -> &[Outlined] {
        &self.outlined[..self.kernels]
    }
}

/// Whether a text is an annotated program, and not one of kernels.
pub fn is_annotated(text: &str) -> bool {
    syntax::words(text).contains("hicuda")
}

/// Translates an annotated program, or says what is wrong with it.
pub fn translate(source: &Source) -> Result<Translation, SourceError> {
    let translated = translate_text(&source.text);
    translated.map_err(|Refused(refused)| {
        let rendered = diagnostic::render(&source.path, &source.text, &[(*refused).clone()]);
        SourceError { diagnostics: vec![refused.located(&source.text)], rendered }
    })
}

fn translate_text(text: &str) -> Result<Translation, Refused> {
    let parsed = syntax::parse(text)?;
    let classes = classes::classify(&parsed.program)?;
    let reach = reach::reach(&parsed, &classes)?;
    let constant_memory = constant_memory::place(&parsed, &reach)?;
    let mut functions = CalledFunctions::default();
    let mut outlined: Vec<Outlined> = Vec::new();
    let (mut accesses, mut warnings) = (Vec::new(), Vec::new());
    for reached in reach.instances.iter().flat_map(|instance| &instance.kernels) {
        let unit = Unit::of_kernel(&parsed, text, reached)?;
        if let Some(other) = outlined.iter().find(|other| other.name == unit.name) {
            return Err(refuse(
                D0003,
                format!("there are two kernels called `{}`", unit.name),
                unit.span,
            )
            .other(other.span, "the other one")
            .help("give each a name of its own"));
        }
        let own = access::analyse(&unit)?;
        outlined.push(outline(&unit, &mut functions)?);
        warnings.extend(own.warnings.iter().map(|warning| warning.clone().located(text)));
        accesses.push(own);
    }
    if outlined.is_empty() {
        let start = Span::new(0, text.lines().next().map_or(0, str::len) as u32);
        return Err(refuse(D0003, "there is no kernel in this program", start)
            .help("write `hicuda! { kernel name tblock(…) thread(…) }` before a block of loops"));
    }
    let kernels = outlined.len();
    let mut at = 0;
    while at < functions.all.len() {
        let unit = functions.all[at].unit.clone();
        outlined.push(outline(&unit, &mut functions)?);
        at += 1;
    }
    let lines = write_file(&parsed, &outlined, kernels, text);
    let entries = reach.instances.iter().filter(|own| classes.entries.contains(&own.function));
    let steps = entries
        .map(|own| (own.name.clone(), host::steps(&parsed, &reach, &outlined, own)))
        .collect();
    Ok(Translation {
        parsed,
        classes,
        reach,
        constant_memory,
        outlined,
        kernels,
        accesses,
        warnings,
        lines,
        steps,
    })
}

fn write_file(parsed: &Parsed, outlined: &[Outlined], kernels: usize, text: &str) -> Vec<Line> {
    let mut writer = Writer::default();
    let names: Vec<&str> = outlined[..kernels].iter().map(|own| own.name.as_str()).collect();
    let what = match names.as_slice() {
        [one] => {
            format!("The kernel `{one}`, translated from a sequential program with directives.")
        }
        _ => "Kernels translated from a sequential program with directives.".to_owned(),
    };
    writer.comment("//!", &what, &[]);
    writer.line("", &[]);
    writer.line("use cuda_std::prelude::*;", &[]);
    if outlined.iter().any(|own| !own.tiles.is_empty()) {
        writer.line("use cuda_std::shared_array;", &[]);
    }
    let used: BTreeSet<String> = outlined.iter().flat_map(Outlined::names).collect();
    let constants = parsed.program.constants.iter().filter(|own| used.contains(&own.name));
    for own in constants {
        writer.line("", &[]);
        let value = print::expr(&own.value);
        writer.line(&format!("const {}: {} = {value};", own.name, own.ty), &[own.span]);
    }
    for own in outlined {
        writer.line("", &[]);
        own.write(&mut writer, text);
    }
    writer.lines
}
