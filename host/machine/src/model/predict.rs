//! Predicted times of launches: a simple model, honest about what it leaves out.
//!
//! Everything that could hold a launch up is worked out as if it were alone:
//!
//! - **issue**: instructions over what the schedulers issue. The machine counts
//!   operations of the source; a compiler needs fewer ([`NEEDED`]), keeps a
//!   thread's own variables in registers without moving them, and mostly unrolls
//!   the steps of a loop ([`LOOP_STEP`]).
//! - **global**: the slowest of four. The turns of a multiprocessor's way to
//!   memory, one per line and cycle; what the second-level cache serves, with
//!   stores that fill sectors in part and atomics on one sector apart; and what
//!   memory itself moves, each byte of the buffers once where there is a cache.
//! - **shared**: turns of shared memory, one per cycle.
//! - **latency**: the path of one block (waits, dependent arithmetic, barriers),
//!   as often as blocks follow each other in one place. More resident blocks
//!   overlap more paths.
//! - **launch**: what a launch costs, and what every block costs.
//!
//! The first three are those of the busiest multiprocessor. The bounds do not
//! overlap perfectly: a launch takes the root of the sum of their squares, which
//! is the largest where one stands out and 1.4 times either where two are equal.
//! What a device model does not say is left out and named in
//! [`Prediction::left_out`].

use super::device::DeviceModel;
use super::occupancy::{BlockNeeds, occupancy};
use crate::profile::LaunchProfile;
use serde::{Deserialize, Serialize};
use std::fmt;

/// Machine instructions per operation of the source. Multiplications and
/// additions become one, addresses become a part of the access.
const NEEDED: f64 = 0.5;
/// Operations of the source that a loop costs per turn (count, compare, jump)
/// and that vanish when it is unrolled; of a conditional, compare and jump.
const LOOP_STEP: u64 = 3;
/// Instructions of a thread that are under way together on its path: not every
/// one needs the result of the one before.
const SIDE_BY_SIDE: f64 = 2.0;
/// Turns that a request to global memory costs beside those of its lines.
/// `matmul_naive` takes 1.5 cycles per request of one line on an H200, and
/// `matmul_uncoalesced` 33 per request of 32.
const REQUEST_TURNS: f64 = 0.5;
/// The part of its peak that memory reaches: 91 % in `peak_read` on an H200. The
/// rest goes into refreshing and turning around.
const MEMORY_EFFICIENCY: f64 = 0.9;
/// What a launch costs where the model does not say: a usual figure.
const USUAL_LAUNCH_US: f64 = 5.0;
/// Registers of a thread where nobody has compiled the kernel: with as many, all
/// threads of most devices can be resident.
const USUAL_REGISTERS: u32 = 32;
const SECTOR_BYTES: f64 = 32.0;

/// What holds a launch up.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Bottleneck {
    Issue,
    /// Traffic to global memory.
    Global,
    /// Waiting, with too little else to do.
    Latency,
    /// Traffic to shared memory.
    Shared,
    Launch,
}

impl fmt::Display for Bottleneck {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Issue => "issue",
            Self::Global => "global",
            Self::Latency => "latency",
            Self::Shared => "shared",
            Self::Launch => "launch",
        })
    }
}

/// What a compiler made of a kernel, where that is known.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Resources {
    /// 32-bit registers of each thread.
    pub registers_per_thread: Option<u32>,
    /// Shared memory of a block; what the source declares if it is not known.
    pub shared_bytes: Option<u32>,
}

/// How long everything would take if it were alone, in seconds.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Times {
    pub issue: f64,
    /// Global accesses on their way through a multiprocessor.
    pub global_turns: f64,
    /// The second-level cache.
    pub l2: f64,
    pub atomics: f64,
    /// Memory behind all caches.
    pub memory: f64,
    /// The paths of blocks that follow each other.
    pub latency: f64,
    pub shared: f64,
    pub blocks: f64,
    pub overhead: f64,
}

impl Times {
    /// The slowest part of global memory.
    #[must_use]
    pub fn global(&self) -> f64 {
        self.global_turns.max(self.l2).max(self.atomics).max(self.memory)
    }

    /// What holds it up most.
    #[must_use]
    pub fn bottleneck(&self) -> Bottleneck {
        let launch = self.overhead + self.blocks;
        let others = [
            (Bottleneck::Issue, self.issue),
            (Bottleneck::Global, self.global()),
            (Bottleneck::Latency, self.latency),
            (Bottleneck::Shared, self.shared),
        ];
        let most = (Bottleneck::Launch, launch);
        others.into_iter().fold(most, |most, next| if next.1 > most.1 { next } else { most }).0
    }

