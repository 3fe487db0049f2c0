//! Cores as threads of the operating system.

use super::{Cores, Job};
use std::sync::{Mutex, PoisonError};
use std::thread;

/// Threads that live as long as what they are given to do.
///
/// A pool that is shared by everybody would save the threads' start, some tens
/// of microseconds, but a long run of the simulator would then hold up the short
/// ones that the window waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads {
    count: usize,
}

impl Threads {
    pub fn new(count: usize) -> Threads {
        Threads { count: count.max(1) }
    }

    /// As many as the processor can run at once.
    pub fn all() -> Threads {
        Threads::new(thread::available_parallelism().map_or(1, usize::from))
    }
}

impl Cores for Threads {
    fn count(&self) -> usize {
        self.count
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        let threads = self.count.min(jobs.len());
        let queue = Mutex::new(jobs.into_iter());
        // The lock is held while the next job is taken, not while it runs.
        let next = || queue.lock().unwrap_or_else(PoisonError::into_inner).next();
        let work = || {
            while let Some(job) = next() {
                job();
            }
        };
        thread::scope(|scope| {
            for _ in 1..threads {
                // Where there is no room for another thread, those that are there do
                // its work.
                if thread::Builder::new().spawn_scoped(scope, work).is_err() {
                    break;
                }
            }
            // The caller's own core works too.
            work();
        });
    }
}
