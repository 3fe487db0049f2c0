//! Statements: stores, calls, barriers, atomics.

use super::{Argument, Compiler, FunctionScope, Result, WrittenOut};
use crate::sim::code::{Atomic, AtomicFunction, BarrierScope, CalleeName, Op, Reg};
use naga::{Barrier, Block, Expression, Function, Handle, Span, Statement, TypeInner};
use warpbench_semantics::{AtomicUpdate, Dialect, MemoryOrder, StatementFact, Synchronization};

/// What an atomic operation works on and with, and what it yields.
type AtomicOperands = (Handle<Expression>, Handle<Expression>, Option<Handle<Expression>>);

impl<'a> Compiler<'a> {
    pub(super) fn block(&mut self, scope: &mut FunctionScope<'a>, block: &'a Block) -> Result<()> {
        let around = self.written_out.len();
        for (statement, &span) in block.span_iter() {
            self.span = self.semantics.place(span);
            self.statement(scope, statement, self.semantics.fact(span))?;
            if self.code.ops.len() > super::MOST_OPS {
                return Err(super::CompileError::TooLarge { span: self.semantics.place(span) });
            }
            // What follows these is never executed.
            if let Statement::Break | Statement::Continue | Statement::Return { .. } = statement {
                break;
            }
        }
        // What nobody gets to the end of has no end of its own.
        self.end_written_out(around);
        Ok(())
    }

    fn statement(
        &mut self,
        scope: &mut FunctionScope<'a>,
        statement: &'a Statement,
        fact: Option<&'a StatementFact>,
    ) -> Result<()> {
        // What nobody has said is relaxed.
        let how = fact.and_then(StatementFact::synchronization).unwrap_or_default();
        match statement {
            Statement::Emit(range) => {
                let statement = self.span;
                match fact {
                    Some(StatementFact::InlinedCall { name }) => self.start_inlined(*name),
                    Some(StatementFact::InlinedCallEnd) => self.end_inlined(),
                    _ => {}
                }
                for handle in range.clone() {
                    // Reads of variables carry no span of their own.
                    let own = scope.function.expressions.get_span(handle);
                    self.span = if own.is_defined() { own } else { statement };
                    self.evaluate(scope, handle)?;
                }
                Ok(())
            }
            Statement::Block(block) => match fact {
                Some(StatementFact::Update(update, how)) => self.atomic_update(scope, update, *how),
                Some(StatementFact::Print(print)) => self.print(scope, print),
                _ => self.block(scope, block),
            },
            Statement::If { condition, accept, reject } => {
                let written = !matches!(fact, Some(StatementFact::LazyOperator));
                self.branch(scope, *condition, [accept, reject], written)
            }
            Statement::Switch { selector, cases } => self.switch(scope, *selector, cases),
            Statement::Loop { body, continuing, break_if } => {
                self.looping(scope, body, continuing, *break_if)
            }
            Statement::Break => self.leave(Op::Break { empty: 0 }),
            Statement::Continue => self.leave(Op::Continue { empty: 0 }),
            Statement::Return { value } => {
                if let Some(StatementFact::Failure(failure)) = fact {
                    self.fail(scope, failure)?;
                }
                let written = matches!(fact, Some(StatementFact::WrittenReturn));
                self.leave_function(scope, *value, written)
            }
            Statement::ControlBarrier(barrier) => self.barrier(scope, *barrier, fact),
            Statement::MemoryBarrier(_) => {
                self.emit(Op::Fence(how));
                Ok(())
            }
            Statement::Store { pointer, value } => self.store(scope, *pointer, *value, fact),
            Statement::Atomic { pointer, fun, value, result } => {
                let failure = fact.map(StatementFact::failure_order).unwrap_or_default();
                self.atomic(scope, (*pointer, *value, *result), fun, (how, failure))
            }
            Statement::WorkGroupUniformLoad { pointer, result } => {
                self.uniform_load(scope, *pointer, *result)
            }
            Statement::Call { function, arguments, result } => {
                match self.semantics.intrinsic(*function) {
                    Some(intrinsic) => self.intrinsic(scope, intrinsic, arguments, *result),
                    None => self.call(scope, *function, arguments, *result),
                }
            }
            Statement::SubgroupBallot { predicate, result } => {
                self.ballot(scope, *predicate, *result)
            }
            Statement::SubgroupGather { mode, argument, result } => {
                self.gather(scope, mode, *argument, *result)
            }
            Statement::SubgroupCollectiveOperation { op, collective_op, argument, result } => {
                self.collect(scope, *op, *collective_op, *argument, *result)
            }
            Statement::ImageStore { .. } | Statement::ImageAtomic { .. } => {
                self.unsupported("textures and samplers")
            }
            Statement::RayQuery { .. } | Statement::RayPipelineFunction(_) => {
                self.unsupported("ray queries")
            }
            _ => self.unsupported("a statement of this kind"),
        }
    }

