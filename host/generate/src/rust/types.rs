//! Types of variables.

use crate::types::{Reach, Scalar, member};

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Ty {
    Scalar(Scalar),
    Usize,
    Tuple(Vec<Ty>),
    Array(Box<Ty>, u32),
    /// A structure of the program: its name and its fields.
    Struct(String, Vec<Ty>),
    /// An enum of the program: its name and its variants.
    Enum(String, Vec<Variant>),
    Option(Box<Ty>),
    Result(Box<Ty>, Box<Ty>),
    /// What can only be called.
    Closure(Box<Signature>),
    Float4,
    Int4,
}

/// A variant of an enum, `Some` and the like among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variant {
    /// How it is written.
    pub path: String,
    pub fields: Vec<Ty>,
    /// Whether its fields have names.
    pub is_named: bool,
}

/// How a closure is called.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Signature {
    pub params: Vec<Ty>,
    pub result: Ty,
    /// Whether a call changes what it holds.
    pub is_changing: bool,
}

pub(super) const BOOL: Ty = Ty::Scalar(Scalar::Bool);
pub(super) const U32: Ty = Ty::Scalar(Scalar::U32);
pub(super) const I32: Ty = Ty::Scalar(Scalar::I32);
pub(super) const F32: Ty = Ty::Scalar(Scalar::F32);

impl Ty {
    pub(super) fn name(&self) -> String {
        match self {
            Ty::Scalar(scalar) => scalar.name().to_owned(),
            Ty::Usize => "usize".to_owned(),
            Ty::Tuple(members) => {
                let names: Vec<String> = members.iter().map(Ty::name).collect();
                format!("({})", names.join(", "))
            }
            Ty::Array(element, length) => format!("[{}; {length}]", element.name()),
            Ty::Struct(name, _) | Ty::Enum(name, _) => name.clone(),
            Ty::Option(of) => format!("Option<{}>", of.name()),
            Ty::Result(of, error) => format!("Result<{}, {}>", of.name(), error.name()),
            Ty::Closure(_) => "_".to_owned(),
            Ty::Float4 => "Float4".to_owned(),
            Ty::Int4 => "Int4".to_owned(),
        }
    }

    /// What it consists of: how each part is written behind the whole, and its
    /// type. An index is written `#`.
    pub(super) fn parts(&self) -> Vec<(String, Ty)> {
        match self {
            Ty::Scalar(_) | Ty::Usize | Ty::Closure(_) => Vec::new(),
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => Vec::new(),
            Ty::Tuple(members) => (members.iter().enumerate())
                .map(|(index, ty)| (format!(".{index}"), ty.clone()))
                .collect(),
            Ty::Array(element, _) => vec![("[#]".to_owned(), (**element).clone())],
            Ty::Struct(_, fields) => (fields.iter().enumerate())
                .map(|(index, ty)| (format!(".{}", member(index)), ty.clone()))
                .collect(),
            Ty::Float4 => ["x", "y", "z", "w"].map(|name| (format!(".{name}"), F32)).to_vec(),
            Ty::Int4 => ["x", "y", "z", "w"].map(|name| (format!(".{name}"), I32)).to_vec(),
        }
    }

    /// How many scalars it consists of.
    pub(super) fn size(&self) -> u32 {
        match self {
            Ty::Scalar(_) | Ty::Usize => 1,
            Ty::Tuple(members) | Ty::Struct(_, members) => members.iter().map(Ty::size).sum(),
            Ty::Array(element, length) => element.size() * length,
            Ty::Float4 | Ty::Int4 => 4,
            Ty::Closure(_) => 1,
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => {
                let fields = self.variants().into_iter().flat_map(|variant| variant.fields);
                1 + fields.map(|ty| ty.size()).sum::<u32>()
            }
        }
    }

    /// The variants of an enum; nothing else has any.
    pub(super) fn variants(&self) -> Vec<Variant> {
        let of = |path: &str, fields: Vec<Ty>| {
            let path = path.to_owned();
            Variant { path, fields, is_named: false }
        };
        match self {
            Ty::Enum(_, variants) => variants.clone(),
            Ty::Option(some) => vec![of("Some", vec![(**some).clone()]), of("None", vec![])],
            Ty::Result(ok, error) => {
                vec![of("Ok", vec![(**ok).clone()]), of("Err", vec![(**error).clone()])]
            }
            _ => Vec::new(),
        }
    }

    /// Whether two of them can be compared with `==`.
    pub(super) fn is_comparable(&self) -> bool {
        match self {
            Ty::Scalar(_) | Ty::Usize => true,
            Ty::Float4 | Ty::Int4 | Ty::Closure(_) => false,
            Ty::Tuple(members) | Ty::Struct(_, members) => members.iter().all(Ty::is_comparable),
            Ty::Array(element, _) => element.is_comparable(),
            Ty::Enum(..) | Ty::Option(_) | Ty::Result(..) => {
                self.variants().iter().flat_map(|variant| &variant.fields).all(Ty::is_comparable)
            }
        }
    }

    /// Whether it has a default that is read off its type.
    pub(super) fn has_default(&self) -> bool {
        match self {
            Ty::Scalar(_) | Ty::Usize | Ty::Option(_) => true,
            Ty::Tuple(members) | Ty::Struct(_, members) => members.iter().all(Ty::has_default),
            Ty::Array(element, _) => element.has_default(),
            Ty::Float4 | Ty::Int4 | Ty::Closure(_) | Ty::Enum(..) | Ty::Result(..) => false,
        }
    }
}

pub(super) fn is_integer(scalar: Scalar) -> bool {
    !matches!(scalar, Scalar::Bool | Scalar::F16 | Scalar::F32 | Scalar::F64)
}

/// Its size in a buffer.
pub(super) fn bytes(scalar: Scalar) -> u32 {
    match scalar {
        Scalar::I8 | Scalar::U8 | Scalar::Bool => 1,
        Scalar::I16 | Scalar::U16 | Scalar::F16 => 2,
        Scalar::I32 | Scalar::U32 | Scalar::F32 => 4,
        Scalar::I64 | Scalar::U64 | Scalar::F64 => 8,
    }
}

/// Whether it is an integer of fewer bits than a register has.
pub(super) fn is_narrow(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I8 | Scalar::U8 | Scalar::I16 | Scalar::U16)
}

pub(super) fn is_wide(scalar: Scalar) -> bool {
    matches!(scalar, Scalar::I64 | Scalar::U64 | Scalar::F64)
}

#[derive(Clone, Debug)]
pub(super) struct RustExpr {
    pub text: String,
    /// Whether it needs no parentheses, whatever stands around it.
    pub is_atom: bool,
    /// Whether its type is known without what stands around it. A literal
    /// without a suffix takes its type from its use.
    pub is_fixed: bool,
    /// How wide it is, if it is a float.
    pub reach: Reach,
}

impl RustExpr {
    /// A value that is written as a single word or call.
    pub(super) fn atom(text: impl Into<String>, is_fixed: bool) -> RustExpr {
        RustExpr { text: text.into(), is_atom: true, is_fixed, reach: Reach::default() }
    }

    /// A value that is written as an operation.
    pub(super) fn operation(text: impl Into<String>, is_fixed: bool) -> RustExpr {
        RustExpr { is_atom: false, ..RustExpr::atom(text, is_fixed) }
    }

    pub(super) fn with_reach(self, reach: Reach) -> RustExpr {
        RustExpr { reach, ..self }
    }

    /// As a part of another.
    pub(super) fn operand(&self) -> String {
        if self.is_atom { self.text.clone() } else { format!("({})", self.text) }
    }
}
