//! The worker's side: does one request, and reports.
//!
//! The order is fixed: what the device cannot do is refused before inputs are
//! drawn, a result is compared before it is timed, and a wrong one is never
//! timed.

use super::bytes::Bytes;
use super::compare::{Right, Verdict, send_contents};
use super::exit;
use super::protocol::{
    self, Custom, DescribeRequest, Event, Expected, Job, ListRequest, Request, Stage,
};
use crate::{
    CpuKernel, Device, DeviceError, KernelSources, Loaded, Repeat, Times, describe, open, probe,
};
use std::io::{self, BufRead, Read, Write};
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;
use warpbench_catalog as catalog;
use warpbench_catalog::{BufferIndex, Element, Init, Precision, Problem, Values};
use warpbench_cores::Threads;
use warpbench_report::{Backend, Clock, Measurement, Seconds};

/// Finds a kernel of the catalogue by name, at a size, with a seed; or says
/// why there is none.
pub type Resolve<'a> = dyn Fn(&str, &[u64], u64) -> Result<Resolved, String> + 'a;

/// A kernel of the catalogue, ready to run.
pub struct Resolved {
    pub sources: KernelSources,
    /// The problem's size, one number for each dimension.
    pub size: Vec<u64>,
    pub problem: Problem,
    /// What the result is compared with.
    pub expected: CpuKernel,
    /// What the processor runs when it is the device.
    pub cpu: CpuKernel,
}

/// [`Resolve`] for this program's own catalogue.
pub fn from_catalog(variant: &str, size: &[u64], seed: u64) -> Result<Resolved, String> {
    let (family, variant) = catalog::find(variant).map_err(|error| error.to_string())?;
    let size = variant.size(size).map_err(|error| error.to_string())?;
    let problem = variant.problem(&size, seed).map_err(|error| error.to_string())?;
    let reference = |precision| -> CpuKernel {
        let size = size.clone();
        Arc::new(move |contents: &[Values]| {
            variant.reference(&Threads::all(), &size, contents, precision)
        })
    };
    Ok(Resolved {
        sources: KernelSources::of(family, variant),
        expected: reference(Precision::Double),
        cpu: reference(Precision::Single),
        size,
        problem,
    })
}

/// What the hidden subcommand does: reads a request from standard input, does
/// it, and writes events to standard output. Ends the process when standard
/// input ends, because then whoever asked is gone.
pub fn serve_stdin() -> ExitCode {
    let mut line = String::new();
    let order = match io::stdin().lock().read_line(&mut line) {
        Ok(_) => Order::parse(&line).map_err(|error| error.to_string()),
        Err(error) => Err(error.to_string()),
    };
    drop(line);
    thread::spawn(|| {
        let mut rest = [0; 64];
        while matches!(io::stdin().read(&mut rest), Ok(1..)) {}
        exit::now(1)
    });

    let mut report = |event: &Event| {
        let Ok(line) = protocol::to_line(event) else { return };
        let mut output = io::stdout().lock();
        if output.write_all(&line).and_then(|()| output.flush()).is_err() {
            exit::now(1);
        }
    };
    let last = match order {
        Ok(Order::Run(request)) => serve(*request, &from_catalog, &mut report)
            .map(|measurement| Event::Done(Box::new(measurement))),
        Ok(Order::List(ListRequest { list: backend })) => probe(backend)
            .map(Event::Found)
            .map_err(|reason| DeviceError::Unavailable { backend, reason }),
        Ok(Order::Describe(DescribeRequest { describe: backend })) => describe(backend)
            .map(Event::Described)
            .map_err(|reason| DeviceError::Unavailable { backend, reason }),
        Err(error) => {
            Err(DeviceError::Protocol { reason: format!("a request cannot be read ({error})") })
        }
    };
    report(&last.unwrap_or_else(Event::Failed));
    ExitCode::SUCCESS
}

/// What the worker was told to do.
enum Order {
    Run(Box<Request>),
    List(ListRequest),
    Describe(DescribeRequest),
}

