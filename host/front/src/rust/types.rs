//! The types of kernels.

use std::fmt;

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
    /// `isize`.
    Isize,
    /// `usize`.
    Usize,
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
            IntTy::I8 => "i8",
            IntTy::U8 => "u8",
            IntTy::I16 => "i16",
            IntTy::U16 => "u16",
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
            IntTy::I8 | IntTy::U8 => 8,
            IntTy::I16 | IntTy::U16 => 16,
            IntTy::I32 | IntTy::U32 | IntTy::Isize | IntTy::Usize => 32,
            IntTy::I64 | IntTy::U64 => 64,
        }
    }

    /// Whether it has negative values.
    pub fn is_signed(self) -> bool {
        use IntTy::{I8, I16, I32, I64, Isize};
        matches!(self, I8 | I16 | I32 | I64 | Isize)
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

impl fmt::Display for Len {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Len::Known(len) => write!(f, "{len}"),
            Len::Param(_, name) => f.write_str(name),
            Len::Error => f.write_str("_"),
        }
    }
}
