//! Results to test with: plausible ones, and random ones of every form that a file
//! can have.

use rand::{Rng, SeedableRng};
use rand_pcg::Pcg64Mcg;
use std::collections::BTreeMap;
use warpbench_compare::ceilings::note_shares;
use warpbench_compare::plan::{Request, tasks};
use warpbench_compare::results::{
    Ceiling, CeilingShare, Check, Counted, Device, KernelText, Machine, Measured, MemoryCeiling,
    Outcome, Record, Results, Role, Run, Settings, Simulated, TextLanguage, Work,
};
use warpbench_compare::suite;
use warpbench_report::{Backend, Clock, DeviceKind};

/// A source of choices.
pub(crate) struct Random(Pcg64Mcg);

impl Random {
    pub(crate) fn new(seed: u64) -> Random {
        Random(Pcg64Mcg::seed_from_u64(seed))
    }

    pub(crate) fn below(&mut self, count: u64) -> u64 {
        self.0.next_u64() % count.max(1)
    }

    pub(crate) fn pick<T: Clone>(&mut self, of: &[T]) -> T {
        of[self.below(of.len() as u64) as usize].clone()
    }

    /// Between 0 and 1.
    pub(crate) fn share(&mut self) -> f64 {
        self.0.next_u64() as f64 / u64::MAX as f64
    }

    fn maybe<T>(&mut self, make: impl FnOnce(&mut Random) -> T) -> Option<T> {
        (self.below(2) == 0).then(|| make(self))
    }

    fn text(&mut self) -> String {
        const LETTERS: [char; 14] =
            ['a', 'Z', '0', ' ', '<', '"', '\\', '|', 'µ', '·', '{', '\u{2028}', '&', ','];
        (0..1 + self.below(9)).map(|_| self.pick(&LETTERS)).collect()
    }

    fn seconds(&mut self) -> f64 {
        match self.below(8) {
            0 => 0.0,
            1 => f64::MIN_POSITIVE,
            2 => 1e300,
            _ => self.share() * 10f64.powi(-(self.below(9) as i32)),
        }
    }
}

pub(crate) fn device(backend: Backend, index: u32, name: &str, kind: DeviceKind) -> Device {
    let api = match backend {
        Backend::Cuda => "CUDA",
        Backend::Wgpu => "Vulkan",
        Backend::Cpu => "processor",
    };
    let limits = [("max_storage_buffer_binding_size".to_owned(), 1 << 31)];
    Device {
        id: Device::id_of(backend, index),
        backend,
        index,
        api: api.to_owned(),
        name: name.to_owned(),
        kind,
        driver: "1.2.3".to_owned(),
        pci: None,
        memory_bytes: kind.is_gpu().then_some(16 << 30),
        subgroup_sizes: (backend != Backend::Cpu).then_some([32, 32]),
        limits: limits.into(),
        model: (backend == Backend::Cuda).then(|| "h200".to_owned()),
    }
}

fn run_of(id: &str, started_unix: u64) -> Run {
    Run {
        id: id.to_owned(),
        started_unix,
        program: "0.1.0".to_owned(),
        settings: Settings { suite: vec!["default".to_owned()], seed: 1, ..Settings::default() },
    }
}

/// How fast a device pretends to be, in bytes and operations per second.
fn speed(device: &Device) -> (f64, f64) {
    match (device.backend, device.kind) {
        (Backend::Cuda, _) => (3.3e12, 4.5e13),
        (_, DeviceKind::Software) => (4e9, 1.2e10),
        (Backend::Cpu, _) => (2e10, 9e10),
        _ => (2.9e12, 3.9e13),
    }
}

