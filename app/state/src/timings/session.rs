//! The panel's connection with the world: the background thread, the clipboard
//! and files.

use super::action::{Effect, FileFormat, TimingsAction};
use super::comparison::Comparison;
use super::export::markdown;
use super::export::picture::Picture;
use super::export::save::{self, Dialog, Question};
use super::ladder::Ladder;
#[cfg(not(target_arch = "wasm32"))]
use super::machine::{Machine, Workers};
use super::roofline;
use super::runner::Runner;
use super::state::Timings;
use crate::background;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
#[cfg(not(target_arch = "wasm32"))]
use warpbench_device::Devices;

/// What the panel knows, and who does what it asks for.
pub struct TimingsSession {
    pub timings: Timings,
    runner: Runner,
    dialog: Dialog,
    /// Where files go when nobody can be asked.
    folder: PathBuf,
    notices: (Sender<String>, Receiver<String>),
    repaint: Arc<dyn Fn() + Send + Sync>,
}

impl TimingsSession {
    /// Looks for devices in the background. `repaint` is called when there is something
    /// to [receive](TimingsSession::receive).
    #[cfg(target_arch = "wasm32")]
    pub fn start(repaint: impl Fn() + Send + Sync + 'static) -> TimingsSession {
        let repaint: Arc<dyn Fn() + Send + Sync> = Arc::new(repaint);
        let runner = {
            let repaint = Arc::clone(&repaint);
            Runner::start(move || repaint())
        };
        TimingsSession::with(runner, Arc::new(save::ask), save::usual_folder(), repaint)
    }

    /// Looks for devices in the background, in the way given. `repaint` is
    /// called when there is something to [receive](TimingsSession::receive).
    #[cfg(not(target_arch = "wasm32"))]
    pub fn start(
        find: impl FnOnce() -> Devices + Send + 'static,
        workers: Workers,
        repaint: impl Fn() + Send + Sync + 'static,
    ) -> TimingsSession {
        let repaint: Arc<dyn Fn() + Send + Sync> = Arc::new(repaint);
        let runner = {
            let repaint = Arc::clone(&repaint);
            Runner::with(find, Box::new(Machine::new(workers)), move || repaint())
        };
        TimingsSession::with(runner, Arc::new(save::ask), save::usual_folder(), repaint)
    }

    /// The same with others to run jobs, and to ask for files.
    pub fn with(
        runner: Runner,
        dialog: Dialog,
        folder: PathBuf,
        repaint: Arc<dyn Fn() + Send + Sync>,
    ) -> TimingsSession {
        let notices = mpsc::channel();
        TimingsSession { timings: Timings::new(), runner, dialog, folder, notices, repaint }
    }

    /// Takes in what has happened in the background. Waits for nothing.
    pub fn receive(&mut self) {
        while let Some(event) = self.runner.next() {
            self.timings.receive(event);
        }
        while let Ok(notice) = self.notices.1.try_recv() {
            self.timings.notice = Some(notice);
        }
    }

    /// Does what somebody asked for in the panel. The name of another kernel
    /// to be shown is returned, because the panel does not decide that.
    pub fn apply(
        &mut self,
        egui: &egui::Context,
        action: TimingsAction,
        ladder: &Ladder,
    ) -> Option<&'static str> {
        let mut chosen = None;
        for effect in self.timings.apply(action, ladder) {
            match effect {
                Effect::Start(job) => self.runner.queue(*job),
                Effect::Cancel => self.runner.cancel(),
                Effect::Copy => {
                    egui.copy_text(markdown::of(&Comparison::of(&self.timings, ladder)));
                    self.timings.notice = Some("The table is in the clipboard.".to_owned());
                }
                Effect::Save(format) => self.save(format, ladder),
                Effect::Choose(name) => chosen = Some(name),
            }
        }
        chosen
    }

    /// Draws and writes a file in a thread of its own: neither the dialog nor
    /// the pixels may hold up a frame.
    fn save(&self, format: FileFormat, ladder: &Ladder) {
        let picture = self.picture(ladder);
        let (dialog, folder) = (Arc::clone(&self.dialog), self.folder.clone());
        let (notices, repaint) = (self.notices.0.clone(), Arc::clone(&self.repaint));
        let started = background::run("timings' files", move || {
            let question = Question { name: picture.name(format), format };
            let notice = match picture.render(format) {
                Ok(bytes) => save::save(&dialog, &folder, &question, &bytes),
                Err(reason) => format!("The picture could not be drawn: {reason}."),
            };
            // Nobody listens any more when the window is closed.
            let _ = notices.send(notice);
            repaint();
        });
        if let Err(error) = started {
            let notice = format!("There is no thread to write files with ({error}).");
            let _ = self.notices.0.send(notice);
        }
    }

    /// What files are made of.
    pub fn picture(&self, ladder: &Ladder) -> Picture {
        let target = self.timings.plotted().unwrap_or_default();
        let roofline = roofline::of(&self.timings, ladder, target).ok();
        Picture { comparison: Comparison::of(&self.timings, ladder), roofline, series: target }
    }
}
