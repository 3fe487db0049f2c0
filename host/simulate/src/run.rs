//! Running what was prepared.

use super::account::MemoryPlan;
use super::observers::ObserverSet;
use super::problem::ProblemRun;
use super::recording::machine;
use super::registers::RegisterUse;
use super::report::{BufferDump, KernelOccupancy, Simulation};
use super::text::TextRun;
use super::{Aspect, MOST_THREADS, Setup, SimulateError, cores};
use std::borrow::Cow;
use std::sync::Arc;
use std::time::Duration;
use warpbench_case::Comparison;
use warpbench_cores::{Cores, Job, OneCore};
use warpbench_front::Source;
use warpbench_front::wgsl::Checked;
use warpbench_machine::model::{self, BlockNeeds};
use warpbench_machine::sim::code::Code;
use warpbench_machine::sim::{self, Buffers, CompileError, RunError};

/// A kernel that has been read, compiled and bound, and can be run.
#[derive(Debug)]
pub struct Prepared {
    pub(super) setup: Setup,
    pub(super) workload: Workload,
    /// What there is room for.
    pub(super) plan: MemoryPlan,
    /// What is known before the run.
    pub(super) known: Simulation,
}

/// What there is to run.
#[derive(Debug)]
pub(super) enum Workload {
    /// A problem of the catalogue.
    Problem(Box<ProblemRun>),
    /// A text with a case.
    Text(Box<TextRun>),
}

impl Workload {
    /// The same with all bits of `usize`, which it has outgrown.
    pub(super) fn in_full(
        &self,
        source: &Source,
        setup: &Setup,
    ) -> Result<Prepared, SimulateError> {
        let again = match self {
            Workload::Problem(problem) => problem.in_full(setup),
            Workload::Text(case) => case.in_full(source, setup),
        };
        again.unwrap_or(Err(SimulateError::Failed))
    }
}

/// What a run leaves behind, besides what was observed of it.
pub(super) struct Outcome {
    pub(super) stopped: Option<RunError>,
    pub(super) comparison: Comparison,
    pub(super) buffers: Vec<BufferDump>,
}

impl Prepared {
    /// What is known without running: everything but counts and results.
    pub fn known(&self) -> &Simulation {
        &self.known
    }

    /// Runs to the end, or until the instructions are used up.
    pub fn run(self) -> Result<Simulation, SimulateError> {
        self.run_while(&|| true)
    }

    /// Runs no longer than `time`. `elapsed` is the caller's clock: how long ago it
    /// was started.
    pub fn run_within(
        self,
        time: Duration,
        elapsed: &(dyn Fn() -> Duration + Sync),
    ) -> Result<Simulation, SimulateError> {
        self.run_until(&|| elapsed() < time, Some(Deadline { time, elapsed }))
    }

    /// Runs no longer than `time`, and only as long as `go_on` says yes.
    pub fn run_within_while(
        self,
        time: Duration,
        elapsed: &(dyn Fn() -> Duration + Sync),
        go_on: &(dyn Fn() -> bool + Sync),
    ) -> Result<Simulation, SimulateError> {
        self.run_until(&|| elapsed() < time && go_on(), Some(Deadline { time, elapsed }))
    }

    /// Runs to the end, until the instructions are used up, or until `go_on` says
    /// no; it is asked every few milliseconds at most. A run that was stopped has
    /// a report of what was seen until then.
    pub fn run_while(self, go_on: &(dyn Fn() -> bool + Sync)) -> Result<Simulation, SimulateError> {
        self.run_until(go_on, None)
    }

    fn run_until(
        self,
        go_on: &(dyn Fn() -> bool + Sync),
        deadline: Option<Deadline<'_>>,
    ) -> Result<Simulation, SimulateError> {
        let Prepared { mut setup, mut workload, plan, known } = self;
        let given = setup.clone();
        if plan.cores < setup.cores.count() {
            setup.cores = Arc::new(Fewer { cores: setup.cores, count: plan.cores });
        }
        let text = &known.source.text;
        let mut observers = ObserverSet::new(&setup.observe, &setup.model, plan.global_races);
        observers.deadline = deadline;
        let outcome = match &mut workload {
            Workload::Problem(problem) => problem.run(&setup, text, &mut observers, go_on),
            Workload::Text(case) => case.run(&setup, text, &mut observers, go_on),
        };
        let outcome = match outcome {
            Err(SimulateError::Run(RunError::Outgrown)) => {
                return workload.in_full(&known.source, &given)?.run_until(go_on, deadline);
            }
            outcome => outcome?,
        };
        let registers = known.occupancy.as_ref().map(|held| held.registers_per_thread);
        let observations = observers.finish(text, registers);
        let Outcome { stopped, comparison, buffers } = outcome;
        Ok(Simulation {
            counters: observations.counters,
            lines: observations.lines,
            accesses: observations.accesses,
            findings: observations.findings,
            predicted: observations.predicted.filter(|_| stopped.is_none()),
            buffers: setup.dump.then_some(buffers),
            checked: stopped.is_none() && comparison.wrong.is_empty(),
            expectations: comparison.count,
            max_error: comparison.finite_error(),
            wrong: comparison.wrong,
            stopped: stopped.map(|error| error.to_string()),
            unwatched: known.unwatched.into_iter().chain(observations.unwatched).collect(),
            output: observations.output,
            ..known
        })
    }
}

