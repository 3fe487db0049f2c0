//! Parse errors of naga, in the words of the text.
//!
//! Its errors come as text, most of it well said. What is not is put otherwise
//! here, and nothing gets through that names naga's own parts.

use super::globals::nth;
use naga::Span;
use naga::front::wgsl::ParseError;
use warpbench_codes::G0001;
use warpbench_source::Diagnostic;

/// What is said where nothing better is known.
const NOT_UNDERSTOOD: &str = "this cannot be understood";

/// How naga's message about braces in braces starts.
const TOO_DEEP: &str = "brace nesting limit";

/// Messages by how they start, and what is said instead, with what to do. A `#`
/// stands for the first number in the message.
const INSTEAD: &[(&str, &str, &str)] = &[
    (
        "internal WGSL front end error",
        "the workbench does not understand this text",
        "please report it, with the text: this is a fault of the workbench",
    ),
    ("Index ", "there is no element # here; the first is 0", ""),
    (
        "Invalid access into expression",
        "a value has no such part",
        "only arrays, vectors and matrices are indexed, and only structures and vectors have members",
    ),
    (
        "Invalid sub-access into type",
        "a value has no such part",
        "only arrays, vectors and matrices are indexed, and only structures and vectors have members",
    ),
    ("Invalid scalar", "a single number is needed here", ""),
    ("Invalid vector", "a vector is needed here", ""),
    ("Invalid pointer", "a pointer is needed here", "write `&x` for a pointer to `x`"),
    ("Invalid image", "a texture is needed here", ""),
    (
        "Incompatible operands",
        "the two sides of an operation do not fit together",
        "convert one of them: `f32(x)`, `u32(x)`, `i32(x)`",
    ),
    (
        "Call to builtin",
        "a function of WGSL is given values that it does not take",
        "look at their types; convert with `f32(x)`, `u32(x)`, `i32(x)`",
    ),
    (
        "Function without return type",
        "this function gives no value",
        "call it in a statement of its own",
    ),
    (
        "Special type is not",
        "the workbench does not understand this text",
        "please report it, with the text",
    ),
    (
        "Constants cannot access function arguments",
        "a constant cannot depend on what a function is given",
        "use `let` instead of `const`",
    ),
    (
        "Constants cannot access global variables",
        "a constant cannot depend on a variable",
        "use `let` instead of `const`",
    ),
    (
        "Constants cannot access local variables",
        "a constant cannot depend on a variable",
        "use `let` instead of `const`",
    ),
    (
        "Constants cannot call functions",
        "a constant cannot be what a function of this text gives",
        "use `let` instead of `const`",
    ),
    ("Constants ", "this is not known before the kernel runs", "use `let` instead of `const`"),
    ("Cooperative operations", "this is not known before the kernel runs", ""),
    (
        "Cannot get the array length",
        "`arrayLength` takes a pointer to an array without a length",
        "write `arrayLength(&data)`",
    ),
    (
        "Cannot call arrayLength",
        "`arrayLength` is for arrays whose length comes from the buffer",
        "use the override that the length comes from",
    ),
    ("Cannot access the type", "this cannot be indexed and has no members", ""),
    ("Cannot access at the index", "there is no such element", "the first is 0"),
    ("Cannot access with index", "an index is an `i32` or a `u32`", ""),
    ("Cannot apply the unary op", "this sign is not for a value of this type", ""),
    (
        "Cannot apply the binary op",
        "the two sides of this operation do not fit together",
        "convert one of them: `f32(x)`, `u32(x)`, `i32(x)`",
    ),
    ("Cannot apply math function", "this function does not take a value of this type", ""),
    ("Cannot apply relational function", "this function takes `bool`s", ""),
    ("Splat is defined", "a vector is filled with a single number", ""),
    ("Can only swizzle", "only vectors have components like these", ""),
    (
        "Subexpression(s) are not constant",
        "a part of this is not known before the kernel runs",
        "use a `const` or a number",
    ),
    (
        "Not implemented as constant",
        "this is not computed before the kernel runs",
        "use `let` instead of `const`",
    ),
    ("RHS of shift operation", "this shifts by at least as many bits as the number has", ""),
    ("Division by zero", "this divides by zero", ""),
    ("Remainder by zero", "this divides by zero", ""),
    (
        "Can't use pipeline-overridable",
        "a `const` cannot depend on an `override`",
        "make it an `override` as well",
    ),
    (
        "Unexpected runtime-expression",
        "this is not known before the kernel runs",
        "use a `const` or a number",
    ),
    (
        "Unexpected override-expression",
        "this depends on an `override`, and must be known without",
        "use a `const` or a number",
    ),
    (
        "Expected boolean expression for condition",
        "the last value of `select` is its condition, a `bool`",
        "",
    ),
    (
        "Expected boolean vector",
        "the last value of `select` is its condition, a `bool` or a vector of them",
        "",
    ),
    ("Expected vectors of the same size", "`select` chooses between two values of one type", ""),
    ("Expected same number of vector", "the vectors of this `select` have different lengths", ""),
    ("Expected reject and accept", "`select` chooses between two values of one type", ""),
    ("Type is too large", "this type is larger than a type may be", "make its arrays shorter"),
    ("Float literal is NaN", "this number comes out as NaN (not a number)", ""),
    ("Float literal is infinite", "this number is too large for its type", ""),
    (
        "must be a const-expression that resolves to a concrete integer",
        "a whole number is needed here that is known before the kernel runs",
        "use a `const` or a number such as `4u`",
    ),
    (
        "must be a const-expression that resolves to a `bool`",
        "a `bool` is needed here that is known before the kernel runs",
        "",
    ),
    ("must be non-negative", "this number must not be negative", ""),
    (
        TOO_DEEP,
        "this text is nested too deeply",
        "move inner parts out, into a function, a `let` or an `alias` of their own",
    ),
    ("input/output binding is not consistent", "these attributes do not go together", ""),
    (
        "`@diagnostic(…)` attribute(s) not yet",
        "`@diagnostic(…)` cannot stand here",
        "write `diagnostic(off, …);` at the top of the text",
    ),
    ("redefinition of `", "", "give one of them another name"),
    (
        "no definition in scope for identifier: `subgroupElect`",
        "there is no `subgroupElect` here",
        "`subgroupExclusiveAdd(1u) == 0u` is true in the same lane",
    ),
    (
        "unknown builtin: `global_invocation_index`",
        "there is no `global_invocation_index` here",
        "compute it from `global_invocation_id` and `num_workgroups`",
    ),
    (
        "unknown builtin: `workgroup_index`",
        "there is no `workgroup_index` here",
        "compute it from `workgroup_id` and `num_workgroups`",
    ),
    (
        "unknown scalar type",
        "",
        "the types of numbers are `f32`, `f16`, `f64`, `i32`, `u32`, `i64`, `u64`; besides there is `bool`",
    ),
];

