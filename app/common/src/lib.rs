//! What the command line and the window have in common: what is asked of the system, the
//! labs that there are, and what both do with kernels and programs.
//!
//! [`disk`], [`memory`] and in a browser `browser` ask the system. [`labs`] finds labs,
//! [`program`] runs programs with directives on the simulator, and [`mod@compare`] has
//! kernels measured for comparisons. Nothing is printed or drawn here.

#[cfg(target_arch = "wasm32")]
pub mod browser;
pub mod compare;
pub mod disk;
pub mod format;
pub mod labs;
#[cfg_attr(target_arch = "wasm32", path = "browser/memory.rs")]
pub mod memory;
pub mod opening;
pub mod program;
#[cfg(windows)]
pub mod win32;
