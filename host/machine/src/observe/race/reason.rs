//! Reasons of a race: what happened, why nothing orders it, what to do.

use super::clock::Relation;
use super::conflict::{Conflict, Lack};
use super::races::ConflictSite;
use crate::observe::finding::OTHER_LINE;
use crate::observe::kernel::block_name;
use crate::observe::words;
use crate::sim::code::{AtomicFunction, Scalar, Update};
use crate::sim::{AccessKind, Space};
use warpbench_semantics::{Dialect, Scope};

pub(super) fn message(at: &ConflictSite<'_>, conflict: &Conflict) -> String {
    let variable = at.kernel.name(at.site.op, at.space, conflict.byte);
    let [mut new, mut old] =
        [conflict.new, conflict.old].map(|party| format!("thread {}", party.thread));
    if conflict.new.block != conflict.old.block {
        new = format!("{new} of {}", block_name(conflict.new.block));
        old = format!("{old} of {}", block_name(conflict.old.block));
    }
    let update = at.kernel.update(at.site.op, conflict.old.op);
    if let Some(update) = update.filter(|_| !conflict.same_value) {
        return format!(
            "{new} and {old} change {variable} at the same time: each reads it, changes what it \
             has read and writes that back, so that one of the changes is lost. {}{}",
            instead(at, update),
            if conflict.is_causal { LOCK } else { "" },
        );
    }
    let verb = match at.kind {
        AccessKind::Load => "reads",
        AccessKind::Store => "writes",
        AccessKind::Atomic => "atomically updates",
        AccessKind::AtomicLoad => "atomically reads",
        AccessKind::AtomicStore => "atomically writes",
    };
    let other_verb = match (conflict.old.writes, conflict.old.is_atomic) {
        (true, true) => "atomically changes",
        (true, false) => "writes",
        (false, true) => "atomically reads",
        (false, false) => "reads",
    };
    let place = if conflict.new.op == conflict.old.op {
        "with the same instruction".to_owned()
    } else {
        format!("at {OTHER_LINE}")
    };
    let why = reason(at, conflict);
    format!("{new} {verb} {variable}, which {old} {other_verb} {place}; {why}.")
}

/// What is said besides where a kernel may have a lock.
const LOCK: &str = " If a lock guards it, take the lock with `Ordering::Acquire` and give it back \
                    with `Ordering::Release`, both for the device.";

/// Why that is a race, and what to do.
fn reason(at: &ConflictSite<'_>, conflict: &Conflict) -> String {
    let shared = at.space == Space::Shared;
    let dialect = at.kernel.dialect;
    let one_is_atomic = conflict.new.is_atomic || conflict.old.is_atomic;
    match conflict.relation {
        _ if conflict.same_value => {
            "nothing orders them, but both write the same value, which may be meant; let one \
             thread write it, or use an atomic, to be safe"
                .to_owned()
        }
        Relation::BlockScope => "an atomic whose name ends in `_block` is atomic for the threads \
             of its block alone, and these are of two: use the one that ends in `_device`"
            .to_owned(),
        Relation::Blocks => match conflict.lacks {
            Some(lack) => lacking(lack, conflict),
            None => between_blocks(dialect, one_is_atomic),
        },
        Relation::WrongBarrier if shared => format!(
            "the barrier between them is for buffers only, shared memory needs `{}`",
            words::block_barrier(dialect)
        ),
        Relation::WrongBarrier => format!(
            "`{}` between them orders shared memory only: {} asks for `{}` here",
            words::block_barrier(dialect),
            words::language(dialect),
            words::storage_barrier(dialect),
        ),
        Relation::Ordered | Relation::Unordered => match conflict.lacks {
            Some(lack) => lacking(lack, conflict),
            None => within_a_block(at, conflict, one_is_atomic),
        },
    }
}

