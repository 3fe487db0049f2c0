//! What kernels print looks as `std` prints it. The sources that make the text
//! on the GPU are compiled for the processor here.

use std::cell::RefCell;

thread_local! {
    static PRINTED: RefCell<String> = const { RefCell::new(String::new()) };
}

/// `cuda_std::io` without the driver. Its crate has another edition, and with it
/// another style.
#[path = "../../../../gpu-kernels/device-std/src/io"]
#[expect(unreachable_pub, reason = "it is a part of another crate")]
mod io {
    #[rustfmt::skip]
    #[path = "decimal.rs"]
    mod decimal;
    #[rustfmt::skip]
    #[path = "float.rs"]
    mod float;
    #[rustfmt::skip]
    #[path = "integer.rs"]
    mod integer;
    #[rustfmt::skip]
    #[path = "line.rs"]
    mod line;
    #[rustfmt::skip]
    #[path = "ways.rs"]
    mod ways;

    pub(crate) use line::{Line, Spec};
    pub(crate) use ways::{
        Show, ShowBinary, ShowDebug, ShowLowerExp, ShowLowerHex, ShowOctal, ShowUpperHex,
    };

    fn send(text: &[u8]) {
        let text = text.strip_suffix(&[0]).expect("a zero at the end");
        let text = std::str::from_utf8(text).expect("text");
        super::PRINTED.with_borrow_mut(|printed| printed.push_str(text));
    }
}

/// How the macros read their text.
#[rustfmt::skip]
#[path = "../../../../gpu-kernels/device-std/macros/src/format.rs"]
mod format;

use format::{Count, Piece, Which, pieces};
use io::*;

/// What a value prints in one of the ways.
fn printed(show: impl FnOnce(&mut Line)) -> String {
    let mut line = Line::new();
    show(&mut line);
    line.print();
    PRINTED.take()
}

const PLAIN: Spec = Spec::PLAIN;

/// Compares both texts of each value in each way.
macro_rules! compare {
    ($values:expr; $($format:literal $way:ident $spec:expr;)*) => {
        for value in $values {
            $(
                let ours = printed(|line| $way::show(&value, line, &$spec));
                assert_eq!(ours, format!($format, value), "{} of {value:?}", $format);
            )*
        }
    };
}

#[test]
fn integers_are_printed_as_by_std() {
    compare! { [0, 1, -1, 9, 10, -10, 255, i32::MAX, i32::MIN];
        "{}" Show PLAIN;
        "{:?}" ShowDebug PLAIN;
        "{:5}|" Padded Spec { width: Some(5), ..PLAIN };
        "{:<5}|" Padded Spec { width: Some(5), align: '<', ..PLAIN };
        "{:*^7}|" Padded Spec { width: Some(7), align: '^', fill: '*', ..PLAIN };
        "{:+}" Show Spec { plus: true, ..PLAIN };
        "{:05}" Show Spec { width: Some(5), zeros: true, ..PLAIN };
        "{:+08}" Show Spec { width: Some(8), plus: true, zeros: true, ..PLAIN };
        "{:x}" ShowLowerHex PLAIN;
        "{:#X}" ShowUpperHex Spec { alternate: true, ..PLAIN };
        "{:#012x}" ShowLowerHex Spec { alternate: true, zeros: true, width: Some(12), ..PLAIN };
        "{:b}" ShowBinary PLAIN;
        "{:#o}" ShowOctal Spec { alternate: true, ..PLAIN };
    }
    compare! { [0_u128, 1, u64::MAX as u128, u64::MAX as u128 + 1, u128::MAX];
    "{}" Show PLAIN; "{:b}" ShowBinary PLAIN; }
    compare! { [i8::MIN, -1, i8::MAX]; "{}" Show PLAIN; "{:x}" ShowLowerHex PLAIN; }
    compare! { [i64::MIN, i64::MAX]; "{}" Show PLAIN; "{:o}" ShowOctal PLAIN; }
}

/// `{}` with something behind it, so that spaces at the end count.
trait Padded: Show {
    fn show(&self, line: &mut Line, spec: &Spec) {
        Show::show(self, line, spec);
        line.text("|");
    }
}

impl<T: Show> Padded for T {}

