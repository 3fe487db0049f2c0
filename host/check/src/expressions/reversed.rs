//! `rev()` of iterators of the program, which say by `DoubleEndedIterator` how they are
//! taken from their end: what they are made of is turned around, and adaptors that look
//! at one item at a time stay as they are.

use crate::body::{Body, expr};
use crate::expressions::generic_call::Arg;
use naga::Span;
use warpbench_hir::types::{Adapting, IterTy, Mapping, Ty};
use warpbench_hir::{self as hir, ExprKind, IterOp};

impl Body<'_> {
    /// An iterator turned around; nothing where it cannot be.
    pub(crate) fn reversed(
        &mut self,
        receiver: &hir::Expr,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        match (self.head(&receiver.ty), &receiver.kind) {
            (Ty::Struct(..), _) => {
                let own = self.resolved(&receiver.ty);
                let of = self.checker.library.traits.get("DoubleEndedIterator").copied()?;
                if !self.checker.implements(&self.infer, &own, of, &[], 0) {
                    return None;
                }
                let given = vec![Arg::Checked(receiver.clone())];
                let turned =
                    self.call_library_item("backwards", "backwards_of", given, (place, span))?;
                self.iterator_of(turned).ok()
            }
            (Ty::Iter(iter), ExprKind::Iter(op, parts)) => {
                let (source, rest) = parts.split_first()?;
                let inner = match (&*iter, op) {
                    (IterTy::Own(..), IterOp::Plain) => {
                        return self.reversed(source, (place, span));
                    }
                    (
                        IterTy::Mapped(how, ..),
                        IterOp::Mapped(
                            Mapping::Map | Mapping::Filter | Mapping::FilterMap | Mapping::Inspect,
                        ),
                    ) if *how != Mapping::Scan => self.reversed(source, (place, span))?,
                    (IterTy::Adapted(..), IterOp::Adapted(Adapting::Copied)) => {
                        self.reversed(source, (place, span))?
                    }
                    _ => return None,
                };
                let Ty::Iter(of) = self.head(&inner.ty) else { return None };
                let turned = match *iter {
                    IterTy::Mapped(how, _, closure, item) => IterTy::Mapped(how, of, closure, item),
                    _ => IterTy::Adapted(Adapting::Copied, of),
                };
                let parts = std::iter::once(inner).chain(rest.iter().cloned()).collect();
                Some(expr(ExprKind::Iter(*op, parts), Ty::Iter(Box::new(turned)), span))
            }
            _ => None,
        }
    }
}
