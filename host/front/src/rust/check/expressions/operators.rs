//! Operators of two values.

use crate::diagnostic::{Diagnostic, Subject};
use crate::rust::check::body::Later;
use crate::rust::check::body::{Body, Expect, broken, expr};
use crate::rust::check::checker::{Def, Space, TraitId};
use crate::rust::check::expressions::assignment::Change;
use crate::rust::check::expressions::overloaded;
use crate::rust::check::syntax::spans;
use crate::rust::check::typing::infer::TyVarKind;
use crate::rust::hir::{self, BinaryOp, Builtin, ExprKind, LazyOp};
use crate::rust::types::{IntTy, Mutability, Ty};
use naga::Span;
use syn::{BinOp, Expr};
use warpbench_codes::{E0277, E0308, E0368, E0369};

/// The operators that compute, which a program can also call by their traits.
const NAMED: [BinaryOp; 10] = [
    BinaryOp::Add,
    BinaryOp::Sub,
    BinaryOp::Mul,
    BinaryOp::Div,
    BinaryOp::Rem,
    BinaryOp::BitAnd,
    BinaryOp::BitOr,
    BinaryOp::BitXor,
    BinaryOp::Shl,
    BinaryOp::Shr,
];

/// What operators can be applied to.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Class {
    Bool,
    Int,
    Float,
    Open,
    Other,
}

