//! The numbers that arrays hold and kernels are passed.

use super::Literal;
use warpbench_front::rust::number::{Number, named_type};
use warpbench_front::rust::types::{FloatTy, IntTy, Ty};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Element {
    F32,
    F64,
    I8,
    I16,
    I32,
    I64,
    U8,
    U16,
    U32,
    U64,
    Usize,
    Bool,
}

impl Element {
    pub fn of(name: &str) -> Option<Element> {
        Element::of_type(&named_type(name)?)
    }

    pub fn of_type(ty: &Ty) -> Option<Element> {
        Some(match ty {
            Ty::Float(FloatTy::F32) => Element::F32,
            Ty::Float(FloatTy::F64) => Element::F64,
            Ty::Int(IntTy::I8) => Element::I8,
            Ty::Int(IntTy::I16) => Element::I16,
            Ty::Int(IntTy::I32) => Element::I32,
            Ty::Int(IntTy::I64) => Element::I64,
            Ty::Int(IntTy::U8) => Element::U8,
            Ty::Int(IntTy::U16) => Element::U16,
            Ty::Int(IntTy::U32) => Element::U32,
            Ty::Int(IntTy::U64) => Element::U64,
            Ty::Int(IntTy::Usize) => Element::Usize,
            Ty::Bool => Element::Bool,
            _ => return None,
        })
    }

    /// Its type in Rust.
    pub fn ty(self) -> Ty {
        match self {
            Element::F32 => Ty::Float(FloatTy::F32),
            Element::F64 => Ty::Float(FloatTy::F64),
            Element::I8 => Ty::Int(IntTy::I8),
            Element::I16 => Ty::Int(IntTy::I16),
            Element::I32 => Ty::Int(IntTy::I32),
            Element::I64 => Ty::Int(IntTy::I64),
            Element::U8 => Ty::Int(IntTy::U8),
            Element::U16 => Ty::Int(IntTy::U16),
            Element::U32 => Ty::Int(IntTy::U32),
            Element::U64 => Ty::Int(IntTy::U64),
            Element::Usize => Ty::Int(IntTy::Usize),
            Element::Bool => Ty::Bool,
        }
    }

    pub fn name(self) -> &'static str {
        match self.ty() {
            Ty::Float(float) => float.name(),
            Ty::Int(int) => int.name(),
            _ => "bool",
        }
    }

    /// What an element takes in the memory of a GPU.
    pub fn bytes(self) -> u64 {
        match self {
            Element::I8 | Element::U8 | Element::Bool => 1,
            Element::I16 | Element::U16 => 2,
            Element::F32 | Element::I32 | Element::U32 => 4,
            Element::F64 | Element::I64 | Element::U64 | Element::Usize => 8,
        }
    }

    /// Whether a number of this type is never below zero.
    pub fn is_natural(self) -> bool {
        matches!(self.ty(), Ty::Int(int) if !int.is_signed())
    }

    /// Zero, as it is written.
    pub fn zero(self) -> Literal {
        let (text, number) = match self.ty() {
            Ty::Float(_) => ("0.0", Number::OpenFloat("0.0".to_owned())),
            Ty::Bool => ("false", Number::Bool(false)),
            _ => ("0", Number::OpenInt(0)),
        };
        Literal { text: text.to_owned(), number: Box::new(number) }
    }
}
