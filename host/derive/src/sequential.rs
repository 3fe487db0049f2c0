//! The sequential program itself, as a kernel for a single thread: what it computes is what
//! the translated kernels must.
//!
//! Its text stays as it is, with blanks where directives were, so that lines are the same.
//! Arrays that the function makes for itself become parameters, because a kernel has no heap.

use crate::syntax::Parsed;
use crate::tree::{Element, Expr, Function, Stmt, StmtKind, UnaryOp};
use warpbench_front::diagnostic::Span;

/// The text in which `entry` is the kernel. `made` are the arrays that it makes for itself;
/// nothing where one of them is not made at the start of a turn of the function alone.
pub fn kernel(
    parsed: &Parsed,
    text: &str,
    entry: &str,
    made: &[(String, Element)],
) -> Option<String> {
    let program = &parsed.program;
    let function = program.functions.iter().find(|own| own.name == entry)?;
    let mut changes: Vec<(Span, String)> = Vec::new();
    let mut gone = program.imports.clone();
    for function in &program.functions {
        gone.extend(directives(&function.body));
    }
    gone.extend(made_places(function, made)?);
    references(&function.body, made, &mut gone);
    changes.extend(gone.into_iter().map(|span| (span, blanks(text, span))));
    changes.push((function.head, "#[kernel] pub unsafe fn".to_owned()));
    if !made.is_empty() {
        changes.push((function.inputs, inputs(function, text, made)));
    }
    changes.sort_by_key(|(span, _)| span.to_range().map(|range| range.start));
    let mut written = String::new();
    let mut at = 0;
    for (span, by) in changes {
        let range = span.to_range()?;
        written += text.get(at..range.start)?;
        written += &by;
        at = range.end;
    }
    written += text.get(at..)?;
    Some(written + "\nuse cuda_std::prelude::*;\n")
}

/// The places of the directives in a body.
pub(crate) fn directives(stmts: &[Stmt]) -> Vec<Span> {
    let mut found = Vec::new();
    for stmt in stmts {
        found.extend(match &stmt.kind {
            StmtKind::Barrier | StmtKind::Shared(_) | StmtKind::Data(_) => Some(stmt.span()),
            StmtKind::Kernel(kernel) => Some(kernel.span),
            StmtKind::For(own) => own.partition.as_ref().map(|partition| partition.span),
            StmtKind::Singular(_) => stmt.origins.get(1).copied(),
            _ => None,
        });
        stmt.blocks().into_iter().for_each(|body| found.extend(directives(body)));
    }
    found
}

/// Where the arrays are made, each once and outside of loops.
fn made_places(function: &Function, made: &[(String, Element)]) -> Option<Vec<Span>> {
    let place = |(name, _): &(String, Element)| {
        let mut own = function.body.iter().filter(
            |stmt| matches!(&stmt.kind, StmtKind::Let { name: declared, .. } if declared == name),
        );
        let first = own.next().map(Stmt::span);
        first.filter(|_| own.next().is_none())
    };
    made.iter().map(place).collect()
}

/// The signs of `&mut b`, which is a slice already.
fn references(stmts: &[Stmt], made: &[(String, Element)], gone: &mut Vec<Span>) {
    for stmt in stmts {
        for expr in stmt.exprs() {
            expr.visit(&mut |part| {
                let Expr::At(inner, place) = part else { return };
                let Expr::Unary(UnaryOp::Reference | UnaryOp::MutableReference, named) = &**inner
                else {
                    return;
                };
                let Expr::Name(name) = named.bare() else { return };
                if let Some(range) = place.0.to_range()
                    && made.iter().any(|(own, _)| own == name)
                {
                    let end = range.end - name.len();
                    gone.push(Span::new(range.start as u32, end as u32));
                }
            });
        }
        stmt.blocks().into_iter().for_each(|body| references(body, made, gone));
    }
}

fn inputs(function: &Function, text: &str, made: &[(String, Element)]) -> String {
    let own = crate::syntax::source(text, function.inputs);
    let own = own.strip_suffix(')').unwrap_or(own).trim_end().trim_end_matches(',');
    let more: Vec<String> =
        made.iter().map(|(name, element)| format!("{name}: &mut [{}]", element.name())).collect();
    let comma = if function.params.is_empty() { "" } else { ", " };
    format!("{own}{comma}{})", more.join(", "))
}

/// As many blanks as there are characters, in the same lines.
fn blanks(text: &str, span: Span) -> String {
    let words = crate::syntax::source(text, span);
    words.chars().map(|c| if c == '\n' { '\n' } else { ' ' }).collect()
}
