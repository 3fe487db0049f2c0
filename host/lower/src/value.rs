//! Lowered values: something naga can hold, or pointers, which it cannot, taken apart.

use super::iterator::IterValue;
use super::memory::RootId;
use naga::{Expression, Handle, LocalVariable, Type};
use std::rc::Rc;
use warpbench_hir::types::Ty;
use warpbench_hir::{Closure, ConstValue, LocalId};

#[derive(Clone, Debug)]
pub(super) enum Value {
    /// A value of naga's: a number, a vector, an array, a structure.
    Plain(Handle<Expression>),
    Pointer(Pointer),
    /// A reference to a slice.
    Slice(Pointer, Length),
    /// The members of a tuple, of an enum, or of a structure that naga cannot hold.
    Parts(Vec<Value>),
    Closure(Rc<ClosureValue>),
    Iter(Rc<IterValue>),
    /// What comes of code that is never reached.
    Never,
}

impl Value {
    /// `()`.
    pub(super) const UNIT: Value = Value::Parts(Vec::new());
}

/// A pointer: where it leads is known, how far into it is not.
#[derive(Clone, Debug)]
pub(super) struct Pointer {
    pub(super) base: Base,
    /// How far, as a sum; at most one term for each unit.
    pub(super) terms: Vec<Term>,
}

/// A closure: what it does, and where its variables are.
#[derive(Debug)]
pub(super) struct ClosureValue {
    pub(super) closure: Rc<Closure>,
    /// The function that has made it, by position in the frame.
    pub(super) context: usize,
    /// What it has taken along.
    pub(super) captured: Vec<(LocalId, Slot)>,
}

/// What a pointer leads into.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Base {
    /// A buffer or shared array.
    Memory(RootId),
    /// A variable of a function, or a part of one, by naga's pointer to it.
    Local {
        /// naga's pointer.
        pointer: Handle<Expression>,
        /// Whether that is an array, into which the offset leads.
        is_array: bool,
    },
    /// A part of an element of a buffer or shared array, by naga's pointer to it.
    Part {
        /// naga's pointer.
        pointer: Handle<Expression>,
        root: RootId,
    },
    /// A variable that naga does not hold as one, by position in the frame.
    Slot(usize),
    /// The elements of an array that naga does not hold as one, by position in
    /// the frame; the offset leads into it.
    Elements(usize),
    /// One of several, by position in the frame.
    Choice(usize),
    /// Nothing: no value has been given so far.
    Nothing,
}

/// A part of an offset.
#[derive(Clone, Copy, Debug)]
pub(super) struct Term {
    pub(super) index: Handle<Expression>,
    /// Of how many bytes each.
    pub(super) bytes: u32,
}

/// The length of a slice.
#[derive(Clone, Copy, Debug)]
pub(super) enum Length {
    Root(RootId),
    Known(u32),
    Value(Handle<Expression>),
}

/// Where a variable is kept.
#[derive(Clone, Debug)]
pub(super) enum Slot {
    /// It never changes and needs no place.
    Fixed(Value),
    /// A variable of naga's.
    Variable(Handle<LocalVariable>, Ty),
    /// A pointer that may move, by position in the frame.
    Pointer(usize),
    /// A slice that may change: its pointer and its length.
    Slice(usize, Handle<LocalVariable>),
    /// The members of a tuple.
    Parts(Vec<Slot>),
    /// Something that is known here, such as an iterator, by position in the
    /// frame.
    Held(usize),
}

/// A pointer that may move, into one thing or another.
#[derive(Clone, Debug)]
pub(super) struct MovingPointer {
    pub(super) key: PointerKey,
    /// What it may lead into.
    pub(super) bases: Vec<PossibleBase>,
    /// Which of them it is, where there are several.
    pub(super) which: Option<Handle<LocalVariable>>,
    /// The step in which it moves: the size of what it points to, or less.
    pub(super) bytes: u32,
    /// The alignment of what it points to.
    pub(super) align: u32,
    /// How many steps it has moved.
    pub(super) offset: Handle<LocalVariable>,
    /// The indices on the way to what it leads into.
    pub(super) indices: Vec<Handle<LocalVariable>>,
}

/// Something that a pointer may lead into.
#[derive(Clone, Debug)]
pub(super) struct PossibleBase {
    pub(super) key: BaseKey,
    /// The thing itself, once it is there.
    pub(super) base: Option<Base>,
}

/// A pointer that may move, by a name that is the same each time the kernel is
/// lowered: the function, its place, its name, and how many came before it.
pub(super) type PointerKey = (String, u32, String, usize);

/// What a pointer leads into, by a name that is the same each time.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum BaseKey {
    Memory(RootId),
    /// A variable, and whether the offset leads into it.
    Local(LocalKey, bool),
    /// A part of a variable or of an element in memory.
    Path(PathKey),
    /// A variable that naga does not hold as one, and whether the offset leads into
    /// its elements.
    Slot(SlotKey, bool),
    /// Something that has no such name.
    Other,
}

/// A variable of naga's: how many of its name and place came before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LocalKey {
    pub(super) name: String,
    pub(super) place: u32,
    pub(super) before: usize,
}

/// The way to a part.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PathKey {
    pub(super) root: PathRoot,
    pub(super) steps: Vec<Step>,
    /// Whether the offset leads into it.
    pub(super) is_array: bool,
    /// The buffer or shared array that it is a part of, if that is to be known.
    pub(super) part_of: Option<RootId>,
}

/// Where a way starts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PathRoot {
    Local(LocalKey),
    Memory(RootId),
    /// What an argument of the function leads to.
    Argument(u32),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Member(u32),
    /// An element, by an index that is kept beside the pointer.
    Element,
}

/// A variable that naga does not hold as one, by its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum SlotKey {
    Variable(LocalKey, Ty),
    Pointer(PointerKey),
    Slice(PointerKey, LocalKey),
    Parts(Vec<SlotKey>),
}

/// Several pointers of which one is meant.
#[derive(Clone, Debug)]
pub(super) struct Choice {
    pub(super) which: Handle<Expression>,
    pub(super) pointers: Vec<Pointer>,
}

/// What is known of a value without running: all but the numbers in it. Helpers
/// are compiled once for each combination of shapes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) enum Shape {
    /// A value of a type of naga's.
    Plain(Handle<Type>),
    /// A pointer into memory with an offset in these units.
    Memory(RootId, Vec<u32>),
    /// A pointer to a variable of the caller.
    Local {
        /// naga's pointer type.
        pointer: Handle<Type>,
        /// Whether the offset leads into it.
        is_array: bool,
        /// The units of the offset.
        units: Vec<u32>,
    },
    /// A slice: its pointer, and its length where that is known.
    Slice(Box<Shape>, ShapeLength),
    /// The members of a tuple.
    Parts(Vec<Shape>),
}

/// What is known of a slice's length.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum ShapeLength {
    /// It is that of a buffer.
    Root(RootId),
    Known(u32),
    Value,
}

/// The values of const parameters. They are integers and truth values, so they
/// can be compared.
pub(super) fn const_key(values: &[ConstValue]) -> Vec<i128> {
    let key = values.iter().map(|value| match value {
        ConstValue::Int(value) => *value,
        ConstValue::Bool(value) => i128::from(*value),
        ConstValue::Float(_) | ConstValue::Many(_) => 0,
    });
    key.collect()
}
