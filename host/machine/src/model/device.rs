//! A device model: the figures of one GPU, and where each of them comes from.
//!
//! The words are CUDA's. A warp is what AMD calls a wavefront and Intel a
//! hardware thread, a multiprocessor is a compute unit or an Xe-core, shared
//! memory is local memory. A figure that nobody has published is left out:
//! what is optional here is optional for that reason.

use serde::{Deserialize, Deserializer, Serialize};
use std::collections::BTreeMap;

/// The figures of one GPU that counting, occupancy and predicted time need.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DeviceModel {
    /// The short name: the stem of the file.
    #[serde(skip)]
    pub slug: String,
    /// The name it is sold under, without the vendor.
    pub name: String,
    /// Who makes it.
    pub vendor: String,
    /// The generation, in the vendor's words.
    pub architecture: String,
    /// CUDA's version of its abilities, where CUDA runs on it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub compute_capability: Option<String>,
    /// When it could first be bought.
    pub year: u32,
    /// Lanes that share a program counter, 1 to 64.
    pub warp_width: u32,
    /// How many multiprocessors work side by side.
    pub multiprocessors: u32,
    /// 32-bit multiply-adds that a multiprocessor starts in a cycle.
    pub fp32_lanes_per_multiprocessor: u32,
    /// Warps that a multiprocessor issues an instruction of in a cycle.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub warp_schedulers_per_multiprocessor: Option<u32>,
    /// The clock of the lanes, boosted where the vendor states a boost.
    pub clock_ghz: f64,
    /// Peak speed of global memory, in billions of bytes per second.
    pub bandwidth_gb_per_s: f64,
    /// Size of the cache that all multiprocessors share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l2_bytes: Option<u32>,
    /// How long an access takes when nothing else happens.
    #[serde(default)]
    pub latency: Latency,
    /// What the caches get done, where somebody has measured it.
    #[serde(default)]
    pub throughput: Throughput,
    /// What starting things costs, where somebody has measured it.
    #[serde(default)]
    pub launch: LaunchCost,
    /// How the accesses of a warp to global memory become transactions.
    pub coalescing: Coalescing,
    /// Shared memory: its banks and how blocks are given parts of it.
    pub shared: SharedMemory,
    /// Registers and how blocks are given parts of them.
    pub registers: RegisterFile,
    /// What a multiprocessor can hold at once.
    pub limits: Limits,
    /// Where each figure comes from, by its path (`shared.banks`).
    #[serde(default, deserialize_with = "flat_sources")]
    pub sources: BTreeMap<String, String>,
}

/// Times from asking to having, in cycles of [`DeviceModel::clock_ghz`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Latency {
    /// From memory, past all caches.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub global_cycles: Option<u32>,
    /// From the cache that all multiprocessors share.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l2_cycles: Option<u32>,
    /// From shared memory, without a bank conflict.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub shared_cycles: Option<u32>,
    /// From an arithmetic instruction to one that needs its result.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arithmetic_cycles: Option<u32>,
    /// From an atomic in global memory to the next on the same sector.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_cycles: Option<u32>,
}

/// What the second-level cache gets done, for all multiprocessors together.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Throughput {
    /// Billions of bytes that are read from it per second.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub l2_gb_per_s: Option<f64>,
    /// Lines of stores that fill a sector in part, per nanosecond.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub partial_store_lines_per_ns: Option<f64>,
    /// Sectors that atomics change, per nanosecond, if all are different ones.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub atomic_sectors_per_ns: Option<f64>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LaunchCost {
    /// A launch of nothing, on the device's clock.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub overhead_us: Option<f64>,
    /// Every block of a launch: they are handed out one after the other.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_ns: Option<f64>,
}

