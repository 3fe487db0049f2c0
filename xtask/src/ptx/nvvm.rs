//! The second road to PTX: Rust-CUDA's code generator, which hands LLVM IR to
//! NVIDIA's libNVVM.
//!
//! It is driven by Rust-CUDA's own builder from a clone of its repository: the
//! published crates need a nightly of 2021, which cannot read our sources. The
//! clone pins a newer nightly in its `rust-toolchain.toml`, and its `cuda_std`
//! fits its code generator. `gpu-kernels/Cargo.toml` chooses our own `cuda_std`
//! for GPU targets, so a manifest under `target/` leads to the same sources with
//! Rust-CUDA's.
//!
//! This road is unverified: no machine of ours has LLVM 7 and a CUDA toolkit.
//! What is tested is that each missing piece is named. The road of `compile` is
//! the one whose PTX is committed.

use std::{
    env, fs,
    path::{Path, PathBuf},
    process::Command,
};

use anyhow::{Context, Result, bail, ensure};
use warpbench_ptx::toolchain::Version;

use super::{compile::Ptx, families::Families};
use crate::{
    process,
    workspace::{Workspace, write_atomically},
};

/// The version of LLVM that Rust-CUDA is built on, which libNVVM's IR goes by.
const LLVM: &str = "7.";

/// What the pinned nightly has to be installed with.
const COMPONENTS: [&str; 3] = ["rust-src", "rustc-dev", "llvm-tools"];

/// What was found of Rust-CUDA's toolchain.
#[derive(Clone, Debug, Default)]
struct Facts {
    /// The folder that is said to be a clone of Rust-CUDA's repository.
    clone: Option<PathBuf>,
    /// Whether the clone has the builder.
    has_builder: bool,
    /// The nightly that the clone asks for.
    channel: Option<String>,
    /// The components that this nightly is installed with; `None` where it is
    /// not installed.
    components: Option<Vec<String>>,
    /// What `llvm-config --version` prints.
    llvm: Option<String>,
    libnvvm: Option<PathBuf>,
}

pub(crate) fn compile(workspace: &Workspace, families: &Families) -> Result<(Ptx, Version)> {
    let facts = probe();
    let missing = missing(&facts);
    if !missing.is_empty() {
        bail!("the toolchain of rustc_codegen_nvvm is incomplete:\n  - {}", missing.join("\n  - "));
    }
    let (clone, channel) = facts.clone.zip(facts.channel).context("just found")?;

    let folder = workspace.target_dir().join("ptx").join("nvvm");
    let (kernels, builder) = (folder.join("kernels"), folder.join("builder"));
    let ptx_file = folder.join("kernels.ptx");
    let sources = workspace.path("gpu-kernels/src/lib.rs");
    write_atomically(&kernels.join("Cargo.toml"), &kernels_manifest(&sources, &clone))?;
    write_atomically(&builder.join("Cargo.toml"), &builder_manifest(&clone))?;
    write_atomically(&builder.join("src/main.rs"), BUILDER)?;

    let toolchain = format!("+{channel}");
    let built = process::run(
        Command::new("cargo")
            .current_dir(&builder)
            .env_remove("RUSTUP_TOOLCHAIN")
            .env_remove("CARGO_TARGET_DIR")
            .args([&toolchain, "run", "--release", "--"])
            .args([&kernels, &ptx_file]),
    );
    if let Err(error) = built {
        bail!("{error:#}\nkernels do not compile with rustc_codegen_nvvm; nothing was changed");
    }

    let text = fs::read_to_string(&ptx_file)
        .with_context(|| format!("the builder left no {}", ptx_file.display()))?;
    let about = process::output(
        Command::new("rustc").env_remove("RUSTUP_TOOLCHAIN").args([&toolchain, "-vV"]),
    )?;
    let version = Version {
        rustc: about.lines().next().unwrap_or_default().to_owned(),
        llvm: format!("{} and libNVVM", facts.llvm.unwrap_or_default()),
    };
    Ok((split(&text, families)?, version))
}

/// One sentence for each piece that is not there, with what to do about it.
fn missing(facts: &Facts) -> Vec<String> {
    let mut missing = Vec::new();
    match (&facts.clone, &facts.channel) {
        (None, _) => missing.push(
            "Rust-CUDA itself: clone https://github.com/Rust-GPU/Rust-CUDA and let \
             WARPBENCH_RUST_CUDA name the folder"
                .to_owned(),
        ),
        (Some(clone), _) if !facts.has_builder => missing.push(format!(
            "Rust-CUDA itself: WARPBENCH_RUST_CUDA names {}, which has no crates/cuda_builder; is this a \
             clone of https://github.com/Rust-GPU/Rust-CUDA?",
            clone.display()
        )),
        (Some(clone), None) => missing.push(format!(
            "the nightly compiler that Rust-CUDA pins: {} names none; check out a release or the main branch",
            clone.join("rust-toolchain.toml").display()
        )),
        (Some(_), Some(channel)) => {
            missing.extend(missing_components(channel, facts.components.as_deref()))
        }
    }
    match &facts.llvm {
        Some(version) if version.starts_with(LLVM) => {}
        Some(version) => missing.push(format!(
            "LLVM 7: llvm-config is of LLVM {version}; build LLVM 7.1 and let LLVM_CONFIG name its llvm-config"
        )),
        None => missing.push(
            "LLVM 7: no llvm-config; build LLVM 7.1 and let LLVM_CONFIG name its llvm-config".to_owned(),
        ),
    }
    if facts.libnvvm.is_none() {
        missing.push(
            "libNVVM: install the CUDA toolkit (https://developer.nvidia.com/cuda-downloads) and let \
             CUDA_HOME name its folder, the one with nvvm/ in it"
                .to_owned(),
        );
    }
    missing
}

