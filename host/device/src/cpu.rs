//! The processor as a device: it runs the kernel's plain reference.
//!
//! It is there on every machine, so that a student without any GPU has
//! something to compare with. What it runs is not the program's text but a
//! function, which whoever opens the device passes in; its times are read from
//! the wall clock.

use super::{CpuKernel, Device, DeviceError, KernelSources, Loaded, Progress, Repeat, Times};
use std::hint::black_box;
use warpbench_catalog::{BufferIndex, Problem, Values};
use warpbench_report::{Backend, Clock, DeviceDetails, DeviceInfo, DeviceKind};
use web_time::Instant;

/// The processor, with the one kernel it can run.
pub struct CpuDevice {
    info: DeviceInfo,
    kernel: CpuKernel,
}

impl CpuDevice {
    /// The processor, which runs `kernel` whatever the program says.
    pub fn new(kernel: CpuKernel) -> CpuDevice {
        CpuDevice { info: info(), kernel }
    }
}

/// What this machine's processor is.
pub fn info() -> DeviceInfo {
    let threads = std::thread::available_parallelism().map_or(1, |threads| threads.get());
    DeviceInfo {
        backend: Backend::Cpu,
        index: 0,
        name: std::fs::read_to_string("/proc/cpuinfo")
            .ok()
            .and_then(|text| model_name(&text))
            .unwrap_or_else(unnamed),
        kind: DeviceKind::Cpu,
        driver: match threads {
            1 => "reference in Rust, 1 thread".to_owned(),
            _ => format!("reference in Rust, {threads} threads"),
        },
    }
}

/// What to call a processor that nobody names.
fn unnamed() -> String {
    match cfg!(target_family = "wasm") {
        true => "processor, through WebAssembly".to_owned(),
        false => format!("{} processor", std::env::consts::ARCH),
    }
}

/// What there is to say of it besides: it has no driver.
pub fn details() -> DeviceDetails {
    DeviceDetails { api: "processor".to_owned(), ..DeviceDetails::default() }
}

/// The processor's name in Linux's description of it.
fn model_name(cpuinfo: &str) -> Option<String> {
    let line = cpuinfo.lines().find(|line| line.starts_with("model name"))?;
    let (_, name) = line.split_once(':')?;
    let name = name.trim();
    (!name.is_empty()).then(|| name.to_owned())
}

impl Device for CpuDevice {
    fn info(&self) -> &DeviceInfo {
        &self.info
    }

    fn check(&self, _: &KernelSources, problem: &Problem) -> Result<(), DeviceError> {
        super::check_problem(problem)
    }

    fn load<'a>(
        &'a mut self,
        sources: &KernelSources,
        problem: &'a Problem,
        contents: &'a [Values],
    ) -> Result<Box<dyn Loaded + 'a>, DeviceError> {
        self.check(sources, problem)?;
        let output = contents[problem.output].clone();
        let (kernel, index) = (&self.kernel, problem.output);
        Ok(Box::new(CpuLoaded { kernel, contents, index, output }))
    }
}

struct CpuLoaded<'a> {
    kernel: &'a CpuKernel,
    contents: &'a [Values],
    /// The buffer that holds the result.
    index: BufferIndex,
    output: Values,
}

impl Loaded for CpuLoaded<'_> {
    fn run(&mut self) -> Result<(), DeviceError> {
        self.output = (self.kernel)(self.contents);
        Ok(())
    }

    fn buffer(&mut self, index: BufferIndex) -> Result<Values, DeviceError> {
        // The reference leaves every other buffer alone.
        Ok(if index == self.index { &self.output } else { &self.contents[index] }.clone())
    }

    fn output(&mut self) -> Result<Values, DeviceError> {
        Ok(self.output.clone())
    }

    fn time(&mut self, repeat: &Repeat, progress: Progress<'_>) -> Result<Times, DeviceError> {
        let seconds = repeat.collect(progress, &mut || {
            let start = Instant::now();
            let output = black_box((self.kernel)(black_box(self.contents)));
            let seconds = start.elapsed().as_secs_f64();
            // Freeing a large result is not part of the computation.
            drop(output);
            Ok(seconds)
        })?;
        Ok(Times { seconds, clock: Clock::Wall })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::sync::Arc;
    use warpbench_cores::Threads;

    #[test]
    fn the_name_is_read_from_cpuinfo() {
        let check = |text: &str, expected: Option<&str>| {
            assert_eq!(model_name(text).as_deref(), expected, "{text:?}");
        };
        check(
            "processor\t: 0\nmodel name\t: Fast CPU @ 3 GHz\nmodel name\t: x",
            Some("Fast CPU @ 3 GHz"),
        );
        check("model\t\t: 85\n", None);
        check("model name\t:\n", None);
        check("", None);
    }

    #[test]
    fn runs_the_reference_and_times_it_by_the_wall() {
        let mut problem = super::super::tests::copy_problem();
        problem.output = 1;
        let contents = problem.contents(&Threads::all());
        let mut device = CpuDevice::new(Arc::new(|contents: &[Values]| contents[0].clone()));
        let mut loaded = device.load(&KernelSources::default(), &problem, &contents).unwrap();
        loaded.run().unwrap();
        assert_eq!(loaded.output().unwrap(), contents[0]);
        let repeat = Repeat { samples: Some(3), ..Repeat::default() };
        let times = loaded.time(&repeat, &mut |_, _| {}).unwrap();
        assert_eq!((times.seconds.len(), times.clock), (3, Clock::Wall));
    }
}
