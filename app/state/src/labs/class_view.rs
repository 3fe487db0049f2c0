//! A class as a table that is sorted and filtered.

use super::class::{ClassResults, ClassRow};
use std::cmp::Ordering;
use std::sync::Arc;
use warpbench_lab::outcome::Status;

/// What a table is ordered by.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ClassColumn {
    #[default]
    Name,
    Points,
    /// A check, by its number.
    Check(usize),
}

/// Which submissions are listed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ClassFilter {
    /// Letters of the name or of what is said of it.
    pub words: String,
    pub which: Which,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Which {
    #[default]
    All,
    /// Those that do not pass.
    NotPassed,
    /// Those that fail a check, by its number.
    Failed(usize),
}

#[derive(Clone, Debug)]
pub struct ClassView {
    pub class: Arc<ClassResults>,
    pub column: ClassColumn,
    pub is_descending: bool,
    pub filter: ClassFilter,
    /// The row that was opened last.
    pub chosen: Option<usize>,
    /// The rows that are listed, in order.
    pub listed: Vec<usize>,
}

impl ClassView {
    pub fn new(class: ClassResults) -> ClassView {
        let mut view = ClassView {
            class: Arc::new(class),
            column: ClassColumn::Name,
            is_descending: false,
            filter: ClassFilter::default(),
            chosen: None,
            listed: Vec::new(),
        };
        view.list();
        view
    }

    /// Orders by a column; once more, the other way round.
    pub fn sort(&mut self, column: ClassColumn) {
        self.is_descending = self.column == column && !self.is_descending;
        self.column = column;
        self.list();
    }

    pub fn filter(&mut self, filter: ClassFilter) {
        self.filter = filter;
        self.list();
    }

    fn list(&mut self) {
        let rows = &self.class.rows;
        let words = self.filter.words.to_lowercase();
        let has_words = |row: &ClassRow| {
            let is_in = |text: &str| text.to_lowercase().contains(&words);
            words.is_empty() || is_in(&row.name) || is_in(&row.remark())
        };
        let is_meant = |row: &ClassRow| match self.filter.which {
            Which::All => true,
            Which::NotPassed => !row.graded.passed(),
            Which::Failed(check) => row.status(check) == Some(Status::Failed),
        };
        let listed = (0..rows.len()).filter(|&at| is_meant(&rows[at]) && has_words(&rows[at]));
        self.listed = listed.collect();
        // Those that are alike stay in the order of their names.
        self.listed.sort_by(|&a, &b| {
            let order = compared(&rows[a], &rows[b], self.column);
            let order = if self.is_descending { order.reverse() } else { order };
            order.then_with(|| compared(&rows[a], &rows[b], ClassColumn::Name))
        });
    }
}

fn compared(a: &ClassRow, b: &ClassRow, column: ClassColumn) -> Ordering {
    match column {
        ClassColumn::Name => a.name.to_lowercase().cmp(&b.name.to_lowercase()),
        ClassColumn::Points => a.graded.points.total_cmp(&b.graded.points),
        ClassColumn::Check(check) => rank(a, check).cmp(&rank(b, check)),
    }
}

/// Failed before passed, and both before what was not made.
fn rank(row: &ClassRow, check: usize) -> u8 {
    match row.status(check) {
        Some(Status::Failed) => 0,
        Some(Status::Passed) => 1,
        Some(Status::Skipped) => 2,
        None => 3,
    }
}
