//! What a call of a macro looks like, and what its variables stand for.

use super::Outcome;
use crate::diagnostic::Diagnostic;
use crate::rust::check::syntax::spans;
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::collections::HashMap;
use syn::parse::{Parse, ParseStream, Parser};

/// A part of what a rule matches.
#[derive(Debug)]
pub(super) enum Matcher {
    /// This very token.
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    /// `$name:kind`.
    Variable(String, String),
    /// `$( … ) separator op`.
    Repeated {
        inner: Vec<Matcher>,
        separator: Option<TokenTree>,
        op: char,
    },
}

/// What a variable stands for.
#[derive(Clone, Debug)]
pub(super) enum Bound {
    /// Tokens, and whether they are one expression.
    One(Vec<TokenTree>, bool),
    /// One for each turn of a repetition.
    Many(Vec<Bound>),
}

pub(super) type Bindings = HashMap<String, Bound>;

/// Reads the left side of a rule.
pub(super) fn read(tokens: &TokenStream) -> Outcome<Vec<Matcher>> {
    let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
    let mut rest = tokens.as_slice();
    let mut found = Vec::new();
    while let [first, after @ ..] = rest {
        rest = after;
        let is_variable = matches!(first, TokenTree::Punct(punct) if punct.as_char() == '$');
        found.push(match (first, rest) {
            (
                _,
                [
                    TokenTree::Ident(name),
                    TokenTree::Punct(colon),
                    TokenTree::Ident(kind),
                    after @ ..,
                ],
            ) if is_variable && colon.as_char() == ':' => {
                rest = after;
                Matcher::Variable(name.to_string(), kind.to_string())
            }
            (_, [TokenTree::Group(group), after @ ..]) if is_variable => {
                let (separator, op, after) = repetition(after).ok_or_else(|| {
                    let span = spans::bytes(first.span());
                    let message = "nothing says how often this is repeated";
                    Box::new(Diagnostic::new(message, span).help("write `$( … ),*`"))
                })?;
                rest = after;
                Matcher::Repeated { inner: read(&group.stream())?, separator, op }
            }
            (_, _) if is_variable => {
                let span = spans::bytes(first.span());
                let message = "nothing says what this variable of a macro stands for";
                return Err(Box::new(Diagnostic::new(message, span).help("write `$x:expr`")));
            }
            (TokenTree::Group(group), _) => {
                Matcher::Group(group.delimiter(), read(&group.stream())?)
            }
            (token, _) => Matcher::Token(token.clone()),
        });
    }
    Ok(found)
}

/// What stands behind `$( … )`: a separator, how often, and the rest.
pub(super) fn repetition(tokens: &[TokenTree]) -> Option<(Option<TokenTree>, char, &[TokenTree])> {
    let op = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => Some(punct.as_char()).filter(|op| "*+?".contains(*op)),
        _ => None,
    };
    match tokens {
        [first, rest @ ..] if op(first).is_some() => Some((None, op(first)?, rest)),
        [separator, second, rest @ ..] => Some((Some(separator.clone()), op(second)?, rest)),
        _ => None,
    }
}

/// Matches tokens, and says how many of them fit.
pub(super) fn matches(
    matchers: &[Matcher],
    tokens: &[TokenTree],
    bindings: &mut Bindings,
) -> Option<usize> {
    let mut at = 0;
    for matcher in matchers {
        let rest = &tokens[at..];
        at += match matcher {
            Matcher::Token(wanted) => is_same(wanted, rest.first()?).then_some(1)?,
            Matcher::Group(delimiter, inner) => match rest.first()? {
                TokenTree::Group(group) if group.delimiter() == *delimiter => {
                    let held: Vec<TokenTree> = group.stream().into_iter().collect();
                    let count = matches(inner, &held, bindings)?;
                    (count == held.len()).then_some(1)?
                }
                _ => return None,
            },
            Matcher::Variable(name, kind) => {
                let count = fragment(kind, rest)?;
                let is_expression = kind.starts_with("expr");
                let bound = Bound::One(rest[..count].to_vec(), is_expression);
                bindings.insert(name.clone(), bound);
                count
            }
            Matcher::Repeated { inner, separator, op } => {
                repeated(inner, separator.as_ref(), *op, rest, bindings)?
            }
        };
    }
    Some(at)
}

