//! The background of labs: grading in a thread of its own, so that neither a frame
//! nor the run that is stepped waits for it; folders and dialogs in others.
//!
//! A newer request makes an older one pointless, which is then given up. What is
//! graded while somebody types waits until nothing was typed for a moment.

use super::class::ClassResults;
use super::files::{self, LabDialog, LabQuestion};
use super::open::Submission;
use super::quick::quick;
use crate::window::message::by_name;
use serde::{Deserialize, Serialize};
use std::cell::{Cell, RefCell};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SendError, Sender};
use std::thread;
use std::time::{Duration, Instant};
use warpbench_front::Source;
use warpbench_lab::grade::{Grader, Progress};
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::{CheckOutcome, Graded};
use warpbench_lab::{Clock, Limits};

/// Nothing is graded before so long nothing was typed.
const PAUSE: Duration = Duration::from_millis(350);

/// What is graded.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Extent {
    /// What can be made of the checks while one types.
    Quick,
    /// All of them, as graders do.
    All,
}

#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct GradeRequest {
    /// Tells this request from others.
    pub ticket: u64,
    #[serde(with = "by_name::lab")]
    pub lab: Arc<Lab>,
    pub source: Source,
    pub extent: Extent,
}

/// What comes of a [`GradeRequest`].
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub enum GradeEvent {
    /// A check has begun, by its number.
    Begun {
        ticket: u64,
        check: usize,
    },
    Ended {
        ticket: u64,
        check: usize,
        extent: Extent,
        outcome: Box<CheckOutcome>,
    },
    /// The text cannot be graded.
    Refused {
        ticket: u64,
        why: String,
    },
    /// Everything that was asked for was done; of all checks, with the result.
    Done {
        ticket: u64,
        graded: Option<Box<Graded>>,
    },
    /// Nothing can be graded in this lab.
    Unusable {
        ticket: u64,
        why: String,
    },
}

impl GradeEvent {
    /// Which request it comes of.
    pub fn ticket(&self) -> u64 {
        match *self {
            GradeEvent::Begun { ticket, .. }
            | GradeEvent::Ended { ticket, .. }
            | GradeEvent::Refused { ticket, .. }
            | GradeEvent::Done { ticket, .. }
            | GradeEvent::Unusable { ticket, .. } => ticket,
        }
    }
}

#[derive(Debug)]
pub enum LabEvent {
    Grade(GradeEvent),
    /// What came of a class, or why that cannot be read.
    Class(Result<Box<ClassResults>, String>),
    /// A submission of the class, by its row, to be opened at a check.
    Submission {
        row: usize,
        check: Option<usize>,
        read: Result<Box<Submission>, String>,
    },
    /// Something that the user should know, and whether it is bad.
    Told(String, bool),
    /// Nobody chose anything.
    Nothing,
}

impl From<GradeEvent> for LabEvent {
    fn from(event: GradeEvent) -> LabEvent {
        LabEvent::Grade(event)
    }
}

pub struct LabSession {
    requests: RefCell<Sender<GradeRequest>>,
    events: Receiver<LabEvent>,
    worker: Worker,
    dialog: LabDialog,
    /// How many folders and dialogs are open.
    reading: Cell<usize>,
}

impl LabSession {
    /// Starts the thread. `wake` is called when there is an event.
    pub fn start(dialog: LabDialog, wake: impl Fn() + Send + Sync + 'static) -> LabSession {
        let (sender, events) = mpsc::channel();
        let newest = Arc::new(AtomicU64::new(0));
        let worker = Worker { newest, sender, wake: Arc::new(wake) };
        let requests = RefCell::new(worker.spawn());
        LabSession { requests, events, worker, dialog, reading: Cell::new(0) }
    }

