//! `println!` and its kin: what a kernel has to say, with numbers in it.

use crate::body::{Body, Expect, Later, expr};
use crate::expressions::format_text::{self, Argument, RawCount, RawPiece};
use crate::syntax::parse::place_of;
use crate::syntax::spans;
use naga::Span;
use syn::punctuated::Punctuated;
use syn::{Expr, Lit, Token};
use warpbench_codes::{E0277, E0425, K0002, S0011, S0012};
use warpbench_hir::types::Ty;
use warpbench_hir::{self as hir, ExprKind};
use warpbench_semantics::{Notation, Piece, PrintText};
use warpbench_source::diagnostic::Diagnostic;

/// The macros that print, and whether they end the line.
fn ends_line(name: &str) -> Option<bool> {
    Some(match name {
        "println" | "eprintln" => true,
        "print" | "eprint" => false,
        _ => return None,
    })
}

/// How deeply what is printed by its parts may lie in each other.
const MOST_DEPTH: u32 = 16;

/// Why something that is no number is not printed.
#[derive(Debug)]
enum Why {
    /// It has no text but that of `{:?}`.
    NeedsDebug,
    /// `{:#?}`.
    Alternate,
    /// A structure that does not derive `Debug`, by name.
    NotDerived(String),
    Unprintable,
}

/// An argument of a macro: its name, if it has one, and whether a place uses it.
struct Given {
    name: Option<String>,
    value: hir::Expr,
    span: Span,
    is_used: bool,
    /// Whether it is a width or a precision.
    is_count: bool,
    /// A text in quotes, which is put where its place is.
    words: Option<String>,
}

