//! The module as it grows: one kernel and what it calls.

use super::bytes::MemoryFunctionKey;
use super::call::{Key, Specialised};
use super::iterator::ends::{steps_through_nested, takes_from_the_end};
use super::memory::{Root, RootId, Usage};
use super::types::scalar;
use super::value::{BaseKey, PointerKey};
use super::{Avoided, Lowering, Options, Parameter, Uniform};
use naga::proc::Layouter;
use naga::{Constant, Expression, Handle, Literal, Module, Span, Type};
use std::cell::Cell;
use std::collections::{HashMap, HashSet};
use std::rc::Rc;
use warpbench_codes::K0020;
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::{ConstValue, ConstantId, Crate, Function, FunctionId, Site};
use warpbench_module::SourceNames;
use warpbench_semantics::{Dialect, Semantics};
use warpbench_source::Diagnostic;

/// The most functions that const parameters and pointers may multiply a kernel
/// into.
pub(super) const MOST_FUNCTIONS: usize = 1000;

/// The most expressions of all functions together.
pub(super) const MOST_EXPRESSIONS: usize = 1 << 20;

/// What shared memory is declared by.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum SharedKey {
    /// An array or a static of the text.
    Declared(Site),
    /// The word that votes of the whole block are counted in.
    Votes,
}

/// A module that is being made.
pub(super) struct Unit<'a> {
    pub(super) program: &'a Crate,
    pub(super) options: &'a Options,
    pub(super) module: Module,
    /// What the module cannot say of the functions so far.
    pub(super) semantics: Semantics,
    /// What the text calls the variables of the functions so far.
    pub(super) names: SourceNames,
    pub(super) layouter: Layouter,
    /// Buffers and shared arrays, in the order they are met, which is the same
    /// in both passes.
    pub(super) roots: Vec<Root>,
    pub(super) shared: HashMap<SharedKey, RootId>,
    /// The shared memory whose size the launch chooses.
    pub(super) dynamic_shared: Option<RootId>,
    /// What the first pass has seen.
    pub(super) seen: Option<Vec<Usage>>,
    pub(super) helpers: Helpers,
    /// The functions that are being compiled, outermost first.
    pub(super) stack: Vec<FunctionId>,
    /// Expressions of all functions so far.
    pub(super) expressions: usize,
    pub(super) arguments: Arguments,
    pub(super) pointers: PointerFacts,
    pub(super) iteration: Iteration,
    /// The thread's own flag that says whether it has given up.
    pub(super) failed_flag: Option<Handle<naga::GlobalVariable>>,
    pub(super) target: Target<'a>,
    constants: HashMap<ConstantId, Handle<Constant>>,
    block_dim: [Option<Handle<Constant>>; 3],
}

/// How a module is made of a program.
#[derive(Clone, Copy)]
pub(super) struct Target<'a> {
    pub(super) avoided: Avoided,
    /// How the program has `usize`.
    pub(super) usize: IntTy,
    /// Whether that is in words, and the program needs more.
    pub(super) is_outgrown: &'a Cell<bool>,
}

/// What loops over iterators must allow for.
pub(super) struct Iteration {
    /// Whether iterators remember what was taken from their end.
    pub(super) takes_from_the_end: bool,
    /// Whether loops in loops are gone through in single steps.
    pub(super) steps_through_nested: bool,
}

/// Functions that the module has already.
#[derive(Default)]
pub(super) struct Helpers {
    /// Helpers that are compiled already.
    pub(super) specialised: HashMap<Key, Rc<Specialised>>,
    /// The functions that read and write memory which is declared as words.
    pub(super) memory: HashMap<MemoryFunctionKey, Handle<naga::Function>>,
    /// The function that rounds to floats of 16 bits.
    pub(super) rounding: Option<Handle<naga::Function>>,
}

/// How the kernel is given what it is called with.
#[derive(Default)]
pub(super) struct Arguments {
    pub(super) parameters: Vec<Parameter>,
    pub(super) uniform: Option<Uniform>,
    pub(super) variable: Option<Handle<naga::GlobalVariable>>,
    /// The uniform's member that holds the length of a buffer.
    pub(super) length_members: HashMap<RootId, u32>,
}

/// What pointers lead into, and how they move.
#[derive(Default)]
pub(super) struct PointerFacts {
    /// What pointers may lead into, as it was found before.
    pub(super) seen: HashMap<PointerKey, Vec<BaseKey>>,
    /// What they may lead into, as far as this pass has seen.
    pub(super) found: HashMap<PointerKey, Vec<BaseKey>>,
    /// The pointers that lead to several parts of something, by which they are told
    /// apart.
    pub(super) traced: HashSet<PointerKey>,
    /// The steps in which pointers move that do not move by the size of what they
    /// lead to.
    pub(super) steps: HashMap<PointerKey, u32>,
    /// Whether this pass only finds out what pointers lead into.
    pub(super) is_searching: bool,
    /// The pointers that were followed when nothing was known of them.
    pub(super) read_as_nothing: HashSet<PointerKey>,
}

