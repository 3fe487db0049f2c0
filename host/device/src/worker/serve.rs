//! The worker's side: does one request, and reports.
//!
//! The order is fixed: what the device cannot do is refused before inputs are
//! drawn, a result is compared before it is timed, and a wrong one is never
//! timed.

use super::compare::{Right, Verdict, send_contents};
use super::job::{Origin, Resolve, Task, cores, from_catalog, task};
use super::protocol::{self, DescribeRequest, Event, ListRequest, Request, Stage};
use crate::awaited::{Opened, Ready, describe, open, probe};
use crate::{DeviceError, Repeat, Times};
use std::error::Error;
use warpbench_catalog::{BufferIndex, Problem};
use warpbench_report::{Backend, Clock, Measurement, Seconds};

/// Answers one request, a line of the protocol, and tells events as lines. This
/// is what a web worker does in a browser, where one takes the place of the
/// process; an event is told when it happens, the last one is the result.
pub async fn answer(request: &str, tell: &mut dyn FnMut(String)) {
    let mut report = |event: &Event| {
        if let Ok(line) = protocol::to_line(event) {
            tell(line);
        }
    };
    Order::carry_out(Order::parse(request), &mut report).await;
}

/// What the worker was told to do.
pub(super) enum Order {
    Run(Box<Request>),
    List(ListRequest),
    Describe(DescribeRequest),
}

impl Order {
    pub(super) fn parse(line: &str) -> Result<Order, DeviceError> {
        if let Ok(list) = serde_json::from_str(line) {
            return Ok(Order::List(list));
        }
        if let Ok(describe) = serde_json::from_str(line) {
            return Ok(Order::Describe(describe));
        }
        let request = serde_json::from_str(line);
        request
            .map(|request| Order::Run(Box::new(request)))
            .map_err(|error| Order::unreadable(&error))
    }

    /// The error of a request that did not arrive.
    pub(super) fn unreadable(error: &dyn Error) -> DeviceError {
        DeviceError::Protocol { reason: format!("a request cannot be read ({error})") }
    }

    /// Does what was told, and reports all of it.
    pub(super) async fn carry_out(
        order: Result<Order, DeviceError>,
        report: &mut dyn FnMut(&Event),
    ) {
        let last = match order {
            Ok(Order::Run(request)) => serve_awaited(*request, &from_catalog, report)
                .await
                .map(|measurement| Event::Done(Box::new(measurement))),
            Ok(Order::List(ListRequest { list: backend })) => probe(backend)
                .await
                .map(Event::Found)
                .map_err(|reason| DeviceError::Unavailable { backend, reason }),
            Ok(Order::Describe(DescribeRequest { describe: backend })) => describe(backend)
                .await
                .map(Event::Described)
                .map_err(|reason| DeviceError::Unavailable { backend, reason }),
            Err(error) => Err(error),
        };
        report(&last.unwrap_or_else(Event::Failed));
    }
}

/// Does a request. Progress is reported; the result is returned.
#[cfg(not(target_family = "wasm"))]
pub fn serve(
    request: Request,
    resolve: &Resolve<'_>,
    report: &mut dyn FnMut(&Event),
) -> Result<Measurement, DeviceError> {
    pollster::block_on(serve_awaited(request, resolve, report))
}

/// Does a request. Progress is reported; the result is returned.
pub async fn serve_awaited(
    request: Request,
    resolve: &Resolve<'_>,
    report: &mut dyn FnMut(&Event),
) -> Result<Measurement, DeviceError> {
    let Request { backend, device, job, repeat } = request;
    let mut stage = |stage| report(&Event::Progress { stage, done: 0, of: 1 });
    stage(Stage::Starting);
    let Task { kernel, size, sources, problem, expected, wanted, cpu } = task(job, resolve)?;
    let mut device = open(backend, device, cpu).await?;
    device.check(&sources, &problem)?;

    stage(Stage::Preparing);
    let contents = problem.contents(&cores());
    let right = match expected {
        Origin::Computed(reference) => Right::Output(reference(&contents)),
        Origin::Given(expected) => Right::Buffers(expected),
    };
    right.check(&kernel, &problem)?;
    stage(Stage::Compiling);
    let mut ready = device.load(&sources, &problem, &contents).await?;
    let run = run(&mut ready, &problem, &right, &wanted, &repeat, report).await?;
    drop(ready);
    Ok(measurement(&device, kernel, size, &problem, run))
}

/// Times of repeats that are sent in one line.
const SAMPLES_AT_ONCE: usize = 4096;

struct Run {
    verdict: Verdict,
    /// Nothing where the result is wrong or nothing was launched.
    times: Option<Times>,
}

async fn run(
    ready: &mut Ready<'_>,
    problem: &Problem,
    right: &Right,
    wanted: &[BufferIndex],
    repeat: &Repeat,
    report: &mut dyn FnMut(&Event),
) -> Result<Run, DeviceError> {
    report(&Event::Progress { stage: Stage::Checking, done: 0, of: 1 });
    ready.run().await?;
    let verdict = right.compare(ready, problem, report).await?;
    send_contents(ready, wanted, report).await?;
    let times = if verdict.right && !problem.launches.is_empty() {
        let mut progress = |done, of| {
            report(&Event::Progress { stage: Stage::Timing, done, of });
        };
        progress(0, 1);
        let times = ready.time(repeat, &mut progress).await?;
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
    device: &Opened,
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
    use super::super::job::Resolved;
    use super::super::protocol::{Custom, Job};
    use super::*;
    use crate::KernelSources;
    use crate::tests::copy_problem;
    use std::sync::Arc;
    use warpbench_catalog::{Init, Values};

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
    fn a_line_is_answered_with_lines_of_which_the_last_is_the_result() {
        let answered = |line: &str| {
            let mut events = Vec::new();
            pollster::block_on(answer(line, &mut |line| {
                events.push(serde_json::from_str::<Event>(&line).unwrap());
            }));
            events
        };
        let request = Request {
            job: Job::Catalog { variant: "vecadd".to_owned(), size: vec![33], seed: 1 },
            ..request("", 0)
        };
        let mut events = answered(&protocol::to_line(&request).unwrap());
        match events.pop() {
            Some(Event::Done(measurement)) => assert!(measurement.checked),
            other => panic!("{other:?}"),
        }
        assert_eq!(stages(&events).last(), Some(&Stage::Timing));
        let listed = answered("{\"list\":\"cpu\"}\n");
        assert!(matches!(listed.as_slice(), [Event::Found(found)] if found.len() == 1));
        let described = answered("{\"describe\":\"cpu\"}");
        assert!(matches!(described.as_slice(), [Event::Described(all)] if all.len() == 1));
        match answered("{}").as_slice() {
            [Event::Failed(DeviceError::Protocol { reason })] => {
                assert!(reason.starts_with("a request cannot be read ("), "{reason}");
            }
            other => panic!("{other:?}"),
        }
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
