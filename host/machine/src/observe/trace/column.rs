//! Numbers and columns of lanes as few bytes.
//!
//! What the lanes of a warp hold is mostly one value, or one that grows from
//! lane to lane, or two such pieces where a tile has two rows in a warp, or one
//! of two values, as conditions are. Only what fits none of these is written
//! lane by lane. Lanes that take no part are not written at all.

use crate::observe::MOST_LANES;

/// A value for every lane.
pub(super) type Column = [u32; MOST_LANES];

const UNIFORM: u8 = 0;
const STRIDE: u8 = 1;
const TWO_SEGMENTS: u8 = 2;
const TWO_VALUES: u8 = 3;
const LANES_8: u8 = 4;
const LANES_16: u8 = 5;
const LANES_32: u8 = 6;

/// Writes a number, small ones in fewer bytes.
pub(super) fn put_number(out: &mut Vec<u8>, mut number: u64) {
    while number >= 0x80 {
        out.push(number as u8 | 0x80);
        number >>= 7;
    }
    out.push(number as u8);
}

/// Writes a difference: small ones in fewer bytes, whatever their sign.
pub(super) fn put_difference(out: &mut Vec<u8>, difference: u32) {
    let sign = ((difference as i32) >> 31) as u32;
    put_number(out, u64::from((difference << 1) ^ sign));
}

/// Writes the active lanes of a column. Lanes that the column does not have are
/// written as zero.
pub(super) fn put_column(out: &mut Vec<u8>, mask: u64, column: &[u32]) {
    let mut values = [(0, 0); MOST_LANES];
    let mut count = 0;
    for lane in lanes(mask) {
        values[count] = (lane, column.get(lane as usize).copied().unwrap_or(0));
        count += 1;
    }
    let values = &values[..count];
    let Some(&(_, first)) = values.first() else { return };
    if let Some((stride, end)) = run(values, 0)
        && end == count
    {
        out.push(if stride == 0 { UNIFORM } else { STRIDE });
        put_number(out, first.into());
        if stride != 0 {
            put_difference(out, stride);
        }
    } else if let Some((split, stride)) = two_segments(values) {
        out.extend([TWO_SEGMENTS, values[split].0 as u8]);
        put_number(out, first.into());
        put_number(out, values[split].1.into());
        put_difference(out, stride);
    } else if let Some((other, at)) = two_values(values) {
        out.push(TWO_VALUES);
        put_number(out, first.into());
        put_number(out, other.into());
        put_number(out, at);
    } else {
        put_lanes(out, values);
    }
}

/// From a lane on, by how much values grow per lane and where that ends.
fn run(values: &[(u32, u32)], start: usize) -> Option<(u32, usize)> {
    let &(lane, value) = values.get(start)?;
    let Some(&(next_lane, next)) = values.get(start + 1) else {
        return Some((0, values.len()));
    };
    let (difference, gap) = (next.wrapping_sub(value) as i32, (next_lane - lane) as i32);
    if difference % gap != 0 {
        return None;
    }
    let stride = (difference / gap) as u32;
    Some((stride, start + length(&values[start..], stride)))
}

/// How many values grow by so much per lane.
fn length(values: &[(u32, u32)], stride: u32) -> usize {
    let Some(&(first_lane, first)) = values.first() else { return 0 };
    let fits = |&&(lane, value): &&(u32, u32)| {
        value == first.wrapping_add(stride.wrapping_mul(lane - first_lane))
    };
    values.iter().take_while(fits).count()
}

/// Two pieces that grow alike: where the second starts, and by how much.
fn two_segments(values: &[(u32, u32)]) -> Option<(usize, u32)> {
    let whole = |split: usize, stride: u32| {
        (split + length(&values[split..], stride) == values.len()).then_some((split, stride))
    };
    // The first two lanes say by how much, or the first stands alone.
    let from_first = run(values, 0).and_then(|(stride, end)| whole(end, stride));
    from_first.or_else(|| run(values, 1).and_then(|(stride, _)| whole(1, stride)))
}

/// The second of two values, and the lanes that have it.
fn two_values(values: &[(u32, u32)]) -> Option<(u32, u64)> {
    let (_, first) = *values.first()?;
    let (_, other) = *values.iter().find(|(_, value)| *value != first)?;
    let mut at = 0;
    for &(lane, value) in values {
        if value == other {
            at |= 1 << lane;
        } else if value != first {
            return None;
        }
    }
    Some((other, at))
}

