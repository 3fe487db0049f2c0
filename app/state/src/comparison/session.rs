//! The panel's connection with the world: files, dialogs, workers and the threads in
//! which all of that is waited for.

use super::action::ComparisonView;
use super::board::Board;
use super::files::{self, ResultsAnswer, ResultsDialog, ResultsQuestion};
use super::live::{self, LiveEvent, LiveProgress, LiveRequest};
use super::shown::{ComparisonFilter, DeviceKey, Shown};
use super::source::{ResultOrigin, ResultSource};
use crate::background;
use crate::timings::machine::Workers;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{self, Receiver, Sender};
use warpbench_common::compare::file_name;
use warpbench_compare::figures::Kind;
use warpbench_compare::{Results, write};
use warpbench_report::DeviceInfo;

/// What the background has to say.
#[derive(Debug)]
enum ComparisonEvent {
    Read(PathBuf, Result<Box<Results>, String>),
    /// All files that were chosen were read, or none was chosen.
    ReadAll,
    Built(Box<Board>),
    Live(LiveEvent),
    /// Something that the user should know, and whether it is bad.
    Told(String, bool),
}

/// Results that somebody opened or measures, and how they are looked at.
pub struct ComparisonSession {
    /// In the order in which they were opened.
    pub sources: Vec<ResultSource>,
    pub board: Arc<Board>,
    pub shown: Shown,
    view: ComparisonView,
    filter: ComparisonFilter,
    /// The kernel of which more is shown.
    pub chosen: Option<String>,
    /// How far the run on this machine is, while there is one.
    pub progress: Option<LiveProgress>,
    cancel: Arc<AtomicBool>,
    workers: Workers,
    /// What is measured: names of suites, families and kernels.
    suite: Vec<String>,
    dialog: ResultsDialog,
    voice: Voice,
    events: Receiver<ComparisonEvent>,
    /// How often a source was opened.
    opened: u64,
    /// How many dialogs and files are waited for.
    reading: usize,
    is_building: bool,
    /// Whether the sources have changed since the board was begun.
    is_stale: bool,
}

impl ComparisonSession {
    /// Nothing is open yet. `wake` is called when there is something to
    /// [receive](ComparisonSession::receive).
    pub fn start(
        dialog: ResultsDialog,
        workers: Workers,
        suite: Vec<String>,
        wake: impl Fn() + Send + Sync + 'static,
    ) -> ComparisonSession {
        let (sender, events) = mpsc::channel();
        ComparisonSession {
            sources: Vec::new(),
            board: Arc::default(),
            shown: Shown::default(),
            view: ComparisonView::Figures(Kind::Rates),
            filter: ComparisonFilter::default(),
            chosen: None,
            progress: None,
            cancel: Arc::new(AtomicBool::new(false)),
            workers,
            suite,
            dialog,
            voice: Voice { sender, wake: Arc::new(wake) },
            events,
            opened: 0,
            reading: 0,
            is_building: false,
            is_stale: false,
        }
    }

    pub fn view(&self) -> ComparisonView {
        self.view
    }

    pub fn filter(&self) -> &ComparisonFilter {
        &self.filter
    }

    /// Whether there is nothing to be shown, and nothing on its way.
    pub fn is_empty(&self) -> bool {
        self.sources.is_empty() && !self.is_busy() && !self.is_measuring()
    }

    /// Whether files are read or figures are built. What is being measured does not
    /// count: that takes minutes, and the rest goes on meanwhile.
    pub fn is_busy(&self) -> bool {
        self.reading > 0 || self.is_building
    }

    pub fn is_measuring(&self) -> bool {
        self.progress.is_some()
    }

    /// The last run of this machine.
    pub fn measured_here(&self) -> Option<&Arc<Results>> {
        let mut here = self.sources.iter().rev().filter(|one| one.origin == ResultOrigin::Here);
        here.find_map(|source| source.content.as_ref().ok())
    }

    /// Takes in what has happened in the background, and returns what is to be told.
    pub fn receive(&mut self) -> Vec<(String, bool)> {
        let mut told = Vec::new();
        while let Ok(event) = self.events.try_recv() {
            match event {
                ComparisonEvent::Read(path, read) => {
                    self.add(ResultOrigin::File(path), read.map(|results| Arc::new(*results)));
                }
                ComparisonEvent::ReadAll => self.reading = self.reading.saturating_sub(1),
                ComparisonEvent::Built(board) => self.built(*board),
                ComparisonEvent::Live(event) => told.extend(self.take_live(event)),
                ComparisonEvent::Told(text, is_bad) => told.push((text, is_bad)),
            }
        }
        told
    }

