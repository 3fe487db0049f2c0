//! Texts with places for values, as `println!` and `assert!` take them:
//! `"{} is {x:>8.3}"`.
//!
//! Only the text is read here. Which argument a place means is said by position or
//! by name; whoever has the arguments looks them up.

use warpbench_semantics::{Align, Count, Notation, ValueFormat};

/// A piece of a text.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum RawPiece {
    Words(String),
    Value(Argument, RawFormat),
}

/// The argument that a place means.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Argument {
    Position(usize),
    Name(String),
}

/// A width or precision.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum RawCount {
    Known(u16),
    Of(Argument),
}

/// A format whose width and precision may be arguments.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct RawFormat {
    /// All but width and precision.
    pub(crate) plain: ValueFormat,
    pub(crate) width: Option<RawCount>,
    pub(crate) precision: Option<RawCount>,
}

impl RawFormat {
    /// The format with its counts, which `find` looks up.
    pub(crate) fn resolve(&self, mut find: impl FnMut(&Argument) -> usize) -> ValueFormat {
        let mut count = |count: &RawCount| match count {
            RawCount::Known(count) => Count::Known(*count),
            RawCount::Of(argument) => Count::Argument(find(argument)),
        };
        ValueFormat {
            width: self.width.as_ref().map(&mut count),
            precision: self.precision.as_ref().map(&mut count),
            ..self.plain
        }
    }
}

/// What is wrong with a text, and what to write.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct FormatError {
    pub(crate) what: String,
    pub(crate) help: String,
}

fn wrong<T>(what: impl Into<String>, help: impl Into<String>) -> Result<T, FormatError> {
    Err(FormatError { what: what.into(), help: help.into() })
}

/// Reads a text.
pub(crate) fn parse(text: &str) -> Result<Vec<RawPiece>, FormatError> {
    let mut pieces = Vec::new();
    let mut words = String::new();
    let mut next = 0;
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        words.push_str(&rest[..at]);
        let brace = &rest[at..at + 1];
        rest = &rest[at + 1..];
        if let Some(behind) = rest.strip_prefix(brace) {
            words.push_str(brace);
            rest = behind;
            continue;
        }
        if brace == "}" {
            return wrong("there is a `}` without a `{`", "write `}}` for a brace in the text");
        }
        let Some(end) = rest.find('}') else {
            return wrong("a `{` is not closed", "write `{{` for a brace in the text");
        };
        if !words.is_empty() {
            pieces.push(RawPiece::Words(std::mem::take(&mut words)));
        }
        pieces.push(place(&rest[..end], &mut next)?);
        rest = &rest[end + 1..];
    }
    words.push_str(rest);
    if !words.is_empty() {
        pieces.push(RawPiece::Words(words));
    }
    Ok(pieces)
}

/// A place, without its braces; `next` counts those that name no argument.
fn place(inner: &str, next: &mut usize) -> Result<RawPiece, FormatError> {
    let (name, spec) = inner.split_once(':').unwrap_or((inner, ""));
    let (name, spec) = (name.trim(), spec.trim_end());
    let mut position = || {
        *next += 1;
        *next - 1
    };
    // What `.*` takes comes before the value itself.
    let format = format(spec, &mut position)?;
    let argument = match name {
        "" => Argument::Position(position()),
        name => argument(name)?,
    };
    Ok(RawPiece::Value(argument, format))
}

fn argument(name: &str) -> Result<Argument, FormatError> {
    if let Ok(position) = name.parse() {
        return Ok(Argument::Position(position));
    }
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    if name.chars().all(is_word) && !name.starts_with(|c: char| c.is_ascii_digit()) {
        return Ok(Argument::Name(name.to_owned()));
    }
    wrong(
        format!("`{{{name}}}` is not the name of a variable"),
        "write `{}` and the expression as an argument behind the text",
    )
}

fn align(c: char) -> Option<Align> {
    Some(match c {
        '<' => Align::Left,
        '^' => Align::Center,
        '>' => Align::Right,
        _ => return None,
    })
}

