//! The rules of `macro_rules!`: read, and held against what a macro is given.

use crate::syntax::expand;
use crate::syntax::rule_checks;
use crate::syntax::spans;
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use std::collections::HashMap;
use syn::parse::{Parse, ParseStream, Parser};
use warpbench_codes::S0006;
use warpbench_source::diagnostic::Diagnostic;

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// `(matcher) => { body }`.
#[derive(Debug)]
pub(crate) struct Rule {
    matcher: Vec<Matcher>,
    pub(crate) body: TokenStream,
}

#[derive(Debug)]
pub(super) enum Matcher {
    Token(TokenTree),
    Group(Delimiter, Vec<Matcher>),
    /// `$name:kind`.
    Fragment(String, String, proc_macro2::Span),
    /// `$( … ) separator *`.
    Repeat(Vec<Matcher>, Option<TokenTree>, Times),
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Times {
    Any,
    OnceOrMore,
    AtMostOnce,
}

/// What a name of a rule stands for.
#[derive(Clone, Debug)]
pub(crate) enum Bound {
    One(Vec<TokenTree>),
    Many(Vec<Bound>),
}

impl Bound {
    /// What it stands for in a round of the repetitions around it.
    pub(crate) fn in_round(&self, round: &[usize]) -> Option<&[TokenTree]> {
        match (self, round) {
            (Bound::One(tokens), _) => Some(tokens),
            (Bound::Many(each), [first, rest @ ..]) => each.get(*first)?.in_round(rest),
            (Bound::Many(_), []) => None,
        }
    }

    fn rounds(&self, round: &[usize]) -> Option<usize> {
        match (self, round) {
            (Bound::One(_), _) => None,
            (Bound::Many(each), []) => Some(each.len()),
            (Bound::Many(each), [first, rest @ ..]) => each.get(*first)?.rounds(rest),
        }
    }
}

/// All names of a rule with what they stand for.
#[derive(Debug, Default)]
pub(crate) struct Bounds(HashMap<String, Bound>);

impl Bounds {
    pub(crate) fn get(&self, name: &str) -> Option<&Bound> {
        self.0.get(name)
    }

    /// How often a text is repeated, which the names in it say.
    pub(crate) fn rounds(&self, text: &TokenStream, round: &[usize]) -> usize {
        let mut most = 0;
        let mut is_name = false;
        for token in text.clone() {
            match &token {
                TokenTree::Ident(name) if is_name => {
                    let bound = self.0.get(&name.to_string());
                    most = most.max(bound.and_then(|bound| bound.rounds(round)).unwrap_or(0));
                }
                TokenTree::Group(group) => most = most.max(self.rounds(&group.stream(), round)),
                _ => {}
            }
            is_name = is_punct(&token, '$');
        }
        most
    }
}

fn is_punct(token: &TokenTree, char: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == char)
}

/// The rules in the body of a declaration.
pub(crate) fn rules(body: TokenStream) -> Outcome<Vec<Rule>> {
    let list: Vec<TokenTree> = body.into_iter().collect();
    let mut rules = Vec::new();
    let mut rest = list.as_slice();
    while let [first, ..] = rest {
        let [TokenTree::Group(matcher), arrow, end, TokenTree::Group(body), after @ ..] = rest
        else {
            return Err(not_a_rule(first));
        };
        if !is_punct(arrow, '=') || !is_punct(end, '>') {
            return Err(not_a_rule(arrow));
        }
        let matcher = matchers(matcher)?;
        rule_checks::check(&matcher)?;
        rules.push(Rule { matcher, body: body.stream() });
        rest = match after {
            [semicolon, after @ ..] if is_punct(semicolon, ';') => after,
            _ => after,
        };
    }
    Ok(rules)
}

fn not_a_rule(token: &TokenTree) -> Box<Diagnostic> {
    let diagnostic =
        Diagnostic::new(S0006, "this is not a rule of a macro", spans::bytes(token.span()))
            .label("expected `(…) => { … }`")
            .help("write `macro_rules! square { ($x:expr) => { $x * $x }; }`");
    Box::new(diagnostic)
}

