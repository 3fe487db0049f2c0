//! Kernels in Rust on buffers of bytes, of lengths that end within a word.

use super::report::Simulation;
use super::*;
use std::io;
use std::path::Path;
use warpbench_case::{Case, Files};
use warpbench_machine::finding::FindingKind;
use warpbench_machine::model;

/// Every kind of narrow number, by value and in buffers.
const KERNEL: &str = "
use cuda_std::prelude::*;
#[kernel]
pub unsafe fn k(a: &[u8], b: *mut i16, flags: *mut bool, h: *mut f16, x: i8, y: bool, z: f16) {
    let i = thread::index_1d() as usize;
    if i < a.len() {
        *b.add(i) = a[i] as i16 * x as i16;
        *flags.add(i) = y && a[i] > 2;
        *h.add(i) = a[i] as f16 * z;
    }
}";

struct NoFiles;

impl Files for NoFiles {
    fn len(&self, _: &Path) -> io::Result<u64> {
        Err(io::ErrorKind::NotFound.into())
    }

    fn read(&self, _: &Path) -> io::Result<Vec<u8>> {
        Err(io::ErrorKind::NotFound.into())
    }
}

fn simulate(text: &str, case: &str) -> Result<Simulation, SimulateError> {
    let setup = Setup {
        model: model::find("h200").expect("built in").clone(),
        language: Language::Rust,
        schedule: Schedule::InOrder,
        most_instructions: 100_000,
        most_bytes: 1 << 20,
        cores: Arc::new(warpbench_cores::OneCore),
        observe: Observe::all(),
        dump: true,
    };
    let source = Source { path: "lab.rs".to_owned(), text: text.to_owned() };
    let case = Case::parse(case, Path::new("lab.toml"), 1 << 20, &NoFiles)?;
    prepare_text(source, case, setup)?.run()
}

/// A case for [`KERNEL`] with so many elements of `b`, and a value of `x`.
fn case(elements: usize, x: i32) -> String {
    format!(
        "grid = [1]\nblock = [8]
        [scalars]\nx = {x}\ny = true\nz = 0.1
        [[buffer]]\nname = 'a'\ntype = 'u8'\ndata = [1, 2, 3, 255, 7]
        [[buffer]]\nname = 'b'\ntype = 'i16'\nlen = {elements}
        [[buffer]]\nname = 'flags'\ntype = 'bool'\nlen = 5
        expect = [false, false, true, true, true]
        [[buffer]]\nname = 'h'\ntype = 'f16'\nlen = 5\ntolerance = 0
        expect = [0.1, 0.2, 0.2998047, 25.5, 0.699707]"
    )
}

#[test]
fn narrow_numbers_go_in_and_come_out() {
    let report = simulate(KERNEL, &case(5, -3)).unwrap_or_else(|error| panic!("{error}"));
    assert!(report.checked, "{:?}", report.wrong);
    assert!(report.findings.is_empty(), "{:?}", report.findings);
    let buffers = report.buffers.expect("asked for");
    let shown: Vec<String> = buffers[1].data.iter().map(ToString::to_string).collect();
    assert_eq!(shown, ["-3", "-6", "-9", "-765", "-21"]);
    // The text reads a byte three times, and writes two bytes, one, and two.
    let wanted = report.counters.map(|counted| counted.global_bytes_wanted);
    assert_eq!(wanted, Some(5 * (3 + 2 + 1 + 2)));
}

#[test]
fn a_buffer_ends_with_its_last_element() {
    // The last word has room for a fourth element, but there is none.
    let report = simulate(KERNEL, &case(3, 1)).unwrap_or_else(|error| panic!("{error}"));
    let found: Vec<_> = report.findings.iter().map(|found| (found.kind, found.line)).collect();
    assert_eq!(found, [(FindingKind::Bounds, 7)], "{:?}", report.findings);
    assert!(report.findings[0].message.contains("index 3 of an array of 3"));
}

#[test]
fn what_does_not_fit_is_refused() {
    let check = |text: &str, part: &str| {
        let error = simulate(KERNEL, text).expect_err(part).to_string();
        assert!(error.contains(part), "{error}");
    };
    check(&case(5, 128), "x is 128, which is no i8");
    check(&case(5, 1).replace("'i16'", "'i32'"), "type = \"i16\"");
    check(&case(5, 1).replace("y = true", "y = 2"), "y is 2, which is no bool");
}
