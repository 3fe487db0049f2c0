//! Wrong kernels, made mechanically of right ones: what a lab's checks have to catch.
//!
//! A mutant is one small change of the text, found by its tokens, which Rust and WGSL
//! have in common. Many are no programs or compute the same; who asks for them finds
//! that out.

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use std::ops::Range;
use std::str::FromStr;

/// A changed text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mutant {
    /// What was done.
    pub kind: &'static str,
    /// The line of the change, from 1.
    pub line: usize,
    /// What stood there, and what stands there now.
    pub change: (String, String),
    pub text: String,
}

/// A token with its place, without the groups that hold it.
#[derive(Clone, Debug)]
struct Flat {
    text: String,
    range: Range<usize>,
    /// The token that closes what this one opens, or opens what it closes.
    partner: Option<usize>,
}

/// All mutants of a text; none where it has no tokens.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let Ok(stream) = TokenStream::from_str(text) else { return Vec::new() };
    let mut tokens = Vec::new();
    flatten(stream, text, &mut tokens);
    let mut maker = Maker { text, tokens, made: Vec::new() };
    maker.operators();
    maker.literals();
    maker.axes();
    maker.barriers();
    maker.guards();
    maker.indices();
    maker.transposed();
    maker.atomics();
    maker.statements();
    let mut seen = std::collections::BTreeSet::new();
    maker.made.retain(|mutant| mutant.text != text && seen.insert(mutant.text.clone()));
    maker.made
}

fn flatten(stream: TokenStream, text: &str, tokens: &mut Vec<Flat>) {
    let mut last_end = usize::MAX;
    let mut is_joint = false;
    for token in stream {
        match token {
            TokenTree::Group(group) => {
                let open = group.span_open().byte_range();
                let close = group.span_close().byte_range();
                if group.delimiter() == Delimiter::None {
                    flatten(group.stream(), text, tokens);
                    continue;
                }
                let first = tokens.len();
                tokens.push(flat(text, open, None));
                flatten(group.stream(), text, tokens);
                let last = tokens.len();
                tokens.push(flat(text, close.clone(), Some(first)));
                tokens[first].partner = Some(last);
                last_end = close.end;
                is_joint = false;
            }
            TokenTree::Punct(punct) => {
                let range = punct.span().byte_range();
                // Signs that stand together are one: `<=`, `+=`, `&&`.
                if is_joint && range.start == last_end && is_sign(&text[range.clone()]) {
                    if let Some(before) = tokens.last_mut() {
                        let both = before.range.start..range.end;
                        if SIGNS.contains(&&text[both.clone()]) {
                            before.text = text[both.clone()].to_owned();
                            before.range = both;
                            last_end = range.end;
                            is_joint = punct.spacing() == proc_macro2::Spacing::Joint;
                            continue;
                        }
                    }
                }
                last_end = range.end;
                is_joint = punct.spacing() == proc_macro2::Spacing::Joint;
                tokens.push(flat(text, range, None));
            }
            other => {
                let range = other.span().byte_range();
                last_end = range.end;
                is_joint = false;
                tokens.push(flat(text, range, None));
            }
        }
    }
}

fn flat(text: &str, range: Range<usize>, partner: Option<usize>) -> Flat {
    Flat { text: text.get(range.clone()).unwrap_or_default().to_owned(), range, partner }
}

fn is_sign(text: &str) -> bool {
    text.chars().all(|c| "+-*/%<>=!&|^.:".contains(c))
}

/// Signs of several characters.
const SIGNS: [&str; 24] = [
    "<=", ">=", "==", "!=", "&&", "||", "+=", "-=", "*=", "/=", "%=", "<<", ">>", "->", "=>", "::",
    "..", "..=", "<<=", ">>=", "&=", "|=", "^=", "...",
];

