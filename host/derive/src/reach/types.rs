//! The types of the host's variables, as far as they show.

use super::{Scope, Walker};
use crate::syntax::read_type;
use crate::tree::{Constant, Element, Expr, Type};
use crate::types::{KnownTypes, type_of};
use warpbench_front::rust::types::Ty;

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
        let constants = &self.parsed.program.constants;
        Element::of_type(&type_of(expr, &Visible { scope, constants })?)
    }
}

/// What variables of the host and constants of the program are.
struct Visible<'v> {
    scope: &'v Scope,
    constants: &'v [Constant],
}

impl KnownTypes for Visible<'_> {
    fn name(&self, name: &str) -> Option<Ty> {
        match self.scope.types.get(name) {
            Some(Type::Scalar(element) | Type::Reference { element, .. }) => Some(element.ty()),
            Some(_) => None,
            None => {
                let own = self.constants.iter().find(|own| own.name == name)?;
                Element::of(&own.ty).map(Element::ty)
            }
        }
    }

    fn element(&self, array: &str) -> Option<Ty> {
        match self.scope.types.get(array)? {
            Type::Slice { element, .. } | Type::Array { element, .. } => Some(element.ty()),
            _ => None,
        }
    }
}
