//! What the host and the GPU hold while steps are carried out.

use super::evaluate::Evaluator;
use super::number::{Computed, HostNumber, Numbers};
use super::{HostArray, Memory};
use crate::syntax::Parsed;
use crate::tree::{Element, Function, Type};
use std::collections::BTreeMap;

/// What one function of the host has.
#[derive(Default)]
pub(super) struct Frame {
    pub(super) numbers: Numbers,
    pub(super) arrays: BTreeMap<String, HostArray>,
    /// The buffers of the GPU by the names that they have here.
    pub(super) device: BTreeMap<String, usize>,
    /// What names meant before blocks declared them anew.
    pub(super) hidden: Vec<Hidden>,
}

/// A name that a block declares, with what it meant outside.
pub(super) enum Hidden {
    Number(String, Option<Computed>),
    Array(String, Option<HostArray>),
    /// The buffer that was made is freed at the end of the block.
    Buffer {
        name: String,
        before: Option<usize>,
        made: usize,
    },
}

impl Frame {
    /// The numbers that all functions know.
    pub(super) fn constants(parsed: &Parsed) -> Numbers {
        let mut numbers = Numbers::default();
        for own in &parsed.program.constants {
            let arrays = BTreeMap::new();
            let value = Evaluator { numbers: &numbers, arrays: &arrays }.number(
                &own.value,
                Element::of(&own.ty),
                own.span,
            );
            numbers.by_name.insert(own.name.clone(), value);
        }
        for (name, value) in &parsed.constants {
            numbers.by_name.insert(name.clone(), Ok(HostNumber::Integer(*value)));
        }
        numbers
    }

    /// Takes what a function is called with, numbers in the types of its parameters.
    pub(super) fn given(&mut self, function: &Function, memory: &mut Memory) {
        self.arrays = std::mem::take(&mut memory.arrays);
        for param in &function.params {
            let Type::Scalar(element) = param.ty else { continue };
            let whole = memory.integers.get(&param.name).copied();
            let fraction = memory.floats.get(&param.name).copied();
            let fraction = fraction.or(whole.map(|value| value as f64));
            let number = match element {
                Element::F32 => fraction.map(|value| HostNumber::Single(value as f32)),
                Element::F64 => fraction.map(HostNumber::Double),
                _ => whole.map(HostNumber::Integer),
            };
            if let Some(number) = number {
                self.numbers.by_name.insert(param.name.clone(), Ok(number));
            }
        }
    }

    pub(super) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { numbers: &self.numbers, arrays: &self.arrays }
    }
}

/// The memory of the GPU.
#[derive(Default)]
pub(super) struct Gpu {
    pub(super) buffers: Vec<Vec<u8>>,
    /// How much each buffer takes of constant memory.
    pub(super) constant: BTreeMap<usize, u64>,
}

impl Gpu {
    pub(super) fn free(&mut self, buffer: usize) {
        self.buffers[buffer] = Vec::new();
        self.constant.remove(&buffer);
    }
}

/// Lets a name mean what it did.
pub(super) fn restore<T>(names: &mut BTreeMap<String, T>, name: String, before: Option<T>) {
    match before {
        Some(before) => names.insert(name, before),
        None => names.remove(&name),
    };
}
