//! Words and signs of other languages in a statement that is Rust otherwise:
//! `and`, `elif`, `~x`, `let x: f32[4]`, `for (i in 0..4)`.
//!
//! Each repair changes the words of the statement. Only if what results can be
//! read is it said, and the rest of the text is checked as if it stood there.

use crate::syntax::spans;
use crate::syntax::split::{is_sign, is_word};
use crate::wording::foreign;
use naga::Span;
use proc_macro2::{Delimiter, Group, TokenStream, TokenTree};
use warpbench_codes::{Code, S0001, S0003, S0004};
use warpbench_source::diagnostic::Diagnostic;

/// A statement or item with the words that were meant.
pub(crate) struct Slip {
    pub(crate) diagnostic: Diagnostic,
    pub(crate) tokens: Vec<TokenTree>,
}

/// Words that stand for a part of the text.
#[derive(Clone, Debug)]
struct Edit {
    range: std::ops::Range<usize>,
    words: String,
}

struct Repair {
    code: Code,
    message: &'static str,
    edits: Vec<Edit>,
}

type Finder = fn(&[TokenTree], &str) -> Option<Repair>;

const FINDERS: [Finder; 12] = [
    words_for_signs,
    first_word,
    declared,
    array_type,
    braced_list,
    cast_before_less,
    chained,
    for_head,
    parameters,
    result_type,
    constant,
    doubled_sign,
];

/// The repair after which a statement can be read.
pub(crate) fn find(
    chunk: &[TokenTree],
    text: &str,
    parses: impl Fn(TokenStream) -> bool,
) -> Option<Slip> {
    let repairs: Vec<Repair> = FINDERS.iter().filter_map(|finder| finder(chunk, text)).collect();
    let alone = repairs.iter().find_map(|repair| {
        let tokens = repaired(chunk, text, &repair.edits)?;
        parses(without_bodies(&tokens)).then_some((repair, repair.edits.clone(), tokens))
    });
    let (repair, edits, tokens) = alone.or_else(|| {
        let edits: Vec<Edit> = repairs.iter().flat_map(|repair| repair.edits.clone()).collect();
        let tokens = repaired(chunk, text, &edits)?;
        parses(without_bodies(&tokens)).then_some((repairs.first()?, edits, tokens))
    })?;
    let start = edits.iter().map(|edit| edit.range.start).min()?;
    let end = edits.iter().map(|edit| edit.range.end).max()?;
    let span = match start < end {
        true => Span::new(start as u32, end as u32),
        false if start <= place(chunk.first()?).start => spans::bytes(chunk.first()?.span()),
        false => word_before(text, start),
    };
    let is_else = ["elif", "elseif", "elsif"].iter().any(|word| is_word(&chunk[0], word));
    let line = format!("{}{}", if is_else { "else " } else { "" }, line(chunk, text, &edits)?);
    let diagnostic = Diagnostic::new(repair.code, repair.message, span).label("not Rust");
    Some(Slip { diagnostic: diagnostic.help(format!("write `{line}`")), tokens })
}

/// The word that ends at a place of the text, or the sign.
fn word_before(text: &str, place: usize) -> Span {
    let before = text.get(..place).unwrap_or_default().trim_end();
    let word = before.trim_end_matches(|c: char| c.is_alphanumeric() || c == '_');
    let sign = before.chars().next_back().map_or(0, char::len_utf8);
    let len = (before.len() - word.len()).max(sign);
    Span::new((before.len() - len) as u32, before.len() as u32)
}

/// The pieces of a statement between its blocks.
fn runs(chunk: &[TokenTree], edits: &[Edit]) -> Vec<Vec<TokenTree>> {
    let mut runs: Vec<Vec<TokenTree>> = vec![Vec::new()];
    for token in chunk {
        if is_body(token, edits) {
            runs.push(vec![token.clone()]);
            runs.push(Vec::new());
        } else if let Some(run) = runs.last_mut() {
            run.push(token.clone());
        }
    }
    runs.retain(|run| !run.is_empty());
    runs
}

/// Whether a token is a block whose braces stay.
fn is_body(token: &TokenTree, edits: &[Edit]) -> bool {
    let TokenTree::Group(group) = token else { return false };
    let start = range(spans::bytes(group.span())).start;
    group.delimiter() == Delimiter::Brace && !edits.iter().any(|edit| edit.range.start == start)
}

