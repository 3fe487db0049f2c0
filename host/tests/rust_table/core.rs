//! What `core` has beside the methods that every kernel uses: the forms of arithmetic
//! that say what overflows, `core::num`, `core::cell`, `core::mem` and pointers to
//! functions.

use super::data::{Case, case, each};

/// Expressions for integers of both kinds, with a result of the same type.
const INTEGERS: [&str; 22] = [
    "x.checked_div_euclid(y).unwrap_or(1)",
    "x.checked_rem_euclid(y).unwrap_or(1)",
    "x.wrapping_div_euclid(y | 1)",
    "x.wrapping_rem_euclid(y | 1)",
    "x.saturating_div(y | 1)",
    "x.saturating_mul(y)",
    "{ let (z, over) = x.overflowing_div(y | 1); if over { 1 } else { z } }",
    "{ let (z, over) = x.overflowing_rem(y | 1); if over { 1 } else { z } }",
    "{ let (z, over) = x.overflowing_neg(); if over { z ^ 3 } else { z } }",
    "{ let (z, over) = x.overflowing_pow(3); if over { z ^ 3 } else { z } }",
    "{ let (z, over) = x.overflowing_shl(y as u32 & 127); if over { z ^ 3 } else { z } }",
    "{ let (z, over) = x.overflowing_shr(y as u32 & 127); if over { z ^ 3 } else { z } }",
    "x.unbounded_shl(y as u32 & 127)",
    "x.unbounded_shr(y as u32 & 127)",
    "x.checked_ilog10().unwrap_or(77) as _",
    "x.checked_ilog(3).unwrap_or(77) as _",
    "x.midpoint(y)",
    "unsafe { (x >> 2).unchecked_add(y >> 2) }",
    "(x >> 2).strict_add(y >> 2)",
    "x.to_be().wrapping_add(x.to_le())",
    "if x.cmp(&y).is_lt() { 5 } else { 7.clone() }",
    "core::hint::black_box(core::hint::select_unpredictable(x < y, x, y))",
];

/// Expressions for integers with a sign and their natural numbers, `y` of which is one.
const SIGNED: [&str; 9] = [
    "x.checked_add_unsigned(y.cast_unsigned()).unwrap_or(5)",
    "x.checked_sub_unsigned(y.cast_unsigned()).unwrap_or(5)",
    "x.wrapping_add_unsigned(y.cast_unsigned())",
    "x.saturating_add_unsigned(y.cast_unsigned())",
    "x.saturating_sub_unsigned(y.cast_unsigned())",
    "x.overflowing_sub_unsigned(y.cast_unsigned()).0",
    "x.saturating_neg()",
    "x.overflowing_abs().0",
    "x.checked_isqrt().unwrap_or(-1)",
];

const NATURAL: [&str; 8] = [
    "x.checked_add_signed(y.cast_signed()).unwrap_or(5)",
    "x.checked_sub_signed(y.cast_signed()).unwrap_or(5)",
    "x.wrapping_add_signed(y.cast_signed())",
    "x.saturating_add_signed(y.cast_signed())",
    "x.saturating_sub_signed(y.cast_signed())",
    "if x.overflowing_add_signed(y.cast_signed()).1 { 1 } else { 0 }",
    "x.checked_signed_diff(y).unwrap_or(3) as _",
    "x.checked_next_multiple_of(y | 1).unwrap_or(9)",
];

/// Expressions of floats, exact for the data of the table.
const FLOATS: [&str; 10] = [
    "(x + 0.03125).next_up() - x.next_down()",
    "x.midpoint(y)",
    "(x * 0.25).round_ties_even() + (x * 0.5).round_ties_even()",
    "if x.is_normal() || x.is_subnormal() { 1.0 } else { 2.0 }",
    "if (x + 0.03125).is_sign_positive() { 1.0 } else { 2.0 }",
    "match x.classify() { core::num::FpCategory::Zero => 1.0, core::num::FpCategory::Normal => 2.0, _ => 3.0 }",
    "unsafe { x.to_int_unchecked::<i32>() } as _",
    "{ let whole: u8 = unsafe { x.abs().to_int_unchecked() }; whole as _ }",
    "_::from_le_bytes((x + 0.03125).to_le_bytes())",
    "_::from_be_bytes((y + 0.03125).to_be_bytes())",
];

