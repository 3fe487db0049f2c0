//! Wrong texts, and what is said of them: nothing of naga's own words, and a
//! place wherever naga knows one.

use super::parse::is_of_naga;
use crate::wgsl;

/// A line around which most texts are built.
fn kernel(line: &str) -> String {
    format!(
        "struct Pair {{ a: u32, b: f32 }}
         @group(0) @binding(0) var<storage, read_write> data: array<u32>;
         @group(0) @binding(1) var<storage, read> given: array<f32>;
         @group(0) @binding(2) var<storage, read_write> counts: array<atomic<u32>>;
         var<workgroup> tile: array<f32, 4>;
         var<workgroup> total: atomic<i32>;
         fn twice(x: f32) -> f32 {{ return 2.0 * x; }}
         fn nothing() {{ }}
         @compute @workgroup_size(32)
         fn main(@builtin(local_invocation_index) i: u32, @builtin(global_invocation_id) id: vec3u) {{
             var x = 1.0; var n = 1u; var s = 1; var v = vec3f(1.0); var pair: Pair;
             {line}
         }}"
    )
}

fn check(text: &str, expected: &str) {
    let error = match wgsl::check(text, "lab.wgsl") {
        Ok(_) => panic!("is accepted: {text}"),
        Err(error) => error,
    };
    let [found] = error.diagnostics.as_slice() else { panic!("{error}") };
    let mut told = vec![found.message.clone(), found.label.clone()];
    told.extend(found.note.iter().chain(&found.help).cloned());
    told.extend(found.others.iter().map(|other| other.label.clone()));
    for line in &told {
        assert!(!is_of_naga(line), "{line:?} of {text}");
        assert!(!line.contains("Capability") && !line.contains("see msg"), "{line:?} of {text}");
    }
    assert!(!found.message.is_empty() && !found.message.ends_with('.'), "{error}");
    assert_eq!(found.message, expected, "{error}");
    let at = found.location.unwrap_or_else(|| panic!("no place: {error}"));

    let shown = format!("lab.wgsl:{}:{}", at.line, at.column);
    assert!(error.rendered.contains(&shown), "{error}");
}

