//! A thread for each kind of work.

use super::{Desk, Voice, Waiting, Work};
use std::cell::RefCell;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc::{self, Receiver, RecvTimeoutError, SendError, Sender};
use std::{io, thread};

/// The window's end of a kind of work.
pub struct Background<W: Work> {
    work: W,
    requests: RefCell<Sender<W::Request>>,
    /// The ticket of the request that is wanted.
    newest: Arc<AtomicU64>,
    voice: Voice<W::Event>,
}

impl<W: Work> Background<W> {
    /// Starts the thread; what it has to say goes to the voice.
    pub fn start(work: W, voice: Voice<W::Event>) -> Self {
        let newest = Arc::new(AtomicU64::new(0));
        let requests = RefCell::new(spawn(&work, &newest, &voice));
        Background { work, requests, newest, voice }
    }

    /// Has a request served. An older one that it replaces is given up.
    pub fn send(&self, request: W::Request) {
        if let Some(ticket) = W::ticket(&request) {
            self.newest.store(ticket, Ordering::Relaxed);
        }
        let mut requests = self.requests.borrow_mut();
        if let Err(SendError(request)) = requests.send(request) {
            // The thread has gone, or there never was one: a new one takes over.
            *requests = spawn(&self.work, &self.newest, &self.voice);
            if let Err(SendError(request)) = requests.send(request) {
                self.voice.tell(W::unserved(&request));
            }
        }
    }

    /// As if the thread had gone.
    #[cfg(test)]
    pub fn lose_thread(&self) {
        self.requests.replace(mpsc::channel().0);
    }

    /// Gives up what is under way.
    pub fn cancel(&self) {
        self.newest.store(0, Ordering::Relaxed);
    }
}

/// Starts a thread that serves what is sent; where there can be none, sending fails.
fn spawn<W: Work>(
    work: &W,
    newest: &Arc<AtomicU64>,
    voice: &Voice<W::Event>,
) -> Sender<W::Request> {
    let (requests, queue) = mpsc::channel();
    let (work, newest, voice) = (work.clone(), Arc::clone(newest), voice.clone());
    let started = thread::Builder::new()
        .name(W::NAME.to_owned())
        .spawn(move || serve_all(&work, &queue, &newest, &voice));
    if let Err(error) = started {
        tracing::error!("no thread for {}: {error}", W::NAME);
    }
    requests
}

/// Serves until nobody asks any more.
fn serve_all<W: Work>(
    work: &W,
    queue: &Receiver<W::Request>,
    newest: &AtomicU64,
    voice: &Voice<W::Event>,
) {
    let mut waiting = Waiting::<W>::new();
    let mut memory = W::Memory::default();
    loop {
        // Wait only when there is nothing to do; then take all there is.
        if waiting.0.is_empty() {
            match queue.recv() {
                Ok(request) => waiting.put(request),
                Err(_) => return,
            }
        }
        queue.try_iter().for_each(|request| waiting.put(request));
        while !waiting.pause().is_zero() {
            match queue.recv_timeout(waiting.pause()) {
                Ok(request) => waiting.put(request),
                Err(RecvTimeoutError::Timeout) => break,
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
        let Some(request) = waiting.take() else { continue };
        let ticket = W::ticket(&request);
        let is_wanted = || ticket.is_none_or(|ticket| newest.load(Ordering::Relaxed) == ticket);
        if !is_wanted() {
            continue;
        }
        // Should it fail, that is told, and nothing else is lost.
        let told = W::mistaken(&request);
        let tell = |event| voice.tell(event);
        let desk = Desk::new(&tell, &is_wanted);
        // What the work has kept may be half done then, and is not looked at again.
        let serve = || pollster::block_on(work.serve(request, &mut memory, &desk));
        let done = catch_unwind(AssertUnwindSafe(serve));
        if done.is_err() {
            memory = W::Memory::default();
            told.into_iter().for_each(|event| voice.tell(event));
        }
    }
}

/// Does something once that waits for a disk or a person.
pub fn run(name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    thread::Builder::new().name(name.to_owned()).spawn(work).map(drop)
}
