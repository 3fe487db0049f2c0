//! From Rust to PTX with rustc's own LLVM back end.
//!
//! rustc compiles the kernels, our `cuda_std` and `core` and merges them into
//! one module of unoptimised LLVM IR; what no kernel uses is dropped; `rewrite`
//! says what belongs in shared memory; then `opt` and `llc` make one PTX file
//! per family. Optimising comes last because only then does LLVM know which
//! memory is shared.
//!
//! The result depends on the sources and the compiler's version alone, not on
//! the folder that the repository lies in.

use std::{
    collections::BTreeMap,
    env, fs,
    path::{Path, PathBuf},
    process::{Command, Stdio},
};

use anyhow::{Context, Result, bail};

use super::{TARGET, families, families::Families, manifest, rewrite, toolchain::Toolchain};
use crate::{process, workspace::Workspace};

/// The PTX of each family.
pub(crate) type Ptx = BTreeMap<String, String>;

/// Up to how many instructions a loop may grow when it is unrolled. An array that
/// a loop counter indexes is kept in registers only when the loop is unrolled
/// whole; LLVM's own limit leaves the 8x8 results per thread of the blocked
/// matrix products in local memory.
const UNROLL_THRESHOLD: u32 = 1500;

/// Variables that would change how cargo and rustc compile.
const MEDDLING_VARIABLES: [&str; 9] = [
    "CARGO_ENCODED_RUSTFLAGS",
    "CARGO_TARGET_DIR",
    "LD_LIBRARY_PATH",
    "RUSTC_WORKSPACE_WRAPPER",
    "RUSTC_WRAPPER",
    "RUSTDOCFLAGS",
    "RUSTFLAGS",
    "RUSTUP_TOOLCHAIN",
    "RUST_TARGET_PATH",
];

/// Compiles every family. The compiler's messages go to the terminal.
pub(crate) fn compile(
    workspace: &Workspace,
    toolchain: &Toolchain,
    families: &Families,
) -> Result<Ptx> {
    let folder = work_folder(workspace, toolchain);
    fs::create_dir_all(&folder).with_context(|| format!("cannot create {}", folder.display()))?;

    let merged = merged_ir(workspace, toolchain, &folder)?;
    let text = fs::read_to_string(&merged)
        .with_context(|| format!("the compiler left no {}", merged.display()))?;
    families::agree(families, &rewrite::kernels(&text))?;

    let every_kernel: Vec<String> = families.values().flatten().cloned().collect();
    let used =
        process::output(optimizer(toolchain, "internalize,globaldce", &every_kernel).args([
            "-S".as_ref(),
            "-o".as_ref(),
            "-".as_ref(),
            merged.as_os_str(),
        ]))?;
    let rewritten = folder.join("rewritten.ll");
    fs::write(&rewritten, rewrite::for_gpu(&used)?)
        .with_context(|| format!("cannot write {}", rewritten.display()))?;

    families
        .iter()
        .map(|(family, kernels)| {
            let ptx =
                family_ptx(toolchain, &rewritten, &folder.join(format!("{family}.bc")), kernels)
                    .with_context(|| format!("cannot make PTX of the family {family}"))?;
            Ok((family.clone(), format!("{}{ptx}", header(family))))
        })
        .collect()
}

/// What a student who opens the file should know first.
fn header(family: &str) -> String {
    format!("// Compiled from gpu-kernels/src/{family}.rs by `cargo xtask ptx`.\n")
}

/// Each compiler and each set of flags has its own folder: cargo would take
/// what another one left there for its own.
fn work_folder(workspace: &Workspace, toolchain: &Toolchain) -> PathBuf {
    let key = format!("{}\n{}", toolchain.version, rustc_flags(Path::new("")).join("\n"));
    workspace.target_dir().join("ptx").join(&manifest::sha256(&key)[..12])
}

/// Has rustc compile and merge everything; returns the file with the IR.
fn merged_ir(workspace: &Workspace, toolchain: &Toolchain, folder: &Path) -> Result<PathBuf> {
    let ir = folder.join("merged.ll");
    let mut cargo = Command::new(&toolchain.cargo);
    cargo.current_dir(&workspace.root).stdin(Stdio::null());
    for variable in MEDDLING_VARIABLES {
        cargo.env_remove(variable);
    }
    let profiles = env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.to_string_lossy().starts_with("CARGO_PROFILE_"));
    for variable in profiles {
        cargo.env_remove(variable);
    }
    cargo
        .env("RUSTC", &toolchain.rustc)
        // Compiling `core` and kernel functions are not stable yet; this lets
        // the stable compiler do it.
        .env("RUSTC_BOOTSTRAP", "1")
        .env("CARGO_ENCODED_RUSTFLAGS", rustc_flags(&workspace.root).join("\x1f"))
        .args(["rustc", "--release", "--package", "warpbench-kernels"])
        .args(["--target", "nvptx64-nvidia-cuda", "-Zbuild-std=core"])
        // A file that was put back has an old time stamp and other contents.
        .arg("-Zchecksum-freshness")
        .arg("--target-dir")
        .arg(folder)
        .args(["--config", "profile.release.lto='fat'"])
        .args(["--config", "profile.release.codegen-units=1"])
        .args(["--config", "profile.release.debug=false"])
        .args(["--config", "profile.release.opt-level=3"])
        // Only a library that stands for itself is merged with what it uses.
        // Nothing is linked.
        .args(["--crate-type", "cdylib", "--", "-Clinker=true"])
        .arg(format!("--emit=llvm-ir={}", ir.display()));
    let status =
        cargo.status().with_context(|| format!("cannot start {}", toolchain.cargo.display()))?;
    if !status.success() {
        bail!("kernels do not compile; nothing was changed");
    }
    Ok(ir)
}

/// Flags for every crate, `core` among them.
fn rustc_flags(root: &Path) -> Vec<String> {
    [
        &format!("-Ctarget-cpu={TARGET}"),
        // `opt` optimises, once shared memory is known.
        "-Cno-prepopulate-passes",
        // The only mangling that `symbols` reads.
        "-Csymbol-mangling-version=v0",
        // A panic is a trap on the spot instead of calls that end in one.
        "-Zunstable-options",
        "-Cpanic=immediate-abort",
        &format!("--remap-path-prefix={}=.", root.display()),
    ]
    .map(str::to_owned)
    .to_vec()
}

fn family_ptx(
    toolchain: &Toolchain,
    rewritten: &Path,
    bitcode: &Path,
    kernels: &[String],
) -> Result<String> {
    process::output(
        optimizer(toolchain, "internalize,globaldce,default<O3>", kernels)
            .arg(format!("-unroll-threshold={UNROLL_THRESHOLD}"))
            .arg("-o")
            .args([bitcode, rewritten]),
    )?;
    process::output(
        Command::new(&toolchain.llc)
            .args(["-O3", &format!("-mcpu={TARGET}"), "-fp-contract=fast", "-o", "-"])
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
