//! Tables with aligned columns: those of comparisons, for all commands.

pub(super) use warpbench_compare::table::{Align, Table};