    fn leave(&mut self, op: Op) -> Result<()> {
        self.emit_leaving(op);
        Ok(())
    }

    fn leave_function(
        &mut self,
        scope: &mut FunctionScope<'a>,
        value: Option<Handle<Expression>>,
        written: bool,
    ) -> Result<()> {
        if let (Some(value), Some(to)) = (value, scope.result) {
            let from = self.value(scope, value)?;
            let words = self.words(scope.info[value].ty.inner_with(&self.module.types))?;
            for word in 0..words {
                self.emit(Op::Copy { to: to + word, from: from + word });
            }
        }
        // The end of a function that nobody leaves early needs nothing.
        if scope.framed {
            self.emit_leaving(Op::Return { empty: 0, written });
        }
        Ok(())
    }

    fn barrier(
        &mut self,
        scope: &mut FunctionScope<'a>,
        barrier: Barrier,
        fact: Option<&StatementFact>,
    ) -> Result<()> {
        let op = if barrier == Barrier::SUB_GROUP {
            let mask = match fact {
                Some(StatementFact::WarpBarrier { mask }) => Some(self.value(scope, *mask)?),
                _ => None,
            };
            if mask.is_some() {
                self.name_call("sync_warp");
            }
            Op::WarpBarrier { mask }
        } else {
            // A barrier of CUDA orders all memory; the module says what a GPU needs to
            // be told, which is less where nobody reads what is written.
            let orders_all = self.semantics.dialect == Dialect::Cuda;
            Op::Barrier(BarrierScope {
                global: orders_all || barrier.contains(Barrier::STORAGE),
                shared: orders_all || barrier.contains(Barrier::WORK_GROUP),
            })
        };
        self.emit(op);
        Ok(())
    }

    fn store(
        &mut self,
        scope: &mut FunctionScope<'a>,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        fact: Option<&StatementFact>,
    ) -> Result<()> {
        let from = self.value(scope, value)?;
        let memory_ref = self.memory_ref(scope, pointer)?;
        if let Some(to) = Self::fixed_registers(&memory_ref) {
            let count = memory_ref.leaves.len() as u32;
            // Whoever else has the registers would lose what is in them.
            let needless = scope.owners.contains(&value)
                && scope.info[value].ref_count == 1
                && !scope.function.named_expressions.contains_key(&value)
                && !self.semantics.is_mask(scope.key, value);
            if !(needless && self.retarget(from, to, count)) {
                self.emit(Op::Move { to, from, count });
            }
            return Ok(());
        }
        let atomic = match self.target(scope, pointer)? {
            TypeInner::Atomic(_) => self.semantics.write(fact),
            _ => None,
        };
        let memory_ref = self.add_memory_ref(memory_ref);
        match atomic {
            Some(how) => {
                self.emit(Op::AtomicStore { from, memory_ref, how });
            }
            None => {
                self.emit(Op::Store { from, memory_ref });
                self.note_update(scope, pointer, value);
            }
        }
        Ok(())
    }

