//! Regions as text: fetch, barrier, work, barrier, store.

use super::kernel::{Loop, Node, NodeKind, display, written};
use super::plan::{Region, RegionKind};
use super::rebind::typed;
use super::words;
use super::write::{KernelWriter, first_name};
use crate::Refused;
use crate::text::line;
use crate::tree::{Element, Expr};
use warpbench_front::diagnostic::Span;

impl<'p> KernelWriter<'p> {
    pub(super) fn write_region(
        &mut self,
        node: &'p Node,
        region: &'p Region,
    ) -> Result<(), Refused> {
        let origins = [node.span];
        if region.waits_before {
            self.writer.comment("//", words::WAIT_FOR_ARRAY, &origins);
            self.barrier(&origins);
        }
        match (&region.kind, &node.kind) {
            (RegionKind::Loop { var, step, turns: None, tile }, NodeKind::For(own)) => {
                let from = line(self.planner.text, own.head);
                self.writer.comment("//", &words::tiled_loop(&display(var), *tile, from), &origins);
                let first = display(&first_name(var));
                let by = match step {
                    1 => self.sizes.shown(*tile),
                    _ => format!("{} * {step}", self.sizes.shown(*tile)),
                };
                let range =
                    written(&Expr::Range(Box::new(own.start.clone()), Box::new(own.end.clone())));
                self.writer
                    .line(&format!("for {first} in ({range}).step_by({by}) {{"), &[own.head]);
                self.indented(|writer| writer.region_steps(node, region))?;
                self.writer.line("}", &[own.head]);
                Ok(())
            }
            _ => self.region_steps(node, region),
        }
    }

    fn region_steps(&mut self, node: &'p Node, region: &'p Region) -> Result<(), Refused> {
        let origins = [node.span];
        self.write_transfers(region, true);
        if region.tiles.iter().any(|own| own.fetch.is_some()) {
            self.barrier(&origins);
        }
        self.work(node, region)?;
        if region.tiles.iter().any(|own| own.store.is_some()) {
            self.barrier(&origins);
            self.write_transfers(region, false);
        }
        if region.waits_behind {
            self.barrier(&origins);
        }
        Ok(())
    }

    fn barrier(&mut self, origins: &[Span]) {
        self.writer.line("thread::sync_threads();", origins);
    }

    /// What each thread does with its elements, in shared memory.
    fn work(&mut self, node: &'p Node, region: &'p Region) -> Result<(), Refused> {
        if matches!(node.kind, NodeKind::Let(_)) {
            return self.write_let(node);
        }
        self.writer.comment("//", words::work(region), &[node.span]);
        if !self.has_guard {
            self.statement(node, region);
            return Ok(());
        }
        self.writer.line(&format!("if {} {{", self.names.is_inside), &[node.span]);
        self.indented(|writer| {
            writer.statement(node, region);
            Ok(())
        })?;
        self.writer.line("}", &[node.span]);
        Ok(())
    }

    fn statement(&mut self, node: &'p Node, region: &'p Region) {
        let text = self.planner.text;
        match (&region.kind, &node.kind) {
            (RegionKind::Loop { turns, .. }, NodeKind::For(own)) => {
                let piece = turns.is_none().then_some(region);
                let head = self.head_of(own, piece);
                self.writer.line(&format!("{head} {{"), &[own.head]);
                let column = self.column(region).1;
                let edits = &self.edits;
                self.writer.inside(|writer| {
                    if let Some(column) = column {
                        writer.line(&column, &[own.head]);
                    }
                    edits.write_inside(writer, text, own.body.inside);
                });
                self.writer.line("}", &[own.head]);
            }
            _ => self.edits.write(&mut self.writer, text, node.span),
        }
    }

    /// The head of a loop, or of a piece of it.
    pub(super) fn head_of(&self, own: &Loop, piece: Option<&Region>) -> String {
        let var = display(&own.var);
        let (start, end) = match piece.map(|own| &own.kind) {
            Some(RegionKind::Loop { step, tile, .. }) => {
                let first = Expr::name(&first_name(&own.var));
                let ty = self.planner.variables.all.get(&own.var).and_then(|own| own.ty);
                let size = match step {
                    1 => self.sizes.shown(*tile),
                    _ => format!("{} * {step}", self.sizes.shown(*tile)),
                };
                let size = match ty {
                    None | Some(Element::Usize) => size,
                    Some(_) if size.contains(' ') => {
                        written(&typed(Expr::Raw(format!("({size})")), ty))
                    }
                    Some(_) => written(&typed(Expr::name(&size), ty)),
                };
                let first = written(&first);
                let end = match self.is_even(self.node_of(own), *tile * step) {
                    true => format!("{first} + {size}"),
                    false => format!("({first} + {size}).min({})", written(&own.end)),
                };
                (first, end)
            }
            _ => {
                let range = Expr::Range(Box::new(own.start.clone()), Box::new(own.end.clone()));
                let range = written(&range);
                let (start, end) = range.split_once("..").unwrap_or((&range, ""));
                (start.to_owned(), end.to_owned())
            }
        };
        let step = own.step.as_ref().map(written).filter(|step| step != "1");
        let reversed = if own.is_reversed { ".rev()" } else { "" };
        match step {
            None if own.is_reversed => format!("for {var} in ({start}..{end}){reversed}"),
            None => format!("for {var} in {start}..{end}"),
            Some(step) => format!("for {var} in ({start}..{end}){reversed}.step_by({step})"),
        }
    }

    fn node_of(&self, own: &Loop) -> usize {
        let mut found = 0;
        self.planner.kernel.visit(&mut |node| {
            if let NodeKind::For(other) = &node.kind
                && other.var == own.var
            {
                found = node.id;
            }
        });
        found
    }

    fn write_transfers(&mut self, region: &'p Region, is_fetch: bool) {
        let made = self.transfers.remove(&(region.node, is_fetch)).unwrap_or_default();
        let threads = self.planner.block.threads();
        for own in made {
            let (comment, spans) = (words::transfer(&own.tiles, is_fetch), own.spans());
            self.writer.comment("//", &comment, &spans);
            own.write(&mut self.writer, threads, &self.names.transfers, self.sizes);
        }
    }
}
