//! A web worker for each kind of work.
//!
//! The worker runs the same module with a memory of its own. It is told one request at
//! a time, as bytes, and answers with events and an empty message when it is done.
//! Nobody can tell it anything while it works: to give up what it does it is ended, and
//! the next request starts another one, which takes the code that the page has compiled
//! already.

use super::{Desk, Voice, Waiting, Work};
use crate::message;
use std::cell::RefCell;
use std::io;
use std::rc::Rc;
use std::time::Duration;
use warpbench_common::browser;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::{Closure, JsValue};
use wasm_bindgen_futures::spawn_local;
use web_sys::{ErrorEvent, MessageEvent, Worker};

/// What is not wanted any more may go on for so long. Most of it is done by then, and a
/// new worker costs more.
const GRACE: Duration = Duration::from_millis(60);

/// The window's end of a kind of work.
pub struct WorkerBackground<W: Work>(Rc<Page<W>>);

struct Page<W: Work> {
    voice: Voice<W::Event>,
    state: RefCell<State<W>>,
}

struct State<W: Work> {
    worker: Option<Hired>,
    waiting: Waiting<W>,
    /// What is told if the request that is being served makes the worker fail.
    serving: Option<Serving<W>>,
    /// The ticket of the request that is wanted.
    newest: u64,
    /// Counts requests and workers, so that a timer that was overtaken does nothing.
    moment: u64,
}

struct Serving<W: Work> {
    key: String,
    ticket: Option<u64>,
    told_if_mistaken: Vec<W::Event>,
}

/// A worker, and who listens to it. Letting it go ends it.
struct Hired {
    worker: Worker,
    _on_message: Closure<dyn FnMut(MessageEvent)>,
    _on_error: Closure<dyn FnMut(ErrorEvent)>,
}

impl Drop for Hired {
    fn drop(&mut self) {
        self.worker.set_onmessage(None);
        self.worker.set_onerror(None);
        self.worker.terminate();
    }
}

impl<W: Work> WorkerBackground<W> {
    /// What the worker has to say goes to the voice. It is started when there is
    /// something to do. The work itself is the worker's own.
    pub fn start(_work: W, voice: Voice<W::Event>) -> Self {
        let state =
            State { worker: None, waiting: Waiting::new(), serving: None, newest: 0, moment: 0 };
        WorkerBackground(Rc::new(Page { voice, state: RefCell::new(state) }))
    }

    /// Has a request served. An older one that it replaces is given up.
    pub fn send(&self, request: W::Request) {
        {
            let mut state = self.0.state.borrow_mut();
            if let Some(ticket) = W::ticket(&request) {
                state.newest = ticket;
            }
            state.waiting.put(request);
            state.moment += 1;
        }
        self.0.give_up_late();
        self.0.go_on_later();
    }

    /// Gives up what is under way.
    pub fn cancel(&self) {
        self.0.state.borrow_mut().newest = 0;
        self.0.give_up_late();
    }
}

impl<W: Work> Page<W> {
    /// Ends the worker shortly, if it is still at something that nobody wants then.
    fn give_up_late(self: &Rc<Self>) {
        let moment = {
            let state = self.state.borrow();
            match &state.serving {
                Some(_) if !state.is_serving_wanted() => state.moment,
                _ => return,
            }
        };
        let page = Rc::clone(self);
        browser::after(GRACE, move || {
            let is_late = {
                let state = page.state.borrow();
                state.moment == moment && state.serving.is_some() && !state.is_serving_wanted()
            };
            if is_late {
                page.let_go();
                page.go_on();
            }
        });
    }

    fn let_go(&self) {
        let mut state = self.state.borrow_mut();
        (state.worker, state.serving) = (None, None);
    }

    /// Goes on with what waits, once nothing newer was asked for in its pause.
    fn go_on_later(self: &Rc<Self>) {
        let (pause, moment) = {
            let state = self.state.borrow();
            (state.waiting.pause(), state.moment)
        };
        if pause.is_zero() {
            self.go_on();
            return;
        }
        let page = Rc::clone(self);
        browser::after(pause, move || {
            let is_newest = page.state.borrow().moment == moment;
            if is_newest {
                page.go_on();
            }
        });
    }

