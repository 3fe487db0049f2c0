//! Scrolling to what a step is about, once for each step, so that whoever scrolls away
//! stays there.

use egui::{Id, Rect, Ui};

/// The first time the room may still be another.
const TRIES: u32 = 3;

/// Whether there is still to be scrolled to what a picture follows.
pub(super) struct Follow {
    id: Id,
    /// What tells one from another.
    what: u64,
    tries: u32,
}

impl Follow {
    /// What is followed now, by a number that changes with it.
    pub(super) fn new(ui: &Ui, name: &str, what: u64) -> Follow {
        let id = ui.scope_id().with(name);
        let tries = match ui.data(|data| data.get_temp::<(u64, u32)>(id)) {
            Some((seen, tries)) if seen == what => tries,
            _ => TRIES,
        };
        Follow { id, what, tries }
    }

    /// Scrolls to a place that is out of view; nothing where what is followed is in view.
    pub(super) fn scroll(&mut self, ui: &Ui, target: Option<Rect>) {
        match target.filter(|_| self.tries > 0) {
            Some(target) => {
                ui.scroll_to_rect(target, None);
                ui.ctx().request_repaint();
                self.tries -= 1;
            }
            None => self.tries = 0,
        }
        ui.data_mut(|data| data.insert_temp(self.id, (self.what, self.tries)));
    }
}
