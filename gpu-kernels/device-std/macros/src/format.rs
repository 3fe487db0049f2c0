//! Format strings as `std::fmt` describes them, read into pieces.

/// A part of what is printed.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Piece {
    Text(String),
    Argument { which: Which, trait_name: &'static str, spec: Spec },
}

/// Which argument is meant.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Which {
    /// The next one that no other placeholder took by being next.
    Next,
    Index(usize),
    Name(String),
}

/// How an argument is written.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct Spec {
    pub(crate) fill: char,
    /// `<`, `^`, `>`, or a space where the text says nothing.
    pub(crate) align: char,
    pub(crate) plus: bool,
    pub(crate) alternate: bool,
    pub(crate) zeros: bool,
    pub(crate) width: Option<Count>,
    pub(crate) precision: Option<Count>,
}

/// A number that stands in the text, or the argument that has it.
#[derive(Debug, PartialEq, Eq)]
pub(crate) enum Count {
    Number(usize),
    Of(Which),
}

/// Reads the text between the quotes of a string literal, or says what is wrong.
pub(crate) fn pieces(text: &str) -> Result<Vec<Piece>, String> {
    let mut pieces = Vec::new();
    let mut plain = String::new();
    let mut rest = text;
    while let Some(at) = rest.find(['{', '}']) {
        plain.push_str(&rest[..at]);
        let brace = &rest[at..=at];
        rest = &rest[at + 1..];
        if let Some(after) = rest.strip_prefix(brace) {
            plain.push_str(brace);
            rest = after;
            continue;
        }
        if brace == "}" {
            return Err("a `}` that closes nothing is written `}}`".to_owned());
        }
        let end = rest.find('}').ok_or("a `{` that opens nothing is written `{{`")?;
        if !plain.is_empty() {
            pieces.push(Piece::Text(std::mem::take(&mut plain)));
        }
        pieces.push(argument(&rest[..end])?);
        rest = &rest[end + 1..];
    }
    plain.push_str(rest);
    if !plain.is_empty() {
        pieces.push(Piece::Text(plain));
    }
    Ok(pieces)
}

/// What stands between the braces.
fn argument(text: &str) -> Result<Piece, String> {
    let (name, format) = text.split_once(':').unwrap_or((text, ""));
    let which = which(name.trim())?;
    let mut reader = Reader { rest: format.trim_end() };
    let (fill, align) = reader.alignment();
    let plus = reader.take('+');
    if !plus {
        // A minus is allowed and means nothing.
        reader.take('-');
    }
    let alternate = reader.take('#');
    // `0$` is the width that the first argument has.
    let zeros = !reader.rest.starts_with("0$") && reader.take('0');
    let width = reader.count()?;
    let precision = if reader.take('.') { Some(reader.count()?.ok_or(STAR)?) } else { None };
    let trait_name = match reader.rest {
        "" => "Show",
        "?" => "ShowDebug",
        "x" => "ShowLowerHex",
        "X" => "ShowUpperHex",
        "b" => "ShowBinary",
        "o" => "ShowOctal",
        "e" => "ShowLowerExp",
        other => {
            return Err(format!(
                "`{{:{other}}}` is no way to print on the GPU; there are `{{}}`, `{{:?}}`, \
                 `{{:x}}`, `{{:X}}`, `{{:b}}`, `{{:o}}` and `{{:e}}`"
            ));
        }
    };
    let spec = Spec { fill, align, plus, alternate, zeros, width, precision };
    Ok(Piece::Argument { which, trait_name, spec })
}

const STAR: &str = "behind the point stands a number or `name$`";

fn which(name: &str) -> Result<Which, String> {
    if name.is_empty() {
        return Ok(Which::Next);
    }
    if let Ok(index) = name.parse() {
        return Ok(Which::Index(index));
    }
    let is_name = name.chars().all(|c| c.is_alphanumeric() || c == '_');
    if is_name {
        Ok(Which::Name(name.to_owned()))
    } else {
        Err(format!(
            "between braces stands a name or a number, not `{name}`: write `{{}}` and the \
             expression behind the text"
        ))
    }
}

struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    fn take(&mut self, sign: char) -> bool {
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    /// The character that fills, if one stands before the sign that aligns.
    fn alignment(&mut self) -> (char, char) {
        let mut characters = self.rest.chars();
        let (first, second) = (characters.next(), characters.next());
        let is_align = |c: Option<char>| matches!(c, Some('<' | '^' | '>'));
        match (first, second) {
            (Some(fill), Some(align)) if is_align(second) => {
                self.rest = characters.as_str();
                (fill, align)
            }
            (Some(align), _) if is_align(first) => {
                self.take(align);
                (' ', align)
            }
            _ => (' ', ' '),
        }
    }

    fn count(&mut self) -> Result<Option<Count>, String> {
        let is_part = |c: char| c.is_alphanumeric() || c == '_';
        let end = self.rest.find(|c| !is_part(c)).unwrap_or(self.rest.len());
        if let Some(after) = self.rest[end..].strip_prefix('$') {
            let name = which(&self.rest[..end])?;
            self.rest = after;
            return Ok(Some(Count::Of(name)));
        }
        let end = self.rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(self.rest.len());
        if end == 0 {
            return Ok(None);
        }
        let number = self.rest[..end].parse().map_err(|_| "a width this large".to_owned())?;
        self.rest = &self.rest[end..];
        Ok(Some(Count::Number(number)))
    }
}
