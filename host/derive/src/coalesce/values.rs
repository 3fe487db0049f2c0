//! Known values of a kernel's variables: polynomials of the thread's and the block's numbers,
//! whether threads agree on them, and their types.

use super::kernel::{Loop, NaiveKernel, Node, NodeKind, ParamKind};
use crate::constant;
use crate::poly::Poly;
use crate::tree::{BinaryOp, Element, Expr, UnaryOp};
use crate::types::{KnownTypes, type_of};
use std::collections::BTreeMap;
use warpbench_front::rust::types::Ty;

/// The thread's number in its block, and the block's in the grid, in polynomials.
pub const THREAD: [&str; 2] = ["@tx", "@ty"];
pub const BLOCK: [&str; 2] = ["@bx", "@by"];
/// The block's size where nobody has said it yet.
const BLOCK_SIZE: [&str; 2] = ["@bdx", "@bdy"];

#[derive(Clone, Debug)]
pub struct Variable {
    /// Its value, where it follows from numbers, parameters and loops.
    pub poly: Option<Poly>,
    /// Whether the threads of a block may have different values.
    pub varies: bool,
    /// Whether another thread could compute its value.
    pub is_pure: bool,
    pub ty: Option<Element>,
    /// What it is computed from; nothing for parameters and loops.
    pub value: Option<Expr>,
    /// Its number in the order of the text.
    pub order: usize,
}

#[derive(Clone, Debug)]
pub struct Variables {
    pub all: BTreeMap<String, Variable>,
    constants: constant::Values,
    /// Threads of a block along x and y, where that is known.
    pub block: [Option<i64>; 2],
    arrays: BTreeMap<String, Option<Element>>,
    /// Pointers into arrays that have names of their own: array and offset.
    pub pointers: BTreeMap<String, (String, Expr)>,
}

impl Variables {
    pub fn of(
        kernel: &NaiveKernel,
        constants: &constant::Values,
        block: [Option<i64>; 2],
    ) -> Variables {
        let mut own = Variables {
            all: BTreeMap::new(),
            constants: constants.clone(),
            block,
            arrays: BTreeMap::new(),
            pointers: BTreeMap::new(),
        };
        for param in &kernel.params {
            match param.kind {
                ParamKind::Array { element, .. } => {
                    own.arrays.insert(param.name.clone(), element);
                }
                ParamKind::Scalar(ty) => {
                    let poly = Some(Poly::name(&param.name));
                    own.add(&param.name, poly, false, true, ty, None);
                }
            }
        }
        for node in &kernel.body.nodes {
            own.node(node);
        }
        own
    }

    fn add(
        &mut self,
        name: &str,
        poly: Option<Poly>,
        varies: bool,
        is_pure: bool,
        ty: Option<Element>,
        value: Option<Expr>,
    ) {
        let order = self.all.len();
        let own = Variable { poly, varies, is_pure, ty, value, order };
        self.all.insert(name.to_owned(), own);
    }

    fn node(&mut self, node: &Node) {
        match &node.kind {
            NodeKind::Let(bindings) => {
                for own in bindings {
                    self.binding(&own.name, own.is_mutable, own.ty, own.value.as_ref());
                }
            }
            NodeKind::For(own) => self.loop_variable(own),
            _ => {}
        }
        for body in node.bodies() {
            for inner in &body.nodes {
                self.node(inner);
            }
        }
    }

    fn binding(&mut self, name: &str, mutable: bool, ty: Option<Element>, value: Option<&Expr>) {
        if let Some((array, offset)) = value.filter(|_| !mutable).and_then(|own| self.pointer(own))
        {
            self.pointers.insert(name.to_owned(), (array, offset));
            return;
        }
        let ty = ty.or_else(|| value.and_then(|own| self.type_of(own)));
        let is_fixed = !mutable && value.is_some();
        let poly = value.filter(|_| is_fixed).and_then(|own| self.poly(own));
        let varies = !is_fixed || value.is_some_and(|own| self.varies(own));
        let is_pure = is_fixed && value.is_some_and(|own| self.is_pure(own));
        // What all threads agree on is a variable of its own, if nothing else is known.
        let poly = poly.or_else(|| (is_fixed && !varies).then(|| Poly::name(name)));
        self.add(name, poly, varies, is_pure, ty, value.cloned());
    }

