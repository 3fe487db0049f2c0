//! The end of a body: numbers that nothing settled get their types, every
//! expression learns its own, and what needs them is looked at.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Later};
use crate::rust::check::control_flow::initialization;
use crate::rust::check::expressions::literal;
use crate::rust::check::patterns::exhaustive;
use crate::rust::check::typing::infer::TyVarKind;
use crate::rust::hir::{
    BinaryOp, ConstValue, Expr, ExprKind, Local, Pattern, PatternKind, UnaryOp,
};
use crate::rust::types::{FloatTy, Len, Ty};
use crate::rust::visit::{VisitorMut, walk_expr_mut};
use naga::Span;

impl VisitorMut for Body<'_> {
    fn visit_expr(&mut self, expr: &mut Expr) {
        self.finish_expr(expr);
    }

    fn visit_pattern(&mut self, pattern: &mut Pattern) {
        self.finish_pattern(pattern, false);
    }
}

impl Body<'_> {
    /// The body with all types known, and its variables.
    pub(super) fn finish(mut self, mut value: Expr) -> (Expr, Vec<Local>) {
        self.infer.settle_numbers();
        for open in std::mem::take(&mut self.unit_unless_known) {
            if self.infer.kind(&open) == Some(TyVarKind::Any) {
                self.infer.unify(&open, &Ty::UNIT);
            }
        }
        for later in std::mem::take(&mut self.later) {
            self.judge(later);
        }
        self.finish_expr(&mut value);
        let mut locals = std::mem::take(&mut self.locals);
        for local in &mut locals {
            local.ty = self.settled(&local.ty, local.span);
        }
        for mut unfinished in std::mem::take(&mut self.unfinished_matches) {
            unfinished.ty = self.settled(&unfinished.ty, unfinished.span);
            for (pattern, _) in &mut unfinished.arms {
                self.finish_pattern(pattern, true);
            }
            exhaustive::check(self.checker, &unfinished);
        }
        if self.function.is_some() {
            initialization::check(self.checker, &value, &locals, &self.deferred);
        }
        (value, locals)
    }

    fn judge(&mut self, later: Later) {
        match later {
            Later::Cast { from, to, span, operand } => {
                self.late_cast(&from, &to, span, operand);
            }
            Later::Neg { ty, span } => {
                if let Ty::Int(int) = self.head(&ty)
                    && !int.is_signed()
                {
                    let name = int.name();
                    self.report(
                        Diagnostic::new(
                            format!("cannot apply unary operator `-` to type `{name}`"),
                            span,
                        )
                        .label("it has no negative values")
                        .help("use a signed type, or `wrapping_neg()`"),
                    );
                }
            }
            Later::Integer { ty, span, what } => {
                if !matches!(self.head(&ty), Ty::Int(_) | Ty::Error | Ty::Never) {
                    let shown = self.show(&ty);
                    let message = format!("`{shown}` cannot be {what}");
                    self.report(Diagnostic::new(message, span).label("expected an integer"));
                }
            }
            Later::Copy { ty, span } => {
                let ty = self.infer.resolve(&ty).unwrap_or(Ty::Error);
                self.need_copy_of(&ty, span);
            }
        }
    }

    fn need_copy_of(&mut self, ty: &Ty, span: Span) {
        match ty {
            Ty::Struct(id) => self.checker.need_copy(*id, span),
            Ty::Array(element, _) => self.need_copy_of(element, span),
            Ty::Tuple(members) => members.iter().for_each(|ty| self.need_copy_of(ty, span)),
            _ => {}
        }
    }

    /// The type without variables; what is still open is reported.
    pub(super) fn settled(&mut self, ty: &Ty, span: Span) -> Ty {
        let Ok(resolved) = self.infer.resolve(ty) else {
            self.report_too_large(span);
            return Ty::Error;
        };
        let Some(open) = self.infer.unsettled(&resolved) else { return resolved };
        let origin = self.infer.origin(&open).unwrap_or(span);
        // Once is enough, and none if an error may be the reason.
        self.infer.give_up(&open);
        if self.checker.sink.diagnostics.len() == self.reported_before {
            self.report(
                Diagnostic::new("type annotations needed", origin)
                    .label("nothing says what type this is")
                    .help("write the type: `let x: f32`, `0_u32`, `p.cast::<f32>()`"),
            );
        }
        Ty::Error
    }

    fn finish_expr(&mut self, expr: &mut Expr) {
        expr.ty = self.settled(&expr.ty, expr.span);
        if let ExprKind::Unary(UnaryOp::Neg, inner) = &mut expr.kind
            && let ExprKind::Literal(value) = &mut inner.kind
        {
            self.negative(value, &expr.ty, expr.span);
            expr.kind = ExprKind::Literal(value.clone());
            return;
        }
        if expr.kind == ExprKind::Error && self.checker.sink.is_empty() {
            // All else has been reported: a part of what `return` gives.
            self.report(
                Diagnostic::new("there is no value here", expr.span)
                    .label("what comes before leaves this place")
                    .help("remove what follows `return`, `break` or `continue`"),
            );
        }
        match &mut expr.kind {
            ExprKind::Literal(value) => self.finish_literal(value, &expr.ty, expr.span),
            ExprKind::For(found) => found.ty = self.settled(&found.ty, found.range_span),
            _ => {}
        }
        walk_expr_mut(expr, self);
        self.look_at(expr);
    }

    fn finish_pattern(&mut self, pattern: &mut Pattern, report: bool) {
        pattern.ty = self.settled(&pattern.ty, pattern.span);
        match &mut pattern.kind {
            PatternKind::Any | PatternKind::Bind(_) => {}
            PatternKind::Value(ConstValue::Int(value)) => {
                if let Ty::Int(int) = pattern.ty
                    && !(int.min()..=int.max()).contains(value)
                    && report
                {
                    self.report(literal::out_of_range(int, *value, pattern.span));
                }
            }
            PatternKind::Value(ConstValue::Float(value)) => {
                if pattern.ty == Ty::F32 {
                    *value = f64::from(*value as f32);
                }
            }
            PatternKind::Value(_) => {}
            PatternKind::Range(low, high) => {
                if let Ty::Int(int) = pattern.ty {
                    let is_outside = |end: i128| {
                        end != i128::MIN
                            && end != i128::MAX
                            && !(int.min()..=int.max()).contains(&end)
                    };
                    if report && (is_outside(*low) || is_outside(*high)) {
                        self.report(literal::out_of_range(int, *high, pattern.span));
                    }
                    *low = (*low).max(int.min());
                    *high = (*high).min(int.max());
                }
            }
            PatternKind::Or(cases) => {
                cases.iter_mut().for_each(|case| self.finish_pattern(case, report));
            }
            PatternKind::Parts(parts) => {
                parts.iter_mut().for_each(|(_, part)| self.finish_pattern(part, report));
            }
        }
    }

    fn negative(&mut self, value: &mut ConstValue, ty: &Ty, span: Span) {
        match value {
            ConstValue::Int(number) => {
                *number = -*number;
                if let Ty::Int(int) = ty
                    && int.is_signed()
                    && *number < int.min()
                {
                    self.report(literal::out_of_range(*int, *number, span));
                }
            }
            ConstValue::Float(_) => {
                self.finish_literal(value, ty, span);
                if let ConstValue::Float(number) = value {
                    *number = -*number;
                }
            }
            _ => {}
        }
    }

    fn finish_literal(&mut self, value: &mut ConstValue, ty: &Ty, span: Span) {
        match (value, ty) {
            (ConstValue::Int(number), Ty::Int(int))
                if !(int.min()..=int.max()).contains(number) =>
            {
                self.report(literal::out_of_range(*int, *number, span));
            }
            (ConstValue::Float(number), ty) => {
                let digits = self.floats.get(*number as usize).map_or("0", String::as_str);
                *number = match ty {
                    Ty::Float(FloatTy::F32) => digits.parse::<f32>().map_or(0.0, f64::from),
                    Ty::Float(float) => float.round(digits.parse::<f64>().unwrap_or(0.0)),
                    _ => digits.parse::<f64>().unwrap_or(0.0),
                };
                if number.is_infinite() && !digits.contains("inf") {
                    let name = self.checker.show(ty);
                    self.report(
                        Diagnostic::new(format!("literal out of range for `{name}`"), span)
                            .label("it would be infinity")
                            .help(format!("use `{name}::INFINITY` if that is meant")),
                    );
                }
            }
            _ => {}
        }
    }

    /// Reports operations that fail whenever they are reached.
    fn look_at(&mut self, expr: &Expr) {
        match &expr.kind {
            ExprKind::Index(base, index) => {
                if let Ty::Array(_, Len::Known(len)) = base.ty
                    && let Some(value) = self.known_int(index)
                    && value >= i128::from(len)
                {
                    self.report(
                        Diagnostic::new(format!("index {value} is out of bounds"), index.span)
                            .label(format!("the array has {len} elements")),
                    );
                }
            }
            ExprKind::Binary(op, left, right) | ExprKind::AssignOp(op, left, right) => {
                let Ty::Int(int) = left.ty else { return };
                let Some(value) = self.known_int(right) else { return };
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) && value == 0 {
                    self.report(
                        Diagnostic::new("division by zero", expr.span)
                            .other(right.span, "this is zero"),
                    );
                }
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr)
                    && !(0..i128::from(int.bits())).contains(&value)
                {
                    let (name, bits) = (int.name(), int.bits());
                    self.report(
                        Diagnostic::new(
                            format!("`{name}` cannot be shifted by {value} bits"),
                            expr.span,
                        )
                        .label(format!("it has {bits} bits")),
                    );
                }
            }
            _ => {}
        }
    }

    fn known_int(&self, expr: &Expr) -> Option<i128> {
        let value = match &expr.kind {
            ExprKind::Literal(value) => value,
            ExprKind::Constant(id) => self.checker.constant_value(*id)?,
            _ => return None,
        };
        match value {
            ConstValue::Int(value) => Some(*value),
            _ => None,
        }
    }
}
