//! The API of `cuda_std`: places in the grid, barriers, shared memory, warps and
//! atomic operations.

use super::data::{Case, case};

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = places();
    cases.extend(shared());
    cases.extend(barriers());
    cases.extend(warps());
    cases.extend(atomics());
    cases
}

fn places() -> Vec<Case> {
    let body = |name: &str, body: &str| {
        let text = format!(
            "#[kernel]
pub unsafe fn body(out: *mut u32) {{
    let i = thread::index() as usize;
    *out.add(i) = {body};
}}"
        );
        case(name, &text).launch([3, 2, 2], [4, 3, 2])
    };
    vec![
        body(
            "places in the block",
            "thread::thread_idx_x() + 10 * thread::thread_idx_y() + 100 * thread::thread_idx_z() + 1",
        ),
        body(
            "places of blocks",
            "thread::block_idx_x() + 10 * thread::block_idx_y() + 100 * thread::block_idx_z() + 1",
        ),
        body(
            "sizes",
            "thread::block_dim_x() + 10 * thread::block_dim_y() + 100 * thread::block_dim_z() + 1000 * (thread::grid_dim_x() + 10 * thread::grid_dim_y() + 100 * thread::grid_dim_z())",
        ),
        body(
            "places as structures",
            "{ let t = thread::thread_idx(); let b = thread::block_idx(); let d = thread::block_dim(); t.x + d.x * (t.y + d.y * t.z) + 100 * (b.x + 3 * (b.y + 2 * b.z)) + thread::grid_dim().y }",
        ),
        body(
            "places in the grid",
            "{ let p = thread::index_2d(); let q = thread::index_3d(); thread::index_1d() + 100 * p.y + 10000 * q.z + p.x + q.x + q.y }",
        ),
        body("the first thread", "thread::first() as u32 + 2"),
    ]
}

fn shared() -> Vec<Case> {
    vec![
        case(
            "shared memory and a barrier",
            "
use cuda_std::shared_array;
#[kernel]
pub unsafe fn reverse(a: &[u32], out: *mut u32) {
    let tile = shared_array![u32; 64];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    *tile.add(t) = a[i];
    thread::sync_threads();
    *out.add(i) = *tile.add(63 - t) + 1;
}",
        )
        .launch([2, 1, 1], [64, 1, 1])
        .cooperative(),
        case(
            "two shared arrays of different types",
            "
use cuda_std::shared_array;
const SIDE: usize = 8;
#[kernel]
pub unsafe fn transpose(a: &[f32], b: &[i32], out: *mut f32) {
    let floats = shared_array![f32; SIDE * SIDE];
    let ints = shared_array![i32; SIDE * (SIDE + 1)];
    let x = thread::thread_idx_x() as usize;
    let y = thread::thread_idx_y() as usize;
    *floats.add(y * SIDE + x) = a[y * SIDE + x];
    *ints.add(y * (SIDE + 1) + x) = b[y * SIDE + x];
    thread::sync_threads();
    *out.add(y * SIDE + x) = *floats.add(x * SIDE + y) + *ints.add(x * (SIDE + 1) + y) as f32;
}",
        )
        .launch([1, 1, 1], [8, 8, 1])
        .cooperative(),
        case(
            "a tree of sums in shared memory",
            "
use cuda_std::shared_array;
unsafe fn add(tile: *mut i32, to: usize, from: usize) { *tile.add(to) += *tile.add(from); }
#[kernel]
pub unsafe fn sum(a: &[i32], out: *mut i32) {
    let tile = shared_array![i32; 32];
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = a[thread::index_1d() as usize];
    thread::sync_threads();
    let mut stride = 16;
    while stride > 0 {
        if t < stride { add(tile, t, t + stride); }
        thread::sync_threads();
        stride /= 2;
    }
    if t == 0 { *out.add(thread::block_idx_x() as usize) = *tile; }
}",
        )
        .launch([3, 1, 1], [32, 1, 1])
        .cooperative(),
    ]
}

