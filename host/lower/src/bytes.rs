//! Memory that is declared as words and used by the byte.
//!
//! GPUs have bytes in memory; naga has none. A buffer or shared array that holds
//! anything narrower than a word is declared as words, and what is not a word itself
//! is read and written by functions made here, one for each memory and type. They
//! are told where a value starts, in elements where the kernel counts by elements.
//!
//! Neighbouring bytes of a word may belong to threads that write at once. So a
//! narrow part is written by exchanging its word as a whole, again and again until
//! nobody has come between: no other byte is ever written with what it was before,
//! and whoever reads sees the byte as it was or as it is. What such a function stands
//! for is noted beside the module, and the simulator does that instead.

use super::Lowering;
use super::frame::Frame;
use super::layout::stored;
use super::memory::{Layout, RootId};
use super::place::gcd;
use super::types::{scalar, unsupported};
use super::unit::Unit;
use super::value::Pointer;
use naga::{
    AtomicFunction, BinaryOperator, Block, Expression, Function, FunctionArgument, FunctionResult,
    Handle, Literal, LocalVariable, MathFunction, PredeclaredType, Scalar, ScalarKind, Span,
    Statement, TypeInner, UnaryOperator, VectorSize,
};
use warpbench_hir::types::{FloatTy, Ty};
use warpbench_semantics::{Intrinsic, MemoryValue, Stored};

/// A function that reads or writes a value of a type in a memory, whose place is
/// counted in steps of so many bytes.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(super) struct MemoryFunctionKey {
    root: RootId,
    ty: Ty,
    step: u32,
    writes: bool,
}

impl Frame<'_, '_> {
    /// Reads a value from memory that is declared as words.
    pub(super) fn load_parts(
        &mut self,
        pointer: &Pointer,
        root: RootId,
        ty: &Ty,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        if self.unit.seen.is_none() {
            let naga = self.naga_type(ty, span)?;
            return Ok(self.zero(naga));
        }
        let (function, place) = self.memory_call(pointer, root, ty, false, span)?;
        Ok(self.call_value(function, vec![place], span))
    }

    /// Writes a value to memory that is declared as words.
    pub(super) fn store_parts(
        &mut self,
        pointer: &Pointer,
        root: RootId,
        ty: &Ty,
        value: Handle<Expression>,
        span: Span,
    ) -> Lowering<()> {
        if self.unit.seen.is_none() {
            return Ok(());
        }
        let (function, place) = self.memory_call(pointer, root, ty, true, span)?;
        self.push(Statement::Call { function, arguments: vec![place, value], result: None }, span);
        Ok(())
    }

    /// The function for what a pointer leads to, and where that is.
    fn memory_call(
        &mut self,
        pointer: &Pointer,
        root: RootId,
        ty: &Ty,
        writes: bool,
        span: Span,
    ) -> Lowering<(Handle<Function>, Handle<Expression>)> {
        let bytes = self.bytes_of(ty, span)?.max(1);
        let step = pointer.terms.iter().fold(bytes, |step, term| gcd(step, term.bytes));
        let key = MemoryFunctionKey { root, ty: ty.clone(), step, writes };
        let function = self.unit.memory_function(key, span)?;
        Ok((function, self.offset_in(pointer, step, span)))
    }

    /// The nearest float of 16 bits.
    pub(super) fn round_to_half(
        &mut self,
        number: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        if let Some(Literal::F32(value)) = self.known(number) {
            let rounded = FloatTy::F16.round(value.into()) as f32;
            if rounded.is_finite() {
                return self.literal(Literal::F32(rounded));
            }
        }
        let function = self.unit.rounding_function();
        self.call_value(function, vec![number], span)
    }

    fn call_value(
        &mut self,
        function: Handle<Function>,
        arguments: Vec<Handle<Expression>>,
        span: Span,
    ) -> Handle<Expression> {
        let result = self.append_result(Expression::CallResult(function), span);
        self.push(Statement::Call { function, arguments, result: Some(result) }, span);
        result
    }
}