/// Names, imports and items, and expressions of `x` and `y`, which are `u32`.
const WORDS: [(&str, &str, &str); 22] = [
    (
        "numbers that wrap",
        "use core::num::Wrapping;",
        "{ let mut w = Wrapping(x); w += Wrapping(5); w *= Wrapping(77); w -= 9; w ^= w >> 13; w = -(w << 3); if w > Wrapping(3) { w.0 } else { (w * w).0 } }",
    ),
    (
        "a generator of numbers that wrap",
        "use core::num::Wrapping;\nconst STEP: Wrapping<u32> = Wrapping(1664525);",
        "{ let mut w: Wrapping<u32> = Wrapping::default(); for k in 0..4 { w = w * STEP + Wrapping(x + k); } (!w).0 }",
    ),
    (
        "numbers that stay within their type",
        "use core::num::Saturating;",
        "{ let mut s = Saturating(x); s += Saturating(y); s -= 7; (s * Saturating(3)).0 }",
    ),
    (
        "numbers that are not zero",
        "use core::num::NonZeroU32;",
        "match NonZeroU32::new(x & 3) { Some(n) => y / n + y % n + n.get(), None => 99 }",
    ),
    (
        "numbers of any type that are not zero",
        "use core::num::NonZero;",
        "NonZero::new(x).map_or(7, |n: NonZero<u32>| n.leading_zeros() + n.get())",
    ),
    (
        "a cell behind a reference",
        "use core::cell::Cell;",
        "{ let c = Cell::new(x); let r = &c; r.set(r.get() + 1); c.set(c.get() * 2); r.get() }",
    ),
    (
        "a cell that a closure changes",
        "use core::cell::Cell;",
        "{ let c = Cell::new(0u32); let add = |n: u32| c.set(c.get() + n); add(x); add(3); c.get() }",
    ),
    (
        "a cell in a structure",
        "use core::cell::Cell;\nstruct Rng { state: Cell<u32> }\nimpl Rng { fn next(&self) -> u32 { let n = self.state.get() * 1664525 + 1013904223; self.state.set(n); n } }",
        "{ let rng = Rng { state: Cell::new(x) }; rng.next() ^ (rng.next() >> 3) }",
    ),
    (
        "what cells exchange",
        "use core::cell::Cell;",
        "{ let (a, b) = (Cell::new(x), Cell::new(y)); a.swap(&b); let old = a.replace(5); old * 2 + a.take() + b.into_inner() }",
    ),
    (
        "sizes without an import",
        "#[derive(Clone, Copy)]\nstruct Mixed { a: u8, b: u32, c: u16 }",
        "x + (size_of::<[f32; 7]>() + 100 * size_of_val(&x) + 1000 * align_of::<u64>() + 10000 * size_of::<Mixed>() + 100000 * align_of_val(&[0u16; 3])) as u32",
    ),
    (
        "bits as another type",
        "",
        "unsafe { let f = core::mem::transmute::<u32, f32>(x | 0x3f80_0000 & 0x7fff_ffff); let b: [u8; 4] = core::mem::transmute(y); let h: [u16; 2] = core::mem::transmute(b); core::mem::transmute::<f32, u32>(f) ^ h[1] as u32 ^ core::mem::transmute::<[u8; 4], u32>([b[3], b[2], b[1], b[0]]) }",
    ),
    (
        "what is never reached",
        "",
        "{ if x == y.wrapping_add(x) | 1 && x != x { unsafe { core::hint::unreachable_unchecked() } } x }",
    ),
    (
        "a pointer to one of two functions",
        "fn twice(x: u32) -> u32 { x * 2 }\nfn next(x: u32) -> u32 { x + 1 }",
        "{ let f: fn(u32) -> u32 = if x < y { twice } else { next }; f(x) ^ f(y) }",
    ),
    (
        "functions that have only a pointer in common",
        "fn twice(x: u32) -> u32 { x * 2 }\nfn next(x: u32) -> u32 { x + 1 }",
        "{ let f = if x < y { twice } else { next }; let g = match x & 3 { 0 => next, 1 => twice, _ => next }; f(g(x)) }",
    ),
    (
        "a table of functions",
        "fn twice(x: u32) -> u32 { x * 2 }\nfn next(x: u32) -> u32 { x + 1 }\ntype Op = fn(u32) -> u32;\nconst OPS: [Op; 3] = [twice, next, |x| x ^ 0xff];",
        "OPS[(y % 3) as usize](x) + OPS.iter().fold(x, |value, op| op(value))",
    ),
    (
        "a table of functions in a variable",
        "fn least(a: u32, b: u32) -> u32 { if a < b { a } else { b } }",
        "{ let ops: [fn(u32, u32) -> u32; 4] = [u32::wrapping_add, least, |a, b| a * b + 1, u32::max]; ops[(x % 4) as usize](x, y) }",
    ),
    (
        "a pointer to a function as a parameter and a result",
        "fn twice(x: u32) -> u32 { x * 2 }\nfn next(x: u32) -> u32 { x + 1 }\nfn pick(n: u32) -> fn(u32) -> u32 { match n % 3 { 0 => twice, 1 => next, _ => |x| x / 3 } }\nfn both(f: fn(u32) -> u32, x: u32) -> u32 { f(f(x)) }",
        "both(pick(x), y) + both(|v| v + 5, x) + pick(y)(x)",
    ),
    (
        "a pointer to a function in a structure",
        "fn relu(x: i32) -> i32 { if x < 0 { 0 } else { x } }\nfn square(x: i32) -> i32 { x * x }\n#[derive(Clone, Copy)]\nstruct Layer { weight: i32, act: fn(i32) -> i32 }\nimpl Layer { fn run(&self, x: i32) -> i32 { (self.act)(x * self.weight) } }",
        "{ let net = [Layer { weight: -3, act: relu }, Layer { weight: 2, act: square }]; let mut v = (x & 63) as i32 - 32; for layer in net.iter() { v = layer.run(v); } v as u32 }",
    ),
    (
        "a pointer to a function that a loop changes",
        "fn twice(x: u32) -> u32 { x * 2 }\nfn next(x: u32) -> u32 { x + 1 }",
        "{ let mut f: fn(u32) -> u32 = twice; let mut v = x; for k in 0..5 { v = f(v); f = if (v ^ k) & 1 == 0 { next } else { twice }; } v }",
    ),
    (
        "a pointer to a function where something to call is wanted",
        "fn twice(x: u32) -> u32 { x * 2 }\nfn apply<F: Fn(u32) -> u32>(f: F, x: u32) -> u32 { f(x) + f(1) }",
        "{ let f: fn(u32) -> u32 = twice; apply(f, x) + apply(twice, y) + Some(y).map(f).unwrap_or(0) }",
    ),
    (
        "a pointer to a function that may be missing",
        "fn twice(x: u32) -> u32 { x * 2 }",
        "{ let f: Option<fn(u32) -> u32> = if x < y { Some(twice) } else { None }; match f { Some(f) => f(x), None => 3 } }",
    ),
    (
        "a closure and a structure behind a trait object",
        "trait Shape { fn area(&self) -> u32; }\nstruct Square(u32);\nimpl Shape for Square { fn area(&self) -> u32 { self.0 * self.0 } }\nfn measure(shape: &dyn Shape) -> u32 { shape.area() + 1 }\nfn apply(f: &dyn Fn(u32) -> u32, x: u32) -> u32 { f(x) }",
        "measure(&Square(x & 255)) + apply(&|v| v * y, x)",
    ),
];

fn of_words((name, items, expression): &(&str, &str, &str)) -> Case {
    let text = format!(
        "{items}
#[kernel]
pub unsafe fn words(wild: &[u32], out: *mut u32) {{
    let i = thread::index_1d() as usize;
    let x = wild[i];
    let y = wild[(i * 7 + 3) % wild.len()];
    *out.add(i) = {expression};
}}"
    );
    case(name, &text)
}

pub(crate) fn cases() -> Vec<Case> {
    let mut cases: Vec<Case> = WORDS.iter().map(of_words).collect();
    for ty in ["u32", "i32", "u64", "i16"] {
        cases.extend(INTEGERS.iter().map(|expression| each("wild", ty, ty, expression)));
    }
    for ty in ["i32", "i64", "i8"] {
        cases.extend(SIGNED.iter().map(|expression| each("wild", ty, ty, expression)));
    }
    for ty in ["u32", "u64", "u8"] {
        cases.extend(NATURAL.iter().map(|expression| each("wild", ty, ty, expression)));
    }
    for ty in ["f32", "f64"] {
        let written = FLOATS.iter().map(|expression| expression.replace("_::", &format!("{ty}::")));
        cases.extend(written.map(|expression| each("a", ty, ty, &expression)));
    }
    cases
}
