//! Global scope of pages and workers: timers and messages, which both have.

use std::time::Duration;
use wasm_bindgen::prelude::{Closure, JsValue, wasm_bindgen};
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{DedicatedWorkerGlobalScope, MessageEvent, Worker, WorkerOptions, WorkerType};

#[wasm_bindgen]
extern "C" {
    /// The same on pages and in workers.
    #[wasm_bindgen(js_name = setTimeout)]
    fn set_timeout(work: &JsValue, milliseconds: i32) -> JsValue;
}

/// Does something later, when nothing else is being done.
pub fn after(time: Duration, work: impl FnOnce() + 'static) {
    let milliseconds = i32::try_from(time.as_millis()).unwrap_or(i32::MAX);
    set_timeout(&Closure::once_into_js(work), milliseconds);
}

/// The worker whose scope this is; nothing on a page.
fn worker() -> Option<DedicatedWorkerGlobalScope> {
    js_sys::global().dyn_into().ok()
}

/// What the worker is called in which this runs; nothing on a page.
pub fn worker_name() -> Option<String> {
    worker().map(|scope| scope.name())
}

/// Starts a worker, with the code that is compiled already.
pub fn hire(name: &str) -> Result<Worker, JsValue> {
    let options = WorkerOptions::new();
    options.set_type(WorkerType::Module);
    options.set_name(name);
    let worker = Worker::new_with_options("./worker.js", &options)?;
    worker.post_message(&wasm_bindgen::module())?;
    Ok(worker)
}

/// In a worker: takes the messages of the page, which are bytes.
pub fn listen(mut take: impl FnMut(Vec<u8>) + 'static) {
    let Some(scope) = worker() else { return };
    let hear = Closure::<dyn FnMut(MessageEvent)>::new(move |event: MessageEvent| {
        take(js_sys::Uint8Array::new(&event.data()).to_vec());
    });
    scope.set_onmessage(Some(hear.as_ref().unchecked_ref()));
    // It is needed as long as the worker is.
    hear.forget();
}

/// In a worker: tells the page something.
pub fn say(message: &JsValue) {
    if let Some(scope) = worker() {
        scope.post_message(message).expect_throw("a page takes bytes");
    }
}
