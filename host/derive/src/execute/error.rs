//! What kept the host from its steps.

use crate::constant_memory::MOST_BYTES;
use thiserror::Error;
use warpbench_front::Diagnostic;
use warpbench_front::diagnostic::Span;

/// Steps that could not be carried out.
#[derive(Clone, Debug, PartialEq, Error)]
pub enum ExecuteError {
    #[error("there is no function `{0}` that leads to kernels and that nobody calls")]
    NoEntry(String),
    #[error("{}", .0.message)]
    NotComputed(Box<NotComputed>),
    #[error("`{name}` has no values")]
    NoArray { name: String, span: Span },
    #[error("`{name}` has {len} elements, and the section that is copied lies outside of it")]
    Outside { name: String, len: u64, span: Span },
    #[error("`{name}` needs {bytes} bytes on the GPU, which cannot be had")]
    NoRoom { name: String, bytes: u64, span: Span },
    #[error(
        "`{name}` needs {bytes} bytes of constant memory, of which there are {MOST_BYTES}, and \
         {in_use} are in use"
    )]
    NoConstantRoom { name: String, bytes: u64, in_use: u64, span: Span },
    #[error("`{name}` is not on the GPU at this step")]
    NotAllocated { name: String, span: Span },
    #[error("the host does something of its own here, which only the generated program can do")]
    Host { span: Span },
    #[error("{kernel}: {reason}")]
    Launch { kernel: String, reason: String },
    #[error("{0}")]
    Settle(String),
}

/// A number of the host that could not be computed.
#[derive(Clone, Debug, PartialEq)]
pub struct NotComputed {
    pub message: String,
    /// What cannot be computed.
    pub span: Span,
    pub help: String,
    /// What it is needed for, where that stands elsewhere.
    pub needed: Option<(Span, String)>,
}

impl NotComputed {
    pub(super) fn new(message: String, span: Span, help: &str) -> NotComputed {
        NotComputed { message, span, help: help.to_owned(), needed: None }
    }

    /// The same, where a variable of it is needed. The last place is the one that counts.
    pub(super) fn needed(mut self, name: &str, at: Span) -> NotComputed {
        if at != self.span {
            self.needed = Some((at, format!("`{name}` is needed here")));
        }
        self
    }
}

impl ExecuteError {
    /// The error with its place and what to write instead; nothing where it is about a
    /// launch, which has reasons of its own.
    pub fn diagnostic(&self) -> Option<Diagnostic> {
        let (span, help) = match self {
            ExecuteError::NotComputed(own) => (own.span, own.help.as_str()),
            ExecuteError::NoArray { span, .. } => {
                (*span, "pass an array for it, or make it with `vec![value; size]`")
            }
            ExecuteError::Outside { span, .. } => {
                (*span, "pass a longer array, or say its size with `shape`")
            }
            ExecuteError::NoRoom { span, .. } => (*span, "make it smaller"),
            ExecuteError::NoConstantRoom { span, .. } => (
                *span,
                "write `constant free` for what is no longer needed before this, or use \
                 `global alloc`",
            ),
            ExecuteError::NotAllocated { span, .. } => {
                (*span, "allocate it before, in a block around it")
            }
            ExecuteError::Host { span } => (
                *span,
                "run it yourself: `warpbench translate --to program` writes the program down; \
                 here the host knows directives, loops, numbers and calls",
            ),
            ExecuteError::NoEntry(_) | ExecuteError::Launch { .. } | ExecuteError::Settle(_) => {
                return None;
            }
        };
        let mut found = Diagnostic::new(self.to_string(), span).help(help);
        if let ExecuteError::NotComputed(own) = self
            && let Some((span, label)) = &own.needed
        {
            found = found.other(*span, label.clone());
        }
        Some(found)
    }
}

impl From<Box<NotComputed>> for ExecuteError {
    fn from(own: Box<NotComputed>) -> ExecuteError {
        ExecuteError::NotComputed(own)
    }
}
