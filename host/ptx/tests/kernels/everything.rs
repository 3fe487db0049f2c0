//! One call of everything that a kernel finds in `cuda_std` and beside itself.

use core::sync::atomic::Ordering::{self, AcqRel, Acquire, Relaxed, Release, SeqCst};
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::shared::dynamic_shared_mem;
use cuda_std::{shared_array, GpuFloat};

use crate::vector::{Float4, Int4};
use crate::warp::*;

#[kernel]
pub unsafe fn places(out: *mut u32) {
    let (thread, block) = (thread::thread_idx(), thread::block_idx());
    let (block_dim, grid_dim) = (thread::block_dim(), thread::grid_dim());
    let (two, three) = (thread::index_2d(), thread::index_3d());
    *out = thread::index() + thread::index_1d() + two.x * two.y + three.x + three.y + three.z;
    *out.add(1) = thread.x + thread.y + thread.z + block.x + block.y + block.z;
    *out.add(2) = block_dim.x + block_dim.y + block_dim.z + grid_dim.product();
    *out.add(3) = thread::first() as u32 + thread::warp_size() + cuda_std::warp::lane_id();
}

#[kernel]
pub unsafe fn barriers(out: *mut u32, n: u32) {
    let shared = shared_array![u32; 64];
    let dynamic = dynamic_shared_mem::<u32>();
    *shared.add(n as usize) = n;
    thread::sync_threads();
    *dynamic = *shared;
    *out = thread::sync_threads_count(n);
    *out.add(1) = thread::sync_threads_and(n);
    *out.add(2) = thread::sync_threads_or(n);
    thread::device_fence();
    thread::grid_fence();
    thread::system_fence();
    thread::nanosleep(100);
    cuda_std::warp::sync_warp(ALL_LANES);
}

/// What the lanes of a warp do together.
#[kernel]
pub unsafe fn warps(out: *mut u32, signed: *mut i32, floats: *mut f32, n: u32) {
    *out = shuffle_down_u32(*out, n) + shuffle_up_u32(*out, n);
    *out.add(1) = shuffle_xor_u32(*out, n) + shuffle_from_u32(*out, n);
    *signed = shuffle_down_i32(*signed, n) + shuffle_up_i32(*signed, n);
    *signed.add(1) = shuffle_xor_i32(*signed, n) + shuffle_from_i32(*signed, n);
    *floats = shuffle_down_f32(*floats, n) + shuffle_up_f32(*floats, n);
    *floats.add(1) = shuffle_xor_f32(*floats, n) + shuffle_from_f32(*floats, n);
    *out.add(2) = ballot(n > 3);
    *out.add(3) = vote_all(n > 4) as u32;
    *out.add(4) = vote_any(n > 5) as u32;
}

macro_rules! each_operation {
    ($values:expr, $value:expr, $ordering:expr; $($function:ident)*) => {
        $($function($values, $ordering, $value);)*
    };
}

/// Atomic operations on 32 bits.
#[kernel]
pub unsafe fn atomics_32(unsigned: *mut u32, signed: *mut i32, u: u32, i: i32) {
    each_operation! { unsigned, u, Relaxed;
        atomic_fetch_add_u32_block atomic_fetch_add_u32_device atomic_fetch_add_u32_system
        atomic_fetch_sub_u32_block atomic_fetch_sub_u32_device atomic_fetch_sub_u32_system
        atomic_fetch_min_u32_block atomic_fetch_min_u32_device atomic_fetch_min_u32_system
        atomic_fetch_max_u32_block atomic_fetch_max_u32_device atomic_fetch_max_u32_system
        atomic_fetch_and_u32_block atomic_fetch_and_u32_device atomic_fetch_and_u32_system
        atomic_fetch_or_u32_block atomic_fetch_or_u32_device atomic_fetch_or_u32_system
        atomic_fetch_xor_u32_block atomic_fetch_xor_u32_device atomic_fetch_xor_u32_system
        atomic_fetch_exch_u32_block atomic_fetch_exch_u32_device atomic_fetch_exch_u32_system
    }
    each_operation! { signed, i, Relaxed;
        atomic_fetch_add_i32_block atomic_fetch_add_i32_device atomic_fetch_add_i32_system
        atomic_fetch_sub_i32_block atomic_fetch_sub_i32_device atomic_fetch_sub_i32_system
        atomic_fetch_min_i32_block atomic_fetch_min_i32_device atomic_fetch_min_i32_system
        atomic_fetch_max_i32_block atomic_fetch_max_i32_device atomic_fetch_max_i32_system
        atomic_fetch_and_i32_block atomic_fetch_and_i32_device atomic_fetch_and_i32_system
        atomic_fetch_or_i32_block atomic_fetch_or_i32_device atomic_fetch_or_i32_system
        atomic_fetch_xor_i32_block atomic_fetch_xor_i32_device atomic_fetch_xor_i32_system
        atomic_fetch_exch_i32_block atomic_fetch_exch_i32_device atomic_fetch_exch_i32_system
    }
}

