//! State of the window: all that it shows. Nothing here draws.
//!
//! Panels read a [`State`] and push commands, which one function turns into
//! changes. What the background has to say arrives through [`State::receive`].

pub mod caption;
mod derived;
pub mod document;
pub mod figures;
pub mod history;
pub mod lab;
pub mod layout;
pub mod panel;
pub mod pen;
pub mod player;
mod program;
mod receive;
pub mod scene;
pub mod settings;
pub mod shown;
pub mod stage;
mod told;
pub mod view;

use super::comparison::session::ComparisonSession;
use super::labs::Labs;
use super::programs::Translated;
use super::session::{OtherSchedules, Session, SessionRequest};
use super::setup::Setup;
use super::store::Store;
use super::timings::edited_text::EditedText;
use super::timings::ladder::Ladder;
use super::timings::session::TimingsSession;
use document::{Document, Documents, ptx_key};
use layout::Layout;
use player::Player;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use view::{Selection, View};
use warpbench_catalog::Variant;
use warpbench_front::Language;
use warpbench_simulate::report::Simulation;
use warpbench_texts::lessons::Scene;
use warpbench_texts::syntax::{Syntax, declaration_line};

/// So many lines below a lab's declaration are brought into view.
const LINES_OF_BODY: u32 = 6;

/// How far the run of the chosen rung is.
#[derive(Clone, Debug, PartialEq)]
pub enum RunStatus {
    Recording,
    /// It can be stepped and is being counted.
    Counting,
    Done,
    /// It was stopped by the user.
    Cancelled,
    /// It cannot be run: the text has mistakes.
    Mistakes,
    /// It cannot be run; says why.
    Failed(String),
}

/// Something that the user should know.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notice {
    /// What happened and what to do.
    pub text: String,
    pub is_bad: bool,
}

/// Two windows have changed the same text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Conflict {
    pub key: String,
    /// Where ours is kept meanwhile.
    pub ours_at: String,
}

/// What an undo goes back to.
#[derive(Clone, Debug)]
pub enum UndoStep {
    /// A position in the trace.
    Position(usize),
    /// Where panels were.
    Layout(Box<Layout>),
}

pub struct State {
    pub setup: Setup,
    pub documents: Documents,
    /// What can be stepped; nothing before the first recording.
    pub player: Option<Player>,
    /// What is known of the run that is stepped.
    pub simulation: Option<Arc<Simulation>>,
    /// The same as names and numbers, which texts take figures from.
    pub report: Option<serde_json::Value>,
    /// Where its result is right although it has a race, what other schedules come
    /// to, once they were tried.
    pub other_schedules: Option<OtherSchedules>,
    /// What was made of the program with directives that is open.
    pub translated: Option<Arc<Translated>>,
    /// How far the run is.
    pub status: RunStatus,
    pub selection: Selection,
    pub view: View,
    /// Where panels are.
    pub layout: Layout,
    /// Where they are when a lab is open, while none is; and the other way round.
    pub other_layout: Layout,
    /// Where they are otherwise, while a program with directives is open.
    pub layout_aside: Option<Layout>,
    pub labs: Labs,
    /// Lines to stop at, by text.
    pub breakpoints: BTreeMap<String, BTreeSet<u32>>,
    /// Steps per second, by place in [`player::SPEEDS`].
    pub speed: usize,
    /// What is told at the bottom, the newest last.
    pub notices: Vec<Notice>,
    /// Texts that two windows have changed.
    pub conflicts: Vec<Conflict>,
    pub timings: TimingsSession,
    pub comparison: ComparisonSession,
    /// The window, for its clipboard.
    pub window: egui::Context,
    /// Whether the tour was offered.
    pub is_tour_known: bool,
    /// Jumps and changes of the panels that can be taken back, the newest last.
    pub undo_steps: Vec<UndoStep>,
    /// Those that were taken back.
    pub redo_steps: Vec<UndoStep>,
    /// Where to go once the recording that was asked for is there.
    pub wanted_position: Option<WantedPosition>,
    /// What is remembered has changed.
    pub is_dirty: bool,
    session: Session,
    /// Where texts and settings are kept; nothing where there is no such place.
    pub store: Option<Store>,
    /// The run that was asked for last.
    ticket: u64,
    /// The run whose kernel's coalesced form was asked for, until it is there.
    deriving: Option<u64>,
    /// The text that is stepped: its name and what it was.
    pub stepped: Option<(String, Arc<str>)>,
    /// The text that was sent with the newest request.
    sent: Option<(String, Arc<str>)>,
}

