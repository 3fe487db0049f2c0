//! Kernels in Rust: the text that is compiled to PTX, read for the simulator
//! and for GPUs of other vendors.
//!
//! Two steps. [`check`](check::check) parses a file with syn, resolves its
//! names and infers its types as rustc would; it yields a [`hir::Crate`] or
//! [`Diagnostic`]s. [`lower`](lower::lower) makes a naga module of one kernel of
//! it for one block size.
//!
//! ```text
//! text ─ check (syn, names, types) ─► hir::Crate ─ lower (one kernel, one block size) ─► naga module
//!           └► Diagnostics                              └► Diagnostics
//! ```
//!
//! What is right is what rustc says: tests compile the same texts with rustc and compare
//! results, verdicts, errors of borrowing and codes. `lower` never meets a mistake that rustc
//! would report; what it refuses is what naga cannot express. Spans are byte offsets into the
//! text, on every expression and statement of the module; whoever shows lines needs nothing
//! else.

pub use warpbench_check::{self as check, number};
pub use warpbench_hir::{self as hir, arithmetic, types};
pub use warpbench_lower as lower;

use super::SourceError;
use super::diagnostic::{self, Diagnostic};
use hir::Crate;
use lower::{Lowered, Options};

/// Reads a file of kernels. `path` is what messages call it; all that is wrong
/// is in the message.
pub fn read(text: &str, path: &str) -> Result<Crate, SourceError> {
    check::check(text).map_err(|diagnostics| source_error(diagnostics, text, path))
}

/// Makes a module of one kernel of a program that was read from a text.
pub fn lower_checked(
    program: &Crate,
    options: &Options,
    text: &str,
    path: &str,
) -> Result<Lowered, SourceError> {
    lower::lower(program, options).map_err(|diagnostics| source_error(diagnostics, text, path))
}

/// The same for an adapter that some things must be avoided on.
pub fn lower_checked_avoiding(
    program: &Crate,
    options: &Options,
    avoided: lower::Avoided,
    text: &str,
    path: &str,
) -> Result<Lowered, SourceError> {
    lower::lower_avoiding(program, options, avoided)
        .map_err(|diagnostics| source_error(diagnostics, text, path))
}

fn source_error(diagnostics: Vec<Diagnostic>, text: &str, path: &str) -> SourceError {
    let rendered = diagnostic::render(path, text, &diagnostics);
    let located = diagnostics.into_iter().map(|diagnostic| diagnostic.located(text));
    SourceError { diagnostics: located.collect(), rendered }
}
