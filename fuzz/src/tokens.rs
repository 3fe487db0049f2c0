//! Changes of a text that leave it a row of tokens.

/// Words that a text may not have and that lead somewhere.
const WORDS: &[&str] = &[
    "&", "&mut", "*", "!", "-", "?", "..", "..=", "=>", "->", "::", "|", "||", "as", "break", "const",
    "continue", "dyn", "else", "enum", "fn", "for", "if", "impl", "in", "let", "loop", "match", "move",
    "mut", "pub", "ref", "return", "self", "Self", "static", "struct", "trait", "type", "unsafe",
    "where", "while", "0", "1", "-1", "255", "4294967295", "0.5", "1e38", "true", "()", "[]", "{}",
    "u8", "i8", "u16", "i16", "u32", "i32", "u64", "i64", "u128", "i128", "usize", "bool", "f16", "f32",
    "f64", "Option", "Some", "None", "Result", "Ok", "Err", "Vec3", "T", "iter", "map", "filter",
    "zip", "enumerate", "fold", "sum", "next", "unwrap", "clone", "len", "add", "into", "'a", "_", "@",
];

/// A generator of numbers, for which nothing better is needed.
struct Random(u64);

impl Random {
    fn below(&mut self, count: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) as usize % count.max(1)
    }
}

/// A text with one to four changes of its tokens: one left out, doubled, replaced by
/// another or by a word, two exchanged, or a run of them moved elsewhere.
pub fn changed(text: &str, seed: u64) -> String {
    let mut random = Random(seed);
    let mut tokens: Vec<String> = split(text);
    for _ in 0..=random.below(4) {
        if tokens.is_empty() {
            break;
        }
        let at = random.below(tokens.len());
        let other = random.below(tokens.len());
        match random.below(8) {
            0 => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, tokens[other].clone()),
            2 => tokens[at] = tokens[other].clone(),
            3 => tokens.swap(at, other),
            4 => tokens[at] = WORDS[random.below(WORDS.len())].to_owned(),
            5 => tokens.insert(at, WORDS[random.below(WORDS.len())].to_owned()),
            6 => {
                let end = (at + 1 + random.below(30)).min(tokens.len());
                let run: Vec<String> = tokens[at..end].to_vec();
                tokens.splice(other..other, run);
            }
            _ => {
                let end = (at + 1 + random.below(12)).min(tokens.len());
                tokens.drain(at..end);
            }
        }
    }
    tokens.join(" ")
}

/// Words, numbers, and signs one by one; comments go with the line's end.
fn split(text: &str) -> Vec<String> {
    let mut tokens: Vec<String> = Vec::new();
    for line in text.lines() {
        let code = line.split("//").next().unwrap_or_default();
        let mut last = ' ';
        for sign in code.chars() {
            let is_word = |sign: char| sign.is_alphanumeric() || sign == '_' || sign == '.';
            let joins = is_word(sign) && is_word(last)
                || matches!((last, sign), (':', ':') | ('=', '=' | '>') | ('-', '>') | ('&', '&'))
                || matches!((last, sign), ('<' | '>' | '!' | '+' | '-' | '*', '='))
                || matches!((last, sign), ('<', '<') | ('>', '>') | ('\'', 'a'..='z'));
            match tokens.last_mut() {
                Some(token) if joins => token.push(sign),
                _ if sign.is_whitespace() => {}
                _ => tokens.push(sign.to_string()),
            }
            last = sign;
        }
    }
    tokens
}
