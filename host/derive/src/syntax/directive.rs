//! The language of directives.
//!
//! A directive is a list of words, and of words with sections in square brackets:
//! `global alloc a[*][1:n] copyin a[0:3][*]`. Expressions are Rust's.

use super::bytes;
use crate::tree::{
    Checked, DataDirective, Distribution, Expr, Init, Kernel, Partition, Section, SectionRange,
    Shared, Space,
};
use crate::{Refused, refuse};
use proc_macro2::{Delimiter, Group, Spacing, TokenStream, TokenTree};
use warpbench_codes::D0001;
use warpbench_front::diagnostic::Span;

/// What a `hicuda!` says.
#[derive(Debug)]
pub(super) enum Directive {
    Data(DataDirective),
    Shared(Shared),
    Barrier,
    Singular,
    Kernel(Box<Kernel>),
    Partition(Partition),
}

/// Every directive in one line, for messages.
const ALL: &str = "there are `kernel`, `loop_partition`, `singular`, `barrier`, `global`, \
                   `constant`, `texture`, `shared` and `shape`";

type ReadExpr<'f> = &'f dyn Fn(TokenStream, Span) -> Result<Expr, Refused>;

/// Reads a directive. `expr` reads an expression and `resolve` says what a variable
/// is called.
pub(super) fn parse(
    tokens: TokenStream,
    span: Span,
    expr: ReadExpr<'_>,
    resolve: &dyn Fn(&str) -> String,
) -> Result<Directive, Refused> {
    let mut words = Words { tokens: tokens.into_iter().collect(), at: 0, span, expr, resolve };
    let Some((name, place)) = words.word() else {
        return Err(refuse(D0001, "this directive is empty", span).help(ALL));
    };
    let directive = match name.as_str() {
        "kernel" => words.kernel()?,
        "loop_partition" => words.partition()?,
        "singular" => Directive::Singular,
        "barrier" => Directive::Barrier,
        "shape" => words.shape()?,
        "global" => words.data(Space::Global)?,
        "constant" => words.data(Space::Constant)?,
        "texture" => words.data(Space::Texture)?,
        "shared" => words.shared()?,
        other => {
            return Err(refuse(D0001, format!("there is no directive `{other}`"), place).help(ALL));
        }
    };
    words.ends()?;
    Ok(directive)
}

struct Words<'f> {
    tokens: Vec<TokenTree>,
    at: usize,
    span: Span,
    expr: ReadExpr<'f>,
    resolve: &'f dyn Fn(&str) -> String,
}

