//! Unit of translation: a kernel's region, or a function that runs inside of one, with all
//! that is known of it.

use crate::Refused;
use crate::constant::Values;
use crate::device::DeviceVariable;
use crate::grid::Grid;
use crate::reach::ReachedKernel;
use crate::syntax::Parsed;
use crate::tree::{Element, Expr, Function, Stmt, Type};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_front::diagnostic::Span;

#[derive(Clone, Debug)]
pub struct Unit<'p> {
    pub parsed: &'p Parsed,
    pub text: &'p str,
    /// What it becomes.
    pub name: String,
    pub body: Vec<Stmt>,
    /// Memory that it sees, by the name of the host's variable.
    pub variables: BTreeMap<String, DeviceVariable>,
    /// Variables that two directives bring, with both of them.
    pub ambiguous: BTreeMap<String, (Span, Span)>,
    pub types: BTreeMap<String, Type>,
    /// The host's parameters in their order, in which the kernel's stand too.
    pub order: Vec<String>,
    pub grid: Grid,
    /// Partitions around it over blocks and threads.
    pub depth: (usize, usize),
    /// Parameters that differ between the threads of a block.
    pub varying: BTreeSet<String>,
    /// The function that it is, where it is none of the host's regions.
    pub function: Option<&'p Function>,
    pub span: Span,
}

impl<'p> Unit<'p> {
    pub fn of_kernel(
        parsed: &'p Parsed,
        text: &'p str,
        reached: &ReachedKernel,
    ) -> Result<Unit<'p>, Refused> {
        let mut variables = BTreeMap::new();
        let mut ambiguous = BTreeMap::new();
        for (name, list) in &reached.visible {
            match list.as_slice() {
                [] => {}
                [own] => {
                    variables.insert(name.clone(), own.clone());
                }
                [first, second, ..] => {
                    ambiguous.insert(name.clone(), (first.span, second.span));
                }
            }
        }
        Ok(Unit {
            parsed,
            text,
            name: reached.kernel.name.clone(),
            body: reached.kernel.body.clone(),
            variables,
            ambiguous,
            types: reached.types.clone(),
            order: reached.order.clone(),
            grid: Grid::of(&reached.kernel, &parsed.constants)?,
            depth: (0, 0),
            varying: BTreeSet::new(),
            function: None,
            span: reached.kernel.span,
        })
    }

    pub fn constants(&self) -> &'p Values {
        &self.parsed.constants
    }

    /// The function of the program that a name calls.
    pub fn called(&self, name: &str) -> Option<&'p Function> {
        self.parsed.program.functions.iter().find(|function| function.name == name)
    }

    /// Types of numbers by name: of arrays what they hold.
    pub fn elements(&self) -> BTreeMap<String, Element> {
        let of = |ty: &Type| match ty {
            Type::Scalar(element)
            | Type::Reference { element, .. }
            | Type::Slice { element, .. }
            | Type::Array { element, .. } => Some(*element),
            Type::Other => None,
        };
        self.types.iter().filter_map(|(name, ty)| Some((name.clone(), of(ty)?))).collect()
    }
}

/// Whether a statement is done by all threads of a block together.
pub fn is_collective(stmt: &Stmt, parsed: &Parsed) -> bool {
    use crate::tree::StmtKind::{Barrier, Shared};
    let mut found = stmt.has(&|kind| matches!(kind, Barrier | Shared(_)));
    visit_stmt_exprs(stmt, &mut |expr| {
        if let Expr::Call(name, _) = expr {
            found |= is_collective_function(name, parsed, 0);
        }
    });
    found
}

fn is_collective_function(name: &str, parsed: &Parsed, depth: usize) -> bool {
    use crate::tree::StmtKind::{Barrier, Shared};
    let function = parsed.program.functions.iter().find(|function| function.name == name);
    let Some(function) = function.filter(|_| depth < 32) else { return false };
    function.body.iter().any(|stmt| {
        let mut found = stmt.has(&|kind| matches!(kind, Barrier | Shared(_)));
        visit_stmt_exprs(stmt, &mut |expr| {
            if let Expr::Call(name, _) = expr {
                found |= is_collective_function(name, parsed, depth + 1);
            }
        });
        found
    })
}

/// Looks at every expression in a statement, also those of statements inside.
pub fn visit_stmt_exprs(stmt: &Stmt, f: &mut dyn FnMut(&Expr)) {
    for expr in stmt.exprs() {
        expr.visit(f);
    }
    for body in stmt.blocks() {
        for inner in body {
            visit_stmt_exprs(inner, f);
        }
    }
}
