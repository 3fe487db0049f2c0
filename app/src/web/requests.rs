//! Workers for whoever asks by lines of JSON: tests and benchmarks.
//!
//! One has the simulator, another the devices. Each is sent a line and says one or more.

use crate::requests;
use warpbench_common::browser::{listen, say};
use warpbench_device::worker;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::spawn_local;

pub(super) const SIMULATOR: &str = "simulator";
pub(super) const DEVICES: &str = "devices";

/// Answers each request with one line.
pub(super) fn serve_simulator() {
    listen(|request| {
        say(&JsValue::from_str(&requests::answer(&String::from_utf8_lossy(&request))));
    });
}

/// Answers each request as the process of a device does elsewhere.
pub(super) fn serve_devices() {
    listen(|request| {
        spawn_local(async move {
            let request = String::from_utf8_lossy(&request).into_owned();
            worker::answer(&request, &mut |line| say(&JsValue::from_str(&line))).await;
        });
    });
}
