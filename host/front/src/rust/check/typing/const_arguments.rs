//! Const arguments of calls: given, `f::<4>(…)`, or learnt from the lengths of
//! arrays.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::Body;
use crate::rust::check::checker::Signature;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::written;
use crate::rust::hir::{ConstArg, ConstValue};
use crate::rust::types::{Len, Ty};
use naga::Span;
use syn::{Expr, GenericArgument};

impl Body<'_> {
    /// The const arguments of `f::<1, N>`.
    pub(crate) fn const_arguments(
        &mut self,
        id: usize,
        signature: &Signature,
        generics: &[&GenericArgument],
        place: Span,
    ) -> Vec<Option<ConstArg>> {
        let params = signature.const_params.clone();
        let given: Vec<&&GenericArgument> = generics
            .iter()
            .filter(|argument| !matches!(argument, GenericArgument::Lifetime(_)))
            .collect();
        if given.is_empty() {
            return vec![None; params.len()];
        }
        if given.len() != params.len() {
            let name = self.checker.functions[id].name.clone();
            let declared = self.checker.functions[id].span;
            let message = format!(
                "`{name}` has {} const parameters but {} were given",
                params.len(),
                given.len()
            );
            self.report(Diagnostic::new(message, place).other(declared, "declared here"));
            return params.iter().map(|param| Some(ConstArg::Value(zero(&param.ty)))).collect();
        }
        let mut values = Vec::new();
        for (argument, param) in given.into_iter().zip(params.iter()) {
            let value = match argument {
                GenericArgument::Const(expr) => self.const_argument(expr, &param.ty),
                GenericArgument::Type(syn::Type::Path(path))
                    if path.qself.is_none()
                        && path
                            .path
                            .get_ident()
                            .is_none_or(|name| written::primitive(&name.to_string()).is_none()) =>
                {
                    let path =
                        syn::ExprPath { attrs: Vec::new(), qself: None, path: path.path.clone() };
                    self.const_argument(&Expr::Path(path), &param.ty)
                }
                GenericArgument::Type(syn::Type::Infer(_)) => {
                    values.push(None);
                    continue;
                }
                other => {
                    let span = spans::of(*other);
                    let shown = self.show(&param.ty);
                    let message = format!("expected a constant of type `{shown}`");
                    self.report(Diagnostic::new(message, span));
                    None
                }
            };
            values.push(Some(value.unwrap_or_else(|| ConstArg::Value(zero(&param.ty)))));
        }
        values
    }

    fn const_argument(&mut self, argument: &Expr, ty: &Ty) -> Option<ConstArg> {
        if let Some(place) = written::const_param(argument, &self.const_params) {
            let own = self.const_params[place].ty.clone();
            if own != *ty && *ty != Ty::Error && own != Ty::Error {
                let (expected, found) = (self.show(ty), self.show(&own));
                self.report(
                    Diagnostic::new("mismatched types", spans::of_expr(argument))
                        .label(format!("expected `{expected}`, found `{found}`")),
                );
            }
            return Some(ConstArg::Param(place as u32));
        }
        let (scope, owner, params) = (self.scope, self.owner, self.const_params.clone());
        self.checker.evaluate(argument, ty, scope, owner, &params).map(ConstArg::Value)
    }

    /// Learns const parameters from the lengths of an argument's arrays.
    pub(crate) fn infer_lengths(
        &mut self,
        param: &Ty,
        found: &Ty,
        values: &mut Vec<Option<ConstArg>>,
    ) {
        match (param, self.head(found)) {
            (Ty::Array(param, len), Ty::Array(found, known)) => {
                if let Len::Param(place, _) = len
                    && let Some(value @ None) = values.get_mut(*place as usize)
                {
                    *value = match known {
                        Len::Known(len) => Some(ConstArg::Value(ConstValue::Int(i128::from(len)))),
                        Len::Param(place, _) => Some(ConstArg::Param(place)),
                        Len::Error => Some(ConstArg::Value(ConstValue::Int(0))),
                    };
                }
                self.infer_lengths(param, &found, values);
            }
            (Ty::Error, _) | (_, Ty::Error) => {
                for value in values.iter_mut().filter(|value| value.is_none()) {
                    *value = Some(ConstArg::Value(ConstValue::Int(0)));
                }
            }
            (
                Ty::Pointer(_, param) | Ty::Reference(_, param),
                Ty::Pointer(_, found) | Ty::Reference(_, found),
            )
            | (Ty::Slice(param), Ty::Slice(found)) => self.infer_lengths(param, &found, values),
            (Ty::Tuple(params), Ty::Tuple(found)) => {
                for (param, found) in params.iter().zip(&found) {
                    self.infer_lengths(param, found, values);
                }
            }
            _ => {}
        }
    }

    /// A type of another function with its const parameters replaced, unless
    /// one is not known yet.
    pub(crate) fn substitute(&self, ty: &Ty, values: &[Option<ConstArg>]) -> Option<Ty> {
        Some(match ty {
            Ty::Array(element, len) => {
                let len = match len {
                    Len::Param(place, _) => match values.get(*place as usize)?.as_ref()? {
                        ConstArg::Value(ConstValue::Int(len)) => {
                            u32::try_from(*len).map_or(Len::Error, Len::Known)
                        }
                        ConstArg::Value(_) => Len::Error,
                        ConstArg::Param(own) => {
                            let name = self.const_params.get(*own as usize)?.name.clone();
                            Len::Param(*own, name)
                        }
                    },
                    other => other.clone(),
                };
                Ty::Array(Box::new(self.substitute(element, values)?), len)
            }
            Ty::Slice(element) => Ty::Slice(Box::new(self.substitute(element, values)?)),
            Ty::Pointer(mutability, to) => Ty::pointer(*mutability, self.substitute(to, values)?),
            Ty::Reference(mutability, to) => {
                Ty::reference(*mutability, self.substitute(to, values)?)
            }
            Ty::Tuple(members) => Ty::Tuple(
                members
                    .iter()
                    .map(|member| self.substitute(member, values))
                    .collect::<Option<_>>()?,
            ),
            other => other.clone(),
        })
    }
}

/// A value of the type of a const parameter, after something went wrong.
fn zero(ty: &Ty) -> ConstValue {
    match ty {
        Ty::Bool => ConstValue::Bool(false),
        _ => ConstValue::Int(0),
    }
}