impl Order {
    fn parse(line: &str) -> Result<Order, serde_json::Error> {
        if let Ok(list) = serde_json::from_str(line) {
            return Ok(Order::List(list));
        }
        if let Ok(describe) = serde_json::from_str(line) {
            return Ok(Order::Describe(describe));
        }
        serde_json::from_str(line).map(|request| Order::Run(Box::new(request)))
    }
}

/// Does a request. Progress is reported; the result is returned.
pub fn serve(
    request: Request,
    resolve: &Resolve<'_>,
    report: &mut dyn FnMut(&Event),
) -> Result<Measurement, DeviceError> {
    let Request { backend, device, job, repeat } = request;
    let mut stage = |stage| report(&Event::Progress { stage, done: 0, of: 1 });
    stage(Stage::Starting);
    let Task { kernel, size, sources, problem, expected, wanted, cpu } = task(job, resolve)?;
    let mut device = open(backend, device, cpu)?;
    device.check(&sources, &problem)?;

    stage(Stage::Preparing);
    let contents = problem.contents(&Threads::all());
    let right = match expected {
        Origin::Computed(reference) => Right::Output(reference(&contents)),
        Origin::Given(expected) => Right::Buffers(expected),
    };
    right.check(&kernel, &problem)?;
    stage(Stage::Compiling);
    let mut loaded = device.load(&sources, &problem, &contents)?;
    let run = run(loaded.as_mut(), &problem, &right, &wanted, &repeat, report)?;
    drop(loaded);
    Ok(measurement(device.as_ref(), kernel, size, &problem, run))
}

struct Task {
    kernel: String,
    size: Vec<u64>,
    sources: KernelSources,
    problem: Problem,
    expected: Origin,
    wanted: Vec<BufferIndex>,
    cpu: Option<CpuKernel>,
}

/// Where the right result comes from.
enum Origin {
    Computed(CpuKernel),
    Given(Vec<Expected>),
}

fn task(job: Job, resolve: &Resolve<'_>) -> Result<Task, DeviceError> {
    let bad = |reason: String| DeviceError::BadJob { reason };
    match job {
        Job::Catalog { variant, size, seed } => {
            let Resolved { sources, size, problem, expected, cpu } =
                resolve(&variant, &size, seed).map_err(bad)?;
            let (expected, cpu) = (Origin::Computed(expected), Some(cpu));
            let wanted = Vec::new();
            Ok(Task { kernel: variant, size, sources, problem, expected, wanted, cpu })
        }
        Job::CatalogRust { variant, size, seed } => {
            let (family, found) =
                catalog::find(&variant).map_err(|error| bad(error.to_string()))?;
            let task = task(Job::Catalog { variant, size, seed }, resolve)?;
            Ok(Task { sources: KernelSources::of_rust(family, found), ..task })
        }
        Job::Custom(custom) => {
            let Custom { name, sources, mut problem, contents, expected, wanted, size } = *custom;
            for (index, Bytes(bytes)) in contents {
                let Some(buffer) = problem.buffers.get_mut(index) else {
                    return Err(bad(format!("there is no buffer {index} to be filled")));
                };
                let words: Vec<u32> = bytemuck::pod_collect_to_vec(&bytes);
                (buffer.element, buffer.len) = (Element::U32, words.len());
                buffer.init = Init::Data(Values::U32(words));
            }
            if let Some(index) = wanted.iter().find(|&&index| index >= problem.buffers.len()) {
                return Err(bad(format!("there is no buffer {index} to be shown")));
            }
            let expected = Origin::Given(expected);
            Ok(Task { kernel: name, size, sources, problem, expected, wanted, cpu: None })
        }
    }
}

/// Times of repeats that are sent in one line.
const SAMPLES_AT_ONCE: usize = 4096;

struct Run {
    verdict: Verdict,
    /// Nothing where the result is wrong or nothing was launched.
    times: Option<Times>,
}

