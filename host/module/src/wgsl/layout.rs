//! Structures that naga lays out otherwise than WGSL does.
//!
//! `@align` on a member makes the whole structure aligned to it, and with it
//! every structure and array that the structure is part of. naga lays out the
//! structure itself by that rule and forgets it there: wherever it is a member
//! of another one, it may come to lie too early (gfx-rs/wgpu#4377). A kernel
//! would read other bytes than its host wrote, so such a text is refused.
//!
//! naga's module says where members lie and not why, so the attributes are read
//! off the text. A layout is right if every member lies at a multiple of its
//! alignment by WGSL's rules and every structure's size is a multiple of its
//! own: naga rounds up to a smaller power of two, so what is a multiple of the
//! larger one all the same is what WGSL would have chosen.

use super::tokens::{Token, tokens};
use naga::front::wgsl;
use naga::proc::Layouter;
use naga::{Expression, Handle, Literal, Module, Span, Type, TypeInner};
use std::collections::BTreeMap;
use warpbench_codes::G0008;
use warpbench_source::Diagnostic;

/// What the constants are called that alignments are computed with.
const PROBE: &str = "warpbench_alignment";

/// A structure as the text declares it.
#[derive(Debug)]
struct Declared<'a> {
    name: &'a str,
    members: Vec<Member<'a>>,
}

#[derive(Debug)]
struct Member<'a> {
    name: &'a str,
    span: Span,
    /// The alignment that is asked for, as it is written.
    align: Option<&'a str>,
}

/// Refuses a module whose memory would not be where WGSL says.
pub(super) fn check(module: &Module, text: &str) -> Result<(), Box<Diagnostic>> {
    let declared = structures(text);
    let written: Vec<&str> =
        declared.iter().flat_map(|s| &s.members).filter_map(|m| m.align).collect();
    if written.is_empty() {
        return Ok(());
    }
    let values = evaluate(text, &written);
    let declared: BTreeMap<&str, &Declared<'_>> = declared.iter().map(|s| (s.name, s)).collect();
    let mut layouts = Layouter::default();
    if layouts.update(module.to_ctx()).is_err() {
        return Ok(());
    }
    // Types stand behind those that they are made of.
    let mut alignments: Vec<u32> = Vec::new();
    for (handle, ty) in module.types.iter() {
        let mut alignment = layouts[handle].alignment.round_up(1);
        let of = |part: Handle<Type>| alignments[part.index()];
        match &ty.inner {
            TypeInner::Array { base, .. } => alignment = of(*base),
            TypeInner::Struct { members, span } => {
                let declared = ty.name.as_deref().and_then(|name| declared.get(name));
                for (nth, member) in members.iter().enumerate() {
                    let at = declared.and_then(|declared| declared.members.get(nth));
                    let asked = at.and_then(|at| at.align).and_then(|text| values.get(text));
                    let wanted = of(member.ty).max(asked.copied().unwrap_or(1));
                    alignment = alignment.max(wanted);
                    if !member.offset.is_multiple_of(wanted) {
                        return Err(Box::new(refused(module, handle, nth, wanted, at)));
                    }
                }
                if !span.is_multiple_of(alignment) {
                    let nth = members.iter().position(|member| of(member.ty) == alignment);
                    let nth = nth.unwrap_or_default();
                    let at = declared.and_then(|declared| declared.members.get(nth));
                    return Err(Box::new(refused(module, handle, nth, alignment, at)));
                }
            }
            _ => {}
        }
        alignments.push(alignment);
    }
    Ok(())
}

