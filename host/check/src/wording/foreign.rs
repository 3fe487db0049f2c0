//! The Rust line for a name that another language of the field has.
//!
//! The words around the name are the student's own, so the line is filled in with
//! them: the arguments of the call, the letter after `threadIdx`, the type of what
//! a pointer leads to.

use super::foreign_names::{ATTRIBUTES, NAMES, TYPES};
use crate::syntax::c::declared::Declared;
use crate::syntax::c::expression::Translator;
use naga::Span;
use proc_macro2::TokenStream;

/// What to write instead of a value, function or macro at a place of the text.
pub(crate) fn value(text: &str, name: &str, span: Span) -> Option<String> {
    let end = span.to_range()?.end;
    let rest = text.get(end..)?.trim_start();
    let rest = rest.strip_prefix('!').filter(|rest| rest.starts_with(['(', '['])).unwrap_or(rest);
    if name == "cuda" {
        let member = rest.strip_prefix('.').or_else(|| rest.strip_prefix("::"))?;
        let len = member.find(|c: char| !(c.is_alphanumeric() || c == '_')).unwrap_or(member.len());
        let (member, rest) = member.split_at(len);
        return said(text, &format!("cuda.{member}"), rest);
    }
    said(text, name, rest)
}

fn said(text: &str, name: &str, rest: &str) -> Option<String> {
    if name == "printf" {
        let arguments = arguments(text, rest)?;
        return Some(format!("write `{}`", print(&arguments)));
    }
    if name == "make_float4" || name == "vec4f" || name == "make_int4" {
        let list = arguments(text, rest).unwrap_or_default().join(", ");
        return Some(format!("write `[{list}]`, an array of four"));
    }
    if matches!(name, "println" | "print" | "assert_eq" | "panic") && rest.starts_with('(') {
        let list = arguments(text, rest)?.join(", ");
        return Some(format!("write `{name}!({list})`"));
    }
    if name == "range" {
        return Some(match arguments(text, rest)?.as_slice() {
            [end] => format!("write `0..{end}`"),
            [start, end] => format!("write `{start}..{end}`"),
            [start, end, step] => format!("write `({start}..{end}).step_by({step})`"),
            _ => return None,
        });
    }
    if let Some(host) = host_function(name) {
        return Some(host.to_owned());
    }
    let template = NAMES.iter().find(|(known, _)| *known == name)?.1;
    if template.contains('`') || template == "leave it out" {
        return Some(template.to_owned());
    }
    let declared = Declared::of(text);
    let filled = fill(template, &arguments(text, rest).unwrap_or_default(), axis(rest), &declared);
    let help = format!("write `{}`", filled.code);
    Some(match filled.import {
        Some(import) if !text.contains(&import) => {
            format!("{help}, with `{import}` at the top of the file")
        }
        _ => help,
    })
}

/// What the host does, in a program of CUDA C.
fn host_function(name: &str) -> Option<&'static str> {
    const CALLS: [&str; 4] = ["cuda", "cu", "hip", "cl"];
    let is_call = CALLS.iter().any(|prefix| {
        name.strip_prefix(prefix).is_some_and(|rest| rest.starts_with(|c: char| c.is_uppercase()))
    });
    is_call.then_some(
        "leave it out: the host is no part of this file; the case beside it says which buffers \
         there are, and `grid` and `block`",
    )
}

/// What to write instead of a type.
pub(crate) fn ty(name: &str) -> Option<&'static str> {
    TYPES.iter().find(|(known, _)| *known == name).map(|(_, ty)| *ty)
}

/// What to write instead of an attribute.
pub(crate) fn attribute(name: &str) -> Option<String> {
    let line = ATTRIBUTES.iter().find(|(known, _)| *known == name)?.1;
    Some(if line.contains('`') { line.to_owned() } else { format!("write `{line}`") })
}

/// What to write instead of a method that is a function elsewhere: `x.sqrtf()`.
pub(crate) fn method(name: &str, receiver: &str, arguments: &[String]) -> Option<String> {
    let template = NAMES.iter().find(|(known, _)| *known == name)?.1;
    if !template.starts_with("{0}") {
        return None;
    }
    let all: Vec<String> =
        std::iter::once(receiver.to_owned()).chain(arguments.iter().cloned()).collect();
    Some(format!("write `{}`", fill(template, &all, "x", &Declared::default()).code))
}

/// The letter after a name: `threadIdx.y`.
fn axis(rest: &str) -> &str {
    let letter = rest.strip_prefix('.').and_then(|rest| rest.get(..1));
    letter.filter(|letter| ["x", "y", "z"].contains(letter)).unwrap_or("x")
}

/// The arguments in the parentheses that follow a name, as Rust.
fn arguments(text: &str, rest: &str) -> Option<Vec<String>> {
    let inside = rest.strip_prefix('(')?;
    let mut depth = 1_usize;
    let mut end = None;
    let mut is_string = false;
    for (place, byte) in inside.bytes().enumerate() {
        match byte {
            b'"' => is_string = !is_string,
            b'(' | b'[' | b'{' if !is_string => depth += 1,
            b')' | b']' | b'}' if !is_string => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            end = Some(place);
            break;
        }
    }
    let inside = inside.get(..end?)?;
    let tokens: TokenStream = inside.parse().ok()?;
    let tokens: Vec<_> = tokens.into_iter().collect();
    Some(Translator::new(inside, &Declared::of(text)).list(&tokens))
}

/// A line of Rust, and what it needs at the top of the file.
pub(crate) struct Filled {
    pub(crate) code: String,
    pub(crate) import: Option<String>,
}

