//! Compiling kernels in tests. Where the machine lacks a tool,
//! the test says so and passes.

use std::{
    io::Write,
    path::{Path, PathBuf},
};

use warpbench_ptx::{Compiled, Error, Options, compile_kernel, toolchain::Survey};

/// What messages call the file.
pub(crate) const FILE: &str = "labs/my_kernel.rs";

/// The folder of everything that is built, as `cargo xtask` has it: cargo may compile
/// elsewhere.
pub(crate) fn target() -> PathBuf {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    std::env::var_os("CARGO_TARGET_DIR").map_or_else(|| root.join("target"), |own| root.join(own))
}

/// The cache of `cargo xtask ptx`, so that `core` is compiled once.
pub(crate) fn options(file_name: &str) -> Options {
    Options { cache: target().join("ptx"), file_name: file_name.to_owned(), ..Options::default() }
}

pub(crate) fn compile(source: &str) -> Result<Compiled, Error> {
    compile_kernel(source, &options(FILE), &mut |_| {})
}

/// Whether there is a compiler; records that the test is skipped otherwise.
pub(crate) fn can_compile(test: &str) -> bool {
    let Err(incomplete) = Survey::of_this_machine().choose(None) else { return true };
    skip(test, &incomplete.to_string().replace('\n', " "));
    false
}

pub(crate) fn skip(test: &str, why: &str) {
    let line = format!("skipped: {test}: {why}");
    eprintln!("{line}");
    if let Some(path) = std::env::var_os("WARPBENCH_SKIPS")
        && let Ok(mut file) = std::fs::OpenOptions::new().create(true).append(true).open(path)
    {
        // A list that cannot be written is not worth failing a test for.
        let _ = file.write_all(format!("{line}\n").as_bytes());
    }
}
