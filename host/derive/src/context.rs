//! Loop context of a place in a kernel: the loops around, how they are spread, and what is
//! known of their variables.

use crate::Refused;
use crate::constant::Values;
use crate::facts::Facts;
use crate::grid::Grid;
use crate::partition::LoopPlan;
use crate::poly::Poly;
use crate::tree::{Distribution, Element, Expr, For, Stmt, StmtKind, Type};
use crate::types::{KnownTypes, type_of};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_front::rust::number::Number;
use warpbench_front::rust::types::Ty;

/// Names that are taken, so that invented ones are not.
#[derive(Clone, Debug, Default)]
pub struct Names {
    used: BTreeSet<String>,
}

impl Names {
    pub fn take(&mut self, name: &str) {
        self.used.insert(name.to_owned());
    }

    /// A name like this one that nobody has.
    pub fn fresh(&mut self, base: &str) -> String {
        let more = (2..).map(|number| format!("{base}_{number}"));
        let all = std::iter::once(base.to_owned()).chain(more);
        let name = all.into_iter().find(|name| !self.used.contains(name));
        let name = name.unwrap_or_else(|| base.to_owned());
        self.used.insert(name.clone());
        name
    }

    /// Every name in a body.
    pub fn take_all(&mut self, stmts: &[Stmt]) {
        for stmt in stmts {
            match &stmt.kind {
                StmtKind::Let { name, .. } => self.take(name),
                StmtKind::For(own) => self.take(&own.var),
                _ => {}
            }
            for expr in stmt.exprs() {
                expr.visit(&mut |part| match part {
                    Expr::Name(name) | Expr::Index(name, _) | Expr::Call(name, _) => {
                        self.take(name);
                    }
                    _ => {}
                });
            }
            for body in stmt.blocks() {
                self.take_all(body);
            }
        }
    }
}

/// A loop around.
#[derive(Clone, Debug)]
pub struct Level {
    pub var: String,
    pub plan: Option<LoopPlan>,
    /// The first of the iterations that run at once, where threads share the loop.
    pub first: String,
    /// The variable with the number of the thread along the loop's dimension.
    pub thread: Option<String>,
    /// The kernel's variables that are declared outside of the loop.
    pub outer: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub struct Context<'k> {
    pub constants: &'k Values,
    pub grid: &'k Grid,
    pub facts: Facts,
    pub levels: Vec<Level>,
    /// Partitions around over blocks and threads.
    pub depth: (usize, usize),
    /// Variables of the kernel that stand for a polynomial.
    pub values: BTreeMap<String, Poly>,
    /// Variables that are not the same for all threads of a block.
    pub varying: BTreeSet<String>,
    /// Variables that the kernel declares.
    pub declared: BTreeSet<String>,
    /// Whether what is looked at may not happen in an iteration.
    pub conditions: usize,
}

impl<'k> Context<'k> {
    pub fn new(constants: &'k Values, grid: &'k Grid) -> Context<'k> {
        Context {
            constants,
            grid,
            facts: Facts::default(),
            levels: Vec::new(),
            depth: (0, 0),
            values: BTreeMap::new(),
            varying: BTreeSet::new(),
            declared: BTreeSet::new(),
            conditions: 0,
        }
    }

    /// What is known of variables from outside the kernel.
    pub fn outside(&mut self, types: &BTreeMap<String, Type>) {
        for (name, ty) in types {
            if let Type::Scalar(element) = ty
                && element.is_natural()
            {
                self.facts.natural(name);
            }
        }
    }

    /// The polynomial of an expression, variables of the kernel resolved.
    pub fn poly(&self, expr: &Expr) -> Poly {
        let mut poly = Poly::of(expr, self.constants);
        for (name, value) in &self.values {
            if poly.mentions(name) && poly.is_affine_in(name) {
                poly = poly.replace(name, value);
            }
        }
        poly
    }

    /// The context inside of a loop. `first` is the name of the first iteration of
    /// those that run at once.
    pub fn inside(&self, own: &For, first: &str) -> Result<Context<'k>, Refused> {
        let plan = LoopPlan::of(own, self.grid, self.depth, self.constants)?;
        let mut inner = self.clone();
        let (start, end) = (self.poly(&own.start), self.poly(&own.end));
        let step = if own.is_reversed { 1 } else { own.step };
        let last = match end.minus(&start).as_number() {
            Some(length) if length > 0 && !own.is_reversed => {
                start.plus_number((length - 1) / own.step * own.step)
            }
            _ => end.plus_number(-1),
        };
        inner.values.remove(&own.var);
        if end.minus(&start).as_number().is_some_and(|length| (1..=own.step).contains(&length)) {
            // A loop of one iteration says what its variable is.
            inner.values.insert(own.var.clone(), start.clone());
        }
        inner.facts.between(&own.var, start.clone(), last.clone(), step);
        inner.varying.remove(&own.var);
        if self.is_varying(&own.start) || self.is_varying(&own.end) {
            inner.varying.insert(own.var.clone());
        }
        if let Some(plan) = &plan {
            inner.depth.0 += usize::from(plan.blocks.is_some());
            inner.depth.1 += usize::from(plan.threads.is_some());
            if plan.threads.is_some() {
                inner.varying.insert(own.var.clone());
                let step = if plan.is_cyclic() { step } else { plan.turn() * own.step };
                let high = plan.last_first(&start, &last);
                inner.facts.between(first, start, high, step);
            }
        }
        let outer = self.declared.clone();
        inner.levels.push(Level {
            var: own.var.clone(),
            plan,
            first: first.to_owned(),
            thread: None,
            outer,
        });
        Ok(inner)
    }

    /// What a `let` says of its variable.
    pub fn declare(&mut self, name: &str, is_mutable: bool, value: Option<&Expr>) {
        self.declared.insert(name.to_owned());
        self.facts.forget(name);
        self.values.remove(name);
        self.varying.remove(name);
        let Some(value) = value else {
            self.varying.insert(name.to_owned());
            return;
        };
        if is_mutable || self.is_varying(value) {
            self.varying.insert(name.to_owned());
        }
        if !is_mutable && is_integral(value) {
            self.values.insert(name.to_owned(), self.poly(value));
        }
    }

    /// Whether an expression may be different for threads of a block.
    pub fn is_varying(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.visit(&mut |part| {
            found |= match part {
                Expr::Name(name) => self.varying.contains(name),
                Expr::Index(..) | Expr::Call(..) => true,
                _ => false,
            };
        });
        found
    }

    /// Whether a loop around is shared by threads.
    pub fn in_threads(&self) -> bool {
        self.levels.iter().any(|level| level.plan.as_ref().is_some_and(|p| p.threads.is_some()))
    }
}

