//! What the window opens with, as the command line or a page asks for it.

use crate::labs::Shelf;
use std::path::PathBuf;

/// What the workbench opens with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Opening {
    /// Where the user was.
    #[default]
    AsLeft,
    /// A lab: its number, its name or its folder.
    Lab(String),
    /// The results of a class, and the folder of its submissions where that is known.
    Class { results: PathBuf, submissions: Option<PathBuf> },
    /// A program with directives.
    Program(PathBuf),
    /// Result files to be compared.
    Comparison(Vec<PathBuf>),
    /// What a link means, given its part behind `#`.
    Link(String),
}

/// Why the window did not open, in a sentence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unopened {
    /// There is no such thing to be opened.
    Wrong(String),
    /// There can be no window.
    NoWindow(String),
}

/// Opens the window with labs of a shelf and stays until it is closed. The program hands
/// it to the command line, which knows no window.
pub type OpenWindow = fn(Shelf, Opening) -> Result<(), Unopened>;
