//! The values that patterns of `match` compare with.

use crate::body::{Body, Expect};
use crate::expressions::literal;
use crate::syntax::spans;
use crate::typing::infer::TyVarKind;
use crate::typing::written;
use crate::wording::unsupported;
use naga::Span;
use syn::{Expr, Lit, RangeLimits};
use warpbench_codes::{E0030, E0158, E0532, K0002};
use warpbench_hir::types::{Mutability, Ty};
use warpbench_hir::{self as hir, ConstValue, ExprKind, Pattern, PatternKind};
use warpbench_source::diagnostic::Diagnostic;

/// What `match` takes apart.
pub(crate) struct Matched {
    pub(crate) value: hir::Expr,
    /// Whether the text names a slice, and the value is a reference to it.
    is_slice: bool,
}

impl Body<'_> {
    /// A literal in a pattern.
    pub(crate) fn literal_pattern(&mut self, literal: &Lit, ty: &Ty, span: Span) -> PatternKind {
        if let Lit::ByteStr(bytes) = literal {
            return self.bytes_pattern(&bytes.value(), ty, span);
        }
        match self.literal_value(literal, ty, span) {
            Some(value) if matches!(literal, Lit::Char(_)) => {
                in_character(PatternKind::Value(value), span)
            }
            Some(value) => PatternKind::Value(value),
            None => PatternKind::Any,
        }
    }

    fn literal_value(&mut self, literal: &Lit, ty: &Ty, span: Span) -> Option<ConstValue> {
        let (value, suffix) = match literal {
            Lit::Int(int) if matches!(int.suffix(), "f16" | "f32" | "f64") => {
                (ConstValue::Float(int.base10_digits().parse().ok()?), int.suffix())
            }
            Lit::Int(int) => {
                let own = written::primitive(int.suffix()).unwrap_or_else(|| self.head(ty));
                (ConstValue::Int(literal::number(int.base10_digits(), &own)), int.suffix())
            }
            Lit::Float(float) => {
                (ConstValue::Float(float.base10_digits().parse().ok()?), float.suffix())
            }
            Lit::Byte(byte) => (ConstValue::Int(i128::from(byte.value())), "u8"),
            Lit::Bool(bool) => (ConstValue::Bool(bool.value), "bool"),
            // What is expected of other types is said there.
            Lit::Char(char) if self.head(ty) == self.checker.char_ty() => {
                return Some(ConstValue::Int(i128::from(u32::from(char.value()))));
            }
            Lit::Char(char) => {
                let value = self.character(char.value(), &Expect::Hint(ty.clone()), span);
                self.same_type(&value.ty, ty, span);
                return None;
            }
            other => {
                self.literal(other, &Expect::None);
                return None;
            }
        };
        let found = match (&value, suffix) {
            (ConstValue::Int(_), "") => self.fresh(TyVarKind::Int, span),
            (ConstValue::Float(_), "") => self.fresh(TyVarKind::Float, span),
            (_, suffix) => written::primitive(suffix).unwrap_or(Ty::Error),
        };
        self.same_type(&found, ty, span).then_some(value)
    }

    /// A constant in a pattern.
    pub(crate) fn constant_pattern(&mut self, value: &Expr, ty: &Ty) -> PatternKind {
        let span = spans::of_expr(value);
        match self.pattern_constant(value, ty) {
            Some(value) => self.value_pattern(&value, ty, span),
            None => PatternKind::Any,
        }
    }

    /// The value of a constant in a pattern; nothing if it was reported.
    fn pattern_constant(&mut self, value: &Expr, ty: &Ty) -> Option<ConstValue> {
        let checked = self.expr(value, &Expect::None);
        if matches!(checked.kind, ExprKind::ConstParam(_)) {
            self.report(
                Diagnostic::new(E0158, "a const parameter cannot be a pattern", checked.span)
                    .help("use `x if x == N => …`"),
            );
            return None;
        }
        if checked.ty == Ty::Error || !self.same_type(&checked.ty, ty, checked.span) {
            return None;
        }
        let mut named = &checked;
        // A constant that is a reference leads to its elements.
        while let ExprKind::AddressOf(inner) | ExprKind::Unsize(inner) = &named.kind {
            named = inner;
        }
        match &named.kind {
            ExprKind::Constant(id) if self.checker.constants[*id].is_static => {
                let name = self.checker.constants[*id].name.clone();
                self.report(
                    Diagnostic::new(E0532, "a static cannot be a pattern", checked.span)
                        .help(format!("use `x if x == {name} => …`, or make it a `const`")),
                );
                None
            }
            ExprKind::Constant(id) => self.checker.constant_value(*id).cloned(),
            // Float constants such as `f32::MAX` are kept as digits until the end.
            ExprKind::Literal(ConstValue::Float(place)) => {
                self.floats.get(*place as usize)?.parse().ok().map(ConstValue::Float)
            }
            ExprKind::Literal(value) => Some(value.clone()),
            ExprKind::Error => None,
            _ => {
                self.report(
                    Diagnostic::new(E0532, "this is not a constant", checked.span)
                        .label("a pattern compares with constants"),
                );
                None
            }
        }
    }

    /// What `match` takes apart: a slice, whose length is not known, by a reference.
    pub(crate) fn matched(&mut self, value: hir::Expr) -> Matched {
        match self.head(&value.ty) {
            Ty::Slice(_) => {
                let value = self.autoref(value, Mutability::Const);
                Matched { value, is_slice: true }
            }
            _ => Matched { value, is_slice: false },
        }
    }

    /// A pattern of what [`Body::matched`] has prepared.
    pub(crate) fn pattern_of(&mut self, syntax: &syn::Pat, matched: &Matched) -> Pattern {
        let ty = matched.value.ty.clone();
        let to = match self.head(&ty) {
            Ty::Reference(_, to) if matched.is_slice => to,
            _ => return self.match_pattern(syntax, &ty),
        };
        let inner = self.match_pattern(syntax, &to);
        let span = inner.span;
        if let PatternKind::Bind(_) | PatternKind::At(..) = inner.kind {
            self.report(
                Diagnostic::new(K0002, "a slice is only used behind a reference", span)
                    .label("its length is not known when the program is compiled")
                    .help("match on the reference: leave out the `*`, or write `&` before it"),
            );
        }
        Pattern { kind: PatternKind::Deref(Box::new(inner)), ty, span }
    }

    /// A range in a pattern.
    pub(crate) fn range_pattern(
        &mut self,
        range: &syn::PatRange,
        ty: &Ty,
        span: Span,
    ) -> PatternKind {
        let is_closed = matches!(range.limits, RangeLimits::Closed(_));
        let low = match &range.start {
            Some(start) => self.range_end(start, ty),
            None => Some(i128::MIN),
        };
        let high = match &range.end {
            Some(end) => self.range_end(end, ty).map(|end| end - i128::from(!is_closed)),
            None => Some(i128::MAX),
        };
        let (Some(low), Some(high)) = (low, high) else { return PatternKind::Any };
        if low > high {
            self.report(
                Diagnostic::new(E0030, "this range is empty", span)
                    .help("write the smaller number first"),
            );
            return PatternKind::Any;
        }
        match self.head(ty) == self.checker.char_ty() {
            true => in_character(PatternKind::Range(low, high), span),
            false => PatternKind::Range(low, high),
        }
    }

    fn range_end(&mut self, end: &Expr, ty: &Ty) -> Option<i128> {
        let span = spans::of_expr(end);
        let value = match end {
            Expr::Lit(literal) => self.literal_value(&literal.lit, ty, span)?,
            Expr::Path(_) => self.pattern_constant(end, ty)?,
            Expr::Unary(unary) => match unary.expr.as_ref() {
                Expr::Lit(literal) => match self.literal_value(&literal.lit, ty, span)? {
                    ConstValue::Int(value) => ConstValue::Int(-value),
                    other => other,
                },
                _ => {
                    self.report(unsupported::unread("this end of a range", span));
                    return None;
                }
            },
            _ => {
                self.report(unsupported::unread("this end of a range", span));
                return None;
            }
        };
        match value {
            ConstValue::Int(value) => Some(value),
            // A constant that is a character has its number in it.
            ConstValue::Many(parts) if self.head(ty) == self.checker.char_ty() => {
                match parts.as_slice() {
                    [ConstValue::Int(number)] => Some(*number),
                    _ => None,
                }
            }
            _ => {
                self.report(
                    unsupported::unread("ranges of anything but integers in patterns", span)
                        .help("compare in a guard: `x if x < 1.0 => …`"),
                );
                None
            }
        }
    }
}

/// A pattern of a character's number, as one of the character.
fn in_character(number: PatternKind, span: Span) -> PatternKind {
    PatternKind::Parts(vec![(0, Pattern { kind: number, ty: Ty::U32, span })])
}
