//! Accesses of the host's arrays, sent to the memory that stands for them.
//!
//! An access of an array goes to the block's copy where there is one, otherwise to
//! global memory. Where the GPU has the whole array, the index stays as it is
//! written; where it has a part, the index counts from the part's start.

use crate::called::{CallSite, CalledFunctions};
use crate::context::Context;
use crate::device::DeviceVariable;
use crate::merge::Tile;
use crate::poly::{Poly, rows, sum};
use crate::transfer::element;
use crate::tree::{BinaryOp, Expr, UnaryOp};
use crate::unit::Unit;
use crate::{Refused, refuse};
use warpbench_codes::{D0002, D0007};
use warpbench_front::diagnostic::Span;

/// Redirects the accesses of expressions at a place.
pub struct Redirection<'r, 'p> {
    pub unit: &'r Unit<'p>,
    pub context: &'r Context<'r>,
    /// The copies in force, the newest last.
    pub tiles: &'r [Tile],
    /// The functions of the program that are called.
    pub functions: &'r mut CalledFunctions<'p>,
}

impl Redirection<'_, '_> {
    pub fn expr(&mut self, expr: &Expr, place: Span) -> Result<Expr, Refused> {
        let place = expr.place().unwrap_or(place);
        Ok(match expr {
            Expr::At(inner, own) => Expr::At(self.boxed(inner, place)?, *own),
            Expr::Literal(_) => expr.clone(),
            Expr::Name(name) => self.name(name, place)?,
            Expr::Raw(_) => return Err(unknown(place)),
            Expr::Unary(UnaryOp::Deref, inner) if self.is_number(inner) => {
                return self.expr(inner, place);
            }
            Expr::Unary(op, inner) => Expr::Unary(*op, self.boxed(inner, place)?),
            Expr::Cast(inner, ty) => Expr::Cast(self.boxed(inner, place)?, ty.clone()),
            Expr::Field(inner, name) => Expr::Field(self.boxed(inner, place)?, name.clone()),
            Expr::Binary(op, left, right) => {
                Expr::Binary(*op, self.boxed(left, place)?, self.boxed(right, place)?)
            }
            Expr::Repeat(left, right) => {
                Expr::Repeat(self.boxed(left, place)?, self.boxed(right, place)?)
            }
            Expr::Range(left, right) => {
                Expr::Range(self.boxed(left, place)?, self.boxed(right, place)?)
            }
            Expr::Choice(a, b, c) => {
                Expr::Choice(self.boxed(a, place)?, self.boxed(b, place)?, self.boxed(c, place)?)
            }
            Expr::Array(parts) => Expr::Array(self.all(parts, place)?),
            Expr::Call(name, arguments) => {
                let (name, arguments) = match self.unit.called(name) {
                    Some(function) => {
                        let site = CallSite {
                            unit: self.unit,
                            context: self.context,
                            tiles: self.tiles,
                            place,
                        };
                        self.functions.call(function, arguments, &site)?
                    }
                    None => (name.clone(), arguments.clone()),
                };
                Expr::Call(name, self.all(&arguments, place)?)
            }
            Expr::Method(receiver, name, arguments) => {
                if let Some(len) = self.length(receiver, name) {
                    return Ok(len);
                }
                let receiver = self.expr(receiver, place)?;
                Expr::Method(Box::new(receiver), name.clone(), self.all(arguments, place)?)
            }
            Expr::Index(array, indices) => self.access(array, indices, place)?,
        })
    }

    fn boxed(&mut self, inner: &Expr, place: Span) -> Result<Box<Expr>, Refused> {
        self.expr(inner, place).map(Box::new)
    }

    fn all(&mut self, parts: &[Expr], place: Span) -> Result<Vec<Expr>, Refused> {
        parts.iter().map(|part| self.expr(part, place)).collect()
    }

