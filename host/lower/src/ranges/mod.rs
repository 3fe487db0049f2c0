//! Whether words are enough for `usize` in a launch, told without running it.
//!
//! An adapter does not look whether what it computes fits. So the module is gone through with
//! intervals in place of numbers: how many threads there are, what is passed by value and how
//! long buffers are is known, and comparisons bound what is behind them. What cannot be shown
//! to fit has to be computed with all bits.

mod interval;
mod uses;

use super::Lowered;
use interval::{Interval, binary, fits};
use naga::{
    AddressSpace, BinaryOperator, Binding, Block, BuiltIn, Expression, Function, Handle, Literal,
    LocalVariable, MathFunction, Module, ScalarKind, Statement, TypeInner, UnaryOperator,
};
use std::collections::{HashMap, HashSet};
use warpbench_module::wgsl::Checked;
use warpbench_semantics::{CheckedOperation, FunctionKey};

/// Rounds after which a variable is taken to be anything.
const ROUNDS: usize = 8;

/// What is known of a launch.
#[derive(Clone, Copy, Debug)]
pub struct Launched<'a> {
    /// Blocks, x, y, z.
    pub grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub block: [u32; 3],
    /// The uniform, as the module has it.
    pub uniform: &'a [u8],
    /// Bytes of the longest buffer.
    pub longest: u64,
}

impl Lowered {
    /// Whether everything that this module keeps in a word for `usize` fits one in a launch.
    /// That it says no need not mean that something does not.
    pub fn words_suffice(&self, launched: &Launched<'_>) -> bool {
        let checked = &self.checked;
        if !checked.semantics.has_words() {
            return true;
        }
        let (given, results) = Default::default();
        let mut program = Program { checked, launched, given, results };
        // In the second round, what functions return is known.
        program.round();
        program.round()
    }
}

/// A module, and what is known of its functions.
struct Program<'a> {
    checked: &'a Checked,
    launched: &'a Launched<'a>,
    /// What functions are called with, by argument.
    given: HashMap<Handle<Function>, Vec<Option<Interval>>>,
    results: HashMap<Handle<Function>, Interval>,
}

impl Program<'_> {
    /// Goes through all functions, callers first, and says whether all fits.
    fn round(&mut self) -> bool {
        self.given.clear();
        let module = &self.checked.module;
        let mut suffice = true;
        for point in &module.entry_points {
            let (fits, _) = self.function(None, &point.function);
            suffice &= fits;
        }
        // Functions are declared before those that call them.
        let functions: Vec<_> = module.functions.iter().collect();
        for (handle, function) in functions.into_iter().rev() {
            let (fits, result) = self.function(Some(handle), function);
            suffice &= fits;
            if let Some(result) = result {
                self.results.insert(handle, result);
            }
        }
        suffice
    }

    fn function(&mut self, key: FunctionKey, function: &Function) -> (bool, Option<Interval>) {
        let lent = lent(function);
        let mut held = HashMap::new();
        let mut first = Walk::new(self, (key, function), &lent, &held);
        first.start();
        held = first.stored;
        for round in 0..2 * ROUNDS {
            let mut walk = Walk::new(self, (key, function), &lent, &held);
            walk.start();
            walk.block(&function.body);
            let Walk { stored, calls, result, suffice, .. } = walk;
            let is_new = |(variable, range): &(Handle<LocalVariable>, Interval)| {
                held.get(variable).is_none_or(|held| !range.is_within(*held))
            };
            let grown: Vec<_> = stored.into_iter().filter(is_new).collect();
            if grown.is_empty() {
                for (callee, arguments) in calls {
                    self.add_call(callee, &arguments);
                }
                return (suffice, result);
            }
            for (variable, range) in grown {
                let whole = self.type_of_local(function, variable);
                let wide = if round >= ROUNDS { whole.unwrap_or(range) } else { range };
                held.insert(variable, held.get(&variable).map_or(wide, |held| held.join(wide)));
            }
        }
        (false, None)
    }

    fn add_call(&mut self, callee: Handle<Function>, arguments: &[Option<Interval>]) {
        let given = self.given.entry(callee).or_insert_with(|| arguments.to_vec());
        for (given, argument) in given.iter_mut().zip(arguments) {
            *given = given.zip(*argument).map(|(given, argument)| given.join(argument));
        }
    }

    fn type_of_local(
        &self,
        function: &Function,
        variable: Handle<LocalVariable>,
    ) -> Option<Interval> {
        match self.checked.module.types[function.local_variables[variable].ty].inner {
            TypeInner::Scalar(scalar) => Interval::of_type(scalar),
            _ => None,
        }
    }
}

