//! An annotated program as a tree: what the translator reads, and, with the same
//! statements, what it writes.
//!
//! It is a part of Rust, the part that loops over arrays are written in. What is
//! outside of it is kept as text ([`StmtKind::Raw`], [`Expr::Raw`]): the host's
//! part of a program may be anything, a kernel may not.
//!
//! Every statement knows the words that it comes from, so that every line that is
//! generated does.

mod element;
mod expr;
mod literal;

pub use element::Element;
pub use expr::{BinaryOp, Expr, Place, UnaryOp};
pub use literal::Literal;

use warpbench_front::diagnostic::Span;

/// A file.
#[derive(Clone, Debug, Default)]
pub struct Program {
    pub constants: Vec<Constant>,
    pub functions: Vec<Function>,
    /// Items that are neither, as text: `use` of others, structures, macros.
    pub others: Vec<String>,
    /// Where the directives' macro is brought in.
    pub imports: Vec<Span>,
}

#[derive(Clone, Debug)]
pub struct Constant {
    pub name: String,
    pub ty: String,
    pub value: Expr,
    pub span: Span,
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub is_public: bool,
    pub params: Vec<Param>,
    /// The type of the result, as text.
    pub result: Option<String>,
    pub body: Vec<Stmt>,
    /// The function's name in the text.
    pub span: Span,
    /// What stands before its name: `pub fn`.
    pub head: Span,
    /// Its parameters as they stand in the text, with the brackets around them.
    pub inputs: Span,
    /// Lifetimes and the like, as they are written.
    pub generics: String,
    /// Its body in the text, with the braces.
    pub braces: Span,
    /// The function as it stands in the text.
    pub text: String,
}

#[derive(Clone, Debug)]
pub struct Param {
    pub name: String,
    pub ty: Type,
    /// The type as it is written.
    pub written: String,
    pub span: Span,
}

/// What is known of a variable's type.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    Scalar(Element),
    /// `&mut f32` and the like.
    Reference {
        element: Element,
        is_mutable: bool,
    },
    /// A slice or a reference to one; its shape is what a directive says.
    Slice {
        element: Element,
        is_mutable: bool,
    },
    /// An array, nested or not, or a reference to one.
    Array {
        element: Element,
        dims: Vec<i64>,
        is_mutable: bool,
    },
    Other,
}

#[derive(Clone, Debug)]
pub struct Stmt {
    pub kind: StmtKind,
    /// Where it comes from: its own words, and directives that had a part in it.
    pub origins: Vec<Span>,
}

#[derive(Clone, Debug)]
pub enum StmtKind {
    Let {
        name: String,
        is_mutable: bool,
        ty: Option<String>,
        value: Option<Expr>,
    },
    Assign {
        target: Expr,
        op: Option<BinaryOp>,
        value: Expr,
    },
    For(Box<For>),
    While {
        condition: Expr,
        body: Vec<Stmt>,
    },
    If {
        condition: Expr,
        then: Vec<Stmt>,
        otherwise: Option<Vec<Stmt>>,
    },
    Block(Vec<Stmt>),
    Expr(Expr),
    /// The value of a block.
    Value(Expr),
    Break,
    Continue,
    Return(Option<Expr>),
    Data(DataDirective),
    Kernel(Box<Kernel>),
    Singular(Vec<Stmt>),
    Barrier,
    Shared(Shared),
    /// What the translator does not read, as it is written.
    Raw(String),
    /// Only in what is generated.
    Comment(String),
}

/// A loop that counts.
#[derive(Clone, Debug)]
pub struct For {
    pub var: String,
    pub start: Expr,
    /// The first value that is not reached.
    pub end: Expr,
    pub step: i64,
    /// The step where it is no number; only in what is generated.
    pub stride: Option<Expr>,
    pub is_reversed: bool,
    pub body: Vec<Stmt>,
    pub partition: Option<Partition>,
    pub span: Span,
}

