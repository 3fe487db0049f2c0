//! Reads what can be read of a text that does not parse.
//!
//! A student's text is broken most of the time, because it is being typed. The
//! file is cut into items, and bodies into statements, each is parsed by
//! itself, and what does not parse is reported and replaced by a placeholder
//! that checks as anything.

use crate::Sink;
use crate::library::words;
use crate::syntax::c;
use crate::syntax::slips;
use crate::syntax::spans;
use crate::syntax::split;
use naga::Span;
use proc_macro2::{Delimiter, Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use split::{is_sign, is_word};
use std::collections::HashSet;
use syn::Item;
use syn::parse::Parser;
use warpbench_codes::S0001;
use warpbench_source::diagnostic::Diagnostic;

/// The macro that stands for what could not be read.
pub(crate) const PLACEHOLDER: &str = "__unreadable";

/// What could be read of a file.
pub(crate) struct Recovered {
    pub(crate) file: syn::File,
    /// The words by which the text asks for parts of the library.
    pub(crate) words: HashSet<String>,
    /// Names of items that could not be read.
    pub(crate) lost: Vec<String>,
    /// Whether an import could not be read, so that any name may be missing.
    pub(crate) lost_imports: bool,
}

/// The items of a file that can be read.
pub(crate) fn file(tokens: TokenStream, text: &str, sink: &mut Sink) -> Recovered {
    let words = words::of(&tokens);
    let mut recovery = Recovery { text, sink };
    let mut items = Vec::new();
    let mut lost = Vec::new();
    let mut lost_imports = false;
    for chunk in split::items(tokens) {
        match syn::parse2::<Item>(stream(&chunk)) {
            Ok(item) => items.push(item),
            Err(error) => match recovery.item(&chunk, &error) {
                Some(item) => items.push(item),
                None => {
                    lost.extend(split::name(&chunk));
                    lost_imports |= chunk.iter().any(|token| is_word(token, "use"));
                }
            },
        }
    }
    let file = syn::File { shebang: None, attrs: Vec::new(), items };
    Recovered { file, words, lost, lost_imports }
}

struct Recovery<'a> {
    text: &'a str,
    sink: &'a mut Sink,
}

