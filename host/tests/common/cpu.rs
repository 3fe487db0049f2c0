//! Kernels on the CPU: the same text, compiled by rustc with a shim around it
//! that stands in for `cuda_std`, and run one thread after the other. It says
//! what a kernel computes in the language itself.

use super::{Argument, Kernel};
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

/// What a kernel is compiled behind, and `vector`, which is the kernels' own.
const SHIM: &str = concat!(include_str!("cpu/shim.rs"), include_str!("cpu/shim_warp.rs"));
const VECTOR: &str = include_str!("../../../gpu-kernels/src/vector.rs");

/// The vectors that kernels know as `glam`, for those that name it.
const GLAM: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../gpu-kernels/device-std/glam/src/lib.rs");

/// `bf16` of the crate `half`, likewise.
const BFLOAT: &str =
    concat!(env!("CARGO_MANIFEST_DIR"), "/../gpu-kernels/device-std/src/half/bfloat.rs");

/// Compiles kernels together and runs each. Returns for each kernel what its
/// memory holds then, argument by argument, or why there is no result for any.
pub(crate) fn run(kernels: &[Kernel]) -> Result<Vec<Vec<Vec<u32>>>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let program = compile(kernels, folder.path())?;
    let mut child = Command::new(program)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|error| format!("the compiled kernels cannot be run: {error}"))?;
    let mut stdin = child.stdin.take().ok_or("there is no standard input")?;
    let input = input(kernels);
    // Written by a thread of its own, or both ends could wait for each other.
    let writer = std::thread::spawn(move || stdin.write_all(&input));
    let output = child.wait_with_output().map_err(|error| error.to_string())?;
    let _ = writer.join();
    if !output.status.success() {
        return Err(format!("the compiled kernels end with {}", output.status));
    }
    Ok(results(kernels, &output.stdout))
}