/// Statements of a kernel, and what is said.
#[rustfmt::skip]
const STATEMENTS: &[(&str, &str)] = &[
    ("data[i] = x;", "`u32` is needed here, and this is `f32`"),
    ("data[i] = 1.5;", "`u32` is needed here, and this is a number with a fraction"),
    ("given[i] = 1.0;", "`given[i]` cannot be written"),
    ("let y = n + x;", "`+` does not work on `u32` and `f32`"),
    ("let y = n << x;", "`u32` is needed here, and this is `f32`"),
    ("let y = -n;", "`-` is not for this value, which is `u32`"),
    ("let y = !n;", "`!` is not for this value, which is `u32`"),
    ("let y = ~x;", "`~` is not for this value, which is `f32`"),
    ("if n { }", "`if` takes a `bool`, and this is `u32`"),
    ("while n { }", "`if` takes a `bool`, and this is `u32`"),
    ("switch x { default: { } }", "invalid `switch` selector"),
    ("switch n { case 1u: { } }", "this `switch` has no `default`"),
    ("switch n { case 1u: { } case 1u: { } default: { } }", "there are two cases for 1"),
    ("switch n { default: { } default: { } }", "this `switch` has more than one `default`"),
    ("break;", "there is no loop or `switch` around this `break`"),
    ("continue;", "there is no loop around this `continue`"),
    ("return 1u;", "`main` gives nothing back, and here it returns `1u`"),
    ("let y = twice(n);", "the first value of `twice` must be `f32`, and this is `u32`"),
    ("let y = twice(x, x);", "`twice` takes 1 value, and here it gets 2"),
    ("let y = nothing();", "function does not return any value"),
    ("let y = tile[5];", "`tile` has no element 5; the first is 0"),
    ("let y = tile[-1];", "the index of `tile` is negative"),
    ("let y = tile[x];", "this value, which is `f32` cannot be an index"),
    ("let y = n[0];", "a value has no such part"),
    ("let y = v.w;", "invalid field accessor `w`"),
    ("let y = pair.c;", "invalid field accessor `c`"),
    ("let y = x.x;", "invalid field accessor `x`"),
    ("let y = vec3f(1.0, 2.0);", "Constructor expects 3 components, found 2"),
    ("let y = vec3f(n, n, n);", "the first value does not have the type that is needed there"),
    ("let y = Pair(1u);", "2 values are needed here, and 1 are given"),
    ("let y = Pair(1.0, 1.0);", "`u32` is needed here, and this is a number with a fraction"),
    ("let y = sqrt(n);", "wrong type passed as argument #1 to `sqrt`"),
    ("let y = dot(v, x);", "wrong type passed as argument #2 to `dot`"),
    ("let y = clamp(x, 1u, 2u);", "inconsistent type passed as argument #2 to `clamp`"),
    ("let y = max(n, x);", "inconsistent type passed as argument #2 to `max`"),
    ("let y = select(1u, 2.0, true);", "type mismatch for reject and accept values in `select` call"),
    ("let y = select(1u, 2u, n);", "the last value of `select` is its condition, a `bool`, and this is `u32`"),
    ("let y = all(n);", "this value is not made of `bool`"),
    ("let y = arrayLength(&tile);", "`arrayLength` is not for `tile`"),
    ("let y = arrayLength(data);", "`data` cannot be read"),
    ("atomicAdd(&data[i], 1u);", "atomic operation is done on a pointer to a non-atomic"),
    ("atomicAdd(&counts[i], 1.0);", "`u32` is needed here, and this is a number with a fraction"),
    ("atomicAdd(&total, 1u);", "`i32` is needed here, and this is `u32`"),
    ("let y = counts[i];", "atomic variables cannot be accessed directly; use atomic built-in functions"),
    ("let y = workgroupUniformLoad(&data[0]);", "incorrect type passed to workgroupUniformLoad"),
    ("let y = subgroupBroadcast(x, i);", "the lane of a broadcast must be known before the kernel runs, and `i` is not"),
    ("let y = subgroupAdd(true);", "this value does not fit the subgroup operation"),
    ("let y = subgroupShuffle(x, 1.5);", "this value does not fit the subgroup operation"),
    ("let y = subgroupBallot(n);", "this value does not fit the subgroup operation"),
    ("let y = subgroupElect();", "there is no `subgroupElect` here"),
    ("let y = 1u / 0u;", "this divides by zero"),
    ("let y = 1u << 40u;", "this shifts by at least as many bits as the number has"),
    ("const c = i;", "this operation is not supported in a constant"),
    ("const c = 1 / 0;", "this divides by zero"),
    ("const c: u32 = -1;", "`-1` is no value of type `u32`"),
    ("const c = twice(1.0);", "this operation is not supported in a constant"),
    ("let y: u32 = 5000000000;", "`5000000000` is no value of type `u32`"),
    ("let y = 1e400;", "numeric literal not representable by target type: `1e400`"),
    ("x = n;", "`f32` is needed here, and this is `u32`"),
    ("let y = 1; y = 2;", "this cannot be assigned to"),
    ("v.xy = vec2f(1.0);", "this cannot be assigned to"),
    ("let y = z;", "no definition in scope for identifier: `z`"),
    ("let y = unknown(1.0);", "no definition in scope for identifier: `unknown`"),
    ("let y = u32(v);", "cannot cast a vec3<f32> to a u32"),
    ("let y = textureLoad(tile, 0, 0);", "expected an image, but found `tile` which is not an image"),
    ("let y = &v.x;", "cannot take the address of a vector component"),
    ("let y = *x;", "the operand of the `*` operator must be a pointer"),
    ("x++;", "`++` and `--` are for variables of type `i32` or `u32`"),
    ("v++;", "`++` and `--` are for variables of type `i32` or `u32`"),
    ("let main = 1; let if = 2;", "name `if` is a reserved keyword"),
    ("let y = dpdx(x);", "`main` uses an operation that kernels do not have"),
    ("discard;", "`main` uses an operation that kernels do not have"),
    ("let y = atomicLoad(&n);", "atomic operation is done on a pointer to a non-atomic"),
    ("let y = array<u32, 0>();", "array element count must be positive (> 0)"),
    ("let y = array<u32, 2>(1u, 2u, 3u);", "2 values are needed here, and 3 are given"),
    ("var y: array<u32>;", "`y` cannot be `array<u32>` in a function"),
    ("var y: atomic<u32>;", "`y` cannot be `atomic<u32>` in a function"),
    ("var y: u32 = 1.5;", "the type of `y` is expected to be `u32`, but got a number with a fraction"),
    ("let y = mat2x2<u32>();", "matrix scalar type must be floating-point, but found `u32`"),
    ("let y = pair + pair;", "`+` does not work on `Pair` and `Pair`"),
    ("let y = v == x;", "`==` does not work on `vec3<f32>` and `f32`"),
    ("let y = tile + tile;", "`+` does not work on `array<f32, 4>` and `array<f32, 4>`"),
    ("let y = twice;", "expected a variable, found \"twice\""),
    ("let y = Pair;", "expected a variable, found \"Pair\""),
    ("_ = &data;; data[i] += ;", "expected expression, found \";\""),
    ("for (var k = 0; k < 4; k += 1u) { }", "`i32` is needed here, and this is `u32`"),
    ("loop { continuing { return; } }", "a `continuing` block cannot be left with `return`"),
    ("loop { break if true; }", "A break if is only allowed in a continuing block"),
    ("const_assert 1 > 2;", "`const_assert` failure"),
    ("let y = pack4x8snorm(x);", "wrong type passed as argument #1 to `pack4x8snorm`"),
    ("let y = ldexp(1.0, 1.0);", "wrong type passed as argument #2 to `ldexp`"),
];

