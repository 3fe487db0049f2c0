//! Running other programs, as the crate that compiles kernels does it.

pub(crate) use warpbench_ptx::process::{executable, find_in_path, output, run, succeeds};
