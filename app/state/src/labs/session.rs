//! The background of labs: grading apart, so that neither a frame nor the run that is
//! stepped waits for it; folders and dialogs as well.
//!
//! A newer request makes an older one pointless, which is then given up. What is
//! graded while somebody types waits until nothing was typed for a moment.

use super::class::ClassResults;
use super::files::{self, LabDialog, LabQuestion};
use super::open::Submission;
use super::quick::quick;
use crate::background::{self, Background, Desk, Voice, Work};
use crate::message::by_name;
use serde::{Deserialize, Serialize};
use std::cell::Cell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver};
use std::time::Duration;
use warpbench_front::Source;
use warpbench_lab::grade::{Grader, Progress};
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::{CheckOutcome, Graded};
use warpbench_lab::{Clock, Limits};
use web_time::Instant;

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
    grading: Background<Grading>,
    events: Receiver<LabEvent>,
    voice: Voice<LabEvent>,
    dialog: LabDialog,
    /// How many folders and dialogs are open.
    reading: Cell<usize>,
}

impl LabSession {
    /// Starts the background. `wake` is called when there is an event.
    pub fn start(dialog: LabDialog, wake: impl Fn() + Send + Sync + 'static) -> LabSession {
        let (sender, events) = mpsc::channel();
        let voice = Voice::new(move |event| {
            // Whoever does not listen any more does not want to know.
            let _ = sender.send(event);
            wake();
        });
        let told = voice.clone();
        let of_grading = Voice::new(move |event| told.tell(LabEvent::Grade(event)));
        let grading = Background::start(Grading, of_grading);
        LabSession { grading, events, voice, dialog, reading: Cell::new(0) }
    }

    /// Has a text graded. One that is not done yet is given up.
    pub fn grade(&self, request: GradeRequest) {
        self.grading.send(request);
    }

    /// Gives up what is being graded.
    pub fn cancel(&self) {
        self.grading.cancel();
    }

    /// Whether a folder is being read or a dialog is open.
    pub fn is_reading(&self) -> bool {
        self.reading.get() > 0
    }

    /// Reads the results of a class.
    pub fn read_class(&self, results: PathBuf, submissions: Option<PathBuf>) {
        self.in_background(move |_| {
            LabEvent::Class(ClassResults::read(&results, submissions).map(Box::new))
        });
    }

    /// Asks for the results of a class, and reads them.
    pub fn ask_for_class(&self) {
        self.in_background(|dialog| match dialog(&LabQuestion::Class) {
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
        self.in_background(move |_| {
            let read = class.submission(row).map(Box::new);
            LabEvent::Submission { row, check, read }
        });
    }

    /// Asks where a text for handing in is to go, and writes it there.
    pub fn save(&self, name: String, text: String) {
        self.in_background(move |dialog| {
            let (said, is_bad) = files::save(dialog, &name, text.as_bytes());
            LabEvent::Told(said, is_bad)
        });
    }

    /// Does something that waits for a disk or a person.
    fn in_background(&self, work: impl FnOnce(&LabDialog) -> LabEvent + Send + 'static) {
        let (voice, dialog) = (self.voice.clone(), Arc::clone(&self.dialog));
        let started = background::run("labs' files", move || {
            let done = catch_unwind(AssertUnwindSafe(|| work(&dialog)));
            voice.tell(done.unwrap_or_else(|_| {
                let said = "The workbench failed at these files. This is a mistake of the \
                            program: please report it with the files.";
                LabEvent::Told(said.to_owned(), true)
            }));
        });
        match started {
            Ok(()) => self.reading.set(self.reading.get() + 1),
            Err(error) => self.voice.tell(LabEvent::Told(
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

/// Who grades.
#[derive(Clone)]
pub struct Grading;

/// The grader of the lab that was graded last.
#[derive(Default)]
pub struct LastGrader(Option<(Arc<Lab>, Grader)>);

impl Work for Grading {
    const NAME: &'static str = "grading";
    type Request = GradeRequest;
    type Event = GradeEvent;
    type Memory = LastGrader;

    fn key(_: &GradeRequest) -> String {
        String::new()
    }

    fn ticket(request: &GradeRequest) -> Option<u64> {
        Some(request.ticket)
    }

    /// What is graded while somebody types waits until nothing was typed for a moment.
    fn pause(request: &GradeRequest) -> Duration {
        match request.extent {
            Extent::Quick => PAUSE,
            Extent::All => Duration::ZERO,
        }
    }

    async fn serve(
        &self,
        request: GradeRequest,
        last: &mut LastGrader,
        desk: &Desk<'_, GradeEvent>,
    ) {
        match last.of(&request.lab) {
            Ok(grader) => grade(grader, &request, desk),
            Err(why) => desk.tell(GradeEvent::Unusable { ticket: request.ticket, why }),
        }
    }

    fn mistaken(request: &GradeRequest) -> Vec<GradeEvent> {
        let ticket = request.ticket;
        let why = "The grader failed at this text. This is a mistake of the program, not of the \
                   kernel: please report it with the kernel. Everything else goes on working.";
        let refused = GradeEvent::Refused { ticket, why: why.to_owned() };
        vec![refused, GradeEvent::Done { ticket, graded: None }]
    }

    fn unserved(request: &GradeRequest) -> GradeEvent {
        let why = "There is no thread for grading; close other programs and try again.";
        GradeEvent::Unusable { ticket: request.ticket, why: why.to_owned() }
    }
}

impl LastGrader {
    fn of(&mut self, lab: &Arc<Lab>) -> Result<&Grader, String> {
        let known = self.0.take().filter(|(known, _)| Arc::ptr_eq(known, lab));
        let (_, grader) = self.0.insert(match known {
            Some(known) => known,
            None => {
                let made = Grader::new(Lab::clone(lab), Limits::default());
                (Arc::clone(lab), made.map_err(|error| error.to_string())?)
            }
        });
        Ok(grader)
    }
}

fn grade(grader: &Grader, request: &GradeRequest, desk: &Desk<'_, GradeEvent>) {
    let GradeRequest { ticket, source, extent, .. } = request;
    let (ticket, extent) = (*ticket, *extent);
    let is_wanted = desk.wanted();
    let started = Instant::now();
    let clock = Clock { elapsed: &|| started.elapsed(), go_on: is_wanted };
    let told = |check: usize, outcome: &CheckOutcome| {
        // A check that was given up has come to nothing.
        if is_wanted() {
            let outcome = Box::new(outcome.clone());
            desk.tell(GradeEvent::Ended { ticket, check, extent, outcome });
        }
    };
    if let Some(why) = grader.refusal(source) {
        desk.tell(GradeEvent::Refused { ticket, why: why.to_string() });
        desk.tell(GradeEvent::Done { ticket, graded: None });
        return;
    }
    let graded = match extent {
        Extent::All => {
            let mut tell = |progress: Progress<'_>| match progress {
                Progress::Begun(check) => desk.tell(GradeEvent::Begun { ticket, check }),
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
                    desk.tell(GradeEvent::Begun { ticket, check });
                    told(check, &grader.grade_one(&part, source, &clock));
                }
            }
            None
        }
    };
    if is_wanted() {
        desk.tell(GradeEvent::Done { ticket, graded });
    }
}
