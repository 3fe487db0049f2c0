//! Control flow.
//!
//! An instruction that may leave no lane active has to know where the next part
//! of the construct around it starts: an else, the end, the continuing part.
//! Until that is known, it is kept in the list of the construct.

use super::{Compiler, FunctionScope, Result};
use crate::sim::code::{Binary, Op, Reg, Ternary};
use naga::{Block, Expression, Handle, Statement, SwitchCase, SwitchValue};

impl<'a> Compiler<'a> {
    /// Emits an instruction that may leave no lane active.
    pub(super) fn emit_leaving(&mut self, op: Op) -> usize {
        let index = self.emit(op);
        if let Some(open) = self.open.last_mut() {
            open.push(index);
        }
        index
    }

    /// The next part of the innermost construct starts here.
    pub(super) fn resolve(&mut self) {
        let here = self.code.ops.len() as u32;
        let Some(open) = self.open.last_mut() else { return };
        for index in std::mem::take(open) {
            match &mut self.code.ops[index] {
                Op::EndIf { empty }
                | Op::EndLoop { empty, .. }
                | Op::EndSwitch { empty }
                | Op::EndCall { empty }
                | Op::Break { empty }
                | Op::Continue { empty }
                | Op::Return { empty, .. }
                | Op::BreakIf { empty, .. } => *empty = here,
                Op::If { otherwise, .. } => *otherwise = here,
                Op::Else { end } | Op::Continuing { end } => *end = here,
                _ => {}
            }
        }
    }

    /// Ends the innermost construct with an instruction.
    pub(super) fn close(&mut self, end: Op) {
        self.resolve();
        self.open.pop();
        self.emit_leaving(end);
    }

    pub(super) fn branch(
        &mut self,
        scope: &mut FunctionScope<'a>,
        condition: Handle<Expression>,
        [accept, reject]: [&'a Block; 2],
        written: bool,
    ) -> Result<()> {
        let register = self.value(scope, condition)?;
        if self.breakable.last() == Some(&true) {
            let when = match (only_breaks(accept), only_breaks(reject)) {
                (true, false) if reject.is_empty() => Some(true),
                (false, true) if accept.is_empty() => Some(false),
                _ => None,
            };
            if let Some(when) = when {
                self.emit_leaving(Op::BreakIf { condition: register, when, empty: 0 });
                return Ok(());
            }
        }
        self.open.push(Vec::new());
        self.emit_leaving(Op::If { condition: register, otherwise: 0, written });
        self.block(scope, accept)?;
        if !reject.is_empty() {
            self.resolve();
            self.emit_leaving(Op::Else { end: 0 });
            self.block(scope, reject)?;
        }
        self.close(Op::EndIf { empty: 0 });
        Ok(())
    }

    pub(super) fn looping(
        &mut self,
        scope: &mut FunctionScope<'a>,
        body: &'a Block,
        continuing: &'a Block,
        break_if: Option<Handle<Expression>>,
    ) -> Result<()> {
        self.emit(Op::Loop);
        self.open.push(Vec::new());
        self.breakable.push(true);
        let start = self.code.ops.len() as u32;
        self.block(scope, body)?;
        // Without anybody who continues, nobody has to be waited for here, and a
        // warp that has left the loop goes to its end at once.
        if continues(body) {
            self.resolve();
            self.emit_leaving(Op::Continuing { end: 0 });
        }
        self.block(scope, continuing)?;
        if let Some(condition) = break_if {
            let condition = self.value(scope, condition)?;
            self.emit_leaving(Op::BreakIf { condition, when: true, empty: 0 });
        }
        self.breakable.pop();
        self.close(Op::EndLoop { start, empty: 0, waits: false });
        Ok(())
    }

    /// A switch finds the number of the case for each lane, and then becomes one
    /// branch per case.
    pub(super) fn switch(
        &mut self,
        scope: &mut FunctionScope<'a>,
        selector: Handle<Expression>,
        cases: &'a [SwitchCase],
    ) -> Result<()> {
        let selector = self.value(scope, selector)?;
        let case = self.choose_case(selector, cases)?;
        self.emit(Op::Switch);
        self.open.push(Vec::new());
        self.breakable.push(false);
        self.emit(Op::Branch { case });
        for (number, body) in cases.iter().enumerate() {
            if body.fall_through {
                continue;
            }
            let (condition, b) = (self.registers(1), self.constant(number as u32));
            self.emit(Op::Binary { op: Binary::EqI, to: condition, a: case, b });
            self.open.push(Vec::new());
            self.emit_leaving(Op::If { condition, otherwise: 0, written: false });
            self.block(scope, &body.body)?;
            self.emit_leaving(Op::Break { empty: 0 });
            self.close(Op::EndIf { empty: 0 });
        }
        self.breakable.pop();
        self.close(Op::EndSwitch { empty: 0 });
        Ok(())
    }

    /// The number of the case that each lane takes. Several selectors of one case
    /// come as cases that fall through into it.
    fn choose_case(&mut self, selector: Reg, cases: &[SwitchCase]) -> Result<Reg> {
        if cases.iter().any(|case| case.fall_through && !case.body.is_empty()) {
            return self.unsupported("a case that falls through into the next");
        }
        let number_of = |first: usize| {
            let ends = |case: &SwitchCase| !case.fall_through;
            cases[first..].iter().position(ends).map_or(0, |more| first + more) as u32
        };
        let default = cases.iter().position(|case| case.value == SwitchValue::Default);
        let mut chosen = self.constant(default.map_or(u32::MAX, number_of));
        for (i, case) in cases.iter().enumerate() {
            let value = match case.value {
                SwitchValue::Default => continue,
                SwitchValue::I32(value) => value as u32,
                SwitchValue::U32(value) => value,
            };
            let (equal, to) = (self.registers(1), self.registers(1));
            let (b, number) = (self.constant(value), self.constant(number_of(i)));
            self.emit(Op::Binary { op: Binary::EqI, to: equal, a: selector, b });
            self.emit(Op::Ternary { op: Ternary::Select, to, a: equal, b: chosen, c: number });
            chosen = to;
        }
        Ok(chosen)
    }
}

/// Whether a block does nothing but leave the loop.
fn only_breaks(block: &Block) -> bool {
    match &block[..] {
        [Statement::Break] => true,
        [Statement::Block(inner)] => only_breaks(inner),
        _ => false,
    }
}

/// Whether a loop's body can be left for its continuing part.
fn continues(body: &Block) -> bool {
    body.iter().any(|statement| match statement {
        Statement::Continue => true,
        Statement::Block(block) => continues(block),
        Statement::If { accept, reject, .. } => continues(accept) || continues(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| continues(&case.body)),
        // What continues in there continues there.
        _ => false,
    })
}

/// Whether a function can be left before its end.
pub(super) fn returns_early(body: &Block) -> bool {
    fn returns(statement: &Statement) -> bool {
        match statement {
            Statement::Return { .. } => true,
            Statement::Block(block) => block.iter().any(returns),
            Statement::If { accept, reject, .. } => accept.iter().chain(reject).any(returns),
            Statement::Switch { cases, .. } => {
                cases.iter().any(|case| case.body.iter().any(returns))
            }
            Statement::Loop { body, continuing, .. } => body.iter().chain(continuing).any(returns),
            _ => false,
        }
    }
    match &body[..] {
        [before @ .., Statement::Return { .. }] => before.iter().any(returns),
        all => all.iter().any(returns),
    }
}