    /// Gives the next request to the worker, if it has nothing to do.
    fn go_on(self: &Rc<Self>) {
        let request = {
            let mut state = self.state.borrow_mut();
            if state.serving.is_some() {
                return;
            }
            let newest = state.newest;
            loop {
                match state.waiting.take() {
                    None => return,
                    // What was given up while it waited is not begun.
                    Some(request) if W::ticket(&request).is_some_and(|own| own != newest) => {}
                    Some(request) => break request,
                }
            }
        };
        if let Err(why) = self.serve(&request) {
            tracing::error!("no worker for {}: {why}", W::NAME);
            self.voice.tell(W::unserved(&request));
        }
    }

    fn serve(self: &Rc<Self>, request: &W::Request) -> Result<(), String> {
        let bytes = message::encode(request);
        let mut state = self.state.borrow_mut();
        let worker = match state.worker.take() {
            Some(worker) => worker,
            None => self.hire().map_err(|error| format!("{error:?}"))?,
        };
        let sent = worker.worker.post_message(&js_sys::Uint8Array::from(bytes.as_slice()));
        sent.map_err(|error| format!("{error:?}"))?;
        state.worker = Some(worker);
        state.serving = Some(Serving {
            key: W::key(request),
            ticket: W::ticket(request),
            told_if_mistaken: W::mistaken(request),
        });
        Ok(())
    }

    fn hire(self: &Rc<Self>) -> Result<Hired, JsValue> {
        let worker = browser::hire(W::NAME)?;
        let page = Rc::clone(self);
        let on_message = Closure::new(move |event: MessageEvent| page.hear(&event.data()));
        let page = Rc::clone(self);
        let on_error = Closure::new(move |event: ErrorEvent| {
            tracing::error!("the worker {} failed: {}", W::NAME, event.message());
            // The page has dealt with it.
            event.prevent_default();
            page.fail();
        });
        worker.set_onmessage(Some(on_message.as_ref().unchecked_ref()));
        worker.set_onerror(Some(on_error.as_ref().unchecked_ref()));
        Ok(Hired { worker, _on_message: on_message, _on_error: on_error })
    }

    /// The worker has something to say: bytes are an event, anything else means that
    /// it is done.
    fn hear(self: &Rc<Self>, data: &JsValue) {
        match data.dyn_ref::<js_sys::Uint8Array>() {
            Some(bytes) => match message::decode(&bytes.to_vec()) {
                Ok(event) => self.voice.tell(event),
                Err(error) => {
                    tracing::error!("what {} says cannot be read: {error}", W::NAME);
                    self.fail();
                }
            },
            None => {
                self.state.borrow_mut().serving = None;
                self.go_on_later();
            }
        }
    }

    /// The worker is lost; what it was to do is told to have failed.
    fn fail(self: &Rc<Self>) {
        let serving = self.state.borrow_mut().serving.take();
        self.let_go();
        for event in serving.into_iter().flat_map(|serving| serving.told_if_mistaken) {
            self.voice.tell(event);
        }
        self.go_on_later();
    }
}

impl<W: Work> State<W> {
    /// Whether somebody still wants what the worker is at.
    fn is_serving_wanted(&self) -> bool {
        self.serving.as_ref().is_none_or(|serving| match serving.ticket {
            Some(ticket) => ticket == self.newest,
            None => !self.waiting.0.contains_key(&serving.key),
        })
    }
}

/// Serves requests in the worker's own scope until the page ends it.
pub fn serve<W: Work>(work: W) {
    let memory = Rc::new(RefCell::new(W::Memory::default()));
    browser::listen(move |bytes| {
        let (work, memory) = (work.clone(), Rc::clone(&memory));
        spawn_local(async move {
            match message::decode::<W::Request>(&bytes) {
                Ok(request) => {
                    let tell = |event: W::Event| {
                        browser::say(&js_sys::Uint8Array::from(message::encode(&event).as_slice()));
                    };
                    // What nobody wants any more ends with the worker.
                    let desk = Desk::new(&tell, &|| true);
                    // The page sends the next request when this one is done.
                    let mut kept = memory.take();
                    work.serve(request, &mut kept, &desk).await;
                    memory.replace(kept);
                }
                Err(error) => tracing::error!("a request for {}: {error}", W::NAME),
            }
            browser::say(&JsValue::NULL);
        });
    });
}

/// Does something once, when the frame is over.
pub fn run(_name: &str, work: impl FnOnce() + Send + 'static) -> io::Result<()> {
    browser::after(Duration::ZERO, work);
    Ok(())
}