/// How the iterations of a loop are spread.
#[derive(Clone, Copy, Debug)]
pub struct Partition {
    pub over_blocks: Option<Distribution>,
    pub over_threads: bool,
    pub span: Span,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Distribution {
    /// Neighbouring iterations belong to one block.
    Block,
    /// Neighbouring iterations belong to neighbouring blocks.
    Cyclic,
}

/// A region that becomes a kernel.
#[derive(Clone, Debug)]
pub struct Kernel {
    pub name: String,
    pub blocks: Vec<Expr>,
    pub threads: Vec<Expr>,
    pub is_awaited: bool,
    pub body: Vec<Stmt>,
    pub span: Span,
}

/// Memory on the GPU that the host manages.
#[derive(Clone, Debug)]
pub enum DataDirective {
    Shape(Vec<(String, Vec<Expr>, Span)>),
    Alloc { space: Space, variable: Section, init: Init, span: Span },
    CopyOut { space: Space, variables: Vec<Section>, span: Span },
    Free { space: Space, variables: Vec<(String, Span)>, span: Span },
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Global,
    Constant,
    Texture,
}

#[derive(Clone, Debug)]
pub enum Init {
    Nothing,
    Copy(Option<Section>),
    Clear,
}

/// Memory of a block, managed in its kernel.
#[derive(Clone, Debug)]
pub enum Shared {
    Alloc { variable: Section, copy: Option<(Section, Checked)>, span: Span },
    CopyOut { variable: Section, checked: Checked, span: Span },
    Remove { variables: Vec<(String, Span)>, span: Span },
}

/// Whether transfers look whether they are inside the array.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Checked {
    Yes,
    No,
}

/// A rectangular part of an array, or a scalar, which has no ranges.
#[derive(Clone, Debug)]
pub struct Section {
    pub array: String,
    pub ranges: Vec<SectionRange>,
    pub span: Span,
}

/// Indices along one dimension; both ends belong to it.
#[derive(Clone, Debug)]
pub enum SectionRange {
    All,
    FromTo(Expr, Expr),
}

impl Space {
    pub fn name(self) -> &'static str {
        match self {
            Space::Global => "global",
            Space::Constant => "constant",
            Space::Texture => "texture",
        }
    }
}

impl Stmt {
    pub fn new(kind: StmtKind, origins: &[Span]) -> Stmt {
        Stmt { kind, origins: origins.to_vec() }
    }

    /// The statement's own words.
    pub fn span(&self) -> Span {
        self.origins.first().copied().unwrap_or_default()
    }

    /// The statements inside of it.
    pub fn blocks(&self) -> Vec<&[Stmt]> {
        match &self.kind {
            StmtKind::For(l) => vec![&l.body],
            StmtKind::While { body, .. } | StmtKind::Block(body) | StmtKind::Singular(body) => {
                vec![body]
            }
            StmtKind::Kernel(kernel) => vec![&kernel.body],
            StmtKind::If { then, otherwise, .. } => {
                let mut blocks: Vec<&[Stmt]> = vec![then];
                blocks.extend(otherwise.as_deref());
                blocks
            }
            StmtKind::Let { .. }
            | StmtKind::Assign { .. }
            | StmtKind::Expr(_)
            | StmtKind::Value(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Return(_)
            | StmtKind::Data(_)
            | StmtKind::Barrier
            | StmtKind::Shared(_)
            | StmtKind::Raw(_)
            | StmtKind::Comment(_) => Vec::new(),
        }
    }

    /// The expressions of the statement itself, not of those inside of it.
    pub fn exprs(&self) -> Vec<&Expr> {
        match &self.kind {
            StmtKind::Let { value, .. } | StmtKind::Return(value) => value.iter().collect(),
            StmtKind::Assign { target, value, .. } => vec![target, value],
            StmtKind::For(l) => [&l.start, &l.end].into_iter().chain(&l.stride).collect(),
            StmtKind::While { condition, .. } | StmtKind::If { condition, .. } => vec![condition],
            StmtKind::Expr(expr) | StmtKind::Value(expr) => vec![expr],
            StmtKind::Kernel(kernel) => kernel.blocks.iter().chain(&kernel.threads).collect(),
            StmtKind::Block(_)
            | StmtKind::Singular(_)
            | StmtKind::Break
            | StmtKind::Continue
            | StmtKind::Data(_)
            | StmtKind::Barrier
            | StmtKind::Shared(_)
            | StmtKind::Raw(_)
            | StmtKind::Comment(_) => Vec::new(),
        }
    }

    /// Whether it, or a statement inside of it, is such a one.
    pub fn has(&self, is: &dyn Fn(&StmtKind) -> bool) -> bool {
        is(&self.kind) || self.blocks().iter().any(|body| body.iter().any(|stmt| stmt.has(is)))
    }
}