/// The text of some tokens after the edits.
fn edited(run: &[TokenTree], text: &str, edits: &[Edit]) -> Option<String> {
    let whole = spans::to(spans::bytes(run.first()?.span()), spans::bytes(run.last()?.span()));
    let whole = range(whole);
    let mut words = text.get(whole.clone())?.to_owned();
    let mut inside: Vec<&Edit> = edits
        .iter()
        .filter(|edit| edit.range.start >= whole.start && edit.range.end <= whole.end)
        .collect();
    inside.sort_by_key(|edit| std::cmp::Reverse(edit.range.start));
    for edit in inside {
        let place = edit.range.start - whole.start..edit.range.end - whole.start;
        words.get(place.clone())?;
        words.replace_range(place, &edit.words);
    }
    Some(words)
}

fn repaired(chunk: &[TokenTree], text: &str, edits: &[Edit]) -> Option<Vec<TokenTree>> {
    let mut tokens = Vec::new();
    for run in runs(chunk, edits) {
        if let [token] = run.as_slice()
            && is_body(token, edits)
        {
            tokens.push(token.clone());
            continue;
        }
        let words: TokenStream = edited(&run, text, edits)?.parse().ok()?;
        tokens.extend(placeless(words));
    }
    Some(tokens)
}

/// The line to write, with `…` for what stands in its blocks.
fn line(chunk: &[TokenTree], text: &str, edits: &[Edit]) -> Option<String> {
    let mut line = String::new();
    for run in runs(chunk, edits) {
        let words = match run.as_slice() {
            [token] if is_body(token, edits) => "{ … }".to_owned(),
            _ => edited(&run, text, edits)?.split_whitespace().collect::<Vec<_>>().join(" "),
        };
        if !line.is_empty() && words != ";" {
            line.push(' ');
        }
        line.push_str(&words);
    }
    Some(line)
}

/// Tokens that stand nowhere in the text: what is wrong with them is not said.
fn placeless(tokens: TokenStream) -> Vec<TokenTree> {
    let moved = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let inside = placeless(group.stream()).into_iter().collect();
            TokenTree::Group(Group::new(group.delimiter(), inside))
        }
        mut token => {
            token.set_span(proc_macro2::Span::call_site());
            token
        }
    };
    tokens.into_iter().map(moved).collect()
}

/// The tokens with empty blocks: what stands in them is read by itself.
fn without_bodies(tokens: &[TokenTree]) -> TokenStream {
    let emptied = |token: &TokenTree| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
            TokenTree::Group(Group::new(Delimiter::Brace, TokenStream::new()))
        }
        token => token.clone(),
    };
    tokens.iter().map(emptied).collect()
}

fn range(span: Span) -> std::ops::Range<usize> {
    span.to_range().unwrap_or_default()
}

fn place(token: &TokenTree) -> std::ops::Range<usize> {
    range(spans::bytes(token.span()))
}

fn replace(token: &TokenTree, words: impl Into<String>) -> Edit {
    Edit { range: place(token), words: words.into() }
}

fn insert(at: usize, words: impl Into<String>) -> Edit {
    Edit { range: at..at, words: words.into() }
}

fn repair(code: Code, message: &'static str, edits: Vec<Edit>) -> Option<Repair> {
    (!edits.is_empty()).then_some(Repair { code, message, edits })
}

/// Does something for the tokens and those of every group but blocks.
fn each_list(tokens: &[TokenTree], found: &mut dyn FnMut(&[TokenTree])) {
    found(tokens);
    for token in tokens {
        if let TokenTree::Group(group) = token
            && group.delimiter() != Delimiter::Brace
        {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            each_list(&inside, found);
        }
    }
}

