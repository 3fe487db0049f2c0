//! Caption of a step, in one line: which warp, which operation of the text, for how many
//! lanes, with what result.
//!
//! A caption is made of the recording, the text and the position alone, so that it is
//! the same whoever asks. Operations are named by the text's own words between
//! backquotes, and the place of these words is there to be marked.

mod expression;
mod value;

use crate::recording::Recording;
use expression::Expression;
use std::ops::Range;
use value::{Summary, condition, lanes};
use warpbench_machine::observe::WarpAccess;
use warpbench_machine::observe::banks::{self, BankAccess, Banks};
use warpbench_machine::observe::trace::{BlockState, Combination, Operation, ResultKind, Status};
use warpbench_machine::observe::trace::{Change, Step, TracedAccess};
use warpbench_machine::sim::code::{Gather, Scalar, Variable};
use warpbench_machine::sim::{AccessKind, POISON, Space};

/// What a step did.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Caption {
    pub words: String,
    /// The operation, in bytes of the text.
    pub span: Option<Range<usize>>,
}

/// What is known besides the recording.
#[derive(Clone, Copy, Debug)]
pub struct CaptionContext<'a> {
    /// The text that was recorded.
    pub text: &'a str,
    /// The state at the position of the block that did the last step.
    pub state: &'a BlockState,
    /// The banks of the device's shared memory.
    pub banks: Banks,
}

/// What the last step before a position did; at the start, who begins.
pub fn caption(recording: &Recording, position: usize, context: &CaptionContext<'_>) -> Caption {
    let trace = &recording.trace;
    let Some(last) = position.checked_sub(1) else {
        return Caption { words: beginning(recording), span: None };
    };
    let Some(step) = trace.step(last) else { return Caption::default() };
    let line = Line { recording, context, step: &step };
    let expression = trace
        .span_of_op(step.op)
        .and_then(|span| Expression::of(context.text, span, line.is_store()));
    let mut parts = Vec::new();
    if trace.blocks().len() > 1 {
        parts.push(format!("block {}", block_name(step.block)));
    }
    parts.push(format!("w{}", step.warp));
    parts.extend(expression.as_ref().map(|expression| format!("`{}`", expression.words)));
    parts.extend(line.result());
    if step.released {
        parts.push("all are past the barrier".to_owned());
    }
    let warp = context.state.warps.get(step.warp as usize);
    if warp.is_some_and(|warp| warp.status == Status::Done) {
        parts.push("the warp ends".to_owned());
    }
    Caption { words: parts.join(" · "), span: expression.map(|expression| expression.span) }
}

/// Who begins.
fn beginning(recording: &Recording) -> String {
    let (shape, blocks) = (recording.trace.shape(), recording.trace.blocks().len());
    if recording.trace.is_empty() {
        return "nothing was recorded".to_owned();
    }
    let counted = |count: u32, what: &str| format!("{count} {what}{}", plural(count));
    let warps = counted(shape.warps(), "warp");
    let threads = counted(shape.threads, "thread");
    match blocks {
        0 | 1 => format!("the block begins: {threads} in {warps}, all lanes active"),
        _ => format!("{blocks} blocks begin: {threads} in {warps} each, all lanes active"),
    }
}

fn plural(count: u32) -> &'static str {
    if count == 1 { "" } else { "s" }
}

/// A block's coordinates in the grid.
fn block_name([x, y, z]: [u32; 3]) -> String {
    match (y, z) {
        (0, 0) => format!("{x}"),
        (_, 0) => format!("({x}, {y})"),
        _ => format!("({x}, {y}, {z})"),
    }
}

/// A step and what is known of it.
struct Line<'a> {
    recording: &'a Recording,
    context: &'a CaptionContext<'a>,
    step: &'a Step,
}

