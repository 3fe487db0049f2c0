//! Warp operations that are given the lanes they are for: `cuda_std::warp`.
//!
//! A module has no masks. What the lanes of a mask compute is written so that the
//! others do no harm, and the mask goes into the semantics, for the machine to wait
//! for the lanes that it names. What no shading language has, a match and a reduction
//! over some of the lanes, is a loop over bits or lanes.

use super::Lowering;
use super::frame::Frame;
use super::types::{scalar, unsupported};
use super::value::Value;
use super::warp::WARP;
use naga::{
    BinaryOperator, Expression, GatherMode, Handle, Literal, MathFunction, ScalarKind, Span,
    Statement, TypeInner, UnaryOperator, VectorSize,
};
use warpbench_codes::K0019;
use warpbench_hir::types::{IntTy, Ty};
use warpbench_hir::{Builtin, ConstValue, Expr, ExprKind, MaskedVote, ReductionOp, Shuffle};
use warpbench_semantics::MaskedExchange;
use warpbench_source::Diagnostic;

/// Where a lane reads.
struct Source {
    mode: GatherMode,
    /// Whether the lane that is asked for is in the section.
    is_inside: Handle<Expression>,
    /// Whether what is read of a lane outside must be replaced by the own value.
    needs_choice: bool,
}

impl Frame<'_, '_> {
    /// A call of the library that the lanes of a mask make together.
    pub(super) fn masked(
        &mut self,
        builtin: Builtin,
        arguments: &[Expr],
        span: Span,
    ) -> Lowering<Value> {
        let value = match (builtin, arguments) {
            (Builtin::MaskedShuffle(shuffle), [mask, value, by, width]) => {
                return self.masked_shuffle(shuffle, [mask, value, by, width], span);
            }
            (Builtin::MaskedVote(vote), [mask, predicate]) => {
                self.masked_vote(vote, mask, predicate, span)?
            }
            (Builtin::MatchAny, [mask, value]) => self.match_any(mask, value, span)?,
            (Builtin::WarpReduce, [mask, value, op]) => self.reduce(mask, value, op, span)?,
            // Which lanes are active is asked of nobody else.
            (Builtin::ActiveMask, []) => self.ballot_of(None, None, span),
            _ => return Err(unsupported("this call", span)),
        };
        Ok(Value::Plain(value))
    }

    /// What a call says that comes here. Its results are expressions, so that the next
    /// call finds more of them than this one.
    fn masked_exchange(&self, mask: Handle<Expression>, name: &'static str) -> MaskedExchange {
        let call = self.function.expressions.len() as u32;
        MaskedExchange { mask, name, call }
    }

    fn masked_shuffle(
        &mut self,
        shuffle: Shuffle,
        [mask, value, by, width]: [&Expr; 4],
        span: Span,
    ) -> Lowering<Value> {
        let mask = self.plain_expr(mask)?;
        let argument = self.plain_expr(value)?;
        let by = self.plain_expr(by)?;
        let sections = self.plain_expr(width)?;
        if let Some(Literal::U32(known)) = self.known(sections)
            && !(known.is_power_of_two() && known <= WARP)
        {
            return Err(Box::new(
                Diagnostic::new(
                    K0019,
                    format!("a warp has no sections of {known} lanes"),
                    width.span,
                )
                .label("the width of a shuffle is a power of two up to 32")
                .help("write 32 for the whole warp, or 16, 8, 4, 2 or 1 for its sections"),
            ));
        }
        // Only the lowest five bits of a lane or a distance count.
        let last = self.u32(WARP - 1);
        let by = self.binary(BinaryOperator::And, by, last, span);
        let source = match self.known(sections) {
            Some(Literal::U32(WARP)) => self.source_in_warp(shuffle, by, span),
            _ => self.source_in_section(shuffle, by, sections, span),
        };
        let name = match shuffle {
            Shuffle::Down => "warp_shuffle_down",
            Shuffle::Up => "warp_shuffle_up",
            Shuffle::Xor => "warp_shuffle_xor",
            Shuffle::From => "warp_shuffle_idx",
        };
        let exchange = self.masked_exchange(mask, name);
        let ty = self.settle(&value.ty);
        let received = self.gather_words(argument, &ty, source.mode, exchange, span)?;
        let received = match source.needs_choice {
            true => self.select(source.is_inside, received, argument, span),
            false => received,
        };
        Ok(Value::Parts(vec![Value::Plain(received), Value::Plain(source.is_inside)]))
    }

