//! Runs of a suite on what there is.

use super::{Desk, has_adapter};
use crate::skips;
use warpbench_compare::results::{Outcome, Role};

#[test]
fn a_machine_without_a_gpu_is_measured_all_the_same() {
    let desk = Desk::new();
    let text = desk.run(
        "compare --devices cpu --suite reduce,copy,peak --sizes 1000 --repeat 6 --out r.json",
        0,
    );
    assert!(text.contains("checked") && text.contains("r.json has every sample"), "{text}");
    let results = desk.results("r.json");
    let of = |role: Role| results.measurements.iter().filter(|r| r.role == role).count();
    assert_eq!((of(Role::Suite), of(Role::Control), of(Role::Modelled)), (14 + 5 + 3, 3, 0));
    for record in &results.measurements {
        let measured = record.measured().unwrap_or_else(|| panic!("{record:?}"));
        assert_eq!(measured.samples.len(), 6, "{}", record.kernel);
        assert_eq!(record.of_ceiling, None, "{}: a reference is no ceiling", record.kernel);
        assert_eq!(record.source.sha256.len(), 64);
    }
    assert!(results.machine.cores > 0 && results.machine.memory_bytes > 0);
    assert!(!results.machine.os.is_empty() && !results.machine.name.is_empty());
}

#[test]
fn a_software_adapter_has_counters_and_limits() {
    if !has_adapter() {
        skips::record("runs::a_software_adapter_has_counters_and_limits", "there is no adapter");
        return;
    }
    let desk = Desk::new();
    desk.run(
        "compare --devices wgpu:0 --suite reduce_interleaved_strided,transpose_tiled --sizes 256 \
         --sweep=vecadd --quick --repeat 2 --out r.json",
        0,
    );
    let results = desk.results("r.json");
    let device = &results.devices[0];
    assert!(device.limits["max_storage_buffer_binding_size"] > 0, "{device:?}");
    assert!(!device.api.is_empty());
    let find = |kernel: &str| {
        let mut own = results.measurements.iter();
        own.find(|record| record.kernel == kernel).unwrap_or_else(|| panic!("{kernel}"))
    };
    let simulated =
        find("reduce_interleaved_strided").simulated.as_ref().expect("it was simulated");
    assert!(simulated.counters.bank_conflicts.is_some_and(|count| count > 0), "{simulated:?}");
    let simulated = find("transpose_tiled").simulated.as_ref().expect("it was simulated");
    assert_eq!(simulated.counters.global_sectors, Some(2 * 256 * 256 * 4 / 32));
    assert_eq!(simulated.is_of_device, device.model.is_some());
    let sweep: Vec<u64> = results
        .measurements
        .iter()
        .filter(|record| record.role == Role::Sweep)
        .map(|record| record.work.bytes)
        .collect();
    assert!(sweep.len() > 5 && sweep.is_sorted() && sweep[0] <= 128, "{sweep:?}");
    assert!(results.measurements.iter().all(|r| matches!(r.outcome, Outcome::Measured(_))));
}

#[test]
fn a_file_is_not_written_over_by_accident() {
    let desk = Desk::new();
    let line = "compare --devices cpu --suite vecadd --sizes 100 --repeat 1 --out r.json";
    desk.run(line, 0);
    let first = desk.read("r.json");
    let text = desk.run(line, 1);
    assert!(text.contains("r.json is there already; --resume goes on"), "{text}");
    let text = desk.run(&format!("{line} --resume"), 0);
    assert!(text.contains("1 of 1 measurements are there already"), "{text}");
    assert_eq!(desk.read("r.json"), first);
    let text = desk.run(&format!("{line} --resume --seed 7"), 1);
    assert!(text.contains("it was begun with other options"), "{text}");
    desk.write("r.json", &first[..first.len() / 2]);
    let text = desk.run(&format!("{line} --resume"), 1);
    assert!(text.contains("r.json") && text.contains("line "), "{text}");
    desk.run(&format!("{line} --overwrite"), 0);
    assert_ne!(desk.results("r.json").run.id, "");
}

#[test]
fn what_cannot_be_done_is_said_before_anything_is_measured() {
    let desk = Desk::new();
    let check = |line: &str, expected: &str| {
        let text = desk.run(line, 1);
        assert!(text.contains(expected), "{expected:?} in {text}");
    };
    check("compare --suite redcue", "did you mean `reduce`?");
    check("compare --devices nosuch", "no device of this machine is `nosuch`");
    check("compare --sizes redcue=5", "did you mean `reduce`?");
    check("compare --sweep=redcue", "did you mean `reduce`?");
    check("compare --suite vecadd --devices cpu --sizes 1,2", "takes its size as n");
    check("compare --suite vecadd --devices cpu --out no/such/folder.json", "cannot be written");
    check("compare --resume --overwrite", "--overwrite");
    check("compare --suite vecadd --repeat 0", "--repeat");
}
