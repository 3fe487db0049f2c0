//! The program with directives that is open, as the rest of the window sees it.

use super::State;
use super::document::Document;
use super::layout;
use super::view::SourceView;
use crate::programs::{StagedProgram, Translated};
use std::path::Path;
use std::sync::Arc;
use warpbench_texts::value;

impl State {
    /// The text that is typed into: the one that is stepped, or the program that it is made
    /// of.
    pub fn typed_document(&self) -> &Document {
        let program = self.setup.program.as_ref();
        let own = program.and_then(|program| self.documents.get(&program.key()));
        own.unwrap_or_else(|| self.stepped_document())
    }

    /// Whether what is shown belongs to the lesson's rung, and not to a lab or a program of
    /// somebody's own.
    pub fn is_in_lesson(&self) -> bool {
        let is_own = |program: &Arc<StagedProgram>| !program.is_of_lesson;
        self.setup.lab.is_none() && !self.setup.program.as_ref().is_some_and(is_own)
    }

    /// The kernels of the program that is open.
    pub(super) fn kernels_document(&self) -> Option<&Document> {
        self.documents.get(&self.setup.program.as_ref()?.kernels_key())
    }

    /// What was made of the program that is open, as long as it is the text that is shown.
    pub fn current_translation(&self) -> Option<&Translated> {
        let translated = self.translated.as_deref()?;
        let key = self.setup.program.as_ref()?.key();
        let document = self.documents.get(&key)?;
        (document.text == *translated.program).then_some(translated)
    }

    /// Which iteration of the sequential loops a lane is doing: the one that is followed, or
    /// the first that is active.
    pub fn iteration(&self) -> Option<String> {
        let translated = self.current_translation()?;
        let player = self.player.as_ref().filter(|_| self.is_stepped(self.stepped_document()))?;
        let at = (self.current_line()? as usize).checked_sub(1)?;
        let line = *translated.origins.get(at)?.first()?;
        let (now, warp) = (player.shown_state(), self.shown_warp());
        let active = now.warps.get(warp as usize)?.mask;
        let lane = self.selection.chosen_in(warp).unwrap_or(active.trailing_zeros().min(63));
        let variables = &player.recording.variables;
        let value = |name: &str| {
            let own = variables.iter().filter(|variable| variable.name == name);
            let mut known = own.filter_map(|variable| {
                let bits = player.recording.value(now, warp, variable, lane)?;
                Some(value::text(variable.scalar, bits))
            });
            Some(format!("{name} = {}", known.next()?))
        };
        let around = translated.loops.iter().filter(|own| own.lines.contains(&line));
        let values: Vec<String> = around.filter_map(|own| value(&own.variable)).collect();
        if values.is_empty() {
            return None;
        }
        Some(format!("warp {warp}, lane {lane}: {}", values.join(", ")))
    }

    /// Takes in the texts of the program that is open, with what was typed before.
    pub fn stage_program(&mut self) {
        self.translated = None;
        self.view.pass = None;
        self.make_room();
        if let Some(program) = self.setup.program.clone() {
            for key in self.documents.add_program(&program) {
                self.load_text(&key);
            }
        }
        let is_of_programs =
            matches!(self.view.source, SourceView::Program | SourceView::Sequential);
        self.view.source = match (&self.setup.program, is_of_programs) {
            // Both texts are what a program is opened for.
            (Some(_), false) => SourceView::Program,
            (None, true) => SourceView::default(),
            _ => self.view.source,
        };
    }

    /// Gives both texts of a program the room that they need, and the panels their usual
    /// places back when it is left.
    pub(super) fn make_room(&mut self) {
        match (self.setup.program.is_some(), self.layout_aside.take()) {
            (true, None) => {
                let usual = std::mem::replace(&mut self.layout, layout::of_programs());
                self.layout_aside = Some(usual);
                self.forget_layouts();
            }
            (false, Some(usual)) => {
                self.layout = usual;
                self.forget_layouts();
            }
            (_, aside) => self.layout_aside = aside,
        }
    }

    /// Opens a program of somebody's own.
    pub fn open_program(&mut self, path: &Path) {
        match StagedProgram::open(path) {
            Ok(program) => {
                self.leave_lab();
                self.view.tour = None;
                self.setup.open_program(Arc::new(program));
                self.stage_program();
                self.forget_sights();
                self.selection.watched = None;
                self.run();
            }
            Err(why) => self.tell(why, true),
        }
    }

    /// Takes in what was made of the program.
    pub(super) fn take_translation(&mut self, translated: Arc<Translated>) {
        let Some(program) = self.setup.program.clone() else { return };
        self.setup.launch = translated.launch;
        self.documents.set_kernels(&program, &translated.kernels);
        self.sent = Some((program.kernels_key(), Arc::clone(&translated.kernels)));
        let passes = translated.passes.len();
        self.view.pass = self.view.pass.filter(|pass| *pass < passes);
        self.translated = Some(translated);
        self.scroll_to_kernel();
    }

    /// How the texts of a program can be shown.
    pub(super) fn program_views(&self) -> Vec<SourceView> {
        vec![SourceView::Program, SourceView::Sequential, SourceView::Rust]
    }
}
