//! Devices of this machine, as a result file describes them.

use warpbench_compare::results::Device;
use warpbench_device::worker::{LIST_DEADLINE, Worker, describe};
use warpbench_machine::model::{self, DeviceModel};
use warpbench_report::{Backend, DeviceDetails, DeviceInfo};

/// Devices with what their drivers say of them when a worker asks.
pub fn described<'a>(
    found: impl IntoIterator<Item = &'a DeviceInfo>,
    worker: &Worker,
) -> Vec<Device> {
    let mut known: Vec<(Backend, Vec<DeviceDetails>)> = Vec::new();
    let mut devices = Vec::new();
    for info in found {
        if !known.iter().any(|(backend, _)| *backend == info.backend) {
            known.push((info.backend, describe(worker, info.backend, LIST_DEADLINE)));
        }
        let own = known.iter().find(|(backend, _)| *backend == info.backend);
        let details = own.and_then(|(_, details)| details.get(info.index)).cloned();
        devices.push(device(info, details.unwrap_or_default()));
    }
    devices
}

fn device(info: &DeviceInfo, details: DeviceDetails) -> Device {
    let index = u32::try_from(info.index).unwrap_or(u32::MAX);
    let api = match details.api.as_str() {
        "" => info.backend.name().to_owned(),
        api => api.to_owned(),
    };
    Device {
        id: Device::id_of(info.backend, index),
        backend: info.backend,
        index,
        api,
        name: printable(&info.name),
        kind: info.kind,
        driver: printable(&info.driver),
        pci: details.pci,
        memory_bytes: details.memory_bytes,
        subgroup_sizes: details.subgroup_sizes,
        limits: details.limits,
        model: model_of(&info.name).map(|model| model.slug.clone()),
    }
}

/// A driver's words without what a terminal would act on.
fn printable(text: &str) -> String {
    let plain: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    if plain.trim().is_empty() { "unnamed".to_owned() } else { plain.trim().to_owned() }
}

/// Words by which vendors tell a card from a relative of nearly the same name.
const APART: [&str; 8] = ["laptop", "lite", "max", "mobile", "super", "ti", "xt", "xtx"];

/// The model of a device: the one whose name's words all stand in the device's, and that is
/// not a relative's.
pub fn model_of(name: &str) -> Option<&'static DeviceModel> {
    let words = |text: &str| -> Vec<String> {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let known = words(name);
    model::builtin().iter().find(|model| {
        let own = words(&model.name);
        let is_relative = |word: &String| APART.contains(&word.as_str()) && !own.contains(word);
        own.iter().all(|word| known.contains(word)) && !known.iter().any(is_relative)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn models_are_found_by_the_names_that_drivers_give() {
        let check = |name: &str, expected: Option<&str>| {
            assert_eq!(model_of(name).map(|model| model.slug.as_str()), expected, "{name}");
        };
        check("NVIDIA H200", Some("h200"));
        check("NVIDIA GeForce RTX 4090", Some("rtx-4090"));
        check("Tesla P100-PCIE-16GB", Some("tesla-p100"));
        check("Intel(R) Arc(tm) A770 Graphics (DG2)", Some("arc-a770"));
        check("NVIDIA GeForce RTX 4090D", None);
        check("NVIDIA GeForce RTX 4090 Laptop GPU", None);
        check("llvmpipe (LLVM 15.0.6, 256 bits)", None);
        check("", None);
    }
}
