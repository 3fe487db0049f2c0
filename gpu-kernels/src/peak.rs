//! The machine's own ceilings, which rooflines are drawn from: how fast memory
//! can be read, how fast it can be copied, how fast the cores multiply and add.

use crate::vector::Float4;
use cuda_std::prelude::*;

/// Threads per block.
pub const BLOCK: usize = 256;

/// The most blocks that [`peak_read`] is launched with: few enough to be on a
/// large GPU all at once, so that none starts late.
pub const READ_BLOCKS: usize = 640;

/// Vectors of four elements that a block of [`peak_read`] reads per turn of its
/// loop.
pub const READ_VECTORS: usize = 4 * BLOCK;

/// Reads everything once, with four loads of 16 bytes under way per thread, and
/// keeps one sum per thread, so that no load can be left out. `n` is a multiple
/// of four.
#[kernel]
pub unsafe fn peak_read(input: *const f32, output: *mut f32, n: u32) {
    let vectors = n as usize / 4;
    let input4 = input as *const Float4;

    let mut a = Float4::splat(0.0);
    let mut b = Float4::splat(0.0);
    let mut c = Float4::splat(0.0);
    let mut d = Float4::splat(0.0);
    let stride = thread::grid_dim_x() as usize * READ_VECTORS;
    let mut i = thread::block_idx_x() as usize * READ_VECTORS + thread::thread_idx_x() as usize;
    while i + 3 * BLOCK < vectors {
        let p = Float4::load(input4.add(i));
        let q = Float4::load(input4.add(i + BLOCK));
        let r = Float4::load(input4.add(i + 2 * BLOCK));
        let s = Float4::load(input4.add(i + 3 * BLOCK));
        a = a.plus(p);
        b = b.plus(q);
        c = c.plus(r);
        d = d.plus(s);
        i += stride;
    }
    while i < vectors {
        a = a.plus(Float4::load(input4.add(i)));
        i += BLOCK;
    }
    *output.add(thread::index_1d() as usize) = a.plus(b).plus(c.plus(d)).sum();
}

/// Copies one vector of 16 bytes per thread. `n` is a multiple of four.
#[kernel]
pub unsafe fn peak_copy(input: *const f32, output: *mut f32, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize / 4 {
        let vector = Float4::load((input as *const Float4).add(i));
        vector.store((output as *mut Float4).add(i));
    }
}

/// Independent chains per thread in [`peak_fma`], enough to hide the latency.
pub const FMA_CHAINS: usize = 8;

/// Multiply-adds per chain and turn of the loop in [`peak_fma`]: so many that
/// the loop itself costs next to nothing.
pub const FMA_UNROLL: usize = 16;

/// Turns of the loop in [`peak_fma`].
pub const FMA_TURNS: usize = 32;

/// Eight independent chains of multiply-adds per thread and nothing else.
#[kernel]
pub unsafe fn peak_fma(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    if i >= input.len() {
        return;
    }
    let x = input[i];
    // The chains start apart, or the compiler would compute one for all.
    let mut chains = [0.0; FMA_CHAINS];
    for chain in 0..FMA_CHAINS {
        chains[chain] = x + chain as f32;
    }
    for _ in 0..FMA_TURNS {
        for _ in 0..FMA_UNROLL {
            for chain in 0..FMA_CHAINS {
                chains[chain] = chains[chain] * 0.5 + x;
            }
        }
    }
    let mut sum = 0.0;
    for chain in 0..FMA_CHAINS {
        sum += chains[chain];
    }
    *output.add(i) = sum;
}
