//! Enums in buffers, laid out as `#[repr(C)]` and `#[repr(u8)]` ask for, and what
//! needs no layout of its own.

use super::data::{Case, case};

/// What the kernels use. What lies behind the values of a variant is rustc's to write
/// as it likes; `tidy` makes it zero.
const TYPES: &str = "
#[derive(Clone, Copy, PartialEq)]
#[repr(u32)]
enum Cell { Empty, Wall = 7, Food }
#[derive(Clone, Copy)]
#[repr(u8)]
enum Small { A = 3, B, C = 200 }
#[derive(Clone, Copy)]
#[repr(C)]
enum Plain { Zero, One, Two }
#[derive(Clone, Copy)]
#[repr(C)]
enum Shape { Circle(f32), Rect { w: f32, h: f32 }, Dot, Tri(f32, f32, u32) }
#[derive(Clone, Copy)]
#[repr(u32)]
enum Item { Float(f32), Pair(u32, i32), Nothing }
#[derive(Clone, Copy)]
#[repr(u8)]
enum Packed { Byte(u8, u8, u8), Short(u8, u16), Flags { a: bool, b: u8, c: bool } }
#[derive(Clone, Copy)]
#[repr(C, u8)]
enum Mixed { Byte([u8; 3]), Three(u8, u8, u8) }
#[derive(Clone, Copy)]
#[repr(C)]
struct Holder { first: u32, shape: Shape, last: [f32; 2] }
#[derive(Clone, Copy)]
#[repr(C)]
enum Nested { Shape(Shape), Item(Item, u32), Cell(Cell) }
#[derive(Clone, Copy)]
struct Loose { a: u32, m: i32, z: f32 }
#[derive(Clone, Copy)]
struct One<T>(T);
type Pair = (u32, f32);
type Bytes = (u8, i8, u8);
type Flags = (bool, bool);
trait Tidy { unsafe fn tidy(p: *mut Self); }
impl Tidy for Shape {
    unsafe fn tidy(p: *mut Self) {
        let w = p as *mut u32;
        let used = match *w { 0 => 2, 1 => 3, 2 => 1, _ => 4 };
        for k in used..4 { *w.add(k) = 0; }
    }
}
impl Tidy for Item {
    unsafe fn tidy(p: *mut Self) {
        let w = p as *mut u32;
        let used = match *w { 0 => 2, 1 => 3, _ => 1 };
        for k in used..3 { *w.add(k) = 0; }
    }
}
impl Tidy for Holder {
    unsafe fn tidy(p: *mut Self) { Shape::tidy((p as *mut u32).add(1) as *mut Shape); }
}
impl Tidy for Nested {
    unsafe fn tidy(p: *mut Self) {
        let w = p as *mut u32;
        if *w == 0 { Shape::tidy(w.add(1) as *mut Shape); } else if *w == 2 { for k in 2..5 { *w.add(k) = 0; } }
    }
}
impl Shape {
    fn area(&self) -> f32 {
        match self { Shape::Circle(r) => r * r * 3.0, Shape::Rect { w, h } => w * h, Shape::Dot => 0.5, Shape::Tri(a, b, c) => a * b + *c as f32 }
    }
    fn of(i: u32) -> Shape {
        match i % 4 { 0 => Shape::Circle(i as f32), 1 => Shape::Rect { w: i as f32, h: 2.0 }, 2 => Shape::Dot, _ => Shape::Tri(1.0, i as f32, i) }
    }
}
";

