//! Texts that rustc accepts.

use super::faults;

#[test]
fn accepts_what_rustc_accepts() {
    for source in [KERNEL, FUNCTIONS, NARROW, OF_CUDA_STD] {
        assert_eq!(faults(source), Vec::<String>::new());
    }
}

/// What `cuda_std` has besides its prelude.
const OF_CUDA_STD: &str = "
use cuda_std::f16;
use cuda_std::prelude::*;
use cuda_std::GpuFloat;
#[kernel]
pub unsafe fn k(x: &[f32], out: *mut f32) {
    let half = f16::from_f32(x[0]);
    *out = cuda_std::GpuFloat::mul_add(x[0], 2.0, x[1]) + GpuFloat::sqrt(x[0]) + GpuFloat::powi(x[1], 2) + half.to_f32();
}
";

/// What is narrower than a word.
const NARROW: &str = r##"
#![feature(f16)]
use cuda_std::prelude::*;
const TEXT: [u8; 3] = [b'a', b'\n', 0x7f];
const HALF: f16 = 0.1 + 0.2;
const LEAST: i8 = i8::MIN;
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Item { kind: u8, flag: bool, size: u16, weight: f16 }
fn letters<const FIRST: u8>(x: u8) -> bool { x >= FIRST && x <= b'z' }
#[kernel]
pub unsafe fn k(text: &[u8], items: *mut Item, done: bool, least: i16, weight: f16) {
    let i = thread::index_1d() as usize;
    let word = b"warp";
    let first: u8 = word[0] + *TEXT.as_ptr();
    let wide = u32::from(first) + u16::from(text[i]) as u32 + usize::from(first) as u32;
    let small = -1i8 as u8 as i16 + i16::from(LEAST) + least;
    let code = 'x' as u32 + 'y' as u8 as u32;
    let kind = match text[i] { b'a'..=b'z' => 1, b'0' | b'1' => 2u8, 200.. => 3, _ => 4 };
    let flag = done && letters::<b'b'>(kind) | (wide > code);
    let size = (small as u16).wrapping_mul(3).rotate_left(2).leading_zeros() as u16;
    *items.add(i) = Item { kind, flag, size, weight: weight * HALF + 2.0f16 };
    (*items.add(i)).size += 1;
}
"##;

/// Most of the language, in one kernel.
const KERNEL: &str = r#"
//! Docs.
use core::sync::atomic::Ordering;
use crate::vector::{Float4, Int4};
use crate::warp::*;
use cuda_std::prelude::*;
use cuda_std::{shared, shared_array, warp};
use cuda_std::atomic::mid as atomics;
use core::f32::consts::PI;
use std::f64::consts;
use core::mem::size_of;
use core::{ptr, slice};

const TABLE: [f32; 4] = [0.5, 1.0, -1.5, 2e3];
const PAIR: (u32, bool) = (1 << 4, TABLE.len() > 3);
const N: usize = { let a = 3; if PAIR.1 { a * 4 } else { 2 } };
const M: usize = N.div_ceil(5).next_power_of_two();
const BIG: u64 = u64::MAX;
const NEG: i32 = -2147483648;
const F: f32 = N as f32 / 3.0;
pub const MASK: u32 = !0;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Particle { pub x: f32, pub v: [f32; 3], id: u32 }

#[derive(Clone, Copy, Debug, PartialEq)]
struct Pair(f32, u32);

impl Particle {
    const MASS: f32 = 2.0;
    fn new(x: f32) -> Self { Self { x, v: [0.0; 3], id: 0 } }
    fn energy(&self) -> f32 { 0.5 * Self::MASS * self.x.powi(2) }
    fn shift(&mut self, by: f32) -> &mut Self { self.x += by; self.v[0] += by; self }
    fn scaled(self, k: f32) -> Particle { Particle { x: self.x * k, ..self } }
}

