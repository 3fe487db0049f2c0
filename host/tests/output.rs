//! What kernels print: as rustc's formatting writes it, in the order in which it
//! happens, and no more than can be read.

use std::io;
use std::path::Path;
use std::sync::Arc;
use warpbench_case::{Case, Files};
use warpbench_cores::{Cores, OneCore, Threads};
use warpbench_front::Source;
use warpbench_machine::model;
use warpbench_machine::sim::Schedule;
use warpbench_simulate::recording::RecordingRequest;
use warpbench_simulate::report::{Output, OutputLine, Simulation};
use warpbench_simulate::{Observe, Prepared, Setup, prepare_text};

/// A place without files.
struct NoFiles;

impl Files for NoFiles {
    fn len(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn prepare(body: &str, launch: &str, schedule: Schedule, cores: Arc<dyn Cores>) -> Prepared {
    let text = format!(
        "use core::sync::atomic::{{AtomicU32, Ordering::Relaxed}};
use cuda_std::prelude::*;
fn helper(x: u32) -> u32 {{ println!(\"helped {{x}}\"); x + 1 }}
#[kernel]
pub unsafe fn prints(out: *mut u32) {{
    let t = thread::thread_idx_x();
    let b = thread::block_idx_x();
{body}
    *out.add((b * thread::block_dim_x() + t) as usize) = 7;
}}"
    );
    let case = format!("{launch}\n[[buffer]]\nname = 'out'\ntype = 'u32'\nlen = 4096");
    let case = Case::parse(&case, Path::new("prints.toml"), 1 << 20, &NoFiles);
    let case = case.expect("the case can be read");
    let setup = Setup {
        model: model::find("h200").expect("built in").clone(),
        language: warpbench_front::Language::Rust,
        schedule,
        most_instructions: u64::MAX,
        most_bytes: 1 << 28,
        cores,
        observe: Observe::all(),
        dump: false,
    };
    let source = Source { path: "prints.rs".to_owned(), text: text.clone() };
    prepare_text(source, case, setup).unwrap_or_else(|error| panic!("{error}\n{text}"))
}

fn run(body: &str, launch: &str, schedule: Schedule, cores: Arc<dyn Cores>) -> Simulation {
    let simulation = prepare(body, launch, schedule, cores).run().expect("it runs");
    assert_eq!(simulation.stopped, None, "{body}");
    simulation
}

/// What one thread prints.
fn lines_of(body: &str) -> Vec<String> {
    let run = run(body, "grid = [1]\nblock = [1]", Schedule::InOrder, Arc::new(OneCore));
    assert!(run.passed(), "{:?}", run.findings);
    run.output.lines.into_iter().map(|line| line.text).collect()
}

/// Formats and values, as rustc writes them and as a kernel does.
macro_rules! check_formats {
    ($($format:literal: $($value:expr),+;)*) => {{
        let mut rows = Vec::new();
        $($(rows.push((
            format!("    println!({:?}, {});", $format, stringify!($value)),
            format!($format, $value),
        ));)+)*
        let body: Vec<&str> = rows.iter().map(|(line, _)| line.as_str()).collect();
        let found = lines_of(&body.join("\n"));
        assert_eq!(found.len(), rows.len());
        for ((line, expected), found) in rows.iter().zip(&found) {
            assert_eq!(found, expected, "{line}");
        }
        println!("{} formats", rows.len());
    }};
}

#[test]
fn numbers_are_written_as_rustc_writes_them() {
    check_formats! {
        "{}": 0u32, 42u32, u32::MAX, -7i32, i32::MIN, 1u64 << 40, i64::MIN, true, false;
        "{}": 1.5f32, -0.0f32, 0.1f32, 1e10f32, 1e-10f32, f32::MAX, 1.0f64, 1e300f64, 0.1f64 + 0.2f64;
        "{}": f32::NAN, f32::INFINITY, f32::NEG_INFINITY, f64::NAN;
        "{:?}": 3u32, -3i32, 1.0f32, 1.5f32, -0.0f32, 1e16f32, 1e-7f32, 1e7f64, f32::NAN, f64::INFINITY, true;
        "{:5}": 42u32, -42i32, 123456u32, 1.5f32, true, false;
        "{:<5}|": 42u32, -42i32, 1.5f32, true;
        "{:>5}|": 42u32, -42i32, 1.5f32, true;
        "{:^5}|": 42u32, -42i32, 1.5f32, true;
        "{:*^9}|": 42u32, -42i32, 1.5f32, true;
        "{:->7}": 42u32, f32::NAN;
        "{:é<4}": 1u32;
        "{:05}": 42u32, -42i32, 1.5f32, -1.5f32, f32::INFINITY, f32::NAN, f32::NEG_INFINITY, true;
        "{:+}": 42u32, -42i32, 0u32, 1.5f32, -1.5f32, 0.0f32, f32::NAN, f32::INFINITY;
        "{:+06}": 42u32, -42i32, 1.5f32;
        "{:<+06}": 42u32, -1.5f32;
        "{:-}": 42u32;
        "{:.0}": 1.5f32, 2.5f32, 0.5f64, true;
        "{:.2}": 1.0f32, 2.34567f32, -2.005f64, 1e10f32, f32::NAN, true;
        "{:8.3}|": 2.34567f32, -2.0f64, true;
        "{:<8.3}|": 2.34567f32;
        "{:08.3}": 2.34567f32, -2.34567f32;
        "{:+.1}": 0.25f32, 0.35f64;
        "{:.3?}": 1.0f32, 1e10f64;
        "{:8?}|": 1.0f32, 3u32;
        "{:x}": 255u32, -1i32, u64::MAX, -1i64, 0u32;
        "{:X}": 48879u32, -1i32;
        "{:#x}": 255u32, 0u32;
        "{:#010x}": 255u32;
        "{:#6x}|": 10u32;
        "{:<#6x}|": 10u32;
        "{:08x}": 48879u32;
        "{:+x}": 10u32;
        "{:o}": 8u32, -1i32;
        "{:#o}": 8u32;
        "{:b}": 5u32, -1i32;
        "{:#b}": 5u32;
        "{:#034b}": 5u32;
        "{:032b}": 5u32;
        "{:e}": 1500u32, -1i32, 0u32, 1234.5f32, 0.00012f32, 0.0f32, f64::MAX;
        "{:E}": 1500u32, 1234.5f32;
        "{:.2e}": 1234.5f32, 123456u32;
        "{:12e}|": 1234.5f32;
        "{:x?}": 255u32, 1.0f32;
        "{:X?}": 255u32;
        "{:#?}": 5u32, 1.0f32, true;
        "{{}} {}%": 5u32;
        "{0} {0:?} {0:.1}": 2.0f32;
    }
}

#[test]
fn arguments_are_found_as_rustc_finds_them() {
    let check = |body: &str, expected: &[&str]| assert_eq!(lines_of(body), expected, "{body}");
    check("let x = 3u32; println!(\"{x} {x:>4} {}\", x + 1);", &["3    3 4"]);
    check("println!(\"{1} {0} {}\", 5u32, true);", &["true 5 5"]);
    check("println!(\"{a} {b:.1} {a}\", a = 2u32, b = 0.5f32);", &["2 0.5 2"]);
    check(
        "let w = 6; println!(\"{:w$}|{:>1$}|{:.*}\", 1.5f32, 4, 2, 0.125f64);",
        &["   1.5|   4|0.12"],
    );
    check("let p = 1; let v = 2.25f32; println!(\"{v:.p$} {v:0>8.p$}\");", &["2.2 000002.2"]);
    check("println!(\"{} {}\", \"words\", 1);", &["words 1"]);
    check("let r = &4u32; println!(\"{r} {}\", *r);", &["4 4"]);
    check("println!(); println!(\"\"); println!(\"a\\nb\");", &["", "", "a", "b"]);
    check("print!(\"{} \", 1); print!(\"{} \", 2); println!(); print!(\"end\");", &["1 2 ", "end"]);
    check("cuda_std::println!(\"path\"); eprintln!(\"error {}\", 1);", &["path", "error 1"]);
    check("let i = t as usize; println!(\"{i} {}\", i64::MAX);", &["0 9223372036854775807"]);
    // What is no number is printed by its parts.
    check(
        "println!(\"{:?} {:?}\", (1u32, 2.0f32, true), [1i32, -2]);",
        &["(1, 2.0, true) [1, -2]"],
    );
    check("println!(\"{:?} {:02?} {:?}\", (3u32,), [1u8, 2], ());", &["(3,) [01, 02] ()"]);
    check(
        "let none: Option<u32> = None; println!(\"{:?} {none:?}\", Some(4u32));",
        &["Some(4) None"],
    );
    check(
        "let r: Result<u32, f32> = if t < 99 { Err(0.5) } else { Ok(1) }; println!(\"{r:?}\");",
        &["Err(0.5)"],
    );
    check(
        "#[derive(Debug, Clone, Copy)] struct P { x: u32, y: (f32, bool) } \
         #[derive(Debug)] struct T(u32, P); #[derive(Debug)] struct U; \
         let p = P { x: 1, y: (1.5, false) }; println!(\"{p:?} {:?} {:?}\", T(2, p), U);",
        &["P { x: 1, y: (1.5, false) } T(2, P { x: 1, y: (1.5, false) }) U"],
    );
    check(
        "#[derive(Debug, Clone, Copy)] enum E { A, B(u32), C { z: f32 } } \
         for e in [E::A, E::B(7), E::C { z: 1.0 }] { println!(\"{e:?}\"); }",
        &["A", "B(7)", "C { z: 1.0 }"],
    );
    check(
        "let v = glam::vec3(1.0, 2.5, -3.0); println!(\"{v} {v:?} {v:.2}\");",
        &["[1, 2.5, -3] Vec3(1.0, 2.5, -3.0) [1.00, 2.50, -3.00]"],
    );
    // What is printed is what a variable holds then, and arguments are computed once.
    check(
        "let mut x = 1u32; let y = x; x += 1; println!(\"{y} {x}\"); x += 1; println!(\"{x}\");",
        &["1 2", "3"],
    );
    check(
        "let n = AtomicU32::new(0); println!(\"{}\", n.fetch_add(1, Relaxed)); println!(\"{}\", n.load(Relaxed));",
        &["0", "1"],
    );
    check("let y = helper(4); println!(\"{y} {}\", helper(7));", &["helped 4", "helped 7", "5 8"]);
    check("for i in 0..3u32 { if i != 1 { println!(\"{i}\"); } }", &["0", "2"]);
}

#[test]
fn threads_print_in_the_order_of_execution() {
    let body = "if t % 16 == 3 { println!(\"{b} {t}\"); }";
    let launch = "grid = [8]\nblock = [64]";
    let told = |output: &Output| -> Vec<(u32, u32, u32, String)> {
        let line = |line: &OutputLine| (line.block[0], line.thread, line.line, line.text.clone());
        output.lines.iter().map(line).collect()
    };
    let expected: Vec<_> = (0..8)
        .flat_map(|b| (0..4).map(move |k| (b, 16 * k + 3, 8, format!("{b} {}", 16 * k + 3))))
        .collect();
    let one = run(body, launch, Schedule::InOrder, Arc::new(OneCore));
    assert_eq!(told(&one.output), expected);
    let two = run(body, launch, Schedule::InOrder, Arc::new(Threads::new(2)));
    assert_eq!(one.output, two.output);
    // A recording tells the same.
    let prepared = prepare(body, launch, Schedule::InOrder, Arc::new(OneCore));
    let request = RecordingRequest {
        launch: 0,
        blocks: vec![[2, 0, 0]],
        schedule: Schedule::RoundRobin,
        most_bytes: 1 << 24,
    };
    let recording = prepared.record(&request, &|| true).expect("it runs");
    assert_eq!(recording.output, one.output);
    assert!(recording.output.lines.iter().all(|line| line.step > 0));
}

#[test]
fn no_more_is_kept_than_can_be_read() {
    let check = |body: &str, launch: &str, lines: usize, left_out: u64| {
        let found = run(body, launch, Schedule::InOrder, Arc::new(OneCore)).output;
        assert_eq!((found.lines.len(), found.left_out), (lines, left_out), "{body}");
        let several = run(body, launch, Schedule::InOrder, Arc::new(Threads::new(3))).output;
        assert_eq!(found, several, "{body}");
    };
    let grid = "grid = [32]\nblock = [64]";
    check("println!(\"{t}\");", grid, 1000, 2048 - 1000);
    check("println!(\"a\\nb\");", grid, 1000, 2 * 2048 - 1000);
    check("println!(\"{:1000}\", t);", grid, 65, 2048 - 65);
    check("if t == 0 && b == 0 { loop { println!(\"{t}\"); if t == 0 { break; } } }", grid, 1, 0);
    check("if t == 0 { print!(\"{t}\"); }", grid, 32, 0);
}

#[test]
fn printing_changes_nothing_else() {
    let launch = "grid = [8]\nblock = [64]";
    let schedule = Schedule::RoundRobin;
    let with = run("println!(\"{t} {}\", b);", launch, schedule, Arc::new(OneCore));
    let without = run("", launch, schedule, Arc::new(OneCore));
    assert_eq!(with.counters, without.counters);
    assert_eq!(with.findings, without.findings);
    assert!(without.output == Output::default());
}

#[test]
fn assertions_tell_the_numbers_in_their_messages() {
    let body = "let limit = 3u32; assert!(t < limit, \"thread {t} of {} is past {:>4}\", thread::block_dim_x(), limit);";
    let found = run(body, "grid = [1]\nblock = [5]", Schedule::InOrder, Arc::new(OneCore));
    let message = &found.findings.first().expect("one is found").message;
    assert!(message.contains("(\"thread 3 of 5 is past    3\")"), "{message}");
}
