//! Lanes that end before the end of the kernel: by a mistake that no thread survives, or
//! because their text gives up.

use super::meeting::next_part;
use super::observer::{Failed, Observer, Site};
use super::warp::{BlockContext, Warp};

impl<const L: usize> Warp<L> {
    /// Ends active lanes here: what they have done is a mistake that no thread of Rust
    /// goes on behind.
    #[inline(never)]
    pub(super) fn give_up<O: Observer>(&mut self, lanes: u64, context: &mut BlockContext<'_, O>) {
        context.observer.gave_up(&Site { mask: lanes, ..self.site(context) });
        self.live &= !lanes;
        for frame in self.frames.iter_mut().skip(1) {
            *frame.after() &= !lanes;
        }
        let staying = self.mask & !lanes;
        self.set_mask(staying);
        if staying == 0 {
            self.pc = next_part(&context.code.ops, self.pc);
        }
    }

    /// Tells that the active lanes give up.
    pub(super) fn fail<O: Observer>(&mut self, failure: u32, context: &mut BlockContext<'_, O>) {
        self.tell(context);
        let Some(told) = context.code.failures.get(failure as usize) else { return };
        let sides = told.sides.iter().map(|&(_, first, scalar)| (first, scalar));
        let values = told.message.values.iter().map(|value| (value.register, value.scalar));
        let words = sides.chain(values).flat_map(|(first, scalar)| first..first + scalar.words());
        let columns: Vec<&[u32]> = words.map(|register| &self.column(register)[..]).collect();
        let site = self.site(context);
        context.observer.failed(&site, &Failed { failure, columns: &columns });
    }
}