    /// Where a lane reads that may ask for any lane of its warp.
    fn source_in_warp(&mut self, shuffle: Shuffle, by: Handle<Expression>, span: Span) -> Source {
        let yes = self.literal(Literal::Bool(true));
        match shuffle {
            Shuffle::Down => {
                let lane = self.lane(span);
                let from = self.binary(BinaryOperator::Add, lane, by, span);
                let last = self.u32(WARP - 1);
                let is_inside = self.binary(BinaryOperator::LessEqual, from, last, span);
                Source { mode: GatherMode::ShuffleDown(by), is_inside, needs_choice: true }
            }
            Shuffle::Up => {
                let lane = self.lane(span);
                let is_inside = self.binary(BinaryOperator::GreaterEqual, lane, by, span);
                Source { mode: GatherMode::ShuffleUp(by), is_inside, needs_choice: true }
            }
            Shuffle::Xor => {
                let mode = GatherMode::ShuffleXor(by);
                Source { mode, is_inside: yes, needs_choice: false }
            }
            Shuffle::From => {
                let from = self.in_subgroup(by, span);
                let mode = GatherMode::Shuffle(from);
                Source { mode, is_inside: yes, needs_choice: false }
            }
        }
    }

    /// Where a lane reads in a warp that is cut into sections, as `shfl.sync` has it:
    /// down and up end with the section, across reaches sections before this one, and
    /// a lane by its number is one of the section. Whoever asks for another one gets
    /// its own value.
    fn source_in_section(
        &mut self,
        shuffle: Shuffle,
        by: Handle<Expression>,
        width: Handle<Expression>,
        span: Span,
    ) -> Source {
        use BinaryOperator as Op;
        let lane = self.lane(span);
        let one = self.u32(1);
        let within = self.binary(Op::Subtract, width, one, span);
        let place = self.binary(Op::And, lane, within, span);
        let first = self.binary(Op::Subtract, lane, place, span);
        let last = self.binary(Op::Add, first, within, span);
        let (asked, is_inside) = match shuffle {
            Shuffle::Down => {
                let asked = self.binary(Op::Add, lane, by, span);
                (asked, self.binary(Op::LessEqual, asked, last, span))
            }
            Shuffle::Up => {
                let asked = self.binary(Op::Subtract, lane, by, span);
                (asked, self.binary(Op::GreaterEqual, place, by, span))
            }
            Shuffle::Xor => {
                let asked = self.binary(Op::ExclusiveOr, lane, by, span);
                (asked, self.binary(Op::LessEqual, asked, last, span))
            }
            Shuffle::From => {
                let by = self.binary(Op::And, by, within, span);
                let asked = self.binary(Op::Add, first, by, span);
                (asked, self.literal(Literal::Bool(true)))
            }
        };
        let from = self.select(is_inside, asked, lane, span);
        let from = self.in_subgroup(from, span);
        Source { mode: GatherMode::Shuffle(from), is_inside, needs_choice: false }
    }

    /// A lane of this warp, as its subgroup counts, which may hold several warps.
    fn in_subgroup(&mut self, lane: Handle<Expression>, span: Span) -> Handle<Expression> {
        let place = self.place_in_subgroup(span);
        let within = self.lane(span);
        let first = self.binary(BinaryOperator::Subtract, place, within, span);
        self.binary(BinaryOperator::Add, first, lane, span)
    }

