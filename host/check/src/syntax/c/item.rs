//! Functions, structures and tables of CUDA C as the Rust that says the same.

use super::declared::Declared;
use super::expression::Translator;
use super::statement;
use super::types;
use crate::syntax::spans;
use crate::syntax::split::{is_sign, is_word};
use proc_macro2::{Delimiter, Group, TokenTree};
use warpbench_codes::S0004;
use warpbench_source::diagnostic::Diagnostic;

/// An item of C.
pub(crate) struct Found {
    pub(crate) diagnostic: Diagnostic,
    /// What it declares.
    pub(crate) name: Option<String>,
    /// The names of a function's parameters, and its body.
    pub(crate) body: Option<(Vec<String>, Group)>,
}

/// An item that does not parse, if it is C.
pub(crate) fn find(chunk: &[TokenTree], text: &str) -> Option<Found> {
    let declared = Declared::of(text);
    let translator = Translator::new(text, &declared);
    let (head, body) = match chunk.split_last()? {
        (TokenTree::Group(group), head) if group.delimiter() == Delimiter::Brace => {
            (head, Some(group.clone()))
        }
        (last, rest) if is_sign(last, ';') => (rest, None),
        _ => (chunk, None),
    };
    let span = spans::to(spans::bytes(head.first()?.span()), spans::bytes(head.last()?.span()));
    let found = |message: &str, help: String, name: Option<String>| Found {
        diagnostic: Diagnostic::new(S0004, message, span).label("this is C").help(help),
        name,
        body: None,
    };
    if head.first().is_some_and(|first| is_word(first, "using")) {
        return Some(found("Rust has `use` for `using`", "leave it out".to_owned(), None));
    }
    if let [word, rest @ ..] = head
        && is_word(word, "typedef")
        && let Some(ty) = types::at(rest)
        && let [TokenTree::Ident(name)] = &rest[ty.len..]
    {
        let line = format!("write `type {name} = {};`", ty.written());
        return Some(found(
            "another name for a type is given with `type`",
            line,
            Some(name.to_string()),
        ));
    }
    if let [word, TokenTree::Ident(name)] = head
        && is_word(word, "struct")
        && let Some(body) = &body
    {
        let inside: Vec<TokenTree> = body.stream().into_iter().collect();
        let fields = fields(&inside)?;
        let line = format!("write `#[repr(C)] struct {name} {{ {fields} }}`");
        return Some(found(
            "fields are written with their types behind them",
            line,
            Some(name.to_string()),
        ));
    }
    match body {
        Some(body) => function(head, body, span),
        None => table(head, &translator).map(|(help, name)| {
            found("a table that never changes is a `static`", help, Some(name))
        }),
    }
}

/// `float x; float y;` as fields.
fn fields(tokens: &[TokenTree]) -> Option<String> {
    let mut fields = Vec::new();
    for field in tokens.split(|token| is_sign(token, ';')).filter(|field| !field.is_empty()) {
        let ty = types::at(field)?;
        for name in field.get(ty.len..)?.split(|token| is_sign(token, ',')) {
            let [TokenTree::Ident(name)] = name else { return None };
            fields.push(format!("{name}: {}", ty.written()));
        }
    }
    Some(fields.join(", "))
}

/// `__constant__ float table[4] = {…};`
fn table(head: &[TokenTree], translator: &Translator<'_>) -> Option<(String, String)> {
    let words = ["__constant__", "__device__", "constant", "const", "static"];
    let skipped = head.iter().take_while(|token| words.iter().any(|word| is_word(token, word)));
    let tokens = &head[skipped.count()..];
    let ty = types::at(tokens).filter(|ty| ty.is_known)?;
    let [TokenTree::Ident(name), rest @ ..] = tokens.get(ty.len..)? else { return None };
    let upper = name.to_string().to_uppercase();
    let (len, rest) = match rest {
        [TokenTree::Group(group), rest @ ..] if group.delimiter() == Delimiter::Bracket => {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            (Some(translator.expression(&inside)?), rest)
        }
        _ => (None, rest),
    };
    let value = match rest {
        [sign, value @ ..] if is_sign(sign, '=') => Some(translator.expression(value)?),
        _ => None,
    };
    let zero = statement::zero(&ty.rust);
    let code = match len {
        Some(len) => {
            let value = value.unwrap_or_else(|| format!("[{zero}; {len}]"));
            format!("static {upper}: [{}; {len}] = {value};", ty.rust)
        }
        None => {
            format!("const {upper}: {} = {};", ty.rust, value.unwrap_or_else(|| zero.to_owned()))
        }
    };
    Some((format!("write `{code}`"), name.to_string()))
}