/// Names, the types of two buffers, and bodies that write `out` and `out2`, and read
/// what they have written.
const BODIES: [(&str, &str, &str, &str); 20] = [
    (
        "an enum of numbers in a buffer",
        "Cell",
        "u32",
        "*out.add(i) = if i % 3 == 0 { Cell::Wall } else if i % 3 == 1 { Cell::Food } else { Cell::Empty }; *out2.add(i) = (*out.add(i) == Cell::Food) as u32 * 10 + *out.add(i) as u32;",
    ),
    (
        "an enum of bytes in a buffer",
        "Small",
        "u32",
        "*out.add(i) = match i % 3 { 0 => Small::A, 1 => Small::B, _ => Small::C }; *out2.add(i) = match *out.add(i) { Small::A => 1, Small::B => 2, Small::C => *out.add(i) as u32 };",
    ),
    (
        "an enum of C in a buffer",
        "Plain",
        "u32",
        "*out.add(i) = match i % 3 { 0 => Plain::Two, 1 => Plain::One, _ => Plain::Zero }; *out2.add(i) = *out.add(i) as u32;",
    ),
    (
        "an enum with values in a buffer",
        "Shape",
        "f32",
        "*out.add(i) = Shape::of(i as u32); *out2.add(i) = (*out.add(i)).area(); Shape::tidy(out.add(i));",
    ),
    (
        "an enum with values, written as each variant",
        "Shape",
        "f32",
        "*out.add(i) = Shape::Tri(1.0, 2.0, 3); *out.add(i) = Shape::Circle(4.0); *out2.add(i) = (*out.add(i)).area(); *out.add(i) = Shape::Dot; if i % 2 == 0 { *out.add(i) = Shape::Rect { w: 5.0, h: 6.0 }; } Shape::tidy(out.add(i));",
    ),
    (
        "an enum with values, copied",
        "Shape",
        "f32",
        "*out.add(2 * i) = Shape::of(i as u32 + 1); *out.add(2 * i + 1) = *out.add(2 * i); let s = *out.add(2 * i + 1); *out2.add(i) = s.area(); Shape::tidy(out.add(2 * i)); Shape::tidy(out.add(2 * i + 1));",
    ),
    (
        "an enum with values, by reference",
        "Shape",
        "f32",
        "*out.add(i) = Shape::of(i as u32); let r = &mut *out.add(i); if let Shape::Rect { w, h } = r { *w += 1.0; *h *= 2.0; } if let Shape::Circle(r) = r { *r += 0.5; } *out2.add(i) = r.area(); Shape::tidy(out.add(i));",
    ),
    (
        "an enum with a number of its own size",
        "Item",
        "u32",
        "*out.add(i) = match i % 3 { 0 => Item::Float(1.5 * i as f32), 1 => Item::Pair(i as u32, -7), _ => Item::Nothing }; *out2.add(i) = match *out.add(i) { Item::Float(x) => x as u32, Item::Pair(a, b) => a + b as u32, Item::Nothing => 99 }; Item::tidy(out.add(i));",
    ),
    (
        "an enum of bytes with values",
        "Packed",
        "u32",
        "*out.add(i) = match i % 3 { 0 => Packed::Byte(1, i as u8, 3), 1 => Packed::Short(9, 500 + i as u16), _ => Packed::Flags { a: i % 2 == 0, b: 77, c: true } }; *out2.add(i) = match *out.add(i) { Packed::Byte(a, b, c) => a as u32 + b as u32 * 2 + c as u32, Packed::Short(a, b) => a as u32 + b as u32, Packed::Flags { a, b, c } => a as u32 + b as u32 + c as u32 * 1000 };",
    ),
    (
        "an enum of C with a byte for a number",
        "Mixed",
        "u32",
        "*out.add(i) = if i % 2 == 0 { Mixed::Byte([1, i as u8, 2]) } else { Mixed::Three(7, 8, i as u8) }; *out2.add(i) = match *out.add(i) { Mixed::Byte([a, b, c]) => a as u32 + b as u32 + c as u32, Mixed::Three(a, b, c) => a as u32 * b as u32 + c as u32 };",
    ),
    (
        "an enum in a structure",
        "Holder",
        "f32",
        "*out.add(i) = Holder { first: i as u32, shape: Shape::of(i as u32), last: [1.0, i as f32] }; (*out.add(i)).last[0] = 3.0; *out2.add(i) = (*out.add(i)).shape.area() + (*out.add(i)).last[1]; Holder::tidy(out.add(i));",
    ),
    (
        "an enum in a structure, changed",
        "Holder",
        "f32",
        "*out.add(i) = Holder { first: 1, shape: Shape::Dot, last: [0.0; 2] }; (*out.add(i)).shape = Shape::of(i as u32 + 3); let h = *out.add(i); *out2.add(i) = h.shape.area() + h.first as f32; Holder::tidy(out.add(i));",
    ),
    (
        "an enum in an enum",
        "Nested",
        "f32",
        "*out.add(i) = match i % 3 { 0 => Nested::Shape(Shape::of(i as u32)), 1 => Nested::Item(Item::Pair(1, 2), 5), _ => Nested::Cell(Cell::Wall) }; *out2.add(i) = match *out.add(i) { Nested::Shape(s) => s.area(), Nested::Item(Item::Pair(a, b), c) => (a + b as u32 + c) as f32, Nested::Item(..) => 1.0, Nested::Cell(c) => c as u32 as f32 }; Nested::tidy(out.add(i));",
    ),
    (
        "an array of enums",
        "[Shape; 2]",
        "f32",
        "*out.add(i) = [Shape::of(i as u32), Shape::of(i as u32 + 1)]; (*out.add(i))[i % 2] = Shape::Circle(2.5); *out2.add(i) = (*out.add(i))[0].area() + (*out.add(i))[1].area(); Shape::tidy(out.add(i) as *mut Shape); Shape::tidy((out.add(i) as *mut Shape).add(1));",
    ),
    (
        "sizes of enums",
        "u32",
        "u32",
        "*out.add(i) = (core::mem::size_of::<Shape>() + 100 * core::mem::size_of::<Item>() + 10000 * core::mem::size_of::<Packed>()) as u32; *out2.add(i) = (core::mem::size_of::<Mixed>() + 100 * core::mem::size_of::<Holder>() + 10000 * core::mem::size_of::<Nested>()) as u32;",
    ),
    (
        "enums in shared memory",
        "f32",
        "f32",
        "let s = cuda_std::shared_array![Shape; 32]; *s.add(i) = Shape::of(i as u32); thread::sync_threads(); *out.add(i) = (*s.add(31 - i)).area(); *out2.add(i) = 1.0;",
    ),
    (
        "tuples of numbers of one width in a buffer",
        "Pair",
        "f32",
        "*out.add(i) = (i as u32 + 3, i as f32 * 0.5); let (a, b) = *out.add(i); (*out.add(i)).0 += 1; *out2.add(i) = a as f32 * b + (*out.add(i)).0 as f32;",
    ),
    (
        "tuples of bytes, and of truth values, in buffers",
        "Bytes",
        "Flags",
        "*out.add(i) = (i as u8, -(i as i8), 7); *out2.add(i) = (i % 2 == 0, (*out.add(i)).2 > 6);",
    ),
    (
        "structures of numbers of one width, without a layout of their own",
        "Loose",
        "Loose",
        "*out.add(i) = Loose { z: 1.0, a: i as u32, m: -2 }; let l = *out.add(i); *out2.add(i) = Loose { a: l.a + 1, z: l.z * 2.0, ..l };",
    ),
    (
        "structures of one field, without a layout of their own",
        "One<[u32; 3]>",
        "One<f64>",
        "*out.add(i) = One([i as u32, 2, 3]); *out2.add(i) = One((*out.add(i)).0[0] as f64 + 0.5);",
    ),
];

pub(crate) fn cases() -> Vec<Case> {
    let each = BODIES.iter().map(|(name, first, second, body)| {
        let text = format!(
            "{TYPES}
#[kernel]
pub unsafe fn k(out: *mut {first}, out2: *mut {second}) {{
    let i = thread::index_1d() as usize;
    {body}
}}"
        );
        let case = case(name, &text);
        if body.contains("sync_threads") { case.cooperative() } else { case }
    });
    each.collect()
}
