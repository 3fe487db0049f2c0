//! Directives at the top of a text that naga refuses although it can do what
//! they ask for. They are blanked before it reads the text, so that every place
//! stays where it is.
//!
//! - `enable subgroups;`: naga has the operations of subgroups and refuses the
//!   word that enables them (gfx-rs/wgpu#5555, gfx-rs/wgpu#8202).
//! - `requires …;`: it only says what a text makes use of. naga knows four of
//!   the features and refuses one of those (gfx-rs/wgpu#5158, gfx-rs/wgpu#7645);
//!   where a text really uses what naga lacks, the place of the use is what the
//!   message points at.

use super::tokens::{Token, tokens};
use naga::Span;
use naga::front::wgsl::{EnableExtension, ImplementedEnableExtension};
use std::ops::Range;
use warpbench_codes::{G0001, G0002};
use warpbench_source::Diagnostic;

/// Extensions that are there without being enabled. `subgroups_f16` is what
/// drafts of WGSL asked for besides `subgroups`, for values of 16 bits.
const ALWAYS_ENABLED: [&str; 2] = ["subgroups", "subgroups_f16"];

/// Extensions of WGSL that naga has nothing of, and what they are for.
const LACKING: [(&str, &str); 1] =
    [("subgroup_size_control", "choosing the width of a subgroup with `@subgroup_size`")];

/// The language features of WGSL that a text can require.
const LANGUAGE_FEATURES: [&str; 14] = [
    "readonly_and_readwrite_storage_textures",
    "packed_4x8_integer_dot_product",
    "unrestricted_pointer_parameters",
    "pointer_composite_access",
    "uniform_buffer_standard_layout",
    "subgroup_id",
    "subgroup_uniformity",
    "texture_and_sampler_let",
    "texture_formats_tier1",
    "linear_indexing",
    "immediate_address_space",
    "buffer_view",
    "swizzle_assignment",
    "fragment_depth",
];

/// The text without the directives that naga need not see, each byte where it
/// was.
pub(super) fn adapt(text: &str) -> Result<String, Box<Diagnostic>> {
    let mut adapted = text.to_owned();
    let mut tokens = tokens(text).peekable();
    while let Some(first) = tokens.next_if(|token| {
        ["enable", "requires", "diagnostic", ";"].iter().any(|word| token.is(word))
    }) {
        if first.is(";") {
            continue;
        }
        let is_list = !first.is("diagnostic");
        let mut directive = vec![first];
        while directive.last().is_some_and(|token| !token.is(";")) {
            let next = tokens.next();
            if is_list {
                expect_list(&directive, next.as_ref(), text)?;
            }
            let Some(next) = next else { break };
            directive.push(next);
        }
        // What is no list of names is left for the parser to complain about.
        let blanked = match names(&directive) {
            Some(names) if directive[0].is("enable") => enable(&directive, &names)?,
            Some(names) if directive[0].is("requires") => requires(&directive, &names)?,
            _ => Vec::new(),
        };
        for range in blanked {
            let blank = " ".repeat(range.len());
            adapted.replace_range(range, &blank);
        }
    }
    for range in attributes(text) {
        let blank: String =
            text[range.clone()].chars().map(|c| if c == '\n' { c } else { ' ' }).collect();
        // Only signs and names stand there, apart from what comments hold.
        if blank.len() == range.len() {
            adapted.replace_range(range, &blank);
        }
    }
    Ok(adapted)
}

/// What `@diagnostic(…)` takes before statements, where naga has no room for it
/// (gfx-rs/wgpu#5320). It silences warnings that there are none of here.
fn attributes(text: &str) -> Vec<Range<usize>> {
    let all: Vec<Token<'_>> = tokens(text).collect();
    let mut depth = 0_usize;
    let mut found = Vec::new();
    for (at, token) in all.iter().enumerate() {
        match token.text {
            "{" => depth += 1,
            "}" => depth = depth.saturating_sub(1),
            "@" if depth > 0 && all.get(at + 1).is_some_and(|next| next.is("diagnostic")) => {
                let close = all[at..].iter().find(|token| token.is(")"));
                found.extend(close.map(|close| token.range.start..close.range.end));
            }
            _ => {}
        }
    }
    found
}