/// How the accesses of one warp instruction to global memory are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "rule", rename_all = "kebab-case", deny_unknown_fields)]
pub enum Coalescing {
    /// Lane k of a request must access word k of an aligned segment, or else
    /// every active lane pays a transaction of its own.
    HalfWarpInOrder {
        /// Lanes that are looked at together: half a warp.
        lanes_per_request: u32,
        /// Size of the transactions of lanes that broke the rule.
        serial_bytes: u32,
    },
    /// The protocol of compute capability 1.2: the segment of the lowest lane
    /// serves all lanes that fall into it, shrinks to what they use, and the
    /// next lowest lane left over goes on.
    Segments {
        /// Lanes that are looked at together: half a warp.
        lanes_per_request: u32,
        /// What a segment can shrink to.
        smallest_bytes: u32,
        /// What a segment of words of 4 bytes and more starts from.
        largest_bytes: u32,
    },
    /// One transaction for each distinct line that a warp touches.
    Lines {
        /// Size of a line of the L1 cache.
        line_bytes: u32,
        /// Whether loads go through the L1 cache. Stores do not.
        l1_caches: bool,
        /// Size of the transactions that do not go through the L1 cache.
        uncached_bytes: u32,
    },
    /// One transaction for each distinct sector that a warp touches.
    Sectors { sector_bytes: u32 },
}

impl Coalescing {
    /// The same rule with the L1 cache switched on or off, where it can be.
    #[must_use]
    pub fn with_l1(self, l1_caches: bool) -> Self {
        match self {
            Self::Lines { line_bytes, uncached_bytes, .. } => {
                Self::Lines { line_bytes, l1_caches, uncached_bytes }
            }
            other => other,
        }
    }
}

/// Shared memory of a multiprocessor.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SharedMemory {
    /// Banks that can be accessed in the same cycle.
    pub banks: u32,
    /// Width of a bank: successive words of this size lie in successive banks.
    pub bank_bytes: u32,
    /// Lanes among which conflicts arise: a warp, or half of one.
    pub lanes_per_request: u32,
    /// Who shares a word of a bank.
    #[serde(default)]
    pub rule: BankRule,
    /// What lanes do that change the same word by atomics.
    #[serde(default)]
    pub atomics: AtomicRule,
    /// What the blocks of a multiprocessor share out.
    pub bytes_per_multiprocessor: u32,
    /// What one block may ask for.
    pub max_bytes_per_block: u32,
    /// What a block is given is a multiple of this.
    pub allocation_unit_bytes: u32,
    /// Where only certain sizes are handed out: those sizes, ascending.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub allocation_sizes_bytes: Vec<u32>,
    /// What the system takes in every block, on top of what was asked for.
    pub reserved_bytes_per_block: u32,
}

/// Who shares a word of shared memory, and how wide accesses are served.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum BankRule {
    /// Compute capability 1.x: in a turn one word is read by all lanes that want
    /// it, and every other bank serves one lane. Everything wider than a word is
    /// fetched word by word.
    OneBroadcast,
    /// Compute capability 2.x: each bank serves one word in a turn, to all lanes
    /// that want it. Accesses of 8 bytes are served by half-warps and those of 16
    /// bytes by quarter-warps, which take a turn more.
    MulticastSlowQuads,
    /// Compute capability 3.x with banks of four bytes: as that, and a bank gives
    /// two words in a turn that lie as many words apart as there are banks, in the
    /// same aligned stretch of twice as many.
    MulticastPairs,
    /// Compute capability 5.0 and later, and 3.x with banks of eight bytes: each
    /// bank serves one word in a turn, to all lanes that want it. As many lanes are
    /// served together as the banks can give their bytes.
    #[default]
    Multicast,
    /// As that, and twice as many lanes of an 8-byte or 16-byte load are served
    /// together if all pairs of neighbours want the same, or all lanes the same as the
    /// next but one.
    MulticastMerging,
}

/// How atomics in shared memory are carried out.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum AtomicRule {
    /// A loop of instructions that lock a word, change it and unlock it; one lane
    /// of each word gets through at a time. Compute capability 1.2 to 3.x.
    LockLoop,
    /// The banks do it, one lane at a time each. Compute capability 5.0 and later.
    #[default]
    Native,
    /// As that, but lanes that add the constant one to the same word, and do not ask
    /// what was there, are counted and added in one turn. Compute capability 8.0 and
    /// later.
    NativeCounting,
}

/// Registers of a multiprocessor, of 32 bits each.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RegisterFile {
    /// What the blocks of a multiprocessor share out.
    pub per_multiprocessor: u32,
    /// What one thread may use.
    pub max_per_thread: u32,
    /// In what portions they are handed out.
    pub allocation: RegisterAllocation,
}

