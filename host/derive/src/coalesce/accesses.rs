//! The accesses of a kernel to its arrays, each with what stands around it, and what
//! keeps accesses from being read.

use super::kernel::{NaiveKernel, Node, NodeKind};
use super::values::Variables;
use crate::poly::Poly;
use crate::tree::{Expr, UnaryOp};
use warpbench_front::diagnostic::Span;

#[derive(Clone, Debug)]
pub struct Access {
    pub array: String,
    pub index: Expr,
    /// The index, if it is made of sums and products.
    pub poly: Option<Poly>,
    /// The words that are replaced where another memory is accessed.
    pub span: Span,
    pub is_read: bool,
    pub is_write: bool,
    /// Its statement.
    pub node: usize,
    /// What it stands in, from the outside in.
    pub frames: Vec<Frame>,
}

/// Something that an access stands in.
#[derive(Clone, Debug)]
pub struct Frame {
    pub node: usize,
    pub kind: FrameKind,
}

#[derive(Clone, Debug)]
pub enum FrameKind {
    /// A loop that counts, by its variable.
    Counted(String),
    /// The condition under which it is reached, and whether it holds there.
    Branch(Expr, bool),
    Block,
    /// A loop that does not count, or something that is not read.
    Unknown,
}

#[derive(Clone, Debug, Default)]
pub struct ArrayAccesses {
    pub all: Vec<Access>,
    /// Arrays that are used in ways that are not read, and where.
    pub unread: Vec<(String, Span)>,
}

impl ArrayAccesses {
    pub fn of(kernel: &NaiveKernel, variables: &Variables, text: &str) -> ArrayAccesses {
        let mut finder = Finder { kernel, variables, text, found: ArrayAccesses::default() };
        finder.nodes(&kernel.body.nodes, &mut Vec::new());
        finder.found
    }

    /// The accesses to an array.
    pub fn to<'a>(&'a self, array: &'a str) -> impl Iterator<Item = &'a Access> {
        self.all.iter().filter(move |own| own.array == array)
    }
}

struct Finder<'k> {
    kernel: &'k NaiveKernel,
    variables: &'k Variables,
    text: &'k str,
    found: ArrayAccesses,
}

/// Whether something is read, written or both.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Write,
    Both,
}

