//! Output: macros that print, and end the program quietly when nobody reads on.
//!
//! Whoever reads the output may stop reading: `warpbench list | head` closes the
//! pipe after ten lines. The macros of the standard library panic then. Those
//! here have the same names and stand in their place for all commands: the
//! program ends quietly, as other programs of a pipeline do.

use std::fmt;
use std::io::{self, ErrorKind, Write};

/// What a shell reports for a program that wrote into a closed pipe: 128 and the
/// number of the signal that would have ended it.
pub(crate) const CLOSED_PIPE: u8 = 128 + 13;

/// To standard output. Colours are taken out where nobody would see them.
macro_rules! print {
    ($($argument:tt)*) => {
        $crate::output::write(::std::format_args!($($argument)*))
    };
}

/// A line to standard output. Colours are taken out where nobody would see them.
macro_rules! println {
    () => { print!("\n") };
    ($($argument:tt)*) => {
        print!("{}\n", ::std::format_args!($($argument)*))
    };
}

/// A line to the error output, if there is anybody to read it.
macro_rules! eprintln {
    ($($argument:tt)*) => {
        $crate::output::write_error(::std::format_args!($($argument)*))
    };
}

pub(crate) fn write(text: fmt::Arguments<'_>) {
    settle(anstream::stdout().lock().write_fmt(text));
}

pub(crate) fn write_error(line: fmt::Arguments<'_>) {
    // Where nobody reads what went wrong, the exit code still says that it did.
    let _ = anstream::stderr().lock().write_fmt(format_args!("{line}\n"));
}

/// Sees to it that everything has been written.
pub(crate) fn flush() {
    settle(io::stdout().flush());
}

/// Ends the program where its output cannot be written.
pub(crate) fn settle(written: io::Result<()>) {
    let Err(error) = written else { return };
    if error.kind() != ErrorKind::BrokenPipe {
        write_error(format_args!("error: the output cannot be written ({error})"));
        std::process::exit(1);
    }
    std::process::exit(CLOSED_PIPE.into());
}
