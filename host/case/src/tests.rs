//! Case files, good and bad.

use super::*;
use std::fs;
use std::path::Path;
use warpbench_front::Source;

/// The files of the disk.
struct Disk;

impl Files for Disk {
    fn len(&self, path: &Path) -> io::Result<u64> {
        Ok(fs::metadata(path)?.len())
    }

    fn read(&self, path: &Path) -> io::Result<Vec<u8>> {
        fs::read(path)
    }
}

const MIB: u64 = 1 << 20;

fn parse(text: &str) -> Result<Case, CaseError> {
    Case::parse(text, Path::new("lab/sum.toml"), MIB, &Disk)
}

/// One buffer in an otherwise good case.
fn buffer(text: &str) -> Result<CaseBuffer, CaseError> {
    parse(&format!("grid = [1]\n[[buffer]]\nbinding = 0\n{text}")).map(|mut c| c.buffers.remove(0))
}

#[test]
fn everything_that_can_be_written() {
    let case = parse(
        r#"
        entry = "main"
        grid = [4, 2]
        block = [256, 1, 1]
        overrides = { TILE = 16, wide = true, scale = 0.5 }
        [[buffer]]
        group = 1
        binding = 3
        type = "f32"
        data = [1, 2.5, -inf, nan, 0x10]
        expect = [1, 2.5, -inf, nan, 16.0]
        tolerance = 1e-3
        [[buffer]]
        name = "sum"
        type = "u64"
        len = 2
        init = "iota"
        expect = [18446744073709551615, 0]
        "#,
    )
    .expect("a good case");
    assert_eq!(case.entry.as_deref(), Some("main"));
    assert_eq!((case.grid, case.block), ([4, 2, 1], Some([256, 1, 1])));
    let overrides: Vec<(&str, f64)> =
        case.overrides.iter().map(|(name, &value)| (name.as_str(), value)).collect();
    assert_eq!(overrides, [("TILE", 16.0), ("scale", 0.5), ("wide", 1.0)]);
    let [first, second] = &case.buffers[..] else { panic!("{case:?}") };
    assert_eq!(first.reference, BufferRef::Binding(1, 3));
    assert_eq!(first.bytes.len(), 20);
    let expected = first.expected.as_ref().expect("expected");
    assert_eq!((expected.bytes.len(), expected.tolerance), (20, 1e-3));
    assert_eq!(second.reference, BufferRef::Name("sum".to_owned()));
    assert_eq!(second.bytes, [0, 0, 0, 0, 0, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
    let expected = second.expected.as_ref().expect("expected");
    let values: Vec<Number> = second.scalar.decode(&expected.bytes).collect();
    assert_eq!(values, [Number::Integer(u64::MAX.into()), Number::Integer(0)]);
    assert_eq!(expected.tolerance, 0.0);
}

#[test]
fn contents_are_made_as_they_are_described() {
    let check = |text: &str, expected: &[f64]| {
        let buffer = buffer(text).unwrap_or_else(|error| panic!("{text}: {error}"));
        let numbers: Vec<f64> = buffer.scalar.decode(&buffer.bytes).map(Number::float).collect();
        assert_eq!(numbers, expected, "{text}");
    };
    check("type = 'u32'\nlen = 3", &[0.0; 3]);
    check("type = 'i32'\nlen = 3\ninit = 'zero'", &[0.0; 3]);
    check("type = 'f16'\nlen = 4\ninit = 'iota'", &[0.0, 1.0, 2.0, 3.0]);
    check("type = 'i64'\ndata = [-9000000000, 7]", &[-9e9, 7.0]);
    check("type = 'u8'\ndata = [255]\nlen = 1", &[255.0]);
    check("type = 'f64'\ndata = []", &[]);
    check("type = 'f32'\nlen = 0", &[]);
    let random = buffer("type = 'f32'\nlen = 50\ninit = 'random:3'").expect("random");
    let again = buffer("type = 'f32'\nlen = 50\ninit = 'random:3'").expect("random");
    let other = buffer("type = 'f32'\nlen = 50\ninit = 'random:4'").expect("random");
    assert_eq!(random, again);
    assert_ne!(random, other);
    let digits = buffer("type = 'f32'\nlen = 50\ninit = 'digits:3'").expect("digits");
    let digits: Vec<f64> = Scalar::F32.decode(&digits.bytes).map(Number::float).collect();
    assert!(digits.iter().all(|own| own.fract() == 0.0 && (0.0..10.0).contains(own)), "{digits:?}");
    assert!(digits.iter().any(|own| *own != digits[0]), "{digits:?}");
}

#[test]
fn a_text_that_is_no_case_is_shown_with_its_place() {
    let check = |text: &str, line: usize, expected: &str| {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.starts_with("lab/sum.toml is no case"), "{error}");
        assert!(error.contains(&format!("at line {line}, ")), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    check("grid = [1]\nbuffers = []", 2, "unknown field `buffers`");
    check("grid = [1]\n[[buffer]]\nbinding = 0\ntype = 'f32'\nlenght = 3", 5, "`lenght`");
    check("grid = [-1]", 1, "-1");
    check("grid = [1.5]", 1, "1.5");
    check("grid = 4", 1, "expected a sequence");
    check("grid = [1]\n[[buffer]]\nbinding = 0\nlen = 3", 2, "missing field `type`");
    check("grid = [1]\n[[buffer]]\nbinding = 0\ntype = 'f32'\nlen = -3", 5, "-3");
    check("grid = [1]\n[[buffer]]\nbinding = 0\ntype = 'f32'\ndata = ['1']", 5, "a number");
    check("grid = [1]\noverrides = { A = 'x' }", 2, "a number, true or false");
    check("grid = [1\n", 1, "unclosed array");
}

#[test]
fn values_that_cannot_be_are_refused() {
    let check = |text: &str, expected: &str| {
        let error = parse(text).expect_err(text).to_string();
        assert!(error.starts_with("lab/sum.toml: "), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    check("entry = 'main'", "missing field `grid`; write how many blocks");
    check("grid = []", "`grid` has 0 numbers; it takes one to three");
    check("grid = [1, 1, 1, 1]", "`grid` has 4 numbers");
    check("grid = [1]\nblock = []", "`block` has 0 numbers");
    check("grid = [1]\n[[buffer]]\ntype = 'f32'\nlen = 1", "buffer 1 does not say what");
    check("grid = [1]\n[[buffer]]\ngroup = 0\ntype = 'f32'\nlen = 1", "write `group = 0` and");
    check("grid = [1]\n[[buffer]]\nname = 'a'\nbinding = 0\ntype = 'f32'", "one of them is enough");
}

#[test]
fn buffers_that_contradict_themselves_are_refused() {
    let check = |text: &str, expected: &str| {
        let error = buffer(text).expect_err(text).to_string();
        assert!(error.starts_with("lab/sum.toml, buffer of group 0, binding 0: "), "{error}");
        assert!(error.contains(expected), "{error}");
    };
    check("type = 'float'\nlen = 1", "no type `float`; the types are u32, i32, f32, u64");
    check("type = 'f32'", "write `len`, `data` or `file`");
    check("type = 'f32'\ninit = 'iota'", "its length is not known");
    check("type = 'f32'\nlen = 3\ndata = [1, 2]", "`len` says 3, but there are 2 elements");
    check("type = 'f32'\ndata = [1]\nfile = 'x'", "`data` and `file` both say");
    check("type = 'f32'\ndata = [1]\ninit = 'zero'", "`data` and `init` both say");
    check("type = 'f32'\nfile = 'x'\ninit = 'zero'", "`file` and `init` both say");
    check(
        "type = 'f32'\nlen = 2\ninit = 'ones'",
        "zero, iota, random:SEED or digits:SEED, not `ones`",
    );
    check("type = 'f32'\nlen = 2\ninit = 'random:x'", "`x` is no seed");
    check("type = 'u32'\ndata = [1, -1]", "`data` number 1 is -1, which is no u32");
    check("type = 'u32'\ndata = [1.5]", "number 0 is 1.5, which is no u32");
    check("type = 'i32'\ndata = [2.0]", "takes whole numbers; write 2");
    check("type = 'u8'\ndata = [256]", "256, which is no u8");
    check("type = 'f16'\ndata = [1e6]", "1000000, which is no f16");
    check("type = 'f32'\ndata = [1e39]", "which is no f32");
    check("type = 'u32'\nlen = 2\nexpect = [1]", "2 elements, but 1 are expected");
    check("type = 'u32'\nlen = 1\nexpect = [1.5]", "`expect` number 0 is 1.5");
    check("type = 'u32'\nlen = 1\ntolerance = 0.1", "`tolerance` has nothing to compare");
    check("type = 'f32'\nlen = 1\nexpect = [1]\ntolerance = -1.0", "must be 0 or more");
    check("type = 'f32'\nlen = 1\nexpect = [1]\ntolerance = nan", "must be 0 or more");
    check("type = 'f32'\nlen = 1\nexpect = [1]\nexpect_file = 'x'", "leave one out");
    let gone = Path::new("lab").join("gone.bin");
    check("type = 'f32'\nfile = 'gone.bin'", &gone.display().to_string());
    check("type = 'f32'\nlen = 262145", "may take 1 MiB; make it shorter or raise the limit");
    // A buffer of 4 GiB would wrap an address of 32 bits, whatever the limit is.
    check("type = 'f32'\nlen = 1073741820", "may take 1 MiB");
    check("type = 'f32'\nlen = 1073741821", "so 4294967280 bytes are the most");
    check("type = 'u8'\nlen = 4294967296", "too many for a buffer");
    check("type = 'f64'\nlen = 18446744073709551615", "too many for a buffer");
}

#[test]
fn memory_is_shared_by_all_buffers() {
    let one = "[[buffer]]\nbinding = 0\ntype = 'u8'\nlen = 524288\n";
    let two = one.replace("binding = 0", "binding = 1");
    let three = "[[buffer]]\nbinding = 2\ntype = 'u8'\nlen = 1\n";
    assert!(parse(&format!("grid = [1]\n{one}{two}")).is_ok());
    let error = parse(&format!("grid = [1]\n{one}{two}{three}")).expect_err("too much");
    assert!(error.to_string().contains("binding 2: 1 elements of u8 do not fit"), "{error}");
}

#[test]
fn files_lie_beside_the_case() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("input.bin");
    fs::write(&file, [1, 0, 0, 0, 2, 0]).expect("file");
    let path = folder.path().join("case.toml");
    let load = |text: &str| {
        fs::write(&path, format!("grid = [1]\n[[buffer]]\nbinding = 0\n{text}")).expect("case");
        Case::load(&path, MIB, &Disk)
    };
    let case = load("type = 'f16'\nfile = 'input.bin'\nexpect_file = 'input.bin'").expect("good");
    assert_eq!(case.buffers[0].bytes, [1, 0, 0, 0, 2, 0]);
    assert_eq!(case.buffers[0].expected.as_ref().map(|e| e.bytes.len()), Some(6));
    let error = load("type = 'u32'\nfile = 'input.bin'").expect_err("six bytes").to_string();
    assert!(error.contains("has 6 bytes, which is no multiple of the 4 of u32"), "{error}");
    let error =
        Case::load(&folder.path().join("gone.toml"), MIB, &Disk).expect_err("gone").to_string();
    assert!(error.contains("cannot read the case"), "{error}");
}

#[test]
fn a_case_of_a_program_says_nothing_of_launches() {
    let parse = |text: &str| {
        let path = Path::new("lab/sum.toml");
        Case::parse_for(CaseKind::Program, text, path, 1 << 20, &Disk)
    };
    let buffer = "[[buffer]]\nname = 'a'\ntype = 'f32'\nlen = 2\ntolerance = 0.5";
    let case = parse(buffer).expect("a case");
    assert_eq!(case.buffers[0].tolerance, Some(0.5));
    assert!(parse(&buffer.replace("0.5", "-1.0")).is_err());
    for line in ["grid = [1]", "block = [32]", "overrides = { N = 1 }", "dynamic_shared_bytes = 4"]
    {
        let error = parse(line).expect_err(line).to_string();
        let key = line.split(' ').next().unwrap_or_default();
        assert!(error.contains(&format!("`{key}` is for kernels")), "{error}");
    }
}

#[test]
fn a_launch_says_whether_its_kernel_prints() {
    let launch = |body: &str| {
        let text = format!(
            "use cuda_std::prelude::*;\n#[kernel]\npub unsafe fn k(y: *mut u32) {{ {body} }}"
        );
        let source = Source { path: "k.rs".into(), text };
        let case = "grid = [1]\nblock = [32]\n[[buffer]]\nname = \"y\"\ntype = \"u32\"\nlen = 1";
        crate::launch::launch_of(&source, parse(case).expect("a case")).expect("a launch")
    };
    assert!(launch("println!(\"{}\", *y);").prints);
    assert!(!launch("*y = 1;").prints);
}

/// Examples of which it is not shown: they add numbers that come from memory, or numbers from
/// which something is taken away in a loop.
const OF_ANY_SIZE: &[&str] =
    &["edit_distance", "heat_2d", "heat_3d", "kd_nearest", "median_filter", "scan_blelloch"];

#[test]
fn examples_are_shown_to_need_no_more_than_words() {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs/examples");
    let mut unproven = Vec::new();
    for entry in std::fs::read_dir(folder).expect("there is a folder") {
        let path = entry.expect("a file").path();
        if path.extension().is_none_or(|extension| extension != "rs") {
            continue;
        }
        let text = std::fs::read_to_string(&path).expect("it is a text");
        let source = Source { path: path.display().to_string(), text };
        let case = Case::load(&path.with_extension("toml"), 1 << 30, &Disk).expect("a case");
        let read = crate::rust::CaseProgram::read(&source, &case, false).expect("a kernel");
        if read.may_outgrow(&case).is_some() {
            unproven.push(path.file_stem().expect("a name").to_string_lossy().into_owned());
        }
    }
    unproven.sort();
    assert_eq!(unproven, OF_ANY_SIZE);
}
