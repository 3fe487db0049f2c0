//! Files of kernels on the command line: how they are launched, checked and started
//! with, and what is said of what is found in them.

mod calls;
mod check;
mod init;
mod settings;
mod wgsl_run;
