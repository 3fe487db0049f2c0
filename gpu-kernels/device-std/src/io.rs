//! Text from kernels: [`print!`](crate::print) and [`println!`](crate::println).
//!
//! The driver keeps what the threads of a launch print in a buffer of about a
//! mebibyte, whose oldest text gives way, and shows it when the host waits for
//! the launch. Numbers look as `std` prints them on the host.
//!
//! The traits here stand for those of `core::fmt`, whose calls through tables
//! the assembler cannot follow. A structure is printed field by field.
//!
//! `assert!`, `assert_eq!`, `panic!` and `unreachable!` are `core`'s and end the
//! launch without a text. The published crate has an `assert_eq!` of its own,
//! which the compiler cannot tell from `core`'s where all names are imported.

mod decimal;
mod float;
mod integer;
mod line;
mod ways;

use core::ffi::c_void;

pub use line::{Line, Spec};
pub use ways::{Show, ShowBinary, ShowDebug, ShowLowerExp, ShowLowerHex, ShowOctal, ShowUpperHex};

extern "C" {
    // The driver's.
    fn vprintf(format: *const u8, arguments: *const c_void) -> i32;
}

/// Has the driver print the text, which ends with a zero.
fn send(text: &[u8]) {
    let first: *const u8 = text.as_ptr();
    // SAFETY: the format asks for one text, and the text ends with a zero.
    unsafe {
        vprintf(c"%s".as_ptr().cast(), (&raw const first).cast());
    }
}
