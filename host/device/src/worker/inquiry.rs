//! Inquiry: what a worker is asked and what its events mean, whether pipes or messages to a
//! web worker carry the lines.
//!
//! ```
//! use warpbench_device::worker::Inquiry;
//! use warpbench_report::Backend;
//!
//! let mut inquiry = Inquiry::list(Backend::Cpu)?;
//! assert_eq!(inquiry.take_line(), "{\"list\":\"cpu\"}\n");
//! // The line goes to a worker. Of what it says, not everything is an answer.
//! assert!(inquiry.hear_line("something that a library printed").is_none());
//! let devices = inquiry.hear_line("{\"found\":[]}").expect("an answer")?;
//! assert!(devices.is_empty());
//! # Ok::<(), warpbench_device::DeviceError>(())
//! ```

use super::protocol::{self, DescribeRequest, Event, ListRequest, Request, Stage};
use crate::DeviceError;
use serde::Serialize;
use std::collections::BTreeMap;
use std::mem;
use std::time::Duration;
use warpbench_case::Wrong;
use warpbench_catalog::BufferIndex;
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, Measurement};

/// Something that a worker is asked, and what it has said of it so far. `T` is
/// what an answer gives.
pub struct Inquiry<'a, T> {
    line: String,
    stage: Stage,
    meaning: Box<Meaning<'a, T>>,
}

/// Of an event the answer, if it is the last one.
type Meaning<'a, T> = dyn FnMut(Event) -> Option<Result<T, DeviceError>> + 'a;

impl<'a> Inquiry<'a, (Measurement, Results)> {
    /// A run. `progress` is told the stage, how much of it is done, and of how much.
    pub fn run(
        request: &Request,
        mut progress: impl FnMut(Stage, usize, usize) + 'a,
    ) -> Result<Inquiry<'a, (Measurement, Results)>, DeviceError> {
        request.check()?;
        let mut results = Results::default();
        Inquiry::new(request, move |event| match event {
            Event::Progress { stage, done, of } => {
                progress(stage, done, of);
                None
            }
            Event::Compared { expectations, wrong } => {
                results.expectations = expectations;
                results.wrong = wrong;
                None
            }
            Event::Contents { buffer, bytes } => {
                results.contents.entry(buffer).or_default().extend(bytes.0);
                None
            }
            Event::Samples(seconds) => {
                results.samples.extend(seconds);
                None
            }
            Event::Done(measurement) => Some(Ok((*measurement, mem::take(&mut results)))),
            Event::Failed(error) => Some(Err(error)),
            Event::Found(_) | Event::Described(_) => Some(Err(misplaced("a list of devices"))),
        })
    }
}

impl Inquiry<'static, Vec<DeviceInfo>> {
    /// What devices a backend has.
    pub fn list(backend: Backend) -> Result<Inquiry<'static, Vec<DeviceInfo>>, DeviceError> {
        Inquiry::new(&ListRequest { list: backend }, |event| match event {
            Event::Found(devices) => Some(Ok(devices)),
            event => not_about_devices(event),
        })
    }
}

impl Inquiry<'static, Vec<DeviceDetails>> {
    /// What the driver of a backend says of its devices.
    pub fn describe(backend: Backend) -> Result<Inquiry<'static, Vec<DeviceDetails>>, DeviceError> {
        Inquiry::new(&DescribeRequest { describe: backend }, |event| match event {
            Event::Described(details) => Some(Ok(details)),
            event => not_about_devices(event),
        })
    }
}

impl<'a, T> Inquiry<'a, T> {
    fn new(
        request: &impl Serialize,
        meaning: impl FnMut(Event) -> Option<Result<T, DeviceError>> + 'a,
    ) -> Result<Inquiry<'a, T>, DeviceError> {
        let line = protocol::to_line(request)?;
        Ok(Inquiry { line, stage: Stage::Starting, meaning: Box::new(meaning) })
    }

    /// The line that the worker is to be sent. It may be long, so it is handed out
    /// once; after that it is empty.
    pub fn take_line(&mut self) -> String {
        mem::take(&mut self.line)
    }

    /// Hears an event. When there is an answer, nothing more needs to be heard.
    pub fn hear(&mut self, event: Event) -> Option<Result<T, DeviceError>> {
        if let Event::Progress { stage, .. } = event {
            self.stage = stage;
        }
        (self.meaning)(event)
    }

    /// Hears a line that the worker has written. Whatever is no event means
    /// nothing.
    pub fn hear_line(&mut self, line: &str) -> Option<Result<T, DeviceError>> {
        self.hear(serde_json::from_str(line).ok()?)
    }

    /// The error of a worker that has not answered in time, and was ended.
    pub fn late(&self, deadline: Duration) -> DeviceError {
        DeviceError::Deadline { seconds: deadline.as_secs_f64(), stage: self.stage.to_string() }
    }

    /// The error of a worker that has ended without an answer: `how` it did, and
    /// the last of its other `words`.
    pub fn crashed(&self, how: String, words: String) -> DeviceError {
        DeviceError::WorkerCrashed { how, stage: self.stage.to_string(), stderr: words }
    }
}