fn function(head: &[TokenTree], body: Group, span: naga::Span) -> Option<Found> {
    let (TokenTree::Group(parameters), before) = head.split_last()? else { return None };
    let (TokenTree::Ident(name), before) = before.split_last()? else { return None };
    if before.iter().any(|token| is_word(token, "fn"))
        || parameters.delimiter() != Delimiter::Parenthesis
    {
        return None;
    }
    let name = name.to_string();
    if name == "main" {
        let help = "leave it out: the case beside the file says which buffers there are, and \
                    `grid` and `block`";
        let diagnostic =
            Diagnostic::new(S0004, "the program of the host is no part of this file", span)
                .help(help);
        return Some(Found { diagnostic, name: Some(name), body: None });
    }
    let is_kernel = before
        .iter()
        .any(|token| ["__global__", "__kernel", "kernel"].iter().any(|word| is_word(token, word)));
    let generics = template(before);
    let type_names: Vec<String> = generics
        .trim_matches(['<', '>'])
        .split(", ")
        .filter(|name| !name.is_empty() && !name.starts_with("const "))
        .map(str::to_owned)
        .collect();
    let result = before.iter().rposition(|token| {
        matches!(token, TokenTree::Ident(word) if {
            let word = word.to_string();
            crate::wording::foreign::ty(&word).is_none() && word != "bool"
        })
    });
    let result = types::at(&before[result.map_or(0, |place| place + 1)..])
        .or_else(|| types::at(&before[before.len().saturating_sub(1)..]));
    let inside: Vec<TokenTree> = parameters.stream().into_iter().collect();
    let (mut written, mut names) = (Vec::new(), Vec::new());
    for parameter in inside.split(|token| is_sign(token, ',')).filter(|part| !part.is_empty()) {
        let mut ty = types::at(parameter).or_else(|| types::of_template(parameter, &type_names))?;
        match parameter.get(ty.len..)? {
            [] if ty.rust == "()" => continue,
            [TokenTree::Ident(name), rest @ ..] => {
                ty.pointers += usize::from(!rest.is_empty());
                let name = rust_name(&name.to_string());
                // A kernel is compiled for one type.
                if is_kernel && type_names.contains(&ty.rust) {
                    ty.rust = "f32".to_owned();
                }
                written.push(format!("{name}: {}", ty.written()));
                names.push(name);
            }
            _ => return None,
        }
    }
    let written = written.join(", ");
    let (message, line) = if is_kernel {
        let line = format!("#[kernel] pub unsafe fn {name}({written}) {{ … }}");
        match type_names.is_empty() {
            true => ("a kernel is a function with `#[kernel]`", line),
            false => ("a kernel is a function with `#[kernel]`, for one type", line),
        }
    } else {
        let result = match result {
            Some(ty) if ty.rust != "()" => format!(" -> {}", ty.written()),
            _ => String::new(),
        };
        let is_unsafe = if written.contains('*') { "unsafe " } else { "" };
        let line = format!("{is_unsafe}fn {name}{generics}({written}){result} {{ … }}");
        ("a function is declared with `fn`", line)
    };
    let diagnostic =
        Diagnostic::new(S0004, message, span).label("this is C").help(format!("write `{line}`"));
    // What a function returns is not known of the one that stands for it.
    let body = is_kernel.then_some((names, body));
    Some(Found { diagnostic, name: Some(name), body })
}

/// A name without those that are words of Rust.
fn rust_name(name: &str) -> String {
    match syn::parse_str::<proc_macro2::Ident>(name) {
        Ok(_) => name.to_owned(),
        Err(_) if name == "in" => "input".to_owned(),
        Err(_) => format!("{name}_"),
    }
}

/// The parameters of `template<typename T>`.
fn template(before: &[TokenTree]) -> String {
    let Some(place) = before.iter().position(|token| is_word(token, "template")) else {
        return String::new();
    };
    let mut names = Vec::new();
    for pair in before[place..].windows(2) {
        match pair {
            [word, TokenTree::Ident(name)]
                if is_word(word, "typename") || is_word(word, "class") =>
            {
                names.push(name.to_string());
            }
            [word, TokenTree::Ident(name)] if is_word(word, "int") || is_word(word, "unsigned") => {
                names.push(format!("const {name}: usize"));
            }
            [_, sign] if is_sign(sign, '>') => break,
            _ => {}
        }
    }
    if names.is_empty() { String::new() } else { format!("<{}>", names.join(", ")) }
}
