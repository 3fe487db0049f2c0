//! Methods that many types have without an `impl`.

use crate::body::{Body, Expect, expr};
use crate::expressions::generic_call::Arg;
use crate::expressions::operators::{Class, NAMED, right_hint};
use crate::expressions::overloaded;
use crate::wording::unsupported;
use naga::Span;
use syn::Expr;
use warpbench_codes::E0308;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, Builtin, ExprKind, Math};
use warpbench_source::diagnostic::Diagnostic;

impl Body<'_> {
    /// Methods that many types have without an `impl`.
    pub(super) fn common_method(
        &mut self,
        original: hir::Expr,
        receiver: &hir::Expr,
        name: &str,
        arguments: &[&Expr],
        expect: &Expect,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let ty = self.head(&receiver.ty);
        match (name, arguments) {
            // The reference itself can be copied, whatever it leads to.
            ("clone", []) if self.lacks_clone(&ty) => {
                matches!(self.head(&original.ty), Ty::Reference(Mutability::Const, _))
                    .then_some(original)
            }
            ("max" | "min" | "cmp" | "partial_cmp" | "total_cmp" | "to_owned", _)
                if self.checker.is_opaque(&ty) =>
            {
                None
            }
            ("clone" | "to_owned", []) => {
                let value = if let Ty::Slice(_) = ty { original } else { receiver.clone() };
                let ty = value.ty.clone();
                if let Some(refused) = self.refused_clone(&ty, 0, span) {
                    return Some(refused);
                }
                if self.keeps_state(&ty, 0) {
                    return Some(expr(ExprKind::Builtin(Builtin::Clone, vec![value]), ty, span));
                }
                // A block is no place, so nothing is moved out of one.
                let block = hir::Block { statements: Vec::new(), value: Some(Box::new(value)) };
                Some(expr(ExprKind::Block(None, block), ty, span))
            }
            ("into", []) => Some(self.converted(original, expect, span)),
            ("try_into", []) => self.converted_if_it_fits(original, &ty, expect, (place, span)),
            ("eq" | "ne" | "lt" | "le" | "gt" | "ge", [other]) => {
                let op = match name {
                    "eq" => hir::BinaryOp::Eq,
                    "ne" => hir::BinaryOp::Ne,
                    "lt" => hir::BinaryOp::Lt,
                    "le" => hir::BinaryOp::Le,
                    "gt" => hir::BinaryOp::Gt,
                    _ => hir::BinaryOp::Ge,
                };
                let right = self.expr(other, &Expect::None);
                let right = self.through_references(right);
                Some(self.comparison(op, receiver.clone(), right, span))
            }
            (_, [other])
                if let Some((op, of)) = operator_named(name)
                    && matches!(ty, Ty::Int(_) | Ty::Float(_) | Ty::Bool) =>
            {
                if let Some(of) = self.checker.library.traits.get(of).copied() {
                    self.check_trait(of, &ty, name, place);
                }
                let right = self.expr(other, &right_hint(op, receiver));
                Some(self.binary_of(op, receiver.clone(), right, span))
            }
            ("partial_cmp" | "cmp", [other]) if matches!(ty, Ty::Slice(_)) => {
                let slice = self.autoref(receiver.clone(), Mutability::Const);
                let items = self.iterator_of(slice).ok()?;
                self.items_compared(&items, name, other, (place, span))
            }
            ("partial_cmp" | "cmp" | "total_cmp" | "max" | "min", [other]) => {
                let function = match name {
                    "max" => "largest",
                    "min" => "smallest",
                    "partial_cmp" => "partial_compare",
                    "cmp" => "compare",
                    _ => "total_compare",
                };
                let right = if matches!(name, "max" | "min") {
                    self.expr_of_type(other, &ty, None)
                } else {
                    let right = self.expr(other, &Expect::None);
                    self.through_references(right)
                };
                let arguments = vec![Arg::Checked(receiver.clone()), Arg::Checked(right)];
                self.call_library_item("cmp", function, arguments, (place, span))
            }
            _ => None,
        }
    }

    /// `max`, `min` and `clamp` of references to integers, which are references again: `Ord`
    /// has them of references, too, and takes the receiver as it is.
    pub(crate) fn order_of_references(
        &mut self,
        original: &hir::Expr,
        receiver: &hir::Expr,
        name: &str,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let math = match (name, arguments.len()) {
            ("max", 1) => Math::Max,
            ("min", 1) => Math::Min,
            ("clamp", 2) => Math::Clamp,
            _ => return None,
        };
        let Ty::Reference(mutability, _) = self.head(&original.ty) else { return None };
        if self.class(&receiver.ty) != Class::Int || self.is_in_library() {
            return None;
        }
        let wanted = original.ty.clone();
        let mut given = vec![receiver.clone()];
        for argument in arguments {
            let value = self.expr(argument, &Expect::None);
            if self.class(&value.ty) == Class::Int {
                let shown = self.show(&wanted);
                let words = self.checker.quote(original.span).unwrap_or("x");
                let help = format!("compare the numbers: `(*{words}).{name}(…)`");
                self.report(
                    Diagnostic::new(E0308, "mismatched types", value.span)
                        .label(format!("expected `{shown}`, since `{name}` is one of references"))
                        .help(help),
                );
                given.push(value);
                continue;
            }
            let value = self.coerce(value, &wanted, None);
            given.push(self.through_references(value));
        }
        if mutability == Mutability::Mut {
            let what = format!("`{name}` of references that may change something");
            return Some(self.error(
                unsupported::unread(&what, place).help("compare what they lead to: `(*a).max(*b)`"),
            ));
        }
        let found = expr(ExprKind::Builtin(Builtin::Math(math), given), receiver.ty.clone(), span);
        let found = Box::new(found);
        let by = Ty::reference(Mutability::Const, found.ty.clone());
        Some(expr(ExprKind::AddressOf(found), by, span))
    }

    /// A call of a function of the library that is written in Rust.
    pub(crate) fn call_library_item(
        &mut self,
        module: &str,
        name: &str,
        arguments: Vec<Arg<'_>>,
        (place, span): (Span, Span),
    ) -> Option<hir::Expr> {
        let scope = self.checker.source_module(&format!("core::{module}"))?;
        let Some(crate::checker::Def::Function(id)) =
            self.checker.scopes[scope].values.get(name).cloned()
        else {
            return None;
        };
        let ident = syn::Ident::new(name, proc_macro2::Span::call_site());
        let segment = syn::PathSegment::from(ident);
        let none = crate::checker::Arguments::default();
        let mut value = self.call_item(id, none, &segment, None, arguments, span);
        if let ExprKind::Call(at, ..) = value.kind
            && let Some(call) = self.calls.get_mut(at)
        {
            call.span = place;
        }
        value.span = span;
        Some(value)
    }
}

/// The operator that a method of this name stands for, and its trait.
fn operator_named(name: &str) -> Option<(BinaryOp, &'static str)> {
    NAMED.into_iter().find_map(|op| {
        let (of, method) = overloaded::trait_of(op);
        (method == name).then_some((op, of))
    })
}
