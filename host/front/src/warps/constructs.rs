//! Activity flags of the control flow around a statement.

use super::rewriter::Rewriter;
use naga::{BinaryOperator, Block, Expression, Handle, Literal, LocalVariable, Scalar, Statement};

/// Where a thread finds out whether it is active.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Flag {
    /// It is settled, because nothing inside leaves early.
    Value(Handle<Expression>),
    /// It may change on the way.
    Variable(Handle<LocalVariable>),
}

/// What kind of control flow a flag is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ConstructKind {
    Branch,
    Switch,
    Loop,
    Iteration,
}

/// One construct around a statement.
#[derive(Clone, Copy, Debug)]
pub(super) struct Construct {
    pub(super) kind: ConstructKind,
    pub(super) flag: Flag,
}

/// A statement by which threads leave constructs around it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Exit {
    Break,
    Continue,
    Return(Option<Handle<Expression>>),
}

impl Exit {
    /// The exit that a statement is, with its value among the old expressions.
    pub(super) fn of(statement: &Statement) -> Option<Exit> {
        match statement {
            Statement::Break => Some(Exit::Break),
            Statement::Continue => Some(Exit::Continue),
            Statement::Return { value } => Some(Exit::Return(*value)),
            _ => None,
        }
    }

    /// Whether it goes no further than out of this.
    fn ends_at(self, kind: ConstructKind) -> bool {
        match self {
            Exit::Break => matches!(kind, ConstructKind::Loop | ConstructKind::Switch),
            Exit::Continue => kind == ConstructKind::Iteration,
            Exit::Return(_) => false,
        }
    }
}

impl Rewriter<'_, '_> {
    /// The flag of the innermost construct; nothing where all threads of the
    /// block are known to be active.
    pub(super) fn flag(&self) -> Option<Flag> {
        self.constructs.last().map(|construct| construct.flag).or(self.base)
    }

    /// What the flag is at this point.
    pub(super) fn active(&mut self, out: &mut Block) -> Option<Handle<Expression>> {
        Some(match self.flag()? {
            Flag::Value(value) => value,
            Flag::Variable(variable) => self.load_variable(variable, out),
        })
    }

    /// Whether the thread is active and a condition holds for it.
    pub(super) fn active_and(
        &mut self,
        condition: Handle<Expression>,
        out: &mut Block,
    ) -> Handle<Expression> {
        match self.active(out) {
            Some(active) => self.binary(BinaryOperator::LogicalAnd, active, condition, out),
            None => condition,
        }
    }

    /// Lets the threads for which `condition` holds, all of them active, leave.
    /// What they leave goes on without them.
    pub(super) fn leave(
        &mut self,
        exit: Exit,
        condition: Handle<Expression>,
        value: Option<Handle<Expression>>,
        out: &mut Block,
    ) {
        let mut accept = Block::new();
        if let Some(value) = value {
            let variable = self.return_variable();
            if let Some(variable) = variable {
                self.store_variable(variable, value, &mut accept);
            }
        }
        let mut left = Vec::new();
        for construct in self.constructs.iter().rev() {
            left.push(construct.flag);
            if exit.ends_at(construct.kind) {
                break;
            }
        }
        if matches!(exit, Exit::Return(_)) {
            self.has_returned = true;
            left.push(self.base_flag());
        }
        let off = self.bool(false);
        for flag in left {
            if let Flag::Variable(variable) = flag {
                self.store_variable(variable, off, &mut accept);
            }
        }
        out.push(Statement::If { condition, accept, reject: Block::new() }, self.span);
    }

    /// The flag of the function itself. An entry point has none until its first
    /// return.
    fn base_flag(&mut self) -> Flag {
        if let Some(flag) = self.base {
            return flag;
        }
        let on = self.append(Expression::Literal(Literal::Bool(true)));
        let variable = self.variable("active", Scalar::BOOL);
        self.target.local_variables.get_mut(variable).init = Some(on);
        *self.base.insert(Flag::Variable(variable))
    }

    /// Where the function's value waits for its end.
    fn return_variable(&mut self) -> Option<Handle<LocalVariable>> {
        if self.return_value.is_none() {
            let ty = self.source.result.as_ref()?.ty;
            self.return_value = Some(self.variable_of("return_value", ty));
        }
        self.return_value
    }
}
