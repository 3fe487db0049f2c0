//! Operators of two values.

use crate::body::Later;
use crate::body::{Body, Expect, broken, expr};
use crate::checker::{Def, Space, TraitId};
use crate::expressions::assignment::Change;
use crate::expressions::overloaded;
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use naga::Span;
use syn::{BinOp, Expr};
use warpbench_codes::{E0277, E0308, E0368, E0369};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, BinaryOp, ExprKind, LazyOp};
use warpbench_source::diagnostic::Diagnostic;

/// The operators that compute, which a program can also call by their traits.
pub(super) const NAMED: [BinaryOp; 10] = [
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
        if self.checker.library.traits.get(&of) != Some(&id) {
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

    /// The number that an operand is or leads to: operators take numbers and references to
    /// them, but not those that may change them, nor references to references.
    pub(crate) fn read_operand(&mut self, value: hir::Expr) -> hir::Expr {
        match self.head(&value.ty) {
            Ty::Reference(Mutability::Const, to) if self.class(&to) != Class::Other => {
                let span = value.span;
                expr(ExprKind::Deref(Box::new(value)), *to, span)
            }
            _ => value,
        }
    }

    /// What two references lead to, as comparisons look through both alike.
    pub(crate) fn read_both(
        &mut self,
        mut left: hir::Expr,
        mut right: hir::Expr,
    ) -> (hir::Expr, hir::Expr) {
        while let (Ty::Reference(_, own), Ty::Reference(_, other)) =
            (self.head(&left.ty), self.head(&right.ty))
        {
            let is_read = |to: &Ty| {
                self.class(to) != Class::Other || matches!(self.head(to), Ty::Reference(..))
            };
            if !is_read(&own) || !is_read(&other) {
                break;
            }
            let (of_left, of_right) = (left.span, right.span);
            left = expr(ExprKind::Deref(Box::new(left)), *own, of_left);
            right = expr(ExprKind::Deref(Box::new(right)), *other, of_right);
        }
        (left, right)
    }

    /// The number that a reference leads to, where it is looked through
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
            return self.error(crate::wording::unsupported::unread("this operator", span));
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
    pub(super) fn binary_of(
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
        let left = self.read_operand(left);
        let right = self.read_operand(right);
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
                    self.waiting.checks.push(Later::Integer { ty, span, what: "shifted" });
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

    /// How many `impl`s of the file, or bounds of a type parameter, give a type an
    /// operator.
    fn own_operators(&self, op: BinaryOp, left: &Ty, is_assigned: bool) -> usize {
        let Ty::Struct(of, _) = self.head(left) else { return 0 };
        let name = match is_assigned {
            true => overloaded::assigning_trait_of(op).0,
            false => overloaded::trait_of(op).0.to_owned(),
        };
        let known = self.checker.library.traits.get(&name).copied();
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
            Ty::Reference(Mutability::Const, to) if !is_assigned => self.head(&to),
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
        // A type with one such operator says what stands on its right; one with several
        // says only that this is none of them.
        let code = match self.own_operators(op, &left.ty, is_assigned) {
            0 if self.has_operator(op, &left.ty, is_assigned) => E0277,
            0 if is_assigned => E0368,
            0 => E0369,
            1 => E0308,
            _ => E0277,
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
                // `*p = 1` in a line of its own is no multiplication.
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

    fn lazy(&mut self, op: LazyOp, syntax: &syn::ExprBinary, span: Span) -> hir::Expr {
        let left = self.expr_of_type(&syntax.left, &Ty::Bool, None);
        let before = self.flow.diverges;
        let right = self.expr_of_type(&syntax.right, &Ty::Bool, None);
        // The right side may not be looked at, so it does not decide.
        self.flow.diverges = before;
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
        let value = self.read_operand(value);
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
pub(super) fn right_hint(op: BinaryOp, left: &hir::Expr) -> Expect {
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

pub(super) fn symbol(op: BinaryOp) -> &'static str {
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
