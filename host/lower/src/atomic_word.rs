//! Atomic words: what is done to a word of memory, or of the thread's own, in one step.
//!
//! naga has atomic integers of 32 and 64 bits, and of floats only sums of `f32` in
//! buffers. Everything else works on the bits: a loop reads the word, computes what
//! shall be there, and exchanges it if the word has not changed meanwhile. Where a
//! GPU has an instruction for the whole, it is noted, so that the simulator counts
//! that and not the loop.

use super::Lowering;
use super::frame::Frame;
use super::memory::Layout;
use super::types::{atomic_scalar, scalar, unsupported};
use super::value::{Base, Pointer};
use naga::{
    AtomicFunction, BinaryOperator, Expression, Handle, Literal, MathFunction, PredeclaredType,
    Scalar, ScalarKind, Span, Statement, TypeInner, UnaryOperator,
};
use warpbench_hir::AtomicOp;
use warpbench_hir::types::Ty;
use warpbench_semantics::{AtomicUpdate, MemoryOrder, Scope, StatementFact, Synchronization};

/// A word that operations work on.
pub(super) struct Word {
    /// naga's pointer to it.
    pointer: Handle<Expression>,
    /// What it is declared as; nothing for a variable of the thread's own, which
    /// nobody else can change.
    declared: Option<Scalar>,
    /// The number in it.
    number: Scalar,
}

/// The orders of an operation that reads, and then changes what it has read.
#[derive(Clone, Copy)]
pub(super) struct UpdateOrders {
    pub(super) set: MemoryOrder,
    pub(super) fetch: MemoryOrder,
    pub(super) scope: Scope,
}

impl Word {
    /// A variable of the thread's own.
    pub(super) fn own(pointer: Handle<Expression>, kept: &Ty) -> Word {
        Word { pointer, declared: None, number: scalar(kept).unwrap_or(Scalar::U32) }
    }

    /// A member of a structure that is declared for atomics.
    pub(super) fn member(pointer: Handle<Expression>, kept: &Ty, span: Span) -> Lowering<Word> {
        let (Some(declared), Some(number)) = (atomic_scalar(kept), scalar(kept)) else {
            return Err(unsupported("an atomic of this type", span));
        };
        Ok(Word { pointer, declared: Some(declared), number })
    }
}

/// What computes from a word's number what shall be there, and whether it shall.
type NewNumber<'f, 'u, 'a> = dyn FnMut(
        &mut Frame<'u, 'a>,
        Handle<Expression>,
    ) -> Lowering<(Handle<Expression>, Option<Handle<Expression>>)>
    + 'f;

impl<'u, 'a> Frame<'u, 'a> {
    /// The word of a buffer or shared array that a pointer leads to.
    pub(super) fn word_in_memory(
        &mut self,
        pointer: &Pointer,
        kept: &Ty,
        op: Option<AtomicOp>,
        span: Span,
    ) -> Lowering<Word> {
        let Base::Memory(root) = pointer.base else {
            return Err(unsupported("an atomic operation on this", span));
        };
        let (Some(bits), Some(number)) = (atomic_scalar(kept), scalar(kept)) else {
            return Err(unsupported("an atomic operation on this", span));
        };
        let has_native_sum =
            !self.unit.target.avoided.float_atomics && self.unit.roots[root].is_buffer;
        let is_native = matches!(
            op,
            Some(
                AtomicOp::Add
                    | AtomicOp::Sub
                    | AtomicOp::Exchange
                    | AtomicOp::Load
                    | AtomicOp::Store
            )
        );
        let wanted =
            if number == Scalar::F32 && has_native_sum && is_native { number } else { bits };
        self.unit.roots[root].usage.note_atomic(kept, wanted, span);
        let declared = match self.unit.roots[root].layout {
            Layout::Atomic(declared) => declared,
            // The first pass only looks.
            _ => wanted,
        };
        let bytes = self.bytes_of(kept, span)?;
        let base = self.global(self.unit.roots[root].variable);
        let index = self.offset_in(pointer, bytes, span);
        let pointer = self.element(base, index, span);
        Ok(Word { pointer, declared: Some(declared), number })
    }

