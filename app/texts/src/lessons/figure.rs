//! Figures in texts that the simulator knows: `{525 = counters.bank_conflicts}`.
//!
//! Before the sign stands what the run comes to at the lesson's size on the H200,
//! behind it where that is in the report: a way through its names, with another
//! kernel's name and a colon before it where the figure is of that one, and with a
//! second way where it is a quotient. A way of a line begins with words of that
//! line: `line "if t <" divergent_branches`. A test holds what is written to what
//! is counted; what is shown follows the model.

use serde_json::Value;
use warpbench_compare::number;

/// A figure of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Figure<'a> {
    /// As it is written in the text.
    pub written: &'a str,
    /// The kernel that it is about; that of the text where it is not said.
    pub variant: Option<&'a str>,
    way: Way<'a>,
    /// What it is divided by.
    by: Option<Way<'a>>,
}

/// Where a number stands in a report.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Way<'a> {
    /// Words of the line whose counters are meant.
    line: Option<&'a str>,
    names: Vec<&'a str>,
}

/// A piece of a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece<'a> {
    Words(&'a str),
    Figure(Figure<'a>),
}

/// The pieces of a text. What is not a figure stays as it is.
pub fn pieces(text: &str) -> Vec<Piece<'_>> {
    let mut found = Vec::new();
    let mut rest = text;
    while let Some(start) = rest.find('{') {
        let Some(length) = rest[start..].find('}') else { break };
        let (words, after) = (&rest[..start], &rest[start + length + 1..]);
        match parse(&rest[start + 1..start + length]) {
            Some(figure) => found.extend([Piece::Words(words), Piece::Figure(figure)]),
            None => found.push(Piece::Words(&rest[..=start + length])),
        }
        rest = after;
    }
    found.push(Piece::Words(rest));
    found
}

fn parse(text: &str) -> Option<Figure<'_>> {
    let (written, from) = text.split_once(" = ")?;
    let (variant, from) = match from.split_once(": ") {
        Some((variant, from)) => (Some(variant.trim()), from),
        None => (None, from),
    };
    let (way, by) = match from.rsplit_once(" / ") {
        Some((way, by)) => (way, Some(parse_way(by)?)),
        None => (from, None),
    };
    Some(Figure { written: written.trim(), variant, way: parse_way(way)?, by })
}

fn parse_way(text: &str) -> Option<Way<'_>> {
    let text = text.trim();
    let (line, names) = match text.strip_prefix("line \"") {
        Some(rest) => {
            let (words, names) = rest.rsplit_once("\" ")?;
            (Some(words), names)
        }
        None => (None, text),
    };
    let is_name = |name: &&str| {
        !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'_')
    };
    let names: Vec<&str> = names.split('.').collect();
    names.iter().all(is_name).then_some(Way { line, names })
}

impl Figure<'_> {
    /// What the figure is in a report, written as in the text: with as many digits
    /// behind the point, and as a share where that is one.
    pub fn shown(&self, report: &Value, source: &str, kernel: &str) -> Option<String> {
        let mut value = self.way.number(report, source, kernel)?;
        if let Some(by) = &self.by {
            value /= by.number(report, source, kernel)?;
        }
        let is_share = self.written.ends_with('%');
        if is_share {
            value *= 100.0;
        }
        let digits = self.written.trim_end_matches([' ', '%']);
        let places = digits.rsplit_once('.').map_or(0, |(_, places)| places.len());
        let text = match places {
            0 => number::count(value.round() as u64),
            _ => format!("{value:.places$}"),
        };
        Some(if is_share { format!("{text} %") } else { text })
    }
}

impl Way<'_> {
    fn number(&self, report: &Value, source: &str, kernel: &str) -> Option<f64> {
        let mut at = report;
        if let Some(words) = self.line {
            let line = line_of(source, kernel, words)?;
            let lines = report.get("lines")?.as_array()?;
            at = lines.iter().find(|counts| counts["line"] == line)?;
        }
        for name in &self.names {
            at = at.get(*name)?;
        }
        at.as_f64()
    }
}

/// The first line, from 1, that has these words, of a kernel or of what stands behind
/// it; other kernels do not count.
pub fn line_of(source: &str, kernel: &str, words: &str) -> Option<u32> {
    let start = source.find(&format!("fn {kernel}("))?;
    let before = source[..start].bytes().filter(|&byte| byte == b'\n').count();
    let mut is_other = false;
    let found = source[start..].lines().position(|line| {
        is_other |= line.starts_with("#[kernel]") || line.starts_with("@compute");
        let is_it = !is_other && line.contains(words);
        is_other &= line != "}";
        is_it
    })?;
    u32::try_from(before + found + 1).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    const SOURCE: &str = "// one\n#[kernel]\npub unsafe fn a() {\n    x = 1;\n}\n#[kernel]\nfn b() {\n    \
                          x = 1;\n    z = 1;\n}\nfn c() {\n    z = 1;\n}\n";

    #[test]
    fn figures_are_found_in_texts() {
        let report = serde_json::json!({
            "counters": { "requests": 4, "sectors": 1234 },
            "occupancy": { "share": 0.75 },
            "lines": [{ "line": 4, "requests": 3 }, { "line": 8, "requests": 5 }],
        });
        let check = |text: &str, kernel: &str, expected: &str| {
            let shown: String = pieces(text)
                .iter()
                .map(|piece| match piece {
                    Piece::Words(words) => (*words).to_owned(),
                    Piece::Figure(figure) => {
                        figure.shown(&report, SOURCE, kernel).unwrap_or("?".to_owned())
                    }
                })
                .collect();
            assert_eq!(shown, expected, "{text}");
        };
        check("no figure", "a", "no figure");
        check("`if x {` and {this}", "a", "`if x {` and {this}");
        check("{9 = counters.sectors} sectors", "a", "1,234 sectors");
        check("{9.9 = counters.sectors / counters.requests}.", "a", "308.5.");
        check("{1 % = occupancy.share}", "a", "75 %");
        check("{1 = line \"x = 1\" requests}", "a", "3");
        check("{1 = line \"x = 1\" requests}", "b", "5");
        check("{1 = line \"y\" requests}", "b", "?");
        check("{1 = counters.none}", "b", "?");
        let with_variant = pieces("{1 = vecadd: counters.requests}");
        let Piece::Figure(figure) = &with_variant[1] else { panic!("{with_variant:?}") };
        assert_eq!(figure.variant, Some("vecadd"));
    }

    #[test]
    fn lines_are_counted_from_the_kernel_on() {
        let check = |kernel, words, line| assert_eq!(line_of(SOURCE, kernel, words), line);
        check("a", "x = 1", Some(4));
        check("a", "z = 1", Some(12));
        check("b", "x = 1", Some(8));
        check("b", "fn b", Some(7));
        check("b", "y", None);
        check("d", "x", None);
    }
}
