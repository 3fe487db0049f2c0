//! Operators of the program's own types, by the traits of `core::ops`.

use crate::body::{Body, broken, expr};
use crate::expressions::assignment::Change;
use crate::expressions::generic_call::Arg;
use crate::expressions::place::is_place;
use naga::Span;
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

/// The trait and the function of an operator.
pub(crate) fn trait_of(op: BinaryOp) -> (&'static str, &'static str) {
    match op {
        BinaryOp::Add => ("Add", "add"),
        BinaryOp::Sub => ("Sub", "sub"),
        BinaryOp::Mul => ("Mul", "mul"),
        BinaryOp::Div => ("Div", "div"),
        BinaryOp::Rem => ("Rem", "rem"),
        BinaryOp::BitAnd => ("BitAnd", "bitand"),
        BinaryOp::BitOr => ("BitOr", "bitor"),
        BinaryOp::BitXor => ("BitXor", "bitxor"),
        BinaryOp::Shl => ("Shl", "shl"),
        BinaryOp::Shr => ("Shr", "shr"),
        BinaryOp::Eq => ("PartialEq", "eq"),
        BinaryOp::Ne => ("PartialEq", "ne"),
        BinaryOp::Lt => ("PartialOrd", "lt"),
        BinaryOp::Le => ("PartialOrd", "le"),
        BinaryOp::Gt => ("PartialOrd", "gt"),
        BinaryOp::Ge => ("PartialOrd", "ge"),
    }
}

/// The trait and the function of an operator that assigns, `+=` for `Add`.
pub(crate) fn assigning_trait_of(op: BinaryOp) -> (String, String) {
    let (of, name) = trait_of(op);
    (format!("{of}Assign"), format!("{name}_assign"))
}

