//! Frames: what the host and the GPU hold while steps are carried out.

use super::number::{Computed, Numbers, element};
use super::{HostArray, Memory};
use crate::evaluate::{Evaluator, Known, NotComputed};
use crate::syntax::Parsed;
use crate::tree::{Expr, Function, Type};
use std::collections::BTreeMap;
use warpbench_front::diagnostic::Span;
use warpbench_front::rust::number::{Number, named_type};
use warpbench_front::rust::types::{FloatTy, Ty};

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
        let mut frame = Frame::default();
        for own in &parsed.program.constants {
            let value = frame.number(&own.value, named_type(&own.ty).as_ref(), own.span);
            frame.numbers.by_name.insert(own.name.clone(), value);
        }
        frame.numbers
    }

    /// Takes what a function is called with, numbers in the types of its parameters.
    pub(super) fn given(&mut self, function: &Function, memory: &mut Memory) {
        self.arrays = std::mem::take(&mut memory.arrays);
        for param in &function.params {
            let Type::Scalar(element) = param.ty else { continue };
            let whole = memory.integers.get(&param.name).map(|value| Number::OpenInt(*value));
            let float = memory.floats.get(&param.name);
            let float = float.map(|value| Number::Float(*value, FloatTy::F64));
            let given = match element.ty() {
                Ty::Float(_) => float.or(whole),
                Ty::Bool => whole.map(|own| Number::Bool(own.integer() != Some(0))),
                _ => whole,
            };
            // A number that is too large for its type is what `as` makes of it.
            if let Some(number) = given.and_then(|own| own.cast(&element.ty()).ok()) {
                self.numbers.by_name.insert(param.name.clone(), Ok(number));
            }
        }
    }

    pub(super) fn evaluator(&self) -> Evaluator<'_> {
        Evaluator { known: self }
    }

    /// What an expression comes to, in the type that it must have if there is one.
    pub(super) fn number(&self, expr: &Expr, wanted: Option<&Ty>, at: Span) -> Computed {
        self.evaluator().number(expr, wanted, at).map_err(|own| Box::new(own.into()))
    }
}

impl Known for Frame {
    fn number(&self, name: &str) -> Option<Number> {
        self.numbers.by_name.get(name)?.as_ref().ok().cloned()
    }

    fn why_not(&self, name: &str) -> Option<NotComputed> {
        Some((**self.numbers.by_name.get(name)?.as_ref().err()?).clone())
    }

    fn len(&self, array: &str) -> Option<u64> {
        self.arrays.get(array).map(HostArray::len)
    }

    fn element(&self, array: &str, index: u64) -> Option<Number> {
        element(self.arrays.get(array)?, index)
    }

    fn element_type(&self, array: &str) -> Option<Ty> {
        self.arrays.get(array).map(|own| own.element.ty())
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
