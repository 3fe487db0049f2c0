//! Changes inside of expressions: operators, constants, indices, terms.

use super::Maker;
use super::tokens::Flat;

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

impl Maker<'_> {
    /// Whether a sign stands between two values: those of types and of references have
    /// no space on both sides.
    fn is_spaced(&self, token: &Flat) -> bool {
        self.text[..token.range.start].ends_with(char::is_whitespace)
            && self.text[token.range.end..].starts_with(char::is_whitespace)
    }

    pub(super) fn operators(&mut self) {
        for at in 1..self.tokens.len().saturating_sub(1) {
            let token = self.tokens[at].clone();
            let Some((_, others)) = OPERATORS.iter().find(|(sign, _)| *sign == token.text) else {
                continue;
            };
            if !self.is_spaced(&token) && token.text != ".." {
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

    pub(super) fn literals(&mut self) {
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
            let changed =
                [Some(value + 1), value.checked_sub(1), value.checked_mul(2), Some(value / 2)];
            for new in changed.into_iter().flatten().filter(|new| *new != value) {
                self.push("a constant changed", token.range.clone(), &format!("{new}{rest}"));
            }
        }
    }

    /// Loops that begin one later or end one earlier.
    pub(super) fn bounds(&mut self) {
        for at in 1..self.tokens.len().saturating_sub(1) {
            if self.word(at) != ".." {
                continue;
            }
            let (first, last) = (self.operand_before(at), self.operand_after(at));
            let (Some(first), Some(last)) = (first, last) else { continue };
            let first = self.bytes(&(first..at));
            let last = self.bytes(&(at + 1..last));
            let begin = format!("{} + 1", &self.text[first.clone()]);
            let end = format!("({}) - 1", &self.text[last.clone()]);
            self.push("a loop that begins later", first, &begin);
            self.push("a loop that ends earlier", last, &end);
        }
    }

    /// One side of a sum, a product or an `&&` left out.
    pub(super) fn terms(&mut self) {
        for at in 1..self.tokens.len().saturating_sub(1) {
            let token = self.tokens[at].clone();
            let is_term = matches!(token.text.as_str(), "+" | "-" | "*" | "/" | "%" | "&&" | "||");
            if !is_term || !self.is_spaced(&token) {
                continue;
            }
            let tight = matches!(token.text.as_str(), "*" | "/" | "%");
            let both = token.text == "&&" || token.text == "||";
            let (first, last) = match both {
                true => (self.clause_before(at), self.clause_after(at)),
                false => (self.operand_before(at), self.operand_after(at)),
            };
            let kind = if both { "a clause left out" } else { "a term left out" };
            if let Some(last) = last {
                let range = token.range.start..self.tokens[last - 1].range.end;
                self.push(kind, range, "");
            }
            if let Some(first) = first.filter(|_| tight || both || token.text == "+") {
                let range = self.tokens[first].range.start..token.range.end;
                self.push(kind, range, "");
            }
        }
    }

    /// Where the operand begins that ends before a sign: a name with what it is
    /// called and indexed with, a number, a bracket.
    pub(super) fn operand_before(&self, sign: usize) -> Option<usize> {
        let mut at = sign.checked_sub(1)?;
        loop {
            if let Some(open) = self.tokens[at].partner {
                if open > at {
                    return None;
                }
                at = open;
                let before = at.checked_sub(1)?;
                let is_called = self.tokens[before].is_word() && !is_keyword(self.word(before));
                if !is_called {
                    return Some(at);
                }
                at = before;
            }
            match at.checked_sub(1).map(|before| self.word(before)) {
                Some("." | "::") => at = at.checked_sub(2)?,
                Some("as") => at = at.checked_sub(2)?,
                Some("*") if !self.is_spaced(&self.tokens[at - 1]) || !self.ends_value(at - 1) => {
                    at -= 1;
                    return Some(at);
                }
                _ => return Some(at),
            }
        }
    }

    /// Whether a value ends before a sign, which makes the sign one between two.
    fn ends_value(&self, sign: usize) -> bool {
        let Some(before) = sign.checked_sub(1) else { return false };
        let token = &self.tokens[before];
        (token.is_word() && !is_keyword(&token.text))
            || token.text.starts_with(|c: char| c.is_ascii_digit())
            || matches!(token.text.as_str(), ")" | "]")
    }

    /// Behind the operand that begins after a sign.
    pub(super) fn operand_after(&self, sign: usize) -> Option<usize> {
        let mut at = sign + 1;
        while matches!(self.word(at), "*" | "-" | "!" | "&") {
            at += 1;
        }
        let first = self.tokens.get(at)?;
        match first.partner {
            Some(close) if close > at => at = close + 1,
            Some(_) => return None,
            None => at += 1,
        }
        loop {
            match self.word(at) {
                "." | "::" | "as" => at += 2,
                "(" | "[" => at = self.tokens[at].partner? + 1,
                _ => return Some(at),
            }
        }
    }

    fn clause_before(&self, sign: usize) -> Option<usize> {
        let mut at = sign.checked_sub(1)?;
        loop {
            if let Some(open) = self.tokens[at].partner {
                if open > at {
                    return Some(at + 1);
                }
                at = open;
            } else if matches!(
                self.word(at),
                "&&" | "||" | "=" | ";" | "," | "if" | "while" | "return"
            ) {
                return Some(at + 1);
            }
            at = at.checked_sub(1)?;
        }
    }

    fn clause_after(&self, sign: usize) -> Option<usize> {
        let mut at = sign + 1;
        while at < self.tokens.len() {
            match (self.word(at), self.tokens[at].partner) {
                ("&&" | "||" | ";" | "," | "{", _) => return Some(at),
                (_, Some(close)) if close < at => return Some(at),
                (_, Some(close)) => at = close + 1,
                _ => at += 1,
            }
        }
        None
    }

    /// A minus that is left out.
    pub(super) fn negations(&mut self) {
        for at in 1..self.tokens.len() {
            let token = self.tokens[at].clone();
            if matches!(token.text.as_str(), "-" | "!") && !self.ends_value(at) {
                self.push("a sign left out", token.range, "");
            }
        }
    }

    /// x for y, and y for x.
    pub(super) fn axes(&mut self) {
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
            let other = match token.text.as_str() {
                name if name.starts_with("block_idx_") => Some(name.replace("block", "thread")),
                name if name.starts_with("thread_idx_") => Some(name.replace("thread", "block")),
                _ => None,
            };
            if let Some(other) = other {
                self.push("thread and block swapped", token.range.clone(), &other);
            }
            if let Some(swapped) = swapped {
                self.push("x and y swapped", token.range, &swapped);
            }
        }
    }

    pub(super) fn indices(&mut self) {
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
    pub(super) fn transposed(&mut self) {
        for at in 0..self.tokens.len().saturating_sub(4) {
            let [a, times, width, plus, b] = &self.tokens[at..at + 5] else { continue };
            if times.text == "*"
                && plus.text == "+"
                && a.is_word()
                && b.is_word()
                && width.is_word()
            {
                let new = format!("{} * {} + {}", b.text, width.text, a.text);
                let range = a.range.start..b.range.end;
                self.push("an index transposed", range, &new);
            }
        }
    }
}

pub(super) fn is_keyword(word: &str) -> bool {
    matches!(
        word,
        "if" | "else"
            | "in"
            | "return"
            | "while"
            | "for"
            | "let"
            | "mut"
            | "var"
            | "const"
            | "fn"
            | "as"
            | "pub"
            | "unsafe"
            | "use"
            | "struct"
            | "loop"
            | "break"
            | "continue"
            | "match"
    )
}
