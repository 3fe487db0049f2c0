//! Facts that travel beside a module, through every form that a text can put between a
//! statement and its place: macros, generic functions, closures, written-out helpers and
//! loops over iterators.
//!
//! The same statements are written plainly and in disguise. What the machine is told of
//! them must be the same, as often as they are there; what it is told of the plain ones
//! stands in files of `facts/`, which `UPDATE_SNAPSHOTS=1` writes anew.

use crate::trial;
use libtest_mimic::{Failed, Trial};
use naga::{Block, Statement};
use warpbench_front::rust::lower::Options;
use warpbench_front::wgsl::{self, Checked};
use warpbench_front::{rust, warps};
use warpbench_machine::sim;
use warpbench_machine::sim::code::{Code, Op, Reg, Root};
use warpbench_semantics::Piece;

/// Statements over `$d: *mut u32`, `$l: &AtomicU32`, `$f: *mut f32`, `$x: u32` and
/// `$s: *mut f32` in shared memory, with a name for what they carry. Each has two facts
/// or more of a kind that differ, so that one in place of the other shows.
const STATEMENTS: [(&str, &str); 24] = [
    (
        "lock",
        "while $l.compare_exchange(0, 1, Acquire, Relaxed).is_err() {} *$d = $x; $l.store(0, Release);",
    ),
    (
        "orders",
        "$l.store(1, Release); *$d = $l.load(Acquire); $l.fetch_add(2, Relaxed); \
         $l.fetch_or(4, AcqRel); *$d = $l.swap(3, SeqCst);",
    ),
    (
        "orders_of_failure",
        "let _ = $l.compare_exchange(0, 1, Release, Acquire); \
         let _ = $l.compare_exchange(0, 1, AcqRel, Relaxed);",
    ),
    (
        "orders_of_updates",
        "let _ = $l.fetch_update(Release, Relaxed, |v| Some(v + 1)); \
         let _ = $l.fetch_update(Relaxed, Acquire, |v| if v > 2 { Some(v / 2) } else { None });",
    ),
    (
        "plain_beside_atomic",
        "*$d = *$d + 1; let _ = atomic_fetch_add_u32_device($d, AcqRel, 1); *$d = 0; \
         let _ = atomic_load_32_device($d, Acquire);",
    ),
    (
        "scopes",
        "let _ = atomic_fetch_add_u32_block($d, Relaxed, 1); \
         let _ = atomic_fetch_add_u32_device($d, Relaxed, 1); \
         let _ = atomic_fetch_add_u32_system($d, Relaxed, 1);",
    ),
    (
        "fences",
        "block_thread_fence(Release); thread::device_fence(); system_thread_fence(Acquire);",
    ),
    ("masks_of_barriers", "warp::sync_warp(0xff); *$d = 1; warp::sync_warp(0xffff);"),
    (
        "masks_of_exchanges",
        "*$d = warp::warp_vote_ballot(0xff, $x > 1) + warp::warp_vote_ballot(0xf0f0, $x > 2);",
    ),
    (
        "calls_with_masks",
        "*$d = warp::warp_match_any(0xff, $x) + warp::warp_match_any(0xff, *$d); \
         *$d = warp::warp_shuffle_xor(0xff, $x, 1, 32).0 + warp::warp_shuffle_up(0xff, $x, 1, 32).0;",
    ),
    ("call_with_a_mask", "*$d = warp::warp_shuffle_xor(0xff, $x, 1, 32).0;"),
    ("checks", "*$d = $x + 1; *$d = $x - 1; *$d = $x * 3; *$d = 7 / $x; *$d = 1 << $x;"),
    (
        "checks_of_methods",
        "let y = $x as i32; *$d = y.abs() as u32; *$d = (-y) as u32; *$d = $x.pow(3); \
         *$d = $x.div_ceil(*$d); *$d = y.div_euclid(y - 3) as u32; *$d = y.rem_euclid(y - 4) as u32; \
         *$d = $x.next_multiple_of(*$d); *$d = $x.next_power_of_two(); *$d = $x.ilog2(); \
         *$d = y as u32 >> $x; *$d = $x % *$d; *$d = (y / -1) as u32;",
    ),
    (
        "checks_of_widths",
        "let y = $x as u8; *$d = (y + 3) as u32; let z = $x as i16; *$d = (z * 5) as u32; \
         let w = $x as u64; *$d = (w + 7) as u32; let n = $x as usize; *$d = (n - 9) as u32;",
    ),
    (
        "checks_of_slices",
        "let all = core::slice::from_raw_parts($d, 8); let at = $x as usize; *$d = all[at]; \
         *$d = all[at..].len() as u32; *$d = all[..at].len() as u32; *$d = all[at..at + 2].len() as u32; \
         *$d = all[3];",
    ),
    (
        "orders_in_names",
        "use cuda_std::atomic::intrinsics::*; let _ = atomic_fetch_add_relaxed_u32_block($d, 1); \
         let _ = atomic_fetch_add_acqrel_u32_system($d, 2); let _ = atomic_load_acquire_32_block($d); \
         atomic_store_release_32_device($d, 3); fence_acqrel_block(); membar_system(); \
         let _ = atomic_fetch_cas_acquire_u32_block($d, 1, 2);",
    ),
    (
        "orders_of_swaps",
        "let _ = atomic_compare_and_swap_u32_block($d, 1, 2, Acquire); \
         let _ = atomic_compare_and_swap_u32_system($d, 3, 4, AcqRel); \
         let _ = atomic_compare_and_swap_u32_device($d, 3, 4, SeqCst); \
         let _ = atomic_compare_and_swap_u32_device($d, 3, 4, Release); \
         let _ = atomic_compare_and_swap_u32_device($d, 3, 4, Relaxed);",
    ),
    (
        "narrow_numbers",
        "let b = $d as *mut u8; *b = *b.add(1); let h = $d as *mut i16; *h = *h.add(1);",
    ),
    (
        "prints",
        "println!(\"one {}\", $x); println!(\"two {:x}\", $x); print!(\"three {}\", $x as i8);",
    ),
    (
        "failures",
        "assert!($x < 5, \"small\"); assert_eq!($x, 3, \"three\"); debug_assert!($x > 1);",
    ),
    ("panics", "if $x == 1 { panic!(\"first\"); } if $x == 2 { panic!(\"second {}\", $x); }"),
    (
        "updates",
        "let _ = atomic_fetch_add_f32_block($s, Relaxed, 1.0); \
         let _ = atomic_fetch_sub_f32_block($s.add(1), AcqRel, 2.0);",
    ),
    ("calls", "*$d = first($x); *$d = second($x); *$d = twice($x, |v| v + 1);"),
    (
        "conditions",
        "if $x > 1 && *$d > 2 { *$d = 3; } let both = $x > 4 || *$d > 5; if both { *$d = 6; } \
         let value = if $x > 7 { *$d } else { 8 }; *$d = value;",
    ),
];