impl Level {
    /// A thread's iteration by the turn's first and the thread's number, once a
    /// variable for that number is known.
    pub fn in_turn(&self) -> Option<Poly> {
        let plan = self.plan.as_ref()?;
        let thread = self.thread.as_ref()?;
        let stride = plan.thread_stride()?;
        Some(Poly::name(&self.first).plus(&Poly::name(thread).times(stride)))
    }
}

impl LoopPlan {
    /// Iterations of a block that run at once.
    pub fn turn(&self) -> i64 {
        self.threads.map_or(1, |(_, size)| size)
    }

    /// The largest value that the first iteration of a turn has. `last` is the last
    /// iteration of all.
    fn last_first(&self, start: &Poly, last: &Poly) -> Poly {
        let reach = self.thread_stride().map(|stride| stride * (self.turn() - 1));
        match reach {
            // Where every turn is full, its first is that far from the end.
            Some(reach) if self.is_even => last.plus_number(-reach),
            _ if self.is_single && self.blocks.is_none() => start.clone(),
            // Turns are counted up to the end, and blocks without one skip the body.
            _ => last.clone(),
        }
    }

    fn is_cyclic(&self) -> bool {
        self.blocks.as_ref().is_some_and(|share| share.distribution == Distribution::Cyclic)
    }

    /// How far the iterations of neighbouring threads lie apart, if that is known.
    pub fn thread_stride(&self) -> Option<i64> {
        match &self.blocks {
            Some(share) if share.distribution == Distribution::Cyclic => {
                share.known.map(|blocks| blocks * self.step)
            }
            _ => Some(self.step),
        }
    }
}

/// Whether an expression is made of whole numbers and names alone.
fn is_integral(expr: &Expr) -> bool {
    match expr {
        Expr::At(inner, _) | Expr::Unary(crate::tree::UnaryOp::Minus, inner) => is_integral(inner),
        Expr::Literal(literal) => literal.number.integer().is_some(),
        Expr::Name(_) => true,
        Expr::Binary(op, left, right) => {
            use crate::tree::BinaryOp::{Add, Mul, Sub};
            matches!(op, Add | Sub | Mul) && is_integral(left) && is_integral(right)
        }
        _ => false,
    }
}

/// What kind of number an expression is, of variables and arrays of these kinds.
pub fn kind_of(expr: &Expr, elements: &BTreeMap<String, Element>) -> Option<Element> {
    Element::of_type(&type_of(expr, elements)?)
}

/// Variables and arrays by what they hold. A literal without a suffix is taken for one of
/// some type of its kind, all of which write zero alike.
impl KnownTypes for BTreeMap<String, Element> {
    fn name(&self, name: &str) -> Option<Ty> {
        self.get(name).map(|element| element.ty())
    }

    fn element(&self, array: &str) -> Option<Ty> {
        self.name(array)
    }

    fn literal(&self, number: &Number) -> Option<Ty> {
        number.ty().or(match number {
            Number::OpenFloat(_) => Some(Element::F64.ty()),
            _ => Some(Element::I64.ty()),
        })
    }
}
