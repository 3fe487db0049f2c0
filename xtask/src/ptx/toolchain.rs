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

fn install_debian(apt: Apt) -> Result<()> {
    apt.install(&DEBIAN_PACKAGES.map(str::to_owned))?;
    let rustc = Path::new("/usr/bin/rustc");
    let llvm = llvm_of(rustc).context("the packages brought no rustc that names its LLVM")?;
    apt.install(&[format!("llvm-{llvm}")])
}
