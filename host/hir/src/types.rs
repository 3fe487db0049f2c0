//! The types of kernels.

use std::fmt;
use warpbench_semantics::Scope;

/// A type. While a function is being checked it may hold variables; a checked
/// program has none.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Ty {
    /// Stands for whatever went wrong; agrees with everything.
    Error,
    /// The type of what does not come back, `!`.
    Never,
    /// `bool`.
    Bool,
    Int(IntTy),
    Float(FloatTy),
    /// A type that is not known yet, by its place in the table of inference.
    Var(u32),
    /// A tuple; without members, `()`.
    Tuple(Vec<Ty>),
    /// An array whose length is known when the program is compiled.
    Array(Box<Ty>, Len),
    /// `[T]`, which is only met behind a reference.
    Slice(Box<Ty>),
    /// `*const T` or `*mut T`.
    Pointer(Mutability, Box<Ty>),
    /// `&T` or `&mut T`.
    Reference(Mutability, Box<Ty>),
    /// A structure or an enum, by its place in the program, with the arguments
    /// of its parameters; a checked program has a structure of its own for each
    /// combination, and no arguments.
    Struct(StructId, Vec<Ty>),
    /// A type parameter of a definition, by position.
    Param(u32),
    /// `<T as Trait>::Name` of something that is not known yet.
    Projection(Box<Projection>),
    /// A constant among the arguments of a type.
    Const(Len),
    /// A closure, each of a type of its own.
    Closure(ClosureId),
    /// Something to iterate over.
    Iter(Box<IterTy>),
    /// `Float4` and `Int4` of `crate::vector`: four numbers that move together.
    Four(FourTy),
    /// `core::sync::atomic::Ordering`.
    Ordering,
    /// `cuda_std::warp::WarpReductionOp`.
    ReductionOp,
    /// `AtomicU32` and the like: a number that threads change together.
    Atomic(AtomicTy),
}

/// A structure of a program, by position.
pub type StructId = usize;

/// A closure of a program, by position.
pub type ClosureId = usize;

/// A type that belongs to another by a trait.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Projection {
    pub of: Ty,
    /// The trait, if the text names it, and its arguments.
    pub by: Option<(usize, Vec<Ty>)>,
    pub name: String,
}

/// What is iterated over, and how. The closures of adaptors are types too.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum IterTy {
    /// `a..b`, with the type of its numbers.
    Range(Ty),
    /// `a..=b`.
    RangeInclusive(Ty),
    /// `a..`.
    RangeFrom(Ty),
    /// `slice.iter()` and `slice.iter_mut()`.
    Slice(Mutability, Ty),
    /// An array by value.
    Array(Ty, Len),
    /// `slice.chunks(n)`, `slice.chunks_exact(n)` and their kin.
    Chunks(Mutability, Ty, Chunks),
    /// `core::iter::once(x)`.
    Once(Ty),
    /// `core::iter::repeat(x)`.
    Repeat(Ty),
    /// `core::iter::successors(first, next)`: its items, and the closure.
    Successors(Ty, Ty),
    /// `core::iter::from_fn(next)`: its items, and the closure.
    FromFn(Ty, Ty),
    /// A type of the program that implements `Iterator`, with its items.
    Own(Ty, Ty),
    /// `option.into_iter()`.
    Option(Ty),
    /// An adaptor with a closure, and the items that come of it.
    Mapped(Mapping, Box<IterTy>, Ty, Ty),
    /// An adaptor without.
    Adapted(Adapting, Box<IterTy>),
    Zip(Box<IterTy>, Box<IterTy>),
    Chain(Box<IterTy>, Box<IterTy>),
}

/// How a slice is cut into pieces.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Chunks {
    /// The last piece may be shorter.
    Any,
    /// What is left over is left out.
    Exact,
    /// From the end on; the last piece, which is the first of the slice, may be shorter.
    AnyFromEnd,
    /// From the end on; what is left over is left out.
    ExactFromEnd,
    /// They overlap, each one further.
    Windows,
}

/// Adaptors with a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mapping {
    Map,
    Filter,
    FilterMap,
    FlatMap,
    TakeWhile,
    SkipWhile,
    MapWhile,
    Inspect,
    Scan,
}

/// Adaptors without a closure.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Adapting {
    Enumerate,
    Rev,
    StepBy,
    Take,
    Skip,
    Copied,
    Flatten,
    Cycle,
}

/// Whether something may be written through a pointer or reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutability {
    /// `const`, or nothing.
    Const,
    /// `mut`.
    Mut,
}

/// The integers that a kernel can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntTy {
    /// `i8`.
    I8,
    /// `u8`.
    U8,
    /// `i16`.
    I16,
    /// `u16`.
    U16,
    /// `i32`.
    I32,
    /// `u32`.
    U32,
    /// `i64`.
    I64,
    /// `u64`.
    U64,
    /// `i128`.
    I128,
    /// `u128`.
    U128,
    /// `isize`.
    Isize,
    /// `usize`.
    Usize,
    /// An `isize` that is kept in one word of 32 bits, which only programs have that
    /// [`in_words`](crate::words::in_words) made.
    IsizeWord,
    /// Likewise a `usize`.
    UsizeWord,
}

