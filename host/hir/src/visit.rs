//! Walks over checked programs.
//!
//! [`walk_expr`] hands each part that stands directly in an expression to a
//! [`Visitor`], in the order of the text; whoever wants to go deeper
//! calls it again from there. [`walk_expr_mut`] is the same for parts
//! that are to be changed. Only here is it written down what an expression
//! consists of.

use crate::{Adaptor, Block, Expr, ExprKind, LocalId, Pattern, PatternKind, Statement};
use std::rc::Rc;

/// Something to be done with the parts of an expression.
pub trait Visitor {
    fn visit_expr(&mut self, expr: &Expr);

    fn visit_pattern(&mut self, _pattern: &Pattern) {}
}

/// Something to be done to the parts of an expression.
pub trait VisitorMut {
    fn visit_expr(&mut self, expr: &mut Expr);

    fn visit_pattern(&mut self, _pattern: &mut Pattern) {}
}

impl<F: FnMut(&Expr)> Visitor for F {
    fn visit_expr(&mut self, expr: &Expr) {
        self(expr);
    }
}

/// One text for both walks, which differ only in `mut`.
macro_rules! walks {
    ($visitor:ident, $walk_expr:ident, $walk_block:ident, $closure:expr $(, $mutable:tt)?) => {
        /// Visits what stands directly in an expression.
        pub fn $walk_expr(expr: &$($mutable)? Expr, visitor: &mut impl $visitor) {
            match &$($mutable)? expr.kind {
                ExprKind::Error
                | ExprKind::Literal(_)
                | ExprKind::Constant(_)
                | ExprKind::ConstParam(_)
                | ExprKind::Local(_)
                | ExprKind::Continue(_) => {}
                ExprKind::Unary(_, a)
                | ExprKind::Cast(a)
                | ExprKind::Unsize(a)
                | ExprKind::Deref(a)
                | ExprKind::Field(a, _)
                | ExprKind::AddressOf(a)
                | ExprKind::Repeat(a)
                | ExprKind::Next(a)
                | ExprKind::NextBack(a)
                | ExprKind::Loop(_, a) => visitor.visit_expr(a),
                ExprKind::Let(pattern, value) => {
                    visitor.visit_expr(value);
                    visitor.visit_pattern(pattern);
                }
                ExprKind::Closure(closure) => {
                    let closure = $closure(closure);
                    for param in &$($mutable)? closure.params {
                        visitor.visit_pattern(param);
                    }
                    visitor.visit_expr(&$($mutable)? closure.body);
                }
                ExprKind::CallClosure(callee, parts) => {
                    visitor.visit_expr(callee);
                    for part in parts {
                        visitor.visit_expr(part);
                    }
                }
                ExprKind::ForEach(found) => {
                    visitor.visit_expr(&$($mutable)? found.iterator);
                    visitor.visit_pattern(&$($mutable)? found.pattern);
                    visitor.visit_expr(&$($mutable)? found.body);
                }
                ExprKind::Binary(_, a, b)
                | ExprKind::Lazy(_, a, b)
                | ExprKind::Index(a, b)
                | ExprKind::Assign(a, b)
                | ExprKind::AssignOp(_, a, b)
                | ExprKind::While(_, a, b) => {
                    visitor.visit_expr(a);
                    visitor.visit_expr(b);
                }
                ExprKind::Subslice(whole, start, end) => {
                    visitor.visit_expr(whole);
                    for bound in [start, end].into_iter().flatten() {
                        visitor.visit_expr(bound);
                    }
                }
                ExprKind::Tuple(parts)
                | ExprKind::Array(parts)
                | ExprKind::Call(_, _, parts)
                | ExprKind::Iter(_, parts)
                | ExprKind::Builtin(_, parts) => {
                    for part in parts {
                        visitor.visit_expr(part);
                    }
                }
                ExprKind::Struct(fields) | ExprKind::Variant(_, fields) => {
                    for (_, value) in fields {
                        visitor.visit_expr(value);
                    }
                }
                ExprKind::Block(_, block) => $walk_block(block, visitor),
                ExprKind::If(condition, accept, reject) => {
                    visitor.visit_expr(condition);
                    visitor.visit_expr(accept);
                    if let Some(reject) = reject {
                        visitor.visit_expr(reject);
                    }
                }
                ExprKind::Match(value, arms) => {
                    visitor.visit_expr(value);
                    for arm in arms {
                        visitor.visit_pattern(&$($mutable)? arm.pattern);
                        if let Some(guard) = &$($mutable)? arm.guard {
                            visitor.visit_expr(guard);
                        }
                        visitor.visit_expr(&$($mutable)? arm.body);
                    }
                }
                ExprKind::For(found) => {
                    visitor.visit_expr(&$($mutable)? found.start);
                    visitor.visit_expr(&$($mutable)? found.end);
                    for adaptor in &$($mutable)? found.adaptors {
                        match adaptor {
                            Adaptor::StepBy(step) => visitor.visit_expr(step),
                            Adaptor::Rev => {}
                        }
                    }
                    visitor.visit_expr(&$($mutable)? found.body);
                }
                ExprKind::Assert(assertion) => {
                    if let Some(condition) = &$($mutable)? assertion.condition {
                        visitor.visit_expr(condition);
                    }
                    for argument in &$($mutable)? assertion.message.arguments {
                        visitor.visit_expr(argument);
                    }
                }
                ExprKind::Print(print) => {
                    for argument in &$($mutable)? print.arguments {
                        visitor.visit_expr(argument);
                    }
                }
                ExprKind::Break(_, value) | ExprKind::Return(value) => {
                    if let Some(value) = value {
                        visitor.visit_expr(value);
                    }
                }
            }
        }

        /// Visits what stands directly in a block.
        pub fn $walk_block(block: &$($mutable)? Block, visitor: &mut impl $visitor) {
            for statement in &$($mutable)? block.statements {
                match statement {
                    Statement::Let(pattern, value, _) => {
                        visitor.visit_pattern(pattern);
                        if let Some(value) = value {
                            visitor.visit_expr(value);
                        }
                    }
                    Statement::LetElse(pattern, value, otherwise, _) => {
                        visitor.visit_expr(value);
                        visitor.visit_expr(otherwise);
                        visitor.visit_pattern(pattern);
                    }
                    Statement::Expr(expr) => visitor.visit_expr(expr),
                }
            }
            if let Some(value) = &$($mutable)? block.value {
                visitor.visit_expr(value);
            }
        }
    };
}