/// Variables that others may write: those of which more is done than reading and writing them.
fn lent(function: &Function) -> HashSet<Handle<LocalVariable>> {
    let variable = |pointer: Handle<Expression>| match function.expressions[pointer] {
        Expression::LocalVariable(variable) => Some(variable),
        _ => None,
    };
    let mut lent = HashSet::new();
    let mut pending = vec![&function.body];
    while let Some(block) = pending.pop() {
        for statement in block {
            match statement {
                Statement::Call { arguments, .. } => {
                    lent.extend(arguments.iter().filter_map(|argument| variable(*argument)));
                }
                Statement::Atomic { pointer, .. } => lent.extend(variable(*pointer)),
                Statement::Block(inner) => pending.push(inner),
                Statement::If { accept, reject, .. } => pending.extend([accept, reject]),
                Statement::Switch { cases, .. } => {
                    pending.extend(cases.iter().map(|case| &case.body));
                }
                Statement::Loop { body, continuing, .. } => pending.extend([body, continuing]),
                _ => {}
            }
        }
    }
    lent
}

/// A way through a function.
struct Walk<'a, 'p> {
    program: &'a Program<'p>,
    key: FunctionKey,
    function: &'a Function,
    lent: &'a HashSet<Handle<LocalVariable>>,
    /// What variables may hold, as far as was found before.
    held: &'a HashMap<Handle<LocalVariable>, Interval>,
    /// What is written into them this time.
    stored: HashMap<Handle<LocalVariable>, Interval>,
    /// What expressions are here.
    known: HashMap<Handle<Expression>, Interval>,
    /// What comparisons say of variables here.
    bounds: HashMap<Handle<LocalVariable>, Interval>,
    /// Variables that have not been written since an expression read them.
    loads: HashMap<Handle<Expression>, Handle<LocalVariable>>,
    calls: Vec<(Handle<Function>, Vec<Option<Interval>>)>,
    result: Option<Interval>,
    suffice: bool,
}

/// What held before a block that may not be gone through.
struct Before {
    known: HashMap<Handle<Expression>, Interval>,
    bounds: HashMap<Handle<LocalVariable>, Interval>,
    loads: HashMap<Handle<Expression>, Handle<LocalVariable>>,
}

