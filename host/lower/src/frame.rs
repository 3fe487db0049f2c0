//! A function of naga's as it grows.

use super::Lowering;
use super::facts::ExpressionFacts;
use super::flow::BreakableScope;
use super::unit::{MOST_EXPRESSIONS, Unit};
use super::value::{Choice, MovingPointer, Shape, Slot, Value};
use naga::{
    AddressSpace, BinaryOperator, Binding, Block, BuiltIn, Expression, FunctionArgument, Handle,
    Literal, LocalVariable, Span, Statement, Type, TypeInner, VectorSize,
};
use std::collections::HashMap;
use warpbench_codes::K0013;
use warpbench_hir::type_parts::PartMap;
use warpbench_hir::types::{Len, Ty};
use warpbench_hir::{ConstValue, Function, LocalId};
use warpbench_semantics::{Failure, StatementFact};
use warpbench_source::Diagnostic;

/// A function that is being made.
pub(super) struct Frame<'u, 'a> {
    pub(super) unit: &'u mut Unit<'a>,
    pub(super) source: &'a Function,
    /// Values of the const parameters.
    pub(super) consts: Vec<ConstValue>,
    pub(super) function: naga::Function,
    pub(super) is_entry: bool,
    /// Where the variables are kept.
    pub(super) slots: Vec<Option<Slot>>,
    pub(super) pointers: Pointers,
    pub(super) inlining: Inlining<'a>,
    /// What is kept in variables but known here.
    pub(super) held: Vec<Option<Value>>,
    /// How many items the next loop over an iterator may still take.
    pub(super) limits: Vec<Handle<LocalVariable>>,
    /// How many loops and labelled blocks have been entered.
    pub(super) entered: u32,
    /// Loops and labelled blocks around the present place, outermost first.
    pub(super) scopes: Vec<BreakableScope>,
    /// What the function returns, once a return has told.
    pub(super) result: Option<Shape>,
    /// What the function asks about its thread, with its argument.
    pub(super) builtins: Vec<(BuiltIn, u32)>,
    emission: Emission,
    /// What is known of its expressions.
    pub(super) facts: ExpressionFacts,
    /// Whether threads may give up in it, or in what it calls.
    pub(super) can_fail: bool,
    /// What the next return fails with.
    pub(super) failure: Option<Failure>,
}

/// What was written so far.
#[derive(Default)]
struct Emission {
    /// The blocks around the present place, outermost first.
    blocks: Vec<OpenBlock>,
    /// Expressions from here on are not yet emitted.
    pending: Option<usize>,
    /// Expressions that need no emitting and hold everywhere.
    literals: HashMap<LiteralKey, Handle<Expression>>,
    everywhere: HashMap<Everywhere, Handle<Expression>>,
}

/// Pointers whose base is chosen at run time, or that move.
#[derive(Default)]
pub(super) struct Pointers {
    pub(super) moving: Vec<MovingPointer>,
    /// Variables that references lead to and that naga does not hold as one.
    pub(super) aliases: Vec<Slot>,
    /// Pointers of which one is meant.
    pub(super) choices: Vec<Choice>,
    /// How many moving pointers of a place and name there are.
    pub(super) counts: HashMap<(u32, String), usize>,
}

/// The functions whose bodies are in this one.
pub(super) struct Inlining<'a> {
    /// The functions whose bodies are in this one, but for the present one.
    contexts: Vec<Context<'a>>,
    /// Which of them is the present one.
    pub(super) here: usize,
    /// Where what is returned goes, innermost last; nothing for the function
    /// itself.
    pub(super) returns: Vec<InlineReturn>,
    /// The place in the text that stands for what the library does.
    pub(super) stand_in: Option<Span>,
    /// Whether what is returned now is what a `return` of the text is followed by.
    pub(super) is_return_written: bool,
}

/// A function whose body is part of another.
struct Context<'a> {
    source: &'a Function,
    consts: Vec<ConstValue>,
    slots: Vec<Option<Slot>>,
}

/// Where what a function returns goes that is part of another.
#[derive(Clone, Debug)]
pub(super) struct InlineReturn {
    /// What takes the value.
    pub(super) slot: Option<Slot>,
    /// The block that is left, by its number.
    pub(super) scope: u32,
}

