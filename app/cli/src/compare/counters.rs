//! Hardware counters, asked of Nsight Compute kernel by kernel.

use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use warpbench_catalog as catalog;
use warpbench_compare::ncu::{self, NcuError};
use warpbench_compare::results::{Counted, Device, Record};
use warpbench_report::{Backend, Unavailable};

/// Nsight Compute, as it is installed here.
pub(super) struct Profiler {
    program: PathBuf,
}

impl Profiler {
    /// Looks for it, and for a device that it can look into. `WARPBENCH_NCU` names
    /// another one.
    pub(super) fn find(devices: &[Device], unavailable: &[Unavailable]) -> Result<Profiler> {
        if !devices.iter().any(|device| device.backend == Backend::Cuda) {
            let why = unavailable.iter().find(|missing| missing.backend == Backend::Cuda);
            let why = why.map_or("none was chosen by --devices", |missing| &missing.reason);
            bail!("--counters needs an NVIDIA GPU through CUDA: {why}");
        }
        let program = std::env::var_os("WARPBENCH_NCU").map_or_else(|| "ncu".into(), PathBuf::from);
        let asked = Command::new(&program)
            .arg("--version")
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(Stdio::null())
            .status();
        match asked {
            Ok(status) if status.success() => Ok(Profiler { program }),
            Ok(status) => bail!("{} does not work: {status}", program.display()),
            Err(error) => bail!(
                "--counters needs Nsight Compute, and {} does not start ({error}); it comes with \
                 NVIDIA's CUDA toolkit, and its folder belongs into PATH",
                program.display()
            ),
        }
    }

    /// Whether a measurement can be counted again by the hardware.
    pub(super) fn is_wanted(record: &Record, device: &Device) -> bool {
        device.backend == Backend::Cuda && record.simulated.is_some() && record.hardware.is_none()
    }

    /// Runs a kernel under the profiler and reads what was counted in its first run.
    pub(super) fn count(&self, record: &Record, device: &Device, seed: u64) -> Result<Counted> {
        let (_, variant) = catalog::find(&record.kernel)?;
        let problem = variant.problem(&record.size, seed)?;
        let entries: Vec<&str> =
            problem.launches.iter().map(|launch| launch.entry.as_str()).collect();
        let launches = entries.len();
        let folder = tempfile::tempdir().context("a folder for what ncu counts")?;
        let table = folder.path().join("counted.csv");
        let size: Vec<String> = record.size.iter().map(u64::to_string).collect();
        let own = std::env::current_exe().context("this program's own file cannot be found")?;
        let output = Command::new(&self.program)
            .args(ncu::options(&entries, launches, &table))
            .arg(own)
            .args(["run", variant.name, "--backend", "cuda", "--repeat", "1"])
            .args(["--device", &device.index.to_string(), "--size", &size.join(",")])
            .args(["--seed", &seed.to_string()])
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("{} does not start", self.program.display()))?;
        let printed = std::fs::read_to_string(&table).unwrap_or_default();
        match ncu::parse(&printed, launches) {
            // Where there is no table, the reason may stand in what was printed.
            Err(NcuError::NoTable { .. }) => {
                let words = [&output.stdout, &output.stderr]
                    .map(|words| String::from_utf8_lossy(words).trim().to_owned());
                let said = [printed.trim(), &words[0], &words[1]].join("\n");
                let counted = ncu::parse(&said, launches);
                Ok(counted.with_context(|| format!("ncu ended with {}", output.status))?)
            }
            counted => Ok(counted?),
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;
    use std::fs;
    use std::os::unix::fs::PermissionsExt;
    use std::path::Path;
    use warpbench_common::compare::measure::record as record_of;
    use warpbench_compare::plan::{Request, tasks};
    use warpbench_compare::suite;
    use warpbench_device::DeviceError;
    use warpbench_report::DeviceKind;

    fn device() -> Device {
        Device {
            id: "cuda-0".to_owned(),
            backend: Backend::Cuda,
            index: 0,
            api: "CUDA".to_owned(),
            name: "NVIDIA H200".to_owned(),
            kind: DeviceKind::Discrete,
            driver: "580".to_owned(),
            pci: None,
            memory_bytes: Some(1 << 37),
            subgroup_sizes: Some([32, 32]),
            limits: [].into(),
            model: Some("h200".to_owned()),
        }
    }

    /// The record of a kernel that nobody has run, at a size.
    fn record(kernel: &str, size: &[u64]) -> Record {
        let kernels = suite::kernels([kernel]).expect(kernel);
        let request = Request {
            kernels: &kernels,
            sweep: &[],
            quick: false,
            modelled: false,
            machine_bytes: 1 << 35,
        };
        let tasks =
            tasks(&[device()], &request, &|_, _| Some(size.to_vec())).expect("the size is one");
        let reason = "nobody ran it".to_owned();
        record_of(&tasks[0], Err(DeviceError::Unavailable { backend: Backend::Cuda, reason }))
    }

    /// A program that does what `ncu` does with its options: it keeps them, and writes
    /// a table or complains.
    fn stand_in(folder: &Path, does: &str) -> Profiler {
        let program = folder.join("ncu");
        let text = format!(
            "#!/bin/sh\nprintf '%s\\n' \"$@\" > '{}'\n\
             while [ $# -gt 0 ]; do [ \"$1\" = --log-file ] && table=$2; shift; done\n{does}\n",
            folder.join("options").display()
        );
        fs::write(&program, text).expect("is written");
        fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).expect("can be started");
        Profiler { program }
    }

