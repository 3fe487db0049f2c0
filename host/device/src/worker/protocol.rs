//! Protocol of the program and its worker.
//!
//! The program writes one [`Request`] or [`ListRequest`] to the worker's standard
//! input and keeps it open: its end tells the worker that the program is gone. The worker writes
//! [`Event`]s to its standard output, the last of which is the result. Each is
//! one line of JSON. Whatever libraries print goes to the error output, which
//! the program shows when the worker crashes. To and from a web worker the same
//! lines go as messages.

use super::bytes::Bytes;
use crate::{DeviceError, KernelSources, Repeat};
use serde::{Deserialize, Serialize};
use std::fmt;
use warpbench_case::Wrong;
use warpbench_case::number::Scalar;
use warpbench_catalog::{BufferIndex, Init, Problem};
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, Measurement};

/// What the worker is to do.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Request {
    /// The road to the device.
    pub backend: Backend,
    /// The device's place among those of its backend.
    pub device: usize,
    pub job: Job,
    /// How often to repeat it.
    pub repeat: Repeat,
}

/// The worker is to say what devices there are.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct ListRequest {
    /// Those of this backend; drivers of others are left alone.
    pub list: Backend,
}

/// The worker is to say what drivers say of the devices.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DescribeRequest {
    /// Those of this backend.
    pub describe: Backend,
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Job {
    /// A kernel of the catalogue, which the worker has as well.
    Catalog {
        variant: String,
        /// The problem's size, one number for each dimension.
        size: Vec<u64>,
        /// Seed of the random inputs.
        seed: u64,
    },
    /// A kernel of the catalogue, but its text in Rust, which is translated for
    /// the device.
    CatalogRust {
        variant: String,
        /// The problem's size, one number for each dimension.
        size: Vec<u64>,
        /// Seed of the random inputs.
        seed: u64,
    },
    /// A kernel that somebody wrote.
    Custom(Box<Custom>),
}

/// A kernel that somebody wrote.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Custom {
    /// What to call it in the result.
    pub name: String,
    #[serde(rename = "program")]
    pub sources: KernelSources,
    pub problem: Problem,
    /// What buffers hold before a run, instead of what the problem says: it
    /// would be long as numbers.
    pub contents: Vec<(BufferIndex, Bytes)>,
    pub expected: Vec<Expected>,
    /// The buffers whose contents are wanted after the first run.
    pub wanted: Vec<BufferIndex>,
    /// The problem's size, for the result.
    pub size: Vec<u64>,
}

/// What a buffer must hold after a run.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Expected {
    pub buffer: BufferIndex,
    pub scalar: Scalar,
    /// Its elements, as they lie in memory.
    pub values: Bytes,
    /// How far each may be off.
    pub tolerance: f64,
}

impl Request {
    /// Whether the request can be written down: JSON has no word for infinity
    /// and for what is not a number.
    pub(super) fn check(&self) -> Result<(), DeviceError> {
        let Job::Custom(custom) = &self.job else { return Ok(()) };
        let Custom { problem, expected, .. } = custom.as_ref();
        if let Some(expected) = expected.iter().find(|expected| !expected.tolerance.is_finite()) {
            let reason = format!("{} is no tolerance", expected.tolerance);
            return Err(DeviceError::BadJob { reason });
        }
        let data = problem.buffers.iter().filter_map(|buffer| match &buffer.init {
            Init::Data(values) => Some((buffer.name.as_str(), values)),
            _ => None,
        });
        for (name, values) in data {
            let floats = values.as_f32().unwrap_or_default();
            if let Some(index) = floats.iter().position(|value| !value.is_finite()) {
                let value = floats[index];
                let reason = format!("element {index} of {name} is {value}, not a finite number");
                return Err(DeviceError::BadJob { reason });
            }
        }
        Ok(())
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Event {
    /// It has come so far.
    Progress {
        stage: Stage,
        /// How much of it is done.
        done: usize,
        /// How much there is, at a guess.
        of: usize,
    },
    /// It has compared the results of a kernel that somebody wrote.
    Compared {
        /// How many buffers were compared.
        expectations: usize,
        /// Those that are wrong.
        wrong: Vec<Wrong>,
    },
    /// What a buffer holds; the pieces of one come in order.
    Contents {
        buffer: BufferIndex,
        bytes: Bytes,
    },
    /// Seconds of repeats; the pieces come in order, before the result.
    Samples(Vec<f64>),
    Done(Box<Measurement>),
    /// The devices that a [`ListRequest`] asked for.
    Found(Vec<DeviceInfo>),
    /// What a [`DescribeRequest`] asked for, in the order of the devices.
    Described(Vec<DeviceDetails>),
    Failed(DeviceError),
}

/// What a worker is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stage {
    /// Its process starts and opens the device.
    Starting,
    /// It draws the inputs and computes the reference result.
    Preparing,
    /// It compiles the program and reserves memory.
    Compiling,
    /// It runs the kernel for the first time and compares the result.
    Checking,
    /// It repeats the run.
    Timing,
}

impl fmt::Display for Stage {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Stage::Starting => "opening the device",
            Stage::Preparing => "preparing inputs and reference",
            Stage::Compiling => "compiling the program",
            Stage::Checking => "running the kernel to check its result",
            Stage::Timing => "timing the kernel",
        })
    }
}