    /// What another lane holds. Of 64 bits, both halves travel at once.
    fn gather_words(
        &mut self,
        value: Handle<Expression>,
        ty: &Ty,
        mode: GatherMode,
        exchange: MaskedExchange,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        if !is_wide(ty) {
            let naga = self.naga_type(ty, span)?;
            return Ok(self.gather(value, naga, mode, exchange, span));
        }
        let [low, high] = self.word_pair(value, ty, span);
        let inner = TypeInner::Vector { size: VectorSize::Bi, scalar: naga::Scalar::U32 };
        let pair = self.unit.insert(None, inner);
        let components = vec![low, high];
        let words = self.append(Expression::Compose { ty: pair, components }, span);
        let received = self.gather(words, pair, mode, exchange, span);
        let [low, high] = [0, 1].map(|at| {
            let word = self.member(received, at, span);
            self.convert(word, &Ty::U32, &WIDE, span)
        });
        let half = self.u32(32);
        let high = self.binary(BinaryOperator::ShiftLeft, high, half, span);
        let bits = self.binary(BinaryOperator::InclusiveOr, high, low, span);
        Ok(match scalar(ty) {
            Some(scalar) if scalar.kind != ScalarKind::Uint => {
                self.reinterpret(bits, scalar.kind, span)
            }
            _ => bits,
        })
    }

    fn gather(
        &mut self,
        argument: Handle<Expression>,
        ty: Handle<naga::Type>,
        mode: GatherMode,
        exchange: MaskedExchange,
        span: Span,
    ) -> Handle<Expression> {
        let result = self.append_result(Expression::SubgroupOperationResult { ty }, span);
        self.facts.exchanges.push((result, exchange));
        self.push(Statement::SubgroupGather { mode, argument, result }, span);
        result
    }

    /// The bits of a number of 64 bits.
    fn wide_bits(&mut self, value: Handle<Expression>, ty: &Ty, span: Span) -> Handle<Expression> {
        match scalar(ty) {
            Some(scalar) if scalar.kind != ScalarKind::Uint => {
                self.reinterpret(value, ScalarKind::Uint, span)
            }
            _ => value,
        }
    }

    fn word_pair(
        &mut self,
        value: Handle<Expression>,
        ty: &Ty,
        span: Span,
    ) -> [Handle<Expression>; 2] {
        let bits = self.wide_bits(value, ty, span);
        let half = self.u32(32);
        let high = self.binary(BinaryOperator::ShiftRight, bits, half, span);
        [bits, high].map(|bits| self.convert(bits, &WIDE, &Ty::U32, span))
    }

    fn masked_vote(
        &mut self,
        vote: MaskedVote,
        mask: &Expr,
        predicate: &Expr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        let mask = self.plain_expr(mask)?;
        let predicate = self.plain_expr(predicate)?;
        let (name, predicate) = match vote {
            MaskedVote::Ballot => ("warp_vote_ballot", predicate),
            MaskedVote::Any => ("warp_vote_any", predicate),
            // All say yes if nobody says no.
            MaskedVote::All => ("warp_vote_all", self.negated(predicate, span)),
        };
        let exchange = self.masked_exchange(mask, name);
        let votes = self.masked_ballot(predicate, exchange, span);
        let zero = self.u32(0);
        Ok(match vote {
            MaskedVote::Ballot => votes,
            MaskedVote::Any => self.binary(BinaryOperator::NotEqual, votes, zero, span),
            MaskedVote::All => self.binary(BinaryOperator::Equal, votes, zero, span),
        })
    }

    /// A bit for each lane of the mask in which a predicate holds.
    fn masked_ballot(
        &mut self,
        predicate: Handle<Expression>,
        exchange: MaskedExchange,
        span: Span,
    ) -> Handle<Expression> {
        let votes = self.ballot_of(Some(predicate), Some(exchange), span);
        self.binary(BinaryOperator::And, votes, exchange.mask, span)
    }