walks!(Visitor, walk_expr, walk_block, AsRef::as_ref);
walks!(VisitorMut, walk_expr_mut, walk_block_mut, Rc::make_mut, mut);

/// Whether an expression, or anything in it, is what is looked for.
pub fn any(expr: &Expr, is: &mut dyn FnMut(&Expr) -> bool) -> bool {
    if is(expr) {
        return true;
    }
    let mut found = false;
    walk_expr(expr, &mut |part: &Expr| found = found || any(part, is));
    found
}

/// The variables that a pattern declares.
pub fn bound_by(pattern: &Pattern, bound: &mut Vec<LocalId>) {
    match &pattern.kind {
        PatternKind::Bind(id) | PatternKind::BindRef(id) => bound.push(*id),
        PatternKind::At(own, inner) => {
            bound_by(own, bound);
            bound_by(inner, bound);
        }
        PatternKind::Deref(inner) => bound_by(inner, bound),
        PatternKind::Or(cases) => cases.iter().take(1).for_each(|case| bound_by(case, bound)),
        PatternKind::Parts(parts) | PatternKind::Variant(_, parts) => {
            parts.iter().for_each(|(_, part)| bound_by(part, bound));
        }
        PatternKind::Slice(before, middle, after) => {
            before.iter().chain(middle.as_deref()).chain(after).for_each(|p| bound_by(p, bound));
        }
        PatternKind::Any | PatternKind::Value(_) | PatternKind::Range(..) => {}
    }
}
