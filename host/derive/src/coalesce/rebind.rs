//! Rebinding: what a transfer computes for another thread.
//!
//! A thread that fetches row `k` of a tile needs the index and the conditions of the
//! thread that the row belongs to. In the transfer's own scope the variables that the
//! original text uses get the values that they have for that thread, under their own
//! names, so that index and conditions stand there word for word.

use super::kernel::{Scope, display, written};
use super::plan::Planner;
use super::safety::depends;
use super::values::{BLOCK, THREAD, ThreadCall, thread_call};
use crate::poly::Poly;
use crate::tree::{BinaryOp, Element, Expr};
use crate::{Refused, refuse};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_codes::D0009;
use warpbench_front::diagnostic::Span;

/// Whom a transfer works for.
#[derive(Clone, Debug)]
pub struct Coordinates {
    /// The thread's numbers along x and y.
    pub thread: [Expr; 2],
    /// The variable of the loop in pieces, with its value.
    pub var: Option<(String, Expr)>,
    /// A variable that is replaced by a number.
    pub joined: Option<(String, i64)>,
}

/// Names of what variables hold for the block's first thread, by variable.
pub type Firsts = BTreeMap<String, String>;

pub struct Rebinder<'p> {
    pub planner: &'p Planner<'p>,
    pub scope: &'p Scope,
    pub region: Span,
    pub at: &'p Coordinates,
}

impl Rebinder<'_> {
    /// The statements that give variables the values they have for the other thread, in
    /// their order. What they need of the block's first thread is added to `firsts`.
    pub fn bindings(&self, exprs: &[Expr], firsts: &mut Firsts) -> Result<Vec<String>, Refused> {
        let mut needed = BTreeMap::new();
        let mut seen = BTreeSet::new();
        for expr in exprs {
            self.collect(expr, &mut needed, &mut seen, firsts)?;
        }
        let mut names: Vec<String> = needed.values().map(|(name, _)| display(name)).collect();
        names.sort();
        if let Some(pair) = names.windows(2).find(|pair| pair[0] == pair[1]) {
            return Err(self.hidden(&pair[0]));
        }
        Ok(needed
            .into_values()
            .map(|(name, value)| format!("let {} = {};", display(&name), written(&value)))
            .collect())
    }

    fn collect(
        &self,
        expr: &Expr,
        needed: &mut BTreeMap<usize, (String, Expr)>,
        seen: &mut BTreeSet<String>,
        firsts: &mut Firsts,
    ) -> Result<(), Refused> {
        let mut names = Vec::new();
        expr.visit(&mut |part| {
            if let Expr::Name(name) = part {
                names.push(name.clone());
            }
        });
        for name in names {
            let Some(own) = self.planner.variables.all.get(&name) else { continue };
            if !seen.insert(name.clone()) {
                continue;
            }
            if let Some((var, value)) = &self.at.var
                && *var == name
            {
                needed.insert(own.order, (name, value.clone()));
                continue;
            }
            let is_visible = self.scope.get(&display(&name)) == Some(&name);
            if is_visible && !self.is_another(&name) {
                continue;
            }
            let Some(value) = own.value.as_ref().filter(|_| own.is_pure) else {
                return Err(self.hidden(&display(&name)));
            };
            if let Some(value) = self.value_from_first(&name, is_visible, firsts) {
                needed.insert(own.order, (name, value));
                continue;
            }
            self.collect(value, needed, seen, firsts)?;
            needed.insert(own.order, (name, self.placed(value)));
        }
        Ok(())
    }

    /// Whether a variable has another value for another thread or turn.
    fn is_another(&self, name: &str) -> bool {
        let own = &self.planner.variables.all[name];
        let of_thread = match &own.poly {
            Some(poly) => THREAD.iter().any(|thread| poly.mentions(thread)),
            None => own.varies,
        };
        let expr = Expr::name(name);
        let loops = self.at.var.iter().map(|(var, _)| var);
        let joined = self.at.joined.iter().map(|(var, _)| var);
        of_thread || loops.chain(joined).any(|var| depends(self.planner, &expr, var))
    }

    /// A variable that counts threads: what it holds for the first, and the thread's
    /// number in the block.
    fn value_from_first(&self, name: &str, is_visible: bool, firsts: &mut Firsts) -> Option<Expr> {
        let own = &self.planner.variables.all[name];
        let poly = own.poly.as_ref()?;
        let at = (0..2).find(|at| {
            poly.coefficient(THREAD[*at]) == Poly::number(1) && !poly.mentions(THREAD[1 - at])
        })?;
        let rest = poly.minus(&Poly::name(THREAD[at]));
        let is_plain = rest.terms().all(|(_, factor)| factor > 0);
        let is_own = self.at.var.iter().all(|(var, _)| !poly.mentions(var));
        if !is_visible || !is_plain || !is_own {
            return None;
        }
        let number = typed(self.at.thread[at].clone(), own.ty);
        if rest == Poly::default() {
            return Some(number);
        }
        let written = format!("{}_first", display(name));
        let first = Expr::name(firsts.entry(name.to_owned()).or_insert(written));
        match self.at.thread[at].bare() == &Expr::number(0) {
            true => Some(first),
            false => Some(Expr::binary(BinaryOp::Add, first, number)),
        }
    }

    /// An expression with the other thread's numbers in the place of the own ones.
    pub fn placed(&self, expr: &Expr) -> Expr {
        expr.map(&mut |part| {
            if let Some((var, start)) = &self.at.joined
                && part == Expr::name(var)
            {
                return Expr::number(*start);
            }
            match thread_call(&part) {
                Some(ThreadCall::Thread(at)) => {
                    typed(self.at.thread[at].clone(), Some(Element::U32))
                }
                Some(ThreadCall::Index(at)) => {
                    let axis = ["x", "y"][at];
                    let block = Expr::Call(format!("thread::block_idx_{axis}"), Vec::new());
                    let size = Expr::number(self.planner.block.size[at]);
                    let first = Expr::binary(BinaryOp::Mul, block, size);
                    let own = typed(self.at.thread[at].clone(), Some(Element::U32));
                    Expr::binary(BinaryOp::Add, first, own)
                }
                _ => without_zero(part),
            }
        })
    }

    fn hidden(&self, name: &str) -> Refused {
        refuse(D0009, format!("`{name}` cannot be computed for another thread here"), self.region)
            .label("a tile would be fetched before this statement")
            .help("give each variable a name of its own, and let it be computed before")
    }
}

