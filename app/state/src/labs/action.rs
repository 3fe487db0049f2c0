//! Actions of the lab panels.

use super::class_view::{ClassColumn, ClassFilter};
use warpbench_lab::Trial;

#[derive(Clone, Debug, PartialEq)]
pub enum LabAction {
    /// Open a lab, by the name of its folder.
    Open(String),
    /// Back to the lessons.
    Close,
    /// Make all checks, at all sizes.
    RunChecks,
    /// Show one hint more.
    NextHint,
    /// Go to where a check failed, by its number.
    ShowCheck(usize),
    /// Enter a number for a prediction: the check's number, and what was typed.
    Predict(usize, String),
    /// Take up the text of an attempt again, by its number.
    TakeUp(usize),
    /// Back to the starter.
    Reset,
    /// Show the difference to the solution, or the text.
    ToggleSolution,
    /// Save the text for handing in.
    Save,
    /// Step another trial.
    SetTrial(Trial),

    /// Ask for the results of a class, and open them.
    OpenClass,
    /// Put the class away.
    CloseClass,
    /// Order the class by a column; once more, the other way round.
    SortClass(ClassColumn),
    FilterClass(ClassFilter),
    /// Open a submission, by its row in the results, at a check that failed.
    OpenSubmission(usize, Option<usize>),
}
