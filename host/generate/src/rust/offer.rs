//! Offers of a program's items to its expressions: operators, methods of traits, generic
//! functions, conversions, constants of types.

use super::scope::RustVariable;
use super::types::{RustExpr, Ty};
use super::writer::RustWriter;
use crate::choices::Choices;

/// An expression with places for values.
#[derive(Clone, Debug)]
pub(super) struct Offer {
    pub result: Ty,
    pub operands: Vec<Ty>,
    /// How it is written, with `{0}` for the first operand.
    pub text: String,
    pub is_atom: bool,
    /// Whether it turns a loop.
    pub has_loops: bool,
}

/// A statement that changes a place, with `{p}` for it and `{0}` for a value.
#[derive(Clone, Debug)]
pub(super) struct Changing {
    pub place: Ty,
    pub operand: Ty,
    pub text: String,
}

impl<'a, C: Choices> RustWriter<'a, C> {
    /// Adds an offer that is written as a call.
    pub(super) fn offer(&mut self, result: &Ty, operands: &[&Ty], text: impl Into<String>) {
        let operands = operands.iter().map(|ty| (*ty).clone()).collect();
        let (result, text) = (result.clone(), text.into());
        self.declared.offers.push(Offer {
            result,
            operands,
            text,
            is_atom: true,
            has_loops: false,
        });
    }

    /// A value of a type that an item of the program gives.
    pub(super) fn offered(&mut self, ty: &Ty, depth: u32) -> Option<RustExpr> {
        let fit: Vec<Offer> = (self.declared.offers.iter())
            .filter(|offer| offer.result == *ty && (!offer.has_loops || self.may_iterate()))
            .cloned()
            .collect();
        if fit.is_empty() || !self.spend() {
            return None;
        }
        let offer = self.pick(&fit);
        let mut text = offer.text;
        for (number, operand) in offer.operands.iter().enumerate() {
            let value = self.of_type_as(operand, depth.saturating_sub(1), true).operand();
            text = text.replace(&format!("{{{number}}}"), &value);
        }
        Some(RustExpr { is_atom: offer.is_atom, ..RustExpr::atom(text, true) })
    }

    /// Changes a place by an operator of the program's own.
    pub(super) fn changing(&mut self, depth: u32) {
        let known = self.declared.changes.clone();
        if known.is_empty() {
            return self.exchange(depth);
        }
        let change = self.pick(&known);
        let Some(place) = self.target(&|ty| *ty == change.place) else {
            let value = self.of_type_as(&change.place, depth.min(1), true).text;
            let name = self.name("x");
            self.line(&format!("let mut {name} = {value};"));
            return self.scope.push(RustVariable::local(&name, change.place.clone(), true));
        };
        let value = self.of_type_as(&change.operand, depth.min(1), true).operand();
        let text = self.place(&place, 0);
        self.line(&change.text.replace("{p}", &text).replace("{0}", &value));
    }

    /// The body of a function of an item: what it sees, and what it returns.
    pub(super) fn item_body(&mut self, seen: Vec<RustVariable>, result: &Ty, depth: u32) -> String {
        let scope = std::mem::replace(&mut self.scope, seen);
        let around = std::mem::take(&mut self.around);
        let outer = std::mem::replace(&mut self.result, result.clone());
        let is_unsafe = std::mem::replace(&mut self.is_unsafe, false);
        let can_return = std::mem::replace(&mut self.can_return, true);
        let frozen = std::mem::take(&mut self.lent.frozen);
        let indent = std::mem::replace(&mut self.indent, 0);
        let block = self.valued(|writer| {
            if depth > 1 && writer.percent(30) {
                writer.statement(depth - 1);
            }
            writer.of_type_as(result, depth, false)
        });
        self.indent = indent;
        self.lent.frozen = frozen;
        self.can_return = can_return;
        self.is_unsafe = is_unsafe;
        self.result = outer;
        self.around = around;
        self.scope = scope;
        block.text
    }
}