/// What an operator is changed into.
const OPERATORS: [(&str, &[&str]); 22] = [
    ("<", &["<=", ">="]),
    ("<=", &["<"]),
    (">", &[">=", "<="]),
    (">=", &[">"]),
    ("==", &["!="]),
    ("!=", &["=="]),
    ("&&", &["||"]),
    ("||", &["&&"]),
    ("+", &["-"]),
    ("-", &["+"]),
    ("*", &["+"]),
    ("/", &["*"]),
    ("%", &["/"]),
    ("<<", &[">>"]),
    (">>", &["<<"]),
    ("&", &["|"]),
    ("|", &["&"]),
    ("^", &["|"]),
    ("+=", &["-=", "="]),
    ("-=", &["+="]),
    ("*=", &["+="]),
    ("..", &["..="]),
];

struct Maker<'a> {
    text: &'a str,
    tokens: Vec<Flat>,
    made: Vec<Mutant>,
}

impl Maker<'_> {
    fn push(&mut self, kind: &'static str, range: Range<usize>, new: &str) {
        let mut text = String::with_capacity(self.text.len() + new.len());
        text.push_str(&self.text[..range.start]);
        text.push_str(new);
        text.push_str(&self.text[range.end..]);
        let line = self.text[..range.start].matches('\n').count() + 1;
        let change = (self.text[range].to_owned(), new.to_owned());
        self.made.push(Mutant { kind, line, change, text });
    }

    fn operators(&mut self) {
        for at in 1..self.tokens.len().saturating_sub(1) {
            let token = self.tokens[at].clone();
            let Some((_, others)) = OPERATORS.iter().find(|(sign, _)| *sign == token.text) else {
                continue;
            };
            // Signs of types and of references have no space on both sides.
            let before = &self.text[..token.range.start];
            let after = &self.text[token.range.end..];
            let is_spaced =
                before.ends_with(char::is_whitespace) && after.starts_with(char::is_whitespace);
            if !is_spaced && token.text != ".." {
                continue;
            }
            for other in *others {
                let kind = match token.text.as_str() {
                    "<" | "<=" | ">" | ">=" | "==" | "!=" | "&&" | "||" => "a comparison changed",
                    ".." => "a range with its end",
                    _ => "an operator changed",
                };
                self.push(kind, token.range.clone(), other);
            }
        }
    }

    fn literals(&mut self) {
        for token in self.tokens.clone() {
            let digits: String = token.text.chars().take_while(char::is_ascii_digit).collect();
            let rest = &token.text[digits.len()..];
            let Ok(value) = digits.parse::<u64>() else { continue };
            if rest.starts_with(['x', 'b', 'o']) {
                continue;
            }
            if rest.starts_with('.') {
                self.push("a constant changed", token.range, &format!("{}{rest}", value + 1));
                continue;
            }
            let changed = [Some(value + 1), value.checked_sub(1)];
            for new in changed.into_iter().flatten() {
                self.push("a constant changed", token.range.clone(), &format!("{new}{rest}"));
            }
        }
    }

    /// x for y, and y for x.
    fn axes(&mut self) {
        for (at, token) in self.tokens.clone().into_iter().enumerate() {
            let is_member = at > 0 && self.tokens[at - 1].text == ".";
            let swapped = match token.text.as_str() {
                "x" if is_member => Some("y".to_owned()),
                "y" if is_member => Some("x".to_owned()),
                name if name.ends_with("_idx_x") || name.ends_with("_dim_x") => {
                    Some(format!("{}y", &name[..name.len() - 1]))
                }
                name if name.ends_with("_idx_y") || name.ends_with("_dim_y") => {
                    Some(format!("{}x", &name[..name.len() - 1]))
                }
                _ => None,
            };
            if let Some(swapped) = swapped {
                self.push("x and y swapped", token.range, &swapped);
            }
        }
    }

    /// Whole statements: their tokens from the first to the semicolon.
    fn simple_statements(&self) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut start = None;
        let mut at = 0;
        while at < self.tokens.len() {
            let token = &self.tokens[at];
            match token.text.as_str() {
                "{" | "}" => start = None,
                ";" => {
                    if let Some(start) = start.take() {
                        found.push(start..at + 1);
                    }
                }
                _ => {
                    start.get_or_insert(at);
                    // What is in brackets belongs to the statement.
                    if let (Some(close), "(" | "[") = (token.partner, token.text.as_str()) {
                        at = close.max(at);
                    }
                }
            }
            at += 1;
        }
        found
    }

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    fn is_barrier(&self, statement: &Range<usize>) -> bool {
        self.tokens[statement.clone()].iter().any(|token| {
            matches!(token.text.as_str(), "sync_threads" | "workgroupBarrier" | "sync_warp")
        })
    }

    fn barriers(&mut self) {
        let statements = self.simple_statements();
        for (at, statement) in statements.iter().enumerate() {
            if !self.is_barrier(statement) {
                continue;
            }
            let range = self.bytes(statement);
            self.push("a barrier dropped", range.clone(), "");
            for other in [at.checked_sub(1), Some(at + 1)].into_iter().flatten() {
                if let Some(other) = statements.get(other).map(|other| self.bytes(other)) {
                    let (first, second) = if other.start < range.start {
                        (other, range.clone())
                    } else {
                        (range.clone(), other)
                    };
                    let between = &self.text[first.end..second.start];
                    if between.trim().is_empty() {
                        let moved = format!(
                            "{}{between}{}",
                            &self.text[second.clone()],
                            &self.text[first.clone()]
                        );
                        self.push("a barrier moved", first.start..second.end, &moved);
                    }
                }
            }
        }
    }

    /// Conditions that are always met.
    fn guards(&mut self) {
        for at in 0..self.tokens.len() {
            if self.tokens[at].text != "if" {
                continue;
            }
            let body = (at + 1..self.tokens.len()).find(|&next| self.tokens[next].text == "{");
            let Some(body) = body.filter(|body| *body > at + 1) else { continue };
            if self.tokens[at + 1].text == "let" {
                continue;
            }
            let range = self.bytes(&(at + 1..body));
            self.push("a guard removed", range.clone(), "true");
            self.push("a guard that never opens", range, "false");
        }
    }

    fn indices(&mut self) {
        for at in 1..self.tokens.len() {
            let Some(close) = self.tokens[at].partner.filter(|close| *close > at + 1) else {
                continue;
            };
            let before = &self.tokens[at - 1];
            let is_index = self.tokens[at].text == "["
                && (before.text.chars().all(|c| c.is_alphanumeric() || c == '_')
                    || matches!(before.text.as_str(), "]" | ")"));
            let is_offset = self.tokens[at].text == "("
                && before.text == "add"
                && at > 1
                && self.tokens[at - 2].text == ".";
            if !(is_index || is_offset) {
                continue;
            }
            let range = self.bytes(&(at + 1..close));
            let inside = self.text[range.clone()].to_owned();
            self.push("an index off by one", range.clone(), &format!("({inside}) + 1"));
            self.push("an index off by one", range, &format!("({inside}) - 1"));
        }
    }

    /// `a * W + b` as `b * W + a`.
    fn transposed(&mut self) {
        for at in 0..self.tokens.len().saturating_sub(4) {
            let [a, times, width, plus, b] = &self.tokens[at..at + 5] else { continue };
            let is_name =
                |token: &Flat| token.text.starts_with(|c: char| c.is_alphabetic() || c == '_');
            if times.text == "*" && plus.text == "+" && is_name(a) && is_name(b) && is_name(width) {
                let new = format!("{} * {} + {}", b.text, width.text, a.text);
                let range = a.range.start..b.range.end;
                self.push("an index transposed", range, &new);
            }
        }
    }

    /// Atomics as a load and a store.
    fn atomics(&mut self) {
        for at in 0..self.tokens.len().saturating_sub(1) {
            let Some(close) = self.tokens[at + 1].partner.filter(|close| *close > at + 1) else {
                continue;
            };
            let name = self.tokens[at].text.clone();
            let inside: Vec<String> = self.arguments(at + 2..close);
            match (name.as_str(), inside.as_slice()) {
                ("atomicAdd", [place, value]) => {
                    let range = self.tokens[at].range.start..self.tokens[close].range.end;
                    let new = format!("atomicStore({place}, atomicLoad({place}) + {value})");
                    self.push("an atomic made plain", range, &new);
                }
                ("fetch_add", [value, order]) if at > 1 && self.tokens[at - 1].text == "." => {
                    let Some(receiver) = self.receiver(at - 1) else { continue };
                    let place = self.text[receiver..self.tokens[at - 1].range.start].to_owned();
                    let new = format!("{place}.store({place}.load({order}) + {value}, {order})");
                    self.push("an atomic made plain", receiver..self.tokens[close].range.end, &new);
                }
                _ => {}
            }
        }
    }

    /// The arguments between two tokens, at commas that no bracket holds.
    fn arguments(&self, inside: Range<usize>) -> Vec<String> {
        let mut arguments = Vec::new();
        let mut first = inside.start;
        let mut at = inside.start;
        while at < inside.end {
            if self.tokens[at].text == "," {
                if first < at {
                    arguments.push(self.text[self.bytes(&(first..at))].to_owned());
                }
                first = at + 1;
            } else if let Some(close) = self.tokens[at].partner {
                at = close.max(at);
            }
            at += 1;
        }
        if first < inside.end {
            arguments.push(self.text[self.bytes(&(first..inside.end))].to_owned());
        }
        arguments
    }

    /// Where the receiver of a method begins, before its dot.
    fn receiver(&self, dot: usize) -> Option<usize> {
        let mut at = dot.checked_sub(1)?;
        loop {
            if let Some(open) = self.tokens[at].partner.filter(|open| *open < at) {
                at = open;
                let before = at.checked_sub(1)?;
                let is_called =
                    self.tokens[before].text.chars().all(|c| c.is_alphanumeric() || c == '_');
                if !is_called || matches!(self.tokens[before].text.as_str(), "if" | "in" | "return")
                {
                    return Some(self.tokens[at].range.start);
                }
                at = before;
            }
            match at.checked_sub(1).map(|before| self.tokens[before].text.as_str()) {
                Some("." | "::") => at = at.checked_sub(2)?,
                _ => return Some(self.tokens[at].range.start),
            }
        }
    }

    fn statements(&mut self) {
        for statement in self.simple_statements() {
            let first = self.tokens[statement.start].text.as_str();
            if matches!(
                first,
                "let" | "use" | "const" | "var" | "@" | "#" | "return" | "struct" | "enable"
            ) {
                continue;
            }
            if !self.is_barrier(&statement) {
                let range = self.bytes(&statement);
                self.push("a statement dropped", range, "");
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn makes_what_beginners_make() {
        let text = "fn k() {\n    let i = thread::block_idx_x() * BLOCK + lane;\n    if i < n {\n        \
                    tile[i] = a[i + 1];\n        sync_threads();\n        *out.add(i) = tile[i];\n    }\n    \
                    (*count).fetch_add(1, Relaxed);\n}\n";
        let made = mutants(text);
        let check = |kind: &str, new: &str| {
            let found = made.iter().any(|m| m.kind == kind && m.text.contains(new));
            assert!(found, "{kind}: {new}\n{made:#?}");
        };
        check("a comparison changed", "if i <= n {");
        check("a guard removed", "if true {");
        check("a barrier dropped", "a[i + 1];\n        \n");
        check("a barrier moved", "sync_threads();\n        tile[i]");
        check("an index off by one", "a[(i + 1) + 1]");
        check("an index off by one", "out.add((i) - 1)");
        check("x and y swapped", "block_idx_y()");
        check("a constant changed", "a[i + 0]");
        check("an operator changed", "block_idx_x() + BLOCK");
        check("an atomic made plain", "(*count).store((*count).load(Relaxed) + 1, Relaxed)");
        check("a statement dropped", "if i < n {\n        \n");
        assert!(mutants("fn (").is_empty());
    }

    #[test]
    fn reads_wgsl() {
        let text = "@compute @workgroup_size(64)\nfn k(@builtin(local_invocation_id) id: vec3<u32>) {\n    \
                    tile[id.y * WIDTH + id.x] = 1.0;\n    workgroupBarrier();\n    atomicAdd(&count, 2u);\n}\n";
        let made = mutants(text);
        let check = |new: &str| {
            assert!(made.iter().any(|m| m.text.contains(new)), "{new}\n{made:#?}");
        };
        check("tile[id.x * WIDTH");
        check("atomicStore(&count, atomicLoad(&count) + 2u)");
        check("@workgroup_size(63)");
        check("atomicAdd(&count, 3u)");
    }
}
