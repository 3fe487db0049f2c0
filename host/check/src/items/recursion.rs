//! Functions that call themselves, which no GPU language allows: every call is
//! expanded in place, or has its registers assigned beforehand.

use crate::checker::Checker;
use naga::Span;
use std::collections::HashMap;
use warpbench_codes::K0009;
use warpbench_source::diagnostic::Diagnostic;

/// How far a function is.
#[derive(Clone, Copy, PartialEq)]
enum Mark {
    New,
    Open,
    Done,
}

/// Reports every cycle of calls.
pub(crate) fn check(checker: &mut Checker) {
    let mut calls: HashMap<usize, Vec<(usize, Span)>> = HashMap::new();
    for (caller, callee, span) in &checker.calls {
        calls.entry(*caller).or_default().push((*callee, *span));
    }
    let mut marks = vec![Mark::New; checker.made.functions.len()];
    for start in 0..checker.made.functions.len() {
        if marks[start] == Mark::New {
            walk(checker, &calls, &mut marks, start);
        }
    }
}

/// Walks down the calls from a function. A stack of its own serves instead of
/// recursion, since a file may have thousands of functions in a row.
fn walk(
    checker: &mut Checker,
    calls: &HashMap<usize, Vec<(usize, Span)>>,
    marks: &mut [Mark],
    start: usize,
) {
    let none = Vec::new();
    // A function, which of its calls is next, and the call that led there.
    let mut path: Vec<(usize, usize, Span)> = vec![(start, 0, Span::new(0, 0))];
    marks[start] = Mark::Open;
    while let Some((function, next, _)) = path.last_mut() {
        let function = *function;
        let outgoing = calls.get(&function).unwrap_or(&none);
        let Some((callee, span)) = outgoing.get(*next).copied() else {
            marks[function] = Mark::Done;
            path.pop();
            continue;
        };
        *next += 1;
        match marks[callee] {
            Mark::Done => {}
            Mark::New => {
                marks[callee] = Mark::Open;
                path.push((callee, 0, span));
            }
            Mark::Open => {
                let first = path.iter().position(|(id, ..)| *id == callee).unwrap_or(0);
                let inner: Vec<(usize, Span)> =
                    path[first..].iter().skip(1).map(|(id, _, span)| (*id, *span)).collect();
                report(checker, callee, &inner, span);
            }
        }
    }
}

fn report(checker: &mut Checker, first: usize, between: &[(usize, Span)], last: Span) {
    let name = |id: usize| {
        let item = checker.made.functions[id].item;
        checker.functions[item].name.clone()
    };
    let start = name(first);
    let diagnostic = if between.is_empty() {
        Diagnostic::new(K0009, format!("function `{start}` calls itself"), last).label("this call")
    } else {
        let names: Vec<String> = std::iter::once(start.clone())
            .chain(between.iter().take(8).map(|(id, _)| name(*id)))
            .chain([start.clone()])
            .map(|name| format!("`{name}`"))
            .collect();
        let mut diagnostic = Diagnostic::new(
            K0009,
            format!("functions call each other in a circle: {}", names.join(" → ")),
            last,
        )
        .label(format!("this call leads back to `{start}`"));
        for (id, span) in between.iter().take(8) {
            diagnostic = diagnostic.other(*span, format!("calls `{}`", name(*id)));
        }
        diagnostic
    };
    checker.report(
        diagnostic
            .note("only CUDA has it: on other GPUs no stack grows with each call")
            .help("write it as a loop"),
    );
}
