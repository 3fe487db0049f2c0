//! Hazards: where threads must wait for each other, and what in a kernel keeps all of it from
//! being tiled: other barriers, calls that are not known, threads that leave.

use super::kernel::{NodeKind, display};
use super::plan::{Plan, Planner, Region, RegionKind};
use crate::tree::{Expr, UnaryOp};
use crate::{Refused, refuse};
use std::collections::BTreeSet;
use warpbench_codes::D0009;
use warpbench_front::diagnostic::Span;

/// Finds out where threads must wait around a region.
pub fn find_waits(planner: &Planner<'_>, region: &mut Region) {
    let node = planner.the_node(region.node);
    let is_outside = |array: &str, only_written: bool| {
        let mut outside = planner.accesses.to(array).filter(|own| !node.has(own.node));
        outside.any(|own| own.is_write || !only_written)
    };
    let in_loop =
        planner.around(region.node).iter().any(|own| matches!(own.kind, NodeKind::For(_)));
    let in_pieces = matches!(region.kind, RegionKind::Loop { turns: None, .. });
    let has_fetch = region.tiles.iter().any(|own| own.fetch.is_some());
    let has_store = region.tiles.iter().any(|own| own.store.is_some());
    let has_both = region.tiles.iter().any(|own| own.fetch.is_some() && own.store.is_some());
    let is_repeated = in_loop || in_pieces;
    region.waits_before =
        (region.tiles.iter()).any(|own| own.fetch.is_some() && is_outside(&own.array, true));
    region.waits_behind = is_repeated && (!has_fetch || !has_store || has_both)
        || region.tiles.iter().any(|own| own.store.is_some() && is_outside(&own.array, false));
}

/// Nothing in the kernel keeps its threads from working together.
pub fn check_kernel(planner: &Planner<'_>, plan: &Plan) -> Result<(), Refused> {
    for own in &planner.kernel.arrays {
        if planner.kernel.array(&own.name).is_none() {
            return Err(refuse(D0009, format!("the kernel has no array `{}`", own.name), own.span)
                .help("`garray` names a parameter that is a pointer or a slice"));
        }
    }
    let mut wrong = None;
    let last = plan.regions.iter().map(|own| own.node).max().unwrap_or(0);
    planner.kernel.visit(&mut |node| {
        if wrong.is_some() {
            return;
        }
        if matches!(node.kind, NodeKind::Other | NodeKind::Item) {
            wrong = check_words(planner, node.span).err();
        }
        if matches!(node.kind, NodeKind::Return) && wrong.is_none() {
            wrong = check_exit(planner, node.id, node.span, last).err();
        }
        for expr in node.exprs() {
            expr.visit(&mut |part| {
                if wrong.is_none() {
                    wrong = check_call(planner, part, node.span).err();
                }
            });
        }
    });
    wrong.map_or(Ok(()), Err)?;
    for region in &plan.regions {
        check_guards(planner, region)?;
    }
    Ok(())
}

fn check_call(planner: &Planner<'_>, expr: &Expr, statement: Span) -> Result<(), Refused> {
    let span = expr.place().unwrap_or(statement);
    match expr {
        Expr::At(inner, place) => match &**inner {
            Expr::Call(path, _) => check_path(planner, path, place.0),
            Expr::Method(_, name, _) if is_atomic(name) => Err(atomic(place.0)),
            Expr::Raw(_) => check_words(planner, place.0),
            _ => Ok(()),
        },
        Expr::Method(_, name, _) if is_atomic(name) => Err(atomic(span)),
        _ => Ok(()),
    }
}

fn check_path(planner: &Planner<'_>, path: &str, span: Span) -> Result<(), Refused> {
    let name = path.rsplit("::").next().unwrap_or(path);
    let first = path.split("::").next().unwrap_or(path);
    let is_number = crate::tree::Element::of(first).is_some() || matches!(first, "isize" | "f16");
    let is_hardware = ["thread_idx", "block_idx", "block_dim", "grid_dim", "index_"]
        .iter()
        .any(|own| name.starts_with(own));
    if is_number || is_hardware {
        return Ok(());
    }
    if name.contains("sync") {
        return Err(refuse(D0009, "the kernel has barriers of its own", span)
            .help("threads work together already; tile it by hand, or take the barrier out"));
    }
    if is_atomic(name) || path.contains("atomic") {
        return Err(atomic(span));
    }
    match planner.helpers.iter().find(|(own, _)| own == name) {
        Some((_, words)) => check_helper(words, span),
        None => Err(refuse(D0009, format!("what `{name}` does is not known"), span)
            .help("call functions of this file and of numbers alone")),
    }
}

