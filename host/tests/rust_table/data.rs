//! What the kernels of the table are run on.
//!
//! A parameter's type and name say what it is given. `*mut T` is zero at first,
//! unless its name begins with `io`. Everything else holds numbers that are exact
//! and tame, or, if the name begins with `wild`, numbers with which arithmetic
//! goes wrong. There are as many elements as threads, and four times as many of a
//! `*mut T`. A number is given by its type, and `n` is the number of threads.

use crate::common::adapter::Adapter;
use crate::common::{Argument, Kernel};
use warpbench_generate::rust::RustField;
use warpbench_generate::{Scalar, Slot};

/// A kernel of the table.
#[derive(Clone, Debug)]
pub(crate) struct Case {
    name: String,
    text: String,
    near: Option<(f32, f32)>,
    grid: [u32; 3],
    block: [u32; 3],
    constants: Vec<(String, u32)>,
    /// What parameters are given that are no numbers, by their names.
    values: Vec<(String, Argument)>,
    is_cooperative: bool,
    dynamic_shared_bytes: u32,
    is_simulated_only: bool,
}

/// Memory that a kernel is given.
#[derive(Clone, Debug)]
pub(crate) struct Memory {
    pub(crate) name: String,
    /// What it holds at first.
    pub(crate) words: Vec<u32>,
    scalar: Scalar,
}

/// A kernel; the imports that all of them need are added.
pub(crate) fn case(name: &str, text: &str) -> Case {
    Case {
        name: name.to_owned(),
        text: format!("use cuda_std::prelude::*;\n{}\n", text.trim()),
        near: None,
        grid: [1, 1, 1],
        block: [32, 1, 1],
        constants: Vec::new(),
        values: Vec::new(),
        is_cooperative: false,
        dynamic_shared_bytes: 0,
        is_simulated_only: false,
    }
}

/// A kernel that computes one expression of `x` and `y`, which are of a type, and
/// whose data is called `wild` or not.
pub(crate) fn each(data: &str, ty: &str, result: &str, expression: &str) -> Case {
    let text = format!(
        "#[kernel]
pub unsafe fn each({data}: &[{ty}], out: *mut {result}) {{
    let i = thread::index_1d() as usize;
    let x = {data}[i];
    let y = {data}[(i * 7 + 3) % {data}.len()];
    *out.add(i) = {expression};
}}"
    );
    case(&format!("{expression} of {data} {ty}"), &text)
}

impl Case {
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Results may be apart, in relation to the larger or as they are.
    pub(crate) fn within(mut self, relative: f32, absolute: f32) -> Case {
        self.near = Some((relative, absolute));
        self
    }

    pub(crate) fn launch(mut self, grid: [u32; 3], block: [u32; 3]) -> Case {
        (self.grid, self.block) = (grid, block);
        self
    }

    pub(crate) fn constant(mut self, name: &str, value: u32) -> Case {
        self.constants.push((name.to_owned(), value));
        self
    }

    /// A parameter is given a value of several numbers, each with its size in bytes,
    /// of which `text` makes it: `#0;` is the first.
    pub(crate) fn given(mut self, name: &str, numbers: &[(u64, u32)], text: &str) -> Case {
        self.values.push((name.to_owned(), Argument::Value(numbers.to_vec(), text.to_owned())));
        self
    }

    /// Its threads wait for one another.
    pub(crate) fn cooperative(mut self) -> Case {
        self.is_cooperative = true;
        self
    }

    pub(crate) fn dynamic(mut self, bytes: u32) -> Case {
        self.dynamic_shared_bytes = bytes;
        self
    }

    /// It needs warps of 32 lanes, which an adapter need not have.
    pub(crate) fn simulated_only(mut self) -> Case {
        self.is_simulated_only = true;
        self
    }

    pub(crate) fn near(&self) -> Option<Slot> {
        self.near.map(|(relative, absolute)| Slot::Near { relative, absolute })
    }