impl Unit<'_> {
    /// The function that reads a value of a type from a memory, or writes one.
    fn memory_function(
        &mut self,
        key: MemoryFunctionKey,
        span: Span,
    ) -> Lowering<Handle<Function>> {
        if let Some(function) = self.helpers.memory.get(&key) {
            return Ok(*function);
        }
        let MemoryFunctionKey { root, ty, step, writes } = &key;
        let (root, step) = (*root, *step);
        let naga = self.naga_type(ty, span)?;
        let element = self.roots[root].element.clone();
        let is_indexed = self.bytes_of(&element, span)? == step;
        let word = self.insert(None, TypeInner::Scalar(Scalar::U32));
        let argument =
            |name: &str, ty| FunctionArgument { name: Some(name.to_owned()), ty, binding: None };
        let variable = self.roots[root].variable;
        let parts = self.memory_parts(ty, span)?;
        let value = MemoryValue { variable, step, is_indexed, parts };
        let mut code = WordCode::new(self, root)?;
        let memory = code.add(Expression::GlobalVariable(variable));
        let place = code.add(Expression::FunctionArgument(0));
        let bytes = code.u32(step);
        let byte = code.binary(BinaryOperator::Multiply, place, bytes);
        code.memory = Some((memory, byte));
        code.function.arguments.push(argument("place", word));
        let verb = if *writes {
            code.function.arguments.push(argument("value", naga));
            let value = code.add(Expression::FunctionArgument(1));
            code.store(value, ty, 0, span)?;
            "store"
        } else {
            code.function.result = Some(FunctionResult { ty: naga, binding: None });
            let value = code.load(ty, 0, span)?;
            code.push(Statement::Return { value: Some(value) });
            "load"
        };
        let mut function = code.finish();
        function.name = Some(format!("{verb}_{}", self.roots[root].name));
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        let intrinsic = if *writes { Intrinsic::Store(value) } else { Intrinsic::Load(value) };
        self.semantics.set_intrinsic(handle, intrinsic);
        self.helpers.memory.insert(key, handle);
        Ok(handle)
    }

    /// The function that rounds to a float of 16 bits.
    fn rounding_function(&mut self) -> Handle<Function> {
        if let Some(function) = self.helpers.rounding {
            return function;
        }
        let ty = self.insert(None, TypeInner::Scalar(Scalar::F32));
        let mut code = WordCode::empty(self);
        let name = Some("x".to_owned());
        code.function.arguments.push(FunctionArgument { name, ty, binding: None });
        code.function.result = Some(FunctionResult { ty, binding: None });
        let x = code.add(Expression::FunctionArgument(0));
        let rounded = code.round(x);
        code.push(Statement::Return { value: Some(rounded) });
        let mut function = code.finish();
        function.name = Some("round_to_half".to_owned());
        let handle = self.module.functions.append(function, Span::UNDEFINED);
        self.semantics.set_intrinsic(handle, Intrinsic::RoundToHalf);
        self.helpers.rounding = Some(handle);
        handle
    }
}

/// The code of such a function as it grows.
struct WordCode<'u, 'a> {
    unit: &'u mut Unit<'a>,
    function: Function,
    blocks: Vec<Block>,
    /// Expressions from here on are not yet emitted.
    pending: Option<usize>,
    /// The memory, and the byte of it at which the value starts.
    memory: Option<(Handle<Expression>, Handle<Expression>)>,
    /// What its words are declared as.
    declared: Scalar,
}

impl<'u, 'a> WordCode<'u, 'a> {
    fn empty(unit: &'u mut Unit<'a>) -> WordCode<'u, 'a> {
        WordCode {
            unit,
            function: Function::default(),
            blocks: vec![Block::new()],
            pending: None,
            memory: None,
            declared: Scalar::U32,
        }
    }

    fn new(unit: &'u mut Unit<'a>, root: RootId) -> Lowering<WordCode<'u, 'a>> {
        let Layout::Words { scalar, .. } = unit.roots[root].layout else {
            return Err(unsupported("bytes of this memory", Span::UNDEFINED));
        };
        Ok(WordCode { declared: scalar, ..WordCode::empty(unit) })
    }

