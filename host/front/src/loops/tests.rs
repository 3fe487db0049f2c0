//! Loops that never end, near misses, and what is said, in both languages.

use crate::check::check;
use crate::{Diagnostic, Severity, Source};
use std::path::Path;

fn wgsl(body: &str) -> String {
    format!(
        "struct Params {{ n: u32, scale: f32 }}
         @group(0) @binding(0) var<storage, read_write> data: array<u32>;
         @group(0) @binding(1) var<storage, read_write> flag: atomic<u32>;
         @group(0) @binding(2) var<uniform> params: Params;
         var<workgroup> tile: array<u32, 32>;
         fn next(p: ptr<function, u32>) {{ *p += 1u; }}
         const ON = true; const OFF = false;
         var<private> hidden: u32;
         fn work() {{ hidden++; }}
         fn ready() -> bool {{ return atomicLoad(&flag) == 1u; }}
         @compute @workgroup_size(32)
         fn main(@builtin(local_invocation_index) i: u32) {{
             var step = 16u; var s = 4; var x = 0u; var on = true;
             {body}
         }}"
    )
}

fn rust(body: &str) -> String {
    format!(
        "use cuda_std::prelude::*;
         fn halve(x: u32) -> u32 {{ x / 2 }}
         #[kernel]
         pub unsafe fn main(data: *mut u32, n: u32, m: usize) {{
             let i = thread::index_1d();
             {body}
         }}"
    )
}

/// The words, the message and the rest of each warning.
fn warned(path: &str, text: String) -> Vec<(String, String, String)> {
    let source = Source { path: path.to_owned(), text };
    let passed = check(&source).unwrap_or_else(|error| panic!("{error}"));
    let row = |found: &Diagnostic| {
        assert_eq!(found.severity, Severity::Warning);
        let at = found.location.expect("a place");
        assert!(passed.rendered(&source).contains(&format!("{path}:{}:{}", at.line, at.column)));
        let words = source.text[found.span.to_range().expect("a place")].to_owned();
        let rest = format!("{}; {}", found.label, found.help.clone().unwrap_or_default());
        (words, found.message.clone(), rest)
    };
    passed.warnings.iter().map(row).collect()
}

/// A body, the words that are underlined, the message and a part of the rest.
type Hit = (&'static str, &'static str, &'static str, &'static str);

fn check_hits(path: &str, text: fn(&str) -> String, hits: &[Hit]) {
    for (body, words, message, part) in hits {
        let found = warned(path, text(body));
        let [(at, told, rest)] = found.as_slice() else { panic!("{body}: {found:?}") };
        assert_eq!((at.as_str(), told.as_str()), (*words, *message), "{body}");
        assert!(rest.contains(part), "{body}: {rest}");
    }
}

fn check_misses(path: &str, text: fn(&str) -> String, misses: &[&str]) {
    for body in misses {
        let found = warned(path, text(body));
        assert!(found.is_empty(), "{body}: {found:?}");
    }
}

const NO_EXIT: &str = "this loop never ends";