    /// Whether its text names numbers of 64 bits or more.
    pub(crate) fn is_wide(&self) -> bool {
        ["u64", "i64", "f64", "128"].iter().any(|wide| self.text.contains(wide))
    }

    pub(crate) fn runs_on(&self, adapter: &Adapter) -> bool {
        !self.is_simulated_only && (adapter.is_wide() || !self.is_wide())
    }

    /// The kernel with what it is given.
    pub(crate) fn prepare(&self) -> (Kernel, Vec<Memory>) {
        let (entry, parameters) = signature(&self.text);
        let threads = self.grid.iter().chain(&self.block).product::<u32>();
        let mut memories = Vec::new();
        let mut arguments = Vec::new();
        for (name, ty) in parameters {
            if let Some((_, value)) = self.values.iter().find(|(given, _)| *given == name) {
                arguments.push(value.clone());
                continue;
            }
            let element = ["&[", "*const ", "*mut "].iter().find_map(|kind| ty.strip_prefix(kind));
            match element {
                Some(element) => {
                    let element = element.trim_end_matches(']');
                    let is_output = ty.starts_with("*mut");
                    let memory = memory(&name, element, is_output, threads);
                    arguments.push(Argument::Memory(memory.words.clone()));
                    memories.push(memory);
                }
                None => arguments.push(number(&name, &ty, threads)),
            }
        }
        let kernel = Kernel {
            text: self.text.clone(),
            entry,
            constants: self.constants.clone(),
            arguments,
            grid: self.grid,
            block: self.block,
            is_cooperative: self.is_cooperative,
            dynamic_shared_bytes: self.dynamic_shared_bytes,
        };
        (kernel, memories)
    }
}

impl Memory {
    /// What lies in it, all over.
    pub(crate) fn field(&self, near: Option<Slot>) -> RustField {
        let slot = match self.scalar {
            Scalar::F32 | Scalar::F64 => near.unwrap_or(Slot::Float),
            _ => Slot::Exact,
        };
        RustField { offset: 0, scalar: self.scalar, slot }
    }

    /// Bytes of an element.
    pub(crate) fn stride(&self) -> u32 {
        if matches!(self.scalar, Scalar::I64 | Scalar::U64 | Scalar::F64) { 8 } else { 4 }
    }
}

/// The name of the kernel of a text, and its parameters' names and types.
fn signature(text: &str) -> (String, Vec<(String, String)>) {
    let start = text.find("#[kernel]").expect("there is a kernel");
    let start = start + text[start..].find(" fn ").expect("it is a function") + 4;
    let open = start + text[start..].find('(').expect("it has parameters");
    let close = open + text[open..].find(')').expect("they end");
    let name = text[start..open].split('<').next().unwrap_or_default().to_owned();
    let parameters = (text[open + 1..close].split(','))
        .filter_map(|parameter| parameter.split_once(':'))
        .map(|(name, ty)| (name.trim().trim_start_matches("mut ").to_owned(), ty.trim().to_owned()))
        .collect();
    (name, parameters)
}

