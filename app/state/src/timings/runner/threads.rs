//! The background thread: looks for devices, then takes jobs one after the other.
//!
//! One at a time, because two kernels that run together disturb each other's
//! times, on the processor as on a GPU. Cancelling counts a generation up: what
//! was asked for in an earlier one is dropped, and the run under way is told to
//! end.

use super::RunnerEvent;
use crate::timings::job::{Failure, Job};
use crate::timings::machine::Measure;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use warpbench_device::Devices;

pub struct Runner {
    jobs: Sender<(u64, Job)>,
    events: Receiver<(u64, RunnerEvent)>,
    /// Jobs of an earlier generation were cancelled.
    generation: Arc<AtomicU64>,
    cancel: Arc<AtomicBool>,
}

impl Runner {
    /// Starts the thread, with someone to find devices and someone to run jobs.
    /// `repaint` is called when there is something to [receive](Runner::next).
    pub fn with(
        find: impl FnOnce() -> Devices + Send + 'static,
        mut measure: Box<dyn Measure>,
        repaint: impl Fn() + Send + Sync + 'static,
    ) -> Runner {
        let (jobs, queue) = mpsc::channel::<(u64, Job)>();
        let (sender, events) = mpsc::channel();
        let generation = Arc::new(AtomicU64::new(0));
        let cancel = Arc::new(AtomicBool::new(false));
        let (now, stop) = (Arc::clone(&generation), Arc::clone(&cancel));
        let report = move |generation, event| {
            // Nobody listens any more when the window is closed.
            let _ = sender.send((generation, event));
            repaint();
        };
        thread::spawn(move || {
            report(0, RunnerEvent::Devices(find()));
            for (generation, job) in queue {
                stop.store(false, Ordering::Relaxed);
                if now.load(Ordering::Relaxed) != generation {
                    continue;
                }
                let key = job.key;
                let ended = measure.measure(&job.workload, &stop, &mut |stage, done, of| {
                    let stage = stage.to_owned();
                    report(generation, RunnerEvent::Running { key, stage, done, of });
                });
                if !matches!(ended, Err(Failure::Cancelled)) {
                    report(generation, RunnerEvent::Ended(key, ended));
                }
            }
        });
        Runner { jobs, events, generation, cancel }
    }

    pub fn queue(&self, job: Job) {
        // The thread ends only with the program.
        let _ = self.jobs.send((self.generation.load(Ordering::Relaxed), job));
    }

    /// Ends the job that runs and drops those that wait.
    pub fn cancel(&self) {
        self.generation.fetch_add(1, Ordering::Relaxed);
        self.cancel.store(true, Ordering::Relaxed);
    }

    /// The next event, if there is one. How far a cancelled run was is none, but
    /// a result that came in time is.
    pub fn next(&self) -> Option<RunnerEvent> {
        loop {
            let (generation, event) = self.events.try_recv().ok()?;
            let is_old = generation != self.generation.load(Ordering::Relaxed);
            if !(is_old && matches!(event, RunnerEvent::Running { .. })) {
                return Some(event);
            }
        }
    }
}

impl Drop for Runner {
    /// A run must not outlive the window.
    fn drop(&mut self) {
        self.cancel();
    }
}