    /// Reads files in the background.
    pub fn open(&mut self, paths: Vec<PathBuf>) {
        self.in_background(move |voice, _| read_all(paths, voice));
    }

    /// Reads a file that was dropped onto the page.
    #[cfg(target_arch = "wasm32")]
    pub fn take_dropped(&mut self, file: egui::DroppedFileHandle) {
        self.reading += 1;
        let voice = self.voice.clone();
        wasm_bindgen_futures::spawn_local(async move {
            let read = file.bytes_async().await.and_then(files::parse).map(Box::new);
            voice.tell(ComparisonEvent::Read(file.path().to_owned(), read));
            voice.tell(ComparisonEvent::ReadAll);
        });
    }

    /// Asks for files, and reads them.
    pub fn ask(&mut self) {
        self.in_background(|voice, dialog| match dialog(&ResultsQuestion::Open) {
            ResultsAnswer::Files(paths) => read_all(paths, voice),
            ResultsAnswer::Cancelled => {}
            ResultsAnswer::NoDialog => voice.tell(ComparisonEvent::Told(
                "This desktop has no dialog to ask with. Drop result files onto the window, or \
                 start with `warpbench --compare FILE…`."
                    .to_owned(),
                true,
            )),
        });
    }

    /// Writes the last run of this machine into a file that somebody chooses.
    pub fn save(&mut self) {
        let Some(results) = self.measured_here().cloned() else { return };
        self.in_background(move |voice, dialog| {
            let (text, is_bad) = match write(&results) {
                Ok(text) => files::write(dialog, &file_name(&results.machine), &text),
                Err(error) => (format!("The results cannot be written: {error}."), true),
            };
            voice.tell(ComparisonEvent::Told(text, is_bad));
        });
    }

    pub fn remove(&mut self, id: u64) {
        self.sources.retain(|source| source.id != id);
        self.build();
    }

    pub fn set_view(&mut self, view: ComparisonView) {
        self.view = view;
        self.show();
    }

    pub fn set_filter(&mut self, filter: ComparisonFilter) {
        self.filter = filter;
        self.show();
    }

    /// Hides a device, or shows it again.
    pub fn toggle_device(&mut self, key: DeviceKey) {
        if !self.filter.hidden.remove(&key) {
            self.filter.hidden.insert(key);
        }
        self.show();
    }

    /// Hides all devices of a device's class but itself.
    pub fn show_only(&mut self, key: &DeviceKey) {
        let class = self.board.rows.iter().find(|row| row.key == *key).map(|row| row.class);
        for row in self.board.rows.iter().filter(|row| Some(row.class) == class) {
            if row.key == *key {
                self.filter.hidden.remove(key);
            } else {
                self.filter.hidden.insert(row.key.clone());
            }
        }
        self.show();
    }

    /// Measures on some devices in the background.
    pub fn measure(&mut self, devices: Vec<DeviceInfo>) {
        if self.is_measuring() {
            return;
        }
        let what = "beginning".to_owned();
        self.progress = Some(LiveProgress { done: 0, of: 0, what, seconds_left: None });
        // One that was told to end keeps its own sign.
        self.cancel = Arc::new(AtomicBool::new(false));
        let workers = self.workers.clone();
        let request = LiveRequest { suite: self.suite.clone(), devices, workers };
        let (cancel, voice) = (Arc::clone(&self.cancel), self.voice.clone());
        let started = background::run("comparison", move || {
            let tell = |event| voice.tell(ComparisonEvent::Live(event));
            let done = catch_unwind(AssertUnwindSafe(|| live::run(&request, &cancel, &tell)));
            if done.is_err() {
                tell(LiveEvent::Ended(Some(MISTAKE.to_owned())));
            }
        });
        if let Err(error) = started {
            self.voice.tell(ComparisonEvent::Live(LiveEvent::Ended(Some(no_thread(&error)))));
        }
    }

    /// Ends the run on this machine. What was measured stays.
    pub fn stop(&self) {
        self.cancel.store(true, Ordering::Relaxed);
    }

