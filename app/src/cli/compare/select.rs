//! Which devices of this machine are compared, and what is known of them.

use crate::cli::{devices, worker};
use anyhow::{Result, bail};
use warpbench_compare::results::Device;
use warpbench_device::worker::{LIST_DEADLINE, describe};
use warpbench_machine::model::{self, DeviceModel};
use warpbench_report::{Backend, DeviceDetails, DeviceInfo, Unavailable};

/// What stands for a device on the command line.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Wanted {
    Backend(Backend),
    One(Backend, usize),
    /// A part of its name, in lower case.
    Name(String),
}

impl Wanted {
    fn parse(text: &str) -> Wanted {
        let backend = |name: &str| Backend::ALL.into_iter().find(|known| known.name() == name);
        match text.split_once(':') {
            Some((name, index)) => match (backend(name), index.parse()) {
                (Some(backend), Ok(index)) => Wanted::One(backend, index),
                _ => Wanted::Name(text.to_lowercase()),
            },
            None => {
                backend(text).map_or_else(|| Wanted::Name(text.to_lowercase()), Wanted::Backend)
            }
        }
    }

    fn is(&self, device: &DeviceInfo) -> bool {
        match self {
            Wanted::Backend(backend) => device.backend == *backend,
            Wanted::One(backend, index) => (device.backend, device.index) == (*backend, *index),
            Wanted::Name(part) => device.name.to_lowercase().contains(part),
        }
    }

    fn backend(&self) -> Option<Backend> {
        match self {
            Wanted::Backend(backend) | Wanted::One(backend, _) => Some(*backend),
            Wanted::Name(_) => None,
        }
    }
}

/// The devices that words stand for, all of them if there are none, with what their
/// drivers say of them; and the backends that have none.
pub(in crate::cli) fn select(words: &[String]) -> Result<(Vec<Device>, Vec<Unavailable>)> {
    let all = devices(&Backend::ALL)?;
    let chosen = choose(&all.found, &all.unavailable, words)?;
    let worker = worker()?;
    let mut described: Vec<(Backend, Vec<DeviceDetails>)> = Vec::new();
    let mut selected = Vec::new();
    for info in chosen {
        if !described.iter().any(|(backend, _)| *backend == info.backend) {
            described.push((info.backend, describe(&worker, info.backend, LIST_DEADLINE)));
        }
        let own = described.iter().find(|(backend, _)| *backend == info.backend);
        let details = own.and_then(|(_, details)| details.get(info.index)).cloned();
        selected.push(device(info, details.unwrap_or_default()));
    }
    Ok((selected, all.unavailable))
}

fn choose<'a>(
    found: &'a [DeviceInfo],
    unavailable: &[Unavailable],
    words: &[String],
) -> Result<Vec<&'a DeviceInfo>> {
    let wanted: Vec<Wanted> = words.iter().map(|word| Wanted::parse(word)).collect();
    for (word, wanted) in words.iter().zip(&wanted) {
        if found.iter().any(|device| wanted.is(device)) {
            continue;
        }
        if let Some(missing) = unavailable.iter().find(|gap| Some(gap.backend) == wanted.backend())
        {
            bail!("{} is not available: {}", missing.backend, missing.reason);
        }
        bail!("no device of this machine is `{word}`; `warpbench devices` shows which there are");
    }
    let is_wanted =
        |device: &&DeviceInfo| wanted.is_empty() || wanted.iter().any(|wanted| wanted.is(device));
    Ok(found.iter().filter(is_wanted).collect())
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

/// The model of a device: the one whose name's words all stand in the device's.
pub(super) fn model_of(name: &str) -> Option<&'static DeviceModel> {
    let words = |text: &str| -> Vec<String> {
        let text = text.to_lowercase();
        let words = text.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
        words.map(str::to_owned).collect()
    };
    let known = words(name);
    model::builtin().iter().find(|model| words(&model.name).iter().all(|word| known.contains(word)))
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_report::DeviceKind;

    fn info(backend: Backend, index: usize, name: &str) -> DeviceInfo {
        DeviceInfo {
            backend,
            index,
            name: name.to_owned(),
            kind: DeviceKind::Discrete,
            driver: String::new(),
        }
    }

    #[test]
    fn devices_are_chosen_by_backend_place_and_name() {
        let found = [
            info(Backend::Wgpu, 0, "AMD Radeon"),
            info(Backend::Wgpu, 1, "llvmpipe"),
            info(Backend::Cpu, 0, "EPYC"),
        ];
        let missing = [Unavailable { backend: Backend::Cuda, reason: "no driver".to_owned() }];
        let check = |words: &[&str], expected: Result<&[usize], &str>| {
            let words: Vec<String> = words.iter().map(|&word| word.to_owned()).collect();
            match (choose(&found, &missing, &words), expected) {
                (Ok(chosen), Ok(places)) => {
                    let expected: Vec<&DeviceInfo> = places.iter().map(|&at| &found[at]).collect();
                    assert_eq!(chosen, expected, "{words:?}");
                }
                (Err(error), Err(text)) => assert!(error.to_string().contains(text), "{error}"),
                (chosen, _) => panic!("{words:?}: {chosen:?}"),
            }
        };
        check(&[], Ok(&[0, 1, 2]));
        check(&["wgpu"], Ok(&[0, 1]));
        check(&["wgpu:1", "cpu"], Ok(&[1, 2]));
        check(&["radeon"], Ok(&[0]));
        check(&["cuda"], Err("cuda is not available: no driver"));
        check(&["wgpu:7"], Err("no device of this machine is `wgpu:7`"));
        check(&["arc"], Err("`warpbench devices` shows"));
    }

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
        check("llvmpipe (LLVM 15.0.6, 256 bits)", None);
        check("", None);
    }
}
