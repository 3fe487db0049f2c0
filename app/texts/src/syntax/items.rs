//! The parts that a text is made of: kernels, helpers, constants, comments that
//! stand for themselves.
//!
//! Nothing is understood here beyond what folding needs: where a part begins and
//! ends, what it is called and which names it mentions. That must work while
//! somebody types, so a text whose brackets do not match is cut up by what stands
//! at the start of its lines instead.

use super::{Syntax, TokenKind, lexemes};
use std::ops::RangeInclusive;

/// What a part of a text is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ItemKind {
    /// What can be launched.
    Kernel,
    /// A function, or a block of methods.
    Function,
    /// Constants, types, variables, imports.
    Declaration,
    /// Words for people about nothing that follows at once.
    Comment,
}

/// A part of a text, with the comments and attributes before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Item {
    pub kind: ItemKind,
    /// What it is called; several names for a block of methods.
    pub names: Vec<String>,
    /// Its lines, from 1.
    pub lines: RangeInclusive<u32>,
    /// The line that says what it is, past comments and attributes.
    pub head: u32,
    /// Every name that occurs in it.
    pub mentions: Vec<String>,
}

/// The parts of a text, in order.
pub fn items(text: &str, syntax: Syntax) -> Vec<Item> {
    let words = words(text, syntax);
    let balance = words.iter().map(|word| i64::from(word.depth_change())).sum::<i64>();
    let is_balanced = balance == 0;
    let mut found: Vec<Item> = Vec::new();
    let mut open: Option<Part> = None;
    for word in &words {
        // A comment behind the end of a part, and a semicolon behind its braces,
        // belong to it.
        if open.is_none()
            && let Some(last) = found.last_mut()
            && (word.text == ";" || word.line == *last.lines.end() && word.is_comment())
        {
            last.lines = *last.lines.start()..=word.last_line;
            continue;
        }
        if let Some(part) = &open
            && part.ends_before(word, syntax, is_balanced)
        {
            found.extend(open.take().map(Part::into_item));
        }
        let part = open.get_or_insert_with(|| Part::new(word));
        if part.take(word, syntax) && is_balanced {
            found.extend(open.take().map(Part::into_item));
        }
    }
    found.extend(open.map(Part::into_item));
    found
}

/// A word or sign of the text that is not blank.
struct Word<'a> {
    text: &'a str,
    kind: TokenKind,
    line: u32,
    /// The line it ends on: comments and texts may have several.
    last_line: u32,
    /// Whether nothing stands before it on its line, not even a blank.
    starts_line: bool,
}

impl Word<'_> {
    fn is_comment(&self) -> bool {
        self.kind == TokenKind::Comment
    }

    fn depth_change(&self) -> i8 {
        match (self.kind, self.text) {
            (TokenKind::Plain, "{" | "(" | "[") => 1,
            (TokenKind::Plain, "}" | ")" | "]") => -1,
            _ => 0,
        }
    }
}

fn words(text: &str, syntax: Syntax) -> Vec<Word<'_>> {
    let mut words = Vec::new();
    let (mut start, mut line) = (0, 1);
    for token in lexemes(text, syntax) {
        let word = &text[start..token.end];
        let last_line = line + word.bytes().filter(|&byte| byte == b'\n').count() as u32;
        if !word.trim().is_empty() {
            let starts_line = start == 0 || text.as_bytes()[start - 1] == b'\n';
            words.push(Word { text: word, kind: token.kind, line, last_line, starts_line });
        }
        (start, line) = (token.end, last_line);
    }
    words
}

/// A part that is being read.
struct Part {
    first: u32,
    last: u32,
    depth: i64,
    /// The line of the first word that is neither comment nor attribute.
    head: Option<u32>,
    is_kernel: bool,
    is_function: bool,
    /// Whether the next word is the name of something.
    is_introduced: bool,
    names: Vec<String>,
    mentions: Vec<String>,
}

impl Part {
    fn new(word: &Word<'_>) -> Part {
        Part {
            first: word.line,
            last: word.last_line,
            depth: 0,
            head: None,
            is_kernel: false,
            is_function: false,
            is_introduced: false,
            names: Vec::new(),
            mentions: Vec::new(),
        }
    }

    /// Whether the part ends where this word begins.
    fn ends_before(&self, word: &Word<'_>, syntax: Syntax, is_balanced: bool) -> bool {
        let is_apart = word.line > self.last + 1;
        if self.head.is_none() {
            // A comment with an empty line behind it stands for itself.
            return is_apart;
        }
        if !is_balanced {
            // Whatever starts a line begins anew, but for what closes.
            return word.starts_line && !matches!(word.text, "}" | ")" | "]" | "{") && is_apart
                || word.starts_line && word.is_comment();
        }
        // Directives of PTX end with their line and have no sign for it.
        let is_new_line = word.line > self.last;
        syntax == Syntax::Ptx && self.depth == 0 && (is_apart || word.is_comment() && is_new_line)
    }

    /// Takes a word in; says whether the part ends with it.
    fn take(&mut self, word: &Word<'_>, syntax: Syntax) -> bool {
        self.last = word.last_line;
        if word.is_comment() {
            return false;
        }
        let is_attribute = match syntax {
            Syntax::Rust => word.kind == TokenKind::Attribute && word.text.starts_with('#'),
            Syntax::Wgsl => word.kind == TokenKind::Attribute,
            Syntax::Ptx => false,
        };
        self.is_kernel |= match syntax {
            Syntax::Rust => is_attribute && word.text.contains("kernel"),
            Syntax::Wgsl => self.depth == 0 && word.text == "@compute",
            Syntax::Ptx => word.text == ".entry",
        };
        // The arguments of an attribute are no head.
        let is_argument = syntax == Syntax::Wgsl
            && self.head.is_none()
            && !matches!(word.kind, TokenKind::Keyword);
        if self.head.is_none() && !is_attribute && !is_argument {
            self.head = Some(word.line);
        }
        self.name(word, syntax);
        self.depth += i64::from(word.depth_change());
        let is_closing = self.head.is_some() && self.depth <= 0;
        is_closing && (word.text == ";" || word.text == "}" && word.kind == TokenKind::Plain)
    }

