//! What the workbench shows and what can be done in it. Nothing here draws.
//!
//! [`state`] holds what is shown; [`command`] is everything that can be done, as values,
//! and the one function that does it. The [`session`] checks and simulates in the
//! [`background`], [`timings`] measures in worker processes, and the [`store`] keeps what
//! was typed, so that no frame ever waits.
//!
//! # How the state changes
//!
//! A panel reads the state and pushes commands; `command::apply` is the only place that
//! changes it, which is also what makes jumps and layouts undoable: what is replaced is kept.
//! It matches a command once, without a catch-all; what each does is a named function in the
//! file of its subject. Whether a command is remembered between starts is decided beside its
//! declaration, just as exhaustively. `command::menu` has the names and keys: whoever shows a
//! key asks for it by the command.
//!
//! What a lower part needs of a higher one it owns itself: panels by name (`state::panel`),
//! what is looked for (`state::find`), the history of a text (`state::history`), the layout.
//!
//! # What the background answers
//!
//! The [`session`] has three answers to a change: what is wrong with the text, from a thread
//! of its own, so that it never waits for a run; a recording of a few blocks, so that
//! stepping can start; and then the counted run of all blocks. A newer request makes an older
//! one pointless, and the older run is given up within milliseconds. Results carry a ticket,
//! and those of an older ticket are dropped. A panic in the background is caught, told as a
//! notice with what was asked for, and ends nothing else. Coalesced kernels are derived there
//! too.
//!
//! Where a result is right although there is a race, the session goes on to try other
//! schedules for a few seconds, and tells the first under which it is wrong. Kernels in the
//! window are given small whole numbers, so that results can be followed by eye.
//!
//! What is stepped is the text that was recorded. While the text has mistakes the last valid
//! one stays on stage, and its line marks and costs are hidden as soon as the text differs,
//! because they would point at the wrong lines. Panels that show one of the recorded blocks
//! ask the player which (`state/shown.rs`).
//!
//! A lab takes the place of a rung: its texts are documents like the others, and what is
//! stepped is one of its trials, so that every panel shows it without knowing. Two documents
//! belong to a program with directives: its text, which is typed and kept, and the kernels,
//! which are only read and are the document that is stepped.
//!
//! The store writes each edited text as a plain file: under a lock, to a temporary file,
//! synced, renamed. Before it writes, it compares the file with what it last saw; if somebody
//! else has changed it, ours goes beside it and the user is asked. `app/tests/kill` kills the
//! workbench a hundred times while it types.

pub mod background;
pub mod command;
pub mod comparison;
pub mod diagnostic;
pub mod labs;
pub mod link;
pub mod message;
pub mod options;
pub mod programs;
pub mod reliability;
pub mod session;
pub mod setup;
pub mod state;
pub mod store;
pub mod timings;
pub mod tour;
