//! The steps of a body, and what they do to places.

use naga::Span;
use warpbench_hir::types::Mutability;

/// A set of steps at which a reference may still be used.
pub(super) type Region = usize;

/// A variable of the body, or a value in between that has no name.
pub(super) type Var = usize;

pub(super) type NodeId = usize;

pub(super) type LoanId = usize;

/// What leads from a variable to a part of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// What a reference leads to, with the region of the reference.
    Deref(Mutability, Region),
    Field(u32),
    /// Any element: which one is not known before the program runs.
    Index,
    /// The element that a pattern counts from the start.
    Nth(usize),
    /// The element that a pattern counts from the end.
    NthBack(usize),
    /// What a pattern leaves between the first and the last.
    Rest,
}

/// A variable, or a part of one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Place {
    pub(super) var: Var,
    pub(super) path: Vec<Part>,
}

impl Place {
    pub(super) fn of(var: Var) -> Place {
        Place { var, path: Vec::new() }
    }

    /// A part of it.
    pub(super) fn part(&self, part: Part) -> Place {
        let mut path = self.path.clone();
        path.push(part);
        Place { var: self.var, path }
    }
}

/// What a step does to a place.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AccessKind {
    Read,
    Move,
    Assign,
    /// `&x`.
    Shared,
    /// `&mut x`.
    Mutable,
    /// `&mut x` before a call whose other arguments are still to be computed: until
    /// then it may be read.
    Reserved,
}

#[derive(Clone, Debug)]
pub(super) struct Access {
    pub(super) place: Place,
    pub(super) kind: AccessKind,
    pub(super) span: Span,
}

/// A borrow of a place.
#[derive(Clone, Debug)]
pub(super) struct Loan {
    pub(super) place: Place,
    pub(super) is_mutable: bool,
    /// Whether a closure borrows what it captures.
    pub(super) by_closure: bool,
    pub(super) region: Region,
    pub(super) span: Span,
    /// Where it begins.
    pub(super) node: NodeId,
    /// The call that first uses it, if it is only reserved until then.
    pub(super) activation: Option<NodeId>,
}

#[derive(Clone, Debug)]
pub(super) enum Step {
    None,
    /// An access, which may begin a loan.
    Access(Access, Option<LoanId>),
    /// A use of values, which makes reserved loans count.
    Use(Vec<LoanId>, Span),
    /// A variable ceases to exist.
    Dead(Var),
}

#[derive(Clone, Debug)]
pub(super) struct Node {
    pub(super) step: Step,
    /// The variables that must have been kept until here.
    pub(super) uses: Vec<Var>,
    /// The variable that gets a value here.
    pub(super) defines: Option<Var>,
    pub(super) next: Vec<NodeId>,
}

#[derive(Clone, Debug, Default)]
pub(super) struct Graph {
    pub(super) nodes: Vec<Node>,
    pub(super) loans: Vec<Loan>,
    /// The regions in the type of each variable, in the order of the type.
    pub(super) vars: Vec<Vec<Region>>,
    /// Values flow from the first region to the second.
    pub(super) flows: Vec<(Region, Region)>,
    /// Regions that whoever called chose: they never end.
    pub(super) universal: Vec<Region>,
    /// The region of what is returned.
    pub(super) returned: Region,
    pub(super) regions: usize,
    /// Steps at which a `for` loop asks its iterator for the next item.
    pub(super) turns: Vec<NodeId>,
    /// Calls of closures that change what they have captured, and the variables without
    /// `mut` that hold them.
    pub(super) fixed_calls: Vec<(Var, Span)>,
}
