//! Calls of the source. All functions are inlined, so nothing of them is left in
//! the code but what is written down here.

use naga::Span;

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
    /// In the order in which they end.
    calls: Vec<CallSite>,
}

/// A call of a function, inlined.
#[derive(Clone, Debug, PartialEq)]
pub struct CallSite {
    /// The function that is called.
    pub function: String,
    /// The call in the source.
    pub span: Span,
    /// The first of its instructions.
    first: u32,
    /// The instruction behind its last.
    end: u32,
}

impl CallTree {
    /// The instructions from `first` up to `end` are those of a call. A call within it
    /// has been added before.
    pub fn add(&mut self, function: String, span: Span, first: usize, end: usize) {
        self.calls.push(CallSite { function, span, first: first as u32, end: end as u32 });
    }

    /// The calls that lead from the kernel to an instruction, the kernel's own first.
    pub fn to(&self, op: u32) -> Vec<&CallSite> {
        self.calls.iter().rev().filter(|call| (call.first..call.end).contains(&op)).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn calls_are_those_around_an_instruction() {
        let mut tree = CallTree::default();
        // outer: 2..9, in it inner: 3..5 and again: 5..7; then last: 9..10.
        tree.add("inner".to_owned(), Span::new(1, 2), 3, 5);
        tree.add("again".to_owned(), Span::new(2, 3), 5, 7);
        tree.add("outer".to_owned(), Span::new(3, 4), 2, 9);
        tree.add("last".to_owned(), Span::new(4, 5), 9, 10);
        let check = |op: u32, expected: &[&str]| {
            let names: Vec<&str> = tree.to(op).iter().map(|call| &*call.function).collect();
            assert_eq!(names, expected, "{op}");
        };
        check(0, &[]);
        check(2, &["outer"]);
        check(3, &["outer", "inner"]);
        check(5, &["outer", "again"]);
        check(7, &["outer"]);
        check(9, &["last"]);
        check(10, &[]);
    }
}
