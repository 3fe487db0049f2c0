//! The background: texts are checked and kernels are simulated in threads of
//! their own, so that no frame waits for them, nor a check for a long run.
//!
//! The window sends [`SessionRequest`]s and polls [`SessionEvent`]s. A newer
//! request of a kind makes an older one pointless, which is then given up. A request
//! that makes the program panic is told as [`SessionEvent::Panicked`], and the next
//! one is served as if nothing had happened.

mod prepare;

pub use prepare::{SEED, prepare, record};

use super::diagnostic::diagnose;
use super::programs::{self, Refusal, StagedProgram, Translated};
use super::setup::Setup;
use prepare::machine;
use serde::{Deserialize, Serialize};
use std::cell::RefCell;
use std::collections::BTreeMap;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, SendError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use warpbench_front::Diagnostic;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::recording::Recording;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Prepared, SimulateError};

/// How long a run is recorded or counted at most.
const LONGEST_RUN: Duration = Duration::from_secs(10);

/// How long other schedules are tried when a result is right by luck.
const LONGEST_SEARCH: Duration = Duration::from_secs(4);

/// How many shuffled schedules are tried then.
const MOST_SCHEDULES: u64 = 32;

#[derive(Debug, Serialize, Deserialize)]
pub enum SessionRequest {
    /// Say what is wrong with a text.
    Check {
        key: String,
        /// Which state of it this is.
        revision: u64,
        text: String,
    },
    /// Record and count a run.
    Run {
        /// Tells this run from others.
        ticket: u64,
        setup: Box<Setup>,
        /// Its text, where it is not the catalogue's.
        text: Option<String>,
    },
}

#[derive(Debug, PartialEq, Serialize, Deserialize)]
pub enum SessionEvent {
    Checked {
        key: String,
        /// Which state of it was checked.
        revision: u64,
        diagnostics: Vec<Diagnostic>,
    },
    /// What was made of a program with directives; comes before its recording.
    Translated { ticket: u64, translated: Arc<Translated> },
    /// A run can be walked through.
    Recorded {
        ticket: u64,
        recording: Arc<Recording>,
        /// What is known without counting.
        #[serde(with = "warpbench_simulate::message")]
        known: Arc<Simulation>,
    },
    Counted {
        ticket: u64,
        #[serde(with = "warpbench_simulate::message")]
        simulation: Arc<Simulation>,
    },
    /// A run with a race came to the right result; this is what other schedules
    /// come to.
    Tried { ticket: u64, luck: Luck },
    /// There is nothing to run.
    Failed {
        ticket: u64,
        reason: String,
        /// Whether the text is at fault, whose mistakes the editor shows.
        is_text: bool,
    },
    /// The program made a mistake.
    Panicked {
        /// In which request.
        request: RequestId,
        /// What was asked for, and what to do.
        notice: String,
    },
}

/// What other schedules make of a run whose result is right although it has a race.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Luck {
    /// Under this schedule the result is wrong.
    WrongUnder(Schedule),
    /// So many schedules were tried, and under all of them the result is right.
    RightUnder(usize),
}

/// Tells a request from others.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum RequestId {
    /// The check of a text in one of its states.
    Check { key: String, revision: u64 },
    /// A run, by its ticket.
    Run(u64),
}

/// Says what is wrong with a text, given its name.
pub type Check = dyn Fn(&str, &str) -> Vec<Diagnostic> + Send + Sync;

/// Reads and binds what is to be run.
pub type Prepare = dyn Fn(&Setup, Option<String>) -> Result<Prepared, SimulateError> + Send + Sync;

/// Who does what is asked for. Tests have others, which fail when they should.
#[derive(Clone)]
pub struct Services {
    pub check: Arc<Check>,
    pub prepare: Arc<Prepare>,
}

impl Default for Services {
    fn default() -> Services {
        Services { check: Arc::new(diagnose), prepare: Arc::new(prepare) }
    }
}

pub struct Session {
    /// Texts are checked in a thread of their own, so that no run keeps them waiting.
    checks: RefCell<Sender<SessionRequest>>,
    runs: RefCell<Sender<SessionRequest>>,
    events: Receiver<SessionEvent>,
    worker: Worker,
}

impl Session {
    /// Starts the threads. `wake` is called when there is an event.
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Session {
        Session::with(Services::default(), wake)
    }