#[rustfmt::skip]
const WGSL_HITS: &[Hit] = &[
    ("while step >= 0 { step -= 1u; }", "step >= 0", "this loop never ends: `step >= 0` is always true", "`step` is unsigned, so it is never below 0; count with a signed number (`i32`), or go on while `step > 0u`"),
    ("for (var k = 15u; k >= 0u; k--) { data[k] = 1u; }", "k >= 0u", "this loop never ends: `k >= 0u` is always true", "`k` is unsigned"),
    ("for (var k = 15u; 0u <= k; k--) { data[k] = 1u; }", "0u <= k", "this loop never ends: `0u <= k` is always true", "`k` is unsigned"),
    ("loop { if step < 0u { break; } step--; }", "step < 0u", "this loop never ends: `step < 0u` is always false", "`step` is unsigned"),
    ("loop { step--; continuing { break if step < 0u; } }", "step < 0u", "this loop never ends: `step < 0u` is always false", "never below 0"),
    ("while !(x < 0u) { x++; }", "x < 0u", "this loop never ends: `x < 0u` is always false", "`x` is unsigned"),
    ("while step >= 0u && x >= 0u { x++; }", "step >= 0u", "this loop never ends: `step >= 0u` is always true", ""),
    ("while x == x { x++; }", "x == x", "this loop never ends: `x == x` is always true", "both sides are the same"),
    ("while s <= 2147483647 { s++; }", "s <= 2147483647", "this loop never ends: `s <= 2147483647` is always true", "cannot be larger"),
    ("loop { data[i] += 1u; }", "loop { data[i] += 1u; }", NO_EXIT, "leave it with `break`"),
    ("while true { data[i] = 1u; }", "while true { data[i] = 1u; }", NO_EXIT, "nothing in it leaves it"),
    ("for (;;) { data[i] = 1u; }", "for (;;) { data[i] = 1u; }", NO_EXIT, ""),
    ("while ON { data[i] = 1u; }", "while ON { data[i] = 1u; }", "this loop never ends: `ON` is always true", ""),
    ("loop { workgroupBarrier(); }", "loop { workgroupBarrier(); }", NO_EXIT, ""),
    ("loop { loop { break; } }", "loop { loop { break; } }", NO_EXIT, ""),
    ("loop { switch x { case 0u: { break; } default: { } } x++; }", "loop { switch x { case 0u: { break; } default: { } } x++; }", NO_EXIT, ""),
    ("while x < 10u { data[x] = 1u; }", "x < 10u", "this loop never ends once it has begun: nothing in it changes `x`", "`x` has the same value in every turn; change `x` in the loop, for example `x += 1`"),
    ("while x < params.n { data[x] = 1u; }", "x < params.n", "this loop never ends once it has begun: nothing in it changes `x`", ""),
    ("while i < params.n { data[i] = 1u; }", "i < params.n", "this loop never ends once it has begun: nothing in it changes `i`", "`var at = i;`"),
    ("while x < 10u && i < 5u { data[x] = 1u; }", "x < 10u && i < 5u", "this loop never ends once it has begun: nothing in it changes `x`", ""),
    ("while x < arrayLength(&data) { data[x] = 1u; }", "x < arrayLength(&data)", "this loop never ends once it has begun: nothing in it changes `x`", ""),
    ("loop { if x >= 10u { break; } data[x] = 1u; }", "x >= 10u", "this loop never ends once it has begun: nothing in it changes `x`", ""),
    ("loop { data[x] = 1u; if x >= 10u { return; } }", "x >= 10u", "this loop never ends once it has begun: nothing in it changes `x`", ""),
    ("for (var k = 0u; k < 10u; x++) { data[k] = 1u; }", "k < 10u", "this loop never ends once it has begun: nothing in it changes `k`", ""),
    ("while on { data[i] = 1u; }", "on", "this loop never ends once it has begun: nothing in it changes `on`", "for example `on = false`"),
    ("let v = data[i]; while v > 3u { data[i] = 1u; }", "v > 3u", "this loop never ends once it has begun: nothing in it changes `v`", ""),
    ("while x < 0u { x++; }", "x < 0u", "this loop never runs: `x < 0u` is never true", "`x` is unsigned"),
];