impl Body<'_> {
    /// `a + b` by an `impl`, if there is one.
    pub(crate) fn overloaded(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let (of, name) = trait_of(op);
        let right_ty = right.ty.clone();
        self.call_operator(of, name, left.clone(), &[right_ty], Some(right.clone()), span)
    }

    /// `a += b` by an `impl`.
    pub(crate) fn overloaded_assign(
        &mut self,
        op: BinaryOp,
        place: &hir::Expr,
        value: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let (of, name) = assigning_trait_of(op);
        let id = self.checker.library.traits.get(&of).copied()?;
        let own = self.resolved(&place.ty);
        let arguments = [self.resolved(&value.ty)];
        let members = self.checker.trait_function(&self.infer, &own, id, Some(&arguments), &name);
        let member = members.first().copied()?;
        let receiver = self.borrow(place.clone(), Mutability::Mut, place.span);
        let segment = segment(&name);
        let arguments = vec![Arg::Checked(value.clone())];
        let mut call = self.call_member_of(member, &own, &segment, Some(receiver), arguments, span);
        self.place_call(&mut call, span);
        Some(call)
    }

    /// `-a`, `!a` by an `impl`.
    pub(crate) fn overloaded_unary(
        &mut self,
        of: &str,
        name: &str,
        operand: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        self.call_operator(of, name, operand.clone(), &[], None, span)
    }

    fn call_operator(
        &mut self,
        of: &str,
        name: &str,
        left: hir::Expr,
        arguments: &[Ty],
        right: Option<hir::Expr>,
        span: Span,
    ) -> Option<hir::Expr> {
        let id = self.checker.library.traits.get(of).copied()?;
        let own = self.resolved(&left.ty);
        let arguments: Vec<Ty> = arguments.iter().map(|ty| self.resolved(ty)).collect();
        let by = (!arguments.is_empty()).then_some(arguments.as_slice());
        let members = self.checker.trait_function(&self.infer, &own, id, by, name);
        let (own, member) = match members.as_slice() {
            [] => return None,
            [only] => (own, *only),
            // Of literals, the type that Rust takes by itself.
            several => (own, *several.first()?),
        };
        self.checker.resolve_signature(member.function);
        let signature = self.checker.functions[member.function].signature.clone()?;
        let receiver = match signature.params.first().map(|param| &param.ty) {
            Some(Ty::Reference(Mutability::Const, _)) if !matches!(own, Ty::Reference(..)) => {
                self.autoref(left, Mutability::Const)
            }
            _ => {
                self.copied(&left);
                left
            }
        };
        let mut given = Vec::new();
        if let (Some(right), Some(param)) = (right, signature.params.get(1)) {
            let by_reference = matches!(param.ty, Ty::Reference(..))
                && !matches!(self.head(&right.ty), Ty::Reference(..));
            let right = if by_reference {
                self.autoref(right, Mutability::Const)
            } else {
                self.copied(&right);
                right
            };
            given.push(Arg::Checked(right));
        }
        let segment = segment(name);
        let mut call = self.call_member_of(member, &own, &segment, Some(receiver), given, span);
        self.place_call(&mut call, span);
        Some(call)
    }

    /// Gives a call that stands nowhere in the text the place of its operator.
    pub(crate) fn place_call(&mut self, call: &mut hir::Expr, span: Span) {
        if let ExprKind::Call(at, ..) = call.kind
            && let Some(pending) = self.calls.get_mut(at)
        {
            pending.span = span;
        }
        call.span = span;
    }

    /// What a value is indexed by, if its type has a single `impl Index` and that says it.
    pub(crate) fn index_type(&mut self, base: &hir::Expr) -> Option<Ty> {
        let id = self.checker.library.traits.get("Index").copied()?;
        let own = self.resolved(&base.ty);
        let members = self.checker.trait_function(&self.infer, &own, id, None, "index");
        let [only] = members.as_slice() else { return None };
        self.checker.resolve_signature(only.function);
        let signature = self.checker.functions[only.function].signature.as_ref()?;
        signature.params.get(1).map(|param| param.ty.clone()).filter(|ty| matches!(ty, Ty::Int(_)))
    }

    /// `x[i]` of a type with `Index`: the place that it refers to.
    pub(crate) fn overloaded_index(
        &mut self,
        base: &hir::Expr,
        index: hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let id = self.checker.library.traits.get("Index").copied()?;
        let own = self.resolved(&base.ty);
        let arguments = [self.resolved(&index.ty)];
        let members = self.checker.trait_function(&self.infer, &own, id, Some(&arguments), "index");
        let member = members.first().copied()?;
        let receiver = self.autoref(base.clone(), Mutability::Const);
        let segment = segment("index");
        let given = vec![Arg::Checked(index)];
        let mut call = self.call_member_of(member, &own, &segment, Some(receiver), given, span);
        self.place_call(&mut call, span);
        match self.head(&call.ty) {
            Ty::Reference(_, to) => Some(expr(ExprKind::Deref(Box::new(call)), *to, span)),
            _ => Some(broken(span)),
        }
    }

    /// Makes `x[i]` of a type with `IndexMut`, and `*x` of one with `DerefMut`, a place
    /// that can be changed. Says whether the expression is such a place at all.
    pub(crate) fn index_mut(&mut self, called: &mut hir::Expr, how: Change) -> Option<bool> {
        let ExprKind::Call(at, _, parts) = &called.kind else { return None };
        let pending = self.calls.get(*at)?.clone();
        let item = &self.checker.functions[pending.function];
        let (of, name) = match (item.name.as_str(), parts.len()) {
            ("index", 2) => ("IndexMut", "index_mut"),
            ("deref", 1) => ("DerefMut", "deref_mut"),
            _ => return None,
        };
        if !item.has_owner {
            return None;
        }
        let (receiver, index) = (parts.first()?.clone(), parts.get(1).cloned());
        let place = match &receiver.kind {
            ExprKind::AddressOf(place) => (**place).clone(),
            _ => {
                let to = match self.head(&receiver.ty) {
                    Ty::Reference(_, to) => *to,
                    other => other,
                };
                expr(ExprKind::Deref(Box::new(receiver.clone())), to, receiver.span)
            }
        };
        let id = self.checker.library.traits.get(of).copied()?;
        let own = self.resolved(&place.ty);
        let arguments: Vec<Ty> = index.iter().map(|index| self.resolved(&index.ty)).collect();
        let by = index.is_some().then_some(arguments.as_slice());
        let members = self.checker.trait_function(&self.infer, &own, id, by, name);
        let Some(member) = members.first().copied() else {
            let shown = self.show(&own);
            self.report(match of {
                "IndexMut" => Diagnostic::new(
                    how.of_read_only(),
                    format!("`{shown}` cannot be changed by an index"),
                    called.span,
                )
                .label("it implements `Index`, but not `IndexMut`")
                .help(format!("write `impl IndexMut<usize> for {shown}`")),
                _ => Diagnostic::new(
                    how.of_read_only(),
                    format!("what `{shown}` leads to cannot be changed through it"),
                    called.span,
                )
                .label("it implements `Deref`, but not `DerefMut`")
                .help(format!("write `impl DerefMut for {shown}`")),
            });
            return Some(false);
        };
        let mut place = place;
        if is_place(&place) && !self.writable(&mut place, Change::Borrow) {
            return Some(false);
        }
        let receiver = self.borrow(place, Mutability::Mut, called.span);
        let segment = segment(name);
        let given = index.into_iter().map(Arg::Checked).collect();
        let span = called.span;
        let mut call = self.call_member_of(member, &own, &segment, Some(receiver), given, span);
        self.place_call(&mut call, span);
        *called = call;
        Some(true)
    }
}

/// A name as a part of a path.
pub(crate) fn segment(name: &str) -> syn::PathSegment {
    syn::PathSegment::from(syn::Ident::new(name, proc_macro2::Span::call_site()))
}
