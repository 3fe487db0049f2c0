//! A way through a function with intervals in place of numbers.

use super::interval::Interval;
use super::{Given, Program, leaves, variable_of};
use naga::{
    BinaryOperator, Block, Expression, Function, Handle, LocalVariable, Module, Span, Statement,
    UnaryOperator,
};
use std::collections::{HashMap, HashSet};
use warpbench_semantics::FunctionKey;

/// A way through a function.
pub(super) struct Walk<'a, 'p> {
    pub(super) program: &'a Program<'p>,
    pub(super) key: FunctionKey,
    pub(super) function: &'a Function,
    pub(super) lent: &'a HashSet<Handle<LocalVariable>>,
    /// What variables may hold, as far as was found before; of an array, its elements.
    pub(super) held: &'a HashMap<Handle<LocalVariable>, Interval>,
    /// What is written into them this time.
    pub(super) stored: HashMap<Handle<LocalVariable>, Interval>,
    /// What is written into those that go up by one there.
    stepped: HashMap<Handle<LocalVariable>, Interval>,
    /// What expressions are here.
    pub(super) known: HashMap<Handle<Expression>, Interval>,
    /// What comparisons say of variables here.
    pub(super) bounds: HashMap<Handle<LocalVariable>, Interval>,
    /// Variables that have not been written since an expression read them.
    pub(super) loads: HashMap<Handle<Expression>, Handle<LocalVariable>>,
    pub(super) calls: Vec<(Handle<Function>, Vec<Option<Given>>)>,
    pub(super) result: Option<Interval>,
    pub(super) outgrown: Option<Span>,
}

/// Times that no thread adds one to a number: it would have to run for seconds, longer than
/// drivers and browsers let it.
const STEPS: i128 = (1 << 31) - 2;

/// What a variable holds.
pub(super) struct Written {
    pub(super) variable: Handle<LocalVariable>,
    pub(super) range: Interval,
    /// Where it ends, if it goes up by one.
    pub(super) reach: Option<i128>,
}

/// What held before a block that may not be gone through.
struct Before {
    known: HashMap<Handle<Expression>, Interval>,
    bounds: HashMap<Handle<LocalVariable>, Interval>,
    loads: HashMap<Handle<Expression>, Handle<LocalVariable>>,
}

impl<'a, 'p> Walk<'a, 'p> {
    pub(super) fn new(
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
            stepped: HashMap::new(),
            known: HashMap::new(),
            bounds: HashMap::new(),
            loads: HashMap::new(),
            calls: Vec::new(),
            result: None,
            outgrown: None,
        }
    }

    pub(super) fn module(&self) -> &Module {
        &self.program.checked.module
    }

    /// What variables hold first, and what is known without being computed.
    pub(super) fn start(&mut self) {
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

    pub(super) fn block(&mut self, block: &Block) {
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
                let given = arguments.iter().map(|given| match self.function.expressions[*given] {
                    Expression::FunctionArgument(at) => {
                        self.program.argument(self.key, self.function, at)
                    }
                    Expression::Compose { ref components, .. } => Some(Given::Members(
                        components.iter().map(|component| self.value(*component)).collect(),
                    )),
                    _ => self.value(*given).or_else(|| self.whole(*given)).map(Given::Number),
                });
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
        if let Some(variable) = variable_of(self.function, pointer) {
            self.bounds.remove(&variable);
            self.loads.retain(|_, read| *read != variable);
        }
    }

    fn store(&mut self, pointer: Handle<Expression>, value: Handle<Expression>) {
        let Some(variable) = variable_of(self.function, pointer) else { return };
        let is_step = self.is_step(variable, value);
        self.forget(pointer);
        let Some(whole) = self.program.type_of_local(self.function, variable) else { return };
        let value = self.numbers_in(value).unwrap_or(whole);
        let written = if is_step { &mut self.stepped } else { &mut self.stored };
        let held = written.get(&variable).map_or(value, |held| held.join(value));
        written.insert(variable, held);
    }

    /// Whether a value is that of a variable and no more than one on top of it.
    fn is_step(&self, variable: Handle<LocalVariable>, value: Handle<Expression>) -> bool {
        let Expression::Binary { op: BinaryOperator::Add, left, right } =
            self.function.expressions[value]
        else {
            return false;
        };
        let step = Interval::new(0, 1);
        let is_one = |handle| self.value(handle).is_some_and(|value| value.is_within(step));
        [(left, right), (right, left)]
            .into_iter()
            .any(|(read, by)| self.loads.get(&read) == Some(&variable) && is_one(by))
    }

    /// What variables hold at the end of this way, and how far those come that go up by one.
    pub(super) fn written(&self) -> Vec<Written> {
        let of = |(&variable, &range): (&Handle<LocalVariable>, &Interval)| {
            let steps = self.stepped.get(&variable).copied();
            let reach = steps.map(|_| range.most + STEPS);
            let end = steps
                .zip(reach)
                .map(|(steps, reach)| Interval::new(steps.least.min(reach), steps.most.min(reach)));
            Written { variable, range: end.map_or(range, |end| range.join(end)), reach }
        };
        self.stored.iter().map(of).collect()
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
