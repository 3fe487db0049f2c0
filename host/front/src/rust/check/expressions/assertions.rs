//! `assert!` and its kin, and the macros with which a thread gives up.
//!
//! The message that an author gives along is kept as it is written: no thread has
//! room to put numbers into a text. Its arguments are checked all the same.

use crate::diagnostic::Diagnostic;
use crate::rust::check::body::{Body, Expect, expr};
use crate::rust::check::syntax::parse::place_of;
use crate::rust::check::syntax::spans;
use crate::rust::hir::{self, Assertion, BinaryOp, ExprKind};
use crate::rust::types::Ty;
use naga::Span;
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Token};

/// The most characters of a condition that are told again.
const MOST_QUOTED: usize = 60;

/// What a macro asserts.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Asserted {
    /// A condition.
    Holds,
    /// A comparison of two values.
    Compares(BinaryOp),
    /// Nothing: it gives up.
    Nothing,
}

/// The macros of `core` that are read, by name.
fn asserted(name: &str) -> Option<Asserted> {
    Some(match name {
        "assert" | "debug_assert" => Asserted::Holds,
        "assert_eq" | "debug_assert_eq" => Asserted::Compares(BinaryOp::Eq),
        "assert_ne" | "debug_assert_ne" => Asserted::Compares(BinaryOp::Ne),
        "panic" | "unreachable" | "todo" | "unimplemented" => Asserted::Nothing,
        _ => return None,
    })
}

impl Body<'_> {
    /// `assert!(…)`, `panic!(…)` and the like; nothing for other macros.
    pub(crate) fn assertion(
        &mut self,
        name: &str,
        syntax: &syn::Macro,
        span: Span,
    ) -> Option<hir::Expr> {
        let asserted = asserted(name)?;
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let arguments = match syntax.parse_body_with(parser) {
            Ok(arguments) => arguments,
            Err(error) => {
                let place = place_of(&error, span);
                return Some(
                    self.error(
                        Diagnostic::new(format!("`{name}!` cannot be read"), place)
                            .label(error.to_string())
                            .help(usage(asserted, name)),
                    ),
                );
            }
        };
        let mut arguments = arguments.iter();
        let missing = |body: &mut Self| {
            body.error(
                Diagnostic::new(format!("`{name}!` is given too little"), span)
                    .label("something to assert is missing")
                    .help(usage(asserted, name)),
            )
        };
        let condition = match asserted {
            Asserted::Nothing => None,
            Asserted::Holds => match arguments.next() {
                Some(condition) => Some(self.condition(condition)),
                None => return Some(missing(self)),
            },
            Asserted::Compares(op) => match (arguments.next(), arguments.next()) {
                (Some(left), Some(right)) => {
                    let left = self.expr(left, &Expect::None);
                    let right = self.expr(right, &Expect::Hint(left.ty.clone()));
                    let place = spans::to(left.span, right.span);
                    Some(self.comparison(op, left, right, place))
                }
                _ => return Some(missing(self)),
            },
        };
        let message = match self.message(name, arguments) {
            Ok(message) => message,
            Err(diagnostic) => return Some(self.error(*diagnostic)),
        };
        let text = condition.as_ref().map(|condition| self.condition_text(condition, asserted));
        let sides = match condition.as_ref().map(|condition| &condition.kind) {
            Some(ExprKind::Binary(op, left, right)) if super::operators::is_comparison(*op) => {
                vec![self.written(left.span), self.written(right.span)]
            }
            _ => Vec::new(),
        };
        let ty = if condition.is_some() { Ty::UNIT } else { Ty::Never };
        self.diverges |= condition.is_none();
        let name = name.to_owned();
        let assertion = Assertion { name, condition, text, sides, message };
        Some(expr(ExprKind::Assert(Box::new(assertion)), ty, span))
    }

    /// The condition as a reader would write it.
    fn condition_text(&self, condition: &hir::Expr, asserted: Asserted) -> String {
        match (asserted, &condition.kind) {
            (Asserted::Compares(op), ExprKind::Binary(_, left, right)) => {
                let symbol = if op == BinaryOp::Eq { "==" } else { "!=" };
                format!("{} {symbol} {}", self.written(left.span), self.written(right.span))
            }
            _ => self.written(condition.span),
        }
    }

    /// The text at a place, on one line and not too long.
    fn written(&self, span: Span) -> String {
        let text = span.to_range().and_then(|range| self.checker.text.get(range)).unwrap_or("");
        let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
        match line.char_indices().nth(MOST_QUOTED) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
    }

    /// The author's words. The values that they mention are checked and dropped.
    fn message<'s>(
        &mut self,
        name: &str,
        mut arguments: impl Iterator<Item = &'s Expr>,
    ) -> Result<String, Box<Diagnostic>> {
        let Some(first) = arguments.next() else { return Ok(String::new()) };
        let Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) = first else {
            return Err(Box::new(
                Diagnostic::new(
                    format!("the message of `{name}!` must be a text in quotes"),
                    spans::of_expr(first),
                )
                .label("not a text")
                .help(format!("write `{name}!(…, \"{{}}\", value)`, or leave it out")),
            ));
        };
        for argument in arguments {
            match argument {
                // `name = value`.
                Expr::Assign(named) => self.expr(&named.right, &Expect::None),
                other => self.expr(other, &Expect::None),
            };
        }
        Ok(text.value())
    }
}

fn usage(asserted: Asserted, name: &str) -> String {
    match asserted {
        Asserted::Holds => format!("write `{name}!(i < n)`, with a message behind if you like"),
        Asserted::Compares(_) => {
            format!("write `{name}!(found, expected)`, with a message behind if you like")
        }
        Asserted::Nothing => format!("write `{name}!(\"why\")`"),
    }
}
