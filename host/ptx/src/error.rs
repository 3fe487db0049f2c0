//! Errors between a kernel's text and its PTX.

use std::{io, path::PathBuf};

use thiserror::Error;

use crate::{process::ProcessError, spaces::SharedArrayError, toolchain::Incomplete};

/// Why there is no PTX.
#[derive(Debug, Error)]
pub enum Error {
    /// The machine has no complete compiler. The message names every piece that
    /// is missing, and how to get it.
    #[error(transparent)]
    Incomplete(#[from] Incomplete),

    /// The architecture's name is none.
    #[error("`{0}` is no architecture that kernels are compiled for; one is sm_75")]
    Target(String),

    #[error("{file} does not compile for the GPU\n{}", messages.trim_end())]
    Rust {
        /// The file, as its author knows it.
        file: String,
        /// What rustc prints, with the lines of that file.
        messages: String,
    },

    /// The text has nothing that the host could launch.
    #[error("{file} has no kernel: write `#[kernel]` before an `unsafe fn`")]
    NoKernel {
        /// The file, as its author knows it.
        file: String,
    },

    /// A static of the kernel cannot be shared memory.
    #[error(transparent)]
    SharedArray(#[from] SharedArrayError),

    /// What kernels are compiled against does not compile, which is no fault of
    /// the kernel.
    #[error("cannot compile {what} with {rustc}\n{}{}", messages.trim_end(), advice(messages))]
    Library { what: &'static str, rustc: String, messages: String },

    /// rustc itself could not be run.
    #[error("cannot run the compiler")]
    Process(#[from] ProcessError),

    /// LLVM's tools refuse what rustc made of the kernel.
    #[error("LLVM cannot make PTX of this code")]
    Llvm(#[source] ProcessError),

    /// A file of ours cannot be read or written.
    #[error("cannot {doing} {}", path.display())]
    File {
        /// What was tried, as a verb.
        doing: &'static str,
        /// With which file or folder.
        path: PathBuf,
        source: io::Error,
    },
}

/// What helps when there is no linker, which rustc leaves to the reader. It
/// takes one to build the attributes `#[kernel]` and `#[gpu_only]`.
fn advice(messages: &str) -> &'static str {
    if messages.contains("linker `") && messages.contains("not found") {
        "\nrustc needs a linker: install a C compiler, as with `apt-get install gcc`"
    } else {
        ""
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_error_says_what_to_do() {
        let cases = [
            (Error::Target("gfx90a".into()), "sm_75"),
            (Error::NoKernel { file: "a.rs".into() }, "a.rs has no kernel: write `#[kernel]`"),
            (
                Error::Rust { file: "a.rs".into(), messages: "error: x\n --> a.rs:1\n\n".into() },
                "a.rs does not compile for the GPU\nerror: x\n --> a.rs:1",
            ),
            (Error::SharedArray(SharedArrayError::InitialValue("k_S".into())), "at a barrier"),
            (
                Error::Library {
                    what: "the attributes of cuda_std",
                    rustc: "rustc 1.96.0".into(),
                    messages: "error: linker `cc` not found\n".into(),
                },
                "apt-get install gcc",
            ),
        ];
        for (error, expected) in cases {
            let text = error.to_string();
            assert!(text.contains(expected), "{text}");
            assert!(!text.ends_with('\n'), "{text:?}");
        }
    }
}
