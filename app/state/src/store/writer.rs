//! The thread that writes. The window leaves the newest text of each file in
//! the shared state and goes on; the thread takes it from there, at once when
//! nothing was written lately, and otherwise as soon as the interval is over.
//! Texts that were replaced in between are never written.

use super::StoreError;
use super::file::Folder;
use super::state::{Next, State};
use std::fmt;
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

type Waker = Arc<dyn Fn() + Send + Sync>;

/// The window's end of the thread.
pub(super) struct Writer {
    shared: Arc<Shared>,
    thread: Option<JoinHandle<()>>,
}

struct Shared {
    state: Mutex<State>,
    /// There is something to do.
    work: Condvar,
    done: Condvar,
    /// Called when there are events.
    waker: Mutex<Option<Waker>>,
    documents: Folder,
    settings: Folder,
}

impl Writer {
    pub(super) fn start(documents: Folder, settings: Folder) -> Result<Self, StoreError> {
        let shared = Arc::new(Shared {
            state: Mutex::default(),
            work: Condvar::new(),
            done: Condvar::new(),
            waker: Mutex::default(),
            documents,
            settings,
        });
        let theirs = Arc::clone(&shared);
        let thread = thread::Builder::new()
            .name("store".to_owned())
            .spawn(move || theirs.run())
            .map_err(StoreError::Thread)?;
        Ok(Self { shared, thread: Some(thread) })
    }

    pub(super) fn documents(&self) -> &Folder {
        &self.shared.documents
    }

    pub(super) fn settings(&self) -> &Folder {
        &self.shared.settings
    }

    /// The state, which the thread never keeps while the disk works.
    pub(super) fn state(&self) -> MutexGuard<'_, State> {
        self.shared.state()
    }

    /// Tells the thread that there is something to do.
    pub(super) fn wake(&self) {
        self.shared.work.notify_one();
    }

    pub(super) fn set_waker(&self, waker: Waker) {
        *self.shared.waker.lock().unwrap_or_else(PoisonError::into_inner) = Some(waker);
    }

    /// Waits until everything is written, or could not be.
    pub(super) fn flush(&self) -> Result<(), StoreError> {
        let mut state = self.state();
        let now = Instant::now();
        let mut waiting = Vec::new();
        for (id, entry) in state.entries() {
            if entry.is_busy() {
                entry.next_write = now;
                waiting.push((id.clone(), entry.failures));
            }
        }
        self.wake();
        let (mut files, mut reason) = (Vec::new(), String::new());
        for (id, failures_before) in waiting {
            while let Some(entry) = state.known(&id)
                && entry.is_busy()
            {
                let is_dead = self.thread.as_ref().is_none_or(JoinHandle::is_finished);
                if entry.failures > failures_before || is_dead {
                    files.push(id.to_string());
                    reason = entry.failure.clone().unwrap_or(reason);
                    break;
                }
                // The limit is for a thread that dies meanwhile.
                let wait = self.shared.done.wait_timeout(state, Duration::from_millis(500));
                state = wait.unwrap_or_else(PoisonError::into_inner).0;
            }
        }
        if files.is_empty() { Ok(()) } else { Err(StoreError::Unsaved { files, reason }) }
    }
}

impl Drop for Writer {
    fn drop(&mut self) {
        if let Err(error) = self.flush() {
            tracing::error!("{error}");
        }
        self.state().stop = true;
        self.wake();
        if let Some(thread) = self.thread.take() {
            // The thread has no result; its panic has been printed.
            let _ = thread.join();
        }
    }
}

impl fmt::Debug for Writer {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Writer")
            .field("documents", self.documents())
            .finish_non_exhaustive()
    }
}

impl Shared {
    fn state(&self) -> MutexGuard<'_, State> {
        // Each change of the state is complete in itself, so a panic elsewhere
        // is no reason to stop saving.
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn run(&self) {
        let mut state = self.state();
        while !state.stop {
            match state.next(Instant::now()) {
                Next::Do(task) => {
                    drop(state);
                    let outcome = task.perform(&self.documents, &self.settings);
                    state = self.state();
                    state.finish(task, outcome, &self.documents);
                    let has_events = state.has_events();
                    self.done.notify_all();
                    if has_events {
                        drop(state);
                        self.call_waker();
                        state = self.state();
                    }
                }
                Next::Wait(None) => {
                    state = self.work.wait(state).unwrap_or_else(PoisonError::into_inner);
                }
                Next::Wait(Some(time)) => {
                    let wait = self.work.wait_timeout(state, time);
                    state = wait.unwrap_or_else(PoisonError::into_inner).0;
                }
            }
        }
    }

    fn call_waker(&self) {
        let waker = self.waker.lock().unwrap_or_else(PoisonError::into_inner).clone();
        if let Some(waker) = waker {
            waker();
        }
    }
}