fn missing_components(channel: &str, installed: Option<&[String]>) -> Vec<String> {
    let Some(installed) = installed else {
        return vec![format!(
            "the compiler {channel}: rustup toolchain install {channel} --component {}",
            COMPONENTS.join(",")
        )];
    };
    COMPONENTS
        .iter()
        // A component is listed with its target, or without where it has none.
        .filter(|component| !installed.iter().any(|name| name.starts_with(**component)))
        .map(|component| {
            format!(
                "{component} of {channel}: rustup component add --toolchain {channel} {component}"
            )
        })
        .collect()
}

fn probe() -> Facts {
    let clone = env::var_os("WARPBENCH_RUST_CUDA").map(PathBuf::from);
    let has_builder = clone
        .as_deref()
        .is_some_and(|folder| folder.join("crates/cuda_builder/Cargo.toml").is_file());
    let channel = clone.as_deref().and_then(|folder| {
        channel_in(&fs::read_to_string(folder.join("rust-toolchain.toml")).ok()?)
    });
    let components = channel.as_deref().and_then(|channel| {
        let list = process::output(Command::new("rustup").args([
            "component",
            "list",
            "--installed",
            "--toolchain",
            channel,
        ]));
        Some(list.ok()?.lines().map(str::to_owned).collect())
    });
    let llvm_config = env::var_os("LLVM_CONFIG").unwrap_or_else(|| "llvm-config".into());
    let llvm = process::output(Command::new(llvm_config).arg("--version")).ok();
    let roots = ["CUDA_HOME", "CUDA_PATH", "CUDA_ROOT"].into_iter().filter_map(env::var_os);
    let libnvvm = roots
        .map(PathBuf::from)
        .chain(["/usr/local/cuda".into(), "/opt/cuda".into()])
        .map(|root| root.join("nvvm/lib64/libnvvm.so"))
        .find(|path| path.is_file());
    Facts {
        clone,
        has_builder,
        channel,
        components,
        llvm: llvm.map(|version| version.trim().to_owned()),
        libnvvm,
    }
}

/// The channel that a `rust-toolchain.toml` pins.
fn channel_in(text: &str) -> Option<String> {
    let file: toml::Table = text.parse().ok()?;
    Some(file.get("toolchain")?.get("channel")?.as_str()?.to_owned())
}

