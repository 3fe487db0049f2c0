//! How long a class takes: `cargo bench -p warpbench --bench grade`.
//!
//! Submissions of the tiled matrix product are made of its starter, its solution and
//! wrong kernels, each a text of its own. Printed are the time and the memory of 300,
//! and how the time grows to 3,000.

use std::path::Path;
use std::process::Command;
use std::time::{Duration, Instant};
use warpbench_mutants::mutants;

const LAB: &str = "09_tiled_matmul";

fn main() {
    let lab = Path::new(env!("CARGO_MANIFEST_DIR")).join("../assets/labs").join(LAB);
    let solution = std::fs::read_to_string(lab.join("solution.rs")).expect("the lab is there");
    let starter = std::fs::read_to_string(lab.join("starter.rs")).expect("the lab is there");
    let wrong = mutants(&solution);
    let mut first = None;
    for count in [300, 3000] {
        let folder = tempfile::tempdir().expect("a folder");
        let class = folder.path().join("class");
        std::fs::create_dir(&class).expect("a folder");
        for number in 0..count {
            // A third of a class is right, a third has not begun, a third is wrong.
            let text = match number % 3 {
                0 => &solution,
                1 => &starter,
                _ => &wrong[number % wrong.len()].text,
            };
            let text = format!("// Submission {number}.\n{text}");
            std::fs::write(class.join(format!("student{number:04}.rs")), text).expect("is written");
        }
        let out = folder.path().join("out");
        let started = Instant::now();
        let mut child = Command::new(env!("CARGO_BIN_EXE_warpbench"))
            .args(["grade", LAB, "--dir"])
            .arg(&class)
            .arg("--out")
            .arg(&out)
            .spawn()
            .expect("runs");
        let mut most: Option<f64> = None;
        let status = loop {
            if let Some(now) = peak_memory_mb(child.id()) {
                most = Some(most.map_or(now, |most| most.max(now)));
            }
            match child.try_wait().expect("can be waited for") {
                Some(status) => break status,
                None => std::thread::sleep(Duration::from_millis(50)),
            }
        };
        let seconds = started.elapsed().as_secs_f64();
        assert!(status.success(), "{status}");
        let each = seconds / count as f64;
        print!("{count} submissions: {seconds:.1} s, {:.0} ms each", each * 1e3);
        match first {
            None => first = Some(each),
            Some(first) => print!(", {:.2} times the first", each / first),
        }
        match most {
            Some(most) => println!("; at most {most:.0} MB"),
            None => println!("; memory is not known here"),
        }
    }
}

/// The most memory that a process and those that it started had until now, where the
/// system tells.
fn peak_memory_mb(process: u32) -> Option<f64> {
    let status = std::fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    let units: f64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    let tasks = std::fs::read_dir(format!("/proc/{process}/task")).ok()?.flatten();
    let started: String = tasks
        .filter_map(|task| std::fs::read_to_string(task.path().join("children")).ok())
        .collect();
    let of_started = started.split_whitespace().filter_map(|id| peak_memory_mb(id.parse().ok()?));
    Some(units * 1024.0 / 1e6 + of_started.sum::<f64>())
}
