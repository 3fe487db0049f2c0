//! Kernels in every language that can be written, and what is said where one
//! cannot.

use super::{Target, Written, write};
use crate::wgsl;

const TARGETS: [Target; 4] = [Target::Wgsl, Target::Spirv, Target::Msl, Target::Hlsl];

fn written(text: &str, target: Target) -> Result<Written, String> {
    let checked = wgsl::check(text, "a.wgsl").unwrap_or_else(|error| panic!("{error}\n{text}"));
    write(&checked, "main", target).map_err(|error| error.to_string())
}

fn kernel(declared: &str, body: &str) -> String {
    format!(
        "{declared}
         @group(0) @binding(0) var<storage, read_write> out: array<u32>;
         @compute @workgroup_size(32)
         fn main(@builtin(local_invocation_index) i: u32) {{ {body} }}"
    )
}

#[test]
fn what_cannot_be_said_ends_in_a_sentence() {
    let check = |declared: &str, body: &str, target: Target, expected: &str| {
        let told = written(&kernel(declared, body), target).map(|_| ()).expect_err(body);
        assert!(told.starts_with("`main` cannot be translated to "), "{told}");
        assert!(told.contains(expected), "{told}");
        assert!(!crate::words::parse::is_of_naga(&told), "{told}");
    };
    let double = "it computes with `f64`, which Metal does not have; use `f32`";
    check("", "out[i] = u32(f64(i) * 2.0lf);", Target::Msl, double);
    check("var<private> d: vec2<f64>;", "out[i] = u32(d.x);", Target::Msl, double);
    check("fn f(x: f64) -> f64 { return x; }", "out[i] = u32(f(1.0lf));", Target::Msl, double);
    let immediate = "`given` lies in `immediate`";
    check("var<immediate> given: u32;", "out[i] = given;", Target::Hlsl, immediate);
    check("var<immediate> given: u32;", "out[i] = given;", Target::Msl, immediate);
    check(
        "struct S { a: u32, b: f32 } var<immediate> given: S;",
        "out[i] = given.a;",
        Target::Hlsl,
        "put it into a `var<uniform>`",
    );
}

#[test]
fn kernels_are_said_in_every_language() {
    for (declared, body) in [
        ("", "out[i] = i;"),
        ("", "out[i] = subgroupBroadcast(i, 3) + quadBroadcast(i, 1);"),
        ("enable f16;", "out[i] = u32(f16(i));"),
        ("", "out[i] = u32(i64(i) * 3li);"),
        ("var<workgroup> t: array<u32, 32>;", "t[i] = i; workgroupBarrier(); out[i] = t[31u - i];"),
        ("fn f(x: f32) -> f32 { return fract(x); }", "out[i] = u32(f(f32(i)));"),
        ("struct S { a: u32, @size(16) b: u32, c: u32 } var<private> s: S;", "out[i] = s.c;"),
        ("", "let m = modf(f32(i)); out[i] = u32(m.whole) + bitcast<u32>(m.fract);"),
    ] {
        for target in TARGETS {
            if let Err(told) = written(&kernel(declared, body), target) {
                panic!("{body} in {}: {told}", target.name());
            }
        }
    }
    // Doubles are there everywhere but in Metal.
    for target in [Target::Wgsl, Target::Spirv, Target::Hlsl] {
        assert!(written(&kernel("", "out[i] = u32(f64(i));"), target).is_ok(), "{target:?}");
    }
}

#[test]
fn wgsl_comes_back_as_it_was() {
    let layout = |text: &str| -> Vec<(Vec<u32>, u32)> {
        let checked = wgsl::check(text, "a.wgsl").unwrap_or_else(|error| panic!("{error}\n{text}"));
        let types = checked.module.types.iter().filter_map(|(_, ty)| match &ty.inner {
            naga::TypeInner::Struct { members, span } => {
                Some((members.iter().map(|member| member.offset).collect(), *span))
            }
            _ => None,
        });
        types.collect()
    };
    for structure in [
        "struct S { a: u32, b: vec3<f32>, c: u32 }",
        "struct S { @align(16) a: u32, @align(32) b: u32 }",
        "struct S { @size(24) a: u32, b: f32, @size(64) c: u32 }",
        "struct S { a: u32, @align(64) b: vec2<f32>, @size(12) c: u32, d: array<u32, 3> }",
    ] {
        let declared = format!("{structure} @group(0) @binding(1) var<storage> s: array<S>;");
        let text = kernel(&declared, "out[i] = bitcast<u32>(s[i].b.x);")
            .replace("s[i].b.x", if structure.contains("b: vec") { "s[i].b.x" } else { "s[i].b" });
        let Ok(Written::Text(again)) = written(&text, Target::Wgsl) else { panic!("{text}") };
        assert_eq!(layout(&again), layout(&text), "{again}");
    }
    let text = kernel("enable subgroups;", "out[i] = subgroupBroadcast(i, 5);");
    let Ok(Written::Text(again)) = written(&text, Target::Wgsl) else { panic!("{text}") };
    assert!(again.starts_with("enable subgroups;\n"), "{again}");
    assert!(again.contains("subgroupBroadcast(") && again.contains("5u)"), "{again}");
    let Ok(Written::Text(plain)) = written(&kernel("", "out[i] = i;"), Target::Wgsl) else {
        panic!("a plain kernel")
    };
    assert!(!plain.contains("enable") && !plain.contains("@size"), "{plain}");
}