    #[test]
    fn the_profiler_is_given_the_kernel_and_its_table_is_read() {
        let folder = tempfile::tempdir().expect("a folder");
        let recorded =
            concat!(env!("CARGO_MANIFEST_DIR"), "/../../host/compare/tests/ncu/two-launches.csv");
        let profiler = stand_in(folder.path(), &format!("cat '{recorded}' > \"$table\""));
        let record = record("reduce_shuffle", &[1000]);
        let counted = profiler.count(&record, &device(), 7).expect("a table");
        assert_eq!(counted.global_requests, Some(1_048_576 + 4096 + 8 + 1));
        let options = fs::read_to_string(folder.path().join("options")).expect("they were kept");
        let options: Vec<&str> = options.lines().collect();
        let run = options.iter().position(|&option| option == "run").expect("what is run");
        let asked = "run reduce_shuffle --backend cuda --repeat 1 --device 0 --size 1000 --seed 7";
        assert_eq!(options[run..].join(" "), asked);
        assert!(options[..run].contains(&"regex:^(reduce_shuffle)$"), "{options:?}");
    }

    #[test]
    fn what_keeps_it_from_counting_is_said() {
        let check = |does: &str, expected: &str| {
            let folder = tempfile::tempdir().expect("a folder");
            let profiler = stand_in(folder.path(), does);
            let error = profiler.count(&record("vecadd", &[1000]), &device(), 1);
            let words = format!("{:#}", error.expect_err(expected));
            assert!(words.contains(expected), "{expected:?} in {words}");
        };
        check("echo '==ERROR== ERR_NVGPUCTRPERM' >&2; exit 1", "administrator");
        check("echo '==ERROR== ERR_NVGPUCTRPERM' > \"$table\"", "administrator");
        check("echo 'error: no such device' >&2; exit 1", "no such device");
        check("exit 3", "ncu ended with exit status: 3");
        check("echo '\"ID\",\"Kernel Name\"' > \"$table\"", "counted 0 launches");
    }

    #[test]
    fn a_card_is_needed() {
        let gap = Unavailable { backend: Backend::Cuda, reason: "no driver".to_owned() };
        let check = |devices: &[Device], unavailable: &[Unavailable], expected: &str| {
            let error = Profiler::find(devices, unavailable).err();
            let words = error.map(|error| error.to_string()).unwrap_or_default();
            assert!(words.contains(expected), "{expected:?} in {words:?}");
        };
        check(&[], &[gap], "needs an NVIDIA GPU through CUDA: no driver");
        let other = Device { backend: Backend::Wgpu, ..device() };
        check(&[other], &[], "none was chosen by --devices");
    }
}