impl Recovery<'_> {
    /// An item that does not parse as it stands.
    fn item(&mut self, chunk: &[TokenTree], error: &syn::Error) -> Option<Item> {
        if let Some(found) = c::item::find(chunk, self.text) {
            return self.item_of_c(found);
        }
        // What is left of a structure of C.
        if matches!(chunk, [sign] if is_sign(sign, ';')) && !self.sink.is_empty() {
            return None;
        }
        let is_item = |tokens| syn::parse2::<Item>(tokens).is_ok();
        if let Some(tokens) = self.slip(chunk, is_item) {
            return syn::parse2(stream(&tokens)).ok();
        }
        if let Some((TokenTree::Group(body), head)) = chunk.split_last()
            && body.delimiter() == Delimiter::Brace
        {
            let is_impl = head.iter().any(|token| is_word(token, "impl"));
            let inside = if is_impl {
                self.members(body.stream())
            } else if head.iter().any(|token| is_word(token, "fn")) {
                self.block(body.stream())
            } else {
                body.stream()
            };
            let mut repaired = head.to_vec();
            repaired.push(TokenTree::Group(braced(inside, body)));
            match syn::parse2::<Item>(stream(&repaired)) {
                Ok(item) => return Some(item),
                Err(error) => self.report(&error, &repaired),
            }
        } else {
            self.report(error, chunk);
            if let Ok(item) = syn::parse2::<Item>(stream(&with_semicolon(chunk))) {
                return Some(item);
            }
        }
        None
    }

    /// An item of C, as a function of Rust with what can be read of its body.
    fn item_of_c(&mut self, found: c::item::Found) -> Option<Item> {
        self.sink.push(found.diagnostic);
        let (names, body) = found.body?;
        let inside = self.block(body.stream());
        let name = Ident::new(&found.name?, proc_macro2::Span::call_site());
        let mut tokens = declarations(&names);
        tokens.extend(inside);
        let body = braced(tokens, &body);
        let head = [Ident::new("unsafe", name.span()), Ident::new("fn", name.span()), name];
        let mut item: TokenStream = head.into_iter().map(TokenTree::Ident).collect();
        item.extend([TokenTree::Group(Group::new(Delimiter::Parenthesis, TokenStream::new()))]);
        item.extend([TokenTree::Group(body)]);
        syn::parse2(item).ok()
    }

    /// A statement of C, if it is one: reported, and what stands for it.
    fn statement_of_c(&mut self, chunk: &[TokenTree]) -> Option<TokenStream> {
        if self.sink.is_crowded() {
            return None;
        }
        let found = c::statement::find(chunk, self.text)?;
        self.sink.push(found.diagnostic);
        let mut tokens = declarations(&found.names);
        if let Some(body) = found.body {
            let inside = self.block(body.stream());
            tokens.extend([TokenTree::Group(braced(inside, &body))]);
            tokens = [TokenTree::Group(braced(tokens, &body))].into_iter().collect();
        } else if found.names.is_empty() {
            tokens = placeholders(chunk, false);
        }
        Some(tokens)
    }

    /// A statement or item with words of other languages: reported, and read with
    /// those that were meant.
    fn slip(
        &mut self,
        chunk: &[TokenTree],
        parses: impl Fn(TokenStream) -> bool,
    ) -> Option<Vec<TokenTree>> {
        if self.sink.is_crowded() {
            return None;
        }
        let slip = slips::find(chunk, self.text, &parses)?;
        self.sink.push(slip.diagnostic);
        let tokens = self.inner_blocks(&slip.tokens).unwrap_or(slip.tokens);
        match parses(stream(&tokens)) {
            true => Some(tokens),
            false => Some(placeholders(chunk, false).into_iter().collect()),
        }
    }

    /// The functions of an `impl` that can be read.
    fn members(&mut self, tokens: TokenStream) -> TokenStream {
        let mut kept = TokenStream::new();
        for chunk in split::items(tokens) {
            if syn::parse2::<syn::ImplItem>(stream(&chunk)).is_ok() {
                kept.extend(chunk);
                continue;
            }
            if let Some((TokenTree::Group(body), head)) = chunk.split_last()
                && body.delimiter() == Delimiter::Brace
            {
                let mut repaired = head.to_vec();
                let inside = self.block(body.stream());
                repaired.push(TokenTree::Group(braced(inside, body)));
                match syn::parse2::<syn::ImplItem>(stream(&repaired)) {
                    Ok(_) => kept.extend(repaired),
                    Err(error) => self.report(&error, &repaired),
                }
            } else if let Err(error) = syn::parse2::<syn::ImplItem>(stream(&chunk)) {
                self.report(&error, &chunk);
            }
        }
        kept
    }

    /// The statements of a block, with placeholders for those that cannot be
    /// read.
    fn block(&mut self, tokens: TokenStream) -> TokenStream {
        if statements(tokens.clone()).is_ok() {
            return tokens;
        }
        let mut kept = TokenStream::new();
        let chunks = with_their_heads(split::statements(tokens));
        for (place, chunk) in chunks.iter().enumerate() {
            let Err(error) = statements(stream(chunk)) else {
                kept.extend(chunk.iter().cloned());
                continue;
            };
            if let Some(tokens) = self.statement_of_c(chunk) {
                kept.extend(tokens);
                continue;
            }
            if let Some(tokens) = self.slip(chunk, |tokens| statements(tokens).is_ok()) {
                kept.extend(tokens);
                continue;
            }
            let repaired = self.inner_blocks(chunk);
            if let Some(repaired) = repaired
                && statements(stream(&repaired)).is_ok()
            {
                kept.extend(repaired);
                continue;
            }
            let next = chunks.get(place + 1).and_then(|chunk| chunk.first());
            self.report_before(&error, chunk, next);
            let ended = with_semicolon(chunk);
            if statements(stream(&ended)).is_ok() {
                kept.extend(ended);
                continue;
            }
            kept.extend(placeholders(chunk, place + 1 == chunks.len()));
        }
        kept
    }

    /// A statement with the blocks in it repaired, if any needed it.
    fn inner_blocks(&mut self, chunk: &[TokenTree]) -> Option<Vec<TokenTree>> {
        let mut repaired = Vec::new();
        let mut is_changed = false;
        let is_match = chunk.iter().any(|token| is_word(token, "match"));
        for token in chunk {
            match token {
                TokenTree::Group(group)
                    if group.delimiter() == Delimiter::Brace
                        && !is_match
                        && statements(group.stream()).is_err() =>
                {
                    let before = self.sink.diagnostics.len();
                    let inside = self.block(group.stream());
                    is_changed |= self.sink.diagnostics.len() > before;
                    repaired.push(TokenTree::Group(braced(inside, group)));
                }
                other => repaired.push(other.clone()),
            }
        }
        is_changed.then_some(repaired)
    }

    fn report(&mut self, error: &syn::Error, chunk: &[TokenTree]) {
        self.report_before(error, chunk, None);
    }

    fn report_before(&mut self, error: &syn::Error, chunk: &[TokenTree], next: Option<&TokenTree>) {
        let diagnostic = self.describe(error, chunk, next);
        self.sink.push(diagnostic);
    }

    /// The word at which reading failed: where the pieces end too early, the one
    /// after them.
    fn unexpected(
        &self,
        error: &syn::Error,
        chunk: &[TokenTree],
        next: Option<&TokenTree>,
    ) -> Span {
        let range = spans::bytes(error.span()).to_range().unwrap_or_default();
        let end = chunk.last().map_or(0, last_byte);
        if !range.is_empty() && range.start < end {
            return word_at(self.text, range.start);
        }
        let place = match next {
            Some(next) => spans::bytes(next.span()).to_range().map_or(end, |range| range.start),
            None => {
                let rest = self.text.get(end..).unwrap_or_default();
                end + (rest.len() - rest.trim_start().len())
            }
        };
        word_at(self.text, place)
    }

    /// A syntax error in the words of rustc.
    fn describe(
        &self,
        error: &syn::Error,
        chunk: &[TokenTree],
        next: Option<&TokenTree>,
    ) -> Diagnostic {
        let message = error.to_string();
        let expected = message
            .strip_prefix("unexpected end of input, ")
            .or(message.strip_prefix("unexpected token, "))
            .unwrap_or(&message);
        let span = self.unexpected(error, chunk, next);
        let found = span.to_range().and_then(|range| self.text.get(range)).unwrap_or_default();
        let is_doubled = matches!(found, "+" | "-")
            && span.to_range().is_some_and(|range| {
                self.text.get(..range.start).is_some_and(|before| before.ends_with(found))
            });
        let found = match found {
            "" => "the end of the text".to_owned(),
            word => format!("`{word}`"),
        };
        if expected == "expected `;`" {
            let start = span.to_range().map_or(0, |range| range.start);
            let before = self.text.get(..start).unwrap_or_default().trim_end();
            let last = before.chars().next_back().map_or(0, char::len_utf8);
            let place = Span::new((before.len() - last) as u32, before.len() as u32);
            let diagnostic = Diagnostic::new(S0001, format!("expected `;`, found {found}"), place)
                .label("add `;` after this")
                .other(span, "unexpected")
                .help("end a statement with `;`");
            return match chunk {
                [first @ TokenTree::Ident(_), TokenTree::Ident(name), sign, ..]
                    if is_sign(sign, '=') && !is_word(first, "let") =>
                {
                    diagnostic.help(format!("a variable is declared with `let`: `let {name} = …;`"))
                }
                _ => diagnostic,
            };
        }
        if expected.starts_with("expected") && !expected.contains("found") {
            let (expected, help) = plainly(expected);
            let diagnostic = Diagnostic::new(S0001, format!("{expected}, found {found}"), span)
                .label("unexpected");
            return match help {
                _ if is_doubled => diagnostic.help("to count, write `x += 1` or `x -= 1`"),
                Some(help) => diagnostic.help(help),
                None => diagnostic,
            };
        }
        Diagnostic::new(S0001, expected.to_owned(), span).label(format!("at {found}"))
    }
}