fn check_helper(words: &BTreeSet<String>, span: Span) -> Result<(), Refused> {
    let own = words.iter().find(|word| is_collective(word));
    own.map_or(Ok(()), |word| {
        Err(refuse(D0009, format!("this function works with `{word}`"), span)
            .help("call functions that only compute"))
    })
}

/// Words of text that is not read.
fn check_words(planner: &Planner<'_>, span: Span) -> Result<(), Refused> {
    let text = crate::syntax::source(planner.text, span);
    let words = crate::syntax::words(text);
    let is_jump = |word: &str| matches!(word, "return" | "loop");
    let own = words.iter().find(|word| is_collective(word) || is_jump(word));
    own.map_or(Ok(()), |word| {
        Err(refuse(D0009, format!("`{word}` stands where it is not followed"), span)
            .help("write it as a statement of its own, or take it out"))
    })
}

fn is_collective(word: &str) -> bool {
    word.contains("sync")
        || word.contains("atomic")
        || word.contains("Atomic")
        || word.contains("shuffle")
        || is_atomic(word)
        || matches!(word, "shared_array" | "address_space" | "asm" | "warp")
}

fn is_atomic(name: &str) -> bool {
    name.starts_with("fetch_") || name.starts_with("compare_exchange") || name.starts_with("atomic")
}

fn atomic(span: Span) -> Refused {
    refuse(D0009, "the kernel has atomic operations", span)
        .help("what they order cannot be shown to stay as it is; tile it by hand")
}

/// A thread leaves the kernel where that can be made a guard, or behind all tiles.
fn check_exit(planner: &Planner<'_>, id: usize, span: Span, last: usize) -> Result<(), Refused> {
    if id > last && !planner.around(id).iter().any(|own| own.id <= last && own.has(last)) {
        return Ok(());
    }
    let around = planner.around(id);
    let (exit, outer) = match around.as_slice() {
        [outer @ .., exit] if exit.is_early_exit() => (exit, outer),
        _ => {
            return Err(refuse(
                D0009,
                "threads leave the kernel here, after more than a condition",
                span,
            )
            .help("write `if row >= rows { return; }` and nothing else"));
        }
    };
    let is_reached = outer.iter().all(|own| match &own.kind {
        NodeKind::Block { .. } => true,
        NodeKind::If { otherwise: None, .. } => own.has(last),
        _ => false,
    });
    match is_reached && (exit.id > last || !outer.iter().any(|own| !own.has(last))) {
        true => Ok(()),
        false => Err(refuse(D0009, "only some threads come to this early exit", span)
            .help("let the check stand at the start of the kernel")),
    }
}

/// Guards can be asked for other threads.
fn check_guards(planner: &Planner<'_>, region: &Region) -> Result<(), Refused> {
    for guard in planner.guards(region.node) {
        let is_fixed = |expr: &Expr| {
            let mut holds = true;
            expr.visit(&mut |part| {
                holds &= match part {
                    Expr::Unary(UnaryOp::Deref, inner) => {
                        planner.variables.pointer(inner).is_some_and(|(array, _)| {
                            !planner.accesses.to(&array).any(|own| own.is_write)
                        })
                    }
                    Expr::Index(array, _) => !planner.accesses.to(array).any(|own| own.is_write),
                    Expr::Name(name) => {
                        planner.variables.all.get(name).is_none_or(|own| own.is_pure)
                    }
                    Expr::Raw(_) => false,
                    _ => true,
                };
            });
            holds
        };
        let is_known = planner.variables.is_pure(&guard.condition)
            || guard.is_trusted && is_fixed(&guard.condition);
        if !is_known {
            let node = planner.the_node(guard.node);
            let shown = display(&crate::print::expr(&guard.condition));
            return Err(refuse(D0009, "which threads work depends on more than their numbers", node.span)
                .label(format!("threads that fetch for others must be able to ask `{shown}` for them"))
                .help("where it only keeps to the bounds of arrays that nobody writes, say so: `cuda_lite! { BoundChk }` before it"));
        }
    }
    Ok(())
}