/// A run of the default suite that nobody measured, as a machine with a card, a
/// software adapter and a processor would have made it. Times differ by some percent
/// from sample to sample, by a seed.
pub(crate) fn plausible(id: &str, machine: &str, seed: u64) -> Results {
    let mut random = Random::new(seed);
    let devices = vec![
        device(Backend::Cuda, 0, "NVIDIA H200", DeviceKind::Discrete),
        device(Backend::Wgpu, 0, "NVIDIA H200", DeviceKind::Discrete),
        device(Backend::Wgpu, 1, "llvmpipe", DeviceKind::Software),
        device(Backend::Cpu, 0, "A processor", DeviceKind::Cpu),
    ];
    let machine = Machine {
        name: machine.to_owned(),
        os: "Debian GNU/Linux 12".to_owned(),
        architecture: "x86_64".to_owned(),
        processor: "A processor".to_owned(),
        cores: 16,
        memory_bytes: 128 << 30,
    };
    let mut results = Results::new(run_of(id, 1_763_300_000 + seed), machine, devices.clone());
    let kernels = suite::kernels(["default"]).expect("known");
    let sweep = suite::kernels(["copy_coalesced"]).expect("known");
    let request = Request {
        kernels: &kernels,
        sweep: &sweep,
        quick: false,
        modelled: true,
        machine_bytes: 128 << 30,
    };
    let tasks = tasks(&devices, &request, &|_, _| None).expect("they fit");
    for (number, task) in tasks.iter().enumerate() {
        let (bytes_per_s, operations_per_s) = speed(&task.device);
        let rungs = task.family.variants.iter();
        let place = rungs.take_while(|variant| variant.name != task.variant.name).count();
        let waste = match task.family.name {
            "peak" => 1.0,
            _ => 1.0 + 2.0 / (1.0 + place as f64),
        };
        let cached = if task.role == Role::Sweep && task.work.bytes < 40 << 20 { 0.4 } else { 1.0 };
        let least = 3e-6
            + cached
                * (task.work.bytes as f64 / bytes_per_s)
                    .max(task.work.operations as f64 / operations_per_s);
        let samples = (0..40)
            .map(|_| least * waste * (1.0 + 0.03 * random.share() * random.share()))
            .collect();
        let counters = Counted {
            global_requests: Some(task.work.bytes / 128),
            global_sectors: Some(task.work.bytes / 32),
            shared_requests: Some(1000),
            bank_conflicts: Some(if task.variant.name.contains("strided") { 500 } else { 0 }),
            divergent_branches: Some(7),
            atomics: Some(u64::from(task.family.name == "histogram")),
        };
        let is_of_device = task.device.backend == Backend::Cuda;
        let is_simulated = task.role == Role::Modelled;
        results.measurements.push(Record {
            device: task.device.id.clone(),
            family: task.family.name.to_owned(),
            kernel: task.variant.name.to_owned(),
            role: task.role,
            size: task.size.clone(),
            source: task.source.clone(),
            work: task.work,
            finished_unix: results.run.started_unix + number as u64,
            outcome: Outcome::Measured(Measured {
                check: Check { max_error: Some(1e-6), tolerance: 1e-4 },
                clock: Clock::Device,
                samples,
            }),
            of_ceiling: None,
            simulated: is_simulated.then(|| Simulated {
                model: "h200".to_owned(),
                is_of_device,
                counters,
                seconds: least * waste * (0.7 + 0.8 * random.share()),
                bound: "global".to_owned(),
            }),
            hardware: (is_simulated && is_of_device)
                .then_some(Counted { bank_conflicts: Some(0), ..counters }),
        });
    }
    note_shares(&mut results);
    results
}

/// Any results that a file may hold.
pub(crate) fn any(seed: u64) -> Results {
    let mut random = Random::new(seed);
    let machine = Machine {
        name: random.text(),
        os: random.text(),
        architecture: random.text(),
        processor: random.text(),
        cores: random.below(300) as u32,
        memory_bytes: random.below(u64::MAX),
    };
    let run = Run {
        id: format!("run-{}", random.below(1 << 40)),
        started_unix: random.below(1 << 40),
        program: random.text(),
        settings: Settings {
            suite: (0..random.below(3)).map(|_| random.text()).collect(),
            sizes: (0..random.below(3)).map(|_| random.text()).collect(),
            sweep: Vec::new(),
            quick: random.below(2) == 0,
            repeat: random.maybe(|random| random.below(u64::MAX)),
            seed: random.below(u64::MAX),
        },
    };
    let devices: Vec<Device> =
        (0..random.below(4) as u32).map(|at| any_device(&mut random, at)).collect();
    let mut results = Results::new(run, machine, devices);
    if results.devices.is_empty() {
        return results;
    }
    for number in 0..random.below(12) {
        let record = any_record(&mut random, &results.devices, number);
        if results.measurements.iter().all(|known| known.key() != record.key()) {
            results.measurements.push(record);
        }
    }
    results
}

