//! Runs of statements that a thread executes for itself between points where threads
//! cooperate.
//!
//! It goes under the thread's flag, as much as fits into one `if`. What cannot do
//! harm stays outside, before and after it: arithmetic, and reads of a thread's
//! own variables. Values that are needed after the `if` wait in variables.

use super::Result;
use super::operands;
use super::rewriter::Rewriter;
use naga::proc::TypeResolution;
use naga::{AddressSpace, Block, Expression, Handle, LocalVariable, Span, Statement, Type};

/// One thing that a thread does.
#[derive(Clone, Copy, Debug)]
pub(super) enum Item<'s> {
    Expression(Handle<Expression>, Span),
    Statement(&'s Statement, Span),
}

impl<'s> Item<'s> {
    /// A statement, item by item.
    pub(super) fn all(statement: &'s Statement, span: Span) -> Vec<Item<'s>> {
        match statement {
            Statement::Emit(range) => {
                range.clone().map(|handle| Item::Expression(handle, span)).collect()
            }
            other => vec![Item::Statement(other, span)],
        }
    }

    fn span(self) -> Span {
        match self {
            Item::Expression(_, span) | Item::Statement(_, span) => span,
        }
    }

    /// The expression that gets its value here.
    fn result(self) -> Option<Handle<Expression>> {
        match self {
            Item::Expression(handle, _) => Some(handle),
            Item::Statement(
                Statement::Atomic { result, .. } | Statement::Call { result, .. },
                _,
            ) => *result,
            Item::Statement(..) => None,
        }
    }
}

impl Rewriter<'_, '_> {
    /// Writes items that only an active thread may execute.
    pub(super) fn run(&mut self, items: &[Item<'_>], out: &mut Block) -> Result<()> {
        let harmful = |item: &Item<'_>| match *item {
            Item::Expression(handle, _) => !self.is_harmless(handle),
            Item::Statement(..) => true,
        };
        let Some(first) = items.iter().position(harmful) else {
            return self.copy_items(items, out);
        };
        let end = items.iter().rposition(harmful).map_or(items.len(), |last| last + 1);
        self.copy_items(&items[..first], out)?;
        self.guarded(&items[first..end], out)?;
        self.copy_items(&items[end..], out)
    }

    fn copy_items(&mut self, items: &[Item<'_>], out: &mut Block) -> Result<()> {
        items.iter().try_for_each(|item| match *item {
            Item::Expression(handle, span) => self.emit_copy(handle, span, out),
            Item::Statement(statement, span) => self.copy_statement(statement, span, out),
        })
    }

    /// Writes items into an `if` of the thread's flag.
    fn guarded(&mut self, items: &[Item<'_>], out: &mut Block) -> Result<()> {
        let Some(start) = items.first() else { return Ok(()) };
        self.span = start.span();
        let Some(condition) = self.active(out) else {
            return self.copy_items(items, out);
        };
        let mut accept = Block::new();
        self.copy_items(items, &mut accept)?;
        let needed = self.needed_after(items);
        let mut kept: Vec<(Handle<Expression>, Span, Option<Handle<LocalVariable>>)> = Vec::new();
        for (handle, span) in needed {
            self.span = span;
            let variable = self.keep(handle, &mut accept)?;
            kept.push((handle, span, variable));
        }
        self.span = start.span();
        out.push(Statement::If { condition, accept, reject: Block::new() }, self.span);
        for (handle, span, variable) in kept {
            self.span = span;
            match variable {
                Some(variable) => {
                    let value = self.load_variable(variable, out);
                    self.map[handle.index()] = Some(value);
                }
                None => self.emit_copy(handle, span, out)?,
            }
        }
        Ok(())
    }

    /// Keeps a value in a variable. Pointers cannot be kept; they are worked out
    /// once more.
    fn keep(
        &mut self,
        handle: Handle<Expression>,
        accept: &mut Block,
    ) -> Result<Option<Handle<LocalVariable>>> {
        if self.is_pointer(handle) {
            return Ok(None);
        }
        let name = self.source.named_expressions.get(&handle).cloned();
        let ty = self.type_of(handle);
        let variable = self.variable_of(name.as_deref().unwrap_or("kept"), ty);
        let value = self.value(handle)?;
        self.store_variable(variable, value, accept);
        Ok(Some(variable))
    }

    /// The values from these items that are read after them, in their order.
    fn needed_after(&self, items: &[Item<'_>]) -> Vec<(Handle<Expression>, Span)> {
        let arena = &self.source.expressions;
        let mut inside = vec![0; arena.len()];
        for item in items {
            let note = &mut |operand: Handle<Expression>| inside[operand.index()] += 1;
            match *item {
                Item::Expression(handle, _) => operands::of_expression(&arena[handle], note),
                Item::Statement(statement, _) => operands::of_statement(statement, arena, note),
            }
        }
        let mut needed = Vec::new();
        // A pointer that is worked out once more needs its operands once more.
        let mut again = vec![false; arena.len()];
        for item in items.iter().rev() {
            let Some(result) = item.result() else { continue };
            let index = result.index();
            if self.reads[index] > inside[index] || again[index] {
                needed.push((result, item.span()));
                if self.is_pointer(result) {
                    let note = &mut |operand: Handle<Expression>| again[operand.index()] = true;
                    operands::of_expression(&arena[result], note);
                }
            }
        }
        needed.reverse();
        needed
    }

    /// Whether an inactive thread may evaluate this, whatever its operands are.
    fn is_harmless(&self, handle: Handle<Expression>) -> bool {
        match &self.source.expressions[handle] {
            Expression::Load { pointer } => self.is_own_and_there(*pointer),
            Expression::Access { .. } => self.is_pointer(handle),
            _ => true,
        }
    }

    /// Whether a pointer leads to memory that nobody else writes, and certainly
    /// to a place within it.
    fn is_own_and_there(&self, pointer: Handle<Expression>) -> bool {
        match self.source.expressions[pointer] {
            Expression::AccessIndex { base, .. } => self.is_own_and_there(base),
            // A pointer argument may come from an index that is not there.
            Expression::LocalVariable(_) | Expression::GlobalVariable(_) => matches!(
                self.inner(pointer).pointer_space(),
                Some(AddressSpace::Function | AddressSpace::Private | AddressSpace::Uniform)
            ),
            _ => false,
        }
    }

    fn is_pointer(&self, handle: Handle<Expression>) -> bool {
        self.inner(handle).pointer_space().is_some()
    }

    /// What an old expression is.
    pub(super) fn inner(&self, handle: Handle<Expression>) -> &naga::TypeInner {
        self.info[handle].ty.inner_with(&self.emulator.source.module.types)
    }

    pub(super) fn type_of(&mut self, handle: Handle<Expression>) -> Handle<Type> {
        match &self.info[handle].ty {
            TypeResolution::Handle(ty) => *ty,
            TypeResolution::Value(inner) => self.emulator.ty(inner.clone()),
        }
    }
}
