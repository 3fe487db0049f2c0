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
    /// A structure, by its place in the program.
    Struct(StructId),
    /// `Float4` and `Int4` of `crate::vector`: four numbers that move together.
    Four(FourTy),
    /// `core::sync::atomic::Ordering`.
    Ordering,
    /// `AtomicU32` and the like: a number that threads change together.
    Atomic(AtomicTy),
}

/// A structure of a program, by position.
pub type StructId = usize;

/// Whether something may be written through a pointer or reference.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Mutability {
    /// `const`, or nothing.
    Const,
    /// `mut`.
    Mut,
}

/// The integers that a kernel can use. `usize` and `isize` have 32 bits in the
/// workbench: no buffer of it is larger, and most GPUs compute no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum IntTy {
    /// `i32`.
    I32,
    /// `u32`.
    U32,
    /// `i64`.
    I64,
    /// `u64`.
    U64,
    /// `isize`.
    Isize,
    /// `usize`.
    Usize,
}

/// The floating-point numbers that a kernel can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum FloatTy {
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

impl IntTy {
    pub fn name(self) -> &'static str {
        match self {
            IntTy::I32 => "i32",
            IntTy::U32 => "u32",
            IntTy::I64 => "i64",
            IntTy::U64 => "u64",
            IntTy::Isize => "isize",
            IntTy::Usize => "usize",
        }
    }

    /// Its width in the workbench.
    pub fn bits(self) -> u32 {
        match self {
            IntTy::I64 | IntTy::U64 => 64,
            _ => 32,
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        matches!(self, IntTy::I32 | IntTy::I64 | IntTy::Isize)
    }

    pub fn min(self) -> i128 {
        if self.is_signed() { -(1 << (self.bits() - 1)) } else { 0 }
    }

    pub fn max(self) -> i128 {
        let bits = if self.is_signed() { self.bits() - 1 } else { self.bits() };
        (1 << bits) - 1
    }

    /// A number brought into its range as arithmetic without checks does it.
    pub fn wrap(self, value: i128) -> i128 {
        let bits = self.bits();
        let low = value & ((1 << bits) - 1);
        if self.is_signed() && low >> (bits - 1) & 1 == 1 { low - (1 << bits) } else { low }
    }
}

impl FloatTy {
    pub fn name(self) -> &'static str {
        match self {
            FloatTy::F32 => "f32",
            FloatTy::F64 => "f64",
        }
    }
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
            Len::Error => f.write_str("_"),
        }
    }
}
