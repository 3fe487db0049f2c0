//! Shuffles and votes in workgroup memory.
//!
//! Every thread of the block comes here, active or not. Memory is used again by
//! the next operation, so the block waits before and after anybody reads it.

use super::Result;
use super::WARP;
use super::rewriter::Rewriter;
use naga::{AtomicFunction, Barrier, BinaryOperator, Block, CollectiveOperation, Direction};
use naga::{Expression, GatherMode, GlobalVariable, Handle, MathFunction, Scalar, ScalarKind};
use naga::{Statement, SubgroupOperation, TypeInner, VectorSize};

impl Rewriter<'_, '_> {
    /// A shuffle: what another lane holds.
    pub(super) fn gather(
        &mut self,
        mode: GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
        out: &mut Block,
    ) -> Result<()> {
        let (size, scalar) = match *self.inner(argument) {
            TypeInner::Scalar(scalar) => (None, scalar),
            TypeInner::Vector { size, scalar } => (Some(size), scalar),
            _ => return Err(self.unsupported("a shuffle of this type")),
        };
        let value = self.value(argument)?;
        let source = self.source_thread(mode, out)?;
        let received = match size {
            None => self.exchange(value, scalar, source, out)?,
            Some(size) => self.exchange_vector(value, size, scalar, source, out)?,
        };
        self.stands_for(result, received);
        Ok(())
    }

    fn exchange_vector(
        &mut self,
        value: Handle<Expression>,
        size: VectorSize,
        scalar: Scalar,
        source: Handle<Expression>,
        out: &mut Block,
    ) -> Result<Handle<Expression>> {
        let mut components = Vec::new();
        for index in 0..u32::from(size) {
            let component = self.emit(Expression::AccessIndex { base: value, index }, out);
            components.push(self.exchange(component, scalar, source, out)?);
        }
        let ty = self.emulator.ty(TypeInner::Vector { size, scalar });
        Ok(self.emit(Expression::Compose { ty, components }, out))
    }

    /// Leaves a value for others and takes that of the thread `source`.
    fn exchange(
        &mut self,
        value: Handle<Expression>,
        scalar: Scalar,
        source: Handle<Expression>,
        out: &mut Block,
    ) -> Result<Handle<Expression>> {
        // All types of 32 bits share their memory.
        let convert = |kind| move |expr| Expression::As { expr, kind, convert: None };
        let is_word = scalar.width == 4 && scalar.kind != ScalarKind::Bool;
        let (stored, bits) = match scalar.kind {
            ScalarKind::Bool => {
                let (accept, reject) = (self.word(1), self.word(0));
                let bits = Expression::Select { condition: value, accept, reject };
                (Scalar::U32, self.emit(bits, out))
            }
            ScalarKind::Uint if is_word => (scalar, value),
            _ if is_word => (Scalar::U32, self.emit(convert(ScalarKind::Uint)(value), out)),
            _ => (scalar, value),
        };
        let thread = self.position()?.thread;
        let scratch = self.emulator.scratch(stored);
        let own = self.element(scratch, thread, out);
        out.push(Statement::Store { pointer: own, value: bits }, self.span);
        self.wait(out);
        let other = self.element(scratch, source, out);
        let received = self.emit(Expression::Load { pointer: other }, out);
        self.wait(out);
        Ok(match scalar.kind {
            ScalarKind::Bool => {
                let zero = self.word(0);
                self.binary(BinaryOperator::NotEqual, received, zero, out)
            }
            ScalarKind::Uint => received,
            kind if is_word => self.emit(convert(kind)(received), out),
            _ => received,
        })
    }