    fn add(&mut self, expression: Expression) -> Handle<Expression> {
        if expression.needs_pre_emit() {
            self.flush();
        } else if self.pending.is_none() {
            self.pending = Some(self.function.expressions.len());
        }
        self.unit.expressions += 1;
        self.function.expressions.append(expression, Span::UNDEFINED)
    }

    fn flush(&mut self) {
        let Some(start) = self.pending.take() else { return };
        let range = self.function.expressions.range_from(start);
        self.put(Statement::Emit(range));
    }

    fn push(&mut self, statement: Statement) {
        self.flush();
        self.put(statement);
    }

    fn put(&mut self, statement: Statement) {
        if let Some(block) = self.blocks.last_mut() {
            block.push(statement, Span::UNDEFINED);
        }
    }

    fn finish(mut self) -> Function {
        self.flush();
        self.function.body = self.blocks.pop().unwrap_or_default();
        self.function
    }

    fn u32(&mut self, value: u32) -> Handle<Expression> {
        self.add(Expression::Literal(Literal::U32(value)))
    }

    fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Handle<Expression> {
        self.add(Expression::Binary { op, left, right })
    }

    fn math(&mut self, fun: MathFunction, numbers: &[Handle<Expression>]) -> Handle<Expression> {
        let at = |index: usize| numbers.get(index).copied();
        self.add(Expression::Math { fun, arg: numbers[0], arg1: at(1), arg2: at(2), arg3: None })
    }

    fn bits_as(&mut self, expr: Handle<Expression>, kind: ScalarKind) -> Handle<Expression> {
        self.add(Expression::As { expr, kind, convert: None })
    }

    /// The pointer to the word that a byte of the value lies in, and how many bits
    /// lie below it.
    fn word(&mut self, offset: u32) -> (Handle<Expression>, Handle<Expression>) {
        let Some((memory, byte)) = self.memory else {
            let zero = self.u32(0);
            return (zero, zero);
        };
        let offset = self.u32(offset);
        let byte = self.binary(BinaryOperator::Add, byte, offset);
        let (two, three) = (self.u32(2), self.u32(3));
        let index = self.binary(BinaryOperator::ShiftRight, byte, two);
        let pointer = self.add(Expression::Access { base: memory, index });
        let within = self.binary(BinaryOperator::And, byte, three);
        (pointer, self.binary(BinaryOperator::ShiftLeft, within, three))
    }

    fn load_word(&mut self, pointer: Handle<Expression>) -> Handle<Expression> {
        let word = self.add(Expression::Load { pointer });
        if self.declared == Scalar::U32 { word } else { self.bits_as(word, ScalarKind::Uint) }
    }

    fn store_word(&mut self, pointer: Handle<Expression>, word: Handle<Expression>) {
        let value = self.as_declared(word);
        self.push(Statement::Store { pointer, value });
    }

    fn as_declared(&mut self, word: Handle<Expression>) -> Handle<Expression> {
        if self.declared == Scalar::U32 { word } else { self.bits_as(word, self.declared.kind) }
    }

    fn load(&mut self, ty: &Ty, offset: u32, span: Span) -> Lowering<Handle<Expression>> {
        if let (Some(scalar), Some(stored)) = (scalar(ty), stored(ty)) {
            return Ok(self.load_scalar(scalar, stored, offset));
        }
        let mut components = Vec::new();
        for (part, start) in self.unit.parts_of(ty, span)? {
            components.push(self.load(&part, offset + start, span)?);
        }
        let ty = self.unit.naga_type(ty, span)?;
        Ok(self.add(Expression::Compose { ty, components }))
    }

