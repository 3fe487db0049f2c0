//! Methods of atomics, `counter.fetch_add(1, Ordering::Relaxed)`, and what belongs to
//! their types, `AtomicU32::new(0)`.
//!
//! A method is one of the library's calls: a reference to the atomic comes first,
//! then the order, then the value. Orders that `core` panics at are refused here.

use crate::body::{Body, broken, expr};
use crate::expressions::generic_call::Arg;
use crate::names::library::ORDERS;
use crate::wording::unsupported;
use naga::Span;
use syn::Expr;
use warpbench_codes::{E0061, E0507, S0015};
use warpbench_hir::types::{AtomicTy, AtomicValue, Mutability, Ty};
use warpbench_hir::{self as hir, AtomicOp, Builtin, ConstValue, ExprKind};
use warpbench_semantics::Scope;
use warpbench_source::diagnostic::Diagnostic;

/// The methods of atomics, for suggestions.
pub(crate) const OF_ATOMICS: [&str; 20] = [
    "load",
    "store",
    "swap",
    "fetch_add",
    "fetch_sub",
    "fetch_and",
    "fetch_or",
    "fetch_xor",
    "fetch_nand",
    "fetch_not",
    "fetch_min",
    "fetch_max",
    "fetch_update",
    "compare_exchange",
    "compare_exchange_weak",
    "compare_and_swap",
    "as_ptr",
    "get_mut",
    "into_inner",
    "from_ptr",
];

/// The operation that a method is, if what the atomic holds has it.
fn operation(name: &str, value: AtomicValue) -> Option<AtomicOp> {
    let op = match name {
        "load" => AtomicOp::Load,
        "store" => AtomicOp::Store,
        "swap" => AtomicOp::Exchange,
        "fetch_add" => AtomicOp::Add,
        "fetch_sub" => AtomicOp::Sub,
        "fetch_min" => AtomicOp::Min,
        "fetch_max" => AtomicOp::Max,
        "fetch_and" => AtomicOp::And,
        "fetch_or" => AtomicOp::Or,
        "fetch_xor" => AtomicOp::Xor,
        "fetch_nand" => AtomicOp::Nand,
        _ => return None,
    };
    let is_bitwise = matches!(op, AtomicOp::And | AtomicOp::Or | AtomicOp::Xor | AtomicOp::Nand);
    let is_arithmetic = matches!(op, AtomicOp::Add | AtomicOp::Sub | AtomicOp::Min | AtomicOp::Max);
    let has = match value {
        AtomicValue::Bool => !is_arithmetic,
        AtomicValue::Int(_) => true,
        AtomicValue::Float(_) => !is_bitwise,
    };
    has.then_some(op)
}