    /// The thread whose value a lane gets; its own number where there is none.
    fn source_thread(&mut self, mode: GatherMode, out: &mut Block) -> Result<Handle<Expression>> {
        use BinaryOperator as Op;
        let at = self.position()?;
        let last = self.word(WARP - 1);
        let lane = match mode {
            GatherMode::ShuffleDown(delta) => {
                let delta = self.value(delta)?;
                let above = self.binary(Op::Subtract, last, at.lane, out);
                let is_there = self.binary(Op::LessEqual, delta, above, out);
                let source = self.binary(Op::Add, at.thread, delta, out);
                let source = self.choose(is_there, source, at.thread, out);
                return Ok(self.in_block(source, at.thread, out));
            }
            GatherMode::ShuffleUp(delta) => {
                let delta = self.value(delta)?;
                let is_there = self.binary(Op::LessEqual, delta, at.lane, out);
                let source = self.binary(Op::Subtract, at.thread, delta, out);
                return Ok(self.choose(is_there, source, at.thread, out));
            }
            GatherMode::Shuffle(lane) | GatherMode::Broadcast(lane) => self.value(lane)?,
            GatherMode::ShuffleXor(mask) => {
                let mask = self.value(mask)?;
                self.binary(Op::ExclusiveOr, at.lane, mask, out)
            }
            GatherMode::BroadcastFirst => {
                let everybody = self.bool(true);
                let arg = self.votes(everybody, out)?;
                let fun = MathFunction::FirstTrailingBit;
                self.emit(Expression::Math { fun, arg, arg1: None, arg2: None, arg3: None }, out)
            }
            GatherMode::QuadBroadcast(lane) => {
                let (lane, three, rest) = (self.value(lane)?, self.word(3), self.word(!3));
                let first = self.binary(Op::And, at.lane, rest, out);
                let inside = self.binary(Op::And, lane, three, out);
                self.binary(Op::InclusiveOr, first, inside, out)
            }
            GatherMode::QuadSwap(direction) => {
                let mask = self.word(match direction {
                    Direction::X => 1,
                    Direction::Y => 2,
                    Direction::Diagonal => 3,
                });
                self.binary(Op::ExclusiveOr, at.lane, mask, out)
            }
        };
        let lane = self.binary(Op::And, lane, last, out);
        let first = self.binary(Op::Subtract, at.thread, at.lane, out);
        let source = self.binary(Op::Add, first, lane, out);
        Ok(self.in_block(source, at.thread, out))
    }

    /// `thread` if the block has that many, else `own`. Only a block that ends
    /// within a warp has to ask.
    fn in_block(
        &mut self,
        thread: Handle<Expression>,
        own: Handle<Expression>,
        out: &mut Block,
    ) -> Handle<Expression> {
        if self.emulator.threads.is_multiple_of(WARP) {
            return thread;
        }
        let threads = self.word(self.emulator.threads);
        let is_there = self.binary(BinaryOperator::Less, thread, threads, out);
        self.choose(is_there, thread, own, out)
    }

    fn choose(
        &mut self,
        condition: Handle<Expression>,
        accept: Handle<Expression>,
        reject: Handle<Expression>,
        out: &mut Block,
    ) -> Handle<Expression> {
        self.emit(Expression::Select { condition, accept, reject }, out)
    }

    /// A ballot: a bit for every active lane whose predicate holds.
    pub(super) fn ballot(
        &mut self,
        predicate: Option<Handle<Expression>>,
        result: Handle<Expression>,
        out: &mut Block,
    ) -> Result<()> {
        let predicate = match predicate {
            Some(predicate) => self.value(predicate)?,
            None => self.bool(true),
        };
        let bits = self.votes(predicate, out)?;
        let zero = self.word(0);
        let (size, scalar) = (VectorSize::Quad, Scalar::U32);
        let ty = self.emulator.ty(TypeInner::Vector { size, scalar });
        let components = vec![bits, zero, zero, zero];
        let words = self.emit(Expression::Compose { ty, components }, out);
        self.stands_for(result, words);
        Ok(())
    }

    /// Whether all active lanes say yes, or any.
    pub(super) fn collect(
        &mut self,
        op: SubgroupOperation,
        collective: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
        out: &mut Block,
    ) -> Result<()> {
        let is_any = match (op, collective) {
            (SubgroupOperation::Any, CollectiveOperation::Reduce) => true,
            (SubgroupOperation::All, CollectiveOperation::Reduce) => false,
            _ => return Err(self.unsupported(collective_name(op, collective))),
        };
        let mut predicate = self.value(argument)?;
        if !is_any {
            predicate = self.not(predicate, out);
        }
        let bits = self.votes(predicate, out)?;
        let zero = self.word(0);
        let op = if is_any { BinaryOperator::NotEqual } else { BinaryOperator::Equal };
        let answer = self.binary(op, bits, zero, out);
        self.stands_for(result, answer);
        Ok(())
    }

