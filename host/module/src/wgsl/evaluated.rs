//! What naga works out of a text and gets wrong.
//!
//! naga computes with constants while it reads them. It has the standard library's
//! inverse hyperbolic functions, which are far off in places, it shifts no number by 64 or
//! more as WGSL does, and it forgets how wide the type of a `bitcast` is. Whatever has such
//! a result in it is refused.

use super::tokens::{Token, tokens};
use naga::front::wgsl;
use naga::proc::TypeResolution;
use naga::valid::ModuleInfo;
use naga::{Arena, Expression, Handle, Module, Span, TypeInner};
use std::collections::BTreeSet;
use std::ops::Range;
use warpbench_codes::{G0006, G0009};
use warpbench_source::Diagnostic;

/// The largest shift that naga works out.
const MOST_SHIFTED: f64 = 63.0;

/// How far a constant may be from what it should be, by its size: WGSL asks for little,
/// and a few of an `f32`'s last places are nobody's loss.
const TOLERANCE: f64 = 4e-7;

/// What a constant is called that is evaluated once more.
const PROBE: &str = "warpbench_constant";

/// How often an alias may stand for another one.
const MOST_ALIASES: usize = 100;

/// How many numbers a type has, and the bytes of each.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Shape {
    count: u32,
    bytes: u32,
}

/// Refuses a text that is read otherwise than it is meant, before naga sees it.
pub(super) fn check_text(text: &str) -> Result<(), Box<Diagnostic>> {
    let words: Vec<Token<'_>> = tokens(text).collect();
    for (at, word) in words.iter().enumerate() {
        let Some(ty) = word.is("bitcast").then(|| in_angles(&words[at + 1..])).flatten() else {
            continue;
        };
        if shape(ty, &words).is_some_and(|shape| shape.bytes == 2) {
            let span = Span::new(word.range.start as u32, ty_end(ty) as u32);
            return Err(Box::new(lost_width(span, "unpack2x16float")));
        }
    }
    Ok(())
}

/// Refuses constants that naga works out wrongly. What it has worked out is no longer
/// there, so it is asked once more, with constants behind the text.
pub(super) fn check_constants(text: &str) -> Result<(), Box<Diagnostic>> {
    let words: Vec<Token<'_>> = tokens(text).collect();
    let declared = words.windows(2).filter(|pair| pair[0].is("const"));
    let source = Source { text, constants: declared.map(|pair| pair[1].text).collect() };
    for at in 0..words.len() {
        check_shift(&source, &words[at..])?;
        check_function(&source, &words[at..])?;
    }
    Ok(())
}

/// A text, and what its constants are called.
struct Source<'a> {
    text: &'a str,
    constants: BTreeSet<&'a str>,
}

impl Source<'_> {
    /// Whether an expression may be a constant: it names nothing else. To ask naga takes as
    /// long as to read the text.
    fn may_be_constant(&self, expression: &str) -> bool {
        const TYPES: [&str; 5] = ["vec2", "vec3", "vec4", "f32", "f16"];
        let is_known =
            |word: &Token<'_>| self.constants.contains(word.text) || TYPES.contains(&word.text);
        tokens(expression).all(|word| !word.is_word() || is_known(&word))
    }
}

/// Refuses a shift that words start with, if it is by too much.
fn check_shift(source: &Source<'_>, words: &[Token<'_>]) -> Result<(), Box<Diagnostic>> {
    let [first, second, rest @ ..] = words else { return Ok(()) };
    let touches = first.range.end == second.range.start;
    let is_shift = first.text == second.text && (first.is("<") || first.is(">"));
    // `array<vec2<u32>>` ends like a shift, and what may follow on it is no number.
    if !touches || !is_shift {
        return Ok(());
    }
    let Some(by) = operand(rest) else { return Ok(()) };
    let Some(value) = source.text.get(by.clone()).and_then(|by| evaluate(source, by)) else {
        return Ok(());
    };
    if value <= MOST_SHIFTED {
        return Ok(());
    }
    let span = Span::new(first.range.start as u32, by.end as u32);
    Err(Box::new(
        Diagnostic::new(G0009, "a constant is shifted by 64 bits or more", span)
            .label("not computed as WGSL says")
            .note(
                "constants have 64 bits, and the library that reads WGSL here does not go on \
                 from there",
            )
            .help("write the result: 0, or -1 for a negative number shifted right"),
    ))
}

