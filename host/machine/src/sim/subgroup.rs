//! Subgroup operations: what the lanes of a warp tell each other.

use super::alu;
use super::code::{Binary, Collect, Gather, Op, Reg, Scan};
use super::observer::{Exchange, LoopRounds, Observer, Site, WarpMeeting};
use super::warp::{BlockContext, Warp, lanes};
use half::f16;
use warpbench_semantics::Dialect;

/// What a lane reads from one that takes no part. It may be anything; these bits
/// show in results, because they are no number as a float and a large one as an
/// integer.
pub const POISON: u32 = 0xfffb_ad0b;

impl<const L: usize> Warp<L> {
    /// The lanes that give the same mask, and are in it, meet.
    pub(super) fn meet<O: Observer>(&self, mask: Option<Reg>, context: &mut BlockContext<'_, O>) {
        let site = self.site(context);
        let meeting = |named: u64| WarpMeeting {
            ended: named & self.lanes & !self.live,
            rounds: LoopRounds(&self.frames),
        };
        let Some(mask) = mask else {
            return context.observer.warp_barrier(&site, &meeting(u64::MAX));
        };
        let masks = self.column(mask);
        let mut left = site.mask;
        while let Some(first) = lanes(left).next() {
            let same = self.alike(masks, left);
            left &= !same;
            let given = self.named(masks[first], first);
            context.observer.warp_barrier(&Site { mask: same & given, ..site }, &meeting(given));
        }
    }

    /// Instructions in which lanes get what others hold.
    pub(super) fn exchange<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) {
        let mask = self.mask;
        match *op {
            Op::Gather { op, to, value, lane, mask } => {
                let sources = self.sources(op, lane, context.code.dialect);
                self.gather(to, value, (&sources, mask), context);
            }
            Op::Collect { op, scan, to, value } => {
                self.tell_exchange((&[], 0, false), context);
                let column = collect(op, scan, self.column(value), mask);
                self.put(to, &column, context);
            }
            Op::Ballot { to, condition, mask: Some(mask) } => {
                self.tell_exchange((&[], 0, true), context);
                self.masked_ballot(to, condition, mask, context);
            }
            Op::Ballot { to, condition, mask: None } => {
                self.tell_exchange((&[], 0, false), context);
                let holds = self.holds(condition);
                let mut words = [holds as u32, (holds >> 32) as u32, 0, 0];
                // CUDA asks all lanes that have not ended to vote.
                if context.code.dialect == Dialect::Cuda && self.parted() != 0 {
                    words = [POISON; 4];
                }
                for (to, word) in (to..).zip(words) {
                    self.put(to, &[word; L], context);
                }
            }
            _ => {}
        }
    }

    /// The lanes that take part with a lane: all active ones, or with a mask those of
    /// it that give the same one.
    pub(super) fn participants(&self, mask: Option<Reg>, lane: usize) -> u64 {
        let Some(mask) = mask else { return self.mask };
        let masks = self.column(mask);
        let same = |&other: &usize| masks[other] == masks[lane] && other / 32 == lane / 32;
        let same = lanes(self.mask).filter(same).fold(0, |all: u64, other| all | 1 << other);
        same & self.named(masks[lane], lane)
    }

    /// For each active lane the lanes that take part with it.
    fn groups(&self, mask: Option<Reg>) -> [u64; L] {
        let mut groups = [self.mask; L];
        let Some(mask) = mask else { return groups };
        let masks = self.column(mask);
        let mut left = self.mask;
        while let Some(first) = lanes(left).next() {
            let same = self.alike(masks, left);
            left &= !same;
            let part = same & self.named(masks[first], first);
            lanes(same).for_each(|lane| groups[lane] = part);
        }
        groups
    }

    /// The lanes of the masks where a condition holds. Where lanes are missing that
    /// have not ended, what comes of it is not defined.
    fn masked_ballot<O: Observer>(
        &mut self,
        to: Reg,
        condition: Reg,
        mask: Reg,
        context: &mut BlockContext<'_, O>,
    ) {
        let (holds, groups) = (self.holds(condition), self.groups(Some(mask)));
        let masks = *self.column(mask);
        for half in 0..4 {
            let mut column = [0; L];
            for lane in lanes(self.mask) {
                let named = self.named(masks[lane], lane) & self.live;
                column[lane] = match half {
                    _ if named & !groups[lane] != 0 => POISON,
                    0 => (holds & groups[lane]) as u32,
                    1 => ((holds & groups[lane]) >> 32) as u32,
                    _ => 0,
                };
            }
            self.put(to + half, &column, context);
        }
    }

    /// Which lanes are active, of this fragment of the warp.
    pub(super) fn active_mask<O: Observer>(&mut self, to: Reg, context: &mut BlockContext<'_, O>) {
        let words = [self.mask as u32, (self.mask >> 32) as u32, 0, 0];
        for (to, word) in (to..).zip(words) {
            self.put(to, &[word; L], context);
        }
    }

    /// For each lane the number of the lane that it reads, which need not exist.
    pub(super) fn sources(&self, op: Gather, lane: Reg, dialect: Dialect) -> [u32; L] {
        let (other, first) = (self.column(lane), self.mask.trailing_zeros());
        let neighbour = |lane: u32, source: u32| match dialect {
            Dialect::Cuda => Self::neighbour(lane, source),
            Dialect::Wgsl => source,
        };
        std::array::from_fn(|lane| {
            let (number, other) = (lane as u32, other[lane]);
            match op {
                Gather::At => other,
                Gather::First => first,
                Gather::Up => neighbour(number, number.wrapping_add(other)),
                Gather::Down => neighbour(number, number.wrapping_sub(other)),
                Gather::Xor => number ^ other,
                Gather::Quad => number & !3 | other & 3,
            }
        })
    }

    /// Each lane gets what its source holds. Of a source that takes no part, that
    /// is not defined.
    fn gather<O: Observer>(
        &mut self,
        to: Reg,
        value: Reg,
        (sources, masked): (&[u32; L], Option<Reg>),
        context: &mut BlockContext<'_, O>,
    ) {
        let mask = self.mask;
        let groups = self.groups(masked);
        let values = self.column(value);
        let mut column = [POISON; L];
        let mut missing = 0;
        for lane in lanes(mask) {
            if takes_part(groups[lane], sources[lane]) {
                column[lane] = values[sources[lane] as usize % L];
            } else {
                missing |= 1 << lane;
            }
        }
        self.tell_exchange((sources, missing, masked.is_some()), context);
        self.put(to, &column, context);
        if missing != 0 {
            self.follow_absent(to, sources, missing, context);
        }
    }

    fn tell_exchange<O: Observer>(
        &self,
        (sources, missing, is_masked): (&[u32], u64, bool),
        context: &mut BlockContext<'_, O>,
    ) {
        let absent = self.absent();
        let exchange = Exchange { sources, missing, absent: &absent, is_masked };
        context.observer.exchange(&self.site(context), &exchange);
    }
}

