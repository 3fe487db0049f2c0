//! Atomics as `core::sync::atomic` and `cuda_std::atomic` have them: as types of
//! buffers, structures and shared memory, with their methods, and as functions.
//! What comes out must not depend on the order of threads.

use super::data::{Case, case};

/// Names and bodies of kernels with a thread's own word at `i`.
const BODIES: [(&str, &str); 24] = [
    ("a sum of all", "(*n).fetch_add(a[i], Relaxed); (*n.add(1)).fetch_sub(a[i], Relaxed);"),
    (
        "minima and maxima of all",
        "(*n).fetch_max(a[i], Relaxed); (*s).fetch_min(b[i], Relaxed); (*s.add(1)).fetch_max(b[i], AcqRel);",
    ),
    (
        "bits of all",
        "(*n).fetch_or(1 << i, Relaxed); (*n.add(1)).fetch_xor(a[i], SeqCst); (*s).fetch_or(b[i], Relaxed);",
    ),
    (
        "what was there",
        "let own = &*n.add(i); let x = own.swap(a[i], Relaxed); let y = own.fetch_add(3, Relaxed); let z = own.fetch_and(0xff, Relaxed); *out.add(i) = x + y + z + own.load(Acquire);",
    ),
    (
        "nand",
        "let own = &*n.add(i); own.store(a[i], Release); let old = own.fetch_nand(0x55, AcqRel); *out.add(i) = old ^ own.load(Relaxed);",
    ),
    (
        "from a pointer",
        "let own = AtomicU32::from_ptr(out.add(i)); own.store(a[i], Relaxed); own.fetch_add(1, Relaxed);",
    ),
    (
        "a cast of a pointer",
        "let own = &*(out.add(i) as *const AtomicU32); own.store(5, Relaxed); *out.add(i + 32) = own.fetch_max(a[i], Relaxed);",
    ),
    (
        "back to a pointer",
        "let own = &*n.add(i); own.store(a[i], Relaxed); let p = own.as_ptr(); *p += 1; *out.add(i) = *p;",
    ),
    (
        "compare and swap that succeeds",
        "let own = &*n.add(i); let old = own.compare_and_swap(0, a[i] + 1, AcqRel); *out.add(i) = old + own.load(Relaxed);",
    ),
    (
        "compare and swap that fails",
        "let own = &*n.add(i); own.store(9, Relaxed); let old = own.compare_and_swap(8, a[i], SeqCst); *out.add(i) = old * 100 + own.load(Relaxed);",
    ),
    (
        "compare and swap in a loop",
        "let all = &*n; let mut old = all.load(Relaxed); loop { let seen = all.compare_and_swap(old, old + a[i] * 2, AcqRel); if seen == old { break; } old = seen; }",
    ),
    (
        "one of all wins",
        "let all = &*n; if all.compare_and_swap(0, 7, Relaxed) == 0 { (*n.add(1)).fetch_add(1, Relaxed); } (*n.add(2)).fetch_add(1, Relaxed);",
    ),
    (
        "compare and swap of signed numbers",
        "let own = &*s.add(i); own.store(-4, Relaxed); let old = own.compare_and_swap(-4, b[i], Relaxed); *out.add(i) = (old + own.load(Relaxed)) as u32;",
    ),
    (
        "compare and swap as a function",
        "let p = out.add(i); *p = 3; let old = mid::atomic_compare_and_swap_u32_device(p, 3, a[i] + 1, AcqRel); let again = mid::atomic_compare_and_swap_u32_block(p, 3, 77, Relaxed); *out.add(i + 32) = old * 1000 + again;",
    ),
    (
        "compare and swap of a float",
        "let p = f; let old = mid::atomic_compare_and_swap_f32_device(p.add(i), 0.0, x[i], Relaxed); *f.add(i + 32) = old + *p.add(i);",
    ),
    (
        "intrinsics",
        "let p = out.add(i); intrinsics::atomic_store_release_32_device(p, a[i]); let old = intrinsics::atomic_fetch_add_acqrel_u32_block(p, 4); let now = intrinsics::atomic_load_acquire_32_device(p); let cas = intrinsics::atomic_fetch_cas_relaxed_u32_system(p, now, 1); intrinsics::fence_acqrel_device(); *out.add(i + 32) = old + now * 3 + cas * 5;",
    ),
    ("a sum of floats", "(*h).fetch_add(x[i], Relaxed); (*h.add(1)).fetch_sub(x[i], AcqRel);"),
    (
        "minima and maxima of floats",
        "(*h).fetch_min(x[i], Relaxed); (*h.add(1)).fetch_max(x[i], Relaxed);",
    ),
    (
        "floats, loaded and stored",
        "let own = &*h.add(i); own.store(x[i], Relaxed); let old = own.fetch_add(0.5, Relaxed); *out.add(i) = (old + own.load(Acquire)).to_bits();",
    ),
    (
        "a sum of floats as a function",
        "mid::atomic_fetch_add_f32_device(f, Relaxed, x[i]); mid::atomic_fetch_sub_f32_block(f.add(1), Relaxed, x[i]); let old = mid::atomic_fetch_exch_f32_device(f.add(i + 32), Relaxed, x[i]); *f.add(i + 64) = old;",
    ),
    (
        "an atomic of the thread's own",
        "let own = AtomicU32::new(a[i]); own.fetch_add(5, Relaxed); let old = own.fetch_nand(3, Relaxed); let seen = own.compare_and_swap(9, 1, Relaxed); *out.add(i) = old + seen + own.into_inner();",
    ),
    (
        "a truth value of the thread's own",
        "let own = AtomicBool::new(i % 2 == 0); let a = own.fetch_not(Relaxed); let b = own.fetch_or(true, Relaxed); let c = own.fetch_nand(true, Relaxed); let d = own.swap(i % 3 == 0, Relaxed); *out.add(i) = a as u32 + 2 * b as u32 + 4 * c as u32 + 8 * d as u32 + 16 * own.load(Relaxed) as u32;",
    ),
    (
        "get_mut and fences",
        "let mut own = AtomicU32::new(1); *own.get_mut() += a[i]; fence(SeqCst); compiler_fence(Acquire); *out.add(i) = own.load(Relaxed);",
    ),
    (
        "methods as functions",
        "AtomicU32::fetch_add(&*n, a[i], Relaxed); *out.add(i) = AtomicU32::load(&AtomicU32::new(4), Relaxed);",
    ),
];