/// Writes every lane for itself, in as many bytes as the widest needs.
fn put_lanes(out: &mut Vec<u8>, values: &[(u32, u32)]) {
    let lowest = values.iter().map(|(_, value)| *value).min().unwrap_or(0);
    let highest = values.iter().map(|(_, value)| *value).max().unwrap_or(0);
    let above = values.iter().map(|(_, value)| value - lowest);
    match highest - lowest {
        0..=0xff => {
            out.push(LANES_8);
            put_number(out, lowest.into());
            out.extend(above.map(|value| value as u8));
        }
        0x100..=0xffff => {
            out.push(LANES_16);
            put_number(out, lowest.into());
            out.extend(above.flat_map(|value| (value as u16).to_le_bytes()));
        }
        _ => {
            out.push(LANES_32);
            out.extend(values.iter().flat_map(|(_, value)| value.to_le_bytes()));
        }
    }
}

/// Reads what was written. Nothing comes where the bytes end.
#[derive(Clone, Debug)]
pub(super) struct Reader<'a> {
    bytes: &'a [u8],
}

impl<'a> Reader<'a> {
    pub(super) fn new(bytes: &'a [u8]) -> Reader<'a> {
        Reader { bytes }
    }

    pub(super) fn byte(&mut self) -> Option<u8> {
        let (&byte, rest) = self.bytes.split_first()?;
        self.bytes = rest;
        Some(byte)
    }

    pub(super) fn number(&mut self) -> Option<u64> {
        let mut number = 0;
        for shift in (0..64).step_by(7) {
            let byte = self.byte()?;
            number |= u64::from(byte & 0x7f) << shift;
            if byte < 0x80 {
                return Some(number);
            }
        }
        None
    }

    pub(super) fn word(&mut self) -> Option<u32> {
        self.number().map(|number| number as u32)
    }

    pub(super) fn difference(&mut self) -> Option<u32> {
        let word = self.word()?;
        Some((word >> 1) ^ (word & 1).wrapping_neg())
    }

    fn fixed<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (head, rest) = self.bytes.split_first_chunk()?;
        self.bytes = rest;
        Some(*head)
    }

    /// The active lanes of a column; the others are zero.
    pub(super) fn column(&mut self, mask: u64) -> Option<Column> {
        let mut column = [0; MOST_LANES];
        if mask == 0 {
            return Some(column);
        }
        let form = self.byte()?;
        let first = mask.trailing_zeros();
        let mut fill = |lanes: std::ops::Range<u32>, start: u32, stride: u32| {
            for lane in lanes.clone() {
                let value = start.wrapping_add(stride.wrapping_mul(lane - lanes.start));
                let active = ((mask >> lane & 1) as u32).wrapping_neg();
                column[lane as usize] = value & active;
            }
        };
        let end = MOST_LANES as u32;
        match form {
            UNIFORM => fill(first..end, self.word()?, 0),
            STRIDE => fill(first..end, self.word()?, self.difference()?),
            TWO_SEGMENTS => {
                let split = u32::from(self.byte()?).min(end);
                let (start, second, stride) = (self.word()?, self.word()?, self.difference()?);
                fill(first..split, start, stride);
                fill(split..end, second, stride);
            }
            TWO_VALUES => {
                let (value, other, at) = (self.word()?, self.word()?, self.number()?);
                for lane in lanes(mask) {
                    column[lane as usize] = if at >> lane & 1 == 1 { other } else { value };
                }
            }
            _ => self.lanes(form, mask, &mut column)?,
        }
        Some(column)
    }

    fn lanes(&mut self, form: u8, mask: u64, column: &mut Column) -> Option<()> {
        let lowest = if form == LANES_32 { 0 } else { self.word()? };
        for lane in lanes(mask) {
            let above = match form {
                LANES_8 => u32::from(self.byte()?),
                LANES_16 => u32::from(u16::from_le_bytes(self.fixed()?)),
                LANES_32 => u32::from_le_bytes(self.fixed()?),
                _ => return None,
            };
            column[lane as usize] = lowest.wrapping_add(above);
        }
        Some(())
    }
}