    /// All of it, as far as it does not overlap.
    fn seconds(&self) -> f64 {
        let parts = [self.issue, self.global(), self.latency, self.shared, self.blocks];
        self.overhead + parts.iter().map(|seconds| seconds * seconds).sum::<f64>().sqrt()
    }

    fn add(&mut self, other: &Times) {
        self.issue += other.issue;
        self.global_turns += other.global_turns;
        self.l2 += other.l2;
        self.atomics += other.atomics;
        self.memory += other.memory;
        self.latency += other.latency;
        self.shared += other.shared;
        self.blocks += other.blocks;
        self.overhead += other.overhead;
    }
}

/// A predicted time and what it is made of.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Prediction {
    /// The time of all launches.
    pub seconds: f64,
    /// What holds them up most.
    #[serde(rename = "bound")]
    pub bottleneck: Bottleneck,
    /// The parts, added up over the launches.
    pub times: Times,
    /// Figures that the device model lacks, and what could not be said for want
    /// of something else. Without them the time is too short, if anything.
    pub left_out: Vec<String>,
}

/// Predicts how long launches take one after the other.
#[must_use]
pub fn predict(
    model: &DeviceModel,
    launches: &[LaunchProfile],
    resources: Resources,
) -> Prediction {
    let mut device = Device { model, resources, left_out: Vec::new() };
    let mut times = Times::default();
    let mut seconds = 0.0;
    for launch in launches {
        let own = device.times(launch);
        seconds += own.seconds();
        times.add(&own);
    }
    Prediction { seconds, bottleneck: times.bottleneck(), times, left_out: device.left_out }
}

/// A device model, and what was missed in it.
struct Device<'a> {
    model: &'a DeviceModel,
    resources: Resources,
    left_out: Vec<String>,
}