impl<'a, 'p> Walk<'a, 'p> {
    fn new(
        program: &'a Program<'p>,
        (key, function): (FunctionKey, &'a Function),
        lent: &'a HashSet<Handle<LocalVariable>>,
        held: &'a HashMap<Handle<LocalVariable>, Interval>,
    ) -> Walk<'a, 'p> {
        Walk {
            program,
            key,
            function,
            lent,
            held,
            stored: HashMap::new(),
            known: HashMap::new(),
            bounds: HashMap::new(),
            loads: HashMap::new(),
            calls: Vec::new(),
            result: None,
            suffice: true,
        }
    }

    fn module(&self) -> &Module {
        &self.program.checked.module
    }

    /// What variables hold first, and what is known without being computed.
    fn start(&mut self) {
        for (variable, local) in self.function.local_variables.iter() {
            let Some(whole) = self.program.type_of_local(self.function, variable) else {
                continue;
            };
            let init = local.init.map(|init| self.value(init));
            // One without a first value is zero.
            let first = init.map_or(Some(Interval::one(0)), |init| init);
            let first = if self.lent.contains(&variable) { None } else { first };
            self.stored.insert(variable, first.unwrap_or(whole));
        }
        for (handle, expression) in self.function.expressions.iter() {
            if expression.needs_pre_emit() || matches!(expression, Expression::CallResult(_)) {
                self.compute(handle);
            }
        }
    }

    fn value(&self, handle: Handle<Expression>) -> Option<Interval> {
        self.known.get(&handle).copied().or_else(|| match self.function.expressions[handle] {
            Expression::Literal(literal) => of_literal(literal),
            Expression::Constant(constant) => {
                let init = self.module().constants[constant].init;
                match self.module().global_expressions[init] {
                    Expression::Literal(literal) => of_literal(literal),
                    _ => None,
                }
            }
            _ => None,
        })
    }

    /// All numbers that an expression can be by its type.
    fn whole(&self, handle: Handle<Expression>) -> Option<Interval> {
        let checked = self.program.checked;
        let info = match self.key {
            Some(function) => &checked.info[function],
            None => checked.info.get_entry_point(0),
        };
        match info[handle].ty.inner_with(&checked.module.types) {
            TypeInner::Scalar(scalar) => Interval::of_type(*scalar),
            _ => None,
        }
    }

    fn block(&mut self, block: &Block) {
        for statement in block {
            self.statement(statement);
        }
    }

    fn statement(&mut self, statement: &Statement) {
        match statement {
            Statement::Emit(range) => range.clone().for_each(|handle| self.compute(handle)),
            Statement::Block(inner) => self.block(inner),
            Statement::If { condition, accept, reject } => {
                self.branch(*condition, accept, reject);
            }
            Statement::Switch { cases, .. } => {
                for case in cases {
                    self.forget_written(&case.body);
                }
                let before = self.before();
                for case in cases {
                    self.block(&case.body);
                    self.back_to(&before);
                }
            }
            Statement::Loop { body, continuing, .. } => {
                self.forget_written(body);
                self.forget_written(continuing);
                let before = self.before();
                self.block(body);
                // Whoever goes on to the next turn may have left the body anywhere.
                self.back_to(&before);
                self.keep_of(body);
                self.block(continuing);
                self.back_to(&before);
            }
            Statement::Store { pointer, value } => self.store(*pointer, *value),
            Statement::Return { value: Some(value) } => {
                let value = self.value(*value).or_else(|| self.whole(*value));
                self.result = match (self.result, value) {
                    (Some(known), Some(value)) => Some(known.join(value)),
                    (known, value) => known.or(value),
                };
            }
            Statement::Call { function, arguments, result } => {
                let given = arguments.iter();
                let given = given.map(|given| self.value(*given).or_else(|| self.whole(*given)));
                self.calls.push((*function, given.collect()));
                if let Some(result) = result {
                    self.compute(*result);
                }
            }
            _ => {}
        }
    }

    fn branch(&mut self, condition: Handle<Expression>, accept: &Block, reject: &Block) {
        let before = self.before();
        self.learn(condition, true);
        self.block(accept);
        self.back_to(&before);
        self.learn(condition, false);
        self.block(reject);
        self.back_to(&before);
        // Behind a branch that leaves, the other one was taken.
        match (leaves(accept), leaves(reject)) {
            (false, true) => self.learn(condition, true),
            (true, false) => self.learn(condition, false),
            _ => {}
        }
        for (block, other) in [(accept, reject), (reject, accept)] {
            if !leaves(block) || leaves(other) {
                self.forget_written(block);
            }
        }
    }

    fn before(&self) -> Before {
        Before { known: self.known.clone(), bounds: self.bounds.clone(), loads: self.loads.clone() }
    }

    fn back_to(&mut self, before: &Before) {
        self.known.clone_from(&before.known);
        self.bounds.clone_from(&before.bounds);
        self.loads.clone_from(&before.loads);
    }

    /// The part behind a body can use what was computed in it: its own expressions, whatever
    /// they are.
    fn keep_of(&mut self, body: &Block) {
        for statement in body {
            if let Statement::Emit(range) = statement {
                range.clone().for_each(|handle| self.compute_only(handle));
            }
        }
    }

    /// What is known of variables that a block writes is not known behind it.
    fn forget_written(&mut self, block: &Block) {
        for statement in block {
            match statement {
                Statement::Store { pointer, .. } => self.forget(*pointer),
                Statement::Block(inner) => self.forget_written(inner),
                Statement::If { accept, reject, .. } => {
                    self.forget_written(accept);
                    self.forget_written(reject);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().for_each(|case| self.forget_written(&case.body));
                }
                Statement::Loop { body, continuing, .. } => {
                    self.forget_written(body);
                    self.forget_written(continuing);
                }
                _ => {}
            }
        }
    }

    fn forget(&mut self, pointer: Handle<Expression>) {
        if let Expression::LocalVariable(variable) = self.function.expressions[pointer] {
            self.bounds.remove(&variable);
            self.loads.retain(|_, read| *read != variable);
        }
    }

    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        self.forget(pointer);
        let Expression::LocalVariable(variable) = self.function.expressions[pointer] else {
            return;
        };
        if let Some(value) = self.value(value).or_else(|| self.whole(value)) {
            let held = self.stored.get(&variable).map_or(value, |held| held.join(value));
            self.stored.insert(variable, held);
        }
    }