/// The floating-point numbers that a kernel can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatTy {
    /// `f16`.
    F16,
    /// `f32`.
    F32,
    /// `f64`.
    F64,
}

/// The vectors of 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FourTy {
    /// `Float4`.
    Float4,
    /// `Int4`.
    Int4,
}

/// A number that threads change together: those of `core::sync::atomic`, and the
/// floats of `cuda_std::atomic`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct AtomicTy {
    pub value: AtomicValue,
    /// Among whose threads its operations count.
    pub scope: Scope,
}

/// What an atomic holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AtomicValue {
    Bool,
    Int(IntTy),
    Float(FloatTy),
}

/// The length of an array.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Len {
    Known(u32),
    /// A const parameter of the function, by position, with its name.
    Param(u32, String),
    /// A number that is no length: negative, or very large.
    Value(Box<i128>),
    /// Not known yet, by its place in the table of inference.
    Var(u32),
    /// Not known because of an error.
    Error,
}

impl Ty {
    /// `()`.
    pub const UNIT: Ty = Ty::Tuple(Vec::new());
    /// `u32`.
    pub const U32: Ty = Ty::Int(IntTy::U32);
    /// `i32`.
    pub const I32: Ty = Ty::Int(IntTy::I32);
    /// `usize`.
    pub const USIZE: Ty = Ty::Int(IntTy::Usize);
    /// `f32`.
    pub const F32: Ty = Ty::Float(FloatTy::F32);

    /// A pointer to a type.
    pub fn pointer(mutability: Mutability, to: Ty) -> Ty {
        Ty::Pointer(mutability, Box::new(to))
    }

    /// A reference to a type.
    pub fn reference(mutability: Mutability, to: Ty) -> Ty {
        Ty::Reference(mutability, Box::new(to))
    }

    /// Whether it is `()`.
    pub fn is_unit(&self) -> bool {
        matches!(self, Ty::Tuple(members) if members.is_empty())
    }
}

impl Len {
    /// A const argument by its value.
    pub fn of_value(value: i128) -> Len {
        u32::try_from(value).map_or_else(|_| Len::Value(Box::new(value)), Len::Known)
    }

    /// The value, where it is known.
    pub fn value(&self) -> Option<i128> {
        match self {
            Len::Known(len) => Some(i128::from(*len)),
            Len::Value(value) => Some(**value),
            _ => None,
        }
    }
}

impl IntTy {
    pub fn name(self) -> &'static str {
        match self {
            IntTy::I8 => "i8",
            IntTy::U8 => "u8",
            IntTy::I16 => "i16",
            IntTy::U16 => "u16",
            IntTy::I32 => "i32",
            IntTy::U32 => "u32",
            IntTy::I64 => "i64",
            IntTy::U64 => "u64",
            IntTy::I128 => "i128",
            IntTy::U128 => "u128",
            IntTy::Isize | IntTy::IsizeWord => "isize",
            IntTy::Usize | IntTy::UsizeWord => "usize",
        }
    }

    pub fn bits(self) -> u32 {
        match self {
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 | IntTy::IsizeWord | IntTy::UsizeWord => 32,
            IntTy::I64 | IntTy::U64 | IntTy::Isize | IntTy::Usize => 64,
            IntTy::I128 | IntTy::U128 => 128,
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        use IntTy::{I8, I16, I32, I64, I128, Isize, IsizeWord};
        matches!(self, I8 | I16 | I32 | I64 | I128 | Isize | IsizeWord)
    }

    /// The type that Rust has: of a word, what is kept in it.
    pub fn in_rust(self) -> IntTy {
        match self {
            IntTy::IsizeWord => IntTy::Isize,
            IntTy::UsizeWord => IntTy::Usize,
            other => other,
        }
    }

    /// Whether it is `usize` or `isize`, however it is kept.
    pub fn is_pointer_sized(self) -> bool {
        matches!(self, IntTy::Isize | IntTy::Usize) || self.is_word()
    }

    /// Whether it is a `usize` or `isize` in one word, which has to fit.
    pub fn is_word(self) -> bool {
        matches!(self, IntTy::IsizeWord | IntTy::UsizeWord)
    }

    /// Whether it is narrower than a register, which then holds more than it can.
    pub fn is_narrow(self) -> bool {
        self.bits() < 32
    }

    /// The integer that registers hold in its place: itself, or the one of 32 bits
    /// that has all its values.
    pub fn in_register(self) -> IntTy {
        match self {
            IntTy::I8 | IntTy::I16 => IntTy::I32,
            IntTy::U8 | IntTy::U16 => IntTy::U32,
            other => other,
        }
    }

    /// Whether it is wider than the machine's integers, which then hold it by halves.
    pub fn is_wide(self) -> bool {
        self.bits() > 64
    }

    pub fn min(self) -> i128 {
        match self {
            IntTy::I128 => i128::MIN,
            _ if self.is_signed() => -(1 << (self.bits() - 1)),
            _ => 0,
        }
    }

    /// The largest number. That of `u128`, of which an `i128` holds the bits, is
    /// beyond this.
    pub fn max(self) -> i128 {
        if self.is_wide() {
            return i128::MAX;
        }
        let bits = if self.is_signed() { self.bits() - 1 } else { self.bits() };
        (1 << bits) - 1
    }

    /// Whether a constant can be of this type.
    pub fn holds(self, value: i128) -> bool {
        self.is_wide() || (self.min()..=self.max()).contains(&value)
    }

    /// A number brought into its range as arithmetic without checks does it.
    pub fn wrap(self, value: i128) -> i128 {
        if self.is_wide() {
            return value;
        }
        let bits = self.bits();
        let low = value & ((1 << bits) - 1);
        if self.is_signed() && low >> (bits - 1) & 1 == 1 { low - (1 << bits) } else { low }
    }
}

