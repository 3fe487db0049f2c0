//! Classes of functions: those that lead to kernels, and those that run inside of them.

use crate::tree::{Expr, Program, Stmt, StmtKind};
use crate::{Refused, refuse};
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use warpbench_codes::D0003;
use warpbench_front::diagnostic::Span;

/// What a function has to do with kernels.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Class {
    /// It has a kernel.
    Kernel,
    /// It calls, at some remove, a function that has one.
    LeadsToKernel,
    /// It is called, at some remove, from a kernel.
    InKernel,
    /// Neither.
    Other,
}

/// The classes of all functions, and who calls whom.
#[derive(Clone, Debug, Default)]
pub struct Classes {
    pub of: BTreeMap<String, Class>,
    /// Functions that nobody calls and that lead to kernels, in the text's order.
    pub entries: Vec<String>,
}

/// Classifies the functions of a program.
pub fn classify(program: &Program) -> Result<Classes, Refused> {
    let names: BTreeSet<&str> = program.functions.iter().map(|f| f.name.as_str()).collect();
    let mut on_host: BTreeMap<&str, Vec<(String, Span)>> = BTreeMap::new();
    let mut in_kernel: Vec<(String, Span)> = Vec::new();
    let mut has_kernel = BTreeSet::new();
    for function in &program.functions {
        let (mut host, mut kernel) = (Vec::new(), Vec::new());
        for stmt in &function.body {
            calls(stmt, false, &mut host, &mut kernel);
        }
        host.retain(|(name, _)| names.contains(name.as_str()));
        kernel.retain(|(name, _)| names.contains(name.as_str()));
        if function.body.iter().any(|stmt| stmt.has(&|kind| matches!(kind, StmtKind::Kernel(_)))) {
            has_kernel.insert(function.name.as_str());
        }
        on_host.insert(&function.name, host);
        in_kernel.extend(kernel);
    }
    let mut inside: BTreeSet<String> = BTreeSet::new();
    while let Some((name, span)) = in_kernel.pop() {
        if has_kernel.contains(name.as_str()) {
            return Err(refuse(
                D0003,
                format!("`{name}` has a kernel and is called from one"),
                span,
            )
            .help("a kernel cannot launch another: call it from the host"));
        }
        if inside.insert(name.clone()) {
            in_kernel.extend(on_host.get(name.as_str()).into_iter().flatten().cloned());
        }
    }
    let mut leads: BTreeSet<&str> = has_kernel.clone();
    loop {
        let more: Vec<&str> = on_host
            .iter()
            .filter(|(name, called)| {
                !leads.contains(*name) && called.iter().any(|(c, _)| leads.contains(c.as_str()))
            })
            .map(|(name, _)| *name)
            .collect();
        if more.is_empty() {
            break;
        }
        leads.extend(more);
    }
    let mut classes = Classes::default();
    for function in &program.functions {
        let name = function.name.as_str();
        let class = if has_kernel.contains(name) {
            Class::Kernel
        } else if leads.contains(name) {
            Class::LeadsToKernel
        } else if inside.contains(name) {
            Class::InKernel
        } else {
            Class::Other
        };
        let is_called = on_host.iter().any(|(caller, called)| {
            *caller != name && called.iter().any(|(callee, _)| callee == name)
        });
        if !is_called && leads.contains(name) {
            classes.entries.push(name.to_owned());
        }
        classes.of.insert(name.to_owned(), class);
    }
    Ok(classes)
}

/// The calls of a statement, those of the host and those in kernels.
fn calls(
    stmt: &Stmt,
    in_kernel: bool,
    host: &mut Vec<(String, Span)>,
    kernel: &mut Vec<(String, Span)>,
) {
    for expr in stmt.exprs() {
        let mut at = stmt.span();
        expr.visit(&mut |part| match part {
            Expr::At(_, place) => at = place.0,
            Expr::Call(name, _) => {
                let list = if in_kernel { &mut *kernel } else { &mut *host };
                list.push((name.clone(), at));
            }
            _ => {}
        });
    }
    let in_kernel = in_kernel || matches!(stmt.kind, StmtKind::Kernel(_));
    for body in stmt.blocks() {
        for inner in body {
            calls(inner, in_kernel, host, kernel);
        }
    }
}

impl fmt::Display for Classes {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, class) in &self.of {
            let words = match class {
                Class::Kernel => "has a kernel",
                Class::LeadsToKernel => "leads to a kernel",
                Class::InKernel => "runs inside a kernel",
                Class::Other => "has nothing to do with kernels",
            };
            writeln!(f, "{name}: {words}")?;
        }
        Ok(())
    }
}