fn sum<const K: usize>(a: &[f32; K]) -> f32 {
    let mut s = 0.0;
    for i in 0..K { s += a[i]; }
    s
}
fn twice<const K: usize>(a: [f32; K]) -> [f32; K] {
    let mut b = a;
    for i in (0..K).rev() { b[i] *= 2.0; }
    b
}
fn total(a: &[f32]) -> f32 { let mut s = 0.; let mut i = 0; while i < a.len() { s += a[i]; i += 1 } s }
fn swap(a: &mut f32, b: &mut f32) { let t = *a; *a = *b; *b = t; }
fn both((a, b): (u32, u32), _: f32) -> u32 { a + b }
fn sure(a: u32, b: f32) -> u32 {
    assert!(a < 5, "{a} {}", b); debug_assert!(b > 0.0,); assert_eq!(a, 1); debug_assert_ne!(a, 2, "{x}", x = a);
    let c; if a > 1 { c = a; } else { unreachable!() }
    match c { 0 => todo!(), 1 => panic!("one"), 2 => unimplemented!("{}", c), n => n }
}
fn gives_up(a: u32) -> u32 { if a > 1 { return a; } panic!() }
fn never(x: u32) -> u32 { if x > 3 { return 7; } loop { if x == 2 { break 5; } return 9 } }

#[kernel]
pub unsafe fn k(input: &[f32], out: &mut [f32], p: *const Particle, q: *mut u32, n: u32, s: f32, l: i64) {
    let i = thread::index_1d() as usize;
    let idx = thread::index_2d();
    let (bx, by) = (idx.x, thread::block_idx().y);
    let tile = shared_array![f32; N * 2];
    let t2 = cuda_std::shared_array![Particle; 4];
    let d = shared::dynamic_shared_mem::<u32>();
    let dd: *mut f32 = shared::dynamic_shared_mem();
    let mut part = Particle::new(1.0);
    part.shift(2.0).shift(3.0);
    let e = part.energy() + part.scaled(2.0).x;
    let x;
    if n > 3 { x = 1; } else { x = 2; }
    let y: u32 = x;
    let m = match n % 4 { 0 => 1.0, 1 | 2 => { s } _ => -1.0 };
    let m2 = match (n, bx > 1) { (0, true) => 1, (1..=5, _) => 2, (_, false) => 3, (N2, _) if N2 > 3 => 4, _ => 5u64 };
    let mut arr = [0.0; 8];
    let mut brr = [[1u32; 3]; 2];
    brr[1][2] = 5;
    arr[0] = input[i] + total(&arr) + total(&input[1..3]) + sum(&arr) + twice([1.0, 2.0])[0];
    let (mut a, mut b) = (1.0f32, 2.0);
    swap(&mut a, &mut b);
    (a, b) = (b, a);
    let r = &arr;
    let z = r[2] * 2.0 + *(&arr[3]);
    let rr = &s;
    let w = rr * 2.0 + rr;
    let v4 = Float4::load(input.as_ptr() as *const Float4);
    let mut v5 = Float4 { x: 1.0, ..v4 };
    v5.x += v4.plus(Float4::splat(2.0)).sum();
    v5.store(out.as_mut_ptr() as *mut Float4);
    let old = atomics::atomic_fetch_add_u32_device(q, Ordering::Relaxed, 1);
    let o2 = atomics::atomic_load_32_block(q.add(1), Ordering::Acquire);
    atomics::atomic_store_32_block(q, core::sync::atomic::Ordering::Release, old + o2);
    'outer: for j in (0..=10u32).step_by(2) {
        for k in (0..j).rev() { if k == 3 { continue 'outer; } if k == 7 { break 'outer; } }
    }
    for _ in 0..3 { cuda_std::thread::sync_threads(); }
    let lab = 'blk: { if n == 0 { break 'blk 1.5; } 2.5f32 };
    let cnt = loop { if n > 2 { break n.count_ones(); } else { break 0 } };
    let f = f32::from_bits(0x3f80_0000) + f32::max(a, b) + s.sqrt().mul_add(2.0, PI);
    let g = u64::from(n) + l as u64 + size_of::<Particle>() as u64;
    let h = f64::from(s) * consts::TAU + 1e-3;
    let sh = n << 3 | 1u32.rotate_left(2) >> 1usize;
    let bb = !(n > 3) && bx < by || thread::first();
    let wv = shuffle_down_f32(a, 16) + shuffle_xor_i32(-1, 1) as f32;
    if vote_all(bb) & vote_any(a < b) { *q = ballot(true) & ALL_LANES; }
    warp::sync_warp(MASK);
    ptr::write(q, ptr::read(q as *const u32) + 1);
    let sl = slice::from_raw_parts(p, 3);
    let px = (*p).v[1] + sl[0].x + (*p.add(1)).x + p.read().x;
    let c: *const f32 = out.as_mut_ptr();
    let c2 = c as *mut f32;
    let cp = p.cast::<f32>();
    let cq: *const f32 = p.cast();
    *c2.add(3) += *cq;
    out[i] = e + z + w + f + wv + px + lab + m + (g + m2) as f32 + h as f32 + y as f32 + never(cnt) as f32 + both((1, 2), 0.0) as f32;
    *out.get_unchecked_mut(0) = *input.get_unchecked(1);
    let Pair(pa, pb) = Pair(1.0, 2);
    let Particle { x: px, v, .. } = part;
    let dx = (n as i32 - 5).abs().clamp(-1, 1).pow(2);
    let ii = i as isize - 1;
    *dd.offset(ii) = v[0] + pa + pb as f32 + px + dx as f32;
    const LOCAL: usize = 4;
    fn inner(x: f32) -> f32 { x * LOCAL as f32 }
    let mut acc = [0f32; LOCAL];
    acc[0] = inner(2.0);
    let t = (1, 2.5, [1u32; 2]);
    let tt: (i64, f32, [u32; 2]) = (t.0 as i64, t.1, t.2);
    unsafe { *d = tt.2[0]; }
    if let_me(n) {}
    let _ = acc;
    let k = if bb { 3 } else if n == 2 { return } else { 4 };
    let kk: usize = k;
    let neg = -(n as i32) as f32 - -1.0;
    let un: u32 = 5; let sum_ = un + x;
    { let mut u = 0; u += 1u32; }
    let sp = slice::from_raw_parts_mut(q, 4); sp[0] += 1; sp[1..3][0] = 2;
    let qq = &mut sp[1..]; qq[0] = neg as u32;
    return;
}
fn let_me(x: u32) -> bool { matches_(x) }
const fn matches_(x: u32) -> bool { match x { 0..=9 => true, _ => false } }
"#;