fn memory(name: &str, element: &str, is_output: bool, threads: u32) -> Memory {
    let is_wild = name.starts_with("wild");
    let scalar = match element {
        "f32" | "Float4" => Scalar::F32,
        "i32" | "Int4" => Scalar::I32,
        "u64" | "usize" => Scalar::U64,
        "i64" | "isize" => Scalar::I64,
        "f64" => Scalar::F64,
        // Structures are made of words, which are compared as such.
        _ => Scalar::U32,
    };
    // Vectors and structures have four words at most.
    let is_number = ["f32", "i32", "u32", "u64", "i64", "f64", "usize", "isize"].contains(&element);
    if let Some(bytes) = narrow_bytes(element) {
        let count = if is_output { 4 * threads } else { threads };
        let is_zero = is_output && !name.starts_with("io");
        let words = narrow_words(element, bytes, if is_zero { None } else { Some(is_wild) }, count);
        return Memory { name: name.to_owned(), words, scalar };
    }
    if element == "u128" || element == "i128" {
        let count = if is_output { 4 * threads } else { threads };
        let words = match is_output && !name.starts_with("io") {
            true => vec![0; 4 * count as usize],
            false => (0..count).flat_map(|i| wide_words(is_wild, i)).collect(),
        };
        return Memory { name: name.to_owned(), words, scalar };
    }
    // What is written may be larger, up to eight words for each.
    let count = match (is_output, is_number) {
        (true, false) => 8 * threads,
        (false, true) => threads,
        _ => 4 * threads,
    };
    let words = match is_output && !name.starts_with("io") {
        true if matches!(scalar, Scalar::U64 | Scalar::I64 | Scalar::F64) => {
            vec![0; 2 * count as usize]
        }
        true => vec![0; count as usize],
        false if !is_number && scalar == Scalar::U32 => {
            (0..count).map(|i| tame(i).to_bits()).collect()
        }
        false => (0..count).flat_map(|i| element_words(scalar, is_wild, i)).collect(),
    };
    Memory { name: name.to_owned(), words, scalar }
}

/// Bytes of a number that is narrower than a word.
fn narrow_bytes(element: &str) -> Option<u32> {
    match element {
        "u8" | "i8" | "bool" => Some(1),
        "u16" | "i16" | "f16" | "bf16" => Some(2),
        _ => None,
    }
}

/// Narrow numbers side by side: zeros, or tame ones, or wild ones.
fn narrow_words(element: &str, bytes: u32, is_wild: Option<bool>, count: u32) -> Vec<u32> {
    /// The ends of both widths, with and without a sign.
    const WILD: [u32; 16] =
        [0, 1, 2, 7, 8, 15, 16, 31, 32, 100, 0x7f, 0x80, 0x81, 0xfe, 0xff, 0x55];
    let number = |i: u32| match (is_wild, element) {
        (None, _) => 0,
        (_, "bool") => i % 3 % 2,
        (Some(true), "f16") => {
            u32::from(half::f16::from_f32(WILD_FLOATS[i as usize % WILD_FLOATS.len()]).to_bits())
        }
        (_, "f16") => u32::from(half::f16::from_f32(tame(i)).to_bits()),
        (Some(true), "bf16") => {
            u32::from(half::bf16::from_f32(WILD_FLOATS[i as usize % WILD_FLOATS.len()]).to_bits())
        }
        (_, "bf16") => u32::from(half::bf16::from_f32(tame(i)).to_bits()),
        (Some(true), _) if bytes == 2 => {
            let byte = |by: u32| WILD[(i.wrapping_mul(by) >> 3) as usize % WILD.len()];
            if i.is_multiple_of(2) {
                byte(11) << 8 | byte(29)
            } else {
                WILD[i as usize / 2 % WILD.len()] << (i / 16 % 2 * 8)
            }
        }
        (Some(true), _) => WILD[(i.wrapping_mul(13) >> 1) as usize % WILD.len()],
        _ => i * 37 % 101,
    };
    let per_word = 4 / bytes;
    (0..count.div_ceil(per_word))
        .map(|word| {
            let each = (0..per_word).map(|at| number(word * per_word + at) << (8 * bytes * at));
            each.fold(0, |word, part| word | part)
        })
        .collect()
}

/// Floats that are multiples of a sixteenth below 64.
fn tame(i: u32) -> f32 {
    let spread = (i.wrapping_mul(0x9e37_79b9) >> 21) as f32;
    (spread - 1024.0) / 16.0
}

/// Floats that are too large, too small, or none.
const WILD_FLOATS: [f32; 20] = [
    f32::NAN,
    f32::INFINITY,
    f32::NEG_INFINITY,
    0.0,
    -0.0,
    -1.5,
    1.5,
    0.5,
    -0.5,
    2.5,
    3e9,
    -3e9,
    2147483648.0,
    2147483520.0,
    -2147483648.0,
    4294967296.0,
    1e20,
    -1e20,
    f32::MAX,
    255.99,
];

