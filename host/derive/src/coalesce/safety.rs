//! Safety conditions: what must hold so that tiles change nothing but the order of transfers,
//! each with what is said where it does not.

use super::accesses::{Access, FrameKind};
use super::guards;
use super::kernel::{Loop, Node, NodeKind, display, written};
use super::lookups::Guard;
use super::plan::{Planner, RegionKind};
use super::tile::{ArrayTile, Rows, pitch};
use super::values::THREAD;
use crate::tree::{BinaryOp, Expr};
use crate::{Refused, refuse};
use std::collections::BTreeMap;
use warpbench_codes::D0009;

/// A loop can be cut into pieces with barriers between them.
pub fn check_loop(planner: &Planner<'_>, own: &Loop, access: &Access) -> Result<(), Refused> {
    let var = display(&own.var);
    if own.is_reversed {
        return Err(refuse(D0009, format!("the loop over `{var}` runs backwards"), own.head)
            .other(access.span, "this access lies apart")
            .help("let it run forwards and take the elements from the other end"));
    }
    check_agreed(planner, own)?;
    for node in &own.body.nodes {
        check_jumps(node, own, false)?;
    }
    Ok(())
}

/// All threads of a block take the same turns.
fn check_agreed(planner: &Planner<'_>, own: &Loop) -> Result<(), Refused> {
    let parts = [&own.start, &own.end].into_iter().chain(&own.step);
    let varying = parts.into_iter().find(|part| planner.variables.varies(part));
    match varying.filter(|_| own.annotated.is_none()) {
        None => Ok(()),
        Some(part) => {
            let (part, var) = (written(part), display(&own.var));
            Err(refuse(D0009, "threads may not agree on how often this loop turns", own.head)
                .label(format!(
                    "`{part}` may differ between the threads of a block, which meet at barriers"
                ))
                .help(format!(
                    "where it does not, say so: `cuda_lite! {{ loop {var} in … }}` before the loop"
                )))
        }
    }
}

fn check_jumps(node: &Node, own: &Loop, is_inner: bool) -> Result<(), Refused> {
    let word = match node.kind {
        NodeKind::Return => Some("return"),
        NodeKind::Break if !is_inner => Some("break"),
        NodeKind::Continue if !is_inner => Some("continue"),
        _ => None,
    };
    if let Some(word) = word {
        return Err(refuse(
            D0009,
            format!("`{word}` leaves a loop that would be tiled"),
            node.span,
        )
        .other(own.head, "this loop")
        .help("threads meet at barriers in every piece of it; use a condition instead"));
    }
    let is_inner = is_inner || matches!(node.kind, NodeKind::For(_) | NodeKind::While { .. });
    node.bodies()
        .iter()
        .flat_map(|body| &body.nodes)
        .try_for_each(|inner| check_jumps(inner, own, is_inner))
}

/// All threads of a block can come to a statement, once guards are set aside.
pub fn check_around(planner: &Planner<'_>, access: &Access, region: usize) -> Result<(), Refused> {
    for frame in access.frames.iter().take_while(|frame| frame.node != region) {
        let node = planner.the_node(frame.node);
        match &frame.kind {
            FrameKind::Counted(_) => {
                let own = planner.the_loop(frame.node);
                check_agreed(planner, own)?;
                own.body.nodes.iter().try_for_each(|node| check_jumps(node, own, false))?;
            }
            FrameKind::Branch(condition, holds) if frame.node != access.node => {
                let is_guard = *holds
                    && matches!(&node.kind, NodeKind::If { otherwise: None, .. })
                    && is_last(planner, frame.node);
                if !is_guard {
                    return Err(not_all(access, node, condition));
                }
            }
            FrameKind::Branch(..) | FrameKind::Block => {}
            FrameKind::Unknown => {
                return Err(refuse(
                    D0009,
                    "this access stands in a loop that does not count",
                    access.span,
                )
                .other(node.span, "nothing shows that all threads take its turns together")
                .help(
                    "write `for j in 0..n`, or say how it counts: `cuda_lite! { loop j in 0..n }`",
                ));
            }
        }
    }
    Ok(())
}

fn not_all(access: &Access, node: &Node, condition: &Expr) -> Refused {
    let at = condition.place().unwrap_or(node.span);
    refuse(D0009, "only some threads of a block may come here", access.span)
        .other(at, "on this condition")
        .help("let the condition be the last statement around it, without `else`, or stand inside the loop")
}

/// Whether nothing follows a statement among those beside it.
fn is_last(planner: &Planner<'_>, id: usize) -> bool {
    let around = planner.around(id);
    let beside: Vec<&[Node]> = match around.last() {
        Some(node) => node.bodies().iter().map(|body| body.nodes.as_slice()).collect(),
        None => vec![&planner.kernel.body.nodes],
    };
    beside.iter().any(|nodes| {
        let last = nodes.iter().rev().find(|node| !matches!(node.kind, NodeKind::Gone));
        last.is_some_and(|node| node.id == id)
    })
}

