// Bioinformatics: edit distance with two rows and mem::swap.
use core::mem;
use cuda_std::prelude::*;

const LEN: usize = 8;

#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[repr(u8)]
enum Base {
    A,
    C,
    G,
    T,
}

impl TryFrom<u8> for Base {
    type Error = u8;
    fn try_from(byte: u8) -> Result<Self, Self::Error> {
        match byte {
            b'A' | b'a' => Ok(Base::A),
            b'C' | b'c' => Ok(Base::C),
            b'G' | b'g' => Ok(Base::G),
            b'T' | b't' => Ok(Base::T),
            other => Err(other),
        }
    }
}

fn decode(raw: u8) -> Base {
    const LETTERS: &[u8; 4] = b"ACGT";
    Base::try_from(LETTERS[(raw & 3) as usize]).unwrap_or(Base::A)
}

fn distance<const N: usize>(a: &[Base; N], b: &[Base; N]) -> u32 {
    let mut previous: [u32; LEN + 1] = core::array::from_fn(|j| j as u32);
    let mut current = [0; LEN + 1];
    for (i, x) in a.iter().enumerate() {
        current[0] = i as u32 + 1;
        for (j, y) in b.iter().enumerate() {
            let substitution = previous[j] + u32::from(x != y);
            current[j + 1] = substitution.min(previous[j + 1] + 1).min(current[j] + 1);
        }
        mem::swap(&mut previous, &mut current);
    }
    previous[N]
}

#[kernel]
pub unsafe fn edit_distance(reads: &[u8], reference: &[u8], out: *mut u32) {
    let i = thread::index_1d() as usize;
    let a: [Base; LEN] = core::array::from_fn(|k| decode(reads[(i + k) % reads.len()]));
    let mut b = [Base::A; LEN];
    for (k, slot) in b.iter_mut().enumerate() {
        *slot = decode(reference[(i * 3 + k) % reference.len()]);
    }
    let gc = a.iter().filter(|b| matches!(b, Base::G | Base::C)).count();
    *out.add(i) = distance(&a, &b);
    *out.add(i + 32) = gc as u32;
    *out.add(i + 64) = a.iter().map(|&b| b as u32).rev().reduce(|x, y| x * 4 + y).unwrap();
}