impl Body<'_> {
    pub(super) fn class(&self, ty: &Ty) -> Class {
        match self.head(ty) {
            Ty::Bool => Class::Bool,
            Ty::Int(_) => Class::Int,
            Ty::Float(_) => Class::Float,
            Ty::Error | Ty::Never => Class::Open,
            ty @ Ty::Var(_) => match self.infer.kind(&ty) {
                Some(TyVarKind::Int) => Class::Int,
                Some(TyVarKind::Float) => Class::Float,
                _ => Class::Open,
            },
            _ => Class::Other,
        }
    }

    /// `Neg::neg(x)`, `core::ops::Add::add(a, b)`: an operator by the name of its trait.
    pub(crate) fn operator_by_name(
        &mut self,
        id: TraitId,
        left: &hir::Expr,
        rest: &[&Expr],
        span: Span,
    ) -> Option<hir::Expr> {
        let of = self.checker.traits[id].name.clone();
        if self.checker.known_traits.get(&of) != Some(&id) {
            return None;
        }
        match (of.as_str(), rest) {
            ("Neg", []) => Some(self.negated(left.clone(), span)),
            ("Not", []) => Some(self.inverted(left.clone(), span)),
            (of, [right]) => {
                let op = NAMED.into_iter().find(|op| overloaded::trait_of(*op).0 == of)?;
                let right = self.expr(right, &right_hint(op, left));
                Some(self.binary_of(op, left.clone(), right, span))
            }
            _ => None,
        }
    }

    /// Whether a type is a reference to a number.
    fn is_number_reference(&self, ty: &Ty) -> bool {
        match self.head(ty) {
            Ty::Reference(_, to) => {
                self.class(&to) != Class::Other || self.is_number_reference(&to)
            }
            _ => false,
        }
    }

    /// The number that a reference leads to, where operators look through
    /// references.
    pub(crate) fn read_through(&mut self, mut value: hir::Expr) -> hir::Expr {
        while let Ty::Reference(_, to) = self.head(&value.ty) {
            if self.class(&to) == Class::Other && !matches!(self.head(&to), Ty::Reference(..)) {
                break;
            }
            let span = value.span;
            value = expr(ExprKind::Deref(Box::new(value)), *to, span);
        }
        value
    }

    /// `a + b`, `a && b`, `a += b`.
    pub(crate) fn binary(
        &mut self,
        syntax: &syn::ExprBinary,
        expect: &Expect,
        span: Span,
    ) -> hir::Expr {
        if let Some(op) = lazy(&syntax.op) {
            return self.lazy(op, syntax, span);
        }
        if let Some(op) = assigning(&syntax.op) {
            return self.assign_op(op, syntax, span);
        }
        let Some(op) = plain(&syntax.op) else {
            return self
                .error(crate::rust::check::wording::unsupported::unread("this operator", span));
        };
        let hint = match expect {
            Expect::Has(ty) | Expect::Hint(ty) if is_arithmetic(op) || is_bitwise(op) => {
                Expect::Hint(ty.clone())
            }
            _ => Expect::None,
        };
        let left = self.expr(&syntax.left, &hint);
        let right = self.expr(&syntax.right, &right_hint(op, &left));
        if is_comparison(op) {
            return self.comparison(op, left, right, span);
        }
        self.binary_of(op, left, right, span)
    }

    /// An operator that computes, on what stands on its sides.
    fn binary_of(
        &mut self,
        op: BinaryOp,
        left: hir::Expr,
        right: hir::Expr,
        span: Span,
    ) -> hir::Expr {
        let is_other = |body: &Self, value: &hir::Expr| {
            body.class(&value.ty) == Class::Other && !body.is_number_reference(&value.ty)
        };
        if is_other(self, &left) || is_other(self, &right) {
            self.retry_projections();
            if let Some(call) = self.overloaded(op, &left, &right, span) {
                return call;
            }
        }
        let left = self.read_through(left);
        let right = self.read_through(right);
        if !self.operands(op, &left, &right, span, false) {
            return broken(span);
        }
        let ty = match self.head(&left.ty) {
            Ty::Never => right.ty.clone(),
            _ => left.ty.clone(),
        };
        expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), ty, span)
    }

    /// Whether an operator fits its operands, which it makes equal.
    pub(crate) fn operands(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
        is_assigned: bool,
    ) -> bool {
        let classes = (self.class(&left.ty), self.class(&right.ty));
        if matches!(self.head(&left.ty), Ty::Error | Ty::Never)
            || matches!(self.head(&right.ty), Ty::Error | Ty::Never)
        {
            return true;
        }
        if matches!(op, BinaryOp::Shl | BinaryOp::Shr) {
            let fits = |class| matches!(class, Class::Int | Class::Open);
            if fits(classes.0) && fits(classes.1) {
                for operand in [left, right] {
                    let (ty, span) = (operand.ty.clone(), operand.span);
                    self.later.push(Later::Integer { ty, span, what: "shifted" });
                }
                return true;
            }
            self.report_operator(op, left, right, span, is_assigned);
            return false;
        }
        let allowed = |class| match class {
            Class::Int | Class::Open => true,
            Class::Float => is_arithmetic(op),
            Class::Bool => is_bitwise(op),
            Class::Other => false,
        };
        if allowed(classes.0) && allowed(classes.1) && self.infer.unify(&left.ty, &right.ty) {
            return true;
        }
        self.report_operator(op, left, right, span, is_assigned);
        false
    }

    /// How many `impl`s of the file give a type an operator.
    fn own_operators(&self, op: BinaryOp, left: &Ty) -> usize {
        let Ty::Struct(of, _) = self.head(left) else { return 0 };
        let known = self.checker.known_traits.get(overloaded::trait_of(op).0).copied();
        let Some(id) = known.filter(|_| !self.checker.structs[of].is_library) else { return 0 };
        let of_trait = self
            .checker
            .impls
            .iter()
            .filter(|item| item.of.as_ref().is_some_and(|(of, _)| *of == id));
        of_trait.filter(|item| matches!(item.ty, Ty::Struct(own, _) if own == of)).count()
    }

    /// Whether a type has an operator, whatever stands on its right.
    fn has_operator(&self, op: BinaryOp, left: &Ty, is_assigned: bool) -> bool {
        let left = match self.head(left) {
            Ty::Reference(_, to) if !is_assigned => self.head(&to),
            ty => ty,
        };
        match self.class(&left) {
            Class::Int | Class::Open => true,
            Class::Float => is_arithmetic(op),
            Class::Bool => is_bitwise(op),
            Class::Other => false,
        }
    }

    fn report_operator(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
        is_assigned: bool,
    ) {
        let (l, r) = (self.show(&left.ty), self.show(&right.ty));
        let message = match op {
            BinaryOp::Add => format!("cannot add `{r}` to `{l}`"),
            BinaryOp::Sub => format!("cannot subtract `{r}` from `{l}`"),
            BinaryOp::Mul => format!("cannot multiply `{l}` by `{r}`"),
            BinaryOp::Div => format!("cannot divide `{l}` by `{r}`"),
            BinaryOp::Rem => format!("cannot compute the remainder of `{l}` divided by `{r}`"),
            op => format!("no operator `{}` for `{l}` and `{r}`", symbol(op)),
        };
        let pointer = matches!(self.head(&left.ty), Ty::Pointer(..));
        let code = match (self.has_operator(op, &left.ty, is_assigned), is_assigned) {
            _ if self.own_operators(op, &left.ty) == 1 => E0308,
            (true, _) => E0277,
            (false, true) => E0368,
            (false, false) => E0369,
        };
        let diagnostic = Diagnostic::new(code, message, span);
        let diagnostic = if pointer && matches!(op, BinaryOp::Add | BinaryOp::Sub) {
            let method = if op == BinaryOp::Add { "add" } else { "sub" };
            let name = self.checker.quote(left.span).unwrap_or("p").to_owned();
            diagnostic
                .label("pointers have methods for this")
                .help(format!("write `{name}.{method}(…)`, with a `usize`"))
        } else if let Some(help) = self.bound_with_operator(op, left, right) {
            diagnostic
                .label(format!("nothing says that `{l}` has this operator"))
                .note("only what the bounds of a type parameter promise is known of it")
                .help(help)
        } else if l == r {
            diagnostic.label(format!("`{l}` has no such operator"))
        } else {
            let help = self.agreement(left, right);
            let diagnostic =
                diagnostic.other(left.span, format!("`{l}`")).other(right.span, format!("`{r}`"));
            let gap = spans::to(left.span, right.span);
            let gap = gap.to_range().and_then(|range| self.checker.text.get(range));
            let is_new_line = gap.is_some_and(|gap| gap.contains('\n'))
                && matches!(op, BinaryOp::Mul | BinaryOp::BitAnd | BinaryOp::Sub);
            match help {
                _ if is_new_line => {
                    diagnostic.help("end the line before with `;`, if this is a new statement")
                }
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            }
        };
        self.report(diagnostic);
    }

    /// The name of a trait of `core::ops`, as it can be written here.
    pub(super) fn operator_path(&self, name: &str) -> String {
        match self.checker.find(self.scope, Space::Types, name) {
            Some(Def::Trait(_)) => name.to_owned(),
            _ => format!("core::ops::{name}"),
        }
    }

    /// What to write so that a type parameter has an operator.
    pub(crate) fn bound_with_operator(
        &self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
    ) -> Option<String> {
        let (own, other) = (self.resolved(&left.ty), self.resolved(&right.ty));
        let name = self.operator_path(overloaded::trait_of(op).0);
        let result = self.show(&own);
        let wanted = match own == other {
            true => format!("{name}<Output = {result}>"),
            false => format!("{name}<{}, Output = {result}>", self.show(&other)),
        };
        self.checker.bound_to_write(&own, &wanted)
    }

    pub(crate) fn comparison(
        &mut self,
        op: BinaryOp,
        left: hir::Expr,
        right: hir::Expr,
        span: Span,
    ) -> hir::Expr {
        self.agree_on_references(&left, &right);
        // References are compared by what they lead to, both or neither.
        let is_reference =
            |body: &Self, value: &hir::Expr| matches!(body.head(&value.ty), Ty::Reference(..));
        let both = is_reference(self, &left) && is_reference(self, &right);
        let (left, right) =
            if both { (self.read_through(left), self.read_through(right)) } else { (left, right) };
        if self.class(&left.ty) == Class::Other || self.class(&right.ty) == Class::Other {
            self.retry_projections();
            if let Some(call) = self.compared(op, &left, &right, span) {
                return call;
            }
        }
        // What is compared member by member is compared through references, too.
        let (left, right) = match both && self.class(&left.ty) == Class::Other {
            true => (self.through_references(left), self.through_references(right)),
            false => (left, right),
        };
        if let Some(call) = self.slices_compared(op, &left, &right, span) {
            return call;
        }
        let (left_ty, right_ty) = (self.head(&left.ty), self.head(&right.ty));
        // Pointers into one memory are in the order of what they lead to.
        if let (Ty::Pointer(own, to), Ty::Pointer(other, of)) = (&left_ty, &right_ty)
            && !matches!(**to, Ty::Slice(_))
        {
            // The right one may be given away less than it allows.
            let is_given = own == other || *own == Mutability::Const;
            if !is_given || !self.infer.unify(to, of) {
                self.report_comparison(&left, &right);
            }
            let isize_ty = Ty::Int(IntTy::Isize);
            let both = vec![left, right];
            let distance =
                expr(ExprKind::Builtin(Builtin::PointerDistance, both), isize_ty.clone(), span);
            let zero = expr(ExprKind::Literal(hir::ConstValue::Int(0)), isize_ty, span);
            return expr(ExprKind::Binary(op, Box::new(distance), Box::new(zero)), Ty::Bool, span);
        }
        let is_silent = |ty: &Ty| matches!(ty, Ty::Error | Ty::Never);
        if !is_silent(&left_ty) && !is_silent(&right_ty) {
            if !self.infer.unify(&left_ty, &right_ty) {
                self.report_comparison(&left, &right);
            } else if self.class(&left.ty) == Class::Other && !self.is_comparable(op, &left.ty) {
                let shown = self.show(&left.ty);
                let name = overloaded::trait_of(op).0;
                self.report(
                    Diagnostic::new(
                        E0369,
                        format!("no operator `{}` for `{shown}` and `{shown}`", symbol(op)),
                        span,
                    )
                    .label(format!("`{shown}` does not implement `{name}`"))
                    .help(match self.head(&left.ty) {
                        ty if self.checker.is_opaque(&ty) => {
                            self.checker.bound_to_write(&ty, name).unwrap_or_default()
                        }
                        Ty::Struct(..) => format!("put `#[derive({name})]` before `{shown}`"),
                        _ => "compare the numbers in it, one by one".to_owned(),
                    }),
                );
            }
        }
        if self.class(&left.ty) == Class::Other
            && let Some(call) = self.compared_by_members(op, &left, &right, span)
        {
            return call;
        }
        expr(ExprKind::Binary(op, Box::new(left), Box::new(right)), Ty::Bool, span)
    }

    /// What is compared with a reference is one, too, where that is still open.
    fn agree_on_references(&mut self, left: &hir::Expr, right: &hir::Expr) {
        let is_open = |body: &Self, value: &hir::Expr| {
            let ty = body.head(&value.ty);
            matches!(ty, Ty::Var(_)) && body.infer.kind(&ty) == Some(TyVarKind::Any)
        };
        // Numbers, whose type is open just as often, are no references.
        if !is_open(self, left) && !is_open(self, right) {
            return;
        }
        self.retry_projections();
        let is_reference =
            |body: &Self, value: &hir::Expr| matches!(body.head(&value.ty), Ty::Reference(..));
        if is_reference(self, left) != is_reference(self, right)
            && (is_open(self, left) || is_open(self, right))
        {
            self.infer.unify(&left.ty, &right.ty);
        }
    }

    /// A comparison by an `impl`.
    fn compared(
        &mut self,
        op: BinaryOp,
        left: &hir::Expr,
        right: &hir::Expr,
        span: Span,
    ) -> Option<hir::Expr> {
        let (mut left, mut right) = (left.clone(), right.clone());
        loop {
            if let Some(call) = self.overloaded(op, &left, &right, span) {
                return Some(call);
            }
            let (Ty::Reference(..), Ty::Reference(..)) =
                (self.head(&left.ty), self.head(&right.ty))
            else {
                return None;
            };
            let step = |body: &mut Self, value: hir::Expr| match body.head(&value.ty) {
                Ty::Reference(_, to) => {
                    let span = value.span;
                    expr(ExprKind::Deref(Box::new(value)), *to, span)
                }
                _ => value,
            };
            left = step(self, left);
            right = step(self, right);
        }
    }

    /// Whether values of a type are compared member by member.
    fn is_comparable(&self, op: BinaryOp, ty: &Ty) -> bool {
        let name = overloaded::trait_of(op).0;
        let Some(id) = self.checker.known_traits.get(name).copied() else { return false };
        let ty = self.resolved(ty);
        self.checker.implements(&self.infer, &ty, id, &[], 0)
    }

    fn report_comparison(&mut self, left: &hir::Expr, right: &hir::Expr) {
        let (l, r) = (self.show(&left.ty), self.show(&right.ty));
        let diagnostic = Diagnostic::new(E0308, "mismatched types", right.span)
            .label(format!("expected `{l}`, found `{r}`"))
            .other(left.span, format!("compared with this `{l}`"))
            .about(self.head(&right.ty).is_unit().then_some(Subject::Unit));
        let help = self.agreement(left, right);
        let diagnostic = match help {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        };
        self.report(diagnostic);
    }

    fn lazy(&mut self, op: LazyOp, syntax: &syn::ExprBinary, span: Span) -> hir::Expr {
        let left = self.expr_of_type(&syntax.left, &Ty::Bool, None);
        let before = self.diverges;
        let right = self.expr_of_type(&syntax.right, &Ty::Bool, None);
        // The right side may not be looked at, so it does not decide.
        self.diverges = before;
        expr(ExprKind::Lazy(op, Box::new(left), Box::new(right)), Ty::Bool, span)
    }

    /// `r += 1` where `r` is a reference.
    fn report_through(&mut self, op: BinaryOp, place: &hir::Expr, span: Span) -> hir::Expr {
        let (shown, symbol) = (self.show(&place.ty), symbol(op));
        let words = self.checker.quote(place.span).unwrap_or("r").to_owned();
        self.error(
            Diagnostic::new(E0368, format!("`{symbol}=` cannot change a `{shown}`"), span)
                .label("the reference itself is no number")
                .help(format!("change what it leads to: `*{words} {symbol}= …`")),
        )
    }

    fn assign_op(&mut self, op: BinaryOp, syntax: &syn::ExprBinary, span: Span) -> hir::Expr {
        let mut place = self.expr(&syntax.left, &Expect::None);
        let hint = match op {
            BinaryOp::Shl | BinaryOp::Shr => Expect::None,
            _ => Expect::Hint(place.ty.clone()),
        };
        let value = self.expr(&syntax.right, &hint);
        if self.class(&place.ty) == Class::Other
            && let Some(call) = self.overloaded_assign(op, &place, &value, span)
        {
            return call;
        }
        let value = self.read_through(value);
        if let Ty::Reference(_, to) = self.head(&place.ty)
            && self.class(&to) != Class::Other
        {
            return self.report_through(op, &place, span);
        }
        let is_place = self.require_place(&mut place, Change::Compute);
        if is_place {
            self.operands(op, &place, &value, span, true);
            if let Some(write) = self.write_component(&place, Some(op), &value, span) {
                return write;
            }
        }
        expr(ExprKind::AssignOp(op, Box::new(place), Box::new(value)), Ty::UNIT, span)
    }
}