/// `x + 0` is `x`.
fn without_zero(expr: Expr) -> Expr {
    match expr {
        Expr::Binary(BinaryOp::Add | BinaryOp::Sub, left, right)
            if right.bare() == &Expr::number(0) =>
        {
            *left
        }
        Expr::Binary(BinaryOp::Add, left, right) if left.bare() == &Expr::number(0) => *right,
        other => other,
    }
}

/// A `usize` as a number of another type.
pub fn typed(expr: Expr, ty: Option<Element>) -> Expr {
    match ty {
        None | Some(Element::Usize) => expr,
        _ if matches!(expr.bare(), Expr::Literal(_)) => expr,
        Some(ty) => Expr::cast(expr, ty.name()),
    }
}

/// What a variable holds for the block's first thread, as it is computed right behind
/// the variable itself.
pub fn first_of(planner: &Planner<'_>, name: &str, thread: [&str; 2], size: [&str; 2]) -> String {
    let own = &planner.variables.all[name];
    let poly = own.poly.clone().unwrap_or_default();
    let at = usize::from(!poly.mentions(THREAD[0]));
    let start = Poly::name(BLOCK[at]).times(planner.block.size[at]);
    let ty = own.ty.unwrap_or(Element::Usize);
    if poly.minus(&Poly::name(THREAD[at])) == start {
        let axis = ["x", "y"][at];
        let call = format!("thread::block_idx_{axis}()");
        return match ty {
            Element::U32 => format!("{call} * {}", size[at].trim_end_matches(" as u32")),
            _ => format!("{call} as {} * {}", ty.name(), size[at]),
        };
    }
    let thread = written(&typed(Expr::name(thread[at]), own.ty));
    format!("{} - {thread}", display(name))
}
