//! Events of the background, put into the state.

use super::player::{FINDING, Player};
use super::settings::{self, Settings};
use super::{Conflict, RunStatus, State, UndoStep, WantedPosition, scene};
use crate::session::{RequestId, SessionEvent};
use crate::store;
use std::sync::Arc;
use warpbench_simulate::recording::Recording;
use warpbench_simulate::report::Simulation;

impl State {
    /// Takes in everything that the background has to say.
    pub fn receive(&mut self) {
        while let Some(event) = self.session.next() {
            match event {
                SessionEvent::Checked { key, revision, diagnostics } => {
                    if let Some(document) = self.documents.get_mut(&key) {
                        document.diagnostics = diagnostics;
                        document.checked = Some(revision);
                    }
                }
                SessionEvent::Derived { ticket, derived } if ticket == self.ticket => {
                    self.take_derived(derived);
                }
                SessionEvent::Translated { ticket, translated } if ticket == self.ticket => {
                    self.take_translation(translated);
                }
                SessionEvent::Recorded { ticket, recording, known } if ticket == self.ticket => {
                    self.recorded(recording, known);
                }
                SessionEvent::Counted { ticket, simulation } if ticket == self.ticket => {
                    self.counted(simulation);
                }
                SessionEvent::Tried { ticket, schedules } if ticket == self.ticket => {
                    self.other_schedules = Some(schedules);
                }
                SessionEvent::Failed { ticket, reason, is_text } if ticket == self.ticket => {
                    self.status =
                        if is_text { RunStatus::Mistakes } else { RunStatus::Failed(reason) };
                }
                SessionEvent::Panicked { request, notice } => self.panicked(&request, notice),
                // Something newer was asked for since.
                SessionEvent::Derived { .. }
                | SessionEvent::Translated { .. }
                | SessionEvent::Recorded { .. }
                | SessionEvent::Counted { .. }
                | SessionEvent::Tried { .. }
                | SessionEvent::Failed { .. } => {}
            }
        }
        self.timings.receive();
        self.receive_labs();
        for (text, is_bad) in self.comparison.receive() {
            self.tell(text, is_bad);
        }
        for event in self.store.as_ref().map(store::Store::events).unwrap_or_default() {
            self.stored(event);
        }
    }

    /// What was asked for will not come.
    fn panicked(&mut self, request: &RequestId, notice: String) {
        match request {
            RequestId::Check { key, revision } => {
                if let Some(document) = self.documents.get_mut(key) {
                    document.checked = Some(*revision);
                }
            }
            RequestId::Run(ticket) if *ticket == self.ticket => {
                self.status = RunStatus::Failed(notice.clone());
            }
            RequestId::Derive(_) => self.deriving = None,
            RequestId::Run(_) => {}
        }
        self.tell(notice, true);
    }

    fn recorded(&mut self, recording: Arc<Recording>, known: Arc<Simulation>) {
        let is_same_text = self.stepped == self.sent;
        let before = self.player.take();
        let mut player = Player::new(recording, self.speed);
        let wanted = self.wanted_position.take();
        let position = match (wanted, &before) {
            (Some(WantedPosition::Position(position)), _) => position,
            (Some(WantedPosition::InBlock(block, step)), _) => {
                player.block_at(block).map_or(0, |index| player.position_in(index, step))
            }
            (Some(WantedPosition::OnLine(block, step, line)), _) => {
                let found = player.block_at(block);
                found.map_or(0, |index| player.nearest_on_line(index, step, line))
            }
            (Some(WantedPosition::Scene(scene)), _) => {
                let text = self.sent.as_ref().map_or("", |(_, text)| text);
                scene::position(&player, text, self.setup.language, &scene).unwrap_or(0)
            }
            // Another model or schedule is looked at from the same place.
            (None, Some(before))
                if is_same_text && before.recording.entry == player.recording.entry =>
            {
                before.position()
            }
            _ => 0,
        };
        player.seek(position.min(player.trace().len()));
        player.pinned = self.selection.block.and_then(|block| player.block_at(block));
        self.stepped.clone_from(&self.sent);
        self.simulation = Some(known);
        self.report = None;
        self.other_schedules = None;
        self.status = RunStatus::Counting;
        // Positions of another trace mean nothing in this one.
        self.undo_steps.retain(|step| matches!(step, UndoStep::Layout(_)));
        self.redo_steps.clear();
        let warps = player.trace().shape().warps();
        if self.selection.lane.is_some_and(|(warp, _)| warp >= warps) {
            self.selection.lane = None;
        }
        self.player = Some(player);
    }