/// The package that leads to our sources with Rust-CUDA's `cuda_std`.
fn kernels_manifest(sources: &Path, clone: &Path) -> String {
    format!(
        "[package]\nname = \"warpbench-kernels\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
         [lib]\ncrate-type = [\"cdylib\", \"rlib\"]\npath = {}\n\n\
         [dependencies]\ncuda_std = {{ path = {} }}\n\n[workspace]\n",
        quoted(sources),
        quoted(&clone.join("crates/cuda_std"))
    )
}

/// The program that calls Rust-CUDA's builder. It has to be a program of its
/// own, because the builder needs the pinned nightly as well.
fn builder_manifest(clone: &Path) -> String {
    format!(
        "[package]\nname = \"warpbench-nvvm-builder\"\nversion = \"0.1.0\"\nedition = \"2021\"\n\n\
         [dependencies]\ncuda_builder = {{ path = {} }}\n\n[workspace]\n",
        quoted(&clone.join("crates/cuda_builder"))
    )
}

const BUILDER: &str = r#"//! Written by `cargo xtask ptx --codegen nvvm`.

use cuda_builder::{CudaBuilder, NvvmArch};

fn main() {
    let mut arguments = std::env::args().skip(1);
    let kernels = arguments.next().expect("the folder of the kernels");
    let ptx = arguments.next().expect("the file to write");
    CudaBuilder::new(kernels)
        .arch(NvvmArch::Compute75)
        .copy_to(ptx)
        .build()
        .expect("the kernels compile");
}
"#;

fn quoted(path: &Path) -> String {
    toml::Value::from(path.to_string_lossy().into_owned()).to_string()
}

/// Parts the one module of libNVVM into families: each gets everything but the
/// other families' kernels. What a kernel does not use costs it nothing.
fn split(ptx: &str, families: &Families) -> Result<Ptx> {
    families
        .iter()
        .map(|(family, kernels)| {
            for kernel in kernels {
                ensure!(
                    ptx.lines().any(|line| entry_name(line) == Some(kernel)),
                    "the kernel `{kernel}` of gpu-kernels/src/{family}.rs is not in the PTX of libNVVM"
                );
            }
            Ok((family.clone(), without_other_kernels(ptx, kernels)))
        })
        .collect()
}

fn without_other_kernels(ptx: &str, kernels: &[String]) -> String {
    let mut result = String::new();
    let mut dropping = false;
    for line in ptx.lines() {
        if let Some(name) = entry_name(line) {
            dropping = !kernels.iter().any(|kernel| kernel == name);
        }
        if !dropping {
            result.push_str(line);
            result.push('\n');
        }
        // The brace that ends a function is the only one in the first column.
        dropping &= line != "}";
    }
    result
}

/// The name of the kernel that starts in the line.
fn entry_name(line: &str) -> Option<&str> {
    let rest = line.strip_prefix(".visible ").unwrap_or(line).strip_prefix(".entry ")?;
    rest.split(['(', ' ']).next()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn complete() -> Facts {
        Facts {
            clone: Some("/src/Rust-CUDA".into()),
            has_builder: true,
            channel: Some("nightly-2025-06-23".into()),
            components: Some(
                [
                    "rust-src",
                    "rustc-dev-x86_64-unknown-linux-gnu",
                    "llvm-tools-x86_64-unknown-linux-gnu",
                ]
                .map(str::to_owned)
                .to_vec(),
            ),
            llvm: Some("7.1.0".into()),
            libnvvm: Some("/usr/local/cuda/nvvm/lib64/libnvvm.so".into()),
        }
    }

    #[test]
    fn each_missing_piece_is_named_with_what_to_do() {
        assert!(missing(&complete()).is_empty());
        type Case = (fn(&mut Facts), &'static [&'static str]);
        let cases: [Case; 8] = [
            (|facts| facts.clone = None, &["WARPBENCH_RUST_CUDA"]),
            (
                |facts| facts.has_builder = false,
                &["/src/Rust-CUDA, which has no crates/cuda_builder"],
            ),
            (|facts| facts.channel = None, &["/src/Rust-CUDA/rust-toolchain.toml"]),
            (|facts| facts.components = None, &["rustup toolchain install nightly-2025-06-23"]),
            (
                |facts| facts.components = Some(vec!["rust-src".into(), "rustc".into()]),
                &[
                    "component add --toolchain nightly-2025-06-23 rustc-dev",
                    "llvm-tools of nightly",
                ],
            ),
            (|facts| facts.llvm = Some("17.0.6".into()), &["llvm-config is of LLVM 17.0.6"]),
            (|facts| facts.llvm = None, &["LLVM_CONFIG"]),
            (|facts| facts.libnvvm = None, &["CUDA_HOME"]),
        ];
        for (change, expected) in cases {
            let mut facts = complete();
            change(&mut facts);
            let missing = missing(&facts);
            assert_eq!(missing.len(), expected.len(), "{missing:?}");
            for (sentence, part) in missing.iter().zip(expected) {
                assert!(sentence.contains(part), "{sentence}");
            }
        }
    }

    #[test]
    fn a_bare_machine_is_told_everything_at_once() {
        assert_eq!(missing(&Facts::default()).len(), 3);
    }

    #[test]
    fn the_pinned_channel_is_read() {
        let cases = [
            ("[toolchain]\nchannel = \"nightly-2025-06-23\"\n", Some("nightly-2025-06-23")),
            ("[toolchain]\n", None),
            ("nightly", None),
        ];
        for (text, expected) in cases {
            assert_eq!(channel_in(text).as_deref(), expected, "{text}");
        }
    }

    #[test]
    fn generated_manifests_are_toml_with_absolute_paths() {
        let manifest = kernels_manifest(Path::new("/a b/lib.rs"), Path::new("/c\"d"));
        let manifest: toml::Table = manifest.parse().unwrap();
        assert_eq!(manifest["lib"]["path"].as_str(), Some("/a b/lib.rs"));
        assert_eq!(
            manifest["dependencies"]["cuda_std"]["path"].as_str(),
            Some("/c\"d/crates/cuda_std")
        );
        assert!(builder_manifest(Path::new("/c")).parse::<toml::Table>().is_ok());
    }

    #[test]
    fn a_family_gets_its_kernels_and_the_common_parts() {
        let ptx = ".version 7.5\n.shared .b8 tile[4];\n.visible .entry copy(\n)\n{\n\tret;\n}\n\
                   .func helper()\n{\n}\n.visible .entry copy_aos(\n)\n{\n\tret;\n}\n";
        let families = Families::from([
            ("a".to_owned(), vec!["copy".to_owned()]),
            ("b".to_owned(), vec!["copy_aos".to_owned()]),
        ]);
        let parts = split(ptx, &families).unwrap();
        assert_eq!(
            parts["a"],
            ".version 7.5\n.shared .b8 tile[4];\n.visible .entry copy(\n)\n{\n\tret;\n}\n.func helper()\n{\n}\n"
        );
        assert!(parts["b"].contains("entry copy_aos(") && !parts["b"].contains("entry copy("));

        let lacking = Families::from([("a".to_owned(), vec!["cop".to_owned()])]);
        assert!(split(ptx, &lacking).unwrap_err().to_string().contains("`cop`"));
    }
}