fn any_device(random: &mut Random, index: u32) -> Device {
    let backend = random.pick(&Backend::ALL);
    let kinds = [
        DeviceKind::Discrete,
        DeviceKind::Integrated,
        DeviceKind::Virtual,
        DeviceKind::Software,
        DeviceKind::Cpu,
        DeviceKind::Unknown,
    ];
    let mut limits = BTreeMap::new();
    for _ in 0..random.below(3) {
        limits.insert(random.text(), random.below(u64::MAX));
    }
    let least = random.below(64) as u32;
    Device {
        id: Device::id_of(backend, index),
        backend,
        index,
        api: random.text(),
        name: random.text(),
        kind: random.pick(&kinds),
        driver: random.text(),
        pci: random.maybe(Random::text),
        memory_bytes: random.maybe(|random| random.below(u64::MAX)),
        subgroup_sizes: random.maybe(|random| [least, least + random.below(65) as u32]),
        limits,
        model: random.maybe(Random::text),
    }
}

fn any_record(random: &mut Random, devices: &[Device], number: u64) -> Record {
    let device = random.pick(devices).id;
    let tolerance = random.share();
    let check = Check { max_error: Some(tolerance * random.share()), tolerance };
    let outcome = match random.below(6) {
        0 => Outcome::Wrong(Check { max_error: random.maybe(Random::seconds), tolerance }),
        1 => Outcome::Lacking(random.text()),
        2 => Outcome::Failed(random.text()),
        _ => Outcome::Measured(Measured {
            check,
            clock: random.pick(&[Clock::Device, Clock::Wall]),
            samples: (0..1 + random.below(20)).map(|_| random.seconds()).collect(),
        }),
    };
    let counted = |random: &mut Random| Counted {
        global_requests: random.maybe(|random| random.below(u64::MAX)),
        global_sectors: random.maybe(|random| random.below(u64::MAX)),
        shared_requests: random.maybe(|random| random.below(1000)),
        bank_conflicts: random.maybe(|random| random.below(1000)),
        divergent_branches: random.maybe(|random| random.below(1000)),
        atomics: random.maybe(|random| random.below(2)),
    };
    Record {
        device,
        family: random.pick(&["reduce", "matmul", "unheard-of"]).to_owned(),
        kernel: random.pick(&["reduce_sequential", "peak_read", "peak_fma", "later"]).to_owned(),
        role: random.pick(&[Role::Suite, Role::Modelled, Role::Sweep, Role::Control]),
        size: (0..1 + random.below(3)).map(|_| random.below(u64::MAX)).collect(),
        source: KernelText {
            language: random.pick(&[
                TextLanguage::Ptx,
                TextLanguage::Wgsl,
                TextLanguage::Reference,
            ]),
            sha256: random.text(),
        },
        work: Work {
            bytes: random.below(1 << 50),
            operations: random.below(1 << 50),
            elements: random.below(1 << 40),
            element_bytes: 4,
            memory: random.pick(&[MemoryCeiling::Read, MemoryCeiling::Copy]),
        },
        finished_unix: number,
        outcome,
        of_ceiling: random.maybe(|random| CeilingShare {
            percent: random.seconds(),
            of: random.pick(&[Ceiling::Read, Ceiling::Copy, Ceiling::Arithmetic]),
        }),
        simulated: random.maybe(|random| Simulated {
            model: random.text(),
            is_of_device: random.below(2) == 0,
            counters: counted(random),
            seconds: random.seconds(),
            bound: random.text(),
        }),
        hardware: random.maybe(counted),
    }
}