/// Whether a kernel's code has all checks. They take time, so those that change nothing
/// about what a thread does are there only where somebody wants to know.
pub(super) fn has_checks(setup: &Setup) -> bool {
    setup.observe.has_any(&[Aspect::Arithmetic, Aspect::Bounds, Aspect::Alignment])
}

/// Compiles a kernel for the machine.
pub(super) fn compile(checked: &Checked, entry: &str, setup: &Setup) -> Result<Code, CompileError> {
    let semantics = match has_checks(setup) {
        true => Cow::Borrowed(&checked.semantics),
        false => Cow::Owned(checked.semantics.without_checks()),
    };
    sim::compile(&checked.module, &checked.info, &semantics, entry)
}

/// Some of the cores that there are.
#[derive(Debug)]
struct Fewer {
    cores: Arc<dyn Cores>,
    count: usize,
}

impl Cores for Fewer {
    fn count(&self) -> usize {
        self.count
    }

    fn run(&self, jobs: Vec<Job<'_>>) {
        if self.count > 1 { self.cores.run(jobs) } else { OneCore.run(jobs) }
    }
}

/// Runs one launch. That it was stopped is a result, not an error.
pub(super) fn launch(
    code: &Code,
    grid: [u32; 3],
    buffers: &mut Buffers,
    setup: &Setup,
    text: &str,
    observers: &mut ObserverSet<'_>,
    go_on: &(dyn Fn() -> bool + Sync),
) -> Result<Option<RunError>, SimulateError> {
    let launch = machine(setup, code, grid);
    let ended =
        cores::run_in_turns(code, &launch, buffers, &mut observers.all, &*setup.cores, go_on);
    let ended = ended.map_err(|error| match (error, &observers.deadline) {
        (RunError::Stopped, Some(deadline)) if deadline.has_passed() => {
            RunError::Time { limit: deadline.time }
        }
        (error, _) => error,
    });
    observers.ended(code, text, &ended, resident_blocks(setup, code));
    match ended {
        Ok(()) => Ok(None),
        Err(stopped) if is_of_run(&stopped) => Ok(Some(stopped)),
        Err(refused) => Err(refused.into()),
    }
}

/// When a run has to end.
#[derive(Clone, Copy)]
pub(super) struct Deadline<'a> {
    time: Duration,
    /// How long it has run.
    elapsed: &'a (dyn Fn() -> Duration + Sync),
}

impl Deadline<'_> {
    fn has_passed(&self) -> bool {
        (self.elapsed)() >= self.time
    }
}

/// Whether an error happened in the run; others keep a kernel from running.
pub(super) fn is_of_run(error: &RunError) -> bool {
    match error {
        RunError::Budget { .. }
        | RunError::Time { .. }
        | RunError::Endless(_)
        | RunError::Missing(_)
        | RunError::Stopped => true,
        RunError::NeedsOthers
        | RunError::Outgrown
        | RunError::Width(_)
        | RunError::Memory { .. }
        | RunError::Oversized { .. }
        | RunError::ResidentMemory { .. }
        | RunError::Buffers { .. } => false,
    }
}

/// How many blocks of a kernel the device has room for at once, if that is known.
pub(super) fn resident_blocks(setup: &Setup, code: &Code) -> Option<u64> {
    let held = occupancy(code, RegisterUse::UNKNOWN, setup, &mut Vec::new())?;
    let per_multiprocessor = u64::from(held.occupancy.blocks_per_multiprocessor);
    Some(per_multiprocessor * u64::from(setup.model.multiprocessors)).filter(|&all| all > 0)
}

/// Refuses launches that the device would refuse, and blocks that would take the
/// machine's own memory.
pub(super) fn check_launch(
    code: &Code,
    grid: [u32; 3],
    setup: &Setup,
) -> Result<(), SimulateError> {
    model::check_block(&setup.model, code.block, code.shared_bytes)?;
    model::check_grid(&setup.model, grid)?;
    model::check_blocks(code.dialect, grid)?;
    let threads = code.block.iter().fold(1, |product: u64, &n| product.saturating_mul(n.into()));
    if threads > MOST_THREADS {
        return Err(SimulateError::Threads { threads });
    }
    let (bytes, most) = (sim::block_bytes(code, setup.model.warp_width), setup.most_bytes);
    if bytes > most {
        return Err(SimulateError::Memory { what: "the variables of a block", bytes, most });
    }
    Ok(())
}

/// What a multiprocessor holds of a kernel; where it holds none, a warning says
/// why.
pub(super) fn occupancy(
    code: &Code,
    registers: RegisterUse,
    setup: &Setup,
    warnings: &mut Vec<String>,
) -> Option<KernelOccupancy> {
    let threads = code.block.iter().product();
    let registers_per_thread = if registers.assumed {
        // A compiler would stay within what one block can have.
        let most = setup.model.registers.per_multiprocessor / u32::max(threads, 1);
        registers.per_thread.min(most.max(1))
    } else {
        registers.per_thread
    };
    let needs = BlockNeeds { threads, registers_per_thread, shared_bytes: code.shared_bytes };
    match model::occupancy(&setup.model, &needs) {
        Ok(occupancy) => Some(KernelOccupancy {
            occupancy,
            threads_per_block: needs.threads,
            shared_bytes: needs.shared_bytes,
            registers_per_thread: needs.registers_per_thread,
            registers_assumed: registers.assumed,
        }),
        Err(error) => {
            warnings.push(error.to_string());
            None
        }
    }
}