    fn take_live(&mut self, event: LiveEvent) -> Option<(String, bool)> {
        match event {
            LiveEvent::Progress(progress) => {
                self.progress = Some(progress);
                None
            }
            LiveEvent::Measured(results) => {
                let results: Arc<Results> = Arc::from(results);
                let own = self.sources.iter_mut().find(|source| is_copy(source, &results));
                match own {
                    Some(source) => {
                        *source = ResultSource::new(source.id, ResultOrigin::Here, Ok(results));
                        self.build();
                    }
                    None => self.add(ResultOrigin::Here, Ok(results)),
                }
                None
            }
            LiveEvent::Ended(failed) => {
                self.progress = None;
                failed.map(|why| (format!("This machine was not measured: {why}"), true))
            }
        }
    }

    /// Adds a source. A file that was opened before takes its own place.
    fn add(&mut self, origin: ResultOrigin, content: Result<Arc<Results>, String>) {
        let is_file = matches!(origin, ResultOrigin::File(_));
        let known = self.sources.iter().position(|source| is_file && source.origin == origin);
        self.opened += 1;
        let source = ResultSource::new(self.opened, origin, content);
        match known {
            Some(place) => self.sources[place] = source,
            None => self.sources.push(source),
        }
        self.build();
    }

    /// Builds the board anew, in the background; one that is under way is finished
    /// first.
    fn build(&mut self) {
        if self.is_building {
            self.is_stale = true;
            return;
        }
        (self.is_building, self.is_stale) = (true, false);
        let readable = |source: &ResultSource| Some((source.id, source.content.clone().ok()?));
        let sources: Vec<(u64, Arc<Results>)> = self.sources.iter().filter_map(readable).collect();
        let voice = self.voice.clone();
        let started = background::run("figures", move || {
            let board = catch_unwind(AssertUnwindSafe(|| Board::of(&sources)));
            if board.is_err() {
                voice.tell(ComparisonEvent::Told(MISTAKE.to_owned(), true));
            }
            voice.tell(ComparisonEvent::Built(Box::new(board.unwrap_or_default())));
        });
        if let Err(error) = started {
            self.is_building = false;
            self.voice.tell(ComparisonEvent::Told(no_thread(&error), true));
        }
    }

    fn built(&mut self, board: Board) {
        for source in &mut self.sources {
            let found = board.contradictions.iter().find(|(id, _)| *id == source.id);
            source.contradicts = found.map(|(_, why)| why.clone());
        }
        self.board = Arc::new(board);
        self.show();
        self.is_building = false;
        if self.is_stale {
            self.build();
        }
    }

    fn show(&mut self) {
        self.shown = Shown::of(&self.board, self.view, &self.filter);
    }

    /// Does something that waits for a disk or a person.
    fn in_background(&mut self, work: impl FnOnce(&Voice, &ResultsDialog) + Send + 'static) {
        let (voice, dialog) = (self.voice.clone(), Arc::clone(&self.dialog));
        let started = background::run("results", move || {
            if catch_unwind(AssertUnwindSafe(|| work(&voice, &dialog))).is_err() {
                voice.tell(ComparisonEvent::Told(MISTAKE.to_owned(), true));
            }
            voice.tell(ComparisonEvent::ReadAll);
        });
        match started {
            Ok(()) => self.reading += 1,
            Err(error) => self.voice.tell(ComparisonEvent::Told(no_thread(&error), true)),
        }
    }
}

impl Drop for ComparisonSession {
    /// A run must not outlive the window.
    fn drop(&mut self) {
        self.stop();
    }
}

const MISTAKE: &str = "The workbench failed at these results. This is a mistake of the program: \
                       please report it with the files.";

fn no_thread(error: &std::io::Error) -> String {
    format!("There is no thread to work in ({error}); close other programs.")
}

/// Whether a source is an earlier state of a run of this machine.
fn is_copy(source: &ResultSource, results: &Results) -> bool {
    let known = source.content.as_ref().is_ok_and(|known| known.run.id == results.run.id);
    known && source.origin == ResultOrigin::Here
}

fn read_all(paths: Vec<PathBuf>, voice: &Voice) {
    for path in paths {
        let read = files::load(&path).map(Box::new);
        voice.tell(ComparisonEvent::Read(path, read));
    }
}

/// How the background speaks to the window.
#[derive(Clone)]
struct Voice {
    sender: Sender<ComparisonEvent>,
    wake: Arc<dyn Fn() + Send + Sync>,
}

impl Voice {
    fn tell(&self, event: ComparisonEvent) {
        // Nobody listens any more when the window is closed.
        let _ = self.sender.send(event);
        (self.wake)();
    }
}