/// `and`, `or`, `not`, `~`.
fn words_for_signs(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let mut edits = Vec::new();
    each_list(chunk, &mut |tokens| {
        for (at, token) in tokens.iter().enumerate() {
            let follows = tokens.get(at + 1).is_some_and(
                |next| !matches!(next, TokenTree::Punct(sign) if "=.,;".contains(sign.as_char())),
            );
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            let is_between = matches!(
                before,
                Some(TokenTree::Ident(_) | TokenTree::Literal(_) | TokenTree::Group(_))
            );
            match token {
                TokenTree::Ident(word) if follows && is_between && word == "and" => {
                    edits.push(replace(token, "&&"));
                }
                TokenTree::Ident(word) if follows && is_between && word == "or" => {
                    edits.push(replace(token, "||"));
                }
                TokenTree::Ident(word) if follows && word == "not" => {
                    let end = tokens.get(at + 1).map_or(0, |next| place(next).start);
                    edits.push(Edit { range: place(token).start..end, words: "!".to_owned() });
                }
                TokenTree::Punct(sign) if sign.as_char() == '~' => edits.push(replace(token, "!")),
                _ => {}
            }
        }
    });
    repair(S0003, "`and`, `or`, `not` and `~` are `&&`, `||`, `!` and `!` in Rust", edits)
}

/// `elif`, `def`, `var`.
fn first_word(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let words = [
        ("def", "fn", "a function is declared with `fn`"),
        ("func", "fn", "a function is declared with `fn`"),
        ("function", "fn", "a function is declared with `fn`"),
        ("elif", "if", "Rust has `else if`"),
        ("elseif", "if", "Rust has `else if`"),
        ("elsif", "if", "Rust has `else if`"),
        ("until", "while !", "Rust has `while` for `until`"),
        ("val", "let", "a variable is declared with `let`"),
    ];
    let first = chunk.first()?;
    let (_, words, message) = words.into_iter().find(|(word, ..)| is_word(first, word))?;
    repair(S0003, message, vec![replace(first, words)])
}

/// `mut x = 1`, `let int x = 1`, `x := 1`.
fn declared(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let message = "a variable is declared with `let`";
    match chunk {
        [word, TokenTree::Ident(_), ..] if is_word(word, "mut") => {
            repair(S0003, message, vec![insert(place(word).start, "let ")])
        }
        [name @ TokenTree::Ident(_), colon, sign, ..]
            if is_sign(colon, ':') && is_sign(sign, '=') =>
        {
            let start = place(name).start;
            let gone = Edit { range: place(colon), words: String::new() };
            repair(S0003, message, vec![insert(start, "let "), gone])
        }
        [word, rest @ ..] if is_word(word, "let") => {
            let rest = match rest {
                [word, rest @ ..] if is_word(word, "mut") => rest,
                _ => rest,
            };
            match rest {
                [first @ TokenTree::Ident(ty), name @ TokenTree::Ident(_), sign, ..]
                    if is_sign(sign, '=') || is_sign(sign, ';') =>
                {
                    let ty = ty.to_string();
                    let ty = foreign::ty(&ty).unwrap_or(&ty).to_owned();
                    let before = place(first).start..place(name).start;
                    let gone = Edit { range: before, words: String::new() };
                    let message = "the type stands behind the name";
                    repair(S0003, message, vec![gone, insert(place(name).end, format!(": {ty}"))])
                }
                _ => None,
            }
        }
        _ => None,
    }
}

/// `let x: f32[4]`.
fn array_type(chunk: &[TokenTree], text: &str) -> Option<Repair> {
    chunk.windows(3).find_map(|three| match three {
        [colon, TokenTree::Ident(ty), TokenTree::Group(len)]
            if is_sign(colon, ':') && len.delimiter() == Delimiter::Bracket =>
        {
            let ty_place = range(spans::bytes(ty.span()));
            let len_place = range(spans::bytes(len.span()));
            let len = text.get(len_place.start + 1..len_place.end.checked_sub(1)?)?;
            let ty = ty.to_string();
            let ty = foreign::ty(&ty).unwrap_or(&ty);
            let words = format!("[{ty}; {len}]");
            let edit = Edit { range: ty_place.start..len_place.end, words };
            repair(S0004, "the type of an array is `[type; length]`", vec![edit])
        }
        _ => None,
    })
}

