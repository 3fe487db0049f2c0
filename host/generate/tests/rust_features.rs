//! Every part of the language that kernels are read in occurs in the generated ones.
//!
//! `cargo test -p warpbench-generate --test suite rust_features -- --nocapture` prints in how
//! many of a thousand kernels each does.

use warpbench_generate::rust::{RustGrammar, rust_kernel};
use warpbench_generate::{Choices, Seeded};

const COUNT: u64 = 2000;

/// A part has to be in so many kernels of them.
const LEAST: usize = 10;

/// Parts of the language, and what shows that a kernel has them: one of these texts. An
/// ellipsis stands for anything on the same line.
const FEATURES: &[(&str, &[&str])] = &[
    ("enums", &["enum E"]),
    ("enums with numbers", &["#[repr(u8)]\nenum", "#[repr(u32)]\nenum"]),
    ("enums whose variants are imported", &["::*;\n"]),
    ("variants with named fields", &[" { a: m"]),
    ("Option", &["Option<"]),
    ("Result", &["Result<"]),
    ("Some and None with their types", &["None::<"]),
    ("Ok and Err with their types", &["Ok::<", "Err::<"]),
    ("if let", &["if let "]),
    ("let chains", &[" && let "]),
    ("while let", &["while let "]),
    ("let else", &["else {\n        return", "else {\n        break", "else {\n        continue"]),
    ("matches!", &["matches!("]),
    ("the question mark", &["?.", ")?", "? "]),
    ("map of Option", &["Some(….map(|"]),
    ("and_then", &[".and_then("]),
    ("filter of Option", &["Some(….filter("]),
    ("or, xor, or_else", &[".or(", ".xor(", ".or_else("]),
    ("then and then_some", &[".then(", ".then_some("]),
    ("ok_or", &[".ok_or("]),
    ("ok_or_else", &[".ok_or_else("]),
    ("ok and err", &[".ok()", ".err()"]),
    ("map_err", &[".map_err("]),
    ("unwrap_or", &[".unwrap_or("]),
    ("unwrap_or_else", &[".unwrap_or_else("]),
    ("unwrap_or_default", &[".unwrap_or_default("]),
    ("map_or", &[".map_or("]),
    ("map_or_else", &[".map_or_else("]),
    ("is_some_and", &[".is_some_and("]),
    ("take, replace, insert", &[".take();", ".replace(", ".insert("]),
    ("get_or_insert", &[".get_or_insert("]),
    ("names with patterns", &[" @ "]),
    ("the rest of an array", &[" @ ..", ", ..]", "[.., "]),
    ("slices by pattern", &["match &…[.."]),
    ("slices by alternatives", &["] | [_, …=>"]),
    ("ranges in patterns", &["..=… =>", ".. =>"]),
    ("alternatives", &[" | …=>"]),
    ("guards", &[" if … => "]),
    ("changes through a pattern", &["match &mut ", "= &mut "]),
    ("closures that copy", &["= move |"]),
    ("closures that keep what they change", &["let mut g…= |", "let mut g…= move |"]),
    ("closures that see", &["let g…= |"]),
    ("closures with a result type", &["| -> "]),
    ("closures as arguments", &["impl Fn("]),
    ("closures that change, as arguments", &["FnMut("]),
    ("closures that are called once", &["impl FnOnce("]),
    ("closures by reference", &["&impl Fn("]),
    ("for over an array", &["for … in &"]),
    ("for that changes an array", &["for … in &mut ", "for … in ….iter_mut()"]),
    ("iter", &[".iter()"]),
    ("into_iter", &[".into_iter()"]),
    ("enumerate", &[".enumerate()"]),
    ("zip", &[".zip("]),
    ("rev", &[".rev()"]),
    ("step_by", &[".step_by("]),
    ("take and skip", &[".take(", ".skip("]),
    ("take_while and skip_while", &[".take_while(", ".skip_while("]),
    ("filter_map and map_while", &[".filter_map(", ".map_while("]),
    ("chain", &[".chain("]),
    ("copied and cloned", &[".copied()", ".cloned()"]),
    ("chunks_exact", &[".chunks_exact("]),
    ("chunks", &[".chunks("]),
    ("windows", &[".windows("]),
    ("sum and product", &[".sum::<", ".product::<"]),
    ("fold", &[".fold("]),
    ("min and max of items", &[".min().", ".max()."]),
    ("min_by_key and max_by_key", &["_by_key("]),
    ("any and all", &[".any(", ".all("]),
    ("find and find_map", &[".find(", ".find_map("]),
    ("position", &[".position("]),
    ("count, last, nth", &[".count()", ".last()", ".nth("]),
    ("reduce", &[".reduce("]),
    ("flat_map", &[".flat_map("]),
    ("flatten", &[".flatten()"]),
    ("inspect", &[".inspect("]),
    ("min_by and max_by", &[".min_by(", ".max_by("]),
    ("next", &[".next()"]),
    ("map of arrays", &["].map("]),
    ("arrays by a function", &["array::from_fn"]),
    ("ranges as values", &[").contains(&"]),
    ("get, first, last of slices", &[".get(", ".first()", ".last()"]),
    ("swap of elements", &[".swap("]),
    ("reverse, fill, rotate", &[".reverse()", ".fill(", ".rotate_left("]),
    ("sort", &[".sort_unstable()"]),
    ("copy_from_slice", &[".copy_from_slice("]),
    ("split_at_mut", &[".split_at_mut("]),
    ("contains of slices", &["s.contains(&"]),
    ("the ends of slices", &[".starts_with(", ".ends_with("]),
    ("8 bits", &["out_b: *mut u8"]),
    ("16 bits", &["out_h: *mut u16"]),
    ("floats of 16 bits", &[" as f16)"]),
    ("64 bits", &["out_l: *mut i64"]),
    ("128 bits", &["as u128", "as i128"]),
    ("truth values in buffers", &["out_t: *mut bool"]),
    ("enums in buffers", &["out_m: *mut M"]),
    ("enums over types in one another", &["enum Tree"]),
    ("structures by value", &["fn generated…given…: S"]),
    ("tuples by value", &["type Given"]),
    ("other names of types", &["type Alias"]),
    ("operators", &["impl core::ops::Add", "impl core::ops::Sub", "impl core::ops::Mul"]),
    ("operators that assign", &["_assign(&mut self"]),
    ("operators with one operand", &["impl core::ops::Neg", "impl core::ops::Not"]),
    ("Index", &["impl core::ops::Index<"]),
    ("IndexMut", &["impl core::ops::IndexMut<"]),
    ("Default", &["::default()"]),
    ("updates of a structure", &[", ..x", ", ..S", ", ..Default"]),
    ("From", &["impl From<"]),
    ("Into", &[".into(); made"]),
    ("into as a function", &[" as Into<"]),
    ("Index with several fields", &["match at % … => &self."]),
    ("constants of types", &["const K", "Self::K"]),
    ("traits", &["trait T"]),
    ("types of traits", &["type Out"]),
    ("methods by default", &["Self::K + self"]),
    ("generic functions", &["fn pick…<A>"]),
    ("generic structures", &["struct P…<A, const N"]),
    ("const parameters", &["fn generated<const N"]),
    ("where clauses", &[" where "]),
    ("const fn", &["const fn mix"]),
    ("constant statics", &["static FIXED"]),
    ("pointers that take turns", &["let mut src", "(mut src"]),
    ("pointers in structures", &["struct View"]),
    ("pointers in arrays", &["let all…= [spare"]),
    ("mem::swap", &["mem::swap("]),
    ("mem::replace", &["mem::replace("]),
    ("mem::take", &["mem::take("]),
    ("blocks with a label", &["'b…: {"]),
    ("blocks as values", &["= {\n"]),
    ("checked", &[".checked_"]),
    ("saturating", &[".saturating_"]),
    ("overflowing", &[".overflowing_"]),
    ("wrapping", &[".wrapping_"]),
    ("rotate", &[".rotate_right("]),
    ("bits counted", &[".count_ones()", ".leading_zeros()"]),
    ("glam", &["glam::Vec3"]),
    ("glam's whole vectors", &["glam::IVec"]),
    ("glam's vectors of doubles", &["glam::DVec"]),
    ("atomics as types", &["AtomicU32::from_ptr"]),
    ("fetch_update", &[".fetch_update("]),
    ("compare_exchange", &[".compare_exchange("]),
    ("shared memory", &["shared_array!"]),
];

