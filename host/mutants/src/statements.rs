//! Changes of statements: barriers, guards, what is left out, doubled or exchanged.

use super::Maker;
use std::ops::Range;

impl Maker<'_> {
    fn is_barrier(&self, statement: &Range<usize>) -> bool {
        self.tokens[statement.clone()].iter().any(|token| {
            matches!(token.text.as_str(), "sync_threads" | "workgroupBarrier" | "sync_warp")
        })
    }

    pub(super) fn barriers(&mut self) {
        let statements = self.simple_statements();
        for (at, statement) in statements.iter().enumerate() {
            if !self.is_barrier(statement) {
                continue;
            }
            let range = self.bytes(statement);
            let barrier = self.text[range.clone()].to_owned();
            self.push("a barrier dropped", range.clone(), "");
            self.push("a barrier doubled", range.clone(), &format!("{barrier} {barrier}"));
            // Only some threads come to it.
            for condition in ["thread::thread_idx_x() == 0", "thread.x == 0u"] {
                let some = format!("if {condition} {{ {barrier} }}");
                self.push("a barrier in a branch", range.clone(), &some);
            }
            for other in [at.checked_sub(1), Some(at + 1)].into_iter().flatten() {
                let Some(other) = statements.get(other).map(|other| self.bytes(other)) else {
                    continue;
                };
                let (first, second) = match other.start < range.start {
                    true => (other, range.clone()),
                    false => (range.clone(), other),
                };
                let between = self.text[first.end..second.start].to_owned();
                // Past the statement beside it, and past the brackets in between.
                let moved =
                    format!("{}{between}{}", &self.text[second.clone()], &self.text[first.clone()]);
                if is_blank(&between) {
                    self.push("a barrier moved", first.start..second.end, &moved);
                } else if first == range {
                    let moved = format!("{between}{barrier} {}", &self.text[second.clone()]);
                    self.push("a barrier moved", first.start..second.end, &moved);
                } else {
                    let moved = format!("{} {barrier}{between}", &self.text[first.clone()]);
                    self.push("a barrier moved", first.start..second.end, &moved);
                }
            }
        }
    }

    /// Conditions that are always met, never, or the other way round.
    pub(super) fn guards(&mut self) {
        for at in 0..self.tokens.len() {
            let is_loop = self.word(at) == "while";
            if !(self.word(at) == "if" || is_loop) || self.word(at + 1) == "let" {
                continue;
            }
            let body = (at + 1..self.tokens.len()).find(|&next| self.tokens[next].text == "{");
            let Some(body) = body.filter(|body| *body > at + 1) else { continue };
            let range = self.bytes(&(at + 1..body));
            let condition = self.text[range.clone()].to_owned();
            if is_loop {
                self.push("a loop that never runs", range, "false");
                continue;
            }
            self.push("a guard removed", range.clone(), "true");
            self.push("a guard that never opens", range.clone(), "false");
            self.push("a guard turned round", range, &format!("!({condition})"));
        }
        // The branch for the others, without its `else`.
        for at in 1..self.tokens.len().saturating_sub(1) {
            let close = self.tokens[at + 1].partner.filter(|_| self.word(at + 1) == "{");
            if self.word(at) == "else" && close.is_some() {
                let range = self.tokens[at].range.clone();
                self.push("an else removed", range, "");
            }
        }
    }

    pub(super) fn statements(&mut self) {
        let statements = self.simple_statements();
        for (at, statement) in statements.iter().enumerate() {
            let first = self.word(statement.start).to_owned();
            let first = first.as_str();
            let is_binding = matches!(first, "let" | "var");
            if matches!(first, "use" | "const" | "@" | "#" | "struct" | "enable") {
                continue;
            }
            let range = self.bytes(statement);
            let own = self.text[range.clone()].to_owned();
            if !is_binding && !self.is_barrier(statement) {
                self.push("a statement dropped", range.clone(), "");
                if first != "return" {
                    self.push("a statement doubled", range.clone(), &format!("{own} {own}"));
                }
            }
            let Some(next) = statements.get(at + 1).cloned() else { continue };
            let next = self.bytes(&next);
            let between = self.text[range.end..next.start].to_owned();
            if is_blank(&between) {
                let swapped = format!("{}{between}{own}", &self.text[next.clone()]);
                self.push("statements exchanged", range.start..next.end, &swapped);
            }
        }
    }
}

/// Whether there is nothing but white space and comments.
fn is_blank(text: &str) -> bool {
    text.lines().all(|line| line.trim().is_empty() || line.trim().starts_with("//"))
}