/// The range of what a shift is by, which words start with: a number, a name with or
/// without arguments, or something in parentheses.
fn operand(words: &[Token<'_>]) -> Option<Range<usize>> {
    let first = words.first()?;
    let parentheses = match first {
        open if open.is("(") => words,
        name if name.is_word() => &words[1..],
        number if number.text.starts_with(|c: char| c.is_ascii_digit()) => &[],
        _ => return None,
    };
    let end = match parentheses.first() {
        Some(open) if open.is("(") => closing(parentheses)?.range.end,
        _ => first.range.end,
    };
    Some(first.range.start..end)
}

/// The parenthesis that closes the one that words start with.
fn closing<'w, 'a>(words: &'w [Token<'a>]) -> Option<&'w Token<'a>> {
    let mut depth = 0_i32;
    words.iter().find(|word| {
        depth += i32::from(word.is("(")) - i32::from(word.is(")"));
        depth <= 0
    })
}

/// Refuses an inverse hyperbolic function of a constant that words start with, if what
/// naga makes of it is far off.
fn check_function(source: &Source<'_>, words: &[Token<'_>]) -> Result<(), Box<Diagnostic>> {
    let [name, rest @ ..] = words else { return Ok(()) };
    let function = match name.text {
        "acosh" => libm::acosh,
        "asinh" => libm::asinh,
        "atanh" => libm::atanh,
        _ => return Ok(()),
    };
    if !rest.first().is_some_and(|open| open.is("(")) {
        return Ok(());
    }
    let Some(end) = closing(rest).map(|close| close.range.end) else { return Ok(()) };
    let numbers = |range: Range<usize>| Some(constants(source.text, source.text.get(range)?));
    let argument = source.text.get(rest[0].range.start..end).unwrap_or_default();
    if !source.may_be_constant(argument) {
        return Ok(());
    }
    let given = numbers(rest[0].range.start..end).unwrap_or_default();
    let found = numbers(name.range.start..end).unwrap_or_default();
    for (given, found) in given.into_iter().zip(found) {
        let right = function(given);
        if (right - found).abs() > TOLERANCE * right.abs() {
            let span = Span::new(name.range.start as u32, end as u32);
            return Err(Box::new(inaccurate(name.text, given, right, span)));
        }
    }
    Ok(())
}

fn inaccurate(function: &str, given: f64, right: f64, span: Span) -> Diagnostic {
    Diagnostic::new(G0009, format!("`{function}` of this constant is far off"), span)
        .label(format!("`{function}({given})` is {right}"))
        .note("the library that reads WGSL here works constants out, this one inaccurately")
        .help(format!("write the result: `{right}`"))
}

/// A whole number that an expression is, if it is a constant.
fn evaluate(source: &Source<'_>, expression: &str) -> Option<f64> {
    let digits = expression.trim_end_matches(['u', 'i']);
    if let Ok(number) = digits.parse::<u32>() {
        return Some(number.into());
    }
    if !source.may_be_constant(expression) {
        return None;
    }
    match constants(source.text, expression).as_slice() {
        [value] => Some(*value),
        _ => None,
    }
}

/// The numbers that an expression is made of, if it is a constant of the module: one, or
/// those of a vector. Converted so, what has no type yet gets one that keeps its digits.
fn constants(text: &str, expression: &str) -> Vec<f64> {
    for ty in ["f64", "vec2<f64>", "vec3<f64>", "vec4<f64>"] {
        let probe = format!("{text}\nconst {PROBE} = {ty}({expression});");
        let Ok(module) = wgsl::parse_str(&probe) else { continue };
        let mut constants = module.constants.iter().map(|(_, constant)| constant);
        if let Some(found) = constants.find(|constant| constant.name.as_deref() == Some(PROBE)) {
            return numbers(&module, found.init);
        }
    }
    Vec::new()
}

fn numbers(module: &Module, handle: Handle<Expression>) -> Vec<f64> {
    match &module.global_expressions[handle] {
        Expression::Literal(literal) => super::facts::number(*literal).into_iter().collect(),
        Expression::Compose { components, .. } => {
            components.iter().flat_map(|&part| numbers(module, part)).collect()
        }
        Expression::Splat { size, value } => numbers(module, *value).repeat(*size as usize),
        Expression::Constant(constant) => numbers(module, module.constants[*constant].init),
        _ => Vec::new(),
    }
}