/// A block that is being filled.
#[derive(Default)]
struct OpenBlock {
    block: Block,
    /// Whether its end has been left: nothing more can be reached.
    is_dead: bool,
}

/// What a literal is, in a form that can be compared.
type LiteralKey = (naga::Scalar, u64);

/// An expression that holds everywhere in a function.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum Everywhere {
    Constant(Handle<naga::Constant>),
    Zero(Handle<Type>),
    Argument(u32),
    Global(Handle<naga::GlobalVariable>),
    Local(Handle<LocalVariable>),
}

impl<'u, 'a> Frame<'u, 'a> {
    pub(super) fn new(
        unit: &'u mut Unit<'a>,
        source: &'a Function,
        consts: Vec<ConstValue>,
        is_entry: bool,
    ) -> Frame<'u, 'a> {
        Frame {
            unit,
            source,
            consts,
            function: naga::Function { name: Some(source.name.clone()), ..Default::default() },
            is_entry,
            slots: vec![None; source.locals.len()],
            pointers: Pointers::default(),
            inlining: Inlining {
                contexts: vec![Context { source, consts: Vec::new(), slots: Vec::new() }],
                here: 0,
                returns: Vec::new(),
                stand_in: None,
                is_return_written: false,
            },
            held: Vec::new(),
            limits: Vec::new(),
            entered: 0,
            scopes: Vec::new(),
            result: None,
            builtins: Vec::new(),
            emission: Emission { blocks: vec![OpenBlock::default()], ..Emission::default() },
            facts: ExpressionFacts::default(),
            can_fail: false,
            failure: None,
        }
    }

    /// Begins the body of a function inside of this one; its number.
    pub(super) fn add_context(&mut self, source: &'a Function, consts: Vec<ConstValue>) -> usize {
        let slots = vec![None; source.locals.len()];
        self.inlining.contexts.push(Context { source, consts, slots });
        self.inlining.contexts.len() - 1
    }

    /// Goes over to another function whose body is in this one; returns which
    /// was the present one.
    pub(super) fn switch_to(&mut self, context: usize) -> usize {
        let before = self.inlining.here;
        if context == before {
            return before;
        }
        let leaving = &mut self.inlining.contexts[before];
        leaving.source = self.source;
        leaving.consts = std::mem::take(&mut self.consts);
        leaving.slots = std::mem::take(&mut self.slots);
        let entering = &mut self.inlining.contexts[context];
        self.source = entering.source;
        self.consts = std::mem::take(&mut entering.consts);
        self.slots = std::mem::take(&mut entering.slots);
        self.inlining.here = context;
        before
    }

