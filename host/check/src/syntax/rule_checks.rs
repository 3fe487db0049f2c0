//! What rustc asks of the rules of a macro before anybody uses it.

use crate::syntax::macro_rules::{Matcher, Times};
use crate::syntax::spans;
use proc_macro2::{Delimiter, Spacing, TokenTree};
use std::collections::HashMap;
use warpbench_codes::S0006;
use warpbench_source::diagnostic::Diagnostic;

type Outcome = Result<(), Box<Diagnostic>>;

/// What a name of a rule may stand for.
const KINDS: [&str; 15] = [
    "block",
    "expr",
    "expr_2021",
    "ident",
    "item",
    "lifetime",
    "literal",
    "meta",
    "pat",
    "pat_param",
    "path",
    "stmt",
    "tt",
    "ty",
    "vis",
];

/// Says what is wrong with a rule.
fn wrong(span: proc_macro2::Span, message: &str) -> Diagnostic {
    Diagnostic::new(S0006, message, spans::bytes(span))
}

/// Checks the part of a rule in front of the arrow.
pub(super) fn check(matchers: &[Matcher]) -> Outcome {
    names(matchers, &mut HashMap::new())?;
    order(matchers, &[])
}

/// Every name is there once, with a kind that there is.
fn names(matchers: &[Matcher], known: &mut HashMap<String, proc_macro2::Span>) -> Outcome {
    for matcher in matchers {
        match matcher {
            Matcher::Fragment(name, kind, span) => {
                if !KINDS.contains(&kind.as_str()) {
                    let diagnostic = wrong(*span, &format!("there is no fragment `{kind}`"));
                    return Err(Box::new(diagnostic.help(format!("write {}", KINDS.join(", ")))));
                }
                if let Some(first) = known.insert(name.clone(), *span) {
                    let diagnostic = wrong(*span, &format!("`${name}` is there twice in a rule"))
                        .other(spans::bytes(first), "first here")
                        .help("give one of them another name");
                    return Err(Box::new(diagnostic));
                }
            }
            Matcher::Group(_, inner) => names(inner, known)?,
            Matcher::Repeat(inner, separator, times) => {
                let is_empty = inner.iter().all(may_be_nothing);
                if is_empty
                    && separator.is_none()
                    && *times != Times::AtMostOnce
                    && let Some(span) = first_span(inner)
                {
                    let diagnostic = wrong(span, "this repetition may take nothing, and never end")
                        .help("let each round have something that is always there");
                    return Err(Box::new(diagnostic));
                }
                names(inner, known)?;
            }
            Matcher::Token(_) => {}
        }
    }
    Ok(())
}

fn may_be_nothing(matcher: &Matcher) -> bool {
    match matcher {
        Matcher::Repeat(inner, _, times) => {
            *times != Times::OnceOrMore || inner.iter().all(may_be_nothing)
        }
        Matcher::Fragment(_, kind, _) => kind == "vis",
        Matcher::Token(_) | Matcher::Group(..) => false,
    }
}

/// What may stand behind something.
#[derive(Clone, Debug)]
enum Next {
    Words(String, proc_macro2::Span),
    Open(Delimiter, proc_macro2::Span),
    Fragment(String, proc_macro2::Span),
}

/// What is behind a fragment must be something that can never become a part of it.
fn order(matchers: &[Matcher], behind: &[Next]) -> Outcome {
    for (at, matcher) in matchers.iter().enumerate() {
        let next = first_of(&matchers[at + 1..], behind);
        match matcher {
            Matcher::Fragment(name, kind, _) => {
                if let Some(wrong_one) = next.iter().find(|next| !may_follow(kind, next)) {
                    return Err(not_behind(name, kind, wrong_one));
                }
            }
            Matcher::Group(_, inner) => order(inner, &[])?,
            Matcher::Repeat(inner, separator, _) => {
                // As rustc has it, rounds that nothing separates may follow each other.
                let mut behind = next;
                if let Some(separator) = separator {
                    behind.push(words(std::slice::from_ref(separator)));
                }
                order(inner, &behind)?;
            }
            Matcher::Token(_) => {}
        }
    }
    Ok(())
}