/// Refuses what a `bitcast` makes of something that has other numbers.
pub(super) fn check_casts(
    module: &Module,
    info: &ModuleInfo,
    text: &str,
) -> Result<(), Box<Diagnostic>> {
    if !text.contains("bitcast") {
        return Ok(());
    }
    let words: Vec<Token<'_>> = tokens(text).collect();
    let check = |arena: &Arena<Expression>, of: &dyn Fn(Handle<Expression>) -> Option<Shape>| {
        arena.iter().try_for_each(|(handle, _)| {
            let span = arena.get_span(handle);
            let Some(range) = span.to_range() else { return Ok(()) };
            let Some(wanted) = cast(&range, &words) else { return Ok(()) };
            let Some(wanted) = shape(wanted, &words) else { return Ok(()) };
            // naga gives the result as many numbers as there were, and as wide.
            match of(handle) {
                Some(given) if given != wanted => Err(refused(given, wanted, span)),
                _ => Ok(()),
            }
        })
    };
    let shape_of = |resolution: &TypeResolution| shape_of(resolution.inner_with(&module.types));
    check(&module.global_expressions, &|handle| shape_of(&info[handle]))?;
    for (handle, function) in module.functions.iter() {
        check(&function.expressions, &|expression| shape_of(&info[handle][expression].ty))?;
    }
    for (at, point) in module.entry_points.iter().enumerate() {
        let info = info.get_entry_point(at);
        check(&point.function.expressions, &|expression| shape_of(&info[expression].ty))?;
    }
    Ok(())
}

fn refused(given: Shape, wanted: Shape, span: Span) -> Box<Diagnostic> {
    if given.count * given.bytes == wanted.count * wanted.bytes {
        let function = if given.bytes == 2 { "pack2x16float" } else { "unpack2x16float" };
        return Box::new(lost_width(span, function));
    }
    let bits = |shape: Shape| 8 * shape.count * shape.bytes;
    Box::new(
        Diagnostic::new(G0006, "`bitcast` between types of different sizes", span)
            .label(format!("from {} bits to {}", bits(given), bits(wanted)))
            .help("convert the value, or take its parts one by one"),
    )
}

fn lost_width(span: Span, function: &str) -> Diagnostic {
    Diagnostic::new(G0009, "this `bitcast` would compute something else", span)
        .label("it changes how wide the numbers are")
        .note(
            "the library that reads WGSL here keeps the kind of the numbers and forgets how wide \
             they are",
        )
        .help(format!("use `{function}`, which has the same bits"))
}

/// The type that a `bitcast` casts to whose name and type take up a range, which is
/// where naga says that it is.
fn cast<'w, 'a>(range: &Range<usize>, words: &'w [Token<'a>]) -> Option<&'w [Token<'a>]> {
    let first = words.binary_search_by_key(&range.start, |word| word.range.start).ok()?;
    let ty = words[first].is("bitcast").then(|| in_angles(&words[first + 1..])).flatten()?;
    // The brackets stand around the type.
    let close = words.get(first + 2 + ty.len())?;
    (close.range.end == range.end).then_some(ty)
}

/// What stands between the angle brackets that words start with.
fn in_angles<'w, 'a>(words: &'w [Token<'a>]) -> Option<&'w [Token<'a>]> {
    let mut depth = 0_i32;
    let end = words.iter().position(|word| {
        depth += i32::from(word.is("<")) - i32::from(word.is(">"));
        depth <= 0
    })?;
    (end > 0).then(|| &words[1..end])
}

fn ty_end(ty: &[Token<'_>]) -> usize {
    ty.last().map_or(0, |word| word.range.end + 1)
}

/// The shape of a type that is written, if it is a number or a vector.
fn shape(ty: &[Token<'_>], words: &[Token<'_>]) -> Option<Shape> {
    let mut ty = ty.to_vec();
    for _ in 0..MOST_ALIASES {
        let (first, rest) = ty.split_first()?;
        if let Some(bytes) = scalar_bytes(first.text) {
            return Some(Shape { count: 1, bytes });
        }
        if let Some(vector) = first.text.strip_prefix("vec") {
            let count = vector.get(..1)?.parse().ok()?;
            let bytes = match vector.get(1..)? {
                "f" | "i" | "u" => 4,
                "h" => 2,
                "" => shape(in_angles(rest)?, words)?.bytes,
                _ => return None,
            };
            return Some(Shape { count, bytes });
        }
        ty = alias(first.text, words)?.to_vec();
    }
    None
}

/// What an alias stands for.
fn alias<'w, 'a>(name: &str, words: &'w [Token<'a>]) -> Option<&'w [Token<'a>]> {
    let at = words
        .windows(3)
        .position(|words| words[0].is("alias") && words[1].is(name) && words[2].is("="))?;
    let rest = &words[at + 3..];
    let end = rest.iter().position(|word| word.is(";"))?;
    Some(&rest[..end])
}