#[rustfmt::skip]
const WGSL_MISSES: &[&str] = &[
    "while step > 0u { step /= 2u; }",
    "while s >= 0 { s--; }",
    "for (var k = 0u; k < 10u; k++) { data[k] = 1u; }",
    "for (var k = 9; k >= 0; k--) { data[k] = 1u; }",
    "loop { x++; if x > 9u { break; } }",
    "loop { x++; if x > 9u { return; } }",
    "loop { if x > 3u { return; } else { x++; } }",
    "loop { x++; continuing { break if x > 9u; } }",
    "while true { x++; if x > 4u { break; } }",
    "loop { data[i] = 1u; break; }",
    // Others may write what is waited for.
    "while atomicLoad(&flag) == 0u { }",
    "loop { if atomicLoad(&flag) == 1u { break; } }",
    "loop { let old = atomicAdd(&flag, 1u); if old >= params.n { break; } }",
    "loop { if atomicCompareExchangeWeak(&flag, 0u, 1u).exchanged { break; } }",
    "while data[0] == 0u { }",
    "while tile[0] == 0u { workgroupBarrier(); }",
    "while data[0] == data[0] { }",
    "while hidden < 3u { work(); }",
    // Calls may do anything.
    "while !ready() { }",
    "while x < 10u { next(&x); }",
    "loop { if subgroupAny(x > 3u) { break; } x++; }",
    // Changed in a branch, an inner loop, or through a pointer.
    "while x < 10u { if i == 3u { x++; } }",
    "while x < 10u { for (var k = 0u; k < 2u; k++) { x += k; } }",
    "let p = &x; while x < 10u { *p += 1u; }",
    "while on { on = false; }",
    "while on && x < 3u { x++; }",
    "while on || x < 3u { x++; on = x < 2u; }",
    "var v = vec2u(); while v.x < 3u { v.x++; }",
    "var a = array<u32, 4>(); while a[1] < 3u { a[i & 3u]++; }",
    "var a = array<u32, 4>(); while a[x & 3u] == 0u { x++; }",
    // Comparisons that only look like the ones above.
    "var f = 1.0; while f == f { f = f * 2.0; }",
    "while x != 0u { x--; }",
    "while x >= 1u { x--; }",
    "while i32(x) >= 0 { x--; }",
    "while x < 4294967295u { x++; }",
    // Ways out behind a switch, an inner loop or a turn that was cut short.
    "loop { switch x { case 3u: { return; } default: { } } x++; }",
    "loop { for (var k = 0u; k < data[0]; k++) { if i > 3u { return; } } }",
    "loop { x++; if x < data[0] { continue; } if i < 40u { break; } }",
    // Not entered at all, and meant so.
    "while OFF { data[i] = 1u; }",
    "if x >= 0u { data[i] = 1u; }",
];

#[rustfmt::skip]
const RUST_HITS: &[Hit] = &[
    ("let mut step = 16u32; while step >= 0 { unsafe { *data.add(step as usize) = 1 }; step -= 1; }", "step >= 0", "this loop never ends: `step >= 0` is always true", "`step` is unsigned, so it is never below 0; count with a signed number (`i32`), or write `while step > 0`, or `for step in (0..n).rev()`"),
    ("let mut at = m; while at >= 0 { unsafe { *data.add(at) = 1 }; at = at.wrapping_sub(1); }", "at >= 0", "this loop never ends: `at >= 0` is always true", "`at` is unsigned"),
    ("let mut k = n; while 0 <= k { k += 1; }", "0 <= k", "this loop never ends: `0 <= k` is always true", "`k` is unsigned"),
    ("let mut k = n; loop { if k < 0 { break; } k -= 1; }", "k < 0", "this loop never ends: `k < 0` is always false", "`k` is unsigned"),
    ("let mut k = n; while k == k { k += 1; }", "k == k", "this loop never ends: `k == k` is always true", "both sides"),
    ("let mut k = n; while k <= u32::MAX { k += 1; }", "k <= u32::MAX", "this loop never ends: `k <= u32::MAX` is always true", "cannot be larger"),
    ("loop { unsafe { *data = 1 }; }", "loop { unsafe { *data = 1 }; }", NO_EXIT, "leave it with `break`"),
    ("while true { unsafe { *data = 1 }; }", "while true { unsafe { *data = 1 }; }", NO_EXIT, ""),
    ("loop { thread::sync_threads(); }", "loop { thread::sync_threads(); }", NO_EXIT, ""),
    ("let k = 0; while k < 10 { unsafe { *data = k }; }", "while k < 10 { unsafe { *data = k }; }", "this loop never ends: `k < 10` is always true", "nothing in the loop changes it"),
    ("let mut k = 0; while k < 10 { unsafe { *data = k }; }", "k < 10", "this loop never ends once it has begun: nothing in it changes `k`", "for example `k += 1`"),
    ("let mut k = i; while k < n { unsafe { *data.add(k as usize) = 1 }; }", "k < n", "this loop never ends once it has begun: nothing in it changes `k`", ""),
    ("let mut k = 0; loop { if k >= n { break; } unsafe { *data.add(k as usize) = 1 }; }", "k >= n", "this loop never ends once it has begun: nothing in it changes `k`", ""),
    ("while i < n { unsafe { *data.add(i as usize) = 1 }; }", "i < n", "this loop never ends once it has begun: nothing in it changes `i` or `n`", "`let mut at = i;`"),
    ("while i < n && m > 3 { unsafe { *data.add(i as usize) = 1 }; }", "i < n && m > 3", "this loop never ends once it has begun: nothing in it changes `i` or `n` or `m`", ""),
    ("let mut go = true; while go { unsafe { *data = 1 }; }", "go", "this loop never ends once it has begun: nothing in it changes `go`", "for example `go = false`"),
    ("'a: loop { loop { continue 'a; } }", "'a: loop { loop { continue 'a; } }", NO_EXIT, ""),
    ("let mut k = n; while k < 0 { k -= 1; }", "k < 0", "this loop never runs: `k < 0` is never true", "`k` is unsigned"),
];