    fn loop_variable(&mut self, own: &Loop) {
        let varies = own.annotated.is_none()
            && [&own.start, &own.end].into_iter().chain(&own.step).any(|part| self.varies(part));
        let ty = self.type_of(&own.start).or_else(|| self.type_of(&own.end));
        self.add(&own.var, Some(Poly::name(&own.var)), varies, true, ty, None);
    }

    /// A whole number that is known.
    pub fn number(&self, expr: &Expr) -> Option<i64> {
        self.poly(expr)?.as_number()
    }

    /// Whether a variable is never below zero.
    pub fn is_natural(&self, name: &str) -> bool {
        BLOCK.contains(&name)
            || self.all.get(name).and_then(|own| own.ty).is_some_and(Element::is_natural)
    }

    /// The array and the offset that a pointer leads to.
    pub fn pointer(&self, expr: &Expr) -> Option<(String, Expr)> {
        match expr.bare() {
            Expr::Name(name) if self.arrays.contains_key(name) => {
                Some((name.clone(), Expr::number(0)))
            }
            Expr::Name(name) => self.pointers.get(name).cloned(),
            Expr::Method(receiver, method, arguments) if method == "add" => {
                let (array, offset) = self.pointer(receiver)?;
                let [more] = arguments.as_slice() else { return None };
                Some((array, crate::poly::sum(offset, more.clone())))
            }
            _ => None,
        }
    }

    /// An expression as a polynomial.
    pub fn poly(&self, expr: &Expr) -> Option<Poly> {
        if let Some(value) = constant::value(expr, &self.constants) {
            return Some(Poly::number(value));
        }
        match expr {
            Expr::At(inner, _) => self.poly(inner),
            Expr::Name(name) => self.all.get(name)?.poly.clone(),
            Expr::Unary(UnaryOp::Minus, inner) => Some(self.poly(inner)?.times(-1)),
            Expr::Cast(inner, ty) => match ty.as_str() {
                "usize" | "isize" | "u32" | "i32" | "u64" | "i64" => self.poly(inner),
                _ => self.agreed(expr),
            },
            Expr::Binary(op, left, right) => self.binary(*op, left, right, expr),
            Expr::Call(..) | Expr::Field(..) => match thread_call(expr) {
                Some(call) => Some(self.thread_poly(call)),
                None => self.agreed(expr),
            },
            other => self.agreed(other),
        }
    }

    fn binary(&self, op: BinaryOp, left: &Expr, right: &Expr, whole: &Expr) -> Option<Poly> {
        let parts = || Some((self.poly(left)?, self.poly(right)?));
        match op {
            BinaryOp::Add => parts().map(|(a, b)| a.plus(&b)),
            BinaryOp::Sub => parts().map(|(a, b)| a.minus(&b)),
            BinaryOp::Mul => parts().map(|(a, b)| a.product(&b)),
            BinaryOp::Shl => {
                let by = u32::try_from(self.number(right)?).ok().filter(|by| *by < 31)?;
                Some(self.poly(left)?.times(1 << by))
            }
            _ => self.agreed(whole),
        }
    }

    /// Something that all threads agree on, taken for a variable.
    fn agreed(&self, expr: &Expr) -> Option<Poly> {
        let own = !self.varies(expr) && self.is_pure(expr);
        own.then(|| Poly::of(expr, &constant::Values::new()))
    }

    fn thread_poly(&self, call: ThreadCall) -> Poly {
        let size = |at: usize| match self.block[at] {
            Some(size) => Poly::number(size),
            None => Poly::name(BLOCK_SIZE[at]),
        };
        match call {
            ThreadCall::Thread(at) => Poly::name(THREAD[at]),
            ThreadCall::Block(at) => Poly::name(BLOCK[at]),
            ThreadCall::Size(at) => size(at),
            ThreadCall::Index(at) => {
                Poly::name(BLOCK[at]).product(&size(at)).plus(&Poly::name(THREAD[at]))
            }
        }
    }