    /// Works out an expression, and what a check says of it.
    fn compute(&mut self, handle: Handle<Expression>) {
        self.compute_only(handle);
        let semantics = &self.program.checked.semantics;
        let Some(check) = semantics.check(self.key, handle).filter(|check| check.is_word) else {
            return;
        };
        let Some(word) = self.whole(handle) else { return };
        let side = |handle| self.value(handle).or_else(|| self.whole(handle));
        let sides = side(check.left).zip(side(check.right));
        let fits = sides.is_some_and(|sides| fits(check.operation, sides, check.may_wrap, word));
        let is_exempt = || match sides {
            None => uses::stops_at_a_word(self.function, handle),
            Some((_, right)) => {
                keeps_lower_bits(check.operation, right)
                    && uses::needs_only_a_word(self.function, handle)
            }
        };
        self.suffice = self.suffice && (fits || is_exempt());
    }

    fn compute_only(&mut self, handle: Handle<Expression>) {
        let Some(whole) = self.whole(handle) else { return };
        let found = self.computed(handle, whole).unwrap_or(whole);
        self.known.insert(handle, found.meet(whole));
        if let Expression::Load { pointer } = self.function.expressions[handle]
            && let Expression::LocalVariable(variable) = self.function.expressions[pointer]
            && !self.lent.contains(&variable)
        {
            self.loads.insert(handle, variable);
        }
    }

    fn computed(&self, handle: Handle<Expression>, whole: Interval) -> Option<Interval> {
        match self.function.expressions[handle] {
            Expression::Literal(literal) => of_literal(literal),
            Expression::Constant(_) => self.value(handle),
            Expression::ZeroValue(_) => Some(Interval::one(0)),
            Expression::FunctionArgument(at) => self.argument(at, None),
            Expression::AccessIndex { base, index } => match self.function.expressions[base] {
                Expression::FunctionArgument(at) => self.argument(at, Some(index)),
                _ => None,
            },
            Expression::Load { pointer } => self.load(pointer),
            Expression::Unary { op: UnaryOperator::Negate, expr } => {
                let Interval { least, most } = self.value(expr)?;
                Some(Interval::new(-most, -least).wrapped(whole))
            }
            Expression::Binary { op, left, right } => {
                let result = binary(op, self.value(left)?, self.value(right)?)?;
                let check = self.program.checked.semantics.check(self.key, handle);
                // What has to fit a word does, or the word is not used.
                Some(match check {
                    Some(check) if check.is_word => result.meet(whole),
                    _ => result.wrapped(whole),
                })
            }
            Expression::Select { accept, reject, .. } => {
                Some(self.value(accept)?.join(self.value(reject)?))
            }
            Expression::As { expr, kind: ScalarKind::Uint | ScalarKind::Sint, .. } => {
                Some(self.value(expr)?.wrapped(whole))
            }
            Expression::Math { fun, arg, arg1, arg2, .. } => {
                let value = |handle: Option<Handle<Expression>>| self.value(handle?);
                self.method(fun, (self.value(arg), value(arg1), value(arg2)))
            }
            Expression::ArrayLength(_) => {
                Some(Interval::new(0, i128::from(self.program.launched.longest)))
            }
            Expression::CallResult(function) => self.program.results.get(&function).copied(),
            _ => None,
        }
    }