    /// Has a text graded. One that is not done yet is given up.
    pub fn grade(&self, request: GradeRequest) {
        self.worker.newest.store(request.ticket, Ordering::Relaxed);
        let mut requests = self.requests.borrow_mut();
        if let Err(SendError(request)) = requests.send(request) {
            // The thread has gone, or there never was one: a new one takes over.
            *requests = self.worker.spawn();
            if let Err(SendError(request)) = requests.send(request) {
                let why = "There is no thread for grading; close other programs and try again.";
                let ticket = request.ticket;
                self.worker.tell(GradeEvent::Unusable { ticket, why: why.to_owned() });
            }
        }
    }

    /// Gives up what is being graded.
    pub fn cancel(&self) {
        self.worker.newest.store(0, Ordering::Relaxed);
    }

    /// Whether a folder is being read or a dialog is open.
    pub fn is_reading(&self) -> bool {
        self.reading.get() > 0
    }

    /// Reads the results of a class.
    pub fn read_class(&self, results: PathBuf, submissions: Option<PathBuf>) {
        self.apart(move |_| {
            LabEvent::Class(ClassResults::read(&results, submissions).map(Box::new))
        });
    }

    /// Asks for the results of a class, and reads them.
    pub fn ask_for_class(&self) {
        self.apart(|dialog| match dialog(&LabQuestion::Class) {
            files::Answer::Path(results) => {
                LabEvent::Class(ClassResults::read(&results, None).map(Box::new))
            }
            files::Answer::Cancelled => LabEvent::Nothing,
            files::Answer::NoDialog => LabEvent::Told(
                "This desktop has no dialog to ask with. Start with `warpbench --class RESULTS`, \
                 the folder that `warpbench grade --dir … --out RESULTS` wrote."
                    .to_owned(),
                true,
            ),
        });
    }

    /// Reads a submission of a class.
    pub fn read_submission(&self, class: Arc<ClassResults>, row: usize, check: Option<usize>) {
        self.apart(move |_| {
            let read = class.submission(row).map(Box::new);
            LabEvent::Submission { row, check, read }
        });
    }

    /// Asks where a text for handing in is to go, and writes it there.
    pub fn save(&self, name: String, text: String) {
        self.apart(move |dialog| {
            let (said, is_bad) = files::save(dialog, &name, text.as_bytes());
            LabEvent::Told(said, is_bad)
        });
    }

    /// Does something that waits for a disk or a person.
    fn apart(&self, work: impl FnOnce(&LabDialog) -> LabEvent + Send + 'static) {
        let (worker, dialog) = (self.worker.clone(), Arc::clone(&self.dialog));
        let started = thread::Builder::new().name("labs' files".to_owned()).spawn(move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&dialog)));
            worker.tell(done.unwrap_or_else(|_| {
                let said = "The workbench failed at these files. This is a mistake of the \
                            program: please report it with the files.";
                LabEvent::Told(said.to_owned(), true)
            }));
        });
        match started {
            Ok(_) => self.reading.set(self.reading.get() + 1),
            Err(error) => self.worker.tell(LabEvent::Told(
                format!("There is no thread to read files with ({error}); close other programs."),
                true,
            )),
        }
    }

    /// The next event, if there is one.
    pub fn next(&self) -> Option<LabEvent> {
        let event = self.events.try_recv().ok()?;
        let is_of_files = matches!(
            event,
            LabEvent::Class(_)
                | LabEvent::Submission { .. }
                | LabEvent::Told(..)
                | LabEvent::Nothing
        );
        if is_of_files {
            self.reading.set(self.reading.get().saturating_sub(1));
        }
        Some(event)
    }
}

