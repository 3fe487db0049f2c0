//! Print statements: a text with numbers in it, put together when a thread comes there.

use naga::{Expression, Handle};

/// What one `println!` or `print!` prints.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Print {
    pub text: Text,
    /// The numbers and truth values in it.
    pub arguments: Vec<PrintArgument>,
}

/// A number or truth value that is printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PrintArgument {
    pub value: Handle<Expression>,
    /// How many bits the integer has in the kernel's language, which may be fewer
    /// than in the module.
    pub bits: u32,
}

/// A text with places for values.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Text {
    pub pieces: Vec<Piece>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Piece {
    /// Words as they are written.
    Words(String),
    /// A value, by its position among the arguments.
    Value(usize, ValueFormat),
    /// One of several texts, by the number that an argument holds.
    Choice(usize, Vec<(i128, Vec<Piece>)>),
}

/// How a value is written, as in `{:>+#08.3e}`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ValueFormat {
    pub notation: Notation,
    /// What fills the width; a space if nothing is said.
    pub fill: Option<char>,
    pub align: Option<Align>,
    /// `+`: a sign also before what is not negative.
    pub has_plus: bool,
    /// `#`: `0x` and the like.
    pub is_alternate: bool,
    /// `0`: zeros between the sign and the digits.
    pub has_zeros: bool,
    pub width: Option<Count>,
    pub precision: Option<Count>,
}

#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Notation {
    /// `{}`.
    #[default]
    Display,
    /// `{:?}`.
    Debug,
    /// `{:x?}`.
    DebugLowerHex,
    /// `{:X?}`.
    DebugUpperHex,
    /// `{:x}`.
    LowerHex,
    /// `{:X}`.
    UpperHex,
    /// `{:o}`.
    Octal,
    /// `{:b}`.
    Binary,
    /// `{:e}`.
    LowerExp,
    /// `{:E}`.
    UpperExp,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Align {
    Left,
    Center,
    Right,
}

/// A width or a precision.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Count {
    Known(u16),
    /// What an argument holds, by its position.
    Argument(usize),
}
