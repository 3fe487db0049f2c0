//! Files of kernels on the command line: how they are launched, checked and started
//! with, and what is said of what is found in them.

mod output;
#[path = "../../host/tests/skips/mod.rs"]
mod skips;

#[path = "files/calls.rs"]
mod calls;
#[path = "files/check.rs"]
mod check;
#[path = "files/init.rs"]
mod init;
#[path = "files/settings.rs"]
mod settings;
#[path = "files/wgsl_run.rs"]
mod wgsl_run;