#[derive(Clone)]
struct Worker {
    newest: Arc<AtomicU64>,
    sender: Sender<LabEvent>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Worker {
    fn spawn(&self) -> Sender<GradeRequest> {
        let (requests, queue) = mpsc::channel();
        let worker = self.clone();
        thread::Builder::new()
            .name("grading".to_owned())
            .spawn(move || worker.serve(&queue))
            .map_or_else(|error| tracing::error!("no thread for grading: {error}"), drop);
        requests
    }

    fn tell(&self, event: impl Into<LabEvent>) {
        // Whoever does not listen any more does not want to know.
        let _ = self.sender.send(event.into());
        (self.wake)();
    }

    fn serve(&self, queue: &Receiver<GradeRequest>) {
        let mut grader: Option<Arc<Grader>> = None;
        let mut lab: Option<Arc<Lab>> = None;
        while let Ok(first) = queue.recv() {
            let Some(request) = settled(first, queue) else { return };
            let is_known = lab.as_ref().is_some_and(|lab| Arc::ptr_eq(lab, &request.lab));
            if !is_known {
                (grader, lab) = (None, None);
            }
            let ticket = request.ticket;
            // Nothing of what the work used is looked at again.
            let done = catch_unwind(AssertUnwindSafe(|| {
                let made = match &grader {
                    Some(grader) => Ok(Arc::clone(grader)),
                    None => Grader::new(Lab::clone(&request.lab), Limits::default()).map(Arc::new),
                };
                match made {
                    Ok(made) => {
                        self.grade(&made, &request);
                        Some(made)
                    }
                    Err(why) => {
                        self.tell(GradeEvent::Unusable { ticket, why });
                        None
                    }
                }
            }));
            match done {
                Ok(made) => {
                    (grader, lab) = (made, Some(request.lab));
                }
                Err(_) => {
                    let why = "The grader failed at this text. This is a mistake of the program, \
                               not of the kernel: please report it with the kernel. Everything \
                               else goes on working.";
                    self.tell(GradeEvent::Refused { ticket, why: why.to_owned() });
                    self.tell(GradeEvent::Done { ticket, graded: None });
                }
            }
        }
    }

    fn grade(&self, grader: &Grader, request: &GradeRequest) {
        let GradeRequest { ticket, source, extent, .. } = request;
        let (ticket, extent) = (*ticket, *extent);
        let is_wanted = || self.newest.load(Ordering::Relaxed) == ticket;
        let started = Instant::now();
        let clock = Clock { elapsed: &|| started.elapsed(), go_on: &is_wanted };
        let told = |check: usize, outcome: &CheckOutcome| {
            // A check that was given up has come to nothing.
            if is_wanted() {
                let outcome = Box::new(outcome.clone());
                self.tell(GradeEvent::Ended { ticket, check, extent, outcome });
            }
        };
        if let Some(why) = grader.refusal(source) {
            self.tell(GradeEvent::Refused { ticket, why });
            self.tell(GradeEvent::Done { ticket, graded: None });
            return;
        }
        let graded = match extent {
            Extent::All => {
                let mut tell = |progress: Progress<'_>| match progress {
                    Progress::Begun(check) => self.tell(GradeEvent::Begun { ticket, check }),
                    Progress::Ended(check, outcome) => told(check, outcome),
                };
                let graded = grader.grade_telling(&source.path, source, &clock, &mut tell);
                Some(Box::new(graded))
            }
            Extent::Quick => {
                for (check, whole) in grader.lab().checks.iter().enumerate() {
                    if !is_wanted() {
                        return;
                    }
                    if let Some(part) = quick(grader.lab(), whole) {
                        self.tell(GradeEvent::Begun { ticket, check });
                        told(check, &grader.grade_one(&part, source, &clock));
                    }
                }
                None
            }
        };
        if is_wanted() {
            self.tell(GradeEvent::Done { ticket, graded });
        }
    }
}

/// The newest request, once nothing was typed for a moment; nothing where nobody asks
/// any more.
fn settled(first: GradeRequest, queue: &Receiver<GradeRequest>) -> Option<GradeRequest> {
    let mut newest = queue.try_iter().last().unwrap_or(first);
    while newest.extent == Extent::Quick {
        match queue.recv_timeout(PAUSE) {
            Ok(request) => newest = request,
            Err(RecvTimeoutError::Timeout) => break,
            Err(RecvTimeoutError::Disconnected) => return None,
        }
    }
    Some(newest)
}
