//! Expressions of C as the Rust that says the same.

use super::declared::Declared;
use super::types;
use crate::syntax::spans;
use crate::syntax::split::{is_sign, is_word};
use crate::wording::foreign::{self, atom};
use proc_macro2::{Delimiter, TokenTree};
use std::cell::{Cell, RefCell};

/// Operators of two operands, the longer ones first.
const OPERATORS: [&str; 34] = [
    "<<=", ">>=", "..=", "&&", "||", "==", "!=", "<=", ">=", "<<", ">>", "+=", "-=", "*=", "/=",
    "%=", "&=", "|=", "^=", "..", "=>", "+", "-", "*", "/", "%", "&", "|", "^", "<", ">", "=", ",",
    ":",
];

/// Translates the expressions of a text.
pub(crate) struct Translator<'a> {
    text: &'a str,
    declared: &'a Declared,
    /// What the lines need at the top of the file.
    imports: RefCell<Vec<String>>,
    /// Whether there was a cast of C.
    has_cast: Cell<bool>,
}

/// Words of Rust that no operand starts with.
const KEYWORDS: [&str; 17] = [
    "for", "while", "if", "loop", "match", "let", "fn", "in", "return", "else", "struct", "enum",
    "impl", "move", "break", "continue", "unsafe",
];

/// Casts of C++ with a name.
const CASTS: [&str; 4] = ["static_cast", "reinterpret_cast", "const_cast", "bit_cast"];

