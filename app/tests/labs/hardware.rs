//! Speed on a device, where the lecturer asks for it and there is one: it adds points,
//! and never takes any.

use super::support::Desk;
use serde_json::Value;
use warpbench_device as device;
use warpbench_report::Backend;

/// Grades the solution of the lab that `labs new` writes, which also asks for speed, and
/// returns what came of that check, with all points.
fn graded(backend: &str, at_least: f64, options: &[&str]) -> (Value, Value) {
    let desk = Desk::new();
    desk.run(&["labs", "new", "17_mine"]).ended(0);
    let lab = desk.read("17_mine/lab.toml");
    let speed = format!(
        "\n[[check]]\nname = \"Fast\"\npoints = 10\n\
         speed = {{ backend = \"{backend}\", at_least = {at_least}, size = {{ n = 4096 }} }}\n"
    );
    desk.write("17_mine/lab.toml", lab + &speed);
    let command = ["grade", "17_mine", "17_mine/solution.rs", "--format", "json"];
    let said = desk.run(&[&command, options].concat());
    let graded: Value = serde_json::from_str(&said.out).expect("JSON");
    let check = graded["checks"].as_array().and_then(|checks| checks.last()).cloned();
    (check.expect("the check of speed"), graded["points"].clone())
}

#[test]
fn speed_adds_points_where_it_is_asked_for_and_can_be_measured() {
    let check = |backend, at_least, options: &[&str], status: &str, points: f64, said: &str| {
        let (check, all) = graded(backend, at_least, options);
        assert_eq!(check["status"], status, "{check}");
        assert_eq!(all, points, "{check}");
        assert!(check["seen"].as_str().is_some_and(|seen| seen.contains(said)), "{check}");
    };
    check("wgpu", 0.001, &[], "skipped", 100.0, "--hardware");
    let has = |backend| device::devices().found.iter().any(|device| device.backend == backend);
    if has(Backend::Wgpu) {
        check("wgpu", 0.001, &["--hardware"], "passed", 110.0, "times as fast");
        check("wgpu", 1000.0, &["--hardware"], "failed", 100.0, "times as fast");
    } else {
        check("wgpu", 0.001, &["--hardware"], "skipped", 100.0, "costs no points");
    }
    if !has(Backend::Cuda) {
        check("cuda", 0.001, &["--hardware"], "skipped", 100.0, "costs no points");
    }
}