/// Atomic operations on 64 bits.
#[kernel]
pub unsafe fn atomics_64(unsigned: *mut u64, signed: *mut i64, u: u64, i: i64) {
    each_operation! { unsigned, u, Relaxed;
        atomic_fetch_add_u64_block atomic_fetch_add_u64_device atomic_fetch_add_u64_system
        atomic_fetch_sub_u64_block atomic_fetch_sub_u64_device atomic_fetch_sub_u64_system
        atomic_fetch_min_u64_block atomic_fetch_min_u64_device atomic_fetch_min_u64_system
        atomic_fetch_max_u64_block atomic_fetch_max_u64_device atomic_fetch_max_u64_system
        atomic_fetch_and_u64_block atomic_fetch_and_u64_device atomic_fetch_and_u64_system
        atomic_fetch_or_u64_block atomic_fetch_or_u64_device atomic_fetch_or_u64_system
        atomic_fetch_xor_u64_block atomic_fetch_xor_u64_device atomic_fetch_xor_u64_system
        atomic_fetch_exch_u64_block atomic_fetch_exch_u64_device atomic_fetch_exch_u64_system
    }
    each_operation! { signed, i, Relaxed;
        atomic_fetch_add_i64_block atomic_fetch_add_i64_device atomic_fetch_add_i64_system
        atomic_fetch_sub_i64_block atomic_fetch_sub_i64_device atomic_fetch_sub_i64_system
        atomic_fetch_min_i64_block atomic_fetch_min_i64_device atomic_fetch_min_i64_system
        atomic_fetch_max_i64_block atomic_fetch_max_i64_device atomic_fetch_max_i64_system
        atomic_fetch_and_i64_block atomic_fetch_and_i64_device atomic_fetch_and_i64_system
        atomic_fetch_or_i64_block atomic_fetch_or_i64_device atomic_fetch_or_i64_system
        atomic_fetch_xor_i64_block atomic_fetch_xor_i64_device atomic_fetch_xor_i64_system
        atomic_fetch_exch_i64_block atomic_fetch_exch_i64_device atomic_fetch_exch_i64_system
    }
}

#[kernel]
pub unsafe fn atomic_floats(single: *mut f32, double: *mut f64, x: f32, y: f64) {
    each_operation! { single, x, Relaxed;
        atomic_fetch_add_f32_block atomic_fetch_add_f32_device atomic_fetch_add_f32_system
        atomic_fetch_sub_f32_block atomic_fetch_sub_f32_device atomic_fetch_sub_f32_system
        atomic_fetch_exch_f32_block atomic_fetch_exch_f32_device atomic_fetch_exch_f32_system
    }
    each_operation! { double, y, Relaxed;
        atomic_fetch_add_f64_block atomic_fetch_add_f64_device atomic_fetch_add_f64_system
        atomic_fetch_sub_f64_block atomic_fetch_sub_f64_device atomic_fetch_sub_f64_system
        atomic_fetch_exch_f64_block atomic_fetch_exch_f64_device atomic_fetch_exch_f64_system
    }
}