/// In what portions registers are handed out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "per", rename_all = "kebab-case", deny_unknown_fields)]
pub enum RegisterAllocation {
    /// A block gets one portion for all its warps.
    Block {
        /// The portion is a multiple of so many registers.
        unit: u32,
        /// The block's warps are counted in multiples of this.
        warps_unit: u32,
    },
    /// Every warp gets a portion of its own.
    Warp {
        /// The portion is a multiple of so many registers.
        unit: u32,
        /// Parts that the registers are split into; a warp lives in one.
        partitions: u32,
    },
}

/// What a multiprocessor can hold at once, and what a block may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Limits {
    /// Threads on a multiprocessor.
    pub threads_per_multiprocessor: u32,
    /// Warps on a multiprocessor.
    pub warps_per_multiprocessor: u32,
    /// Blocks on a multiprocessor.
    pub blocks_per_multiprocessor: u32,
    pub threads_per_block: u32,
    /// Threads of a block along x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub block_axes: Option<[u32; 3]>,
    /// Blocks of a grid along x, y and z.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub grid_axes: Option<[u32; 3]>,
}

/// What a model is called is no figure and needs no source.
const IDENTITY: [&str; 4] = ["name", "vendor", "architecture", "sources"];

impl DeviceModel {
    /// Every figure of the model with its path (`shared.banks`), sorted.
    #[must_use]
    pub fn figures(&self) -> Vec<(String, toml::Value)> {
        // Nothing in a model is beyond TOML: its numbers fit 64 bits.
        let Ok(toml::Value::Table(table)) = toml::Value::try_from(self) else {
            return Vec::new();
        };
        let mut figures = Vec::new();
        for (name, value) in table {
            if !IDENTITY.contains(&name.as_str()) {
                flatten(&name, value, &mut figures);
            }
        }
        figures
    }

    /// Where the figure of this path comes from, in words.
    #[must_use]
    pub fn source(&self, path: &str) -> Option<&str> {
        self.sources.get(path).map(String::as_str)
    }

    /// Whether the figure of this path is a guess, for want of a better source.
    #[must_use]
    pub fn is_estimate(&self, path: &str) -> bool {
        self.source(path).is_some_and(|source| source.starts_with("estimate"))
    }

    /// Whether each thread has a program counter of its own, as on NVIDIA's GPUs since
    /// Volta, whose compute capability is 7.0: what NVIDIA calls independent thread
    /// scheduling. Elsewhere the lanes of a warp share one.
    #[must_use]
    pub fn has_independent_threads(&self) -> bool {
        let major = |version: &str| version.split('.').next()?.parse::<u32>().ok();
        self.compute_capability.as_deref().and_then(major).is_some_and(|major| major >= 7)
    }

    /// Peak rate of 32-bit floating point, a multiply-add counted as two.
    #[must_use]
    pub fn peak_gflops(&self) -> f64 {
        let lanes = f64::from(self.multiprocessors) * f64::from(self.fp32_lanes_per_multiprocessor);
        2.0 * lanes * self.clock_ghz
    }
}

/// Appends the leaves of a table under their paths.
fn flatten(path: &str, value: toml::Value, leaves: &mut Vec<(String, toml::Value)>) {
    match value {
        toml::Value::Table(table) => {
            for (name, value) in table {
                flatten(&format!("{path}.{name}"), value, leaves);
            }
        }
        leaf => leaves.push((path.to_owned(), leaf)),
    }
}

/// Reads sources as they are written, nested like the figures, into one map.
fn flat_sources<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<BTreeMap<String, String>, D::Error> {
    let mut leaves = Vec::new();
    for (name, value) in toml::Table::deserialize(deserializer)? {
        flatten(&name, value, &mut leaves);
    }
    leaves
        .into_iter()
        .map(|(path, value)| match value {
            toml::Value::String(text) => Ok((path, text)),
            other => Err(serde::de::Error::custom(format!(
                "the source of `{path}` must be a text, not {}",
                other.type_str()
            ))),
        })
        .collect()
}
