//! An operation in the text's own words.

use std::ops::Range;

/// As many characters as a line can show.
const LONGEST: usize = 44;

/// What a step is about, as the text has it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Expression {
    /// On one line, and short.
    pub(super) words: String,
    /// Its first line in the text, in bytes.
    pub(super) span: Range<usize>,
}

impl Expression {
    /// The words at a place. A store is told by what it stores to.
    pub(super) fn of(text: &str, span: Range<usize>, is_store: bool) -> Option<Expression> {
        let span = with_arguments(text, span);
        let whole = text.get(span.clone())?;
        let line = whole.lines().next().unwrap_or("");
        // A construct that goes on over lines is told by its head.
        let head = line.trim_end().trim_end_matches('{').trim_end().trim_end_matches(';');
        if head.trim().is_empty() {
            return None;
        }
        let start = span.start + (head.len() - head.trim_start().len());
        let head = head.trim();
        let words = match is_store.then(|| assignment(head)).flatten() {
            Some((target, operator)) => format!("{target} {operator} …"),
            None if whole.len() > line.len() => format!("{head} …"),
            None => head.to_owned(),
        };
        Some(Expression { words: shorten(&words), span: start..start + head.len() })
    }
}

/// A call whose place is its name alone, with its arguments.
fn with_arguments(text: &str, span: Range<usize>) -> Range<usize> {
    let Some(behind) = text.get(span.end..).filter(|behind| behind.starts_with('(')) else {
        return span;
    };
    let mut depth = 0_u32;
    for (at, byte) in behind.bytes().enumerate() {
        match byte {
            b'(' => depth += 1,
            b')' if depth == 1 => return span.start..span.end + at + 1,
            b')' => depth -= 1,
            _ => {}
        }
    }
    span
}

/// The target of an assignment and its operator.
fn assignment(statement: &str) -> Option<(&str, &str)> {
    let bytes = statement.as_bytes();
    let mut depth = 0_i32;
    for (at, byte) in bytes.iter().enumerate() {
        match byte {
            b'(' | b'[' | b'{' => depth += 1,
            b')' | b']' | b'}' => depth -= 1,
            b'=' if depth == 0 => {
                let before = at.checked_sub(1).map(|before| bytes[before]);
                let is_equality = bytes.get(at + 1) == Some(&b'=') || before == Some(b'=');
                let is_order = matches!(before, Some(b'!' | b'<' | b'>'))
                    // A shift that assigns has its sign twice.
                    && at.checked_sub(2).is_none_or(|two| Some(bytes[two]) != before);
                if is_equality || is_order {
                    continue;
                }
                let operator = bytes[..at].iter().rev();
                let length = operator.take_while(|byte| b"+-*/%&|^<>".contains(byte)).count();
                return Some((statement[..at - length].trim_end(), &statement[at - length..=at]));
            }
            _ => {}
        }
    }
    None
}

/// Words on one line that are not too many.
fn shorten(words: &str) -> String {
    let words = words.split_whitespace().collect::<Vec<_>>().join(" ");
    if words.chars().count() <= LONGEST {
        return words;
    }
    let cut: String = words.chars().take(LONGEST - 2).collect();
    format!("{} …", cut.trim_end())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn operations_are_told_in_the_texts_own_words() {
        let check = |text: &str, is_store: bool, expected: &str| {
            let found = Expression::of(text, 0..text.len(), is_store);
            assert_eq!(found.map(|found| found.words).as_deref(), Some(expected), "{text}");
        };
        check("i < input.len()", false, "i < input.len()");
        check("*tile.add(t) = input[i];", true, "*tile.add(t) = …");
        check("*tile.add(t) += *tile.add(t + stride)", true, "*tile.add(t) += …");
        check("a[i] <<= 1", true, "a[i] <<= …");
        // What is compared is not assigned.
        check("store(a == b, c <= d)", true, "store(a == b, c <= d)");
        check("a[f(x = 1)] = 2", true, "a[f(x = 1)] = …");
        check("a == b", true, "a == b");
        check("if i < n {\n    x\n}", false, "if i < n …");
        check("a  +\n  b", false, "a + …");
        let long = "some_function(with_many, arguments_that, do_not_fit_at_all)";
        check(long, false, "some_function(with_many, arguments_that, d …");
    }

    #[test]
    fn a_call_has_its_arguments() {
        let check = |text: &str, name: &str, expected: &str| {
            let found = Expression::of(text, 0..name.len(), false).expect("is there");
            assert_eq!((found.words.as_str(), &text[found.span]), (expected, expected));
        };
        check("atomicAdd(&bins[f(x)], 1u) + 2", "atomicAdd", "atomicAdd(&bins[f(x)], 1u)");
        check("workgroupBarrier();", "workgroupBarrier", "workgroupBarrier()");
        check("tile[t] (", "tile[t]", "tile[t]");
        check("f(", "f", "f");
    }

    #[test]
    fn only_the_first_line_is_marked() {
        let text = "let a = if b {\n  c\n} else { d };";
        let found = Expression::of(text, 8..text.len() - 1, false).expect("is there");
        assert_eq!(&text[found.span], "if b");
        assert_eq!(Expression::of(text, 900..901, false), None);
        assert_eq!(Expression::of("   ", 0..3, false), None);
    }
}