impl Device<'_> {
    fn times(&mut self, launch: &LaunchProfile) -> Times {
        let (counts, traffic) = (&launch.counts, &launch.traffic);
        let blocks = launch.blocks().max(1);
        // The multiprocessor with the most blocks is the last to finish.
        let busiest = blocks.div_ceil(u64::from(self.model.multiprocessors.max(1)));
        let share = busiest as f64 / blocks as f64;
        let second = self.model.clock_ghz * 1e9;
        let on_busiest = |cycles: f64| cycles * share / second;

        let requests = counts.global_requests + counts.shared_requests;
        let executed = counts.warp_instructions.saturating_sub(launch.moves);
        let instructions = needed(executed, counts.branches).max(requests as f64);
        let turns = traffic.global_turns as f64 + REQUEST_TURNS * counts.global_requests as f64;
        let overhead_us =
            self.figure("launch.overhead_us", self.model.launch.overhead_us, USUAL_LAUNCH_US);
        let block_ns = self.figure("launch.block_ns", self.model.launch.block_ns, 0.0);
        Times {
            issue: on_busiest(instructions / self.issue_rate()),
            global_turns: on_busiest(turns),
            l2: self.l2(launch),
            atomics: self.atomics(launch),
            memory: self.memory_bytes(launch)
                / (self.model.bandwidth_gb_per_s * 1e9 * MEMORY_EFFICIENCY),
            latency: self.path_cycles(launch) / blocks as f64 * self.waves(launch, busiest)
                / second,
            shared: on_busiest(traffic.shared_turns as f64),
            blocks: launch.blocks() as f64 * block_ns * 1e-9,
            overhead: overhead_us * 1e-6,
        }
    }

    /// Warps whose instructions a multiprocessor starts in a cycle.
    fn issue_rate(&mut self) -> f64 {
        let lanes = f64::from(self.model.fp32_lanes_per_multiprocessor);
        let by_lanes = lanes / f64::from(self.model.warp_width.max(1));
        let schedulers = self.model.warp_schedulers_per_multiprocessor.map(f64::from);
        self.figure("warp_schedulers_per_multiprocessor", schedulers, by_lanes).min(by_lanes)
    }

    /// Bytes between the caches of the multiprocessors and what is behind them.
    fn past_l1(launch: &LaunchProfile) -> f64 {
        launch.traffic.l2_sectors as f64 * SECTOR_BYTES
    }

    /// Bytes that memory moves: what the buffers hold where a cache keeps the
    /// rest away, everything where there is none.
    fn memory_bytes(&self, launch: &LaunchProfile) -> f64 {
        match self.model.l2_bytes {
            Some(_) => Self::past_l1(launch).min(launch.buffer_bytes as f64),
            None => launch.counts.global_bytes_moved as f64,
        }
    }

    fn l2(&mut self, launch: &LaunchProfile) -> f64 {
        if self.model.l2_bytes.is_none() {
            return 0.0;
        }
        let rates = self.model.throughput;
        let bytes_per_ns = self.figure("throughput.l2_gb_per_s", rates.l2_gb_per_s, f64::INFINITY);
        let lines_per_ns = self.figure(
            "throughput.partial_store_lines_per_ns",
            rates.partial_store_lines_per_ns,
            f64::INFINITY,
        );
        let partial = launch.traffic.partial_store_lines as f64;
        (Self::past_l1(launch) / bytes_per_ns + partial / lines_per_ns) * 1e-9
    }

    /// Atomics on one sector wait for each other; on different sectors there is
    /// only so much that the cache can do at once.
    fn atomics(&mut self, launch: &LaunchProfile) -> f64 {
        let traffic = &launch.traffic;
        if traffic.atomic_sectors == 0 {
            return 0.0;
        }
        let all = self.model.throughput.atomic_sectors_per_ns;
        let all = self.figure("throughput.atomic_sectors_per_ns", all, f64::INFINITY);
        let each = self.model.latency.atomic_cycles.map(f64::from);
        let each = self.figure("latency.atomic_cycles", each, 0.0) / self.model.clock_ghz;
        let places = (traffic.atomic_buffer_bytes as f64 / SECTOR_BYTES).max(1.0);
        traffic.atomic_sectors as f64 * (1.0 / all).max(each / places) * 1e-9
    }

    /// Cycles that the blocks would take one after the other.
    fn path_cycles(&mut self, launch: &LaunchProfile) -> f64 {
        let (path, latency) = (&launch.path, self.model.latency);
        let shared = latency.shared_cycles.map(f64::from);
        let shared = self.figure("latency.shared_cycles", shared, 0.0);
        let arithmetic = latency.arithmetic_cycles.map(f64::from);
        let arithmetic = self.figure("latency.arithmetic_cycles", arithmetic, 0.0);
        let global = latency.global_cycles.map(f64::from);
        let global = self.figure("latency.global_cycles", global, 0.0);
        let nearer = match self.model.l2_bytes {
            Some(_) => self.figure("latency.l2_cycles", latency.l2_cycles.map(f64::from), global),
            None => global,
        };
        // The first access to a sector goes to memory, the others stay nearer.
        let past_l1 = Self::past_l1(launch);
        let far = if past_l1 > 0.0 { self.memory_bytes(launch) / past_l1 } else { 0.0 };
        let far = far.clamp(0.0, 1.0);
        let wait = far * global + (1.0 - far) * nearer;
        needed(path.instructions, path.branches) * arithmetic / SIDE_BY_SIDE
            + path.global_waits as f64 * wait
            + path.shared_waits as f64 * shared
            + path.conflicts as f64
            // A barrier takes about as long as an access to shared memory.
            + path.phases as f64 * shared
    }

    /// How many blocks follow each other in one place of the busiest
    /// multiprocessor.
    fn waves(&mut self, launch: &LaunchProfile, busiest: u64) -> f64 {
        let registers = self.resources.registers_per_thread;
        let needs = BlockNeeds {
            threads: launch.threads(),
            registers_per_thread: registers.unwrap_or(USUAL_REGISTERS),
            shared_bytes: self.resources.shared_bytes.unwrap_or(launch.shared_bytes),
        };
        let resident = match occupancy(self.model, &needs) {
            Ok(occupancy) => occupancy.blocks_per_multiprocessor.max(1),
            Err(error) => {
                self.leave_out(&format!("occupancy: {error}"));
                1
            }
        };
        (busiest as f64 / f64::from(resident)).max(1.0)
    }

    /// A figure of the model, or what stands in for it.
    fn figure(&mut self, path: &str, value: Option<f64>, otherwise: f64) -> f64 {
        value.unwrap_or_else(|| {
            self.leave_out(path);
            otherwise
        })
    }

    fn leave_out(&mut self, what: &str) {
        if !self.left_out.iter().any(|known| known == what) {
            self.left_out.push(what.to_owned());
        }
    }
}

/// Machine instructions that a compiler makes of operations of the source.
fn needed(operations: u64, branches: u64) -> f64 {
    NEEDED * operations.saturating_sub(LOOP_STEP.saturating_mul(branches)) as f64
}
