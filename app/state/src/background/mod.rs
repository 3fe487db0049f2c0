//! Work that no frame may wait for, done apart from the window: in threads, or in a
//! browser in web workers.
//!
//! A kind of [`Work`] takes requests one after the other and tells events.
//! [`Background`] is the window's end of it. Nothing is shared but requests and events,
//! because a web worker has a memory of its own: there they travel as bytes. What was
//! asked for and is not wanted any more is given up: a thread is told so, a web worker
//! is ended and another one takes its place.

#[cfg(not(target_arch = "wasm32"))]
mod threads;
#[cfg(target_arch = "wasm32")]
mod workers;

#[cfg(not(target_arch = "wasm32"))]
pub use threads::{Background, run};
#[cfg(target_arch = "wasm32")]
pub use workers::{WorkerBackground as Background, run, serve};

use serde::Serialize;
use serde::de::DeserializeOwned;
use std::collections::BTreeMap;
use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

/// Something that is done apart from the window.
pub trait Work: Clone + Send + 'static {
    /// What its thread or worker is called.
    const NAME: &'static str;
    type Request: Serialize + DeserializeOwned + Send + 'static;
    type Event: Serialize + DeserializeOwned + Send + 'static;
    /// What is kept from one request to the next, where that saves time.
    type Memory: Default;

    /// Of the requests that wait, only the newest of a key is served.
    fn key(request: &Self::Request) -> String;

    /// The number of a request that is given up as soon as there is a newer one;
    /// nothing for those that are all served.
    fn ticket(request: &Self::Request) -> Option<u64>;

    /// A request is served once so long nothing newer was asked for.
    fn pause(_request: &Self::Request) -> Duration {
        Duration::ZERO
    }

    /// Does what is asked for. It may wait for a device; a thread has nothing else to
    /// do meanwhile, and a web worker must be free to hear of it.
    fn serve(
        &self,
        request: Self::Request,
        memory: &mut Self::Memory,
        desk: &Desk<'_, Self::Event>,
    ) -> impl Future<Output = ()>;

    /// What is told if serving a request makes the program fail.
    fn mistaken(request: &Self::Request) -> Vec<Self::Event>;

    /// What is told if nobody can be found to serve a request.
    fn unserved(request: &Self::Request) -> Self::Event;
}

/// Where a request is served: whom to tell what comes of it, and whether anybody still
/// wants to know.
pub struct Desk<'a, Event> {
    tell: &'a dyn Fn(Event),
    is_wanted: &'a (dyn Fn() -> bool + Sync),
}

impl<'a, Event> Desk<'a, Event> {
    pub fn new(tell: &'a dyn Fn(Event), is_wanted: &'a (dyn Fn() -> bool + Sync)) -> Self {
        Desk { tell, is_wanted }
    }

    pub fn tell(&self, event: Event) {
        (self.tell)(event);
    }

    /// Tells whether the request is still wanted, from any thread.
    pub fn wanted(&self) -> &'a (dyn Fn() -> bool + Sync) {
        self.is_wanted
    }
}

/// How the background speaks to the window: an event, and the window is woken.
pub struct Voice<Event> {
    tell: Arc<dyn Fn(Event) + Send + Sync>,
}

impl<Event> Clone for Voice<Event> {
    fn clone(&self) -> Self {
        Voice { tell: Arc::clone(&self.tell) }
    }
}

impl<Event: 'static> Voice<Event> {
    pub fn new(tell: impl Fn(Event) + Send + Sync + 'static) -> Self {
        Voice { tell: Arc::new(tell) }
    }

    pub fn tell(&self, event: Event) {
        (self.tell)(event);
    }
}

/// Requests that wait, the newest of each key.
struct Waiting<W: Work>(BTreeMap<String, W::Request>);

impl<W: Work> Waiting<W> {
    fn new() -> Self {
        Waiting(BTreeMap::new())
    }

    fn put(&mut self, request: W::Request) {
        self.0.insert(W::key(&request), request);
    }

    /// How long nothing may be asked for until the next one is served.
    fn pause(&self) -> Duration {
        self.0.first_key_value().map_or(Duration::ZERO, |(_, request)| W::pause(request))
    }

    fn take(&mut self) -> Option<W::Request> {
        self.0.pop_first().map(|(_, request)| request)
    }
}