/// Every ordering, loads, stores and fences.
#[kernel]
pub unsafe fn orderings(values: *mut u32, wide: *mut u64, floats: *mut f32) {
    for ordering in [Relaxed, Acquire, Release, AcqRel, SeqCst] {
        *values += atomic_fetch_add_u32_device(values, ordering, 1);
        *values += atomic_fetch_max_u32_system(values, ordering, 2);
        *floats += atomic_fetch_add_f32_device(floats, ordering, 3.0);
        block_thread_fence(ordering);
        device_thread_fence(ordering);
        system_thread_fence(ordering);
    }
    for ordering in [Relaxed, Acquire, SeqCst] {
        *values += atomic_load_32_block(values, ordering) + atomic_load_32_device(values, ordering);
        *wide += atomic_load_64_block(wide, ordering) + atomic_load_64_device(wide, ordering);
        *values += atomic_load_32_system(values, ordering);
        *wide += atomic_load_64_system(wide, ordering);
    }
    for ordering in [Relaxed, Release, SeqCst] {
        stores(values, wide, ordering);
    }
}

#[inline(always)]
unsafe fn stores(values: *mut u32, wide: *mut u64, ordering: Ordering) {
    atomic_store_32_block(values, ordering, 1);
    atomic_store_32_device(values, ordering, 2);
    atomic_store_32_system(values, ordering, 3);
    atomic_store_64_block(wide, ordering, 1);
    atomic_store_64_device(wide, ordering, 2);
    atomic_store_64_system(wide, ordering, 3);
}

/// Mathematics in `f32`: one result for each input.
#[kernel]
pub unsafe fn floats(inputs: &[f32], out: *mut f32, n: i32) {
    let (x, y) = (inputs[0], inputs[1]);
    let (sine, cosine) = GpuFloat::sin_cos(x);
    let results = [
        x.floor(),
        x.ceil(),
        x.round(),
        x.trunc(),
        x.fract(),
        x.abs(),
        x.signum(),
        x.copysign(y),
        x.mul_add(y, 2.0),
        x.div_euclid(y),
        x.rem_euclid(y),
        x.powi(n),
        x.sqrt(),
        x.hypot(y),
        x.powf(y),
        x.exp(),
        x.exp2(),
        x.ln(),
        x.log(y),
        x.log2(),
        x.log10(),
        x.sin(),
        x.cos(),
        sine,
        cosine,
        x.tan(),
        x.tanh(),
        x.min(y),
        x.max(y),
        x.clamp(-1.0, 1.0),
    ];
    for (i, result) in results.into_iter().enumerate() {
        *out.add(i) = result;
    }
}

/// Mathematics in `f64`.
#[kernel]
pub unsafe fn doubles(inputs: &[f64], out: *mut f64, n: i32) {
    let (x, y) = (inputs[0], inputs[1]);
    let results = [
        x.floor(),
        x.ceil(),
        x.round(),
        x.trunc(),
        x.fract(),
        x.abs(),
        x.signum(),
        x.copysign(y),
        x.mul_add(y, 2.0),
        x.div_euclid(y),
        x.rem_euclid(y),
        x.powi(n),
        x.sqrt(),
        x.hypot(y),
    ];
    for (i, result) in results.into_iter().enumerate() {
        *out.add(i) = result;
    }
}

#[kernel]
pub unsafe fn vectors(floats: &[Float4], out: *mut Float4, ints: *mut Int4) {
    Float4::load(floats.as_ptr()).plus(Float4::splat(1.0)).store(out);
    Int4::load(ints).plus(Int4::splat(1)).store(ints);
}

/// A parameter of each kind that a kernel can have.
#[kernel]
pub unsafe fn parameters<'a>(
    _slice: &'a [u8],
    array: &[u32; 4],
    mut n: usize,
    out: *mut (u32, u32),
) {
    n += 1;
    (*out).0 = array[n & 3];
}
