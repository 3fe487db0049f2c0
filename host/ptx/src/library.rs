//! Libraries that every kernel is compiled against: Rust's `core` and `libm`, and `cuda_std`.
//!
//! Nobody ships `core` for rustc's GPU back end in the form that is needed here,
//! so it is compiled from its source. `libm` computes what the GPU has no
//! instruction for; it lies beside `core`'s source as a part of the compiler's
//! builtins. That takes half a minute, and happens once
//! for each compiler and architecture; the results stay in a cache. rustc is
//! called directly: cargo would have to know the registry to compile `core`, and
//! a student's machine may have no network.

use std::{
    env,
    path::{Path, PathBuf},
    process::Command,
};

use crate::{
    error::Error,
    files, rustc,
    sources::{self, Source},
    toolchain::Toolchain,
};

/// The compiled libraries for one compiler and architecture.
#[derive(Clone, Debug)]
pub struct Library {
    pub(crate) toolchain: Toolchain,
    pub(crate) target: String,
    /// The folder with `core` and what it needs.
    core: PathBuf,
    /// The folder with `cuda_std` and its attributes.
    cuda_std: PathBuf,
}

/// The parts of a library, in words.
const CORE: &str = "Rust's core library";
const BUILTINS: &str = "Rust's compiler builtins";
const LIBM: &str = "Rust's libm";
const MACROS: &str = "the attributes of cuda_std";
const CUDA_STD: &str = "cuda_std";

impl Library {
    /// Compiles what the cache does not have yet. `progress` is told in words
    /// about each step that takes time.
    pub fn prepare(
        toolchain: &Toolchain,
        target: &str,
        cache: &Path,
        progress: &mut dyn FnMut(&str),
    ) -> Result<Library, Error> {
        if !is_architecture(target) {
            return Err(Error::Target(target.to_owned()));
        }
        let compiler = toolchain.version.to_string();
        let flags = rustc::flags(target).join("\n");
        let core_key = files::key(&[&compiler, &flags, LIBM]);
        let core = files::made_once(cache, &format!("core-{core_key}"), |folder| {
            progress(&format!("compiling {CORE} for {target}; once, about half a minute"));
            compile_core(toolchain, target, folder)
        })?;

        let texts = sources::MACROS
            .iter()
            .chain(&sources::CUDA_STD)
            .chain(&sources::GLAM)
            .chain(&sources::FACADES)
            .flat_map(|&(a, b)| [a, b]);
        let parts: Vec<&str> = [core_key.as_str()].into_iter().chain(texts).collect();
        let name = format!("cuda_std-{}", files::key(&parts));
        let mut library = Library {
            toolchain: toolchain.clone(),
            target: target.to_owned(),
            core,
            cuda_std: PathBuf::new(),
        };
        library.cuda_std = files::made_once(cache, &name, |folder| {
            progress(&format!("compiling cuda_std for {target}; once"));
            library.compile_cuda_std(folder)
        })?;
        Ok(library)
    }

    /// rustc for a crate that uses `core` and `cuda_std`.
    pub(crate) fn rustc(&self) -> Command {
        let mut command = self.rustc_with_core();
        command.arg("-L").arg(&self.cuda_std);
        for (name, _) in sources::FACADES {
            let file = self.cuda_std.join(format!("lib{name}.rlib"));
            command.arg("--extern").arg(named(name, &file));
        }
        command
    }

    /// rustc for a crate that uses `core` alone. Both crates are named by their
    /// files, because rustup can install others of the same names.
    fn rustc_with_core(&self) -> Command {
        let mut command = rustc::for_gpu(&self.toolchain, &self.target);
        command.arg("-L").arg(&self.core);
        for name in ["core", "compiler_builtins"] {
            let file = self.core.join(format!("lib{name}.rlib"));
            command.arg("--extern").arg(named(&format!("noprelude:{name}"), &file));
        }
        command
    }

    fn compile_cuda_std(&self, folder: &Path) -> Result<(), Error> {
        let (macros, cuda_std) = (folder.join("macros"), folder.join("src"));
        unpack(&sources::MACROS, &macros)?;
        unpack(&sources::CUDA_STD, &cuda_std)?;
        unpack(&sources::GLAM, &folder.join("glam/src"))?;

        const NAME: &str = "warpbench_device_std_macros";
        let mut command = rustc::for_host(&self.toolchain);
        command
            .args(["--crate-name", NAME, "--crate-type=proc-macro", "--edition=2021"])
            .args(["--extern", "proc_macro", "--cap-lints=allow", "--out-dir"])
            .arg(folder)
            .arg(macros.join("lib.rs"));
        run(&self.toolchain, MACROS, &mut command)?;

        let file = format!("{}{NAME}{}", env::consts::DLL_PREFIX, env::consts::DLL_SUFFIX);
        let mut command = self.rustc_with_core();
        command
            // From which `cuda_std` learns what the hardware can do.
            .env(
                "CUDA_ARCH",
                architecture(&self.target).map_or(0, |number| number * 10).to_string(),
            )
            .args(["--crate-name=device_std", "--edition=2021", "--cap-lints=allow", "--extern"])
            .arg(named(NAME, &folder.join(file)))
            .arg("--extern")
            .arg(named("libm", &self.core.join("liblibm.rlib")));
        to_be_merged(&mut command, folder).arg(cuda_std.join("lib.rs"));
        run(&self.toolchain, CUDA_STD, &mut command)?;

        for (name, text) in sources::FACADES {
            let file = folder.join(format!("{name}.rs"));
            files::write(&file, text)?;
            let mut command = self.rustc_with_core();
            command
                .args(["--crate-name", name, "--edition=2021", "--cap-lints=allow", "-L"])
                .arg(folder)
                .arg("--extern")
                .arg(named("device_std", &folder.join("libdevice_std.rlib")));
            to_be_merged(&mut command, folder).arg(&file);
            run(&self.toolchain, CUDA_STD, &mut command)?;
        }
        Ok(())
    }
}

