//! Waiting in a browser.

use wgpu::{Device, Error, ErrorFilter, ErrorScopeGuard, Queue};

/// Waits until the device has done everything it was sent. A device that is lost
/// has nothing more to do.
pub(in super::super) async fn until_idle(_: &Device, queue: &Queue) -> Result<(), String> {
    let (sender, receiver) = super::channel();
    queue.on_submitted_work_done(move || sender.send(()));
    receiver.await.ok_or_else(|| "it does not answer any more".to_owned())
}

/// Waits until the handlers have been told of what has happened so far: the
/// browser answers in order.
pub(in super::super) async fn until_heard(device: &Device) {
    // Nothing can go wrong in it.
    let _nothing = device.push_error_scope(ErrorFilter::Validation).pop().await;
}

/// Frees what the device holds. The browser would do so when it collects garbage,
/// which takes no notice of how large it is.
pub(in super::super) fn release(device: &Device) {
    device.destroy();
}

/// Catches errors. Those that are opened last are closed first, also when they are
/// dropped: fields are, in the order in which they are declared.
pub(in super::super) struct Scopes {
    internal: ErrorScopeGuard,
    validation: ErrorScopeGuard,
    memory: ErrorScopeGuard,
}

impl Scopes {
    pub(in super::super) fn open(device: &Device) -> Scopes {
        let memory = device.push_error_scope(ErrorFilter::OutOfMemory);
        let validation = device.push_error_scope(ErrorFilter::Validation);
        let internal = device.push_error_scope(ErrorFilter::Internal);
        Scopes { internal, validation, memory }
    }

    /// What was caught.
    pub(in super::super) async fn close(self) -> Option<Error> {
        let Scopes { internal, validation, memory } = self;
        // wgpu 30 panics when it is told of an internal error. What has one is not
        // valid, and is refused when it is used.
        drop(internal);
        let (validation, memory) = (validation.pop(), memory.pop());
        // What memory there was none for is not valid either.
        memory.await.or(validation.await)
    }
}
