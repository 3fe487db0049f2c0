//! One panel per file.

pub(super) mod bar;
pub(super) mod lessons;
pub(super) mod run;
pub(super) mod source;