/// What stands behind the colon.
fn format(spec: &str, position: &mut dyn FnMut() -> usize) -> Result<RawFormat, FormatError> {
    let mut plain = ValueFormat::default();
    let mut rest = spec;
    let mut chars = spec.chars();
    match (chars.next(), chars.next().and_then(align)) {
        (Some(fill), Some(found)) => {
            plain.fill = Some(fill);
            plain.align = Some(found);
            rest = chars.as_str();
        }
        (Some(first), _) if align(first).is_some() => {
            plain.align = align(first);
            rest = &spec[1..];
        }
        _ => {}
    }
    if let Some(behind) = rest.strip_prefix('+') {
        plain.has_plus = true;
        rest = behind;
    } else if let Some(behind) = rest.strip_prefix('-') {
        rest = behind;
    }
    if let Some(behind) = rest.strip_prefix('#') {
        plain.is_alternate = true;
        rest = behind;
    }
    // A zero before a dollar sign is an argument.
    if let Some(behind) = rest.strip_prefix('0')
        && !behind.starts_with('$')
    {
        plain.has_zeros = true;
        rest = behind;
    }
    let (width, behind) = count(rest)?;
    rest = behind;
    let mut precision = None;
    if let Some(behind) = rest.strip_prefix('.') {
        if let Some(behind) = behind.strip_prefix('*') {
            precision = Some(RawCount::Of(Argument::Position(position())));
            rest = behind;
        } else {
            (precision, rest) = count(behind)?;
        }
    }
    plain.notation = match rest {
        "" => Notation::Display,
        "?" => Notation::Debug,
        "x?" => Notation::DebugLowerHex,
        "X?" => Notation::DebugUpperHex,
        "x" => Notation::LowerHex,
        "X" => Notation::UpperHex,
        "o" => Notation::Octal,
        "b" => Notation::Binary,
        "e" => Notation::LowerExp,
        "E" => Notation::UpperExp,
        other => {
            let help = match other {
                "d" | "i" | "u" => "write `{}`; the type of the value says the rest",
                "f" | "g" => "write `{}`, or `{:.3}` for three digits behind the point",
                "p" => "the workbench knows a pointer as a place in a buffer; print the index",
                _ => "formats are `?`, `x`, `X`, `o`, `b`, `e` and `E`, or nothing",
            };
            return wrong(format!("`{other}` is no format"), help);
        }
    };
    Ok(RawFormat { plain, width, precision })
}

/// A number, or the name or position of an argument with a dollar sign behind.
fn count(text: &str) -> Result<(Option<RawCount>, &str), FormatError> {
    let is_word = |c: char| c.is_alphanumeric() || c == '_';
    let end = text.find(|c| !is_word(c)).unwrap_or(text.len());
    if let Some(behind) = text[end..].strip_prefix('$') {
        return Ok((Some(RawCount::Of(argument(&text[..end])?)), behind));
    }
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if end == 0 {
        return Ok((None, text));
    }
    match text[..end].parse() {
        Ok(count) => Ok((Some(RawCount::Known(count)), &text[end..])),
        Err(_) => wrong(format!("{} is too wide", &text[..end]), "use a smaller number"),
    }
}

/// How the macro of device-std reads the same texts. Kernels are compiled with it, so it
/// cannot depend on this crate; the tests below hold both to each other.
#[cfg(test)]
#[path = "../../../../gpu-kernels/device-std/macros/src/format.rs"]
mod device_std;

#[cfg(test)]
mod tests {
    use super::device_std::{self, Piece, Which};
    use super::*;

    #[test]
    fn texts_are_taken_apart_as_rustc_does() {
        let value = |argument: Argument| RawPiece::Value(argument, RawFormat::default());
        let words = |text: &str| RawPiece::Words(text.to_owned());
        let check = |text: &str, expected: &[RawPiece]| {
            assert_eq!(parse(text).as_deref(), Ok(expected), "{text}");
        };
        check("", &[]);
        check("a{{b}}c", &[words("a{b}c")]);
        check("{}{}", &[value(Argument::Position(0)), value(Argument::Position(1))]);
        check("{1} {}", &[value(Argument::Position(1)), words(" "), value(Argument::Position(0))]);
        check("x={x}", &[words("x="), value(Argument::Name("x".to_owned()))]);
        let format = RawFormat {
            plain: ValueFormat {
                fill: Some('*'),
                align: Some(Align::Center),
                has_plus: true,
                is_alternate: true,
                has_zeros: true,
                notation: Notation::LowerHex,
                ..ValueFormat::default()
            },
            width: Some(RawCount::Known(8)),
            precision: Some(RawCount::Of(Argument::Name("p".to_owned()))),
        };
        check("{v:*^+#08.p$x}", &[RawPiece::Value(Argument::Name("v".to_owned()), format)]);
        let star = RawFormat {
            precision: Some(RawCount::Of(Argument::Position(0))),
            ..RawFormat::default()
        };
        check("{:.*}", &[RawPiece::Value(Argument::Position(1), star)]);
        let dollar =
            RawFormat { width: Some(RawCount::Of(Argument::Position(0))), ..RawFormat::default() };
        check("{1:0$}", &[RawPiece::Value(Argument::Position(1), dollar)]);
    }

