//! NVIDIA's assembler, which says what a kernel needs of each architecture.
//!
//! It needs no GPU and comes as a wheel on PyPI, so that CI can ask it. The
//! version is pinned: another one gives other registers to the same kernel.

use std::{
    collections::BTreeMap,
    env,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail};

use super::{
    compile::Ptx,
    manifest::{Measurements, Resources},
};
use crate::{
    process,
    system::{self, Apt},
    workspace::Workspace,
};

/// The architectures that every kernel is assembled for.
pub(crate) const ARCHITECTURES: [&str; 4] = ["sm_75", "sm_80", "sm_90", "sm_120"];

/// The wheel. sm_120 came with 12.8.
const PACKAGE: &str = "nvidia-cuda-nvcc-cu12";
const VERSION: &str = "12.9.86";

/// An assembler that knows every architecture.
pub(crate) struct Ptxas {
    path: PathBuf,
    /// Its release, such as `V12.9.86`.
    pub(crate) version: String,
}

impl Ptxas {
    /// The pinned version where it is installed or can be fetched; otherwise
    /// any that is there. The error says why there is none.
    pub(crate) fn find(workspace: &Workspace) -> Result<Ptxas> {
        let places = [
            process::find_in_path("ptxas"),
            env::var_os("CUDA_HOME")
                .map(|home| process::executable(&Path::new(&home).join("bin"), "ptxas")),
            Some("/usr/local/cuda/bin/ptxas".into()),
            fetched(&environment(workspace)),
        ];
        let found: Vec<Ptxas> = places.into_iter().flatten().filter_map(examine).collect();
        let is_pinned = |ptxas: &Ptxas| ptxas.version == format!("V{VERSION}");
        if let Some(at) = found.iter().position(is_pinned) {
            return found.into_iter().nth(at).context("just found");
        }
        match (fetch(workspace), found.into_iter().next()) {
            (Ok(ptxas), _) | (Err(_), Some(ptxas)) => Ok(ptxas),
            (Err(error), None) => Err(error),
        }
    }

    /// Assembles every family for every architecture.
    pub(crate) fn measure(&self, ptx: &Ptx) -> Result<Measurements> {
        let folder = tempfile::tempdir().context("cannot create a temporary folder")?;
        let mut measurements = Measurements::new();
        for (family, text) in ptx {
            let file = folder.path().join(format!("{family}.ptx"));
            std::fs::write(&file, text)
                .with_context(|| format!("cannot write {}", file.display()))?;
            for architecture in ARCHITECTURES {
                let resources = self.assemble(&file, architecture).with_context(|| {
                    format!("assets/ptx/{family}.ptx does not assemble for {architecture}")
                })?;
                for (kernel, resources) in resources {
                    measurements
                        .entry(kernel)
                        .or_default()
                        .insert(architecture.to_owned(), resources);
                }
            }
        }
        Ok(measurements)
    }

    fn assemble(&self, file: &Path, architecture: &str) -> Result<BTreeMap<String, Resources>> {
        let output = Command::new(&self.path)
            .args(["-v", "--gpu-name", architecture, "--output-file"])
            .arg(file.with_extension("cubin"))
            .arg(file)
            .output()
            .with_context(|| format!("cannot start {}", self.path.display()))?;
        let text =
            String::from_utf8_lossy(&output.stdout) + String::from_utf8_lossy(&output.stderr);
        if !output.status.success() {
            bail!("{}", text.trim_end());
        }
        parse(&text)
    }
}

/// Reads what `ptxas -v` prints about each entry function.
fn parse(text: &str) -> Result<BTreeMap<String, Resources>> {
    let mut kernels = BTreeMap::new();
    let mut kernel: Option<String> = None;
    let mut resources = Resources::default();
    for line in text.lines() {
        if let Some((_, rest)) = line.split_once("Compiling entry function '") {
            let (name, _) =
                rest.split_once('\'').with_context(|| format!("no name in `{line}`"))?;
            kernel = Some(name.to_owned());
            resources = Resources::default();
        } else if line.contains(" bytes stack frame") {
            resources.stack_bytes = number_before(line, " bytes stack frame");
            resources.spill_bytes = number_before(line, " bytes spill stores")
                + number_before(line, " bytes spill loads");
        } else if line.contains("Used ")
            && let Some(name) = kernel.take()
        {
            resources.registers = number_before(line, " registers");
            resources.shared_bytes = number_before(line, " bytes smem");
            kernels.insert(name, resources);
        }
    }
    if let Some(kernel) = kernel {
        bail!("ptxas says nothing of the registers of {kernel}:\n{text}");
    }
    Ok(kernels)
}

