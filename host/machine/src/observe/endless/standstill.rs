//! Loops that the machine has found to be endless, in words.

use crate::finding::{FindingKind, Severity};
use crate::observe::finding::{OTHER_LINE, UnlocatedFinding};
use crate::observe::kernel::{LaunchedKernel, block_name, list};
use crate::sim::code::Scalar;
use crate::sim::{Deadlock, Space, Standstill, StandstillCause, StillValue};
use half::f16;
use warpbench_semantics::Dialect;

/// Variables that are listed at most.
const MOST_VALUES: usize = 5;

/// What to say about lanes that can never leave a loop.
pub(super) fn finding(kernel: &LaunchedKernel, still: &Standstill) -> UnlocatedFinding {
    let threads = kernel.threads_of(still.warp, still.lanes);
    let who = format!("{} of {}", list(&threads), block_name(still.block));
    let first = threads.first().copied().unwrap_or(0);
    let values = values(&still.values, first);
    let goes = if threads.len() == 1 { "goes" } else { "go" };
    let (message, other_op, address) = match &still.cause {
        StandstillCause::NoExit => (
            format!(
                "this loop never ends: there is nothing in it that leaves it, and {who} {goes} \
                 round in it. Leave it with `break` or `return` once its work is done."
            ),
            None,
            None,
        ),
        StandstillCause::Foregone(comparison) => (
            format!(
                "this loop never ends: the comparison at {OTHER_LINE} has the same outcome \
                 whatever the numbers are, since no number of its type is smaller than the \
                 smallest or larger than the largest; {who} {goes} round for ever. Compare with \
                 another bound, or count with a type that can pass it."
            ),
            Some(*comparison),
            None,
        ),
        StandstillCause::PassesBy { counter, scalar, step, is_down, bound } => {
            let counter = still.values.iter().find(|value| value.register == *counter);
            let scalar = counter.map_or(*scalar, |counter| counter.scalar);
            let shown = |word: u32| number(scalar, word.into());
            let name = counter.map_or("its counter".to_owned(), |c| format!("`{}`", c.name));
            let way = if *is_down { "down" } else { "up" };
            let round = if scalar.is_float() { "" } else { ", also when it wraps around" };
            let values = values.map_or(String::new(), |values| format!(" ({values})"));
            let message = format!(
                "this loop never ends: {name} goes {way} by {} every round and passes by the end, \
                 which a comparison with {} decides{round}; {who} {goes} round for ever{values}. \
                 Compare with `<` or `>` instead of `!=`, or choose a step that meets the end.",
                shown(*step),
                shown(*bound),
            );
            (message, None, None)
        }
        StandstillCause::Alone => (
            format!(
                "this loop never ends: {who} {goes} round in it, and {}{}. Change that in the \
                 loop, or compare with something that is reached.",
                match still.period {
                    0 | 1 => "nothing changes any more that its end depends on".to_owned(),
                    rounds => format!(
                        "all that its end depends on is the same again every {rounds} rounds"
                    ),
                },
                constants(kernel, still, values)
            ),
            None,
            still.word.map(|word| u64::from(word.byte)),
        ),
        StandstillCause::Waiting(deadlock) => {
            let (reason, barrier) = reason(kernel, still, deadlock);
            let word = still.word.map_or_else(
                || "memory that nobody changes any more".to_owned(),
                |word| {
                    let name = kernel.name(word.op, word.space, word.byte);
                    format!("{name}, which is {}", word.value)
                },
            );
            let values = values.map_or(String::new(), |values| format!(" ({values})"));
            let address = still.word.map(|word| u64::from(word.byte));
            let verb = if threads.len() == 1 { "waits" } else { "wait" };
            let message =
                format!("{who} {verb} for ever in this loop for {word}{values}: {reason}");
            (message, barrier, address)
        }
    };
    UnlocatedFinding {
        kind: FindingKind::Endless,
        severity: Severity::Error,
        message,
        op: still.op,
        other_op,
        lanes: threads,
        block: Some(still.block),
        address,
        step: Some(still.step),
    }
}

