// pattern: llm.c, by Andrej Karpathy
// expect: nothing
// block: 48 grid: 4 buffers: 12 64 192 numbers: 12 16
// Gradients of an embedding: rows of the table are added to by atomics.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn scatter(tokens: &[u32], table: *mut f32, gradients: &[f32], n: u32, width: u32) {
    let i = thread::index_1d();
    if i >= n * width {
        return;
    }
    let (position, channel) = (i / width, i % width);
    let token = tokens[position as usize] % 4;
    let slot = table.add((token * width + channel) as usize);
    atomic_fetch_add_f32_device(slot, Ordering::Relaxed, gradients[i as usize]);
}
