//! A kernel in Rust as a tree that keeps to its text.
//!
//! What is derived keeps most of the text as it is, comments and all. So a statement
//! knows where it stands, and only expressions are taken apart. A variable that hides
//! another gets a name of its own (`cols#2`), so that names are variables; [`display`]
//! gives the written name back.

use super::annotation::{LoopBounds, Threads};
use crate::tree::{BinaryOp, Element, Expr};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_front::diagnostic::Span;

/// Written names and the variables that they mean.
pub type Scope = BTreeMap<String, String>;

#[derive(Clone, Debug)]
pub struct NaiveKernel {
    pub name: String,
    pub name_span: Span,
    /// The whole function, with its comments and attributes.
    pub item: Span,
    /// From the first attribute that is no comment to the opening brace.
    pub head: Span,
    pub params: Vec<NaiveParam>,
    pub body: Body,
    pub threads: Option<Threads>,
    pub arrays: Vec<GlobalArray>,
    /// Every word of the function, none of which may be invented.
    pub words: BTreeSet<String>,
}

#[derive(Clone, Debug)]
pub struct NaiveParam {
    pub name: String,
    pub kind: ParamKind,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// Memory of the GPU; the element where it is a number.
    Array {
        element: Option<Element>,
        is_slice: bool,
    },
    Scalar(Option<Element>),
}

/// What `garray` says of a parameter.
#[derive(Clone, Debug)]
pub struct GlobalArray {
    pub name: String,
    pub sizes: Vec<Expr>,
    pub span: Span,
}

/// Statements between braces.
#[derive(Clone, Debug, Default)]
pub struct Body {
    pub nodes: Vec<Node>,
    /// The text between the braces.
    pub inside: Span,
}

#[derive(Clone, Debug)]
pub struct Node {
    /// Its number in the kernel, in the order of the text.
    pub id: usize,
    pub kind: NodeKind,
    /// The statement, with its semicolon.
    pub span: Span,
    /// Comments before it, and the one behind it on its line.
    pub lead: Span,
    pub tail: Span,
    /// What was visible before it.
    pub scope: Scope,
    /// `BoundChk` stands before it.
    pub is_bound_check: bool,
}

#[derive(Clone, Debug)]
pub enum NodeKind {
    /// One variable, or several where a tuple is taken apart.
    Let(Vec<Binding>),
    Assign {
        target: Expr,
        op: Option<BinaryOp>,
        value: Expr,
    },
    For(Box<Loop>),
    While {
        condition: Expr,
        body: Body,
    },
    If {
        condition: Expr,
        then: Body,
        otherwise: Option<Body>,
    },
    /// A block; where it is `unsafe`, that is its head.
    Block {
        body: Body,
        is_unsafe: bool,
    },
    Expr(Expr),
    Return,
    Break,
    Continue,
    /// An annotation, which is not written again, or the start of a loop that was
    /// written with `while`.
    Gone,
    /// Constants and functions inside.
    Item,
    /// What is not read.
    Other,
}

#[derive(Clone, Debug)]
pub struct Binding {
    pub name: String,
    pub is_mutable: bool,
    pub ty: Option<Element>,
    /// Nothing where it gets its value later, or where that is not read.
    pub value: Option<Expr>,
}

/// A loop that counts.
#[derive(Clone, Debug)]
pub struct Loop {
    pub var: String,
    pub start: Expr,
    /// The first value that is not reached.
    pub end: Expr,
    pub step: Option<Expr>,
    pub is_reversed: bool,
    pub body: Body,
    /// From `for` to the brace.
    pub head: Span,
    /// What `loop` says of it.
    pub annotated: Option<LoopBounds>,
}

/// A variable's name as it is written.
pub fn display(text: &str) -> String {
    let mut shown = String::new();
    let mut rest = text;
    while let Some(at) = rest.find('#') {
        shown += &rest[..at];
        rest = rest[at + 1..].trim_start_matches(|c: char| c.is_ascii_digit());
    }
    shown + rest
}

/// An expression as it is written.
pub fn written(expr: &Expr) -> String {
    display(&crate::print::expr(expr))
}

