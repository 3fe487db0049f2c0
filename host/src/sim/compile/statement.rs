//! Statements: control flow, stores, calls, barriers.

use super::{Argument, Compiler, Result, Scope};
use crate::sim::code::{Atomic, BarrierScope, Binary, Gather, Op, Reg, Unary};
use naga::{AtomicFunction, Barrier, Block, Expression, Function, GatherMode, Handle, ScalarKind};
use naga::{Statement, SwitchCase, SwitchValue, TypeInner};

impl<'a> Compiler<'a> {
    pub(super) fn block(&mut self, scope: &mut Scope<'a>, block: &'a Block) -> Result<()> {
        for (statement, &span) in block.span_iter() {
            self.span = span;
            self.statement(scope, statement)?;
        }
        Ok(())
    }

    fn statement(&mut self, scope: &mut Scope<'a>, statement: &'a Statement) -> Result<()> {
        match statement {
            Statement::Emit(range) => {
                let statement = self.span;
                for handle in range.clone() {
                    // Reads of variables carry no span of their own.
                    let own = scope.function.expressions.get_span(handle);
                    self.span = if own.is_defined() { own } else { statement };
                    self.evaluate(scope, handle)?;
                }
                Ok(())
            }
            Statement::Block(block) => self.block(scope, block),
            Statement::If { condition, accept, reject } => {
                self.branch(scope, *condition, accept, reject)
            }
            Statement::Switch { selector, cases } => self.switch(scope, *selector, cases),
            Statement::Loop { body, continuing, break_if } => {
                self.emit(Op::Loop);
                let start = self.code.ops.len() as u32;
                self.block(scope, body)?;
                self.emit(Op::Continuing);
                self.block(scope, continuing)?;
                if let Some(condition) = *break_if {
                    let condition = self.value(scope, condition)?;
                    self.emit(Op::BreakIf { condition });
                }
                self.emit(Op::EndLoop { start });
                Ok(())
            }
            Statement::Break => self.done(Op::Break),
            Statement::Continue => self.done(Op::Continue),
            Statement::Return { value } => {
                if let (Some(value), Some(to)) = (*value, scope.result) {
                    let from = self.value(scope, value)?;
                    self.assign(scope, value, to, from)?;
                }
                self.done(Op::Return)
            }
            // A warp runs in step, so its own barrier has nothing to wait for.
            Statement::ControlBarrier(barrier) if *barrier == Barrier::SUB_GROUP => {
                self.done(Op::WarpBarrier)
            }
            Statement::ControlBarrier(barrier) => self.done(Op::Barrier(BarrierScope {
                global: barrier.contains(Barrier::STORAGE),
                shared: barrier.contains(Barrier::WORK_GROUP),
            })),
            Statement::MemoryBarrier(_) => Ok(()),
            Statement::Store { pointer, value } => {
                let from = self.value(scope, *value)?;
                let place = self.place(scope, *pointer)?;
                let place = self.add_place(place);
                self.done(Op::Store { from, place })
            }
            Statement::Atomic { pointer, fun, value, result } => {
                self.atomic(scope, *pointer, fun, *value, *result)
            }
            Statement::Call { function, arguments, result } => {
                self.call(scope, *function, arguments, *result)
            }
            Statement::SubgroupGather { mode, argument, result } => {
                self.gather(scope, mode, *argument, *result)
            }
            _ => self.unsupported("a statement of this kind"),
        }
    }

    fn done(&mut self, op: Op) -> Result<()> {
        self.emit(op);
        Ok(())
    }

    fn assign(
        &mut self,
        scope: &Scope<'a>,
        value: Handle<Expression>,
        to: Reg,
        from: Reg,
    ) -> Result<()> {
        let words = self.words(scope.info[value].ty.inner_with(&self.module.types))?;
        for word in 0..words {
            self.emit(Op::Assign { to: to + word, from: from + word });
        }
        Ok(())
    }

    fn branch(
        &mut self,
        scope: &mut Scope<'a>,
        condition: Handle<Expression>,
        accept: &'a Block,
        reject: &'a Block,
    ) -> Result<()> {
        let condition = self.value(scope, condition)?;
        let written = !(sets_hidden_flag(scope, accept) && sets_hidden_flag(scope, reject));
        let branch = self.emit(Op::If { condition, otherwise: 0, written });
        self.block(scope, accept)?;
        let middle = self.emit(Op::Else { end: 0 });
        self.code.ops[branch] = Op::If { condition, otherwise: middle as u32, written };
        self.block(scope, reject)?;
        let end = self.emit(Op::EndIf);
        self.code.ops[middle] = Op::Else { end: end as u32 };
        Ok(())
    }