/// What syn expects, in fewer words, and what may help.
fn plainly(expected: &str) -> (String, Option<&'static str>) {
    if expected.contains("`dyn`") && expected.contains("`impl`") {
        return ("expected a type".to_owned(), Some("write the type, such as `f32` or `u32`"));
    }
    if expected.contains("`trait`") && expected.contains("`struct`") {
        let help = "outside of functions there are `fn`, `const`, `struct`, `impl` and `use`";
        return ("expected an item".to_owned(), Some(help));
    }
    if expected.contains("`self`") && expected.contains("`crate`") {
        return ("expected a name".to_owned(), Some("write the name of what is meant"));
    }
    if expected.contains("`ref`") && expected.contains("`mut`") {
        return ("expected a pattern".to_owned(), Some("write a name, or `_` for anything"));
    }
    let plain = expected
        .replace("curly braces", "`{`")
        .replace("parentheses", "`(`")
        .replace("square brackets", "`[`");
    let help = match plain.as_str() {
        "expected an expression" => Some("write a value here: a number, a name or a call"),
        "expected `{`" => Some("finish what stands before, and open a block: `{ … }`"),
        "expected identifier or integer" => {
            Some("finish what stands before: a field or a method follows `.`")
        }
        "expected `,`" => Some("write `,` or an operator between two values"),
        "expected `in`" => Some("write `for i in 0..4 { … }`"),
        _ => None,
    };
    (plain, help)
}

/// Where the text of a token ends.
fn last_byte(token: &TokenTree) -> usize {
    spans::bytes(token.span()).to_range().map_or(0, |range| range.end)
}

