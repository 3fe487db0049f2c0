//! Another name where one stands: the row for the column, `a` for `b`, one constant
//! for another.

use super::Maker;
use super::expressions::is_keyword;
use std::collections::BTreeSet;

/// So many other names are tried in each place.
const OTHERS: usize = 4;

impl Maker<'_> {
    pub(super) fn names(&mut self) {
        let declared = self.declared();
        for at in 1..self.tokens.len() {
            let token = self.tokens[at].clone();
            if !declared.contains(&token.text) || self.declares(at) {
                continue;
            }
            let is_member = matches!(self.word(at - 1), "." | "::");
            let is_named = self.word(at + 1) == ":" || self.word(at + 1) == "(";
            if is_member || is_named {
                continue;
            }
            // Constants are mistaken for constants, variables for variables; those
            // that are most alike come first.
            let is_constant = |name: &str| name.chars().all(|c| !c.is_lowercase());
            let mut others: Vec<&String> = declared
                .iter()
                .filter(|other| **other != token.text)
                .filter(|other| is_constant(other) == is_constant(&token.text))
                .collect();
            others.sort_by_key(|other| distance(other, &token.text));
            for other in others.into_iter().take(OTHERS) {
                self.push("another name", token.range.clone(), other);
            }
        }
    }

    /// What the text gives names to.
    fn declared(&self) -> BTreeSet<String> {
        let at = (0..self.tokens.len()).filter(|&at| self.declares(at));
        at.map(|at| self.tokens[at].text.clone()).collect()
    }

    /// Whether a name is declared here: after `let`, `var`, `const`, in a pattern, or
    /// before its type.
    fn declares(&self, at: usize) -> bool {
        let token = &self.tokens[at];
        if !token.is_word() || is_keyword(&token.text) || at == 0 {
            return false;
        }
        let before = self.word(at - 1);
        let is_bound = matches!(before, "let" | "mut" | "var" | "const" | "for" | ">")
            && matches!(self.word(at + 1), "=" | ":" | "in");
        let is_parameter = self.word(at + 1) == ":" && matches!(before, "(" | "," | ")");
        is_bound || is_parameter
    }
}

/// How much two names differ: letters that are not the same, from the front.
fn distance(one: &str, other: &str) -> usize {
    let same = one.chars().zip(other.chars()).take_while(|(a, b)| a == b).count();
    one.len().max(other.len()) + one.len().abs_diff(other.len()) - same
}
