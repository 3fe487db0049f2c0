//! Tables with aligned columns: those of comparisons, for all commands.
//!
//! By hand, because the Markdown of `comfy-table` and `tabled` does not say on which side a
//! column stands, and either would save some twenty lines.

pub(super) use warpbench_compare::table::{Align, Table};