/// Complains of what cannot follow in a list of names. naga would complain of
/// the names first.
fn expect_list(
    directive: &[Token<'_>],
    next: Option<&Token<'_>>,
    text: &str,
) -> Result<(), Box<Diagnostic>> {
    let before = &directive[directive.len() - 1];
    let is_behind_name = directive.len() > 1 && before.is_word();
    let fits = next.is_some_and(|next| match is_behind_name {
        true => next.is(",") || next.is(";"),
        false => next.is_word() || next.is(";"),
    });
    if fits || directive.len() == 1 {
        return Ok(());
    }
    let expected = if is_behind_name { "`,` or `;`" } else { "a name or `;`" };
    let found = next.map_or("the end of the text".to_owned(), |next| format!("`{}`", next.text));
    let end = text.trim_end().len() as u32;
    let at = next.map_or(Span::new(end, end), span);
    Err(Box::new(
        Diagnostic::new(G0001, format!("expected {expected}, found {found}"), at)
            .other(span(&directive[0]), "this directive goes on to its `;`"),
    ))
}

/// The positions of the names of a directive that lists names.
fn names(directive: &[Token<'_>]) -> Option<Vec<usize>> {
    let list = directive.get(1..directive.len() - 1)?;
    let is_list = list.iter().enumerate().all(|(nth, token)| match nth % 2 {
        0 => token.is_word(),
        _ => token.is(","),
    });
    (is_list && !list.is_empty()).then(|| (1..directive.len() - 1).step_by(2).collect())
}

fn enable(directive: &[Token<'_>], names: &[usize]) -> Result<Vec<Range<usize>>, Box<Diagnostic>> {
    let mut blanked = Vec::new();
    let mut kept = 0;
    for &at in names {
        let name = &directive[at];
        if known_to_naga().any(|known| name.is(known)) {
            kept += 1;
        } else if ALWAYS_ENABLED.iter().any(|known| name.is(known)) {
            blanked.push(name.range.clone());
            // A list may end with a comma, so the one behind goes along.
            blanked.extend(directive.get(at + 1).filter(|next| next.is(",")).map(range));
        } else {
            return Err(Box::new(unknown_extension(name)));
        }
    }
    Ok(if kept == 0 { directive.iter().map(range).collect() } else { blanked })
}

fn requires(
    directive: &[Token<'_>],
    names: &[usize],
) -> Result<Vec<Range<usize>>, Box<Diagnostic>> {
    for name in names.iter().map(|&at| &directive[at]) {
        if !LANGUAGE_FEATURES.iter().any(|known| name.is(known)) {
            let message = format!("WGSL has no language feature `{}`", name.text);
            let found = Diagnostic::new(G0002, message, span(name)).label("not known");
            let similar = closest(name.text, LANGUAGE_FEATURES.into_iter());
            let listed = format!("the features are {}", LANGUAGE_FEATURES.join(", "));
            return Err(Box::new(found.help(similar.unwrap_or(listed))));
        }
    }
    Ok(directive.iter().map(range).collect())
}

fn unknown_extension(name: &Token<'_>) -> Diagnostic {
    if let Some((_, purpose)) = LACKING.iter().find(|(known, _)| name.is(known)) {
        let message = format!("the extension `{}` is not supported", name.text);
        return Diagnostic::new(G0002, message, span(name))
            .label(format!("for {purpose}"))
            .help("leave it out; the width of a subgroup is that of the device");
    }
    let message = format!("WGSL has no extension `{}`", name.text);
    let found = Diagnostic::new(G0002, message, span(name)).label("not known");
    let standard = ["f16", "subgroups", "clip_distances", "dual_source_blending"];
    let all = known_to_naga().chain(ALWAYS_ENABLED);
    let listed = format!("there are {}", standard.join(", "));
    found.help(closest(name.text, all).unwrap_or(listed))
}

fn known_to_naga() -> impl Iterator<Item = &'static str> {
    let all = ImplementedEnableExtension::all().iter();
    all.map(|&extension| EnableExtension::Implemented(extension).to_ident())
}

/// A question after the name that was meant, if one is close.
fn closest<'a>(name: &str, known: impl Iterator<Item = &'a str>) -> Option<String> {
    known
        .map(|candidate| (strsim::jaro_winkler(name, candidate), candidate))
        .filter(|(likeness, _)| *likeness > 0.85)
        .max_by(|a, b| a.0.total_cmp(&b.0))
        .map(|(_, candidate)| format!("did you mean `{candidate}`?"))
}

fn range(token: &Token<'_>) -> Range<usize> {
    token.range.clone()
}

fn span(token: &Token<'_>) -> Span {
    Span::new(token.range.start as u32, token.range.end as u32)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_naga_refuses_is_blanked() {
        let check = |text: &str, expected: &str| {
            let adapted = adapt(text).unwrap_or_else(|found| panic!("{found:?}"));
            assert_eq!(adapted.split_whitespace().collect::<Vec<_>>().join(" "), expected);
            assert_eq!(adapted.len(), text.len(), "{text:?}");
            let breaks =
                |text: &str| -> Vec<usize> { text.match_indices('\n').map(|(at, _)| at).collect() };
            assert_eq!(breaks(&adapted), breaks(text), "{text:?}");
        };
        check("enable subgroups;\nfn f() {}", "fn f() {}");
        check("enable f16, subgroups;\nfn f() {}", "enable f16, ; fn f() {}");
        check("enable subgroups, f16;", "enable f16;");
        check("enable subgroups,\n  subgroups_f16,;fn f(){}", "fn f(){}");
        check("requires pointer_composite_access;enable f16;", "enable f16;");
        check(
            "diagnostic(off, derivative_uniformity);\nrequires linear_indexing;\nenable subgroups;",
            "diagnostic(off, derivative_uniformity);",
        );
        check(
            "/* enable /* subgroups; */ */ enable // x\n subgroups;",
            "/* enable /* subgroups; */ */ // x",
        );
        // What is not at the top, or no directive at all, stays.
        check("// enable subgroups;\nfn f() {}", "// enable subgroups; fn f() {}");
        check("fn f() {} enable subgroups;", "fn f() {} enable subgroups;");
        check("fn enable() {} const subgroups = 1;", "fn enable() {} const subgroups = 1;");
        check("enable", "enable");
        check("enable ;", "enable ;");
        check("enable 1;", "enable 1;");
        check("fn f() { @diagnostic(off, x) if a { } }", "fn f() { if a { } }");
        check("@diagnostic(off, x) fn f() { }", "@diagnostic(off, x) fn f() { }");
        check("", "");
    }

    #[test]
    fn unknown_names_are_told_with_their_place() {
        let check = |text: &str, at: (u32, u32), message: &str, help: &str| {
            let found = *adapt(text).expect_err(text);
            let range = found.span.to_range().expect("a place");
            assert_eq!((range.start as u32, range.end as u32), at, "{text}");
            assert!(found.message.contains(message), "{found:?}");
            assert!(found.help.as_ref().is_some_and(|told| told.contains(help)), "{found:?}");
        };
        check("enable subgroop;", (7, 15), "no extension `subgroop`", "`subgroups`?");
        check("enable f16, magic;", (12, 17), "no extension `magic`", "there are f16, subgroups");
        check("requires magic;", (9, 14), "no language feature `magic`", "the features are");
        check(
            "enable f16;\nrequires linear_index;",
            (21, 33),
            "no language feature `linear_index`",
            "did you mean `linear_indexing`?",
        );
        let list = |text: &str, at: (u32, u32), message: &str| {
            let found = *adapt(text).expect_err(text);
            let range = found.span.to_range().expect("a place");
            assert_eq!((range.start as u32, range.end as u32), at, "{text}");
            assert_eq!(found.message, message, "{text}");
        };
        list("enable subgroups\nfn f() { }", (17, 19), "expected `,` or `;`, found `fn`");
        list("enable subgroups\n", (16, 16), "expected `,` or `;`, found the end of the text");
        list("requires subgroup_id, 1;", (22, 23), "expected a name or `;`, found `1`");
        check("enable subgroup_size_control;", (7, 28), "not supported", "leave it out");
    }
}
