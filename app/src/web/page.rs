//! The page: the window on its canvas, and files for the visitor.

use crate::window::{Options, Window};
use wasm_bindgen::prelude::JsValue;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use wasm_bindgen_futures::spawn_local;
use web_sys::{Blob, BlobPropertyBag, Document, HtmlAnchorElement, HtmlCanvasElement, Url};

/// The element that the window is drawn on.
const CANVAS: &str = "workbench";

/// Opens the window. What keeps it from opening ends the program, with words that the
/// page shows.
pub(super) fn open() {
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

fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// What a browser says of an error.
fn said(why: &JsValue) -> String {
    match why.dyn_ref::<js_sys::Error>() {
        Some(error) => error.message().into(),
        None => why.as_string().unwrap_or_else(|| format!("{why:?}")),
    }
}

/// Gives the visitor a file, as if it had been downloaded.
pub(crate) fn download(name: &str, bytes: &[u8]) -> Result<(), String> {
    let given = || -> Result<(), JsValue> {
        let document = document().ok_or_else(|| JsValue::from_str("there is no page"))?;
        let parts = js_sys::Array::of1(&js_sys::Uint8Array::from(bytes));
        let about = BlobPropertyBag::new();
        about.set_type("application/octet-stream");
        let blob = Blob::new_with_u8_array_sequence_and_options(&parts, &about)?;
        let address = Url::create_object_url_with_blob(&blob)?;
        let anchor: HtmlAnchorElement = document.create_element("a")?.unchecked_into();
        anchor.set_href(&address);
        anchor.set_download(name);
        anchor.click();
        // The browser has taken hold of the bytes by then.
        super::after(std::time::Duration::from_secs(10), move || {
            Url::revoke_object_url(&address).unwrap_throw();
        });
        Ok(())
    };
    given().map_err(|why| said(&why))
}

/// The page's address, without what a link adds.
pub(crate) fn address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// What the link by which the page was opened adds to its address.
pub(crate) fn fragment() -> Option<String> {
    let hash = web_sys::window()?.location().hash().ok()?;
    hash.strip_prefix('#').filter(|fragment| !fragment.is_empty()).map(str::to_owned)
}
