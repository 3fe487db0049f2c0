//! The right side of a rule, with its variables replaced.

use super::matching::{Bindings, Bound, repetition};
use proc_macro2::{Delimiter, Group, Ident, Span, TokenTree};
use std::collections::HashSet;

/// The name of a variable that is not repeated as the rule has it.
type Misfit = String;

/// What a call stands for. Names that the text of the rule binds are marked with the
/// number of the call.
pub(super) fn transcribe(
    body: &[TokenTree],
    bindings: &Bindings,
    call: usize,
) -> Result<Vec<TokenTree>, Misfit> {
    let mut own = HashSet::new();
    bound_names(body, &mut own);
    let marked = mark(body, &own, call);
    fill(&marked, bindings)
}

fn fill(body: &[TokenTree], bindings: &Bindings) -> Result<Vec<TokenTree>, Misfit> {
    let mut out = Vec::new();
    let mut rest = body;
    while let [first, after @ ..] = rest {
        rest = after;
        let is_variable = matches!(first, TokenTree::Punct(punct) if punct.as_char() == '$');
        match (first, after) {
            (_, [TokenTree::Ident(name), behind @ ..])
                if is_variable && (name == "crate" || bindings.contains_key(&name.to_string())) =>
            {
                rest = behind;
                match bindings.get(&name.to_string()) {
                    Some(Bound::One(tokens, is_expression))
                        if *is_expression && tokens.len() > 1 =>
                    {
                        let inner = tokens.iter().cloned().collect();
                        out.push(TokenTree::Group(Group::new(Delimiter::None, inner)));
                    }
                    Some(Bound::One(tokens, _)) => out.extend(tokens.iter().cloned()),
                    Some(Bound::Many(_)) => return Err(name.to_string()),
                    None => out.push(TokenTree::Ident(name.clone())),
                }
            }
            (_, [TokenTree::Group(group), behind @ ..]) if is_variable => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let Some((separator, _, behind)) = repetition(behind) else {
                    return Err(group.to_string());
                };
                rest = behind;
                let turns = turns(&inner, bindings)?;
                for turn in 0..turns {
                    if turn > 0 {
                        out.extend(separator.clone());
                    }
                    out.extend(fill(&inner, &of_turn(bindings, turn))?);
                }
            }
            (TokenTree::Group(group), _) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                let inner = fill(&inner, bindings)?;
                out.push(TokenTree::Group(Group::new(
                    group.delimiter(),
                    inner.into_iter().collect(),
                )));
            }
            (token, _) => out.push(token.clone()),
        }
    }
    Ok(out)
}

/// How often a repetition turns: as often as its variables have values.
fn turns(inner: &[TokenTree], bindings: &Bindings) -> Result<usize, Misfit> {
    let mut names = Vec::new();
    variables(inner, &mut names);
    let counts = names.iter().filter_map(|name| match bindings.get(name)? {
        Bound::Many(each) => Some((name, each.len())),
        Bound::One(..) => None,
    });
    let mut found = None;
    for (name, count) in counts {
        if found.is_some_and(|before| before != count) {
            return Err(name.clone());
        }
        found = Some(count);
    }
    found.ok_or_else(|| names.first().cloned().unwrap_or_default())
}

fn of_turn(bindings: &Bindings, turn: usize) -> Bindings {
    let each = bindings.iter().map(|(name, bound)| {
        let bound = match bound {
            Bound::Many(each) => each.get(turn).unwrap_or(bound),
            Bound::One(..) => bound,
        };
        (name.clone(), bound.clone())
    });
    each.collect()
}

/// The variables that are named in a text.
fn variables(tokens: &[TokenTree], names: &mut Vec<String>) {
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                variables(&inner, names);
            }
            TokenTree::Ident(name) if at > 0 && is_punct(&tokens[at - 1], '$') => {
                names.push(name.to_string());
            }
            _ => {}
        }
    }
}

/// The names that a text binds with `let` and `for`.
fn bound_names(tokens: &[TokenTree], own: &mut HashSet<String>) {
    let mut in_pattern = false;
    for (at, token) in tokens.iter().enumerate() {
        match token {
            TokenTree::Ident(word) if word == "let" || word == "for" => in_pattern = true,
            TokenTree::Ident(word) if word == "in" => in_pattern = false,
            TokenTree::Ident(word) if in_pattern => {
                let is_variable = at > 0 && is_punct(&tokens[at - 1], '$');
                if !is_variable {
                    own.extend(name_of_value(word));
                }
            }
            TokenTree::Punct(punct) if "=;:".contains(punct.as_char()) => in_pattern = false,
            TokenTree::Group(group) => {
                let inner: Vec<TokenTree> = group.stream().into_iter().collect();
                if in_pattern && group.delimiter() != Delimiter::Brace {
                    for (at, token) in inner.iter().enumerate() {
                        if let TokenTree::Ident(word) = token
                            && !(at > 0 && is_punct(&inner[at - 1], '$'))
                        {
                            own.extend(name_of_value(word));
                        }
                    }
                }
                bound_names(&inner, own);
                in_pattern = false;
            }
            _ => {}
        }
    }
}

/// A name that a pattern can bind: types, variants and constants begin otherwise.
fn name_of_value(word: &Ident) -> Option<String> {
    let text = word.to_string();
    let is_value = text.starts_with(|c: char| c.is_lowercase() || c == '_') && text != "_";
    (is_value && !["mut", "ref", "impl"].contains(&text.as_str())).then_some(text)
}

/// Marks the names that a text binds, wherever it uses them; not fields and methods.
fn mark(tokens: &[TokenTree], own: &HashSet<String>, call: usize) -> Vec<TokenTree> {
    let each = tokens.iter().enumerate().map(|(at, token)| match token {
        TokenTree::Group(group) => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            let inner = mark(&inner, own, call).into_iter().collect();
            TokenTree::Group(Group::new(group.delimiter(), inner))
        }
        TokenTree::Ident(word) if own.contains(&word.to_string()) => {
            let is_member = at > 0
                && (is_punct(&tokens[at - 1], '$')
                    || (is_punct(&tokens[at - 1], '.')
                        && !(at > 1 && is_punct(&tokens[at - 2], '.'))));
            if is_member {
                return token.clone();
            }
            TokenTree::Ident(Ident::new(&format!("{word}ʹ{call}"), word.span()))
        }
        other => other.clone(),
    });
    each.collect()
}

fn is_punct(token: &TokenTree, wanted: char) -> bool {
    matches!(token, TokenTree::Punct(punct) if punct.as_char() == wanted)
}

/// How many tokens there are, those in groups among them.
pub(super) fn count(tokens: &[TokenTree]) -> usize {
    let each = tokens.iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner: Vec<TokenTree> = group.stream().into_iter().collect();
            1 + count(&inner)
        }
        _ => 1,
    });
    each.sum()
}

/// Tokens that all stand in one place.
pub(super) fn placed(tokens: Vec<TokenTree>, place: Span) -> Vec<TokenTree> {
    let each = tokens.into_iter().map(|token| match token {
        TokenTree::Group(group) => {
            let inner = placed(group.stream().into_iter().collect(), place);
            let mut group = Group::new(group.delimiter(), inner.into_iter().collect());
            group.set_span(place);
            TokenTree::Group(group)
        }
        mut other => {
            other.set_span(place);
            other
        }
    });
    each.collect()
}
