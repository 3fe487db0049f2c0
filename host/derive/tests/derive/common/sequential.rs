//! Annotated programs as they are: compiled by rustc, many at a time, with directives that
//! expand to nothing.

use super::{Trial, Value, element, held, translated};
use std::process::Command;
use warpbench_derive::tree::Type;

/// Arrays by name, as they lie in memory.
pub(crate) type Arrays = Vec<(String, Vec<u8>)>;

/// The arrays that each program may write, after it ran.
pub(crate) fn run(trials: &[Trial]) -> Result<Vec<Arrays>, String> {
    let folder = tempfile::tempdir().map_err(|error| error.to_string())?;
    let mut text = String::from("macro_rules! hicuda { ($($t:tt)*) => {}; }\n");
    let mut main = String::from("fn main() {\n    use std::io::Write;\n");
    main += "    let mut out = std::io::stdout().lock();\n";
    for (number, trial) in trials.iter().enumerate() {
        let own: Vec<&str> = (trial.text.lines())
            .filter(|line| !line.starts_with("//!") && !line.contains("warpbench_directives"))
            .collect();
        text += &format!("mod p{number} {{\n{}\n}}\n", own.join("\n"));
        main += &call(number, trial);
    }
    text += &main;
    text += "}\n";
    let (source, program) = (folder.path().join("programs.rs"), folder.path().join("programs"));
    std::fs::write(&source, text).map_err(|error| error.to_string())?;
    let compiler = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(compiler)
        .args(["--edition", "2024", "--cap-lints", "allow", "-C", "opt-level=0"])
        .args(["-C", "debuginfo=0", "-C", "overflow-checks=on", "--error-format", "short", "-o"])
        .args([&program, &source])
        .output()
        .map_err(|error| format!("rustc cannot be started: {error}"))?;
    if !output.status.success() {
        return Err(String::from_utf8_lossy(&output.stderr).into_owned());
    }
    let output = Command::new(program).output().map_err(|error| error.to_string())?;
    if !output.status.success() {
        return Err(format!(
            "it ends with {}: {}",
            output.status,
            String::from_utf8_lossy(&output.stderr)
        ));
    }
    let mut bytes = output.stdout.as_slice();
    let mut results = Vec::new();
    for trial in trials {
        let mut arrays = Vec::new();
        for (name, size) in written(trial) {
            let (own, rest) = bytes.split_at(size.min(bytes.len()));
            arrays.push((name, own.to_vec()));
            bytes = rest;
        }
        results.push(arrays);
    }
    Ok(results)
}

/// The arrays that a program may write, with their bytes.
fn written(trial: &Trial) -> Vec<(String, usize)> {
    let translation = translated(&trial.text);
    let mut found = Vec::new();
    for ((name, value), ty) in trial.given.iter().zip(trial.types(&translation)) {
        if let (Value::Array(len), true) = (value, is_mutable(&ty)) {
            found.push((name.clone(), len * held(&ty).bytes() as usize));
        }
    }
    found
}

fn is_mutable(ty: &Type) -> bool {
    match ty {
        Type::Slice { is_mutable, .. }
        | Type::Array { is_mutable, .. }
        | Type::Reference { is_mutable, .. } => *is_mutable,
        Type::Scalar(_) | Type::Other => false,
    }
}

/// Calls a program's function and writes what it left.
fn call(number: usize, trial: &Trial) -> String {
    let translation = translated(&trial.text);
    let types = trial.types(&translation);
    let (mut before, mut arguments, mut after) = (String::new(), Vec::new(), String::new());
    for (at, ((name, value), ty)) in trial.given.iter().zip(&types).enumerate() {
        match value {
            Value::Array(len) => {
                let own = held(ty);
                let cast = format!("v as {}", own.name());
                let values: Vec<String> =
                    (0..*len).map(|index| element(at, index).to_string()).collect();
                before += &format!(
                    "        let mut {name}: Vec<{}> = [{}].iter().map(|&v: &i64| {cast}).collect();\n",
                    own.name(),
                    values.join(",")
                );
                let passed = match (ty, is_mutable(ty)) {
                    (Type::Array { dims, .. }, is_mutable) => {
                        let nested = dims
                            .iter()
                            .rev()
                            .fold(own.name().to_owned(), |ty, size| format!("[{ty}; {size}]"));
                        let sign = if is_mutable { "&mut *" } else { "&*" };
                        let kind = if is_mutable { "mut" } else { "const" };
                        let pointer = if is_mutable { "as_mut_ptr" } else { "as_ptr" };
                        format!("unsafe {{ {sign}({name}.{pointer}() as *{kind} {nested}) }}")
                    }
                    (Type::Reference { .. }, true) => format!("&mut {name}[0]"),
                    (Type::Reference { .. }, false) => format!("&{name}[0]"),
                    (_, true) => format!("&mut {name}"),
                    (_, false) => format!("&{name}"),
                };
                arguments.push(passed);
                if is_mutable(ty) {
                    after += &format!(
                        "        for v in &{name} {{ out.write_all(&v.to_le_bytes()).unwrap(); }}\n"
                    );
                }
            }
            Value::Integer(value) => arguments.push(value.to_string()),
            Value::Float(value) => arguments.push(format!("{value:?}")),
        }
    }
    let arguments = arguments.join(", ");
    format!("    {{\n{before}        p{number}::{}({arguments});\n{after}    }}\n", trial.entry)
}