/// Conditions for fetching and for storing.
type Transfers = (Option<Vec<Expr>>, Option<Vec<Expr>>);

/// The accesses of a tile may go through it: when each element is fetched and stored.
pub fn check_tile(
    planner: &Planner<'_>,
    accesses: &[&Access],
    region: usize,
    rows_of: Rows,
    kind: &RegionKind,
) -> Result<Transfers, Refused> {
    let first = accesses[0];
    let array = &first.array;
    if let Some((_, span)) = planner.accesses.unread.iter().find(|(own, _)| own == array) {
        return Err(refuse(
            D0009,
            format!("`{array}` is used here in a way that is not followed"),
            *span,
        )
        .other(first.span, "so this access stays as it is")
        .help(format!("access it as `*{array}.add(index)` or `{array}[index]` alone")));
    }
    let node = planner.the_node(region);
    let inside: Vec<&Access> =
        planner.accesses.to(array).filter(|own| node.has(own.node)).collect();
    if inside.iter().any(|own| own.is_write) {
        if let Some(other) = inside.iter().find(|own| own.poly != first.poly) {
            return Err(refuse(
                D0009,
                format!("turns may depend on each other through `{array}`"),
                other.span,
            )
            .label("this is another place")
            .other(first.span, "than this")
            .help(
                "keep what one turn leaves for another in a variable, or write to another array",
            ));
        }
        if rows_of == Rows::AlongX
            && planner.block.size[1] > 1
            && matches!(kind, RegionKind::Loop { .. })
        {
            return Err(refuse(
                D0009,
                format!("threads along y write the same places of `{array}`"),
                first.span,
            )
            .help("let each thread write places of its own"));
        }
    }
    let guards = planner.guards(region);
    let (mut fetch, mut store) = (Vec::new(), Vec::new());
    for own in accesses {
        let conditions = conditions(planner, own, region, kind)?;
        check_sharing(planner, own, &guards, &conditions, rows_of, kind)?;
        if own.is_read {
            fetch.push(conditions.clone());
        }
        if own.is_write {
            store.push(conditions);
        }
    }
    Ok((either(fetch), either(store)))
}

/// What holds where one of several accesses happens.
fn either(lists: Vec<Vec<Expr>>) -> Option<Vec<Expr>> {
    let first = lists.first()?.clone();
    if lists.iter().all(|own| *own == first) {
        return Some(first);
    }
    let all: Option<Vec<Expr>> = lists.iter().map(|own| guards::all(own)).collect();
    // Where one happens on no condition, there is none.
    let any =
        all.unwrap_or_default().into_iter().reduce(|any, own| Expr::binary(BinaryOp::Or, any, own));
    Some(any.into_iter().collect())
}

/// The conditions between a region and an access, as another thread can ask them.
fn conditions(
    planner: &Planner<'_>,
    access: &Access,
    region: usize,
    kind: &RegionKind,
) -> Result<Vec<Expr>, Refused> {
    let mut found = Vec::new();
    let mut is_inside = false;
    let own_var = match kind {
        RegionKind::Loop { var, .. } => Some(var.as_str()),
        RegionKind::Block { joined } => joined.as_ref().map(|(var, _)| var.as_str()),
    };
    let mut inner: Vec<&str> = Vec::new();
    for frame in &access.frames {
        is_inside |= frame.node == region || access.node == region;
        if !is_inside {
            continue;
        }
        match &frame.kind {
            FrameKind::Counted(var) if Some(var.as_str()) == own_var => {}
            FrameKind::Counted(var) => {
                inner.push(var);
                let own = planner.the_loop(frame.node);
                let (start, end) = (own.start.clone(), own.end.clone());
                let has_turns =
                    planner.variables.number(&start).zip(planner.variables.number(&end));
                if has_turns.is_none_or(|(start, end)| start >= end) {
                    found.push(Expr::binary(BinaryOp::Lt, start, end));
                }
            }
            FrameKind::Branch(condition, true) => found.push(condition.clone()),
            FrameKind::Branch(condition, false) => {
                found.push(guards::negated_exactly(condition, planner.variables));
            }
            FrameKind::Block => {}
            FrameKind::Unknown => return Err(not_asked(planner, access)),
        }
    }
    let names = |expr: &Expr| inner.iter().any(|var| depends(planner, expr, var));
    if names(&access.index) {
        return Err(refuse(
            D0009,
            "the index changes in a loop inside of the one that walks along",
            access.span,
        )
        .help("let the innermost loop walk along the array"));
    }
    if found.iter().all(|own| planner.variables.is_pure(own) && !names(own)) {
        return Ok(found);
    }
    in_bounds(planner, access).map(|own| vec![own])
}

/// Whether an expression follows a variable, also through others.
pub fn depends(planner: &Planner<'_>, expr: &Expr, var: &str) -> bool {
    let mut found = false;
    expr.visit(&mut |part| {
        if let Expr::Name(name) = part {
            let value = planner.variables.all.get(name).and_then(|own| own.value.as_ref());
            found |= name == var || value.is_some_and(|value| depends(planner, value, var));
        }
    });
    found
}