/// One line of the protocol, its end included.
pub(super) fn to_line(message: &impl Serialize) -> Result<String, DeviceError> {
    let mut line = serde_json::to_string(message).map_err(|error| DeviceError::Protocol {
        reason: format!("a message cannot be written ({error})"),
    })?;
    line.push('\n');
    Ok(line)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Unit, tests::copy_problem};
    use serde::de::DeserializeOwned;
    use warpbench_case::number::Number;
    use warpbench_catalog::Values;
    use warpbench_report::{Clock, DeviceInfo, DeviceKind, Seconds};

    fn round_trip<T: Serialize + DeserializeOwned + PartialEq + fmt::Debug>(message: &T) {
        let line = to_line(message).unwrap();
        assert_eq!((line.matches('\n').count(), line.ends_with('\n')), (1, true), "{message:?}");
        assert_eq!(&serde_json::from_str::<T>(&line).unwrap(), message);
    }

    fn expected(tolerance: f64) -> Expected {
        let values = Bytes(f64::INFINITY.to_le_bytes().to_vec());
        Expected { buffer: 0, scalar: Scalar::F64, values, tolerance }
    }

    #[test]
    fn requests_survive_the_pipe() {
        let sources = KernelSources {
            name: "lab".into(),
            ptx: ".entry x()\n{ \"quoted\" }".into(),
            wgsl: "// ünicode\nfn f() {}".into(),
            rust: "fn f<'a>() {}".into(),
            constants: [("N".to_owned(), -7)].into(),
            dynamic_shared_bytes: 64,
            full_usize: Some(true),
            bindings: Some(vec![[1, 7], [0, 0]]),
            overrides: [("SIZE".to_owned(), 0.1_f64.to_bits())].into(),
            trusted: false,
        };
        let custom = Job::Custom(Box::new(Custom {
            name: "lab".to_owned(),
            sources,
            problem: copy_problem(),
            contents: vec![(1, Bytes(f32::NAN.to_le_bytes().to_vec()))],
            expected: vec![expected(0.1)],
            wanted: vec![1],
            size: vec![3],
        }));
        let catalog =
            Job::Catalog { variant: "vecadd".to_owned(), size: vec![31, 7], seed: u64::MAX };
        let rust = Job::CatalogRust { variant: "vecadd".to_owned(), size: vec![0], seed: 0 };
        for job in [custom, catalog, rust] {
            for samples in [None, Some(7)] {
                let repeat = Repeat { samples, ..Repeat::default() };
                round_trip(&Request {
                    backend: Backend::Wgpu,
                    device: 2,
                    job: job.clone(),
                    repeat,
                });
            }
        }
    }

    #[test]
    fn what_json_cannot_say_is_refused() {
        let check = |data: f32, tolerance: f64, refusal: Option<&str>| {
            let mut problem = copy_problem();
            problem.buffers[0].init = Init::Data(Values::F32(vec![0.0, data, 0.0]));
            let request = Request {
                backend: Backend::Wgpu,
                device: 0,
                job: Job::Custom(Box::new(Custom {
                    name: "lab".to_owned(),
                    sources: KernelSources::default(),
                    problem,
                    contents: Vec::new(),
                    expected: vec![expected(tolerance)],
                    wanted: Vec::new(),
                    size: Vec::new(),
                })),
                repeat: Repeat::default(),
            };
            let error = request.check().err().map(|error| error.to_string());
            assert_eq!(error.as_deref(), refusal);
        };
        check(0.0, 1.0, None);
        check(f32::MAX, f64::MAX, None);
        check(f32::NAN, 1.0, Some("element 1 of from is NaN, not a finite number"));
        check(0.0, f64::INFINITY, Some("inf is no tolerance"));
    }

    #[test]
    fn events_survive_the_pipe() {
        for stage in
            [Stage::Starting, Stage::Preparing, Stage::Compiling, Stage::Checking, Stage::Timing]
        {
            round_trip(&Event::Progress { stage, done: 3, of: 100 });
        }
        let wrong = |value: Number, expected: Number| Wrong {
            buffer: "sum".to_owned(),
            index: 3,
            value,
            expected,
            count: 1,
            len: 8,
            tolerance: 1e-5,
        };
        let numbers = [
            wrong(Number::Integer(u64::MAX.into()), Number::Integer(i64::MIN.into())),
            wrong(Number::Float(0.5), Number::Float(f64::INFINITY)),
        ];
        round_trip(&Event::Compared { expectations: 2, wrong: numbers.to_vec() });
        round_trip(&Event::Contents { buffer: 1, bytes: Bytes(vec![1, 2, 3]) });
        round_trip(&Event::Samples(vec![0.25, 1.5e-6]));
        round_trip(&Event::Described(vec![DeviceDetails {
            api: "CUDA".to_owned(),
            pci: Some("0000:17:00.0".to_owned()),
            memory_bytes: Some(u64::MAX),
            subgroup_sizes: Some([32, 64]),
            limits: [("max_buffer_size".to_owned(), 1 << 40)].into(),
        }]));
        round_trip(&Event::Done(Box::new(Measurement {
            kernel: "vecadd".to_owned(),
            backend: Backend::Cuda,
            device: DeviceInfo {
                backend: Backend::Cuda,
                index: 0,
                name: "GPU".to_owned(),
                kind: DeviceKind::Discrete,
                driver: "1.2".to_owned(),
            },
            size: vec![1000],
            seed: 1,
            checked: true,
            max_error: None,
            tolerance: 0.5,
            seconds: Some(Seconds { median: 0.25, min: 0.125, max: 1.0, samples: 3 }),
            clock: Clock::Device,
            bytes: 12,
            flops: 1,
            gb_per_s: Some(48.0),
            gflop_per_s: None,
        })));
    }

    #[test]
    fn errors_survive_the_pipe() {
        let text = || "multi\nline \"text\"".to_owned();
        let errors = [
            DeviceError::Unavailable { backend: Backend::Cuda, reason: text() },
            DeviceError::NoSuchDevice { backend: Backend::Wgpu, index: 3, found: 1 },
            DeviceError::TooLarge {
                device: text(),
                what: text(),
                need: u64::MAX,
                limit: 1,
                limit_name: text(),
                unit: Unit::Bytes,
            },
            DeviceError::MissingFeature { device: text(), entry: text(), feature: text() },
            DeviceError::Compile { device: text(), text: text() },
            DeviceError::EntryMissing { entry: text(), language: text(), entries: vec![text()] },
            DeviceError::Mismatch { entry: text(), reason: text() },
            DeviceError::Launch { device: text(), entry: text(), reason: text() },
            DeviceError::IllegalAddress { device: text(), entry: text(), reason: text() },
            DeviceError::DeviceLost { device: text(), reason: text() },
            DeviceError::OutOfMemory { device: text(), need: 5 },
            DeviceError::Deadline { seconds: 1.5, stage: text() },
            DeviceError::Cancelled,
            DeviceError::WorkerCrashed { how: text(), stage: text(), stderr: text() },
            DeviceError::BadJob { reason: text() },
            DeviceError::Protocol { reason: text() },
        ];
        for error in errors {
            round_trip(&Event::Failed(error));
        }
    }
}