    /// naga's pointer to a word of a buffer or shared array, for atomic operations.
    pub(super) fn atomic_place(
        &mut self,
        pointer: &Pointer,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        self.word_in_memory(pointer, ty, None, span).map(|word| word.pointer)
    }

    pub(super) fn load_word(
        &mut self,
        word: &Word,
        how: Synchronization,
        span: Span,
    ) -> Handle<Expression> {
        let bits = self.load(word.pointer, span);
        self.facts.reads.push((bits, how));
        self.number_of(word, bits, span)
    }

    pub(super) fn store_word(
        &mut self,
        word: &Word,
        value: Handle<Expression>,
        how: Synchronization,
        span: Span,
    ) {
        let value = self.bits_for(word, value, span);
        let store = Statement::Store { pointer: word.pointer, value };
        self.push_with(store, StatementFact::Synchronizes(how), span);
    }

    /// Changes a word and returns what was there.
    pub(super) fn change_word(
        &mut self,
        word: &Word,
        (op, is_bool): (AtomicOp, bool),
        value: Handle<Expression>,
        how: Synchronization,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let Some(declared) = word.declared else {
            let old = self.load(word.pointer, span);
            let new = self.changed(word.number, (op, is_bool), old, value, span);
            self.store(word.pointer, new, span);
            return Ok(old);
        };
        if let Some(fun) = native(op, declared, word.number) {
            let value = self.bits_for(word, value, span);
            let ty = self.unit.insert(None, TypeInner::Scalar(declared));
            let result =
                self.append_result(Expression::AtomicResult { ty, comparison: false }, span);
            let atomic =
                Statement::Atomic { pointer: word.pointer, fun, value, result: Some(result) };
            self.push_with(atomic, StatementFact::Synchronizes(how), span);
            return Ok(self.number_of(word, result, span));
        }
        let orders = UpdateOrders { set: how.order, fetch: MemoryOrder::Relaxed, scope: how.scope };
        // What is subtracted is added with the other sign, as GPUs do it.
        let (op, value) = match op {
            AtomicOp::Sub => (AtomicOp::Add, self.negate(value, span)),
            _ => (op, value),
        };
        let number = word.number;
        let mut new = |frame: &mut Self, old| {
            Ok((frame.changed(number, (op, is_bool), old, value, span), None))
        };
        let function = match op {
            AtomicOp::Add => AtomicFunction::Add,
            AtomicOp::Min => AtomicFunction::Min,
            AtomicOp::Max => AtomicFunction::Max,
            _ => return Ok(self.update_word(word, orders, span, &mut new)?[0]),
        };
        self.one_update(word, (function, value), orders, span, &mut new)
    }

    /// A block that stands for one atomic operation.
    fn one_update(
        &mut self,
        word: &Word,
        (function, value): (AtomicFunction, Handle<Expression>),
        orders: UpdateOrders,
        span: Span,
        new: &mut NewNumber<'_, 'u, 'a>,
    ) -> Lowering<Handle<Expression>> {
        let mut old = None;
        let (block, _) = self.block(|frame| {
            old = Some(frame.update_loop(word, orders, span, new)?.0);
            Ok(())
        })?;
        let Some(Old { variable, pointer }) = old else { return Err(unsupported("this", span)) };
        let how = Synchronization { order: orders.set, scope: orders.scope };
        let (word, scalar, result) = (word.pointer, word.number, variable);
        let fact = |read| {
            let update = AtomicUpdate { pointer: word, function, scalar, value, result, read };
            StatementFact::Update(update, how)
        };
        Ok(self.push_and_load(Statement::Block(block), fact, pointer, span))
    }