impl Body<'_> {
    /// `x.f(a, b)` of an atomic.
    pub(crate) fn atomic_method(
        &mut self,
        atomic: AtomicTy,
        receiver: hir::Expr,
        name: &str,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> hir::Expr {
        if name == "fetch_update" {
            return self.fetch_update(atomic, receiver, arguments, (place, span));
        }
        let value = atomic.value_ty();
        let op = operation(name, atomic.value);
        let is_bool = atomic.value == AtomicValue::Bool;
        let is_float = matches!(atomic.value, AtomicValue::Float(_));
        let order = Ty::Ordering;
        let (params, result) = match (name, op) {
            (_, Some(AtomicOp::Load)) => (vec![order], value.clone()),
            (_, Some(AtomicOp::Store)) => (vec![value.clone(), order], Ty::UNIT),
            (_, Some(_)) => (vec![value.clone(), order], value.clone()),
            ("fetch_not", _) if is_bool => (vec![order], value.clone()),
            ("compare_exchange" | "compare_exchange_weak", _) => {
                let pair = Ty::Tuple(vec![value.clone(), Ty::Bool]);
                (vec![value.clone(), value.clone(), order.clone(), order], pair)
            }
            ("compare_and_swap", _) if !is_float => {
                (vec![value.clone(), value.clone(), order], value.clone())
            }
            ("as_ptr" | "get_mut", _) if is_bool => {
                self.check_all(arguments);
                return self.error(
                    unsupported::unread(&format!("`{name}` of an `AtomicBool`"), place)
                        .note("it takes a whole word in the workbench, as on a GPU")
                        .help("use `load` and `store`"),
                );
            }
            ("as_ptr", _) => (Vec::new(), Ty::pointer(Mutability::Mut, value.clone())),
            ("get_mut", _) => (Vec::new(), Ty::reference(Mutability::Mut, value.clone())),
            ("into_inner", _) => (Vec::new(), value.clone()),
            _ => return self.unknown_method(&receiver, name, arguments, place),
        };
        if atomic.scope == Scope::Block && op.is_some() {
            self.need_unsafe(&format!("calling the unsafe method `{name}`"), span);
        }
        if name == "into_inner" {
            let kind = ExprKind::Builtin(Builtin::AtomicInner, vec![receiver]);
            self.arguments("this method", &params, arguments, place, None);
            return expr(kind, result, span);
        }
        let mutability = if name == "get_mut" { Mutability::Mut } else { Mutability::Const };
        let receiver = self.autoref(receiver, mutability);
        let values = self.arguments("this method", &params, arguments, place, None);
        if values.len() != params.len() || matches!(receiver.kind, ExprKind::Error) {
            return expr(ExprKind::Error, result, span);
        }
        let scope = atomic.scope;
        let builtin = match (name, op) {
            (_, Some(op)) => Builtin::Atomic(op, scope),
            ("fetch_not", _) => Builtin::Atomic(AtomicOp::Xor, scope),
            ("compare_and_swap", _) => Builtin::CompareAndSwap(scope, None),
            ("as_ptr" | "get_mut", _) => Builtin::AtomicPlace,
            _ => Builtin::CompareExchange { scope, is_weak: name == "compare_exchange_weak" },
        };
        let mut all = vec![receiver];
        match builtin {
            // The order comes before the value, as in `cuda_std::atomic::mid`.
            Builtin::Atomic(..) => all.extend(values.into_iter().rev()),
            _ => all.extend(values),
        }
        if name == "fetch_not" {
            all.push(expr(ExprKind::Literal(ConstValue::Bool(true)), Ty::Bool, span));
        }
        if !self.check_orders(name, builtin, &all) {
            return expr(ExprKind::Error, result, span);
        }
        let called = expr(ExprKind::Builtin(builtin, all), result, span);
        match builtin {
            Builtin::CompareExchange { .. } => self.exchange_result(called),
            _ => called,
        }
    }

    /// What `compare_exchange` gives, from what the machine gives: a pair of what was
    /// there and whether it was exchanged.
    fn exchange_result(&mut self, exchange: hir::Expr) -> hir::Expr {
        let span = exchange.span;
        let given = vec![Arg::Checked(exchange)];
        let result = self.call_library_item("result", "exchanged", given, (span, span));
        result.unwrap_or_else(|| broken(span))
    }

    /// `x.fetch_update(set, fetch, |old| …)`.
    fn fetch_update(
        &mut self,
        atomic: AtomicTy,
        receiver: hir::Expr,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let [set, fetch, closure] = arguments else {
            self.check_all(arguments);
            return self.error(
                Diagnostic::new(E0061, "`fetch_update` takes two orders and a closure", place)
                    .help("write `x.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |old| …)`"),
            );
        };
        let value = atomic.value_ty();
        let receiver = self.autoref(receiver, Mutability::Const);
        let set = self.expr_of_type(set, &Ty::Ordering, None);
        let fetch = self.expr_of_type(fetch, &Ty::Ordering, None);
        let Some(option) = self.option_of(&value, span) else { return broken(span) };
        let closure = self.closure_argument(closure, std::slice::from_ref(&value), &option);
        let builtin = Builtin::FetchUpdate(atomic.scope);
        let all = vec![receiver, set, fetch, closure];
        if !self.check_orders("fetch_update", builtin, &all) {
            return broken(span);
        }
        let pair = Ty::Tuple(vec![value, Ty::Bool]);
        let called = expr(ExprKind::Builtin(builtin, all), pair, span);
        self.exchange_result(called)
    }

    /// `AtomicU32::new(0)`, `AtomicU32::from_ptr(p)`, or a method with its receiver as
    /// the first argument.
    pub(crate) fn call_atomic(
        &mut self,
        atomic: AtomicTy,
        name: &str,
        _last: &syn::PathSegment,
        arguments: &[&Expr],
        (place, span): (Span, Span),
    ) -> hir::Expr {
        let (ty, value) = (Ty::Atomic(atomic), atomic.value_ty());
        let what = format!("`{name}`");
        let (builtin, param, result) = match name {
            "new" | "from" => (Builtin::AtomicNew, value, ty),
            "from_ptr" => {
                self.need_unsafe("calling the unsafe function `from_ptr`", span);
                let pointer = Ty::pointer(Mutability::Mut, value);
                (Builtin::AtomicPlace, pointer, Ty::reference(Mutability::Const, ty))
            }
            _ if OF_ATOMICS.contains(&name) => {
                let Some((receiver, rest)) = arguments.split_first() else {
                    return self.unknown_member(&ty, name, place);
                };
                let reference = Ty::reference(Mutability::Const, ty);
                let receiver = self.expr_of_type(receiver, &reference, None);
                if matches!(receiver.kind, ExprKind::Error) {
                    self.check_all(rest);
                    return broken(span);
                }
                let receiver = self.through_references(receiver);
                return self.atomic_method(atomic, receiver, name, rest, (place, span));
            }
            _ => {
                self.check_all(arguments);
                return self.unknown_member(&ty, name, place);
            }
        };
        let values = self.arguments(&what, &[param], arguments, place, None);
        if values.len() != 1 {
            return expr(ExprKind::Error, result, span);
        }
        if self.role.is_constant && !self.role.is_static {
            return self.error(
                unsupported::unread("atomics in constants", place)
                    .note("a constant has no place of its own that threads could share")
                    .help("use `shared_array!` for what a block shares, or a parameter"),
            );
        }
        expr(ExprKind::Builtin(builtin, values), result, span)
    }

    /// Refuses the orders with which an operation of `core` or `cuda_std` panics.
    pub(crate) fn check_orders(
        &mut self,
        name: &str,
        builtin: Builtin,
        values: &[hir::Expr],
    ) -> bool {
        let (at, refused, instead): (usize, &[&str], &str) = match builtin {
            Builtin::Atomic(AtomicOp::Load, _) => (1, &["Release", "AcqRel"], "Acquire"),
            Builtin::Atomic(AtomicOp::Store, _) => (1, &["Acquire", "AcqRel"], "Release"),
            Builtin::CompareExchange { .. } => (4, &["Release", "AcqRel"], "Acquire"),
            Builtin::Fence(_) | Builtin::CompilerFence
                if matches!(name, "fence" | "compiler_fence") =>
            {
                (0, &["Relaxed"], "AcqRel")
            }
            _ => return true,
        };
        let Some(order) = values.get(at) else { return true };
        let Some(found) = self.order_name(order) else { return true };
        if !refused.contains(&found) {
            return true;
        }
        let (what, why) = match builtin {
            Builtin::Atomic(AtomicOp::Load, _) => {
                ("a load", "it writes nothing that it could release")
            }
            Builtin::Atomic(AtomicOp::Store, _) => {
                ("a store", "it reads nothing that it could acquire")
            }
            Builtin::CompareExchange { .. } => (
                "a `compare_exchange` that fails",
                "it has only read then, and so has nothing to release",
            ),
            _ => ("a fence", "it would order nothing"),
        };
        self.report(
            Diagnostic::new(S0015, format!("{what} cannot be `{found}`"), order.span)
                .label(why)
                .note("the program would panic here")
                .help(format!("write `Ordering::{instead}`, or another order that fits")),
        );
        false
    }

    /// The order that an argument names, if it is known here.
    fn order_name(&self, order: &hir::Expr) -> Option<&'static str> {
        let value = match &order.kind {
            ExprKind::Literal(value) => value,
            ExprKind::Constant(id) => self.checker.constant_value(*id)?,
            _ => return None,
        };
        match value {
            ConstValue::Int(place) => ORDERS.get(usize::try_from(*place).ok()?).copied(),
            _ => None,
        }
    }

    /// Says that an atomic is used as if it were its value.
    pub(crate) fn atomic_by_value(&mut self, atomic: AtomicTy, span: Span) {
        let name = atomic.name();
        let words = self.checker.quote(span).unwrap_or("x").to_owned();
        let words = if words.starts_with('*') { format!("({words})") } else { words };
        self.report(
            Diagnostic::new(E0507, format!("`{name}` is used by value but is not `Copy`"), span)
                .label("the atomic itself, not the number in it")
                .help(format!("read it: `{words}.load(Ordering::Relaxed)`")),
        );
    }
}
