//! Characters: `'a'` as a value, and what they are cast to and from. The type is a
//! structure of the library around the character's number.

use crate::body::{Body, Expect, expr};
use crate::checker::{Checker, Def, PRELUDE};
use naga::Span;
use warpbench_codes::{E0308, E0604};
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::{self as hir, ConstValue, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

impl Checker {
    /// Makes `char` a type that needs no import.
    pub(crate) fn declare_characters(&mut self) {
        let Some(scope) = self.source_module("core::characters") else { return };
        if let Some(def) = self.scopes[scope].types.get("char").cloned() {
            self.scopes[PRELUDE].types.insert("char".to_owned(), def);
        }
    }

    /// The type of characters.
    pub(crate) fn char_ty(&self) -> Ty {
        match self.scopes[PRELUDE].types.get("char") {
            Some(Def::Struct(id)) => Ty::Struct(*id, Vec::new()),
            _ => Ty::Error,
        }
    }
}

impl Body<'_> {
    /// `'a'`.
    pub(crate) fn character(&mut self, char: char, expect: &Expect, span: Span) -> hir::Expr {
        let number = u32::from(char);
        if let Some(Ty::Int(int)) = expect.ty().map(|ty| self.head(ty)) {
            let instead = match u8::try_from(char) {
                Ok(byte) if byte.is_ascii() => format!("write a byte: `b{char:?}`, a `u8`"),
                _ => format!("write the character's number: `{number}`"),
            };
            return self.error(
                Diagnostic::new(E0308, "mismatched types", span)
                    .label(format!("expected `{}`, found `char`", int.name()))
                    .help(instead),
            );
        }
        let value = ExprKind::Literal(ConstValue::Int(i128::from(number)));
        let value = expr(value, Ty::U32, span);
        expr(ExprKind::Struct(vec![(0, value)]), self.checker.char_ty(), span)
    }

    /// A cast from or to a character; nothing for other casts.
    pub(crate) fn character_cast(
        &mut self,
        value: &hir::Expr,
        to: &Ty,
        span: Span,
    ) -> Option<hir::Expr> {
        let (from, char) = (self.head(&value.ty), self.checker.char_ty());
        if char == Ty::Error || (from != char && *to != char) {
            return None;
        }
        if from == *to {
            return Some(value.clone());
        }
        if from == char {
            if !matches!(to, Ty::Int(_)) {
                return None;
            }
            let number = expr(ExprKind::Field(Box::new(value.clone()), 0), Ty::U32, span);
            return Some(expr(ExprKind::Cast(Box::new(number)), to.clone(), span));
        }
        if matches!(from, Ty::Var(_)) {
            self.infer.unify(&from, &Ty::Int(IntTy::U8));
        }
        if self.head(&value.ty) != Ty::Int(IntTy::U8) {
            let shown = self.show(&value.ty);
            let words = self.checker.quote(value.span).unwrap_or("x").to_owned();
            return Some(
                self.error(
                    Diagnostic::new(E0604, format!("cannot cast `{shown}` as `char`"), span)
                        .label("only a `u8` is the number of a character for certain")
                        .help(format!("write `char::from_u32({words})`, an `Option<char>`")),
                ),
            );
        }
        let number = expr(ExprKind::Cast(Box::new(value.clone())), Ty::U32, span);
        Some(expr(ExprKind::Struct(vec![(0, number)]), char, span))
    }
}