#[rustfmt::skip]
const RUST_MISSES: &[&str] = &[
    "let mut step = 16u32; while step > 0 { step /= 2; }",
    "let mut step = 16i32; while step >= 0 { step -= 1; }",
    "for k in 0..n { unsafe { *data.add(k as usize) = 1 }; }",
    "for k in (0..n).rev() { unsafe { *data.add(k as usize) = 1 }; }",
    "for k in (0..m).step_by(3) { unsafe { *data.add(k) = 1 }; }",
    "for k in 0..=n { if k == 3 { continue; } unsafe { *data.add(k as usize) = 1 }; }",
    "let mut k = 0; loop { k += 1; if k > 9 { break; } }",
    "let mut k = 0; loop { k += 1; if k > 9 { return; } }",
    "let mut k = 0; let last = loop { k += 1; if k > n { break k; } }; unsafe { *data = last };",
    "let mut k = 0; 'a: loop { loop { k += 1; if k > 9 { break 'a; } } }",
    "let mut k = 0; 'a: loop { for j in 0..4 { k += j; if k > 9 { break 'a; } if k == 3 { continue 'a; } } }",
    "'a: { if i > 3 { break 'a; } unsafe { *data = 1 }; }",
    "while unsafe { *data } == 0 { }",
    "while unsafe { data.read_volatile() } == 0 { }",
    "loop { if unsafe { *data.add(1) } != 0 { break; } }",
    "let mut k = n; while k > 3 { k = halve(k); }",
    "while halve(unsafe { *data }) == 2 { }",
    "let mut k = i; while k < n { unsafe { *data.add(k as usize) = 1 }; if k > n { k += 1; } }",
    "let mut go = true; while go { go = unsafe { *data } == 1; }",
    "let mut k = n; while k != 0 { k -= 1; }",
    "let mut k = n as i32; while k >= 0 && unsafe { *data } > 1 { k -= 1; }",
    "let mut f = n as f32; while f == f { f *= 2.0; }",
    "let mut k = 0u32; let p = &mut k; while *p < n { *p += 1; }",
    "let mut a = [0u32; 4]; while a[1] < 3 { a[(i & 3) as usize] += 1; }",
    "let mut k = n; while k > 1 && k < 100 { k *= 2; }",
    "let mut k = n; loop { match k { 0 => return, 1 => break, _ => k -= 1 } }",
    // Loops of the library are not the author's.
    "let p = n.checked_mul(3).unwrap_or(0) + (n as i64).checked_pow(3).unwrap_or(1) as u32; unsafe { *data = p };",
    "let p = (n as i64).saturating_mul(7) as u32 + (n as i64).overflowing_mul(7).0 as u32; unsafe { *data = p };",
    "let mut a = [n, 1, i, 3]; a.rotate_left(1); a.rotate_right(2); unsafe { *data = a[1] };",
    // Both ways through the branch leave.
    "fn pick(c: bool, g: impl Fn() -> u32) -> u32 { if c { return 1; } else { return g(); } } unsafe { *data = pick(n > 3, || i) };",
    // What holds for one array only.
    "fn tail(x: &[u8]) -> u32 { let w = x.chunks_exact(4); let mut s = 0; for &b in w.remainder() { s += b as u32; } s } unsafe { *data = tail(&(n as u64).to_le_bytes()) };",
    "fn all<const N: u32>(x: u32) -> u32 { let mut k = 0; while k < N { k += 1 + x; } k } unsafe { *data = all::<0>(n) + all::<5>(n) };",
];

