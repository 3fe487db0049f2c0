//! Conditions, and vectors of them.

use super::{Expr, ExpressionProduction};
use crate::choices::Choices;
use crate::grammar::Feature;
use crate::program::Writer;
use crate::types::{Scalar, Type};

impl<'a, C: Choices> Writer<'a, C> {
    pub(super) fn boolean_productions(
        &mut self,
        ty: &Type,
        productions: &mut Vec<ExpressionProduction<'a, C>>,
    ) {
        productions.extend([
            Writer::comparison as ExpressionProduction<'a, C>,
            Writer::comparison,
            Writer::comparison,
            Writer::not,
            Writer::logic,
            Writer::boolean_conversion,
        ]);
        if let Type::Scalar(_) = ty {
            productions.push(Writer::short_circuit);
            if self.has(Feature::Vectors) {
                productions.push(Writer::any_or_all);
            }
        }
    }

    fn comparison(&mut self, ty: &Type, depth: u32) -> Expr {
        let scalar = self.pick(&self.scalars());
        let compared = ty.with(scalar);
        let operator = match scalar {
            Scalar::Bool => self.pick(&["==", "!="]),
            _ => self.pick(&["==", "!=", "<", "<=", ">", ">="]),
        };
        let (a, b) = (self.running(&compared, depth), self.expression(&compared, depth));
        Expr::plain(format!("({} {operator} {})", a.text, b.text))
    }

    fn not(&mut self, ty: &Type, depth: u32) -> Expr {
        Expr::plain(format!("(!{})", self.running(ty, depth).text))
    }

    fn logic(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["&", "|"]);
        let (a, b) = (self.running(ty, depth), self.expression(ty, depth));
        Expr::plain(format!("({} {operator} {})", a.text, b.text))
    }

    /// The right side is evaluated only where the left side leaves it open.
    fn short_circuit(&mut self, ty: &Type, depth: u32) -> Expr {
        let operator = self.pick(&["&&", "||"]);
        let (a, b) = (self.running(ty, depth), self.running(ty, depth));
        Expr::plain(format!("({} {operator} {})", a.text, b.text))
    }

    fn any_or_all(&mut self, _: &Type, depth: u32) -> Expr {
        let name = self.pick(&["any", "all"]);
        let vector = Type::Vector(2 + self.below(3), Scalar::Bool);
        Expr::plain(format!("{name}({})", self.running(&vector, depth).text))
    }

    fn boolean_conversion(&mut self, ty: &Type, depth: u32) -> Expr {
        let from = ty.with(self.pick(&self.scalars()));
        Expr::plain(format!("{}({})", ty.name(), self.running(&from, depth).text))
    }
}
