//! Hardware runs in a process of their own.
//!
//! A kernel that never ends cannot be stopped from inside its process, neither
//! on CUDA nor on a software driver, and a driver that crashes takes its process
//! along. So the program starts itself a second time, as a worker: it gives it
//! one [`Request`] and a deadline, and reads [`Event`]s until there is a result.
//! Whatever happens to the worker, the program only sees an error. [`devices`] asks
//! a worker for each backend what devices there are, in the same way.
//!
//! [`client`] is the program's side, [`mod@serve`] the worker's, [`protocol`] what
//! they say to each other: one line of JSON at a time.

pub mod bytes;
pub mod client;
mod compare;
mod exit;
mod list;
pub mod protocol;
pub mod serve;

pub use bytes::Bytes;
pub use client::{Results, Worker};
pub use list::{LIST_DEADLINE, describe, devices};
pub use protocol::{Custom, DescribeRequest, Event, Expected, Job, ListRequest, Request, Stage};
pub use serve::{Resolve, Resolved, from_catalog, serve, serve_stdin};
