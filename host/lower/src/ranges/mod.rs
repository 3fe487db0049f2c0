//! Whether words are enough for `usize` in a launch, told without running it.
//!
//! An adapter does not look whether what it computes fits. So the module is gone through with
//! intervals in place of numbers: how many threads there are, what is passed by value and how
//! long buffers are is known, and comparisons bound what is behind them. What cannot be shown
//! to fit has to be computed with all bits.

mod interval;
mod numbers;
mod uses;
mod walk;

use interval::Interval;
use naga::{
    Binding, Block, BuiltIn, Expression, Function, Handle, LocalVariable, Span, Statement,
    TypeInner,
};
use std::collections::{HashMap, HashSet};
use walk::{Walk, Written};
use warpbench_module::wgsl::Checked;
use warpbench_semantics::FunctionKey;

/// Rounds after which a variable is taken to go as far as it can.
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

/// Where something that a module keeps in a word for `usize` may not fit one in a launch;
/// nothing where all of it does.
pub(super) fn may_outgrow(checked: &Checked, launched: &Launched<'_>) -> Option<Span> {
    if !checked.semantics.has_words() {
        return None;
    }
    let (given, results) = Default::default();
    let mut program = Program { checked, launched, given, results };
    // In the second round, what functions return is known.
    program.round();
    program.round()
}

/// What a function is called with.
#[derive(Clone, PartialEq)]
enum Given {
    Number(Interval),
    /// A structure, by its members, where they are numbers.
    Members(Vec<Option<Interval>>),
    /// Where a thread stands, handed on.
    BuiltIn(BuiltIn),
}

impl Given {
    fn join(self, other: Given) -> Option<Given> {
        match (self, other) {
            (Given::Number(one), Given::Number(other)) => Some(Given::Number(one.join(other))),
            (Given::Members(one), Given::Members(other)) => {
                let both = one.iter().zip(other);
                let joined = both.map(|(one, other)| Some(one.as_ref()?.join(other?)));
                Some(Given::Members(joined.collect()))
            }
            (one, other) => (one == other).then_some(one),
        }
    }
}

/// A module, and what is known of its functions.
struct Program<'a> {
    checked: &'a Checked,
    launched: &'a Launched<'a>,
    /// What functions are called with, by argument.
    given: HashMap<Handle<Function>, Vec<Option<Given>>>,
    results: HashMap<Handle<Function>, Interval>,
}

impl Program<'_> {
    /// Goes through all functions, callers first, and says what may not fit.
    fn round(&mut self) -> Option<Span> {
        self.given.clear();
        let module = &self.checked.module;
        let mut outgrown = None;
        for point in &module.entry_points {
            let (found, _) = self.function(None, &point.function);
            outgrown = outgrown.or(found);
        }
        // Functions are declared before those that call them.
        let functions: Vec<_> = module.functions.iter().collect();
        for (handle, function) in functions.into_iter().rev() {
            let (found, result) = self.function(Some(handle), function);
            outgrown = outgrown.or(found);
            if let Some(result) = result {
                self.results.insert(handle, result);
            }
        }
        outgrown
    }

    /// What may not fit in a function, and what it returns.
    fn function(
        &mut self,
        key: FunctionKey,
        function: &Function,
    ) -> (Option<Span>, Option<Interval>) {
        let lent = lent(function);
        let mut held = HashMap::new();
        let mut first = Walk::new(self, (key, function), &lent, &held);
        first.start();
        held = first.stored;
        for round in 0..3 * ROUNDS {
            let mut walk = Walk::new(self, (key, function), &lent, &held);
            walk.start();
            walk.block(&function.body);
            let calls = std::mem::take(&mut walk.calls);
            let (result, outgrown) = (walk.result, walk.outgrown);
            let is_new = |written: &Written| {
                held.get(&written.variable).is_none_or(|held| !written.range.is_within(*held))
            };
            let grown: Vec<_> = walk.written().into_iter().filter(is_new).collect();
            if grown.is_empty() {
                for (callee, arguments) in calls {
                    self.add_call(callee, &arguments);
                }
                return (outgrown, result);
            }
            for Written { variable, range, reach } in grown {
                let whole = self.type_of_local(function, variable);
                let wide = match (round / ROUNDS, reach) {
                    (0, _) => range,
                    (1, Some(reach)) => range.join(Interval::one(reach)),
                    _ => whole.unwrap_or(range),
                };
                held.insert(variable, held.get(&variable).map_or(wide, |held| held.join(wide)));
            }
        }
        (Some(Span::UNDEFINED), None)
    }

    fn add_call(&mut self, callee: Handle<Function>, arguments: &[Option<Given>]) {
        let given = self.given.entry(callee).or_insert_with(|| arguments.to_vec());
        for (given, argument) in given.iter_mut().zip(arguments) {
            *given = given
                .take()
                .zip(argument.clone())
                .and_then(|(given, argument)| given.join(argument));
        }
    }

    /// What an argument of a function is.
    fn argument(&self, key: FunctionKey, function: &Function, at: u32) -> Option<Given> {
        match key {
            Some(key) => self.given.get(&key)?.get(at as usize)?.clone(),
            None => match function.arguments.get(at as usize)?.binding {
                Some(Binding::BuiltIn(builtin)) => Some(Given::BuiltIn(builtin)),
                _ => None,
            },
        }
    }

    fn type_of_local(
        &self,
        function: &Function,
        variable: Handle<LocalVariable>,
    ) -> Option<Interval> {
        let types = &self.checked.module.types;
        let mut ty = function.local_variables[variable].ty;
        loop {
            match types[ty].inner {
                TypeInner::Scalar(scalar) | TypeInner::Vector { scalar, .. } => {
                    return Interval::of_type(scalar);
                }
                TypeInner::Array { base, .. } => ty = base,
                _ => return None,
            }
        }
    }
}

/// Variables that others may write: those of which more is done than reading and writing them.
fn lent(function: &Function) -> HashSet<Handle<LocalVariable>> {
    let variable = |pointer| variable_of(function, pointer);
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

/// The variable that a pointer leads into.
fn variable_of(function: &Function, pointer: Handle<Expression>) -> Option<Handle<LocalVariable>> {
    match function.expressions[pointer] {
        Expression::LocalVariable(variable) => Some(variable),
        Expression::Access { base, .. } | Expression::AccessIndex { base, .. } => {
            variable_of(function, base)
        }
        _ => None,
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
