// A lexer of characters.
use cuda_std::prelude::*;
const OPS: [char; 4] = ['+', '-', '*', '/'];
const HEX: &[u8; 16] = b"0123456789abcdef";
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Tok {
    Num(i32),
    Op(char),
    Open,
    Close,
    Bad(char),
}
struct Lexer<'a> {
    s: &'a [u8],
    at: usize,
}
impl<'a> Lexer<'a> {
    fn peek(&self) -> Option<char> {
        self.s.get(self.at).map(|&b| b as char)
    }
    fn bump(&mut self) -> Option<char> {
        let c = self.peek()?;
        self.at += 1;
        Some(c)
    }
}
impl<'a> Iterator for Lexer<'a> {
    type Item = Tok;
    fn next(&mut self) -> Option<Tok> {
        while self.peek().is_some_and(|c| c.is_ascii_whitespace()) {
            self.at += 1;
        }
        Some(match self.bump()? {
            '(' => Tok::Open,
            ')' => Tok::Close,
            c @ ('+' | '-' | '*' | '/') => Tok::Op(c),
            c @ '0'..='9' => {
                let mut n = c.to_digit(10)? as i32;
                while let Some(d) = self.peek().and_then(|c| c.to_digit(10)) {
                    n = n * 10 + d as i32;
                    self.at += 1;
                }
                Tok::Num(n)
            }
            c if c.is_ascii_alphabetic() => Tok::Num(c as i32 - 'a' as i32),
            c => Tok::Bad(c),
        })
    }
}
fn prec(op: char) -> u8 {
    match op {
        '+' | '-' => 1,
        '*' | '/' => 2,
        _ => 0,
    }
}
fn rot13(c: char) -> char {
    match c {
        'a'..='z' => ((c as u8 - b'a' + 13) % 26 + b'a') as char,
        'A'..='Z' => ((c as u8 - b'A' + 13) % 26 + b'A') as char,
        _ => c,
    }
}
fn both(a: char, b: char) -> u32 {
    match (a, b) {
        ('a', 'b') => 1,
        ('a', _) => 2,
        (_, 'b') => 3,
        _ => 4,
    }
}
#[kernel]
pub unsafe fn k(text: &[u8], out: *mut u32) {
    let mut s = 0;
    for t in (Lexer { s: text, at: 0 }) {
        s = s * 3
            + match t {
                Tok::Num(n) => n as u32,
                Tok::Op(c) => prec(c) as u32,
                Tok::Open => 1,
                Tok::Close => 2,
                Tok::Bad(c) => c as u32,
            };
    }
    let c = rot13(text[0] as char);
    if matches!(c, 'a'..='m' | 'A'..='M') {
        s += 1;
    }
    if let 'x' = c {
        s += 9;
    }
    if OPS.contains(&c) {
        s += 3;
    }
    s += both(c, 'b')
        + OPS.iter().filter(|o| prec(**o) == 2).count() as u32
        + (b'a' + 3) as char as u32;
    assert!(c != '\u{7f}', "del");
    s += HEX[(s & 15) as usize] as char as u32
        + ('\n' as u32)
        + '\'' as u32
        + 'ß' as u32
        + '\x41' as u32;
    let up = if c.is_ascii_lowercase() { c.to_ascii_uppercase() } else { c };
    let sorted = {
        let mut t = ['q', up, 'a'];
        t.sort();
        t
    };
    s += sorted[0] as u32 + core::cmp::max('a', up) as u32 + up.cmp(&'m') as i32 as u32;
    let digits = text.iter().map(|&b| char::from(b)).filter(char::is_ascii_digit).count();
    let vowels = text.iter().filter(|&&b| matches!(b as char, 'a' | 'e' | 'i' | 'o' | 'u')).count();
    let w: u32 = 'a'.into();
    *out.add(thread::index_1d() as usize) =
        s + digits as u32 + vowels as u32 + w + std::char::from_digit(3, 10).unwrap() as u32;
}
