//! The derived kernel as text: the original with tiles around what lay apart.

use super::guards;
use super::kernel::{Node, NodeKind, display, written};
use super::names::Invented;
use super::plan::{Plan, Planner, Region, RegionKind};
use super::rebind::{Firsts, typed};
use super::sizes::Sizes;
use super::slices::{Edits, write_comments};
use super::tile::{ArrayTile, Rows};
use super::transfer::{TileTransfer, Transfers};
use crate::print::Writer;
use crate::tree::{BinaryOp, Element, Expr};
use crate::{Refused, refuse};
use std::collections::BTreeMap;
use warpbench_codes::D0009;
use warpbench_front::diagnostic::Span;

/// Writes one kernel.
pub struct KernelWriter<'p> {
    pub(super) planner: &'p Planner<'p>,
    plan: &'p Plan,
    pub(super) sizes: &'p Sizes,
    pub(super) names: &'p Invented,
    pub(super) edits: Edits,
    pub(super) firsts: Firsts,
    pub(super) transfers: BTreeMap<(usize, bool), Vec<TileTransfer<'p>>>,
    pub(super) writer: Writer,
    pub(super) has_guard: bool,
}

impl<'p> KernelWriter<'p> {
    pub fn new(
        planner: &'p Planner<'p>,
        plan: &'p Plan,
        sizes: &'p Sizes,
        names: &'p Invented,
    ) -> Result<KernelWriter<'p>, Refused> {
        let mut own = KernelWriter {
            planner,
            plan,
            sizes,
            names,
            edits: Edits::default(),
            firsts: Firsts::new(),
            transfers: BTreeMap::new(),
            writer: Writer::default(),
            has_guard: false,
        };
        for region in &plan.regions {
            own.prepare(region)?;
        }
        Ok(own)
    }

    /// Finds out what the transfers of a region need and where its accesses go.
    fn prepare(&mut self, region: &'p Region) -> Result<(), Refused> {
        let node = self.planner.the_node(region.node);
        let mut guards: Vec<Expr> =
            self.planner.guards(region.node).into_iter().map(|own| own.condition).collect();
        let (mut var, mut joined_var, mut is_turned) = (None, None, false);
        match &region.kind {
            RegionKind::Loop { var: name, step, turns, tile } => {
                let own = self.planner.the_loop(region.node);
                let ty = self.planner.variables.all.get(name).and_then(|own| own.ty);
                let first = match turns {
                    Some(_) => own.start.clone(),
                    None => Expr::name(&first_name(name)),
                };
                let column = typed(Expr::name("@col"), ty);
                let by = match step {
                    1 => column,
                    _ => Expr::binary(BinaryOp::Mul, column, Expr::number(*step)),
                };
                var = Some((name.clone(), crate::poly::sum(first, by)));
                if turns.is_none() && !self.is_even(region.node, *tile * step) {
                    guards.push(Expr::binary(BinaryOp::Lt, Expr::name(name), own.end.clone()));
                }
            }
            RegionKind::Block { joined } => {
                is_turned = true;
                joined_var = joined.clone();
            }
        }
        let transfers = Transfers {
            planner: self.planner,
            names: &self.names.transfers,
            sizes: self.sizes,
            scope: &node.scope,
            region: node.span,
            guards: &guards,
            var,
            joined: joined_var,
            is_turned,
        };
        let fetched: Vec<&ArrayTile> =
            region.tiles.iter().filter(|own| own.fetch.is_some()).collect();
        let stored: Vec<&ArrayTile> =
            region.tiles.iter().filter(|own| own.store.is_some()).collect();
        let fetches = transfers.make(&fetched, true, &mut self.firsts)?;
        let stores = transfers.make(&stored, false, &mut self.firsts)?;
        self.transfers.insert((region.node, true), fetches);
        self.transfers.insert((region.node, false), stores);
        for tile in &region.tiles {
            let cell = self.cell(region, tile);
            for span in &tile.spans {
                self.edits.0.push((*span, format!("*{}.add({cell})", tile.name)));
            }
        }
        Ok(())
    }

    /// Whether a loop's turns fill its pieces.
    pub(super) fn is_even(&self, node: usize, piece: i64) -> bool {
        let own = self.planner.the_loop(node);
        let number = |expr| self.planner.variables.number(expr);
        let bounds = number(&own.start).zip(number(&own.end));
        bounds.is_some_and(|(start, end)| (end - start) % piece == 0)
    }

    /// Where in its tile a thread finds its own element.
    fn cell(&self, region: &Region, tile: &ArrayTile) -> String {
        let row = match tile.rows_of {
            Rows::AlongX => Some(&self.names.thread[0].0),
            Rows::All => Some(&self.names.transfers.thread),
            Rows::One => None,
        };
        let col = match &region.kind {
            RegionKind::Loop { .. } => self.column(region).0,
            RegionKind::Block { joined } => {
                let y = &self.names.thread[1].0;
                match joined {
                    None => y.clone(),
                    Some((var, start)) => {
                        let ty = self.planner.variables.all.get(var).and_then(|own| own.ty);
                        let own = match ty {
                            None | Some(Element::Usize) => display(var),
                            Some(_) => format!("{} as usize", display(var)),
                        };
                        let own = if own.contains(' ') { format!("({own})") } else { own };
                        if *start == 0 {
                            format!("{y} + {own}")
                        } else {
                            format!("{y} + {own} - {start}")
                        }
                    }
                }
            }
        };
        match row {
            Some(row) => format!("{row} * {} + {col}", self.sizes.shown(tile.pitch)),
            None => col,
        }
    }

    /// What the column of a turn is called, and the statement that computes it.
    pub(super) fn column(&self, region: &Region) -> (String, Option<String>) {
        let RegionKind::Loop { var, step, turns, .. } = &region.kind else {
            return (String::new(), None);
        };
        let own = self.planner.the_loop(region.node);
        let ty = self.planner.variables.all.get(var).and_then(|own| own.ty);
        let is_usize = matches!(ty, None | Some(Element::Usize));
        let name = display(var);
        let first = match turns {
            Some(_) => written(&own.start),
            None => display(&first_name(var)),
        };
        if first == "0" && *step == 1 && is_usize {
            return (name, None);
        }
        let mut value = match first.as_str() {
            "0" => name,
            _ if first.contains(' ') => format!("{name} - ({first})"),
            _ => format!("{name} - {first}"),
        };
        if *step != 1 {
            value = if value.contains(' ') {
                format!("({value}) / {step}")
            } else {
                format!("{value} / {step}")
            };
        }
        if !is_usize {
            value = if value.contains(' ') {
                format!("({value}) as usize")
            } else {
                format!("{value} as usize")
            };
        }
        let col = self.names.transfers.col.clone();
        (col.clone(), Some(format!("let {col} = {value};")))
    }

    /// Writes the body and gives its lines.
    pub fn body(mut self) -> Result<Writer, Refused> {
        self.writer.line(&self.head(), &[self.planner.kernel.head]);
        self.indented(|own| {
            own.preamble();
            let kernel = own.planner.kernel;
            own.nodes(&kernel.body.nodes)
        })?;
        self.writer.line("}", &[self.planner.kernel.head]);
        Ok(self.writer)
    }

    fn head(&self) -> String {
        let head = crate::syntax::source(self.planner.text, self.planner.kernel.head);
        format!("{}{{", head)
    }

    pub(super) fn indented(
        &mut self,
        write: impl FnOnce(&mut Self) -> Result<(), Refused>,
    ) -> Result<(), Refused> {
        let mut done = Ok(());
        let mut writer = std::mem::take(&mut self.writer);
        writer.inside(|inner| {
            std::mem::swap(&mut self.writer, inner);
            done = write(self);
            std::mem::swap(&mut self.writer, inner);
        });
        self.writer = writer;
        done
    }

    /// Constants, tiles and the thread's numbers.
    fn preamble(&mut self) {
        let tiles: Vec<&ArrayTile> = self.plan.regions.iter().flat_map(|own| &own.tiles).collect();
        let spans: Vec<Span> = tiles.iter().flat_map(|own| own.spans.clone()).collect();
        for (name, value, why) in &self.sizes.declared {
            self.writer.comment("//", why, &spans);
            self.writer.line(&format!("const {name}: usize = {value};"), &spans);
        }
        for tile in tiles {
            let size = match tile.rows {
                1 => self.sizes.shown(tile.cols),
                rows => format!("{} * {}", self.sizes.shown(rows), self.sizes.shown(tile.pitch)),
            };
            let element = tile.element.name();
            let text = format!("let {} = shared_array![{element}; {size}];", tile.name);
            self.writer.line(&text, &tile.spans);
        }
        let [(x, is_x_new), (y, is_y_new)] = &self.names.thread;
        let is_flat = self.planner.block.size[1] == 1;
        if *is_x_new {
            self.writer.line(&format!("let {x} = thread::thread_idx_x() as usize;"), &spans);
        }
        if *is_y_new && !is_flat {
            self.writer.line(&format!("let {y} = thread::thread_idx_y() as usize;"), &spans);
        }
        if !is_flat {
            let number = |name: &str, is_new: bool, call: &str| match is_new {
                true => name.to_owned(),
                false => format!("thread::{call}() as usize"),
            };
            let (x, y) =
                (number(x, *is_x_new, "thread_idx_x"), number(y, *is_y_new, "thread_idx_y"));
            let (t, width) =
                (&self.names.transfers.thread, self.sizes.shown(self.planner.block.size[0]));
            self.writer.line(&format!("let {t} = {y} * {width} + {x};"), &spans);
        }
    }

    fn region(&self, node: &Node) -> Option<&'p Region> {
        self.plan.regions.iter().find(|own| own.node == node.id)
    }

    fn has_region(&self, node: &Node) -> bool {
        self.plan.regions.iter().any(|own| node.has(own.node))
    }

    fn nodes(&mut self, nodes: &'p [Node]) -> Result<(), Refused> {
        let guard_before = self.has_guard;
        let mut waiting: Vec<&Node> = Vec::new();
        let last = nodes.iter().rposition(|own| self.has_region(own));
        for (at, node) in nodes.iter().enumerate() {
            let is_before = last.is_some_and(|last| at <= last);
            if !is_before {
                waiting.push(node);
                continue;
            }
            let is_plain = !self.has_region(node)
                && !node.is_early_exit()
                && !matches!(node.kind, NodeKind::Let(_) | NodeKind::Gone | NodeKind::Item);
            if is_plain && self.has_guard {
                self.check_wrapped(node)?;
                waiting.push(node);
                continue;
            }
            self.flush(&mut waiting);
            write_comments(&mut self.writer, self.planner.text, node.lead);
            self.node(node)?;
        }
        self.flush(&mut waiting);
        self.has_guard = guard_before;
        Ok(())
    }

    /// A `let` that is not read hides its variables when it is put into a condition.
    fn check_wrapped(&self, node: &Node) -> Result<(), Refused> {
        let text = crate::syntax::source(self.planner.text, node.span);
        match matches!(node.kind, NodeKind::Other) && text.starts_with("let ") {
            false => Ok(()),
            true => Err(refuse(D0009, "threads without work cannot do this", node.span)
                .help("write `let name = value;`, or put it before the check of the bounds")),
        }
    }

    /// Writes statements of the threads that have work.
    fn flush(&mut self, waiting: &mut Vec<&Node>) {
        let is_empty = waiting.iter().all(|own| matches!(own.kind, NodeKind::Gone));
        if is_empty {
            waiting.clear();
            return;
        }
        let origins: Vec<Span> = waiting.iter().map(|own| own.span).collect();
        let (text, edits) = (self.planner.text, &self.edits);
        let write = |writer: &mut Writer, waiting: &[&Node]| {
            for node in waiting.iter().filter(|own| !matches!(own.kind, NodeKind::Gone)) {
                write_comments(writer, text, node.lead);
                edits.write(writer, text, with_tail(node));
            }
        };
        if self.has_guard {
            self.writer.line(&format!("if {} {{", self.names.is_inside), &origins);
            self.writer.inside(|writer| write(writer, waiting));
            self.writer.line("}", &origins);
        } else {
            write(&mut self.writer, waiting);
        }
        waiting.clear();
    }

    fn node(&mut self, node: &'p Node) -> Result<(), Refused> {
        let text = self.planner.text;
        if let Some(region) = self.region(node) {
            return self.write_region(node, region);
        }
        match &node.kind {
            NodeKind::Gone => Ok(()),
            NodeKind::Let(_) => self.write_let(node),
            NodeKind::If { condition, then, .. } if self.has_region(node) => {
                self.guard(node, &condition.clone());
                self.nodes(&then.nodes)
            }
            NodeKind::If { condition, .. } if node.is_early_exit() => {
                let active = guards::negated_exactly(condition, self.planner.variables);
                self.guard(node, &active);
                Ok(())
            }
            NodeKind::For(own) if self.has_region(node) => {
                let head = self.head_of(own, None);
                self.writer.line(&format!("{head} {{"), &[own.head]);
                self.indented(|writer| writer.nodes(&own.body.nodes))?;
                self.writer.line("}", &[own.head]);
                Ok(())
            }
            NodeKind::Block { body, is_unsafe } if self.has_region(node) => {
                self.writer.line(if *is_unsafe { "unsafe {" } else { "{" }, &[node.span]);
                self.indented(|writer| writer.nodes(&body.nodes))?;
                self.writer.line("}", &[node.span]);
                Ok(())
            }
            _ => {
                self.edits.write(&mut self.writer, text, with_tail(node));
                Ok(())
            }
        }
    }
}

/// What the start of a piece of a loop is called.
pub fn first_name(var: &str) -> String {
    format!("{}_first", display(var))
}

pub(super) fn with_tail(node: &Node) -> Span {
    let (span, tail) = (node.span.to_range(), node.tail.to_range());
    match (span, tail) {
        (Some(span), Some(tail)) if tail.end > span.end => {
            Span::new(span.start as u32, tail.end as u32)
        }
        _ => node.span,
    }
}
