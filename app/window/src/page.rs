//! The page: the window on its canvas.

use crate::Window;
use warpbench_common::browser::{document, said};
use warpbench_state::options::Options;
use wasm_bindgen::JsCast;
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen_futures::spawn_local;
use web_sys::HtmlCanvasElement;

/// The element that the window is drawn on.
const CANVAS: &str = "workbench";

/// Opens the window. What keeps it from opening ends the program, with words that the
/// page shows.
pub fn open() {
    spawn_local(async {
        if let Err(why) = start().await {
            tracing::error!(
                "the workbench cannot be shown: {}. It needs WebGPU or WebGL 2, which the \
                 browser's settings may switch off with hardware acceleration.",
                said(&why)
            );
            wasm_bindgen::throw_val(why);
        }
    });
}

async fn start() -> Result<(), JsValue> {
    let document = document().ok_or_else(|| JsValue::from_str("there is no page"))?;
    let canvas = document.get_element_by_id(CANVAS);
    let canvas: HtmlCanvasElement = canvas
        .ok_or_else(|| JsValue::from_str("the page has no canvas"))?
        .dyn_into()
        .map_err(JsValue::from)?;
    let create = |context: &eframe::CreationContext<'_>| {
        let window: Box<dyn eframe::App> =
            Box::new(Window::new(&context.egui_ctx, Options::of_this_browser()));
        Ok(window)
    };
    let runner = eframe::WebRunner::new();
    runner.start(canvas, eframe::WebOptions::default(), Box::new(create)).await
}
