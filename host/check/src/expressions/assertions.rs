//! `assert!` and its kin, and the macros with which a thread gives up.
//!
//! The message that an author gives along may hold numbers, which are computed only
//! by threads that fail.

use crate::body::{Body, Expect, expr};
use crate::expressions::operators::is_comparison;
use crate::expressions::quoted;
use crate::syntax::parse::place_of;
use crate::syntax::spans;
use naga::Span;
use proc_macro2::TokenTree;
use syn::punctuated::Punctuated;
use syn::{Expr, Token};
use warpbench_codes::S0011;
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, Assertion, BinaryOp, ExprKind};
use warpbench_source::diagnostic::Diagnostic;

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
                        Diagnostic::new(S0011, format!("`{name}!` cannot be read"), place)
                            .label(error.to_string())
                            .help(usage(asserted, name)),
                    ),
                );
            }
        };
        let all: Vec<&Expr> = arguments.iter().collect();
        let mut arguments = all.iter().copied();
        let missing = |body: &mut Self| {
            body.error(
                Diagnostic::new(S0011, format!("`{name}!` is given too little"), span)
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
        let words: Vec<&Expr> = arguments.collect();
        let message = match self.text_of(name, &words) {
            Ok((text, arguments)) => hir::Print { text, arguments },
            Err(diagnostic) => return Some(self.error(*diagnostic)),
        };
        let (text, sides) = match &condition {
            Some(condition) => self.quoted(condition, asserted, &quoted::arguments(&syntax.tokens)),
            None => (None, Vec::new()),
        };
        let ty = if condition.is_some() { Ty::UNIT } else { Ty::Never };
        self.flow.diverges |= condition.is_none();
        let name = name.to_owned();
        let assertion = Assertion { name, condition, text, sides, message };
        Some(expr(ExprKind::Assert(Box::new(assertion)), ty, span))
    }

    /// The condition as a reader would write it, and what it compares.
    fn quoted(
        &self,
        condition: &hir::Expr,
        asserted: Asserted,
        arguments: &[Vec<TokenTree>],
    ) -> (Option<String>, Vec<String>) {
        let (sides, symbol) = match (asserted, arguments) {
            (Asserted::Compares(op), [left, right, ..]) => {
                let symbol = if op == BinaryOp::Eq { "==" } else { "!=" };
                (Some([left.as_slice(), right]), Some(symbol))
            }
            (_, [whole, ..]) => (quoted::sides(whole), None),
            _ => (None, None),
        };
        let sides = match (&condition.kind, sides) {
            (ExprKind::Binary(op, a, b), Some([left, right])) if is_comparison(*op) => {
                vec![self.written(a.span, left), self.written(b.span, right)]
            }
            _ => Vec::new(),
        };
        let text = match (symbol, sides.as_slice(), arguments) {
            (Some(symbol), [left, right], _) => Some(format!("{left} {symbol} {right}")),
            (_, _, [whole, ..]) => Some(self.written(condition.span, whole)),
            _ => None,
        };
        (text, sides)
    }

    /// The words of an expression at a place, on one line and not too long.
    fn written(&self, span: Span, tokens: &[TokenTree]) -> String {
        let in_file = span.to_range().and_then(|range| self.checker.text.get(range));
        let line = quoted::text(in_file.unwrap_or(""), tokens);
        match line.char_indices().nth(MOST_QUOTED) {
            Some((end, _)) => format!("{}…", &line[..end]),
            None => line,
        }
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
