//! PTX of a student's kernel: made by the compiler that is installed, or made
//! earlier, perhaps elsewhere, and kept in a file.

use anstream::{AutoStream, ColorChoice};
use anyhow::{Context, Result, bail};
use sha2::{Digest, Sha256};
use std::path::Path;
use warpbench_front::{Source, rust};
use warpbench_ptx::{Options, compile_kernel};
use warpbench_simulate::SimulateError;

/// What stands before the hash of the text in the first line of PTX.
const MADE_OF: &str = "// Made by warpbench of the text with the SHA-256 ";

/// Has the installed compiler make PTX of a text, in which the kernel `entry` is.
/// The first line says of which text.
pub(super) fn compile(source: &Source, entry: &str) -> Result<String> {
    let program = rust::read(&source.text, &source.path).map_err(SimulateError::from)?;
    let kernel = program.functions.iter().find(|function| function.name == entry);
    if kernel.is_some_and(|kernel| !kernel.const_params.is_empty()) {
        bail!(
            "`{entry}` has const parameters, and a compiled kernel cannot be told them at its \
             launch; write `const` items instead, or use wgpu"
        );
    }
    let options = Options {
        file_name: source.path.clone(),
        colour: AutoStream::choice(&std::io::stderr()) != ColorChoice::Never,
        ..Options::default()
    };
    let compiled = compile_kernel(&source.text, &options, &mut |doing| eprintln!("{doing} …"))?;
    let messages = compiled.messages.trim();
    if !messages.is_empty() {
        eprintln!("{messages}");
    }
    Ok(format!("{MADE_OF}{}\n{}", hash(&source.text), compiled.ptx))
}

/// Reads PTX that was made of a text earlier.
pub(super) fn read(path: &Path, source: &Source, entry: &str) -> Result<String> {
    let shown = path.display();
    let ptx = std::fs::read_to_string(path).with_context(|| format!("cannot read {shown}"))?;
    let again = format!("make it again: warpbench translate {} --to ptx -o {shown}", source.path);
    let made_of = ptx.lines().next().and_then(|line| line.strip_prefix(MADE_OF));
    if made_of.is_some_and(|hash_then| hash_then.trim() != hash(&source.text)) {
        bail!("{shown} was made of another state of {}; {again}", source.path);
    }
    let has_entry = ptx.split(".entry").skip(1).any(|rest| {
        let name = rest.trim_start();
        name.strip_prefix(entry).is_some_and(|rest| rest.trim_start().starts_with(['(', '\n']))
    });
    if !has_entry {
        bail!("{shown} has no kernel `{entry}`; {again}");
    }
    Ok(ptx)
}

fn hash(text: &str) -> String {
    let digest = Sha256::digest(text.as_bytes());
    digest.iter().map(|byte| format!("{byte:02x}")).collect()
}
