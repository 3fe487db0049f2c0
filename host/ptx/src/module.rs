//! From Rust to PTX with rustc's own LLVM back end.
//!
//! rustc compiles the kernels and merges them with `cuda_std` and `core` into
//! one module of unoptimised LLVM IR; what no kernel uses is dropped; `rewrite`
//! says what belongs in shared memory; then `opt` and `llc` make PTX. Optimising
//! comes last because only then does LLVM know which memory is shared.
//!
//! The result depends on the sources and the compiler's version alone, not on
//! the folder that they lie in.

use std::{
    collections::{BTreeMap, BTreeSet},
    path::{Path, PathBuf},
    process::Command,
};

use crate::{error::Error, files, library::Library, process, rewrite, rustc, toolchain::Toolchain};

/// Up to how many instructions a loop may grow when it is unrolled. An array that
/// a loop counter indexes is kept in registers only when the loop is unrolled
/// whole; LLVM's own limit leaves the 8x8 results per thread of the blocked
/// matrix products in local memory.
const UNROLL_THRESHOLD: u32 = 1500;

#[derive(Clone, Copy, Debug)]
pub struct Crate<'a> {
    /// The folder that paths in messages start from.
    pub folder: &'a Path,
    /// The file that declares the crate's modules, from that folder.
    pub root: &'a Path,
    /// A file that messages call by another name: its path, and that name.
    pub shown_as: Option<(&'a str, &'a str)>,
    /// Whether messages are coloured for a terminal.
    pub colour: bool,
    /// What rustc is told besides: the edition of Rust at least.
    pub flags: &'a [&'a str],
}

/// Kernels as LLVM IR, merged with what they use.
#[derive(Clone, Debug)]
pub struct Module {
    /// The names of the kernels.
    pub kernels: BTreeSet<String>,
    /// What rustc has to say about the code, which it accepted: warnings.
    pub messages: String,
    /// The file with the IR.
    ir: PathBuf,
    /// Where files on the way to PTX are left.
    folder: PathBuf,
}

/// The crate's name in symbols, which `symbols` drops.
const NAME: &str = "kernels";

impl Module {
    /// Has rustc compile and merge everything. `folder` gets the files on the
    /// way.
    pub fn compile(library: &Library, kernels: &Crate<'_>, folder: &Path) -> Result<Module, Error> {
        files::create_folder(folder)?;
        let mut rustc = library.rustc();
        rustc
            .current_dir(kernels.folder)
            .args(["--crate-name", NAME])
            .args(kernels.flags)
            // Only a library that stands for itself is merged with what it uses.
            // Unlike others, a static one takes no linker.
            .args(["--crate-type=staticlib", "-Clto=fat", "--emit=link,llvm-ir"])
            // A kernel's parameters are not C's, and the root enables features that
            // only some kernels use.
            .args(["-Aimproper_ctypes_definitions", "-Aunused_features"])
            .args(["--color", if kernels.colour { "always" } else { "never" }])
            .arg("--out-dir")
            .arg(folder);
        if let Some((file, name)) = kernels.shown_as {
            // rustc parts the two at the last sign.
            rustc.arg(format!("--remap-path-prefix={file}={}", name.replace('=', "_")));
        }
        rustc.arg(kernels.root);
        let messages = rustc::messages(&mut rustc)?.map_err(|messages| Error::Rust {
            file: kernels
                .shown_as
                .map_or_else(|| kernels.root.display().to_string(), |(_, name)| name.to_owned()),
            messages,
        })?;
        let ir = folder.join(format!("{NAME}.ll"));
        let kernels = rewrite::kernels(&files::read(&ir)?);
        Ok(Module { kernels, messages, ir, folder: folder.to_owned() })
    }

    /// The PTX of each group of kernels.
    pub fn to_ptx(
        &self,
        library: &Library,
        groups: &BTreeMap<String, Vec<String>>,
    ) -> Result<BTreeMap<String, String>, Error> {
        let Library { toolchain, target, .. } = library;
        let every_kernel: Vec<String> = groups.values().flatten().cloned().collect();
        let mut opt = optimizer(toolchain, "internalize,globaldce", &every_kernel);
        let used =
            process::output(opt.args(["-S", "-o", "-"]).arg(&self.ir)).map_err(Error::Llvm)?;
        let rewritten = self.folder.join("rewritten.ll");
        files::write(&rewritten, &rewrite::for_gpu(&used)?)?;

        groups
            .iter()
            .map(|(group, kernels)| {
                let bitcode = self.folder.join(format!("{group}.bc"));
                let ptx = group_ptx(toolchain, target, &rewritten, &bitcode, kernels)
                    .map_err(Error::Llvm)?;
                Ok((group.clone(), ptx))
            })
            .collect()
    }
}

fn group_ptx(
    toolchain: &Toolchain,
    target: &str,
    rewritten: &Path,
    bitcode: &Path,
    kernels: &[String],
) -> Result<String, process::ProcessError> {
    process::output(
        optimizer(toolchain, "internalize,globaldce,default<O3>", kernels)
            .arg(format!("-unroll-threshold={UNROLL_THRESHOLD}"))
            .arg("-o")
            .args([bitcode, rewritten]),
    )?;
    process::output(
        Command::new(&toolchain.llc)
            .args(["-O3", &format!("-mcpu={target}"), "-fp-contract=fast", "-o", "-"])
            .arg(bitcode),
    )
}

/// `opt` with the passes, in a module of which only the kernels are public.
fn optimizer(toolchain: &Toolchain, passes: &str, kernels: &[String]) -> Command {
    let mut opt = Command::new(&toolchain.opt);
    opt.arg(format!("-passes={passes}"))
        .arg(format!("-internalize-public-api-list={}", kernels.join(",")));
    opt
}
