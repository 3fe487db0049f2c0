//! Prelude of all programs of a module: buffers, and functions that keep floats narrow.

use crate::grammar::{Feature, Features};
use crate::types::Scalar;
use std::fmt::Write;

/// Words of input per thread.
pub const INPUTS: u32 = 4;

/// Atomic words per program, in each of the two buffers of them.
pub const ATOMICS: u32 = 16;

/// The words of the uniform buffer, which [`PRELUDE`] lays out. Its floats are
/// narrow enough to be exact.
pub const UNIFORMS: [u32; 40] = {
    let mut words = [0; 40];
    let head: [u32; 12] = [
        3,
        0,
        0x8000_0000,
        0xffff_ffff,
        7,
        0xffff_fffb,
        0x7fff_ffff,
        1,
        (1.5_f32).to_bits(),
        (-2.0_f32).to_bits(),
        (0.25_f32).to_bits(),
        (5.0_f32).to_bits(),
    ];
    let mut i = 0;
    while i < 12 {
        words[i] = head[i];
        words[12 + i] = ((i as f32 - 4.0) * 0.5).to_bits();
        words[24 + i] = (i as u32).wrapping_mul(0x9e37_79b9);
        i += 1;
    }
    words[36] = 9;
    words
};

const PRELUDE: &str = "\
struct Uniforms {
    words: vec4<u32>,
    numbers: vec4<i32>,
    floats: vec4<f32>,
    matrix: mat3x3<f32>,
    list: array<vec4<u32>, 3>,
    last: u32,
}
@group(0) @binding(0) var<storage, read_write> output: array<u32>;
@group(0) @binding(1) var<storage, read> input: array<u32>;
@group(0) @binding(2) var<storage, read_write> counters: array<atomic<u32>>;
@group(0) @binding(3) var<storage, read_write> balances: array<atomic<i32>>;
@group(0) @binding(4) var<uniform> uniforms: Uniforms;
struct Thread { me: u32, local: u32, block: u32, blocks: u32 }
fn seed(t: Thread, k: u32) -> u32 { return input[t.me * 4u + k]; }
fn float_of(x: u32) -> f32 { return f32(i32(x & 2047u) - 1024) * 0.0625; }
fn wild_of(x: u32) -> f32 {
    return bitcast<f32>((x & 0x807fffffu) | ((67u + ((x >> 23u) & 127u) % 120u) << 23u));
}
";

/// The text that stands before all programs.
pub(crate) fn text(features: Features) -> String {
    let mut text = String::new();
    if features.has(Feature::Half) {
        text += "enable f16;\n";
    }
    text += PRELUDE;
    let scalars = [
        (Feature::Floats, Scalar::F32),
        (Feature::Half, Scalar::F16),
        (Feature::Double, Scalar::F64),
    ];
    for (feature, scalar) in scalars {
        if feature != Feature::Floats && !features.has(feature) {
            continue;
        }
        for size in 1..=4 {
            narrowing(&mut text, scalar, size);
        }
    }
    if features.has(Feature::Matrices) {
        for (columns, rows) in (2..=4).flat_map(|c| (2..=4).map(move |r| (c, r))) {
            for kind in ["tame", "whole"] {
                let ty = format!("mat{columns}x{rows}<f32>");
                let parts: Vec<String> =
                    (0..columns).map(|c| format!("{kind}_f32_{rows}(m[{c}])")).collect();
                let parts = parts.join(", ");
                let name = format!("{kind}_mat{columns}x{rows}");
                let _ = writeln!(text, "fn {name}(m: {ty}) -> {ty} {{ return {ty}({parts}); }}");
            }
        }
    }
    text
}

/// Functions that cut a float to what a variable may hold, and to a small whole
/// number.
fn narrowing(text: &mut String, scalar: Scalar, size: u32) {
    let name = scalar.name();
    let ty = if size == 1 { name.to_owned() } else { format!("vec{size}<{name}>") };
    let standard = scalar.standard();
    let most = 1 << standard.whole;
    let scale = 1 << standard.fraction;
    let part = 1.0 / f64::from(scale);
    let _ = write!(
        text,
        "fn tame_{name}_{size}(x: {ty}) -> {ty} {{ \
             return floor(clamp(x, {ty}(-{most}), {ty}({most})) * {ty}({scale})) * {ty}({part}); \
         }}\n\
         fn whole_{name}_{size}(x: {ty}) -> {ty} {{ \
             return clamp(floor(x), {ty}(-8), {ty}(8)); \
         }}\n"
    );
}
