//! Lowering of `print!` and `println!`.
//!
//! No shading language prints. In the module it is a block that puts the values into
//! variables which nobody reads, so that an adapter does nothing and the simulator
//! knows that the values are needed until then. What is no number is printed by its
//! parts, as derived `Debug` does it.

use super::Lowering;
use super::frame::Frame;
use super::place::PlaceExpr;
use super::types::unsupported;
use super::value::Value;
use naga::{Span, Statement};
use warpbench_hir::Print;
use warpbench_hir::types::{Len, Ty};
use warpbench_semantics::{self as semantics, Count, Notation, Piece, PrintArgument, PrintText};
use warpbench_semantics::{StatementFact, ValueFormat};

/// The most numbers of one text.
const MOST_NUMBERS: usize = 256;

/// A text as it is put together: its pieces, its numbers, and their types.
#[derive(Default)]
struct Printed {
    pieces: Vec<Piece>,
    arguments: Vec<PrintArgument>,
    types: Vec<Ty>,
}

/// An argument: a number by its place among all, or something that has parts.
enum Argument {
    Number(usize),
    Parts(PlaceExpr, Ty),
}

impl Printed {
    fn words(&mut self, words: impl Into<String>) {
        self.pieces.push(Piece::Words(words.into()));
    }
}

impl Frame<'_, '_> {
    /// A text, with its values by their numbers.
    pub(super) fn printed(&mut self, print: &Print, span: Span) -> Lowering<semantics::Print> {
        Ok(self.printed_values(print, span)?.0)
    }

    fn printed_values(
        &mut self,
        print: &Print,
        span: Span,
    ) -> Lowering<(semantics::Print, Vec<Ty>)> {
        let mut printed = Printed::default();
        let mut arguments = Vec::new();
        for argument in &print.arguments {
            let ty = self.settle(&argument.ty);
            let value = self.value(argument)?;
            arguments.push(if self.is_scalar(&ty) || matches!(value, Value::Never) {
                Argument::Number(self.add_number(value, &ty, &mut printed, argument.span)?)
            } else {
                Argument::Parts(PlaceExpr::Value(value, ty.clone()), ty)
            });
        }
        let number = |at: usize| match arguments.get(at) {
            Some(Argument::Number(at)) => *at,
            _ => usize::MAX,
        };
        let moved = |count: Option<Count>| match count {
            Some(Count::Argument(at)) => Some(Count::Argument(number(at))),
            other => other,
        };
        for piece in &print.text.pieces {
            match piece {
                Piece::Value(at, format) => {
                    let (width, precision) = (moved(format.width), moved(format.precision));
                    let format = ValueFormat { width, precision, ..*format };
                    match arguments.get(*at) {
                        Some(Argument::Parts(place, ty)) => {
                            let (place, ty) = (place.clone(), ty.clone());
                            self.add_parts_of(&place, &ty, format, &mut printed, span)?;
                        }
                        _ => printed.pieces.push(Piece::Value(number(*at), format)),
                    }
                }
                other => printed.pieces.push(other.clone()),
            }
        }
        let print = semantics::Print {
            text: PrintText { pieces: printed.pieces },
            arguments: printed.arguments,
        };
        Ok((print, printed.types))
    }

    fn add_number(
        &mut self,
        value: Value,
        ty: &Ty,
        printed: &mut Printed,
        span: Span,
    ) -> Lowering<usize> {
        let bits = match ty {
            Ty::Int(int) if !int.is_wide() => int.in_rust().bits(),
            ty if !super::wide::is_wide(ty) && self.is_scalar(ty) => 32,
            _ => return Err(unsupported("a value of this type in a text", span)),
        };
        if printed.arguments.len() >= MOST_NUMBERS {
            return Err(unsupported("so many numbers in one text", span));
        }
        let value = self.plain(value, ty, span)?;
        printed.arguments.push(PrintArgument { value, bits });
        printed.types.push(ty.clone());
        Ok(printed.arguments.len() - 1)
    }

    /// The pieces of something that has parts.
    fn add_parts_of(
        &mut self,
        place: &PlaceExpr,
        ty: &Ty,
        format: ValueFormat,
        printed: &mut Printed,
        span: Span,
    ) -> Lowering<()> {
        if self.is_scalar(ty) {
            let value = self.read(place.clone(), span)?;
            let at = self.add_number(value, ty, printed, span)?;
            printed.pieces.push(Piece::Value(at, format));
            return Ok(());
        }
        match ty {
            Ty::Reference(_, to) => {
                let to = self.settle(to);
                let reference = self.read(place.clone(), span)?;
                let place = self.deref(reference, to.clone(), span)?;
                self.add_parts_of(&place, &to, format, printed, span)
            }
            Ty::Tuple(members) => {
                printed.words("(");
                let members = members.iter().map(|ty| (String::new(), ty.clone())).collect();
                let count = self.add_fields(place, members, 0, format, printed, span)?;
                printed.words(if count == 1 { ",)" } else { ")" });
                Ok(())
            }
            Ty::Array(element, Len::Known(len)) => {
                printed.words("[");
                for at in 0..*len {
                    if at > 0 {
                        printed.words(", ");
                    }
                    let index = self.u32(at);
                    let element = self.settle(element);
                    let one = self.index_place(place.clone(), index, element.clone(), span)?;
                    self.add_parts_of(&one, &element, format, printed, span)?;
                }
                printed.words("]");
                Ok(())
            }
            Ty::Struct(id, _) => self.add_structure(place, *id, format, printed, span),
            _ => Err(unsupported("a value of this type in a text", span)),
        }
    }