fn within_a_block(at: &ConflictSite<'_>, conflict: &Conflict, one_is_atomic: bool) -> String {
    let dialect = at.kernel.dialect;
    let barrier = match at.space {
        Space::Shared => words::block_barrier(dialect),
        Space::Global(_) => words::storage_barrier(dialect),
    };
    if one_is_atomic {
        return format!(
            "an atomic is safe against other atomics only, and no barrier orders the two: make \
             the plain access atomic as well, or put `{barrier}` between them"
        );
    }
    if conflict.new.op == conflict.old.op {
        return format!(
            "all threads come to this instruction at once, so that no barrier before or behind \
             it can part them: give each thread a word of its own, let one thread write, or use \
             an atomic; where they come from different rounds of a loop, put `{barrier}` between \
             the rounds"
        );
    }
    // Inside a branch a barrier of the block would wait for threads that do not come.
    let is_apart = [conflict.old.op, conflict.new.op].iter().any(|op| at.kernel.is_in_branch(*op));
    let warp = |thread: u32| thread / at.kernel.width.max(1);
    let is_one_warp = warp(conflict.old.thread) == warp(conflict.new.thread);
    match dialect {
        Dialect::Cuda if is_apart && is_one_warp => format!(
            "no barrier orders the two, which are threads of one warp: `{}` is missing between \
             them, with the lanes that come here as its mask; where threads of other warps touch \
             it too, `{barrier}`, at a place that all threads of the block come to",
            words::warp_barrier(dialect)
        ),
        _ if is_apart => format!(
            "no barrier orders the two: `{barrier}` is missing between them, at a place that all \
             threads of the block come to"
        ),
        _ => format!("no barrier orders the two: `{barrier}` is missing between them"),
    }
}

fn between_blocks(dialect: Dialect, one_is_atomic: bool) -> String {
    let plain = "blocks run in any order and no barrier reaches across them";
    match dialect {
        Dialect::Wgsl if one_is_atomic => format!(
            "{plain}, and an atomic is safe against other atomics only: use atomics for both, or \
             split the work into two launches"
        ),
        Dialect::Wgsl => format!(
            "{plain}; WGSL's atomics are relaxed, so that a flag set with one orders no other \
             word either: give each block words of its own, make this word atomic, or split the \
             work into two launches"
        ),
        Dialect::Cuda if one_is_atomic => format!(
            "{plain}, and an atomic is safe against other atomics only: use atomics for both, or \
             split the work into two launches"
        ),
        Dialect::Cuda => format!(
            "{plain}: give each block words of its own, use an atomic, split the work into two \
             launches, or hand the word over: write it, call `{fence}`, set a flag with an atomic \
             of the device; whoever has read the flag with an atomic calls `{fence}` as well \
             before it touches the word",
            fence = words::fence(dialect, Scope::Device).unwrap_or("a fence")
        ),
    }
}

/// What is missing where nearly everything is there.
fn lacking(lack: Lack, conflict: &Conflict) -> String {
    match lack {
        Lack::AcquiringFence => format!(
            "thread {} has read a flag that says it is ready, but nothing keeps this access \
             behind that: read the flag with `Ordering::Acquire`, or call `thread::device_fence()` \
             after it",
            conflict.new.thread
        ),
        Lack::Scope => format!(
            "thread {} has published it to its own block alone: a fence or an atomic of the \
             device is needed",
            conflict.old.thread
        ),
    }
}

/// The atomic operation that does what a load and a store cannot.
fn instead(at: &ConflictSite<'_>, update: &Update) -> String {
    let dialect = at.kernel.dialect;
    let scope = if at.space == Space::Shared { Scope::Block } else { Scope::Device };
    let is_float = matches!(update.scalar, Scalar::F32 | Scalar::F16 | Scalar::F64);
    let adds = matches!(update.function, AtomicFunction::Add | AtomicFunction::Sub);
    let help = "No barrier can help, since both read before either has written";
    match dialect {
        Dialect::Wgsl if is_float => format!(
            "{help}; WGSL has no atomic operations on floats: sum within each block first and \
             let one thread write the block's result to a word of its own, or loop with \
             `atomicCompareExchangeWeak` on the bits."
        ),
        Dialect::Cuda if is_float && !(adds && update.scalar != Scalar::F16) => format!(
            "{help}, and there is no atomic operation for it: let each thread or block keep a \
             result of its own and join them behind a barrier or in a second launch."
        ),
        _ => format!(
            "{help}: use `{}`, or give each thread a word of its own and join them afterwards.",
            words::atomic(dialect, update.function, update.scalar, scope)
        ),
    }
}