fn scalar_bytes(name: &str) -> Option<u32> {
    match name {
        "f32" | "i32" | "u32" => Some(4),
        "f16" | "i16" | "u16" => Some(2),
        "f64" | "i64" | "u64" => Some(8),
        _ => None,
    }
}

fn shape_of(inner: &TypeInner) -> Option<Shape> {
    match *inner {
        TypeInner::Scalar(scalar) => Some(Shape { count: 1, bytes: scalar.width.into() }),
        TypeInner::Vector { size, scalar } => {
            Some(Shape { count: size as u32, bytes: scalar.width.into() })
        }
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::super::check;

    fn kernel(items: &str, body: &str) -> String {
        format!(
            "enable f16;\n{items}\n@group(0) @binding(0) var<storage, read_write> out: array<u32>;\n\
             @compute @workgroup_size(1)\nfn main() {{ let v = out[5]; {body} }}\n"
        )
    }

    /// The code that a kernel is refused with; nothing if it is not.
    fn code(items: &str, body: &str) -> Option<&'static str> {
        let error = check(&kernel(items, body), "test.wgsl").err()?;
        Some(error.diagnostics[0].code.name())
    }

    #[test]
    fn bitcasts_keep_the_width_of_numbers_or_are_refused() {
        for body in [
            "out[0] = bitcast<u32>(bitcast<f32>(v));",
            "let x = bitcast<vec2<i32>>(vec2<u32>(v, 1u)); out[0] = u32(x.y);",
            "let x = bitcast<vec3f>(vec3u(1u)); out[0] = u32(x.y);",
            "out[0] = u32(bitcast<f32>(v) + bitcast<f32>(1u));",
        ] {
            assert_eq!(code("", body), None, "{body}");
        }
        assert_eq!(code("alias I = i32;", "out[0] = u32(bitcast<I>(v));"), None);
        for (items, body) in [
            ("", "let h = vec2<f32>(bitcast<vec2<f16>>(v)); out[0] = u32(h.x);"),
            ("", "let h = bitcast<vec2h>(v); out[0] = u32(f32(h.x));"),
            ("alias H = vec2<f16>; alias G = H;", "let h = bitcast<G>(v); out[0] = u32(f32(h.x));"),
            ("const H = bitcast<vec2<f16>>(0x3c00u);", "out[0] = u32(H.x);"),
            ("", "out[0] = bitcast<u32>(vec2<f16>(1h, 2h));"),
        ] {
            assert!(matches!(code(items, body), Some("G0009" | "G0001")), "{items} {body}");
        }
        for body in [
            "let k = bitcast<vec3<f32>>(v); out[0] = u32(k.x);",
            "let k = bitcast<vec3<f32>>(v); out[0] = u32(k);",
            "let k = bitcast<u32>(vec2<u32>(v)); out[0] = u32(k.x);",
        ] {
            assert!(matches!(code("", body), Some("G0006" | "G0001")), "{body}");
        }
    }

    #[test]
    fn constants_are_not_shifted_out_of_sight() {
        for body in ["out[0] = bitcast<u32>(i32(-8 >> 65));", "out[0] = u32(8 >> (60 + 5));"] {
            assert_eq!(code("", body), Some("G0009"), "{body}");
        }
        assert_eq!(code("const S = 64u;", "out[0] = u32(8 >> S);"), Some("G0009"));
        for body in [
            "out[0] = u32(1 << 30);",
            "out[0] = v >> (64 - 60);",
            "out[0] = u32(1 << (70 - 64));",
            "var a: array<vec2<u32>, 70>; out[0] = a[v].x;",
        ] {
            assert_eq!(code("", body), None, "{body}");
        }
    }

    #[test]
    fn inverse_hyperbolic_functions_of_constants_are_near_or_refused() {
        for expression in [
            "atanh(-0.5)",
            " atanh( 0.99999994f )",
            "acosh(2.0)",
            "1.0 + asinh(0.5)",
            "atanh(0)",
            "atanh(-0.9999)",
        ] {
            let items = format!("const C: f32 = {expression};");
            assert_eq!(code(&items, "out[0] = u32(C);"), None, "{expression}");
        }
        for expression in [
            "atanh(-0.9999f)",
            "2.0 * atanh(-0.99999994f)",
            "atanh(vec2(0.5, -0.9999f)).y",
            "-atanh(-0.999999999999)",
        ] {
            let items = format!("const C: f32 = {expression};");
            assert_eq!(code(&items, "out[0] = u32(C);"), Some("G0009"), "{expression}");
        }
        let items = "const X = -0.9999f; const C: f32 = 2 * atanh(X);";
        assert_eq!(code(items, "out[0] = u32(C);"), Some("G0009"));
    }
}