impl Finder<'_> {
    fn nodes(&mut self, nodes: &[Node], frames: &mut Vec<Frame>) {
        for node in nodes {
            self.node(node, frames);
        }
    }

    fn node(&mut self, node: &Node, frames: &mut Vec<Frame>) {
        match &node.kind {
            NodeKind::Assign { target, op, value } => {
                self.expr(value, node.id, frames, Use::Read);
                let own = if op.is_some() { Use::Both } else { Use::Write };
                self.expr(target, node.id, frames, own);
            }
            NodeKind::Let(bindings) => {
                for own in bindings {
                    if let Some(value) = &own.value
                        && !self.variables.pointers.contains_key(&own.name)
                    {
                        self.expr(value, node.id, frames, Use::Read);
                    }
                }
            }
            NodeKind::Other | NodeKind::Item => self.unread_words(node.span),
            _ => {
                for expr in node.exprs() {
                    self.expr(expr, node.id, frames, Use::Read);
                }
            }
        }
        let inside: Vec<(FrameKind, &[Node])> = match &node.kind {
            NodeKind::For(own) => vec![(FrameKind::Counted(own.var.clone()), &own.body.nodes)],
            NodeKind::If { condition, then, otherwise } => {
                let mut all: Vec<(FrameKind, &[Node])> =
                    vec![(FrameKind::Branch(condition.clone(), true), &then.nodes)];
                if let Some(otherwise) = otherwise {
                    all.push((FrameKind::Branch(condition.clone(), false), &otherwise.nodes));
                }
                all
            }
            NodeKind::Block { body, .. } => vec![(FrameKind::Block, &body.nodes)],
            NodeKind::While { body, .. } => vec![(FrameKind::Unknown, &body.nodes)],
            _ => Vec::new(),
        };
        for (kind, nodes) in inside {
            frames.push(Frame { node: node.id, kind });
            self.nodes(nodes, frames);
            frames.pop();
        }
    }

    fn expr(&mut self, expr: &Expr, node: usize, frames: &[Frame], own: Use) {
        let place = expr.place().unwrap_or_default();
        match expr.bare() {
            Expr::Unary(UnaryOp::Deref, inner) => match self.variables.pointer(inner) {
                Some((array, index)) => {
                    self.offsets(inner, node, frames);
                    self.add(array, index, place, node, frames, own);
                }
                None => self.expr(inner, node, frames, Use::Read),
            },
            Expr::Index(array, indices) if self.kernel.array(array).is_some() => {
                for index in indices {
                    self.expr(index, node, frames, Use::Read);
                }
                match indices.as_slice() {
                    [index] => {
                        self.add(array.clone(), index.clone(), place, node, frames, own);
                    }
                    _ => self.found.unread.push((array.clone(), place)),
                }
            }
            Expr::Name(name) => {
                let array = match self.variables.pointers.get(name) {
                    Some((array, _)) => Some(array),
                    None => self.kernel.array(name).is_some().then_some(name),
                };
                if let Some(array) = array {
                    self.found.unread.push((array.clone(), place));
                }
            }
            Expr::Method(receiver, name, _)
                if matches!(name.as_str(), "len" | "is_empty")
                    && matches!(receiver.bare(), Expr::Name(_)) => {}
            // Whoever has the address can use it anywhere.
            Expr::Unary(UnaryOp::Reference | UnaryOp::MutableReference, inner) => {
                match self.array_in(inner) {
                    Some(array) => self.found.unread.push((array, place)),
                    None => self.expr(inner, node, frames, Use::Read),
                }
            }
            // Both sides of `if` with a value are on conditions that are not kept here.
            Expr::Choice(condition, then, otherwise) => {
                self.expr(condition, node, frames, Use::Read);
                for (part, holds) in [(then, true), (otherwise, false)] {
                    let kind = FrameKind::Branch((**condition).clone(), holds);
                    let mut inside = frames.to_vec();
                    inside.push(Frame { node, kind });
                    self.expr(part, node, &inside, Use::Read);
                }
            }
            Expr::Binary(op, left, right)
                if matches!(op, crate::tree::BinaryOp::And | crate::tree::BinaryOp::Or) =>
            {
                self.expr(left, node, frames, Use::Read);
                let kind = FrameKind::Branch((**left).clone(), *op == crate::tree::BinaryOp::And);
                let mut inside = frames.to_vec();
                inside.push(Frame { node, kind });
                self.expr(right, node, &inside, Use::Read);
            }
            Expr::Raw(_) => self.unread_words(place),
            other => {
                for part in other.parts() {
                    self.expr(part, node, frames, Use::Read);
                }
            }
        }
    }

    /// The offsets of a pointer, which may have accesses of their own.
    fn offsets(&mut self, pointer: &Expr, node: usize, frames: &[Frame]) {
        if let Expr::Method(receiver, _, arguments) = pointer.bare() {
            self.offsets(receiver, node, frames);
            for own in arguments {
                self.expr(own, node, frames, Use::Read);
            }
        }
    }

    fn array_in(&self, expr: &Expr) -> Option<String> {
        match expr.bare() {
            Expr::Index(array, _) => self.kernel.array(array).map(|_| array.clone()),
            Expr::Unary(UnaryOp::Deref, inner) => {
                self.variables.pointer(inner).map(|(array, _)| array)
            }
            _ => None,
        }
    }

    fn add(
        &mut self,
        array: String,
        index: Expr,
        span: Span,
        node: usize,
        frames: &[Frame],
        own: Use,
    ) {
        let poly = self.variables.poly(&index);
        self.found.all.push(Access {
            array,
            poly,
            index,
            span,
            is_read: own != Use::Write,
            is_write: own != Use::Read,
            node,
            frames: frames.to_vec(),
        });
    }

    /// Arrays whose names occur in text that is not read.
    fn unread_words(&mut self, span: Span) {
        let text = crate::syntax::source(self.text, span);
        let words = crate::syntax::words(text);
        let arrays = self.kernel.params.iter().map(|param| &param.name);
        let pointers = self.variables.pointers.iter().map(|(name, (array, _))| (name, array));
        for (name, array) in arrays.map(|name| (name, name)).chain(pointers) {
            let is_array = self.kernel.array(array).is_some();
            if is_array && words.contains(&super::kernel::display(name)) {
                self.found.unread.push((array.clone(), span));
            }
        }
    }
}
