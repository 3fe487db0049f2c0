//! WGSL, read by naga's own parser and checked by its validator.
//!
//! Where naga refuses what WGSL allows, the text or the module is adapted
//! ([`directives`], [`lanes`]) with every place kept; where it would compute
//! something else than WGSL says, the text is refused ([`layout`], [`evaluated`]). What is
//! wrong is said in the words of the text ([`crate::words`]).

mod conditions;
mod culprit;
mod directives;
mod evaluated;
mod facts;
mod lanes;
mod layout;
pub(crate) mod tokens;

use super::{SourceNames, words};
use naga::valid::{Capabilities, ModuleInfo, ValidationError, ValidationFlags, Validator};
use naga::{Module, ShaderStage, Span, WithSpan, front::wgsl};
use warpbench_codes::K0022;
use warpbench_semantics::{Dialect, Semantics};
use warpbench_source::{Diagnostic, SourceError, diagnostic, stack};

/// A module and what the validator found out about it.
#[derive(Debug)]
pub struct Checked {
    pub module: Module,
    /// The validator's side table, by handles of the module.
    pub info: ModuleInfo,
    /// The variables that the text has names for.
    pub names: SourceNames,
    /// What the language says beyond the module.
    pub semantics: Semantics,
}

/// Parses and validates a text. `path` is what messages call it. Everything that
/// naga knows is allowed: whether a device can run it is another question.
pub fn check(text: &str, path: &str) -> Result<Checked, SourceError> {
    let outcome = stack::with_room(|| read(text)).unwrap_or_else(|| Err(Box::new(fault())));
    outcome.map_err(|found| {
        // naga stops at the first thing that is wrong.
        let found = vec![*found];
        let rendered = diagnostic::render(path, text, &found);
        let located = found.into_iter().map(|diagnostic| match diagnostic.span.is_defined() {
            true => diagnostic.located(text),
            false => diagnostic,
        });
        SourceError { diagnostics: located.collect(), rendered }
    })
}

/// What a validator that somebody else asked has against a module, in one line.
pub fn explain(error: &WithSpan<ValidationError>, module: &Module) -> String {
    words::validation_line(error, module)
}

fn read(text: &str) -> Result<Checked, Box<Diagnostic>> {
    let adapted = directives::adapt(text)?;
    evaluated::check_text(&adapted)?;
    let mut module = wgsl::parse_str(&adapted).map_err(|error| {
        let mut found = words::parse::parsed(&error);
        if !found.span.is_defined() {
            found.span = culprit::find(&adapted).unwrap_or_default();
        }
        Box::new(found)
    })?;
    lanes::unsign(&mut module, text);
    layout::check(&module, &adapted)?;
    evaluated::check_constants(&adapted)?;
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    match validated {
        Ok(info) => {
            evaluated::check_casts(&module, &info, &adapted)?;
            let names = SourceNames::of_wgsl(&module);
            let mut semantics = Semantics::of(Dialect::Wgsl);
            conditions::mark(&mut module, &mut semantics);
            Ok(Checked { module, info, names, semantics })
        }
        Err(error) => Err(Box::new(words::validation(&error, &module, text))),
    }
}

/// A panic in naga.
fn fault() -> Diagnostic {
    Diagnostic::new(K0022, "the workbench failed to read this text", Span::UNDEFINED)
        .note("this is a fault of the workbench, not of the text")
        .help("please report it, with the text")
}

impl Checked {
    /// The kernels of the module, in order.
    pub fn kernels(&self) -> Vec<&str> {
        let compute = |stage| matches!(stage, ShaderStage::Compute);
        let points = self.module.entry_points.iter();
        points.filter(|point| compute(point.stage)).map(|point| point.name.as_str()).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_their_place() {
        let check = |text: &str, line: u32, column: u32, message: &str| {
            let error = super::check(text, "lab.wgsl").expect_err(text);
            let [found] = error.diagnostics.as_slice() else { panic!("{error:?}") };
            let location = found.location.map(|location| (location.line, location.column));
            assert_eq!(location, Some((line, column)), "{error}");
            assert!(found.message.contains(message), "{error}");
            assert!(error.rendered.contains(&format!("lab.wgsl:{line}:{column}")), "{error}");
        };
        // The parser's.
        check("fn f() {\n    let x = ;\n}", 2, 13, "expected expression");
        check("fn f() { g(); }", 1, 10, "no definition in scope for identifier");
        // The validator's.
        check("fn f() -> u32 {\n}", 1, 1, "`f` must give back `u32` on every way");
        // Ours, before either.
        check("requires magic;", 1, 10, "no language feature `magic`");
    }

    #[test]
    fn everything_naga_knows_is_allowed() {
        for text in ["", "fn f() { }", "fn f(x: f64) -> f64 { return x; }"] {
            assert!(check(text, "x").is_ok(), "{text}");
        }
    }
}
