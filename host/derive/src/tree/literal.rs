//! Literals: how they are written, and what numbers the front end reads in them.

use warpbench_front::rust::number::Number;

#[derive(Clone, Debug, PartialEq)]
pub struct Literal {
    /// As it is written.
    pub text: String,
    pub number: Box<Number>,
}

impl Literal {
    pub fn number(value: i64) -> Literal {
        Literal { text: value.to_string(), number: Box::new(Number::OpenInt(value.into())) }
    }

    /// One of a number or a truth.
    pub fn read(literal: &syn::Lit) -> Option<Literal> {
        let text = match literal {
            syn::Lit::Int(int) => int.to_string(),
            syn::Lit::Float(float) => float.to_string(),
            syn::Lit::Bool(truth) => truth.value.to_string(),
            _ => return None,
        };
        Some(Literal { text, number: Box::new(Number::literal(literal)?) })
    }

    pub fn is_zero(&self) -> bool {
        *self.number == Number::OpenInt(0)
    }

    /// Whether it begins with a sign.
    pub fn is_negative(&self) -> bool {
        matches!(*self.number, Number::OpenInt(value) if value < 0)
    }
}