fn refused(
    module: &Module,
    structure: Handle<Type>,
    nth: usize,
    alignment: u32,
    at: Option<&Member<'_>>,
) -> Diagnostic {
    let outer = module.types[structure].name.as_deref().unwrap_or("this structure");
    let name = at.map_or("this member", |member| member.name);
    let inner = match &module.types[structure].inner {
        TypeInner::Struct { members, .. } => members.get(nth).map(|member| member.ty),
        _ => None,
    };
    let inner =
        inner.map_or_else(String::new, |ty| format!(" of type `{}`", written_type(module, ty)));
    let span = at.map_or(Span::UNDEFINED, |member| member.span);
    Diagnostic::new(
        G0008,
        format!("`{outer}` would be laid out wrongly, because of the alignment inside `{name}`"),
        span,
    )
    .label(format!("this member{inner} must lie at a multiple of {alignment} bytes"))
    .note(format!(
        "an `@align` inside the type of a member is not followed where the member lies, nor in \
         the size of `{outer}`; it would be other bytes than WGSL says"
    ))
    .help(format!("write the alignment at the member as well: `@align({alignment}) {name}`"))
}

fn written_type(module: &Module, ty: Handle<Type>) -> String {
    use naga::common::wgsl::TypeContext;
    module.to_ctx().type_to_string(ty)
}

/// The values of alignments. naga has accepted them where they stand; here it
/// computes them once more, as constants behind the text.
fn evaluate<'a>(text: &str, written: &[&'a str]) -> BTreeMap<&'a str, u32> {
    let mut probe = text.to_owned();
    for (nth, expression) in written.iter().enumerate() {
        probe += &format!("\nconst {PROBE}_{nth} = u32({expression});");
    }
    let Ok(module) = wgsl::parse_str(&probe) else { return BTreeMap::new() };
    let mut values = BTreeMap::new();
    for (_, constant) in module.constants.iter() {
        let nth = constant.name.as_deref().and_then(|name| name.strip_prefix(PROBE));
        let nth = nth.and_then(|nth| nth.strip_prefix('_')?.parse::<usize>().ok());
        let Some(expression) = nth.and_then(|nth| written.get(nth)) else { continue };
        if let Expression::Literal(Literal::U32(value)) = module.global_expressions[constant.init]
            && value.is_power_of_two()
        {
            values.insert(*expression, value);
        }
    }
    values
}

/// The structures that a text declares.
fn structures(text: &str) -> Vec<Declared<'_>> {
    let mut found = Vec::new();
    let mut depth = 0_u32;
    let mut tokens = tokens(text);
    while let Some(token) = tokens.next() {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "struct" if depth == 0 => {
                let Some(name) = tokens.next() else { break };
                if tokens.next().is_none_or(|token| !token.is("{")) {
                    continue;
                }
                let body = body(&mut tokens);
                found.push(Declared { name: name.text, members: members(text, &body) });
            }
            _ => {}
        }
    }
    found
}

/// The tokens up to the brace that closes a structure.
fn body<'a>(tokens: &mut impl Iterator<Item = Token<'a>>) -> Vec<Token<'a>> {
    tokens.take_while(|token| !token.is("}")).collect()
}

