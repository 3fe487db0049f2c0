//! The library: where a thread stands, barriers, pointers and slices, vectors of
//! four, atomic operations.

use super::Lowering;
use super::frame::Frame;
use super::types::{unsupported, unsupported_order};
use super::value::{Base, Length, Value};
use naga::{
    Barrier, BinaryOperator, BuiltIn, Expression, Handle, Literal, Span, Statement, UnaryOperator,
    VectorSize,
};
use warpbench_hir::types::{FourTy, IntTy, Len, Ty};
use warpbench_hir::{Builtin, ConstValue, Expr, ExprKind, Register};
use warpbench_semantics::{CheckedOperation, MemoryOrder, StatementFact, Synchronization};

impl Frame<'_, '_> {
    /// A call of the library.
    pub(super) fn library(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        match builtin {
            Builtin::Index(..)
            | Builtin::IndexVector(..)
            | Builtin::GridIndex(_)
            | Builtin::GridIndexVector(_)
            | Builtin::LinearIndex
            | Builtin::IsFirst => self.position(builtin, ty, span),
            Builtin::SyncThreads => {
                let barrier = self.unit.block_barrier();
                self.barrier(barrier, span);
                Ok(Value::UNIT)
            }
            // A fence orders memory and waits for nobody.
            Builtin::Fence(scope) => {
                // One that is given no order orders everything.
                let order = match arguments {
                    [order] => self.order(order)?,
                    _ => MemoryOrder::SequentiallyConsistent,
                };
                self.fence(Synchronization { order, scope }, span);
                Ok(Value::UNIT)
            }
            // A pause changes nothing but the time.
            Builtin::Nanosleep => {
                self.plain_expr(first(arguments, span)?)?;
                Ok(Value::UNIT)
            }
            Builtin::SharedArray { site, len } => self.shared_array(site, len, ty, span),
            Builtin::DynamicShared => self.dynamic_shared(ty, span),
            Builtin::SharedStatic(id) => self.shared_static(id, span),
            Builtin::FenceOrdered(scope, order) => {
                self.fence(Synchronization { order, scope }, span);
                Ok(Value::UNIT)
            }
            Builtin::CompilerFence => Ok(Value::UNIT),
            Builtin::Atomic(..)
            | Builtin::AtomicOrdered(..)
            | Builtin::CompareExchange { .. }
            | Builtin::CompareAndSwap(..)
            | Builtin::FetchUpdate(_)
            | Builtin::AtomicNew
            | Builtin::AtomicInner
            | Builtin::AtomicPlace => {
                arguments.iter().for_each(|argument| self.unit.memory_needs_more(&argument.ty));
                self.atomic(builtin, arguments, ty, span)
            }
            Builtin::FourLoad
            | Builtin::FourStore
            | Builtin::FourSplat
            | Builtin::FourPlus
            | Builtin::FourSum => self.four(builtin, arguments, ty, span),
            Builtin::PointerAdd | Builtin::PointerSub | Builtin::PointerOffset => {
                self.move_pointer(builtin, arguments, span)
            }
            Builtin::PointerDistance => self.distance(arguments, ty, span),
            Builtin::PointerRead | Builtin::PointerReadUnaligned => {
                let pointer = self.value(first(arguments, span)?)?;
                let mut place = self.deref(pointer, self.settle(ty), span)?;
                if builtin == Builtin::PointerReadUnaligned {
                    place = self.wherever(place);
                }
                self.read(place, span)
            }
            Builtin::PointerWrite | Builtin::PointerWriteUnaligned => {
                let [pointer, value] = arguments else { return Err(unsupported("this", span)) };
                let to = self.settle(&value.ty);
                let pointer = self.value(pointer)?;
                let value = self.value(value)?;
                let mut place = self.deref(pointer, to, span)?;
                if builtin == Builtin::PointerWriteUnaligned {
                    place = self.wherever(place);
                }
                self.write(place, value, span)?;
                Ok(Value::UNIT)
            }
            Builtin::PointerCast => {
                let inner = first(arguments, span)?;
                let value = self.value(inner)?;
                let (from, to) = (pointee(&inner.ty), pointee(ty));
                self.cast_pointer(value, from, to, span)
            }
            Builtin::Len
            | Builtin::IsEmpty
            | Builtin::AsPointer
            | Builtin::SliceFromParts
            | Builtin::GetUnchecked => self.slice(builtin, arguments, ty, span),
            Builtin::IterLen => self.items_left(first(arguments, span)?),
            Builtin::Remainder => self.remainder(first(arguments, span)?),
            Builtin::Into | Builtin::OpenConstant(_) => self.value(first(arguments, span)?),
            Builtin::Clone => {
                let value = self.value(first(arguments, span)?)?;
                self.duplicate(value, span)
            }
            Builtin::Zeroed => {
                let ty = self.settle(ty);
                self.nothing(&ty, span)
            }
            Builtin::Math(math) => self.math(math, arguments, ty, span),
            Builtin::WarpSize
            | Builtin::LaneId
            | Builtin::SyncWarp
            | Builtin::SyncThreadsVote(_)
            | Builtin::Shuffle(_)
            | Builtin::VoteAll
            | Builtin::VoteAny
            | Builtin::Ballot => self.warp(builtin, arguments, span),
            Builtin::ActiveMask
            | Builtin::MaskedShuffle(_)
            | Builtin::MaskedVote(_)
            | Builtin::MatchAny
            | Builtin::WarpReduce => self.masked(builtin, arguments, span),
        }
    }