/// The number that stands before the words; 0 where they do not occur.
fn number_before(line: &str, words: &str) -> u32 {
    line.split_once(words)
        .and_then(|(before, _)| before.rsplit([' ', ',']).next()?.parse().ok())
        .unwrap_or(0)
}

/// One sentence for each kernel that spills.
pub(crate) fn spills(measurements: &Measurements) -> Vec<String> {
    let mut sentences = Vec::new();
    for (kernel, architectures) in measurements {
        for (architecture, resources) in architectures {
            if resources.spill_bytes > 0 {
                sentences.push(format!(
                    "{kernel} spills on {architecture}: {} registers are not enough, {} bytes go to local memory; let a thread hold fewer values",
                    resources.registers, resources.spill_bytes
                ));
            }
        }
    }
    sentences
}

/// One sentence for each kernel that is not as the manifest says.
pub(crate) fn differences(recorded: &Measurements, measured: &Measurements) -> Vec<String> {
    let mut sentences = Vec::new();
    for (kernel, architectures) in measured {
        for (architecture, now) in architectures {
            let then =
                recorded.get(kernel).and_then(|architectures| architectures.get(architecture));
            match then {
                Some(then) if then == now => {}
                Some(then) => sentences.push(format!(
                    "{kernel} on {architecture}: the manifest says {}, ptxas says {}",
                    in_words(then),
                    in_words(now)
                )),
                None => {
                    sentences.push(format!("{kernel} on {architecture} is not in the manifest"))
                }
            }
        }
    }
    sentences
}

fn in_words(resources: &Resources) -> String {
    let Resources { registers, shared_bytes, stack_bytes, spill_bytes } = resources;
    format!(
        "{registers} registers, {shared_bytes} B shared, {stack_bytes} B stack, {spill_bytes} B spilled"
    )
}

/// `None` for an assembler that is too old for one of the architectures.
fn examine(path: PathBuf) -> Option<Ptxas> {
    let about = process::output(Command::new(&path).arg("--version")).ok()?;
    let help = process::output(Command::new(&path).arg("--help")).ok()?;
    let version =
        about.split([' ', '\n']).find(|word| word.starts_with('V') && word.contains('.'))?;
    let knows_all = ARCHITECTURES.iter().all(|name| help.contains(&format!("'{name}'")));
    knows_all.then(|| Ptxas { path, version: version.to_owned() })
}

/// The Python environment that the wheel is installed in.
fn environment(workspace: &Workspace) -> PathBuf {
    workspace.target_dir().join("tools").join(format!("ptxas-{VERSION}"))
}

/// The assembler in a Python environment. The folder between has Python's
/// version in its name.
fn fetched(environment: &Path) -> Option<PathBuf> {
    let folders = std::fs::read_dir(environment.join("lib")).ok()?;
    let inside = Path::new("site-packages/nvidia/cuda_nvcc/bin/ptxas");
    folders.flatten().map(|folder| folder.path().join(inside)).find(|path| path.is_file())
}

/// Sees to it that there is an assembler, for the tests that hold PTX to it. They skip
/// themselves where there still is none.
pub(crate) fn ensure(workspace: &Workspace) {
    if let Err(error) = Ptxas::find(workspace) {
        eprintln!("note: {error:#}");
    }
}

