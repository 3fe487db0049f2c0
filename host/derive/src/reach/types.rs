//! The types of the host's variables, as far as they show.

use super::{Scope, Walker};
use crate::syntax::read_type;
use crate::tree::{BinaryOp, Element, Expr, Type};

impl Walker<'_> {
    /// The type of a variable by what is written, or by its value.
    pub(super) fn let_type(
        &self,
        ty: &Option<String>,
        value: Option<&Expr>,
        scope: &Scope,
    ) -> Type {
        if let Some(ty) = ty.as_ref().and_then(|ty| syn::parse_str::<syn::Type>(ty).ok()) {
            return read_type(&ty, &self.parsed.constants);
        }
        let Some(value) = value else { return Type::Other };
        if let Expr::Call(name, parts) = value.bare()
            && name == "vec!"
            && let Some(element) = parts.first().and_then(|first| self.element_of(first, scope))
        {
            return Type::Slice { element, is_mutable: true };
        }
        self.element_of(value, scope).map_or(Type::Other, Type::Scalar)
    }

    /// The type of an expression, where it shows.
    fn element_of(&self, expr: &Expr, scope: &Scope) -> Option<Element> {
        let of = |expr: &Expr| self.element_of(expr, scope);
        match expr {
            Expr::At(inner, _) | Expr::Unary(_, inner) => of(inner),
            Expr::Cast(_, ty) => Element::of(ty),
            Expr::Method(_, name, _) if name == "len" => Some(Element::Usize),
            Expr::Method(_, name, _) if name.starts_with("is_") => Some(Element::Bool),
            Expr::Method(_, name, _) if name.starts_with("to_bits") => None,
            Expr::Method(receiver, _, others) => {
                of(receiver).or_else(|| others.iter().find_map(of))
            }
            Expr::Binary(op, left, right) => {
                use BinaryOp::{And, Eq, Ge, Gt, Le, Lt, Ne, Or, Shl, Shr};
                match op {
                    And | Or | Eq | Ne | Lt | Le | Gt | Ge => Some(Element::Bool),
                    Shl | Shr => of(left),
                    _ => of(left).or_else(|| of(right)),
                }
            }
            Expr::Name(name) => match scope.types.get(name) {
                Some(Type::Scalar(element) | Type::Reference { element, .. }) => Some(*element),
                Some(_) => None,
                None => self.constant(name),
            },
            Expr::Index(name, _) => match scope.types.get(name)? {
                Type::Slice { element, .. } | Type::Array { element, .. } => Some(*element),
                _ => None,
            },
            Expr::Literal(text) => {
                let names =
                    ["f32", "f64", "usize", "u64", "i64", "u32", "i32", "u16", "i16", "u8", "i8"];
                names.iter().find(|name| text.ends_with(*name)).and_then(|name| Element::of(name))
            }
            Expr::Choice(_, then, otherwise) => of(then).or_else(|| of(otherwise)),
            // `f32::sqrt(x)`.
            Expr::Call(name, _) => match name.split_once("::")? {
                (_, "to_bits") => None,
                (ty, _) => Element::of(ty),
            },
            Expr::Field(..)
            | Expr::Array(_)
            | Expr::Repeat(..)
            | Expr::Range(..)
            | Expr::Raw(_) => None,
        }
    }

    /// The type of a constant of the program, or of the library: `f32::MAX`.
    fn constant(&self, name: &str) -> Option<Element> {
        let own = self.parsed.program.constants.iter().find(|own| own.name == name);
        let path = name.strip_prefix("std::").or_else(|| name.strip_prefix("core::"));
        let library = || path.unwrap_or(name).split_once("::").and_then(|(ty, _)| Element::of(ty));
        own.and_then(|own| Element::of(&own.ty)).or_else(library)
    }
}