fn matchers(group: &Group) -> Outcome<Vec<Matcher>> {
    let list: Vec<TokenTree> = group.stream().into_iter().collect();
    let mut out = Vec::new();
    let mut rest = list.as_slice();
    while let [first, after @ ..] = rest {
        rest = match (first, after) {
            (dollar, [TokenTree::Ident(name), colon, TokenTree::Ident(kind), after @ ..])
                if is_punct(dollar, '$') && is_punct(colon, ':') =>
            {
                out.push(Matcher::Fragment(name.to_string(), kind.to_string(), kind.span()));
                after
            }
            (dollar, [TokenTree::Ident(name), ..]) if is_punct(dollar, '$') && name != "crate" => {
                let diagnostic = Diagnostic::new(
                    S0006,
                    format!("`${name}` does not say what it stands for"),
                    spans::bytes(name.span()),
                );
                return Err(Box::new(diagnostic.help(format!("write `${name}:expr`, or `:tt`"))));
            }
            (dollar, [TokenTree::Group(repeated), after @ ..]) if is_punct(dollar, '$') => {
                let inner = matchers(repeated)?;
                let (separator, times, after) =
                    repetition(after).ok_or_else(|| not_a_rule(dollar))?;
                out.push(Matcher::Repeat(inner, separator, times));
                after
            }
            (TokenTree::Group(group), after) => {
                out.push(Matcher::Group(group.delimiter(), matchers(group)?));
                after
            }
            (token, after) => {
                out.push(Matcher::Token(token.clone()));
                after
            }
        };
    }
    Ok(out)
}

/// What stands behind the bracket of a repetition.
fn repetition(rest: &[TokenTree]) -> Option<(Option<TokenTree>, Times, &[TokenTree])> {
    let times = |token: &TokenTree| match token {
        TokenTree::Punct(punct) => match punct.as_char() {
            '*' => Some(Times::Any),
            '+' => Some(Times::OnceOrMore),
            '?' => Some(Times::AtMostOnce),
            _ => None,
        },
        _ => None,
    };
    match rest {
        [first, after @ ..] if times(first).is_some() => Some((None, times(first)?, after)),
        [separator, second, after @ ..] => Some((Some(separator.clone()), times(second)?, after)),
        _ => None,
    }
}

impl Rule {
    /// What its names stand for, if what is given fits.
    pub(crate) fn matched(&self, given: &[TokenTree]) -> Option<Bounds> {
        let mut bounds = HashMap::new();
        let rest = fit(&self.matcher, given, &mut bounds)?;
        rest.is_empty().then_some(Bounds(bounds))
    }
}

/// Holds matchers against tokens; returns those that are left.
fn fit<'a>(
    matchers: &[Matcher],
    mut given: &'a [TokenTree],
    bounds: &mut HashMap<String, Bound>,
) -> Option<&'a [TokenTree]> {
    for matcher in matchers {
        given = match matcher {
            Matcher::Token(token) => match given {
                [first, rest @ ..] if first.to_string() == token.to_string() => rest,
                _ => return None,
            },
            Matcher::Group(delimiter, inner) => match given {
                [TokenTree::Group(group), rest @ ..] if group.delimiter() == *delimiter => {
                    let list: Vec<TokenTree> = group.stream().into_iter().collect();
                    if !fit(inner, &list, bounds)?.is_empty() {
                        return None;
                    }
                    rest
                }
                _ => return None,
            },
            Matcher::Fragment(name, kind, _) => {
                let count = fragment(kind, given)?;
                let (own, rest) = given.split_at_checked(count)?;
                let bound = match kind.as_str() {
                    "expr" | "expr_2021" | "literal" => expand::as_operand(own),
                    _ => Bound::One(own.to_vec()),
                };
                bounds.insert(name.clone(), bound);
                rest
            }
            Matcher::Repeat(inner, separator, times) => {
                repeated(inner, separator.as_ref(), *times, given, bounds)?
            }
        };
    }
    Some(given)
}