    fn negated(&mut self, expr: Handle<Expression>, span: Span) -> Handle<Expression> {
        match self.known(expr) {
            Some(Literal::Bool(known)) => self.literal(Literal::Bool(!known)),
            _ => self.append(Expression::Unary { op: UnaryOperator::LogicalNot, expr }, span),
        }
    }

    /// The lanes of the mask whose value has the same bits: those that agree in each
    /// of them, one vote for a bit.
    fn match_any(&mut self, mask: &Expr, value: &Expr, span: Span) -> Lowering<Handle<Expression>> {
        use BinaryOperator as Op;
        let mask = self.plain_expr(mask)?;
        let argument = self.plain_expr(value)?;
        let ty = self.settle(&value.ty);
        let exchange = self.masked_exchange(mask, "warp_match_any");
        let (bits, unit, count) = match (is_wide(&ty), scalar(&ty)) {
            (true, _) => (self.wide_bits(argument, &ty, span), Literal::U64(1), 64),
            (false, Some(scalar)) if scalar.kind != ScalarKind::Uint => {
                let bits = self.reinterpret(argument, ScalarKind::Uint, span);
                (bits, Literal::U32(1), 32)
            }
            _ => (argument, Literal::U32(1), 32),
        };
        // Lanes that are not there agree with nobody.
        let same = self.started(Literal::U32(0), span);
        let yes = self.literal(Literal::Bool(true));
        let there = self.masked_ballot(yes, exchange, span);
        let place = self.local(same);
        self.store(place, there, span);
        self.count_to(count, span, |frame, bit| {
            let shifted = frame.binary(Op::ShiftRight, bits, bit, span);
            let unit = frame.literal(unit);
            let lowest = frame.binary(Op::And, shifted, unit, span);
            let is_set = frame.binary(Op::Equal, lowest, unit, span);
            let votes = frame.ballot_of(Some(is_set), Some(exchange), span);
            let op = UnaryOperator::BitwiseNot;
            let others = frame.append(Expression::Unary { op, expr: votes }, span);
            let agree = frame.select(is_set, votes, others, span);
            let place = frame.local(same);
            let before = frame.load(place, span);
            let now = frame.binary(Op::And, before, agree, span);
            frame.store(place, now, span);
        })?;
        let place = self.local(same);
        Ok(self.load(place, span))
    }

    /// What the lanes of the mask make of their values, one lane after the other.
    fn reduce(
        &mut self,
        mask: &Expr,
        value: &Expr,
        op: &Expr,
        span: Span,
    ) -> Lowering<Handle<Expression>> {
        use BinaryOperator as Op;
        let op = self.reduction(op)?;
        let mask = self.plain_expr(mask)?;
        let argument = self.plain_expr(value)?;
        let is_signed = self.settle(&value.ty) == Ty::I32;
        let ty = self.naga_type(&value.ty, span)?;
        let exchange = self.masked_exchange(mask, "warp_reduce");
        let so_far = self.started(identity(op, is_signed), span);
        let own = self.lane(span);
        // Of a lane that is not there nothing is read.
        let yes = self.literal(Literal::Bool(true));
        let there = self.masked_ballot(yes, exchange, span);
        self.count_to(WARP, span, |frame, lane| {
            let one = frame.u32(1);
            let shifted = frame.binary(Op::ShiftRight, there, lane, span);
            let lowest = frame.binary(Op::And, shifted, one, span);
            let is_there = frame.binary(Op::Equal, lowest, one, span);
            let from = frame.select(is_there, lane, own, span);
            let mode = GatherMode::Shuffle(frame.in_subgroup(from, span));
            let received = frame.gather(argument, ty, mode, exchange, span);
            let place = frame.local(so_far);
            let before = frame.load(place, span);
            let joined = frame.joined(op, before, received, span);
            let now = frame.select(is_there, joined, before, span);
            frame.store(place, now, span);
        })?;
        let place = self.local(so_far);
        Ok(self.load(place, span))
    }