    /// Whether the threads of a block may disagree on a value.
    pub fn varies(&self, expr: &Expr) -> bool {
        let mut found = false;
        expr.visit(&mut |part| {
            found |= match part {
                Expr::Name(name) => self.all.get(name).is_some_and(|own| own.varies),
                Expr::Call(path, _) => !is_of_block(path),
                Expr::Unary(UnaryOp::Deref, _) | Expr::Index(..) | Expr::Raw(_) => true,
                _ => false,
            };
        });
        found
    }

    /// Whether another thread could compute it: it asks no memory, no variable that
    /// changes and no function that is not known.
    pub fn is_pure(&self, expr: &Expr) -> bool {
        let mut holds = true;
        expr.visit(&mut |part| {
            holds &= match part {
                Expr::Name(name) => self.all.get(name).is_none_or(|own| own.is_pure),
                Expr::Call(path, _) => is_of_block(path) || is_of_thread(path),
                Expr::Unary(UnaryOp::Deref, _) | Expr::Index(..) | Expr::Raw(_) => false,
                Expr::Unary(UnaryOp::Reference | UnaryOp::MutableReference, _) => false,
                _ => true,
            };
        });
        holds
    }

    /// The type of a number, where that can be read off.
    pub fn type_of(&self, expr: &Expr) -> Option<Element> {
        Element::of_type(&type_of(expr, self)?)
    }
}

impl KnownTypes for Variables {
    fn name(&self, name: &str) -> Option<Ty> {
        let own = self.all.get(name).and_then(|own| own.ty);
        own.map(Element::ty).or_else(|| self.constants.get(name)?.ty())
    }

    fn element(&self, array: &str) -> Option<Ty> {
        self.arrays.get(array).copied().flatten().map(Element::ty)
    }

    fn own(&self, expr: &Expr) -> Option<Ty> {
        match expr {
            Expr::Unary(UnaryOp::Deref, inner) => self.element(&self.pointer(inner)?.0),
            Expr::Call(..) | Expr::Field(..) => thread_call(expr).map(|_| Ty::U32),
            _ => None,
        }
    }
}

/// A number that the hardware gives a thread, along x or y.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ThreadCall {
    Thread(usize),
    Block(usize),
    Size(usize),
    /// The thread's number in the whole grid.
    Index(usize),
}

/// Which of the hardware's numbers an expression asks for.
pub fn thread_call(expr: &Expr) -> Option<ThreadCall> {
    match expr.bare() {
        Expr::Call(path, arguments) if arguments.is_empty() => {
            Some(match path.rsplit("::").next()? {
                "thread_idx_x" => ThreadCall::Thread(0),
                "thread_idx_y" => ThreadCall::Thread(1),
                "block_idx_x" => ThreadCall::Block(0),
                "block_idx_y" => ThreadCall::Block(1),
                "block_dim_x" => ThreadCall::Size(0),
                "block_dim_y" => ThreadCall::Size(1),
                "index_1d" => ThreadCall::Index(0),
                _ => return None,
            })
        }
        Expr::Field(inner, field) => {
            let at = match field.as_str() {
                "x" => 0,
                "y" => 1,
                _ => return None,
            };
            let Expr::Call(path, arguments) = inner.bare() else { return None };
            match (path.rsplit("::").next()?, arguments.is_empty()) {
                ("index_2d", true) => Some(ThreadCall::Index(at)),
                ("thread_idx", true) => Some(ThreadCall::Thread(at)),
                ("block_idx", true) => Some(ThreadCall::Block(at)),
                ("block_dim", true) => Some(ThreadCall::Size(at)),
                _ => None,
            }
        }
        _ => None,
    }
}

/// Numbers of the hardware on which a block's threads agree.
fn is_of_block(path: &str) -> bool {
    let name = path.rsplit("::").next().unwrap_or_default();
    ["block_idx", "block_dim", "grid_dim"].iter().any(|own| name.starts_with(own))
}

/// Numbers of the hardware that are the thread's own.
fn is_of_thread(path: &str) -> bool {
    let name = path.rsplit("::").next().unwrap_or_default();
    name.starts_with("thread_idx") || matches!(name, "index_1d" | "index_2d" | "index_3d")
}
