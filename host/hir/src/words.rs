//! Programs whose `usize` and `isize` are kept in one word each.
//!
//! Rust gives them 64 bits. Sizes and indices fit into 32, which GPUs compute faster and
//! many alone, so a program is first tried like this, and what would not fit is noted.

use crate::type_parts::PartMap;
use crate::types::{AtomicTy, AtomicValue, IntTy, Ty};
use crate::visit::{VisitorMut, walk_expr_mut};
use crate::{Crate, Expr, ExprKind, Pattern, PatternKind};

/// The program with words in place of `usize` and `isize`.
pub fn in_words(program: &Crate) -> Crate {
    let mut program = program.clone();
    for field in program.structs.iter_mut().flat_map(|item| &mut item.fields) {
        narrow(&mut field.ty);
    }
    for constant in &mut program.constants {
        narrow(&mut constant.ty);
    }
    for item in &mut program.statics {
        narrow(&mut item.ty);
    }
    for function in &mut program.functions {
        narrow(&mut function.result);
        function.const_params.iter_mut().for_each(|param| narrow(&mut param.ty));
        function.locals.iter_mut().for_each(|local| narrow(&mut local.ty));
        InWords.visit_expr(&mut function.body);
    }
    program
}

struct InWords;

impl VisitorMut for InWords {
    fn visit_expr(&mut self, expr: &mut Expr) {
        narrow(&mut expr.ty);
        if let ExprKind::For(found) = &mut expr.kind {
            narrow(&mut found.ty);
        }
        walk_expr_mut(expr, self);
    }

    fn visit_pattern(&mut self, pattern: &mut Pattern) {
        narrow(&mut pattern.ty);
        match &mut pattern.kind {
            PatternKind::Any
            | PatternKind::Bind(_)
            | PatternKind::BindRef(_)
            | PatternKind::Value(_)
            | PatternKind::Range(..) => {}
            PatternKind::At(own, inner) => {
                self.visit_pattern(own);
                self.visit_pattern(inner);
            }
            PatternKind::Deref(inner) => self.visit_pattern(inner),
            PatternKind::Or(cases) => cases.iter_mut().for_each(|case| self.visit_pattern(case)),
            PatternKind::Variant(_, parts) | PatternKind::Parts(parts) => {
                parts.iter_mut().for_each(|(_, part)| self.visit_pattern(part));
            }
            PatternKind::Slice(before, middle, after) => {
                let all = before.iter_mut().chain(middle.as_deref_mut()).chain(after);
                all.for_each(|part| self.visit_pattern(part));
            }
        }
    }
}

fn narrow(ty: &mut Ty) {
    *ty = type_in_words(ty);
}

/// The same of a type alone.
pub fn type_in_words(ty: &Ty) -> Ty {
    InWords.ty(ty)
}

impl PartMap for InWords {
    fn ty(&mut self, ty: &Ty) -> Ty {
        let word = |int: IntTy| match int {
            IntTy::Usize => IntTy::UsizeWord,
            IntTy::Isize => IntTy::IsizeWord,
            other => other,
        };
        match ty {
            Ty::Int(int) => Ty::Int(word(*int)),
            Ty::Atomic(AtomicTy { value: AtomicValue::Int(int), scope }) => {
                Ty::Atomic(AtomicTy { value: AtomicValue::Int(word(*int)), scope: *scope })
            }
            other => other.map_parts(self),
        }
    }
}
