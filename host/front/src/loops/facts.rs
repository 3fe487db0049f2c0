//! Facts about the values in a loop: which are always the same, and which stand still while
//! it turns.

use naga::valid::FunctionInfo;
use naga::{
    AddressSpace, BinaryOperator, Block, Expression, Function, Handle, Literal, LocalVariable,
    Module, ScalarKind, Statement, TypeInner, UnaryOperator,
};
use std::collections::{BTreeMap, HashSet};

/// Why a comparison always has the same answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Why {
    /// An unsigned number beside 0.
    Unsigned { comparison: Handle<Expression>, number: Handle<Expression> },
    /// A number beside the largest of its type.
    Largest { comparison: Handle<Expression>, number: Handle<Expression> },
    /// The same on both sides.
    Same { comparison: Handle<Expression> },
}

impl Why {
    pub(super) fn comparison(&self) -> Handle<Expression> {
        match *self {
            Why::Unsigned { comparison, .. }
            | Why::Largest { comparison, .. }
            | Why::Same { comparison } => comparison,
        }
    }
}

/// Names in the text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Names {
    /// Of variables, which can be written.
    pub(super) variables: Vec<String>,
    /// Of values, which cannot.
    pub(super) values: Vec<String>,
}

/// A value that a branch decides: what `&&` and `||` are made of.
#[derive(Clone, Copy, Debug)]
struct Choice {
    condition: Handle<Expression>,
    accept: Handle<Expression>,
    reject: Handle<Expression>,
}

pub(super) struct Facts<'a> {
    module: &'a Module,
    function: &'a Function,
    info: &'a FunctionInfo,
    /// What is computed in the loop.
    computed: HashSet<Handle<Expression>>,
    /// Variables that are written in the loop, and how often.
    written: BTreeMap<usize, usize>,
    choices: BTreeMap<usize, Choice>,
}