/// What a run gave besides its measurement.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Results {
    /// How many buffers were compared with what they must hold.
    pub expectations: usize,
    /// Those that hold something else.
    pub wrong: Vec<Wrong>,
    /// What buffers hold after the first run, where that was wanted.
    pub contents: BTreeMap<BufferIndex, Vec<u8>>,
    /// Seconds of every repeat, in order; none where nothing was timed.
    pub samples: Vec<f64>,
}

/// What other events mean to somebody who asked about devices.
fn not_about_devices<T>(event: Event) -> Option<Result<T, DeviceError>> {
    match event {
        Event::Failed(error) => Some(Err(error)),
        Event::Progress { .. } => None,
        Event::Found(_) | Event::Described(_) => Some(Err(misplaced("another list"))),
        Event::Compared { .. } | Event::Contents { .. } | Event::Samples(_) | Event::Done(_) => {
            Some(Err(misplaced("the result of a run")))
        }
    }
}

/// A worker that answers what it was not asked.
fn misplaced(what: &str) -> DeviceError {
    DeviceError::Protocol { reason: format!("it answered with {what}, which nobody asked for") }
}

#[cfg(test)]
mod tests {
    use super::super::protocol::Job;
    use super::*;
    use crate::Repeat;

    fn request() -> Request {
        Request {
            backend: Backend::Wgpu,
            device: 0,
            job: Job::Catalog { variant: "vecadd".to_owned(), size: vec![33], seed: 1 },
            repeat: Repeat::default(),
        }
    }

    fn progress(stage: Stage) -> Event {
        Event::Progress { stage, done: 1, of: 2 }
    }

    #[test]
    fn the_line_is_the_request_and_is_handed_out_once() {
        let mut inquiry = Inquiry::run(&request(), |_, _, _| {}).unwrap();
        let line = inquiry.take_line();
        assert_eq!(serde_json::from_str::<Request>(&line).unwrap(), request());
        assert_eq!(inquiry.take_line(), "");
    }

    #[test]
    fn an_error_names_the_stage_that_was_heard_of_last() {
        let mut heard = Vec::new();
        let mut inquiry = Inquiry::run(&request(), |stage, _, _| heard.push(stage)).unwrap();
        let late = |inquiry: &Inquiry<'_, _>| inquiry.late(Duration::from_secs(2)).to_string();
        assert!(late(&inquiry).contains("within 2 s and was ended while opening the device"));
        assert!(inquiry.hear(progress(Stage::Checking)).is_none());
        assert!(late(&inquiry).contains("running the kernel"));
        let crashed = inquiry.crashed("signal 11".to_owned(), "words".to_owned()).to_string();
        assert!(crashed.contains("running the kernel to check its result (signal 11)"));
        assert!(crashed.ends_with("words"), "{crashed}");
        drop(inquiry);
        assert_eq!(heard, [Stage::Checking]);
    }

    #[test]
    fn answers_to_other_questions_are_errors() {
        let check = |answer: Option<Result<(), DeviceError>>, expected: &str| {
            let text = answer.expect("the last word").unwrap_err().to_string();
            assert!(text.contains(expected), "{text}");
        };
        let mut run = Inquiry::run(&request(), |_, _, _| {}).unwrap();
        check(run.hear(Event::Found(Vec::new())).map(|a| a.map(drop)), "a list of devices");
        let mut list = Inquiry::list(Backend::Wgpu).unwrap();
        assert!(list.hear(progress(Stage::Starting)).is_none());
        check(list.hear(Event::Samples(Vec::new())).map(|a| a.map(drop)), "the result of a run");
        check(list.hear(Event::Described(Vec::new())).map(|a| a.map(drop)), "another list");
        let mut describe = Inquiry::describe(Backend::Wgpu).unwrap();
        check(describe.hear(Event::Found(Vec::new())).map(|a| a.map(drop)), "another list");
        check(
            describe.hear(Event::Failed(DeviceError::Cancelled)).map(|a| a.map(drop)),
            "the run was cancelled",
        );
    }
}
