//! Vocabulary of a kernel's language: what things are called in it.
//!
//! A message that tells a reader of Rust to add `workgroupBarrier()` sends them to
//! a manual that they have never opened. Every detector, advice and panel takes
//! such names from here. They come as code, without quotes around them. What the
//! workbench itself calls things (block, warp, thread, lane) is the same in both.

use crate::sim::code::{AtomicFunction, Scalar};
use warpbench_semantics::{Dialect, Scope};

/// The language's own name.
pub fn language(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Wgsl => "WGSL",
        Dialect::Cuda => "Rust",
    }
}

/// The barrier of a block, which orders its accesses to shared memory.
pub fn block_barrier(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Wgsl => "workgroupBarrier()",
        Dialect::Cuda => "thread::sync_threads()",
    }
}

/// The barrier of a block, which orders its accesses to global memory.
pub fn storage_barrier(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Wgsl => "storageBarrier()",
        Dialect::Cuda => "thread::sync_threads()",
    }
}

/// The barrier of a warp.
pub fn warp_barrier(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Wgsl => "subgroupBarrier()",
        Dialect::Cuda => "warp::sync_warp(mask)",
    }
}

/// A fence that orders without waiting. WGSL has none.
pub fn fence(dialect: Dialect, scope: Scope) -> Option<&'static str> {
    match (dialect, scope) {
        (Dialect::Wgsl, _) => None,
        (Dialect::Cuda, Scope::Block) => Some("block_thread_fence(Ordering::AcqRel)"),
        (Dialect::Cuda, Scope::Device) => Some("thread::device_fence()"),
        (Dialect::Cuda, Scope::System) => Some("thread::system_fence()"),
    }
}

/// How a shared array is declared.
pub fn shared_array(dialect: Dialect) -> &'static str {
    match dialect {
        Dialect::Wgsl => "var<workgroup>",
        Dialect::Cuda => "shared_array!",
    }
}

/// The number of elements of an array or slice.
pub fn length(dialect: Dialect, array: &str) -> String {
    match dialect {
        Dialect::Wgsl => format!("arrayLength(&{array})"),
        Dialect::Cuda => format!("{array}.len()"),
    }
}

/// A type of scalar.
pub fn scalar(scalar: Scalar) -> &'static str {
    match scalar {
        Scalar::Bool => "bool",
        Scalar::I32 => "i32",
        Scalar::U32 => "u32",
        Scalar::F32 => "f32",
        Scalar::F16 => "f16",
        Scalar::I64 => "i64",
        Scalar::U64 => "u64",
        Scalar::F64 => "f64",
    }
}

/// How lanes of a warp exchange values.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WarpOperation {
    Shuffle,
    ShuffleUp,
    ShuffleDown,
    ShuffleXor,
    Broadcast,
    BroadcastFirst,
    Ballot,
    All,
    Any,
}

/// An operation in which the lanes of a warp exchange values of a type.
pub fn warp_operation(dialect: Dialect, operation: WarpOperation, of: Scalar) -> String {
    let of = match of {
        Scalar::F32 => "f32",
        Scalar::I32 => "i32",
        _ => "u32",
    };
    match (dialect, operation) {
        (Dialect::Wgsl, WarpOperation::Shuffle) => "subgroupShuffle".to_owned(),
        (Dialect::Wgsl, WarpOperation::ShuffleUp) => "subgroupShuffleUp".to_owned(),
        (Dialect::Wgsl, WarpOperation::ShuffleDown) => "subgroupShuffleDown".to_owned(),
        (Dialect::Wgsl, WarpOperation::ShuffleXor) => "subgroupShuffleXor".to_owned(),
        (Dialect::Wgsl, WarpOperation::Broadcast) => "subgroupBroadcast".to_owned(),
        (Dialect::Wgsl, WarpOperation::BroadcastFirst) => "subgroupBroadcastFirst".to_owned(),
        (Dialect::Wgsl, WarpOperation::Ballot) => "subgroupBallot".to_owned(),
        (Dialect::Wgsl, WarpOperation::All) => "subgroupAll".to_owned(),
        (Dialect::Wgsl, WarpOperation::Any) => "subgroupAny".to_owned(),
        (Dialect::Cuda, WarpOperation::ShuffleUp) => format!("shuffle_up_{of}"),
        (Dialect::Cuda, WarpOperation::ShuffleDown) => format!("shuffle_down_{of}"),
        (Dialect::Cuda, WarpOperation::ShuffleXor) => format!("shuffle_xor_{of}"),
        (
            Dialect::Cuda,
            WarpOperation::Shuffle | WarpOperation::Broadcast | WarpOperation::BroadcastFirst,
        ) => format!("shuffle_from_{of}"),
        (Dialect::Cuda, WarpOperation::Ballot) => "ballot".to_owned(),
        (Dialect::Cuda, WarpOperation::All) => "vote_all".to_owned(),
        (Dialect::Cuda, WarpOperation::Any) => "vote_any".to_owned(),
    }
}