impl<'a> Unit<'a> {
    pub(super) fn new(
        program: &'a Crate,
        options: &'a Options,
        target: Target<'a>,
        seen: Option<Vec<Usage>>,
    ) -> Unit<'a> {
        Unit {
            program,
            options,
            module: Module::default(),
            semantics: Semantics::of(Dialect::Cuda),
            names: SourceNames::default(),
            layouter: Layouter::default(),
            roots: Vec::new(),
            shared: HashMap::new(),
            dynamic_shared: None,
            seen,
            helpers: Helpers::default(),
            stack: Vec::new(),
            expressions: 0,
            arguments: Arguments::default(),
            pointers: PointerFacts::default(),
            iteration: Iteration {
                takes_from_the_end: takes_from_the_end(program),
                steps_through_nested: steps_through_nested(program),
            },
            failed_flag: None,
            target,
            constants: HashMap::new(),
            block_dim: [None; 3],
        }
    }

    /// What was done with the buffers and shared arrays.
    pub(super) fn usages(self) -> Vec<Usage> {
        self.roots.into_iter().map(|root| root.usage).collect()
    }

    /// Notes what the text declares in a function of the module.
    pub(super) fn note_names(&mut self, name: &str, source: &Function) {
        self.names.add(name, source.locals.iter().map(|local| local.name.as_str()));
    }

    /// The bytes from one element of an array to the next.
    pub(super) fn stride(&mut self, ty: Handle<Type>, span: Span) -> Lowering<u32> {
        match self.layouter.update(self.module.to_ctx()) {
            Ok(()) => Ok(self.layouter[ty].to_stride()),
            Err(error) => Err(Box::new(
                Diagnostic::new(K0020, "this type has no layout", span).label(error.to_string()),
            )),
        }
    }

    /// naga's constant for one of the program, if it is a number that naga can
    /// write down.
    pub(super) fn constant(&mut self, id: ConstantId) -> Option<Handle<Constant>> {
        if let Some(handle) = self.constants.get(&id) {
            return Some(*handle);
        }
        let constant = &self.program.constants[id];
        if let (ConstValue::Int(value), Ty::Int(int)) = (&constant.value, &constant.ty)
            && int.is_word()
            && !int.holds(*value)
        {
            self.target.is_outgrown.set(true);
        }
        let literal = literal(&constant.value, &constant.ty)?;
        let handle = self.named_constant(&constant.name, literal);
        self.constants.insert(id, handle);
        Some(handle)
    }

    /// The number of threads along an axis of the block.
    pub(super) fn block_dim(&mut self, axis: usize) -> Handle<Constant> {
        if let Some(handle) = self.block_dim[axis] {
            return handle;
        }
        let name = ["block_dim_x", "block_dim_y", "block_dim_z"][axis];
        let handle = self.named_constant(name, Literal::U32(self.options.block[axis]));
        self.block_dim[axis] = Some(handle);
        handle
    }

    fn named_constant(&mut self, name: &str, literal: Literal) -> Handle<Constant> {
        let ty = self.insert(None, naga::TypeInner::Scalar(literal.scalar()));
        let expression = Expression::Literal(literal);
        let init = self.module.global_expressions.append(expression, Span::UNDEFINED);
        let constant = Constant { name: Some(name.to_owned()), ty, init };
        self.module.constants.append(constant, Span::UNDEFINED)
    }

    /// The value of a constant of naga's.
    pub(super) fn constant_literal(&self, handle: Handle<Constant>) -> Option<Literal> {
        match self.module.global_expressions[self.module.constants[handle].init] {
            Expression::Literal(literal) => Some(literal),
            _ => None,
        }
    }
}

/// A number as naga writes it down. It knows neither infinities nor NaN.
pub(super) fn literal(value: &ConstValue, ty: &Ty) -> Option<Literal> {
    let number = scalar(ty)?;
    Some(match (value, number.kind, number.width) {
        (ConstValue::Bool(value), _, _) => Literal::Bool(*value),
        (ConstValue::Int(value), naga::ScalarKind::Sint, 4) => Literal::I32(*value as i32),
        (ConstValue::Int(value), naga::ScalarKind::Uint, 4) => Literal::U32(*value as u32),
        (ConstValue::Int(value), naga::ScalarKind::Sint, 8) => Literal::I64(*value as i64),
        (ConstValue::Int(value), naga::ScalarKind::Uint, 8) => Literal::U64(*value as u64),
        (ConstValue::Float(value), _, 4) if (*value as f32).is_finite() => {
            Literal::F32(*value as f32)
        }
        (ConstValue::Float(value), _, 8) if value.is_finite() => Literal::F64(*value),
        _ => return None,
    })
}