/// The same in WGSL, where all is said by the text itself and by naga's parser.
const WGSL: &str = "@group(0) @binding(0) var<storage, read_write> d: array<u32>;
@group(0) @binding(1) var<storage, read_write> l: atomic<u32>;
var<workgroup> s: atomic<i32>;
fn both(a: bool, b: bool) -> bool { return a && (b || d[3] > 4u); }
@compute @workgroup_size(64)
fn k(@builtin(local_invocation_index) x: u32) {
    if (x > 1u && d[0] > 2u) { d[0] = 3u; }
    if (both(x > 4u, d[1] > 5u)) { d[1] = 6u; }
    var value = 7u;
    if (x > 8u) { value = d[2]; } else { value = 9u; }
    d[2] = value;
    atomicStore(&l, 1u);
    d[3] = atomicLoad(&l);
    atomicAdd(&s, 2);
    let old = atomicCompareExchangeWeak(&l, 3u, 4u);
    d[4] = subgroupBroadcast(x, 5u);
    workgroupBarrier();
    storageBarrier();
}";

/// A way to write statements down, and how often it does what they say.
struct Disguise {
    name: &'static str,
    /// Items before the kernel; `STATEMENTS` stands for the statements, with the names
    /// of the parameters as they are, or with `$` before each.
    items: &'static str,
    /// The kernel's body.
    body: &'static str,
    times: usize,
}