impl FloatTy {
    pub fn name(self) -> &'static str {
        match self {
            FloatTy::F16 => "f16",
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
        }
    }

    /// The nearest number that it can hold.
    pub fn round(self, value: f64) -> f64 {
        match self {
            FloatTy::F16 => round_to_half(value),
            FloatTy::F32 => f64::from(value as f32),
            FloatTy::F64 => value,
        }
    }
}

/// The nearest number of 16 bits. Its last digit is worth 2^-24 at least.
fn round_to_half(value: f64) -> f64 {
    const LEAST_DIGIT: i32 = -24;
    let size = value.abs();
    if size == 0.0 || !size.is_finite() {
        return value;
    }
    if size >= 65_520.0 {
        return f64::INFINITY.copysign(value);
    }
    let exponent = (size.to_bits() >> 52) as i32 - 1023;
    let digit = 2_f64.powi((exponent - 10).max(LEAST_DIGIT));
    ((size / digit).round_ties_even() * digit).copysign(value)
}

impl FourTy {
    /// Its name in `crate::vector`.
    pub fn name(self) -> &'static str {
        match self {
            FourTy::Float4 => "Float4",
            FourTy::Int4 => "Int4",
        }
    }

    /// The type of its members x, y, z and w.
    pub fn scalar(self) -> Ty {
        match self {
            FourTy::Float4 => Ty::F32,
            FourTy::Int4 => Ty::I32,
        }
    }
}

impl AtomicTy {
    /// All atomics that a kernel can use, by name, with the module that has them.
    pub fn all() -> impl Iterator<Item = (&'static str, String, AtomicTy)> {
        let device = |value| AtomicTy { value, scope: Scope::Device };
        let ints = [IntTy::I32, IntTy::U32, IntTy::I64, IntTy::U64, IntTy::Isize, IntTy::Usize];
        let core = ints.into_iter().map(AtomicValue::Int).chain([AtomicValue::Bool]);
        let core = core.map(move |value| ("core::sync::atomic", device(value)));
        let scopes = [Scope::Device, Scope::Block, Scope::System];
        let floats = scopes.into_iter().flat_map(|scope| {
            [FloatTy::F32, FloatTy::F64]
                .map(|float| AtomicTy { value: AtomicValue::Float(float), scope })
        });
        let floats = floats.map(|atomic| ("cuda_std::atomic", atomic));
        core.chain(floats).map(|(module, atomic)| (module, atomic.name(), atomic))
    }

    pub fn name(self) -> String {
        let scope = match self.scope {
            Scope::Device => "",
            Scope::Block => "Block",
            Scope::System => "System",
        };
        let value = match self.value {
            AtomicValue::Bool => "bool",
            AtomicValue::Int(int) => int.name(),
            AtomicValue::Float(float) => float.name(),
        };
        let (first, rest) = value.split_at(1);
        format!("{scope}Atomic{}{rest}", first.to_uppercase())
    }

    /// The type of its values.
    pub fn value_ty(self) -> Ty {
        match self.value {
            AtomicValue::Bool => Ty::Bool,
            AtomicValue::Int(int) => Ty::Int(int),
            AtomicValue::Float(float) => Ty::Float(float),
        }
    }

    /// The type of the number that it is kept as: a truth value takes a word, as
    /// GPUs change nothing smaller at once.
    pub fn kept_as(self) -> Ty {
        match self.value {
            AtomicValue::Bool => Ty::U32,
            _ => self.value_ty(),
        }
    }
}

impl fmt::Display for Len {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Len::Known(len) => write!(f, "{len}"),
            Len::Param(_, name) => f.write_str(name),
            Len::Value(value) => write!(f, "{value}"),
            Len::Var(_) | Len::Error => f.write_str("_"),
        }
    }
}
