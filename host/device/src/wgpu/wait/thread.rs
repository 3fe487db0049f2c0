//! Waiting where the thread may.

use std::panic::{AssertUnwindSafe, catch_unwind};
use wgpu::{Device, Error, PollType, Queue};

/// Waits until the device has done everything it was sent, or says why it cannot.
pub(in super::super) async fn until_idle(device: &Device, _: &Queue) -> Result<(), String> {
    let poll = || device.poll(PollType::wait_indefinitely());
    // wgpu panics here when the device has been lost.
    match catch_unwind(AssertUnwindSafe(poll)) {
        Ok(Ok(_)) => Ok(()),
        Ok(Err(error)) => Err(error.to_string()),
        Err(_) => Err("it does not answer any more".to_owned()),
    }
}

/// Waits until the handlers have been told: they have.
pub(in super::super) async fn until_heard(_: &Device) {}

/// Frees what the device holds, which dropping it does.
pub(in super::super) fn release(_: &Device) {}

/// Catches errors; here the handler has them already.
pub(in super::super) struct Scopes;

impl Scopes {
    pub(in super::super) fn open(_: &Device) -> Scopes {
        Scopes
    }

    /// What was caught.
    pub(in super::super) async fn close(self) -> Option<Error> {
        None
    }
}
