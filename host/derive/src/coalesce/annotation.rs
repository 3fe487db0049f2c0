//! The annotations of CUDA-lite, as `cuda_lite!` writes them.
//!
//! | of the paper | here |
//! |---|---|
//! | threads and blocks of the kernel | `kernel threads(256) blocks(4)` |
//! | `garray` | `garray input[rows][cols]` |
//! | `BoundChk` | `BoundChk`, before an `if` |
//! | `loop` | `loop j in 0..n step 1`, before a loop |

use crate::tree::Expr;
use crate::{Refused, refuse};
use proc_macro2::{Delimiter, TokenStream, TokenTree};
use warpbench_codes::D0001;
use warpbench_front::diagnostic::Span;

#[derive(Clone, Debug)]
pub enum Annotation {
    NaiveKernel(Threads),
    Array { name: String, sizes: Vec<Expr> },
    BoundCheck,
    Loop(LoopBounds),
}

/// How a kernel is launched.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Threads {
    /// Threads of a block along x and y.
    pub threads: [u32; 2],
    /// Blocks that a multiprocessor is to hold.
    pub blocks: u32,
    pub span: Span,
}

/// The values that a loop counts through, the same for all threads.
#[derive(Clone, Debug)]
pub struct LoopBounds {
    pub var: String,
    pub start: Expr,
    pub end: Expr,
    pub step: Option<Expr>,
    pub span: Span,
}

/// Reads an annotation. `expr` reads an expression.
pub fn parse(
    tokens: TokenStream,
    span: Span,
    expr: &dyn Fn(TokenStream) -> Result<Expr, Refused>,
) -> Result<Annotation, Refused> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let Some(TokenTree::Ident(word)) = tokens.first() else { return Err(unknown(span)) };
    let rest = &tokens[1..];
    match word.to_string().as_str() {
        "kernel" => Ok(Annotation::NaiveKernel(threads(rest, span)?)),
        "garray" => array(rest, span, expr),
        "BoundChk" if rest.is_empty() => Ok(Annotation::BoundCheck),
        "loop" => bounds(rest, span, expr).map(Annotation::Loop),
        _ => Err(unknown(span)),
    }
}

fn unknown(span: Span) -> Refused {
    refuse(D0001, "this is no annotation", span).help(
        "there are `kernel threads(256) blocks(4)`, `garray input[rows][cols]`, `BoundChk` and \
         `loop j in 0..n step 1`",
    )
}

fn threads(tokens: &[TokenTree], span: Span) -> Result<Threads, Refused> {
    let wrong = || {
        refuse(D0001, "threads and blocks are numbers from 1 to 1024", span)
            .help("write `kernel threads(256)` or `kernel threads(32, 8) blocks(4)`")
    };
    let mut found = Threads { threads: [0, 1], blocks: 1, span };
    for pair in tokens.chunks(2) {
        let [TokenTree::Ident(word), TokenTree::Group(group)] = pair else { return Err(wrong()) };
        let text = group.stream().to_string();
        let numbers: Option<Vec<u32>> = text
            .split(',')
            .map(|own| own.trim().parse().ok().filter(|own| (1..=1024).contains(own)))
            .collect();
        match (word.to_string().as_str(), numbers.as_deref()) {
            ("threads", Some(&[x])) => found.threads = [x, 1],
            ("threads", Some(&[x, y])) => found.threads = [x, y],
            ("blocks", Some(&[blocks])) => found.blocks = blocks,
            _ => return Err(wrong()),
        }
    }
    let [x, y] = found.threads;
    if x == 0 || x * y > 1024 { Err(wrong()) } else { Ok(found) }
}

fn array(
    tokens: &[TokenTree],
    span: Span,
    expr: &dyn Fn(TokenStream) -> Result<Expr, Refused>,
) -> Result<Annotation, Refused> {
    let wrong = || {
        refuse(D0001, "`garray` names an array and its sizes", span)
            .help("write `garray input[rows][cols]`")
    };
    let [TokenTree::Ident(name), sizes @ ..] = tokens else { return Err(wrong()) };
    let mut read = Vec::new();
    for size in sizes {
        match size {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                read.push(expr(group.stream())?);
            }
            _ => return Err(wrong()),
        }
    }
    if read.is_empty() {
        return Err(wrong());
    }
    Ok(Annotation::Array { name: name.to_string(), sizes: read })
}

fn bounds(
    tokens: &[TokenTree],
    span: Span,
    expr: &dyn Fn(TokenStream) -> Result<Expr, Refused>,
) -> Result<LoopBounds, Refused> {
    let wrong = || {
        refuse(D0001, "`loop` names a variable and its values", span)
            .help("write `loop j in 0..n` or `loop j in 0..n step 2`")
    };
    let is = |token: &TokenTree, word: &str| matches!(token, TokenTree::Ident(own) if own == word);
    let [TokenTree::Ident(var), middle, rest @ ..] = tokens else { return Err(wrong()) };
    if !is(middle, "in") {
        return Err(wrong());
    }
    let (range, step) = match rest.iter().position(|token| is(token, "step")) {
        Some(at) => (&rest[..at], Some(&rest[at + 1..])),
        None => (rest, None),
    };
    let dots = |at: &usize| {
        let dot = |token: Option<&TokenTree>| matches!(token, Some(TokenTree::Punct(own)) if own.as_char() == '.');
        dot(range.get(*at)) && dot(range.get(at + 1))
    };
    let Some(at) = (0..range.len()).find(dots) else { return Err(wrong()) };
    let stream = |tokens: &[TokenTree]| tokens.iter().cloned().collect::<TokenStream>();
    Ok(LoopBounds {
        var: var.to_string(),
        start: expr(stream(&range[..at]))?,
        end: expr(stream(&range[at + 2..]))?,
        step: step.map(|own| expr(stream(own))).transpose()?,
        span,
    })
}
