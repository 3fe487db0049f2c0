// pattern: CUB, by Duane Merrill
// expect: nothing
// block: 64 grid: 5 buffers: 320 10 1 320
// Tiles are numbered as they start; a whole warp looks back at the tiles before its own.
use crate::warp::{ballot, shuffle_xor_u32, vote_any};
use core::sync::atomic::Ordering;
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared_array;
use cuda_std::warp;

const BLOCK: usize = 64;
const PARTIAL: u64 = 1 << 62;
const INCLUSIVE: u64 = 2 << 62;

/// The sum of all tiles before this one, in every lane of the warp.
unsafe fn look_back(states: *mut u64, tile: u32) -> u32 {
    let lane = warp::lane_id();
    let mut sum = 0;
    let mut last = tile as i32 - 1;
    loop {
        let at = last - lane as i32;
        let mut state = INCLUSIVE;
        if at >= 0 {
            state = atomic_load_64_device(states.add(at as usize), Ordering::Relaxed);
        }
        while vote_any(state >> 62 == 0) {
            if state >> 62 == 0 {
                state = atomic_load_64_device(states.add(at as usize), Ordering::Relaxed);
            }
        }
        // Lanes behind the nearest inclusive sum do not count.
        let inclusive = ballot(state >> 62 == 2);
        let nearest = if inclusive == 0 { 32 } else { inclusive.trailing_zeros() };
        let mut part = if lane <= nearest { state as u32 } else { 0 };
        let mut mask = 16;
        while mask > 0 {
            part += shuffle_xor_u32(part, mask);
            mask /= 2;
        }
        sum += part;
        if inclusive != 0 {
            return sum;
        }
        last -= 32;
    }
}

#[kernel]
pub unsafe fn scan(input: &[u32], states: *mut u64, next_tile: *mut u32, output: *mut u32) {
    let tile_number = shared_array![u32; 1];
    let items = shared_array![u32; BLOCK];
    let before = shared_array![u32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 {
        *tile_number = atomic_fetch_add_u32_device(next_tile, Ordering::Relaxed, 1);
    }
    thread::sync_threads();
    let tile = *tile_number;
    let i = BLOCK * tile as usize + t;
    let mut sum = input[i];
    let mut distance = 1;
    while distance < BLOCK {
        *items.add(t) = sum;
        thread::sync_threads();
        if t >= distance {
            sum += *items.add(t - distance);
        }
        thread::sync_threads();
        distance *= 2;
    }
    if t == BLOCK - 1 {
        *items = sum;
    }
    thread::sync_threads();
    if t < 32 {
        let aggregate = *items;
        let own = states.add(tile as usize);
        if t == 0 && tile > 0 {
            atomic_store_64_device(own, Ordering::Relaxed, PARTIAL | aggregate as u64);
        }
        let prefix = look_back(states, tile);
        if t == 0 {
            let inclusive = (prefix + aggregate) as u64;
            atomic_store_64_device(own, Ordering::Relaxed, INCLUSIVE | inclusive);
            *before = prefix;
        }
    }
    thread::sync_threads();
    *output.add(i) = *before + sum;
}
