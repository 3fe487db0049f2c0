//! `warpbench labs package`: what is made for a platform works as the platform uses it.

use super::support::Desk;
use std::path::Path;
#[cfg(unix)]
use {
    super::support::lab_file,
    serde_json::Value,
    std::process::{Command, Output},
};

#[cfg(unix)]
const LAB: &str = "01_first_kernel";

/// Unpacks an archive, with the permissions that it names.
fn unpack(archive: &Path, into: &Path) -> Vec<String> {
    let file = std::fs::File::open(archive).expect("is there");
    let mut zip = zip::ZipArchive::new(file).expect("a zip");
    zip.extract(into).expect("can be unpacked");
    zip.file_names().map(str::to_owned).collect()
}

/// The scripts are for Linux, where both platforms grade.
#[cfg(unix)]
fn bash(script: &Path, root: &Path) -> Output {
    let output = Command::new("bash")
        .arg(script)
        .env("AUTOGRADER_ROOT", root)
        .current_dir(root)
        .output()
        .expect("bash starts");
    assert!(output.status.success(), "{output:?}");
    output
}

/// Gradescope unpacks the archive below `source`, runs `setup.sh` once, and for each
/// submission `run_autograder`, which must leave `results/results.json`.
#[cfg(unix)]
#[test]
fn gradescope_runs_the_archive() {
    use std::os::unix::fs::PermissionsExt;
    let desk = Desk::new();
    desk.run(&["labs", "new", "17_mine"]).ended(0);
    desk.write("kept/17_mine/hidden.toml", "sizes = [{ n = 4099 }]\nseed = 3\n");
    let said = desk
        .run(&["labs", "package", "17_mine", "--for", "gradescope", "--hidden", "kept"])
        .ended(0);
    assert!(said.out.contains("17_mine-gradescope.zip"), "{said:?}");
    let said = desk.run(&["labs", "package", "17_mine", "--for", "gradescope"]).ended(1);
    assert!(said.error.contains("is there already") && said.error.contains("--out"), "{said:?}");
    let root = desk.path("autograder");
    let names = unpack(&desk.path("17_mine-gradescope.zip"), &root.join("source"));
    for name in ["setup.sh", "run_autograder", "warpbench", "hidden/17_mine/hidden.toml"] {
        assert!(names.iter().any(|known| known == name), "{names:?}");
    }
    for name in ["setup.sh", "run_autograder", "warpbench"] {
        let about = std::fs::metadata(root.join("source").join(name)).expect("is there");
        assert_eq!(about.permissions().mode() & 0o111, 0o111, "{name}");
    }
    bash(&root.join("source/setup.sh"), &root);
    // Gradescope puts it beside what was unpacked.
    std::fs::copy(root.join("source/run_autograder"), root.join("run_autograder")).expect("a copy");
    let submit = |name: &str, text: &[u8]| -> Value {
        let _ = std::fs::remove_dir_all(root.join("submission"));
        desk.write(format!("autograder/submission/{name}"), text);
        bash(&root.join("run_autograder"), &root);
        serde_json::from_str(&desk.read("autograder/results/results.json")).expect("JSON")
    };
    let [solution, starter] =
        ["solution.rs", "starter.rs"].map(|name| desk.read(format!("17_mine/{name}")));
    assert_eq!(submit("kernel.rs", solution.as_bytes())["score"], 100.0);
    assert_eq!(submit("any name.rs", solution.as_bytes())["score"], 100.0);
    let wrong = submit("kernel.rs", starter.as_bytes());
    assert!(wrong["score"].as_f64() < Some(100.0), "{wrong}");
    for (name, text) in
        [("notes.pdf", b"%PDF".as_slice()), ("kernel.rs", b""), ("kernel.rs", b"\xff")]
    {
        let refused = submit(name, text);
        assert_eq!(refused["score"], 0.0, "{refused}");
        assert!(refused["output"].as_str().is_some_and(|said| said.len() > 20), "{refused}");
    }
    // Where the autograder itself fails, students are told something.
    std::fs::remove_file(root.join("source/labs/17_mine/solution.rs")).expect("is there");
    let failed = submit("kernel.rs", solution.as_bytes());
    assert_eq!(failed["score"], 0);
    assert!(failed["output"].as_str().is_some_and(|said| said.contains("instructor")), "{failed}");
}

/// The step of the workflow that grades, as the runner of GitHub would run it.
#[cfg(unix)]
fn step(workflow: &str) -> String {
    let (_, rest) = workflow.split_once("run: |\n").expect("a step that runs");
    let lines = rest.lines().take_while(|line| line.starts_with("          "));
    lines.map(|line| format!("{}\n", &line[10..])).collect()
}

