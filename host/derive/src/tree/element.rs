//! The numbers that programs compute with.

/// The numbers that arrays hold and kernels are passed.
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
        let element = match name {
            "f32" => Element::F32,
            "f64" => Element::F64,
            "i8" => Element::I8,
            "i16" => Element::I16,
            "i32" => Element::I32,
            "i64" => Element::I64,
            "u8" => Element::U8,
            "u16" => Element::U16,
            "u32" => Element::U32,
            "u64" => Element::U64,
            "usize" => Element::Usize,
            "bool" => Element::Bool,
            _ => return None,
        };
        Some(element)
    }

    pub fn name(self) -> &'static str {
        match self {
            Element::F32 => "f32",
            Element::F64 => "f64",
            Element::I8 => "i8",
            Element::I16 => "i16",
            Element::I32 => "i32",
            Element::I64 => "i64",
            Element::U8 => "u8",
            Element::U16 => "u16",
            Element::U32 => "u32",
            Element::U64 => "u64",
            Element::Usize => "usize",
            Element::Bool => "bool",
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
        matches!(self, Element::U8 | Element::U16 | Element::U32 | Element::U64 | Element::Usize)
    }

    /// Zero, as it is written.
    pub fn zero(self) -> &'static str {
        match self {
            Element::F32 | Element::F64 => "0.0",
            Element::Bool => "false",
            _ => "0",
        }
    }
}
