//! Texts are checked and kernels are simulated in the background, so that no frame
//! waits for them, nor a check for a long run.
//!
//! The window sends [`SessionRequest`]s and polls [`SessionEvent`]s. A newer
//! request of a kind makes an older one pointless, which is then given up. A request
//! that makes the program panic is told as [`SessionEvent::Panicked`], and the next
//! one is served as if nothing had happened.

mod derive;
mod prepare;

pub use derive::{DeriveRequest, DerivedKernel, derive};
pub use prepare::{SEED, prepare, record};

use super::diagnostic::diagnose;
use super::programs::{self, Refusal, StagedProgram, Translated};
use super::setup::Setup;
use crate::background::{Background, Desk, Voice, Work};
use prepare::machine;
use serde::{Deserialize, Serialize};
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use warpbench_front::Diagnostic;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::recording::Recording;
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Prepared, SimulateError};
use web_time::Instant;

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
    /// Derive the coalesced form of a kernel.
    Derive(DeriveRequest),
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
    /// The coalesced form of the kernel of a run, or why there is none.
    Derived { ticket: u64, derived: Result<DerivedKernel, String> },
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
    Tried { ticket: u64, schedules: OtherSchedules },
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
pub enum OtherSchedules {
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
    /// The derivation of a kernel, by the ticket of its run.
    Derive(u64),
    /// A run, by its ticket.
    Run(u64),
}

/// Says what is wrong with a text, given its name.
pub type Check = dyn Fn(&str, &str) -> Vec<Diagnostic> + Send + Sync;

/// Derives the coalesced form of a kernel, or says why there is none.
pub type Derive = dyn Fn(&DeriveRequest) -> Result<DerivedKernel, String> + Send + Sync;

/// Reads and binds what is to be run.
pub type Prepare = dyn Fn(&Setup, Option<String>) -> Result<Prepared, SimulateError> + Send + Sync;

/// Who does what is asked for. Tests have others, which fail when they should.
#[derive(Clone)]
pub struct Services {
    pub check: Arc<Check>,
    pub derive: Arc<Derive>,
    pub prepare: Arc<Prepare>,
}

impl Default for Services {
    fn default() -> Services {
        Services { check: Arc::new(diagnose), derive: Arc::new(derive), prepare: Arc::new(prepare) }
    }
}

pub struct Session {
    /// Texts are checked, and kernels derived, apart from runs, so that no run keeps them
    /// waiting.
    checks: Background<Checks>,
    runs: Background<Runs>,
    events: Receiver<SessionEvent>,
}

impl Session {
    /// Starts the background. `wake` is called when there is an event.
    pub fn start(wake: impl Fn() + Send + Sync + 'static) -> Session {
        Session::with(Services::default(), wake)
    }

    /// The same with others to do what is asked for.
    pub fn with(services: Services, wake: impl Fn() + Send + Sync + 'static) -> Session {
        let (sender, events) = mpsc::channel();
        let voice = Voice::new(move |event| {
            // Whoever does not listen any more does not want to know.
            let _ = sender.send(event);
            wake();
        });
        let checks = Background::start(Checks(services.clone()), voice.clone());
        let runs = Background::start(Runs(services), voice);
        Session { checks, runs, events }
    }

    /// Sends a request. One of the same kind that is not done yet is given up.
    pub fn send(&self, request: SessionRequest) {
        match request {
            SessionRequest::Check { .. } | SessionRequest::Derive(_) => self.checks.send(request),
            SessionRequest::Run { .. } => self.runs.send(request),
        }
    }

    /// Gives up the run that is under way.
    pub fn cancel(&self) {
        self.runs.cancel();
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
            SessionRequest::Derive(request) => RequestId::Derive(request.ticket),
            SessionRequest::Run { ticket, .. } => RequestId::Run(*ticket),
        }
    }

    /// Texts are checked one by one; of runs and derivations only the newest is wanted.
    fn key(&self) -> String {
        match self {
            SessionRequest::Check { key, .. } => key.clone(),
            // No text has that name.
            SessionRequest::Derive(_) | SessionRequest::Run { .. } => String::new(),
        }
    }

    fn ticket(&self) -> Option<u64> {
        match self {
            SessionRequest::Check { .. } | SessionRequest::Derive(_) => None,
            SessionRequest::Run { ticket, .. } => Some(*ticket),
        }
    }

    /// What was asked for, in words.
    fn asked(&self) -> String {
        match self {
            SessionRequest::Check { key, .. } => format!("was to check {key}"),
            SessionRequest::Derive(request) => {
                format!("was to derive the coalesced form of {}", request.kernel)
            }
            SessionRequest::Run { setup, .. } => {
                let model = &setup.model.name;
                let kernel = match (&setup.lab, &setup.program) {
                    (Some(staged), _) => staged.lab.entry.as_str(),
                    (None, Some(program)) => &program.name,
                    (None, None) => setup.rung_id.rung().variant.name,
                };
                format!("was to run {kernel} on a model of the {model}")
            }
        }
    }

    /// What is told if the request makes the program fail.
    fn mistaken(&self) -> Vec<SessionEvent> {
        let asked = self.asked();
        let notice = format!(
            "The simulator failed when it {asked}. This is a mistake of the program, not of the \
             kernel: please report it with the kernel. Everything else goes on working."
        );
        vec![SessionEvent::Panicked { request: self.id(), notice }]
    }

    /// What is told if nobody can serve it.
    fn unserved(&self) -> SessionEvent {
        let notice = "There is no thread for the simulator; close other programs and try again.";
        SessionEvent::Panicked { request: self.id(), notice: notice.to_owned() }
    }
}