    /// Whether a reference is to a number that the kernel is passed by value.
    fn is_number(&self, inner: &Expr) -> bool {
        let Expr::Name(name) = inner.bare() else { return false };
        matches!(self.unit.types.get(name), Some(crate::tree::Type::Reference { .. }))
            && self.unit.function.is_none()
    }

    /// A variable, which may be in the GPU's memory.
    fn name(&self, name: &str, place: Span) -> Result<Expr, Refused> {
        self.unambiguous(name, place)?;
        match self.unit.variables.get(name) {
            Some(own) if own.shape.is_empty() => {
                Ok(Expr::Unary(UnaryOp::Deref, Box::new(Expr::name(name))))
            }
            _ => Ok(Expr::name(name)),
        }
    }

    /// The length of an array, which a pointer does not have.
    fn length(&self, receiver: &Expr, method: &str) -> Option<Expr> {
        let Expr::Name(name) = receiver.bare() else { return None };
        let own = self.unit.variables.get(name).filter(|own| !own.shape.is_empty())?;
        if method != "len" {
            return None;
        }
        let sizes = if own.is_nested { &own.shape[..1] } else { &own.shape[..] };
        let product = |all: Expr, size: Expr| Expr::binary(BinaryOp::Mul, all, size);
        sizes.iter().cloned().reduce(product)
    }

    fn unambiguous(&self, name: &str, place: Span) -> Result<(), Refused> {
        match self.unit.ambiguous.get(name) {
            None => Ok(()),
            Some((first, second)) => Err(refuse(
                D0007,
                format!("`{name}` is on the GPU twice, and this could mean either"),
                place,
            )
            .other(*first, "here")
            .other(*second, "and here")
            .help("free one of them before the kernel")),
        }
    }

    fn access(&mut self, array: &str, indices: &[Expr], place: Span) -> Result<Expr, Refused> {
        self.unambiguous(array, place)?;
        let redirected = self.all(indices, place)?;
        let Some(own) = self.unit.variables.get(array) else {
            if is_host_array(self.unit, array) {
                return Err(refuse(D0007, format!("`{array}` is not on the GPU"), place).help(
                    format!("write `hicuda! {{ global alloc {array}… copyin }}` before the kernel"),
                ));
            }
            return Ok(Expr::Index(array.to_owned(), redirected));
        };
        let unit = self.unit;
        if let Some(tile) = self.tiles.iter().rev().find(|tile| tile.array == array) {
            let polys = indices_of(own, &redirected, self.context, unit)
                .ok_or_else(|| not_affine(array, place))?;
            return Ok(element(&tile.name, in_tile(tile, &polys, self.context)));
        }
        if own.is_whole(unit.constants()) {
            return Ok(element(array, flat(own, &redirected)));
        }
        let polys = indices_of(own, &redirected, self.context, unit)
            .ok_or_else(|| not_affine(array, place))?;
        let mut offset: Option<Expr> = None;
        for ((index, (from, _)), extent) in
            polys.iter().zip(&own.section).zip(own.extents(unit.constants()))
        {
            let index = index.minus(&Poly::of(from, unit.constants())).to_expr();
            offset = Some(match offset {
                None => index,
                Some(before) => sum(Expr::binary(BinaryOp::Mul, before, extent.to_expr()), index),
            });
        }
        Ok(element(array, offset.unwrap_or_else(|| Expr::number(0))))
    }
}

/// Whether a name is an array of the host.
fn is_host_array(unit: &Unit<'_>, name: &str) -> bool {
    use crate::tree::Type::{Array, Slice};
    unit.function.is_none() && matches!(unit.types.get(name), Some(Slice { .. } | Array { .. }))
}

/// The offset in an array that the GPU has as a whole.
fn flat(own: &DeviceVariable, indices: &[Expr]) -> Expr {
    let mut offset: Option<Expr> = None;
    for (at, index) in indices.iter().enumerate() {
        offset = Some(match offset {
            None => index.clone(),
            Some(before) => {
                let size = own.shape[at.min(own.shape.len() - 1)].clone();
                sum(Expr::binary(BinaryOp::Mul, before, size), index.clone())
            }
        });
    }
    offset.unwrap_or_else(|| Expr::number(0))
}