/// Small functions, one to a line.
const FUNCTIONS: &str = r#"
use cuda_std::prelude::*;
use crate::warp::WARP;
use crate::vector::*;
const LIMIT: i32 = 10;
const STEP: usize = 2;
#[derive(Clone, Copy)]
struct V2 { x: f32, y: f32 }
impl V2 {
    const ZERO: f32 = 0.0;
    fn dot(self, o: V2) -> f32 { self.x * o.x + self.y * o.y }
    fn len2(&self) -> f32 { self.dot(*self) }
    fn set(&mut self, x: f32) { self.x = x; }
    fn make(x: f32) -> V2 { V2 { x, y: Self::ZERO } }
}
fn abs(x: i32) -> i32 { if x < 0 { -x } else { x } }
fn clamp(x: i32, lo: i32, hi: i32) -> i32 { match x { v if v < lo => lo, v if v > hi => hi, v => v } }
fn fib(n: u32) -> u32 { let (mut a, mut b) = (0u32, 1); let mut i = 0; while i < n { let t = a + b; a = b; b = t; i += 1; } a }
fn first_big(x: &[i32], limit: i32) -> usize { let mut i = 0; loop { if i >= x.len() { break x.len(); } if x[i] > limit { break i; } i += 1; } }
fn deref(x: &i32, y: &&i32) -> i32 { *x + **y + x * 2 - y.abs() }
fn part(x: &mut [f32], a: usize) -> &mut [f32] { &mut x[a..] }
fn fill(x: &mut [f32], v: f32) { for i in 0..x.len() { x[i] = v; } }
fn pick(c: bool, a: *const f32, b: *mut f32) -> *const f32 { if c { a } else { b } }
fn cmp(a: f32, b: f32) -> bool { a <= b && !(a == b) || a.is_nan() }
fn bits(x: u32) -> u32 { (x ^ x >> 16).wrapping_mul(0x45d9f3b) & 0xffff | 1 << 20 }
fn ret(x: u32) -> f32 { return match x { 0 => 1.0, _ => return 2.0 }; }
fn nested(n: usize) -> usize { let mut s = 0; 'a: for i in 0..n { for j in (i..n).step_by(STEP) { if j == 3 { continue 'a } s += i * j } } s }
fn tup() -> (f32, [u32; 3], bool) { (1.0, [1, 2, 3], true) }
fn arr2() -> [[f32; 2]; 2] { let mut m = [[0.0; 2]; 2]; for i in 0..2 { for j in 0..2 { m[i][j] = (i * 2 + j) as f32; } } m }
fn lazy(p: &[u32], i: usize) -> bool { i < p.len() && p[i] == 0 }
fn consts<const N: usize, const B: bool>(x: [u32; N]) -> u32 { let mut s = 0; for i in 0..N { if B { s += x[i] } else { s ^= x[i] } } s }
fn usec() -> u32 { consts::<3, true>([1, 2, 3]) + consts::<{ STEP + 1 }, false>([1; 3]) + outer::<4>() }
fn outer<const M: usize>() -> u32 { consts::<M, true>([7; M]) }
fn shadow(x: u32) -> f32 { let x = x as f32; let x = x * 2.0; { let x = 3.0; let _y = x + 1.0f32; } x }
fn unit() -> () { () }
fn blockv(x: u32) -> u32 { let y = { let z = x + 1; z * 2 }; y }
fn chain(a: i64) -> i32 { (a as i32 as u32 as f32 as usize as i64 >> 2) as i32 }
fn defer(c: bool) -> f32 { let x: f32; let y; if c { x = 1.0; y = 2 } else { x = 2.0; y = 3 } let mut z; z = x; z += 1.0; z + y as f32 }
fn infer_later() -> u32 { let mut a = [0; 4]; a[0] = 5u32; let mut m = 0; m += a[1]; m }
fn early(x: i32) -> i32 { if x > LIMIT { return LIMIT } let y = if x > 5 { 5 } else { return 1 }; y }
fn ptrs(p: *mut f32) -> f32 { unsafe { let q = p.add(1); *q = 1.0; let r: &mut f32 = &mut *q; *r += 1.0; q.write(2.0); *q.sub(1) } }
fn muts(v: &mut V2) -> f32 { v.set(1.0); v.x += 1.0; let w = &v.y; *w + v.len2() }
fn while_break(n: u32) -> u32 { let mut i = n; while true { if i % 7 == 0 { break; } i += 1; } i }
fn neg() -> (i32, f32, i64) { (-5, -1.5e-3, -(3)) }
fn hex() -> (u32, u64, i32) { (0xFFFF_FFFF, 0xFFFF_FFFF_FFFF_FFFF, 0b1010 | 0o17) }
fn four(v: Float4) -> f32 { let Float4 { x, y, .. } = v; let Int4 { w, .. } = Int4::splat(3); x + y + v.z + w as f32 }
fn refs() -> f32 { let mut a = [1.0, 2.0]; let r = &mut a; r[0] = 5.0; let s = &r[..]; s[1] + s.len() as f32 }
fn labelled(x: u32) -> u32 { let r = 'b: { if x == 1 { break 'b 10 } if x == 2 { break 'b 20 } 30 }; r }
fn never_if(x: u32) -> u32 { if x == 0 { loop { } } else { x } }
fn boolmath(a: bool, b: bool) -> u32 { (a & b | a ^ b) as u32 + (a != b) as u32 }
#[kernel]
pub unsafe fn main_kernel(x: *const i32, out: *mut f32, n: i32, m: usize) {
    let i = thread::index_1d();
    let v = V2::make(2.0);
    let w = V2 { y: 1.0, ..v };
    let f = [abs(n), clamp(n, 0, 5)]; *out = v.dot(w) + f[0] as f32 + WARP as f32;
}
const fn as_(x: i32) -> i32 { x }
"#;
