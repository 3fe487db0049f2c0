//! Errors of the host's steps.

use crate::constant_memory::MOST_BYTES;
use crate::evaluate::{NotComputed, Unknown};
use thiserror::Error;
use warpbench_codes::{Code, D0007, D0008};
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

impl ExecuteError {
    fn code(&self) -> Code {
        match self {
            ExecuteError::NoRoom { .. }
            | ExecuteError::NoConstantRoom { .. }
            | ExecuteError::NotAllocated { .. } => D0007,
            ExecuteError::NoEntry(_)
            | ExecuteError::NotComputed(_)
            | ExecuteError::NoArray { .. }
            | ExecuteError::Outside { .. }
            | ExecuteError::Host { .. }
            | ExecuteError::Launch { .. }
            | ExecuteError::Settle(_) => D0008,
        }
    }

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
        let mut found = Diagnostic::new(self.code(), self.to_string(), span).help(help);
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

impl From<Unknown<'_>> for ExecuteError {
    fn from(unknown: Unknown<'_>) -> ExecuteError {
        ExecuteError::NotComputed(Box::new(unknown.into()))
    }
}