/// The numbers of the lanes in a mask.
pub(super) fn lanes(mut mask: u64) -> impl Iterator<Item = u32> {
    std::iter::from_fn(move || {
        let lane = mask.trailing_zeros();
        mask &= mask.checked_sub(1)?;
        Some(lane)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    /// Writes a column and reads it again; says how many bytes that took.
    fn there_and_back(mask: u64, column: &[u32]) -> usize {
        let mut out = Vec::new();
        put_column(&mut out, mask, column);
        let mut reader = Reader::new(&out);
        let read = reader.column(mask).unwrap_or_else(|| panic!("{mask:x} {column:?}"));
        for (lane, &value) in read.iter().enumerate() {
            let active = mask >> lane & 1 == 1;
            let expected = column.get(lane).copied().filter(|_| active).unwrap_or(0);
            assert_eq!(value, expected, "lane {lane} of {mask:x} {column:?}");
        }
        assert!(reader.bytes.is_empty(), "{mask:x} {column:?}");
        out.len()
    }

    #[test]
    fn regular_columns_are_short() {
        let all = 0xffff_ffff;
        let column = |value: fn(u32) -> u32| -> Vec<u32> { (0..32).map(value).collect() };
        let check = |mask: u64, value: fn(u32) -> u32, most: usize| {
            let bytes = there_and_back(mask, &column(value));
            assert!(bytes <= most, "{bytes} bytes for {:?}", column(value));
        };
        check(all, |_| 7, 2);
        check(all, |_| 1.5f32.to_bits(), 6);
        check(all, |lane| 4096 + 4 * lane, 4);
        check(all, |lane| 4096 - 4 * lane, 4);
        // Two rows of a tile of width 16.
        check(all, |lane| lane / 16 * 1000 + lane % 16 * 4, 6);
        // Conditions: the first lanes, one lane, every second lane.
        check(all, |lane| u32::from(lane < 5), 6);
        check(all, |lane| u32::from(lane == 0).wrapping_neg(), 12);
        check(all, |lane| (lane % 2).wrapping_neg(), 12);
        // Lanes that are missing do not break a stride.
        check(0x8421_1248, |lane| 100 + 12 * lane, 4);
        // What is irregular takes what it must.
        check(all, |lane| lane * lane % 37, 34);
        check(all, |lane| lane * lane % 37 * 1000, 66);
        check(all, |lane| lane.wrapping_mul(0x9e37_79b9) ^ lane, 129);
        check(0, |lane| lane, 0);
        check(1 << 31, |lane| lane, 2);
    }

    #[test]
    fn any_column_comes_back() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for _ in 0..20_000 {
            let mask = random.next_u64() >> (random.next_u32() % 64);
            let mask = if random.next_u32() % 4 == 0 { u64::MAX } else { mask };
            let (start, stride) =
                (random.next_u32(), random.next_u32() >> (random.next_u32() % 32));
            let split = random.next_u32() % 64;
            let kind = random.next_u32() % 5;
            let column: Vec<u32> = (0..64)
                .map(|lane: u32| match kind {
                    0 => start.wrapping_add(stride.wrapping_mul(lane)),
                    1 if lane < split => stride.wrapping_mul(lane),
                    1 => start.wrapping_add(stride.wrapping_mul(lane)),
                    2 => random.next_u32() % 2 * stride,
                    3 => random.next_u32() % (1 + stride % 70_000),
                    _ => random.next_u32(),
                })
                .collect();
            assert!(there_and_back(mask, &column) <= 257);
        }
    }

    #[test]
    fn bytes_that_end_early_give_nothing() {
        let mut out = Vec::new();
        let column: Vec<u32> = (0..32u32).map(|lane| lane.wrapping_mul(0x9e37_79b9)).collect();
        put_column(&mut out, 0xffff_ffff, &column);
        for end in 0..out.len() {
            assert!(Reader::new(&out[..end]).column(0xffff_ffff).is_none());
        }
        assert!(Reader::new(&[200]).column(1).is_none());
        assert!(Reader::new(&[0xff; 20]).number().is_none());
    }

    #[test]
    fn numbers_come_back() {
        for number in [0, 1, 127, 128, 300, u64::from(u32::MAX), u64::MAX] {
            let mut out = Vec::new();
            put_number(&mut out, number);
            assert_eq!(Reader::new(&out).number(), Some(number));
        }
    }
}