impl Words<'_> {
    fn peek(&self) -> Option<&TokenTree> {
        self.tokens.get(self.at)
    }

    /// The next word, if it is one.
    fn word(&mut self) -> Option<(String, Span)> {
        let TokenTree::Ident(word) = self.peek()? else { return None };
        let found = (word.to_string(), bytes(word.span()));
        self.at += 1;
        Some(found)
    }

    /// Whether the next word is this one, which is then read.
    fn takes(&mut self, wanted: &str) -> bool {
        let is_next = matches!(self.peek(), Some(TokenTree::Ident(word)) if word == wanted);
        self.at += usize::from(is_next);
        is_next
    }

    fn group(&mut self, delimiter: Delimiter) -> Option<Group> {
        let TokenTree::Group(group) = self.peek()? else { return None };
        let found = (group.delimiter() == delimiter).then(|| group.clone())?;
        self.at += 1;
        Some(found)
    }

    fn place(&self) -> Span {
        self.peek().map_or(self.span, |token| bytes(token.span()))
    }

    fn expected(&self, what: &str, form: &str) -> Refused {
        refuse(D0001, format!("{what} is missing here"), self.place())
            .help(format!("write `{form}`"))
    }

    fn ends(&self) -> Result<(), Refused> {
        match self.peek() {
            None => Ok(()),
            Some(token) => {
                Err(refuse(D0001, "this directive ends before this", bytes(token.span()))
                    .other(self.span, "the directive"))
            }
        }
    }

    fn list(&mut self, what: &str, form: &str) -> Result<Vec<Expr>, Refused> {
        let Some(group) = self.group(Delimiter::Parenthesis) else {
            return Err(self.expected(what, form));
        };
        let parts = split(group.stream(), ',');
        let sizes: Result<Vec<Expr>, Refused> = parts
            .into_iter()
            .filter(|part| !part.is_empty())
            .map(|part| (self.expr)(part, bytes(group.span())))
            .collect();
        let sizes = sizes?;
        match sizes.is_empty() {
            true => Err(self.expected(what, form)),
            false => Ok(sizes),
        }
    }

    fn kernel(&mut self) -> Result<Directive, Refused> {
        const FORM: &str = "kernel name tblock(4, 2) thread(16, 16)";
        let Some((name, _)) = self.word() else {
            return Err(self.expected("the kernel's name", FORM));
        };
        let (mut blocks, mut threads, mut is_awaited) = (None, None, true);
        loop {
            if blocks.is_none() && self.takes("tblock") {
                blocks = Some(self.list("the number of blocks", FORM)?);
            } else if threads.is_none() && self.takes("thread") {
                threads = Some(self.list("the number of threads", FORM)?);
            } else if is_awaited && self.takes("nowait") {
                is_awaited = false;
            } else {
                break;
            }
        }
        let blocks = blocks.ok_or_else(|| self.expected("`tblock(…)`", FORM))?;
        let threads = threads.ok_or_else(|| self.expected("`thread(…)`", FORM))?;
        let (body, span) = (Vec::new(), self.span);
        Ok(Directive::Kernel(Box::new(Kernel { name, blocks, threads, is_awaited, body, span })))
    }

    fn partition(&mut self) -> Result<Directive, Refused> {
        let mut over_blocks = None;
        if self.takes("over_tblock") {
            over_blocks = Some(Distribution::Block);
            if let Some(group) = self.group(Delimiter::Parenthesis) {
                let word = group.stream().to_string();
                over_blocks = Some(match word.as_str() {
                    "BLOCK" => Distribution::Block,
                    "CYCLIC" => Distribution::Cyclic,
                    _ => {
                        let message = format!("`{word}` is no way to distribute iterations");
                        return Err(refuse(D0001, message, bytes(group.span()))
                            .help("write `over_tblock(BLOCK)` or `over_tblock(CYCLIC)`"));
                    }
                });
            }
        }
        let over_threads = self.takes("over_thread");
        if over_blocks.is_none() && !over_threads {
            return Err(self.expected(
                "`over_tblock` or `over_thread`",
                "loop_partition over_tblock over_thread",
            ));
        }
        if let Some(TokenTree::Group(group)) = self.peek() {
            return Err(refuse(D0001, "threads always take turns", bytes(group.span()))
                .note("neighbouring iterations run at the same time, so that sections merge")
                .help("write `over_thread` alone"));
        }
        Ok(Directive::Partition(Partition { over_blocks, over_threads, span: self.span }))
    }

    fn shape(&mut self) -> Result<Directive, Refused> {
        let mut shapes = Vec::new();
        while self.peek().is_some() {
            let section = self.section("shape a[64][128]")?;
            let mut sizes = Vec::new();
            for range in section.ranges {
                match range {
                    SectionRange::FromTo(from, to) if from == to => sizes.push(from),
                    _ => {
                        return Err(refuse(D0001, "a shape has sizes, not ranges", section.span)
                            .help("write `shape a[64][128]`"));
                    }
                }
            }
            shapes.push((section.array, sizes, section.span));
        }
        match shapes.is_empty() {
            true => Err(self.expected("an array with its sizes", "shape a[64][128]")),
            false => Ok(Directive::Data(DataDirective::Shape(shapes))),
        }
    }

    fn data(&mut self, space: Space) -> Result<Directive, Refused> {
        let (name, span) = (space.name(), self.span);
        let form = format!("{name} alloc a[*][1:8] copyin");
        if self.takes("alloc") {
            let variable = self.section(&form)?;
            let init = if self.takes("copyin") {
                let own = self.peek().is_some().then(|| self.section(&form)).transpose()?;
                if let Some(own) = own.as_ref().filter(|own| own.array != variable.array) {
                    return Err(another(own, &variable));
                }
                Init::Copy(own)
            } else if self.takes("clear") {
                if space != Space::Global {
                    return Err(refuse(
                        D0001,
                        format!("{name} memory is filled by `copyin`"),
                        span,
                    )
                    .help("kernels only read it, so that zeros would stay zeros"));
                }
                Init::Clear
            } else {
                Init::Nothing
            };
            return Ok(Directive::Data(DataDirective::Alloc { space, variable, init, span }));
        }
        if self.takes("copyout") {
            if space != Space::Global {
                return Err(refuse(D0001, format!("{name} memory is never copied back"), span)
                    .help("kernels only read it; write the results to global memory"));
            }
            let mut variables = vec![self.section("global copyout c[*][*]")?];
            while self.peek().is_some() {
                variables.push(self.section("global copyout c[*][*]")?);
            }
            return Ok(Directive::Data(DataDirective::CopyOut { space, variables, span }));
        }
        if self.takes("free") || self.takes("remove") {
            let variables = self.names(&format!("{name} free a b"))?;
            return Ok(Directive::Data(DataDirective::Free { space, variables, span }));
        }
        Err(self.expected("`alloc`, `copyout` or `free`", &form))
    }

    fn shared(&mut self) -> Result<Directive, Refused> {
        const FORM: &str = "shared alloc a[i - 1:i + 1] copyin";
        let span = self.span;
        if self.takes("alloc") {
            let variable = self.section(FORM)?;
            let mut copy = None;
            if self.takes("copyin") {
                let checked = self.checked()?;
                let own = match self.peek() {
                    Some(_) => self.section(FORM)?,
                    None => variable.clone(),
                };
                if own.array != variable.array {
                    return Err(another(&own, &variable));
                }
                copy = Some((own, checked));
            }
            return Ok(Directive::Shared(Shared::Alloc { variable, copy, span }));
        }
        if self.takes("copyout") {
            let checked = self.checked()?;
            let variable = self.section("shared copyout a[i]")?;
            return Ok(Directive::Shared(Shared::CopyOut { variable, checked, span }));
        }
        if self.takes("remove") {
            let variables = self.names("shared remove a b")?;
            return Ok(Directive::Shared(Shared::Remove { variables, span }));
        }
        Err(self.expected("`alloc`, `copyout` or `remove`", FORM))
    }

    fn checked(&mut self) -> Result<Checked, Refused> {
        let Some(group) = self.group(Delimiter::Parenthesis) else { return Ok(Checked::Yes) };
        match group.stream().to_string().as_str() {
            "nobndcheck" => Ok(Checked::No),
            other => {
                Err(refuse(D0001, format!("there is no option `{other}`"), bytes(group.span()))
                    .help("the only one is `nobndcheck`, which leaves out the check of bounds"))
            }
        }
    }

    fn names(&mut self, form: &str) -> Result<Vec<(String, Span)>, Refused> {
        let mut names = Vec::new();
        while let Some((name, place)) = self.word() {
            names.push(((self.resolve)(&name), place));
        }
        match names.is_empty() {
            true => Err(self.expected("a variable", form)),
            false => Ok(names),
        }
    }

    fn section(&mut self, form: &str) -> Result<Section, Refused> {
        let Some((name, place)) = self.word() else {
            return Err(self.expected("a variable", form));
        };
        let mut section = Section { array: (self.resolve)(&name), ranges: Vec::new(), span: place };
        while let Some(group) = self.group(Delimiter::Bracket) {
            let span = bytes(group.span());
            section.span = section.span.until(&span);
            section.ranges.push(self.range(group.stream(), span)?);
        }
        Ok(section)
    }

    fn range(&self, tokens: TokenStream, place: Span) -> Result<SectionRange, Refused> {
        if tokens.to_string() == "*" {
            return Ok(SectionRange::All);
        }
        match split(tokens, ':').as_slice() {
            [single] => {
                let index = (self.expr)(single.clone(), place)?;
                Ok(SectionRange::FromTo(index.clone(), index))
            }
            [from, to] => Ok(SectionRange::FromTo(
                (self.expr)(from.clone(), place)?,
                (self.expr)(to.clone(), place)?,
            )),
            _ => Err(refuse(D0001, "this is no section", place)
                .help("write `[first:last]`, `[index]` or `[*]`; both ends belong to it")),
        }
    }
}

fn another(own: &Section, variable: &Section) -> Refused {
    refuse(D0001, format!("`{}` is not what is allocated", own.array), own.span)
        .other(variable.span, "this is")
        .help(format!("copy a section of `{}`, or write a directive for each", variable.array))
}

/// Tokens between separators; `::` is none.
fn split(tokens: TokenStream, separator: char) -> Vec<TokenStream> {
    let tokens: Vec<TokenTree> = tokens.into_iter().collect();
    let mut parts = vec![Vec::new()];
    let mut in_path = false;
    for token in tokens {
        if let TokenTree::Punct(punct) = &token
            && punct.as_char() == separator
            && !in_path
            && !(separator == ':' && punct.spacing() == Spacing::Joint)
        {
            parts.push(Vec::new());
            continue;
        }
        in_path = matches!(&token, TokenTree::Punct(punct)
            if punct.as_char() == ':' && punct.spacing() == Spacing::Joint);
        if let Some(part) = parts.last_mut() {
            part.push(token);
        }
    }
    parts.into_iter().map(|part| part.into_iter().collect()).collect()
}
