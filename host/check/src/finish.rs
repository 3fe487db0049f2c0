//! The end of a body: numbers that nothing settled get their types, every
//! expression learns its own, and what needs them is looked at.

use crate::body::{Body, Expect};
use crate::borrows;
use crate::checker::{BoundKind, ClosureItem};
use crate::control_flow::initialization;
use crate::expressions::literal;
use crate::patterns::exhaustive;
use crate::typing::coerce::has_open_len;
use crate::typing::infer::TyVarKind;
use naga::Span;
use warpbench_codes::{E0277, E0282, E0283, E0284, K0002, S0013, S0014};
use warpbench_hir::types::{FloatTy, Len, Ty};
use warpbench_hir::visit::{VisitorMut, walk_expr_mut};
use warpbench_hir::{
    BinaryOp, Builtin, ConstArg, ConstValue, Expr, ExprKind, Local, Pattern, PatternKind, UnaryOp,
};
use warpbench_source::diagnostic::{Diagnostic, Subject};

impl VisitorMut for Body<'_> {
    fn visit_expr(&mut self, expr: &mut Expr) {
        self.finish_expr(expr);
    }

    fn visit_pattern(&mut self, pattern: &mut Pattern) {
        self.finish_pattern(pattern, false);
    }
}

impl Body<'_> {
    /// Settles what nothing has settled.
    pub(super) fn settle(&mut self) {
        self.retry_projections();
        self.infer_from_bounds();
        self.infer.settle_numbers();
        self.retry_projections();
        for open in std::mem::take(&mut self.waiting.units) {
            if self.infer.kind(&open) == Some(TyVarKind::Any) {
                self.infer.unify(&open, &Ty::UNIT);
            }
        }
    }

    /// Tells everybody what the closures of this body take and return.
    pub(super) fn publish_closures(&mut self) {
        for id in self.closure_types.own.clone() {
            let item = self.checker.closures[id].clone();
            let params = item.params.iter().map(|ty| self.published(ty)).collect();
            let result = self.published(&item.result);
            self.checker.closures[id] = ClosureItem { params, result, ..item };
        }
    }

    /// A type as other bodies may know it: the variables of this one mean something else
    /// there. What is open is reported where it stands.
    fn published(&mut self, ty: &Ty) -> Ty {
        let resolved = self.resolved(ty);
        match self.infer.unsettled(&resolved) {
            Some(_) => Ty::Error,
            None => resolved,
        }
    }

    /// Reports what does not hold of types that are known by now.
    fn judge_bounds(&mut self) {
        for bound in std::mem::take(&mut self.bounds) {
            if self.checker.holds(&self.infer, &bound) || self.is_in_library() {
                continue;
            }
            let BoundKind::Trait { id, arguments, .. } = &bound.kind else { continue };
            let mut name = self.checker.traits[*id].name.clone();
            if let [argument] = arguments.as_slice()
                && self.resolved(argument) != self.resolved(&bound.ty)
            {
                name = format!("{name}<{}>", self.show(argument));
            }
            let shown = self.show(&bound.ty);
            let diagnostic = Diagnostic::new(
                E0277,
                format!("`{shown}` does not implement `{name}`"),
                bound.span,
            )
            .label("asked for by what is called here")
            .about(Subject::Name(format!("{shown}: {name}")));
            let can_derive = matches!(
                name.as_str(),
                "Copy" | "Clone" | "PartialEq" | "PartialOrd" | "Eq" | "Ord" | "Default"
            ) && matches!(self.head(&bound.ty), Ty::Struct(..));
            let written = self.checker.bound_to_write(&self.resolved(&bound.ty), &name);
            self.report(if let Some(help) = written {
                diagnostic.help(help)
            } else if can_derive {
                let list = if name == "Copy" { "Clone, Copy".to_owned() } else { name.clone() };
                diagnostic.help(format!("put `#[derive({list})]` before `{shown}`"))
            } else if name == "Ord" && self.holds_float(&bound.ty) {
                let help = self.float_order(bound.span);
                diagnostic.note("not every float comes before or after every other").help(help)
            } else if matches!(self.head(&bound.ty), Ty::Iter(_) | Ty::Closure(_)) {
                diagnostic.help(format!("ask for less than `{name}`, or use another one here"))
            } else {
                diagnostic.help(format!("write `impl {name} for {shown} {{ … }}`"))
            });
        }
    }

    /// What to write where something asks for an order that floats do not have.
    fn float_order(&self, span: Span) -> String {
        let called = |method: &str| {
            let before = self.checker.quote(span)?.strip_suffix(&format!(".{method}()"))?;
            Some(format!("write `{before}.{method}_by(|a, b| a.total_cmp(b))`"))
        };
        called("max").or_else(|| called("min")).unwrap_or_else(|| {
            "say how they are compared: `sort_by(|a, b| a.total_cmp(b))`, and likewise with \
             `max_by`, `min_by` and `binary_search_by`"
                .to_owned()
        })
    }

    /// Whether a type is a float, leads to one or has one among its members.
    fn holds_float(&self, ty: &Ty) -> bool {
        match self.head(ty) {
            Ty::Float(_) => true,
            Ty::Reference(_, to) | Ty::Array(to, _) | Ty::Slice(to) => self.holds_float(&to),
            Ty::Tuple(members) => members.iter().any(|member| self.holds_float(member)),
            _ => false,
        }
    }

    /// The body with all types known, and its variables.
    pub(super) fn finish(mut self, mut value: Expr) -> (Expr, Vec<Local>) {
        self.settle();
        self.publish_closures();
        self.judge_bounds();
        for later in std::mem::take(&mut self.waiting.checks) {
            self.judge(later);
        }
        self.finish_expr(&mut value);
        let mut locals = std::mem::take(&mut self.locals);
        for local in &mut locals {
            local.ty = self.settled(&local.ty, local.span);
        }
        for mut unfinished in std::mem::take(&mut self.waiting.matches) {
            unfinished.ty = self.settled(&unfinished.ty, unfinished.span);
            for (pattern, _) in &mut unfinished.arms {
                self.finish_pattern(pattern, true);
            }
            exhaustive::check(self.checker, &unfinished);
        }
        if self.function.is_some() && !self.is_in_library() {
            initialization::check(
                self.checker,
                &value,
                &locals,
                &self.variables.deferred,
                &self.variables.moved,
            );
            self.check_borrows(&value, &locals);
        }
        (value, locals)
    }

    /// Reports what is used while it is borrowed, unless there is something wrong
    /// already that may be the reason.
    fn check_borrows(&mut self, value: &Expr, locals: &[Local]) {
        let signature = self.item().and_then(|id| self.checker.functions[id].signature.clone());
        let is_sound = self.checker.sink.diagnostics.len() == self.reported_before;
        if let (true, Some(signature)) = (is_sound, signature) {
            let params = signature.params.len();
            borrows::check(self.checker, value, locals, params, &self.variables.moved);
        }
    }

    /// The type without variables; what is still open is reported.
    pub(super) fn settled(&mut self, ty: &Ty, span: Span) -> Ty {
        let Ok(resolved) = self.infer.resolve(ty) else {
            self.report_too_large(span);
            return Ty::Error;
        };
        let Some(open) = self.infer.unsettled(&resolved) else {
            return self.checker.concrete(&resolved);
        };
        let origin = self.infer.origin(&open).unwrap_or(span);
        // Once is enough, and none if an error may be the reason.
        self.infer.give_up(&open);
        if self.checker.sink.diagnostics.len() == self.reported_before {
            self.report(
                Diagnostic::new(E0282, "type annotations needed", origin)
                    .label("nothing says what type this is")
                    .help("write the type: `let x: f32`, `0_u32`, `p.cast::<f32>()`"),
            );
        }
        Ty::Error
    }

    fn finish_expr(&mut self, expr: &mut Expr) {
        if let ExprKind::Builtin(Builtin::Into, parts) = &expr.kind {
            let wanted = self.head(&expr.ty);
            if let ([value], false) = (parts.as_slice(), matches!(wanted, Ty::Var(_))) {
                *expr = self.converted(value.clone(), &Expect::Has(wanted), expr.span);
                self.retry_projections();
            }
        }
        if let ExprKind::Builtin(Builtin::OpenConstant(at), _) = expr.kind {
            *expr = self.found_constant(at, &expr.ty.clone(), expr.span);
        }
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
                Diagnostic::new(K0002, "there is no value here", expr.span)
                    .label("what comes before leaves this place")
                    .help("remove what follows `return`, `break` or `continue`"),
            );
        }
        if let ExprKind::Call(at, consts, _) = &mut expr.kind {
            self.finish_call_of(at, consts, expr.span);
        }
        match &mut expr.kind {
            ExprKind::Literal(value) => self.finish_literal(value, &expr.ty, expr.span),
            ExprKind::For(found) => found.ty = self.settled(&found.ty, found.range_span),
            _ => {}
        }
        walk_expr_mut(expr, self);
        self.look_at(expr);
    }

    /// Finds the function that a call means.
    fn finish_call_of(&mut self, at: &mut usize, consts: &mut Vec<ConstArg>, span: Span) {
        let Some(call) = self.calls.get(*at).cloned() else { return };
        let mut arguments = self.resolved_arguments(&call.arguments);
        for (place, ty) in arguments.types.clone().iter().enumerate() {
            if let Some(open) = self.infer.unsettled(ty) {
                self.infer.give_up(&open);
                let is_bound = self.checker.is_bound(call.function, place as u32);
                let code = if is_bound { E0283 } else { E0282 };
                if self.checker.sink.diagnostics.len() == self.reported_before {
                    self.report(
                        Diagnostic::new(code, "type annotations needed", span)
                            .label("nothing says for which type this is called")
                            .help("write the type: `f::<f32>(…)`, or `let x: f32 = …`"),
                    );
                }
                arguments.types[place] = Ty::Error;
            }
        }
        let signature = self.checker.functions[call.function].signature.clone();
        let params = signature.map(|signature| signature.generics.consts.clone());
        for (len, param) in arguments.consts.iter_mut().zip(params.iter().flatten()) {
            if matches!(len, Len::Var(_) | Len::Error) {
                if matches!(len, Len::Var(_)) {
                    let name = self.checker.functions[call.function].name.clone();
                    let param = &param.name;
                    self.report(
                        Diagnostic::new(
                            E0284,
                            format!("the const parameter `{param}` of `{name}` is not known"),
                            call.span,
                        )
                        .help(format!("give it: `{name}::<…>(…)`")),
                    );
                }
                *len = Len::Known(1);
            }
        }
        if arguments.types.contains(&Ty::Error) {
            return;
        }
        let has_open = arguments.types.iter().any(has_open_len);
        if has_open {
            self.report(
                crate::wording::unsupported::unread(
                    "types that depend on a const parameter here",
                    span,
                )
                .help("give the constant a value with `const` instead of a parameter"),
            );
            return;
        }
        let depth = self.depth + 1;
        let asked_at = self.library_place().unwrap_or(call.span);
        let found = self.checker.called_instance(call.function, arguments, depth, asked_at);
        let Some((id, given)) = found else { return };
        if let Some(caller) = self.function {
            self.checker.calls.push((caller, id, call.span));
        }
        *at = id;
        *consts = given;
    }

    fn finish_pattern(&mut self, pattern: &mut Pattern, report: bool) {
        pattern.ty = self.settled(&pattern.ty, pattern.span);
        match &mut pattern.kind {
            PatternKind::Any | PatternKind::Bind(_) | PatternKind::BindRef(_) => {}
            PatternKind::At(own, inner) => {
                self.finish_pattern(own, report);
                self.finish_pattern(inner, report);
            }
            PatternKind::Deref(inner) => self.finish_pattern(inner, report),
            PatternKind::Variant(_, parts) => {
                parts.iter_mut().for_each(|(_, part)| self.finish_pattern(part, report));
            }
            PatternKind::Slice(before, middle, after) => {
                let all = before.iter_mut().chain(middle.as_deref_mut()).chain(after);
                all.for_each(|part| self.finish_pattern(part, report));
            }
            PatternKind::Value(ConstValue::Int(value)) => {
                if let Ty::Int(int) = pattern.ty
                    && !int.holds(*value)
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
                    let is_outside =
                        |end: i128| end != i128::MIN && end != i128::MAX && !int.holds(end);
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
                *number = number.wrapping_neg();
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
            (ConstValue::Int(number), Ty::Int(int)) if !int.holds(*number) => {
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
                        Diagnostic::new(S0013, format!("literal out of range for `{name}`"), span)
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
                        Diagnostic::new(
                            S0014,
                            format!("index {value} is out of bounds"),
                            index.span,
                        )
                        .label(format!("the array has {len} elements"))
                        .help(match len.checked_sub(1) {
                            Some(last) => format!("write an index from 0 to {last}"),
                            None => "leave it out: there is nothing to index".to_owned(),
                        }),
                    );
                }
            }
            ExprKind::Binary(op, left, right) | ExprKind::AssignOp(op, left, right) => {
                let Ty::Int(int) = left.ty else { return };
                let Some(value) = self.known_int(right) else { return };
                if matches!(op, BinaryOp::Div | BinaryOp::Rem) && value == 0 {
                    self.report(
                        Diagnostic::new(S0014, "division by zero", expr.span)
                            .other(right.span, "this is zero")
                            .help("divide by another number"),
                    );
                }
                if matches!(op, BinaryOp::Shl | BinaryOp::Shr)
                    && !(0..i128::from(int.bits())).contains(&value)
                {
                    let (name, bits) = (int.name(), int.bits());
                    self.report(
                        Diagnostic::new(
                            S0014,
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
