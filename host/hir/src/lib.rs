//! A kernel file, read and checked: names are resolved, every expression has
//! its type, and what Rust leaves unsaid (dereferences, coercions) is said.
//!
//! `check` makes it and `lower` turns it into a naga module. No type in it is a
//! variable, and none is [`Ty::Error`] in a program without diagnostics.

pub mod arithmetic;
mod builtin;
pub mod type_parts;
pub mod types;
pub mod visit;
mod warp;
pub mod words;

use crate::types::{Adapting, Chunks, ClosureId, Mapping, Ty};
pub use builtin::*;
use naga::Span;
use std::rc::Rc;
pub use warp::{MaskedVote, ReductionOp};
use warpbench_semantics::{MemoryOrder, PrintText, Scope};

#[derive(Clone, Debug, Default, PartialEq)]
pub struct Crate {
    /// Structures, the file's own and those of the library that it uses.
    pub structs: Vec<Struct>,
    pub constants: Vec<Constant>,
    /// Kernels and helpers. Methods are functions whose first parameter is
    /// `self`.
    pub functions: Vec<Function>,
    /// What lies in shared memory under a name of its own.
    pub statics: Vec<Static>,
}

/// A static in shared memory, by position in the program.
pub type StaticId = usize;

/// A static in shared memory.
#[derive(Clone, Debug, PartialEq)]
pub struct Static {
    pub name: String,
    pub ty: Ty,
    pub site: Site,
    /// Its name in the text.
    pub span: Span,
}

/// Identity of something that a text declares, which all instances of the function around
/// it have in common. Its place in the text is none: all that a macro expands to has one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Site(pub u32);

/// A structure, or an enum: its first field tells which of its variants it is,
/// the others are the fields of all variants, one after the other.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Struct {
    pub name: String,
    pub fields: Vec<Field>,
    /// The variants of an enum; nothing for a structure.
    pub variants: Option<Vec<Variant>>,
    /// Whether it is a vector of `glam`, which is printed as such.
    pub is_vector: bool,
    /// Whether `#[repr(C)]` lays it out as written, so that it can lie in memory.
    pub is_repr_c: bool,
    /// Whether the values of all variants of an enum start at the same place, as
    /// `#[repr(C)]` has them; with `#[repr(u8)]` alone they follow the number.
    pub starts_together: bool,
    /// The alignment that `#[repr(align(…))]` asks for, in bytes; 0 if it does not.
    pub align: u32,
    /// Its name in the text.
    pub span: Span,
}

/// A variant of an enum.
#[derive(Clone, Debug, PartialEq)]
pub struct Variant {
    pub name: String,
    /// The number that stands for it.
    pub value: i128,
    /// Where its fields begin among those of the enum.
    pub first: u32,
    /// How many fields it has.
    pub count: u32,
    /// Whether its fields have numbers for names.
    pub is_tuple: bool,
}

/// A field of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Field {
    pub name: String,
    pub ty: Ty,
}

/// A constant, by position in the program.
pub type ConstantId = usize;

/// A constant of the file or of the library.
#[derive(Clone, Debug, PartialEq)]
pub struct Constant {
    pub name: String,
    pub ty: Ty,
    pub value: ConstValue,
}

/// A value that is known when the program is compiled.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstValue {
    /// An integer, within the range of its type.
    Int(i128),
    /// A float; of an `f32`, one that it can hold.
    Float(f64),
    Bool(bool),
    /// An array or a tuple.
    Many(Vec<ConstValue>),
}

/// A function, by position in the program.
pub type FunctionId = usize;

/// A kernel or a helper.
#[derive(Clone, Debug, PartialEq)]
pub struct Function {
    pub name: String,
    /// Whether it is marked `#[kernel]`.
    pub is_kernel: bool,
    /// Whether it belongs to the library: its places are not those of the text.
    pub is_library: bool,
    pub const_params: Vec<ConstParam>,
    /// Its parameters: the first locals. A parameter that is a pattern is a
    /// local without a name, and the body takes it apart.
    pub params: usize,
    pub result: Ty,
    /// Its parameters and variables. Names may occur more than once.
    pub locals: Vec<Local>,
    /// What it does; its value is the result.
    pub body: Expr,
    /// Its name in the text.
    pub span: Span,
}

/// A const parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct ConstParam {
    pub name: String,
    /// Its type: an integer or `bool`.
    pub ty: Ty,
}

/// A variable of a function, by position.
pub type LocalId = usize;

/// A parameter or variable of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Local {
    /// Its name; empty where the text has none.
    pub name: String,
    pub ty: Ty,
    /// Whether it may change: declared `mut`, or declared without a value.
    pub is_mutable: bool,
    /// Whether a reference to it, or to a part of it, is taken.
    pub is_borrowed: bool,
    /// Its name in the text.
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub struct Expr {
    pub kind: ExprKind,
    pub ty: Ty,
    pub span: Span,
}