/// Where to go in a recording that is on its way.
#[derive(Clone, Debug, PartialEq)]
pub enum WantedPosition {
    /// So many steps from its start.
    Position(usize),
    /// So many steps into a block.
    InBlock([u32; 3], usize),
    /// Where a text points.
    Scene(Box<Scene>),
    /// The same, or the nearest step of the block on a line.
    OnLine([u32; 3], usize, u32),
}

impl State {
    /// As it is at the first start. What was kept in the store comes back.
    pub fn new(
        session: Session,
        store: Option<Store>,
        timings: TimingsSession,
        comparison: ComparisonSession,
        labs: Labs,
        window: egui::Context,
    ) -> State {
        let mut state = State {
            setup: Setup::new(),
            documents: Documents::new(),
            player: None,
            simulation: None,
            report: None,
            other_schedules: None,
            translated: None,
            status: RunStatus::Recording,
            selection: Selection::default(),
            view: View::new(),
            layout: layout::usual(),
            other_layout: layout::of_labs(),
            layout_aside: None,
            labs,
            breakpoints: BTreeMap::new(),
            speed: 2,
            notices: Vec::new(),
            conflicts: Vec::new(),
            timings,
            comparison,
            window,
            is_tour_known: false,
            undo_steps: Vec::new(),
            redo_steps: Vec::new(),
            wanted_position: None,
            is_dirty: false,
            session,
            store,
            ticket: 0,
            deriving: None,
            stepped: None,
            sent: None,
        };
        state.restore();
        if state.setup.lab.is_none() {
            state.selection.watched = state.setup.rung_id.rung().watch.clone();
        }
        state.timings.timings.set_model(state.setup.model);
        state.stage_program();
        state.scroll_to_kernel();
        if !state.is_tour_known {
            state.view.tour = Some(0);
            state.is_tour_known = true;
            state.is_dirty = true;
        }
        state.run();
        state
    }

