//! Progress of a comparison run, with the time that is left, on the error output.

use indicatif::{ProgressBar, ProgressStyle};
use std::io::{IsTerminal, stderr};
use std::time::{Duration, Instant};
use warpbench_common::format::wait;
use warpbench_compare::plan::Estimate;

/// How often a log gets a line.
const PAUSE: Duration = Duration::from_secs(10);

/// A bar on a terminal; in a file, such as the log of a job, a line now and then.
pub(super) struct Progress {
    /// What is done with each: `measured`.
    done_word: &'static str,
    estimate: Estimate,
    done: usize,
    count: usize,
    bar: Option<ProgressBar>,
    said: Instant,
}

impl Progress {
    /// Nothing is done yet; what each step weighs tells how long it takes.
    pub(super) fn new(done_word: &'static str, weights: &[f64]) -> Progress {
        let bar = (stderr().is_terminal() && !weights.is_empty()).then(|| {
            let style = ProgressStyle::with_template("{bar:24} {pos} of {len} {msg}");
            let bar = ProgressBar::new(weights.len() as u64);
            bar.with_style(style.unwrap_or_else(|_| ProgressStyle::default_bar()))
        });
        Progress {
            done_word,
            estimate: Estimate::of(weights.iter().copied()),
            done: 0,
            count: weights.len(),
            bar,
            said: Instant::now(),
        }
    }

    /// Something begins.
    pub(super) fn begin(&self, what: &str) {
        if let Some(bar) = &self.bar {
            bar.set_message(format!("{}{}: {what}", self.done_word, self.left()));
            // The bar is there before the first step, which may take long.
            bar.tick();
        }
    }

    /// It was done, in so long.
    pub(super) fn end(&mut self, weight: f64, took: Duration) {
        self.estimate.done(weight, took.as_secs_f64());
        self.done += 1;
        match &self.bar {
            Some(bar) => bar.inc(1),
            None if self.said.elapsed() >= PAUSE || self.done == self.count => {
                self.said = Instant::now();
                let (done, count, word) = (self.done, self.count, self.done_word);
                eprintln!("{done} of {count} {word}{}", self.left());
            }
            None => {}
        }
    }

    /// Says something beside the bar.
    pub(super) fn say(&self, line: &str) {
        match &self.bar {
            Some(bar) => bar.println(line),
            None => eprintln!("{line}"),
        }
    }

    fn left(&self) -> String {
        let left = self.estimate.left().filter(|_| self.done < self.count);
        left.map_or_else(String::new, |seconds| format!(", about {} left", wait(seconds)))
    }

    pub(super) fn finish(&self) {
        if let Some(bar) = &self.bar {
            bar.finish_and_clear();
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_follows_from_what_is_done() {
        let mut progress = Progress::new("measured", &[1.0, 1.0, 2.0]);
        assert_eq!(progress.left(), "", "nothing is known yet");
        progress.end(1.0, Duration::from_secs(10));
        assert_eq!(progress.left(), ", about 30 s left");
        progress.end(1.0, Duration::from_secs(20));
        assert_eq!(progress.left(), ", about 30 s left");
        progress.end(2.0, Duration::from_secs(9));
        assert_eq!(progress.left(), "", "nothing is left");
    }
}
