//! The kernel itself: its parameters, its body, and what it writes at its end.

use super::scope::{Lend, MOST_USIZE, RustVariable};
use super::types::{F32, I32, Ty, U32, bytes, is_narrow};
use super::writer::RustWriter;
use super::{RustArgument, RustBuffer, RustField, RustGrammar, RustProgram};
use crate::choices::Choices;
use crate::output::Slot;
use crate::types::Scalar;

pub(super) const INPUTS: u32 = 16;

/// What a thread has of each output for any use, and of that of the floats, for
/// what is not exact.
pub(super) const OWN: u32 = 2;

/// Words that atomic operations count in.
pub(super) const COUNTERS: u32 = 6;

/// Most values that the digest is made of.
const MOST_DIGESTED: usize = 24;

/// Blocks of less and more than a warp.
const BLOCKS: [u32; 5] = [1, 7, 32, 33, 48];

/// Numbers with which arithmetic goes wrong.
const SPECIAL: [u32; 9] =
    [0, 1, 2, 31, 0x7fff_ffff, 0x8000_0000, 0xffff_fffe, 0xffff_ffff, 0x7fc0_0000];

/// A parameter: how it is written, and what it is given.
pub(super) struct Parameter {
    pub text: String,
    pub argument: RustArgument,
}

pub fn rust_kernel<C: Choices>(choices: &mut C, grammar: &RustGrammar) -> RustProgram {
    let mut writer = RustWriter::new(choices, grammar);
    writer.uses.insert("use cuda_std::prelude::*;");
    let block = writer.pick(&BLOCKS);
    let blocks = 1 + writer.below(3);
    let threads = block * blocks;
    let mut globals = writer.constants();
    writer.structures();
    writer.compiled(&mut globals);
    writer.operators(&globals);
    writer.traits(&globals);
    for _ in 0..writer.below(4) {
        writer.function(&globals);
    }
    writer.body.clear();
    writer.result = Ty::Tuple(Vec::new());
    let mut constants = Vec::new();
    let mut generics = String::new();
    if writer.percent(12) {
        let name = writer.name("N");
        let value = 1 + writer.below(6);
        generics = format!("<const {name}: usize>");
        globals.push(RustVariable::index(&name, value));
        constants.push((name, value));
    }
    writer.scope = globals;
    let parameters = writer.kernel(threads);
    let entry = "generated".to_owned();
    let written: Vec<&str> = parameters.iter().map(|parameter| parameter.text.as_str()).collect();
    let mut text = String::new();
    for line in &writer.uses {
        text += &format!("{line}\n");
    }
    text += &writer.items;
    text += &writer.tames();
    text += &format!(
        "#[kernel]\npub unsafe fn {entry}{generics}({}) {{\n{}}}\n",
        written.join(", "),
        writer.body
    );
    RustProgram {
        text,
        entry,
        constants,
        arguments: parameters.into_iter().map(|parameter| parameter.argument).collect(),
        block: [block, 1, 1],
        blocks,
        is_wide: grammar.is_wide,
    }
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Writes the body of the kernel and returns its parameters.
    fn kernel(&mut self, threads: u32) -> Vec<Parameter> {
        let mut parameters = Vec::new();
        self.thread_index(threads, &mut parameters);
        self.inputs(&mut parameters);
        let mut near = self.outputs(threads, &mut parameters);
        self.other_buffers(threads, &mut parameters);
        self.scalar_parameters(&mut parameters);
        if self.percent(25) {
            self.value_parameter(&mut parameters);
        }
        let has_counters = self.percent(25);
        if has_counters {
            parameters.push(buffer("counters", "*mut u32", counters(), &[Scalar::U32]));
        }
        if self.percent(15) {
            self.shared();
        }
        let inside = self.scope.len();
        self.starters();
        for _ in 0..self.grammar.statements {
            self.statement(self.grammar.depth);
            if has_counters && self.percent(35) {
                self.atomic();
            }
        }
        self.pin(inside);
        self.digest();
        self.near(&mut near, &mut parameters);
        // The order of parameters is nobody's business.
        for last in (1..parameters.len()).rev() {
            parameters.swap(last, self.choices.below(last + 1));
        }
        parameters
    }

    /// Who the thread is, and whether there is anything for it to do.
    fn thread_index(&mut self, threads: u32, parameters: &mut Vec<Parameter>) {
        let text = match self.below(3) {
            0 => "thread::index_1d() as usize",
            1 => {
                "(thread::block_idx_x() * thread::block_dim_x() + thread::thread_idx_x()) as usize"
            }
            _ => {
                "thread::block_idx_x() as usize * thread::block_dim_x() as usize \
                 + thread::thread_idx_x() as usize"
            }
        };
        self.line(&format!("let i = {text};"));
        let count = threads - self.below(threads.min(3));
        self.line("if i >= n as usize {");
        self.line("    return;");
        self.line("}");
        parameters.push(scalar("n", &U32, count.into()));
        self.scope.push(RustVariable::index("i", threads - 1));
        self.scope.push(RustVariable::value("n", U32));
    }

    fn inputs(&mut self, parameters: &mut Vec<Parameter>) {
        let mut inputs =
            vec![("uints", Scalar::U32), ("ints", Scalar::I32), ("floats", Scalar::F32)];
        if self.grammar.is_wide {
            inputs.extend([("longs", Scalar::U64), ("doubles", Scalar::F64)]);
        }
        if self.grammar.is_narrow {
            inputs.extend([("bytes", Scalar::U8), ("shorts", Scalar::I16)]);
        }
        for (name, scalar) in inputs {
            let words = self.contents(scalar, INPUTS);
            let ty = Ty::Scalar(scalar);
            let is_slice = self.percent(50);
            let (text, place, lend) = match is_slice {
                true => (format!("&[{}]", ty.name()), format!("{name}[#]"), Lend::Slice),
                false => (
                    format!("*const {}", ty.name()),
                    format!("*{name}.add(#)"),
                    Lend::Pointer(name.to_owned(), false),
                ),
            };
            parameters.push(buffer(name, &text, words, &[scalar]));
            self.scope.push(RustVariable::many(name, &place, ty, INPUTS, lend));
        }
    }

    /// What a buffer holds at first.
    pub(super) fn contents(&mut self, scalar: Scalar, count: u32) -> Vec<u32> {
        let mut words = Vec::new();
        let per_word = (4 / bytes(scalar)).max(1);
        for _ in 0..count.div_ceil(per_word) {
            let tame = (self.below(2048) as f32 - 1024.0) / 16.0;
            match scalar {
                Scalar::F32 => words.push(tame.to_bits()),
                Scalar::F64 => {
                    let bits = f64::from(tame).to_bits();
                    words.extend([bits as u32, (bits >> 32) as u32]);
                }
                _ => {
                    for _ in 0..bytes(scalar).div_ceil(4) {
                        words.push(match self.percent(40) {
                            true => self.pick(&SPECIAL),
                            false => self.choices.word(),
                        });
                    }
                }
            }
        }
        words
    }

    /// Outputs, of which every thread has its own part. Returns the name of the
    /// float output, whose later elements are for what is not exact.
    fn outputs(&mut self, threads: u32, parameters: &mut Vec<Parameter>) -> String {
        let mut outputs = vec![("out_u", Scalar::U32, OWN + 1), ("out_i", Scalar::I32, OWN)];
        if self.grammar.is_wide {
            outputs.extend([("out_l", Scalar::I64, OWN), ("out_d", Scalar::F64, OWN)]);
        }
        if self.grammar.is_narrow {
            // Neighbours of one word belong to different threads.
            outputs.extend([("out_b", Scalar::U8, OWN + 1), ("out_s", Scalar::I16, OWN + 1)]);
            outputs.extend([("out_c", Scalar::I8, OWN), ("out_h", Scalar::U16, OWN)]);
        }
        outputs.push(("out_f", Scalar::F32, 2 * OWN));
        for (name, scalar, per_thread) in outputs {
            let words = self.contents(scalar, threads * per_thread);
            let fields = vec![scalar; per_thread as usize];
            parameters.push(buffer(name, &format!("*mut {}", scalar.name()), words, &fields));
            let ty = Ty::Scalar(scalar);
            let own = format!("{name}.add(i * {per_thread})");
            let variable = match self.percent(50) {
                true => {
                    let place = format!("*{name}.add(i * {per_thread} + #)");
                    RustVariable::many(name, &place, ty, OWN, Lend::Pointer(own, true))
                }
                false => {
                    let pointer = format!("own_{}", scalar.name());
                    self.line(&format!("let {pointer} = {own};"));
                    let place = format!("*{pointer}.add(#)");
                    let lend = Lend::Pointer(pointer.clone(), true);
                    RustVariable::many(&pointer, &place, ty, OWN, lend)
                }
            };
            self.scope.push(variable);
        }
        if self.percent(25) {
            self.data(threads, parameters);
        }
        "out_f".to_owned()
    }

    /// A buffer of structures, one for each thread.
    fn data(&mut self, threads: u32, parameters: &mut Vec<Parameter>) {
        let fields: Vec<Ty> = (0..1 + self.below(4)).map(|_| self.stored()).collect();
        let ty = self.structure_of(fields.clone());
        let mut contents: Vec<u8> = Vec::new();
        let mut places = Vec::new();
        let scalars: Vec<Scalar> = (fields.iter())
            .filter_map(|field| if let Ty::Scalar(scalar) = field { Some(*scalar) } else { None })
            .collect();
        let alignment = scalars.iter().map(|scalar| bytes(*scalar)).max().unwrap_or(4);
        let mut offset = 0u32;
        for scalar in &scalars {
            offset = offset.next_multiple_of(bytes(*scalar));
            places.push(RustField { offset, scalar: *scalar, slot: exact(*scalar) });
            offset += bytes(*scalar);
        }
        let stride = offset.next_multiple_of(alignment);
        for _ in 0..threads {
            let first = contents.len();
            for field in &places {
                contents.resize(first + field.offset as usize, 0);
                let words = self.contents(field.scalar, 1);
                let own = words.iter().flat_map(|word| word.to_le_bytes());
                contents.extend(own.take(bytes(field.scalar) as usize));
            }
            contents.resize(first + stride as usize, 0);
        }
        contents.resize(contents.len().next_multiple_of(4), 0);
        let words = contents.as_chunks::<4>().0.iter().map(|word| u32::from_le_bytes(*word));
        let words = words.collect();
        let text = format!("data: *mut {}", ty.name());
        let buffer = RustBuffer { name: "data".to_owned(), words, stride, fields: places };
        parameters.push(Parameter { text, argument: RustArgument::Buffer(buffer) });
        let lend = Lend::Pointer("data.add(i)".to_owned(), true);
        let variable = RustVariable::many("data", "*data.add(i)", ty.clone(), 1, lend);
        self.scope.push(RustVariable { limit: None, ..variable });
        self.declared.structs.push(ty);
    }

    fn scalar_parameters(&mut self, parameters: &mut Vec<Parameter>) {
        let mut kinds = vec![("k", I32), ("w", U32), ("f", F32), ("m", Ty::Usize)];
        if self.grammar.is_wide {
            kinds.extend([("q", Ty::Scalar(Scalar::U64)), ("d", Ty::Scalar(Scalar::F64))]);
        }
        if self.grammar.is_narrow {
            kinds.extend([("b", Ty::Scalar(Scalar::U8)), ("h", Ty::Scalar(Scalar::I16))]);
        }
        for (name, ty) in kinds {
            if !self.percent(35) {
                continue;
            }
            let bits = match &ty {
                Ty::Usize => self.below(MOST_USIZE + 1).into(),
                Ty::Scalar(scalar) => self.given_number(*scalar).0,
                _ => 0,
            };
            parameters.push(scalar(name, &ty, bits));
            self.scope.push(RustVariable::local(name, ty, false));
        }
    }

    /// Variables to begin with, different in every thread.
    fn starters(&mut self) {
        let mut starters = vec![U32, I32, F32];
        if self.grammar.is_wide {
            starters.extend([Scalar::I64, Scalar::U64, Scalar::F64].map(Ty::Scalar));
        }
        if self.grammar.is_narrow {
            let narrow = [Scalar::I8, Scalar::U8, Scalar::I16, Scalar::U16];
            starters.extend(narrow.map(Ty::Scalar));
        }
        for ty in starters {
            let scalar = if let Ty::Scalar(scalar) = ty { scalar } else { continue };
            let sources: Vec<String> = (self.visible().into_iter())
                .filter(|v| v.ty == ty && v.limit == Some(INPUTS))
                .map(|v| v.text.replace('#', &format!("i % {INPUTS}")))
                .collect();
            let value = match sources.first() {
                Some(source) => source.clone(),
                None => self.integer(scalar, 2, true).text,
            };
            let name = self.name("x");
            self.line(&format!("let mut {name} = {value};"));
            self.scope.push(RustVariable::local(&name, ty, true));
        }
        if self.percent(40) {
            let ty = self.any_type(2);
            let value = self.of_type_as(&ty, 1, true).text;
            let name = self.name("x");
            self.line(&format!("let mut {name} = {value};"));
            self.scope.push(RustVariable::local(&name, ty, true));
        }
    }

    /// A word of the block's memory for each thread.
    fn shared(&mut self) {
        self.uses.insert("use cuda_std::shared_array;");
        let integers: Vec<Scalar> = self.integers().into_iter().filter(|s| is_narrow(*s)).collect();
        let scalar = if integers.is_empty() { Scalar::U32 } else { self.pick(&integers) };
        self.line(&format!("let tile = shared_array![{}; 64];", scalar.name()));
        self.line("let t = thread::thread_idx_x() as usize;");
        let value = self.integer(scalar, 1, false).text;
        self.line(&format!("*tile.add(t) = {value};"));
        let lend = Lend::Pointer("tile.add(t)".to_owned(), true);
        let tile = RustVariable::many("tile", "*tile.add(t)", Ty::Scalar(scalar), 1, lend);
        self.scope.push(RustVariable { limit: None, ..tile });
    }

    /// Writes a word that depends on all variables.
    fn digest(&mut self) {
        self.line("let mut digest = 0u32;");
        let mut leaves = Vec::new();
        for variable in self.visible() {
            if variable.lend == Lend::Local && variable.limit.is_none() {
                flatten(&variable.ty, variable.text.clone(), &mut leaves);
            }
        }
        leaves.truncate(MOST_DIGESTED);
        for (text, ty) in leaves {
            let word = self.digest_word(&ty, &text);
            self.line(&format!("digest = digest * 31 ^ {word};"));
        }
        let per_thread = OWN + 1;
        self.line(&format!("*out_u.add(i * {per_thread} + {OWN}) = digest;"));
    }

    /// Writes what is not exact, and says how it is to be compared.
    fn near(&mut self, name: &mut String, parameters: &mut [Parameter]) {
        for number in OWN..2 * OWN {
            let (text, slot) = self.inexact();
            self.line(&format!("*{name}.add(i * {} + {number}) = {text};", 2 * OWN));
            for parameter in parameters.iter_mut() {
                match &mut parameter.argument {
                    RustArgument::Buffer(buffer) if buffer.name == *name => {
                        buffer.fields[number as usize].slot = slot;
                    }
                    _ => {}
                }
            }
        }
    }
}