    /// The function itself, whose body holds all the others.
    pub(super) fn outermost(&self) -> &'a Function {
        if self.inlining.here == 0 { self.source } else { self.inlining.contexts[0].source }
    }

    /// The values of the const parameters of the function itself.
    pub(super) fn outermost_consts(&self) -> &[ConstValue] {
        if self.inlining.here == 0 { &self.consts } else { &self.inlining.contexts[0].consts }
    }

    /// How many functions are in this one.
    pub(super) fn inlined(&self) -> usize {
        self.inlining.contexts.len()
    }

    /// The type with the values of the const parameters in it.
    pub(super) fn settle(&self, ty: &Ty) -> Ty {
        settled(&self.consts, ty)
    }

    /// naga's type for a type of the function.
    pub(super) fn naga_type(&mut self, ty: &Ty, span: Span) -> Lowering<Handle<Type>> {
        let ty = self.settle(ty);
        self.unit.naga_type(&ty, span)
    }

    /// Size in memory of a type of the function.
    pub(super) fn bytes_of(&mut self, ty: &Ty, span: Span) -> Lowering<u32> {
        let ty = self.settle(ty);
        self.unit.bytes_of(&ty, span)
    }

    pub(super) fn append(&mut self, expression: Expression, span: Span) -> Handle<Expression> {
        // An array without elements.
        if let Expression::Compose { ty, components } = &expression
            && components.is_empty()
        {
            return self.zero(*ty);
        }
        let span = self.inlining.stand_in.unwrap_or(span);
        if expression.needs_pre_emit() {
            self.flush();
        } else if self.emission.pending.is_none() {
            self.emission.pending = Some(self.function.expressions.len());
        }
        self.unit.expressions += 1;
        self.function.expressions.append(expression, span)
    }

    /// Adds an expression that a statement yields, which is never emitted.
    pub(super) fn append_result(
        &mut self,
        expression: Expression,
        span: Span,
    ) -> Handle<Expression> {
        let span = self.inlining.stand_in.unwrap_or(span);
        self.flush();
        self.unit.expressions += 1;
        self.function.expressions.append(expression, span)
    }

    /// Emits what has not been emitted.
    fn flush(&mut self) {
        let Some(start) = self.emission.pending.take() else { return };
        let range = self.function.expressions.range_from(start);
        let mut span = Span::default();
        for handle in range.clone() {
            span.subsume(self.function.expressions.get_span(handle));
        }
        self.put(Statement::Emit(range), span);
    }

    pub(super) fn push(&mut self, statement: Statement, span: Span) {
        self.flush();
        self.put(statement, self.inlining.stand_in.unwrap_or(span));
    }

    /// Adds a statement that more is known of than the module can say.
    pub(super) fn push_with(&mut self, statement: Statement, fact: StatementFact, span: Span) {
        self.flush();
        let mark = self.unit.semantics.mark(self.inlining.stand_in.unwrap_or(span), fact);
        self.put(statement, mark);
    }

    /// Adds such a statement and reads a variable behind it; the fact names the read.
    pub(super) fn push_and_load(
        &mut self,
        statement: Statement,
        fact: impl FnOnce(Handle<Expression>) -> StatementFact,
        pointer: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        self.flush();
        let read = self.load(pointer, span);
        let mark = self.unit.semantics.mark(self.inlining.stand_in.unwrap_or(span), fact(read));
        // The read is emitted with what follows.
        self.put(statement, mark);
        read
    }

    fn put(&mut self, statement: Statement, span: Span) {
        if let Some(open) = self.emission.blocks.last_mut().filter(|open| !open.is_dead) {
            open.is_dead = matches!(
                statement,
                Statement::Break | Statement::Continue | Statement::Return { .. }
            );
            open.block.push(statement, span);
        }
    }

    /// Whether the present place can never be reached.
    pub(super) fn is_dead(&self) -> bool {
        self.emission.blocks.last().is_some_and(|open| open.is_dead)
    }

    /// Notes that what follows can never be reached.
    pub(super) fn set_dead(&mut self) {
        self.flush();
        if let Some(open) = self.emission.blocks.last_mut() {
            open.is_dead = true;
        }
    }

    /// Fills a block of its own; also tells whether its end can be reached.
    pub(super) fn block(
        &mut self,
        fill: impl FnOnce(&mut Self) -> Lowering<()>,
    ) -> Lowering<(Block, bool)> {
        self.flush();
        if self.unit.expressions > MOST_EXPRESSIONS {
            return Err(Box::new(
                Diagnostic::new(K0013, "this kernel is too large", self.source.span)
                    .label("its helpers multiply with their const parameters and pointers")
                    .help("call helpers with fewer combinations of const parameters"),
            ));
        }
        // A block inside code that is never reached is not reached either, but
        // still has to be a block.
        self.emission.blocks.push(OpenBlock::default());
        let filled = fill(self);
        self.flush();
        let open = self.emission.blocks.pop().unwrap_or_default();
        filled.map(|()| (open.block, !open.is_dead))
    }

    /// The function's own block, at its end.
    pub(super) fn take_body(&mut self) -> Block {
        self.flush();
        self.emission.blocks.pop().map(|open| open.block).unwrap_or_default()
    }

    pub(super) fn literal(&mut self, literal: Literal) -> Handle<Expression> {
        let bits = match literal {
            Literal::Bool(value) => u64::from(value),
            Literal::U32(value) => u64::from(value),
            Literal::I32(value) => u64::from(value as u32),
            Literal::U64(value) => value,
            Literal::I64(value) => value as u64,
            Literal::F32(value) => u64::from(value.to_bits()),
            Literal::F64(value) => value.to_bits(),
            _ => return self.append(Expression::Literal(literal), Span::UNDEFINED),
        };
        let key = (literal.scalar(), bits);
        if let Some(handle) = self.emission.literals.get(&key) {
            return *handle;
        }
        let handle = self.append(Expression::Literal(literal), Span::UNDEFINED);
        self.emission.literals.insert(key, handle);
        handle
    }

    /// A `u32`.
    pub(super) fn u32(&mut self, value: u32) -> Handle<Expression> {
        self.literal(Literal::U32(value))
    }

    fn everywhere(&mut self, key: Everywhere) -> Handle<Expression> {
        if let Some(handle) = self.emission.everywhere.get(&key) {
            return *handle;
        }
        let expression = match key {
            Everywhere::Constant(constant) => Expression::Constant(constant),
            Everywhere::Zero(ty) => Expression::ZeroValue(ty),
            Everywhere::Argument(at) => Expression::FunctionArgument(at),
            Everywhere::Global(variable) => Expression::GlobalVariable(variable),
            Everywhere::Local(variable) => Expression::LocalVariable(variable),
        };
        let handle = self.append(expression, Span::UNDEFINED);
        self.emission.everywhere.insert(key, handle);
        handle
    }

    /// A constant of the module.
    pub(super) fn constant(&mut self, constant: Handle<naga::Constant>) -> Handle<Expression> {
        self.everywhere(Everywhere::Constant(constant))
    }

    /// The zero of a type.
    pub(super) fn zero(&mut self, ty: Handle<Type>) -> Handle<Expression> {
        self.everywhere(Everywhere::Zero(ty))
    }

    /// An argument of the function.
    pub(super) fn argument(&mut self, at: u32) -> Handle<Expression> {
        self.everywhere(Everywhere::Argument(at))
    }

    /// The pointer to a variable of the module.
    pub(super) fn global(&mut self, variable: Handle<naga::GlobalVariable>) -> Handle<Expression> {
        self.everywhere(Everywhere::Global(variable))
    }

    /// The pointer to a variable of the function.
    pub(super) fn local(&mut self, variable: Handle<LocalVariable>) -> Handle<Expression> {
        self.everywhere(Everywhere::Local(variable))
    }

    /// Declares a variable of the function.
    pub(super) fn add_variable(
        &mut self,
        name: &str,
        ty: Handle<Type>,
        span: Span,
    ) -> Handle<LocalVariable> {
        let name = (!name.is_empty()).then(|| name.to_owned());
        self.function.local_variables.append(LocalVariable { name, ty, init: None }, span)
    }

    /// Declares a variable that starts as a literal.
    pub(super) fn add_started(&mut self, name: &str, start: Literal) -> Handle<LocalVariable> {
        let ty = self.unit.insert(None, TypeInner::Scalar(start.scalar()));
        let init = self.literal(start);
        let variable = LocalVariable { name: Some(name.to_owned()), ty, init: Some(init) };
        self.function.local_variables.append(variable, Span::UNDEFINED)
    }

    /// Reads from naga's pointer.
    pub(super) fn load(&mut self, pointer: Handle<Expression>, span: Span) -> Handle<Expression> {
        self.append(Expression::Load { pointer }, span)
    }

    /// Writes to naga's pointer.
    pub(super) fn store(
        &mut self,
        pointer: Handle<Expression>,
        value: Handle<Expression>,
        span: Span,
    ) {
        self.push(Statement::Store { pointer, value }, span);
    }

    /// A member of a value, or the pointer to a member of what a pointer leads
    /// to.
    pub(super) fn member(
        &mut self,
        base: Handle<Expression>,
        index: u32,
        span: Span,
    ) -> Handle<Expression> {
        self.append(Expression::AccessIndex { base, index }, span)
    }

    /// The pointer to an element.
    pub(super) fn element(
        &mut self,
        base: Handle<Expression>,
        index: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        match self.known(index) {
            // naga refuses an index past the end wherever it stands. Whether the text
            // ever comes there is seen when it runs.
            Some(Literal::U32(number)) if self.is_past_the_end(base, number) => {
                let variable = self.add_started("index", Literal::U32(number));
                let place = self.local(variable);
                let index = self.load(place, span);
                self.append(Expression::Access { base, index }, span)
            }
            Some(Literal::U32(index)) => self.member(base, index, span),
            _ => self.append(Expression::Access { base, index }, span),
        }
    }

    fn is_past_the_end(&mut self, base: Handle<Expression>, index: u32) -> bool {
        let Some(ty) = self.pointee_type(base) else { return false };
        match self.unit.module.types[ty].inner {
            naga::TypeInner::Array { size: naga::ArraySize::Constant(len), .. } => {
                index >= len.get()
            }
            _ => false,
        }
    }

    /// The value of an expression that is known here.
    pub(super) fn known(&self, handle: Handle<Expression>) -> Option<Literal> {
        match self.function.expressions[handle] {
            Expression::Literal(literal) => Some(literal),
            Expression::Constant(constant) => self.unit.constant_literal(constant),
            _ => None,
        }
    }

    /// What the function asks about its thread. Helpers are told by their
    /// callers.
    pub(super) fn builtin(&mut self, builtin: BuiltIn) -> Handle<Expression> {
        if let Some((_, at)) = self.builtins.iter().find(|(known, _)| *known == builtin) {
            let at = *at;
            return self.argument(at);
        }
        let (name, is_vector) = match builtin {
            BuiltIn::LocalInvocationId => ("thread_idx", true),
            BuiltIn::WorkGroupId => ("block_idx", true),
            BuiltIn::NumWorkGroups => ("grid_dim", true),
            BuiltIn::GlobalInvocationId => ("global_idx", true),
            BuiltIn::LocalInvocationIndex => ("thread_number", false),
            _ => ("subgroup_size", false),
        };
        let scalar = naga::Scalar::U32;
        let inner = if is_vector {
            TypeInner::Vector { size: VectorSize::Tri, scalar }
        } else {
            TypeInner::Scalar(scalar)
        };
        let ty = self.unit.insert(None, inner);
        let at = self.function.arguments.len() as u32;
        self.function.arguments.push(FunctionArgument {
            name: Some(name.to_owned()),
            ty,
            binding: self.is_entry.then_some(Binding::BuiltIn(builtin)),
        });
        self.builtins.push((builtin, at));
        self.argument(at)
    }

    /// Gives an expression a name, if it has none and can have one.
    pub(super) fn name(&mut self, handle: Handle<Expression>, name: &str) {
        let can = !self.function.expressions[handle].needs_pre_emit();
        if can && !name.is_empty() {
            self.function.named_expressions.entry(handle).or_insert_with(|| name.to_owned());
        }
    }

    /// naga's type of the pointer to a variable.
    pub(super) fn pointer_type(&mut self, base: Handle<Type>) -> Handle<Type> {
        self.unit.insert(None, TypeInner::Pointer { base, space: AddressSpace::Function })
    }

    /// An operation on two values, worked out here if both are known.
    pub(super) fn binary(
        &mut self,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
        span: Span,
    ) -> Handle<Expression> {
        if let (Some(a), Some(b)) = (self.known(left), self.known(right))
            && let Some(folded) = super::arithmetic::fold(op, a, b)
        {
            return self.literal(folded);
        }
        self.append(Expression::Binary { op, left, right }, span)
    }

    /// The declaration of a variable.
    pub(super) fn declaration(&self, id: LocalId) -> &'a warpbench_hir::Local {
        &self.source.locals[id]
    }
}

/// A type with the values of const parameters in it.
pub(super) fn settled(consts: &[ConstValue], ty: &Ty) -> Ty {
    struct Settle<'a>(&'a [ConstValue]);
    impl PartMap for Settle<'_> {
        fn ty(&mut self, ty: &Ty) -> Ty {
            ty.map_parts(self)
        }

        fn len(&mut self, len: &Len) -> Len {
            match len {
                Len::Param(at, _) => match self.0.get(*at as usize) {
                    Some(ConstValue::Int(value)) => Len::of_value(*value),
                    _ => Len::Error,
                },
                known => known.clone(),
            }
        }
    }
    Settle(consts).ty(ty)
}
