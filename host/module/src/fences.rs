//! The order of memory, as drivers are told it.
//!
//! In a module of naga's only fences order memory: its atomics are relaxed whatever the
//! text says, and its buffers are not coherent, so that what one block writes need not be
//! seen by another. The simulator reads the orders from what goes with the module; for a
//! driver they are written out here, and buffers through which blocks talk are coherent.

use crate::wgsl::Checked;
use naga::valid::{Capabilities, FunctionInfo, ValidationFlags, Validator};
use naga::{
    AddressSpace, Barrier, Block, Expression, Function, Handle, MemoryDecorations, Module, Range,
    Span, Statement, StorageAccess, SwitchCase, TypeInner,
};
use warpbench_semantics::{FunctionKey, MemoryOrder, Scope, StatementFact, Synchronization};

/// The same kernels with a fence wherever an atomic orders memory. `None` if nothing in
/// them does: they are right as they are.
pub fn written_out(checked: &Checked) -> Option<Checked> {
    let mut module = checked.module.clone();
    let mut found = Found::default();
    for (handle, function) in checked.module.functions.iter() {
        let writer = Writer { checked, key: Some(handle), function, info: &checked.info[handle] };
        module.functions[handle].body = writer.block(&function.body, &mut found);
    }
    for (index, point) in module.entry_points.iter_mut().enumerate() {
        let function = &checked.module.entry_points[index].function;
        let info = checked.info.get_entry_point(index);
        let writer = Writer { checked, key: None, function, info };
        point.function.body = writer.block(&function.body, &mut found);
    }
    if !found.order {
        return None;
    }
    if found.for_other_blocks {
        make_coherent(&mut module);
    }
    let info = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&module);
    let (names, semantics) = (checked.names.clone(), checked.semantics.clone());
    Some(Checked { module, info: info.ok()?, names, semantics })
}

/// Whether a module has fences, which some languages lack.
pub fn has_fences(module: &Module) -> bool {
    let kernels = module.entry_points.iter().map(|point| &point.function);
    let mut functions = module.functions.iter().map(|(_, function)| function).chain(kernels);
    functions.any(|function| has_fence(&function.body))
}

/// Takes all fences out, for a driver that orders memory by itself.
pub fn leave_out(module: &mut Module) {
    let kernels = module.entry_points.iter_mut().map(|point| &mut point.function);
    let functions = module.functions.iter_mut().map(|(_, function)| function);
    for function in functions.chain(kernels) {
        function.body = without_fences(&function.body);
    }
}

/// Takes back that buffers are coherent, for drivers that do not know it.
pub fn make_plain(module: &mut Module) {
    for (_, variable) in module.global_variables.iter_mut() {
        variable.memory_decorations.remove(MemoryDecorations::COHERENT);
    }
}

/// Other blocks see what is written to any buffer, if there are fences between.
fn make_coherent(module: &mut Module) {
    for (_, variable) in module.global_variables.iter_mut() {
        if matches!(variable.space, AddressSpace::Storage { access }
            if access.contains(StorageAccess::STORE))
        {
            variable.memory_decorations.insert(MemoryDecorations::COHERENT);
        }
    }
}

fn has_fence(block: &Block) -> bool {
    block.iter().any(|statement| match statement {
        Statement::MemoryBarrier(_) => true,
        Statement::Block(inner) => has_fence(inner),
        Statement::If { accept, reject, .. } => has_fence(accept) || has_fence(reject),
        Statement::Switch { cases, .. } => cases.iter().any(|case| has_fence(&case.body)),
        Statement::Loop { body, continuing, .. } => has_fence(body) || has_fence(continuing),
        _ => false,
    })
}

fn without_fences(block: &Block) -> Block {
    let mut out = Block::with_capacity(block.len());
    for (statement, &span) in block.span_iter() {
        let mut copy = statement.clone();
        match &mut copy {
            Statement::MemoryBarrier(_) => continue,
            Statement::Block(inner) => *inner = without_fences(inner),
            Statement::If { accept, reject, .. } => {
                *accept = without_fences(accept);
                *reject = without_fences(reject);
            }
            Statement::Switch { cases, .. } => {
                cases.iter_mut().for_each(|case| case.body = without_fences(&case.body));
            }
            Statement::Loop { body, continuing, .. } => {
                *body = without_fences(body);
                *continuing = without_fences(continuing);
            }
            _ => {}
        }
        out.push(copy, span);
    }
    out
}

/// What a module says of the order of memory.
#[derive(Default)]
struct Found {
    /// Whether anything orders memory.
    order: bool,
    /// Whether anything does so for other blocks too.
    for_other_blocks: bool,
}

impl Found {
    fn note(&mut self, how: Synchronization) {
        self.order = true;
        self.for_other_blocks |= how.scope != Scope::Block;
    }
}