    /// Changes a word by a loop of compare-and-exchange. Returns what was there and
    /// whether it was changed.
    pub(super) fn update_word(
        &mut self,
        word: &Word,
        orders: UpdateOrders,
        span: Span,
        new: &mut NewNumber<'_, 'u, 'a>,
    ) -> Lowering<[Handle<Expression>; 2]> {
        if word.declared.is_none() {
            return self.update_own(word, span, new);
        }
        let (old, changed) = self.update_loop(word, orders, span, new)?;
        let old = self.load(old.pointer, span);
        let changed = match changed {
            Some(changed) => self.load(changed.pointer, span),
            None => self.literal(Literal::Bool(true)),
        };
        Ok([old, changed])
    }

    /// The same for a variable of the thread's own, which needs no loop.
    fn update_own(
        &mut self,
        word: &Word,
        span: Span,
        new: &mut NewNumber<'_, 'u, 'a>,
    ) -> Lowering<[Handle<Expression>; 2]> {
        let old = self.load(word.pointer, span);
        let (next, wanted) = new(self, old)?;
        let wanted = wanted.unwrap_or_else(|| self.literal(Literal::Bool(true)));
        let next = self.select(wanted, next, old, span);
        self.store(word.pointer, next, span);
        Ok([old, wanted])
    }

    /// The loop itself. Returns the variable that has what was there at its end, and
    /// the one that says whether it was changed, if it need not be.
    fn update_loop(
        &mut self,
        word: &Word,
        orders: UpdateOrders,
        span: Span,
        new: &mut NewNumber<'_, 'u, 'a>,
    ) -> Lowering<(Old, Option<Old>)> {
        let UpdateOrders { fetch, scope, .. } = orders;
        let old = self.old_variable(word.number, span);
        let start = self.load_word(word, Synchronization { order: fetch, scope }, span);
        self.store(old.pointer, start, span);
        let mut changed = None;
        let (body, _) = self.block(|frame| {
            let seen = frame.load(old.pointer, span);
            let (next, wanted) = new(frame, seen)?;
            if let Some(wanted) = wanted {
                let flag = frame.old_variable(Scalar::BOOL, span);
                frame.store(flag.pointer, wanted, span);
                frame.stay_while(wanted, span)?;
                changed = Some(flag);
            }
            let [seen, exchanged] = frame.exchange_word(word, seen, next, orders, span);
            frame.store(old.pointer, seen, span);
            let again = frame.not(exchanged, span);
            frame.stay_while(again, span)
        })?;
        self.push_loop(body, naga::Block::new(), span);
        Ok((old, changed))
    }

    fn old_variable(&mut self, scalar: Scalar, span: Span) -> Old {
        let ty = self.unit.insert(None, TypeInner::Scalar(scalar));
        let variable = self.add_variable("", ty, span);
        Old { variable, pointer: self.local(variable) }
    }

    /// Exchanges a word that holds what is expected. Returns what was there and
    /// whether it was exchanged.
    pub(super) fn exchange_word(
        &mut self,
        word: &Word,
        expected: Handle<Expression>,
        new: Handle<Expression>,
        orders: UpdateOrders,
        span: Span,
    ) -> [Handle<Expression>; 2] {
        let Some(declared) = word.declared else {
            let old = self.load(word.pointer, span);
            // Bits are compared, as in memory: zero and its negative differ.
            let [a, b] = match word.number.kind {
                ScalarKind::Float => {
                    [old, expected].map(|it| self.reinterpret(it, ScalarKind::Uint, span))
                }
                _ => [old, expected],
            };
            let equal = self.binary(BinaryOperator::Equal, a, b, span);
            let value = self.select(equal, new, old, span);
            self.store(word.pointer, value, span);
            return [old, equal];
        };
        let compare = self.bits_for(word, expected, span);
        let value = self.bits_for(word, new, span);
        let kind = PredeclaredType::AtomicCompareExchangeWeakResult(declared);
        let ty = self.unit.module.generate_predeclared_type(kind);
        let result = self.append_result(Expression::AtomicResult { ty, comparison: true }, span);
        let fun = AtomicFunction::Exchange { compare: Some(compare) };
        let UpdateOrders { set: order, fetch: failure, scope } = orders;
        let success = Synchronization { order, scope };
        let atomic = Statement::Atomic { pointer: word.pointer, fun, value, result: Some(result) };
        self.push_with(atomic, StatementFact::CompareExchange { success, failure }, span);
        let old = self.member(result, 0, span);
        let exchanged = self.member(result, 1, span);
        [self.number_of(word, old, span), exchanged]
    }