fn repeated(
    inner: &[Matcher],
    separator: Option<&TokenTree>,
    op: char,
    tokens: &[TokenTree],
    bindings: &mut Bindings,
) -> Option<usize> {
    let mut turns: Vec<Bindings> = Vec::new();
    let mut at = 0;
    while at < tokens.len() {
        let mut start = at;
        if let (Some(separator), false) = (separator, turns.is_empty()) {
            if !is_same(separator, &tokens[at]) {
                break;
            }
            start += 1;
        }
        let mut turn = Bindings::new();
        match matches(inner, &tokens[start..], &mut turn) {
            Some(count) if count > 0 => {
                at = start + count;
                turns.push(turn);
            }
            _ => break,
        }
        if op == '?' {
            break;
        }
    }
    if op == '+' && turns.is_empty() {
        return None;
    }
    for name in names(inner) {
        let each = turns.iter().filter_map(|turn| turn.get(&name).cloned()).collect();
        bindings.insert(name, Bound::Many(each));
    }
    Some(at)
}

/// The variables of a rule.
fn names(matchers: &[Matcher]) -> Vec<String> {
    let each = matchers.iter().flat_map(|matcher| match matcher {
        Matcher::Token(_) => Vec::new(),
        Matcher::Variable(name, _) => vec![name.clone()],
        Matcher::Group(_, inner) | Matcher::Repeated { inner, .. } => names(inner),
    });
    each.collect()
}

fn is_same(one: &TokenTree, other: &TokenTree) -> bool {
    match (one, other) {
        (TokenTree::Ident(one), TokenTree::Ident(other)) => one == other,
        (TokenTree::Punct(one), TokenTree::Punct(other)) => one.as_char() == other.as_char(),
        (TokenTree::Literal(one), TokenTree::Literal(other)) => {
            one.to_string() == other.to_string()
        }
        _ => false,
    }
}

/// How many tokens are a piece of syntax of a kind.
fn fragment(kind: &str, tokens: &[TokenTree]) -> Option<usize> {
    let first = tokens.first();
    let is_comma = matches!(first, Some(TokenTree::Punct(punct)) if punct.as_char() == ',');
    match kind {
        "tt" => match first? {
            // `'a`, and operators of several characters, are one token of the language.
            TokenTree::Punct(punct) if punct.as_char() == '\'' => Some(2),
            TokenTree::Punct(_) => Some(operator_length(tokens)),
            _ => Some(1),
        },
        "ident" => matches!(first?, TokenTree::Ident(_)).then_some(1),
        "vis" => parsed::<syn::Visibility>(tokens),
        _ if first.is_none() || is_comma => None,
        "expr" | "expr_2021" => parsed::<syn::Expr>(tokens),
        "ty" => parsed::<syn::Type>(tokens),
        "literal" => parsed::<syn::Lit>(tokens).or_else(|| match tokens {
            [TokenTree::Punct(minus), rest @ ..] if minus.as_char() == '-' => {
                parsed::<syn::Lit>(rest).map(|count| count + 1)
            }
            [TokenTree::Ident(word), ..] if word == "true" || word == "false" => Some(1),
            _ => None,
        }),
        "pat" | "pat_param" => {
            let alternatives = kind == "pat";
            parsed_by(tokens, |input| match alternatives {
                true => syn::Pat::parse_multi_with_leading_vert(input).map(drop),
                false => syn::Pat::parse_single(input).map(drop),
            })
        }
        "path" => parsed::<syn::Path>(tokens),
        "block" => parsed::<syn::Block>(tokens),
        "item" => parsed::<syn::Item>(tokens),
        "lifetime" => parsed::<syn::Lifetime>(tokens),
        "stmt" => parsed::<syn::Expr>(tokens),
        "meta" => parsed::<syn::Meta>(tokens),
        _ => None,
    }
}

/// How many characters an operator has.
fn operator_length(tokens: &[TokenTree]) -> usize {
    const LONG: [&str; 24] = [
        "<<=", ">>=", "..=", "...", "&&", "||", "<<", ">>", "==", "!=", "<=", ">=", "+=", "-=",
        "*=", "/=", "%=", "^=", "&=", "|=", "->", "=>", "::", "..",
    ];
    let text: String = tokens
        .iter()
        .map_while(|token| match token {
            TokenTree::Punct(punct) => Some(punct.as_char()),
            _ => None,
        })
        .take(3)
        .collect();
    LONG.iter().find(|operator| text.starts_with(**operator)).map_or(1, |found| found.len())
}

fn parsed<T: Parse>(tokens: &[TokenTree]) -> Option<usize> {
    parsed_by(tokens, |input| input.parse::<T>().map(drop))
}

fn parsed_by(
    tokens: &[TokenTree],
    parse: impl FnOnce(ParseStream<'_>) -> syn::Result<()>,
) -> Option<usize> {
    let rest = |input: ParseStream<'_>| {
        parse(input)?;
        input.parse::<TokenStream>()
    };
    let rest = rest.parse2(tokens.iter().cloned().collect()).ok()?;
    Some(tokens.len() - rest.into_iter().count())
}
