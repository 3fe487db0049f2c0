//! A web worker looks for devices and takes jobs, one after the other.
//!
//! A run that is cancelled, or that a device never comes back from, ends with its
//! worker; the page goes on, and the next job has a new one.

use super::RunnerEvent;
use crate::background::{Background, Desk, Voice, Work};
use crate::timings::job::{Failure, Job, RunKey};
use crate::timings::machine;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::collections::VecDeque;
use std::rc::Rc;
use std::sync::mpsc::{self, Receiver};
use warpbench_common::browser;

/// What the worker is asked for.
#[derive(Debug, Serialize, Deserialize)]
pub struct TimingRequest {
    ticket: u64,
    /// Nothing asks for the devices.
    job: Option<Box<Job>>,
}

/// Who measures.
#[derive(Clone)]
pub struct Measuring;

impl Work for Measuring {
    const NAME: &'static str = "timings";
    type Request = TimingRequest;
    type Event = (u64, RunnerEvent);
    type Memory = ();

    fn key(request: &TimingRequest) -> String {
        // They are served in the order in which they were asked for.
        format!("{:020}", request.ticket)
    }

    fn ticket(request: &TimingRequest) -> Option<u64> {
        Some(request.ticket)
    }

    async fn serve(&self, request: TimingRequest, (): &mut (), desk: &Desk<'_, Self::Event>) {
        let TimingRequest { ticket, job } = request;
        let Some(job) = job else {
            return desk.tell((ticket, RunnerEvent::Devices(machine::devices().await)));
        };
        let key = job.key;
        let mut progress = |stage: &str, done, of| {
            let stage = stage.to_owned();
            desk.tell((ticket, RunnerEvent::Running { key, stage, done, of }));
        };
        let ended = machine::measure(&job.workload, &mut progress).await;
        desk.tell((ticket, RunnerEvent::Ended(key, ended)));
    }

    fn mistaken(request: &TimingRequest) -> Vec<Self::Event> {
        vec![request.failed(
            "the run failed and took its worker along; this is a mistake of the program, not of \
             the kernel: please report it",
        )]
    }

    fn unserved(request: &TimingRequest) -> Self::Event {
        request.failed("this browser has no worker to run it in")
    }
}

impl TimingRequest {
    fn failed(&self, why: &str) -> (u64, RunnerEvent) {
        let event = match &self.job {
            Some(job) => RunnerEvent::Ended(job.key, Err(Failure::Failed(why.to_owned()))),
            None => RunnerEvent::Devices(machine::no_devices(why)),
        };
        (self.ticket, event)
    }
}

pub struct WorkerRunner(Rc<Queue>);

/// Jobs are given to the worker one by one, so that each has the whole deadline.
struct Queue {
    background: Background<Measuring>,
    waiting: RefCell<VecDeque<Job>>,
    /// The ticket of the job that runs, and what it is known by.
    running: Cell<Option<(u64, Option<RunKey>)>>,
    tickets: Cell<u64>,
    events: Receiver<(u64, RunnerEvent)>,
    repaint: Box<dyn Fn()>,
    /// Events that the page makes itself.
    own: RefCell<VecDeque<RunnerEvent>>,
}

impl WorkerRunner {
    /// Looks for devices in the background. `repaint` is called when there is something
    /// to [receive](WorkerRunner::next).
    pub fn start(repaint: impl Fn() + Send + Sync + Clone + 'static) -> WorkerRunner {
        let (sender, events) = mpsc::channel();
        let wake = repaint.clone();
        let voice = Voice::new(move |event| {
            // Nobody listens any more when the window is closed.
            let _ = sender.send(event);
            wake();
        });
        let runner = WorkerRunner(Rc::new(Queue {
            background: Background::start(Measuring, voice),
            waiting: RefCell::default(),
            running: Cell::new(None),
            tickets: Cell::new(0),
            events,
            repaint: Box::new(repaint),
            own: RefCell::default(),
        }));
        runner.0.begin(None);
        runner
    }

    pub fn queue(&self, job: Job) {
        self.0.waiting.borrow_mut().push_back(job);
        self.0.go_on();
    }

    /// Ends the job that runs and drops those that wait.
    pub fn cancel(&self) {
        self.0.waiting.borrow_mut().clear();
        // Devices are wanted all the same.
        if let Some((_, Some(_))) = self.0.running.get() {
            self.0.running.set(None);
            self.0.background.cancel();
        }
    }

    /// The next event, if there is one.
    pub fn next(&self) -> Option<RunnerEvent> {
        let queue = &self.0;
        if let Some(event) = queue.own.borrow_mut().pop_front() {
            return Some(event);
        }
        loop {
            let (ticket, event) = queue.events.try_recv().ok()?;
            if queue.running.get().is_some_and(|(running, _)| running == ticket) {
                if !matches!(event, RunnerEvent::Running { .. }) {
                    queue.running.set(None);
                    queue.go_on();
                }
                return Some(event);
            }
        }
    }
}

impl Queue {
    fn go_on(self: &Rc<Self>) {
        if self.running.get().is_none()
            && let Some(job) = self.waiting.borrow_mut().pop_front()
        {
            self.begin(Some(Box::new(job)));
        }
    }

    fn begin(self: &Rc<Self>, job: Option<Box<Job>>) {
        let ticket = self.tickets.get() + 1;
        self.tickets.set(ticket);
        let key = job.as_ref().map(|job| job.key);
        self.running.set(Some((ticket, key)));
        self.background.send(TimingRequest { ticket, job });
        let queue = Rc::clone(self);
        browser::after(machine::DEADLINE, move || queue.end_late(ticket));
    }

    /// Ends a job that takes too long.
    fn end_late(self: &Rc<Self>, ticket: u64) {
        let Some((running, key)) = self.running.get() else { return };
        if running != ticket {
            return;
        }
        self.background.cancel();
        self.running.set(None);
        let why = format!(
            "it did not end within {} s, so its worker was ended and the device given up; does \
             the kernel loop for ever?",
            machine::DEADLINE.as_secs()
        );
        self.own.borrow_mut().push_back(match key {
            Some(key) => RunnerEvent::Ended(key, Err(Failure::Failed(why))),
            None => RunnerEvent::Devices(machine::no_devices(&why)),
        });
        self.go_on();
        (self.repaint)();
    }
}