    /// A switch becomes one branch per case. A lane that a case took stays in it
    /// by way of a flag, so that cases can fall through into the next.
    fn switch(
        &mut self,
        scope: &mut Scope<'a>,
        selector: Handle<Expression>,
        cases: &'a [SwitchCase],
    ) -> Result<()> {
        let selector = self.value(scope, selector)?;
        self.emit(Op::Switch);
        // Lanes that no case names take the default.
        let named = self.fresh(0);
        let mut matches = Vec::new();
        for case in cases {
            let flag = self.fresh(0);
            let value = match case.value {
                SwitchValue::Default => None,
                SwitchValue::I32(value) => Some(value as u32),
                SwitchValue::U32(value) => Some(value),
            };
            if let Some(value) = value {
                let b = self.constant(value);
                self.emit(Op::Binary { op: Binary::EqI, to: flag, a: selector, b });
                self.emit(Op::Binary { op: Binary::Or, to: named, a: named, b: flag });
            }
            matches.push(flag);
        }
        let falling = self.fresh(0);
        for (case, &flag) in cases.iter().zip(&matches) {
            if case.value == SwitchValue::Default {
                self.emit(Op::Unary { op: Unary::NotB, to: flag, a: named });
            }
            self.emit(Op::Binary { op: Binary::Or, to: flag, a: flag, b: falling });
            let written = true;
            let branch = self.emit(Op::If { condition: flag, otherwise: 0, written });
            self.block(scope, &case.body)?;
            if case.fall_through {
                self.emit(Op::Assign { to: falling, from: flag });
            } else {
                self.emit(Op::Break);
            }
            let middle = self.emit(Op::Else { end: 0 }) as u32;
            let end = self.emit(Op::EndIf) as u32;
            self.code.ops[branch] = Op::If { condition: flag, otherwise: middle, written };
            self.code.ops[middle as usize] = Op::Else { end };
        }
        self.done(Op::EndSwitch)
    }

    fn call(
        &mut self,
        scope: &mut Scope<'a>,
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
        let span = self.span;
        self.function(callee, &self.info[function], given, to)?;
        self.span = span;
        if let (Some(result), Some(to)) = (result, to) {
            scope.values.insert(result, to);
        }
        Ok(())
    }

    fn atomic(
        &mut self,
        scope: &mut Scope<'a>,
        pointer: Handle<Expression>,
        function: &AtomicFunction,
        value: Handle<Expression>,
        result: Option<Handle<Expression>>,
    ) -> Result<()> {
        let signed = match self.target(scope, pointer)? {
            TypeInner::Atomic(scalar) => scalar.kind == ScalarKind::Sint,
            _ => return self.unsupported("an atomic operation on this type"),
        };
        let op = match (function, signed) {
            (AtomicFunction::Add, _) => Atomic::Add,
            (AtomicFunction::Subtract, _) => Atomic::Sub,
            (AtomicFunction::And, _) => Atomic::And,
            (AtomicFunction::InclusiveOr, _) => Atomic::Or,
            (AtomicFunction::ExclusiveOr, _) => Atomic::Xor,
            (AtomicFunction::Min, true) => Atomic::MinS,
            (AtomicFunction::Min, false) => Atomic::MinU,
            (AtomicFunction::Max, true) => Atomic::MaxS,
            (AtomicFunction::Max, false) => Atomic::MaxU,
            (AtomicFunction::Exchange { compare: None }, _) => Atomic::Exchange,
            _ => return self.unsupported("compare and exchange"),
        };
        let value = self.value(scope, value)?;
        let place = self.place(scope, pointer)?;
        let place = self.add_place(place);
        let to = self.registers(1);
        self.emit(Op::Atomic { op, to, place, value });
        if let Some(result) = result {
            scope.values.insert(result, to);
        }
        Ok(())
    }

    fn gather(
        &mut self,
        scope: &mut Scope<'a>,
        mode: &GatherMode,
        argument: Handle<Expression>,
        result: Handle<Expression>,
    ) -> Result<()> {
        let (op, lane) = match *mode {
            GatherMode::Broadcast(lane) | GatherMode::Shuffle(lane) => (Gather::At, lane),
            GatherMode::ShuffleDown(lane) => (Gather::Up, lane),
            GatherMode::ShuffleUp(lane) => (Gather::Down, lane),
            GatherMode::ShuffleXor(lane) => (Gather::Xor, lane),
            _ => return self.unsupported("this subgroup operation"),
        };
        let lane = self.value(scope, lane)?;
        let value = self.value(scope, argument)?;
        let words = self.words(scope.info[argument].ty.inner_with(&self.module.types))?;
        let to = self.registers(words);
        for word in 0..words {
            self.emit(Op::Gather { op, to: to + word, value: value + word, lane });
        }
        scope.values.insert(result, to);
        Ok(())
    }
}

/// Whether an arm only computes something and keeps it in a variable without a
/// name: that is what naga makes of the sides of `&&` and `||`.
fn sets_hidden_flag(scope: &Scope<'_>, arm: &Block) -> bool {
    let mut stores = 0;
    let hidden = |pointer: Handle<Expression>| match scope.function.expressions[pointer] {
        Expression::LocalVariable(handle) => scope.function.local_variables[handle].name.is_none(),
        _ => false,
    };
    let plain = arm.iter().all(|statement| match statement {
        Statement::Emit(_) => true,
        Statement::If { accept, reject, .. } => {
            sets_hidden_flag(scope, accept) && sets_hidden_flag(scope, reject)
        }
        Statement::Store { pointer, .. } => {
            stores += 1;
            hidden(*pointer)
        }
        _ => false,
    });
    plain && stores == 1
}