    fn load_scalar(&mut self, scalar: Scalar, stored: Stored, offset: u32) -> Handle<Expression> {
        let (pointer, below) = self.word(offset);
        let word = self.load_word(pointer);
        let bits = self.u32(8 * stored.bytes());
        match stored {
            Stored::Word if scalar.width == 8 => {
                let (pointer, _) = self.word(offset + 4);
                let above = self.load_word(pointer);
                let [low, high] = [word, above].map(|expr| {
                    self.add(Expression::As { expr, kind: ScalarKind::Uint, convert: Some(8) })
                });
                let distance = self.u32(32);
                let high = self.binary(BinaryOperator::ShiftLeft, high, distance);
                let bits = self.binary(BinaryOperator::InclusiveOr, low, high);
                self.as_kind(bits, scalar.kind)
            }
            Stored::Word => self.as_kind(word, scalar.kind),
            Stored::U8 | Stored::U16 => self.math(MathFunction::ExtractBits, &[word, below, bits]),
            Stored::I8 | Stored::I16 => {
                let word = self.bits_as(word, ScalarKind::Sint);
                self.math(MathFunction::ExtractBits, &[word, below, bits])
            }
            Stored::Bool => {
                let byte = self.math(MathFunction::ExtractBits, &[word, below, bits]);
                let zero = self.u32(0);
                self.binary(BinaryOperator::NotEqual, byte, zero)
            }
            Stored::Half => {
                let half = self.math(MathFunction::ExtractBits, &[word, below, bits]);
                let pair = self.math(MathFunction::Unpack2x16float, &[half]);
                self.add(Expression::AccessIndex { base: pair, index: 0 })
            }
        }
    }

    fn as_kind(&mut self, bits: Handle<Expression>, kind: ScalarKind) -> Handle<Expression> {
        if kind == ScalarKind::Uint { bits } else { self.bits_as(bits, kind) }
    }

    fn store(
        &mut self,
        value: Handle<Expression>,
        ty: &Ty,
        offset: u32,
        span: Span,
    ) -> Lowering<()> {
        if let (Some(scalar), Some(stored)) = (scalar(ty), stored(ty)) {
            self.store_scalar(value, scalar, stored, offset);
            return Ok(());
        }
        for (at, (part, start)) in self.unit.parts_of(ty, span)?.into_iter().enumerate() {
            let member = self.add(Expression::AccessIndex { base: value, index: at as u32 });
            self.store(member, &part, offset + start, span)?;
        }
        Ok(())
    }

    fn store_scalar(
        &mut self,
        value: Handle<Expression>,
        scalar: Scalar,
        stored: Stored,
        offset: u32,
    ) {
        let bits = match stored {
            Stored::Word | Stored::U8 | Stored::U16 | Stored::I8 | Stored::I16 => {
                if scalar.kind == ScalarKind::Uint {
                    value
                } else {
                    self.bits_as(value, ScalarKind::Uint)
                }
            }
            Stored::Bool => {
                let (one, zero) = (self.u32(1), self.u32(0));
                self.add(Expression::Select { condition: value, accept: one, reject: zero })
            }
            Stored::Half => {
                let zero = self.add(Expression::Literal(Literal::F32(0.0)));
                let inner = TypeInner::Vector { size: VectorSize::Bi, scalar: Scalar::F32 };
                let ty = self.unit.insert(None, inner);
                let pair = self.add(Expression::Compose { ty, components: vec![value, zero] });
                self.math(MathFunction::Pack2x16float, &[pair])
            }
        };
        let (pointer, below) = self.word(offset);
        match stored {
            Stored::Word if scalar.width == 8 => {
                let distance = self.u32(32);
                let high = self.binary(BinaryOperator::ShiftRight, bits, distance);
                let [low, high] = [bits, high].map(|expr| {
                    self.add(Expression::As { expr, kind: ScalarKind::Uint, convert: Some(4) })
                });
                self.store_word(pointer, low);
                let (pointer, _) = self.word(offset + 4);
                self.store_word(pointer, high);
            }
            Stored::Word => self.store_word(pointer, bits),
            _ => {
                let mask = self.u32(u32::MAX >> (32 - 8 * stored.bytes()));
                let bits = self.binary(BinaryOperator::And, bits, mask);
                let bits = self.binary(BinaryOperator::ShiftLeft, bits, below);
                let mask = self.binary(BinaryOperator::ShiftLeft, mask, below);
                self.exchange(pointer, mask, bits);
            }
        }
    }

