//! WGSL, read by naga's own parser and checked by its validator.

use super::{Place, SourceError};
use naga::valid::{Capabilities, ModuleInfo, ValidationFlags, Validator};
use naga::{Module, front::wgsl};

/// A module and what the validator found out about it.
#[derive(Debug)]
pub struct Checked {
    pub module: Module,
    /// The validator's side table, by handles of the module.
    pub info: ModuleInfo,
}

/// Parses and validates a text. `path` is what messages call it. Everything that
/// naga knows is allowed: whether a device can run it is another question.
pub fn check(text: &str, path: &str) -> Result<Checked, SourceError> {
    let module = wgsl::parse_str(text).map_err(|error| SourceError {
        message: error.message().to_owned(),
        place: error.location(text).map(Place::from),
        rendered: error.emit_to_string_with_path(text, path),
    })?;
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    match validated {
        Ok(info) => Ok(Checked { module, info }),
        Err(error) => Err(SourceError {
            message: error.as_inner().to_string(),
            place: error.location(text).map(Place::from),
            rendered: error.emit_to_string_with_path(text, path),
        }),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn errors_point_at_their_place() {
        let check = |text: &str, line: u32, column: u32, message: &str| {
            let error = super::check(text, "lab.wgsl").expect_err(text);
            let place = error.place.map(|place| (place.line, place.column));
            assert_eq!(place, Some((line, column)), "{error}");
            assert!(error.message.contains(message), "{error}");
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