    /// A barrier of the block or of the warp.
    pub(super) fn barrier(&mut self, barrier: Barrier, span: Span) {
        self.push(Statement::ControlBarrier(barrier), span);
    }

    fn fence(&mut self, how: Synchronization, span: Span) {
        let all = Barrier::STORAGE | Barrier::WORK_GROUP;
        self.push_with(Statement::MemoryBarrier(all), StatementFact::Synchronizes(how), span);
    }

    fn position(&mut self, builtin: Builtin, ty: &Ty, span: Span) -> Lowering<Value> {
        let value = match builtin {
            Builtin::Index(register, axis) => self.register(register, axis, span),
            Builtin::GridIndex(axis) => self.grid_index(axis, span),
            Builtin::IndexVector(register, axes) => {
                let each = (0..axes).map(|axis| self.register(register, axis, span)).collect();
                return self.compose(ty, each, span);
            }
            Builtin::GridIndexVector(axes) => {
                let each = (0..axes).map(|axis| self.grid_index(axis, span)).collect();
                return self.compose(ty, each, span);
            }
            Builtin::LinearIndex => self.linear_index(span),
            _ => {
                let index = self.linear_index(span);
                let zero = self.u32(0);
                self.binary(BinaryOperator::Equal, index, zero, span)
            }
        };
        Ok(Value::Plain(value))
    }

    fn compose(
        &mut self,
        ty: &Ty,
        components: Vec<Handle<Expression>>,
        span: Span,
    ) -> Lowering<Value> {
        let ty = self.naga_type(ty, span)?;
        Ok(Value::Plain(self.append(Expression::Compose { ty, components }, span)))
    }

    fn register(&mut self, register: Register, axis: u32, span: Span) -> Handle<Expression> {
        let builtin = match register {
            Register::ThreadIdx => BuiltIn::LocalInvocationId,
            Register::BlockIdx => BuiltIn::WorkGroupId,
            Register::GridDim => BuiltIn::NumWorkGroups,
            Register::BlockDim => {
                let constant = self.unit.block_dim(axis as usize % 3);
                return self.constant(constant);
            }
        };
        let vector = self.builtin(builtin);
        self.member(vector, axis, span)
    }

    fn grid_index(&mut self, axis: u32, span: Span) -> Handle<Expression> {
        let vector = self.builtin(BuiltIn::GlobalInvocationId);
        self.member(vector, axis, span)
    }

    /// The thread's number: blocks in order, threads in order within them.
    fn linear_index(&mut self, span: Span) -> Handle<Expression> {
        let mut number = self.register(Register::BlockIdx, 2, span);
        for axis in [1, 0] {
            let size = self.register(Register::GridDim, axis, span);
            let at = self.register(Register::BlockIdx, axis, span);
            number = self.binary(BinaryOperator::Multiply, number, size, span);
            number = self.binary(BinaryOperator::Add, number, at, span);
        }
        let block = self.unit.options.block;
        let threads = self.u32(block.iter().fold(1, |all, &n| all.wrapping_mul(n)));
        let within = self.builtin(BuiltIn::LocalInvocationIndex);
        number = self.binary(BinaryOperator::Multiply, number, threads, span);
        self.binary(BinaryOperator::Add, number, within, span)
    }

    /// The order of memory that an argument names.
    pub(super) fn order(&self, argument: &Expr) -> Lowering<MemoryOrder> {
        let value = match argument.kind {
            ExprKind::Literal(ref value) => value,
            ExprKind::Constant(id) => &self.unit.program.constants[id].value,
            _ => return Err(Box::new(unsupported_order(argument.span))),
        };
        Ok(match value {
            ConstValue::Int(0) => MemoryOrder::Relaxed,
            ConstValue::Int(1) => MemoryOrder::Release,
            ConstValue::Int(2) => MemoryOrder::Acquire,
            ConstValue::Int(3) => MemoryOrder::AcquireRelease,
            _ => MemoryOrder::SequentiallyConsistent,
        })
    }

    fn four(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let subject = first(arguments, span)?;
        match builtin {
            Builtin::FourLoad => {
                let pointer = self.value(subject)?;
                let place = self.deref(pointer, self.settle(ty), span)?;
                self.read(place, span)
            }
            Builtin::FourStore => {
                let value = self.value(subject)?;
                let [_, pointer] = arguments else { return Err(unsupported("this", span)) };
                let pointer = self.value(pointer)?;
                let place = self.deref(pointer, self.settle(&subject.ty), span)?;
                self.write(place, value, span)?;
                Ok(Value::UNIT)
            }
            Builtin::FourSplat => {
                let value = self.plain_expr(subject)?;
                let size = VectorSize::Quad;
                Ok(Value::Plain(self.append(Expression::Splat { size, value }, span)))
            }
            Builtin::FourPlus => {
                let left = self.plain_expr(subject)?;
                let [_, right] = arguments else { return Err(unsupported("this", span)) };
                let right = self.plain_expr(right)?;
                Ok(Value::Plain(self.four_add(left, right, ty, span)))
            }
            _ => {
                let vector = self.plain_expr(subject)?;
                let [x, y, z, w] = [0, 1, 2, 3].map(|at| self.member(vector, at, span));
                let four = &subject.ty;
                let first = self.four_add(x, y, four, span);
                let second = self.four_add(z, w, four, span);
                Ok(Value::Plain(self.four_add(first, second, four, span)))
            }
        }
    }