/// The word or sign at a place in the text.
fn word_at(text: &str, place: usize) -> Span {
    let rest = text.get(place..).unwrap_or_default();
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let len = match rest.chars().next() {
        Some(first) if is_word(first) => rest.find(|c| !is_word(c)).unwrap_or(rest.len()),
        Some(first) => first.len_utf8(),
        None => 0,
    };
    Span::new(place as u32, (place + len) as u32)
}

fn stream(chunk: &[TokenTree]) -> TokenStream {
    chunk.iter().cloned().collect()
}

/// The tokens with the semicolon that may be all that is missing.
fn with_semicolon(chunk: &[TokenTree]) -> Vec<TokenTree> {
    let semicolon = TokenTree::Punct(Punct::new(';', Spacing::Alone));
    chunk.iter().cloned().chain([semicolon]).collect()
}

fn statements(tokens: TokenStream) -> syn::Result<Vec<syn::Stmt>> {
    syn::Block::parse_within.parse2(tokens)
}

fn braced(tokens: TokenStream, like: &Group) -> Group {
    let mut group = Group::new(Delimiter::Brace, tokens);
    group.set_span(like.span());
    group
}

/// What stands for a statement that could not be read. The variables that it
/// would have declared are declared, so that their uses are not reported too.
fn placeholders(chunk: &[TokenTree], is_last: bool) -> TokenStream {
    let is_value = is_last && !chunk.last().is_some_and(|last| is_sign(last, ';'));
    let mut names: Vec<Ident> = Vec::new();
    if chunk.first().is_some_and(|first| is_word(first, "let")) {
        let pattern = chunk.iter().skip(1).take_while(|token| !is_sign(token, '='));
        for token in pattern {
            if is_sign(token, ':') {
                break;
            }
            collect_names(token, &mut names);
        }
    }
    let call = || {
        let span = proc_macro2::Span::call_site();
        let group = Group::new(Delimiter::Parenthesis, TokenStream::new());
        [
            TokenTree::Ident(Ident::new(PLACEHOLDER, span)),
            TokenTree::Punct(Punct::new('!', Spacing::Alone)),
            TokenTree::Group(group),
            TokenTree::Punct(Punct::new(';', Spacing::Alone)),
        ]
    };
    let mut tokens = TokenStream::new();
    if names.is_empty() {
        let call = call().into_iter();
        tokens.extend(call.take(if is_value { 3 } else { 4 }));
    }
    for name in names {
        let span = proc_macro2::Span::call_site();
        tokens.extend([
            TokenTree::Ident(Ident::new("let", span)),
            TokenTree::Ident(Ident::new("mut", span)),
            TokenTree::Ident(name),
            TokenTree::Punct(Punct::new('=', Spacing::Alone)),
        ]);
        tokens.extend(call());
    }
    tokens
}

/// Statements with the `if (x)` of C before them that was cut off.
fn with_their_heads(chunks: Vec<Vec<TokenTree>>) -> Vec<Vec<TokenTree>> {
    let is_head = |chunk: &[TokenTree]| match chunk {
        [word] => is_word(word, "else"),
        [word, TokenTree::Group(group)] => {
            group.delimiter() == Delimiter::Parenthesis
                && ["if", "while", "for"].iter().any(|known| is_word(word, known))
        }
        _ => false,
    };
    let mut joined: Vec<Vec<TokenTree>> = Vec::new();
    let is_do = |chunk: &[TokenTree]| matches!(chunk, [word, _] if is_word(word, "do"));
    for chunk in chunks {
        match joined.last_mut() {
            Some(head) if is_head(head) => head.extend(chunk),
            Some(head)
                if is_do(head) && chunk.first().is_some_and(|first| is_word(first, "while")) =>
            {
                head.extend(chunk);
            }
            _ => joined.push(chunk),
        }
    }
    joined
}

/// Variables with these names that hold anything.
fn declarations(names: &[String]) -> TokenStream {
    let mut tokens = TokenStream::new();
    let is_name = |name: &&String| syn::parse_str::<Ident>(name).is_ok();
    for name in names.iter().filter(is_name) {
        let line = format!("let mut {name} = {PLACEHOLDER}!();");
        tokens.extend(line.parse::<TokenStream>().unwrap_or_default());
    }
    tokens
}

fn collect_names(token: &TokenTree, names: &mut Vec<Ident>) {
    match token {
        TokenTree::Ident(ident)
            if ident != "_" && syn::parse2::<Ident>(token.clone().into()).is_ok() =>
        {
            names.push(ident.clone());
        }
        TokenTree::Group(group) => {
            group.stream().into_iter().for_each(|token| collect_names(&token, names));
        }
        _ => {}
    }
}
