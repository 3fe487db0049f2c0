//! Lookups that planning and writing need of a kernel.

use super::guards;
use super::kernel::{Loop, Node, NodeKind, display};
use super::plan::Planner;
use super::values::THREAD;
use crate::poly::Poly;
use crate::tree::{BinaryOp, Element, Expr};

/// A condition that keeps threads from their work, but not from transfers.
#[derive(Clone, Debug)]
pub struct Guard {
    pub node: usize,
    /// What holds for those that work.
    pub condition: Expr,
    /// `BoundChk` stands before it.
    pub is_trusted: bool,
}

impl Planner<'_> {
    pub fn the_loop(&self, node: usize) -> &Loop {
        match self.kernel.node(node).map(|own| &own.kind) {
            Some(NodeKind::For(own)) => own,
            _ => unreachable!("a frame that counts is a loop"),
        }
    }

    pub fn the_node(&self, node: usize) -> &Node {
        self.kernel.node(node).unwrap_or_else(|| unreachable!("a statement of this kernel"))
    }

    /// How far neighbouring threads are apart, in words.
    pub fn stride(&self, poly: &Poly) -> String {
        display(&poly.coefficient(THREAD[0]).to_string())
    }

    /// The statements around one, from the outside in.
    pub fn around(&self, node: usize) -> Vec<&Node> {
        let mut found = Vec::new();
        self.kernel.visit(&mut |own| {
            if own.id != node && own.has(node) {
                found.push(own);
            }
        });
        found
    }

    /// Conditions around a statement.
    pub fn ifs_around(&self, node: usize) -> Vec<usize> {
        let around = self.around(node).into_iter();
        around.filter(|own| matches!(own.kind, NodeKind::If { .. })).map(|own| own.id).collect()
    }

    /// What holds for the threads that come to a statement: those that have not left
    /// the kernel, inside of the conditions around it.
    pub fn guards(&self, node: usize) -> Vec<Guard> {
        let mut found = Vec::new();
        self.kernel.visit(&mut |own| {
            let NodeKind::If { condition, .. } = &own.kind else { return };
            if own.id < node && own.is_early_exit() {
                let condition = guards::negated_exactly(condition, self.variables);
                found.push(Guard { node: own.id, condition, is_trusted: own.is_bound_check });
            } else if own.id != node && own.has(node) {
                let condition = condition.clone();
                found.push(Guard { node: own.id, condition, is_trusted: own.is_bound_check });
            }
        });
        found
    }

    /// The text's own name for the thread's number along x or y, if it is a `usize` that
    /// is there from the kernel's start.
    pub fn thread_name(&self, at: usize) -> Option<String> {
        let nodes = &self.kernel.body.nodes;
        let bindings =
            nodes.iter().take_while(|node| matches!(node.kind, NodeKind::Let(_) | NodeKind::Gone));
        bindings
            .flat_map(|node| match &node.kind {
                NodeKind::Let(bindings) => bindings.as_slice(),
                _ => &[],
            })
            .find(|own| {
                let known = self.variables.all.get(&own.name);
                let is_only = !self
                    .variables
                    .all
                    .keys()
                    .any(|other| *other != own.name && display(other) == display(&own.name));
                is_only
                    && known.is_some_and(|known| {
                        known.ty == Some(Element::Usize)
                            && known.poly == Some(Poly::name(THREAD[at]))
                    })
            })
            .map(|own| own.name.clone())
    }

    /// Whether a thread without work may compute something as well: it asks no memory,
    /// and its numbers do not fall below zero or divide by it.
    pub fn is_harmless(&self, expr: &Expr) -> bool {
        let mut holds = self.variables.is_pure(expr);
        expr.visit(&mut |part| {
            holds &= match part {
                Expr::Binary(op, ..) => {
                    let is_float = || {
                        matches!(self.variables.type_of(part), Some(Element::F32 | Element::F64))
                    };
                    let is_risky = matches!(
                        op,
                        BinaryOp::Sub
                            | BinaryOp::Div
                            | BinaryOp::Rem
                            | BinaryOp::Shl
                            | BinaryOp::Shr
                    );
                    !is_risky || is_float()
                }
                Expr::Method(_, name, _) => matches!(
                    name.as_str(),
                    "min" | "max" | "sqrt" | "sin" | "cos" | "len" | "mul_add"
                ),
                _ => true,
            };
        });
        holds
    }
}
