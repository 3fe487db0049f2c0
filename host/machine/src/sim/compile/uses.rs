//! Uses within a function, found out before it is compiled.
//!
//! Statements and expressions are numbered in the order of the text. With that, a
//! read of a variable needs no copy of its own as long as nobody writes to the
//! variable before the last use of what was read, and a variable whose life
//! starts with an assignment need not be set to zero.

use naga::{Block, Expression, Function, Handle, LocalVariable, Statement};
use std::collections::HashMap;

/// Where a function uses its expressions and variables.
#[derive(Debug, Default)]
pub(super) struct Uses {
    /// For each expression where naga emits it; zero where it never does.
    emitted: Vec<u32>,
    /// For each expression where it is used last.
    last: Vec<u32>,
    variables: HashMap<Handle<LocalVariable>, VariableUses>,
}

#[derive(Debug, Default)]
struct VariableUses {
    /// Where it may change, in order.
    writes: Vec<u32>,
    /// Where the block ends at whose start, or later, it is set as a whole before
    /// anything else is done with it.
    set_until: Option<u32>,
    last: u32,
}

impl Uses {
    /// `mask` is what the semantics know of the lanes that a warp operation with this
    /// result is for.
    pub(super) fn of(
        function: &Function,
        mask: &dyn Fn(Handle<Expression>) -> Option<Handle<Expression>>,
    ) -> Uses {
        let mut uses = Uses {
            emitted: vec![0; function.expressions.len()],
            last: vec![0; function.expressions.len()],
            variables: HashMap::new(),
        };
        let mut walk = Walk { function, mask, uses: &mut uses, position: 0, loops: Vec::new() };
        walk.block(&function.body);
        uses
    }

    /// Whether what is read from a variable is used up before the variable
    /// changes.
    pub(super) fn outlives(
        &self,
        read: Handle<Expression>,
        variable: Handle<LocalVariable>,
    ) -> bool {
        let (start, end) = (self.emitted[read.index()], self.last[read.index()]);
        let Some(uses) = self.variables.get(&variable) else { return true };
        let next = uses.writes.partition_point(|&write| write <= start);
        start > 0 && uses.writes.get(next).is_none_or(|&write| write >= end)
    }

    /// Whether a variable is set before anybody looks at it.
    pub(super) fn sets_first(&self, variable: Handle<LocalVariable>) -> bool {
        match self.variables.get(&variable) {
            Some(uses) => uses.set_until.is_some_and(|end| uses.last <= end),
            None => true,
        }
    }
}

struct Walk<'a> {
    function: &'a Function,
    mask: &'a dyn Fn(Handle<Expression>) -> Option<Handle<Expression>>,
    uses: &'a mut Uses,
    position: u32,
    /// For each loop around this statement where it starts, and what it uses from
    /// outside.
    loops: Vec<(u32, Vec<Handle<Expression>>)>,
}