/// An atomic operation that reads and writes. Shared memory takes the scope of the
/// block, global memory that of the device.
pub fn atomic(dialect: Dialect, function: AtomicFunction, of: Scalar, scope: Scope) -> String {
    let (wgsl, cuda) = match function {
        AtomicFunction::Add => ("atomicAdd", "add"),
        AtomicFunction::Sub => ("atomicSub", "sub"),
        AtomicFunction::And => ("atomicAnd", "and"),
        AtomicFunction::Or => ("atomicOr", "or"),
        AtomicFunction::Xor => ("atomicXor", "xor"),
        AtomicFunction::Min => ("atomicMin", "min"),
        AtomicFunction::Max => ("atomicMax", "max"),
        AtomicFunction::Exchange => ("atomicExchange", "exch"),
    };
    match dialect {
        Dialect::Wgsl => wgsl.to_owned(),
        Dialect::Cuda => format!("atomic_fetch_{cuda}_{}_{}", scalar(of), scope_suffix(scope)),
    }
}

/// An atomic read.
pub fn atomic_load(dialect: Dialect, of: Scalar, scope: Scope) -> String {
    match dialect {
        Dialect::Wgsl => "atomicLoad".to_owned(),
        Dialect::Cuda => format!("atomic_load_{}_{}", 32 * of.words(), scope_suffix(scope)),
    }
}

/// An atomic write.
pub fn atomic_store(dialect: Dialect, of: Scalar, scope: Scope) -> String {
    match dialect {
        Dialect::Wgsl => "atomicStore".to_owned(),
        Dialect::Cuda => format!("atomic_store_{}_{}", 32 * of.words(), scope_suffix(scope)),
    }
}

/// How the library ends the names of what counts among these threads.
fn scope_suffix(scope: Scope) -> &'static str {
    match scope {
        Scope::Block => "block",
        Scope::Device => "device",
        Scope::System => "system",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_language_has_its_own_names() {
        let check = |name: fn(Dialect) -> String, wgsl: &str, rust: &str| {
            assert_eq!(name(Dialect::Wgsl), wgsl);
            assert_eq!(name(Dialect::Cuda), rust);
        };
        check(|d| language(d).to_owned(), "WGSL", "Rust");
        check(|d| block_barrier(d).to_owned(), "workgroupBarrier()", "thread::sync_threads()");
        check(|d| storage_barrier(d).to_owned(), "storageBarrier()", "thread::sync_threads()");
        check(|d| warp_barrier(d).to_owned(), "subgroupBarrier()", "warp::sync_warp(mask)");
        check(|d| shared_array(d).to_owned(), "var<workgroup>", "shared_array!");
        check(|d| length(d, "x"), "arrayLength(&x)", "x.len()");
        check(
            |d| atomic(d, AtomicFunction::Add, Scalar::F32, Scope::Device),
            "atomicAdd",
            "atomic_fetch_add_f32_device",
        );
        check(
            |d| atomic(d, AtomicFunction::Max, Scalar::I64, Scope::Block),
            "atomicMax",
            "atomic_fetch_max_i64_block",
        );
        check(
            |d| atomic_load(d, Scalar::U32, Scope::Device),
            "atomicLoad",
            "atomic_load_32_device",
        );
        check(
            |d| atomic_store(d, Scalar::U64, Scope::Block),
            "atomicStore",
            "atomic_store_64_block",
        );
        check(
            |d| warp_operation(d, WarpOperation::ShuffleDown, Scalar::F32),
            "subgroupShuffleDown",
            "shuffle_down_f32",
        );
        check(
            |d| warp_operation(d, WarpOperation::Ballot, Scalar::Bool),
            "subgroupBallot",
            "ballot",
        );
        assert_eq!(fence(Dialect::Wgsl, Scope::Device), None);
        assert_eq!(fence(Dialect::Cuda, Scope::Device), Some("thread::device_fence()"));
    }
}
