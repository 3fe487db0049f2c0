// Finance / statistics: Monte Carlo with an own RNG trait and impl Iterator.
use cuda_std::prelude::*;

trait Rng {
    fn next_u32(&mut self) -> u32;

    fn uniform(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 * (1.0 / (1 << 24) as f32)
    }

    fn range(&mut self, low: f32, high: f32) -> f32 {
        low + (high - low) * self.uniform()
    }
}

#[derive(Clone)]
struct XorShift(u32);

impl Rng for XorShift {
    fn next_u32(&mut self) -> u32 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 17;
        self.0 ^= self.0 << 5;
        self.0
    }
}

struct Pcg {
    state: u64,
}
impl Pcg {
    const MULTIPLIER: u64 = 6364136223846793005;
    fn seeded(seed: u64) -> Self {
        let mut pcg = Pcg { state: seed };
        let _ = pcg.next_u32();
        pcg
    }
}
impl Rng for Pcg {
    fn next_u32(&mut self) -> u32 {
        let old = self.state;
        self.state = old.wrapping_mul(Self::MULTIPLIER).wrapping_add(1442695040888963407);
        let shifted = (((old >> 18) ^ old) >> 27) as u32;
        shifted.rotate_right((old >> 59) as u32)
    }
}

fn pi<R: Rng>(rng: &mut R, samples: usize) -> f32 {
    let inside = core::iter::repeat_with(|| (rng.range(-1.0, 1.0), rng.range(-1.0, 1.0)))
        .take(samples)
        .filter(|(x, y)| x * x + y * y <= 1.0)
        .count();
    4.0 * inside as f32 / samples as f32
}

fn walk(rng: &mut impl Rng) -> impl Iterator<Item = i32> + '_ {
    (0..16).scan(0, move |at, _| {
        *at += if rng.next_u32() & 1 == 0 { 1 } else { -1 };
        Some(*at)
    })
}

#[kernel]
pub unsafe fn monte_carlo(seeds: &[u32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    let mut xs = XorShift(seeds[i] + 1);
    let mut pcg = Pcg::seeded(seeds[i] as u64);
    *out.add(i) = pi(&mut xs, 16);
    *out.add(i + 32) = pi(&mut pcg, 16);
    let furthest = walk(&mut xs.clone()).map(i32::abs).max().unwrap_or(0);
    let returns = walk(&mut xs).filter(|&p| p == 0).count();
    let powers: f32 = core::iter::successors(Some(1.0f32), |p| (*p < 100.0).then_some(p * 3.0)).sum();
    *out.add(i + 64) = furthest as f32 + returns as f32 * 100.0;
    *out.add(i + 96) = powers;
}
