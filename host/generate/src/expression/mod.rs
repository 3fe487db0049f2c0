//! Expressions of a wanted type.
//!
//! Every kind of expression is a production: a function that writes one. Which
//! ones come into question depends on the type and on the program's features;
//! one of them is drawn. WGSL evaluates expressions of literals when it compiles
//! and refuses those that overflow, so each operation gets at least one operand
//! that is known only at run time.

mod boolean;
mod call;
mod composite;
mod convert;
mod float;
pub(crate) mod inexact;
mod integer;
mod leaf;
mod matrix;
mod vector;

use crate::choices::Choices;
use crate::program::Writer;
use crate::types::{Reach, Scalar, Type};

#[derive(Clone, Debug)]
pub(crate) struct Expr {
    pub text: String,
    /// How wide it is, if it is a float.
    pub reach: Reach,
    /// Whether WGSL knows it when it compiles.
    pub constant: bool,
}

impl Expr {
    /// Something known at run time that is no float, or as wide as this.
    pub(crate) fn new(text: String, reach: Reach) -> Expr {
        Expr { text, reach, constant: false }
    }

    /// Something that is no float.
    pub(crate) fn plain(text: String) -> Expr {
        Expr::new(text, Reach::default())
    }
}

/// Writes an expression of a type, nested so deep at most.
pub(crate) type ExpressionProduction<'a, C> = fn(&mut Writer<'a, C>, &Type, u32) -> Expr;

impl<'a, C: Choices> Writer<'a, C> {
    /// An expression of a type.
    pub(crate) fn expression(&mut self, ty: &Type, depth: u32) -> Expr {
        if depth == 0 || !self.spend() || self.percent(12) {
            return self.leaf(ty, 0);
        }
        let mut productions: Vec<ExpressionProduction<'a, C>> = vec![Writer::leaf];
        match ty {
            Type::Matrix(..) => self.matrix_productions(&mut productions),
            Type::Array(..) | Type::Struct(..) => productions.push(Writer::constructed),
            Type::Scalar(scalar) | Type::Vector(_, scalar) => {
                match scalar {
                    Scalar::Bool => self.boolean_productions(ty, &mut productions),
                    scalar if scalar.is_float() => self.float_productions(ty, &mut productions),
                    _ => self.integer_productions(ty, &mut productions),
                }
                if let Type::Vector(..) = ty {
                    self.vector_productions(ty, &mut productions);
                }
                productions.push(Writer::selection);
            }
        }
        if self.functions.iter().any(|function| function.result == *ty) {
            productions.extend([Writer::call as ExpressionProduction<'a, C>, Writer::call]);
        }
        let production = self.pick(&productions);
        production(self, ty, depth - 1)
    }

    /// An expression that WGSL does not know when it compiles.
    pub(crate) fn running(&mut self, ty: &Type, depth: u32) -> Expr {
        let made = self.expression(ty, depth);
        if made.constant { self.running_leaf(ty) } else { made }
    }

    /// An expression as narrow as a variable.
    pub(crate) fn standard(&mut self, ty: &Type, depth: u32) -> Expr {
        let made = self.expression(ty, depth);
        self.tame(ty, made)
    }

    /// An expression as narrow as a variable, not known when WGSL compiles.
    pub(crate) fn running_standard(&mut self, ty: &Type, depth: u32) -> Expr {
        let made = self.running(ty, depth);
        self.tame(ty, made)
    }

    /// Cuts a float to what a variable may hold, if it is wider.
    pub(crate) fn tame(&mut self, ty: &Type, made: Expr) -> Expr {
        let Some(scalar) = ty.scalar().filter(|scalar| scalar.is_float()) else { return made };
        if made.reach.is_standard(scalar) {
            return made;
        }
        narrowed("tame", ty, &made, scalar.standard())
    }

    /// Cuts a float to a small whole number.
    pub(crate) fn small(&mut self, ty: &Type, depth: u32) -> Expr {
        let made = self.running(ty, depth);
        narrowed("whole", ty, &made, Reach::new(3, 0))
    }

    /// Two operands, the first known at run time, both narrow enough for their
    /// result to be exact.
    pub(crate) fn operands(
        &mut self,
        types: [&Type; 2],
        depth: u32,
        result: fn(Reach, Reach) -> Reach,
    ) -> ([Expr; 2], Reach) {
        let [mut a, mut b] = [self.running(types[0], depth), self.expression(types[1], depth)];
        if let Some(scalar) = types[0].scalar().filter(|scalar| scalar.is_float())
            && !result(a.reach, b.reach).fits(scalar)
        {
            a = self.tame(types[0], a);
            b = self.tame(types[1], b);
        }
        let reach = result(a.reach, b.reach);
        ([a, b], reach)
    }

    /// `select`, by one condition or by one for each component.
    fn selection(&mut self, ty: &Type, depth: u32) -> Expr {
        let condition = match ty {
            Type::Vector(size, _) if self.percent(50) => Type::Vector(*size, Scalar::Bool),
            _ => Type::Scalar(Scalar::Bool),
        };
        let condition = self.running(&condition, depth).text;
        let (a, b) = (self.expression(ty, depth), self.expression(ty, depth));
        Expr::new(format!("select({}, {}, {condition})", a.text, b.text), a.reach.or(b.reach))
    }
}

fn narrowed(kind: &str, ty: &Type, made: &Expr, reach: Reach) -> Expr {
    let suffix = match ty {
        Type::Matrix(columns, rows) => format!("mat{columns}x{rows}"),
        Type::Vector(size, scalar) => format!("{}_{size}", scalar.name()),
        _ => format!("{}_1", ty.scalar().unwrap_or(Scalar::F32).name()),
    };
    Expr { text: format!("{kind}_{suffix}({})", made.text), reach, constant: false }
}