impl Line<'_> {
    fn is_store(&self) -> bool {
        self.step.accesses.iter().any(|access| access.kind.writes())
    }

    /// What came of it.
    fn result(&self) -> Option<String> {
        let step = self.step;
        let active = lanes(step.mask);
        if step.arrived {
            return Some(self.arrival());
        }
        if let [first, ..] = step.accesses.as_slice() {
            return Some(self.access(first));
        }
        let value = || self.value(ResultKind::Word);
        match self.recording.trace.operation(step.op) {
            Operation::If => Some(condition(step.taken?, step.mask)),
            Operation::Or { is_left } => {
                let holds = condition(step.mask & !step.taken?, step.mask);
                let whose = if is_left { "" } else { "the left side is " };
                Some(format!("{whose}{holds}"))
            }
            Operation::LeaveLoop { .. } => Some(leaving(step.taken?, step.mask)),
            Operation::Switch => Some(match lanes(step.mask & !step.taken?) {
                0 => format!("{active} lane{} go to one case", plural(active)),
                _ => format!("{active} lanes go to different cases"),
            }),
            Operation::Compute(kind) => self.value(kind),
            // A variable that the text has no name for is nobody's business.
            Operation::Assign => self.variable_of(self.change()?).and_then(|_| value()),
            // An access that nobody has seen has no lanes.
            Operation::Access => value(),
            Operation::Barrier => Some("comes to the barrier".to_owned()),
            Operation::WarpBarrier => {
                Some(format!("{active} lane{} wait for each other", plural(active)))
            }
            Operation::Fence => Some("what it wrote before is seen before what follows".to_owned()),
            Operation::Shuffle { from, lane } => {
                let source = self.source(from, lane);
                Some(match value() {
                    Some(value) => format!("shuffles from {source} · {value}"),
                    None => format!("shuffles from {source}"),
                })
            }
            Operation::Combine(how) => {
                let what = match how {
                    Combination::Sum => "the sum",
                    Combination::Product => "the product",
                    Combination::Least => "the least",
                    Combination::Greatest => "the greatest",
                    Combination::Bits => "the bits",
                };
                let value = value().unwrap_or_default();
                Some(format!("{what} over {active} lane{} {value}", plural(active)))
            }
            Operation::Vote => Some(format!("asks {active} lane{}", plural(active))),
            Operation::Fail => Some(format!("gives up in {active} lane{}", plural(active))),
            Operation::Other => None,
        }
    }

    /// How many warps are at the barrier.
    fn arrival(&self) -> String {
        let warps = &self.context.state.warps;
        let with = |status| warps.iter().filter(|warp| warp.status == status).count();
        let (there, ended) = (with(Status::Waiting), with(Status::Done));
        let expected = warps.len() - ended;
        let gone = if ended == 0 { String::new() } else { format!(", {ended} have ended") };
        match there {
            there if there >= expected => format!("all {expected} are at the barrier{gone}"),
            _ => format!("waits at the barrier, {there} of {expected} are there{gone}"),
        }
    }

    /// What an access does, and what it finds.
    fn access(&self, access: &TracedAccess) -> String {
        let count = lanes(access.mask & !access.outside);
        let verb = match (access.kind, count) {
            (AccessKind::Load | AccessKind::AtomicLoad, 1) => "loads from",
            (AccessKind::Load | AccessKind::AtomicLoad, _) => "load from",
            (AccessKind::Store | AccessKind::AtomicStore, 1) => "stores to",
            (AccessKind::Store | AccessKind::AtomicStore, _) => "store to",
            (AccessKind::Atomic, 1) => "changes",
            (AccessKind::Atomic, _) => "change",
        };
        let place = match access.space {
            Space::Shared => "shared memory".to_owned(),
            Space::Global(buffer) => {
                let buffer = self.recording.buffers.get(buffer as usize);
                buffer.map_or("global memory".to_owned(), |buffer| buffer.slot.name.clone())
            }
        };
        let atomically = if access.kind.is_atomic() { " atomically" } else { "" };
        let mut words = format!("{count} lane{} {verb} {place}{atomically}", plural(count));
        if access.space == Space::Shared {
            let turns = self.turns(access);
            words += &format!(", {turns} turn{}", plural(turns as u32));
        }
        match lanes(access.outside) {
            0 => {}
            outside => words += &format!(", {outside} past the end"),
        }
        let found = match access.kind {
            AccessKind::Store | AccessKind::AtomicStore => None,
            AccessKind::Load | AccessKind::AtomicLoad => self.value(ResultKind::Word),
            AccessKind::Atomic => {
                self.value(ResultKind::Word).map(|value| format!("before: {value}"))
            }
        };
        found.map_or(words.clone(), |found| format!("{words} · {found}"))
    }

    /// In how many turns the banks serve an access.
    fn turns(&self, access: &TracedAccess) -> u64 {
        let lanes = access.offsets.iter().enumerate();
        let address = |(lane, &offset): (usize, &u32)| {
            (access.mask >> lane & 1 == 1).then_some(u64::from(offset))
        };
        let addresses: Vec<Option<u64>> = lanes.map(address).collect();
        let wanted = WarpAccess { addresses: &addresses, bytes_per_lane: access.bytes.into() };
        let shape = self.recording.trace.atomic_shape(self.step.op);
        banks::cost(self.context.banks, BankAccess::of(access.kind, shape), &wanted).turns
    }

    /// From which lane others read.
    fn source(&self, from: Gather, register: u32) -> String {
        let Step { warp, mask, .. } = *self.step;
        let word = |lane| self.recording.word(self.context.state, warp, register, lane);
        let mut words = (0..64).filter(|lane| mask >> lane & 1 == 1).map(word);
        let first = words.next().flatten();
        let by = first.filter(|first| words.all(|word| word == Some(*first)));
        match (from, by) {
            (Gather::First, _) => "the first lane".to_owned(),
            (Gather::At, Some(by)) => format!("lane {by}"),
            (Gather::Up, Some(by)) => format!("lane + {by}"),
            (Gather::Down, Some(by)) => format!("lane − {by}"),
            (Gather::Xor, Some(by)) => format!("lane xor {by}"),
            (Gather::Quad, Some(by)) => format!("lane {by} of its four"),
            (_, None) => "another lane each".to_owned(),
        }
    }

    /// What the registers hold that the step changed, and whose they are.
    fn value(&self, kind: ResultKind) -> Option<String> {
        let change = self.change()?;
        let variable = self.variable_of(change);
        let scalar = variable.map(|variable| variable.scalar).or(match kind {
            ResultKind::Condition => Some(Scalar::Bool),
            ResultKind::Word => self.element(change),
            ResultKind::Signed => Some(Scalar::I32),
            ResultKind::Float => Some(Scalar::F32),
            ResultKind::Wide => None,
        })?;
        let words = Summary::of(change, scalar)?.words(change.mask, self.all());
        Some(match variable {
            Some(variable) if scalar != Scalar::Bool => format!("{} {words}", variable.name),
            _ => words,
        })
    }

    /// All lanes of the warp.
    fn all(&self) -> u64 {
        self.recording.trace.shape().lanes(self.step.warp)
    }

    /// What the instruction changed: a variable of the text, if the result goes to one,
    /// or else its own register. What changed before belongs to another instruction,
    /// which the text does not have.
    fn change(&self) -> Option<&Change> {
        let result = self.recording.trace.result_of_op(self.step.op)?;
        let mut changes = self.step.changes.iter().filter(|change| change.warp == self.step.warp);
        let own = changes.find(|change| change.first == result)?;
        let is_copy = |change: &&Change| {
            change.columns.first() == own.columns.first() && self.variable_of(change).is_some()
        };
        if self.variable_of(own).is_some() {
            Some(own)
        } else {
            changes.find(is_copy).or(Some(own))
        }
    }

    /// The variable of the text whose register has changed.
    fn variable_of(&self, change: &Change) -> Option<&Variable> {
        self.recording.variables.iter().find(|variable| {
            let words = variable.register..variable.register + variable.scalar.words();
            words.contains(&change.first)
        })
    }

    /// What a word is that no instruction and no variable says: a float where that is
    /// what its bits can only be meant as.
    fn element(&self, change: &Change) -> Option<Scalar> {
        let column = change.columns.first()?;
        let active = (0..64).filter(|lane| change.mask >> lane & 1 == 1);
        let words: Vec<u32> = active.map(|lane| column[lane as usize]).collect();
        let is_float = |word: &u32| {
            let float = f32::from_bits(*word);
            let is_usual = float.is_normal() && (1e-6..1e9).contains(&float.abs());
            matches!(*word, 0 | POISON) || is_usual
        };
        let all_floats =
            words.iter().all(is_float) && words.iter().any(|word| !matches!(*word, 0 | POISON));
        Some(if all_floats { Scalar::F32 } else { Scalar::U32 })
    }
}

/// Who leaves a loop.
fn leaving(taken: u64, mask: u64) -> String {
    let (leave, stay) = (lanes(taken & mask), lanes(mask & !taken));
    match (leave, stay) {
        (0, stay) => format!("the loop goes on in {stay} lane{}", plural(stay)),
        (leave, 0) => format!("the loop ends in {leave} lane{}", plural(leave)),
        (leave, stay) => format!("the loop ends in {leave} lane{}, {stay} go on", plural(leave)),
    }
}

#[cfg(test)]
mod tests;