/// Installs the wheel under target/tools.
fn fetch(workspace: &Workspace) -> Result<Ptxas> {
    if system::is_installing_forbidden() {
        bail!("ptxas is missing, and WARPBENCH_NO_INSTALL is set");
    }
    let environment = environment(workspace);
    println!("fetching ptxas ({PACKAGE} {VERSION}) into {}", environment.display());
    create_environment(&environment)?;
    process::output(
        Command::new(environment.join("bin/python"))
            .args(["-m", "pip", "install", "--quiet", "--disable-pip-version-check", "--no-deps"])
            .arg(format!("{PACKAGE}=={VERSION}")),
    )
    .context("pip cannot install it")?;
    fetched(&environment)
        .and_then(examine)
        .with_context(|| format!("the wheel {PACKAGE} {VERSION} has no ptxas that runs here"))
}

fn create_environment(folder: &Path) -> Result<()> {
    let create = || {
        process::output(Command::new("python3").args(["-m", "venv", "--clear"]).arg(folder))
            .map(drop)
    };
    // Debian parts Python from what makes environments.
    match (create(), Apt::permitted()) {
        (Ok(()), _) => Ok(()),
        (Err(_), Some(apt)) => {
            apt.install(&["python3".to_owned(), "python3-venv".to_owned()])?;
            create()
        }
        (Err(error), None) => Err(error),
    }
    .context("python3 cannot make an environment (on Debian: apt-get install python3-venv)")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn resources(
        registers: u32,
        shared_bytes: u32,
        stack_bytes: u32,
        spill_bytes: u32,
    ) -> Resources {
        Resources { registers, shared_bytes, stack_bytes, spill_bytes }
    }

    #[test]
    fn what_ptxas_prints_is_understood() {
        let text = "\
ptxas info    : 0 bytes gmem
ptxas info    : Compiling entry function 'vecadd' for 'sm_75'
ptxas info    : Function properties for vecadd
    0 bytes stack frame, 0 bytes spill stores, 0 bytes spill loads
ptxas info    : Used 8 registers, used 0 barriers, 392 bytes cmem[0]
ptxas info    : Compile time = 2.375 ms
ptxas info    : Compiling entry function 'reduce_shuffle' for 'sm_75'
ptxas info    : Function properties for reduce_shuffle
    16 bytes stack frame, 12 bytes spill stores, 8 bytes spill loads
ptxas info    : Used 255 registers, used 1 barriers, 16 bytes cumulative stack size, 32 bytes smem
ptxas info    : Function properties for helper
    48 bytes stack frame, 4 bytes spill stores, 4 bytes spill loads
";
        let expected = BTreeMap::from([
            ("reduce_shuffle".to_owned(), resources(255, 32, 16, 20)),
            ("vecadd".to_owned(), resources(8, 0, 0, 0)),
        ]);
        assert_eq!(parse(text).unwrap(), expected);
        assert!(parse("").unwrap().is_empty());
        assert!(parse("ptxas info : Compiling entry function 'a' for 'sm_75'").is_err());
    }

    fn measured(kernel: &str, resources: Resources) -> Measurements {
        Measurements::from([(kernel.into(), BTreeMap::from([("sm_75".into(), resources)]))])
    }

    #[test]
    fn only_spills_are_spills() {
        assert_eq!(
            spills(&measured("a", resources(255, 0, 8, 20))),
            [
                "a spills on sm_75: 255 registers are not enough, 20 bytes go to local memory; let a thread hold fewer values"
            ]
        );
        // An array on the stack is slow as well, but it is what the source says.
        assert!(spills(&measured("a", resources(40, 0, 64, 0))).is_empty());
    }

    #[test]
    fn differences_from_the_manifest_are_told() {
        let then = measured("a", resources(8, 0, 0, 0));
        let cases = [
            (measured("a", resources(8, 0, 0, 0)), None),
            (
                measured("a", resources(9, 4, 0, 0)),
                Some(
                    "a on sm_75: the manifest says 8 registers, 0 B shared, 0 B stack, 0 B spilled, \
                     ptxas says 9 registers, 4 B shared, 0 B stack, 0 B spilled",
                ),
            ),
            (measured("b", resources(8, 0, 0, 0)), Some("b on sm_75 is not in the manifest")),
        ];
        for (now, expected) in cases {
            assert_eq!(differences(&then, &now).first().map(String::as_str), expected);
        }
    }
}
