//! Templates: text with values, repetitions and conditions, as `macro_rules!` has them.
//!
//! A line of its own is one of
//!
//! ```text
//! $for Operator method in Add add; Sub sub   what follows for each item, with its words
//! $if $Scalar in f32 f64                     what follows where the word is one of these
//! $if $Scalar not in u8 usize                what follows where it is none of these
//! $else
//! $end
//! ```
//!
//! and may be indented. The last name of a `$for` takes the rest of its item. Within
//! a line, `$name` or `${name}` is a value, and
//!
//! ```text
//! $(self.$c.abs()),*       one for each component, with a comma between them
//! $rest(.min(self.$c))*    one for each but the first, with nothing between them
//! ```
//!
//! have `$c`, `$C` and `$i` for the component, in upper case, and for its number. A
//! repetition within a repetition has `$d`, `$j`, and `$k`, which counts through both.

use std::collections::BTreeMap;

use anyhow::{Context, Result, ensure};

/// What the names of a template stand for.
pub(super) type Values = BTreeMap<String, String>;

/// The value that repetitions go through: names with semicolons between them.
const COMPONENTS: &str = "components";

/// Fills a template in.
pub(super) fn expand(template: &str, values: &Values) -> Result<String> {
    let mut lines = template.lines().enumerate().map(|(at, line)| Line { number: at + 1, line });
    let (blocks, end) = parse(&mut lines)?;
    ensure!(end.is_none(), "an `$end` or `$else` without its beginning");
    let mut text = String::new();
    render(&blocks, values, &mut text)?;
    Ok(text)
}

#[derive(Clone, Copy)]
struct Line<'a> {
    number: usize,
    line: &'a str,
}

enum Block<'a> {
    Line(Line<'a>),
    For { head: Line<'a>, body: Vec<Block<'a>> },
    If { head: Line<'a>, body: Vec<Block<'a>>, otherwise: Vec<Block<'a>> },
}

/// The blocks up to the line that ends them, and that line.
fn parse<'a>(
    lines: &mut impl Iterator<Item = Line<'a>>,
) -> Result<(Vec<Block<'a>>, Option<&'a str>)> {
    let mut blocks = Vec::new();
    while let Some(line) = lines.next() {
        let text = line.line.trim();
        let whole = || format!("line {}: `{text}` has no `$end`", line.number);
        if text == "$end" || text == "$else" {
            return Ok((blocks, Some(text)));
        }
        if text.starts_with("$for ") {
            let (body, end) = parse(lines)?;
            ensure!(end == Some("$end"), whole());
            blocks.push(Block::For { head: line, body });
        } else if text.starts_with("$if ") {
            let (body, mut end) = parse(lines)?;
            let mut otherwise = Vec::new();
            if end == Some("$else") {
                (otherwise, end) = parse(lines)?;
            }
            ensure!(end == Some("$end"), whole());
            blocks.push(Block::If { head: line, body, otherwise });
        } else {
            blocks.push(Block::Line(line));
        }
    }
    Ok((blocks, None))
}

fn render(blocks: &[Block], values: &Values, text: &mut String) -> Result<()> {
    for block in blocks {
        match block {
            Block::Line(line) => {
                text.push_str(&fill_line(*line, line.line, values)?);
                text.push('\n');
            }
            Block::For { head, body } => {
                let (names, items) = head_of(*head, "$for ")?;
                let names: Vec<&str> = names.split_whitespace().collect();
                for item in fill_line(*head, items, values)?.split(';').map(str::trim) {
                    let words: Vec<&str> = item.splitn(names.len(), ' ').collect();
                    ensure!(
                        words.len() == names.len(),
                        "line {}: `{item}` has no word for each of `{}`",
                        head.number,
                        names.join(" ")
                    );
                    let mut values = values.clone();
                    for (name, word) in names.iter().zip(words) {
                        values.insert((*name).to_owned(), word.to_owned());
                    }
                    render(body, &values, text)?;
                }
            }
            Block::If { head, body, otherwise } => {
                let (left, right) = head_of(*head, "$if ")?;
                let (left, is_asked) =
                    left.strip_suffix(" not").map_or((left, true), |left| (left, false));
                let left = fill_line(*head, left, values)?;
                let right = fill_line(*head, right, values)?;
                let is_there = right.split_whitespace().any(|word| word == left);
                render(if is_there == is_asked { body } else { otherwise }, values, text)?;
            }
        }
    }
    Ok(())
}

/// What stands on both sides of the ` in ` of a line.
fn head_of<'a>(line: Line<'a>, start: &str) -> Result<(&'a str, &'a str)> {
    let head = line.line.trim().strip_prefix(start).and_then(|rest| rest.split_once(" in "));
    head.with_context(|| format!("line {}: `{}` has no ` in `", line.number, line.line.trim()))
}

fn fill_line(line: Line, text: &str, values: &Values) -> Result<String> {
    fill(text, values).with_context(|| format!("line {}: `{}`", line.number, line.line.trim()))
}

