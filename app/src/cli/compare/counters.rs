//! What the hardware counts, asked of Nsight Compute kernel by kernel.

use anyhow::{Context, Result, bail};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use warpbench_catalog as catalog;
use warpbench_compare::ncu;
use warpbench_compare::results::{Counted, Device, Record};
use warpbench_report::Backend;

/// Nsight Compute, as it is installed here.
pub(super) struct Profiler {
    program: PathBuf,
}

impl Profiler {
    /// Looks for it. `WARPBENCH_NCU` names another one.
    pub(super) fn find() -> Result<Profiler> {
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
        let mut entries: Vec<&str> =
            problem.launches.iter().map(|launch| launch.entry.as_str()).collect();
        let launches = entries.len();
        entries.sort_unstable();
        entries.dedup();
        let folder = tempfile::tempdir().context("a folder for what ncu counts")?;
        let log = folder.path().join("counted.csv");
        let size: Vec<String> = record.size.iter().map(u64::to_string).collect();
        let own = std::env::current_exe().context("this program's own file cannot be found")?;
        let output = Command::new(&self.program)
            .args(["--target-processes", "all", "--csv", "--page", "raw"])
            .args(["--print-units", "base", "--cache-control", "none", "--clock-control", "none"])
            .args(["--metrics", &ncu::metrics()])
            .args(["--kernel-name-base", "function"])
            .args(["--kernel-name", &format!("regex:^({})$", entries.join("|"))])
            .args(["--launch-count", &launches.to_string()])
            .arg("--log-file")
            .arg(&log)
            .arg(own)
            .args(["run", variant.name, "--backend", "cuda", "--repeat", "1"])
            .args(["--device", &device.index.to_string(), "--size", &size.join(",")])
            .args(["--seed", &seed.to_string()])
            .stdin(Stdio::null())
            .output()
            .with_context(|| format!("{} does not start", self.program.display()))?;
        let printed = std::fs::read_to_string(&log).unwrap_or_default();
        if !output.status.success() && !printed.contains("\"ID\"") {
            let words = String::from_utf8_lossy(&output.stderr);
            let said = format!("{printed}\n{words}");
            // A reason that ncu names is worth more than its exit code.
            ncu::parse(&said, launches)?;
            bail!("ncu ended with {}: {}", output.status, words.trim());
        }
        Ok(ncu::parse(&printed, launches)?)
    }
}