impl<'a> Translator<'a> {
    pub(crate) fn new(text: &'a str, declared: &'a Declared) -> Translator<'a> {
        Translator { text, declared, imports: RefCell::default(), has_cast: Cell::new(false) }
    }

    /// What the lines so far need at the top of the file and the text lacks.
    pub(crate) fn imports(&self) -> Vec<String> {
        let mut imports = self.imports.borrow().clone();
        imports.sort();
        imports.dedup();
        imports.retain(|import| !self.text.contains(import.as_str()));
        imports
    }

    /// Whether a cast of C was among the expressions so far.
    pub(crate) fn has_cast(&self) -> bool {
        self.has_cast.get()
    }

    pub(crate) fn declared(&self) -> &Declared {
        self.declared
    }

    /// The number of a thread as what the text compares it with: `int`, if that
    /// is what the sizes are.
    pub(crate) fn signed(&self, code: String) -> String {
        if !code.contains("thread::") || !self.declared.has_int_size() {
            return code;
        }
        let words = code.split(|c: char| !(c.is_alphanumeric() || "_:.".contains(c)));
        let is_other = |word: &str| {
            word.starts_with(|c: char| c.is_alphabetic() || c == '_')
                && !word.starts_with("thread::")
        };
        // A variable beside it is an `int` already.
        if !words.clone().any(is_other) {
            return format!("{} as i32", atom(&code));
        }
        let mut calls: Vec<&str> = words.filter(|word| word.starts_with("thread::")).collect();
        calls.sort_unstable();
        calls.dedup();
        calls.into_iter().fold(code.clone(), |code, call| {
            code.replace(&format!("{call}()"), &format!("({call}() as i32)"))
        })
    }

    /// The words of some tokens as they stand.
    pub(crate) fn words(&self, tokens: &[TokenTree]) -> String {
        let (Some(first), Some(last)) = (tokens.first(), tokens.last()) else {
            return String::new();
        };
        let range = spans::to(spans::bytes(first.span()), spans::bytes(last.span())).to_range();
        range.and_then(|range| self.text.get(range)).unwrap_or_default().to_owned()
    }

    /// Expressions between commas, each as Rust, or as it stands.
    pub(crate) fn list(&self, tokens: &[TokenTree]) -> Vec<String> {
        let parts = tokens.split(|token| is_sign(token, ','));
        parts
            .filter(|part| !part.is_empty())
            .map(|part| self.expression(part).unwrap_or_else(|| self.words(part)))
            .collect()
    }

    /// An expression as Rust; nothing where it is not understood.
    pub(crate) fn expression(&self, tokens: &[TokenTree]) -> Option<String> {
        if let Some((question, colon)) = ternary(tokens) {
            let condition = self.expression(&tokens[..question])?;
            let (yes, no) = (&tokens[question + 1..colon], &tokens[colon + 1..]);
            let (yes, no) = (self.expression(yes)?, self.expression(no)?);
            // What is assigned to stands before the condition.
            let (target, condition) = match condition.rsplit_once(" = ") {
                Some((target, condition)) => (format!("{target} = "), condition.to_owned()),
                None => (String::new(), condition),
            };
            let condition = without_parentheses(&condition);
            return Some(format!("{target}if {condition} {{ {yes} }} else {{ {no} }}"));
        }
        let (mut place, mut out) = (0, String::new());
        loop {
            let (operand, next) = self.operand(tokens, place)?;
            out.push_str(&operand);
            place = next;
            if place >= tokens.len() {
                return Some(out);
            }
            if is_word(&tokens[place], "as") {
                let (Some(TokenTree::Ident(ty)), next) = (tokens.get(place + 1), place + 2) else {
                    return None;
                };
                let ty = ty.to_string();
                out.push_str(&format!(" as {}", foreign::ty(&ty).unwrap_or(&ty)));
                place = next;
                if place >= tokens.len() {
                    return Some(out);
                }
            }
            let (operator, next) = operator(tokens, place)?;
            match operator {
                "," | ":" => out.push_str(&format!("{operator} ")),
                _ => out.push_str(&format!(" {operator} ")),
            }
            place = next;
        }
    }

    fn operand(&self, tokens: &[TokenTree], place: usize) -> Option<(String, usize)> {
        match tokens.get(place)? {
            TokenTree::Punct(sign) => self.prefixed(tokens, place, sign.as_char()),
            TokenTree::Group(group) => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                match group.delimiter() {
                    Delimiter::Parenthesis => {
                        let cast = types::at(&inside).filter(|ty| {
                            ty.is_known && ty.len == inside.len() && starts(tokens.get(place + 1))
                        });
                        if let Some(ty) = cast {
                            self.has_cast.set(true);
                            let (operand, next) = self.operand(tokens, place + 1)?;
                            let ty = match ty.pointers {
                                0 => ty.rust,
                                _ => format!("*mut {}", ty.rust),
                            };
                            let cast = format!("{} as {ty}", atom(&operand));
                            let is_first = place == 0 || is_sign(&tokens[place - 1], '=');
                            let is_whole = is_first && next >= tokens.len();
                            return Some((if is_whole { cast } else { format!("({cast})") }, next));
                        }
                        let inside = match inside.is_empty() {
                            true => String::new(),
                            false => self.expression(&inside)?,
                        };
                        self.postfix(tokens, place + 1, format!("({inside})"))
                    }
                    Delimiter::Brace | Delimiter::Bracket => {
                        let list = self.list(&inside).join(", ");
                        self.postfix(tokens, place + 1, format!("[{list}]"))
                    }
                    Delimiter::None => None,
                }
            }
            TokenTree::Literal(literal) => {
                let number = number(&literal.to_string());
                // `1.f` is three tokens.
                if let [dot, TokenTree::Ident(suffix), ..] = &tokens[place + 1..]
                    && is_sign(dot, '.')
                    && (suffix == "f" || suffix == "F")
                {
                    return Some((format!("{number}.0"), place + 3));
                }
                self.postfix(tokens, place + 1, number)
            }
            TokenTree::Ident(name) => self.named(tokens, place, &name.to_string()),
        }
    }

    fn prefixed(&self, tokens: &[TokenTree], place: usize, sign: char) -> Option<(String, usize)> {
        let next = tokens.get(place + 1)?;
        match sign {
            '+' | '-' if is_sign(next, sign) => None,
            '-' | '!' | '*' => {
                let (operand, next) = self.operand(tokens, place + 1)?;
                Some((format!("{sign}{operand}"), next))
            }
            '~' => {
                let (operand, next) = self.operand(tokens, place + 1)?;
                Some((format!("!{operand}"), next))
            }
            '&' => {
                let skipped = 1 + usize::from(is_word(next, "mut"));
                let (operand, next) = self.operand(tokens, place + skipped)?;
                Some(match operand.strip_prefix('*') {
                    Some(pointer) => (pointer.to_owned(), next),
                    None => (format!("&raw mut {operand}"), next),
                })
            }
            '.' => match next {
                TokenTree::Literal(digits) => {
                    Some((format!("0.{}", number(&digits.to_string())), place + 2))
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// A name with what follows it.
    fn named(&self, tokens: &[TokenTree], place: usize, name: &str) -> Option<(String, usize)> {
        let name = match tokens.get(place + 1) {
            Some(TokenTree::Group(group))
                if name == "in" && group.delimiter() == Delimiter::Bracket =>
            {
                "input"
            }
            _ => name,
        };
        if KEYWORDS.contains(&name) {
            return None;
        }
        let rest = &tokens[place + 1..];
        if CASTS.contains(&name)
            && let Some((cast, next)) = self.named_cast(tokens, place)
        {
            return Some((cast, next));
        }
        match rest {
            [dot, TokenTree::Ident(axis), ..] if is_sign(dot, '.') => {
                let axis = axis.to_string();
                let is_axis = ["x", "y", "z"].contains(&axis.as_str());
                if is_axis && let Some(filled) = foreign::call(name, &[], &axis, self.declared) {
                    return self.postfix(tokens, place + 3, filled.code);
                }
            }
            [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Parenthesis => {
                let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                if name == "sizeof" {
                    let ty = types::at(&inside)?.rust;
                    let size = format!("core::mem::size_of::<{ty}>()");
                    return self.postfix(tokens, place + 2, size);
                }
                let arguments = self.list(&inside);
                let code = match foreign::call(name, &arguments, "x", self.declared) {
                    Some(filled) => {
                        self.imports.borrow_mut().extend(filled.import);
                        filled.code
                    }
                    None => format!("{name}({})", arguments.join(", ")),
                };
                return self.postfix(tokens, place + 2, code);
            }
            [bang, TokenTree::Group(_), ..] if is_sign(bang, '!') => {
                let words = self.words(&tokens[place..place + 3]);
                return self.postfix(tokens, place + 3, words);
            }
            [first, second, TokenTree::Ident(_), ..]
                if is_sign(first, ':') && is_sign(second, ':') =>
            {
                let (path, next) = self.operand(tokens, place + 3)?;
                return Some((format!("{name}::{path}"), next));
            }
            _ => {}
        }
        let code = match foreign::call(name, &[], "x", self.declared) {
            Some(filled) if !filled.code.contains('…') && name.len() > 2 => filled.code,
            _ => name.to_owned(),
        };
        let code =
            if matches!(rest.first(), Some(TokenTree::Group(_))) { name.to_owned() } else { code };
        self.postfix(tokens, place + 1, code)
    }

    /// `static_cast<float>(x)`.
    fn named_cast(&self, tokens: &[TokenTree], place: usize) -> Option<(String, usize)> {
        let rest = &tokens[place + 1..];
        let ty = types::at(rest.get(1..)?)?;
        let [close, TokenTree::Group(value), ..] = rest.get(1 + ty.len..)? else { return None };
        if !is_sign(rest.first()?, '<') || !is_sign(close, '>') {
            return None;
        }
        self.has_cast.set(true);
        let inside: Vec<TokenTree> = value.stream().into_iter().collect();
        let operand = self.expression(&inside)?;
        let is_whole = place == 0 && rest.len() == 3 + ty.len;
        let target = match ty.pointers {
            0 => ty.rust,
            _ => format!("*mut {}", ty.rust),
        };
        let cast = format!("{} as {target}", atom(&operand));
        let cast = if is_whole { cast } else { format!("({cast})") };
        Some((cast, place + 4 + ty.len))
    }

    /// Fields, calls and indices after an operand.
    fn postfix(
        &self,
        tokens: &[TokenTree],
        mut place: usize,
        mut code: String,
    ) -> Option<(String, usize)> {
        loop {
            match tokens.get(place..).unwrap_or_default() {
                [first, second, ..]
                    if (is_sign(first, '+') && is_sign(second, '+'))
                        || (is_sign(first, '-') && is_sign(second, '-')) =>
                {
                    return None;
                }
                [dot, TokenTree::Ident(field), ..] if is_sign(dot, '.') => {
                    let base = if code.starts_with('*') { format!("({code})") } else { code };
                    code = format!("{base}.{field}");
                    place += 2;
                }
                [first, second, TokenTree::Ident(field), ..]
                    if is_sign(first, '-') && is_sign(second, '>') =>
                {
                    let borrowed =
                        code.strip_prefix("(&raw mut ").and_then(|code| code.strip_suffix(')'));
                    code = match borrowed {
                        Some(place) => format!("{place}.{field}"),
                        None => format!("(*{code}).{field}"),
                    };
                    place += 3;
                }
                [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Bracket => {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    let index = index(&self.expression(&inside)?);
                    code = match self.declared.is_pointer(&code) {
                        true => format!("*{code}.add({index})"),
                        false => format!("{code}[{index}]"),
                    };
                    place += 1;
                }
                [TokenTree::Group(group), ..] if group.delimiter() == Delimiter::Parenthesis => {
                    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
                    code = format!("{code}({})", self.list(&inside).join(", "));
                    place += 1;
                }
                _ => return Some((code, place)),
            }
        }
    }
}

/// An index as a `usize`.
pub(crate) fn index(code: &str) -> String {
    let is_number = code.bytes().all(|byte| byte.is_ascii_digit());
    match is_number || code.ends_with("as usize") || code.ends_with("_usize") {
        true => code.to_owned(),
        false => format!("{} as usize", atom(code)),
    }
}

/// Parentheses around all of a condition are not needed.
pub(crate) fn without_parentheses(code: &str) -> &str {
    match code.strip_prefix('(').and_then(|inside| inside.strip_suffix(')')) {
        Some(inside) if atom(code) == code => inside,
        _ => code,
    }
}

/// A number without the letters that C ends it with.
pub(crate) fn number(digits: &str) -> String {
    let is_hex = digits.starts_with("0x") || digits.starts_with("0X");
    if digits.starts_with(['"', '\'', 'b']) {
        return digits.to_owned();
    }
    let is_float = digits.contains('.') || (!is_hex && digits.contains(['e', 'E']));
    let bare = digits.trim_end_matches(['u', 'U', 'l', 'L']);
    if is_hex {
        return bare.to_owned();
    }
    match bare.strip_suffix(['f', 'F']) {
        Some(bare) if is_float => bare.to_owned(),
        Some(bare) if bare.bytes().all(|byte| byte.is_ascii_digit()) => format!("{bare}.0"),
        _ => bare.to_owned(),
    }
}

/// Whether an operand can start with a token.
fn starts(token: Option<&TokenTree>) -> bool {
    match token {
        Some(TokenTree::Ident(word)) => word != "as" && word != "else",
        Some(TokenTree::Literal(_)) => true,
        Some(TokenTree::Group(group)) => group.delimiter() == Delimiter::Parenthesis,
        Some(sign) => is_sign(sign, '-') || is_sign(sign, '*') || is_sign(sign, '!'),
        None => false,
    }
}

fn operator(tokens: &[TokenTree], place: usize) -> Option<(&'static str, usize)> {
    OPERATORS.into_iter().find_map(|operator| {
        let len = operator.len();
        let signs = tokens.get(place..place + len)?;
        let is_it = signs.iter().zip(operator.chars()).all(|(token, sign)| is_sign(token, sign));
        is_it.then_some((operator, place + len))
    })
}

/// Where `?` and its `:` are, if there is one that is no operator of Rust.
pub(crate) fn ternary(tokens: &[TokenTree]) -> Option<(usize, usize)> {
    let question = tokens.iter().position(|token| is_sign(token, '?'))?;
    let mut open = 0_usize;
    let mut place = question + 1;
    while place < tokens.len() {
        let is_colon = |place: usize| tokens.get(place).is_some_and(|token| is_sign(token, ':'));
        if is_sign(&tokens[place], '?') {
            open += 1;
        } else if is_colon(place) && is_colon(place + 1) {
            place += 1;
        } else if is_colon(place) {
            if open == 0 {
                return Some((question, place));
            }
            open -= 1;
        }
        place += 1;
    }
    None
}
