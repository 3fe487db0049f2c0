//! Macros of the file: what `macro_rules!` declares is put in where it is called,
//! token by token, before syn reads the text.
//!
//! Tokens of an argument keep their places; those of the macro's own text stand
//! where it is called. A name that a macro's text declares with `let` or `for` is
//! another one than a name of the caller's, as rustc has it.

use crate::Sink;
use crate::syntax::hygiene::{self, Declared};
use crate::syntax::macro_rules::{Bound, Bounds, Rule, rules};
use crate::syntax::spans;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, Span, TokenStream, TokenTree};
use std::collections::HashMap;
use warpbench_codes::{S0007, S0008};
use warpbench_source::diagnostic::Diagnostic;

/// How deep calls of macros may lie in what others stand for.
const MAX_DEPTH: usize = 32;

/// How many tokens may come out of all calls.
const MAX_TOKENS: usize = 200_000;

/// Whether a file declares macros of its own at all.
pub(crate) fn has_macros(text: &str) -> bool {
    text.contains("macro_rules")
}

/// The tokens of a file with the calls of its own macros replaced.
pub(crate) fn expand(text: &str, tokens: TokenStream, sink: &mut Sink) -> TokenStream {
    let mut expander =
        Expander { mark: mark_for(text), calls: 0, made: 0, is_stopped: false, sink };
    let mut known = Known::new();
    collect_exported(&tokens, &mut known);
    expander.stream(tokens, &known, (true, 0))
}

/// Stands in the names of variables that a macro declares, before the number of the call.
const MARK: char = '·';

/// As many of them as no name of the text has.
fn mark_for(text: &str) -> String {
    let mut mark = MARK.to_string();
    while text.contains(&mark) {
        mark.push(MARK);
    }
    mark
}

/// Words about a text with the names of variables as their author wrote them.
pub(crate) fn as_written(words: &mut String, text: &str) {
    if !words.contains(MARK) {
        return;
    }
    let mark = mark_for(text);
    let mut parts = words.split(&mark);
    let first = parts.next().unwrap_or_default().to_owned();
    let without_number =
        |part: &str| part.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned();
    *words = parts.fold(first, |all, part| all + &without_number(part));
}

type Known = HashMap<String, std::rc::Rc<Vec<Rule>>>;

struct Expander<'a> {
    mark: String,
    /// The calls so far, which tell the names of one from those of another.
    calls: usize,
    made: usize,
    is_stopped: bool,
    sink: &'a mut Sink,
}

/// A declaration of a macro: its name, its rules, and how many tokens it takes.
fn declaration(tokens: &[TokenTree]) -> Option<(String, TokenStream, usize)> {
    let [
        TokenTree::Ident(word),
        TokenTree::Punct(bang),
        TokenTree::Ident(name),
        TokenTree::Group(body),
        rest @ ..,
    ] = tokens
    else {
        return None;
    };
    if word != "macro_rules" || bang.as_char() != '!' {
        return None;
    }
    let is_ended = matches!(rest.first(), Some(TokenTree::Punct(end)) if end.as_char() == ';');
    let is_braced = body.delimiter() == Delimiter::Brace;
    Some((name.to_string(), body.stream(), 4 + usize::from(is_ended && !is_braced)))
}

/// The macros that modules of the file declare for all of it, by `#[macro_export]`
/// or `#[macro_use]`; those are few, and a name is rarely declared twice.
fn collect_exported(tokens: &TokenStream, known: &mut Known) {
    let list: Vec<TokenTree> = tokens.clone().into_iter().collect();
    for (at, token) in list.iter().enumerate() {
        if let TokenTree::Ident(word) = token
            && word == "mod"
            && let Some(TokenTree::Group(module)) = list.get(at + 2)
        {
            let inner: Vec<TokenTree> = module.stream().into_iter().collect();
            let is_used = is_marked(&list[..at], "macro_use");
            for start in 0..inner.len() {
                if let Some((name, body, _)) = declaration(&inner[start..])
                    && (is_used || is_marked(&inner[..start], "macro_export"))
                    && let Ok(rules) = rules(body)
                {
                    known.insert(name, std::rc::Rc::new(rules));
                }
            }
            collect_exported(&module.stream(), known);
        }
    }
}

