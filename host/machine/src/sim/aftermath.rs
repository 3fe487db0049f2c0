//! Memory after an atomic access, for those who want to know.

use super::code::{Format, Root};
use super::observer::{AccessKind, MemoryAccess, MemoryWords, Observer, Space, Unexchanged};
use super::resolve::ResolvedRef;
use super::warp::{BlockContext, Warp, lanes};
use warpbench_semantics::Synchronization;

impl<const L: usize> Warp<L> {
    /// Tells what lies in memory once all lanes have had their turns. Lanes that changed
    /// the same word are told the same.
    pub(super) fn tell_update<O: Observer>(
        &self,
        memory_ref: &ResolvedRef,
        (offsets, inside): (&[u32; L], u64),
        context: &mut BlockContext<'_, O>,
    ) {
        let (space, now) = match memory_ref.root {
            Root::Shared => (Space::Shared, MemoryWords::Shared(context.shared)),
            Root::Buffer(buffer) => {
                (Space::Global(buffer), MemoryWords::Global(context.global, buffer))
            }
            Root::Local(_) => return,
        };
        let mut values = vec![0; memory_ref.leaves.len() * L];
        for (leaf, column) in memory_ref.leaves.iter().zip(values.chunks_mut(L)) {
            for lane in lanes(inside) {
                column[lane] = now.scalar(offsets[lane] + leaf.offset, Format::Word);
            }
        }
        let site = self.site(context);
        let access = MemoryAccess {
            space,
            kind: AccessKind::AtomicStore,
            offsets,
            bytes: memory_ref.bytes,
            outside: site.mask & !inside,
            values: &values,
            how: Synchronization::default(),
            unexchanged: Unexchanged::default(),
            before: now,
        };
        context.observer.updated(&site, &access);
    }
}