#[test]
fn what_holds_for_one_kernel_only_is_not_said() {
    let text = "use cuda_std::prelude::*;
        fn all<const N: u32>(x: u32) -> u32 { let mut k = 0; while k < N { k += 1 + x; } k }
        #[kernel] pub unsafe fn one(out: *mut u32) { *out = all::<0>(*out); }
        #[kernel] pub unsafe fn two(out: *mut u32) { *out = all::<7>(*out); }";
    assert_eq!(warned("a.rs", text.to_owned()), Vec::new());
}

#[test]
fn loops_that_never_end_are_named_in_wgsl() {
    check_hits("a.wgsl", wgsl, WGSL_HITS);
}

#[test]
fn nobody_else_is_accused_in_wgsl() {
    check_misses("a.wgsl", wgsl, WGSL_MISSES);
}

#[test]
fn loops_that_never_end_are_named_in_rust() {
    check_hits("a.rs", rust, RUST_HITS);
}

#[test]
fn nobody_else_is_accused_in_rust() {
    check_misses("a.rs", rust, RUST_MISSES);
}

#[test]
fn const_parameters_may_be_anything() {
    let text = |body: &str| {
        format!(
            "use cuda_std::prelude::*;
             #[kernel]
             pub unsafe fn main<const N: usize, const ON: bool>(data: *mut u32) {{
                 let mut k = 0usize;
                 {body}
             }}"
        )
    };
    let found = warned("a.rs", text("while k < 10 { unsafe { *data.add(N) = 1 }; }"));
    assert_eq!(found.len(), 1, "{found:?}");
    for body in ["while ON { k += N; }", "while k < N { k += 1; }", "while k < N { }"] {
        let found = warned("a.rs", text(body));
        assert!(found.is_empty(), "{body}: {found:?}");
    }
}

/// All texts of a kind under a folder.
fn texts(folder: &Path, ending: &str, found: &mut Vec<(String, String)>) {
    for entry in std::fs::read_dir(folder).expect("a folder").flatten() {
        let path = entry.path();
        if path.is_dir() {
            texts(&path, ending, found);
        } else if path.extension().is_some_and(|own| own == ending) {
            let text = std::fs::read_to_string(&path).expect("a text");
            found.push((path.display().to_string(), text));
        }
    }
}

#[test]
fn the_catalogue_has_no_such_loop() {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("../..");
    let mut all = Vec::new();
    texts(&root.join("gpu-kernels/src"), "rs", &mut all);
    texts(&root.join("wgsl"), "wgsl", &mut all);
    texts(&root.join("host/tests/detectors"), "wgsl", &mut all);
    assert!(all.len() > 40, "{}", all.len());
    for (path, text) in all {
        let source = Source { path, text };
        // Some are there to be endless.
        if let Ok(passed) = check(&source)
            && !source.path.contains("endless")
        {
            assert!(passed.warnings.is_empty(), "{}", passed.rendered(&source));
        }
    }
}