/// What a sequence can begin with, and what is behind it where it may be nothing.
fn first_of(matchers: &[Matcher], behind: &[Next]) -> Vec<Next> {
    let mut found = Vec::new();
    for (at, matcher) in matchers.iter().enumerate() {
        match matcher {
            Matcher::Token(_) => {
                let tokens = matchers[at..].iter().map_while(|matcher| match matcher {
                    Matcher::Token(token) => Some(token.clone()),
                    _ => None,
                });
                found.push(words(&tokens.collect::<Vec<_>>()));
                return found;
            }
            Matcher::Fragment(_, kind, span) => {
                found.push(Next::Fragment(kind.clone(), *span));
            }
            Matcher::Group(delimiter, inner) => {
                let span = first_span(inner).unwrap_or(proc_macro2::Span::call_site());
                found.push(Next::Open(*delimiter, span));
            }
            Matcher::Repeat(inner, ..) => found.extend(first_of(inner, &[])),
        }
        if !may_be_nothing(matcher) {
            return found;
        }
    }
    found.extend(behind.iter().cloned());
    found
}

/// The first word or operator of some tokens.
fn words(tokens: &[TokenTree]) -> Next {
    let mut word = String::new();
    for token in tokens {
        match token {
            TokenTree::Punct(punct) => {
                word.push(punct.as_char());
                let is_whole = matches!(word.as_str(), "=>" | "==" | ">>" | "&&" | "::" | "<<");
                if punct.spacing() == Spacing::Alone || is_whole {
                    break;
                }
            }
            other if word.is_empty() => {
                word = other.to_string();
                break;
            }
            _ => break,
        }
    }
    Next::Words(word, tokens[0].span())
}

/// Whether something may stand behind a fragment, as the reference of Rust lists it.
fn may_follow(kind: &str, next: &Next) -> bool {
    match (kind, next) {
        ("expr" | "expr_2021" | "stmt", Next::Words(word, _)) => {
            ["=>", ",", ";"].contains(&word.as_str())
        }
        ("pat", Next::Words(word, _)) => ["=>", ",", "=", "if", "in"].contains(&word.as_str()),
        ("pat_param", Next::Words(word, _)) => {
            ["=>", ",", "=", "|", "if", "in"].contains(&word.as_str())
        }
        ("ty" | "path", Next::Words(word, _)) => {
            [",", "=>", ":", "=", ">", ">>", ";", "|", "as", "where"].contains(&word.as_str())
        }
        ("ty" | "path", Next::Open(delimiter, _)) => {
            matches!(delimiter, Delimiter::Brace | Delimiter::Bracket)
        }
        ("ty" | "path", Next::Fragment(kind, _)) => kind == "block",
        ("vis", Next::Words(word, _)) => {
            let is_word = word.starts_with(|first: char| first.is_alphabetic() || first == '_');
            let begins_type = [",", "!", "*", "&", "&&", "?", "<", "<<", "::", "'"];
            is_word && word != "priv" || begins_type.contains(&word.as_str())
        }
        ("vis", Next::Open(delimiter, _)) => *delimiter != Delimiter::Brace,
        ("vis", Next::Fragment(kind, _)) => ["ident", "ty", "path"].contains(&kind.as_str()),
        ("expr" | "expr_2021" | "stmt" | "pat" | "pat_param", _) => false,
        _ => true,
    }
}

fn not_behind(name: &str, kind: &str, next: &Next) -> Box<Diagnostic> {
    let (shown, span) = match next {
        Next::Words(word, span) => (format!("`{word}`"), *span),
        Next::Open(_, span) => ("a bracket".to_owned(), *span),
        Next::Fragment(kind, span) => (format!("a fragment `{kind}`"), *span),
    };
    let allowed = match kind {
        "ty" | "path" => "`,`, `;`, `=>`, `=`, `:`, `|`, `>`, `{`, `[`, `as`, `where` or a block",
        "pat" | "pat_param" => "`=>`, `,`, `=`, `if` or `in`",
        "vis" => "`,`, a name or a type",
        _ => "`=>`, `,` or `;`",
    };
    let diagnostic = wrong(span, &format!("`${name}:{kind}` cannot be followed by {shown}"));
    Box::new(diagnostic.help(format!("write one of these behind it: {allowed}")))
}

fn first_span(matchers: &[Matcher]) -> Option<proc_macro2::Span> {
    matchers.iter().find_map(|matcher| match matcher {
        Matcher::Token(token) => Some(token.span()),
        Matcher::Fragment(_, _, span) => Some(*span),
        Matcher::Group(_, inner) | Matcher::Repeat(inner, ..) => first_span(inner),
    })
}