    /// The same with others to do what is asked for.
    pub fn with(services: Services, wake: impl Fn() + Send + Sync + 'static) -> Session {
        let (sender, events) = mpsc::channel();
        let newest = Arc::new(AtomicU64::new(0));
        let worker = Worker { services, newest, sender, wake: Arc::new(wake) };
        let checks = RefCell::new(worker.spawn("checks", Worker::serve_checks));
        let runs = RefCell::new(worker.spawn("session", Worker::serve_runs));
        Session { checks, runs, events, worker }
    }

    /// Sends a request. One of the same kind that is not done yet is given up.
    pub fn send(&self, request: SessionRequest) {
        if let SessionRequest::Run { ticket, .. } = &request {
            self.worker.newest.store(*ticket, Ordering::Relaxed);
        }
        let (requests, name, serve): (_, _, Serve) = match request {
            SessionRequest::Check { .. } => (&self.checks, "checks", Worker::serve_checks),
            SessionRequest::Run { .. } => (&self.runs, "session", Worker::serve_runs),
        };
        let mut requests = requests.borrow_mut();
        if let Err(SendError(request)) = requests.send(request) {
            // The thread has gone, or there never was one: a new one takes over.
            *requests = self.worker.spawn(name, serve);
            if let Err(SendError(request)) = requests.send(request) {
                let notice = "There is no thread for the simulator; close other programs and try \
                              again.";
                let request = request.id();
                self.worker.tell(SessionEvent::Panicked { request, notice: notice.to_owned() });
            }
        }
    }

    /// Gives up the run that is under way.
    pub fn cancel(&self) {
        self.worker.newest.store(0, Ordering::Relaxed);
    }

    /// The next event, if there is one.
    pub fn next(&self) -> Option<SessionEvent> {
        self.events.try_recv().ok()
    }
}

impl SessionRequest {
    fn id(&self) -> RequestId {
        match self {
            SessionRequest::Check { key, revision, .. } => {
                RequestId::Check { key: key.clone(), revision: *revision }
            }
            SessionRequest::Run { ticket, .. } => RequestId::Run(*ticket),
        }
    }
}

#[derive(Clone)]
struct Worker {
    services: Services,
    newest: Arc<AtomicU64>,
    sender: Sender<SessionEvent>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

/// What a thread does with the requests that are sent to it.
type Serve = fn(&Worker, &Receiver<SessionRequest>);

impl Worker {
    /// Starts a thread that serves what is sent; where there can be none, sending
    /// fails.
    fn spawn(&self, name: &str, serve: Serve) -> Sender<SessionRequest> {
        let (requests, queue) = mpsc::channel();
        let worker = self.clone();
        thread::Builder::new()
            .name(name.to_owned())
            .spawn(move || serve(&worker, &queue))
            .map_or_else(|error| tracing::error!("no thread for {name}: {error}"), drop);
        requests
    }

    /// Does a piece of work. Should it panic, that is told, and nothing else is lost.
    fn guard(&self, request: RequestId, asked: &str, work: impl FnOnce()) {
        // Nothing of what the work used is looked at again.
        if catch_unwind(AssertUnwindSafe(work)).is_err() {
            let notice = format!(
                "The simulator failed when it {asked}. This is a mistake of the program, not of \
                 the kernel: please report it with the kernel. Everything else goes on working."
            );
            self.tell(SessionEvent::Panicked { request, notice });
        }
    }

    fn serve_checks(&self, queue: &Receiver<SessionRequest>) {
        let mut checks = BTreeMap::new();
        loop {
            // Wait only when there is nothing to do; then take all there is.
            let first = match checks.is_empty() {
                true => match queue.recv() {
                    Ok(request) => Some(request),
                    Err(_) => return,
                },
                false => None,
            };
            for request in first.into_iter().chain(queue.try_iter()) {
                if let SessionRequest::Check { key, revision, text } = request {
                    checks.insert(key, (revision, text));
                }
            }
            if let Some((key, (revision, text))) = checks.pop_first() {
                let request = RequestId::Check { key: key.clone(), revision };
                self.guard(request, &format!("was to check {key}"), || {
                    let diagnostics = (self.services.check)(&key, &text);
                    self.tell(SessionEvent::Checked { key: key.clone(), revision, diagnostics });
                });
            }
        }
    }