/// Compiles kernels into a program that runs all of them.
fn compile(kernels: &[Kernel], folder: &Path) -> Result<std::path::PathBuf, String> {
    // Floats of 16 bits are behind a feature, which the stable compiler opens to those
    // who ask for it by name.
    let has_halves = kernels.iter().any(|kernel| kernel.text.contains("f16"));
    let features = if has_halves { "#![feature(f16)]\n" } else { "" };
    let mut text = format!("{features}{SHIM}\npub mod vector {{\n{}\n}}\n", inner(VECTOR));
    let has_glam = kernels.iter().any(|kernel| kernel.text.contains("glam"));
    if has_glam {
        text += &format!("#[path = {GLAM:?}]\npub mod glam;\n");
    }
    let has_brain = kernels.iter().any(|kernel| kernel.text.contains("bf16"));
    if has_brain {
        text += &format!("#[path = {BFLOAT:?}]\npub mod half;\n");
    }
    let glam = match (has_glam, has_brain) {
        (true, true) => "use crate::{glam, half};\n",
        (true, false) => "use crate::glam;\n",
        (false, true) => "use crate::half;\n",
        (false, false) => "",
    };
    let mut main = String::from("fn main() {\n");
    for (number, kernel) in kernels.iter().enumerate() {
        // The attributes are the business of the compiler for GPUs.
        let attributes = [
            "#[kernel]",
            "#[address_space(shared)]",
            "#[address_space(constant)]",
            "extern crate cuda_std;",
        ];
        let own = attributes.iter().fold(inner(&kernel.text), |text, name| text.replace(name, ""));
        text += &format!("mod k{number} {{\nuse crate::cuda_std;\n{glam}{own}\n");
        let arguments = arguments(kernel);
        text += &format!(
            "pub fn run(g: &[&mut crate::Given]) {{\n    use crate::argument;\n    \
             unsafe {{ {}({}) }}\n}}\n}}\n",
            kernel.call(),
            arguments.join(", ")
        );
        main += &format!("    Run::read().run(&k{number}::run);\n");
    }
    text += &main;
    text += "}\n";
    let (source, program) = (folder.join("kernels.rs"), folder.join("kernels"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let mut command = Command::new(compiler);
    if has_halves {
        command.env("RUSTC_BOOTSTRAP", "1");
    }
    let output = command
        .args(["--edition", "2024", "--cap-lints", "allow", "-C", "overflow-checks=off"])
        .args(["-C", "debug-assertions=off", "-C", "opt-level=0", "-C", "debuginfo=0"])
        .args(["-C", "panic=abort", "--error-format", "short", "-o"])
        .args([&program, &source])
        .output()
        .map_err(|error| format!("rustc cannot be started: {error}"))?;
    if !output.status.success() {
        let errors = String::from_utf8_lossy(&output.stderr);
        return Err(explain(&errors, &source));
    }
    Ok(program)
}

/// How a kernel's arguments are written, made of what the program reads.
fn arguments(kernel: &Kernel) -> Vec<String> {
    let mut first = 0;
    let mut written = Vec::new();
    for argument in &kernel.arguments {
        match argument {
            Argument::Memory(_) | Argument::Bits(..) => {
                written.push(format!("argument(g, {first})"));
                first += 1;
            }
            Argument::Value(leaves, text) => {
                let leaf = |text: String, at: usize| {
                    text.replace(&format!("#{at};"), &format!("argument(g, {})", first + at))
                };
                written.push((0..leaves.len()).fold(text.clone(), leaf));
                first += leaves.len();
            }
        }
    }
    written
}

/// A file's text without what may only stand at the top of a file.
fn inner(text: &str) -> String {
    let lines = text.lines().map(|line| if line.starts_with("//!") { "" } else { line });
    lines.collect::<Vec<_>>().join("\n")
}

/// The compiler's first errors, each with the line that it is about.
fn explain(errors: &str, source: &Path) -> String {
    let text = std::fs::read_to_string(source).unwrap_or_default();
    let lines: Vec<&str> = text.lines().collect();
    let mut explained = String::from("rustc refuses the kernels:\n");
    for error in errors.lines().take(12) {
        explained += error.rsplit('/').next().unwrap_or(error);
        explained.push('\n');
        let number = error.split(':').nth(1).and_then(|number| number.parse::<usize>().ok());
        let Some(number) = number else { continue };
        let module = lines[..number.min(lines.len())]
            .iter()
            .rev()
            .find(|line| line.starts_with("mod k"))
            .copied()
            .unwrap_or_default();
        let line = lines.get(number.wrapping_sub(1)).copied().unwrap_or_default();
        explained += &format!("    {module} {}\n", line.trim());
    }
    explained
}

/// What the program reads: for each kernel its launch and its arguments.
fn input(kernels: &[Kernel]) -> Vec<u8> {
    let mut bytes = Vec::new();
    let number = |bytes: &mut Vec<u8>, value: u64| bytes.extend(value.to_le_bytes());
    for kernel in kernels {
        for value in kernel.grid.iter().chain(&kernel.block) {
            number(&mut bytes, u64::from(*value));
        }
        number(&mut bytes, u64::from(kernel.is_cooperative));
        let count = kernel.arguments.iter().map(|argument| match argument {
            Argument::Value(leaves, _) => leaves.len(),
            Argument::Memory(_) | Argument::Bits(..) => 1,
        });
        number(&mut bytes, count.sum::<usize>() as u64);
        for argument in &kernel.arguments {
            match argument {
                Argument::Bits(bits, _) => {
                    number(&mut bytes, 0);
                    number(&mut bytes, *bits);
                }
                Argument::Value(leaves, _) => {
                    for (bits, _) in leaves {
                        number(&mut bytes, 0);
                        number(&mut bytes, *bits);
                    }
                }
                Argument::Memory(words) => {
                    number(&mut bytes, 1);
                    number(&mut bytes, words.len() as u64);
                    bytes.extend(words.iter().flat_map(|word| word.to_le_bytes()));
                }
            }
        }
    }
    bytes
}

/// What the program writes: the memory of each kernel, one after the other.
fn results(kernels: &[Kernel], bytes: &[u8]) -> Vec<Vec<Vec<u32>>> {
    let mut words = bytes.as_chunks::<4>().0.iter().map(|bytes| u32::from_le_bytes(*bytes));
    let memory = |argument: &Argument| match argument {
        Argument::Memory(initial) => Some(initial.len()),
        Argument::Bits(..) | Argument::Value(..) => None,
    };
    (kernels.iter())
        .map(|kernel| {
            let sizes = kernel.arguments.iter().filter_map(memory);
            sizes.map(|size| words.by_ref().take(size).collect()).collect()
        })
        .collect()
}