/// `= {1, 2, 3}`.
fn braced_list(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    chunk.windows(2).find_map(|two| match two {
        [sign, TokenTree::Group(list)]
            if is_sign(sign, '=') && list.delimiter() == Delimiter::Brace =>
        {
            if !list.stream().into_iter().any(|token| is_sign(&token, ',')) {
                return None;
            }
            let place = range(spans::bytes(list.span()));
            let open = Edit { range: place.start..place.start + 1, words: "[".to_owned() };
            let close =
                Edit { range: place.end.saturating_sub(1)..place.end, words: "]".to_owned() };
            repair(S0004, "the values of an array stand in `[ ]`", vec![open, close])
        }
        _ => None,
    })
}

const BEFORE_OPERANDS: [&str; 10] =
    ["if", "while", "match", "return", "in", "let", "else", "mut", "break", "move"];

/// `x as usize < n`, which reads as the start of `usize<n>`.
fn cast_before_less(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let mut edits = Vec::new();
    each_list(chunk, &mut |tokens| {
        for (at, three) in tokens.windows(3).enumerate() {
            let [word, ty @ TokenTree::Ident(_), less] = three else { continue };
            if !is_word(word, "as") || !is_sign(less, '<') {
                continue;
            }
            let mut first = at;
            while let Some(before) = first.checked_sub(1).and_then(|before| tokens.get(before)) {
                let is_operand = match before {
                    TokenTree::Ident(word) => !BEFORE_OPERANDS.iter().any(|known| word == known),
                    TokenTree::Punct(sign) => ".:".contains(sign.as_char()),
                    TokenTree::Group(group) => group.delimiter() != Delimiter::Brace,
                    TokenTree::Literal(_) => true,
                };
                if !is_operand {
                    break;
                }
                first -= 1;
            }
            if first < at {
                edits.push(insert(place(&tokens[first]).start, "("));
                edits.push(insert(place(ty).end, ")"));
            }
        }
    });
    repair(S0001, "`<` after `as` and a type begins the arguments of the type", edits)
}

/// `0 < x < 4`.
fn chained(chunk: &[TokenTree], text: &str) -> Option<Repair> {
    let mut edits = Vec::new();
    each_list(chunk, &mut |tokens| {
        let mut last: Option<usize> = None;
        for (at, token) in tokens.iter().enumerate() {
            let TokenTree::Punct(sign) = token else { continue };
            let before = at.checked_sub(1).and_then(|before| tokens.get(before));
            let is_tail = before.is_some_and(|token| "<>=!".chars().any(|c| is_sign(token, c)));
            match sign.as_char() {
                '<' | '>' if !is_tail => {
                    if let Some(last) = last
                        && let (Some(first), Some(end)) = (tokens.get(last + 1), before)
                    {
                        let first =
                            if is_sign(first, '=') { tokens.get(last + 2) } else { Some(first) };
                        let Some(first) = first else { continue };
                        let end = place(end).end;
                        let middle = text.get(place(first).start..end).unwrap_or_default();
                        edits.push(insert(end, format!(" && {middle}")));
                    }
                    last = Some(at);
                }
                '&' | '|' | ',' | ';' => last = None,
                '=' if !is_tail => last = None,
                _ => {}
            }
        }
    });
    repair(S0001, "comparison operators cannot be chained", edits)
}

/// `for (i in 0..4)`, `for i 0..4`, `for i in 0..16 step 4`.
fn for_head(chunk: &[TokenTree], text: &str) -> Option<Repair> {
    let [word, rest @ ..] = chunk else { return None };
    if !is_word(word, "for") {
        return None;
    }
    let message = "a loop is written `for i in 0..4`";
    match rest {
        [TokenTree::Group(head), ..]
            if head.delimiter() == Delimiter::Parenthesis
                && head.stream().into_iter().any(|token| is_word(&token, "in")) =>
        {
            let place = range(spans::bytes(head.span()));
            let open = Edit { range: place.start..place.start + 1, words: String::new() };
            let close =
                Edit { range: place.end.saturating_sub(1)..place.end, words: String::new() };
            repair(S0003, "`for` has no parentheses", vec![open, close])
        }
        [TokenTree::Ident(_), next, ..] if is_sign(next, '=') || is_sign(next, ':') => {
            repair(S0003, message, vec![replace(next, " in")])
        }
        [TokenTree::Ident(_), next, ..]
            if !is_word(next, "in")
                && matches!(next, TokenTree::Literal(_) | TokenTree::Ident(_)) =>
        {
            repair(S0003, message, vec![insert(place(next).start, "in ")])
        }
        _ => {
            let step =
                rest.iter().position(|token| is_word(token, "step") || is_word(token, "by"))?;
            let start = rest.iter().position(|token| is_word(token, "in"))? + 1;
            let body = rest.iter().rposition(|token| is_body(token, &[]))?;
            let (first, last) = (place(rest.get(start)?), place(rest.get(step.checked_sub(1)?)?));
            let (by, end) = (place(rest.get(step + 1)?), place(rest.get(body.checked_sub(1)?)?));
            let by = text.get(by.start..end.end)?;
            let words = format!(").step_by({by})");
            let edit = Edit { range: last.end..end.end, words };
            repair(
                S0003,
                "a range with steps is `(0..16).step_by(4)`",
                vec![insert(first.start, "("), edit],
            )
        }
    }
}