const DISGUISES: [Disguise; 12] = [
    Disguise {
        name: "macro",
        items: "macro_rules! m { ($d:expr, $l:expr, $x:expr, $s:expr) => {{ STATEMENTS$ }} }",
        body: "m!(d, l, x, s);",
        times: 1,
    },
    Disguise {
        name: "macro_twice",
        items: "macro_rules! m { ($d:expr, $l:expr, $x:expr, $s:expr) => {{ STATEMENTS$ }} }",
        body: "m!(d, l, x, s); m!(d, l, x, s);",
        times: 2,
    },
    Disguise {
        name: "macro_of_macros",
        items: "macro_rules! m { ($d:expr, $l:expr, $x:expr, $s:expr) => {{ STATEMENTS$ }} } \
                macro_rules! n { ($($all:tt)*) => { m!($($all)*); m!($($all)*); } }",
        body: "n!(d, l, x, s);",
        times: 2,
    },
    Disguise {
        name: "macro_of_items",
        items: "macro_rules! make { ($name:ident) => { unsafe fn $name(d: *mut u32, l: &AtomicU32, \
                x: u32, s: *mut f32) { STATEMENTS } } } make!(made);",
        body: "made(d, l, x, s);",
        times: 1,
    },
    Disguise {
        name: "helper",
        items: "unsafe fn help(d: *mut u32, l: &AtomicU32, x: u32, s: *mut f32) { STATEMENTS }",
        body: "help(d, l, x, s); help(d, l, x, s);",
        times: 2,
    },
    Disguise {
        name: "generic",
        items: "unsafe fn help<const N: u32, T: Copy>(_: T, d: *mut u32, l: &AtomicU32, x: u32, \
                s: *mut f32) { STATEMENTS }",
        body: "help::<1, u32>(0, d, l, x, s); help::<2, f32>(0.0, d, l, x, s);",
        times: 2,
    },
    Disguise {
        name: "generic_of_macro",
        items: "macro_rules! m { ($d:expr, $l:expr, $x:expr, $s:expr) => {{ STATEMENTS$ }} } \
                unsafe fn help<T: Copy>(_: T, d: *mut u32, l: &AtomicU32, x: u32, s: *mut f32) { \
                m!(d, l, x, s); }",
        body: "help(0_u32, d, l, x, s); help(0.0_f32, d, l, x, s);",
        times: 2,
    },
    Disguise {
        name: "closure_twice",
        items: "",
        body: "let run = || { STATEMENTS }; run(); run();",
        times: 2,
    },
    Disguise {
        name: "closure_of_macro",
        items: "macro_rules! m { ($d:expr, $l:expr, $x:expr, $s:expr) => {{ STATEMENTS$ }} }",
        body: "let run = |x: u32| { m!(d, l, x, s); }; run(x); run(x);",
        times: 2,
    },
    Disguise {
        name: "written_out_helper",
        items: "unsafe fn help(d: *mut u32, l: &AtomicU32, x: u32, s: *mut f32, f: impl Fn(u32) -> u32) { \
                let x = f(x); STATEMENTS }",
        body: "help(d, l, x, s, |x| x); help(d, l, x, s, |x| x);",
        times: 2,
    },
    Disguise {
        name: "iterator",
        items: "",
        body: "[x, x].into_iter().for_each(|x| { STATEMENTS });",
        times: 1,
    },
    Disguise {
        name: "method_of_trait",
        items: "trait Run { unsafe fn run(&self, d: *mut u32, l: &AtomicU32, x: u32, s: *mut f32); } \
                struct A; struct B; \
                impl Run for A { unsafe fn run(&self, d: *mut u32, l: &AtomicU32, x: u32, s: *mut f32) { STATEMENTS } } \
                impl Run for B { unsafe fn run(&self, d: *mut u32, l: &AtomicU32, x: u32, s: *mut f32) { A.run(d, l, x, s); A.run(d, l, x, s); } }",
        body: "B.run(d, l, x, s);",
        times: 2,
    },
];

/// Calls of functions that only disguises have.
const DISGUISED: [&str; 3] = ["call help", "call made", "call run"];

pub(crate) fn trials() -> Vec<Trial> {
    let trials = STATEMENTS.iter().flat_map(|&(fact, statements)| {
        let module = format!("facts::{fact}");
        let plain = trial(&module, "plain", move || check_plain(fact, statements));
        let disguised = DISGUISES.iter().map(move |disguise| {
            trial(&module, disguise.name, move || check(fact, statements, disguise))
        });
        std::iter::once(plain).chain(disguised)
    });
    let wgsl = || {
        let checked = wgsl::check(WGSL, "k.wgsl").map_err(|error| error.to_string())?;
        committed("wgsl", &told(WGSL, &checked)?)
    };
    let called = trial("facts::calls_with_masks", "in_callers_and_callees", calls_in_calls);
    trials.chain([trial("facts::wgsl", "plain", wgsl), called]).collect()
}

/// Compares what the machine is told of the statements with what is committed.
fn check_plain(fact: &str, statements: &str) -> Result<(), Failed> {
    committed(fact, &facts(&kernel("", &statements.replace('$', "")))?)
}

