//! What the lanes of a warp tell each other.

use super::alu;
use super::code::{Binary, Collect, Gather, Op, Reg, Scan};
use super::observer::{Observer, Site};
use super::warp::{BlockContext, Warp, lanes};

impl<const L: usize> Warp<L> {
    /// The lanes that give the same mask, and are in it, meet.
    pub(super) fn meet<O: Observer>(&self, mask: Option<Reg>, context: &mut BlockContext<'_, O>) {
        let site = self.site(context);
        let Some(mask) = mask else { return context.observer.warp_barrier(&site) };
        let masks = self.column(mask);
        let mut left = site.mask;
        while let Some(first) = lanes(left).next() {
            let given = masks[first];
            let same = lanes(left).filter(|&lane| masks[lane] == given);
            let same = same.fold(0, |all: u64, lane| all | 1 << lane);
            left &= !same;
            context.observer.warp_barrier(&Site { mask: same & u64::from(given), ..site });
        }
    }

    /// Instructions in which lanes get what others hold.
    pub(super) fn exchange<O: Observer>(&mut self, op: &Op, context: &mut BlockContext<'_, O>) {
        let mask = self.mask;
        match *op {
            Op::Gather { op, to, value, lane } => {
                let first = mask.trailing_zeros();
                let column = gather(op, self.column(value), self.column(lane), first, self.width);
                self.put(to, &column, context);
            }
            Op::Collect { op, scan, to, value } => {
                let column = collect(op, scan, self.column(value), mask);
                self.put(to, &column, context);
            }
            Op::Ballot { to, condition } => {
                let holds = self.holds(condition);
                for (i, word) in [holds as u32, (holds >> 32) as u32, 0, 0].into_iter().enumerate()
                {
                    self.put(to + i as u32, &[word; L], context);
                }
            }
            _ => {}
        }
    }
}

fn gather<const L: usize>(
    op: Gather,
    value: &[u32; L],
    other: &[u32; L],
    first: u32,
    width: u32,
) -> [u32; L] {
    let mut column = [0; L];
    for lane in 0..L {
        let number = lane as u32;
        let source = match op {
            Gather::At => other[lane],
            Gather::First => first,
            Gather::Up => number.wrapping_add(other[lane]),
            Gather::Down => number.wrapping_sub(other[lane]),
            Gather::Xor => number ^ other[lane],
            Gather::Quad => number & !3 | other[lane] & 3,
        };
        // What a lane that is not there holds is not defined; zero will do.
        if source < width {
            column[lane] = value[source as usize % L];
        }
    }
    column
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
        Collect::AddF | Collect::AddI | Collect::MaxU | Collect::Or | Collect::Xor => 0,
        Collect::MulF => 1f32.to_bits(),
        Collect::MinF => f32::INFINITY.to_bits(),
        Collect::MaxF => f32::NEG_INFINITY.to_bits(),
        Collect::MulI => 1,
        Collect::MinS => i32::MAX as u32,
        Collect::MaxS => i32::MIN as u32,
        Collect::MinU | Collect::And => u32::MAX,
    }
}

fn join(op: Collect, a: u32, b: u32) -> u32 {
    let op = match op {
        Collect::AddF => Binary::AddF,
        Collect::MulF => Binary::MulF,
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
    joined
}