/// `fn f(x)`, `fn f(f32 x)`.
fn parameters(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let at = chunk.iter().position(|token| is_word(token, "fn"))?;
    let list = chunk.iter().skip(at).find_map(|token| match token {
        TokenTree::Group(group) if group.delimiter() == Delimiter::Parenthesis => Some(group),
        _ => None,
    })?;
    let inside: Vec<TokenTree> = list.stream().into_iter().collect();
    let mut edits = Vec::new();
    for part in inside.split(|token| is_sign(token, ',')) {
        match part {
            [name @ TokenTree::Ident(word)] if word != "self" => {
                edits.push(insert(place(name).end, ": f32"));
            }
            [first @ TokenTree::Ident(ty), name @ TokenTree::Ident(_)] if ty != "mut" => {
                let ty = ty.to_string();
                let ty = foreign::ty(&ty).unwrap_or(&ty).to_owned();
                let before = place(first).start..place(name).start;
                edits.push(Edit { range: before, words: String::new() });
                edits.push(insert(place(name).end, format!(": {ty}")));
            }
            _ => {}
        }
    }
    repair(S0001, "a parameter has its type behind its name", edits)
}

/// `fn f(x: f32): f32`, `fn f(x: f32) f32`.
fn result_type(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let at = chunk.iter().position(|token| is_word(token, "fn"))?;
    let message = "the type of a result stands behind `->`";
    match chunk.get(at + 2..)? {
        [TokenTree::Group(_), colon, ..] if is_sign(colon, ':') => {
            repair(S0003, message, vec![replace(colon, " ->")])
        }
        [TokenTree::Group(_), ty @ TokenTree::Ident(word), ..] if word != "where" => {
            let word = word.to_string();
            let ty_word = foreign::ty(&word).unwrap_or(&word);
            repair(S0003, message, vec![replace(ty, format!("-> {ty_word}"))])
        }
        _ => None,
    }
}

/// `const N = 16`.
fn constant(chunk: &[TokenTree], text: &str) -> Option<Repair> {
    let at = chunk.iter().position(|token| is_word(token, "const") || is_word(token, "static"))?;
    let [name @ TokenTree::Ident(word), sign, value, ..] = chunk.get(at + 1..)? else {
        return None;
    };
    if !is_sign(sign, '=') {
        return None;
    }
    let value = value.to_string();
    let is_length = text.contains(&format!("; {word}]"));
    let ty = match value.as_str() {
        "true" | "false" => "bool",
        value if value.contains('.') => "f32",
        value if value.starts_with(|c: char| c.is_ascii_digit()) && is_length => "usize",
        value if value.starts_with(|c: char| c.is_ascii_digit()) => "u32",
        _ => return None,
    };
    let message = "the type of a constant is written out";
    repair(S0001, message, vec![insert(place(name).end, format!(": {ty}"))])
}

/// `let x == 1`.
fn doubled_sign(chunk: &[TokenTree], _: &str) -> Option<Repair> {
    let at = chunk.windows(2).position(|two| two.iter().all(|token| is_sign(token, '=')))?;
    if !chunk.first().is_some_and(|first| is_word(first, "let")) {
        return None;
    }
    let gone = Edit { range: place(chunk.get(at + 1)?), words: String::new() };
    repair(S0001, "`=` gives a value, `==` compares", vec![gone])
}