    fn counted(&mut self, simulation: Arc<Simulation>) {
        if let Some(player) = &mut self.player {
            let len = player.trace().len();
            for finding in &simulation.findings {
                if let Some(position) = player.position_of(finding) {
                    player.marks.add(position, len, FINDING);
                }
            }
        }
        self.report = serde_json::to_value(&*simulation).ok();
        self.simulation = Some(simulation);
        self.status = RunStatus::Done;
    }

    fn stored(&mut self, event: store::Event) {
        match event {
            store::Event::Saved { .. } => {}
            store::Event::Failed { key, reason } => {
                self.tell(format!("{key} is not saved: {reason}"), true);
            }
            store::Event::Settings { reason, .. } => self.tell(reason, true),
            store::Event::Conflict { key, ours_at, .. } => {
                self.conflicts.retain(|conflict| conflict.key != key);
                let ours_at = ours_at.map(|path| path.display().to_string()).unwrap_or_default();
                self.conflicts.push(Conflict { key, ours_at });
            }
            store::Event::Resolved { key, loser_at, .. } => {
                self.conflicts.retain(|conflict| conflict.key != key);
                if let Some(path) = loser_at {
                    self.tell(format!("The other text of {key} is in {}.", path.display()), false);
                }
            }
            store::Event::Changed { key, text } => {
                self.replace_text(&key, text);
                self.tell(format!("{key} was changed in another window and is shown anew."), false);
            }
        }
    }

    /// Shows a text that was kept; nothing stands for the original.
    fn replace_text(&mut self, key: &str, text: Option<String>) {
        let Some(document) = self.documents.get_mut(key) else { return };
        let text = text.unwrap_or_else(|| document.original.clone().into_owned());
        if document.set(text) {
            self.check(key);
            if self.stepped_document().key == key {
                self.run();
                self.check_lab();
            }
        }
    }

    /// Brings back what was kept.
    pub(super) fn restore(&mut self) {
        let Some(store) = &self.store else { return };
        let settings = store.load_json(settings::NAME);
        let keys: Vec<String> =
            self.documents.iter().map(|document| document.key.clone()).collect();
        let texts: Vec<_> = keys.into_iter().map(|key| (store.load(&key), key)).collect();
        // A file of another version, or one that somebody edited, is not worth
        // refusing to start for.
        let settings = settings.and_then(|json| serde_json::from_value::<Settings>(json).ok());
        let settings = settings.unwrap_or_default();
        let lab = settings.lab.clone();
        self.labs.progress = self.kept_progress();
        settings.restore(self);
        for (text, key) in texts {
            match text {
                Ok(None) => {}
                Ok(Some(text)) => {
                    let document = self.documents.get_mut(&key);
                    if document.is_some_and(|document| document.set(text)) {
                        self.check(&key);
                    }
                }
                Err(error) => self.tell(error.to_string(), true),
            }
        }
        // A lab that is not there any more is no reason to say anything.
        if let Some(lab) = lab.filter(|id| self.labs.list.find(id).is_some()) {
            self.open_lab(&lab);
        }
    }

    /// Keeps what is to be remembered, if it has changed.
    pub fn keep_settings(&mut self) {
        if !std::mem::take(&mut self.is_dirty) {
            return;
        }
        let settings = Settings::of(self);
        if let Some(Err(error)) =
            self.store.as_ref().map(|store| store.save_json(settings::NAME, &settings))
        {
            self.tell(error.to_string(), true);
        }
    }
}
