//! The labs that can be opened. One that cannot be read does not hide the others.

use std::sync::Arc;
use warpbench_common::labs::Shelf;
use warpbench_lab::lab::Lab;

#[derive(Clone, Debug)]
pub struct LabEntry {
    /// The name of its folder.
    pub id: String,
    /// The lab, or what is wrong with it.
    pub lab: Result<Arc<Lab>, String>,
}

impl LabEntry {
    /// What the list calls it.
    pub fn title(&self) -> &str {
        self.lab.as_ref().map_or(&self.id, |lab| &lab.title)
    }
}

#[derive(Clone, Debug, Default)]
pub struct LabList {
    pub entries: Vec<LabEntry>,
    /// Why there is none, if so.
    pub broken: Option<String>,
}

impl LabList {
    pub fn read(shelf: &Shelf) -> LabList {
        let names = match shelf.names() {
            Ok(names) => names,
            Err(error) => {
                return LabList { entries: Vec::new(), broken: Some(format!("{error:#}")) };
            }
        };
        let entry = |id: String| {
            let lab = shelf.find(&id).map(Arc::new).map_err(|error| format!("{error:#}"));
            LabEntry { id, lab }
        };
        LabList { entries: names.into_iter().map(entry).collect(), broken: None }
    }

    pub fn find(&self, id: &str) -> Option<&LabEntry> {
        self.entries.iter().find(|entry| entry.id == id)
    }

    /// Adds a lab that lies elsewhere, or takes the place of one of that name.
    pub fn add(&mut self, lab: Arc<Lab>) {
        let entry = LabEntry { id: lab.id.clone(), lab: Ok(lab) };
        match self.entries.iter_mut().find(|known| known.id == entry.id) {
            Some(known) => *known = entry,
            None => self.entries.push(entry),
        }
    }

    /// The lab so many further on, as far as there is one.
    pub fn moved(&self, id: &str, by: isize) -> Option<&LabEntry> {
        let at = self.entries.iter().position(|entry| entry.id == id)?;
        self.entries.get(at.checked_add_signed(by)?)
    }
}
