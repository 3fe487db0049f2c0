//! Memory references resolved for a launch: with the sizes of its buffers, every
//! limit is known.

use super::code::{Code, DynamicIndex, IndexLimit, Leaf, MemoryRef, Reg, Root};
use warpbench_semantics::Dialect;

/// A memory reference, ready for use.
#[derive(Debug)]
pub(super) struct ResolvedRef {
    pub(super) root: Root,
    pub(super) offset: u32,
    pub(super) indices: Vec<ResolvedIndex>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) bytes: u32,
    /// Bytes of the memory that it lies in, if an index in its bounds can still
    /// lead outside, because the buffer is smaller than its type.
    pub(super) end: Option<u32>,
    /// Whether it lies in a uniform buffer.
    pub(super) uniform: bool,
    /// Whether it lies in memory that the end of a loop can depend on.
    pub(super) watched: bool,
}

/// An index that is known only at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct ResolvedIndex {
    pub(super) register: Reg,
    pub(super) stride: u32,
    /// The stride is two to this, if it is a power of two: most are, and shifting
    /// is faster than multiplying.
    pub(super) shift: Option<u32>,
    pub(super) count: u32,
}

/// Resolves all memory references of a kernel for buffers of these sizes.
pub(super) fn resolve(code: &Code, buffer_bytes: &[u32]) -> Vec<ResolvedRef> {
    code.memory_refs.iter().map(|memory_ref| resolve_one(code, memory_ref, buffer_bytes)).collect()
}

fn resolve_one(code: &Code, memory_ref: &MemoryRef, buffer_bytes: &[u32]) -> ResolvedRef {
    let (size, uniform) = match memory_ref.root {
        Root::Buffer(buffer) => {
            let size = buffer_bytes.get(buffer as usize).copied().unwrap_or(0);
            (size, code.buffers[buffer as usize].uniform)
        }
        Root::Shared => (code.shared_bytes, false),
        Root::Local(_) => (u32::MAX, false),
    };
    let resolve_index = |index: &DynamicIndex| {
        let count = match index.limit {
            IndexLimit::Fixed(count) => count,
            IndexLimit::Rest { offset } => {
                let (rest, stride) = (size.saturating_sub(offset), index.stride.max(1));
                match code.dialect {
                    Dialect::Wgsl => rest / stride,
                    // A pointer leads to the parts of a last element that is cut off.
                    Dialect::Cuda => rest.div_ceil(stride),
                }
            }
        };
        let shift = index.stride.is_power_of_two().then(|| index.stride.trailing_zeros());
        ResolvedIndex { register: index.register, stride: index.stride, shift, count }
    };
    let indices: Vec<ResolvedIndex> = memory_ref.indices.iter().map(resolve_index).collect();
    let last: u64 = indices
        .iter()
        .map(|index| u64::from(index.count.saturating_sub(1)) * u64::from(index.stride))
        .sum();
    let bytes = memory_ref.bytes();
    let reach = u64::from(memory_ref.offset) + last + u64::from(bytes);
    ResolvedRef {
        root: memory_ref.root,
        offset: memory_ref.offset,
        indices,
        leaves: memory_ref.leaves.clone(),
        bytes,
        end: (reach > size.into()).then_some(size),
        uniform,
        watched: code.loops.iter().any(|found| found.memories.contains(&memory_ref.root)),
    }
}