    /// The operation that an argument names.
    fn reduction(&self, argument: &Expr) -> Lowering<ReductionOp> {
        let value = match argument.kind {
            ExprKind::Literal(ref value) => value,
            ExprKind::Constant(id) => &self.unit.program.constants[id].value,
            _ => {
                return Err(unsupported(
                    "a reduction that is known only at run time",
                    argument.span,
                ));
            }
        };
        let place = match value {
            ConstValue::Int(place) => usize::try_from(*place).unwrap_or(usize::MAX),
            _ => usize::MAX,
        };
        let known = ReductionOp::ALL.get(place).map(|(_, op)| *op);
        known.ok_or_else(|| unsupported("this reduction", argument.span))
    }

    fn joined(
        &mut self,
        op: ReductionOp,
        a: Handle<Expression>,
        b: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        let fun = match op {
            ReductionOp::Add => return self.binary(BinaryOperator::Add, a, b, span),
            ReductionOp::And => return self.binary(BinaryOperator::And, a, b, span),
            ReductionOp::Or => return self.binary(BinaryOperator::InclusiveOr, a, b, span),
            ReductionOp::Xor => return self.binary(BinaryOperator::ExclusiveOr, a, b, span),
            ReductionOp::Min => MathFunction::Min,
            ReductionOp::Max => MathFunction::Max,
        };
        self.append(Expression::Math { fun, arg: a, arg1: Some(b), arg2: None, arg3: None }, span)
    }

    /// A variable that holds a number whenever control comes by.
    fn started(&mut self, start: Literal, span: Span) -> Handle<naga::LocalVariable> {
        let ty = self.unit.insert(None, TypeInner::Scalar(start.scalar()));
        let variable = self.add_variable("", ty, span);
        let place = self.local(variable);
        let start = self.literal(start);
        self.store(place, start, span);
        variable
    }

    /// Does something for every number below one.
    fn count_to(
        &mut self,
        count: u32,
        span: Span,
        each: impl FnOnce(&mut Self, Handle<Expression>),
    ) -> Lowering<()> {
        let counter = self.started(Literal::U32(0), span);
        let (body, _) = self.block(|frame| {
            let place = frame.local(counter);
            let number = frame.load(place, span);
            let end = frame.u32(count);
            let goes_on = frame.binary(BinaryOperator::Less, number, end, span);
            frame.stay_while(goes_on, span)?;
            each(frame, number);
            Ok(())
        })?;
        let (continuing, _) = self.block(|frame| {
            let place = frame.local(counter);
            let number = frame.load(place, span);
            let one = frame.u32(1);
            let next = frame.binary(BinaryOperator::Add, number, one, span);
            frame.store(place, next, span);
            Ok(())
        })?;
        self.push_loop(body, continuing, span);
        Ok(())
    }
}

const WIDE: Ty = Ty::Int(IntTy::U64);

fn is_wide(ty: &Ty) -> bool {
    scalar(ty).is_some_and(|scalar| scalar.width == 8)
}

/// What changes nothing when it is joined with something.
fn identity(op: ReductionOp, is_signed: bool) -> Literal {
    let bits = match (op, is_signed) {
        (ReductionOp::Add | ReductionOp::Or | ReductionOp::Xor, _) => 0,
        (ReductionOp::Max, false) => u32::MIN,
        (ReductionOp::Min | ReductionOp::And, false) | (ReductionOp::And, true) => u32::MAX,
        (ReductionOp::Min, true) => i32::MAX as u32,
        (ReductionOp::Max, true) => i32::MIN as u32,
    };
    if is_signed { Literal::I32(bits as i32) } else { Literal::U32(bits) }
}