    /// Learns names from a word.
    fn name(&mut self, word: &Word<'_>, syntax: Syntax) {
        let is_name = word.text.starts_with(|c: char| c.is_ascii_alphabetic() || c == '_');
        if self.is_introduced && is_name && word.text != "mut" {
            self.names.push(word.text.to_owned());
            self.is_introduced = false;
        } else {
            let is_function = match syntax {
                Syntax::Rust | Syntax::Wgsl => word.text == "fn",
                Syntax::Ptx => matches!(word.text, ".entry" | ".func"),
            };
            let is_other = self.depth == 0
                && matches!(
                    word.text,
                    "const"
                        | "static"
                        | "struct"
                        | "enum"
                        | "type"
                        | "trait"
                        | "impl"
                        | "mod"
                        | "override"
                        | "alias"
                );
            self.is_function |= is_function || matches!(word.text, "impl" | "trait" | "mod");
            self.is_introduced = is_function || is_other;
        }
        if is_name && !self.mentions.iter().any(|known| known == word.text) {
            self.mentions.push(word.text.to_owned());
        }
    }

    fn into_item(self) -> Item {
        let kind = match self.head {
            None => ItemKind::Comment,
            Some(_) if self.is_kernel => ItemKind::Kernel,
            Some(_) if self.is_function => ItemKind::Function,
            Some(_) => ItemKind::Declaration,
        };
        Item {
            kind,
            names: self.names,
            lines: self.first..=self.last,
            head: self.head.unwrap_or(self.first),
            mentions: self.mentions,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use ItemKind::{Comment, Declaration, Function, Kernel};

    fn check(syntax: Syntax, text: &str, expected: &[(ItemKind, &str, RangeInclusive<u32>, u32)]) {
        let found = items(text, syntax);
        let told: Vec<_> = found
            .iter()
            .map(|item| (item.kind, item.names.join(" "), item.lines.clone(), item.head))
            .collect();
        let expected: Vec<_> = expected
            .iter()
            .map(|(kind, name, lines, head)| (*kind, (*name).to_owned(), lines.clone(), *head))
            .collect();
        assert_eq!(told, expected);
    }

    #[test]
    fn rust() {
        let text = "\
//! About the file.
//! And more { of it.

use a::{b, c};
/// A size.
pub const N: usize = 4; // of all
static S: P = P { x: 1 };

/// Adds.
fn helper(a: [f32; N]) -> f32 {
    let s = \"}\"; a[0]
}

/// Runs.
#[kernel]
pub unsafe fn run(x: *mut f32) {
    *x = helper([0.0; N]);
}
impl P { fn one(&self) {} fn two(&self) {} }
";
        check(
            Syntax::Rust,
            text,
            &[
                (Comment, "", 1..=2, 1),
                (Declaration, "", 4..=4, 4),
                (Declaration, "N", 5..=6, 6),
                (Declaration, "S", 7..=7, 7),
                (Function, "helper", 9..=12, 10),
                (Kernel, "run", 14..=18, 16),
                (Function, "P one two", 19..=19, 19),
            ],
        );
        let run = &items(text, Syntax::Rust)[5];
        assert!(run.mentions.iter().any(|name| name == "helper"));
        assert!(!run.mentions.iter().any(|name| name == "Runs"));
    }

    #[test]
    fn wgsl() {
        let text = "\
// About.

const N = 4u;
struct P {
    n: u32,
}
@group(0) @binding(2) var<uniform> params: P;
// Runs.
@compute @workgroup_size(N, 1)
fn run(
    @builtin(workgroup_id) block: vec3<u32>,
) {
    let t = block.x;
}
";
        check(
            Syntax::Wgsl,
            text,
            &[
                (Comment, "", 1..=1, 1),
                (Declaration, "N", 3..=3, 3),
                (Declaration, "P", 4..=6, 4),
                (Declaration, "", 7..=7, 7),
                (Kernel, "run", 8..=14, 10),
            ],
        );
    }

    #[test]
    fn ptx() {
        let text = "\
// Compiled.
//
.version 6.3
.target sm_75

.shared .align 4 .b8 tile[1024];

\t// .globl\trun
.visible .entry run(
\t.param .u64 run_param_0
)                                       // @run
{
\tret;

}                                       // -- End function
";
        check(
            Syntax::Ptx,
            text,
            &[(Declaration, "", 1..=4, 3), (Declaration, "", 6..=6, 6), (Kernel, "run", 8..=15, 9)],
        );
    }

    #[test]
    fn brackets_that_do_not_match_hurt_only_where_they_are() {
        let text = "\
fn a() {
    if x {
}

/// Runs.
#[kernel]
fn run() {
    y();
}

fn b() {}
";
        let found = items(text, Syntax::Rust);
        let names: Vec<_> = found.iter().map(|item| item.names.join(" ")).collect();
        assert_eq!(names, ["a", "run", "b"]);
        assert_eq!(found[1].lines, 5..=9);
        assert!(items("", Syntax::Rust).is_empty());
    }
}
