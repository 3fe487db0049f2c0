//! Atomics: what is accepted, and what is said of the rest.

use super::{faults, hold};

const USES: &str = "use core::sync::atomic::*;\nuse core::sync::atomic::Ordering::*;\n\
                    use cuda_std::atomic::*;\nuse cuda_std::prelude::*;\n\
                    use cuda_std::shared_array;\n";

#[test]
fn what_core_has_is_there() {
    let check = |body: &str| {
        let text = format!(
            "{USES}unsafe fn f(n: &AtomicU32, i: &AtomicI64, b: &AtomicBool, \
                            x: &AtomicF32, w: &BlockAtomicF64, p: *mut u32) {{ {body} }}"
        );
        assert_eq!(faults(&text), Vec::<String>::new(), "of\n{text}");
    };
    check(
        "let a: u32 = n.load(Relaxed); let c: bool = b.swap(true, SeqCst); let d: f32 = x.load(Acquire);",
    );
    check(
        "n.store(1, Release); i.store(-1, Relaxed); b.store(false, Relaxed); x.store(1.5, SeqCst);",
    );
    check(
        "let _: u32 = n.fetch_add(1, Relaxed) + n.fetch_sub(1, AcqRel) + n.fetch_nand(1, Acquire);",
    );
    check(
        "let _: i64 = i.fetch_min(-1, Relaxed).max(i.fetch_max(3, Relaxed)) ^ i.fetch_xor(1, Release);",
    );
    check(
        "let _: bool = b.fetch_and(true, Relaxed) | b.fetch_not(Relaxed) | b.fetch_nand(true, Relaxed);",
    );
    check(
        "let _: f32 = x.fetch_add(1.0, Relaxed) + x.fetch_max(0.0, Relaxed); w.fetch_add(1.0, Relaxed);",
    );
    check(
        "n.compare_exchange(0, 1, AcqRel, Acquire); n.compare_exchange_weak(0, 1, Relaxed, Relaxed);",
    );
    check(
        "n.compare_exchange(0, 1, Relaxed, SeqCst); let _: u32 = n.compare_and_swap(0, 1, Release);",
    );
    check("fence(SeqCst); fence(Acquire); compiler_fence(Release);");
    check(
        "let own = AtomicU32::new(3); let _: u32 = own.into_inner(); let q: *mut u32 = n.as_ptr();",
    );
    check(
        "let r: &AtomicU32 = AtomicU32::from_ptr(p); let s = &*(p as *const AtomicU32); r.load(Relaxed);",
    );
    check(
        "let s = shared_array![AtomicU32; 4]; *s = AtomicU32::new(0); (*s.add(1)).fetch_add(1, Relaxed);",
    );
    check(
        "mid::atomic_compare_and_swap_u32_block(p, 0, 1, AcqRel); intrinsics::fence_sc_system();",
    );
}

#[test]
fn what_core_panics_at_is_refused() {
    let check = |body: &str, expected: &[&str]| {
        let text = format!(
            "{USES}unsafe fn f(n: &AtomicU32, b: &AtomicBool, x: &AtomicF32, \
                            q: *const AtomicU32, p: *mut u32) {{ {body} }}"
        );
        assert_eq!(faults(&text), expected, "of\n{text}");
    };
    check("n.load(Release);", &["Release: a load cannot be `Release`"]);
    check("n.load(AcqRel);", &["AcqRel: a load cannot be `AcqRel`"]);
    check("n.store(1, Acquire);", &["Acquire: a store cannot be `Acquire`"]);
    check("b.store(true, AcqRel);", &["AcqRel: a store cannot be `AcqRel`"]);
    check(
        "n.compare_exchange(0, 1, Acquire, Release);",
        &["Release: a `compare_exchange` that fails cannot be `Release`"],
    );
    check("fence(Relaxed);", &["Relaxed: a fence cannot be `Relaxed`"]);
    check("mid::atomic_load_32_device(p, Release);", &["Release: a load cannot be `Release`"]);
    check("mid::device_thread_fence(Relaxed);", &[]);
    check("let a = *q;", &["*q: `AtomicU32` is used by value but is not `Copy`"]);
    check("n.fetch_add(1);", &["fetch_add: this method takes 2 arguments but 1 was supplied"]);
    check("n.fetch_add(1.0, Relaxed);", &["1.0: mismatched types"]);
    check(
        "b.fetch_add(true, Relaxed);",
        &["fetch_add: no method `fetch_add` on type `AtomicBool`"],
    );
    check("x.fetch_or(1.0, Relaxed);", &["fetch_or: no method `fetch_or` on type `AtomicF32`"]);
    check("(*p).fetch_add(1, Relaxed);", &["fetch_add: no method `fetch_add` on type `u32`"]);
    check("let c = n + 1;", &["n + 1: cannot add `{integer}` to `&AtomicU32`"]);
}

#[test]
fn buffers_hold_atomics_that_gpus_have() {
    hold(&[
        (
            "use core::sync::atomic::*; use cuda_std::prelude::*; #[kernel] pub unsafe fn k(a: &[AtomicU64], b: *mut AtomicI32) {}",
            &[],
        ),
        (
            "use core::sync::atomic::*; use cuda_std::prelude::*; #[kernel] pub unsafe fn k(a: &[AtomicUsize]) {}",
            &[],
        ),
        (
            "use core::sync::atomic::*; use cuda_std::prelude::*; #[kernel] pub unsafe fn k(a: &[AtomicBool]) {}",
            &["&[AtomicBool]: `AtomicBool` cannot lie in a buffer"],
        ),
        (
            "use core::sync::atomic::AtomicU8; use cuda_std::prelude::*; #[kernel] pub unsafe fn k(a: &[AtomicU8]) {}",
            &["AtomicU8: cannot find `AtomicU8` in `core::sync::atomic`"],
        ),
    ]);
}
