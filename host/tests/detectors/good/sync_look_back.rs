// expect: nothing
// block: 64 grid: 4 buffers: 256 10 256
// Decoupled look-back: state and value travel in one word of 64 bits.
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const AGGREGATE: u64 = 1 << 62;
const PREFIX: u64 = 2 << 62;
const VALUE: u64 = 0xffff_ffff;

#[kernel]
pub unsafe fn scan(x: &[u32], states: *mut u64, y: *mut u32) {
    let tile = shared_array![u32; 64];
    let before = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    let b = thread::block_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = x[i];
    thread::sync_threads();
    if t == 0 {
        let mut sum = 0;
        for k in 0..64 {
            sum += *tile.add(k);
        }
        let own = sum as u64;
        let state = if b == 0 { PREFIX } else { AGGREGATE };
        atomic_store_64_device(states.add(b + 1), Ordering::Relaxed, state | own);
        let mut prefix = 0;
        let mut at = b;
        while at > 0 {
            let word = atomic_load_64_device(states.add(at), Ordering::Relaxed);
            if word & PREFIX != 0 {
                prefix += word & VALUE;
                break;
            }
            if word & AGGREGATE != 0 {
                prefix += word & VALUE;
                at -= 1;
            }
        }
        atomic_store_64_device(states.add(b + 1), Ordering::Relaxed, PREFIX | (prefix + own));
        *before = prefix as u32;
    }
    thread::sync_threads();
    let mut sum = *before;
    for k in 0..=t {
        sum += *tile.add(k);
    }
    *y.add(i) = sum;
}
