//! What constants and functions that are `const` cannot do: Rust has it as functions of traits,
//! and others, that are computed when the program runs.

use crate::body::Body;
use naga::Span;
use warpbench_codes::E0015;
use warpbench_hir::types::Ty;
use warpbench_source::diagnostic::Diagnostic;

/// Methods of floats that are not `const`.
const OF_FLOATS: [&str; 29] = [
    "acos",
    "acosh",
    "asin",
    "asinh",
    "atan",
    "atan2",
    "atanh",
    "cbrt",
    "cos",
    "cosh",
    "div_euclid",
    "exp",
    "exp2",
    "exp_m1",
    "hypot",
    "ln",
    "ln_1p",
    "log",
    "log10",
    "log2",
    "powf",
    "powi",
    "rem_euclid",
    "sin",
    "sin_cos",
    "sinh",
    "sqrt",
    "tan",
    "tanh",
];

/// Methods that integers have by `Ord`.
const OF_INTEGERS: [&str; 3] = ["clamp", "max", "min"];

impl Body<'_> {
    /// Reports something that is only computed when the program runs, where that cannot be.
    pub(crate) fn at_run_time(&mut self, what: &str, span: Span) {
        if !self.role.is_const || self.is_in_library() {
            return;
        }
        let place = if self.role.is_constant { "a constant" } else { "a `const fn`" };
        let diagnostic = Diagnostic::new(E0015, format!("{what} is not `const`"), span)
            .label(format!("used in {place}, which is computed when the program is compiled"));
        self.report(match self.role.is_constant {
            true => {
                diagnostic.help("write the value, or compute it with `if`, `while` and numbers")
            }
            false => diagnostic.help("leave out `const` in front of `fn`, or do without it"),
        });
    }

    /// The same for a method of a number.
    pub(crate) fn number_at_run_time(&mut self, ty: &Ty, name: &str, span: Span) {
        let is_one = match ty {
            Ty::Float(_) => OF_FLOATS.contains(&name),
            Ty::Int(_) | Ty::Var(_) => OF_INTEGERS.contains(&name),
            _ => false,
        };
        if is_one {
            self.at_run_time(&format!("`{name}`"), span);
        }
    }
}