/// Integers at the ends of their types, and shifts' worst distances.
const WILD_WORDS: [u64; 20] = [
    0,
    1,
    2,
    31,
    32,
    33,
    63,
    64,
    65,
    1000,
    0x7fff_ffff,
    0x8000_0000,
    0x8000_0001,
    0xffff_fffe,
    0xffff_ffff,
    0x1_0000_0000,
    0x7fff_ffff_ffff_ffff,
    0x8000_0000_0000_0000,
    0xffff_ffff_ffff_fffe,
    0xffff_ffff_ffff_ffff,
];

fn element_words(scalar: Scalar, is_wild: bool, i: u32) -> Vec<u32> {
    let wild_float = WILD_FLOATS[i as usize % WILD_FLOATS.len()];
    let float = if is_wild { wild_float } else { tame(i) };
    let word = match is_wild {
        true => WILD_WORDS[i as usize % WILD_WORDS.len()],
        false => u64::from(i * 37 % 101),
    };
    match scalar {
        Scalar::F32 => vec![float.to_bits()],
        Scalar::F64 => {
            // Beyond what a `u64` holds as well.
            let scale = if is_wild && float.abs() > 1e9 { 4294967296.0 } else { 1.0 };
            let bits = (f64::from(float) * scale).to_bits();
            vec![bits as u32, (bits >> 32) as u32]
        }
        Scalar::I64 => {
            let word = if is_wild { word } else { word.wrapping_sub(50) };
            vec![word as u32, (word >> 32) as u32]
        }
        Scalar::U64 => vec![word as u32, (word >> 32) as u32],
        Scalar::I32 if !is_wild => vec![(word as i32 - 50) as u32],
        // The upper halves of wide numbers are as awkward as the lower.
        _ if word > u64::from(u32::MAX) => vec![(word >> 32) as u32],
        _ => vec![word as u32],
    }
}

/// Integers of 128 bits: small ones, of which some are below zero, or two halves
/// with which arithmetic goes wrong.
fn wide_words(is_wild: bool, i: u32) -> Vec<u32> {
    let tame = i128::from(i * 37 % 101) - 20;
    let wild = |i: u32| WILD_WORDS[i as usize % WILD_WORDS.len()];
    let halves = match (is_wild, i % 4) {
        (false, _) => [tame as u64, (tame >> 64) as u64],
        (true, 0) => [wild(i / 4), 0],
        (true, 1) => [0, wild(i * 3 + 1)],
        (true, _) => [wild(i * 7 + 1), wild(i * 11 + 13)],
    };
    halves.into_iter().flat_map(|half| [half as u32, (half >> 32) as u32]).collect()
}

/// A number for a parameter.
fn number(name: &str, ty: &str, threads: u32) -> Argument {
    match ty {
        "u32" if name == "n" => Argument::Bits(threads.into(), 4),
        "usize" if name == "n" => Argument::Bits(threads.into(), 4),
        "u32" => Argument::Bits(7, 4),
        "u8" => Argument::Bits(200, 4),
        "i8" => Argument::Bits(u64::from(-5i32 as u32), 4),
        "u16" => Argument::Bits(60_000, 4),
        "i16" => Argument::Bits(u64::from(-300i32 as u32), 4),
        "bool" => Argument::Bits(1, 4),
        "i32" => Argument::Bits(u64::from(-5i32 as u32), 4),
        "f32" => Argument::Bits(2.5f32.to_bits().into(), 4),
        "usize" => Argument::Bits(3, 4),
        "u64" => Argument::Bits(0x12_3456_789a, 8),
        "i64" => Argument::Bits(-0x12_3456_789ai64 as u64, 8),
        "f64" => Argument::Bits(2.125f64.to_bits(), 8),
        other => panic!("{name} is of type {other}, for which there is no number"),
    }
}
