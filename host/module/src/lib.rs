//! A naga module: read from WGSL, told about in the words of its text, and written in
//! other languages.
//!
//! # Where naga refuses or errs
//!
//! - Every call into naga goes through `guard` or `stack`: a panic is a value there, and
//!   nothing is printed. In a browser panics cannot be caught, so what is known to panic is
//!   looked for first (`back/reasons.rs`).
//! - What WGSL allows and naga refuses is adapted with every byte where it was: directives in
//!   the text (`wgsl/directives.rs`), lanes in the module (`wgsl/lanes.rs`). What naga would
//!   compute wrongly is refused (`wgsl/layout.rs`), what it leaves out of WGSL is put back
//!   (`back/restored.rs`). Each file names the upstream issue, so that it can go when that is
//!   fixed.
//! - Its errors are matched one by one in `words`, and what they point at is quoted from the
//!   text. The tests of `words` have a wrong text for nearly every error that a text can
//!   reach.
//! - Warnings belong to `check` alone, never to a run: `loops` of `front` reads them off the module, for
//!   both languages at once.

pub mod back;
pub mod fences;
pub mod overrides;
mod source_names;
pub mod wgsl;
pub mod words;

pub use source_names::SourceNames;