/// Whether a lane that is asked for is one of the mask.
pub(super) fn takes_part(mask: u64, source: u32) -> bool {
    source < u64::BITS && mask >> source & 1 != 0
}

fn collect<const L: usize>(op: Collect, scan: Scan, value: &[u32; L], mask: u64) -> [u32; L] {
    let mut column = [0; L];
    let mut so_far = identity(op);
    for lane in lanes(mask) {
        column[lane] = so_far;
        so_far = join(op, so_far, value[lane]);
        if scan == Scan::Inclusive {
            column[lane] = so_far;
        }
    }
    if scan == Scan::Reduce { [so_far; L] } else { column }
}

/// What changes nothing when it is joined with something.
fn identity(op: Collect) -> u32 {
    match op {
        Collect::AddF | Collect::AddH => 0f32.to_bits(),
        Collect::AddI | Collect::MaxU | Collect::Or | Collect::Xor => 0,
        Collect::MulF | Collect::MulH => 1f32.to_bits(),
        Collect::MinF => f32::INFINITY.to_bits(),
        Collect::MaxF => f32::NEG_INFINITY.to_bits(),
        Collect::MulI => 1,
        Collect::MinS => i32::MAX as u32,
        Collect::MaxS => i32::MIN as u32,
        Collect::MinU | Collect::And => u32::MAX,
    }
}

fn join(op: Collect, a: u32, b: u32) -> u32 {
    let is_half = matches!(op, Collect::AddH | Collect::MulH);
    let op = match op {
        Collect::AddF | Collect::AddH => Binary::AddF,
        Collect::MulF | Collect::MulH => Binary::MulF,
        Collect::MinF => Binary::MinF,
        Collect::MaxF => Binary::MaxF,
        Collect::AddI => Binary::AddI,
        Collect::MulI => Binary::MulI,
        Collect::MinS => Binary::MinS,
        Collect::MinU => Binary::MinU,
        Collect::MaxS => Binary::MaxS,
        Collect::MaxU => Binary::MaxU,
        Collect::And => Binary::And,
        Collect::Or => Binary::Or,
        Collect::Xor => Binary::Xor,
    };
    let [joined] = alu::binary(op, &[a], &[b]);
    if is_half { f16::from_f32(f32::from_bits(joined)).to_f32().to_bits() } else { joined }
}

#[cfg(test)]
mod half_tests;
#[cfg(test)]
mod masked_tests;
#[cfg(test)]
mod tests;
