//! Calls of the source. All functions are inlined, so nothing of them is left in
//! the code but what is written down here.

use naga::Span;
use std::ops::Range;

/// A call of the source in which the lanes of a warp exchange values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WarpCall {
    /// What the source calls it.
    pub name: String,
    /// Its first instruction: there is one for each word that is exchanged.
    pub first: u32,
    /// The first instruction of the call in the text, which may take several of these.
    pub call: u32,
}

/// Which calls lead to which instructions.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct CallTree {
    /// The kernel, from which all of them start.
    pub kernel: String,
    /// In the order in which they end.
    calls: Vec<CallSite>,
}

/// A call of a function, inlined.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    /// The function that is called.
    pub function: CalleeName,
    /// The call in the source.
    pub span: Span,
    instructions: Range<usize>,
}

/// What a function is called.
#[derive(Clone, Debug, PartialEq)]
pub enum CalleeName {
    Known(String),
    /// As the source says at this place.
    At(Span),
}

impl CalleeName {
    /// The name in a source. A closure that is called where it is written has none.
    pub fn of<'a>(&'a self, text: &'a str) -> Option<&'a str> {
        let name = match self {
            CalleeName::Known(name) => name,
            CalleeName::At(span) => text.get(span.to_range()?)?,
        };
        let is_name = |name: &str| name.chars().all(|c| c.is_alphanumeric() || c == '_');
        Some(name).filter(|name| !name.is_empty() && is_name(name))
    }
}

impl CallTree {
    /// These instructions are those of a call. A call within it has been added before.
    pub fn add(&mut self, function: CalleeName, span: Span, instructions: Range<usize>) {
        self.calls.push(CallSite { function, span, instructions });
    }

    /// The calls that lead from the kernel to an instruction, the kernel's own first.
    pub fn to(&self, op: u32) -> Vec<&CallSite> {
        self.calls.iter().rev().filter(|call| call.instructions.contains(&(op as usize))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_those_around_an_instruction() {
        let mut tree = CallTree::default();
        let text = "again(), |x| x";
        // outer: 2..9, in it inner: 3..5 and again: 5..7; then a closure: 9..10.
        let known = |name: &str| CalleeName::Known(name.to_owned());
        tree.add(known("inner"), Span::new(1, 2), 3..5);
        tree.add(CalleeName::At(Span::new(0, 5)), Span::new(2, 3), 5..7);
        tree.add(known("outer"), Span::new(3, 4), 2..9);
        tree.add(CalleeName::At(Span::new(9, 14)), Span::new(4, 5), 9..10);
        let check = |op: u32, expected: &[Option<&str>]| {
            let names: Vec<_> = tree.to(op).iter().map(|call| call.function.of(text)).collect();
            assert_eq!(names, expected, "{op}");
        };
        check(0, &[]);
        check(2, &[Some("outer")]);
        check(3, &[Some("outer"), Some("inner")]);
        check(5, &[Some("outer"), Some("again")]);
        check(7, &[Some("outer")]);
        check(9, &[None]);
        check(10, &[]);
    }
}