/// Whole texts, and what is said.
#[rustfmt::skip]
const TEXTS: &[(&str, &str)] = &[
    ("fn get_offset(p: ptr<storage, array<u32>, read>) -> u32 { return 1u; }", "`p` of `get_offset` is a pointer into `storage`, which cannot be passed to a function here"),
    ("fn f(p: ptr<uniform, u32>) { }", "`p` of `f` is a pointer into `uniform`, which cannot be passed to a function here"),
    ("fn f() -> u32 { }", "`f` must give back `u32` on every way"),
    ("fn f() -> u32 { return 1.0; }", "`u32` is needed here, and this is a number with a fraction"),
    ("fn f() -> array<u32> { }", "`f` cannot give back a value of this type"),
    ("fn f(a: array<u32>) { }", "`a` of `f` has a type that no function takes"),
    ("fn f(a: atomic<u32>) { }", "`a` of `f` has a type that no function takes"),
    ("fn f(@builtin(local_invocation_index) i: u32) { }", "`i` of `f` has an attribute that only the values of a kernel have"),
    ("fn f() { f(); }", "declaration of `f` is recursive"),
    ("fn f() { g(); } fn g() { f(); }", "declaration of `f` is cyclic"),
    ("fn f() { } fn f() { }", "redefinition of `f`"),
    ("struct A { a: A }", "declaration of `A` is recursive"),
    ("struct A { a: B } struct B { a: A }", "declaration of `A` is cyclic"),
    ("struct A { }", "`A` has no members"),
    ("struct A { a: array<u32>, b: u32 }", "`a` is an array without a length, and not the last member"),
    ("struct A { @align(3) a: u32 }", "struct member alignment must be a power of 2"),
    ("struct A { @align(2) a: u32 }", "struct member alignment must be at least 4"),
    ("struct A { @size(2) a: u32 }", "struct member size must be at least 4"),
    ("struct A { a: u32, a: u32 }", "redefinition of `a`"),
    ("var<storage> a: array<u32>;", "`a` has no binding"),
    ("var<workgroup> a: array<u32>;", "`a` is `array<u32>`, which has no fixed size"),
    ("var<workgroup> a: u32 = 1u;", "`a` lies in `workgroup` and cannot start with a value"),
    ("@group(0) @binding(0) var<workgroup> a: u32;", "`a` has a binding, and its memory takes none"),
    ("@group(0) @binding(0) var<uniform> a: array<u32, 4>;", "`a`: the elements of `array<u32, 4>` are 4 bytes apart, and in a uniform buffer that must be a multiple of 16"),
    ("@group(0) @binding(0) var<uniform> a: array<u32>;", "`a`: the elements of `array<u32>` are 4 bytes apart, and in a uniform buffer that must be a multiple of 16"),
    ("@group(0) @binding(0) var<storage> a: bool;", "`a` is `bool`, which cannot lie in a buffer"),
    ("@group(0) @binding(0) var<uniform> a: atomic<u32>;", "`a` is `atomic<u32>`, which cannot lie here"),
    ("@group(0) @binding(0) var<storage, write> a: u32;", "`a` cannot be for writing alone"),
    ("struct I { a: f32 } struct S { a: I, b: f32 } @group(0) @binding(0) var<uniform> a: S;", "`a`: `b` of `S` lies at byte 4, right behind a structure; in a uniform buffer it must not come before byte 16"),
    ("struct S { a: f32, b: array<f32, 4> } @group(0) @binding(0) var<uniform> a: S;", "`a`: the elements of `array<f32, 4>` are 4 bytes apart, and in a uniform buffer that must be a multiple of 16"),
    ("var<private> a: u32 = 1.5;", "the type of `a` is expected to be `u32`, but got a number with a fraction"),
    ("var<private> a: array<u32>;", "`a` is `array<u32>`, which cannot be built from values"),
    ("var a: u32;", "`a` does not say in which memory it lies"),
    ("var<function> a: u32;", "`a` stands outside of functions and cannot lie in one"),
    ("var<magic> a: u32;", "unknown address space: `magic`"),
    ("const a = b;", "no definition in scope for identifier: `b`"),
    ("const a: u32 = 1.5;", "the type of `a` is expected to be `u32`, but got a number with a fraction"),
    ("const a = a;", "declaration of `a` is recursive"),
    ("override a: vec3f = vec3f();", "`a` must be a number or a `bool`"),
    ("@id(1) override a: u32; @id(1) override b: u32;", "the `@id` of `b` belongs to another override"),
    ("@id(70000) override a: u32;", "the `@id` of an override must be between 0 and 65535 inclusive"),
    ("@compute fn f() { }", "workgroup size is missing on compute shader entry point"),
    ("@compute @workgroup_size(0) fn f() { }", "the workgroup of `f` is empty or too large in one of its directions"),
    ("@compute @workgroup_size(1.5) fn f() { }", "a whole number is needed here that is known before the kernel runs"),
    ("@compute @workgroup_size(1) fn f(i: u32) { }", "`i` says nothing of where its value comes from"),
    ("@compute @workgroup_size(1) fn f(@builtin(local_invocation_index) i: f32) { }", "`@builtin(local_invocation_index)` is a `u32`, and `i` is `f32`"),
    ("@compute @workgroup_size(1) fn f(@builtin(global_invocation_id) i: u32) { }", "`@builtin(global_invocation_id)` is a `vec3<u32>`, and `i` is `u32`"),
    ("@compute @workgroup_size(1) fn f(@builtin(vertex_index) i: u32) { }", "a kernel has no `@builtin(vertex_index)`"),
    ("@compute @workgroup_size(1) fn f(@builtin(magic) i: u32) { }", "unknown builtin: `magic`"),
    ("@compute @workgroup_size(1) fn f(@builtin(global_invocation_index) i: u32) { }", "there is no `global_invocation_index` here"),
    ("@compute @workgroup_size(1) fn f(@builtin(local_invocation_index) a: u32, @builtin(local_invocation_index) b: u32) { }", "`@builtin(local_invocation_index)` is asked for twice"),
    ("@compute @workgroup_size(1) fn f() -> u32 { return 1u; }", "a kernel gives nothing back, and `f` does"),
    ("@compute @workgroup_size(8, 8) fn f(@builtin(subgroup_id) a: u32) { }", "`subgroup_id` and `subgroup_invocation_id` are only there in workgroups of one dimension"),
    ("@compute @workgroup_size(1) fn f() { g(); } @compute @workgroup_size(1) fn g() { }", "entry point cannot be called"),
    ("@group(0) @binding(0) var<storage, read_write> a: u32; @group(0) @binding(0) var<storage, read_write> b: u32; @compute @workgroup_size(1) fn f() { a = b; }", "`b` has the same binding as another variable that `f` uses"),
    ("@compute @workgroup_size(1) fn f() { let x = textureDimensions(1); }", "a texture is needed here"),
    ("@fragment fn f() -> @builtin(position) vec4f { return vec4f(); }", "a kernel has no `@builtin(position)`"),
    ("@vertex fn f() { }", "this belongs to drawing or ray tracing, which the workbench does not do"),
    ("fn f(x: f16) { }", "the `f16` extension is not enabled"),
    ("enable magic;", "WGSL has no extension `magic`"),
    ("requires magic;", "WGSL has no language feature `magic`"),
    ("fn f() {} enable f16;", "expected global declaration, but found a global directive"),
    ("enable subgroups", "expected `,` or `;`, found the end of the text"),
    ("/* open", "unterminated block comment"),
    ("fn f() { let x = 1 }", "expected `;`, found \"}\""),
    ("fn f( { }", "expected identifier, found \"{\""),
    ("fn f() { let x = (1; }", "expected `)`, found \";\""),
    ("fn f() { 1; }", "expected statement, found \"1\""),
    ("fn 1f() { }", "expected identifier, found \"1f\""),
    ("fn __f() { }", "Identifier starts with a reserved prefix: `__f`"),
    ("let x = 1;", "expected global item (`struct`, `const`, `var`, `alias`, `fn`, `diagnostic`, `enable`, `requires`, `;`) or the end of the file, found \"let\""),
    ("fn f() { let _ = 1; }", "Identifier can't be `_`"),
    ("fn f(x: vec5f) { }", "no definition in scope for identifier: `vec5f`"),
    ("fn f(x: vec3<bool2>) { }", "no definition in scope for identifier: `bool2`"),
    ("fn f(x: array<u32, -1>) { }", "array element count must be positive (> 0)"),
    ("fn f(x: array<array<u32>, 2>) { }", "there are no arrays of `array<u32>`"),
    ("fn f(x: array<u32, 4000000000>) { }", "`array<u32, 4000000000>` takes more than 2 GiB, which is more than a type may"),
    ("var<private> a: array<array<u32, 65536>, 65536>;", "`array<array<u32, 65536>, 65536>` takes more than 2 GiB, which is more than a type may"),
    ("@must_use fn f() { }", "function annotated with @must_use but does not return any value"),
    ("@diagnostic(off, derivative_uniformity) struct A { a: u32 }", "`@diagnostic(…)` attribute(s) on `struct`s are not supported"),
    ("diagnostic(magic, derivative_uniformity);", "invalid `diagnostic(…)` severity"),
    ("@magic fn f() { }", "unknown attribute: `magic`"),
    ("@compute @compute fn f() { }", "repeated attribute: `compute`"),
    ("alias A = B;", "no definition in scope for identifier: `B`"),
    ("alias A = array<A, 2>;", "declaration of `A` is recursive"),
    ("enable wgpu_mesh_shader; fn f() { magic; }", "expected assignment or increment/decrement, found \";\""),
    ("var<immediate> a: array<u32>; ", "`a` is `array<u32>`, which has no fixed size"),
    ("@group(0) @binding(0) var t: texture_2d<f32>; @compute @workgroup_size(1) fn f() { let x = textureLoad(t, vec2f(), 0); }", "the coordinates do not fit the dimensions of the texture"),
    ("@group(0) @binding(0) var t: texture_2d<f32>; @compute @workgroup_size(1) fn f() { textureStore(t, vec2u(), vec4f()); }", "textureStore can only be applied to storage textures"),
    ("@group(0) @binding(0) var t: texture_storage_2d<r32float, write>; @compute @workgroup_size(1) fn f() { textureStore(t, vec2u(), vec4u()); }", "`f32` is needed here, and this is `vec4<u32>`"),
];

#[test]
fn statements_are_refused_in_words_of_wgsl() {
    for (line, expected) in STATEMENTS {
        check(&kernel(line), expected);
    }
}

#[test]
fn texts_are_refused_in_words_of_wgsl() {
    for (text, expected) in TEXTS {
        check(text, expected);
    }
}

#[test]
fn a_right_kernel_is_accepted() {
    for line in ["data[i] = u32(x);", "v.x = f32(n); s++;", "atomicAdd(&counts[i], n);", ""] {
        assert!(wgsl::check(&kernel(line), "lab.wgsl").is_ok(), "{line}");
    }
}
