//! Quantizes rows of floats to bytes with a scale of half precision for each, one block for a row.

use core::sync::atomic::{AtomicU32, Ordering::Relaxed};
use cuda_std::*;

#[address_space(shared)]
static LARGEST: AtomicU32 = AtomicU32::new(0);

/// Raises a float that is kept as its bits.
fn raise(largest: &AtomicU32, candidate: f32) {
    let _ = largest.fetch_update(Relaxed, Relaxed, |bits| {
        (candidate > f32::from_bits(bits)).then(|| candidate.to_bits())
    });
}

#[kernel]
pub unsafe fn quantize_i8(input: &[f32], columns: usize, scales: *mut f16, output: *mut i8) {
    let row = thread::block_idx_x() as usize;
    let t = thread::thread_idx_x() as usize;
    let threads = thread::block_dim_x() as usize;
    let Some(values) = input.chunks_exact(columns).nth(row) else {
        return;
    };

    if t == 0 {
        LARGEST.store(0f32.to_bits(), Relaxed);
    }
    thread::sync_threads();
    let own = values.iter().skip(t).step_by(threads).map(|x| x.abs()).fold(0.0, f32::max);
    raise(&LARGEST, own);
    thread::sync_threads();

    let largest = f32::from_bits(LARGEST.load(Relaxed));
    let scale = f16::from_f32(largest / f32::from(i8::MAX));
    if t == 0 {
        unsafe { *scales.add(row) = scale };
    }
    for i in (t..columns).step_by(threads) {
        let steps = if scale == f16::ZERO { 0.0 } else { values[i] / scale.to_f32() };
        let byte = steps.round().clamp(i8::MIN.into(), i8::MAX.into()) as i8;
        unsafe { *output.add(row * columns + i) = byte };
    }
}
