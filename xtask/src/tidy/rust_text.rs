//! Rust source without its comments and literals, for rules that look for words
//! of the language.

/// The text with every comment, string and character literal blanked out. Lines
/// stay where they are.
pub(super) fn code_only(source: &str) -> String {
    let mut code = String::with_capacity(source.len());
    let mut rest = source;
    while let Some(first) = rest.chars().next() {
        let length = match first {
            '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
            '/' if rest.starts_with("/*") => block_comment(rest),
            '"' => string(rest),
            'r' | 'b' | 'c' if !ends_in_word(&code) => prefixed_string(rest),
            '\'' => character(rest),
            _ => 0,
        };
        if length == 0 {
            code.push(first);
            rest = &rest[first.len_utf8()..];
        } else {
            code.extend(rest[..length].chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
            rest = &rest[length..];
        }
    }
    code
}

/// Whether a letter now would continue a word.
fn ends_in_word(code: &str) -> bool {
    code.ends_with(|c: char| c.is_alphanumeric() || c == '_')
}

/// The length of a block comment, in which others may stand.
fn block_comment(text: &str) -> usize {
    let mut depth = 0_usize;
    let mut at = 0;
    while let Some(next) = text[at..].find(['/', '*']) {
        at += next;
        if text[at..].starts_with("/*") {
            (depth, at) = (depth + 1, at + 2);
        } else if text[at..].starts_with("*/") {
            (depth, at) = (depth - 1, at + 2);
            if depth == 0 {
                return at;
            }
        } else {
            at += 1;
        }
    }
    text.len()
}

/// The length of a string with its quotes, in which a backslash escapes.
fn string(text: &str) -> usize {
    let mut escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        match c {
            _ if escaped => escaped = false,
            '\\' => escaped = true,
            '"' => return at + 1,
            _ => {}
        }
    }
    text.len()
}

/// The length of a raw, byte or C string or a byte; 0 for anything else that
/// starts with these letters.
fn prefixed_string(text: &str) -> usize {
    let prefix = text.find(|c: char| !"rbc".contains(c)).unwrap_or(text.len());
    let (letters, rest) = text.split_at(prefix);
    if rest.starts_with('"') && !letters.contains('r') {
        return prefix + string(rest);
    }
    if letters == "b" && rest.starts_with('\'') {
        return prefix + character(rest);
    }
    let hashes = rest.len() - rest.trim_start_matches('#').len();
    if !letters.contains('r') || !rest[hashes..].starts_with('"') {
        return 0;
    }
    let body = prefix + hashes + 1;
    let end = format!("\"{}", "#".repeat(hashes));
    text[body..].find(&end).map_or(text.len(), |at| body + at + end.len())
}

/// The length of a character literal; 0 for a lifetime.
fn character(text: &str) -> usize {
    let mut characters = text.char_indices().skip(1);
    match characters.next() {
        Some((_, '\\')) => {
            // The character after the backslash may itself be a quote.
            let _escaped = characters.next();
            characters.find(|(_, c)| *c == '\'').map_or(0, |(at, _)| at + 1)
        }
        Some(_) => match characters.next() {
            Some((at, '\'')) => at + 1,
            _ => 0,
        },
        None => 0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_the_language_stay_and_others_go() {
        let cases = [
            ("unsafe fn f() {} // unsafe", true),
            ("let a = b; unsafe {}", true),
            ("'a: unsafe {}", true),
            ("let c = '\"'; unsafe {}", true),
            ("let c = '\\''; unsafe {}", true),
            ("let c = b'\"'; unsafe {}", true),
            ("/* a /* b */ c */ unsafe", true),
            ("r#\"a\"#; unsafe", true),
            ("fn f<'r>(r: &'r str) { unsafe {} }", true),
            ("let s = \"\\\\\"; unsafe {}", true),
            ("// unsafe", false),
            ("//! unsafe\n/// unsafe", false),
            ("/* a /* b */ unsafe */", false),
            ("\"unsafe\"", false),
            ("\"a \\\" unsafe\"", false),
            ("r\"unsafe\"; br#\"\" unsafe\"#", false),
            ("c\"unsafe\"", false),
            ("r##\"\"# unsafe\"##", false),
        ];
        for (source, expected) in cases {
            assert_eq!(code_only(source).contains("unsafe"), expected, "{source}");
        }
    }

    #[test]
    fn lines_stay_where_they_are() {
        let source = "a\n/* x\ny */ b\n\"s\nt\" c\n";
        let code = code_only(source);
        assert_eq!(code.lines().count(), source.lines().count());
        assert_eq!(code.lines().nth(2).map(str::trim), Some("b"));
        assert_eq!(code.lines().nth(4).map(str::trim), Some("c"));
    }
}