fn body((name, body): (&str, &str)) -> Case {
    let text = format!(
        "use core::sync::atomic::Ordering::*;
use core::sync::atomic::{{compiler_fence, fence, AtomicBool, AtomicI32, AtomicU32}};
use cuda_std::atomic::{{intrinsics, mid, AtomicF32}};
#[kernel]
pub unsafe fn body(a: &[u32], b: &[i32], x: &[f32], n: *mut AtomicU32, s: *mut AtomicI32, h: *mut AtomicF32, f: *mut f32, out: *mut u32) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
    );
    case(&format!("atomics: {name}"), &text)
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = BODIES.into_iter().map(body).collect();
    cases.extend(shapes());
    cases.extend(wide());
    cases
}

/// Where atomics may lie.
fn shapes() -> Vec<Case> {
    vec![
        case(
            "atomics: a slice of them",
            "
use core::sync::atomic::{AtomicU32, Ordering};
#[kernel]
pub unsafe fn slices(a: &[u32], counts: &[AtomicU32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    counts[i % 4].fetch_add(a[i], Ordering::Relaxed);
    *out.add(i) = counts.len() as u32;
}",
        )
        .launch([3, 1, 1], [32, 1, 1]),
        case(
            "atomics: in helpers",
            "
use core::sync::atomic::{AtomicU32, Ordering};
fn bump(counter: &AtomicU32, by: u32) -> u32 { counter.fetch_add(by, Ordering::Relaxed) }
fn twice(counters: &[AtomicU32], i: usize) { bump(&counters[i], 1); bump(&counters[i + 1], 2); }
unsafe fn raw(counter: *const AtomicU32) { (*counter).fetch_max(77, Ordering::Relaxed); }
#[kernel]
pub unsafe fn helpers(counts: &[AtomicU32], io: *mut AtomicU32) {
    let i = thread::index_1d() as usize;
    twice(counts, i % 4);
    raw(io.add(i));
    bump(&*io.add(i + 32), 5);
}",
        ),
        case(
            "atomics: in a structure",
            "
use core::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};
#[repr(C)]
pub struct Stats { count: AtomicU32, most: AtomicI32, plain: u32, parts: [AtomicU32; 2] }
#[kernel]
pub unsafe fn structures(a: &[u32], b: &[i32], out: *mut Stats) {
    let i = thread::index_1d() as usize;
    let stats = &*out.add(i % 3);
    stats.count.fetch_add(a[i], Relaxed);
    stats.most.fetch_max(b[i], Relaxed);
    (*out.add(i % 3)).parts[i % 2].fetch_add(1, Relaxed);
    if i < 3 { (*out.add(i)).plain = 8; }
}",
        ),
        case(
            "atomics: in shared memory",
            "
use core::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};
use cuda_std::atomic::AtomicF32;
use cuda_std::shared_array;
#[kernel]
pub unsafe fn shared(a: &[u32], x: &[f32], out: *mut u32) {
    let counts = shared_array![AtomicU32; 8];
    let sum = shared_array![AtomicF32; 1];
    let seen = shared_array![AtomicBool; 1];
    let grid = shared_array![[AtomicU32; 2]; 4];
    let t = thread::thread_idx_x() as usize;
    if t < 8 { *counts.add(t) = AtomicU32::new(1); (*grid.add(t / 2))[t % 2].store(0, Relaxed); }
    if t == 0 { (*sum).store(0.0, Relaxed); (*seen).store(false, Relaxed); }
    thread::sync_threads();
    (*counts.add(a[t] as usize % 8)).fetch_add(1, Relaxed);
    (*sum).fetch_add(x[t], Relaxed);
    if a[t] % 5 == 0 { (*seen).store(true, Relaxed); }
    (*grid.add(t % 4))[t % 2].fetch_add(t as u32, Relaxed);
    thread::sync_threads();
    if t < 8 { *out.add(t) = (*counts.add(t)).load(Relaxed) + 1000 * (*grid.add(t / 2))[t % 2].load(Relaxed); }
    if t == 0 { *out.add(8) = (*sum).load(Relaxed).to_bits(); *out.add(9) = (*seen).load(Relaxed) as u32; }
}",
        )
        .cooperative(),
        case(
            "atomics: a lock of a block",
            "
use core::sync::atomic::{AtomicU32, Ordering::*};
use cuda_std::shared_array;
#[kernel]
pub unsafe fn locked(a: &[u32], out: *mut u32) {
    let lock = shared_array![AtomicU32; 1];
    let t = thread::thread_idx_x() as usize;
    if t == 0 { (*lock).store(0, Relaxed); }
    thread::sync_threads();
    let mut done = false;
    while !done {
        if (*lock).compare_and_swap(0, 1, Acquire) == 0 {
            *out = *out + a[t];
            (*lock).store(0, Release);
            done = true;
        }
    }
}",
        )
        .cooperative(),
        case(
            "atomics: both signs in one buffer",
            "
use core::sync::atomic::{AtomicI32, AtomicU32, Ordering::Relaxed};
#[kernel]
pub unsafe fn signs(b: &[i32], out: *mut u32) {
    let i = thread::index_1d() as usize;
    (*(out as *const AtomicI32)).fetch_max(b[i], Relaxed);
    AtomicU32::from_ptr(out.add(1)).fetch_max(b[i] as u32, Relaxed);
    AtomicI32::from_ptr(out.add(2).cast()).fetch_min(b[i], Relaxed);
}",
        ),
        case(
            "atomics: named by a path",
            "
use core::sync::atomic;
#[kernel]
pub unsafe fn paths(out: *mut atomic::AtomicU32) {
    let i = thread::index_1d() as usize;
    (*out.add(i % 2)).fetch_add(1, atomic::Ordering::Relaxed);
    let own = core::sync::atomic::AtomicU32::new(3);
    atomic::fence(atomic::Ordering::SeqCst);
    (*out.add(2)).fetch_max(own.load(core::sync::atomic::Ordering::Relaxed), atomic::Ordering::Relaxed);
}",
        ),
    ]
}