impl Node {
    /// The bodies inside of it.
    pub fn bodies(&self) -> Vec<&Body> {
        match &self.kind {
            NodeKind::For(own) => vec![&own.body],
            NodeKind::While { body, .. } | NodeKind::Block { body, .. } => vec![body],
            NodeKind::If { then, otherwise, .. } => {
                std::iter::once(then).chain(otherwise.as_ref()).collect()
            }
            NodeKind::Let(_)
            | NodeKind::Assign { .. }
            | NodeKind::Expr(_)
            | NodeKind::Return
            | NodeKind::Break
            | NodeKind::Continue
            | NodeKind::Gone
            | NodeKind::Item
            | NodeKind::Other => Vec::new(),
        }
    }

    /// The expressions of the statement itself.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            NodeKind::Let(bindings) => {
                bindings.iter().filter_map(|own| own.value.as_ref()).collect()
            }
            NodeKind::Assign { target, value, .. } => vec![target, value],
            NodeKind::For(own) => [&own.start, &own.end].into_iter().chain(&own.step).collect(),
            NodeKind::While { condition, .. } | NodeKind::If { condition, .. } => vec![condition],
            NodeKind::Expr(expr) => vec![expr],
            NodeKind::Block { .. }
            | NodeKind::Return
            | NodeKind::Break
            | NodeKind::Continue
            | NodeKind::Gone
            | NodeKind::Item
            | NodeKind::Other => Vec::new(),
        }
    }

    /// Looks at the statement and those inside of it, in the order of the text.
    pub fn visit<'n>(&'n self, f: &mut dyn FnMut(&'n Node)) {
        f(self);
        for body in self.bodies() {
            for node in &body.nodes {
                node.visit(f);
            }
        }
    }

    /// Whether a statement stands in it, or is it.
    pub fn has(&self, id: usize) -> bool {
        let mut found = false;
        self.visit(&mut |node| found |= node.id == id);
        found
    }

    /// Whether a variable may occur in it.
    pub fn mentions(&self, name: &str) -> bool {
        let mut found = false;
        self.visit(&mut |node| {
            found |= matches!(node.kind, NodeKind::Other);
            found |= node.exprs().iter().any(|expr| crate::poly::mentions(expr, name));
        });
        found
    }

    /// Whether it does nothing but leave the kernel on a condition.
    pub fn is_early_exit(&self) -> bool {
        match &self.kind {
            NodeKind::If { then, otherwise: None, .. } => {
                let mut own = then.nodes.iter().filter(|own| !matches!(own.kind, NodeKind::Gone));
                matches!((own.next(), own.next()), (Some(only), None) if matches!(only.kind, NodeKind::Return))
            }
            _ => false,
        }
    }
}

impl NaiveKernel {
    /// Looks at every statement, in the order of the text.
    pub fn visit<'k>(&'k self, f: &mut dyn FnMut(&'k Node)) {
        for node in &self.body.nodes {
            node.visit(f);
        }
    }

    /// The statement with a number.
    pub fn node(&self, id: usize) -> Option<&Node> {
        let mut found = None;
        self.visit(&mut |node| {
            if node.id == id {
                found = Some(node);
            }
        });
        found
    }

    pub fn array(&self, name: &str) -> Option<(Option<Element>, bool)> {
        let own = self.params.iter().find(|param| param.name == name)?;
        match own.kind {
            ParamKind::Array { element, is_slice } => Some((element, is_slice)),
            ParamKind::Scalar(_) => None,
        }
    }

    /// The first of some names that no word of the kernel is; it is one then.
    pub fn fresh(&mut self, candidates: &[&str]) -> String {
        let first = candidates.first().copied().unwrap_or("own");
        let numbered = (2..).map(|number| format!("{first}_{number}"));
        let all = candidates.iter().map(|name| (*name).to_owned()).chain(numbered);
        let words = &self.words;
        let own = all.into_iter().find(|name| !words.contains(name)).unwrap_or_default();
        self.words.insert(own.clone());
        own
    }
}