#[cfg(unix)]
#[test]
fn classroom_runs_the_workflow() {
    let desk = Desk::new();
    desk.run(&["labs", "package", "1", "--for", "classroom", "--out", "c.zip"]).ended(0);
    let names = unpack(&desk.path("c.zip"), &desk.path("repo"));
    assert!(names.iter().any(|name| name == "kernel.wgsl"), "{names:?}");
    let workflow = desk.read("repo/.github/workflows/classroom.yml");
    // What the README of classroom-resources/autograding-grading-reporter demands.
    for needed in [
        "name: Autograding Tests\n",
        "  run-autograding-tests:\n",
        "classroom-resources/autograding-grading-reporter@v1",
        "LAB_RESULTS: \"${{steps.lab.outputs.result}}\"",
        "id: lab\n",
        "runners: lab\n",
    ] {
        assert!(workflow.contains(needed), "{needed}: {workflow}");
    }
    desk.write("step.sh", format!("set -e -o pipefail\n{}", step(&workflow)));
    let push = |text: &str| -> Value {
        desk.write("repo/kernel.rs", text);
        let output = Command::new("bash")
            .arg(desk.path("step.sh"))
            .env("GITHUB_OUTPUT", desk.path("output"))
            .current_dir(desk.path("repo"))
            .output()
            .expect("bash starts");
        assert!(output.status.success(), "{output:?}");
        let written = desk.read("output");
        let line =
            written.lines().last().expect("a line").strip_prefix("result=").expect("a result");
        desk.write("encoded", line);
        let decoded =
            Command::new("base64").arg("-d").arg(desk.path("encoded")).output().expect("base64");
        serde_json::from_slice(&decoded.stdout).expect("JSON")
    };
    assert_eq!(push(&lab_file(LAB, "starter.rs"))["status"], "fail");
    assert_eq!(push(&lab_file(LAB, "solution.rs"))["status"], "pass");
    assert_eq!(push("fn (")["status"], "error");
}

#[test]
fn a_program_may_be_fetched_instead() {
    let desk = Desk::new();
    desk.write("binary", "\x7fELF the program");
    desk.write("text", "fn main() {}");
    let package = |out: &str, more: &[&str]| {
        let arguments = ["labs", "package", "1", "--for", "gradescope", "--out", out];
        desk.run(&[arguments.as_slice(), more].concat())
    };
    let url = "https://example.org/v{version}/warpbench";
    package("a.zip", &["--download", url, "--binary", "binary"]).ended(0);
    let names = unpack(&desk.path("a.zip"), &desk.path("a"));
    assert!(!names.iter().any(|name| name == "warpbench"), "{names:?}");
    let setup = desk.read("a/setup.sh");
    let version = env!("CARGO_PKG_VERSION");
    assert!(setup.contains(&format!("\"https://example.org/v{version}/warpbench\"")), "{setup}");
    assert!(setup.contains("sha256sum --check"), "{setup}");
    package("b.zip", &["--binary", "binary"]).ended(0);
    unpack(&desk.path("b.zip"), &desk.path("b"));
    assert_eq!(desk.read("b/warpbench"), "\x7fELF the program");
    // The same lab makes the same archive, on every system.
    let mut zip = zip::ZipArchive::new(std::fs::File::open(desk.path("b.zip")).expect("is there"))
        .expect("a zip");
    for index in 0..zip.len() {
        let file = zip.by_index(index).expect("a file");
        assert!(!file.name().contains('\\'), "{}", file.name());
        // Only archives that say they were made on Unix keep them.
        let is_program = ["setup.sh", "run_autograder", "warpbench"].contains(&file.name());
        let mode = if is_program { 0o755 } else { 0o644 };
        assert_eq!(file.unix_mode().map(|bits| bits & 0o777), Some(mode), "{}", file.name());
    }
    package("c.zip", &["--binary", "binary"]).ended(0);
    assert!(std::fs::read(desk.path("b.zip")).ok() == std::fs::read(desk.path("c.zip")).ok());
    for (more, expected) in [
        (["--download", "http://example.org/x"].as_slice(), "https://"),
        (&["--download", "https://example.org/$(id)"], "https://"),
        (&["--binary", "nowhere"], "nowhere"),
        (&["--binary", "text"], "no program for Linux"),
        (&["--hidden", "nowhere"], "hidden.toml"),
    ] {
        let said = package("d.zip", more).ended(1);
        assert!(said.error.contains(expected), "{said:?}");
        assert!(!desk.path("d.zip").exists(), "{more:?}");
    }
    desk.run(&["labs", "new", "17 $(mine)"]).ended(0);
    let said = desk.run(&["labs", "package", "17 $(mine)", "--for", "gradescope"]).ended(1);
    assert!(said.error.contains("letters, digits"), "{said:?}");
    // A program for another system would be of no use there.
    #[cfg(not(target_os = "linux"))]
    {
        let said = package("e.zip", &[]).ended(1);
        assert!(said.error.contains("--binary") && said.error.contains("Linux"), "{said:?}");
    }
    let said = desk.run(&["labs", "package", "1", "--for", "classroom", "--hidden", "x"]).ended(1);
    assert!(said.error.contains("hidden"), "{said:?}");
}
