//! Runs kernels in the background, one after the other, each in a worker
//! process.

use super::state::{Key, Progress};
use egui::Context;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use std::time::Duration;
use warpbench_host::catalog::Variant;
use warpbench_host::device::worker::{self, Request};
use warpbench_host::device::{self, DeviceError, Devices, Repeat};
use warpbench_host::report::{DeviceInfo, Measurement};

/// A run takes no longer.
const DEADLINE: Duration = Duration::from_secs(120);

/// A kernel to run on a device.
pub(super) struct Job {
    pub(super) key: Key,
    pub(super) variant: &'static Variant,
    pub(super) device: DeviceInfo,
}

/// What the runner reports.
pub(super) enum Event {
    Devices(Devices),
    Run(Key, Progress),
}

/// The window's end.
pub(super) struct Runner {
    jobs: Sender<(u64, Job)>,
    events: Receiver<Event>,
    /// Jobs of an earlier generation were cancelled.
    generation: Arc<AtomicU64>,
    cancel: Arc<AtomicBool>,
}

impl Runner {
    /// Queues a job.
    pub(super) fn start(&self, job: Job) {
        // The thread ends only with the program.
        let _ = self.jobs.send((self.generation.load(Ordering::Relaxed), job));
    }

    /// Ends the job that runs and drops those that wait.
    pub(super) fn cancel(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The next event, if there is one.
    pub(super) fn next(&self) -> Option<Event> {
        self.events.try_recv().ok()
    }
}

/// Starts the thread. It looks for devices first.
pub(super) fn start(context: &Context) -> Runner {
    let (jobs, queue) = mpsc::channel::<(u64, Job)>();
    let (sender, events) = mpsc::channel();
    let generation = Arc::new(AtomicU64::new(0));
    let cancel = Arc::new(AtomicBool::new(false));
    let report = {
        let context = context.clone();
        move |event| {
            let _ = sender.send(event);
            context.request_repaint();
        }
    };
    let (now, stop) = (Arc::clone(&generation), Arc::clone(&cancel));
    thread::spawn(move || {
        report(Event::Devices(device::devices()));
        for (generation, job) in queue {
            stop.store(false, Ordering::Relaxed);
            if now.load(Ordering::Relaxed) != generation {
                continue;
            }
            let progress = match run(&job, &stop, &report) {
                Ok(measurement) => Progress::Done(Box::new(measurement)),
                Err(DeviceError::Cancelled) => continue,
                Err(error) => Progress::Failed(error.to_string()),
            };
            report(Event::Run(job.key, progress));
        }
    });
    Runner { jobs, events, generation, cancel }
}

fn run(job: &Job, cancel: &AtomicBool, report: &dyn Fn(Event)) -> Result<Measurement, DeviceError> {
    let usual = if job.device.kind.is_gpu() { job.variant.large } else { job.variant.small };
    let size = job
        .variant
        .size(usual)
        .map_err(|error| DeviceError::BadJob { reason: error.to_string() })?;
    let request = Request {
        backend: job.device.backend,
        device: job.device.index,
        job: worker::Job::Catalog { variant: job.variant.name.to_owned(), size, seed: 1 },
        repeat: Repeat::default(),
    };
    crate::cli::worker()?.run(&request, DEADLINE, cancel, &mut |stage, done, of| {
        report(Event::Run(job.key, Progress::Running { stage, done, of }));
    })
}
