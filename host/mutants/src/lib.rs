//! Wrong kernels, made mechanically of right ones: what a lab's checks have to catch.
//!
//! A mutant is one small change of the text, found by its tokens, which Rust and WGSL
//! have in common. Many are no programs or compute the same; who asks for them finds
//! that out.

mod calls;
mod expressions;
mod names;
mod statements;
mod tokens;

use std::collections::BTreeSet;
use std::ops::Range;
use tokens::{Flat, tokens};

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

/// All mutants of a text; none where it has no tokens.
pub fn mutants(text: &str) -> Vec<Mutant> {
    let Some(tokens) = tokens(text) else { return Vec::new() };
    let mut maker = Maker { text, tokens, made: Vec::new() };
    maker.operators();
    maker.literals();
    maker.bounds();
    maker.terms();
    maker.negations();
    maker.axes();
    maker.indices();
    maker.transposed();
    maker.barriers();
    maker.guards();
    maker.statements();
    maker.atomics();
    maker.functions();
    maker.arguments_swapped();
    maker.names();
    let mut seen = BTreeSet::new();
    maker.made.retain(|mutant| mutant.text != text && seen.insert(mutant.text.clone()));
    maker.made
}

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

    fn bytes(&self, tokens: &Range<usize>) -> Range<usize> {
        self.tokens[tokens.start].range.start..self.tokens[tokens.end - 1].range.end
    }

    /// The text of a token; nothing outside of the row.
    fn word(&self, at: usize) -> &str {
        self.tokens.get(at).map_or("", |token| token.text.as_str())
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

    /// The arguments between two tokens.
    fn arguments(&self, inside: Range<usize>) -> Vec<String> {
        let ranges = self.argument_ranges(inside).into_iter();
        ranges.map(|range| self.text[self.bytes(&range)].to_owned()).collect()
    }

    /// The places of arguments between two tokens, at commas that no bracket holds.
    fn argument_ranges(&self, inside: Range<usize>) -> Vec<Range<usize>> {
        let mut found = Vec::new();
        let mut first = inside.start;
        let mut at = inside.start;
        while at < inside.end {
            if self.tokens[at].text == "," {
                if first < at {
                    found.push(first..at);
                }
                first = at + 1;
            } else if let Some(close) = self.tokens[at].partner {
                at = close.max(at);
            }
            at += 1;
        }
        if first < inside.end {
            found.push(first..inside.end);
        }
        found
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
