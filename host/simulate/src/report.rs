//! Report of a run: all that is known about a kernel after it ran, as plain data, which is
//! what `--json` prints and what the app shows.

use serde::{Deserialize, Serialize};
use warpbench_case::Wrong;
use warpbench_case::number::{Number, Scalar};
use warpbench_front::Source;
use warpbench_machine::finding::{Finding, FindingKind, Severity};
use warpbench_machine::model::{Bottleneck, Occupancy, Prediction, Times};
use warpbench_machine::observe;
use warpbench_machine::observe::accesses::AccessCounts;
use warpbench_machine::observe::counters::{Counts, LineCounts};

/// A run of a kernel on the simulator.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Simulation {
    /// The variant of the catalogue, or the entry point.
    pub kernel: String,
    /// The text that it was compiled from.
    #[serde(skip)]
    pub source: Source,
    pub model: String,
    /// The problem's size, for kernels of the catalogue.
    pub size: Option<Vec<u64>>,
    /// Blocks of the first launch, x, y, z.
    pub grid: Option<[u32; 3]>,
    /// Threads per block of the first launch, x, y, z.
    pub block: Option<[u32; 3]>,
    /// How many launches there are.
    pub launches: usize,
    /// Whether anything is atomic, so that results may depend on the schedule although
    /// nothing races.
    pub has_atomics: bool,
    /// What was counted, over all launches; nothing where nobody counted.
    pub counters: Option<Counts>,
    /// The same for every line of the source that cost something.
    pub lines: Vec<LineCounts>,
    /// The same for every access of the source that happened, in its order.
    pub accesses: Vec<AccessCounts>,
    /// What was found, the worst first.
    pub findings: Vec<Finding>,
    /// What a multiprocessor holds of the kernel; nothing where it holds none.
    pub occupancy: Option<KernelOccupancy>,
    /// How long the model would take.
    pub predicted: Option<Predicted>,
    /// What the buffers hold afterwards, where that was asked for.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub buffers: Option<Vec<BufferDump>>,
    /// Whether the run came to its end and every expectation held.
    pub checked: bool,
    /// How many buffers were compared with what they must hold.
    pub expectations: usize,
    /// The largest difference from what was expected; nothing where a value is
    /// not a number or nothing was compared.
    pub max_error: Option<f64>,
    /// The largest difference that is allowed, where there is one for all.
    pub tolerance: Option<f64>,
    /// The buffers that hold something else than expected.
    pub wrong: Vec<Wrong>,
    /// Why the run did not come to its end, if it did not.
    pub stopped: Option<String>,
    /// What was asked for and is not watched, for want of memory.
    pub unwatched: Vec<Unwatched>,
    /// What does not stop the run, but may not be meant.
    pub warnings: Vec<String>,
    /// What the kernel printed.
    pub output: Output,
}

/// What a kernel printed, in the order in which it happened.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Output {
    pub lines: Vec<OutputLine>,
    /// How many lines more there were than are kept.
    pub left_out: u64,
}

/// A line that a thread printed.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct OutputLine {
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// The thread, counted through its block.
    pub thread: u32,
    /// The line of the source.
    pub line: u32,
    /// How many instructions the warps of the block had executed.
    pub step: u64,
    pub text: String,
}

impl Output {
    /// What was printed, with the lines of the text that printed it.
    pub(super) fn located(printed: observe::output::Output, text: &str) -> Output {
        let (lines, left_out) = printed.finish();
        let lines = lines.into_iter().map(|printed| OutputLine {
            block: printed.block,
            thread: printed.thread,
            line: match printed.span.is_defined() {
                true => printed.span.location(text).line_number,
                false => 1,
            },
            step: printed.step,
            text: printed.text,
        });
        Output { lines: lines.collect(), left_out }
    }
}

/// Something that is not watched in a run, although somebody asked for it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Unwatched {
    /// What nobody looks for, such as `races in global memory`.
    pub what: String,
    /// Why, and what can be done.
    pub why: String,
}

impl Simulation {
    /// Whether accesses were found that nothing orders: what comes of them is luck.
    pub fn has_race(&self) -> bool {
        self.findings.iter().any(|found| found.kind == FindingKind::Race)
    }

    /// Whether the run came to its end, gave what was expected, and nothing that
    /// was found is an error.
    pub fn passed(&self) -> bool {
        self.checked && !self.findings.iter().any(|found| found.severity == Severity::Error)
    }
}

/// What a multiprocessor of the model holds of a kernel.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct KernelOccupancy {
    /// Blocks, warps, and what limits them.
    #[serde(flatten)]
    pub occupancy: Occupancy,
    pub threads_per_block: u32,
    /// Shared memory that the kernel declares.
    pub shared_bytes: u32,
    pub registers_per_thread: u32,
    /// Whether the registers are a guess, because no compiler for this device
    /// has been asked.
    pub registers_assumed: bool,
}

/// How long a kernel would take.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Predicted {
    /// The time of all launches.
    pub seconds: f64,
    /// What it is bound by: issue, global, latency, shared or launch.
    #[serde(rename = "bound")]
    pub bottleneck: Bottleneck,
    /// How long everything would take if it were alone.
    pub times: Times,
    /// Figures that the model lacks; without them the time is too short, if
    /// anything.
    pub left_out: Vec<String>,
}

impl From<Prediction> for Predicted {
    fn from(prediction: Prediction) -> Predicted {
        let Prediction { seconds, bottleneck, times, left_out } = prediction;
        Predicted { seconds, bottleneck, times, left_out }
    }
}

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct BufferDump {
    pub group: u32,
    pub binding: u32,
    /// What the source calls it.
    pub name: String,
    #[serde(rename = "type")]
    pub scalar: Scalar,
    pub data: Vec<Number>,
}
