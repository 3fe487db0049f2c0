//! Calls of rustc.

use std::{
    env,
    path::Path,
    process::{Command, Output, Stdio},
};

use crate::{error::Error, process::ProcessError, toolchain::Toolchain};

/// Rust's name for NVIDIA's GPUs.
const TRIPLE: &str = "nvptx64-nvidia-cuda";

/// Variables that would change what rustc does, beside cargo's.
const MEDDLING_VARIABLES: [&str; 4] =
    ["LD_LIBRARY_PATH", "RUSTC_LOG", "RUSTUP_TOOLCHAIN", "RUST_TARGET_PATH"];

/// rustc without what the environment may tell it. Of cargo's variables some
/// change rustc's advice, which would then speak of a `Cargo.toml`.
pub(crate) fn undisturbed(rustc: &Path) -> Command {
    let mut command = Command::new(rustc);
    for variable in MEDDLING_VARIABLES {
        command.env_remove(variable);
    }
    let of_cargo = env::vars_os().map(|(name, _)| name);
    for variable in of_cargo.filter(|name| name.to_string_lossy().starts_with("CARGO")) {
        command.env_remove(variable);
    }
    command
}

/// rustc for the machine it runs on.
pub(crate) fn for_host(toolchain: &Toolchain) -> Command {
    let mut command = undisturbed(&toolchain.rustc);
    command.stdin(Stdio::null());
    command
}

pub(crate) fn for_gpu(toolchain: &Toolchain, target: &str) -> Command {
    let mut command = for_host(toolchain);
    // Compiling `core` and kernel functions are not stable yet; this lets the
    // stable compiler do it.
    command.env("RUSTC_BOOTSTRAP", "1").args(flags(target));
    command
}

/// Flags for every crate on the GPU, `core` among them.
pub(crate) fn flags(target: &str) -> Vec<String> {
    [
        &format!("--target={TRIPLE}"),
        &format!("-Ctarget-cpu={target}"),
        "-Copt-level=3",
        "-Ccodegen-units=1",
        // `opt` optimises, once shared memory is known.
        "-Cno-prepopulate-passes",
        // The only mangling that `symbols` reads.
        "-Csymbol-mangling-version=v0",
        // A panic is a trap on the spot instead of calls that end in one.
        "-Zunstable-options",
        "-Cpanic=immediate-abort",
    ]
    .map(str::to_owned)
    .to_vec()
}

/// Runs rustc. Its messages come back in both cases, as the error where it
/// refuses the code.
pub(crate) fn messages(command: &mut Command) -> Result<Result<String, String>, Error> {
    let program = command.get_program().to_string_lossy().into_owned();
    let Output { status, stderr, .. } =
        command.output().map_err(|source| ProcessError::Start { program, source })?;
    let messages = String::from_utf8_lossy(&stderr).into_owned();
    Ok(if status.success() { Ok(messages) } else { Err(messages) })
}