    /// Lets the instructions that made a value, if they are the last ones, put it
    /// where it is wanted, so that it need not be moved there.
    fn retarget(&mut self, from: Reg, to: Reg, count: u32) -> bool {
        let Some(first) = self.code.ops.len().checked_sub(count as usize) else { return false };
        match self.code.ops.last_mut() {
            Some(Op::Load { to: target, memory_ref })
                if *target == from
                    && self.code.memory_refs[*memory_ref as usize].leaves.len()
                        == count as usize =>
            {
                *target = to;
                return true;
            }
            Some(Op::Wide { to: target, .. } | Op::Widen { to: target, .. })
                if *target == from && count == 2 =>
            {
                *target = to;
                return true;
            }
            _ => {}
        }
        // Neither what is made on the way nor what was overwritten already may be
        // needed.
        let fits = self.code.ops[first..].iter().zip(0..).all(|(op, i)| {
            let (target, operands) = match *op {
                Op::Unary { to, a, .. } => (to, [a, a, a]),
                Op::Binary { to, a, b, .. } => (to, [a, b, b]),
                Op::Ternary { to, a, b, c, .. } => (to, [a, b, c]),
                _ => return false,
            };
            let spoiled = |r: &Reg| (from..from + count).contains(r) || (to..to + i).contains(r);
            target == from + i && !operands.iter().any(spoiled)
        });
        if fits {
            for (op, register) in self.code.ops[first..].iter_mut().zip(to..) {
                if let Op::Unary { to, .. } | Op::Binary { to, .. } | Op::Ternary { to, .. } = op {
                    *to = register;
                }
            }
        }
        fits
    }

    fn call(
        &mut self,
        scope: &mut FunctionScope<'a>,
        function: Handle<Function>,
        arguments: &[Handle<Expression>],
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let callee = &self.module.functions[function];
        let mut given = Vec::new();
        for &argument in arguments {
            let inner = scope.info[argument].ty.inner_with(&self.module.types);
            let is_pointer =
                matches!(inner, TypeInner::Pointer { .. } | TypeInner::ValuePointer { .. });
            given.push(if is_pointer {
                Argument::Pointer(self.chain(scope, argument)?)
            } else {
                Argument::Value(self.value(scope, argument)?)
            });
        }
        let to = match &callee.result {
            Some(result) => {
                let words = self.words(&self.module.types[result.ty].inner)?;
                Some(self.registers(words))
            }
            None => None,
        };
        let (span, first) = (self.span, self.code.ops.len());
        self.function(Some(function), callee, &self.info[function], given, to)?;
        self.span = span;
        let name = match self.semantics.function_name(function) {
            Some(name) => CalleeName::At(name),
            None => CalleeName::Known(callee.name.clone().unwrap_or_default()),
        };
        self.code.calls.add(name, span, first..self.code.ops.len());
        if let (Some(result), Some(to)) = (result, to) {
            self.name_value(scope, result, to);
            scope.values.insert(result, to);
        }
        Ok(())
    }

    /// A body that is written out where it is called starts.
    fn start_inlined(&mut self, name: Span) {
        let first = self.code.ops.len();
        self.written_out.push(WrittenOut { name, call: self.span, first });
    }

    /// The innermost of them ends.
    fn end_inlined(&mut self) {
        self.end_written_out(self.written_out.len().saturating_sub(1));
    }

    /// Ends the bodies under way down to so many.
    fn end_written_out(&mut self, left: usize) {
        let end = self.code.ops.len();
        for WrittenOut { name, call, first } in self.written_out.drain(left..).rev() {
            self.code.calls.add(CalleeName::At(name), call, first..end);
        }
    }

