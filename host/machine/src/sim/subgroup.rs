//! What the lanes of a warp tell each other.

use super::alu;
use super::code::{Binary, Collect, Gather, Op, Reg, Scan};
use super::observer::{Observer, Site};
use super::warp::{BlockContext, Warp, lanes};
use half::f16;

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
mod tests {
    use super::*;

    /// What lanes 1, 2, 4 and 5 of six get, as 16-bit floats.
    fn check(op: Collect, scan: Scan, values: [f32; 4], expected: [f32; 4]) {
        let mut column = [f32::NAN.to_bits(); 32];
        for (lane, value) in [1, 2, 4, 5].into_iter().zip(values) {
            column[lane] = value.to_bits();
        }
        let found = collect(op, scan, &column, 0b110110);
        let found = [1, 2, 4, 5].map(|lane| f32::from_bits(found[lane]));
        assert_eq!(found, expected, "{op:?} {scan:?}");
    }

    #[test]
    fn halves_are_rounded_after_every_step() {
        // Above 2,048 only even numbers are 16-bit floats: 2,049 rounds to 2,048, and
        // so does every sum with one more, where 32 bits would come to 2,051.
        let ones = [2048.0, 1.0, 1.0, 1.0];
        check(Collect::AddH, Scan::Reduce, ones, [2048.0; 4]);
        check(Collect::AddH, Scan::Inclusive, ones, [2048.0; 4]);
        check(Collect::AddH, Scan::Exclusive, ones, [0.0, 2048.0, 2048.0, 2048.0]);
        check(Collect::AddF, Scan::Inclusive, ones, [2048.0, 2049.0, 2050.0, 2051.0]);
        // Other orders come to something else.
        check(Collect::AddH, Scan::Reduce, [1.0, 1.0, 1.0, 2048.0], [2052.0; 4]);
        check(Collect::MulH, Scan::Reduce, [0.5, 4.0, 3.0, 0.25], [1.5; 4]);
        check(Collect::MulH, Scan::Exclusive, [0.5, 4.0, 3.0, 0.25], [1.0, 0.5, 2.0, 6.0]);
        // Beyond 65,504 there is nothing but infinity, and it stays.
        check(Collect::AddH, Scan::Reduce, [60000.0, 60000.0, -60000.0, 0.0], [f32::INFINITY; 4]);
        let small = [1.0, 2f32.powi(-11), 2f32.powi(-11), 2f32.powi(-10)];
        check(Collect::AddH, Scan::Inclusive, small, [1.0, 1.0, 1.0, 1.0 + 2f32.powi(-10)]);
        check(Collect::MinF, Scan::Reduce, [3.5, -2.25, 0.0, 8.0], [-2.25; 4]);
        check(Collect::MaxF, Scan::Reduce, [3.5, -2.25, 0.0, 8.0], [8.0; 4]);
    }
}