/// What keeps a read inside its array, as `garray` says, where its own condition
/// cannot be asked for another thread.
fn in_bounds(planner: &Planner<'_>, access: &Access) -> Result<Expr, Refused> {
    let is_written = planner.accesses.to(&access.array).any(|own| own.is_write);
    let declared = planner.kernel.arrays.iter().find(|own| own.name == access.array);
    let size = declared.and_then(|own| {
        own.sizes.iter().cloned().reduce(|all, size| Expr::binary(BinaryOp::Mul, all, size))
    });
    match size.filter(|_| !is_written) {
        Some(size) => Ok(Expr::binary(BinaryOp::Lt, access.index.clone(), size)),
        None => Err(not_asked(planner, access)),
    }
}

fn not_asked(planner: &Planner<'_>, access: &Access) -> Refused {
    let array = &access.array;
    let own = refuse(D0009, "whether this happens cannot be asked for another thread", access.span)
        .label("it depends on a variable that changes, or on memory");
    match planner.accesses.to(array).any(|own| own.is_write) {
        true => {
            own.help("let each thread write on conditions of its number and of loops' variables")
        }
        false => own.help(format!(
            "say how large the array is, so that more of it can be fetched: \
             `cuda_lite! {{ garray {array}[rows][cols] }}`"
        )),
    }
}

/// The thread that asks a condition for a tile's element asks for all that share it.
fn check_sharing(
    planner: &Planner<'_>,
    access: &Access,
    guards: &[Guard],
    conditions: &[Expr],
    rows_of: Rows,
    kind: &RegionKind,
) -> Result<(), Refused> {
    let all = || guards.iter().map(|own| &own.condition).chain(conditions);
    let height = planner.block.size[1];
    match kind {
        RegionKind::Loop { .. } if rows_of == Rows::AlongX && height > 1 => {
            let first = |own: &Expr| guards::holds_first(own, &THREAD[1..], planner.variables);
            match all().find(|own| !first(own)) {
                Some(own) => Err(shared_condition(access, own)),
                None => Ok(()),
            }
        }
        RegionKind::Block { joined: Some((var, _)) } => {
            let by_sum =
                |own: &&Expr| !guards::asks_for_sum(own, THREAD[1], var, planner.variables);
            match all().find(by_sum) {
                Some(own) => Err(shared_condition(access, own)),
                None => Ok(()),
            }
        }
        RegionKind::Loop { .. } | RegionKind::Block { .. } => Ok(()),
    }
}

fn shared_condition(access: &Access, condition: &Expr) -> Refused {
    let shown = written(condition);
    refuse(D0009, "threads along y share this place on different conditions", access.span)
        .label(format!("whether `{shown}` depends on more than the place"))
        .help("let the condition compare the indices that the access uses")
}

/// Values along a tiled loop that all threads read: a row of a tile for all of them.
pub fn pieces(
    planner: &Planner<'_>,
    region: usize,
    var: &str,
    step: i64,
    cols: i64,
) -> Vec<ArrayTile> {
    let kind = RegionKind::Loop { var: var.to_owned(), step, turns: None, tile: cols };
    let guards = planner.guards(region);
    let node = planner.the_node(region);
    let mut found: BTreeMap<(String, String), ArrayTile> = BTreeMap::new();
    for access in planner.accesses.all.iter().filter(|own| node.has(own.node) && own.node != region)
    {
        let array = &access.array;
        let Some(own) = access.poly.as_ref().filter(|own| own.is_affine_in(var)) else { continue };
        let is_along = own.coefficient(var).times(step).as_number().is_some_and(|by| by.abs() == 1);
        let is_read = !planner.accesses.to(array).any(|own| own.is_write)
            && !planner.accesses.unread.iter().any(|(unread, _)| unread == array);
        let is_same = THREAD.iter().all(|name| !own.mentions(name));
        let Some((Some(element), is_slice)) = planner.kernel.array(array) else { continue };
        let Ok(conditions) = conditions(planner, access, region, &kind) else { continue };
        let is_first = guards
            .iter()
            .map(|own| &own.condition)
            .chain(&conditions)
            .all(|own| guards::holds_first(own, &THREAD, planner.variables));
        if !(is_along && is_read && is_same && is_first) {
            continue;
        }
        let key = (array.clone(), own.to_string());
        match found.get_mut(&key) {
            Some(tile) => {
                tile.spans.push(access.span);
                if tile.fetch.as_ref() != Some(&conditions) {
                    tile.fetch = either(vec![tile.fetch.clone().unwrap_or_default(), conditions]);
                }
            }
            None => {
                let tile = ArrayTile {
                    name: String::new(),
                    array: array.clone(),
                    element,
                    is_slice,
                    index: access.index.clone(),
                    rows_of: Rows::One,
                    rows: 1,
                    cols,
                    pitch: pitch(1, cols, element),
                    fetch: Some(conditions),
                    store: None,
                    spans: vec![access.span],
                };
                found.insert(key, tile);
            }
        }
    }
    found.into_values().collect()
}