    /// The lanes of the warp that are active and for which the predicate holds.
    fn votes(
        &mut self,
        predicate: Handle<Expression>,
        out: &mut Block,
    ) -> Result<Handle<Expression>> {
        let at = self.position()?;
        let variable = self.emulator.warp_votes();
        let pointer = self.element(variable, at.warp, out);
        let votes = self.active_and(predicate, out);
        self.clear(at.lane, pointer, out);
        let mut accept = Block::new();
        let one = self.word(1);
        let value = self.binary(BinaryOperator::ShiftLeft, one, at.lane, &mut accept);
        self.add_bits(pointer, value, &mut accept);
        out.push(Statement::If { condition: votes, accept, reject: Block::new() }, self.span);
        self.wait(out);
        let bits = self.emit(Expression::Load { pointer }, out);
        self.wait(out);
        Ok(bits)
    }

    /// Whether the condition holds for any thread of the block. Browsers only accept a
    /// barrier under what is the same for the whole block in their eyes, and no atomic is.
    pub(super) fn anybody_of_block(
        &mut self,
        condition: Handle<Expression>,
        out: &mut Block,
    ) -> Result<Handle<Expression>> {
        let thread = self.position()?.thread;
        let variable = self.emulator.block_vote();
        let pointer = self.append(Expression::GlobalVariable(variable));
        self.clear(thread, pointer, out);
        let mut accept = Block::new();
        let one = self.word(1);
        self.add_bits(pointer, one, &mut accept);
        out.push(Statement::If { condition, accept, reject: Block::new() }, self.span);
        self.wait(out);
        let zero = self.word(0);
        let is_first = self.binary(BinaryOperator::Equal, thread, zero, out);
        let mut accept = Block::new();
        let votes = self.emit(Expression::Load { pointer }, &mut accept);
        let variable = self.emulator.block_answer();
        let answer = self.append(Expression::GlobalVariable(variable));
        accept.push(Statement::Store { pointer: answer, value: votes }, self.span);
        out.push(Statement::If { condition: is_first, accept, reject: Block::new() }, self.span);
        let ty = self.emulator.ty(TypeInner::Scalar(Scalar::U32));
        let result = self.append(Expression::WorkGroupUniformLoadResult { ty });
        out.push(Statement::WorkGroupUniformLoad { pointer: answer, result }, self.span);
        Ok(self.binary(BinaryOperator::NotEqual, result, zero, out))
    }

    /// The thread whose number is zero clears the votes.
    fn clear(&mut self, number: Handle<Expression>, pointer: Handle<Expression>, out: &mut Block) {
        let zero = self.word(0);
        let condition = self.binary(BinaryOperator::Equal, number, zero, out);
        let mut accept = Block::new();
        accept.push(Statement::Store { pointer, value: zero }, self.span);
        out.push(Statement::If { condition, accept, reject: Block::new() }, self.span);
        self.wait(out);
    }

    fn add_bits(
        &mut self,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        out: &mut Block,
    ) {
        let ty = self.emulator.ty(TypeInner::Scalar(Scalar::U32));
        let result = Some(self.append(Expression::AtomicResult { ty, comparison: false }));
        let fun = AtomicFunction::InclusiveOr;
        out.push(Statement::Atomic { pointer, fun, value, result }, self.span);
    }

    fn element(
        &mut self,
        variable: Handle<GlobalVariable>,
        index: Handle<Expression>,
        out: &mut Block,
    ) -> Handle<Expression> {
        let base = self.append(Expression::GlobalVariable(variable));
        self.emit(Expression::Access { base, index }, out)
    }

    fn wait(&mut self, out: &mut Block) {
        out.push(Statement::ControlBarrier(Barrier::WORK_GROUP), self.span);
    }
}

/// What WGSL calls a collective operation.
fn collective_name(op: SubgroupOperation, collective: CollectiveOperation) -> String {
    let scan = match collective {
        CollectiveOperation::Reduce => "",
        CollectiveOperation::InclusiveScan => "Inclusive",
        CollectiveOperation::ExclusiveScan => "Exclusive",
    };
    format!("`subgroup{scan}{op:?}`")
}
