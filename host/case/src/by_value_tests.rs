//! Values of cases against the types of parameters, good and bad.

use super::*;
use warpbench_front::rust;

const TEXT: &str = "
use cuda_std::prelude::*;
#[derive(Clone, Copy)]
#[repr(u8)]
pub enum Mode { Add = 1, Mul = 3 }
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Point { x: f32, y: f32 }
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Params<const N: usize> { flag: bool, mode: Mode, size: usize, at: Point, many: [i16; N] }
#[derive(Clone, Copy)]
#[repr(transparent)]
pub struct Meters(f32);
#[kernel]
pub unsafe fn k(p: Params<3>, t: (u8, f32), m: Meters, e: Mode, grid: [[u32; 2]; 2], out: *mut f32) {
    *out = p.at.x + t.1 + m.0 + grid[0][1] as f32;
}";

/// A value for a parameter, or what is wrong with it.
fn given(parameter: usize, value: &str) -> Result<Vec<f64>, String> {
    let program = rust::read(TEXT, "k.rs").unwrap_or_else(|error| panic!("{error}"));
    let local =
        &program.functions.iter().find(|f| f.is_kernel).expect("a kernel").locals[parameter];
    let table: BTreeMap<String, Given> = toml::from_str(&format!("v = {value}")).expect(value);
    let found = numbers(&program, &local.name, &local.ty, &table["v"])?;
    Ok(found.iter().map(|passed| passed.number.float()).collect())
}

#[test]
fn values_are_written_by_their_parts() {
    let check = |parameter: usize, value: &str, expected: &[f64]| {
        assert_eq!(given(parameter, value).as_deref(), Ok(expected), "{value}");
    };
    let all = [1.0, 3.0, 9.0, 0.5, 2.0, -1.0, 2.0, 3.0];
    let fields = "{ flag = true, mode = 3, size = 9, at = { x = 0.5, y = 2 }, many = [-1, 2, 3] }";
    check(0, fields, &all);
    check(0, "{ flag = 1, mode = 3, size = 9, at = [0.5, 2], many = [-1, 2, 3] }", &all);
    check(0, "[true, 3, 9, [0.5, 2], [-1, 2, 3]]", &all);
    check(0, "[true, 3, 9, 0.5, 2, -1, 2, 3]", &all);
    check(1, "[255, 0.25]", &[255.0, 0.25]);
    check(2, "1.5", &[1.5]);
    check(2, "[1.5]", &[1.5]);
    check(3, "1", &[1.0]);
    check(4, "[[1, 2], [3, 4]]", &[1.0, 2.0, 3.0, 4.0]);
    check(4, "[1, 2, 3, 4]", &[1.0, 2.0, 3.0, 4.0]);
}

#[test]
fn what_does_not_fit_is_named_by_its_path() {
    let check = |parameter: usize, value: &str, expected: &str| {
        let error = given(parameter, value).expect_err(value);
        assert!(error.contains(expected), "{value}: {error}");
    };
    check(
        0,
        "{ flag = true, mode = 3, size = 9, many = [1, 2, 3] }",
        "p.at has no value; write at = { x",
    );
    check(
        0,
        "{ flag = true, mode = 3, size = 9, at = { x = 1 }, many = [1, 2, 3] }",
        "p.at.y has no value",
    );
    check(0, "{ flag = true, modes = 3 }", "p has no field `modes`; its fields are `flag`, `mode`");
    check(
        0,
        "{ flag = 2, mode = 3, size = 9, at = [1, 2], many = [1, 2, 3] }",
        "p.flag is 2, which is no bool",
    );
    check(
        0,
        "{ flag = 1, mode = 2, size = 9, at = [1, 2], many = [1, 2, 3] }",
        "p.mode is 2, which is no `Mode`; it is one of 1 (Add), 3 (Mul)",
    );
    check(
        0,
        "{ flag = 1, mode = 1, size = 9, at = [1, 2], many = [1, 40000, 3] }",
        "p.many[1] is 40000, which is no i16",
    );
    check(
        0,
        "{ flag = 1, mode = 1, size = 9, at = [1, 2], many = [1, 2] }",
        "p.many has 2 values, but takes 3",
    );
    check(0, "7", "p is 7, but takes 8 numbers; write { flag = true");
    check(1, "[1, 2, 3]", "t has 3 values, but takes 2; write [1, 1.0]");
    check(1, "[256, 2]", "t.0 is 256, which is no u8");
    check(1, "{ a = 1 }", "t is a table, but has no fields");
    check(3, "[1, 3]", "write its number, one of 1 (Add), 3 (Mul)");
    check(4, "[[1, 2], [3]]", "grid[1] has 1 values, but takes 2");
}

#[test]
fn bytes_lie_as_c_lays_them_out() {
    let program = rust::read(TEXT, "k.rs").unwrap_or_else(|error| panic!("{error}"));
    let kernel = program.functions.iter().find(|function| function.is_kernel).expect("a kernel");
    let table: BTreeMap<String, Given> = toml::from_str(
        "p = { flag = true, mode = 3, size = 9, at = [0.5, 2], many = [-1, 2, 3] }\nt = [7, 1]",
    )
    .expect("a table");
    let bytes = |parameter: usize| {
        let local = &kernel.locals[parameter];
        let found = numbers(&program, "", &local.ty, &table[&local.name]).expect("it fits");
        device_bytes(&program, &local.ty, &found)
    };
    let mut expected = vec![1, 3, 0, 0, 0, 0, 0, 0, 9, 0, 0, 0, 0, 0, 0, 0];
    expected.extend([0.5f32, 2.0].iter().flat_map(|number| number.to_le_bytes()));
    expected.extend([0xff, 0xff, 2, 0, 3, 0, 0, 0]);
    assert_eq!(bytes(0), expected);
    assert_eq!(bytes(1), [7, 0, 0, 0, 0, 0, 0x80, 0x3f]);
}