    fn method(
        &self,
        fun: MathFunction,
        (a, b, c): (Option<Interval>, Option<Interval>, Option<Interval>),
    ) -> Option<Interval> {
        let min =
            |a: Interval, b: Interval| Interval::new(a.least.min(b.least), a.most.min(b.most));
        let max =
            |a: Interval, b: Interval| Interval::new(a.least.max(b.least), a.most.max(b.most));
        match fun {
            MathFunction::Min => Some(min(a?, b?)),
            MathFunction::Max => Some(max(a?, b?)),
            MathFunction::Clamp => Some(min(max(a?, b?), c?)),
            MathFunction::CountOneBits
            | MathFunction::CountLeadingZeros
            | MathFunction::CountTrailingZeros => Some(Interval::new(0, 64)),
            _ => None,
        }
    }

    /// What a function is given: an argument, or a component of it.
    fn argument(&self, at: u32, component: Option<u32>) -> Option<Interval> {
        if let Some(function) = self.key {
            return match component {
                None => *self.program.given.get(&function)?.get(at as usize)?,
                Some(_) => None,
            };
        }
        let argument = self.function.arguments.get(at as usize)?;
        let Some(Binding::BuiltIn(builtin)) = argument.binding else { return None };
        let launched = self.program.launched;
        let axis = |sides: [u32; 3]| Some(i128::from(*sides.get(component? as usize)?));
        let below = |end: i128| Interval::new(0, (end - 1).max(0));
        Some(match builtin {
            BuiltIn::LocalInvocationId => below(axis(launched.block)?),
            BuiltIn::WorkGroupId => below(axis(launched.grid)?),
            BuiltIn::GlobalInvocationId => below(axis(launched.grid)? * axis(launched.block)?),
            BuiltIn::NumWorkGroups => Interval::one(axis(launched.grid)?),
            BuiltIn::LocalInvocationIndex => {
                below(launched.block.iter().map(|side| i128::from(*side)).product())
            }
            BuiltIn::SubgroupSize
            | BuiltIn::SubgroupInvocationId
            | BuiltIn::SubgroupId
            | BuiltIn::NumSubgroups => Interval::new(0, 1 << 16),
            _ => return None,
        })
    }

    fn load(&self, pointer: Handle<Expression>) -> Option<Interval> {
        match self.function.expressions[pointer] {
            Expression::LocalVariable(variable) => {
                let held = self.held.get(&variable).copied();
                match self.bounds.get(&variable) {
                    Some(bound) => held.map(|held| held.meet(*bound)),
                    None => held,
                }
            }
            Expression::AccessIndex { base, index } => {
                let Expression::GlobalVariable(global) = self.function.expressions[base] else {
                    return None;
                };
                let global = &self.module().global_variables[global];
                if global.space != AddressSpace::Uniform {
                    return None;
                }
                let TypeInner::Struct { members, .. } = &self.module().types[global.ty].inner
                else {
                    return None;
                };
                let member = members.get(index as usize)?;
                self.passed(member.ty, member.offset as usize)
            }
            _ => None,
        }
    }

    /// A number that is passed by value.
    fn passed(&self, ty: Handle<naga::Type>, offset: usize) -> Option<Interval> {
        let TypeInner::Scalar(scalar) = self.module().types[ty].inner else { return None };
        let bytes = |count: usize| self.program.launched.uniform.get(offset..offset + count);
        Some(Interval::one(match (scalar.kind, scalar.width) {
            (ScalarKind::Uint, 4) => u32::from_le_bytes(bytes(4)?.try_into().ok()?).into(),
            (ScalarKind::Sint, 4) => i32::from_le_bytes(bytes(4)?.try_into().ok()?).into(),
            (ScalarKind::Uint, 8) => u64::from_le_bytes(bytes(8)?.try_into().ok()?).into(),
            (ScalarKind::Sint, 8) => i64::from_le_bytes(bytes(8)?.try_into().ok()?).into(),
            _ => return None,
        }))
    }

