//! Labs in the window: which there are, the one that is open, and a class's results.
//!
//! Nothing here draws. [`session`] grades in a thread of its own and reads folders in
//! others; [`open`] holds what is known of the open lab, [`attempt`] what is kept of
//! it, and [`class`] what came of a folder of submissions. The text that is edited is
//! a document like any other, and what is stepped is one of the lab's trials.

pub mod action;
pub mod attempt;
pub mod class;
pub mod class_view;
mod files;
pub mod list;
pub mod open;
pub mod prediction;
pub mod quick;
pub mod session;
#[cfg(test)]
mod tests;

use attempt::LabProgress;
use class_view::ClassView;
pub use files::{LabDialog, LabQuestion, ask};
use list::LabList;
use open::OpenLab;
use session::LabSession;
use std::collections::BTreeMap;
use warpbench_common::labs::Shelf;

/// All that the window knows of labs.
pub struct Labs {
    pub list: LabList,
    pub session: LabSession,
    /// The lab that is worked on.
    pub open: Option<OpenLab>,
    /// How far the user has come, by lab.
    pub progress: BTreeMap<String, LabProgress>,
    /// The class that is looked at.
    pub class: Option<ClassView>,
    /// How often something was graded.
    pub tickets: u64,
    /// Where labs are looked for that are not in the list.
    pub shelf: Shelf,
}

impl Labs {
    /// The labs of a shelf. `wake` is called when there is an event.
    pub fn start(shelf: Shelf, dialog: LabDialog, wake: impl Fn() + Send + Sync + 'static) -> Labs {
        Labs {
            list: LabList::read(&shelf),
            session: LabSession::start(dialog, wake),
            open: None,
            progress: BTreeMap::new(),
            class: None,
            tickets: 0,
            shelf,
        }
    }

    /// Whether checks are being made, or will be.
    pub fn is_busy(&self) -> bool {
        self.open.as_ref().is_some_and(OpenLab::is_busy) || self.session.is_reading()
    }

    /// The lab that is open, if it is worked on and not somebody's submission.
    pub fn own(&self) -> Option<&OpenLab> {
        self.open.as_ref().filter(|open| open.submission.is_none())
    }
}
