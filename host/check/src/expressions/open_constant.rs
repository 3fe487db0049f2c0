//! Constants of generic types whose arguments are still to be found out:
//! `let m: Matrix<3> = Matrix::IDENTITY;`.
//!
//! Which constant is meant is known when all types are; its type is known at
//! once, in the words of the arguments, and helps to find them out.

use crate::body::{Body, broken, expr};
use crate::checker::{Def, ImplId};
use crate::typing::generics::trait_arguments;
use crate::typing::written::Env;
use naga::Span;
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{self as hir, Builtin, ExprKind};

/// A constant that a type has which is not known yet.
#[derive(Clone, Debug)]
pub(crate) struct OpenConstant {
    owner: Ty,
    name: String,
}

impl Body<'_> {
    /// Whether something in a type is still to be found out.
    pub(crate) fn is_unsettled(&self, ty: &Ty) -> bool {
        let ty = self.head(ty);
        let is_open = |len: &Len| matches!(self.infer.head_len(len), Len::Var(_));
        matches!(ty, Ty::Var(_))
            || ty.lens().is_some_and(is_open)
            || ty.parts().into_iter().any(|part| self.is_unsettled(part))
    }

    /// A constant of an `impl`, for a type that is not known yet.
    pub(crate) fn open_constant(
        &mut self,
        id: ImplId,
        owner: &Ty,
        name: &str,
        span: Span,
    ) -> Option<hir::Expr> {
        let item = self.checker.impls[id].clone();
        let arguments = self.fresh_arguments(&item.generics, span);
        let pattern = self.instantiate(&item.ty, &arguments, span);
        self.infer.unify(&pattern, owner);
        let (declared, scope, generics, arguments) = match &item.of {
            Some((of, given)) => {
                let given: Vec<Ty> =
                    given.iter().map(|ty| self.instantiate(ty, &arguments, span)).collect();
                let of = &self.checker.traits[*of];
                let declared = of.constant_types.get(name)?.clone();
                let arguments = trait_arguments(owner.clone(), given);
                (declared, of.scope, of.generics.clone(), arguments)
            }
            None => {
                let declared = std::rc::Rc::new(item.constants.get(name)?.ty.clone());
                (declared, item.scope, item.generics.clone(), arguments)
            }
        };
        let mut env = Env { scope, const_params: &generics.consts, infer: None };
        let ty = self.checker.ty(&declared, &mut env);
        let ty = self.instantiate(&ty, &arguments, span);
        self.waiting.constants.push(OpenConstant { owner: owner.clone(), name: name.to_owned() });
        let at = self.waiting.constants.len() as u32 - 1;
        Some(expr(ExprKind::Builtin(Builtin::OpenConstant(at), Vec::new()), ty, span))
    }

    /// The constant that was meant, now that all types are known.
    pub(crate) fn found_constant(&mut self, at: u32, ty: &Ty, span: Span) -> hir::Expr {
        let Some(OpenConstant { owner, name }) = self.waiting.constants.get(at as usize).cloned()
        else {
            return broken(span);
        };
        let owner = self.resolved(&owner);
        if self.is_unsettled(&owner) {
            self.annotations_needed(&owner, span);
            return broken(span);
        }
        let id = self.checker.constant_member(&self.infer, &owner, &name);
        let found = id.and_then(|id| self.checker.impl_constant(id, &name, &owner));
        match found {
            Some(found) => {
                let value = self.item_value(&name, Def::Constant(found), span);
                self.coerce(value, ty, None)
            }
            None => self.unknown_member(&owner, &name, span),
        }
    }
}
