//! What the lanes of a warp tell each other.

use super::{Compiler, FunctionScope, Result};
use crate::sim::alu::TRUE;
use crate::sim::code::{Collect, Gather, Op, Scalar, Scan};
use naga::{CollectiveOperation, Direction, Expression, GatherMode, Handle, SubgroupOperation};

impl<'a> Compiler<'a> {
    pub(super) fn gather(
        &mut self,
        scope: &mut FunctionScope<'a>,
        mode: &GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let (op, lane) = match *mode {
            GatherMode::BroadcastFirst => (Gather::First, self.constant(0)),
            GatherMode::Broadcast(lane) | GatherMode::Shuffle(lane) => {
                (Gather::At, self.value(scope, lane)?)
            }
            GatherMode::ShuffleDown(lane) => (Gather::Up, self.value(scope, lane)?),
            GatherMode::ShuffleUp(lane) => (Gather::Down, self.value(scope, lane)?),
            GatherMode::ShuffleXor(lane) => (Gather::Xor, self.value(scope, lane)?),
            GatherMode::QuadBroadcast(lane) => (Gather::Quad, self.value(scope, lane)?),
            GatherMode::QuadSwap(Direction::X) => (Gather::Xor, self.constant(1)),
            GatherMode::QuadSwap(Direction::Y) => (Gather::Xor, self.constant(2)),
            GatherMode::QuadSwap(Direction::Diagonal) => (Gather::Xor, self.constant(3)),
        };
        let value = self.value(scope, argument)?;
        let words = self.words(scope.info[argument].ty.inner_with(&self.module.types))?;
        let to = self.registers(words);
        for word in 0..words {
            self.emit(Op::Gather { op, to: to + word, value: value + word, lane });
        }
        self.name_value(scope, result, to);
        scope.values.insert(result, to);
        Ok(())
    }

    pub(super) fn collect(
        &mut self,
        scope: &mut FunctionScope<'a>,
        op: SubgroupOperation,
        collective: CollectiveOperation,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        use SubgroupOperation as S;
        let value = self.operand(scope, argument)?;
        if value.scalar.words() != 1 {
            return self.unsupported(
                "a subgroup operation on scalars of 64 bits; let the lanes go through shared memory",
            );
        }
        let choose = |half, float, signed, unsigned| match value.scalar {
            Scalar::F16 => half,
            Scalar::F32 | Scalar::F64 => float,
            Scalar::I32 | Scalar::I64 => signed,
            Scalar::U32 | Scalar::U64 | Scalar::Bool => unsigned,
        };
        let op = match op {
            S::All | S::And => Collect::And,
            S::Any | S::Or => Collect::Or,
            S::Xor => Collect::Xor,
            S::Add => choose(Collect::AddH, Collect::AddF, Collect::AddI, Collect::AddI),
            S::Mul => choose(Collect::MulH, Collect::MulF, Collect::MulI, Collect::MulI),
            // The smaller of two 16-bit floats is one of them and needs no rounding.
            S::Min => choose(Collect::MinF, Collect::MinF, Collect::MinS, Collect::MinU),
            S::Max => choose(Collect::MaxF, Collect::MaxF, Collect::MaxS, Collect::MaxU),
        };
        let scan = match collective {
            CollectiveOperation::Reduce => Scan::Reduce,
            CollectiveOperation::InclusiveScan => Scan::Inclusive,
            CollectiveOperation::ExclusiveScan => Scan::Exclusive,
        };
        let to = self.registers(value.count);
        for i in 0..value.count {
            self.emit(Op::Collect { op, scan, to: to + i, value: value.at(i) });
        }
        self.name_value(scope, result, to);
        scope.values.insert(result, to);
        Ok(())
    }

    pub(super) fn ballot(
        &mut self,
        scope: &mut FunctionScope<'a>,
        predicate: Option<Handle<Expression>>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let condition = match predicate {
            Some(predicate) => self.value(scope, predicate)?,
            None => self.constant(TRUE),
        };
        let to = self.registers(4);
        self.emit(Op::Ballot { to, condition });
        self.name_value(scope, result, to);
        scope.values.insert(result, to);
        Ok(())
    }
}
