//! Lowering of warp operations and barriers.

use super::Lowering;
use super::builtin::first;
use super::frame::Frame;
use super::memory::{RootPlace, Use};
use super::types::unsupported;
use super::unit::SharedKey;
use super::value::{Base, Pointer, Term, Value};
use naga::{
    AtomicFunction, Barrier, BinaryOperator, BuiltIn, CollectiveOperation, Expression, GatherMode,
    Handle, Span, Statement, SubgroupOperation, TypeInner,
};
use warpbench_hir::types::Ty;
use warpbench_hir::{Builtin, Expr, Shuffle, SyncVote};
use warpbench_semantics::{MaskedExchange, StatementFact, Synchronization};

/// Lanes of a warp, as CUDA has them.
pub(super) const WARP: u32 = 32;

impl Frame<'_, '_> {
    /// A call of the library that several threads make together.
    pub(super) fn warp(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Value> {
        let value = match builtin {
            Builtin::WarpSize => self.u32(WARP),
            Builtin::LaneId => self.lane(span),
            Builtin::SyncWarp => {
                let mask = self.plain_expr(first(arguments, span)?)?;
                let barrier = Statement::ControlBarrier(Barrier::SUB_GROUP);
                self.push_with(barrier, StatementFact::WarpBarrier { mask }, span);
                return Ok(Value::UNIT);
            }
            Builtin::SyncThreadsVote(vote) => self.sync_vote(vote, arguments, span)?,
            Builtin::Shuffle(shuffle) => self.shuffle(shuffle, arguments, span)?,
            Builtin::VoteAll => self.vote(SubgroupOperation::All, arguments, span)?,
            Builtin::VoteAny => self.vote(SubgroupOperation::Any, arguments, span)?,
            _ => self.ballot(arguments, span)?,
        };
        Ok(Value::Plain(value))
    }

    /// The thread's lane. Warps are cut from the block's threads in their order,
    /// as CUDA does it; subgroups are taken to be cut the same way.
    pub(super) fn lane(&mut self, span: Span) -> Handle<Expression> {
        let number = self.builtin(BuiltIn::LocalInvocationIndex);
        let width = self.u32(WARP);
        self.binary(BinaryOperator::Modulo, number, width, span)
    }

    /// The thread's place in its subgroup, which may be several warps wide.
    pub(super) fn place_in_subgroup(&mut self, span: Span) -> Handle<Expression> {
        let number = self.builtin(BuiltIn::LocalInvocationIndex);
        let width = self.builtin(BuiltIn::SubgroupSize);
        self.binary(BinaryOperator::Modulo, number, width, span)
    }

    /// A value of another lane of the warp. A lane that asks past the end of the
    /// warp gets its own value back.
    fn shuffle(
        &mut self,
        shuffle: Shuffle,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let [value, by] = arguments else { return Err(unsupported("this call", span)) };
        let ty = self.naga_type(&value.ty, span)?;
        let argument = self.plain_expr(value)?;
        let by = self.plain_expr(by)?;
        let last = self.u32(WARP - 1);
        let (mode, is_inside) = match shuffle {
            Shuffle::Down => {
                let lane = self.lane(span);
                let from = self.binary(BinaryOperator::Add, lane, by, span);
                let inside = self.binary(BinaryOperator::LessEqual, from, last, span);
                (GatherMode::ShuffleDown(by), Some(inside))
            }
            Shuffle::Up => {
                let lane = self.lane(span);
                let inside = self.binary(BinaryOperator::GreaterEqual, lane, by, span);
                (GatherMode::ShuffleUp(by), Some(inside))
            }
            Shuffle::Xor => {
                let by = self.binary(BinaryOperator::And, by, last, span);
                (GatherMode::ShuffleXor(by), None)
            }
            Shuffle::From => {
                // The lane of this warp, if the subgroup holds several.
                let lane = self.place_in_subgroup(span);
                let within = self.lane(span);
                let first = self.binary(BinaryOperator::Subtract, lane, within, span);
                let by = self.binary(BinaryOperator::And, by, last, span);
                let from = self.binary(BinaryOperator::Add, first, by, span);
                (GatherMode::Shuffle(from), None)
            }
        };
        let result = self.append_result(Expression::SubgroupOperationResult { ty }, span);
        self.push(Statement::SubgroupGather { mode, argument, result }, span);
        Ok(match is_inside {
            Some(inside) => self.select(inside, result, argument, span),
            None => result,
        })
    }

    fn vote(
        &mut self,
        op: SubgroupOperation,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let argument = self.plain_expr(first(arguments, span)?)?;
        let ty = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::BOOL));
        let result = self.append_result(Expression::SubgroupOperationResult { ty }, span);
        let collective_op = CollectiveOperation::Reduce;
        let statement =
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result };
        self.push(statement, span);
        Ok(result)
    }

    /// A bit for each lane.
    fn ballot(&mut self, arguments: &[Expr], span: Span) -> Lowering<Handle<Expression>> {
        let predicate = self.plain_expr(first(arguments, span)?)?;
        Ok(self.ballot_of(Some(predicate), None, span))
    }

    /// A bit for each lane in which a predicate holds, or that is active where there
    /// is none; of a subgroup of several warps, those of this warp.
    pub(super) fn ballot_of(
        &mut self,
        predicate: Option<Handle<Expression>>,
        exchange: Option<MaskedExchange>,
        span: Span,
    ) -> Handle<Expression> {
        let result = self.append_result(Expression::SubgroupBallotResult, span);
        if let Some(exchange) = exchange {
            self.facts.exchanges.push((result, exchange));
        }
        self.push(Statement::SubgroupBallot { result, predicate }, span);
        let low = self.member(result, 0, span);
        let high = self.member(result, 1, span);
        let lane = self.place_in_subgroup(span);
        let width = self.u32(WARP);
        let is_low = self.binary(BinaryOperator::Less, lane, width, span);
        self.select(is_low, low, high, span)
    }

    /// A barrier at which the block counts: through a word of shared memory,
    /// which the barriers before and after keep apart from the next count.
    fn sync_vote(
        &mut self,
        vote: SyncVote,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let predicate = self.plain_expr(first(arguments, span)?)?;
        let root = match self.unit.shared.get(&SharedKey::Votes).copied() {
            Some(root) => root,
            None => {
                let root =
                    self.unit.add_root("block_votes", RootPlace::Shared(4), &Ty::U32, span)?;
                self.unit.shared.insert(SharedKey::Votes, root);
                root
            }
        };
        let pointer = Pointer { base: Base::Memory(root), terms: Vec::<Term>::new() };
        self.unit.roots[root].usage.note(&Ty::U32, Use::Atomic, span);
        let place = self.atomic_place(&pointer, &Ty::U32, span)?;
        let zero = self.u32(0);
        let one = self.u32(1);
        let block = self.unit.block_barrier();
        self.barrier(block, span);
        // All threads set the word to zero, and nobody minds, as it is atomic.
        let relaxed = Synchronization::default();
        let store = Statement::Store { pointer: place, value: zero };
        self.push_with(store, StatementFact::Synchronizes(relaxed), span);
        self.barrier(block, span);
        // `and` asks whether nobody says no, so that threads that have ended, which
        // say nothing, do not count.
        let counts = match vote {
            SyncVote::And => BinaryOperator::Equal,
            SyncVote::Count | SyncVote::Or => BinaryOperator::NotEqual,
        };
        let is_set = self.binary(counts, predicate, zero, span);
        let word = self.unit.insert(None, TypeInner::Scalar(naga::Scalar::U32));
        let (accept, _) = self.block(|frame| {
            let expression = Expression::AtomicResult { ty: word, comparison: false };
            let result = Some(frame.append_result(expression, span));
            let fun = AtomicFunction::Add;
            let atomic = Statement::Atomic { pointer: place, fun, value: one, result };
            frame.push_with(atomic, StatementFact::Synchronizes(relaxed), span);
            Ok(())
        })?;
        let reject = naga::Block::new();
        self.push(Statement::If { condition: is_set, accept, reject }, span);
        self.barrier(block, span);
        let count = self.load(place, span);
        self.facts.reads.push((count, relaxed));
        let wanted = match vote {
            SyncVote::Count => return Ok(count),
            SyncVote::And => self.binary(BinaryOperator::Equal, count, zero, span),
            SyncVote::Or => self.binary(BinaryOperator::NotEqual, count, zero, span),
        };
        Ok(self.convert(wanted, &Ty::Bool, &Ty::U32, span))
    }
}
