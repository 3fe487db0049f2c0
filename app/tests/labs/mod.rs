//! Labs on the command line, as students and lecturers use them.

mod class;
mod downloads;
mod faults;
mod hardware;
mod hostile;
mod kill;
mod package;
mod single;
mod support;
mod teaching;
mod work;
