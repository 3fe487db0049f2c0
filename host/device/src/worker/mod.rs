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
//!
//! In a browser the worker is a web worker, which the page can end as well. It
//! calls [`answer`]; the page sends it the line of an [`Inquiry`], which makes an
//! answer of the lines that come back, and [`devices_of`] makes a list of several.
//! How messages travel and when time is up is the page's affair.

pub mod bytes;
#[cfg(not(target_family = "wasm"))]
pub mod client;
mod compare;
#[cfg(not(target_family = "wasm"))]
mod exit;
pub mod inquiry;
mod job;
mod list;
pub mod protocol;
pub mod serve;
#[cfg(not(target_family = "wasm"))]
mod stdin;

pub use bytes::Bytes;
#[cfg(not(target_family = "wasm"))]
pub use client::Worker;
pub use inquiry::{Inquiry, Results};
pub use job::{Resolve, Resolved, from_catalog};
pub use list::{LIST_DEADLINE, devices_of};
#[cfg(not(target_family = "wasm"))]
pub use list::{describe, devices};
pub use protocol::{Custom, DescribeRequest, Event, Expected, Job, ListRequest, Request, Stage};
#[cfg(not(target_family = "wasm"))]
pub use serve::serve;
pub use serve::{answer, serve_awaited};
#[cfg(not(target_family = "wasm"))]
pub use stdin::serve_stdin;