/// Whether an attribute of this name stands before an item.
fn is_marked(mut before: &[TokenTree], name: &str) -> bool {
    loop {
        before = match before {
            [rest @ .., TokenTree::Punct(hash), TokenTree::Group(group)]
                if hash.as_char() == '#' =>
            {
                if group.stream().to_string() == name {
                    return true;
                }
                rest
            }
            [rest @ .., TokenTree::Ident(word)] if word == "pub" => rest,
            [rest @ .., TokenTree::Ident(word), TokenTree::Group(_)] if word == "pub" => rest,
            _ => return false,
        };
    }
}

impl Expander<'_> {
    /// Tokens between two brackets, or of the whole file; whether they are items, and
    /// in how many calls they stand.
    fn stream(
        &mut self,
        tokens: TokenStream,
        outer: &Known,
        (are_items, depth): (bool, usize),
    ) -> TokenStream {
        let list: Vec<TokenTree> = tokens.into_iter().collect();
        // Only what declares macros of its own needs a list of its own.
        let mut own: Option<Known> = None;
        let mut out: Vec<TokenTree> = Vec::with_capacity(list.len());
        let mut at = 0;
        while at < list.len() {
            if let Some((name, body, count)) = declaration(&list[at..]) {
                match rules(body) {
                    Ok(rules) => {
                        let known = own.get_or_insert_with(|| outer.clone());
                        known.insert(name, std::rc::Rc::new(rules));
                    }
                    Err(diagnostic) => self.sink.push(*diagnostic),
                }
                drop_attributes(&mut out);
                at += count;
                continue;
            }
            let known = own.as_ref().unwrap_or(outer);
            if let Some((name, rules, arguments)) = call(&list[at..], known) {
                let next = list.get(at + 3);
                let is_statement = is_start_of_statement(out.last());
                let with = self.call((name, rules, arguments), known, (are_items, depth));
                let has_end =
                    matches!(next, Some(TokenTree::Punct(punct)) if punct.as_char() == ';');
                let is_braced = arguments.delimiter() == Delimiter::Brace;
                let is_statement = is_statement
                    && (are_items || has_end || next.is_none() || is_braced && !goes_on(next));
                at += 3;
                // Items and nothing at all are not ended by a `;`.
                if has_end && is_statement && (are_items || with.is_empty()) {
                    at += 1;
                }
                // The call's own `;` ends the last of several statements.
                let has_end = has_end && !are_items;
                put(&mut out, with, (is_statement, has_end), name.span());
                continue;
            }
            out.push(match &list[at] {
                TokenTree::Group(group) => {
                    let known = own.as_ref().unwrap_or(outer);
                    let are_items = are_items
                        && group.delimiter() == Delimiter::Brace
                        && holds_items(&list[..at]);
                    let inner = self.stream(group.stream(), known, (are_items, depth));
                    // Both brackets keep their places only in the group as it was.
                    let mut new = Group::new(group.delimiter(), inner);
                    new.set_span(group.span());
                    TokenTree::Group(new)
                }
                other => other.clone(),
            });
            at += 1;
        }
        out.into_iter().collect()
    }

    /// What a call of a macro stands for.
    fn call(
        &mut self,
        (name, rules, arguments): (&Ident, &[Rule], &Group),
        known: &Known,
        (are_items, depth): (bool, usize),
    ) -> TokenStream {
        self.calls += 1;
        let place = spans::bytes(name.span());
        if depth >= MAX_DEPTH || self.made > MAX_TOKENS {
            if !self.is_stopped {
                self.is_stopped = true;
                self.sink.push(
                    Diagnostic::new(S0008, format!("`{name}!` calls itself too often"), place)
                        .label(format!("more than {MAX_DEPTH} calls in each other"))
                        .help("write a function with a loop"),
                );
            }
            return nothing(are_items, name.span());
        }
        // Arguments are read as they are before the calls in them are replaced, so
        // that a macro sees its own commas.
        let given: Vec<TokenTree> = arguments.stream().into_iter().collect();
        for rule in rules {
            if let Some(bounds) = rule.matched(&given) {
                let mut writer = Writer {
                    suffix: format!("{}{}", self.mark, self.calls),
                    place: name.span(),
                    declared: Declared::of(&rule.body),
                    in_structure: false,
                    made: 0,
                };
                let mut text = Vec::new();
                writer.write((&rule.body, false), &bounds, &mut Vec::new(), &mut text);
                self.made += writer.made;
                return self.stream(text.into_iter().collect(), known, (are_items, depth + 1));
            }
        }
        self.sink.push(
            Diagnostic::new(S0007, format!("no rule of `{name}!` takes this"), place)
                .label("what is given fits no rule")
                .help("write what one of its rules says before `=>`, with the same commas"),
        );
        nothing(are_items, name.span())
    }
}