impl Body<'_> {
    /// `println!(…)` and its kin; nothing for other macros.
    pub(crate) fn printing(
        &mut self,
        name: &str,
        syntax: &syn::Macro,
        span: Span,
    ) -> Option<hir::Expr> {
        let ends_line = ends_line(name)?;
        let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
        let arguments = match syntax.parse_body_with(parser) {
            Ok(arguments) => arguments,
            Err(error) => {
                let place = place_of(&error, span);
                let diagnostic = Diagnostic::new(S0011, format!("`{name}!` cannot be read"), place)
                    .label(error.to_string())
                    .help(format!("write `{name}!(\"thread {{}} has {{}}\", i, x)`"));
                return Some(self.error(diagnostic));
            }
        };
        let arguments: Vec<&Expr> = arguments.iter().collect();
        let (mut text, values) = match self.text_of(name, &arguments) {
            Ok(print) => print,
            Err(diagnostic) => return Some(self.error(*diagnostic)),
        };
        if ends_line {
            match text.pieces.last_mut() {
                Some(Piece::Words(words)) => words.push('\n'),
                _ => text.pieces.push(Piece::Words("\n".to_owned())),
            }
        }
        let print = hir::Print { text, arguments: values };
        Some(expr(ExprKind::Print(Box::new(print)), Ty::UNIT, span))
    }

    /// A text in quotes with the arguments behind it, put together.
    pub(crate) fn text_of(
        &mut self,
        name: &str,
        arguments: &[&Expr],
    ) -> Result<(PrintText, Vec<hir::Expr>), Box<Diagnostic>> {
        let Some((first, rest)) = arguments.split_first() else {
            return Ok((PrintText::default(), Vec::new()));
        };
        let place = spans::of_expr(first);
        let Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) = first else {
            self.check_all(rest);
            let words = match first {
                Expr::Path(_) | Expr::Index(_) | Expr::Field(_) | Expr::MethodCall(_) => {
                    self.checker.quote(place).unwrap_or("…").to_owned()
                }
                _ => "…".to_owned(),
            };
            let (message, help) = match ends_line(name) {
                Some(_) => (
                    format!("`{name}!` takes a text in quotes first"),
                    format!("write `{name}!(\"{{}}\", {words})`"),
                ),
                None => (
                    format!("the message of `{name}!` must be a text in quotes"),
                    format!("write `{name}!(…, \"{{}}\", value)`, or leave it out"),
                ),
            };
            return Err(Box::new(
                Diagnostic::new(S0012, message, place).label("not a text").help(help),
            ));
        };
        let mut given = self.given(rest);
        let pieces = format_text::parse(&text.value()).map_err(|error| {
            Box::new(
                Diagnostic::new(S0012, format!("this text of `{name}!` cannot be read"), place)
                    .label(error.what)
                    .help(error.help),
            )
        })?;
        let positions = rest.len();
        let mut done = Vec::new();
        for piece in pieces {
            let (argument, format) = match piece {
                RawPiece::Words(words) => {
                    done.push(Piece::Words(words));
                    continue;
                }
                RawPiece::Value(argument, format) => (argument, format),
            };
            let counts = [&format.width, &format.precision].into_iter().flatten();
            for count in counts {
                if let RawCount::Of(argument) = count {
                    let at = self.find_given(argument, &mut given, positions, place)?;
                    given[at].is_count = true;
                }
            }
            let at = self.find_given(&argument, &mut given, positions, place)?;
            if let Some(words) = given[at].words.clone() {
                if format != format_text::RawFormat::default() {
                    return Err(Box::new(
                        Diagnostic::new(
                            K0002,
                            "a text in quotes is printed as it is",
                            given[at].span,
                        )
                        .help("write it into the text itself"),
                    ));
                }
                done.push(Piece::Words(words));
                continue;
            }
            let resolved =
                format.resolve(|argument| position_of(argument, &given).unwrap_or_default());
            self.waiting.checks.push(Later::Printed {
                ty: given[at].value.ty.clone(),
                span: given[at].span,
                notation: (resolved.notation, resolved.is_alternate),
            });
            done.push(Piece::Value(at, resolved));
        }
        if let Some(unused) = given.iter().find(|given| !given.is_used) {
            let diagnostic = Diagnostic::new(S0012, "this argument is never printed", unused.span)
                .label("no `{}` in the text stands for it");
            return Err(Box::new(match text.value().contains('%') {
                true => diagnostic.help("write `{}` where the text has `%d` or `%f`"),
                false => diagnostic.help("add a `{}` to the text, or leave the argument out"),
            }));
        }
        let values = given.into_iter().map(|given| match given.is_count {
            true => self.coerce(given.value, &Ty::USIZE, None),
            false => given.value,
        });
        Ok((PrintText { pieces: done }, values.collect()))
    }

    /// The arguments behind a text.
    fn given(&mut self, arguments: &[&Expr]) -> Vec<Given> {
        let mut given = Vec::new();
        for argument in arguments {
            let (name, value) = match argument {
                Expr::Assign(named) => match named.left.as_ref() {
                    Expr::Path(path) => {
                        (path.path.get_ident().map(ToString::to_string), named.right.as_ref())
                    }
                    _ => (None, *argument),
                },
                _ => (None, *argument),
            };
            given.push(self.one_given(name, value));
        }
        given
    }

    fn one_given(&mut self, name: Option<String>, value: &Expr) -> Given {
        let span = spans::of_expr(value);
        let words = match value {
            Expr::Lit(syn::ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
            _ => None,
        };
        let value = match words {
            // Its place takes the words, and nothing is left to compute.
            Some(_) => expr(ExprKind::Literal(hir::ConstValue::Bool(false)), Ty::Bool, span),
            None => {
                let value = self.expr(value, &Expect::None);
                self.through_references(value)
            }
        };
        Given { name, value, span, is_used: false, is_count: false, words }
    }

    /// The position of an argument that a place means. A name that is not among the
    /// arguments is a variable around the macro.
    fn find_given(
        &mut self,
        argument: &Argument,
        given: &mut Vec<Given>,
        positions: usize,
        place: Span,
    ) -> Result<usize, Box<Diagnostic>> {
        let found = position_of(argument, given);
        let at = match (argument, found) {
            (_, Some(at)) => at,
            (Argument::Name(name), None) => {
                let Ok(path) = syn::parse_str::<Expr>(name) else {
                    return Err(Box::new(Diagnostic::new(
                        E0425,
                        format!("`{name}` is not the name of a variable"),
                        place,
                    )));
                };
                let before = self.checker.sink.diagnostics.len();
                let mut captured = self.one_given(Some(name.clone()), &path);
                // The name stands in the text, and that is where it is looked for.
                captured.span = place;
                captured.value.span = place;
                for diagnostic in self.checker.sink.diagnostics.iter_mut().skip(before) {
                    diagnostic.span = place;
                }
                given.push(captured);
                given.len() - 1
            }
            (Argument::Position(position), None) => {
                let there_are = match positions {
                    0 => "there are no arguments".to_owned(),
                    1 => "there is 1 argument".to_owned(),
                    many => format!("there are {many} arguments"),
                };
                return Err(Box::new(
                    Diagnostic::new(S0012, "the text has more places than arguments", place)
                        .label(format!("argument {position} is wanted, and {there_are}"))
                        .help("arguments are counted from 0; add what is missing behind the text"),
                ));
            }
        };
        given[at].is_used = true;
        Ok(at)
    }

    /// Whether something that is no number is printed by its parts; if not, why.
    fn printed_by_parts(&mut self, ty: &Ty, notation: Notation, depth: u32) -> Result<(), Why> {
        let ty = self.head(ty);
        let is_debug =
            matches!(notation, Notation::Debug | Notation::DebugLowerHex | Notation::DebugUpperHex);
        let Some(depth) = depth.checked_sub(1) else { return Err(Why::Unprintable) };
        match &ty {
            Ty::Error | Ty::Never | Ty::Float(_) | Ty::Bool => Ok(()),
            Ty::Int(int) if !int.is_wide() => Ok(()),
            Ty::Reference(_, to) => self.printed_by_parts(to, notation, depth),
            Ty::Struct(id, arguments) => {
                let item = &self.checker.structs[*id];
                let is_library = item.is_library;
                if item.hir.is_vector {
                    return match is_debug || notation == Notation::Display {
                        true => Ok(()),
                        false => Err(Why::NeedsDebug),
                    };
                }
                if !is_debug {
                    return Err(Why::NeedsDebug);
                }
                if !is_library && !item.derives.iter().any(|name| name == "Debug") {
                    return Err(Why::NotDerived(item.hir.name.clone()));
                }
                let types = self.checker.field_types(*id, arguments);
                types.iter().try_for_each(|ty| self.printed_by_parts(ty, notation, depth))
            }
            Ty::Tuple(members) if is_debug => {
                members.iter().try_for_each(|ty| self.printed_by_parts(ty, notation, depth))
            }
            Ty::Array(element, _) if is_debug => self.printed_by_parts(element, notation, depth),
            Ty::Tuple(_) | Ty::Array(..) => Err(Why::NeedsDebug),
            _ => Err(Why::Unprintable),
        }
    }

    /// Says that a value cannot be printed.
    pub(crate) fn judge_printed(
        &mut self,
        ty: &Ty,
        span: Span,
        (notation, is_alternate): (Notation, bool),
    ) {
        let ty = self.head(ty);
        let has_parts = matches!(ty, Ty::Struct(..) | Ty::Tuple(_) | Ty::Array(..));
        let why = match has_parts {
            true if is_alternate => Err(Why::Alternate),
            true => self.printed_by_parts(&ty, notation, MOST_DEPTH),
            false => Err(Why::Unprintable),
        };
        if why.is_ok() {
            return;
        }
        let shown = self.show(&ty);
        let is_radix = matches!(
            notation,
            Notation::LowerHex | Notation::UpperHex | Notation::Octal | Notation::Binary
        );
        let is_exp = matches!(notation, Notation::LowerExp | Notation::UpperExp);
        let words = self.checker.quote(span).unwrap_or("x").to_owned();
        let diagnostic = match ty.clone() {
            Ty::Int(int) if int.is_wide() => {
                Diagnostic::new(K0002, format!("`{shown}` cannot be printed"), span)
                    .label("numbers of 64 bits at most are printed")
                    .help(format!(
                        "print its halves: `({words} >> 64) as u64` and `{words} as u64`"
                    ))
            }
            Ty::Error | Ty::Never | Ty::Int(_) => return,
            Ty::Float(_) if is_radix => {
                Diagnostic::new(E0277, format!("`{shown}` has no such format"), span)
                    .label("only integers are written in other bases")
                    .help(format!("write `{words}.to_bits()` for its bits"))
            }
            Ty::Bool if is_radix || is_exp => {
                Diagnostic::new(E0277, format!("`{shown}` has no such format"), span)
                    .label("only numbers have it")
                    .help("write `{}`")
            }
            Ty::Float(_) | Ty::Bool => return,
            Ty::Atomic(_) => Diagnostic::new(E0277, format!("`{shown}` cannot be printed"), span)
                .label("the atomic itself, not the number in it")
                .help(format!("write `{words}.load(Ordering::Relaxed)`")),
            Ty::Pointer(..) => Diagnostic::new(K0002, format!("`{shown}` cannot be printed"), span)
                .label("a pointer is a place in a buffer here, not an address")
                .help("print the index, or what the pointer leads to"),
            Ty::Struct(id, _) if self.checker.is_opaque(&ty) => {
                let derives = &self.checker.structs[id].derives;
                if derives.iter().any(|name| name == "Display" || name == "Debug") {
                    return;
                }
                let help = self.checker.bound_to_write(&ty, "core::fmt::Display");
                Diagnostic::new(E0277, format!("`{shown}` cannot be printed"), span)
                    .label("nothing says how")
                    .help(help.unwrap_or_default())
            }
            _ if let Err(Why::NeedsDebug) = why => {
                Diagnostic::new(E0277, format!("`{shown}` has no such format"), span)
                    .label("it is printed by its parts")
                    .help("write `{:?}`")
            }
            _ if let Err(Why::Alternate) = why => {
                Diagnostic::new(K0002, format!("`{shown}` has no such format"), span)
                    .label("the workbench prints it in one line")
                    .help("write `{:?}`")
            }
            _ if let Err(Why::NotDerived(name)) = &why => {
                Diagnostic::new(E0277, format!("`{name}` cannot be printed"), span)
                    .label("it does not derive `Debug`")
                    .help(format!("put `#[derive(Debug)]` before `struct {name}`"))
            }
            _ => Diagnostic::new(K0002, format!("`{shown}` cannot be printed"), span)
                .label("not a number or a truth value")
                .note("the workbench prints numbers, `bool`, and what is made of them")
                .help("print the numbers in it one by one"),
        };
        self.report(diagnostic);
    }
}

fn position_of(argument: &Argument, given: &[Given]) -> Option<usize> {
    match argument {
        Argument::Position(position) => given.get(*position).is_some().then_some(*position),
        Argument::Name(name) => {
            given.iter().position(|given| given.name.as_deref() == Some(name.as_str()))
        }
    }
}
