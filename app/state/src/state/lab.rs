//! The lab that is open, as the rest of the window sees it.

use super::document::{Document, lab_key, submission_key};
use super::layout;
use super::panel::PanelId;
use super::view::SourceView;
use super::{State, UndoStep, WantedPosition};
use crate::labs::attempt::{self, Attempt, LabProgress};
use crate::labs::class_view::ClassView;
use crate::labs::open::{OpenLab, Phase, Submission, predicted_constant};
use crate::labs::prediction;
use crate::labs::session::{Extent, GradeEvent, GradeRequest, LabEvent};
use crate::setup::{ending, model_named};
use std::collections::BTreeMap;
use std::sync::Arc;
use warpbench_common::opening::Opening;
use warpbench_front::{Language, Source};
use warpbench_lab::Trial;
use warpbench_lab::lab::Lab;
use warpbench_lab::outcome::Place;

impl State {
    /// The kernel that is looked at.
    pub fn entry(&self) -> &str {
        match (&self.setup.lab, &self.setup.program) {
            (Some(staged), _) => &staged.lab.entry,
            (None, Some(_)) => self.translated.as_ref().map_or("", |own| &own.kernel),
            (None, None) => self.variant().name,
        }
    }

    /// What a panel is called just now.
    pub fn title_of(&self, panel: PanelId) -> &'static str {
        match panel {
            PanelId::Lesson if self.setup.lab.is_some() => "Task",
            panel => panel.panel().title,
        }
    }

    /// The text of the lab that is open: in a language, or the one that there is.
    pub(super) fn lab_document(&self, language: Language) -> Option<&Document> {
        let open = self.labs.open.as_ref()?;
        self.setup.lab.as_ref()?;
        let key = |language| match open.submission {
            Some(_) => submission_key(language),
            None => lab_key(&open.lab.id, language),
        };
        let other = match language {
            Language::Rust => Language::Wgsl,
            Language::Wgsl => Language::Rust,
        };
        self.documents.get(&key(language)).or_else(|| self.documents.get(&key(other)))
    }

    /// Whether there is a text in a language.
    pub fn has_language(&self, language: Language) -> bool {
        match (&self.labs.open, &self.setup.lab) {
            (Some(OpenLab { submission: Some(submission), .. }), Some(_)) => {
                submission.language == language
            }
            (_, Some(staged)) => staged.lab.texts_in(language).is_some(),
            (_, None) => self.setup.program.is_none() || language == Language::Rust,
        }
    }

    /// How texts can be shown: a lab has no PTX, and may be in one language alone.
    pub fn source_views(&self) -> Vec<SourceView> {
        if self.setup.program.is_some() {
            return self.program_views();
        }
        let is_there = |view: &SourceView| match view {
            SourceView::Rust => self.has_language(Language::Rust),
            SourceView::Wgsl => self.has_language(Language::Wgsl),
            SourceView::Both => {
                self.has_language(Language::Rust) && self.has_language(Language::Wgsl)
            }
            SourceView::Ptx => self.setup.lab.is_none(),
            SourceView::Program | SourceView::Sequential => false,
        };
        SourceView::ALL.into_iter().map(|(view, _)| view).filter(is_there).collect()
    }

    /// How far the user has come in the lab that is open.
    pub fn lab_progress(&self) -> LabProgress {
        let id = self.labs.open.as_ref().map(|open| &open.lab.id);
        id.and_then(|id| self.labs.progress.get(id)).cloned().unwrap_or_default()
    }

    pub(super) fn kept_progress(&self) -> BTreeMap<String, LabProgress> {
        let kept = self.store.as_ref().and_then(|store| store.load_json(attempt::PROGRESS));
        // A file of another version is not worth refusing to start for.
        kept.and_then(|json| serde_json::from_value(json).ok()).unwrap_or_default()
    }

    /// Changes and keeps how far the user has come.
    pub fn change_progress(&mut self, change: impl FnOnce(&mut LabProgress)) {
        let Some(id) = self.labs.own().map(|open| open.lab.id.clone()) else { return };
        change(self.labs.progress.entry(id).or_default());
        let store = self.store.as_ref();
        let kept = store.map(|store| store.save_json(attempt::PROGRESS, &self.labs.progress));
        if let Some(Err(error)) = kept {
            self.tell(error.to_string(), true);
        }
    }

    /// Opens what the program was started with.
    pub fn open_first(&mut self, opening: Opening) {
        match opening {
            // A link is a command.
            Opening::AsLeft | Opening::Link(_) => {}
            Opening::Lab(name) => match self.labs.shelf.find(&name) {
                Ok(lab) => {
                    let id = lab.id.clone();
                    self.labs.list.add(Arc::new(lab));
                    self.view.tour = None;
                    self.open_lab(&id);
                }
                Err(error) => self.tell(format!("{error:#}"), true),
            },
            Opening::Class { results, submissions } => {
                self.view.tour = None;
                self.labs.session.read_class(results, submissions);
            }
            Opening::Program(path) => self.open_program(&path),
            Opening::Comparison(files) => {
                self.view.tour = None;
                layout::bring_up(&mut self.layout, PanelId::Comparison);
                self.put_on_stage(PanelId::Comparison);
                self.view.stage.filled = Some(PanelId::Comparison);
                self.comparison.open(files);
            }
        }
    }

    /// Opens a lab of the list, with what was typed and tried before.
    pub fn open_lab(&mut self, id: &str) {
        let lab = match self.labs.list.find(id).map(|entry| entry.lab.clone()) {
            Some(Ok(lab)) => lab,
            Some(Err(why)) => {
                return self.tell(format!("The lab {id} cannot be used: {why}"), true);
            }
            None => return self.tell(format!("There is no lab {id}."), true),
        };
        if self.labs.own().is_some_and(|open| open.lab.id == id) {
            return;
        }
        for key in self.documents.add_lab(&lab) {
            self.load_text(&key);
        }
        let mut open = OpenLab::new(Arc::clone(&lab), None);
        match self.store.as_ref().map(|store| attempt::kept(store, id)) {
            Some(Ok(attempts)) => open.attempts = attempts,
            Some(Err(error)) => self.tell(error.to_string(), true),
            None => {}
        }
        let graded: Vec<_> =
            open.attempts.iter().filter_map(|attempt| attempt.graded.clone()).collect();
        self.stage_lab(lab, open);
        if !graded.is_empty() {
            self.change_progress(|progress| {
                graded.iter().for_each(|graded| progress.take_in(graded));
            });
        }
        self.show_last_attempt();
        if self.labs.own().is_some_and(|open| open.phase != Phase::Graded) {
            self.check_lab();
        }
    }

    /// Brings back the text that was kept.
    pub(super) fn load_text(&mut self, key: &str) {
        let text = self.store.as_ref().map(|store| store.load(key));
        match text {
            Some(Ok(Some(text))) => {
                let document = self.documents.get_mut(key);
                if document.is_some_and(|document| document.set(text)) {
                    self.check(key);
                }
            }
            Some(Err(error)) => self.tell(error.to_string(), true),
            Some(Ok(None)) | None => {}
        }
    }

    /// Shows somebody's submission.
    pub fn open_submission(&mut self, lab: Arc<Lab>, submission: Submission) {
        let (language, text) = (submission.language, submission.text.clone());
        self.documents.add_submission(language, text);
        self.stage_lab(Arc::clone(&lab), OpenLab::new(lab, Some(submission)));
        self.setup.language = language;
        self.check(&submission_key(language));
    }

    /// Puts a lab on stage.
    fn stage_lab(&mut self, lab: Arc<Lab>, open: OpenLab) {
        self.labs.session.cancel();
        if self.setup.lab.is_none() {
            self.setup.program = None;
            self.make_room();
            self.exchange_layouts();
        }
        self.setup.open_lab(lab);
        self.translated = None;
        self.labs.open = Some(open);
        if !self.has_language(self.setup.language) {
            let other = [Language::Rust, Language::Wgsl];
            let there = other.into_iter().find(|language| self.has_language(*language));
            self.setup.language = there.unwrap_or(self.setup.language);
        }
        if !self.source_views().contains(&self.view.source) {
            self.view.source = match self.setup.language {
                Language::Rust => SourceView::Rust,
                Language::Wgsl => SourceView::Wgsl,
            };
        }
        self.forget_sights();
        self.selection.watched = None;
        self.scroll_to_kernel();
        self.run();
    }

    /// Goes back to the lessons; nothing where no lab is open.
    pub fn leave_lab(&mut self) {
        if self.setup.lab.take().is_some() {
            self.labs.session.cancel();
            self.labs.open = None;
            self.exchange_layouts();
            self.forget_sights();
        }
    }

    /// What was looked at in one kernel means nothing in another.
    pub(super) fn forget_sights(&mut self) {
        self.selection.lane = None;
        self.pin_block(None);
        self.view.stage.asked_for.clear();
        self.view.is_answer_shown = false;
        self.view.is_diff = false;
        self.wanted_position = Some(WantedPosition::Position(0));
    }

    fn exchange_layouts(&mut self) {
        std::mem::swap(&mut self.layout, &mut self.other_layout);
        self.forget_layouts();
    }

    /// What was done to other panels cannot be undone in these.
    pub(super) fn forget_layouts(&mut self) {
        self.view.stage.filled = None;
        // Going back there would show the panels of the other.
        let is_position = |step: &UndoStep| matches!(step, UndoStep::Position(_));
        self.undo_steps.retain(is_position);
        self.redo_steps.retain(is_position);
    }

    /// Results of the text as it is now are still good.
    fn show_last_attempt(&mut self) {
        let text = self.stepped_document().text.clone();
        let is_rust = self.setup.language == Language::Rust;
        let Some(open) = &mut self.labs.open else { return };
        let last = open.attempts.iter().rev().find(|attempt| {
            attempt.graded.is_some() && attempt.text == text && attempt.is_rust == is_rust
        });
        if let Some(graded) = last.and_then(|attempt| attempt.graded.clone()) {
            open.show(&graded);
            open.phase = Phase::Graded;
        }
    }

    /// Has the cheap part of the checks made of the text as it is.
    pub fn check_lab(&mut self) {
        if let Some(open) = self.labs.open.as_mut().filter(|open| open.unusable.is_none()) {
            open.outdate();
            self.grade_lab(Extent::Quick);
        }
    }

    /// Has the text graded.
    pub fn grade_lab(&mut self, extent: Extent) {
        let language = self.setup.language;
        let text = self.stepped_document().text.clone();
        let Some(open) = &mut self.labs.open else { return };
        // What a lab that was open before is told must not be taken for this one's.
        self.labs.tickets += 1;
        open.ticket = self.labs.tickets;
        open.phase = Phase::Grading(extent);
        open.unusable = None;
        if extent == Extent::All {
            open.forget();
        }
        let source = Source { path: format!("kernel.{}", ending(language)), text };
        let (ticket, lab) = (open.ticket, Arc::clone(&open.lab));
        self.labs.session.grade(GradeRequest { ticket, lab, source, extent });
    }

    /// Gives up what is being graded; says whether there was something.
    pub fn cancel_grading(&mut self) -> bool {
        let Some(open) = self.labs.open.as_mut().filter(|open| open.is_running_all()) else {
            return false;
        };
        self.labs.session.cancel();
        open.outdate();
        open.phase = Phase::Idle;
        open.ticket = 0;
        true
    }

    /// A prediction that is still what the starter says, by the check's number.
    pub fn open_prediction(&self) -> Option<usize> {
        let open = self.labs.own()?;
        let language = self.setup.language;
        let starter = &open.lab.texts_in(language)?.starter.text;
        let text = &self.stepped_document().text;
        open.shown().find_map(|(index, check, _)| {
            let constant = predicted_constant(check)?;
            let of = |text| prediction::written(text, language, constant);
            (of(text) == of(starter)).then_some(index)
        })
    }

    /// Goes to a place that a grader names: its trial, model, schedule and step.
    pub fn go_to_place(&mut self, place: &Place) {
        let Some(staged) = &mut self.setup.lab else { return };
        staged.trial = Trial { size: place.size.clone(), seed: place.seed };
        if let Some(model) = model_named(&place.model) {
            self.setup.model = model;
            self.timings.timings.set_model(model);
        }
        self.setup.schedule = place.schedule.parse().unwrap_or(self.setup.schedule);
        let block = place.block.unwrap_or([0; 3]);
        self.setup.first_block = block;
        self.selection.block = place.block;
        let width = self.setup.model.warp_width.max(1);
        self.selection.lane = place.lanes.first().map(|lane| (lane / width, lane % width));
        self.view.is_diff = false;
        let step = place.step.and_then(|step| usize::try_from(step).ok());
        self.wanted_position = Some(match (place.line, step) {
            (Some(line), step) => WantedPosition::OnLine(block, step.unwrap_or(0), line),
            (None, Some(step)) => WantedPosition::InBlock(block, step),
            (None, None) => WantedPosition::Position(0),
        });
        if let Some(line) = place.line {
            self.view.scroll_to.insert(self.stepped_document().key.clone(), line);
        }
        layout::bring_up(&mut self.layout, PanelId::Source);
        self.run();
    }

    /// Takes in what comes of grading, unless something newer was asked for.
    fn receive_grade(&mut self, event: GradeEvent) {
        let is_new = |open: &&mut OpenLab| open.ticket == event.ticket();
        let Some(open) = self.labs.open.as_mut().filter(is_new) else { return };
        match event {
            GradeEvent::Begun { check, .. } => open.begin(check),
            GradeEvent::Ended { check, extent, outcome, .. } => open.end(check, *outcome, extent),
            GradeEvent::Refused { why, .. } => open.refuse(why),
            GradeEvent::Unusable { why, .. } => {
                open.unusable = Some(why);
                open.phase = Phase::Idle;
            }
            GradeEvent::Done { graded, .. } => {
                open.phase = if graded.is_some() { Phase::Graded } else { Phase::Idle };
                if let Some(graded) = graded {
                    let language = self.setup.language;
                    let text = self.stepped_document().text.clone();
                    self.keep_attempt(Attempt::new(language, text, Some(*graded)));
                }
            }
        }
    }

    /// Takes in what the background of labs has to say.
    pub(super) fn receive_labs(&mut self) {
        while let Some(event) = self.labs.session.next() {
            match event {
                LabEvent::Grade(event) => self.receive_grade(event),
                LabEvent::Class(Ok(class)) => {
                    self.labs.class = Some(ClassView::new(*class));
                    layout::bring_up(&mut self.layout, PanelId::Class);
                    self.put_on_stage(PanelId::Class);
                    // A table wants room; whoever opens a submission gets the window back.
                    self.view.stage.filled = Some(PanelId::Class);
                }
                LabEvent::Class(Err(why)) => self.tell(why, true),
                LabEvent::Submission { row, check, read } => self.opened(row, check, read),
                LabEvent::Told(text, is_bad) => self.tell(text, is_bad),
                LabEvent::Nothing => {}
            }
        }
    }

    /// Keeps an attempt, unless it says what the last one does.
    pub fn keep_attempt(&mut self, attempt: Attempt) {
        if self.labs.own().is_none() {
            return;
        }
        if let Some(graded) = &attempt.graded {
            self.change_progress(|progress| progress.take_in(graded));
        }
        let Some(open) = &mut self.labs.open else { return };
        if open.attempts.last().is_some_and(|last| attempt.is_like(last)) {
            return;
        }
        let id = open.lab.id.clone();
        let kept = self.store.as_ref().map(|store| attempt::keep(store, &id, &attempt));
        open.attempts.push(attempt);
        if let Some(Err(error)) = kept {
            self.tell(error.to_string(), true);
        }
    }

    /// A submission was read.
    fn opened(&mut self, row: usize, check: Option<usize>, read: Result<Box<Submission>, String>) {
        let Some(view) = &mut self.labs.class else { return };
        let class = Arc::clone(&view.class);
        view.chosen = Some(row);
        let Some(row) = class.rows.get(row) else { return };
        let submission = match read {
            Ok(submission) => *submission,
            Err(why) => return self.tell(why, true),
        };
        let lab = match self.labs.list.find(&class.lab).map(|entry| entry.lab.clone()) {
            Some(Ok(lab)) => lab,
            Some(Err(why)) => return self.tell(why, true),
            None => {
                let text = format!(
                    "The lab {} is not among those of this window. Start with `warpbench --class \
                     RESULTS --labs FOLDER`, where FOLDER has it.",
                    class.lab
                );
                return self.tell(text, true);
            }
        };
        self.open_submission(lab, submission);
        if let Some(open) = &mut self.labs.open {
            open.show(&row.graded);
            open.phase = Phase::Graded;
        }
        layout::bring_up(&mut self.layout, PanelId::Class);
        self.view.stage.filled = None;
        let place = check.and_then(|check| row.outcome(check)?.place.clone());
        if let Some(place) = place {
            self.go_to_place(&place);
        }
    }
}
