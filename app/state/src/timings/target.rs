//! Targets: devices of this machine, and devices that are simulated.
//!
//! Times of different classes are never drawn on one scale: a software adapter
//! says little about a GPU, and a prediction is no measurement.

use serde::{Deserialize, Serialize};
use std::sync::Arc;
use warpbench_machine::model::DeviceModel;
use warpbench_report::{DeviceInfo, DeviceKind};

#[derive(Clone, Debug, Serialize, Deserialize)]
pub enum Target {
    /// A device of this machine.
    Device(DeviceInfo),
    /// The simulator, as this device.
    Model(Arc<DeviceModel>),
}

/// Targets of one class may be compared with each other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    Gpu,
    /// The processor, and drivers that compute on it.
    Software,
    Simulator,
}

impl Class {
    /// All of them, in the order in which they are shown.
    pub const ALL: [Class; 3] = [Class::Gpu, Class::Software, Class::Simulator];

    /// In a word or two.
    pub fn name(self) -> &'static str {
        match self {
            Class::Gpu => "GPU",
            Class::Software => "software",
            Class::Simulator => "simulator",
        }
    }

    /// In a word, as files have it.
    pub fn word(self) -> &'static str {
        match self {
            Class::Gpu => "gpu",
            Class::Software | Class::Simulator => self.name(),
        }
    }

    /// The heading where there is little room.
    pub fn short_heading(self) -> &'static str {
        match self {
            Class::Gpu => "GPU",
            Class::Software => "Software, no GPU",
            Class::Simulator => "Predicted",
        }
    }

    pub fn heading(self) -> &'static str {
        match self {
            Class::Gpu => "GPU",
            Class::Software => "Software, no GPU: these times say little about one",
            Class::Simulator => "Simulator, predicted: not a measurement",
        }
    }
}

/// The class of a target.
pub fn class(target: &Target) -> Class {
    match target {
        Target::Device(device) if device.kind.is_gpu() => Class::Gpu,
        Target::Device(_) => Class::Software,
        Target::Model(_) => Class::Simulator,
    }
}

/// What a target is called, and what kind of thing it is.
pub fn describe(target: &Target) -> (String, String) {
    match target {
        Target::Device(device) => {
            let kind = match device.kind {
                DeviceKind::Discrete | DeviceKind::Unknown => "GPU",
                DeviceKind::Integrated => "integrated GPU",
                DeviceKind::Virtual => "virtual GPU",
                DeviceKind::Software => "software, no GPU",
                DeviceKind::Cpu => "processor, reference",
            };
            (device.name.clone(), format!("{kind}, {}", device.backend))
        }
        Target::Model(model) => (format!("{} model", model.name), "predicted".to_owned()),
    }
}
