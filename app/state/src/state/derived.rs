//! The coalesced form of the kernel that is stepped: asked for, and put in its place.

use super::State;
use crate::session::{DeriveRequest, DerivedKernel, SessionRequest};

impl State {
    /// Has the coalesced form of a kernel of the text that is stepped derived; `launch` is
    /// its grid and block, where they are known.
    pub fn derive(&mut self, kernel: &str, launch: Option<([u32; 3], [u32; 3])>) {
        let document = self.stepped_document();
        let (key, text) = (document.key.clone(), document.text.clone());
        let (ticket, kernel) = (self.ticket, kernel.to_owned());
        self.deriving = Some(ticket);
        let request = DeriveRequest { ticket, key, text, kernel, launch };
        self.session.send(SessionRequest::Derive(request));
    }

    /// The kernel's text becomes what was derived of it, as one step that can be undone.
    pub(super) fn take_derived(&mut self, derived: Result<DerivedKernel, String>) {
        self.deriving = None;
        let DerivedKernel { key, text, block, grid } = match derived {
            Ok(derived) => derived,
            Err(reason) => return self.tell(reason, true),
        };
        if grid.is_some() {
            if self.setup.lab.is_some() {
                let [x, y, _] = block;
                let message = format!(
                    "Derived for blocks of {x} × {y} threads, which this lab does not launch."
                );
                return self.tell(message, true);
            }
            (self.setup.grid, self.setup.block) = (grid, Some(block));
        }
        self.is_dirty = true;
        if let Some(document) = self.documents.get_mut(&key) {
            // A step of its own, whatever was typed before and is after.
            document.history.close();
            document.history.feed(&text, 0, 0.0);
            document.history.close();
        }
        self.set_text(&key, text);
    }
}
