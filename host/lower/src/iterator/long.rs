//! Ranges of numbers of 64 bits, which may have more of them than a word counts.
//!
//! Nobody goes through so many, but some take every so many, leave most of them out or begin
//! at the end. So they know how many they are with all bits, as long as they are nothing
//! else.

use super::*;
use crate::frame::Frame;
use crate::range::unsigned_of;
use naga::MathFunction;

/// Numbers in equal steps.
#[derive(Clone, Copy, Debug)]
pub(super) struct Steps {
    pub(super) start: Handle<Expression>,
    /// Nothing for one.
    pub(super) step: Option<Handle<Expression>>,
    /// How many there are, without a sign.
    pub(super) all: Handle<Expression>,
    pub(super) int: IntTy,
}

impl Item {
    /// The numbers in equal steps that an item is one of, if they have 64 bits.
    fn steps(&self) -> Option<Steps> {
        match *self {
            Item::Range { start, all: Some(all), int, .. } => {
                Some(Steps { start, step: None, all, int })
            }
            Item::Steps(steps) => Some(steps),
            _ => None,
        }
    }

    /// How many items there are, if a word may not say it.
    pub(super) fn all(&self) -> Option<Handle<Expression>> {
        self.steps().map(|steps| steps.all)
    }
}

impl<'u, 'a> Frame<'u, 'a> {
    /// What an adaptor with a number makes of numbers of 64 bits.
    pub(super) fn of_long(
        &mut self,
        item: &Item,
        how: Adapting,
        (number, ty): (Handle<Expression>, &Ty),
        span: Span,
    ) -> Option<Counted> {
        let steps = item.steps()?;
        let counted = Ty::Int(unsigned_of(steps.int));
        let number = self.convert(number, ty, &counted, span);
        let steps = match how {
            Adapting::Take => {
                let all = self.function_of(MathFunction::Min, &[steps.all, number], span);
                Steps { all, ..steps }
            }
            Adapting::Skip => {
                let skipped = self.function_of(MathFunction::Min, &[steps.all, number], span);
                let start = self.step_on(&steps, skipped, span);
                let all = self.binary(BinaryOperator::Subtract, steps.all, skipped, span);
                Steps { start, all, ..steps }
            }
            Adapting::StepBy => {
                let all = self.div_ceil(steps.all, number, &counted, span);
                let own = self.convert(number, &counted, &Ty::Int(steps.int), span);
                let step = match steps.step {
                    None => own,
                    Some(step) => self.binary(BinaryOperator::Multiply, step, own, span),
                };
                Steps { step: Some(step), all, ..steps }
            }
            _ => return None,
        };
        Some(self.counted_steps(steps, span))
    }

    /// Numbers of 64 bits from their other end.
    pub(super) fn long_reversed(&mut self, item: &Item, span: Span) -> Option<Counted> {
        let steps = item.steps()?;
        let ty = Ty::Int(steps.int);
        let one = self.number(&Ty::Int(unsigned_of(steps.int)), 1);
        let last = self.binary(BinaryOperator::Subtract, steps.all, one, span);
        let start = self.step_on(&steps, last, span);
        let (zero, one) = (self.number(&ty, 0), self.number(&ty, 1));
        let back = steps.step.unwrap_or(one);
        let step = self.binary(BinaryOperator::Subtract, zero, back, span);
        Some(self.counted_steps(Steps { start, step: Some(step), ..steps }, span))
    }

    /// The number that lies so many steps behind the first.
    pub(super) fn step_on(
        &mut self,
        steps: &Steps,
        turns: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        let turns =
            self.convert(turns, &Ty::Int(unsigned_of(steps.int)), &Ty::Int(steps.int), span);
        let way = match steps.step {
            None => turns,
            Some(step) => self.binary(BinaryOperator::Multiply, turns, step, span),
        };
        self.binary(BinaryOperator::Add, steps.start, way, span)
    }

    fn counted_steps(&mut self, steps: Steps, span: Span) -> Counted {
        let counted = Ty::Int(unsigned_of(steps.int));
        let count = self.at_most_a_word(steps.all, &counted, span);
        Counted { item: Item::Steps(steps), count, taken: None }
    }
}
