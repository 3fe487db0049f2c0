//! Values between angle brackets: `f::<4>()`.

use crate::body::Body;
use crate::syntax::spans;
use crate::typing::written::{self, Env};
use syn::{Expr, GenericArgument};
use warpbench_codes::{E0308, E0747};
use warpbench_hir::types::{Len, Ty};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// The value of an argument for a const parameter of a type.
    pub(crate) fn const_argument(&mut self, argument: &GenericArgument, ty: &Ty) -> Len {
        let value = match argument {
            GenericArgument::Const(value) => value.clone(),
            GenericArgument::Type(syn::Type::Path(path))
                if path.qself.is_none()
                    && path
                        .path
                        .get_ident()
                        .is_none_or(|name| written::primitive(&name.to_string()).is_none()) =>
            {
                Expr::Path(syn::ExprPath {
                    attrs: Vec::new(),
                    qself: None,
                    path: path.path.clone(),
                })
            }
            other => {
                let shown = self.show(ty);
                let message = format!("expected a constant of type `{shown}`");
                self.report(Diagnostic::new(E0747, message, spans::of(other)));
                return Len::Error;
            }
        };
        if let Some(place) = written::const_param(&value, &self.const_params) {
            let own = self.const_params[place].ty.clone();
            if own != *ty && *ty != Ty::Error && own != Ty::Error {
                let (expected, found) = (self.show(ty), self.show(&own));
                self.report(
                    Diagnostic::new(E0308, "mismatched types", spans::of_expr(&value))
                        .label(format!("expected `{expected}`, found `{found}`")),
                );
            }
        }
        let params = self.const_params.clone();
        let mut env = Env { scope: self.scope, const_params: &params, infer: None };
        self.checker.const_of(&value, ty, &mut env)
    }
}
