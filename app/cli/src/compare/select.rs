//! Selection of the devices that are compared.

use crate::{devices, worker};
use anyhow::{Result, bail};
use warpbench_common::compare::devices::described;
use warpbench_compare::results::Device;
use warpbench_report::{Backend, DeviceInfo, Unavailable};

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
pub(crate) fn select(words: &[String]) -> Result<(Vec<Device>, Vec<Unavailable>)> {
    let all = devices(&Backend::ALL)?;
    let chosen = choose(&all.found, &all.unavailable, words)?;
    let selected = described(chosen, &worker()?);
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
}