/// Compiles `core`, and the functions that LLVM calls where the hardware has no
/// instruction, into a folder.
fn compile_core(toolchain: &Toolchain, target: &str, folder: &Path) -> Result<(), Error> {
    let source = &toolchain.library;
    let mut command = rustc::for_gpu(toolchain, target);
    command.args(["--crate-name=core", "--edition=2024", "--cap-lints=allow"]);
    to_be_merged(&mut command, folder)
        .arg("-Zforce-unstable-if-unmarked")
        .arg(source.join("core/src/lib.rs"));
    run(toolchain, CORE, &mut command)?;

    let mut command = rustc::for_gpu(toolchain, target);
    command.args(["--crate-name=compiler_builtins", "--edition=2024", "--cap-lints=allow"]);
    to_be_merged(&mut command, folder)
        .arg("-Zforce-unstable-if-unmarked")
        // What its build script would set for this target.
        .args(["--cfg=feature=\"compiler-builtins\"", "--cfg=feature=\"mem\""])
        .args(["--cfg=feature=\"unstable-intrinsics\"", "--cfg=intrinsics_enabled"])
        .args(["--cfg=arch_enabled", "--cfg=optimizations_enabled"])
        .arg("--extern")
        .arg(named("core", &folder.join("libcore.rlib")))
        .arg(source.join("compiler-builtins/compiler-builtins/src/lib.rs"));
    run(toolchain, BUILTINS, &mut command)?;

    // The builtins hold it too, but rustc never merges them into a module.
    let mut command = rustc::for_gpu(toolchain, target);
    command.args(["--crate-name=libm", "--edition=2021", "--cap-lints=allow"]);
    to_be_merged(&mut command, folder)
        .args(["--cfg=feature=\"unstable-intrinsics\"", "--cfg=intrinsics_enabled"])
        .args(["--cfg=arch_enabled", "--cfg=optimizations_enabled"])
        .args(["-L".as_ref(), folder.as_os_str()])
        .arg("--extern")
        .arg(named("noprelude:core", &folder.join("libcore.rlib")))
        .arg("--extern")
        .arg(named("noprelude:compiler_builtins", &folder.join("libcompiler_builtins.rlib")))
        .arg(source.join("compiler-builtins/libm/src/lib.rs"));
    run(toolchain, LIBM, &mut command)
}

/// A library of LLVM's bitcode, for rustc to merge into one module later.
fn to_be_merged<'a>(command: &'a mut Command, folder: &Path) -> &'a mut Command {
    command.args(["--crate-type=rlib", "-Clinker-plugin-lto", "--out-dir"]).arg(folder)
}

fn run(toolchain: &Toolchain, what: &'static str, command: &mut Command) -> Result<(), Error> {
    let rustc = &toolchain.version.rustc;
    rustc::messages(command)?.map(drop).map_err(|messages| Error::Library {
        what,
        rustc: rustc.clone(),
        messages,
    })
}

fn unpack(sources: &[Source], folder: &Path) -> Result<(), Error> {
    sources.iter().try_for_each(|(path, text)| files::write(&folder.join(path), text))
}

/// `name=path`, which may hold any character.
fn named(name: &str, path: &Path) -> std::ffi::OsString {
    let mut text = std::ffi::OsString::from(format!("{name}="));
    text.push(path);
    text
}

/// Whether the name is one of NVIDIA's architectures that has what kernels use:
/// the shuffles and votes of whole warps, and scoped atomics, came with sm_70.
fn is_architecture(target: &str) -> bool {
    const OLDEST: u32 = 70;
    architecture(target).is_some_and(|number| number >= OLDEST)
}

/// The number of one of NVIDIA's architectures, as 90 for `sm_90a`.
fn architecture(target: &str) -> Option<u32> {
    target.strip_prefix("sm_")?.trim_end_matches(['a', 'f']).parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn architectures_are_told_from_other_names() {
        let cases = [
            ("sm_75", true),
            ("sm_90a", true),
            ("sm_120", true),
            ("sm_61", false),
            ("sm_", false),
            ("75", false),
            ("sm_75 -O0", false),
            ("gfx90a", false),
            ("", false),
        ];
        for (target, expected) in cases {
            assert_eq!(is_architecture(target), expected, "{target}");
        }
    }
}