fn lazy(op: &BinOp) -> Option<LazyOp> {
    match op {
        BinOp::And(_) => Some(LazyOp::And),
        BinOp::Or(_) => Some(LazyOp::Or),
        _ => None,
    }
}

fn plain(op: &BinOp) -> Option<BinaryOp> {
    Some(match op {
        BinOp::Add(_) => BinaryOp::Add,
        BinOp::Sub(_) => BinaryOp::Sub,
        BinOp::Mul(_) => BinaryOp::Mul,
        BinOp::Div(_) => BinaryOp::Div,
        BinOp::Rem(_) => BinaryOp::Rem,
        BinOp::BitXor(_) => BinaryOp::BitXor,
        BinOp::BitAnd(_) => BinaryOp::BitAnd,
        BinOp::BitOr(_) => BinaryOp::BitOr,
        BinOp::Shl(_) => BinaryOp::Shl,
        BinOp::Shr(_) => BinaryOp::Shr,
        BinOp::Eq(_) => BinaryOp::Eq,
        BinOp::Lt(_) => BinaryOp::Lt,
        BinOp::Le(_) => BinaryOp::Le,
        BinOp::Ne(_) => BinaryOp::Ne,
        BinOp::Ge(_) => BinaryOp::Ge,
        BinOp::Gt(_) => BinaryOp::Gt,
        _ => return None,
    })
}

