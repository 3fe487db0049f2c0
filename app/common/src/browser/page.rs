//! The page: its address, and files for the visitor.

use wasm_bindgen::prelude::JsValue;
use wasm_bindgen::{JsCast, UnwrapThrowExt};
use web_sys::{Blob, BlobPropertyBag, Document, HtmlAnchorElement, Url};

pub fn document() -> Option<Document> {
    web_sys::window()?.document()
}

/// What a browser says of an error.
pub fn said(why: &JsValue) -> String {
    match why.dyn_ref::<js_sys::Error>() {
        Some(error) => error.message().into(),
        None => why.as_string().unwrap_or_else(|| format!("{why:?}")),
    }
}

/// Gives the visitor a file, as if it had been downloaded.
pub fn download(name: &str, bytes: &[u8]) -> Result<(), String> {
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
pub fn address() -> String {
    let href = web_sys::window().and_then(|window| window.location().href().ok());
    let href = href.unwrap_or_default();
    href.split('#').next().unwrap_or_default().to_owned()
}

/// What the link by which the page was opened adds to its address.
pub fn fragment() -> Option<String> {
    let hash = web_sys::window()?.location().hash().ok()?;
    hash.strip_prefix('#').filter(|fragment| !fragment.is_empty()).map(str::to_owned)
}