fn barriers() -> Vec<Case> {
    vec![
        case(
            "dynamic shared memory",
            "
use cuda_std::shared::dynamic_shared_mem;
#[kernel]
pub unsafe fn turn(a: &[u32], out: *mut u32) {
    let tile = dynamic_shared_mem::<u32>();
    let t = thread::thread_idx_x() as usize;
    *tile.add(t) = a[t];
    thread::sync_threads();
    *out.add(t) = *tile.add((t + 5) % 32) + 1;
}",
        )
        .dynamic(128)
        .cooperative(),
        case(
            "votes at a barrier",
            "
#[kernel]
pub unsafe fn votes(a: &[u32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    *out.add(i) = thread::sync_threads_count(a[i] % 2);
    *out.add(i + 64) = thread::sync_threads_and((a[i] < 1000) as u32);
    *out.add(i + 128) = thread::sync_threads_or((a[i] == 37) as u32) + 2;
}",
        )
        .launch([2, 1, 1], [32, 1, 1])
        .cooperative(),
        case(
            "fences",
            "
use core::sync::atomic::Ordering;
#[kernel]
pub unsafe fn fences(a: &[u32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    *out.add(i) = a[i] + 1;
    thread::device_fence();
    cuda_std::atomic::mid::block_thread_fence(Ordering::AcqRel);
    *out.add(i) += 1;
}",
        ),
    ]
}

/// What needs warps of 32 lanes.
fn warps() -> Vec<Case> {
    let body = |name: &str, body: &str| {
        let text = format!(
            "use cuda_std::warp;
#[kernel]
pub unsafe fn body(a: &[u32], f: &[f32], out: *mut u32) {{
    let i = thread::index_1d() as usize;
    let x = a[i] + 1;
    *out.add(i) = {body};
}}"
        );
        case(name, &text).launch([2, 1, 1], [32, 1, 1]).cooperative().simulated_only()
    };
    vec![
        body("lanes", "warp::lane_id() + 100 * thread::warp_size()"),
        body("shuffles down", "crate::warp::shuffle_down_u32(x, 3)"),
        body("shuffles up", "crate::warp::shuffle_up_u32(x, 5)"),
        body(
            "shuffles across",
            "crate::warp::shuffle_xor_u32(x, 9) + crate::warp::shuffle_xor_i32(x as i32, 1) as u32",
        ),
        body("shuffles from a lane", "crate::warp::shuffle_from_u32(x, (i as u32 * 7) % 32)"),
        body("shuffles of floats", "(crate::warp::shuffle_down_f32(f[i], 1) * 16.0) as i32 as u32"),
        body(
            "votes of a warp",
            "crate::warp::vote_all(x < 200) as u32 + 2 * crate::warp::vote_any(x == 1) as u32 + 4 * crate::warp::vote_all(x > 9) as u32",
        ),
        body("a ballot", "crate::warp::ballot(x % 3 == 0)"),
        body(
            "a barrier of the warp",
            "{ warp::sync_warp(crate::warp::ALL_LANES); x + crate::warp::WARP as u32 }",
        ),
        body(
            "a tree of shuffles",
            "{ let mut s = x; let mut delta = 16; while delta > 0 { s += crate::warp::shuffle_xor_u32(s, delta); delta /= 2; } s }",
        ),
    ]
}

fn atomics() -> Vec<Case> {
    let body = |name: &str, body: &str| {
        let text = format!(
            "use core::sync::atomic::Ordering::{{self, Relaxed}};
use cuda_std::atomic::mid::*;
#[kernel]
pub unsafe fn body(a: &[u32], b: &[i32], out: *mut u32, outs: *mut i32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        case(name, &text)
    };
    vec![
        body("atomic sums", "atomic_fetch_add_u32_device(out, Relaxed, a[i]); atomic_fetch_add_i32_device(outs.add(i % 3), Ordering::SeqCst, b[i]);"),
        body("atomic differences", "atomic_fetch_sub_u32_device(out, Relaxed, a[i]); atomic_fetch_sub_i32_device(outs, Relaxed, b[i]);"),
        body("atomic minima and maxima", "atomic_fetch_max_u32_device(out, Relaxed, a[i]); atomic_fetch_min_i32_device(outs, Relaxed, b[i]); atomic_fetch_max_i32_device(outs.add(1), Relaxed, b[i]);"),
        body("atomic bits", "atomic_fetch_or_u32_device(out, Relaxed, 1 << i); atomic_fetch_xor_u32_device(out.add(1), Relaxed, a[i]); atomic_fetch_or_i32_device(outs, Relaxed, b[i]);"),
        body("atomic operations return what was there", "*out.add(i) = 7; let old = atomic_fetch_add_u32_device(out.add(i), Relaxed, a[i]); let before = atomic_fetch_exch_u32_device(out.add(i + 32), Relaxed, old + 1); *outs.add(i) = (old + before) as i32;"),
        body("atomic loads and stores", "atomic_store_32_device(out.add(i), Relaxed, a[i] + 1); let x = atomic_load_32_device(out.add(i), Ordering::Acquire); *outs.add(i) = x as i32;"),
        case(
            "a histogram in shared memory",
            "
use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid::{atomic_fetch_add_u32_block, atomic_fetch_add_u32_device};
use cuda_std::shared_array;
#[kernel]
pub unsafe fn histogram(a: &[u32], out: *mut u32) {
    let counts = shared_array![u32; 32];
    let t = thread::thread_idx_x() as usize;
    *counts.add(t) = 0;
    thread::sync_threads();
    atomic_fetch_add_u32_block(counts.add(a[thread::index_1d() as usize] as usize % 32), Relaxed, 1);
    thread::sync_threads();
    atomic_fetch_add_u32_device(out.add(t), Relaxed, *counts.add(t));
}",
        )
        .launch([2, 1, 1], [32, 1, 1])
        .cooperative(),
    ]
}
