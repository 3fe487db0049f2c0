//! Expressions: every value ends up in neighbouring registers, one per scalar.

use super::{Argument, Compiler, Result, Scope};
use crate::sim::code::{Binary, Limit, Op, Part, Place, Reg, Root, Unary};
use naga::{BinaryOperator, Expression, Handle, Literal, MathFunction, RelationalFunction};
use naga::{ScalarKind, TypeInner, UnaryOperator};

impl<'a> Compiler<'a> {
    /// The registers of an expression, which is evaluated now if naga does not
    /// emit it.
    pub(super) fn value(
        &mut self,
        scope: &mut Scope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Reg> {
        match scope.values.get(&handle) {
            Some(&value) => Ok(value),
            None => self.evaluate(scope, handle),
        }
    }

    /// Evaluates an expression. Pointers are places and need no code.
    pub(super) fn evaluate(
        &mut self,
        scope: &mut Scope<'a>,
        handle: Handle<Expression>,
    ) -> Result<Reg> {
        let inner = scope.info[handle].ty.inner_with(&self.module.types);
        if matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. }) {
            return Ok(0);
        }
        let value = self.expression(scope, handle)?;
        scope.values.insert(handle, value);
        Ok(value)
    }

    fn expression(&mut self, scope: &mut Scope<'a>, handle: Handle<Expression>) -> Result<Reg> {
        let inner = scope.info[handle].ty.inner_with(&self.module.types).clone();
        match &scope.function.expressions[handle] {
            Expression::Literal(literal) => self.literal(*literal),
            Expression::Constant(constant) => {
                self.global_expression(self.module.constants[*constant].init)
            }
            Expression::ZeroValue(ty) => {
                let words = self.words(&self.module.types[*ty].inner)?;
                Ok(self.zeros(words))
            }
            Expression::Compose { components, .. } => {
                let parts = self.values(scope, components)?;
                self.compose(&parts)
            }
            Expression::Splat { value, .. } => {
                let from = self.value(scope, *value)?;
                let words = self.words(&inner)?;
                self.compose(&vec![(from, 1); words as usize])
            }
            Expression::Swizzle { size, vector, pattern } => {
                let from = self.value(scope, *vector)?;
                let parts: Vec<(Reg, u32)> = pattern[..*size as usize]
                    .iter()
                    .map(|&component| (from + component as u32, 1))
                    .collect();
                self.compose(&parts)
            }
            Expression::FunctionArgument(index) => match scope.arguments[*index as usize] {
                Argument::Value(value) => Ok(value),
                Argument::Pointer(_) => self.unsupported("a pointer in place of a value"),
            },
            Expression::Load { pointer } => {
                let place = self.place(scope, *pointer)?;
                Ok(self.load(place))
            }
            Expression::AccessIndex { base, index } => self.member(scope, *base, *index),
            Expression::Access { base, index } => self.element(scope, *base, *index, &inner),
            Expression::Unary { op, expr } => self.unary(scope, *op, *expr),
            Expression::Binary { op, left, right } => {
                self.binary(scope, *op, *left, *right, &inner)
            }
            Expression::Select { condition, accept, reject } => {
                self.select(scope, *condition, *accept, *reject)
            }
            Expression::Relational { fun, argument } => self.relational(scope, *fun, *argument),
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                self.math(scope, *fun, *arg, *arg1, *arg2)
            }
            Expression::As { expr, kind, convert } => {
                self.convert(scope, *expr, *kind, convert.is_some())
            }
            Expression::ArrayLength(pointer) => self.array_length(scope, *pointer),
            _ => self.unsupported("an expression of this kind"),
        }
    }

    /// The register with a constant. Nothing ever writes to it.
    pub(super) fn constant(&mut self, word: u32) -> Reg {
        if let Some(&(known, _)) = self.code.constants.iter().find(|&&(_, held)| held == word) {
            return known;
        }
        let to = self.registers(1);
        self.code.constants.push((to, word));
        to
    }

    /// A register of one's own that starts with a word.
    pub(super) fn fresh(&mut self, word: u32) -> Reg {
        let to = self.registers(1);
        self.emit(Op::Splat { to, word });
        to
    }

    fn zeros(&mut self, words: u32) -> Reg {
        let to = self.registers(words);
        for word in 0..words {
            self.code.constants.push((to + word, 0));
        }
        to
    }

    fn literal(&mut self, literal: Literal) -> Result<Reg> {
        let word = match literal {
            Literal::F32(value) => value.to_bits(),
            Literal::U32(value) => value,
            Literal::I32(value) => value as u32,
            Literal::Bool(value) => value.into(),
            _ => return self.unsupported("a literal that is not 32 bits wide"),
        };
        Ok(self.constant(word))
    }

    fn global_expression(&mut self, handle: Handle<Expression>) -> Result<Reg> {
        match &self.module.global_expressions[handle] {
            Expression::Literal(literal) => self.literal(*literal),
            Expression::Constant(constant) => {
                self.global_expression(self.module.constants[*constant].init)
            }
            Expression::ZeroValue(ty) => {
                let words = self.words(&self.module.types[*ty].inner)?;
                Ok(self.zeros(words))
            }
            _ => self.unsupported("a constant of this kind"),
        }
    }

    /// Registers and sizes of several expressions.
    fn values(
        &mut self,
        scope: &mut Scope<'a>,
        handles: &[Handle<Expression>],
    ) -> Result<Vec<(Reg, u32)>> {
        handles
            .iter()
            .map(|&handle| {
                let words = self.words(scope.info[handle].ty.inner_with(&self.module.types))?;
                Ok((self.value(scope, handle)?, words))
            })
            .collect()
    }

    /// Copies values into neighbouring registers.
    fn compose(&mut self, parts: &[(Reg, u32)]) -> Result<Reg> {
        let to = self.registers(parts.iter().map(|&(_, words)| words).sum());
        let mut next = to;
        for &(from, words) in parts {
            for word in 0..words {
                self.emit(Op::Copy { to: next, from: from + word });
                next += 1;
            }
        }
        Ok(to)
    }

    pub(super) fn add_place(&mut self, place: Place) -> u32 {
        self.code.places.push(place);
        self.code.places.len() as u32 - 1
    }

    fn load(&mut self, place: Place) -> Reg {
        let to = self.registers(place.leaves.len() as u32);
        let place = self.add_place(place);
        self.emit(Op::Load { to, place });
        to
    }

    /// A part of a value that is known by number: its registers are there.
    fn member(
        &mut self,
        scope: &mut Scope<'a>,
        base: Handle<Expression>,
        index: u32,
    ) -> Result<Reg> {
        let first = self.value(scope, base)?;
        match scope.info[base].ty.inner_with(&self.module.types) {
            TypeInner::Vector { .. } => Ok(first + index),
            TypeInner::Array { base, .. } => {
                Ok(first + index * self.words(&self.module.types[*base].inner)?)
            }
            TypeInner::Struct { members, .. } => {
                let mut words = 0;
                for member in &members[..index as usize] {
                    words += self.words(&self.module.types[member.ty].inner)?;
                }
                Ok(first + words)
            }
            _ => self.unsupported("a part of this type"),
        }
    }

    /// A part of a value that is known at run time: its registers are read like
    /// a variable's.
    fn element(
        &mut self,
        scope: &mut Scope<'a>,
        base: Handle<Expression>,
        index: Handle<Expression>,
        element: &TypeInner,
    ) -> Result<Reg> {
        let first = self.value(scope, base)?;
        let index = self.value(scope, index)?;
        let words = self.words(element)?;
        let all = self.words(scope.info[base].ty.inner_with(&self.module.types))?;
        let part = Part { index, stride: words, limit: Limit::Fixed(all / words.max(1)) };
        Ok(self.load(Place {
            root: Root::Local(first),
            offset: 0,
            parts: vec![part],
            leaves: (0..words).collect(),
        }))
    }

    fn kind(&self, scope: &Scope<'a>, handle: Handle<Expression>) -> Result<ScalarKind> {
        match scope.info[handle].ty.inner_with(&self.module.types).scalar() {
            Some(scalar) => Ok(scalar.kind),
            None => self.unsupported("arithmetic on this type"),
        }
    }

    fn unary(
        &mut self,
        scope: &mut Scope<'a>,
        op: UnaryOperator,
        argument: Handle<Expression>,
    ) -> Result<Reg> {
        let op = match (op, self.kind(scope, argument)?) {
            (UnaryOperator::Negate, ScalarKind::Float) => Unary::NegF,
            (UnaryOperator::Negate, _) => Unary::NegI,
            (UnaryOperator::LogicalNot, _) => Unary::NotB,
            (UnaryOperator::BitwiseNot, _) => Unary::NotI,
        };
        self.map(scope, op, argument)
    }

    fn map(
        &mut self,
        scope: &mut Scope<'a>,
        op: Unary,
        argument: Handle<Expression>,
    ) -> Result<Reg> {
        let words = self.words(scope.info[argument].ty.inner_with(&self.module.types))?;
        let a = self.value(scope, argument)?;
        let to = self.registers(words);
        for word in 0..words {
            self.emit(Op::Unary { op, to: to + word, a: a + word });
        }
        Ok(to)
    }

    fn binary(
        &mut self,
        scope: &mut Scope<'a>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
        result: &TypeInner,
    ) -> Result<Reg> {
        use BinaryOperator as B;
        use ScalarKind::{Float, Sint};
        let kind = self.kind(scope, left)?;
        let choose = |float, signed, unsigned| match kind {
            Float => float,
            Sint => signed,
            _ => unsigned,
        };
        // Greater is less with its sides exchanged.
        let mut exchanged = false;
        let op = match op {
            B::Add => choose(Binary::AddF, Binary::AddI, Binary::AddI),
            B::Subtract => choose(Binary::SubF, Binary::SubI, Binary::SubI),
            B::Multiply => choose(Binary::MulF, Binary::MulI, Binary::MulI),
            B::Divide => choose(Binary::DivF, Binary::DivS, Binary::DivU),
            B::Modulo => choose(Binary::RemF, Binary::RemS, Binary::RemU),
            B::Equal => choose(Binary::EqF, Binary::EqI, Binary::EqI),
            B::NotEqual => choose(Binary::NeF, Binary::NeI, Binary::NeI),
            B::Less => choose(Binary::LtF, Binary::LtS, Binary::LtU),
            B::LessEqual => choose(Binary::LeF, Binary::LeS, Binary::LeU),
            B::Greater => {
                exchanged = true;
                choose(Binary::LtF, Binary::LtS, Binary::LtU)
            }
            B::GreaterEqual => {
                exchanged = true;
                choose(Binary::LeF, Binary::LeS, Binary::LeU)
            }
            B::And | B::LogicalAnd => Binary::And,
            B::InclusiveOr | B::LogicalOr => Binary::Or,
            B::ExclusiveOr => Binary::Xor,
            B::ShiftLeft => Binary::ShiftLeft,
            B::ShiftRight => choose(Binary::ShiftRightU, Binary::ShiftRightS, Binary::ShiftRightU),
        };
        let (left, right) = if exchanged { (right, left) } else { (left, right) };
        self.zip(scope, op, left, right, self.words(result)?)
    }

    /// Scalar by scalar; a single scalar goes with every component of a vector.
    fn zip(
        &mut self,
        scope: &mut Scope<'a>,
        op: Binary,
        left: Handle<Expression>,
        right: Handle<Expression>,
        words: u32,
    ) -> Result<Reg> {
        let (a_words, b_words) = (
            self.words(scope.info[left].ty.inner_with(&self.module.types))?,
            self.words(scope.info[right].ty.inner_with(&self.module.types))?,
        );
        let (a, b) = (self.value(scope, left)?, self.value(scope, right)?);
        let to = self.registers(words);
        for word in 0..words {
            let a = a + if a_words == 1 { 0 } else { word };
            let b = b + if b_words == 1 { 0 } else { word };
            self.emit(Op::Binary { op, to: to + word, a, b });
        }
        Ok(to)
    }

    fn select(
        &mut self,
        scope: &mut Scope<'a>,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
    ) -> Result<Reg> {
        let [(condition, conditions), (b, words), (a, _)] =
            self.values(scope, &[condition, accept, reject])?[..]
        else {
            return self.unsupported("a selection of this kind");
        };
        let to = self.registers(words);
        for word in 0..words {
            let condition = condition + if conditions == 1 { 0 } else { word };
            self.emit(Op::Select { to: to + word, condition, a: a + word, b: b + word });
        }
        Ok(to)
    }

    fn relational(
        &mut self,
        scope: &mut Scope<'a>,
        function: RelationalFunction,
        argument: Handle<Expression>,
    ) -> Result<Reg> {
        let op = match function {
            RelationalFunction::All => Binary::And,
            RelationalFunction::Any => Binary::Or,
            _ => return self.unsupported("this test of floats"),
        };
        let words = self.words(scope.info[argument].ty.inner_with(&self.module.types))?;
        let a = self.value(scope, argument)?;
        Ok(self.fold(op, a, words))
    }

    /// Joins the components of a value into one.
    fn fold(&mut self, op: Binary, first: Reg, words: u32) -> Reg {
        let mut folded = first;
        for word in 1..words {
            let to = self.registers(1);
            self.emit(Op::Binary { op, to, a: folded, b: first + word });
            folded = to;
        }
        folded
    }

    fn math(
        &mut self,
        scope: &mut Scope<'a>,
        function: MathFunction,
        a: Handle<Expression>,
        b: Option<Handle<Expression>>,
        c: Option<Handle<Expression>>,
    ) -> Result<Reg> {
        use MathFunction as M;
        let kind = self.kind(scope, a)?;
        let words = self.words(scope.info[a].ty.inner_with(&self.module.types))?;
        let choose = |float, signed, unsigned| match kind {
            ScalarKind::Float => float,
            ScalarKind::Sint => signed,
            _ => unsigned,
        };
        let min = choose(Binary::MinF, Binary::MinS, Binary::MinU);
        let max = choose(Binary::MaxF, Binary::MaxS, Binary::MaxU);
        let unary = match function {
            M::Abs if kind == ScalarKind::Float => Some(Unary::AbsF),
            M::Abs => Some(Unary::AbsI),
            M::Sqrt => Some(Unary::Sqrt),
            M::InverseSqrt => Some(Unary::InverseSqrt),
            M::Floor => Some(Unary::Floor),
            M::Ceil => Some(Unary::Ceil),
            M::Trunc => Some(Unary::Trunc),
            M::Exp => Some(Unary::Exp),
            M::Exp2 => Some(Unary::Exp2),
            M::Log => Some(Unary::Log),
            M::Log2 => Some(Unary::Log2),
            M::Sin => Some(Unary::Sin),
            M::Cos => Some(Unary::Cos),
            M::Tanh => Some(Unary::Tanh),
            M::CountOneBits => Some(Unary::CountOnes),
            M::ReverseBits => Some(Unary::ReverseBits),
            M::CountLeadingZeros => Some(Unary::LeadingZeros),
            M::CountTrailingZeros => Some(Unary::TrailingZeros),
            _ => None,
        };
        match (function, unary, b, c) {
            (_, Some(op), ..) => self.map(scope, op, a),
            (M::Min, _, Some(b), _) => self.zip(scope, min, a, b, words),
            (M::Max, _, Some(b), _) => self.zip(scope, max, a, b, words),
            (M::Pow, _, Some(b), _) => self.zip(scope, Binary::PowF, a, b, words),
            (M::Fma, _, Some(b), Some(c)) => self.fma(scope, [a, b, c], words),
            (M::Clamp, _, Some(low), Some(high)) => {
                let raised = self.zip(scope, max, a, low, words)?;
                let high = self.value(scope, high)?;
                let to = self.registers(words);
                for word in 0..words {
                    self.emit(Op::Binary {
                        op: min,
                        to: to + word,
                        a: raised + word,
                        b: high + word,
                    });
                }
                Ok(to)
            }
            (M::Dot, _, Some(b), _) => {
                let multiply = choose(Binary::MulF, Binary::MulI, Binary::MulI);
                let add = choose(Binary::AddF, Binary::AddI, Binary::AddI);
                let products = self.zip(scope, multiply, a, b, words)?;
                Ok(self.fold(add, products, words))
            }
            _ => self.unsupported(format!("the function {function:?}")),
        }
    }

    fn fma(
        &mut self,
        scope: &mut Scope<'a>,
        arguments: [Handle<Expression>; 3],
        words: u32,
    ) -> Result<Reg> {
        let [(a, _), (b, _), (c, _)] = self.values(scope, &arguments)?[..] else {
            return self.unsupported("fma without three arguments");
        };
        let to = self.registers(words);
        for word in 0..words {
            self.emit(Op::Fma { to: to + word, a: a + word, b: b + word, c: c + word });
        }
        Ok(to)
    }

    fn convert(
        &mut self,
        scope: &mut Scope<'a>,
        argument: Handle<Expression>,
        to: ScalarKind,
        by_value: bool,
    ) -> Result<Reg> {
        use ScalarKind::{Bool, Float, Sint, Uint};
        let from = self.kind(scope, argument)?;
        if !by_value {
            return self.value(scope, argument);
        }
        let op = match (from, to) {
            (Sint, Float) => Unary::FloatOfSigned,
            (Uint | Bool, Float) => Unary::FloatOfUnsigned,
            (Float, Sint) => Unary::SignedOfFloat,
            (Float, Uint) => Unary::UnsignedOfFloat,
            (Float, Bool) => Unary::BoolOfFloat,
            (Sint | Uint, Bool) => Unary::BoolOfInteger,
            // The same bits.
            _ => return self.value(scope, argument),
        };
        self.map(scope, op, argument)
    }

    fn array_length(&mut self, scope: &mut Scope<'a>, pointer: Handle<Expression>) -> Result<Reg> {
        let place = self.chain(scope, pointer)?;
        let target = self.target(scope, pointer)?;
        match (place.root, target) {
            (Root::Buffer(buffer), TypeInner::Array { stride, .. }) => {
                let to = self.registers(1);
                self.emit(Op::ArrayLength { to, buffer, offset: place.offset, stride });
                Ok(to)
            }
            _ => self.unsupported("the length of this array"),
        }
    }
}
