//! Statements of C as the Rust that says the same.

use super::declared::Declared;
use super::expression::{Translator, index, ternary, without_parentheses};
use super::types;
use crate::syntax::spans;
use crate::syntax::split::{is_sign, is_word};
use proc_macro2::{Delimiter, Group, TokenTree};
use warpbench_codes::S0004;
use warpbench_source::diagnostic::Diagnostic;

/// A statement of C.
pub(crate) struct Found {
    pub(crate) diagnostic: Diagnostic,
    /// The variables that it declares.
    pub(crate) names: Vec<String>,
    /// The block that it ends with, and that is read by itself.
    pub(crate) body: Option<Group>,
}

/// What is wrong, and the line to write.
struct Line {
    message: &'static str,
    code: String,
    names: Vec<String>,
}

impl Line {
    fn new(message: &'static str, code: String) -> Option<Line> {
        Some(Line { message, code, names: Vec::new() })
    }
}

/// A statement that does not parse, if it is C.
pub(crate) fn find(chunk: &[TokenTree], text: &str) -> Option<Found> {
    let declared = Declared::of(text);
    let translator = Translator::new(text, &declared);
    let tokens = match chunk.split_last() {
        Some((last, rest)) if is_sign(last, ';') => rest,
        _ => chunk,
    };
    let (head, body) = match tokens.split_last() {
        Some((TokenTree::Group(group), head)) if group.delimiter() == Delimiter::Brace => {
            (head, Some(group.clone()))
        }
        _ => (tokens, None),
    };
    let is_block = body.is_some() && !head.iter().any(|token| is_sign(token, '='));
    if let Some((line, meant)) = repeated(tokens, &translator)
        .map(|line| (line, tokens))
        .or_else(|| Some((switch(head, body.as_ref()?, &translator)?, head)))
    {
        let span =
            spans::to(spans::bytes(meant.first()?.span()), spans::bytes(meant.last()?.span()));
        let help = format!("write `{}`", line.code);
        let diagnostic = Diagnostic::new(S0004, line.message, span).label("this is C").help(help);
        return Some(Found { diagnostic, names: Vec::new(), body: None });
    }
    let line = if is_block { block(head, &translator) } else { plain(tokens, &translator) }?;
    let meant = if is_block { head } else { tokens };
    let span = spans::to(spans::bytes(meant.first()?.span()), spans::bytes(meant.last()?.span()));
    let imports: Vec<String> =
        translator.imports().iter().map(|import| format!("`{import}`")).collect();
    let help = match (line.code.contains('`'), imports.is_empty()) {
        (true, _) => line.code,
        (false, true) => format!("write `{}`", line.code),
        (false, false) => {
            format!("write `{}`, with {} at the top of the file", line.code, imports.join(" and "))
        }
    };
    let diagnostic = Diagnostic::new(S0004, line.message, span).label("this is C").help(help);
    Some(Found { diagnostic, names: line.names, body: body.filter(|_| is_block) })
}

/// A statement with a block: `for (…) { … }`, `do { … }`, `switch (…) { … }`.
fn block(head: &[TokenTree], translator: &Translator<'_>) -> Option<Line> {
    match head {
        [word, TokenTree::Group(group)] if is_word(word, "for") => {
            let (head, names) = for_head(group, translator)?;
            let code = head.replace("{body}", "…");
            Some(Line { message: "`for` goes over the values of a range", code, names })
        }
        _ => None,
    }
}

