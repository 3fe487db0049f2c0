//! A line of text on its way to the host, and how values are set in it.

use super::send;

/// How many bytes are printed at once. What is longer arrives in parts, between
/// which other threads may print.
const CAPACITY: usize = 256;

/// Text on its way to the host.
pub struct Line {
    bytes: [u8; CAPACITY],
    used: usize,
}

/// How a value is written, as between the braces of a format string.
pub struct Spec {
    pub fill: char,
    /// `<`, `^` or `>`; a space stands for the type's own choice.
    pub align: char,
    pub plus: bool,
    pub alternate: bool,
    pub zeros: bool,
    pub width: Option<usize>,
    pub precision: Option<usize>,
}

impl Line {
    #[inline(always)]
    pub fn new() -> Line {
        Line { bytes: [0; CAPACITY], used: 0 }
    }

    /// Adds text as it stands.
    #[inline(never)]
    pub fn text(&mut self, text: &str) {
        for &byte in text.as_bytes() {
            self.byte(byte);
        }
    }

    #[inline(never)]
    pub(super) fn byte(&mut self, byte: u8) {
        // A zero would end the text; the last byte is one.
        if byte == 0 {
            return;
        }
        if self.used == CAPACITY - 1 {
            self.flush();
        }
        self.bytes[self.used] = byte;
        self.used += 1;
    }

    pub(super) fn character(&mut self, character: char) {
        let mut bytes = [0; 4];
        self.text(character.encode_utf8(&mut bytes));
    }

    #[inline(never)]
    pub(super) fn repeat(&mut self, character: char, times: usize) {
        for _ in 0..times {
            self.character(character);
        }
    }

    /// Hands the text to the driver.
    #[inline(never)]
    pub fn print(&mut self) {
        self.flush();
    }

    /// The text, with a zero at its end.
    pub(super) fn ended(&mut self) -> &[u8] {
        self.bytes[self.used] = 0;
        &self.bytes[..=self.used]
    }

    fn flush(&mut self) {
        send(self.ended());
        self.used = 0;
    }

    /// What stands before a text of that many characters; what `padding_behind`
    /// is then given stands behind it. `usual` aligns where nothing else says so.
    pub(super) fn padding_before(&mut self, characters: usize, spec: &Spec, usual: char) -> usize {
        let missing = spec.width.unwrap_or(0).saturating_sub(characters);
        let before = match if spec.align == ' ' { usual } else { spec.align } {
            '<' => 0,
            '^' => missing / 2,
            _ => missing,
        };
        self.repeat(spec.fill, before);
        missing - before
    }

    pub(super) fn padding_behind(&mut self, missing: usize, spec: &Spec) {
        self.repeat(spec.fill, missing);
    }

    /// A number's sign and digits, filled up to the width: with zeros behind the
    /// sign, or with the fill around all of it.
    pub(super) fn number(&mut self, sign: &str, digits: usize, spec: &Spec) -> usize {
        let characters = sign.len() + digits;
        if spec.zeros {
            self.text(sign);
            self.repeat('0', spec.width.unwrap_or(0).saturating_sub(characters));
            return 0;
        }
        let behind = self.padding_before(characters, spec, '>');
        self.text(sign);
        behind
    }
}

impl Default for Line {
    fn default() -> Line {
        Line::new()
    }
}

impl Spec {
    /// `{}`
    pub const PLAIN: Spec = Spec {
        fill: ' ',
        align: ' ',
        plus: false,
        alternate: false,
        zeros: false,
        width: None,
        precision: None,
    };
}