fn repeated<'a>(
    inner: &[Matcher],
    separator: Option<&TokenTree>,
    times: Times,
    mut given: &'a [TokenTree],
    bounds: &mut HashMap<String, Bound>,
) -> Option<&'a [TokenTree]> {
    let mut rounds: Vec<HashMap<String, Bound>> = Vec::new();
    while !(given.is_empty() || times == Times::AtMostOnce && rounds.len() == 1) {
        let start = match (separator, rounds.is_empty()) {
            (Some(separator), false) => match given {
                [first, rest @ ..] if first.to_string() == separator.to_string() => rest,
                _ => break,
            },
            _ => given,
        };
        let mut own = HashMap::new();
        match fit(inner, start, &mut own) {
            // A round that takes nothing would go on for ever.
            Some(rest) if rest.len() < given.len() => given = rest,
            _ => break,
        }
        rounds.push(own);
    }
    if rounds.is_empty() && times == Times::OnceOrMore {
        return None;
    }
    for name in names(inner) {
        let each = rounds.iter().filter_map(|round| round.get(&name).cloned()).collect();
        bounds.insert(name, Bound::Many(each));
    }
    Some(given)
}

fn names(matchers: &[Matcher]) -> Vec<String> {
    let mut out = Vec::new();
    for matcher in matchers {
        match matcher {
            Matcher::Token(_) => {}
            Matcher::Group(_, inner) | Matcher::Repeat(inner, ..) => out.extend(names(inner)),
            Matcher::Fragment(name, ..) => out.push(name.clone()),
        }
    }
    out
}

/// How many tokens a fragment of a kind takes.
fn fragment(kind: &str, given: &[TokenTree]) -> Option<usize> {
    match (kind, given) {
        ("tt", [quote, TokenTree::Ident(_), ..]) if is_punct(quote, '\'') => Some(2),
        ("tt", [_, ..]) => Some(operator_len(given).max(1)),
        ("ident", [TokenTree::Ident(word), ..]) if word != "_" => Some(1),
        ("literal", [TokenTree::Literal(_), ..]) => Some(1),
        ("literal", [TokenTree::Ident(word), ..]) if word == "true" || word == "false" => Some(1),
        ("literal", [minus, TokenTree::Literal(_), ..]) if is_punct(minus, '-') => Some(2),
        ("lifetime", [quote, TokenTree::Ident(_), ..]) if is_punct(quote, '\'') => Some(2),
        ("block", [TokenTree::Group(group), ..]) if group.delimiter() == Delimiter::Brace => {
            Some(1)
        }
        ("expr" | "expr_2021", _) => taken::<syn::Expr>(given),
        ("ty", _) => taken::<syn::Type>(given),
        ("path", _) => taken::<syn::Path>(given),
        ("stmt", _) => taken::<syn::Stmt>(given),
        ("item", _) => taken::<syn::Item>(given),
        ("meta", _) => taken::<syn::Meta>(given),
        ("vis", []) => Some(0),
        ("vis", _) => taken::<syn::Visibility>(given),
        ("pat", _) => taken_by(syn::Pat::parse_multi_with_leading_vert, given),
        ("pat_param", _) => taken_by(syn::Pat::parse_single, given),
        _ => None,
    }
}

/// How many tokens the operator takes that stands first, which Rust reads as one.
fn operator_len(given: &[TokenTree]) -> usize {
    let mut word = String::new();
    let mut longest = 0;
    for (at, token) in given.iter().take(3).enumerate() {
        let TokenTree::Punct(punct) = token else { break };
        word.push(punct.as_char());
        if OPERATORS.contains(&word.as_str()) {
            longest = at + 1;
        }
        if punct.spacing() == Spacing::Alone {
            break;
        }
    }
    longest
}

/// Operators of more than one character.
const OPERATORS: [&str; 24] = [
    "::", "->", "=>", "==", "!=", "<=", ">=", "&&", "||", "..", "...", "..=", "<<", ">>", "+=",
    "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<=", ">>=",
];

fn taken<T: Parse>(given: &[TokenTree]) -> Option<usize> {
    taken_by(T::parse, given)
}

/// How many tokens syn takes for something.
fn taken_by<T>(parse: fn(ParseStream<'_>) -> syn::Result<T>, given: &[TokenTree]) -> Option<usize> {
    if given.is_empty() {
        return None;
    }
    let left = |input: ParseStream<'_>| {
        parse(input)?;
        let rest: TokenStream = input.parse()?;
        Ok(rest.into_iter().count())
    };
    let left = left.parse2(given.iter().cloned().collect()).ok()?;
    given.len().checked_sub(left)
}