/// Who says what is wrong with texts, and derives kernels of them.
#[derive(Clone, Default)]
pub struct Checks(Services);

impl Work for Checks {
    const NAME: &'static str = "checks";
    type Request = SessionRequest;
    type Event = SessionEvent;
    type Memory = ();

    fn key(request: &SessionRequest) -> String {
        request.key()
    }

    fn ticket(request: &SessionRequest) -> Option<u64> {
        request.ticket()
    }

    async fn serve(&self, request: SessionRequest, (): &mut (), desk: &Desk<'_, SessionEvent>) {
        match request {
            SessionRequest::Check { key, revision, text } => {
                let diagnostics = (self.0.check)(&key, &text);
                desk.tell(SessionEvent::Checked { key, revision, diagnostics });
            }
            SessionRequest::Derive(request) => {
                let derived = (self.0.derive)(&request);
                desk.tell(SessionEvent::Derived { ticket: request.ticket, derived });
            }
            SessionRequest::Run { .. } => {}
        }
    }

    fn mistaken(request: &SessionRequest) -> Vec<SessionEvent> {
        request.mistaken()
    }

    fn unserved(request: &SessionRequest) -> SessionEvent {
        request.unserved()
    }
}

/// Who records and counts runs.
#[derive(Clone, Default)]
pub struct Runs(Services);

impl Work for Runs {
    const NAME: &'static str = "session";
    type Request = SessionRequest;
    type Event = SessionEvent;
    type Memory = ();

    fn key(request: &SessionRequest) -> String {
        request.key()
    }

    fn ticket(request: &SessionRequest) -> Option<u64> {
        request.ticket()
    }

    async fn serve(&self, request: SessionRequest, (): &mut (), desk: &Desk<'_, SessionEvent>) {
        if let SessionRequest::Run { ticket, setup, text } = request {
            let services = &self.0;
            Run { ticket, setup: &setup, services, desk }.run(text);
        }
    }

    fn mistaken(request: &SessionRequest) -> Vec<SessionEvent> {
        request.mistaken()
    }

    fn unserved(request: &SessionRequest) -> SessionEvent {
        request.unserved()
    }
}

/// A run that is being made.
struct Run<'a> {
    ticket: u64,
    setup: &'a Setup,
    services: &'a Services,
    desk: &'a Desk<'a, SessionEvent>,
}

impl Run<'_> {
    fn run(&self, text: Option<String>) {
        let (ticket, setup, is_wanted) = (self.ticket, self.setup, self.desk.wanted());
        if !is_wanted() {
            return;
        }
        let prepared = match &setup.program {
            None => (self.services.prepare)(setup, text.clone()).map_err(Refusal::from),
            Some(program) => self.translate(program, text.as_deref()),
        };
        let result = prepared.and_then(|prepared| {
            let start = Instant::now();
            let in_time = || is_wanted() && start.elapsed() < LONGEST_RUN;
            let recording = record(&prepared, setup, &in_time)?;
            let known = Arc::new(prepared.known().clone());
            if is_wanted() {
                let recording = Arc::new(recording);
                self.desk.tell(SessionEvent::Recorded { ticket, recording, known });
            }
            let start = Instant::now();
            Ok(prepared.run_within_while(LONGEST_RUN, &|| start.elapsed(), is_wanted)?)
        });
        if !is_wanted() {
            return;
        }
        match result {
            Ok(simulation) => {
                // A launch of a program is compared with nothing.
                let is_unreliable =
                    setup.program.is_none() && simulation.checked && simulation.has_race();
                self.desk.tell(SessionEvent::Counted { ticket, simulation: Arc::new(simulation) });
                if is_unreliable && let Some(schedules) = self.try_schedules(text) {
                    self.desk.tell(SessionEvent::Tried { ticket, schedules });
                }
            }
            Err(Refusal { reason, is_text }) => {
                self.desk.tell(SessionEvent::Failed { ticket, reason, is_text });
            }
        }
    }

    /// Translates a program and prepares the launch that is looked at.
    fn translate(&self, program: &StagedProgram, text: Option<&str>) -> Result<Prepared, Refusal> {
        let (ticket, setup, is_wanted) = (self.ticket, self.setup, self.desk.wanted());
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
            self.desk.tell(SessionEvent::Translated { ticket, translated });
        }
        Ok(prepared)
    }

    /// Looks for a schedule under which the result is wrong; nothing where something
    /// newer is wanted meanwhile.
    fn try_schedules(&self, text: Option<String>) -> Option<OtherSchedules> {
        let (setup, is_wanted) = (self.setup, self.desk.wanted());
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
            let ran = prepared.run_within_while(left, &|| begun.elapsed(), is_wanted);
            if !is_wanted() {
                return None;
            }
            match ran {
                // A run that was cut short says nothing.
                Ok(simulation) if simulation.stopped.is_some() => break,
                Ok(simulation) if !simulation.checked => {
                    return Some(OtherSchedules::WrongUnder(schedule));
                }
                Ok(_) => tried += 1,
                Err(_) => return None,
            }
        }
        Some(OtherSchedules::RightUnder(tried))
    }
}

#[cfg(test)]
mod tests;
