//! Where the order of memory is written out for drivers.

use naga::MemoryDecorations;
use warpbench_front::back::{self, Target};
use warpbench_front::fences::{has_fences, leave_out, written_out};
use warpbench_front::rust::{self, lower::Options};
use warpbench_front::wgsl::Checked;

fn lowered(body: &str) -> Checked {
    let text = format!(
        "use core::sync::atomic::{{AtomicU32, Ordering}};
         use cuda_std::prelude::*;
         #[kernel]
         pub unsafe fn k(flag: &AtomicU32, data: *mut u32, seen: &[u32]) {{ {body} }}"
    );
    let read = rust::read(&text, "k.rs").unwrap_or_else(|error| panic!("{error}"));
    let options = Options { entry: "k".to_owned(), block: [32, 1, 1], ..Options::default() };
    rust::lower_checked(&read, &options, &text, "k.rs").expect(body).checked
}

/// The barriers and accesses of memory in SPIR-V, in order.
fn operations(checked: &Checked) -> Vec<String> {
    let written = back::write(checked, "k", Target::Spirv).expect("SPIR-V has fences");
    let listing = written.listing().expect("it can be read");
    let operation = |line: &str| {
        let words = line.split_whitespace();
        let name = words.into_iter().find(|word| word.starts_with("Op"))?;
        let known = name.starts_with("OpAtomic") || name == "OpMemoryBarrier";
        known.then(|| name.trim_start_matches("Op").to_owned())
    };
    listing.lines().filter_map(operation).collect()
}

#[test]
fn atomics_that_order_memory_have_fences_around_them() {
    let check = |body: &str, expected: &[&str]| {
        let checked = lowered(&format!("{body} *data = seen[0];"));
        let orders = written_out(&checked).is_some();
        assert_eq!(orders, expected.contains(&"MemoryBarrier"), "{body}");
        assert_eq!(operations(&checked), expected, "{body}");
    };
    let fence = "MemoryBarrier";
    check("flag.store(1, Ordering::Relaxed);", &["AtomicStore"]);
    check("flag.store(1, Ordering::Release);", &[fence, "AtomicStore"]);
    check("flag.store(1, Ordering::SeqCst);", &[fence, "AtomicStore", fence]);
    check("let f = flag.load(Ordering::Relaxed); *data = f;", &["AtomicLoad"]);
    check("let f = flag.load(Ordering::Acquire); *data = f;", &["AtomicLoad", fence]);
    check("let f = flag.load(Ordering::SeqCst); *data = f;", &[fence, "AtomicLoad", fence]);
    check("while flag.load(Ordering::Acquire) == 0 {}", &["AtomicLoad", fence]);
    check("flag.fetch_add(1, Ordering::Relaxed);", &["AtomicIAdd"]);
    check("flag.fetch_add(1, Ordering::Release);", &[fence, "AtomicIAdd"]);
    check("flag.fetch_add(1, Ordering::AcqRel);", &[fence, "AtomicIAdd", fence]);
    check("thread::device_fence();", &[fence]);
    let exchange = "AtomicCompareExchange";
    check(
        "let _ = flag.compare_exchange(0, 1, Ordering::Release, Ordering::Acquire);",
        &[fence, exchange, fence],
    );
    check("if *data > 3 { flag.fetch_max(1, Ordering::Acquire); }", &["AtomicUMax", fence]);
}

#[test]
fn what_blocks_tell_each_other_lies_in_coherent_buffers() {
    let coherent = |body: &str| {
        let checked = written_out(&lowered(body)).expect(body);
        let variables = checked.module.global_variables.iter();
        let is_coherent = |variable: &naga::GlobalVariable| {
            variable.memory_decorations.contains(MemoryDecorations::COHERENT)
        };
        let coherent = variables.filter(|(_, variable)| is_coherent(variable));
        coherent.filter_map(|(_, variable)| variable.name.clone()).collect::<Vec<_>>()
    };
    let body = "*data = seen[0]; thread::device_fence(); flag.store(1, Ordering::Relaxed);";
    assert_eq!(coherent(body), ["flag", "data"]);
    let body = "*data = seen[0]; flag.store(1, Ordering::Release);";
    assert_eq!(coherent(body), ["flag", "data"]);
    // Threads of one block see each other's writes anyway.
    let body = "*data = seen[0]; cuda_std::atomic::mid::block_thread_fence(Ordering::AcqRel); flag.store(1, Ordering::Relaxed);";
    assert_eq!(coherent(body), [""; 0]);
}

#[test]
fn fences_can_be_left_out() {
    let body = "let mut n = *data; while n > 0 { if n & 1 == 1 { thread::device_fence(); } \
                match n { 2 => thread::device_fence(), _ => {} } n >>= 1; } \
                thread::device_fence(); *data = n + seen[0];";
    let mut checked = lowered(body);
    assert!(has_fences(&checked.module));
    leave_out(&mut checked.module);
    assert!(!has_fences(&checked.module));
    assert_eq!(operations(&checked), [""; 0]);
}

#[test]
fn languages_without_fences_say_so() {
    let checked = lowered("*data = seen[0]; thread::device_fence();");
    for target in [Target::Wgsl, Target::Msl] {
        let told = back::write(&checked, "k", target).map(|_| ()).unwrap_err().to_string();
        assert!(told.contains("it has a fence"), "{told}");
    }
    // An atomic is one there, in whatever order.
    let checked = lowered("flag.fetch_add(1, Ordering::AcqRel); *data = seen[0];");
    for target in [Target::Wgsl, Target::Msl, Target::Hlsl, Target::Spirv] {
        assert!(back::write(&checked, "k", target).is_ok(), "{target:?}");
    }
}