fn assigning(op: &BinOp) -> Option<BinaryOp> {
    Some(match op {
        BinOp::AddAssign(_) => BinaryOp::Add,
        BinOp::SubAssign(_) => BinaryOp::Sub,
        BinOp::MulAssign(_) => BinaryOp::Mul,
        BinOp::DivAssign(_) => BinaryOp::Div,
        BinOp::RemAssign(_) => BinaryOp::Rem,
        BinOp::BitXorAssign(_) => BinaryOp::BitXor,
        BinOp::BitAndAssign(_) => BinaryOp::BitAnd,
        BinOp::BitOrAssign(_) => BinaryOp::BitOr,
        BinOp::ShlAssign(_) => BinaryOp::Shl,
        BinOp::ShrAssign(_) => BinaryOp::Shr,
        _ => return None,
    })
}

/// What the left side says of the right one.
fn right_hint(op: BinaryOp, left: &hir::Expr) -> Expect {
    match op {
        BinaryOp::Shl | BinaryOp::Shr => Expect::None,
        _ => Expect::Hint(left.ty.clone()),
    }
}

fn is_arithmetic(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::Add | BinaryOp::Sub | BinaryOp::Mul | BinaryOp::Div | BinaryOp::Rem)
}

fn is_bitwise(op: BinaryOp) -> bool {
    matches!(op, BinaryOp::BitAnd | BinaryOp::BitOr | BinaryOp::BitXor)
}

pub(crate) fn is_comparison(op: BinaryOp) -> bool {
    matches!(
        op,
        BinaryOp::Eq | BinaryOp::Ne | BinaryOp::Lt | BinaryOp::Le | BinaryOp::Gt | BinaryOp::Ge
    )
}

fn symbol(op: BinaryOp) -> &'static str {
    match op {
        BinaryOp::Add => "+",
        BinaryOp::Sub => "-",
        BinaryOp::Mul => "*",
        BinaryOp::Div => "/",
        BinaryOp::Rem => "%",
        BinaryOp::BitAnd => "&",
        BinaryOp::BitOr => "|",
        BinaryOp::BitXor => "^",
        BinaryOp::Shl => "<<",
        BinaryOp::Shr => ">>",
        BinaryOp::Eq => "==",
        BinaryOp::Ne => "!=",
        BinaryOp::Lt => "<",
        BinaryOp::Le => "<=",
        BinaryOp::Gt => ">",
        BinaryOp::Ge => ">=",
    }
}