    /// A piece of a text as device-std reads it, in the words of this module. `next` counts
    /// the places that name no argument.
    fn of_device_std(piece: Piece, next: &mut usize) -> RawPiece {
        let argument = |which: Which, next: &mut usize| match which {
            Which::Index(at) => Argument::Position(at),
            Which::Name(name) => Argument::Name(name),
            Which::Next => {
                *next += 1;
                Argument::Position(*next - 1)
            }
        };
        let (which, trait_name, spec) = match piece {
            Piece::Text(words) => return RawPiece::Words(words),
            Piece::Argument { which, trait_name, spec } => (which, trait_name, spec),
        };
        let own = argument(which, next);
        let mut count = |count: device_std::Count| match count {
            device_std::Count::Number(number) => RawCount::Known(number as u16),
            device_std::Count::Of(which) => RawCount::Of(argument(which, next)),
        };
        let plain = ValueFormat {
            notation: match trait_name {
                "Show" => Notation::Display,
                "ShowDebug" => Notation::Debug,
                "ShowLowerHex" => Notation::LowerHex,
                "ShowUpperHex" => Notation::UpperHex,
                "ShowBinary" => Notation::Binary,
                "ShowOctal" => Notation::Octal,
                "ShowLowerExp" => Notation::LowerExp,
                other => panic!("{other} is new"),
            },
            // Where nothing fills, a space does.
            fill: Some(spec.fill).filter(|fill| *fill != ' '),
            align: align(spec.align),
            has_plus: spec.plus,
            is_alternate: spec.alternate,
            has_zeros: spec.zeros,
            ..ValueFormat::default()
        };
        let (width, precision) = (spec.width.map(&mut count), spec.precision.map(&mut count));
        RawPiece::Value(own, RawFormat { plain, width, precision })
    }

    #[test]
    fn device_std_reads_texts_alike() {
        let texts = [
            "",
            "plain",
            "a{{b}}c",
            "{}{}",
            "{1} {} {}",
            "x={x}",
            "{:?} {:x} {:X} {:b} {:o} {:e}",
            "{v:*^+#08.3x}",
            "{:>8}",
            "{:<1$}",
            "{0:^width$.precision$}",
            "{:-5}",
            "{:08.2}",
            "{:0$}",
            "{:#010b}",
            "{ x :5 }",
            "{:+}",
            "{:.0}",
            "{:ä<4}",
        ];
        for text in texts {
            let mut next = 0;
            let device = device_std::pieces(text).expect(text).into_iter();
            let device: Vec<RawPiece> = device.map(|own| of_device_std(own, &mut next)).collect();
            assert_eq!(parse(text), Ok(device), "{text}");
        }
        for text in ["{", "a } b", "{a.b}", "{x + 1}", "{:d}", "{:.3f}", "{:p}", "{:>}}"] {
            assert!(parse(text).is_err() && device_std::pieces(text).is_err(), "{text}");
        }
    }

    #[test]
    fn what_rustc_refuses_is_refused() {
        let check = |text: &str, part: &str| {
            let error = parse(text).expect_err(text);
            assert!(error.what.contains(part), "{text}: {error:?}");
        };
        check("{", "not closed");
        check("a } b", "without a `{`");
        check("{a.b}", "not the name");
        check("{x + 1}", "not the name");
        check("{:d}", "no format");
        check("{:.3f}", "no format");
        check("{:p}", "no format");
        check("{:99999}", "too wide");
    }
}