    fn atomic(
        &mut self,
        scope: &mut FunctionScope<'a>,
        (pointer, value, result): AtomicOperands,
        function: &naga::AtomicFunction,
        (how, failure): (Synchronization, MemoryOrder),
    ) -> Result<()> {
        let scalar = match self.target(scope, pointer)? {
            TypeInner::Atomic(scalar) => self.scalar(scalar)?,
            _ => return self.unsupported("an atomic operation on this type"),
        };
        let value = self.value(scope, value)?;
        let memory_ref = self.memory_ref(scope, pointer)?;
        let memory_ref = self.add_memory_ref(memory_ref);
        let words = scalar.words();
        let function = match *function {
            naga::AtomicFunction::Add => AtomicFunction::Add,
            naga::AtomicFunction::Subtract => AtomicFunction::Sub,
            naga::AtomicFunction::And => AtomicFunction::And,
            naga::AtomicFunction::InclusiveOr => AtomicFunction::Or,
            naga::AtomicFunction::ExclusiveOr => AtomicFunction::Xor,
            naga::AtomicFunction::Min => AtomicFunction::Min,
            naga::AtomicFunction::Max => AtomicFunction::Max,
            naga::AtomicFunction::Exchange { compare: None } => AtomicFunction::Exchange,
            naga::AtomicFunction::Exchange { compare: Some(compare) } => {
                let expected = self.value(scope, compare)?;
                // The result is a structure: what was there, and whether it was
                // exchanged.
                let to = self.registers(words + 1);
                self.emit(Op::CompareExchange { to, memory_ref, expected, value, how, failure });
                self.equal(scalar, to + words, to, expected);
                if let Some(result) = result {
                    scope.values.insert(result, to);
                }
                return Ok(());
            }
        };
        let used = result.is_some_and(|result| scope.info[result].ref_count > 0);
        let to = self.registers(words);
        self.emit(Op::Atomic { op: Atomic { function, scalar, used, how }, to, memory_ref, value });
        if let Some(result) = result {
            self.name_value(scope, result, to);
            scope.values.insert(result, to);
        }
        Ok(())
    }

    /// A block that stands for one atomic operation.
    fn atomic_update(
        &mut self,
        scope: &mut FunctionScope<'a>,
        update: &AtomicUpdate,
        how: Synchronization,
    ) -> Result<()> {
        let scalar = self.scalar(update.scalar)?;
        let function = match update.function {
            naga::AtomicFunction::Add => AtomicFunction::Add,
            naga::AtomicFunction::Min => AtomicFunction::Min,
            naga::AtomicFunction::Max => AtomicFunction::Max,
            _ => return self.unsupported("an atomic operation of this kind"),
        };
        let value = self.value(scope, update.value)?;
        let memory_ref = self.memory_ref(scope, update.pointer)?;
        let memory_ref = self.add_memory_ref(memory_ref);
        let used = scope.info[update.read].ref_count > 0;
        let to = self.registers(scalar.words());
        self.emit(Op::Atomic { op: Atomic { function, scalar, used, how }, to, memory_ref, value });
        let Some(&result) = scope.locals.get(&update.result) else {
            return self.unsupported("an atomic operation of this kind");
        };
        for word in 0..scalar.words() {
            self.emit(Op::Copy { to: result + word, from: to + word });
        }
        Ok(())
    }

    /// All threads read the same between two barriers.
    fn uniform_load(
        &mut self,
        scope: &mut FunctionScope<'a>,
        pointer: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let barrier = Op::Barrier(BarrierScope { global: false, shared: true });
        self.emit(barrier);
        let memory_ref = self.memory_ref(scope, pointer)?;
        let to = match self.target(scope, pointer)? {
            TypeInner::Atomic(_) => {
                let to = self.registers(memory_ref.leaves.len() as u32);
                let memory_ref = self.add_memory_ref(memory_ref);
                self.emit(Op::AtomicLoad { to, memory_ref, how: Synchronization::default() });
                to
            }
            _ => self.load_memory_ref(memory_ref),
        };
        self.emit(barrier);
        self.name_value(scope, result, to);
        scope.values.insert(result, to);
        Ok(())
    }
}