    fn add_structure(
        &mut self,
        place: &PlaceExpr,
        id: usize,
        format: ValueFormat,
        printed: &mut Printed,
        span: Span,
    ) -> Lowering<()> {
        let program = self.unit.program;
        let item = &program.structs[id];
        // The form of a generic structure has its arguments in its name.
        let name = item.name.split('<').next().unwrap_or_default();
        let fields = |range: std::ops::Range<usize>| -> Vec<(String, Ty)> {
            item.fields[range].iter().map(|field| (field.name.clone(), field.ty.clone())).collect()
        };
        if let Some(variants) = &item.variants {
            let tag = self.settle(&item.fields[0].ty);
            let number = self.field_place(place.clone(), 0, tag.clone(), span)?;
            let number = self.read(number, span)?;
            let at = self.add_number(number, &tag, printed, span)?;
            let mut texts = Vec::new();
            for variant in variants {
                let (first, count) = (variant.first as usize, variant.count as usize);
                let around = std::mem::take(&mut printed.pieces);
                let (name, fields) = (&variant.name, fields(first..first + count));
                let start = (name.as_str(), first as u32);
                self.add_named(place, start, fields, format, printed, span)?;
                let own = std::mem::replace(&mut printed.pieces, around);
                texts.push((variant.value, own));
            }
            printed.pieces.push(Piece::Choice(at, texts));
            return Ok(());
        }
        let all = fields(0..item.fields.len());
        if item.is_vector {
            // `{}` heeds the precision alone.
            let (open, close, format) = match format.notation {
                Notation::Display => {
                    let precision = format.precision;
                    ("[".to_owned(), "]", ValueFormat { precision, ..ValueFormat::default() })
                }
                _ => (format!("{name}("), ")", format),
            };
            printed.words(open);
            let members = all.into_iter().map(|(_, ty)| (String::new(), ty)).collect();
            self.add_fields(place, members, 0, format, printed, span)?;
            printed.words(close);
            return Ok(());
        }
        self.add_named(place, (name, 0), all, format, printed, span)
    }

    /// `Name`, `Name(a, b)` or `Name { x: a, y: b }`.
    fn add_named(
        &mut self,
        place: &PlaceExpr,
        (name, first): (&str, u32),
        fields: Vec<(String, Ty)>,
        format: ValueFormat,
        printed: &mut Printed,
        span: Span,
    ) -> Lowering<()> {
        let is_tuple = fields.first().is_some_and(|(name, _)| name == "0");
        let (open, close) = match (fields.is_empty(), is_tuple) {
            (true, _) => ("", ""),
            (false, true) => ("(", ")"),
            (false, false) => (" { ", " }"),
        };
        printed.words(format!("{name}{open}"));
        let labelled = fields.into_iter().map(|(name, ty)| match is_tuple {
            true => (String::new(), ty),
            false => (format!("{name}: "), ty),
        });
        self.add_fields(place, labelled.collect(), first, format, printed, span)?;
        printed.words(close);
        Ok(())
    }

    /// Fields with what stands before each, from the `first` on; how many there are.
    fn add_fields(
        &mut self,
        place: &PlaceExpr,
        fields: Vec<(String, Ty)>,
        first: u32,
        format: ValueFormat,
        printed: &mut Printed,
        span: Span,
    ) -> Lowering<usize> {
        let count = fields.len();
        for (at, (label, ty)) in fields.into_iter().enumerate() {
            let between = if at > 0 { ", " } else { "" };
            printed.words(format!("{between}{label}"));
            let ty = self.settle(&ty);
            let field = self.field_place(place.clone(), first + at as u32, ty.clone(), span)?;
            self.add_parts_of(&field, &ty, format, printed, span)?;
        }
        Ok(count)
    }

    /// `println!(…)`.
    pub(super) fn print(&mut self, print: &Print, span: Span) -> Lowering<Value> {
        let (print, types) = self.printed_values(print, span)?;
        if self.is_dead() {
            return Ok(Value::Never);
        }
        let types = types.iter().map(|ty| self.naga_type(ty, span));
        let types = types.collect::<Lowering<Vec<_>>>()?;
        let (block, _) = self.block(|frame| {
            for (argument, ty) in print.arguments.iter().zip(types) {
                let variable = frame.add_variable("", ty, span);
                let pointer = frame.local(variable);
                frame.store(pointer, argument.value, span);
            }
            Ok(())
        })?;
        self.push_with(Statement::Block(block), StatementFact::Print(print), span);
        Ok(Value::UNIT)
    }
}
