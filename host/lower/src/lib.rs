//! From a checked program to a naga module of one of its kernels.
//!
//! naga has no pointers that can be kept in variables, added to or cast. Kernels
//! need all of that, but in a kernel it is always plain which buffer or shared
//! array a pointer leads into. So a pointer is lowered to two things: its
//! [`Base`](value::Base), which is known here, and an offset, which is computed
//! at run time. Helpers are compiled once for each combination of bases they are
//! called with, as they are for const parameters.
//!
//! How a buffer is declared depends on how it is used: as numbers, as vectors of
//! four, atomically. The kernel is therefore lowered twice: the first time only
//! to see what is done with each buffer.
//!
//! # What Rust has and a module has not
//!
//! - Memory narrower than a word is in `bytes`, narrow registers in `narrow`, integers of 128
//!   bits in `wide`, enums with values in `union`. Pointers in variables are in `moving` and
//!   `bases`.
//! - Iterators are no values but descriptions of loops (`iterator`). One that is kept in a
//!   variable remembers how many items were taken.
//! - `&&` and `||` are branches, as naga makes them of WGSL, so that twins diverge alike.
//!   Integer arithmetic wraps and shifts mask their distance, as in a
//!   release build, and what must fit is noted as a check. A failed assertion is a `return`,
//!   behind a flag of the thread's own in helpers, which their callers look at.
//! - An atomic is the number in it, wherever it lies; that its word is declared for atomics
//!   follows from its uses. What naga has no atomic for works on the bits, in a block with a
//!   loop of compare-and-exchange that is noted as one operation: the simulator runs and
//!   counts that, everybody else the loop.
//! - `usize` is a word where that is enough (`pointer_sized`).
//! - What an adapter lacks or computes wrongly is avoided in its module alone (`Avoided`).

mod arithmetic;
mod ascii;
mod assertion;
mod atomic;
mod atomic_word;
mod bases;
mod binding;
mod builtin;
pub mod by_value;
mod bytes;
mod call;
mod cast;
mod checked;
mod conditions;
mod constant;
mod distance;
mod element_variables;
mod expression;
mod facts;
mod flow;
mod frame;
mod inline;
mod integer;
mod iterator;
mod kernel;
pub mod layout;
mod literal;
mod masked;
mod matching;
mod math;
mod memory;
mod moving;
mod narrow;
mod parts;
mod place;
mod pointer_sized;
mod precise;
mod print;
mod range;
mod ranges;
mod shared;
mod slot;
mod types;
mod unaligned;
mod union;
mod unit;
mod value;
mod warp;
mod wide;

use naga::valid::{Capabilities, ValidationFlags, Validator};
use naga::{Module, Span};
pub use ranges::Launched;
use std::cell::Cell;
use std::collections::{BTreeMap, HashMap, HashSet};
use unit::{Arguments, Target, Unit};
use warpbench_codes::{K0002, K0022};
use warpbench_hir::Crate;
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::words::in_words;
use warpbench_module::wgsl::Checked;
use warpbench_module::{SourceNames, words};
use warpbench_semantics::Semantics;
use warpbench_source::{Diagnostic, stack};

/// Which kernel is wanted, and how it will be launched.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Options {
    pub entry: String,
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// Values of the kernel's const parameters, by name; of a `bool`, 0 or 1.
    pub constants: BTreeMap<String, i128>,
    /// Bytes of shared memory whose size the launch chooses.
    pub dynamic_shared_bytes: u32,
    /// Whether `usize` and `isize` get all their bits, where words look like enough.
    pub full_usize: bool,
}

/// A kernel as a naga module, and what it must be given.
#[derive(Debug)]
pub struct Lowered {
    /// The module, with the kernel as its only entry point.
    pub checked: Checked,
    /// The kernel's parameters, in order.
    pub parameters: Vec<Parameter>,
    /// The uniform that holds what is passed by value, if there is any.
    pub uniform: Option<Uniform>,
    /// Whether `usize` and `isize` have all their bits; else they are words, and where
    /// something does not fit one, a check says so.
    pub full_usize: bool,
}

impl Lowered {
    /// Where something that this module keeps in a word for `usize` may not fit one in a
    /// launch; nothing where all of it does.
    pub fn may_outgrow(&self, launched: &Launched<'_>) -> Option<Span> {
        ranges::may_outgrow(&self.checked, launched)
    }
}

/// A parameter of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// What it is bound to.
    pub kind: ParameterKind,
}

/// What a parameter is bound to. Buffers are bindings 0, 1, … of group 0, in
/// the order of the parameters; the uniform follows them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParameterKind {
    Buffer {
        binding: u32,
        /// What the pointer leads to.
        element: Ty,
        /// Whether its length is known to the kernel, as a slice's is.
        is_slice: bool,
        /// Whether the kernel writes it.
        is_written: bool,
        /// Whether the kernel uses it at all; what it does not use is not bound.
        is_used: bool,
    },
    /// A value in the uniform.
    Scalar {
        ty: Ty,
        /// Its place in the uniform.
        offset: u32,
    },
    /// A structure, an array, a tuple or an enum by value: its numbers, each of which
    /// has a place of its own in the uniform.
    Value { ty: Ty, leaves: Vec<by_value::Leaf> },
}