/// The line for a call of a name with its arguments, if the name is known.
pub(crate) fn call(
    name: &str,
    arguments: &[String],
    axis: &str,
    declared: &Declared,
) -> Option<Filled> {
    if name == "printf" {
        return Some(Filled { code: print(arguments), import: None });
    }
    if matches!(name, "make_float4" | "make_int4" | "vec4f") {
        return Some(Filled { code: format!("[{}]", arguments.join(", ")), import: None });
    }
    let template = NAMES.iter().find(|(known, _)| *known == name)?.1;
    let is_words = template.contains('`') || template == "leave it out";
    (!is_words).then(|| fill(template, arguments, axis, declared))
}

fn fill(template: &str, arguments: &[String], axis: &str, declared: &Declared) -> Filled {
    let first = arguments.first().map_or("p", String::as_str);
    let pointer = pointer(first, declared);
    let number = declared.number_behind(first).unwrap_or("u32");
    let mut code = template.replace("*{p0}", &behind(first, declared));
    code = code.replace("{axis}", axis).replace("{p0}", &pointer);
    code = code.replace("{T}", &number.to_uppercase()).replace("{t}", number);
    for place in 0..4 {
        let given = arguments.get(place).map_or("…", String::as_str);
        let hole = format!("{{{place}}}");
        code = code.replace(&format!("{hole}."), &format!("{}.", atom(given)));
        code = code.replace(&format!("{hole} as"), &format!("{} as", atom(given)));
        code = code.replace(&hole, given);
    }
    let import = template.contains("Atomic{T}").then(|| match number {
        "f32" | "f64" => format!(
            "use cuda_std::atomic::Atomic{}; use core::sync::atomic::Ordering::Relaxed;",
            number.to_uppercase()
        ),
        _ => format!(
            "use core::sync::atomic::{{Atomic{}, Ordering::Relaxed}};",
            number.to_uppercase()
        ),
    });
    Filled { code, import }
}

/// An argument as a pointer: `&mut x[i]` and `&x[i]` lead to a place.
fn pointer(argument: &str, declared: &Declared) -> String {
    let place = argument
        .strip_prefix("&raw mut ")
        .or_else(|| argument.strip_prefix("&mut "))
        .or_else(|| argument.strip_prefix("& "))
        .or_else(|| argument.strip_prefix('&'));
    let Some(place) = place.map(str::trim) else { return atom(argument) };
    if let Some(pointer) = place.strip_prefix('*') {
        return pointer.to_owned();
    }
    if let Some((name, index)) = place.strip_suffix(']').and_then(|place| place.split_once('['))
        && declared.is_pointer(name)
    {
        return format!("{name}.add({index})");
    }
    format!("&raw mut {place}")
}

/// What an argument leads to: of `&x[i]` the element itself.
fn behind(argument: &str, declared: &Declared) -> String {
    let pointer = pointer(argument, declared);
    match pointer.strip_prefix("&raw mut ") {
        Some(place) => place.to_owned(),
        None => format!("*{pointer}"),
    }
}

/// What to write instead of a name that is nearly one of another language.
pub(crate) fn nearest(text: &str, name: &str, span: Span) -> Option<String> {
    if name.len() < 5 {
        return None;
    }
    let near = super::suggest::nearest(name, NAMES.iter().map(|(known, _)| *known))?;
    let rest = text.get(span.to_range()?.end..)?.trim_start();
    said(text, near, rest)
}

/// `printf("%d\n", x)` as `println!("{}", x)`.
fn print(arguments: &[String]) -> String {
    let Some((format, values)) = arguments.split_first() else { return "println!()".to_owned() };
    let inside = format.trim_matches('"').replace("{", "{{").replace("}", "}}");
    let (macro_name, inside) = match inside.strip_suffix("\\n") {
        Some(line) => ("println", line.to_owned()),
        None => ("print", inside),
    };
    let mut text = String::new();
    let mut rest = inside.chars().peekable();
    while let Some(c) = rest.next() {
        if c != '%' {
            text.push(c);
            continue;
        }
        if rest.peek() == Some(&'%') {
            rest.next();
            text.push('%');
            continue;
        }
        // Flags, width, precision and length come before the letter.
        while rest.next_if(|c| c.is_ascii_digit() || "+-# .lhz".contains(*c)).is_some() {}
        text.push_str(if rest.next() == Some('x') { "{:x}" } else { "{}" });
    }
    let values: String = values.iter().map(|value| format!(", {value}")).collect();
    format!("{macro_name}!(\"{text}\"{values})")
}

/// Words in parentheses, unless they hold together without.
pub(crate) fn atom(words: &str) -> String {
    let is_plain = words.chars().all(|c| c.is_alphanumeric() || "_.:".contains(c));
    let is_group = words.starts_with('(') && words.ends_with(')') && closes_last(words);
    let is_call = words.ends_with([')', ']'])
        && words.starts_with(|c: char| c.is_alphanumeric() || c == '_')
        && is_one_piece(words);
    if is_plain || is_group || is_call { words.to_owned() } else { format!("({words})") }
}

/// Whether the first bracket is closed by the last.
fn closes_last(words: &str) -> bool {
    let mut depth = 0_i32;
    for (place, c) in words.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return place + 1 == words.len();
        }
    }
    false
}

/// Whether there is no white space outside of brackets.
fn is_one_piece(words: &str) -> bool {
    let mut depth = 0_i32;
    words.chars().all(|c| {
        match c {
            '(' | '[' => depth += 1,
            ')' | ']' => depth -= 1,
            _ => {}
        }
        depth > 0 || !(c.is_whitespace() || "+-*/%&|^<>=!?".contains(c))
    })
}