    fn serve_runs(&self, queue: &Receiver<SessionRequest>) {
        while let Ok(first) = queue.recv() {
            // Only the newest is wanted.
            let newest = queue.try_iter().last().unwrap_or(first);
            if let SessionRequest::Run { ticket, setup, text } = newest {
                let model = &setup.model.name;
                let kernel = match (&setup.lab, &setup.program) {
                    (Some(staged), _) => staged.lab.entry.as_str(),
                    (None, Some(program)) => &program.name,
                    (None, None) => setup.rung_id.rung().variant.name,
                };
                let asked = format!("was to run {kernel} on a model of the {model}");
                self.guard(RequestId::Run(ticket), &asked, || self.run(ticket, &setup, text));
            }
        }
    }

    fn tell(&self, event: SessionEvent) {
        // Whoever does not listen any more does not want to know.
        let _ = self.sender.send(event);
        (self.wake)();
    }

    fn run(&self, ticket: u64, setup: &Setup, text: Option<String>) {
        let newest = Arc::clone(&self.newest);
        let is_wanted = move || newest.load(Ordering::Relaxed) == ticket;
        if !is_wanted() {
            return;
        }
        let prepared = match &setup.program {
            None => (self.services.prepare)(setup, text.clone()).map_err(Refusal::from),
            Some(program) => self.translate(ticket, program, setup, text.as_deref(), &is_wanted),
        };
        let result = prepared.and_then(|prepared| {
            let start = Instant::now();
            let in_time = || is_wanted() && start.elapsed() < LONGEST_RUN;
            let recording = record(&prepared, setup, &in_time)?;
            let known = Arc::new(prepared.known().clone());
            if is_wanted() {
                let recording = Arc::new(recording);
                self.tell(SessionEvent::Recorded { ticket, recording, known });
            }
            let start = Instant::now();
            Ok(prepared.run_within_while(LONGEST_RUN, &|| start.elapsed(), &is_wanted)?)
        });
        if !is_wanted() {
            return;
        }
        match result {
            Ok(simulation) => {
                // A launch of a program is compared with nothing.
                let is_luck =
                    setup.program.is_none() && simulation.checked && simulation.has_race();
                self.tell(SessionEvent::Counted { ticket, simulation: Arc::new(simulation) });
                if is_luck && let Some(luck) = self.try_schedules(setup, text, &is_wanted) {
                    self.tell(SessionEvent::Tried { ticket, luck });
                }
            }
            Err(Refusal { reason, is_text }) => {
                self.tell(SessionEvent::Failed { ticket, reason, is_text });
            }
        }
    }

    /// Translates a program and prepares the launch that is looked at.
    fn translate(
        &self,
        ticket: u64,
        program: &StagedProgram,
        setup: &Setup,
        text: Option<&str>,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Result<Prepared, Refusal> {
        let start = Instant::now();
        // What nobody wants any more takes too long.
        let elapsed = || if is_wanted() { start.elapsed() } else { Duration::MAX };
        let text = text.unwrap_or(&program.text);
        let machine = machine(setup);
        let within = (LONGEST_RUN, &elapsed as &(dyn Fn() -> Duration + Sync));
        let (translated, prepared) =
            programs::prepare(program, text, setup.launch, machine, within)?;
        if is_wanted() {
            let translated = Arc::new(translated);
            self.tell(SessionEvent::Translated { ticket, translated });
        }
        Ok(prepared)
    }

    /// Looks for a schedule under which the result is wrong; nothing where something
    /// newer is wanted meanwhile.
    fn try_schedules(
        &self,
        setup: &Setup,
        text: Option<String>,
        is_wanted: &(dyn Fn() -> bool + Sync),
    ) -> Option<Luck> {
        let start = Instant::now();
        let shuffled = (1..=MOST_SCHEDULES).map(Schedule::Shuffled);
        let others = [Schedule::InOrder, Schedule::RoundRobin].into_iter().chain(shuffled);
        let mut tried = 0;
        for schedule in others.filter(|schedule| *schedule != setup.schedule) {
            let left = LONGEST_SEARCH.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            let setup = Setup { schedule, ..setup.clone() };
            let prepared = (self.services.prepare)(&setup, text.clone()).ok()?;
            let begun = Instant::now();
            let ran = prepared.run_within_while(left, &|| begun.elapsed(), &|| is_wanted());
            if !is_wanted() {
                return None;
            }
            match ran {
                // A run that was cut short says nothing.
                Ok(simulation) if simulation.stopped.is_some() => break,
                Ok(simulation) if !simulation.checked => return Some(Luck::WrongUnder(schedule)),
                Ok(_) => tried += 1,
                Err(_) => return None,
            }
        }
        Some(Luck::RightUnder(tried))
    }
}

#[cfg(test)]
mod tests;