fn run(
    loaded: &mut dyn Loaded,
    problem: &Problem,
    right: &Right,
    wanted: &[BufferIndex],
    repeat: &Repeat,
    report: &mut dyn FnMut(&Event),
) -> Result<Run, DeviceError> {
    report(&Event::Progress { stage: Stage::Checking, done: 0, of: 1 });
    loaded.run()?;
    let verdict = right.compare(loaded, problem, report)?;
    send_contents(loaded, wanted, report)?;
    let times = if verdict.right && !problem.launches.is_empty() {
        let mut progress = |done, of| {
            report(&Event::Progress { stage: Stage::Timing, done, of });
        };
        progress(0, 1);
        let times = loaded.time(repeat, &mut progress)?;
        for piece in times.seconds.chunks(SAMPLES_AT_ONCE) {
            report(&Event::Samples(piece.to_vec()));
        }
        Some(times)
    } else {
        None
    };
    Ok(Run { verdict, times })
}

fn measurement(
    device: &dyn Device,
    kernel: String,
    size: Vec<u64>,
    problem: &Problem,
    Run { verdict, times }: Run,
) -> Measurement {
    let device = device.info().clone();
    let backend = device.backend;
    let clock = match (&times, backend) {
        (Some(times), _) => times.clock,
        (None, Backend::Cpu) => Clock::Wall,
        (None, _) => Clock::Device,
    };
    let seconds = times.and_then(|times| Seconds::of(&times.seconds));
    let rate = |amount: u64| {
        let median = seconds.as_ref()?.median;
        (amount > 0 && median > 0.0).then(|| amount as f64 / median / 1e9)
    };
    Measurement {
        kernel,
        backend,
        device,
        size,
        seed: problem.seed,
        checked: verdict.right,
        max_error: verdict.error.is_finite().then_some(verdict.error),
        tolerance: verdict.tolerance,
        clock,
        bytes: problem.bytes_moved,
        flops: problem.operations,
        gb_per_s: rate(problem.bytes_moved),
        gflop_per_s: rate(problem.operations),
        seconds,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::copy_problem;

    /// The catalogue's stand-in: three kernels that copy, of which the processor
    /// does one right.
    fn resolve(name: &str, size: &[u64], seed: u64) -> Result<Resolved, String> {
        let mut problem = copy_problem();
        problem.seed = seed;
        problem.buffers[0].init = Init::Data(Values::F32(vec![0.0, 1.0, 2.0]));
        match size {
            [0] => problem.launches.clear(),
            [1] => problem.buffers[1].len = 4,
            _ => {}
        }
        let off = match name {
            "right" => 0.0,
            "wrong" => 1.0,
            "lost" => f32::NAN,
            _ => return Err(format!("there is no kernel `{name}`")),
        };
        Ok(Resolved {
            sources: KernelSources::default(),
            size: size.to_vec(),
            problem,
            expected: Arc::new(|contents: &[Values]| contents[0].clone()),
            cpu: Arc::new(move |contents: &[Values]| {
                let from = contents[0].as_f32().unwrap();
                Values::F32(from.iter().map(|value| value + off).collect())
            }),
        })
    }

    fn request(variant: &str, size: u64) -> Request {
        Request {
            backend: Backend::Cpu,
            device: 0,
            job: Job::Catalog { variant: variant.to_owned(), size: vec![size], seed: 9 },
            repeat: Repeat { samples: Some(3), ..Repeat::default() },
        }
    }

    fn stages(events: &[Event]) -> Vec<Stage> {
        let mut stages: Vec<Stage> = events
            .iter()
            .filter_map(|event| match event {
                Event::Progress { stage, .. } => Some(*stage),
                Event::Samples(_) => None,
                other => panic!("{other:?}"),
            })
            .collect();
        stages.dedup();
        stages
    }

    #[test]
    fn only_a_right_result_of_a_launch_has_a_time() {
        let check = |variant: &str, size: u64, checked: bool, error: Option<f64>, timed: bool| {
            let mut events = Vec::new();
            let measurement =
                serve(request(variant, size), &resolve, &mut |event| events.push(event.clone()))
                    .unwrap();
            assert_eq!(measurement.checked, checked, "{variant}");
            assert_eq!(measurement.max_error, error, "{variant}");
            assert_eq!(measurement.seconds.is_some(), timed, "{variant}");
            assert_eq!(measurement.gb_per_s.is_some(), timed, "{variant}");
            assert_eq!(measurement.gflop_per_s, None, "{variant} does no arithmetic");
            assert_eq!((measurement.kernel.as_str(), measurement.seed), (variant, 9));
            let mut expected =
                vec![Stage::Starting, Stage::Preparing, Stage::Compiling, Stage::Checking];
            expected.extend(timed.then_some(Stage::Timing));
            assert_eq!(stages(&events), expected, "{variant}");
        };
        check("right", 3, true, Some(0.0), true);
        check("right", 0, true, Some(0.0), false);
        check("wrong", 3, false, Some(1.0), false);
        check("lost", 3, false, None, false);
    }

    #[test]
    fn the_number_of_samples_is_the_one_asked_for() {
        let mut samples = Vec::new();
        let mut hear = |event: &Event| {
            if let Event::Samples(piece) = event {
                samples.extend(piece.iter().copied());
            }
        };
        let measurement = serve(request("right", 3), &resolve, &mut hear).unwrap();
        assert_eq!(Seconds::of(&samples), measurement.seconds, "all of them are told");
        assert_eq!(measurement.seconds.map(|seconds| seconds.samples), Some(3));
        assert_eq!(measurement.clock, Clock::Wall);
    }

    #[test]
    fn a_tolerance_is_kept_to_exactly() {
        let check = |tolerance: f64, checked: bool| {
            let resolve = |name: &str, size: &[u64], seed| {
                let mut resolved = resolve(name, size, seed)?;
                resolved.problem.tolerance = tolerance;
                Ok(resolved)
            };
            let measurement = serve(request("wrong", 3), &resolve, &mut |_| {}).unwrap();
            assert_eq!(measurement.checked, checked, "{tolerance}");
        };
        check(0.999, false);
        check(1.0, true);
        check(f64::NAN, false);
    }

    #[test]
    fn the_catalogue_is_asked_for_kernels() {
        let check = |name: &str, size: &[u64], expected: Result<&[u64], &str>| match (
            from_catalog(name, size, 1),
            expected,
        ) {
            (Ok(found), Ok(size)) => {
                assert_eq!(found.size, size);
                let contents = found.problem.contents(&Threads::all());
                let error = (found.cpu)(&contents).max_error(&(found.expected)(&contents));
                assert!(error <= found.problem.tolerance, "{name}: {error}");
            }
            (Err(text), Err(expected)) => assert!(text.contains(expected), "{text}"),
            (found, expected) => panic!("{name}: {:?}, {expected:?}", found.map(|_| ())),
        };
        check("vecadd", &[33], Ok(&[33]));
        check("vecadd", &[], Err("`vecadd` takes its size as"));
        check("vecad", &[33], Err("did you mean `vecadd`?"));
    }

    #[test]
    fn what_cannot_be_done_is_said() {
        let check = |request: Request, expected: &str| {
            let text = serve(request, &resolve, &mut |_| {}).unwrap_err().to_string();
            assert!(text.contains(expected), "{expected:?} in {text:?}");
        };
        check(request("vecad", 3), "there is no kernel `vecad`");
        check(Request { device: 1, ..request("right", 3) }, "there is no cpu device 1");
        let custom = Job::Custom(Box::new(Custom {
            name: "mine".to_owned(),
            sources: KernelSources::default(),
            problem: copy_problem(),
            contents: Vec::new(),
            expected: Vec::new(),
            wanted: Vec::new(),
            size: Vec::new(),
        }));
        check(Request { job: custom, ..request("right", 3) }, "cpu is not available");
        check(
            request("right", 1),
            "the expected result of `right` is 3 × F32, but its output `to` is 4 × F32",
        );
    }
}
