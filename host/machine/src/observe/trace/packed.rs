//! Packed stores: what a store of narrow numbers leaves in memory.
//!
//! A store is told by its registers, of which each holds one number. What is kept of
//! it is what lies in memory then, so that whoever plays a trace back needs to know
//! nothing of how numbers are laid out.

use crate::sim::MemoryAccess;
use crate::sim::code::{Code, Format, Leaf, Op};
use std::collections::BTreeMap;

/// The stores of a kernel that are not made of words side by side, by instruction.
#[derive(Clone, Debug, Default)]
pub(super) struct NarrowStores(BTreeMap<u32, Vec<Leaf>>);

impl NarrowStores {
    pub(super) fn of_code(code: &Code) -> NarrowStores {
        let mut stores = BTreeMap::new();
        for (number, op) in code.ops.iter().enumerate() {
            let Op::Store { memory_ref, .. } = op else { continue };
            let Some(memory_ref) = code.memory_refs.get(*memory_ref as usize) else { continue };
            let is_word =
                |(leaf, offset): (&Leaf, u32)| leaf.format == Format::Word && leaf.offset == offset;
            let offsets = (0..).step_by(4);
            if !memory_ref.leaves.iter().zip(offsets).all(is_word) {
                stores.insert(number as u32, memory_ref.leaves.clone());
            }
        }
        NarrowStores(stores)
    }

    /// The words that a store leaves in memory, a value for every lane of the first,
    /// then of the next; none where there are holes between its parts. Nothing where
    /// its registers are what lies in memory.
    pub(super) fn packed(&self, op: u32, access: &MemoryAccess<'_>) -> Option<Vec<u32>> {
        let leaves = self.0.get(&op).filter(|_| !access.values.is_empty())?;
        let filled: u32 = leaves.iter().map(|leaf| leaf.format.bytes()).sum();
        if filled != access.bytes {
            return Some(Vec::new());
        }
        let lanes = access.offsets.len();
        let mut words = vec![0_u32; access.bytes.div_ceil(4) as usize * lanes];
        for (leaf, column) in leaves.iter().zip(access.values.chunks(lanes.max(1))) {
            let (word, below) = (leaf.offset as usize / 4, 8 * (leaf.offset % 4));
            for (lane, value) in column.iter().enumerate() {
                words[word * lanes + lane] |= leaf.format.in_memory(*value) << below;
            }
        }
        Some(words)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::sim::code::{MemoryRef, Root};
    use crate::sim::{AccessKind, MemoryWords, Space};
    use warpbench_semantics::Synchronization;

    #[test]
    fn stores_are_kept_as_they_lie_in_memory() {
        let check = |leaves: &[(u32, Format)], values: &[u32], expected: Option<&[u32]>| {
            let leaves: Vec<Leaf> =
                leaves.iter().map(|&(offset, format)| Leaf { offset, format }).collect();
            let memory_ref = MemoryRef {
                root: Root::Shared,
                offset: 0,
                indices: Vec::new(),
                leaves: leaves.clone(),
                by_byte: false,
            };
            let code = Code {
                ops: vec![Op::Store { from: 0, memory_ref: 0 }],
                memory_refs: vec![memory_ref.clone()],
                ..Code::default()
            };
            // Two lanes that store the same.
            let values: Vec<u32> = values.iter().flat_map(|&value| [value, value]).collect();
            let access = MemoryAccess {
                unexchanged: Default::default(),
                space: Space::Shared,
                kind: AccessKind::Store,
                offsets: &[0, 64],
                bytes: memory_ref.bytes(),
                outside: 0,
                values: &values,
                how: Synchronization::default(),
                before: MemoryWords::Shared(&[]),
            };
            let packed = NarrowStores::of_code(&code).packed(0, &access);
            let expected = expected
                .map(|words| words.iter().flat_map(|&word| [word, word]).collect::<Vec<u32>>());
            assert_eq!(packed, expected, "{leaves:?}");
        };
        let minus = |number: i32| -number as u32;
        check(&[(0, Format::Word)], &[minus(1)], None);
        check(&[(0, Format::Word), (4, Format::Word)], &[1, 2], None);
        check(&[(0, Format::I8)], &[minus(2)], Some(&[0xfe]));
        check(&[(0, Format::U16), (2, Format::I16)], &[7, minus(1)], Some(&[0xffff_0007]));
        check(&[(0, Format::Bool)], &[u32::MAX], Some(&[1]));
        check(&[(0, Format::Half)], &[1.5_f32.to_bits()], Some(&[0x3e00]));
        let five = [(0, Format::Word), (4, Format::U8)];
        check(&five, &[9, 3], Some(&[9, 3]));
        // The three bytes between are not the store's.
        check(&[(0, Format::U8), (4, Format::Word)], &[1, 2], Some(&[]));
    }
}