fn kernel(seed: u64) -> String {
    let mut choices = Seeded::new(seed);
    let grammar = RustGrammar {
        is_wide: choices.percent(25),
        is_narrow: choices.percent(35),
        statements: 2 + choices.below(6) as u32,
        depth: 1 + choices.below(3) as u32,
    };
    rust_kernel(&mut choices, &grammar).text
}

/// Whether a kernel has what a text stands for.
fn shows(kernel: &str, part: &str) -> bool {
    if !part.contains('…') {
        return kernel.contains(part);
    }
    kernel.lines().any(|line| {
        let mut rest = Some(line);
        for piece in part.split('…') {
            rest = rest.and_then(|rest| rest.split_once(piece)).map(|(_, rest)| rest);
        }
        rest.is_some()
    })
}

#[test]
fn every_feature_occurs() {
    let kernels: Vec<String> = (1..=COUNT).map(kernel).collect();
    let mut rare = Vec::new();
    for (name, shown) in FEATURES {
        let has = |text: &&String| shown.iter().any(|part| shows(text, part));
        let found = kernels.iter().filter(has).count();
        println!("{:>5} of 1000: {name}", found * 1000 / kernels.len());
        if found < LEAST {
            rare.push(format!("{name}: {found}"));
        }
    }
    assert!(rare.is_empty(), "in hardly any of {COUNT} kernels: {rare:?}");
}