    /// What a condition says where it holds, or does not.
    fn learn(&mut self, condition: Handle<Expression>, holds: bool) {
        match self.function.expressions[condition] {
            Expression::Unary { op: UnaryOperator::LogicalNot, expr } => self.learn(expr, !holds),
            Expression::Binary { op, left, right } => {
                let op = match (op, holds) {
                    (BinaryOperator::LogicalAnd, true) => {
                        self.learn(left, true);
                        return self.learn(right, true);
                    }
                    (op, true) => op,
                    (BinaryOperator::Less, false) => BinaryOperator::GreaterEqual,
                    (BinaryOperator::LessEqual, false) => BinaryOperator::Greater,
                    (BinaryOperator::Greater, false) => BinaryOperator::LessEqual,
                    (BinaryOperator::GreaterEqual, false) => BinaryOperator::Less,
                    (BinaryOperator::Equal, false) => BinaryOperator::NotEqual,
                    (BinaryOperator::NotEqual, false) => BinaryOperator::Equal,
                    _ => return,
                };
                let (Some(a), Some(b)) = (self.value(left), self.value(right)) else { return };
                let (of_left, of_right) = match op {
                    BinaryOperator::Less => (up_to(b.most - 1), from(a.least + 1)),
                    BinaryOperator::LessEqual => (up_to(b.most), from(a.least)),
                    BinaryOperator::Greater => (from(b.least + 1), up_to(a.most - 1)),
                    BinaryOperator::GreaterEqual => (from(b.least), up_to(a.most)),
                    BinaryOperator::Equal => (b, a),
                    BinaryOperator::NotEqual => (without(a, b), without(b, a)),
                    _ => return,
                };
                self.bound(left, of_left);
                self.bound(right, of_right);
            }
            _ => {}
        }
    }

    fn bound(&mut self, handle: Handle<Expression>, bound: Interval) {
        if let Some(known) = self.known.get_mut(&handle) {
            *known = known.meet(bound);
        }
        if let Some(variable) = self.loads.get(&handle) {
            let known = self.bounds.get(variable).map_or(bound, |known| known.meet(bound));
            self.bounds.insert(*variable, known);
        }
    }
}

/// Whether the lower 32 bits of a result follow from those of what it is computed of.
fn keeps_lower_bits(operation: CheckedOperation, right: Interval) -> bool {
    use CheckedOperation::{Add, IntoIsize, IntoUsize, Mul, Neg, ShiftLeft, Sub};
    match operation {
        Add | Sub | Mul | Neg | IntoUsize | IntoIsize => true,
        ShiftLeft => right.is_within(Interval::new(0, 31)),
        _ => false,
    }
}

const FAR: i128 = 1 << 100;

fn up_to(most: i128) -> Interval {
    Interval::new(-FAR, most)
}

fn from(least: i128) -> Interval {
    Interval::new(least, FAR)
}

/// An interval without a number at one of its ends.
fn without(whole: Interval, other: Interval) -> Interval {
    match other.least == other.most {
        true if whole.least == other.least => from(whole.least + 1),
        true if whole.most == other.least => up_to(whole.most - 1),
        _ => Interval::new(-FAR, FAR),
    }
}

/// Whether nobody comes to the end of a block.
fn leaves(block: &Block) -> bool {
    match block.last() {
        Some(Statement::Break | Statement::Continue | Statement::Return { .. }) => true,
        Some(Statement::Block(inner)) => leaves(inner),
        Some(Statement::If { accept, reject, .. }) => leaves(accept) && leaves(reject),
        _ => false,
    }
}

fn of_literal(literal: Literal) -> Option<Interval> {
    super::arithmetic::int_value(literal).map(Interval::one)
}