/// What stands for a call that nothing can be put in for: a value of any type, since
/// what is wrong has been said.
fn nothing(are_items: bool, place: Span) -> TokenStream {
    if are_items {
        return TokenStream::new();
    }
    let bang = Punct::new('!', Spacing::Alone);
    let name = Ident::new("unreachable", place);
    let arguments = parenthesized(Vec::new(), place);
    [TokenTree::Ident(name), TokenTree::Punct(bang), arguments].into_iter().collect()
}

/// A call of a macro of the file.
fn call<'a>(
    tokens: &'a [TokenTree],
    known: &'a Known,
) -> Option<(&'a Ident, &'a [Rule], &'a Group)> {
    let [TokenTree::Ident(name), TokenTree::Punct(bang), TokenTree::Group(arguments), ..] = tokens
    else {
        return None;
    };
    if bang.as_char() != '!' || known.is_empty() {
        return None;
    }
    known.get(&name.to_string()).map(|rules| (name, rules.as_slice(), arguments))
}

/// Whether what follows a bracket goes on with an expression.
fn goes_on(next: Option<&TokenTree>) -> bool {
    matches!(next, Some(TokenTree::Punct(punct)) if matches!(punct.as_char(), '.' | '?'))
}

/// Whether the brackets behind these tokens hold items: those of a module, an `impl`
/// or a trait.
fn holds_items(before: &[TokenTree]) -> bool {
    let is_start = |token: &&TokenTree| match token {
        TokenTree::Punct(punct) => punct.as_char() == ';',
        TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
        _ => false,
    };
    let mut words =
        before.iter().rev().take_while(|token| !is_start(token)).filter_map(|token| match token {
            TokenTree::Ident(word) => Some(word.to_string()),
            _ => None,
        });
    let mut is_there = false;
    words.all(|word| {
        is_there |= matches!(word.as_str(), "mod" | "impl" | "trait");
        word != "fn"
    }) && is_there
}

/// Takes back the attributes before a declaration that is left out.
fn drop_attributes(out: &mut Vec<TokenTree>) {
    while let [.., TokenTree::Punct(hash), TokenTree::Group(group)] = out.as_slice() {
        if hash.as_char() != '#' || group.delimiter() != Delimiter::Bracket {
            break;
        }
        out.truncate(out.len() - 2);
    }
}

fn is_start_of_statement(before: Option<&TokenTree>) -> bool {
    match before {
        None => true,
        Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        Some(_) => false,
    }
}

/// Puts what a macro stands for in the place of its call: as statements, or as one
/// expression, whatever stands beside it.
fn put(
    out: &mut Vec<TokenTree>,
    with: TokenStream,
    (is_statement, has_end): (bool, bool),
    place: Span,
) {
    let mut with: Vec<TokenTree> = with.into_iter().collect();
    if is_statement {
        if has_end && matches!(with.last(), Some(TokenTree::Punct(end)) if end.as_char() == ';') {
            with.pop();
        }
        out.extend(with);
        return;
    }
    if let [token] = with.as_slice()
        && !matches!(token, TokenTree::Group(group) if group.delimiter() == Delimiter::Brace)
    {
        out.extend(with);
        return;
    }
    if matches!(with.last(), Some(TokenTree::Punct(end)) if end.as_char() == ';') {
        with.pop();
    }
    out.push(parenthesized(with, place));
}

fn parenthesized(tokens: Vec<TokenTree>, place: Span) -> TokenTree {
    let mut group = Group::new(Delimiter::Parenthesis, tokens.into_iter().collect());
    group.set_span(place);
    TokenTree::Group(group)
}

/// Writes what a rule stands for.
struct Writer {
    /// What tells the names of this call from those of others.
    suffix: String,
    place: Span,
    declared: Declared,
    /// Whether the fields of a structure are written.
    in_structure: bool,
    made: usize,
}

