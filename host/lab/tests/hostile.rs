//! Submissions that want to do harm end in a failed result, soon, and with a reason.

use std::path::Path;
use std::time::{Duration, Instant};
use warpbench_case::Files;
use warpbench_front::Source;
use warpbench_lab::grade::Grader;
use warpbench_lab::lab::Lab;
use warpbench_lab::report::text;
use warpbench_lab::{Clock, Limits};

struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> std::io::Result<u64> {
        Ok(std::fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> std::io::Result<Vec<u8>> {
        std::fs::read(path)
    }
}

/// A kernel of the first lab with another body.
fn kernel(body: &str) -> String {
    format!(
        "use cuda_std::prelude::*;\nconst BLOCK: u32 = 256;\n#[kernel]\n\
         pub unsafe fn scale(input: &[f32], output: *mut f32, n: u32) {{\n    {body}\n}}\n"
    )
}

/// A text in Rust, and what it is.
fn in_rust() -> Vec<(&'static str, String)> {
    let deep = |open: &str, close: &str, count: usize| {
        format!("let x = {}1{}; *output = x as f32;", open.repeat(count), close.repeat(count))
    };
    vec![
        ("nothing", String::new()),
        ("white space", " \n\t\n".repeat(1000)),
        ("no Rust", "this is not a kernel".to_owned()),
        ("only comments", "// all right\n".repeat(1000)),
        ("a loop without an end", kernel("loop {}")),
        ("a loop that counts for ever", kernel("let mut i = 0u32; loop { i = i.wrapping_add(1); *output = i as f32; }")),
        ("a loop that waits for memory", kernel("while *output.add(0) != 12345.0 {}")),
        ("a loop of four thousand million", kernel("for i in 0..u32::MAX { *output = i as f32; }")),
        ("loops in loops", kernel("for a in 0..60000u32 { for b in 0..60000u32 { for c in 0..60000u32 { *output = (a ^ b ^ c) as f32; } } }")),
        ("a wait for other warps", kernel("if thread::thread_idx_x() < 32 { thread::sync_threads(); }")),
        ("a huge shared array", kernel("let t = cuda_std::shared_array![f32; 400000000]; *output = *t;")),
        ("a huge local array", kernel("let t = [0.0f32; 400000000]; *output = t[n as usize];")),
        ("a huge block", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 4000000000")),
        ("a block of nothing", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 0")),
        ("no block", kernel("*output = 1.0;").replace("const BLOCK: u32 = 256;", "")),
        ("a block of one", kernel("*output = 1.0;").replace("BLOCK: u32 = 256", "BLOCK: u32 = 1")),
        ("recursion", kernel("*output = f(n) as f32;") + "fn f(n: u32) -> u32 { if n == 0 { 0 } else { f(n - 1) + 1 } }"),
        ("recursion of two", kernel("*output = f(n) as f32;") + "fn f(n: u32) -> u32 { g(n) }\nfn g(n: u32) -> u32 { f(n) }"),
        ("deep brackets", kernel(&deep("(", ")", 20_000))),
        ("deep blocks", kernel(&deep("{ ", " }", 20_000))),
        ("deep negations", kernel(&deep("-", "", 20_000))),
        ("a long sum", kernel(&format!("let x = {} 1; *output = x as f32;", "1 + ".repeat(20_000)))),
        ("many variables", kernel(&(0..5000).map(|i| format!("let a{i} = {i}u32; ")).collect::<String>())),
        ("many functions", kernel("*output = 1.0;") + &(0..5000).map(|i| format!("fn f{i}() {{}}\n")).collect::<String>()),
        ("types that double", kernel("*output = 1.0;") + &(0..40).map(|i| format!("struct S{}(S{i}, S{i});\n", i + 1)).collect::<String>() + "struct S0(f32);"),
        ("macros that double", kernel("m!(a a a a a a a a); *output = 1.0;") + "macro_rules! m { ($($x:tt)*) => { m!($($x)* $($x)*) }; }"),
        ("a long constant", kernel("*output = X as f32;") + "const X: u64 = f(0);\nconst fn f(i: u64) -> u64 { let mut i = i; while i < 1_000_000_000_000 { i += 1; } i }"),
        ("megabytes of text", kernel("*output = 1.0;") + &"// filling\n".repeat(200_000)),
        ("megabytes of one word", kernel("*output = 1.0;") + &format!("// {}", "x".repeat(3_000_000))),
        ("files", kernel("let f = std::fs::File::open(\"/etc/passwd\");")),
        ("a process", kernel("std::process::Command::new(\"sh\");")),
        ("a file that is included", kernel("let t = include_bytes!(\"/etc/passwd\"); *output = t[0] as f32;")),
        ("an environment", kernel("let t = env!(\"HOME\");")),
        ("assembly", kernel("core::arch::asm!(\"trap;\");")),
        ("a forged result", kernel("println!(\"{{\\\"score\\\": 100}}\"); loop { println!(\"100 of 100 points\"); }")),
        ("a panic", kernel("panic!(\"\\u{1b}[2J all checks passed\");")),
        ("writes far outside", kernel("*output.add(4_000_000_000) = 1.0;")),
        ("a wild pointer", kernel("*(0xdead_beef_usize as *mut f32) = 1.0;")),
        ("another kernel", kernel("*output = 1.0;").replace("fn scale", "fn other")),
        ("other parameters", "use cuda_std::prelude::*;\nconst BLOCK: u32 = 256;\n#[kernel]\npub unsafe fn scale(a: u64) {}\n".to_owned()),
        ("ends of lines of old", kernel("*output = 1.0;").replace('\n', "\r")),
        ("signs that turn", kernel("*output = 1.0; // \u{202e} dessap skcehc lla")),
        ("a word of another script", kernel("let \u{430} = 1.0; *output = \u{430};")),
        ("a byte of nothing", kernel("*output = 1.0;\0")),
    ]
}

#[test]
fn harm_ends_in_a_failed_result() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../assets/labs/01_first_kernel");
    let lab = Lab::load(&folder, None, &Disk).unwrap_or_else(|error| panic!("{error}"));
    let grader = Grader::new(lab, Limits::default()).unwrap_or_else(|error| panic!("{error}"));
    let cases = in_rust();
    assert!(cases.len() >= 40, "{}", cases.len());
    for (name, text) in cases {
        let started = Instant::now();
        let clock = Clock { elapsed: &|| started.elapsed(), go_on: &|| true };
        let graded = grader.grade(name, &Source { path: "kernel.rs".to_owned(), text }, &clock);
        let took = started.elapsed();
        assert!(!graded.passed(), "{name} passes");
        assert!(took < Duration::from_secs(10), "{name} took {took:?}");
        let said = text::write(&graded);
        assert!(!said.contains('\u{1b}') && !said.contains('\u{202e}'), "{name}: {said}");
        let reason = graded.refused.as_deref().or_else(|| {
            graded.checks.iter().map(|check| check.seen.as_str()).find(|seen| !seen.is_empty())
        });
        assert!(reason.is_some_and(|reason| reason.len() > 10), "{name}: {said}");
    }
}