    /// What an operation makes of what was there.
    fn changed(
        &mut self,
        number: Scalar,
        (op, is_bool): (AtomicOp, bool),
        old: Handle<Expression>,
        value: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        let op = match op {
            AtomicOp::Load => return old,
            AtomicOp::Store | AtomicOp::Exchange => return value,
            AtomicOp::Min => return self.function_of(MathFunction::Min, &[old, value], span),
            AtomicOp::Max => return self.function_of(MathFunction::Max, &[old, value], span),
            AtomicOp::Nand => {
                let both = self.binary(BinaryOperator::And, old, value, span);
                if is_bool {
                    let one = self.u32(1);
                    return self.binary(BinaryOperator::ExclusiveOr, both, one, span);
                }
                let op = UnaryOperator::BitwiseNot;
                return self.append(Expression::Unary { op, expr: both }, span);
            }
            AtomicOp::Add => BinaryOperator::Add,
            AtomicOp::Sub => BinaryOperator::Subtract,
            AtomicOp::And => BinaryOperator::And,
            AtomicOp::Or => BinaryOperator::InclusiveOr,
            AtomicOp::Xor => BinaryOperator::ExclusiveOr,
        };
        debug_assert!(number.kind != ScalarKind::Bool);
        self.append(Expression::Binary { op, left: old, right: value }, span)
    }

    /// A number as the word that holds it is declared.
    fn bits_for(
        &mut self,
        word: &Word,
        value: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        match word.declared {
            Some(declared) if declared.kind != word.number.kind => {
                self.reinterpret(value, declared.kind, span)
            }
            _ => value,
        }
    }

    /// The number that a word holds, from what it is declared as.
    fn number_of(
        &mut self,
        word: &Word,
        bits: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        match word.declared {
            Some(declared) if declared.kind != word.number.kind => {
                self.reinterpret(bits, word.number.kind, span)
            }
            _ => bits,
        }
    }
}

/// A variable that a loop leaves something in, and naga's pointer to it.
#[derive(Clone, Copy)]
struct Old {
    variable: Handle<naga::LocalVariable>,
    pointer: Handle<Expression>,
}

/// naga's function for an operation on a number in a word, if there is one.
fn native(op: AtomicOp, declared: Scalar, number: Scalar) -> Option<AtomicFunction> {
    let is_same = declared.kind == number.kind;
    let is_float = number.kind == ScalarKind::Float;
    match op {
        AtomicOp::Exchange => Some(AtomicFunction::Exchange { compare: None }),
        AtomicOp::Add if is_same || !is_float => Some(AtomicFunction::Add),
        AtomicOp::Sub if is_same || !is_float => Some(AtomicFunction::Subtract),
        // Which number is the smaller depends on the sign.
        AtomicOp::Min if is_same && !is_float => Some(AtomicFunction::Min),
        AtomicOp::Max if is_same && !is_float => Some(AtomicFunction::Max),
        AtomicOp::And if !is_float => Some(AtomicFunction::And),
        AtomicOp::Or if !is_float => Some(AtomicFunction::InclusiveOr),
        AtomicOp::Xor if !is_float => Some(AtomicFunction::ExclusiveOr),
        _ => None,
    }
}