    pub fn variant(&self) -> &'static Variant {
        self.setup.rung_id.rung().variant
    }

    /// The text of the chosen family in a language, or that of the lab that is open.
    pub fn document(&self, language: Language) -> &Document {
        if let Some(document) = self.lab_document(language).or_else(|| self.kernels_document()) {
            return document;
        }
        self.documents.of(self.setup.rung_id.rung().family, language)
    }

    /// The text that is stepped.
    pub fn stepped_document(&self) -> &Document {
        self.document(self.setup.language)
    }

    /// The lines of a text to stop at.
    pub fn breakpoints_of(&self, key: &str) -> &BTreeSet<u32> {
        static NONE: BTreeSet<u32> = BTreeSet::new();
        self.breakpoints.get(key).unwrap_or(&NONE)
    }

    /// The lines of the text that is stepped to stop at.
    pub fn current_breakpoints(&self) -> BTreeSet<u32> {
        self.breakpoints_of(&self.stepped_document().key).clone()
    }

    /// The warp that is followed, or the one that made the last step of the block that
    /// is shown.
    pub fn shown_warp(&self) -> u32 {
        let last = || self.player.as_ref()?.shown_warp();
        self.selection.warp().or_else(last).unwrap_or(0)
    }

    /// The block whose state is shown.
    pub fn shown_block(&self) -> [u32; 3] {
        self.player.as_ref().map_or([0; 3], |player| player.shown_state().block)
    }

    /// Keeps a block in view; nothing stands for that of the last step.
    pub fn pin_block(&mut self, block: Option<[u32; 3]>) {
        self.selection.block = block;
        if let Some(player) = &mut self.player {
            player.pinned = block.and_then(|block| player.block_at(block));
        }
    }

    /// The names of the variables of what is stepped, each once.
    pub fn variable_names(&self) -> Vec<&str> {
        let mut names: Vec<&str> = Vec::new();
        for variable in self.player.iter().flat_map(|player| &player.recording.variables) {
            if !names.contains(&variable.name.as_str()) {
                names.push(&variable.name);
            }
        }
        names
    }

    /// Whether what is stepped is this text, as it is now. If not, its lines
    /// have moved.
    pub fn is_stepped(&self, document: &Document) -> bool {
        self.stepped
            .as_ref()
            .is_some_and(|(key, text)| *key == document.key && **text == *document.text)
    }

    /// Whether the background is at work on the chosen rung.
    pub fn is_busy(&self) -> bool {
        matches!(self.status, RunStatus::Recording | RunStatus::Counting)
            || self.deriving == Some(self.ticket)
            || self.documents.iter().any(|document| document.is_unchecked())
            || self.labs.is_busy()
            || self.comparison.is_busy()
    }

    /// Records and counts the chosen rung anew.
    pub fn run(&mut self) {
        self.ticket += 1;
        self.status = RunStatus::Recording;
        let document = self.typed_document();
        let is_own = self.setup.lab.is_some() || self.setup.program.is_some();
        let text = (document.is_edited() || is_own).then(|| document.text.clone());
        self.sent = Some((document.key.clone(), document.text.as_str().into()));
        let setup = Box::new(self.setup.clone());
        self.session.send(SessionRequest::Run { ticket: self.ticket, setup, text });
    }

    /// Gives up the run that is under way.
    pub fn cancel_run(&mut self) {
        if matches!(self.status, RunStatus::Recording | RunStatus::Counting) {
            self.session.cancel();
            // What it has told already is not to be taken for news of a run under way.
            self.ticket += 1;
            self.wanted_position = None;
            self.status = RunStatus::Cancelled;
        }
    }

    /// Gives a document another text: keeps it, checks it, and runs it if it is the
    /// one that is stepped.
    pub fn set_text(&mut self, key: &str, text: String) {
        let Some(document) = self.documents.get_mut(key) else { return };
        if !document.set(text) {
            return;
        }
        let store = self.store.as_ref().filter(|_| document.is_kept);
        let kept = store.map(|store| match document.is_edited() {
            true => store.save(key, document.text.as_str()),
            false => store.reset(key),
        });
        if let Some(Err(error)) = kept {
            self.tell(error.to_string(), true);
        }
        self.check(key);
        if self.typed_document().key == key {
            self.run();
            self.check_lab();
        }
    }

    pub fn check(&mut self, key: &str) {
        if let Some(document) = self.documents.get(key) {
            let (revision, text) = (document.revision, document.text.clone());
            self.session.send(SessionRequest::Check { key: key.to_owned(), revision, text });
        }
    }

    /// Brings the kernel's first line into view, in both languages and in PTX.
    pub fn scroll_to_kernel(&mut self) {
        let name = self.entry().to_owned();
        let name = name.as_str();
        if self.setup.lab.is_none() && self.setup.program.is_none() {
            let family = self.setup.rung_id.rung().family;
            let line = declaration_line(family.sources.ptx, Syntax::Ptx, name);
            self.view.scroll_to.extend(line.map(|line| (ptx_key(family), line)));
        }
        for language in [Language::Rust, Language::Wgsl] {
            let document = self.document(language);
            let line = declaration_line(&document.text, language.into(), name);
            // Of a lab the body is what matters, and its kernel is short.
            let further = if self.setup.lab.is_some() { LINES_OF_BODY } else { 0 };
            let last = document.text.lines().count() as u32;
            let target = line.map(|line| (document.key.clone(), (line + further).min(last)));
            self.view.scroll_to.extend(target);
        }
    }

    /// What timings are about: the ladder of the chosen rung, and its text where
    /// that was edited.
    pub fn ladder(&self) -> Ladder {
        let rung_id = self.setup.rung_id;
        let family = rung_id.rung().family;
        let mut rungs: Vec<&'static Variant> = Vec::new();
        for rung in rung_id.lesson().rungs.iter().filter(|rung| rung.family.name == family.name) {
            // Rungs that differ in their size alone are one kernel to be timed.
            if !rungs.iter().any(|known| known.name == rung.variant.name) {
                rungs.push(rung.variant);
            }
        }
        let document = self.stepped_document();
        Ladder {
            family,
            variant: self.variant(),
            rungs,
            edited: document.is_edited().then(|| EditedText {
                language: document.language,
                text: document.text.as_str().into(),
                variant: self.variant().name,
            }),
            size: Some(self.setup.size().to_vec()),
        }
    }

    pub fn tell(&mut self, text: impl Into<String>, is_bad: bool) {
        let notice = Notice { text: text.into(), is_bad };
        if self.notices.last() != Some(&notice) {
            self.notices.push(notice);
        }
    }

    /// Keeps what an undo goes back to.
    pub fn remember(&mut self, step: UndoStep) {
        /// Enough to get back from any detour.
        const MOST: usize = 200;
        self.redo_steps.clear();
        self.undo_steps.push(step);
        if self.undo_steps.len() > MOST {
            self.undo_steps.remove(0);
        }
    }
}
