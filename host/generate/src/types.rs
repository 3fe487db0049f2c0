//! Types, and how wide floats may get.

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Scalar {
    Bool,
    I32,
    U32,
    F32,
    F16,
    F64,
    I64,
    U64,
    I8,
    U8,
    I16,
    U16,
}

impl Scalar {
    pub fn name(self) -> &'static str {
        match self {
            Scalar::Bool => "bool",
            Scalar::I32 => "i32",
            Scalar::U32 => "u32",
            Scalar::F32 => "f32",
            Scalar::F16 => "f16",
            Scalar::F64 => "f64",
            Scalar::I64 => "i64",
            Scalar::U64 => "u64",
            Scalar::I8 => "i8",
            Scalar::U8 => "u8",
            Scalar::I16 => "i16",
            Scalar::U16 => "u16",
        }
    }

    /// What its literals end with.
    pub(crate) fn suffix(self) -> &'static str {
        match self {
            // WGSL has none of the narrow ones.
            Scalar::Bool | Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16 => "",
            Scalar::I32 => "i",
            Scalar::U32 => "u",
            Scalar::F32 => "f",
            Scalar::F16 => "h",
            Scalar::F64 => "lf",
            Scalar::I64 => "li",
            Scalar::U64 => "lu",
        }
    }

    pub(crate) fn is_float(self) -> bool {
        matches!(self, Scalar::F32 | Scalar::F16 | Scalar::F64)
    }

    pub(crate) fn is_signed(self) -> bool {
        matches!(self, Scalar::I8 | Scalar::I16 | Scalar::I32 | Scalar::I64)
    }

    /// A conversion of a `u32` to this type. naga 30 writes SPIR-V that extends the
    /// sign whenever the result has one, so that `i64(u32)` can come out negative;
    /// to widen first and change the sign then gives the same value without that.
    pub(crate) fn of_word(self, text: &str) -> String {
        match self {
            Scalar::I64 => format!("i64(u64({text}))"),
            _ => format!("{}({text})", self.name()),
        }
    }

    pub(crate) fn is_long(self) -> bool {
        matches!(self, Scalar::I64 | Scalar::U64)
    }

    /// The bits of a significand; sums and products of so many bits are exact.
    pub(crate) fn significand(self) -> u32 {
        match self {
            Scalar::F16 => 11,
            Scalar::F64 => 53,
            _ => 24,
        }
    }

    /// How wide a float in a variable may be. A product of two, summed up four
    /// times, is still exact.
    pub(crate) fn standard(self) -> Reach {
        match self {
            Scalar::F16 => Reach { whole: 3, fraction: 1 },
            _ => Reach { whole: 6, fraction: 4 },
        }
    }
}

/// How wide a float is: at most `2^whole`, a multiple of `2^-fraction`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Reach {
    /// The logarithm of its largest size.
    pub whole: u32,
    /// Binary digits behind the point.
    pub fraction: u32,
}

impl Reach {
    pub(crate) fn new(whole: u32, fraction: u32) -> Reach {
        Reach { whole, fraction }
    }

    pub(crate) fn or(self, other: Reach) -> Reach {
        Reach::new(self.whole.max(other.whole), self.fraction.max(other.fraction))
    }

    pub(crate) fn times(self, other: Reach) -> Reach {
        Reach::new(self.whole + other.whole, self.fraction + other.fraction)
    }

    /// Of a sum of up to `2^doublings` of them.
    pub(crate) fn summed(self, doublings: u32) -> Reach {
        Reach::new(self.whole + doublings, self.fraction)
    }

    pub(crate) fn fits(self, scalar: Scalar) -> bool {
        self.whole + self.fraction <= scalar.significand() && self.whole < 15
    }

    /// Whether nothing is lost when it is kept in a variable.
    pub(crate) fn is_standard(self, scalar: Scalar) -> bool {
        let standard = scalar.standard();
        self.whole <= standard.whole && self.fraction <= standard.fraction
    }
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    Scalar(Scalar),
    /// Two to four of them.
    Vector(u32, Scalar),
    /// Columns and rows of `f32`.
    Matrix(u32, u32),
    Array(Box<Type>, u32),
    /// A structure: its name and its members, which are called `a`, `b`, `c`, …
    Struct(String, Vec<Type>),
}

impl Type {
    pub fn name(&self) -> String {
        match self {
            Type::Scalar(scalar) => scalar.name().to_owned(),
            Type::Vector(size, scalar) => format!("vec{size}<{}>", scalar.name()),
            Type::Matrix(columns, rows) => format!("mat{columns}x{rows}<f32>"),
            Type::Array(element, length) => format!("array<{}, {length}>", element.name()),
            Type::Struct(name, _) => name.clone(),
        }
    }

    /// The scalar that it consists of, if it is arithmetic.
    pub(crate) fn scalar(&self) -> Option<Scalar> {
        match self {
            Type::Scalar(scalar) | Type::Vector(_, scalar) => Some(*scalar),
            Type::Matrix(..) => Some(Scalar::F32),
            Type::Array(..) | Type::Struct(..) => None,
        }
    }

    /// How many scalars it consists of.
    pub(crate) fn size(&self) -> u32 {
        match self {
            Type::Scalar(_) => 1,
            Type::Vector(size, _) => *size,
            Type::Matrix(columns, rows) => columns * rows,
            Type::Array(element, length) => element.size() * length,
            Type::Struct(_, members) => members.iter().map(Type::size).sum(),
        }
    }

    /// The same shape of another scalar.
    pub(crate) fn with(&self, scalar: Scalar) -> Type {
        match self {
            Type::Vector(size, _) => Type::Vector(*size, scalar),
            _ => Type::Scalar(scalar),
        }
    }

    /// Whether it can be read from a buffer.
    pub(crate) fn is_shareable(&self) -> bool {
        match self {
            Type::Scalar(scalar) | Type::Vector(_, scalar) => *scalar != Scalar::Bool,
            Type::Matrix(..) => true,
            Type::Array(element, _) => element.is_shareable(),
            Type::Struct(_, members) => members.iter().all(Type::is_shareable),
        }
    }
}

pub(crate) const COMPONENTS: [&str; 4] = ["x", "y", "z", "w"];

/// The name of a structure's member.
pub(crate) fn member(index: usize) -> char {
    char::from(b'a' + index as u8)
}