    /// Sets the bits of a mask in a word that others may write at the same time.
    fn exchange(
        &mut self,
        pointer: Handle<Expression>,
        mask: Handle<Expression>,
        bits: Handle<Expression>,
    ) {
        let ty = self.unit.insert(None, TypeInner::Scalar(self.declared));
        let seen = LocalVariable { name: Some("seen".to_owned()), ty, init: None };
        let seen = self.function.local_variables.append(seen, Span::UNDEFINED);
        let seen = self.add(Expression::LocalVariable(seen));
        let others = self.add(Expression::Unary { op: UnaryOperator::BitwiseNot, expr: mask });
        let word = self.add(Expression::Load { pointer });
        self.push(Statement::Store { pointer: seen, value: word });
        self.blocks.push(Block::new());
        let before = self.add(Expression::Load { pointer: seen });
        let word = if self.declared == Scalar::U32 {
            before
        } else {
            self.bits_as(before, ScalarKind::Uint)
        };
        let kept = self.binary(BinaryOperator::And, word, others);
        let word = self.binary(BinaryOperator::InclusiveOr, kept, bits);
        let value = self.as_declared(word);
        let outcome = PredeclaredType::AtomicCompareExchangeWeakResult(self.declared);
        let ty = self.unit.module.generate_predeclared_type(outcome);
        self.flush();
        let result = self.add(Expression::AtomicResult { ty, comparison: true });
        // A result is made by its statement and never emitted.
        self.pending = None;
        let fun = AtomicFunction::Exchange { compare: Some(before) };
        self.push(Statement::Atomic { pointer, fun, value, result: Some(result) });
        let found = self.add(Expression::AccessIndex { base: result, index: 0 });
        let is_done = self.add(Expression::AccessIndex { base: result, index: 1 });
        self.push(Statement::Store { pointer: seen, value: found });
        let mut accept = Block::new();
        accept.push(Statement::Break, Span::UNDEFINED);
        self.push(Statement::If { condition: is_done, accept, reject: Block::new() });
        let body = self.blocks.pop().unwrap_or_default();
        self.push(Statement::Loop { body, continuing: Block::new(), break_if: None });
    }

    /// Rounds to 11 digits, halves to the even neighbour, by the bits: what GPUs make
    /// of a conversion is up to them.
    fn round(&mut self, x: Handle<Expression>) -> Handle<Expression> {
        const SIGN: u32 = 1 << 31;
        let least_normal = 2_f32.powi(-14).to_bits();
        let first_infinite = 65_520_f32.to_bits();
        let infinity = f32::INFINITY.to_bits();
        let bits = self.bits_as(x, ScalarKind::Uint);
        let [sign, rest] = [SIGN, SIGN - 1].map(|mask| {
            let mask = self.u32(mask);
            self.binary(BinaryOperator::And, bits, mask)
        });
        // Half of the last digit that is kept, less one if that digit is even.
        let (thirteen, one, half) = (self.u32(13), self.u32(1), self.u32(0xfff));
        let last = self.binary(BinaryOperator::ShiftRight, rest, thirteen);
        let last = self.binary(BinaryOperator::And, last, one);
        let more = self.binary(BinaryOperator::Add, half, last);
        let sum = self.binary(BinaryOperator::Add, rest, more);
        let kept = self.u32(!0x1fff);
        let normal = self.binary(BinaryOperator::And, sum, kept);
        // Below the normal numbers the last digit is worth the same everywhere.
        let size = self.bits_as(rest, ScalarKind::Float);
        let [many, digit] =
            [24, -24].map(|power| self.add(Expression::Literal(Literal::F32(2_f32.powi(power)))));
        let digits = self.binary(BinaryOperator::Multiply, size, many);
        let digits = self.math(MathFunction::Round, &[digits]);
        let small = self.binary(BinaryOperator::Multiply, digits, digit);
        let small = self.bits_as(small, ScalarKind::Uint);
        let mut result = normal;
        for (limit, is_above, value) in [
            (least_normal, false, small),
            (first_infinite - 1, true, self.u32(infinity)),
            (infinity, true, rest),
        ] {
            let limit = self.u32(limit);
            let op = if is_above { BinaryOperator::Greater } else { BinaryOperator::Less };
            let condition = self.binary(op, rest, limit);
            result = self.add(Expression::Select { condition, accept: value, reject: result });
        }
        let bits = self.binary(BinaryOperator::InclusiveOr, result, sign);
        self.bits_as(bits, ScalarKind::Float)
    }
}