impl<'a> Facts<'a> {
    pub(super) fn of_loop(
        module: &'a Module,
        function: &'a Function,
        info: &'a FunctionInfo,
        blocks: [&Block; 2],
    ) -> Facts<'a> {
        let mut facts = Facts {
            module,
            function,
            info,
            computed: HashSet::new(),
            written: BTreeMap::new(),
            choices: BTreeMap::new(),
        };
        blocks.into_iter().for_each(|block| facts.collect(block));
        facts
    }

    /// What a condition is in every turn, where its types or its form say it.
    pub(super) fn always(&self, value: Handle<Expression>) -> Option<bool> {
        match self.function.expressions[value] {
            Expression::Literal(Literal::Bool(value)) => Some(value),
            Expression::Constant(constant) => {
                match self.module.global_expressions[self.module.constants[constant].init] {
                    Expression::Literal(Literal::Bool(value)) => Some(value),
                    _ => None,
                }
            }
            Expression::Unary { op: UnaryOperator::LogicalNot, expr } => {
                self.always(expr).map(|value| !value)
            }
            Expression::Binary { op, left, right } => match op {
                BinaryOperator::LogicalAnd => self.both(left, right, false),
                BinaryOperator::LogicalOr => self.both(left, right, true),
                BinaryOperator::And if self.is_bool(value) => self.both(left, right, false),
                BinaryOperator::InclusiveOr if self.is_bool(value) => self.both(left, right, true),
                _ => self.compared(value, op, left, right).map(|(answer, _)| answer),
            },
            Expression::Load { pointer } => {
                let choice = self.choice(pointer)?;
                match self.always(choice.condition) {
                    Some(true) => self.always(choice.accept),
                    Some(false) => self.always(choice.reject),
                    None => {
                        let accept = self.always(choice.accept)?;
                        (self.always(choice.reject) == Some(accept)).then_some(accept)
                    }
                }
            }
            _ => None,
        }
    }

    /// The comparison that decides a condition.
    pub(super) fn why(&self, value: Handle<Expression>) -> Option<Why> {
        match self.function.expressions[value] {
            Expression::Unary { op: UnaryOperator::LogicalNot, expr } => self.why(expr),
            Expression::Binary { op, left, right } => self
                .compared(value, op, left, right)
                .map(|(_, why)| why)
                .or_else(|| self.why(left))
                .or_else(|| self.why(right)),
            Expression::Load { pointer } => {
                let choice = self.choice(pointer)?;
                self.why(choice.condition)
                    .or_else(|| self.why(choice.accept))
                    .or_else(|| self.why(choice.reject))
            }
            _ => None,
        }
    }

    /// Whether a value is the same in every turn.
    pub(super) fn stands_still(&self, value: Handle<Expression>) -> bool {
        if self.always(value).is_some()
            || !self.computed.contains(&value) && !self.is_of_turn(value)
        {
            return true;
        }
        match self.function.expressions[value] {
            Expression::Load { pointer } => self.place_stands_still(pointer),
            Expression::Access { base, index } => {
                self.stands_still(base) && self.stands_still(index)
            }
            Expression::AccessIndex { base: of, .. }
            | Expression::Splat { value: of, .. }
            | Expression::Swizzle { vector: of, .. }
            | Expression::Unary { expr: of, .. }
            | Expression::As { expr: of, .. }
            | Expression::Relational { argument: of, .. } => self.stands_still(of),
            Expression::Compose { ref components, .. } => {
                components.iter().all(|&part| self.stands_still(part))
            }
            Expression::Binary { left, right, .. } => {
                self.stands_still(left) && self.stands_still(right)
            }
            Expression::Select { condition, accept, reject } => {
                [condition, accept, reject].into_iter().all(|part| self.stands_still(part))
            }
            Expression::Math { arg, arg1, arg2, arg3, .. } => [Some(arg), arg1, arg2, arg3]
                .into_iter()
                .flatten()
                .all(|part| self.stands_still(part)),
            // The length of a buffer is the launch's.
            Expression::ArrayLength(_) => true,
            _ => false,
        }
    }

    /// What a value is made of, by its names in the text.
    pub(super) fn names(&self, value: Handle<Expression>) -> Names {
        let mut names = Names::default();
        self.collect_names(value, &mut names);
        names
    }

    fn collect_names(&self, value: Handle<Expression>, names: &mut Names) {
        let push = |list: &mut Vec<String>, name: Option<&String>| {
            if let Some(name) = name.filter(|name| !name.is_empty() && !list.contains(name)) {
                list.push(name.clone());
            }
        };
        if let Some(name) = self.function.named_expressions.get(&value) {
            push(&mut names.values, Some(name));
            return;
        }
        match self.function.expressions[value] {
            Expression::Load { pointer } => {
                if let Some(choice) = self.choice(pointer) {
                    for part in [choice.condition, choice.accept, choice.reject] {
                        self.collect_names(part, names);
                    }
                } else if let Some(local) = self.root(pointer) {
                    push(&mut names.variables, self.function.local_variables[local].name.as_ref());
                }
            }
            Expression::FunctionArgument(index) => {
                let argument = self.function.arguments.get(index as usize);
                push(&mut names.values, argument.and_then(|argument| argument.name.as_ref()));
            }
            Expression::Access { base, index } => {
                self.collect_names(base, names);
                self.collect_names(index, names);
            }
            Expression::AccessIndex { base: of, .. }
            | Expression::Unary { expr: of, .. }
            | Expression::As { expr: of, .. } => self.collect_names(of, names),
            Expression::Binary { left, right, .. } => {
                self.collect_names(left, names);
                self.collect_names(right, names);
            }
            Expression::Math { arg, arg1, arg2, arg3, .. } => {
                for part in [Some(arg), arg1, arg2, arg3].into_iter().flatten() {
                    self.collect_names(part, names);
                }
            }
            _ => {}
        }
    }

    /// Memory that stands still: a variable of this function that the loop does
    /// not write, or a uniform, which nobody can.
    fn place_stands_still(&self, pointer: Handle<Expression>) -> bool {
        if let Some(choice) = self.choice(pointer) {
            return match self.always(choice.condition) {
                Some(true) => self.stands_still(choice.accept),
                Some(false) => self.stands_still(choice.reject),
                None => [choice.condition, choice.accept, choice.reject]
                    .into_iter()
                    .all(|part| self.stands_still(part)),
            };
        }
        match self.function.expressions[pointer] {
            Expression::LocalVariable(local) => !self.written.contains_key(&local.index()),
            Expression::GlobalVariable(global) => {
                self.module.global_variables[global].space == AddressSpace::Uniform
            }
            Expression::Access { base, index } => {
                self.place_stands_still(base) && self.stands_still(index)
            }
            Expression::AccessIndex { base, .. } => self.place_stands_still(base),
            _ => false,
        }
    }

    /// Whether a value has a meaning in the turn alone, although nothing says
    /// that it is computed there: the address of memory.
    fn is_of_turn(&self, value: Handle<Expression>) -> bool {
        matches!(
            self.function.expressions[value],
            Expression::GlobalVariable(_) | Expression::LocalVariable(_)
        )
    }

    fn is_bool(&self, value: Handle<Expression>) -> bool {
        self.kind(value) == Some(ScalarKind::Bool)
    }

    fn kind(&self, value: Handle<Expression>) -> Option<ScalarKind> {
        match self.info[value].ty.inner_with(&self.module.types) {
            TypeInner::Scalar(scalar) => Some(scalar.kind),
            _ => None,
        }
    }

    /// `&&` with `false` as what decides, `||` with `true`.
    fn both(&self, a: Handle<Expression>, b: Handle<Expression>, decides: bool) -> Option<bool> {
        match (self.always(a), self.always(b)) {
            (Some(value), _) | (_, Some(value)) if value == decides => Some(decides),
            (Some(_), Some(_)) => Some(!decides),
            _ => None,
        }
    }

    /// The answer of a comparison that is the same whatever the numbers are.
    fn compared(
        &self,
        comparison: Handle<Expression>,
        op: BinaryOperator,
        left: Handle<Expression>,
        right: Handle<Expression>,
    ) -> Option<(bool, Why)> {
        use BinaryOperator::{Equal, Greater, GreaterEqual, Less, LessEqual, NotEqual};
        // As if the larger side were always named first.
        let (more, less, is_strict) = match op {
            Greater => (left, right, true),
            GreaterEqual => (left, right, false),
            Less => (right, left, true),
            LessEqual => (right, left, false),
            Equal | NotEqual => {
                let is_number =
                    matches!(self.kind(left), Some(ScalarKind::Sint | ScalarKind::Uint));
                let same = is_number && self.is_same(left, right);
                return same.then_some((op == Equal, Why::Same { comparison }));
            }
            _ => return None,
        };
        let kind = self.kind(left)?;
        if !matches!(kind, ScalarKind::Sint | ScalarKind::Uint) {
            return None;
        }
        if self.is_same(left, right) {
            return Some((!is_strict, Why::Same { comparison }));
        }
        if kind == ScalarKind::Uint {
            // `x >= 0` and `0 > x`.
            if self.number(less) == Some(0) && !is_strict {
                return Some((true, Why::Unsigned { comparison, number: more }));
            }
            if self.number(more) == Some(0) && is_strict {
                return Some((false, Why::Unsigned { comparison, number: less }));
            }
        }
        // `largest >= x` and `x > largest`.
        if self.is_largest(more) && !is_strict {
            return Some((true, Why::Largest { comparison, number: less }));
        }
        if self.is_largest(less) && is_strict {
            return Some((false, Why::Largest { comparison, number: more }));
        }
        None
    }

    fn literal(&self, value: Handle<Expression>) -> Option<Literal> {
        match self.function.expressions[value] {
            Expression::Literal(literal) => Some(literal),
            Expression::Constant(constant) => {
                match self.module.global_expressions[self.module.constants[constant].init] {
                    Expression::Literal(literal) => Some(literal),
                    _ => None,
                }
            }
            _ => None,
        }
    }

    fn number(&self, value: Handle<Expression>) -> Option<i128> {
        match self.literal(value)? {
            Literal::U32(value) => Some(value.into()),
            Literal::I32(value) => Some(value.into()),
            Literal::U64(value) => Some(value.into()),
            Literal::I64(value) => Some(value.into()),
            _ => None,
        }
    }

    fn is_largest(&self, value: Handle<Expression>) -> bool {
        matches!(
            self.literal(value),
            Some(
                Literal::U32(u32::MAX)
                    | Literal::I32(i32::MAX)
                    | Literal::U64(u64::MAX)
                    | Literal::I64(i64::MAX)
            )
        )
    }

    /// Whether two expressions are the same words: of variables and values of
    /// this thread, not of memory that others may write.
    fn is_same(&self, a: Handle<Expression>, b: Handle<Expression>) -> bool {
        if a == b {
            return !matches!(self.function.expressions[a], Expression::Literal(_));
        }
        match (&self.function.expressions[a], &self.function.expressions[b]) {
            (Expression::Load { pointer: a }, Expression::Load { pointer: b }) => {
                self.root(*a).is_some() && self.is_same_place(*a, *b)
            }
            (Expression::FunctionArgument(a), Expression::FunctionArgument(b)) => a == b,
            (Expression::Constant(a), Expression::Constant(b)) => a == b,
            (
                Expression::AccessIndex { base: a, index: i },
                Expression::AccessIndex { base: b, index: j },
            ) => i == j && self.is_same(*a, *b),
            _ => false,
        }
    }

    fn is_same_place(&self, a: Handle<Expression>, b: Handle<Expression>) -> bool {
        if a == b {
            return true;
        }
        match (&self.function.expressions[a], &self.function.expressions[b]) {
            (Expression::LocalVariable(a), Expression::LocalVariable(b)) => a == b,
            (
                Expression::AccessIndex { base: a, index: i },
                Expression::AccessIndex { base: b, index: j },
            ) => i == j && self.is_same_place(*a, *b),
            _ => false,
        }
    }

    /// The variable of this function that a pointer leads into.
    fn root(&self, pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
        match self.function.expressions[pointer] {
            Expression::LocalVariable(local) => Some(local),
            Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
                self.root(base)
            }
            _ => None,
        }
    }

    /// What `&&` and `||` have put into their variable, which has no name: it is
    /// written in both branches and read right behind them.
    fn choice(&self, pointer: Handle<Expression>) -> Option<Choice> {
        let Expression::LocalVariable(local) = self.function.expressions[pointer] else {
            return None;
        };
        let name = self.function.local_variables[local].name.as_deref().unwrap_or_default();
        let is_written_twice = self.written.get(&local.index()) == Some(&2);
        (name.is_empty() && is_written_twice).then(|| self.choices.get(&local.index()).copied())?
    }

    fn collect(&mut self, block: &Block) {
        for statement in block.iter() {
            match statement {
                Statement::Emit(range) => self.computed.extend(range.clone()),
                Statement::Store { pointer, .. } => self.write(*pointer),
                Statement::Call { arguments, result, .. } => {
                    arguments.iter().for_each(|&argument| self.write(argument));
                    self.computed.extend(result);
                }
                Statement::Atomic { pointer, result, .. } => {
                    self.write(*pointer);
                    self.computed.extend(result);
                }
                Statement::WorkGroupUniformLoad { result, .. }
                | Statement::SubgroupBallot { result, .. }
                | Statement::SubgroupGather { result, .. }
                | Statement::SubgroupCollectiveOperation { result, .. } => {
                    self.computed.insert(*result);
                }
                Statement::Block(inner) => self.collect(inner),
                Statement::If { condition, accept, reject } => {
                    self.collect(accept);
                    self.collect(reject);
                    self.note_choice(*condition, accept, reject);
                }
                Statement::Switch { cases, .. } => {
                    cases.iter().for_each(|case| self.collect(&case.body));
                }
                Statement::Loop { body, continuing, .. } => {
                    self.collect(body);
                    self.collect(continuing);
                }
                _ => {}
            }
        }
    }

    fn write(&mut self, pointer: Handle<Expression>) {
        if let Some(local) = self.root(pointer) {
            *self.written.entry(local.index()).or_default() += 1;
        }
    }

    /// A branch whose two sides end with writing the same variable.
    fn note_choice(&mut self, condition: Handle<Expression>, accept: &Block, reject: &Block) {
        let last = |block: &Block| match block.iter().next_back() {
            Some(Statement::Store { pointer, value }) => Some((*pointer, *value)),
            _ => None,
        };
        if let (Some((to, accept)), Some((also_to, reject))) = (last(accept), last(reject))
            && let Expression::LocalVariable(local) = self.function.expressions[to]
            && self.is_same_place(to, also_to)
        {
            self.choices.insert(local.index(), Choice { condition, accept, reject });
        }
    }
}
