//! Methods of floats that are in `std` and not in `core`: kernels for PTX are compiled
//! without `std`, and have them from the trait `GpuFloat`.

use super::super::sections::SECTIONS;
use crate::expressions::number_methods;
use std::collections::BTreeSet;
use std::process::Command;
use warpbench_hir::types::Ty;

const GPU_FLOAT: &str = include_str!("../../../../../gpu-kernels/device-std/src/float.rs");

#[test]
fn methods_that_only_std_has_are_there_for_ptx() {
    let sections = SECTIONS.iter().filter(|section| section.is_of_floats());
    let written = sections.flat_map(|section| section.declared());
    let names: BTreeSet<&str> = number_methods::names_for(&Ty::F32).chain(written).collect();

    let uses = names.iter().map(|name| format!("    let _ = f32::{name};\n"));
    let text = format!("#![no_std]\npub fn f() {{\n{}}}\n", uses.collect::<String>());
    let folder = std::env::temp_dir().join(format!("std-floats-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("a folder");
    let source = folder.join("uses.rs");
    std::fs::write(&source, text).expect("writable");
    let output = Command::new(std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into()))
        .args(["--edition", "2024", "--crate-type", "lib", "--emit", "metadata"])
        .args(["--cap-lints", "allow", "--error-format", "short", "--out-dir"])
        .args([&folder, &source])
        .output()
        .expect("rustc is there");
    std::fs::remove_dir_all(&folder).expect("removable");
    let said = String::from_utf8_lossy(&output.stderr);
    let lacking: Vec<&str> = said
        .lines()
        .filter(|line| line.contains("error[E0599]"))
        .filter_map(|line| line.split('`').nth(1))
        .collect();
    assert!(lacking.contains(&"sqrt") && lacking.contains(&"round_ties_even"), "{said}");
    let has = |name: &str| GPU_FLOAT.contains(&format!("\n    fn {name}(self"));
    let missing: Vec<&&str> = lacking.iter().filter(|name| !has(name)).collect();
    assert!(missing.is_empty(), "`GpuFloat` in gpu-kernels/device-std lacks {missing:?}");
}