/// A call with a mask before one in a helper, wherever both are in their functions.
fn calls_in_calls() -> Result<(), Failed> {
    let call = "*d = warp::warp_shuffle_xor(0xff, x, 1, 32).0;";
    for (before, inside) in (0..4).flat_map(|before| (0..30).map(move |inside| (before, inside))) {
        let [before, inside] = [before, inside].map(|times| "*d = x;".repeat(times));
        let helper = format!("unsafe fn help(d: *mut u32, x: u32) {{ {inside}{call} }}");
        let text = kernel(&helper, &format!("{before}{call} help(d, x);"));
        let found = facts(&text)?;
        let begun = found.iter().filter(|one| one.ends_with("(\"warp_shuffle_xor\", true))"));
        if begun.count() != 2 {
            return Err(format!("{text}\n{found:#?}").into());
        }
    }
    Ok(())
}

fn committed(fact: &str, found: &[String]) -> Result<(), Failed> {
    let found = found.iter().map(|one| format!("{one}\n")).collect::<String>();
    let path = format!("{}/tests/facts/{fact}.txt", env!("CARGO_MANIFEST_DIR"));
    if std::env::var_os("UPDATE_SNAPSHOTS").is_some() {
        return Ok(std::fs::write(&path, found)?);
    }
    let expected = std::fs::read_to_string(&path)?;
    if found == expected {
        return Ok(());
    }
    Err(format!("{path} says\n{expected}\nand the machine is told\n{found}").into())
}

fn check(fact: &str, statements: &str, disguise: &Disguise) -> Result<(), Failed> {
    let plain = statements.replace('$', "");
    let write = |text: &str| text.replace("STATEMENTS$", statements).replace("STATEMENTS", &plain);
    // Calls of the disguise itself are its own.
    let is_asked = |found: &String| match fact {
        "calls" => found.starts_with("call"),
        "checks" | "checks_of_methods" | "checks_of_widths" => {
            !found.starts_with("call") && !found.contains("Index")
        }
        // Who calls a helper that may fail looks whether it has.
        "failures" | "panics" => found.starts_with("fail"),
        _ => !found.starts_with("call") && !found.starts_with("check"),
    };
    let of = |text: &str| -> Result<Vec<String>, Failed> {
        let found = facts(text)?.into_iter().filter(is_asked);
        // What is called within the disguise is called within its own functions.
        let inner = found.map(|one| match one.rsplit_once(' ') {
            Some((calls, last)) if calls.starts_with("call") => format!("call {last}"),
            _ => one,
        });
        Ok(inner.filter(|one| !DISGUISED.contains(&one.as_str())).collect())
    };
    let once = of(&kernel("", &plain))?;
    let expected = vec![once.as_slice(); disguise.times].concat();
    let text = kernel(&write(disguise.items), &write(disguise.body));
    let mut found = of(&text)?;
    // A loop over an iterator has a condition and arithmetic of its own.
    if disguise.name == "iterator" {
        found.retain(|one| expected.contains(one));
    }
    if once.len() < 2 {
        return Err(
            format!("these statements carry nothing that could be mixed up: {once:?}").into()
        );
    }
    if found == expected {
        return Ok(());
    }
    Err(format!("{text}\nfound:    {found:#?}\nexpected: {expected:#?}").into())
}

fn kernel(items: &str, body: &str) -> String {
    format!(
        "#![allow(unused)]
use core::sync::atomic::{{AtomicU32, Ordering::*}};
use cuda_std::atomic::mid::*;
use cuda_std::prelude::*;
use cuda_std::{{shared_array, warp}};
fn first(x: u32) -> u32 {{ x ^ 1 }}
fn second(x: u32) -> u32 {{ x ^ 2 }}
fn twice(x: u32, f: impl Fn(u32) -> u32) -> u32 {{ f(f(x)) }}
{items}
#[kernel]
pub unsafe fn k(d: *mut u32, l: &AtomicU32, x: u32) {{
    let s = shared_array![f32; 4];
    {body}
}}"
    )
}

/// What the machine is told of the kernel, in its order.
fn facts(text: &str) -> Result<Vec<String>, Failed> {
    let read = rust::read(text, "k.rs").map_err(|error| format!("{error}"))?;
    let options = Options { entry: "k".to_owned(), block: [64, 1, 1], ..Options::default() };
    let lowered = rust::lower_checked(&read, &options, text, "k.rs");
    told(text, &lowered.map_err(|error| format!("{error}"))?.checked)
}

