// Bit tricks on many widths.
use cuda_std::prelude::*;

mod bits {
    pub const fn spread(x: u16) -> u32 {
        let mut v = x as u32;
        v = (v | v << 8) & 0x00ff_00ff;
        v = (v | v << 4) & 0x0f0f_0f0f;
        v = (v | v << 2) & 0x3333_3333;
        (v | v << 1) & 0x5555_5555
    }

    pub fn morton(x: u16, y: u16) -> u32 {
        spread(x) | spread(y) << 1
    }

    pub mod gray {
        pub fn encode(x: u8) -> u8 {
            x ^ (x >> 1)
        }
        pub fn decode(mut g: u8) -> u8 {
            let mut shift = 1;
            while shift < u8::BITS {
                g ^= g >> shift;
                shift *= 2;
            }
            g
        }
    }

    pub fn mul_hi(a: u64, b: u64) -> u64 {
        ((a as u128 * b as u128) >> 64) as u64
    }
}

use bits::{gray, morton};

const TABLE: [u32; 16] = {
    let mut t = [0; 16];
    let mut i = 0;
    while i < 16 {
        t[i] = bits::spread(i as u16);
        i += 1;
    }
    t
};

#[kernel]
pub unsafe fn morton_codes(x: &[u16], wild: &[u64], out: *mut u64) {
    let i = thread::index_1d() as usize;
    let v = wild[i];
    let code = morton(x[i], x[31 - i]);
    assert_eq!(TABLE[i % 16], bits::spread(i as u16 % 16));
    let g = gray::encode(v as u8);
    let roundtrip = gray::decode(g) as u64;
    let hash = bits::mul_hi(v ^ 0x9e37_79b9_7f4a_7c15, 0xbf58_476d_1ce4_e5b9);
    let small = i16::from_le_bytes((v as u16).to_le_bytes()).unsigned_abs();
    let ov = (v as u32).overflowing_add(code);
    let (carry, wrapped) = (ov.1, ov.0);
    *out.add(i) = (code as u64) << 32 | roundtrip;
    *out.add(i + 32) = hash.swap_bytes() ^ u64::from(wrapped.reverse_bits());
    *out.add(i + 64) = v.leading_zeros() as u64 * 100 + v.trailing_ones() as u64 + carry as u64;
    *out.add(i + 96) = (v as i64).checked_abs().map_or(7, |a| a as u64 % 1000)
        + small as u64
        + (v as u8).abs_diff(x[i] as u8) as u64
        + v.checked_next_power_of_two().unwrap_or(0).count_zeros() as u64
        + (v as u32).checked_ilog2().unwrap_or(40) as u64
        + 3i32.pow(i as u32 % 7) as u64;
}
