//! Scope of names at a place in a program.

use crate::types::{COMPONENTS, Reach, Type, member};

/// What may be done with something that has a name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    /// WGSL knows it when it compiles, or when a pipeline is made.
    Constant,
    Value,
    /// A variable of the function: it can also be assigned to, and lent to
    /// another function.
    Local,
    /// A variable outside functions: it can be assigned to.
    Global,
}

#[derive(Clone, Debug)]
pub(crate) struct Variable {
    pub name: String,
    pub ty: Type,
    pub kind: Kind,
    /// How wide its floats are, if not as wide as usual.
    pub reach: Option<Reach>,
}

/// A variable or a part of one.
#[derive(Clone, Debug)]
pub(crate) struct LValue {
    /// How it is written. An index that is still to be chosen is written `#`.
    pub text: String,
    /// For each `#`, what it must stay below.
    pub limits: Vec<u32>,
    pub ty: Type,
    pub reach: Option<Reach>,
}

impl Variable {
    pub(crate) fn new(name: impl Into<String>, ty: Type, kind: Kind) -> Variable {
        Variable { name: name.into(), ty, kind, reach: None }
    }

    pub(crate) fn is_assignable(&self) -> bool {
        matches!(self.kind, Kind::Local | Kind::Global)
    }

    /// Adds all parts of this type, itself among them.
    pub(crate) fn parts(&self, wanted: &dyn Fn(&Type) -> bool, found: &mut Vec<LValue>) {
        let whole = LValue {
            text: self.name.clone(),
            limits: Vec::new(),
            ty: self.ty.clone(),
            reach: self.reach,
        };
        descend(whole, wanted, found);
    }
}

fn descend(lvalue: LValue, wanted: &dyn Fn(&Type) -> bool, found: &mut Vec<LValue>) {
    let part = |text: String, ty: &Type| LValue {
        text: format!("{}{text}", lvalue.text),
        limits: lvalue.limits.clone(),
        ty: ty.clone(),
        reach: lvalue.reach,
    };
    let indexed = |length: u32, ty: &Type| {
        let mut element = part("[#]".to_owned(), ty);
        element.limits.push(length);
        element
    };
    match &lvalue.ty {
        Type::Scalar(_) => {}
        Type::Vector(size, scalar) => {
            let component = Type::Scalar(*scalar);
            if wanted(&component) {
                for name in &COMPONENTS[..*size as usize] {
                    found.push(part(format!(".{name}"), &component));
                }
                found.push(indexed(*size, &component));
            }
        }
        Type::Matrix(columns, rows) => {
            let column = Type::Vector(*rows, crate::types::Scalar::F32);
            descend(indexed(*columns, &column), wanted, found);
        }
        Type::Array(element, length) => descend(indexed(*length, element), wanted, found),
        Type::Struct(_, members) => {
            for (index, ty) in members.iter().enumerate() {
                descend(part(format!(".{}", member(index)), ty), wanted, found);
            }
        }
    }
    if wanted(&lvalue.ty) {
        found.push(lvalue);
    }
}
