//! The command line, used as a student would.

mod exit_codes;
#[path = "cli/explain.rs"]
mod explain;
#[cfg(target_os = "linux")]
mod memory;
mod pipes;

use serde_json::Value;
use std::process::{Command, Output};

fn warpbench(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_warpbench"))
        .args(arguments)
        .env_remove("DISPLAY")
        .env_remove("WAYLAND_DISPLAY")
        .output()
        .expect("the binary starts")
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

fn stderr(output: &Output) -> String {
    String::from_utf8_lossy(&output.stderr).into_owned()
}

fn json(output: &Output) -> Value {
    serde_json::from_slice(&output.stdout)
        .unwrap_or_else(|error| panic!("{error} in {}{}", stdout(output), stderr(output)))
}

#[test]
fn devices_lists_the_processor_and_accounts_for_cuda() {
    let output = warpbench(&["devices", "--json"]);
    assert!(output.status.success());
    let devices = json(&output);
    let of = |list: &str, backend: &str| {
        devices[list].as_array().expect(list).iter().filter(|d| d["backend"] == backend).count()
    };
    assert_eq!(of("found", "cpu"), 1);
    assert_ne!(of("found", "cuda") > 0, of("unavailable", "cuda") > 0, "{devices}");
    let text = stdout(&warpbench(&["devices"]));
    assert!(text.contains("cpu"), "{text}");
}

#[test]
fn list_names_every_family() {
    let output = warpbench(&["list", "--json"]);
    let entries = json(&output);
    let entries = entries.as_array().expect("a list");
    for name in ["vecadd", "reduce_grid_stride_i32", "matmul_vectorized", "peak_fma"] {
        let entry = entries.iter().find(|entry| entry["name"] == name);
        let entry = entry.unwrap_or_else(|| panic!("{name} is not listed"));
        assert!(entry["shows"].as_str().is_some_and(|text| !text.is_empty()), "{name}");
    }
    assert!(stdout(&warpbench(&["list"])).contains("matmul_tiled"));
}

#[test]
fn a_run_reports_what_the_format_promises() {
    let output = warpbench(&[
        "run",
        "matmul_tiled",
        "--size",
        "33,65,17",
        "--backend",
        "cpu",
        "--repeat",
        "3",
        "--seed",
        "9",
        "--json",
    ]);
    assert!(output.status.success(), "{}", stderr(&output));
    let run = json(&output);
    assert_eq!(run["kernel"], "matmul_tiled");
    assert_eq!(run["backend"], "cpu");
    assert_eq!(run["size"], serde_json::json!([33, 65, 17]));
    assert_eq!(run["checked"], true);
    assert_eq!(run["seed"], 9);
    assert_eq!(run["seconds"]["samples"], 3);
    assert_eq!(run["flops"], 2 * 33 * 65 * 17);
    assert_eq!(run["bytes"], 4 * (33 * 17 + 17 * 65 + 33 * 65));
    for field in ["name", "kind", "driver"] {
        assert!(run["device"][field].is_string(), "{field} in {run}");
    }
    let number = |value: &Value| value.as_f64().unwrap_or_else(|| panic!("{value} in {run}"));
    assert!(number(&run["max_error"]) <= number(&run["tolerance"]));
    let median = number(&run["seconds"]["median"]);
    assert!(number(&run["seconds"]["min"]) <= median);
    assert!(median <= number(&run["seconds"]["max"]));
    let gflops = number(&run["gflop_per_s"]) * median * 1e9;
    assert!((gflops / number(&run["flops"]) - 1.0).abs() < 1e-6);
    assert!(number(&run["gb_per_s"]) > 0.0);
}

#[test]
fn a_run_in_words_says_checked() {
    let output = warpbench(&["run", "reduce_sequential_i32", "--size", "1000", "--backend", "cpu"]);
    assert!(output.status.success());
    let text = stdout(&output);
    assert!(text.contains("checked") && text.contains("median"), "{text}");
}

#[test]
fn sizes_of_nothing_are_right_and_take_no_time() {
    let output = warpbench(&["run", "reduce_shuffle", "--size", "0", "--backend", "cpu", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let run = json(&output);
    assert_eq!(run["checked"], true);
    assert_eq!(run["seconds"], Value::Null);
}

#[test]
fn mistakes_get_a_clear_error() {
    let check = |arguments: &[&str], expected: &str| {
        let output = warpbench(arguments);
        assert!(!output.status.success(), "{arguments:?}");
        let text = stderr(&output);
        assert!(text.contains(expected), "{arguments:?} says {text:?}, not {expected:?}");
        assert!(!text.contains("panicked"), "{text}");
    };
    check(&["run", "matmul_tield"], "did you mean `matmul_tiled`?");
    check(&["run", "vecadd", "--size", "ten"], "is not a whole number");
    check(&["run", "vecadd", "--size", "1,2"], "takes its size as n");
    check(&["run", "vecadd", "--size", "5000000000", "--backend", "cpu"], "smaller size");
    check(&["run", "vecadd", "--backend", "cpu", "--device", "3"], "no device 3");
    check(&["run", "vecadd", "--backend", "opencl"], "opencl");
    check(&["run", "vecadd", "--deadline", "0"], "deadline");
    check(&["run", "vecadd", "--repeat", "0"], "--repeat");
    check(&["bench", "nothing"], "no kernel named `nothing`");
    check(&["bench", "vecadd", "--size", "vecad=7"], "did you mean `vecadd`?");
    check(&["devise"], "devices");
}

#[test]
fn bench_compares_a_ladder() {
    let output =
        warpbench(&["bench", "transpose", "--backend", "cpu", "--size", "100,33", "--json"]);
    assert!(output.status.success(), "{}", stderr(&output));
    let rows = json(&output);
    let rows = rows.as_array().expect("a list");
    assert_eq!(rows.len(), 3);
    assert!(rows.iter().all(|row| row["outcome"]["measured"]["checked"] == true), "{rows:?}");
    assert!(rows[0].get("speedup").is_none() && rows[1]["speedup"].is_number());
    let text = stdout(&warpbench(&["bench", "vecadd", "--backend", "cpu", "--markdown"]));
    assert!(text.contains("| vecadd |"), "{text}");
}

#[test]
fn without_a_display_there_is_a_tour() {
    // Windows always has one, so it is asked for.
    let output = warpbench(if cfg!(windows) { &["tour"] } else { &[] });
    assert!(output.status.success(), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(cfg!(windows) || text.starts_with("There is no display"), "{text}");
    for kernel in ["reduce_grid_stride", "matmul_vectorized", "copy_soa"] {
        assert!(text.contains(kernel), "{kernel} in {text}");
    }
    assert!(text.contains("checked") && !text.contains("WRONG"), "{text}");
    // What the rungs do on the simulator: the strided rung has the conflicts.
    let counted = |kernel: &str| {
        let mut rows = text.lines().filter(|line| line.starts_with(kernel));
        let row =
            rows.find(|line| line.contains('%')).unwrap_or_else(|| panic!("{kernel}: {text}"));
        row.split_whitespace().rev().nth(2).map(str::to_owned)
    };
    assert_eq!(counted("reduce_sequential").as_deref(), Some("0"));
    assert_ne!(counted("reduce_interleaved_strided").as_deref(), Some("0"));
}
