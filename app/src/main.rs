//! The workbench and its command line, in one binary.

use std::process::ExitCode;

fn main() -> ExitCode {
    warpbench::main()
}