/// An assertion, or a thread that gives up.
#[derive(Clone, Debug, PartialEq)]
pub struct Assertion {
    /// The name of the macro, without its `!`.
    pub name: String,
    /// What must hold; nothing for a panic.
    pub condition: Option<Expr>,
    /// The condition as it is written.
    pub text: Option<String>,
    /// What it compares, as it is written; empty where it compares nothing.
    pub sides: Vec<String>,
    /// The author's words for whoever reads of it; may be empty.
    pub message: Print,
}

/// `println!("…", …)`.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Print {
    /// The text, whose places stand for the arguments by position.
    pub text: PrintText,
    /// Numbers and truth values.
    pub arguments: Vec<Expr>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum ExprKind {
    /// Something that was reported; never met in a program without diagnostics.
    Error,
    /// A literal, or a constant of a type such as `u32::MAX`.
    Literal(ConstValue),
    /// A constant of the program.
    Constant(ConstantId),
    /// A const parameter of the function.
    ConstParam(u32),
    Local(LocalId),
    /// `-x`, `!x`.
    Unary(UnaryOp, Box<Expr>),
    /// `a + b`; both of one type, but for shifts, whose right side is any
    /// integer.
    Binary(BinaryOp, Box<Expr>, Box<Expr>),
    /// `a && b`, `a || b`.
    Lazy(LazyOp, Box<Expr>, Box<Expr>),
    /// `x as T`, among numbers, from `bool`, or among pointers and from
    /// references to pointers.
    Cast(Box<Expr>),
    /// An array reference where a slice is wanted.
    Unsize(Box<Expr>),
    /// `assert!(c)` and the like, or `panic!()`, whose type is `!`.
    Assert(Box<Assertion>),
    /// `println!("…", …)` and its kin.
    Print(Box<Print>),
    /// `*x`: the place that a pointer or reference leads to.
    Deref(Box<Expr>),
    /// `x.field` or `x.0`: a field of a structure, a tuple or a [`Ty::Four`],
    /// never of a reference.
    Field(Box<Expr>, u32),
    /// `x[i]`: an element of an array, or of the [`Ty::Slice`] that a
    /// dereferenced slice is.
    Index(Box<Expr>, Box<Expr>),
    /// `&x[a..b]`: a part of an array or a dereferenced slice, as a slice. The
    /// bounds are `usize`; the second is exclusive.
    Subslice(Box<Expr>, Option<Box<Expr>>, Option<Box<Expr>>),
    /// `&x` or `&mut x`; the type says which.
    AddressOf(Box<Expr>),
    /// `place = value`.
    Assign(Box<Expr>, Box<Expr>),
    /// `place += value`.
    AssignOp(BinaryOp, Box<Expr>, Box<Expr>),
    /// `(a, b)`; without members, `()`.
    Tuple(Vec<Expr>),
    /// `[a, b]`.
    Array(Vec<Expr>),
    /// `[x; n]`; the type says how many.
    Repeat(Box<Expr>),
    /// `Struct { … }` or `Float4 { … }`: values by field, in the order of the text.
    Struct(Vec<(u32, Expr)>),
    /// `Enum::Variant(…)`: which variant, and the values of its fields, by their
    /// places among those of the enum.
    Variant(u32, Vec<(u32, Expr)>),
    /// `|x| …`.
    Closure(Rc<Closure>),
    /// A call of a closure.
    CallClosure(Box<Expr>, Vec<Expr>),
    /// `let pattern = value` as a condition.
    Let(Box<Pattern>, Box<Expr>),
    /// Something to iterate over.
    Iter(IterOp, Vec<Expr>),
    /// `iterator.next()`, of a place that holds one: an `Option`.
    Next(Box<Expr>),
    /// `iterator.next_back()`, likewise.
    NextBack(Box<Expr>),
    /// A call of a function of the program.
    Call(FunctionId, Vec<ConstArg>, Vec<Expr>),
    /// A call of the library.
    Builtin(Builtin, Vec<Expr>),
    /// `{ … }`; with a label, breaks may leave it.
    Block(Option<LabelId>, Block),
    /// `if … { … } else { … }`. Without an else, the value is `()`.
    If(Box<Expr>, Box<Expr>, Option<Box<Expr>>),
    /// `match`.
    Match(Box<Expr>, Vec<Arm>),
    /// `loop { … }`.
    Loop(LabelId, Box<Expr>),
    /// `while … { … }`.
    While(LabelId, Box<Expr>, Box<Expr>),
    /// `for x in … { … }` over a range.
    For(Box<For>),
    /// `for x in … { … }` over anything else.
    ForEach(Box<ForEach>),
    /// `break`, with its target.
    Break(LabelId, Option<Box<Expr>>),
    /// `continue`, with its target.
    Continue(LabelId),
    /// `return`.
    Return(Option<Box<Expr>>),
}

/// A loop or labelled block of a function; each has its own number.
pub type LabelId = u32;

/// The value of a const parameter in a call.
#[derive(Clone, Debug, PartialEq)]
pub enum ConstArg {
    Value(ConstValue),
    /// The calling function's own parameter.
    Param(u32),
}

