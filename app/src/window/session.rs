//! The background: texts are checked and kernels are simulated in threads of
//! their own, so that no frame waits for them, nor a check for a long run.
//!
//! The window sends [`SessionRequest`]s and polls [`SessionEvent`]s. A newer
//! request of a kind makes an older one pointless, which is then given up.

use super::diagnostic::diagnose;
use super::setup::{RECORDED_BLOCKS, Setup};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};
use warpbench_cores::Threads;
use warpbench_front::Diagnostic;
use warpbench_simulate as simulate;
use warpbench_simulate::recording::{Recording, RecordingRequest};
use warpbench_simulate::report::Simulation;
use warpbench_simulate::{Edited, Observe, Prepared, SimulateError};

/// How long a run is recorded or counted at most.
const LONGEST_RUN: Duration = Duration::from_secs(10);

const MOST_BUFFER_BYTES: u64 = 1 << 30;

/// What a recording may take.
const MOST_TRACE_BYTES: usize = 300_000_000;

/// Inputs are drawn from this seed.
pub const SEED: u64 = 1;

#[derive(Debug)]
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

#[derive(Debug)]
pub enum SessionEvent {
    Checked {
        key: String,
        /// Which state of it was checked.
        revision: u64,
        diagnostics: Vec<Diagnostic>,
    },
    /// A run can be walked through.
    Recorded {
        ticket: u64,
        recording: Arc<Recording>,
        /// What is known without counting.
        known: Arc<Simulation>,
    },
    Counted {
        ticket: u64,
        simulation: Arc<Simulation>,
    },
    /// There is nothing to run.
    Failed {
        ticket: u64,
        reason: String,
        /// Whether the text is at fault, whose mistakes the editor shows.
        is_text: bool,
    },
}

#[derive(Debug)]
pub struct Session {
    checks: Sender<SessionRequest>,
    runs: Sender<SessionRequest>,
    events: Receiver<SessionEvent>,
    newest: Arc<AtomicU64>,
}

impl Session {
    /// Starts the threads. `wake` is called when there is an event.
    pub fn start(wake: impl Fn() + Send + 'static) -> Session {
        let (checks, texts) = mpsc::channel();
        let (runs, queue) = mpsc::channel();
        let (sender, events) = mpsc::channel();
        let newest = Arc::new(AtomicU64::new(0));
        let wake: Arc<Mutex<dyn Fn() + Send>> = Arc::new(Mutex::new(wake));
        let worker = Worker { newest: Arc::clone(&newest), sender, wake };
        let checker = worker.clone();
        spawn("checks", move || checker.serve_checks(&texts));
        spawn("session", move || worker.serve_runs(&queue));
        Session { checks, runs, events, newest }
    }

    /// Sends a request. One of the same kind that is not done yet is given up.
    pub fn send(&self, request: SessionRequest) {
        if let SessionRequest::Run { ticket, .. } = &request {
            self.newest.store(*ticket, Ordering::Relaxed);
        }
        let queue = match request {
            SessionRequest::Check { .. } => &self.checks,
            SessionRequest::Run { .. } => &self.runs,
        };
        // The thread ends only with this end.
        let _ = queue.send(request);
    }

    /// Gives up the run that is under way.
    pub fn cancel(&self) {
        self.newest.store(0, Ordering::Relaxed);
    }

    /// The next event, if there is one.
    pub fn next(&self) -> Option<SessionEvent> {
        self.events.try_recv().ok()
    }
}

fn spawn(name: &str, work: impl FnOnce() + Send + 'static) {
    thread::Builder::new()
        .name(name.to_owned())
        .spawn(work)
        .map_or_else(|error| tracing::error!("no thread for {name}: {error}"), drop);
}

#[derive(Clone)]
struct Worker {
    newest: Arc<AtomicU64>,
    sender: Sender<SessionEvent>,
    wake: Arc<Mutex<dyn Fn() + Send>>,
}

impl Worker {
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
                let diagnostics = diagnose(&key, &text);
                self.tell(SessionEvent::Checked { key, revision, diagnostics });
            }
        }
    }

    fn serve_runs(&self, queue: &Receiver<SessionRequest>) {
        while let Ok(first) = queue.recv() {
            // Only the newest is wanted.
            let newest = queue.try_iter().last().unwrap_or(first);
            if let SessionRequest::Run { ticket, setup, text } = newest {
                self.run(ticket, &setup, text);
            }
        }
    }

    fn tell(&self, event: SessionEvent) {
        // Whoever does not listen any more does not want to know.
        let _ = self.sender.send(event);
        if let Ok(wake) = self.wake.lock() {
            wake();
        }
    }

    fn run(&self, ticket: u64, setup: &Setup, text: Option<String>) {
        let newest = Arc::clone(&self.newest);
        let is_wanted = move || newest.load(Ordering::Relaxed) == ticket;
        if !is_wanted() {
            return;
        }
        let result = prepare(setup, text).and_then(|prepared| {
            let start = Instant::now();
            let in_time = || is_wanted() && start.elapsed() < LONGEST_RUN;
            let recording = record(&prepared, setup, &in_time)?;
            let known = Arc::new(prepared.known().clone());
            if is_wanted() {
                let recording = Arc::new(recording);
                self.tell(SessionEvent::Recorded { ticket, recording, known });
            }
            let start = Instant::now();
            prepared.run_within_while(LONGEST_RUN, &|| start.elapsed(), &is_wanted)
        });
        if !is_wanted() {
            return;
        }
        self.tell(match result {
            Ok(simulation) => SessionEvent::Counted { ticket, simulation: Arc::new(simulation) },
            Err(error) => SessionEvent::Failed {
                ticket,
                is_text: error.is_of_text(),
                reason: error.to_string(),
            },
        });
    }
}

/// Reads and binds what is to be run.
pub fn prepare(setup: &Setup, text: Option<String>) -> Result<Prepared, SimulateError> {
    let rung = setup.rung_id.rung();
    let machine = simulate::Setup {
        model: setup.model.clone(),
        language: setup.language,
        schedule: setup.schedule,
        most_instructions: u64::MAX,
        most_bytes: MOST_BUFFER_BYTES,
        cores: Arc::new(Threads::all()),
        observe: Observe::all(),
        dump: false,
    };
    let edited = Edited { text, grid: setup.grid, block: setup.block };
    simulate::prepare_edited(rung.family, rung.variant, setup.size(), SEED, &edited, machine)
}

/// Records the blocks that are looked at.
pub fn record(
    prepared: &Prepared,
    setup: &Setup,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Recording, SimulateError> {
    let blocks = match (setup.launch, prepared.known().grid) {
        (0, Some(grid)) => setup.blocks(grid),
        // The grids of later launches are known when they are recorded.
        _ => {
            let [x, y, z] = setup.first_block;
            (0..RECORDED_BLOCKS).map(|next| [x + next, y, z]).collect()
        }
    };
    let wanted = RecordingRequest { launch: setup.launch, blocks, most_bytes: MOST_TRACE_BYTES };
    prepared.record(&wanted, go_on)
}