/// What naga calls things that WGSL has no name for.
const NAMES: &[(&str, &str)] = &[
    ("`{AbstractFloat}`", "a number with a fraction"),
    ("`{AbstractInt}`", "a whole number without a type"),
    ("{AbstractFloat}", "number"),
    ("{AbstractInt}", "whole number"),
    (
        " LHS expression (identifier component_or_swizzle_specifier?, (`lhs_expression`) component_or_swizzle_specifier?, &`lhs_expression`, *`lhs_expression`)",
        " a variable to assign to",
    ),
    ("enable extension is not enabled", "extension is not enabled"),
    (
        "\"Enable Extension\" is needed for this functionality, but it is not currently enabled.",
        "extension is needed for this",
    ),
    ("invalid left-hand side of assignment", "this cannot be assigned to"),
    (
        "increment/decrement operation requires reference type to be one of i32 or u32",
        "`++` and `--` are for variables of type `i32` or `u32`",
    ),
    ("must be a reference type of i32 or u32", "not an `i32` or `u32`"),
    ("expected variable access", "expected a variable"),
    ("pipeline constant ID", "the `@id` of an override"),
    (" (yet)", ""),
    ("template args start", "`<`"),
    ("template args end", "`>`"),
    ("in a const context", "in a constant"),
    ("creation-fixed footprint", "fixed size"),
    ("not yet supported", "not supported"),
];

/// An error of the parser, at its place.
pub(crate) fn parsed(error: &ParseError) -> Diagnostic {
    let mut labels: Vec<(Span, &str)> =
        error.labels().filter(|(span, _)| span.is_defined()).collect();
    // What is wrong is the value, not the declaration that it does not fit.
    labels.sort_by_key(|(_, label)| !label.starts_with("this expression has type"));
    let mut labels = labels.into_iter();
    let (span, label) = labels.next().unwrap_or((Span::UNDEFINED, ""));
    // naga has one message for whatever it does not do; a note says what that was.
    let is_too_deep = error.notes().any(|note| note.contains("recursion limit"));
    let (message, help) = said(if is_too_deep { TOO_DEEP } else { error.message() });
    let mut found = Diagnostic::new(G0001, message, span).label(plain(label, ""));
    for (span, label) in labels {
        found = found.other(span, plain(label, ""));
    }
    found.help = help;
    let notes: Vec<String> =
        error.notes().map(|note| plain(note, "")).filter(|note| !note.is_empty()).collect();
    if found.help.is_none() && !notes.is_empty() {
        found.note = Some(joined(&notes));
    }
    found
}

/// Some other text of naga's in one line of WGSL's words.
pub(crate) fn line(text: &str, otherwise: &str) -> String {
    match said(text) {
        (what, _) if what == NOT_UNDERSTOOD => otherwise.to_owned(),
        (what, Some(help)) => format!("{what}; {help}"),
        (what, None) => what,
    }
}

