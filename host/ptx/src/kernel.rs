//! A student's kernel: one file, compiled without a repository around it.

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
};

use crate::{
    error::Error,
    files,
    library::Library,
    module::{Crate, Module},
    root, sources,
    toolchain::{Survey, Version},
};

/// What the file is called in the crate that is made around it.
const FILE: &str = "kernel.rs";

/// A student's file is read in the same edition as on the simulator. Jump threading
/// would have a barrier once for each way to it, at which a warp's lanes do not meet.
const FLAGS: [&str; 2] = ["--edition=2024", "-Zmir-enable-passes=-JumpThreading"];

/// The group under which the one file's kernels go through the road.
const GROUP: &str = "kernel";

/// How a kernel is to be compiled.
#[derive(Clone, Debug)]
pub struct Options {
    /// The oldest architecture that the PTX shall run on. Drivers translate it
    /// for every newer one.
    pub target: String,
    /// Where `core` and `cuda_std` are kept once they are compiled.
    pub cache: PathBuf,
    /// What messages call the kernel's file.
    pub file_name: String,
    /// Whether messages are coloured for a terminal.
    pub colour: bool,
}

impl Default for Options {
    /// The architecture of the committed PTX, and the user's cache.
    fn default() -> Options {
        Options {
            target: "sm_75".to_owned(),
            cache: user_cache().join("warpbench").join("ptx"),
            file_name: FILE.to_owned(),
            colour: false,
        }
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compiled {
    /// The text, which a driver loads.
    pub ptx: String,
    /// The names of the kernels in it, sorted.
    pub kernels: Vec<String>,
    /// What rustc has to say about the code, which it accepted: warnings, with
    /// the lines of the kernel's file.
    pub messages: String,
    /// The compiler that was used.
    pub compiler: Version,
}

/// Compiles one file of kernels with the compiler that is installed.
///
/// The file is what `gpu-kernels/src` holds: it uses `cuda_std`, and
/// `crate::vector` and `crate::warp` if it likes. The first kernel of a machine
/// takes half a minute, each further one about a second; `progress` is told in
/// words what is being done.
pub fn compile_kernel(
    source: &str,
    options: &Options,
    progress: &mut dyn FnMut(&str),
) -> Result<Compiled, Error> {
    let toolchain = Survey::of_this_machine().choose(None)?;
    let library = Library::prepare(&toolchain, &options.target, &options.cache, progress)?;

    progress(&format!("compiling {} with {}", options.file_name, toolchain.version.rustc));
    let folder = files::temporary_folder(&options.cache)?;
    let sources = folder.path().join("src");
    write_crate(source, &sources)?;
    let kernels = Crate {
        folder: &sources,
        root: Path::new("lib.rs"),
        shown_as: Some((FILE, &options.file_name)),
        colour: options.colour,
        flags: &FLAGS,
    };
    let module = Module::compile(&library, &kernels, &folder.path().join("out"))?;
    if module.kernels.is_empty() {
        return Err(Error::NoKernel { file: options.file_name.clone() });
    }

    progress(&format!("translating it to PTX for {}", options.target));
    let kernels: Vec<String> = module.kernels.iter().cloned().collect();
    let groups = BTreeMap::from([(GROUP.to_owned(), kernels.clone())]);
    let ptx = module.to_ptx(&library, &groups)?.remove(GROUP).unwrap_or_default();
    Ok(Compiled { ptx, kernels, messages: module.messages, compiler: toolchain.version })
}

fn write_crate(source: &str, folder: &Path) -> Result<(), Error> {
    let prepared = root::prepare(source, FILE);
    files::write(&folder.join("lib.rs"), &prepared.root)?;
    files::write(&folder.join(FILE), &prepared.file)?;
    for (path, text) in sources::BESIDE_KERNELS {
        files::write(&folder.join(path), text)?;
    }
    Ok(())
}

/// Where the system keeps what programs can make anew; the temporary folder
/// where it says nothing.
fn user_cache() -> PathBuf {
    let home = env::var_os("HOME").map(PathBuf::from);
    let of_system = if cfg!(windows) {
        env::var_os("LOCALAPPDATA").map(PathBuf::from)
    } else if cfg!(target_os = "macos") {
        home.map(|home| home.join("Library/Caches"))
    } else {
        let chosen = env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
        chosen.filter(|path| path.is_absolute()).or(home.map(|home| home.join(".cache")))
    };
    of_system.unwrap_or_else(env::temp_dir)
}
