//! Macros of the file: `macro_rules!`.
//!
//! Calls are replaced by what they stand for before the text is parsed, token by
//! token. Every token of an expansion stands where the call stands, so that what is
//! wrong in it is reported there. Names that a macro's own text binds get a mark that
//! no text has: they are not those of the same letters around the call.

mod matching;
mod transcribing;

use crate::diagnostic::Diagnostic;
use crate::rust::check::syntax::spans;
use matching::{Bindings, Matcher};
use proc_macro2::{Delimiter, Group, Span, TokenStream, TokenTree};
use std::collections::HashMap;

/// How often an expansion may hold another call.
const MOST_LEVELS: usize = 32;

/// How many tokens all expansions of a file may have together.
const MOST_TOKENS: usize = 60_000;

/// A macro: what its calls may look like, and what each stands for.
struct Macro {
    rules: Vec<(Vec<Matcher>, Vec<TokenTree>)>,
}

struct Expander {
    macros: HashMap<String, Macro>,
    /// How many tokens expansions may still have.
    left: usize,
    /// How many calls there were, for the names that they bind.
    calls: usize,
}

type Outcome<T> = Result<T, Box<Diagnostic>>;

/// The tokens of a file without macros of its own.
pub(crate) fn expand(tokens: TokenStream) -> Outcome<TokenStream> {
    let mut expander = Expander { macros: HashMap::new(), left: MOST_TOKENS, calls: 0 };
    expander.collect(&tokens)?;
    if expander.macros.is_empty() { Ok(tokens) } else { expander.stream(tokens, 0) }
}

/// `macro_rules! name { … }`, if that begins here: the name and the rules.
fn definition(tokens: &[TokenTree]) -> Option<(String, &Group)> {
    match tokens {
        [
            TokenTree::Ident(word),
            TokenTree::Punct(mark),
            TokenTree::Ident(name),
            TokenTree::Group(rules),
            ..,
        ] if word == "macro_rules" && mark.as_char() == '!' => Some((name.to_string(), rules)),
        _ => None,
    }
}

impl Expander {
    /// Finds the macros of a file, wherever they are declared.
    fn collect(&mut self, tokens: &TokenStream) -> Outcome<()> {
        let tokens: Vec<TokenTree> = tokens.clone().into_iter().collect();
        for at in 0..tokens.len() {
            if let Some((name, rules)) = definition(&tokens[at..]) {
                self.macros.insert(name, Macro { rules: read_rules(rules)? });
            } else if let TokenTree::Group(group) = &tokens[at] {
                self.collect(&group.stream())?;
            }
        }
        Ok(())
    }

    fn stream(&mut self, tokens: TokenStream, level: usize) -> Outcome<TokenStream> {
        let tokens: Vec<TokenTree> = tokens.into_iter().collect();
        let mut out: Vec<TokenTree> = Vec::new();
        let mut at = 0;
        while at < tokens.len() {
            if let Some((_, rules)) = definition(&tokens[at..]) {
                at += 4;
                let is_braced = rules.delimiter() == Delimiter::Brace;
                at += usize::from(!is_braced && is_semicolon(tokens.get(at)));
                drop_attributes(&mut out);
                continue;
            }
            if let [TokenTree::Ident(name), TokenTree::Punct(mark), TokenTree::Group(given), ..] =
                &tokens[at..]
                && mark.as_char() == '!'
                && self.macros.contains_key(&name.to_string())
            {
                let made = self.call(&name.to_string(), name.span(), given, level)?;
                at += 3;
                let begins = match out.last() {
                    None => true,
                    Some(TokenTree::Punct(punct)) => punct.as_char() == ';',
                    Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
                    Some(_) => false,
                };
                let next = tokens.get(at);
                let ends =
                    next.is_none() || is_semicolon(next) || given.delimiter() == Delimiter::Brace;
                if begins && ends {
                    // Statements or items, among the others.
                    let is_closed = closes_itself(&made);
                    out.extend(made);
                    if is_closed && is_semicolon(tokens.get(at)) {
                        at += 1;
                    }
                } else {
                    let mut group = Group::new(Delimiter::None, made.into_iter().collect());
                    group.set_span(name.span());
                    out.push(TokenTree::Group(group));
                }
                continue;
            }
            match &tokens[at] {
                TokenTree::Group(group) => {
                    let mut inner =
                        Group::new(group.delimiter(), self.stream(group.stream(), level)?);
                    inner.set_span(group.span());
                    out.push(TokenTree::Group(inner));
                }
                other => out.push(other.clone()),
            }
            at += 1;
        }
        Ok(out.into_iter().collect())
    }