/// A message, and what to do.
fn said(message: &str) -> (String, Option<String>) {
    let instead = INSTEAD.iter().find(|(start, ..)| message.starts_with(start));
    if let Some((_, instead, help)) = instead {
        let what = match *instead {
            "" => plain(message, NOT_UNDERSTOOD),
            instead => instead.replace('#', &first_number(message)),
        };
        return (what, (!help.is_empty()).then(|| (*help).to_owned()));
    }
    if let Some(index) = message.strip_prefix("invalid type for constructor component at index [") {
        let index = first_number(index).parse().unwrap_or_default();
        let what = format!("the {} value does not have the type that is needed there", nth(index));
        return (what, None);
    }
    if let Some(said) = converted(message) {
        return said;
    }
    if let Some((function, rest)) = message.split_once(" built-in function ") {
        let function = function.rsplit("::").next().unwrap_or_default();
        let mut letters = function.chars();
        let first = letters.next().map(|c| c.to_ascii_lowercase());
        let name: String = first.into_iter().chain(letters).collect();
        return (plain(&format!("`{name}` {rest}"), NOT_UNDERSTOOD), None);
    }
    (plain(message, NOT_UNDERSTOOD), None)
}

/// Values of a type that is not wanted.
fn converted(message: &str) -> Option<(String, Option<String>)> {
    let quoted: Vec<&str> = message.split('`').skip(1).step_by(2).collect();
    if message.starts_with("the concrete type") {
        let [ty, value] = quoted.as_slice() else { return None };
        return Some((format!("`{value}` is no value of type `{ty}`"), None));
    }
    if !message.starts_with("automatic conversions cannot convert") {
        return None;
    }
    let [from, to] = quoted.as_slice() else { return None };
    let found = plain(&format!("`{from}`"), "of another type");
    let help = match to.starts_with("vec") || from.starts_with("vec") || to.contains('<') {
        true => "convert it to the type that is needed".to_owned(),
        false => format!("convert it: `{to}(…)`"),
    };
    Some((format!("`{to}` is needed here, and this is {found}"), Some(help)))
}

/// A text in WGSL's words; something else where that cannot be done.
fn plain(text: &str, otherwise: &str) -> String {
    if text == "see msg" || text.contains("Naga maintainers") {
        return String::new();
    }
    let mut text = text.to_owned();
    for (name, instead) in NAMES {
        text = text.replace(name, instead);
    }
    if is_of_naga(&text) { otherwise.to_owned() } else { text }
}

/// Several notes as one. Lists of types come one by one, with many that nobody
/// asks for.
fn joined(notes: &[String]) -> String {
    const MOST: usize = 6;
    let (mut text, mut types) = (String::new(), Vec::new());
    for note in notes {
        match note.strip_prefix("allowed type: ") {
            Some(ty) if ty.contains("number") || ty.contains("16") || types.contains(&ty) => {}
            Some(ty) => types.push(ty),
            None if text.is_empty() => text += note,
            None => text = format!("{text} {note}"),
        }
    }
    let rest = if types.len() > MOST { ", …" } else { "" };
    types.truncate(MOST);
    let types: Vec<String> = types.iter().map(|ty| format!("`{ty}`")).collect();
    format!("{text} {}{rest}", types.join(", ")).trim().to_owned()
}

fn first_number(text: &str) -> String {
    let digits = text.trim_start_matches(|c: char| !c.is_ascii_digit());
    digits.chars().take_while(char::is_ascii_digit).collect()
}

/// Whether a text speaks of naga's own parts: by name, by number as in `[3]`, or
/// as its values are printed for its own developers. What is in quotes is the
/// student's.
pub(crate) fn is_of_naga(text: &str) -> bool {
    let unquoted = |text: &str, quote| text.split(quote).step_by(2).collect::<Vec<_>>().join(" ");
    let outside = unquoted(&unquoted(text, '`'), '"');
    let has_number = outside.match_indices('[').any(|(at, _)| {
        let inside = outside[at + 1..].split(']').next().unwrap_or_default();
        !inside.is_empty() && inside.chars().all(|c| c.is_ascii_digit())
    });
    let is_camel = |word: &str| {
        let mut letters = word.chars();
        letters.next().is_some_and(|c| c.is_ascii_uppercase())
            && letters.next().is_some_and(|c| c.is_ascii_lowercase())
            && letters.any(|c| c.is_ascii_uppercase())
    };
    let units = ["NaN", "GiB", "MiB", "KiB"];
    let mut words = outside.split(|c: char| !c.is_alphanumeric());
    let has_camel = words.any(|word| is_camel(word) && !units.contains(&word));
    let has_value = outside.contains("{ ") || outside.contains("::") || outside.contains("Some(");
    has_number || has_camel || has_value || outside.to_lowercase().contains("naga")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nagas_own_words_are_known() {
        for text in [
            "Function [0] 'get_offset' is invalid",
            "Capability(X) is missing in TypeInner",
            "Expression [2] is invalid",
            "not implemented in Naga",
            "Scalar { kind: Uint, width: 4 }",
            "naga::valid::Capabilities",
            "Operation ShiftLeft",
        ] {
            assert!(is_of_naga(text), "{text}");
        }
        for text in [
            "`MyStruct` has no member `a`",
            "there is no element 3 here",
            "expected `;`, found \"}\"",
            "`array<u32, 4>` has no element [i]",
            "`data[3]` cannot be written",
            "this number comes out as NaN (not a number)",
            "`x` takes more than 2 GiB",
        ] {
            assert!(!is_of_naga(text), "{text}");
        }
    }
}
