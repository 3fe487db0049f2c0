//! What is said arrives as it was said, and what is broken is refused.

mod broken;
mod grading;
mod requests;
mod runs;
mod values;

use super::{decode, encode};
use crate::session::{Session, SessionEvent, SessionRequest};
use crate::setup::Setup;
use serde::Serialize;
use serde::de::DeserializeOwned;
use std::thread;
use std::time::{Duration, Instant};

/// Longer than anything here takes.
const PATIENCE: Duration = Duration::from_secs(120);

/// A message behind its way through bytes.
fn sent<T: Serialize + DeserializeOwned>(message: &T) -> T {
    decode(&encode(message)).unwrap_or_else(|why| panic!("{why}"))
}

/// All that is told, until one of the events is the last.
fn told<E>(next: impl Fn() -> Option<E>, is_last: impl Fn(&E) -> bool) -> Vec<E> {
    let start = Instant::now();
    let mut events = Vec::new();
    while !events.last().is_some_and(&is_last) {
        match next() {
            Some(event) => events.push(event),
            None => thread::sleep(Duration::from_millis(1)),
        }
        assert!(start.elapsed() < PATIENCE, "it is never done");
    }
    events
}

/// All that is told of a run up to its counts.
fn told_of_run(session: &Session, setup: &Setup) -> Vec<SessionEvent> {
    thread_local!(static TICKET: std::cell::Cell<u64> = const { std::cell::Cell::new(0) });
    let ticket = TICKET.get() + 1;
    TICKET.set(ticket);
    session.send(SessionRequest::Run { ticket, setup: Box::new(setup.clone()), text: None });
    told(
        || session.next(),
        |event| match event {
            SessionEvent::Counted { ticket: of, .. } | SessionEvent::Failed { ticket: of, .. } => {
                *of == ticket
            }
            SessionEvent::Panicked { .. } => true,
            _ => false,
        },
    )
}
