//! Acceptance of a kernel that no case is known of: whether the simulator takes it.
//!
//! Reading a text is not all that stands before a run: the machine may not know
//! what the kernel does, and the device may have no room for a block of it. A
//! kernel in Rust is tried with the usual blocks, and one of them is enough.

use super::run::{check_launch, compile};
use super::{Setup, SimulateError};
use std::collections::BTreeMap;
use warpbench_codes::{K0002, K0013, K0017, K0018, K0024};
use warpbench_front::check::{BLOCKS, launch, listed};
use warpbench_front::diagnostic::{Span, render};
use warpbench_front::overrides::OverrideError;
use warpbench_front::rust::hir::ConstParam;
use warpbench_front::rust::lower::Options;
use warpbench_front::wgsl::Checked;
use warpbench_front::{Diagnostic, Language, Source, SourceError, overrides, rust, wgsl};
use warpbench_machine::sim::CompileError;

/// What is known of how kernels are launched that have no case.
#[derive(Clone, Debug, Default)]
pub struct Known {
    /// Kernels that have cases, and are not of interest.
    pub with_cases: Vec<String>,
    /// The one kernel that is of interest, if not all are.
    pub only: Option<String>,
    /// Threads per block, for kernels in Rust.
    pub block: Option<[u32; 3]>,
    /// Values of override constants or const parameters.
    pub overrides: BTreeMap<String, f64>,
}

impl Known {
    /// Whether a kernel is of interest.
    fn asks_for(&self, entry: &str) -> bool {
        !self.with_cases.iter().any(|known| known == entry)
            && self.only.as_ref().is_none_or(|only| only == entry)
    }

    /// The launches that a kernel in Rust is tried with.
    pub fn launches(&self, entry: &str) -> Vec<Options> {
        let blocks = self.block.map_or_else(|| BLOCKS.to_vec(), |block| vec![block]);
        let constants = self.overrides.iter().map(|(name, value)| (name.clone(), *value as i128));
        let constants: BTreeMap<_, _> = constants.collect();
        let each = blocks
            .into_iter()
            .map(|block| Options { constants: constants.clone(), ..launch(entry, block) });
        each.collect()
    }
}

/// The kernels of a text that the simulator does not take, with the reason. The text
/// is one in which nothing is wrong.
pub fn refusals(source: &Source, known: &Known, setup: &Setup) -> Option<SourceError> {
    let refused = match Language::of(&source.path) {
        Language::Wgsl => of_wgsl(source, known, setup),
        Language::Rust => of_rust(source, known, setup),
    };
    if refused.is_empty() {
        return None;
    }
    let rendered = render(&source.path, &source.text, &refused);
    let located = refused.into_iter().map(|diagnostic| diagnostic.located(&source.text));
    Some(SourceError { diagnostics: located.collect(), rendered })
}

fn of_wgsl(source: &Source, known: &Known, setup: &Setup) -> Vec<Diagnostic> {
    let Ok(checked) = wgsl::check(&source.text, &source.path) else { return Vec::new() };
    let entries = checked.kernels().into_iter().filter(|entry| known.asks_for(entry));
    let refused = entries.filter_map(|entry| {
        let applied = match overrides::apply(&checked, entry, &known.overrides) {
            Ok(applied) => applied,
            // Sizes mean nothing as long as overrides have no values.
            Err(OverrideError::Missing { .. }) => return None,
            Err(error) => return Some(Diagnostic::new(K0017, error.to_string(), Span::UNDEFINED)),
        };
        let refusal = taken(applied.as_ref().unwrap_or(&checked), entry, setup).err()?;
        Some(refusal.diagnostic(entry, kernel_span(&checked, entry)))
    });
    let mut found: Vec<Diagnostic> = Vec::new();
    for diagnostic in refused {
        if !found.contains(&diagnostic) {
            found.push(diagnostic);
        }
    }
    found
}

fn of_rust(source: &Source, known: &Known, setup: &Setup) -> Vec<Diagnostic> {
    let Ok(program) = rust::read(&source.text, &source.path) else { return Vec::new() };
    let kernels = program.functions.iter().filter(|function| function.is_kernel);
    let mut refused = Vec::new();
    for kernel in kernels.filter(|kernel| known.asks_for(&kernel.name)) {
        let has_value = |param: &ConstParam| known.overrides.contains_key(&param.name);
        if !kernel.const_params.iter().all(has_value) {
            continue;
        }
        let mut first = None;
        let mut tried = Vec::new();
        for options in known.launches(&kernel.name) {
            let Ok(lowered) = rust::lower::lower(&program, &options) else { continue };
            match taken(&lowered.checked, &kernel.name, setup) {
                Ok(()) => {
                    first = None;
                    break;
                }
                Err(refusal) => {
                    tried.push(options.block);
                    first.get_or_insert(refusal);
                }
            }
        }
        let Some(refusal) = first else { continue };
        let depends = matches!(refusal, Refusal::Launch(_));
        let mut diagnostic = refusal.diagnostic(&kernel.name, kernel.span);
        if depends {
            let tried = listed(&tried);
            let note = format!("tried with blocks of {tried} threads, in this order");
            diagnostic = diagnostic.note(note);
        }
        if !refused.contains(&diagnostic) {
            refused.push(diagnostic);
        }
    }
    refused
}

/// Why a kernel is not taken.
enum Refusal {
    Compile(CompileError),
    Launch(SimulateError),
}

impl Refusal {
    fn diagnostic(self, entry: &str, kernel: Span) -> Diagnostic {
        match self {
            Refusal::Compile(error) => {
                let code = match &error {
                    CompileError::Unsupported { .. } => K0002,
                    CompileError::TooLarge { .. } => K0013,
                    CompileError::NoEntry { .. } => K0018,
                };
                let span = match &error {
                    CompileError::Unsupported { span, .. } | CompileError::TooLarge { span } => {
                        *span
                    }
                    CompileError::NoEntry { .. } => Span::UNDEFINED,
                };
                let span = if span.is_defined() { span } else { kernel };
                Diagnostic::new(code, error.to_string(), span).label("here")
            }
            Refusal::Launch(error) => {
                Diagnostic::new(K0024, format!("`{entry}` cannot be launched: {error}"), kernel)
                    .label("this kernel")
            }
        }
    }
}

fn taken(checked: &Checked, entry: &str, setup: &Setup) -> Result<(), Refusal> {
    let code = compile(checked, entry, setup).map_err(Refusal::Compile)?;
    check_launch(&code, [1; 3], setup).map_err(Refusal::Launch)
}

/// Where a kernel of a module starts: nothing says where its name stands.
fn kernel_span(checked: &Checked, entry: &str) -> Span {
    let points = &checked.module.entry_points;
    let point = points.iter().find(|point| point.name == entry);
    let first = point.and_then(|point| {
        let mut spans = point.function.body.span_iter().map(|(_, span)| *span);
        spans.find(|span| span.is_defined()).map(|span| checked.semantics.place(span))
    });
    first.unwrap_or(Span::UNDEFINED)
}
