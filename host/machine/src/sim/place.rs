//! Places bound to a launch: with the sizes of its buffers, every limit is known.

use super::code::{Code, Leaf, Limit, Part, Place, Reg, Root};

/// A place, ready for use.
#[derive(Debug)]
pub(super) struct BoundPlace {
    pub(super) root: Root,
    pub(super) offset: u32,
    pub(super) parts: Vec<BoundPart>,
    pub(super) leaves: Vec<Leaf>,
    pub(super) bytes: u32,
    /// Bytes of the memory that it lies in, if an index in its bounds can still
    /// lead outside, because the buffer is smaller than its type.
    pub(super) end: Option<u32>,
    /// Whether it lies in a uniform buffer.
    pub(super) uniform: bool,
}

/// An index that is known only at run time.
#[derive(Clone, Copy, Debug)]
pub(super) struct BoundPart {
    pub(super) index: Reg,
    pub(super) stride: u32,
    /// The stride is two to this, if it is a power of two: most are, and shifting
    /// is faster than multiplying.
    pub(super) shift: Option<u32>,
    pub(super) count: u32,
}

/// Binds all places of a kernel to buffers of these sizes.
pub(super) fn bind(code: &Code, buffer_bytes: &[u32]) -> Vec<BoundPlace> {
    code.places.iter().map(|place| bind_one(code, place, buffer_bytes)).collect()
}

fn bind_one(code: &Code, place: &Place, buffer_bytes: &[u32]) -> BoundPlace {
    let (size, uniform) = match place.root {
        Root::Buffer(buffer) => {
            let size = buffer_bytes.get(buffer as usize).copied().unwrap_or(0);
            (size, code.buffers[buffer as usize].uniform)
        }
        Root::Shared => (code.shared_bytes, false),
        Root::Local(_) => (u32::MAX, false),
    };
    let bound = |part: &Part| {
        let count = match part.limit {
            Limit::Fixed(count) => count,
            Limit::Rest { offset } => size.saturating_sub(offset) / part.stride.max(1),
        };
        let shift = part.stride.is_power_of_two().then(|| part.stride.trailing_zeros());
        BoundPart { index: part.index, stride: part.stride, shift, count }
    };
    let parts: Vec<BoundPart> = place.parts.iter().map(bound).collect();
    let last: u64 = parts
        .iter()
        .map(|part| u64::from(part.count.saturating_sub(1)) * u64::from(part.stride))
        .sum();
    let bytes = place.bytes();
    let reach = u64::from(place.offset) + last + u64::from(bytes);
    BoundPlace {
        root: place.root,
        offset: place.offset,
        parts,
        leaves: place.leaves.clone(),
        bytes,
        end: (reach > size.into()).then_some(size),
        uniform,
    }
}