/// Writes the body of a function once more, with fences.
struct Writer<'a> {
    checked: &'a Checked,
    key: FunctionKey,
    function: &'a Function,
    info: &'a FunctionInfo,
}

impl Writer<'_> {
    fn block(&self, block: &Block, found: &mut Found) -> Block {
        let mut out = Block::with_capacity(block.len());
        for (statement, &span) in block.span_iter() {
            self.statement(statement, span, found, &mut out);
        }
        out
    }

    fn statement(&self, statement: &Statement, span: Span, found: &mut Found, out: &mut Block) {
        let copy = match statement {
            Statement::Emit(range) => return self.reads(range, span, found, out),
            Statement::Store { pointer, .. } if self.is_atomic(*pointer) => {
                let how = self.how(span);
                let fences = [how.order.releases(), is_total(how.order)];
                return self.between(statement, how, fences, span, found, out);
            }
            Statement::Atomic { .. } => {
                let how = self.how(span);
                let failed = self.fact(span).map(StatementFact::failure_order);
                let acquires = how.order.acquires() || failed.is_some_and(MemoryOrder::acquires);
                let fences = [how.order.releases(), acquires];
                return self.between(statement, how, fences, span, found, out);
            }
            Statement::MemoryBarrier(_) => {
                found.note(self.how(span));
                statement.clone()
            }
            Statement::Block(inner) => Statement::Block(self.block(inner, found)),
            Statement::If { condition, accept, reject } => Statement::If {
                condition: *condition,
                accept: self.block(accept, found),
                reject: self.block(reject, found),
            },
            Statement::Switch { selector, cases } => {
                let mut case = |case: &SwitchCase| SwitchCase {
                    body: self.block(&case.body, found),
                    ..case.clone()
                };
                Statement::Switch {
                    selector: *selector,
                    cases: cases.iter().map(&mut case).collect(),
                }
            }
            Statement::Loop { body, continuing, break_if } => Statement::Loop {
                body: self.block(body, found),
                continuing: self.block(continuing, found),
                break_if: *break_if,
            },
            other => other.clone(),
        };
        out.push(copy, span);
    }

    /// Expressions, with fences around each read that acquires.
    fn reads(&self, range: &Range<Expression>, span: Span, found: &mut Found, out: &mut Block) {
        let mut others = None;
        for handle in range.clone() {
            let place = self.function.expressions.get_span(handle);
            let how = self.checked.semantics.read(self.key, handle).unwrap_or_default();
            let is_read = matches!(self.function.expressions[handle],
                Expression::Load { pointer } if self.is_atomic(pointer));
            if is_read && how.order.acquires() {
                emit(others.take(), span, out);
                let read = Statement::Emit(Range::new_from_bounds(handle, handle));
                self.between(&read, how, [is_total(how.order), true], place, found, out);
            } else {
                let (first, _) = others.unwrap_or((handle, handle));
                others = Some((first, handle));
            }
        }
        emit(others, span, out);
    }

    /// An operation with fences before and behind it, as is asked for.
    fn between(
        &self,
        statement: &Statement,
        how: Synchronization,
        [before, behind]: [bool; 2],
        span: Span,
        found: &mut Found,
        out: &mut Block,
    ) {
        if before || behind {
            found.note(how);
        }
        let fence = Statement::MemoryBarrier(Barrier::STORAGE | Barrier::WORK_GROUP);
        if before {
            out.push(fence.clone(), span);
        }
        out.push(statement.clone(), span);
        if behind {
            out.push(fence, span);
        }
    }

    fn fact(&self, statement: Span) -> Option<&StatementFact> {
        self.checked.semantics.fact(statement)
    }

    /// How an atomic operation or a fence synchronises. What nobody has said is relaxed.
    fn how(&self, statement: Span) -> Synchronization {
        self.fact(statement).and_then(StatementFact::synchronization).unwrap_or_default()
    }

    fn is_atomic(&self, pointer: Handle<Expression>) -> bool {
        let types = &self.checked.module.types;
        match *self.info[pointer].ty.inner_with(types) {
            TypeInner::Pointer { base, .. } => matches!(types[base].inner, TypeInner::Atomic(_)),
            _ => false,
        }
    }
}

/// Whether it is in one order with all others of its kind.
fn is_total(order: MemoryOrder) -> bool {
    order == MemoryOrder::SequentiallyConsistent
}

/// Evaluates expressions, from one to another.
fn emit(bounds: Option<(Handle<Expression>, Handle<Expression>)>, span: Span, out: &mut Block) {
    if let Some((first, last)) = bounds {
        out.push(Statement::Emit(Range::new_from_bounds(first, last)), span);
    }
}
