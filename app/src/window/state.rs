//! What the window shows.

use super::runner::{Event, Job, Runner};
use std::collections::HashMap;
use warpbench_host::catalog::{self, Family, Variant};
use warpbench_host::device::Devices;
use warpbench_host::device::worker::Stage;
use warpbench_host::report::{DeviceInfo, Measurement};

/// The text that is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Language {
    Rust,
    Wgsl,
    Ptx,
}

/// What a family teaches: its variants, but not their forms in a second element
/// type, which the command line has.
pub(super) fn rungs(family: &'static Family) -> impl Iterator<Item = &'static Variant> {
    family.variants.iter().filter(|variant| variant.element == family.variants[0].element)
}

/// How far a run is.
#[derive(Clone, Debug)]
pub(super) enum Progress {
    /// Others come first.
    Waiting,
    /// It runs.
    Running { stage: Stage, done: usize, of: usize },
    /// It is over.
    Done(Box<Measurement>),
    /// It did not work; says why.
    Failed(String),
}

/// A run is known by its kernel and its device's place in the list.
pub(super) type Key = (&'static str, usize);

/// What the window shows.
pub(super) struct State {
    /// The chosen family and variant.
    pub(super) family: &'static Family,
    pub(super) variant: &'static Variant,
    pub(super) language: Language,
    /// Nothing while the machine is being looked at.
    pub(super) devices: Option<Devices>,
    /// The chosen device, by its place in the list.
    pub(super) device: usize,
    pub(super) runs: HashMap<Key, Progress>,
    runner: Runner,
}

impl State {
    pub(super) fn new(runner: Runner) -> State {
        let family = catalog::FAMILIES[2];
        State {
            family,
            variant: &family.variants[0],
            language: Language::Rust,
            devices: None,
            device: 0,
            runs: HashMap::new(),
            runner,
        }
    }

    /// The rungs of the chosen family's ladder.
    pub(super) fn rungs(&self) -> impl Iterator<Item = &'static Variant> + use<> {
        rungs(self.family)
    }

    /// The device that runs are sent to.
    pub(super) fn device(&self) -> Option<&DeviceInfo> {
        self.devices.as_ref()?.found.get(self.device)
    }

    /// Whether runs are waiting or under way.
    pub(super) fn is_busy(&self) -> bool {
        self.runs.values().any(|run| matches!(run, Progress::Waiting | Progress::Running { .. }))
    }

    /// The variant's text in the chosen language.
    pub(super) fn text(&self) -> &'static str {
        match self.language {
            Language::Rust => self.family.sources.rust,
            Language::Wgsl => self.family.sources.wgsl,
            Language::Ptx => self.family.sources.ptx,
        }
    }

    /// Queues runs on the chosen device.
    pub(super) fn start(&mut self, variants: impl IntoIterator<Item = &'static Variant>) {
        let Some(device) = self.device().cloned() else { return };
        for variant in variants {
            let key = (variant.name, self.device);
            self.runs.insert(key, Progress::Waiting);
            self.runner.start(Job { key, variant, device: device.clone() });
        }
    }

    /// Ends what runs and forgets what waits.
    pub(super) fn cancel(&mut self) {
        self.runner.cancel();
        self.runs.retain(|_, run| matches!(run, Progress::Done(_) | Progress::Failed(_)));
    }

    /// Takes in what the runner has to say.
    pub(super) fn receive(&mut self) {
        while let Some(event) = self.runner.next() {
            match event {
                Event::Devices(devices) => self.devices = Some(devices),
                Event::Run(key, progress) => {
                    self.runs.insert(key, progress);
                }
            }
        }
    }
}