/// The uniform of a kernel.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Uniform {
    pub binding: u32,
    pub bytes: u32,
    /// Lengths of slices that the buffer itself cannot tell, as `u32`: the
    /// parameter's position and the place in the uniform.
    pub lengths: Vec<(usize, u32)>,
}

/// How often a kernel is lowered to find out what its pointers lead into.
const MOST_SEARCHES: usize = 8;

/// A result, or what stood in the way.
type Lowering<T> = Result<T, Box<Diagnostic>>;

/// Makes a module of one kernel of a program.
pub fn lower(program: &Crate, options: &Options) -> Result<Lowered, Vec<Diagnostic>> {
    lower_avoiding(program, options, Avoided::default())
}

/// What a module does without, because the adapter that it is for lacks it or
/// computes it wrongly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Avoided {
    /// Atomic floats: their bits are exchanged.
    pub float_atomics: bool,
    /// Widening an `i32` to an `i64` in one step. Mesa (22.3.6 at least, all its
    /// drivers share the rule) takes `i64(x) < 64li` for false and `i64(x) >= 64li` for
    /// true, whatever `x` is, if the number lies within an `i32`.
    pub signed_widening: bool,
    /// `asinh`, `acosh` and `atanh`, of which shading languages promise little where they
    /// are small, near their poles or large.
    pub inverse_hyperbolics: bool,
}

/// The same for an adapter that some things must be avoided on.
pub fn lower_avoiding(
    program: &Crate,
    options: &Options,
    avoided: Avoided,
) -> Result<Lowered, Vec<Diagnostic>> {
    let lowered = stack::with_room(|| {
        let in_words = (!options.full_usize).then(|| {
            let words = in_words(program);
            lower_as(&words, IntTy::UsizeWord, options, avoided)
        });
        match in_words {
            Some((lowered, false)) => lowered,
            _ => lower_as(program, IntTy::Usize, options, avoided).0,
        }
    });
    let outcome = lowered.unwrap_or_else(|| {
        let diagnostic = Diagnostic::new(
            K0022,
            "the workbench failed to translate this kernel",
            Span::UNDEFINED,
        )
        .note("this is a fault of the workbench, not of the kernel")
        .help("please report it, with the text");
        Err(Box::new(diagnostic))
    });
    outcome.map_err(|diagnostic| vec![*diagnostic])
}

/// Makes a module of a program that has `usize` like this, and says whether words turned out
/// to be too small.
fn lower_as(
    program: &Crate,
    usize: IntTy,
    options: &Options,
    avoided: Avoided,
) -> (Lowering<Lowered>, bool) {
    let is_outgrown = Cell::new(false);
    let target = Target { avoided, usize, is_outgrown: &is_outgrown };
    let lowered = lower_here(program, options, target);
    (lowered, is_outgrown.get())
}

fn lower_here(program: &Crate, options: &Options, target: Target<'_>) -> Lowering<Lowered> {
    let pass = |seen, pointers, traced, steps, is_searching| {
        let mut unit = Unit::new(program, options, target, seen);
        unit.pointers.seen = pointers;
        unit.pointers.traced = traced;
        unit.pointers.steps = steps;
        unit.pointers.is_searching = is_searching;
        unit.run()
    };
    // Where a pointer may lead to several things, each of them is seen only when
    // all are known.
    let mut first = pass(None, HashMap::new(), HashSet::new(), HashMap::new(), true)?;
    let mut traced = 0;
    let mut steps = HashMap::new();
    for _ in 0..MOST_SEARCHES {
        let found = std::mem::take(&mut first.pointers.found);
        let is_settled = first.pointers.traced.len() == traced
            && first.pointers.steps == steps
            && (first.pointers.seen == found
                || (first.pointers.seen.is_empty()
                    && first.pointers.read_as_nothing.is_empty()
                    && found.values().all(|bases| bases.len() < 2)));
        if is_settled {
            first.pointers.seen = found;
            break;
        }
        traced = first.pointers.traced.len();
        steps = first.pointers.steps.clone();
        first = pass(None, found, first.pointers.traced, first.pointers.steps, true)?;
    }
    let pointers = std::mem::take(&mut first.pointers.seen);
    let traced = std::mem::take(&mut first.pointers.traced);
    let steps = std::mem::take(&mut first.pointers.steps);
    let seen = first.usages();
    let unit = pass(Some(seen), pointers, traced, steps, false)?;
    let Unit { module, names, semantics, arguments, .. } = unit;
    let Arguments { parameters, uniform, .. } = arguments;
    Ok(Lowered {
        checked: validate(module, names, semantics)?,
        parameters,
        uniform,
        full_usize: target.usize == IntTy::Usize,
    })
}

/// Lets naga check the module. What it finds is a mistake of the lowering, or a
/// size that naga does not allow; either way it is better said than run.
fn validate(module: Module, names: SourceNames, semantics: Semantics) -> Lowering<Checked> {
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    match validated {
        Ok(info) => Ok(Checked { module, info, names, semantics }),
        Err(error) => {
            let said = words::validation(&error, &module, "");
            let mut found =
                Diagnostic::new(K0002, "this kernel cannot be expressed for a GPU", said.span)
                    .label(said.message);
            found.help = said.help;
            Err(Box::new(found))
        }
    }
}
