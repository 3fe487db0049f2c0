//! The kernels of `docs/examples`, which a student reads, runs and starts from: each
//! is right on the simulator, without a finding, and on every device there is.

use crate::output::{code, json_of, stderr, stdout, warpbench};
use crate::{counts, skips};
use std::path::{Path, PathBuf};
use warpbench_device as device;
use warpbench_report::Backend;

/// The kernels, in the order of their names.
fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/examples");
    let entries = std::fs::read_dir(&folder).expect("the folder of examples");
    let paths = entries.map(|entry| entry.expect("a file of the folder").path());
    let mut found: Vec<PathBuf> =
        paths.filter(|path| path.extension().is_some_and(|extension| extension == "rs")).collect();
    found.sort();
    counts::check("kernels of docs/examples", found.len());
    found
}

/// Calls the workbench for each example and demands a right result that was compared
/// with what its case expects.
fn all_are_right(command: &str, options: &[&str], missing: &dyn Fn(&str) -> bool) -> usize {
    let mut failures = Vec::new();
    let mut left_out = 0;
    for path in examples() {
        let path = path.display().to_string();
        let output = warpbench(&[&[command, &path, "--json"], options].concat());
        let error = stderr(&output);
        if missing(&error) {
            left_out += 1;
            skips::record(&format!("examples, {command} {}", options.join(" ")), error.trim());
            continue;
        }
        let is_right = code(&output) == 0 && {
            let report = json_of(&output);
            report["checked"] == true && report["expectations"].as_u64() > Some(0)
        };
        if !is_right {
            failures.push(format!("{path}:\n{error}{}", stdout(&output)));
        }
    }
    assert!(failures.is_empty(), "{} are wrong:\n{}", failures.len(), failures.join("\n"));
    left_out
}

/// Whether there is a device of a backend; if not, the test is recorded as skipped.
fn has_device(backend: Backend, test: &str) -> bool {
    let found = device::devices().found.iter().any(|device| device.backend == backend);
    if !found {
        skips::record(test, &format!("there is no device for {backend}"));
    }
    found
}

#[test]
fn on_the_simulator() {
    all_are_right("sim", &[], &|_| false);
}

#[test]
fn through_wgpu() {
    if !has_device(Backend::Wgpu, "examples::through_wgpu") {
        return;
    }
    // Some adapters have no floats of 64 bits or no 64-bit atomics.
    let lacks = |error: &str| error.contains("the adapter lacks");
    let left_out = all_are_right("run", &["--backend", "wgpu", "--repeat", "1"], &lacks);
    assert!(left_out < 10, "{left_out} examples do not run on this adapter");
}

#[test]
fn through_cuda() {
    if !has_device(Backend::Cuda, "examples::through_cuda") {
        return;
    }
    all_are_right("run", &["--backend", "cuda", "--repeat", "1"], &|_| false);
}
