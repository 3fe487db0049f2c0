//! How far a run is and how long the rest takes, on the error output.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};
use warpbench_compare::plan::{Estimate, Task};

/// How often a log gets a line.
const PAUSE: Duration = Duration::from_secs(10);

/// A bar on a terminal; in a file, such as the log of a job, a line now and then.
pub(super) struct Progress {
    estimate: Estimate,
    done: usize,
    count: usize,
    bar: Option<ProgressBar>,
    said: Instant,
}

impl Progress {
    pub(super) fn new(tasks: &[Task]) -> Progress {
        let bar = stderr().is_terminal().then(|| {
            let style = ProgressStyle::with_template("{bar:24} {pos} of {len}, {msg}");
            let bar = ProgressBar::new(tasks.len() as u64);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress {
            estimate: Estimate::of(tasks),
            done: 0,
            count: tasks.len(),
            bar,
            said: Instant::now(),
        }
    }

    /// A task begins.
    pub(super) fn begin(&self, task: &Task) {
        if let Some(bar) = &self.bar {
            let left = self.left();
            bar.set_message(format!("{left}{} on {}", task.variant.name, task.device.id));
        }
    }

    /// It was done, in so long.
    pub(super) fn end(&mut self, task: &Task, took: Duration) {
        self.estimate.done(task, took.as_secs_f64());
        self.done += 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None if self.said.elapsed() >= PAUSE || self.done == self.count => {
                self.said = Instant::now();
                eprintln!("{}{} of {} measured", self.left(), self.done, self.count);
            }
            None => {}
        }
    }

    fn left(&self) -> String {
        let left = self.estimate.left().filter(|_| self.done < self.count);
        left.map_or_else(String::new, |seconds| format!("about {} left, ", duration(seconds)))
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

/// A time that is waited for.
fn duration(seconds: f64) -> String {
    let whole = seconds.round().clamp(1.0, 1e9) as u64;
    match whole {
        0..90 => format!("{whole} s"),
        90..5400 => format!("{} min", (whole + 30) / 60),
        _ => format!("{} h {} min", whole / 3600, whole % 3600 / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn waits_are_said_as_people_do() {
        let check = |seconds: f64, expected: &str| assert_eq!(duration(seconds), expected);
        check(0.2, "1 s");
        check(75.4, "75 s");
        check(100.0, "2 min");
        check(5399.0, "90 min");
        check(9000.0, "2 h 30 min");
    }
}
