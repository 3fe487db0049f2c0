//! Syntax classes of words: keywords, types, numbers, comments.
//!
//! The tokenizer is our own because nothing at hand serves these languages.
//! `egui_extras` without `syntect` tells keywords from strings in Rust, but
//! knows neither numbers, types and attributes nor nested comments, and has no
//! WGSL and no PTX. `syntect` brings Rust and would need a grammar written for
//! the other two; its regular expressions take about 0.6 s for 9,200 lines by
//! its own account, which is 40 ms for one of our texts at every key. Words that
//! only have to be told apart, not understood, need a table per language and one
//! pass over the bytes.

mod constants;
mod items;
mod vocabulary;

pub use constants::constant_value;
pub use items::{Item, ItemKind, items};

use vocabulary::Vocabulary;
use warpbench_front::Language;

/// A language that a text is written in.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Syntax {
    /// Rust, as kernels are written in it.
    Rust,
    /// The shading language of the Web.
    Wgsl,
    Ptx,
}

impl From<Language> for Syntax {
    fn from(language: Language) -> Syntax {
        match language {
            Language::Rust => Syntax::Rust,
            Language::Wgsl => Syntax::Wgsl,
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum TokenKind {
    /// A name, a sign, a space.
    Plain,
    /// What is written for people.
    Comment,
    /// A word of the language.
    Keyword,
    /// The name of a type.
    Type,
    /// What is said about a thing: `#[kernel]`, `@compute`, `.entry`.
    Attribute,
    Number,
    /// A text or a character.
    Text,
    /// What the language or the machine offers: a function, a macro, a register
    /// that tells a thread where it is.
    Builtin,
}

/// A word or sign of a text, from where the one before ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Token {
    /// The byte behind its last.
    pub end: usize,
    pub kind: TokenKind,
}

/// The tokens of a text, which cover all of it. Neighbours of one kind are one.
pub fn tokens(text: &str, syntax: Syntax) -> Vec<Token> {
    let mut found: Vec<Token> = Vec::with_capacity(text.len() / 4);
    for token in lexemes(text, syntax) {
        match found.last_mut() {
            Some(last) if last.kind == token.kind => last.end = token.end,
            _ => found.push(token),
        }
    }
    found
}

/// The line, from 1, in which a function or kernel of this name is declared.
pub fn declaration_line(text: &str, syntax: Syntax, name: &str) -> Option<u32> {
    let (introducer, kind) = match syntax {
        Syntax::Rust | Syntax::Wgsl => ("fn", TokenKind::Keyword),
        Syntax::Ptx => (".entry", TokenKind::Attribute),
    };
    let mut start = 0;
    let mut is_introduced = false;
    for token in lexemes(text, syntax) {
        let word = &text[start..token.end];
        if is_introduced && word == name {
            let breaks = text[..start].bytes().filter(|&byte| byte == b'\n').count();
            return Some(breaks as u32 + 1);
        }
        let is_blank = word.chars().all(char::is_whitespace);
        is_introduced = (token.kind == kind && word == introducer) || (is_introduced && is_blank);
        start = token.end;
    }
    None
}

/// The names and numbers of a line; of a comment, its words.
pub fn words_of_line(line: &str, syntax: Syntax) -> Vec<&str> {
    let mut start = 0;
    let mut words = Vec::new();
    for token in lexemes(line, syntax) {
        let word = &line[start..token.end];
        start = token.end;
        let is_name = |c: char| c.is_ascii_alphanumeric() || c == '_' || c == '.';
        if matches!(token.kind, TokenKind::Comment | TokenKind::Attribute) {
            words.extend(word.split(|c| !is_name(c)).map(|word| word.trim_matches('.')));
        } else {
            words.push(word);
        }
    }
    words.retain(|word| word.starts_with(|c: char| c.is_ascii_alphanumeric() || c == '_'));
    words
}

/// The words, signs and blanks of a text, one by one.
fn lexemes(text: &str, syntax: Syntax) -> impl Iterator<Item = Token> {
    let vocabulary = match syntax {
        Syntax::Rust => Vocabulary::of(Language::Rust),
        Syntax::Wgsl => Vocabulary::of(Language::Wgsl),
        Syntax::Ptx => vocabulary::PTX,
    };
    let mut at = 0;
    std::iter::from_fn(move || {
        (at < text.len()).then(|| {
            let (end, kind) = next(text.as_bytes(), at, syntax, &vocabulary);
            at = end;
            Token { end, kind }
        })
    })
}

/// The token that starts at a byte: where it ends and what it is.
fn next(text: &[u8], at: usize, syntax: Syntax, vocabulary: &Vocabulary) -> (usize, TokenKind) {
    let rest = &text[at..];
    let second = rest.get(1).copied().unwrap_or(0);
    match rest[0] {
        b'/' if second == b'/' => (at + line(rest), TokenKind::Comment),
        b'/' if second == b'*' => (at + block(rest, syntax != Syntax::Ptx), TokenKind::Comment),
        b'"' if syntax != Syntax::Wgsl => (at + quoted(rest), TokenKind::Text),
        b'\'' if syntax == Syntax::Rust => match character(rest) {
            Some(length) => (at + length, TokenKind::Text),
            None => (at + 1 + word(&rest[1..]), TokenKind::Attribute),
        },
        b'#' if syntax == Syntax::Rust && (second == b'[' || rest.starts_with(b"#![")) => {
            (at + brackets(rest), TokenKind::Attribute)
        }
        b'@' if syntax == Syntax::Wgsl => (at + 1 + word(&rest[1..]), TokenKind::Attribute),
        b'@' if syntax == Syntax::Ptx => (at + 1, TokenKind::Attribute),
        b'.' if syntax == Syntax::Ptx && is_word(second) => {
            let length = 1 + word(&rest[1..]);
            let is_type = is_among(&rest[1..length], vocabulary.types);
            (at + length, if is_type { TokenKind::Type } else { TokenKind::Attribute })
        }
        b'%' if syntax == Syntax::Ptx => {
            let length = 1 + word(&rest[1..]);
            let is_known = is_among(&rest[1..length], vocabulary.builtins);
            (at + length, if is_known { TokenKind::Builtin } else { TokenKind::Plain })
        }
        first if first.is_ascii_digit() => (at + number(rest), TokenKind::Number),
        first if is_word(first) => {
            let length = word(rest);
            (at + length, name(&rest[..length], rest.get(length), syntax, vocabulary))
        }
        // Bytes of one character stay together.
        _ => {
            (at + 1 + rest[1..].iter().take_while(|&&b| b & 0xc0 == 0x80).count(), TokenKind::Plain)
        }
    }
}

/// What a name is, going by the byte that follows it.
fn name(name: &[u8], follows: Option<&u8>, syntax: Syntax, vocabulary: &Vocabulary) -> TokenKind {
    if is_among(name, vocabulary.keywords) {
        TokenKind::Keyword
    } else if is_among(name, vocabulary.types) {
        TokenKind::Type
    } else if syntax != Syntax::Ptx && is_among(name, vocabulary.builtins)
        || syntax == Syntax::Rust && follows == Some(&b'!')
    {
        TokenKind::Builtin
    } else if syntax == Syntax::Rust
        && name[0].is_ascii_uppercase()
        && name.iter().any(u8::is_ascii_lowercase)
    {
        // Constants are written in capitals throughout and stay plain.
        TokenKind::Type
    } else {
        TokenKind::Plain
    }
}

fn is_among(name: &[u8], words: &[&str]) -> bool {
    words.iter().any(|word| word.as_bytes() == name)
}

fn is_word(byte: u8) -> bool {
    byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'$'
}

fn word(text: &[u8]) -> usize {
    text.iter().take_while(|&&byte| is_word(byte)).count()
}

fn line(text: &[u8]) -> usize {
    text.iter().position(|&byte| byte == b'\n').unwrap_or(text.len())
}

/// A comment to its end, or to the end of the text where it has none.
fn block(text: &[u8], is_nested: bool) -> usize {
    let (mut at, mut depth) = (2, 1);
    while at < text.len() {
        if text[at..].starts_with(b"*/") {
            (at, depth) = (at + 2, depth - 1);
            if depth == 0 {
                return at;
            }
        } else if is_nested && text[at..].starts_with(b"/*") {
            (at, depth) = (at + 2, depth + 1);
        } else {
            at += 1;
        }
    }
    text.len()
}

fn quoted(text: &[u8]) -> usize {
    let mut at = 1;
    while at < text.len() {
        match text[at] {
            b'\\' => at += 2,
            b'"' => return at + 1,
            _ => at += 1,
        }
    }
    text.len()
}

/// A character in quotes; nothing where the quote starts a lifetime.
fn character(text: &[u8]) -> Option<usize> {
    let first = *text.get(1)?;
    let length = match first {
        b'\\' => text[2..].iter().take(10).skip(1).position(|&byte| byte == b'\'')? + 3,
        b'\n' | b'\'' => return None,
        _ => 2 + text[2..].iter().take_while(|&&byte| byte & 0xc0 == 0x80).count(),
    };
    (text.get(length) == Some(&b'\'')).then_some(length + 1)
}

/// From a `#` to the bracket that closes the one behind it.
fn brackets(text: &[u8]) -> usize {
    let mut depth = 0;
    for (at, &byte) in text.iter().enumerate() {
        match byte {
            b'[' => depth += 1,
            b']' if depth == 1 => return at + 1,
            b']' => depth -= 1,
            // What is being typed must not colour the rest of the text.
            b'\n' if depth == 0 => return at,
            _ => {}
        }
    }
    line(text)
}

/// A number with its suffix. A point belongs to it unless it starts a range or a
/// method's name.
fn number(text: &[u8]) -> usize {
    let mut at = 0;
    while let Some(&byte) = text.get(at) {
        let follows = text.get(at + 1).copied().unwrap_or(0);
        let is_sign = matches!(byte, b'+' | b'-')
            && matches!(text[at - 1], b'e' | b'E' | b'p' | b'P')
            && !text.starts_with(b"0x")
            && follows.is_ascii_digit();
        let is_point = byte == b'.' && !(follows == b'.' || follows.is_ascii_alphabetic());
        if !(is_word(byte) || is_sign || is_point) {
            break;
        }
        at += 1;
    }
    at
}

#[cfg(test)]
mod tests {
    use super::*;

    const KINDS: [TokenKind; 8] = [
        TokenKind::Plain,
        TokenKind::Comment,
        TokenKind::Keyword,
        TokenKind::Type,
        TokenKind::Attribute,
        TokenKind::Number,
        TokenKind::Text,
        TokenKind::Builtin,
    ];

    /// Every token that is not plain, as `letter:token`.
    fn show(text: &str, syntax: Syntax) -> String {
        let mut start = 0;
        let mut shown = Vec::new();
        for token in tokens(text, syntax) {
            let letter =
                "pckta01b".as_bytes()[KINDS.iter().position(|&k| k == token.kind).unwrap()];
            if token.kind != TokenKind::Plain {
                shown.push(format!("{}:{}", letter as char, &text[start..token.end]));
            }
            start = token.end;
        }
        assert_eq!(start, text.len());
        shown.join(" ")
    }

    #[test]
    fn words_of_rust() {
        let check = |text: &str, expected: &str| assert_eq!(show(text, Syntax::Rust), expected);
        check("let x: f32 = 1.5e-3;", "k:let t:f32 0:1.5e-3");
        check("for i in 0..n {}", "k:for k:in 0:0");
        check("1.max(2); 2.0f32", "0:1 0:2 0:2.0f32");
        check("0x1e-1", "0:0x1e 0:1");
        check("/* a /* b */ c */ d // e\nf", "c:/* a /* b */ c */ c:// e");
        check("/* open", "c:/* open");
        check("#[kernel]\npub fn", "a:#[kernel] k:pub k:fn");
        check("#![a([b])] x", "a:#![a([b])]");
        check("#[open\nlet", "a:#[open k:let");
        check("shared_array![f32; TILE]; Float4", "b:shared_array t:f32 t:Float4");
        check(
            r#"f("a\"b", 'x', '\n', '×') 'a: loop"#,
            r#"1:"a\"b" 1:'x' 1:'\n' 1:'×' a:'a k:loop"#,
        );
        check("'", "a:'");
        check("\"open", "1:\"open");
        check("a × b", "");
    }

    #[test]
    fn words_of_wgsl() {
        let check = |text: &str, expected: &str| assert_eq!(show(text, Syntax::Wgsl), expected);
        check("@compute @workgroup_size(16u)", "a:@compute a:@workgroup_size 0:16u");
        check("var<workgroup> t: array<f32, N>;", "k:var b:workgroup t:array t:f32");
        check("workgroupBarrier();", "b:workgroupBarrier");
        check("/* a /* b */ c */ let", "c:/* a /* b */ c */ k:let");
        check("x.x letter", "");
    }

    #[test]
    fn words_of_ptx() {
        let check = |text: &str, expected: &str| assert_eq!(show(text, Syntax::Ptx), expected);
        check("ld.global.f32 %f1, [%rd1+4];", "k:ld a:.global t:.f32 0:4");
        check("mov.u32 %r1, %tid.x;", "k:mov t:.u32 b:%tid a:.x");
        check("@%p1 bra $L__BB0_2;", "a:@ k:bra");
        check("/* a /* b */ add", "c:/* a /* b */ k:add");
        check("0f3F800000", "0:0f3F800000");
    }

    #[test]
    fn declarations_are_found_and_mentions_are_not() {
        let check = |syntax, text: &str, expected: Option<u32>| {
            assert_eq!(declaration_line(text, syntax, "scan"), expected, "{text}");
        };
        check(Syntax::Rust, "// fn scan(\n\npub unsafe fn scan(n: usize) {}", Some(3));
        check(Syntax::Rust, "fn scan_up() { scan() }\nfn\n  scan<const N: u32>() {}", Some(3));
        check(Syntax::Rust, "let s = \"fn scan(\"; scan();", None);
        check(Syntax::Wgsl, "@compute @workgroup_size(1)\nfn scan() {}", Some(2));
        check(Syntax::Ptx, ".visible .entry scan_up(\n.visible .entry scan(", Some(2));
        check(Syntax::Rust, "", None);
    }
}