/// Why nobody changes what is waited for, and what to do; and the barrier that
/// others wait at, if that is why.
fn reason(
    kernel: &LaunchedKernel,
    still: &Standstill,
    deadlock: &Deadlock,
) -> (String, Option<u32>) {
    let is_shared = still.word.is_some_and(|word| word.space == Space::Shared);
    if deadlock.held != 0 {
        let held = kernel.threads_of(still.warp, deadlock.held);
        let (who, verb) = (list(&held), if held.len() == 1 { "waits" } else { "wait" });
        let reason = format!(
            "{who} {verb} behind the loop until all lanes of the warp have left it, for before \
             Volta, as on this GPU, they share a program counter. If one of them holds the lock, \
             it cannot give it back. Do what the lock is for and give it back within the loop, \
             in the branch of the lane that got it, or let one lane of each warp take the lock."
        );
        return (reason, None);
    }
    match (deadlock.unstarted, deadlock.barrier) {
        (Some((left, resident)), _) if !is_shared => {
            let fit = match resident {
                1 => "1 block fits on the device at once, and it waits".to_owned(),
                _ => format!("{resident} blocks fit on the device at once, and all of them wait"),
            };
            let more = if left == 1 { "block" } else { "blocks" };
            let reason = format!(
                "{fit}; {left} more {more} can only start when another one has ended. Launch no \
                 more blocks than fit, or let blocks wait only for those that started before \
                 them."
            );
            (reason, None)
        }
        (_, Some((op, warp, lanes))) if is_shared || deadlock.resident <= 1 => {
            let waiting = kernel.threads_of(warp, lanes);
            let verb = if waiting.len() == 1 { "waits" } else { "wait" };
            let reason = format!(
                "{} of the block, which could still write it, {verb} at {} at {OTHER_LINE} for \
                 those who are in the loop. Write it before the barrier, or wait for it behind.",
                list(&waiting),
                match kernel.dialect {
                    Dialect::Cuda => "the barrier",
                    Dialect::Wgsl => "the `workgroupBarrier()`",
                }
            );
            (reason, (op != still.op).then_some(op))
        }
        _ => {
            let others = match (is_shared, deadlock.resident) {
                (false, 2..) => "all threads of all blocks",
                _ => "all threads",
            };
            let reason = format!(
                "{others} that have not ended wait as well, and nobody is left who would write \
                 it. See to it that whoever is to write it does so before waiting or \
                 returning, and that a lock is given back by whoever holds it."
            );
            (reason, None)
        }
    }
}

/// What a loop's end depends on that does not change.
fn constants(kernel: &LaunchedKernel, still: &Standstill, values: Option<String>) -> String {
    let word = still.word.map(|word| {
        let name = kernel.name(word.op, word.space, word.byte);
        format!("{name} is {}, and the kernel never writes it", word.value)
    });
    let all: Vec<String> = values.into_iter().chain(word).collect();
    if all.is_empty() { String::new() } else { format!(" ({})", all.join("; ")) }
}

/// Variables and what they hold; nothing if there are none.
fn values(values: &[StillValue], first: u32) -> Option<String> {
    let text = |value: &StillValue| {
        let number = number(value.scalar, value.bits);
        if value.is_uniform {
            format!("`{}` is {number}", value.name)
        } else {
            format!("`{}` is {number} in thread {first}", value.name)
        }
    };
    let texts: Vec<String> = values.iter().take(MOST_VALUES).map(text).collect();
    (!texts.is_empty()).then(|| texts.join(", "))
}

/// A scalar as a reader would write it.
fn number(scalar: Scalar, bits: u64) -> String {
    let word = bits as u32;
    match scalar {
        Scalar::Bool => (word != 0).to_string(),
        Scalar::I32 => (word as i32).to_string(),
        Scalar::U32 => word.to_string(),
        Scalar::F32 => f32::from_bits(word).to_string(),
        // A half is held as the float that it is equal to.
        Scalar::F16 => f16::from_f32(f32::from_bits(word)).to_string(),
        Scalar::I64 => (bits as i64).to_string(),
        Scalar::U64 => bits.to_string(),
        Scalar::F64 => f64::from_bits(bits).to_string(),
    }
}