#[derive(Clone, Debug, PartialEq)]
pub struct Block {
    pub statements: Vec<Statement>,
    /// The value; `()` without one.
    pub value: Option<Box<Expr>>,
}

#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// `let pattern = value;`, or without a value, where the pattern is a
    /// single variable.
    Let(Pattern, Option<Expr>, Span),
    /// `let pattern = value else { … };`
    LetElse(Pattern, Expr, Expr, Span),
    /// An expression whose value is dropped.
    Expr(Expr),
}

/// What a value is taken apart into, or compared with.
#[derive(Clone, Debug, PartialEq)]
pub struct Pattern {
    pub kind: PatternKind,
    /// The type of the value.
    pub ty: Ty,
    pub span: Span,
}

#[derive(Clone, Debug, PartialEq)]
pub enum PatternKind {
    /// `_`, and also what was reported.
    Any,
    /// A variable that takes the value.
    Bind(LocalId),
    /// A variable that refers to the place.
    BindRef(LocalId),
    /// `name @ pattern`: the variable, which takes the value or refers to it.
    At(Box<Pattern>, Box<Pattern>),
    /// `&pattern`, or a pattern that looks through a reference.
    Deref(Box<Pattern>),
    /// A variant of an enum, with its fields by their places among all of the
    /// enum's.
    Variant(u32, Vec<(u32, Pattern)>),
    /// `[a, .., b]`: the first elements, what is between, and the last.
    Slice(Vec<Pattern>, Option<Box<Pattern>>, Vec<Pattern>),
    /// A value to be equal to, only in `match`.
    Value(ConstValue),
    /// A range of integers to be in, both ends included, only in `match`.
    Range(i128, i128),
    /// Any of several, which bind nothing; only in `match`.
    Or(Vec<Pattern>),
    /// Members of a tuple, a structure or a [`Ty::Four`], by position.
    Parts(Vec<(u32, Pattern)>),
}

/// An arm of a `match`.
#[derive(Clone, Debug, PartialEq)]
pub struct Arm {
    /// What the value must be.
    pub pattern: Pattern,
    /// What must hold besides.
    pub guard: Option<Expr>,
    pub body: Expr,
}

/// A `for` loop over a range of integers.
#[derive(Clone, Debug, PartialEq)]
pub struct For {
    pub label: LabelId,
    /// The variable; nothing for `_`.
    pub local: Option<LocalId>,
    /// Type of the range's numbers.
    pub ty: Ty,
    pub start: Expr,
    pub end: Expr,
    /// Whether the end is included, `a..=b`.
    pub is_inclusive: bool,
    /// What is done to the range, in order.
    pub adaptors: Vec<Adaptor>,
    /// What is done for each.
    pub body: Expr,
    /// The range in the text.
    pub range_span: Span,
}

/// A `for` loop over an iterator.
#[derive(Clone, Debug, PartialEq)]
pub struct ForEach {
    pub label: LabelId,
    /// What each item is taken apart into.
    pub pattern: Pattern,
    pub iterator: Expr,
    pub body: Expr,
}

/// A closure. It is a part of the function that makes it, and shares its
/// variables.
#[derive(Clone, Debug, PartialEq)]
pub struct Closure {
    pub id: ClosureId,
    pub params: Vec<Pattern>,
    pub body: Expr,
    /// Whether it takes along the values that variables have where it is made.
    pub is_move: bool,
    /// The variables of the function that it uses.
    pub captured: Vec<LocalId>,
    /// Whether `return` or `?` leaves it early.
    pub returns: bool,
}

/// How an iterator is made. The parts are those of the expression.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IterOp {
    /// `a..b`.
    Range,
    /// `a..=b`.
    RangeInclusive,
    /// `a..`.
    RangeFrom,
    /// `slice.iter()`: the slice, or the reference to an array.
    Slice,
    /// `array.into_iter()`.
    Array,
    /// `slice.chunks(n)` and its kin: the slice and the length.
    Chunks(Chunks),
    /// `once(x)`, `repeat(x)`, `successors(first, next)`, `from_fn(next)`,
    /// `option.into_iter()`, or a value of a type that implements `Iterator`.
    Plain,
    /// An adaptor: the iterator and the closure.
    Mapped(Mapping),
    /// An adaptor: the iterator and, where there is one, the number.
    Adapted(Adapting),
    Zip,
    Chain,
}

/// What is done to a range.
#[derive(Clone, Debug, PartialEq)]
pub enum Adaptor {
    /// `.step_by(n)`, with `n` a `usize`.
    StepBy(Expr),
    /// `.rev()`.
    Rev,
}

/// `-x` and `!x`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaryOp {
    /// `-x`.
    Neg,
    /// `!x`, of a truth value or the bits of an integer.
    Not,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BinaryOp {
    Add,
    Sub,
    Mul,
    Div,
    Rem,
    BitAnd,
    BitOr,
    BitXor,
    Shl,
    Shr,
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

/// Operators whose right side may not be looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LazyOp {
    /// `&&`.
    And,
    /// `||`.
    Or,
}
