//! The compiler that turns kernels into PTX, installed where that is permitted.

use std::path::Path;

use anyhow::{Context, Result};
use warpbench_ptx::toolchain::{
    DEBIAN, DEBIAN_PACKAGES, Survey, Toolchain, Version, is_overridden, llvm_of,
};

use crate::system::Apt;

/// The toolchain to use: of several, the one that the manifest names. Where
/// there is none, Debian's is installed if that is permitted.
pub(crate) fn find(wanted: Option<&Version>) -> Result<Toolchain> {
    let survey = Survey::of_this_machine();
    let is_wanted = |toolchain: &Toolchain| Some(&toolchain.version) == wanted;
    // The packages may well be the version that is wanted; no other complete
    // toolchain at hand is.
    let may_help = !survey.complete.iter().any(is_wanted)
        && !survey.complete.iter().any(|toolchain| toolchain.origin == DEBIAN)
        && !is_overridden();
    if may_help && let Some(apt) = Apt::permitted() {
        match install_debian(apt) {
            Ok(()) => return Ok(Survey::of_this_machine().choose(wanted)?),
            Err(error) => eprintln!("note: {error:#}"),
        }
    }
    Ok(survey.choose(wanted)?)
}

/// Sees to it that there is a toolchain of any version, for the tests that compile
/// kernels: Debian's is installed where there is none and that is permitted. They skip
/// themselves where there still is none, and say what is missing.
pub(crate) fn ensure() {
    if is_overridden() || Survey::of_this_machine().choose(None).is_ok() {
        return;
    }
    if let Some(Err(error)) = Apt::permitted().map(install_debian) {
        eprintln!("note: {error:#}");
    }
}

fn install_debian(apt: Apt) -> Result<()> {
    apt.install(&DEBIAN_PACKAGES.map(str::to_owned))?;
    let rustc = Path::new("/usr/bin/rustc");
    let llvm = llvm_of(rustc).context("the packages brought no rustc that names its LLVM")?;
    apt.install(&[format!("llvm-{llvm}")])
}
