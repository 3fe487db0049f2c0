//! The panel's connection with the world: the background thread, the clipboard
//! and files.

use super::action::{Action, Effect};
use super::export::save::{self, Dialog, Question};
use super::export::{Format, Picture, markdown};
use super::measure::{Machine, Workers};
use super::panel::Context;
use super::roofline;
use super::runner::Runner;
use super::sheet::Sheet;
use super::state::Timings;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::mpsc::{self, Receiver, Sender};
use std::thread;
use warpbench_catalog::Variant;
use warpbench_device::Devices;

/// What the panel knows, and who does what it asks for.
pub struct Session {
    pub timings: Timings,
    runner: Runner,
    dialog: Dialog,
    /// Where files go when nobody can be asked.
    folder: PathBuf,
    notices: (Sender<String>, Receiver<String>),
    repaint: Arc<dyn Fn() + Send + Sync>,
}

impl Session {
    /// Looks for devices in the background, in the way given. `repaint` is
    /// called when there is something to [receive](Session::receive).
    pub fn start(
        find: impl FnOnce() -> Devices + Send + 'static,
        workers: Workers,
        repaint: impl Fn() + Send + Sync + 'static,
    ) -> Session {
        let repaint: Arc<dyn Fn() + Send + Sync> = Arc::new(repaint);
        let runner = {
            let repaint = Arc::clone(&repaint);
            Runner::with(find, Box::new(Machine::new(workers)), move || repaint())
        };
        Session::with(runner, Arc::new(save::ask), save::usual_folder(), repaint)
    }

    /// The same with others to run jobs, and to ask for files.
    pub fn with(
        runner: Runner,
        dialog: Dialog,
        folder: PathBuf,
        repaint: Arc<dyn Fn() + Send + Sync>,
    ) -> Session {
        let notices = mpsc::channel();
        Session { timings: Timings::new(), runner, dialog, folder, notices, repaint }
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

    /// Does what somebody asked for in the panel. Another kernel to be shown is
    /// returned, because the panel does not decide that.
    pub fn apply(
        &mut self,
        egui: &egui::Context,
        action: Action,
        context: &Context<'_>,
    ) -> Option<&'static Variant> {
        let mut chosen = None;
        for effect in self.timings.apply(action, context) {
            match effect {
                Effect::Start(job) => self.runner.queue(*job),
                Effect::Cancel => self.runner.cancel(),
                Effect::Copy => {
                    egui.copy_text(markdown::of(&Sheet::of(&self.timings, context)));
                    self.timings.notice = Some("The table is in the clipboard.".to_owned());
                }
                Effect::Save(format) => self.save(format, context),
                Effect::Choose(variant) => chosen = Some(variant),
            }
        }
        chosen
    }

    /// Draws and writes a file in a thread of its own: neither the dialog nor
    /// the pixels may hold up a frame.
    fn save(&self, format: Format, context: &Context<'_>) {
        let picture = self.picture(context);
        let (dialog, folder) = (Arc::clone(&self.dialog), self.folder.clone());
        let (notices, repaint) = (self.notices.0.clone(), Arc::clone(&self.repaint));
        thread::spawn(move || {
            let question = Question { name: picture.name(format), format };
            let notice = match picture.render(format) {
                Ok(bytes) => save::save(&dialog, &folder, &question, &bytes),
                Err(reason) => format!("The picture could not be drawn: {reason}."),
            };
            // Nobody listens any more when the window is closed.
            let _ = notices.send(notice);
            repaint();
        });
    }

    /// What files are made of.
    pub fn picture(&self, context: &Context<'_>) -> Picture {
        let target = self.timings.plotted().unwrap_or_default();
        let roofline = roofline::of(&self.timings, context, target).ok();
        Picture { sheet: Sheet::of(&self.timings, context), roofline, series: target }
    }
}
