//! Waiting for a device, the one thing that a browser does in its own way.
//!
//! Elsewhere the thread waits until the device is idle, wgpu calls back meanwhile
//! whoever is to be called, and tells the handler of an error before the call that
//! caused it returns: whatever is awaited after that is there already. A browser's
//! thread has to go on, so that its promises are kept, and errors come when the
//! process that talks to the driver has told of them.

#[cfg(target_family = "wasm")]
mod browser;
#[cfg(not(target_family = "wasm"))]
mod thread;

#[cfg(target_family = "wasm")]
pub(super) use browser::{Scopes, release, until_heard, until_idle};
#[cfg(not(target_family = "wasm"))]
pub(super) use thread::{Scopes, release, until_heard, until_idle};

use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll, Waker};

/// A way for what a callback is told to somebody who awaits it.
pub(super) fn channel<T>() -> (Sender<T>, Receiver<T>) {
    let shared = Arc::new(Mutex::new(Shared { value: None, waker: None, is_over: false }));
    (Sender(Arc::clone(&shared)), Receiver(shared))
}

pub(super) struct Sender<T>(Arc<Mutex<Shared<T>>>);

/// What was sent; nothing if the sender is dropped instead.
pub(super) struct Receiver<T>(Arc<Mutex<Shared<T>>>);

struct Shared<T> {
    value: Option<T>,
    waker: Option<Waker>,
    is_over: bool,
}

impl<T> Sender<T> {
    pub(super) fn send(self, value: T) {
        lock(&self.0).value = Some(value);
    }
}

impl<T> Drop for Sender<T> {
    fn drop(&mut self) {
        let waker = {
            let mut shared = lock(&self.0);
            shared.is_over = true;
            shared.waker.take()
        };
        if let Some(waker) = waker {
            waker.wake();
        }
    }
}

impl<T> Future for Receiver<T> {
    type Output = Option<T>;

    fn poll(self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<T>> {
        let mut shared = lock(&self.0);
        if shared.is_over {
            return Poll::Ready(shared.value.take());
        }
        shared.waker = Some(context.waker().clone());
        Poll::Pending
    }
}

fn lock<T>(shared: &Mutex<Shared<T>>) -> MutexGuard<'_, Shared<T>> {
    shared.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;
    use pollster::block_on;

    #[test]
    fn what_is_sent_arrives_before_or_after_it_is_awaited() {
        let (sender, receiver) = channel();
        sender.send(7);
        assert_eq!(block_on(receiver), Some(7));

        let (sender, receiver) = channel();
        let waiting = std::thread::spawn(|| block_on(receiver));
        std::thread::yield_now();
        sender.send(8);
        assert_eq!(waiting.join().unwrap(), Some(8));
    }

    #[test]
    fn a_sender_that_is_gone_is_not_awaited() {
        let (sender, receiver) = channel::<u32>();
        drop(sender);
        assert_eq!(block_on(receiver), None);
    }
}
