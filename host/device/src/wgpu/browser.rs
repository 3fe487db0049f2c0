//! A browser's adapter, with what wgpu leaves out.
//!
//! wgpu 30 neither sees whether a browser's adapter has subgroups nor asks for
//! them when it starts a device, and it passes only one of the adapter's names on,
//! which browsers mostly leave empty. So the adapter is asked for here, made to add
//! subgroups to whatever a device is started with, and handed to wgpu when that
//! asks for one. wgpu has no call for it: while it asks, our function stands in
//! the place of the browser's.

use super::adapters::Found;
use js_sys::{Array, Function, Promise, Reflect};
use wasm_bindgen::closure::Closure;
use wasm_bindgen::{JsCast, JsValue};
use wasm_bindgen_futures::JsFuture;
use wgpu::{Backends, Features, Instance};

const SUBGROUPS: &str = "subgroups";
const REQUEST_ADAPTER: &str = "requestAdapter";
const REQUEST_DEVICE: &str = "requestDevice";
const REQUIRED_FEATURES: &str = "requiredFeatures";

/// The browser's adapter, if it has one.
pub(super) async fn enumerate(instance: &Instance) -> Vec<Found> {
    let gpu = property(&property(&js_sys::global(), "navigator"), "gpu");
    let Ok(adapter) = request(&gpu).await else { return Vec::new() };
    let has_subgroups = has_feature(&adapter, SUBGROUPS);
    if has_subgroups {
        add_subgroups(&adapter);
    }
    let name = name(&property(&adapter, "info"));

    let hand_over = Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |_options| {
        Promise::resolve(&adapter).into()
    });
    set(&gpu, REQUEST_ADAPTER, hand_over.as_ref());
    let adapters = instance.enumerate_adapters(Backends::all()).await;
    // The browser's own function lies one level deeper.
    let _ =
        Reflect::delete_property(gpu.unchecked_ref::<js_sys::Object>(), &REQUEST_ADAPTER.into());

    let found = |adapter: wgpu::Adapter| {
        let mut info = adapter.get_info();
        if info.name.is_empty() {
            info.name.clone_from(&name);
        }
        let subgroups = if has_subgroups { Features::SUBGROUP } else { Features::empty() };
        Found { info, features: adapter.features() | subgroups, adapter }
    };
    adapters.into_iter().map(found).collect()
}

/// Asks the browser for an adapter.
async fn request(gpu: &JsValue) -> Result<JsValue, JsValue> {
    let function: Function = property(gpu, REQUEST_ADAPTER).dyn_into()?;
    let promise: Promise = function.call0(gpu)?.dyn_into()?;
    let adapter = JsFuture::from(promise).await?;
    if adapter.is_object() { Ok(adapter) } else { Err(adapter) }
}

fn has_feature(adapter: &JsValue, name: &str) -> bool {
    let features = property(adapter, "features");
    let has = property(&features, "has").dyn_into::<Function>();
    has.and_then(|has| has.call1(&features, &name.into())).is_ok_and(|has| has.is_truthy())
}

/// Has every device of an adapter start with subgroups.
fn add_subgroups(adapter: &JsValue) {
    let Ok(start) = property(adapter, REQUEST_DEVICE).dyn_into::<Function>() else { return };
    let own = adapter.clone();
    let with_subgroups =
        Closure::<dyn FnMut(JsValue) -> JsValue>::new(move |descriptor: JsValue| {
            let required = Array::from(&property(&descriptor, REQUIRED_FEATURES));
            required.push(&SUBGROUPS.into());
            set(&descriptor, REQUIRED_FEATURES, &required);
            start.call1(&own, &descriptor).unwrap_or_else(|error| Promise::reject(&error).into())
        });
    // It lives as long as the adapter, which the browser keeps.
    set(adapter, REQUEST_DEVICE, &with_subgroups.into_js_value());
}

/// What to call an adapter: browsers give away who made it and what it descends
/// from, if anything.
fn name(info: &JsValue) -> String {
    let word = |name: &str| property(info, name).as_string().filter(|word| !word.is_empty());
    let words: Vec<String> = ["vendor", "architecture"].into_iter().filter_map(word).collect();
    if words.is_empty() { "the browser's GPU".to_owned() } else { words.join(" ") }
}

fn property(object: &JsValue, name: &str) -> JsValue {
    Reflect::get(object, &name.into()).unwrap_or(JsValue::UNDEFINED)
}

fn set(object: &JsValue, name: &str, value: &JsValue) {
    // It fails on what is no object, where nobody would look for it.
    let _ = Reflect::set(object, &name.into(), value);
}
