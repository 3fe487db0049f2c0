//! That a run on the simulator takes its time, on a terminal.

use indicatif::{ProgressBar, ProgressStyle};
use std::sync::OnceLock;
use std::time::Duration;

/// Runs that are over sooner show nothing.
const PATIENCE: Duration = Duration::from_millis(700);

/// How long a run has taken of the time that it has; nothing in a pipe, which
/// indicatif sees itself.
pub(super) struct Progress {
    limit: Duration,
    bar: OnceLock<ProgressBar>,
}

impl Progress {
    pub(super) fn new(limit: Duration) -> Progress {
        Progress { limit, bar: OnceLock::new() }
    }

    /// The run has taken so long. This may be called very often, and from several
    /// threads.
    pub(super) fn show(&self, elapsed: Duration) {
        if elapsed >= PATIENCE {
            let bar = self.bar.get_or_init(|| {
                let template = format!(
                    "simulating, stopped after {} s {{bar:30}} {{elapsed}}",
                    self.limit.as_secs_f64()
                );
                let style = ProgressStyle::with_template(&template)
                    .unwrap_or_else(|_| ProgressStyle::default_bar());
                let length = self.limit.as_millis().try_into().unwrap_or(u64::MAX);
                ProgressBar::new(length).with_style(style).with_elapsed(elapsed)
            });
            bar.set_position(elapsed.as_millis().try_into().unwrap_or(u64::MAX));
        }
    }

    /// The run is over.
    pub(super) fn finish(&self) {
        if let Some(bar) = self.bar.get() {
            bar.finish_and_clear();
        }
    }
}