impl Walk<'_> {
    fn block(&mut self, block: &Block) {
        let mut set_here = Vec::new();
        for statement in block {
            self.position += 1;
            if let Statement::Store { pointer, .. } = statement
                && let Expression::LocalVariable(variable) = self.function.expressions[*pointer]
                && !self.uses.variables.contains_key(&variable)
            {
                set_here.push(variable);
            }
            self.statement(statement);
        }
        self.position += 1;
        for variable in set_here {
            self.uses.variables.entry(variable).or_default().set_until = Some(self.position);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Emit(range) => {
                for handle in range.clone() {
                    self.position += 1;
                    self.uses.emitted[handle.index()] = self.position;
                    self.operands(handle);
                }
            }
            Statement::Block(block) => self.block(block),
            Statement::If { condition, accept, reject } => {
                self.value(*condition);
                self.block(accept);
                self.block(reject);
            }
            Statement::Switch { selector, cases } => {
                self.value(*selector);
                for case in cases {
                    self.block(&case.body);
                }
            }
            Statement::Loop { body, continuing, break_if } => {
                self.loops.push((self.position, Vec::new()));
                self.block(body);
                self.block(continuing);
                if let Some(condition) = *break_if {
                    self.value(condition);
                }
                self.position += 1;
                let (_, outside) = self.loops.pop().unwrap_or_default();
                for handle in outside {
                    self.uses.last[handle.index()] = self.position;
                }
            }
            Statement::Store { pointer, value } => {
                self.value(*value);
                self.value(*pointer);
                self.change(*pointer);
            }
            Statement::Call { arguments, .. } => {
                for &argument in arguments {
                    self.change(argument);
                }
                // What was given is used until the function is left.
                self.position += 1;
                for &argument in arguments {
                    self.value(argument);
                }
            }
            _ => self.other(statement),
        }
    }

    fn other(&mut self, statement: &Statement) {
        match statement {
            Statement::Return { value } => value.iter().for_each(|&value| self.value(value)),
            Statement::Atomic { pointer, fun, value, .. } => {
                self.value(*pointer);
                self.value(*value);
                if let naga::AtomicFunction::Exchange { compare: Some(compare) } = *fun {
                    self.value(compare);
                }
            }
            Statement::WorkGroupUniformLoad { pointer, .. } => self.value(*pointer),
            Statement::SubgroupBallot { predicate, result } => {
                let mask = (self.mask)(*result);
                predicate.iter().chain(&mask).for_each(|&value| self.value(value));
            }
            Statement::SubgroupGather { mode, argument, result } => {
                self.value(*argument);
                (self.mask)(*result).into_iter().for_each(|mask| self.value(mask));
                match *mode {
                    naga::GatherMode::Broadcast(lane)
                    | naga::GatherMode::Shuffle(lane)
                    | naga::GatherMode::ShuffleDown(lane)
                    | naga::GatherMode::ShuffleUp(lane)
                    | naga::GatherMode::ShuffleXor(lane)
                    | naga::GatherMode::QuadBroadcast(lane) => self.value(lane),
                    naga::GatherMode::BroadcastFirst | naga::GatherMode::QuadSwap(_) => {}
                }
            }
            Statement::SubgroupCollectiveOperation { argument, .. } => self.value(*argument),
            _ => {}
        }
    }

    /// A variable behind a pointer may change here.
    fn change(&mut self, mut pointer: Handle<Expression>) {
        loop {
            match self.function.expressions[pointer] {
                Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                    pointer = base;
                }
                Expression::LocalVariable(variable) => {
                    let uses = self.uses.variables.entry(variable).or_default();
                    uses.writes.push(self.position);
                    uses.last = self.position;
                    return;
                }
                _ => return,
            }
        }
    }

    /// An expression is used here, and with it those that it is a part of.
    fn value(&mut self, handle: Handle<Expression>) {
        if self.uses.last[handle.index()] == self.position {
            return;
        }
        self.uses.last[handle.index()] = self.position;
        for (start, outside) in &mut self.loops {
            if self.uses.emitted[handle.index()] <= *start {
                outside.push(handle);
            }
        }
        match self.function.expressions[handle] {
            // These may have no registers of their own.
            Expression::Access { base, index } => {
                self.value(base);
                self.value(index);
            }
            Expression::AccessIndex { base, .. } => self.value(base),
            Expression::As { expr, .. } => self.value(expr),
            Expression::Relational { argument, .. } => self.value(argument),
            Expression::Math { arg, .. } => self.value(arg),
            Expression::LocalVariable(variable) => {
                self.uses.variables.entry(variable).or_default().last = self.position;
            }
            _ => {}
        }
    }

    /// Uses what an expression is made of.
    fn operands(&mut self, handle: Handle<Expression>) {
        match &self.function.expressions[handle] {
            Expression::Compose { components, .. } => {
                components.iter().for_each(|&component| self.value(component));
            }
            &Expression::Access { base, index } => {
                self.value(base);
                self.value(index);
            }
            &Expression::AccessIndex { base, .. } => self.value(base),
            &Expression::Splat { value, .. } => self.value(value),
            &Expression::Swizzle { vector, .. } => self.value(vector),
            &Expression::Load { pointer } => self.value(pointer),
            &Expression::Unary { expr, .. } | &Expression::As { expr, .. } => self.value(expr),
            &Expression::Binary { left, right, .. } => {
                self.value(left);
                self.value(right);
            }
            &Expression::Select { condition, accept, reject } => {
                self.value(condition);
                self.value(accept);
                self.value(reject);
            }
            &Expression::Relational { argument, .. } => self.value(argument),
            &Expression::Math { arg, arg1, arg2, arg3, .. } => {
                for argument in [Some(arg), arg1, arg2, arg3].into_iter().flatten() {
                    self.value(argument);
                }
            }
            &Expression::ArrayLength(pointer) => self.value(pointer),
            _ => {}
        }
    }
}