/// Fills values and repetitions into a piece of a line.
fn fill(text: &str, values: &Values) -> Result<String> {
    let mut filled = String::new();
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('$') {
        filled.push_str(before);
        if let Some(repeated) = after.strip_prefix('(') {
            rest = repeat(repeated, 0, values, &mut filled)?;
        } else if let Some(repeated) = after.strip_prefix("rest(") {
            rest = repeat(repeated, 1, values, &mut filled)?;
        } else {
            let (name, after) = match after.strip_prefix('{') {
                Some(braced) => braced.split_once('}').context("a `${` without its `}`")?,
                None => after.split_at(word_length(after)),
            };
            let value = values.get(name).with_context(|| format!("nobody knows `${name}`"))?;
            filled.push_str(value);
            rest = after;
        }
    }
    filled.push_str(rest);
    Ok(filled)
}

/// Fills a repetition in, which stands up to a parenthesis, a separator and `*`.
/// The answer is what comes behind.
fn repeat<'a>(
    text: &'a str,
    skipped: usize,
    values: &Values,
    filled: &mut String,
) -> Result<&'a str> {
    let end = closing(text).context("a `$(` without its `)`")?;
    let (body, after) = (&text[..end], &text[end + 1..]);
    // `)**` multiplies.
    let star = if after.starts_with("**") { Some(1) } else { after.find('*') };
    let star = star.context("a `$(…)` without its `*`")?;
    let separator = &after[..star];
    let components = values.get(COMPONENTS).context("there are no components")?;
    let components: Vec<&str> = components.split(';').map(str::trim).collect();
    let outer = values.get("i").map(|number| number.parse::<usize>()).transpose()?;
    for (number, component) in components.iter().enumerate().skip(skipped) {
        if number > skipped {
            filled.push_str(separator);
            filled.push(' ');
        }
        let mut values = values.clone();
        let mut set = |name: &str, value: String| values.insert(name.to_owned(), value);
        if let Some(outer) = outer {
            set("d", (*component).to_owned());
            set("j", number.to_string());
            set("k", (outer * components.len() + number).to_string());
        } else {
            set("c", (*component).to_owned());
            set("C", component.to_uppercase());
            set("i", number.to_string());
        }
        filled.push_str(&fill(body, &values)?);
    }
    Ok(&after[star + 1..])
}

/// Where the parenthesis stands that closes the one before the text.
fn closing(text: &str) -> Option<usize> {
    let mut depth = 1_usize;
    text.char_indices().find_map(|(at, letter)| {
        match letter {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        (depth == 0).then_some(at)
    })
}

fn word_length(text: &str) -> usize {
    let is_part = |letter: char| letter.is_ascii_alphanumeric() || letter == '_';
    text.find(|letter| !is_part(letter)).unwrap_or(text.len())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn values() -> Values {
        let values = [("components", "x; y"), ("Scalar", "u8"), ("n", "2")];
        values.map(|(name, value)| (name.to_owned(), value.to_owned())).into()
    }

    #[test]
    fn templates_are_filled_in() {
        let table = [
            ("a $Scalar b${n}c", "a u8 b2c\n"),
            ("f($($c: $Scalar),*)", "f(x: u8, y: u8)\n"),
            ("$(self.$c)+* $(a.$c)** $($c;)* $($C)||*", "self.x+ self.y a.x* a.y x; y; X|| Y\n"),
            ("x$rest(.min($c, $i))*", "x.min(y, 1)\n"),
            ("[$([$($c$d$k),*]),*]", "[[xx0, xy1], [yx2, yy3]]\n"),
            ("$for a b in 1 2 3; 4 5\n$a-$b\n$end", "1-2 3\n4-5\n"),
            ("$for a in $components\n  $for b in 1; 2\n$a$b\n  $end\n$end", "x1\nx2\ny1\ny2\n"),
            ("$if $Scalar in u8 f32\na\n$end\nb", "a\nb\n"),
            ("$if $Scalar in f32\na\n$else\nb\n$end", "b\n"),
            ("$if $Scalar not in u8\na\n$end", ""),
        ];
        for (template, expected) in table {
            assert_eq!(expand(template, &values()).unwrap(), expected, "{template}");
        }
    }

    #[test]
    fn what_is_wrong_is_said_with_its_line() {
        let table = [
            ("a\n$Scalars", "line 2: `$Scalars`: nobody knows `$Scalars`"),
            ("$(a", "line 1: `$(a`: a `$(` without its `)`"),
            ("$(a),", "line 1: `$(a),`: a `$(…)` without its `*`"),
            ("$if $n in 2\na", "line 1: `$if $n in 2` has no `$end`"),
            ("$for a b in 1\n$end", "line 1: `1` has no word for each of `a b`"),
            ("$for a\n$end", "line 1: `$for a` has no ` in `"),
            ("a\n$end", "an `$end` or `$else` without its beginning"),
        ];
        for (template, expected) in table {
            let error = expand(template, &values()).unwrap_err();
            assert_eq!(format!("{error:#}"), expected, "{template}");
        }
    }
}
