//! Leaving the process without a word.
//!
//! `std::process::exit` runs what libraries registered for the end of the process, and
//! a driver that waits for a kernel which never ends would wait there as well.

#![expect(unsafe_code, reason = "the standard library has no such function")]

use std::ffi::c_int;

#[cfg(not(windows))]
unsafe extern "C" {
    /// Ends all threads on the spot.
    safe fn _exit(code: c_int) -> !;
}

/// Ends the process at once.
#[cfg(not(windows))]
pub(super) fn now(code: c_int) -> ! {
    _exit(code)
}

/// Ends the process at once. Windows's C library has an `_exit` too, but every library
/// of the process has its say in that one.
#[cfg(windows)]
pub(super) fn now(code: c_int) -> ! {
    use windows_sys::Win32::System::Threading::{GetCurrentProcess, TerminateProcess};
    // SAFETY: the handle of this process is valid as long as the process is.
    unsafe { TerminateProcess(GetCurrentProcess(), code.cast_unsigned()) };
    std::process::abort()
}