    /// A sum of vectors of four or of their members, which must fit like any
    /// other.
    fn four_add(
        &mut self,
        left: Handle<Expression>,
        right: Handle<Expression>,
        four: &Ty,
        span: Span,
    ) -> Handle<Expression> {
        let sum = self.binary(BinaryOperator::Add, left, right, span);
        match self.settle(four) {
            Ty::Four(FourTy::Int4) => {
                self.must_fit(sum, CheckedOperation::Add, left, right, IntTy::I32)
            }
            _ => sum,
        }
    }

    fn move_pointer(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Value> {
        let [subject, by] = arguments else { return Err(unsupported("this", span)) };
        let value = self.value(subject)?;
        let mut index = self.index(by)?;
        let Value::Pointer(pointer) = value else {
            return match value {
                Value::Never => Ok(Value::Never),
                _ => Err(unsupported("this pointer", span)),
            };
        };
        if let Base::Local { is_array: false, .. } = pointer.base
            && !matches!(self.known(index), Some(Literal::U32(0)))
        {
            return Err(unsupported("a pointer that moves away from its variable", span));
        }
        if builtin == Builtin::PointerSub {
            index = match self.known(index) {
                Some(Literal::U32(by)) => self.u32(by.wrapping_neg()),
                _ => {
                    let zero = self.u32(0);
                    self.binary(BinaryOperator::Subtract, zero, index, span)
                }
            };
        }
        let Some(element) = pointee(&self.settle(&subject.ty)) else {
            return Err(unsupported("this pointer", span));
        };
        let bytes = self.bytes_of(&element, span)?;
        Ok(Value::Pointer(self.offset(pointer, index, bytes, span)))
    }

    fn slice(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        ty: &Ty,
        span: Span,
    ) -> Lowering<Value> {
        let subject = first(arguments, span)?;
        let value = self.value(subject)?;
        let array = pointee(&self.settle(&subject.ty));
        let (pointer, length) = match (value, array) {
            (Value::Slice(pointer, length), _) => (pointer, length),
            (Value::Pointer(pointer), Some(array @ Ty::Array(_, Len::Known(len)))) => {
                (self.array_start(pointer, &array, span)?, Length::Known(len))
            }
            (Value::Pointer(pointer), _) => (pointer, Length::Known(0)),
            (Value::Closure(_) | Value::Iter(_), _) => return Err(unsupported("this", span)),
            (Value::Plain(_) | Value::Parts(_), _) => match self.settle(&subject.ty) {
                Ty::Array(_, Len::Known(len)) if builtin == Builtin::Len => {
                    let len = self.u32(len);
                    return Ok(Value::Plain(self.usize(len, span)));
                }
                _ => return Err(unsupported("this", span)),
            },
            (Value::Never, _) => return Ok(Value::Never),
        };
        match builtin {
            Builtin::Len => {
                let len = self.length(length, span);
                Ok(Value::Plain(self.usize(len, span)))
            }
            Builtin::IsEmpty => {
                let len = self.length(length, span);
                let zero = self.u32(0);
                Ok(Value::Plain(self.binary(BinaryOperator::Equal, len, zero, span)))
            }
            Builtin::AsPointer => Ok(Value::Pointer(pointer)),
            Builtin::SliceFromParts => {
                let [_, len] = arguments else { return Err(unsupported("this", span)) };
                let len = self.index(len)?;
                Ok(Value::Slice(pointer, Length::Value(len)))
            }
            _ => {
                let [_, index] = arguments else { return Err(unsupported("this", span)) };
                let index = self.index(index)?;
                let Some(element) = pointee(&self.settle(ty)) else {
                    return Err(unsupported("this", span));
                };
                let bytes = self.bytes_of(&element, span)?;
                Ok(Value::Pointer(self.offset(pointer, index, bytes, span)))
            }
        }
    }

    /// The number with the opposite sign.
    pub(super) fn negate(&mut self, expr: Handle<Expression>, span: Span) -> Handle<Expression> {
        self.append(Expression::Unary { op: UnaryOperator::Negate, expr }, span)
    }
}

/// What a pointer or reference leads to.
pub(super) fn pointee(ty: &Ty) -> Option<Ty> {
    match ty {
        Ty::Pointer(_, to) | Ty::Reference(_, to) => Some((**to).clone()),
        _ => None,
    }
}

pub(super) fn first(arguments: &[Expr], span: Span) -> Lowering<&Expr> {
    arguments.first().ok_or_else(|| unsupported("this call", span))
}