/// `do { … } while (condition)`.
fn repeated(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<Line> {
    let [first, TokenTree::Group(_), word, TokenTree::Group(condition)] = tokens else {
        return None;
    };
    if !is_word(first, "do") || !is_word(word, "while") {
        return None;
    }
    let inside: Vec<TokenTree> = condition.stream().into_iter().collect();
    let condition = translator.expression(&inside)?;
    let code = format!("loop {{ … if !({condition}) {{ break; }} }}");
    Line::new("Rust has no `do`", code)
}

/// `switch (x) { case 1: … }` with a `match` that has its cases.
fn switch(head: &[TokenTree], body: &Group, translator: &Translator<'_>) -> Option<Line> {
    let [word, TokenTree::Group(group)] = head else { return None };
    if !is_word(word, "switch") {
        return None;
    }
    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
    let value = translator.expression(&inside)?;
    let inside: Vec<TokenTree> = body.stream().into_iter().collect();
    let mut arms: Vec<String> = Vec::new();
    for (place, token) in inside.iter().enumerate() {
        if !is_word(token, "case") {
            continue;
        }
        let rest = inside.get(place + 1..)?;
        let colon = rest.iter().position(|token| is_sign(token, ':'))?;
        arms.push(format!("{} => {{ … }}", translator.expression(&rest[..colon])?));
    }
    arms.push("_ => { … }".to_owned());
    Line::new("Rust has `match` for `switch`", format!("match {value} {{ {} }}", arms.join(", ")))
}

/// `(int i = 0; i < n; i++)` as the head of a loop, with `{body}` in it, and the
/// variable.
fn for_head(group: &Group, translator: &Translator<'_>) -> Option<(String, Vec<String>)> {
    let inside: Vec<TokenTree> = group.stream().into_iter().collect();
    let parts: Vec<&[TokenTree]> = inside.split(|token| is_sign(token, ';')).collect();
    let [start, condition, step] = parts.as_slice() else { return None };
    let after = types::at(start).filter(|ty| ty.is_known).map_or(0, |ty| ty.len);
    let start = start.get(after..)?;
    let [TokenTree::Ident(name), sign, first @ ..] = start else { return None };
    if !is_sign(sign, '=') {
        return None;
    }
    let name = name.to_string();
    let first = translator.signed(translator.expression(first)?);
    let condition_code = translator.expression(condition)?;
    let step_code = step_code(step, translator)?;
    let bound = |sign: &str| condition_code.strip_prefix(&format!("{name} {sign} "));
    let up = step_code.strip_prefix(&format!("{name} += "));
    let down = step_code == format!("{name} -= 1");
    let range = match (bound("<"), bound("<="), up) {
        (Some(end), _, Some(by)) => Some((format!("{first}..{end}"), by)),
        (_, Some(end), Some(by)) => Some((format!("{first}..={end}"), by)),
        _ => None,
    };
    let names = vec![name.clone()];
    if let Some((range, by)) = range {
        let range = match by {
            "1" => range,
            by => format!("({range}).step_by({})", index(by)),
        };
        return Some((format!("for {name} in {range} {{ {{body}} }}"), names));
    }
    if down && let Some(end) = bound(">=") {
        return Some((format!("for {name} in ({end}..={first}).rev() {{ {{body}} }}"), names));
    }
    let code =
        format!("let mut {name} = {first}; while {condition_code} {{ {{body}} {step_code}; }}");
    Some((code, names))
}

/// `i++`, `i += 2`, `i = i * 2`.
fn step_code(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<String> {
    counted(tokens, translator).or_else(|| translator.expression(tokens))
}

/// `x++`, `--x`.
fn counted(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<String> {
    for sign in ['+', '-'] {
        let place = match tokens {
            [first, second, place @ ..] if is_sign(first, sign) && is_sign(second, sign) => place,
            [place @ .., first, second] if is_sign(first, sign) && is_sign(second, sign) => place,
            _ => continue,
        };
        return Some(format!("{} {sign}= 1", translator.expression(place)?));
    }
    None
}

fn plain(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<Line> {
    if tokens.windows(3).any(|three| three.iter().all(|token| is_sign(token, '<'))) {
        return Line::new(
            "a kernel does not launch kernels",
            "leave it out: the case beside the file says how a kernel is launched, such as \
             `grid = [4]` and `block = [256]`"
                .to_owned(),
        );
    }
    if tokens.first().is_some_and(|first| is_word(first, "dim3")) {
        return Line::new(
            "a kernel does not choose its blocks",
            "leave it out: the case beside the file says how a kernel is launched, such as \
             `grid = [4]` and `block = [256]`"
                .to_owned(),
        );
    }
    if let Some(shared) = shared(tokens, translator) {
        return Some(shared);
    }
    if let Some(code) = counted(tokens, translator) {
        return Line::new("Rust has no `++` and `--`", format!("{code};"));
    }
    match tokens {
        [word, TokenTree::Group(group), then @ ..]
            if (is_word(word, "if") || is_word(word, "while")) && !then.is_empty() =>
        {
            let inside: Vec<TokenTree> = group.stream().into_iter().collect();
            let condition = translator.expression(&inside)?;
            let then = nested(then, translator)?;
            let condition = without_parentheses(&condition);
            let message = "what `if` and `while` do stands in braces";
            let word = if is_word(word, "if") { "if" } else { "while" };
            return Line::new(message, format!("{word} {condition} {{ {then} }}"));
        }
        [word, then @ ..] if is_word(word, "else") && !then.is_empty() => {
            let then = nested(then, translator)?;
            return Line::new("what `else` does stands in braces", format!("else {{ {then} }}"));
        }
        [word, TokenTree::Group(group), then @ ..] if is_word(word, "for") && !then.is_empty() => {
            let (head, names) = for_head(group, translator)?;
            let code = head.replace("{body}", &nested(then, translator)?);
            return Some(Line { message: "`for` goes over the values of a range", code, names });
        }
        _ => {}
    }
    if let Some(declaration) = declaration(tokens, translator) {
        return Some(declaration);
    }
    let is_ternary = has_ternary(tokens);
    let is_arrow = tokens.windows(2).any(|two| is_sign(&two[0], '-') && is_sign(&two[1], '>'));
    // What stands before `=` in a `let` is Rust already.
    let is_let = tokens.first().is_some_and(|first| is_word(first, "let"));
    let is_return = tokens.first().is_some_and(|first| is_word(first, "return"));
    let kept = match tokens.iter().position(|token| is_sign(token, '=')) {
        Some(sign) if is_let => sign + 1,
        _ => usize::from(is_return),
    };
    let (before, value) = tokens.split_at(kept);
    let code = translator.expression(value)?;
    let message = if is_ternary {
        "Rust has no `? :`; `if` is an expression"
    } else if is_arrow {
        "Rust has no `->`"
    } else if translator.has_cast() {
        "a cast is written with `as`"
    } else {
        return None;
    };
    let before = translator.words(before);
    let space = if before.is_empty() { "" } else { " " };
    Line::new(message, format!("{before}{space}{code};"))
}

/// Whether there is a `? :`, also in parentheses.
fn has_ternary(tokens: &[TokenTree]) -> bool {
    ternary(tokens).is_some()
        || tokens.iter().any(|token| match token {
            TokenTree::Group(group) if group.delimiter() != Delimiter::Brace => {
                has_ternary(&group.stream().into_iter().collect::<Vec<_>>())
            }
            _ => false,
        })
}

/// A statement inside of another.
fn nested(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<String> {
    if let Some(line) = plain(tokens, translator) {
        return Some(line.code);
    }
    match tokens {
        [word] => Some(format!("{};", translator.words(std::slice::from_ref(word)))),
        [word, value @ ..] if is_word(word, "return") => {
            Some(format!("return {};", translator.expression(value)?))
        }
        _ => Some(format!("{};", translator.expression(tokens)?)),
    }
}

/// `__shared__ float tile[256]`, also `extern`.
fn shared(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<Line> {
    const WORDS: [&str; 4] = ["__shared__", "groupshared", "__local", "threadgroup"];
    let place = tokens.iter().position(|token| WORDS.iter().any(|word| is_word(token, word)))?;
    let is_extern = tokens[..place].iter().any(|token| is_word(token, "extern"));
    let tokens = &tokens[place + 1..];
    let ty = types::at(tokens)?;
    let [TokenTree::Ident(name), lens @ ..] = tokens.get(ty.len..)? else { return None };
    let message = "shared memory is declared with an attribute";
    let names = vec![name.to_string()];
    if is_extern {
        let code = format!("let {name} = cuda_std::shared::dynamic_shared_mem::<{}>();", ty.rust);
        let message = "shared memory whose size the launch chooses is a pointer";
        return Some(Line { message, code, names });
    }
    let (mut array, mut value) = (ty.rust.clone(), zero(&ty.rust).to_owned());
    for len in lens.iter().rev() {
        let TokenTree::Group(group) = len else { return None };
        let inside: Vec<TokenTree> = group.stream().into_iter().collect();
        let len = translator.expression(&inside)?;
        array = format!("[{array}; {len}]");
        value = format!("[{value}; {len}]");
    }
    let upper = name.to_string().to_uppercase();
    let code = format!("#[cuda_std::address_space(shared)] static mut {upper}: {array} = {value};");
    Some(Line { message, code, names: vec![names[0].clone(), upper] })
}

/// A zero of a type.
pub(crate) fn zero(ty: &str) -> &'static str {
    match ty {
        "f32" | "f64" | "f16" => "0.0",
        "bool" => "false",
        _ if ty.starts_with("[f32; 2") => "[0.0; 2]",
        _ if ty.starts_with("[f32; 3") => "[0.0; 3]",
        _ if ty.starts_with("[f32; 4") => "[0.0; 4]",
        _ => "0",
    }
}

/// `float x = 1.0f, y;`
fn declaration(tokens: &[TokenTree], translator: &Translator<'_>) -> Option<Line> {
    let ty = types::at(tokens)?;
    let rest = tokens.get(ty.len..)?;
    let mut names = Vec::new();
    let mut lines = Vec::new();
    for part in rest.split(|token| is_sign(token, ',')) {
        let (TokenTree::Ident(name), rest) = part.split_first()? else { return None };
        let name = name.to_string();
        lines.push(variable(&name, &ty, rest, translator)?);
        names.push(name);
    }
    let message = "a variable is declared with `let`";
    (!names.is_empty()).then(|| Line { message, code: lines.join(" "), names })
}

fn variable(
    name: &str,
    ty: &types::CType,
    rest: &[TokenTree],
    translator: &Translator<'_>,
) -> Option<String> {
    let lens: Vec<&Group> = rest
        .iter()
        .map_while(|token| match token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => Some(group),
            _ => None,
        })
        .collect();
    let value = match &rest[lens.len()..] {
        [] => None,
        [sign, value @ ..] if is_sign(sign, '=') => {
            let value = translator.expression(value)?;
            Some(if ty.rust == "i32" { translator.signed(value) } else { value })
        }
        _ => return None,
    };
    let (mut array, mut start) = (ty.rust.clone(), zero(&ty.rust).to_owned());
    for len in lens.iter().rev() {
        let inside: Vec<TokenTree> = len.stream().into_iter().collect();
        let len = match (inside.is_empty(), &value) {
            (true, Some(value)) => (value.matches(',').count() + 1).to_string(),
            (true, None) => return None,
            (false, _) => translator.expression(&inside)?,
        };
        array = format!("[{array}; {len}]");
        start = format!("[{start}; {len}]");
    }
    let is_changed = translator.declared().is_changed(name, value.is_some() || !lens.is_empty());
    let is_changed = is_changed || (!lens.is_empty() && !ty.is_const);
    let mutable = if is_changed { "mut " } else { "" };
    if !lens.is_empty() {
        let start = value.unwrap_or(start);
        return Some(format!("let {mutable}{name}: {array} = {start};"));
    }
    let is_number = |value: &str| value.starts_with(|c: char| c.is_ascii_digit() || c == '-');
    Some(match value {
        None => format!("let {mutable}{name}: {};", ty.written()),
        Some(value) if ty.pointers == 0 && ty.rust != "_" && is_number(&value) => {
            let is_float = ty.rust.starts_with('f');
            let is_whole = value.bytes().all(|byte| byte.is_ascii_digit() || byte == b'-');
            let dot = if is_float && is_whole { ".0" } else { "" };
            format!("let {mutable}{name}: {} = {value}{dot};", ty.rust)
        }
        Some(value) => format!("let {mutable}{name} = {value};"),
    })
}