fn told(text: &str, checked: &Checked) -> Result<Vec<String>, Failed> {
    let emulated = warps::emulate(checked, "k").map_err(|error| error.to_string())?;
    let kernel = &emulated.module.entry_points[0].function.body;
    let helpers = emulated.module.functions.iter().map(|(_, helper)| &helper.body);
    if !helpers.chain([kernel]).all(|body| lies_in(body, text)) {
        return Err("a device is given statements that lie nowhere in the text".into());
    }
    let code = sim::compile(&checked.module, &checked.info, &checked.semantics, "k");
    let code = code.map_err(|error| error.to_string())?;
    let mut found = Vec::new();
    let mut inside = String::new();
    for (at, op) in code.ops.iter().enumerate() {
        let calls = code.calls.to(at as u32);
        let names: Vec<_> = calls.iter().filter_map(|call| call.function.of(text)).collect();
        let path = names.join(" ");
        if path != inside && !path.is_empty() {
            found.push(format!("call {path}"));
        }
        inside = path;
        found.extend(describe(&code, at as u32, op));
    }
    Ok(found)
}

/// Whether every statement says where in the text it comes from.
fn lies_in(block: &Block, text: &str) -> bool {
    block.span_iter().all(|(statement, span)| {
        let is_inside = span.to_range().is_none_or(|range| range.end <= text.len());
        is_inside
            && match statement {
                Statement::Block(inner) => lies_in(inner, text),
                Statement::If { accept, reject, .. } => {
                    lies_in(accept, text) && lies_in(reject, text)
                }
                Statement::Loop { body, continuing, .. } => {
                    lies_in(body, text) && lies_in(continuing, text)
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().all(|case| lies_in(&case.body, text))
                }
                _ => true,
            }
    })
}

fn describe(code: &Code, at: u32, op: &Op) -> Option<String> {
    let constant = |register: Reg| {
        code.constants.iter().find(|(known, _)| *known == register).map(|(_, value)| *value)
    };
    // What the text calls it, and whether the call begins here.
    let call = || code.warp_calls.get(&at).map(|found| (found.name.as_str(), found.call == at));
    Some(match *op {
        Op::Atomic { op, .. } => format!("atomic {op:?}"),
        Op::CompareExchange { how, failure, .. } => format!("exchange {how:?} {failure:?}"),
        Op::AtomicLoad { how, .. } => format!("load {how:?}"),
        Op::AtomicStore { how, .. } => format!("store {how:?}"),
        Op::Load { memory_ref, .. } | Op::Store { memory_ref, .. }
            if matches!(code.memory_refs[memory_ref as usize].root, Root::Buffer(_)) =>
        {
            let leaves = code.memory_refs[memory_ref as usize].leaves.iter();
            let formats: Vec<_> = leaves.map(|leaf| leaf.format).collect();
            format!("plain access {formats:?}")
        }
        Op::Fence(how) => format!("fence {how:?}"),
        Op::WarpBarrier { mask } => format!("warp barrier {:?} {:?}", mask.map(constant), call()),
        Op::Ballot { mask, .. } => format!("ballot {:?} {:?}", mask.map(constant), call()),
        Op::Gather { mask, .. } => format!("gather {:?} {:?}", mask.map(constant), call()),
        Op::Check { operation, a, b, bits, is_pointer_sized, .. } => {
            let sides = [a, b].map(constant);
            format!("check {operation:?} {sides:?} {bits} {is_pointer_sized}")
        }
        Op::Print { print } => {
            let print = &code.prints[print as usize];
            let pieces: Vec<_> = print.text.pieces.iter().map(piece).collect();
            let bits: Vec<_> = print.values.iter().map(|value| value.bits).collect();
            format!("print {pieces:?} {bits:?}")
        }
        Op::Fail { failure } => {
            let failure = &code.failures[failure as usize];
            let message: Vec<_> = failure.message.text.pieces.iter().map(piece).collect();
            let sides: Vec<_> = failure.sides.iter().map(|(text, ..)| text).collect();
            format!("fail {} {:?} {message:?} {sides:?}", failure.name, failure.condition)
        }
        Op::Barrier(scope) => format!("barrier {scope:?}"),
        Op::If { written, .. } => format!("branch {written}"),
        _ => return None,
    })
}

fn piece(piece: &Piece) -> String {
    match piece {
        Piece::Words(words) => words.clone(),
        other => format!("{other:?}"),
    }
}
