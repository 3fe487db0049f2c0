//! Progress of a class run, on the error output.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::sync::Mutex;
use std::time::{Duration, Instant};

/// How often a log gets a line.
const PAUSE: Duration = Duration::from_secs(5);

/// A bar on a terminal; in a file, such as the log of a job, a line now and then.
pub(super) struct Progress {
    count: usize,
    bar: Option<ProgressBar>,
    said: Mutex<Said>,
}

/// What a log was told.
struct Said {
    done: usize,
    at: Instant,
}

impl Progress {
    pub(super) fn new(count: usize) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:30} {pos} of {len} graded, {eta} left");
            let bar = ProgressBar::new(count as u64);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress { count, bar, said: Mutex::new(Said { done: 0, at: Instant::now() }) }
    }

    /// One more submission has its result. Any thread may say so.
    pub(super) fn one_more(&self) {
        if let Some(bar) = &self.bar {
            bar.inc(1);
        }
        let mut said = self.said.lock().unwrap_or_else(|held| held.into_inner());
        said.done += 1;
        if self.bar.is_none() && (said.at.elapsed() >= PAUSE || said.done == self.count) {
            said.at = Instant::now();
            eprintln!("{} of {} graded", said.done, self.count);
        }
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}
