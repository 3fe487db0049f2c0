//! The sections that directives name: what of an array they are, and that they lie inside.

use super::{Scope, Walker};
use crate::constant::Values;
use crate::device::DeviceVariable;
use crate::poly::Poly;
use crate::tree::{Element, Expr, Section, SectionRange, Space, Type};
use crate::{Refused, refuse};
use warpbench_codes::{D0001, D0007, E0425};
use warpbench_front::diagnostic::Span;

impl Walker<'_> {
    /// Checks that the names in a directive mean something: rustc does not look.
    pub(super) fn named(&self, expr: &Expr, scope: &Scope, span: Span) -> Result<(), Refused> {
        let mut unknown = None;
        expr.visit(&mut |part| {
            if let Expr::Name(name) = part
                && !scope.types.contains_key(name)
                && !self.parsed.constants.contains_key(name)
            {
                unknown.get_or_insert_with(|| name.clone());
            }
        });
        match unknown {
            None => Ok(()),
            Some(name) => Err(refuse(
                E0425,
                format!("`{name}` is no variable or constant here"),
                expr.place().unwrap_or(span),
            )
            .help("use a parameter, a variable that is declared before, or a `const` of numbers")),
        }
    }

    /// The variable that an `alloc` makes.
    pub(super) fn variable(
        &self,
        space: Space,
        section: &Section,
        scope: &Scope,
        span: Span,
    ) -> Result<DeviceVariable, Refused> {
        let name = &section.array;
        let (element, shape, is_nested) = match scope.types.get(name) {
            Some(Type::Scalar(element) | Type::Reference { element, .. }) => {
                (*element, Vec::new(), false)
            }
            Some(Type::Array { element, dims, .. }) => {
                (*element, dims.iter().map(|size| Expr::number(*size)).collect(), dims.len() > 1)
            }
            Some(Type::Slice { element, .. }) => match scope.shapes.get(name) {
                Some(shape) => (*element, shape.clone(), false),
                None => {
                    return Err(refuse(
                        D0007,
                        format!("nobody says how large `{name}` is"),
                        section.span,
                    )
                    .help(format!("write `hicuda! {{ shape {name}[…] }}` before it")));
                }
            },
            _ => return Err(not_an_array(name, section.span)),
        };
        if element == Element::Usize {
            return Err(refuse(D0007, format!("`{name}` holds `usize`"), section.span)
                .note("a `usize` has another size on the GPU")
                .help("use `u32` or `u64` for what lies in memory"));
        }
        if section.ranges.len() != shape.len() {
            let message = format!(
                "`{name}` has {} dimensions, and the section {}",
                shape.len(),
                section.ranges.len()
            );
            return Err(
                refuse(D0001, message, section.span).help("write a range for each dimension")
            );
        }
        let ranges = section.ranges.iter().zip(&shape).map(|(range, size)| match range {
            SectionRange::All => (Expr::number(0), less_one(size, &self.parsed.constants)),
            SectionRange::FromTo(from, to) => (from.clone(), to.clone()),
        });
        let own = DeviceVariable {
            host: name.clone(),
            space,
            element,
            section: ranges.collect(),
            shape,
            span,
            is_nested,
        };
        for ((from, to), size) in own.section.iter().zip(&own.shape) {
            for expr in [from, to, size] {
                self.named(expr, scope, section.span)?;
            }
            let poly = |expr: &Expr| Poly::of(expr, &self.parsed.constants);
            let end = poly(size).plus_number(-1);
            self.within((&poly(from), &poly(to)), (&Poly::default(), &end), section, "its array")?;
        }
        Ok(own)
    }

    /// Checks that a section lies in what is on the GPU.
    pub(super) fn inside(&self, section: &Section, own: &DeviceVariable) -> Result<(), Refused> {
        if section.ranges.len() != own.shape.len() {
            let message = format!("`{}` has {} dimensions", own.host, own.shape.len());
            return Err(refuse(D0001, message, section.span).help("write a range for each of them"));
        }
        let poly = |expr: &Expr| Poly::of(expr, &self.parsed.constants);
        for (range, (from, to)) in section.ranges.iter().zip(&own.section) {
            let SectionRange::FromTo(first, last) = range else { continue };
            let outer = (&poly(from), &poly(to));
            self.within((&poly(first), &poly(last)), outer, section, "what is allocated")?;
        }
        Ok(())
    }

    fn within(
        &self,
        inner: (&Poly, &Poly),
        outer: (&Poly, &Poly),
        section: &Section,
        what: &str,
    ) -> Result<(), Refused> {
        let before = inner.0.minus(outer.0).as_number();
        let behind = outer.1.minus(inner.1).as_number();
        if before.is_some_and(|by| by < 0) || behind.is_some_and(|by| by < 0) {
            let message = format!("this section lies outside {what}");
            return Err(refuse(D0007, message, section.span)
                .label(format!(
                    "it goes from {} to {}, and there is {} to {}",
                    inner.0, inner.1, outer.0, outer.1
                ))
                .help("both ends of a range belong to it: `[0:7]` has eight elements"));
        }
        Ok(())
    }
}

/// A size less one, as a number where it is known.
fn less_one(size: &Expr, constants: &Values) -> Expr {
    Poly::of(size, constants).plus_number(-1).to_expr()
}

pub(super) fn not_an_array(name: &str, span: Span) -> Refused {
    refuse(D0007, format!("`{name}` is no array and no number that can go to the GPU"), span).help(
        "take a slice, an array or a number of `f32`, `u32` and the like; where the type of a \
         variable cannot be read off, write it: `let mut b: Vec<f32> = …`",
    )
}