/// All scalars of a value.
fn flatten(ty: &Ty, text: String, leaves: &mut Vec<(String, Ty)>) {
    match ty {
        Ty::Scalar(_) | Ty::Usize | Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => {
            leaves.push((text, ty.clone()));
        }
        Ty::Array(element, length) => {
            for index in 0..*length {
                flatten(element, format!("{text}[{index}]"), leaves);
            }
        }
        _ => {
            for (part, ty) in ty.parts() {
                flatten(&ty, format!("{text}{part}"), leaves);
            }
        }
    }
}

/// How two machines compare a number that both compute exactly.
fn exact(scalar: Scalar) -> Slot {
    if scalar.is_float() { Slot::Float } else { Slot::Exact }
}

/// A parameter for memory with so many numbers one after the other.
pub(super) fn buffer(name: &str, ty: &str, words: Vec<u32>, scalars: &[Scalar]) -> Parameter {
    let mut offset = 0;
    let mut fields = Vec::new();
    for scalar in scalars {
        fields.push(RustField { offset, scalar: *scalar, slot: exact(*scalar) });
        offset += bytes(*scalar);
    }
    let buffer = RustBuffer { name: name.to_owned(), words, stride: offset, fields };
    Parameter { text: format!("{name}: {ty}"), argument: RustArgument::Buffer(buffer) }
}

/// A parameter for a number.
fn scalar(name: &str, ty: &Ty, bits: u64) -> Parameter {
    let size = match ty {
        // What is narrower than a register is passed as one.
        Ty::Scalar(scalar) => bytes(*scalar).max(4),
        _ => 4,
    };
    Parameter { text: format!("{name}: {}", ty.name()), argument: RustArgument::Scalar(bits, size) }
}

/// What counters start with: what every number is less than, and all bits.
fn counters() -> Vec<u32> {
    vec![0, 0, u32::MAX, 0, u32::MAX, 0]
}
