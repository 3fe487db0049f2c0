//! Structures, arrays and tuples that a kernel is given by value.

use super::data::{Case, case};

const HALF: u64 = 0x3f00_0000;
const THREE: u64 = 0x4040_0000;
const MINUS_TWO: u64 = 0xc000_0000;

/// A kernel that has one parameter `p` of a type `P` besides what it reads and writes.
fn with(name: &str, items: &str, body: &str, numbers: &[(u64, u32)], text: &str) -> Case {
    let kernel = format!(
        "{items}
#[kernel]
pub unsafe fn with(a: &[i32], p: P, out: *mut i32) {{
    let i = thread::index_1d() as usize;
    let x = a[i];
    *out.add(i) = {{ {body} }};
}}"
    );
    case(name, &kernel).given("p", numbers, text)
}

pub(crate) fn parameters() -> Vec<Case> {
    let point = "#[derive(Clone, Copy)] #[repr(C)] pub struct P { x: f32, y: f32, id: i32 }";
    let point_value = "P { x: #0;, y: #1;, id: #2; }";
    let point_numbers = [(HALF, 4), (THREE, 4), (7, 4)];
    vec![
        with(
            "a structure by value",
            point,
            "p.id * x + (p.x * p.y * 100.0) as i32",
            &point_numbers,
            point_value,
        ),
        with(
            "a structure by value with methods",
            &format!(
                "{point} impl P {{ fn area(&self) -> f32 {{ self.x * self.y }} fn next(mut self) -> Self {{ self.id += 1; self }} }}"
            ),
            "p.next().next().id * x + (p.area() * 10.0) as i32",
            &point_numbers,
            point_value,
        ),
        with(
            "a structure by value that is changed",
            point,
            "let mut p = p; p.id ^= x; p.y -= 1.0; let q = &mut p; q.id += 2; p.id + p.y as i32",
            &point_numbers,
            point_value,
        ),
        with(
            "a structure by value taken apart",
            point,
            "let P { x: u, id, .. } = p; id - x + (u * 8.0) as i32",
            &point_numbers,
            point_value,
        ),
        with(
            "an array by value",
            "type P = [i32; 5];",
            "p[i % 5] * x + p.iter().sum::<i32>() + p.len() as i32",
            &[(3, 4), (0xffff_fffe, 4), (11, 4), (5, 4), (1, 4)],
            "[#0;, #1;, #2;, #3;, #4;]",
        ),
        with(
            "an array by value that is sorted",
            "type P = [i32; 4];",
            "let mut p = p; for k in 0..p.len() { for l in k + 1..p.len() { if p[l] < p[k] { p.swap(k, l); } } } p[i % 4] - x",
            &[(9, 4), (0xffff_ffff, 4), (4, 4), (4, 4)],
            "[#0;, #1;, #2;, #3;]",
        ),
        with(
            "a tuple by value",
            "type P = (i32, f32, u32);",
            "let (k, f, n) = p; k * x + (f * 4.0) as i32 + (n % 10) as i32 + p.0",
            &[(6, 4), (MINUS_TWO, 4), (4_000_000_000, 4)],
            "(#0;, #1;, #2;)",
        ),
        with(
            "wide and narrow numbers in a structure by value",
            "#[derive(Clone, Copy)] #[repr(C)] pub struct P { small: u8, wide: u64, signed: i16, yes: bool, last: f64 }",
            "let s = p.wide.wrapping_mul(x as u64) >> 32; s as i32 + p.small as i32 - p.signed as i32 + if p.yes { 1000 } else { 0 } + p.last as i32",
            &[
                (200, 1),
                (0x1234_5678_9abc_def0, 8),
                (0xffff_8001, 2),
                (1, 1),
                (0x4059_0000_0000_0000, 8),
            ],
            "P { small: #0;, wide: #1;, signed: #2;, yes: #3;, last: #4; }",
        ),
        with(
            "structures in structures by value",
            "#[derive(Clone, Copy)] #[repr(C)] pub struct Axis { from: i32, step: i32 } #[derive(Clone, Copy)] #[repr(C)] pub struct P { axes: [Axis; 2], by: (i32, i32) } impl Axis { fn at(&self, k: i32) -> i32 { self.from + k * self.step } }",
            "p.axes.iter().map(|axis| axis.at(x)).sum::<i32>() * p.by.0 + p.axes[i % 2].step * p.by.1",
            &[(1, 4), (2, 4), (10, 4), (0xffff_fffd, 4), (3, 4), (5, 4)],
            "P { axes: [Axis { from: #0;, step: #1; }, Axis { from: #2;, step: #3; }], by: (#4;, #5;) }",
        ),
        with(
            "a generic structure by value",
            "#[derive(Clone, Copy)] #[repr(C)] pub struct Range2<T> { low: T, high: T } type P = Range2<i32>; impl<T: Copy + PartialOrd> Range2<T> { fn clamp(&self, v: T) -> T { if v < self.low { self.low } else if v > self.high { self.high } else { v } } }",
            "p.clamp(x) * 3 + (p.high - p.low)",
            &[(0xffff_fffe, 4), (9, 4)],
            "Range2 { low: #0;, high: #1; }",
        ),
        with(
            "a vector by value",
            "use glam::Vec3; type P = Vec3;",
            "(p.dot(Vec3::new(1.0, 2.0, 4.0)) * 2.0) as i32 + x",
            &[(HALF, 4), (THREE, 4), (MINUS_TWO, 4)],
            "Vec3::new(#0;, #1;, #2;)",
        ),
    ]
}
