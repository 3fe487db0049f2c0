//! Values of every width at every place: read and written where nothing is known of the
//! alignment, in buffers of bytes, of words and in shared memory.

use super::data::{Case, case};

/// A type, how many bytes it has, and `v` of it as an `i32` that all its bits decide.
const TYPES: [(&str, usize, &str); 15] = [
    ("u8", 1, "v as i32"),
    ("i16", 2, "v as i32"),
    ("u16", 2, "v as i32"),
    ("i32", 4, "v"),
    ("u32", 4, "v as i32"),
    ("f32", 4, "v.to_bits() as i32"),
    ("u64", 8, "(v ^ v >> 32).wrapping_mul(0x9e37) as i32"),
    ("i64", 8, "(v ^ v >> 32) as i32"),
    ("f64", 8, "(v.to_bits() ^ v.to_bits() >> 32) as i32"),
    ("u128", 16, "(v ^ v >> 32 ^ v >> 64 ^ v >> 96) as i32"),
    ("[u16; 3]", 6, "v[0] as i32 + v[1] as i32 * 5 + v[2] as i32 * 7"),
    ("[u32; 2]", 8, "(v[0] ^ v[1].rotate_left(7)) as i32"),
    ("Mixed", 8, "v.byte as i32 + v.half as i32 * 5 + v.word as i32"),
    ("Pair", 8, "v.0 as i32 + v.1.to_bits() as i32"),
    ("Words", 8, "(v.words[0] ^ v.words[1] >> 3) as i32"),
];

const STRUCTURES: &str = "
#[derive(Clone, Copy)]
#[repr(C)]
struct Mixed { byte: u8, half: i16, word: u32 }
#[derive(Clone, Copy)]
#[repr(C)]
struct Pair(u32, f32);
#[derive(Clone, Copy)]
#[repr(C)]
struct Words { words: [u32; 2] }";

pub(crate) fn cases() -> Vec<Case> {
    let mut cases = Vec::new();
    for (ty, bytes, number) in TYPES {
        // What lies between the members of a structure is rustc's to write as it likes.
        let whole = if ty == "Mixed" { "u64" } else { ty };
        let mut add = |name: &str, body: &str| {
            let text = format!(
                "{STRUCTURES}
#[kernel]
pub unsafe fn body(a: &[i32], p: *const i32, words: *mut i32, out: *mut i32) {{
    let i = thread::index_1d() as usize;
    {}
}}",
                body.replace("{T}", ty)
                    .replace("{W}", whole)
                    .replace("{N}", &bytes.to_string())
                    .replace("{v}", number)
            );
            cases.push(case(&format!("{name}: {ty}"), &text));
        };
        // As far as the buffer reaches, at every place modulo 16.
        add(
            "read anywhere",
            "let b = p as *const u8; let v = b.add(i * 3 % 112 + i % 2).cast::<{T}>().read_unaligned(); *out.add(i) = {v};",
        );
        add(
            "read by the function",
            "let b = a.as_ptr() as *const u8; let v = core::ptr::read_unaligned(b.add(i * 7 % 111) as *const {T}); *out.add(i) = {v};",
        );
        add(
            "read where it is known",
            "let b = p as *const u8; let v = (b.add(5) as *const {T}).read_unaligned(); let w = v; let v = (b.add(16 * (i % 4)) as *const {T}).read_unaligned(); let x = {v}; let v = w; *out.add(i) = x ^ {v};",
        );
        add(
            "read and written anywhere",
            "if i < 16 { let from = (p as *const u8).add(i * 5 + 1) as *const {W}; let to = (words as *mut u8).add(i * ({N} + 1) + 3) as *mut {W}; to.write_unaligned(from.read_unaligned()); } *out.add(i) = 1;",
        );
        add(
            "written by the function",
            "if i < 12 { let v = core::ptr::read_unaligned((p as *const u8).add(i * 4) as *const {W}); core::ptr::write_unaligned((words as *mut u8).add(i * {N} + 1) as *mut {W}, v); } *out.add(i) = i as i32;",
        );
    }
    cases
}
