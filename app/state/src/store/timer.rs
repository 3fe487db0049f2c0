//! Store timer, which writes in a browser, where there are no threads. The window leaves the
//! newest text of each file in the state and goes on; the timer takes it from there.

use super::StoreError;
use super::file::Folder;
use super::state::{Next, State};
use std::cell::{Cell, RefCell, RefMut};
use std::fmt;
use std::rc::Rc;
use std::sync::Arc;
use std::time::Duration;
use warpbench_common::browser;
use web_time::Instant;

type Waker = Arc<dyn Fn() + Send + Sync>;

/// The window's end of the timer.
pub(super) struct Writer {
    shared: Rc<Shared>,
}

struct Shared {
    state: RefCell<State>,
    waker: RefCell<Option<Waker>>,
    /// Counts what the timer was set to, so that one that was overtaken does nothing.
    setting: Cell<u64>,
    documents: Folder,
    settings: Folder,
}

impl Writer {
    #[expect(clippy::unnecessary_wraps, reason = "where there are threads it may fail")]
    pub(super) fn start(documents: Folder, settings: Folder) -> Result<Self, StoreError> {
        let shared = Rc::new(Shared {
            state: RefCell::default(),
            waker: RefCell::default(),
            setting: Cell::new(0),
            documents,
            settings,
        });
        Ok(Self { shared })
    }

    pub(super) fn documents(&self) -> &Folder {
        &self.shared.documents
    }

    pub(super) fn settings(&self) -> &Folder {
        &self.shared.settings
    }

    pub(super) fn state(&self) -> RefMut<'_, State> {
        self.shared.state.borrow_mut()
    }

    /// Tells the timer that there is something to do.
    pub(super) fn wake(&self) {
        self.shared.set(Duration::ZERO);
    }

    pub(super) fn set_waker(&self, waker: Waker) {
        *self.shared.waker.borrow_mut() = Some(waker);
    }

    /// Writes everything, or says what could not be.
    pub(super) fn flush(&self) -> Result<(), StoreError> {
        let now = Instant::now();
        for (_, entry) in self.state().entries() {
            if entry.is_busy() {
                entry.next_write = now;
            }
        }
        self.shared.work();
        let (mut files, mut reason) = (Vec::new(), String::new());
        for (id, entry) in self.state().entries() {
            if entry.is_busy() {
                files.push(id.to_string());
                reason = entry.failure.clone().unwrap_or(reason);
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
        self.shared.state.borrow_mut().stop = true;
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
    /// Sets the timer anew.
    fn set(self: &Rc<Self>, time: Duration) {
        let setting = self.setting.get() + 1;
        self.setting.set(setting);
        let shared = Rc::clone(self);
        browser::after(time, move || {
            if shared.setting.get() == setting
                && let Some(time) = shared.work()
            {
                shared.set(time);
            }
        });
    }

    /// Does what is due, and says when something else will be.
    fn work(&self) -> Option<Duration> {
        loop {
            let next = {
                let state = self.state.borrow();
                if state.stop {
                    return None;
                }
                state.next(Instant::now())
            };
            match next {
                Next::Do(task) => {
                    let outcome = task.perform(&self.documents, &self.settings);
                    let has_events = {
                        let mut state = self.state.borrow_mut();
                        state.finish(task, outcome, &self.documents);
                        state.has_events()
                    };
                    let waker = self.waker.borrow().clone();
                    if has_events && let Some(waker) = waker {
                        waker();
                    }
                }
                Next::Wait(time) => return time,
            }
        }
    }
}