impl Writer {
    fn write(
        &mut self,
        (body, in_braces): (&TokenStream, bool),
        bounds: &Bounds,
        round: &mut Vec<usize>,
        out: &mut Vec<TokenTree>,
    ) {
        let list: Vec<TokenTree> = body.clone().into_iter().collect();
        let mut at = 0;
        while at < list.len() && self.made <= MAX_TOKENS {
            self.made += 1;
            match (&list[at], list.get(at + 1)) {
                (TokenTree::Punct(dollar), Some(TokenTree::Ident(name)))
                    if dollar.as_char() == '$' =>
                {
                    let name = name.to_string();
                    at += 2;
                    match bounds.get(&name).and_then(|bound| bound.in_round(round)) {
                        Some(tokens) => out.extend(tokens.iter().cloned()),
                        // `$crate` is the file itself.
                        None => out.push(TokenTree::Ident(Ident::new("crate", self.place))),
                    }
                    continue;
                }
                (TokenTree::Punct(dollar), Some(TokenTree::Group(repeated)))
                    if dollar.as_char() == '$' =>
                {
                    at += 2;
                    at += self.repeat(repeated, &list[at..], bounds, round, out);
                    continue;
                }
                (TokenTree::Group(group), _) => {
                    let mut inner = Vec::new();
                    let in_braces = group.delimiter() == Delimiter::Brace;
                    let around = self.in_structure;
                    self.in_structure = in_braces && hygiene::names_structure(&list[..at]);
                    self.write((&group.stream(), in_braces), bounds, round, &mut inner);
                    self.in_structure = around;
                    let mut new = Group::new(group.delimiter(), inner.into_iter().collect());
                    new.set_span(self.place);
                    out.push(TokenTree::Group(new));
                }
                (TokenTree::Ident(word), _) if self.declared.is_own_label(&list, at) => {
                    out.push(self.own_name(word));
                }
                (TokenTree::Ident(mode), _) if self.in_structure && self.has_modes(&list, at) => {
                    // `P { ref x }` is `P { x: ref x }`, and the field keeps its name.
                    let modes = hygiene::modes_of_field(&list, at).unwrap_or_default();
                    let name = list[at + modes].to_string();
                    out.push(TokenTree::Ident(Ident::new(&name, self.place)));
                    out.push(TokenTree::Punct(Punct::new(':', Spacing::Alone)));
                    out.push(TokenTree::Ident(Ident::new(&mode.to_string(), self.place)));
                }
                (TokenTree::Ident(word), _) if self.declared.is_own(&list, at, in_braces) => {
                    // `P { x }` is `P { x: x }`, and the field keeps its name.
                    if self.in_structure && hygiene::is_alone(&list, at) {
                        out.push(TokenTree::Ident(Ident::new(&word.to_string(), self.place)));
                        out.push(TokenTree::Punct(Punct::new(':', Spacing::Alone)));
                    }
                    out.push(self.own_name(word));
                }
                (other, _) => {
                    let mut token = other.clone();
                    token.set_span(self.place);
                    out.push(token);
                }
            }
            at += 1;
        }
    }

    /// A name that the macro declares, as no other call of it has it.
    fn own_name(&self, word: &Ident) -> TokenTree {
        TokenTree::Ident(Ident::new(&format!("{word}{}", self.suffix), self.place))
    }

    /// Whether `ref` or `mut` of a member begins here that is a name of the macro's.
    fn has_modes(&self, list: &[TokenTree], at: usize) -> bool {
        hygiene::modes_of_field(list, at)
            .is_some_and(|modes| self.declared.is_own(list, at + modes, true))
    }

    /// `$( … ) separator *`; returns how many tokens stand behind the bracket.
    fn repeat(
        &mut self,
        repeated: &Group,
        rest: &[TokenTree],
        bounds: &Bounds,
        round: &mut Vec<usize>,
        out: &mut Vec<TokenTree>,
    ) -> usize {
        let is_operator = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(p)) if matches!(p.as_char(), '*' | '+' | '?'));
        let (separator, taken) = match is_operator(rest.first()) {
            true => (None, 1),
            false => (rest.first(), 2),
        };
        let rounds = bounds.rounds(&repeated.stream(), round);
        for number in 0..rounds {
            if number > 0
                && let Some(separator) = separator
            {
                let mut separator = separator.clone();
                separator.set_span(self.place);
                out.push(separator);
            }
            round.push(number);
            self.write((&repeated.stream(), false), bounds, round, out);
            round.pop();
        }
        taken.min(rest.len())
    }
}

/// An argument that is an expression is one operand, whatever stands beside it.
pub(crate) fn as_operand(tokens: &[TokenTree]) -> Bound {
    match tokens {
        [_] => Bound::One(tokens.to_vec()),
        [first, .., last] => {
            let place = first.span().join(last.span()).unwrap_or(first.span());
            Bound::One(vec![parenthesized(tokens.to_vec(), place)])
        }
        [] => Bound::One(Vec::new()),
    }
}