    /// What a call stands for.
    fn call(
        &mut self,
        name: &str,
        place: Span,
        given: &Group,
        level: usize,
    ) -> Outcome<Vec<TokenTree>> {
        let wrong = |message: String| Box::new(Diagnostic::new(message, spans::bytes(place)));
        if level >= MOST_LEVELS {
            let message = format!("the macro `{name}!` calls itself without an end");
            return Err(Box::new((*wrong(message)).help("give it a rule that ends the recursion")));
        }
        let tokens: Vec<TokenTree> = given.stream().into_iter().collect();
        let Some(found) = self.macros.get(name) else { return Ok(Vec::new()) };
        let rule = found.rules.iter().find_map(|(matcher, body)| {
            let mut bindings = Bindings::new();
            let end = matching::matches(matcher, &tokens, &mut bindings)?;
            (end == tokens.len()).then_some((bindings, body))
        });
        let Some((bindings, body)) = rule else {
            let message = format!("no rule of the macro `{name}!` fits this call");
            let rules = "each rule says what a call must look like";
            return Err(Box::new(
                (*wrong(message)).note(rules).help("write the call as a rule has it"),
            ));
        };
        self.calls += 1;
        let made = transcribing::transcribe(body, &bindings, self.calls).map_err(|variable| {
            let message =
                format!("`${variable}` does not fit where the macro `{name}!` repeats it");
            Box::new(wrong(message).help("repeat it as often as the rule does"))
        })?;
        let count = transcribing::count(&made);
        if count > self.left {
            let message = format!("the macro `{name}!` stands for too much text");
            return Err(Box::new((*wrong(message)).help("write a function, and call it")));
        }
        self.left -= count;
        let made = transcribing::placed(made, place);
        let made = self.stream(made.into_iter().collect(), level + 1)?;
        Ok(made.into_iter().collect())
    }
}

/// The rules of a macro: `(matcher) => { body };` one after the other.
fn read_rules(rules: &Group) -> Outcome<Vec<(Vec<Matcher>, Vec<TokenTree>)>> {
    let tokens: Vec<TokenTree> = rules.stream().into_iter().collect();
    let mut rest = tokens.as_slice();
    let mut found = Vec::new();
    while let [first, others @ ..] = rest {
        let [
            TokenTree::Group(matcher),
            TokenTree::Punct(equals),
            TokenTree::Punct(arrow),
            TokenTree::Group(body),
            after @ ..,
        ] = rest
        else {
            let span = spans::bytes(first.span());
            let message = "this is not a rule of a macro";
            return Err(Box::new(
                Diagnostic::new(message, span).help("write `($x:expr) => { … };`"),
            ));
        };
        let _ = (equals, arrow, others);
        let read = matching::read(&matcher.stream())?;
        found.push((read, body.stream().into_iter().collect()));
        rest = match after {
            [mark, after @ ..] if is_semicolon(Some(mark)) => after,
            after => after,
        };
    }
    Ok(found)
}

fn is_semicolon(token: Option<&TokenTree>) -> bool {
    matches!(token, Some(TokenTree::Punct(punct)) if punct.as_char() == ';')
}

/// Whether statements or items need no semicolon behind them.
fn closes_itself(tokens: &[TokenTree]) -> bool {
    match tokens.last() {
        None => true,
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Brace,
        last => is_semicolon(last),
    }
}

/// Takes away the attributes of a macro, such as `#[macro_export]`.
fn drop_attributes(out: &mut Vec<TokenTree>) {
    while let [.., TokenTree::Punct(mark), TokenTree::Group(group)] = out.as_slice()
        && mark.as_char() == '#'
        && group.delimiter() == Delimiter::Bracket
    {
        out.truncate(out.len() - 2);
    }
}
