//! One measurement, in a process of its own: pinned to a core before it starts
//! anything, and under Oclgrind where Oclgrind is measured.

use std::env;
use std::process::{Command, Stdio};
use std::time::Instant;

use anyhow::{Context, Result, bail};
use serde::{Deserialize, Serialize};

use crate::case::Case;
use crate::machine;
use crate::ours::{self, Observed};
use crate::outcome::Outcome;
use crate::peer::{self, Peer};

/// What a process is to measure.
#[derive(Clone, Copy, Debug, Serialize, Deserialize)]
pub(crate) enum Task {
    /// The simulator, on so many cores.
    Ours { case: Case, observed: Observed, cores: usize },
    /// PoCL, on one core.
    Pocl { case: Case },
    /// Oclgrind, on one core, with its detection of data races or without.
    Oclgrind { case: Case, races: bool },
}

impl Task {
    /// Measures in another process. What goes wrong there is a reason for having
    /// no time, so that the other measurements are still made.
    pub(crate) fn run(self) -> Outcome {
        eprintln!("measuring: {}", self.title());
        self.start().unwrap_or_else(|error| Outcome::Absent(format!("{error:#}")))
    }

    /// Measures in this process.
    pub(crate) fn perform(self) -> Result<Outcome> {
        if self.cores() == 1 {
            pin();
        }
        let (start, used) = (Instant::now(), machine::processor_seconds());
        let mut outcome = match self {
            Task::Ours { case, observed, cores } => ours::measure(case, observed, cores),
            Task::Pocl { case } => peer::measure(case, Peer::Pocl),
            Task::Oclgrind { case, .. } => peer::measure(case, Peer::Oclgrind),
        }?;
        let used = machine::processor_seconds().zip(used).map(|(after, before)| after - before);
        if let (Outcome::Timed(timed), Some(used), 1) = (&mut outcome, used, self.cores()) {
            timed.share = Some(used / start.elapsed().as_secs_f64());
        }
        Ok(outcome)
    }

    fn start(self) -> Result<Outcome> {
        let this = env::current_exe().context("this program does not know where it is")?;
        let mut command = match self {
            Task::Ours { .. } => Command::new(this),
            Task::Pocl { .. } => {
                let mut command = Command::new(this);
                // One name is that of PoCL up to version 4, the other that of
                // later ones.
                command.env("POCL_MAX_PTHREAD_COUNT", "1").env("POCL_CPU_MAX_CU_COUNT", "1");
                command
            }
            Task::Oclgrind { races, .. } => {
                let mut command = Command::new("oclgrind");
                // Oclgrind puts its library before all others, but that does not
                // reach one that is opened by name.
                command.env("OPENCL_DYLIB_PATH", oclgrind_library()?);
                command.args(["--num-threads", "1"]);
                command.args(races.then_some("--data-races"));
                command.arg(this);
                command
            }
        };
        command.args(["measure", &serde_json::to_string(&self)?]);
        let output = command.stdin(Stdio::null()).stderr(Stdio::inherit()).output();
        let output = output.context("cannot start the process that measures")?;
        if !output.status.success() {
            bail!("the process that measures failed ({})", output.status);
        }
        let text = String::from_utf8_lossy(&output.stdout);
        let line = text.lines().last().context("the process that measures said nothing")?;
        serde_json::from_str(line).with_context(|| format!("what was measured is unclear: {line}"))
    }

    fn title(self) -> String {
        match self {
            Task::Ours { case, observed, cores } => {
                format!("{}; observed: {}; cores: {cores}", case.title(), observed.title())
            }
            Task::Pocl { case } => format!("{}; PoCL", case.title()),
            Task::Oclgrind { case, races } => {
                let option = if races { " --data-races" } else { "" };
                format!("{}; Oclgrind{option}; this takes a minute or so", case.title())
            }
        }
    }

    fn cores(self) -> usize {
        match self {
            Task::Ours { cores, .. } => cores,
            Task::Pocl { .. } | Task::Oclgrind { .. } => 1,
        }
    }
}

/// The OpenCL library that Oclgrind puts before all others, as it tells the
/// programs that it starts.
fn oclgrind_library() -> Result<String> {
    let output = Command::new("oclgrind").args(["printenv", "LD_PRELOAD"]).output();
    let Ok(output) = output else {
        bail!("Oclgrind is not installed; Debian and Ubuntu: apt-get install oclgrind");
    };
    let preloaded = String::from_utf8_lossy(&output.stdout);
    let library = preloaded.split([':', ' ', '\n']).find(|path| path.contains("oclgrind"));
    library.map(str::to_owned).context("Oclgrind does not say where its library is")
}

/// Keeps this thread, and those that it starts later, on one core: the last,
/// because the first has the most else to do.
fn pin() {
    let core = core_affinity::get_core_ids().and_then(|cores| cores.last().copied());
    if !core.is_some_and(core_affinity::set_for_current) {
        eprintln!("warning: this system does not let a process be kept on one core");
    }
}