/// Of 64 bits, which few adapters have.
fn wide() -> Vec<Case> {
    let body = |name: &str, body: &str| {
        let text = format!(
            "use core::sync::atomic::Ordering::*;
use core::sync::atomic::{{AtomicI64, AtomicU64, AtomicUsize}};
use cuda_std::atomic::{{mid, AtomicF64}};
#[kernel]
pub unsafe fn body(a: &[u64], b: &[i64], x: &[f64], n: *mut AtomicU64, s: *mut AtomicI64, h: *mut AtomicF64, out: *mut u64) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        case(&format!("wide atomics: {name}"), &text).simulated_only()
    };
    vec![
        body(
            "sums, minima and maxima",
            "(*n).fetch_add(a[i], Relaxed); (*s).fetch_min(b[i], Relaxed); (*s.add(1)).fetch_max(b[i], Relaxed); (*n.add(1)).fetch_sub(a[i], Relaxed);",
        ),
        body(
            "compare and swap",
            "let own = &*n.add(i); own.store(1 << 40, Relaxed); let old = own.compare_and_swap(1 << 40, a[i], AcqRel); let not = own.compare_and_swap((1 << 40) + a[i], 5, Relaxed); *out.add(i) = old + not + own.load(Relaxed);",
        ),
        body(
            "compare and swap as a function",
            "let p = out.add(i); *p = 1 << 33; let old = mid::atomic_compare_and_swap_u64_device(p, 1 << 33, a[i], Relaxed); *out.add(i + 32) = old + *p;",
        ),
        body(
            "floats",
            "(*h).fetch_add(x[i], Relaxed); (*h.add(1)).fetch_max(x[i], Relaxed); (*h.add(2)).fetch_min(x[i], Relaxed); let own = &*h.add(i + 3); own.store(1.5, Relaxed); *out.add(i) = own.fetch_sub(x[i], Relaxed).to_bits() ^ own.load(Relaxed).to_bits();",
        ),
        body(
            "sizes",
            "let own = AtomicUsize::new(i); own.fetch_add(3, Relaxed); *out.add(i) = own.load(Relaxed) as u64;",
        ),
    ]
}