fn members<'a>(text: &'a str, body: &[Token<'a>]) -> Vec<Member<'a>> {
    let mut members = Vec::new();
    let mut align = None;
    let mut at = 0;
    while let Some(token) = body.get(at) {
        at += 1;
        if token.is("@") {
            let name = body.get(at).map_or("", |name| name.text);
            at += 1;
            if body.get(at).is_some_and(|next| next.is("(")) {
                let close = closing(body, at);
                if name == "align" {
                    align = inside(text, body, at, close);
                }
                at = close + 1;
            }
        } else if token.is_word() && body.get(at).is_some_and(|next| next.is(":")) {
            let span = Span::new(token.range.start as u32, token.range.end as u32);
            members.push(Member { name: token.text, span, align: align.take() });
            at = end_of_member(body, at);
        }
    }
    members
}

/// The position of the parenthesis that closes the one at a position.
fn closing(body: &[Token<'_>], open: usize) -> usize {
    let mut depth = 0_usize;
    for (at, token) in body.iter().enumerate().skip(open) {
        match token.text {
            "(" => depth += 1,
            ")" => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return at;
        }
    }
    body.len()
}

/// What stands between two parentheses, without a last comma.
fn inside<'a>(text: &'a str, body: &[Token<'a>], open: usize, close: usize) -> Option<&'a str> {
    let last = body.get(close.checked_sub(1)?)?;
    let end = if last.is(",") { last.range.start } else { body.get(close)?.range.start };
    text.get(body.get(open)?.range.end..end)
}

/// The position behind the comma that ends a member. Those inside of brackets
/// belong to its type.
fn end_of_member(body: &[Token<'_>], from: usize) -> usize {
    let mut depth = 0_i32;
    for (at, token) in body.iter().enumerate().skip(from) {
        match token.text {
            "<" | "(" | "[" => depth += 1,
            ">" | ")" | "]" => depth -= 1,
            "," if depth <= 0 => return at + 1,
            _ => {}
        }
    }
    body.len()
}

#[cfg(test)]
mod tests {
    use crate::wgsl;

    const INNER: &str = "struct Inner { @align(16) a: u32, b: u32 }\n";

    fn buffer(text: &str) -> String {
        format!(
            "{text}\n@group(0) @binding(0) var<storage, read_write> data: array<Outer>;
             @compute @workgroup_size(1) fn main() {{ _ = data[0]; }}"
        )
    }

    #[test]
    fn layouts_that_would_be_wrong_are_refused_at_the_member() {
        let check = |outer: &str, member: &str, alignment: u32| {
            let text = buffer(&format!("{INNER}{outer}"));
            let error = wgsl::check(&text, "a.wgsl").map(|_| ()).expect_err(outer);
            let [found] = error.diagnostics.as_slice() else { panic!("{error}") };
            let range = found.span.to_range().expect("a place");
            assert_eq!(&text[range], member, "{error}");
            let expected = format!("a multiple of {alignment} bytes");
            assert!(found.label.contains(&expected), "{error}");
            let expected = format!("@align({alignment}) {member}");
            assert!(found.help.as_ref().is_some_and(|help| help.contains(&expected)), "{error}");
        };
        check("struct Outer { x: u32, inner: Inner }", "inner", 16);
        check("struct Outer { x: u32, list: array<Inner, 3> }", "list", 16);
        check("struct Outer { x: f32, list: array<array<Inner, 3>, 2>, y: f32 }", "list", 16);
        // The member lies well, but the end of the structure does not.
        check("struct Outer { inner: Inner, x: u32 }", "inner", 16);
        // Deeper down, and through another name.
        check(
            "alias A = Inner; struct Middle { inner: A } struct Outer { x: u32, m: Middle }",
            "m",
            16,
        );
        // A `@size` that moves the member.
        check("struct Outer { @size(20) x: u32, inner: Inner, }", "inner", 16);
        // Alignments that are computed, and comments between.
        check(
            "const A = 32; struct Big { @align(/* , */ A * 2,) a: vec2<f32> }
             struct Outer { x: vec4<f32>, big: Big }",
            "big",
            64,
        );
    }

    #[test]
    fn layouts_that_are_right_are_left_alone() {
        for outer in [
            "struct Outer { inner: Inner }",
            "struct Outer { @align(16) x: u32, @align(16) inner: Inner }",
            "struct Outer { x: u32, @align(16) inner: Inner }",
            "struct Outer { x: vec4<f32>, inner: Inner }",
            "struct Outer { @size(16) x: u32, inner: Inner, list: array<Inner, 2> }",
            "struct Outer { @align(64) x: u32, y: vec3<f32>, z: u32 }",
            "struct Plain { a: u32, b: vec3<f32> } struct Outer { x: u32, p: Plain, y: f32 }",
            "struct Outer { x: u32, y: array<vec3<f32>, 4>, @size(32) z: u32 }",
            "struct Outer { a: atomic<u32>, @align(4) b: u32 }",
        ] {
            let text = buffer(&format!("{INNER}{outer}"));
            if let Err(error) = wgsl::check(&text, "a.wgsl") {
                panic!("{outer}: {error}");
            }
        }
    }
}
