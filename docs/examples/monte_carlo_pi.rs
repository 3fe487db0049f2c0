//! Throws darts at a square and counts those within the circle: four times their share is pi.

use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::*;
use glam::Vec2;

struct XorShift {
    state: u32,
}

impl XorShift {
    /// Neighbouring seeds are scattered first, and zero would stay zero.
    fn new(seed: u32) -> Self {
        Self { state: seed.wrapping_mul(2_654_435_769).max(1) }
    }

    fn next_u32(&mut self) -> u32 {
        self.state ^= self.state << 13;
        self.state ^= self.state >> 17;
        self.state ^= self.state << 5;
        self.state
    }

    fn next_unit(&mut self) -> f32 {
        (self.next_u32() >> 8) as f32 * 2f32.powi(-24)
    }
}

/// An endless stream of points of the unit square.
struct Darts {
    rng: XorShift,
}

impl Iterator for Darts {
    type Item = Vec2;

    fn next(&mut self) -> Option<Vec2> {
        Some(Vec2::new(self.rng.next_unit(), self.rng.next_unit()))
    }
}

#[kernel]
pub unsafe fn monte_carlo_pi(seed: u32, throws: usize, hits: *mut u32, total: *mut u32) {
    let i = thread::index_1d();
    let darts = Darts { rng: XorShift::new(seed + i) };
    let inside = darts.take(throws).filter(|dart| dart.length_squared() <= 1.0).count() as u32;

    unsafe {
        *hits.add(i as usize) = inside;
        AtomicU32::from_ptr(total).fetch_add(inside, Ordering::Relaxed);
    }
}
