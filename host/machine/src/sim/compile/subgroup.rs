//! Compilation of subgroup operations.

use super::{Compiler, FunctionScope, Result};
use crate::sim::alu::TRUE;
use crate::sim::code::{Collect, Gather, Op, Reg, Scalar, Scan, WarpCall};
use naga::SubgroupOperation;
use naga::{CollectiveOperation, Direction, Expression, GatherMode, Handle, ScalarKind};
use warpbench_semantics::{Dialect, MaskedExchange};

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
        let inner = scope.info[argument].ty.inner_with(&self.module.types);
        let words = self.words(inner)?;
        let scalar = inner.scalar().map_or("", |scalar| number_name(scalar.kind));
        let exchange = self.semantics.exchange(scope.key, result).copied();
        let mask = self.mask_of(scope, exchange)?;
        let name = match exchange {
            Some(exchange) => exchange.name.to_owned(),
            None => self.in_language(gather_name(mode), &gather_function(mode, scalar)),
        };
        let to = self.registers(words);
        let first = self.code.ops.len() as u32;
        let call = self.call_of(exchange);
        for word in 0..words {
            self.emit_call(
                Op::Gather { op, to: to + word, value: value + word, lane, mask },
                (first, call),
                &name,
            );
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
        let name = self.in_language(collective_name(op, collective), vote_function(op));
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
        let first = self.code.ops.len() as u32;
        for i in 0..value.count {
            let op = Op::Collect { op, scan, to: to + i, value: value.at(i) };
            self.emit_call(op, (first, first), &name);
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
            Some(predicate) => Some(self.value(scope, predicate)?),
            None => None,
        };
        let exchange = self.semantics.exchange(scope.key, result).copied();
        let mask = self.mask_of(scope, exchange)?;
        let to = self.registers(4);
        match (condition, self.semantics.dialect) {
            // CUDA asks which lanes are active without asking them to come.
            (None, Dialect::Cuda) => {
                self.emit(Op::ActiveMask { to });
            }
            _ => {
                let condition = condition.unwrap_or_else(|| self.constant(TRUE));
                let name = match exchange {
                    Some(exchange) => exchange.name.to_owned(),
                    None => self.in_language("subgroupBallot", "ballot"),
                };
                let first = self.code.ops.len() as u32;
                let call = self.call_of(exchange);
                self.emit_call(Op::Ballot { to, condition, mask }, (first, call), &name);
            }
        }
        self.name_value(scope, result, to);
        scope.values.insert(result, to);
        Ok(())
    }

    /// The register with the lanes that an operation is for.
    fn mask_of(
        &mut self,
        scope: &mut FunctionScope<'a>,
        exchange: Option<MaskedExchange>,
    ) -> Result<Option<Reg>> {
        exchange.map(|exchange| self.value(scope, exchange.mask)).transpose()
    }

    /// The first instruction of the call of the text that the next instruction belongs
    /// to, which may take several operations.
    fn call_of(&mut self, exchange: Option<MaskedExchange>) -> u32 {
        let next = self.code.ops.len() as u32;
        let Some(exchange) = exchange else { return next };
        match self.masked_call {
            Some((call, first)) if call == exchange.call => first,
            _ => {
                self.masked_call = Some((exchange.call, next));
                next
            }
        }
    }

    /// The instruction that comes next is a call of this name.
    pub(super) fn name_call(&mut self, name: &str) {
        let first = self.code.ops.len() as u32;
        let call = WarpCall { name: name.to_owned(), first, call: first };
        self.code.warp_calls.insert(first, call);
    }

    /// Emits an instruction of a call that starts with an instruction.
    fn emit_call(&mut self, op: Op, (first, call): (u32, u32), name: &str) {
        let at = self.emit(op) as u32;
        self.code.warp_calls.insert(at, WarpCall { name: name.to_owned(), first, call });
    }

    /// What the kernel's language calls something.
    fn in_language(&self, wgsl: &str, cuda: &str) -> String {
        match self.semantics.dialect {
            Dialect::Wgsl => wgsl.to_owned(),
            Dialect::Cuda => cuda.to_owned(),
        }
    }
}

/// What WGSL calls an exchange.
fn gather_name(mode: &GatherMode) -> &'static str {
    match mode {
        GatherMode::BroadcastFirst => "subgroupBroadcastFirst",
        GatherMode::Broadcast(_) => "subgroupBroadcast",
        GatherMode::Shuffle(_) => "subgroupShuffle",
        GatherMode::ShuffleDown(_) => "subgroupShuffleDown",
        GatherMode::ShuffleUp(_) => "subgroupShuffleUp",
        GatherMode::ShuffleXor(_) => "subgroupShuffleXor",
        GatherMode::QuadBroadcast(_) => "quadBroadcast",
        GatherMode::QuadSwap(Direction::X) => "quadSwapX",
        GatherMode::QuadSwap(Direction::Y) => "quadSwapY",
        GatherMode::QuadSwap(Direction::Diagonal) => "quadSwapDiagonal",
    }
}

/// The function for kernels in Rust that becomes an exchange.
fn gather_function(mode: &GatherMode, number: &str) -> String {
    let how = match mode {
        GatherMode::ShuffleDown(_) => "down",
        GatherMode::ShuffleUp(_) => "up",
        GatherMode::ShuffleXor(_) => "xor",
        GatherMode::BroadcastFirst
        | GatherMode::Broadcast(_)
        | GatherMode::Shuffle(_)
        | GatherMode::QuadBroadcast(_)
        | GatherMode::QuadSwap(_) => "from",
    };
    format!("shuffle_{how}_{number}")
}

/// What a scalar of 32 bits is called.
fn number_name(kind: ScalarKind) -> &'static str {
    match kind {
        ScalarKind::Sint | ScalarKind::AbstractInt => "i32",
        ScalarKind::Uint | ScalarKind::Bool => "u32",
        ScalarKind::Float | ScalarKind::AbstractFloat => "f32",
    }
}

/// What WGSL calls an operation over all lanes.
fn collective_name(op: SubgroupOperation, collective: CollectiveOperation) -> &'static str {
    use CollectiveOperation as C;
    use SubgroupOperation as S;
    match (op, collective) {
        (S::All, _) => "subgroupAll",
        (S::Any, _) => "subgroupAny",
        (S::Add, C::Reduce) => "subgroupAdd",
        (S::Add, C::InclusiveScan) => "subgroupInclusiveAdd",
        (S::Add, C::ExclusiveScan) => "subgroupExclusiveAdd",
        (S::Mul, C::Reduce) => "subgroupMul",
        (S::Mul, C::InclusiveScan) => "subgroupInclusiveMul",
        (S::Mul, C::ExclusiveScan) => "subgroupExclusiveMul",
        (S::Min, _) => "subgroupMin",
        (S::Max, _) => "subgroupMax",
        (S::And, _) => "subgroupAnd",
        (S::Or, _) => "subgroupOr",
        (S::Xor, _) => "subgroupXor",
    }
}

/// The function for kernels in Rust that becomes such an operation: votes alone.
fn vote_function(op: SubgroupOperation) -> &'static str {
    if op == SubgroupOperation::All { "vote_all" } else { "vote_any" }
}
