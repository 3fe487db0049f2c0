//! WGSL, read by naga's own parser and checked by its validator.

use super::{Diagnostic, SourceError, SourceNames};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, ShaderStage, Span, front::wgsl};
use warpbench_semantics::{Dialect, Semantics};

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
    let module = wgsl::parse_str(text).map_err(|error| {
        let span = error.labels().next().map(|(span, _)| span);
        let rendered = error.emit_to_string_with_path(text, path);
        source_error(error.message().to_owned(), span, text, rendered)
    })?;
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    match validated {
        Ok(info) => {
            let names = SourceNames::of_wgsl(&module);
            Ok(Checked { module, info, names, semantics: Semantics::of(Dialect::Wgsl) })
        }
        Err(error) => {
            let span = error.spans().next().map(|(span, _)| *span);
            let rendered = error.emit_to_string_with_path(text, path);
            Err(source_error(error.as_inner().to_string(), span, text, rendered))
        }
    }
}

/// naga stops at the first thing that is wrong, and renders it itself, with all
/// that it has to say.
fn source_error(message: String, span: Option<Span>, text: &str, rendered: String) -> SourceError {
    let diagnostic = match span {
        Some(span) => Diagnostic::new(message, span).located(text),
        None => Diagnostic::new(message, Span::UNDEFINED),
    };
    SourceError { diagnostics: vec![diagnostic], rendered }
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
        check("fn f() -> u32 {\n}", 1, 1, "Function [0] 'f' is invalid");
    }

    #[test]
    fn everything_naga_knows_is_allowed() {
        for text in ["", "fn f() { }", "fn f(x: f64) -> f64 { return x; }"] {
            assert!(check(text, "x").is_ok(), "{text}");
        }
    }
}
