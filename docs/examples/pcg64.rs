//! Throws dice with PCG64, a random number generator whose state has 128 bits.

use cuda_std::prelude::*;

const MULTIPLIER: u128 = 0x2360_ed05_1fc6_5da4_4385_df64_9fcc_f645;

struct Pcg64 {
    state: u128,
    increment: u128,
}

impl Pcg64 {
    fn new(seed: u128, stream: u128) -> Self {
        let mut rng = Self { state: 0, increment: (stream << 1) | 1 };
        rng.step();
        rng.state = rng.state.wrapping_add(seed);
        rng.step();
        rng
    }

    fn step(&mut self) {
        self.state = self.state.wrapping_mul(MULTIPLIER).wrapping_add(self.increment);
    }

    fn next_u64(&mut self) -> u64 {
        self.step();
        let folded = (self.state >> 64) as u64 ^ self.state as u64;
        folded.rotate_right((self.state >> 122) as u32)
    }

    /// A number below the bound: the upper half of a product of 128 bits.
    fn below(&mut self, bound: u64) -> u64 {
        ((u128::from(self.next_u64()) * u128::from(bound)) >> 64) as u64
    }
}

#[kernel]
pub unsafe fn pcg64(seed: u64, sides: u64, throws: *mut [u8; 4], len: usize) {
    let i = thread::index_1d() as usize;
    if i < len {
        let mut rng = Pcg64::new(seed.into(), i as u128);
        let dice = unsafe { &mut *throws.add(i) };
        dice.fill_with(|| 1 + rng.below(sides) as u8);
    }
}