/// Where an element lies in a block's copy.
fn in_tile(tile: &Tile, indices: &[Poly], context: &Context<'_>) -> Expr {
    let mut offset: Option<Expr> = None;
    for ((index, low), extent) in indices.iter().zip(&tile.part.low).zip(&tile.part.extents) {
        let mut own = index.minus(low);
        // A thread's iteration is the turn's first and its own number; the first goes.
        for level in &context.levels {
            if let Some(apart) = level.in_turn()
                && own.is_affine_in(&level.var)
                && own.mentions(&level.var)
            {
                let simpler = own.replace(&level.var, &apart);
                if !simpler.mentions(&level.first) {
                    own = simpler;
                }
            }
        }
        let own = own.to_expr();
        offset = Some(match offset {
            None => own,
            Some(before) => sum(rows(before, &Poly::number(*extent)), own),
        });
    }
    offset.unwrap_or_else(|| Expr::number(0))
}

/// The indices of an access along the dimensions of its array.
pub fn indices_of(
    own: &DeviceVariable,
    indices: &[Expr],
    context: &Context<'_>,
    unit: &Unit<'_>,
) -> Option<Vec<Poly>> {
    let polys: Vec<Poly> = indices.iter().map(|index| context.poly(index)).collect();
    if polys.len() == own.shape.len() {
        return Some(polys);
    }
    let [offset] = polys.as_slice() else { return None };
    let sizes: Vec<Poly> = own.shape.iter().map(|size| Poly::of(size, unit.constants())).collect();
    let mut rest = offset.clone();
    let mut found = Vec::new();
    for at in 0..sizes.len() {
        if at + 1 == sizes.len() {
            found.push(rest.clone());
            break;
        }
        let pitch = sizes[at + 1..].iter().fold(Poly::number(1), |all, size| all.product(size));
        let (index, left) = rest.divide(&pitch)?;
        // What is left must be less than a row; a row more or less may make it so.
        let is_less = |left: &Poly| {
            context.facts.is_natural(left) && context.facts.is_at_most(&left.plus_number(1), &pitch)
        };
        let others = [(1, left.minus(&pitch)), (-1, left.plus(&pitch))];
        let other = others.into_iter().find(|(_, other)| !is_less(&left) && is_less(other));
        let (more, left) = other.unwrap_or((0, left));
        found.push(index.plus_number(more));
        rest = left;
    }
    // Of a division by a number it has to be shown that it is the right one.
    let is_inside = |index: &Poly, size: &Poly| {
        context.facts.is_natural(index) && context.facts.is_at_most(&index.plus_number(1), size)
    };
    let all_known = sizes.iter().all(|size| size.as_number().is_some());
    let inner = found.iter().zip(&sizes).skip(1);
    let is_shown = inner.into_iter().all(|(index, size)| is_inside(index, size));
    let is_opaque = found.iter().skip(1).any(|index| {
        index
            .terms()
            .any(|(atoms, _)| atoms.iter().any(|atom| !matches!(atom.expr.bare(), Expr::Name(_))))
    });
    let is_guarded = context.conditions > 0;
    ((is_shown || !all_known || is_guarded) && !is_opaque).then_some(found)
}

fn not_affine(array: &str, place: Span) -> Refused {
    refuse(D0007, format!("the indices of this access of `{array}` cannot be told apart"), place)
        .note("only a part of the array is there, so that every dimension must be known")
        .help(
            "write sums of loop variables and sizes, as in `a[i * n + j]`, or bring the whole array",
        )
}

/// What a kernel may not have.
pub fn unknown(place: Span) -> Refused {
    refuse(D0002, "the translator does not read this in a kernel", place).help(
        "kernels have `let`, assignments, `for` over ranges, `while`, `if`, calls of functions \
         and arithmetic; move the rest to the host's part",
    )
}