/// Floats of every size, among them those that are hard to print.
fn singles() -> Vec<f32> {
    let mut values = vec![
        0.0,
        -0.0,
        1.0,
        -1.0,
        0.1,
        0.2,
        0.3,
        0.5,
        1.5,
        2.5,
        0.25,
        9.5,
        9.995,
        0.999_999_94,
        1e-4,
        9.999e-5,
        1e15,
        1e16,
        1.234_568e16,
        16_777_216.0,
        3.141_593_5,
        1e10,
        1e38,
        1e-38,
        1e-45,
        8_388_608.5,
        33_554_432.0,
        f32::MIN_POSITIVE,
        f32::MAX,
        f32::MIN,
        f32::EPSILON,
        f32::INFINITY,
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    // Bits from a generator, so that all exponents occur.
    let mut state = 1_u32;
    for _ in 0..20_000 {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        values.push(f32::from_bits(state ^ state >> 15));
    }
    values.extend((0..2000).map(|i| i as f32 * 0.125 - 100.0));
    values
}

fn doubles() -> Vec<f64> {
    let mut values = vec![
        0.0,
        1.0,
        0.1,
        0.3,
        1e21,
        1e-7,
        1e16,
        123_456_789.123_456_78,
        5e-324,
        2.2250738585072014e-308,
        1e23,
        9007199254740993.0,
        f64::MAX,
        f64::MIN_POSITIVE,
        f64::INFINITY,
        f64::NAN,
        0.5,
        2.5,
        0.045,
    ];
    let mut state = 1_u64;
    for _ in 0..3000 {
        state =
            state.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        values.push(f64::from_bits(state ^ state >> 31));
    }
    values
}

#[test]
fn floats_are_printed_as_by_std() {
    compare! { singles();
        "{}" Show PLAIN;
        "{:?}" ShowDebug PLAIN;
        "{:e}" ShowLowerExp PLAIN;
        "{:.0}" Show Spec { precision: Some(0), ..PLAIN };
        "{:.2}" Show Spec { precision: Some(2), ..PLAIN };
        "{:+.3?}" ShowDebug Spec { precision: Some(3), plus: true, ..PLAIN };
        "{:.2e}" ShowLowerExp Spec { precision: Some(2), ..PLAIN };
        "{:12.4}|" Padded Spec { width: Some(12), precision: Some(4), ..PLAIN };
        "{:<12}|" Padded Spec { width: Some(12), align: '<', ..PLAIN };
        "{:010.1}" Show Spec { width: Some(10), precision: Some(1), zeros: true, ..PLAIN };
    }
    compare! { doubles();
        "{}" Show PLAIN;
        "{:?}" ShowDebug PLAIN;
        "{:e}" ShowLowerExp PLAIN;
        "{:.5e}" ShowLowerExp Spec { precision: Some(5), ..PLAIN };
    }
}

#[test]
fn everything_else_is_printed_as_by_std() {
    compare! { ["", "text", "größer", "a \"b\" \\ \n"];
        "{}" Show PLAIN;
        "{:?}" ShowDebug PLAIN;
        "{:>8}" Show Spec { width: Some(8), align: '>', ..PLAIN };
        "{:-^8.2}" Show Spec { width: Some(8), align: '^', fill: '-', precision: Some(2), ..PLAIN };
    }
    compare! { ['a', 'ß', '\'', '\n']; "{}" Show PLAIN; "{:?}" ShowDebug PLAIN; }
    compare! { [true, false]; "{}" Show PLAIN; "{:6}|" Padded Spec { width: Some(6), ..PLAIN }; }
    compare! { [[1, 2], [3, 4]]; "{:?}" ShowDebug PLAIN; }
    compare! { [(1, 2.0, true), (3, 4.5, false)]; "{:?}" ShowDebug PLAIN; }
    compare! { [Some(1), None]; "{:?}" ShowDebug PLAIN; }
    compare! { [&[0.5, 2.0][..], &[]];
    "{:?}" ShowDebug PLAIN; "{:.1?}" ShowDebug Spec { precision: Some(1), ..PLAIN }; }
}

#[test]
fn a_long_text_arrives_whole() {
    let text = "0123456789".repeat(100);
    assert_eq!(printed(|line| line.text(&text)), text);
    assert_eq!(printed(|line| line.text("a\0b")), "ab");
}

/// A placeholder that is written as its traits and its spec.
fn placeholder(text: &str) -> String {
    let pieces = pieces(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let [Piece::Argument { which, trait_name, spec }] = &pieces[..] else {
        panic!("{text}: {pieces:?}")
    };
    let named = |which: &Which| match which {
        Which::Next => "next".to_owned(),
        Which::Index(index) => index.to_string(),
        Which::Name(name) => name.clone(),
    };
    let count = |count: &Option<Count>| match count {
        None => "-".to_owned(),
        Some(Count::Number(number)) => number.to_string(),
        Some(Count::Of(argument)) => format!("of {}", named(argument)),
    };
    format!(
        "{} {trait_name} {:?}{:?} {}{}{} {} {}",
        named(which),
        spec.fill,
        spec.align,
        if spec.plus { "+" } else { "" },
        if spec.alternate { "#" } else { "" },
        if spec.zeros { "0" } else { "" },
        count(&spec.width),
        count(&spec.precision)
    )
}

#[test]
fn placeholders_are_read_as_std_reads_them() {
    let cases = [
        ("{}", "next Show ' '' '  - -"),
        ("{:?}", "next ShowDebug ' '' '  - -"),
        ("{0}", "0 Show ' '' '  - -"),
        ("{name:x}", "name ShowLowerHex ' '' '  - -"),
        ("{:#010b}", "next ShowBinary ' '' ' #0 10 -"),
        ("{:>8.3}", "next Show ' ''>'  8 3"),
        ("{:*^+7}", "next Show '*''^' + 7 -"),
        ("{:<<5}", "next Show '<''<'  5 -"),
        ("{:width$.places$e}", "next ShowLowerExp ' '' '  of width of places"),
        ("{:0$}", "next Show ' '' '  of 0 -"),
        ("{:-5}", "next Show ' '' '  5 -"),
        ("{x:.2?}", "x ShowDebug ' '' '  - 2"),
        ("{ x }", "x Show ' '' '  - -"),
    ];
    for (text, expected) in cases {
        assert_eq!(placeholder(text), expected, "{text}");
    }
    assert_eq!(pieces("a{{b}}c"), Ok(vec![Piece::Text("a{b}c".into())]));
    assert_eq!(pieces("").map(|pieces| pieces.len()), Ok(0));
    for wrong in ["{", "}", "{:q}", "{a b}", "{:.*}", "a}b"] {
        assert!(pieces(wrong).is_err(), "{wrong}");
    }
}
