//! Copies that a block makes into its own memory, and back.

use crate::context::Context;
use crate::device::DeviceVariable;
use crate::emit::Emitter;
use crate::merge::{MergedSection, Tile, merge};
use crate::transfer::{Direction, Transfer};
use crate::tree::{Checked, Expr, Shared, Stmt, StmtKind};
use crate::{Refused, refuse};
use warpbench_codes::{D0003, D0007};
use warpbench_front::diagnostic::Span;

impl<'e> Emitter<'e, '_> {
    /// A directive of shared memory.
    pub(crate) fn shared(
        &mut self,
        shared: &Shared,
        context: &Context<'e>,
    ) -> Result<Vec<Stmt>, Refused> {
        let span = shared.span();
        let origins = [span];
        match shared {
            Shared::Alloc { variable, copy, .. } => {
                let own = self.in_memory(&variable.array, variable.span)?.clone();
                if self.tiles.iter().any(|tile| tile.array == variable.array) {
                    let message = format!("`{}` is in shared memory already", variable.array);
                    return Err(
                        refuse(D0003, message, span).help("remove it first: `shared remove`")
                    );
                }
                let part = merge(variable, &own, context)?;
                let fill = match copy {
                    None => None,
                    Some((section, checked)) => Some((merge(section, &own, context)?, *checked)),
                };
                let name = self.names.fresh(&format!("{}_tile", variable.array));
                let element = own.element;
                let tile = Tile { array: variable.array.clone(), name, element, part, fill, span };
                let mut written = Vec::new();
                if let Some((moved, checked)) = &tile.fill {
                    let comment =
                        format!("{}: the block fetches {}{moved}.", self.words(span), tile.array);
                    written.push(Stmt::new(StmtKind::Comment(comment), &origins));
                    let move_in =
                        self.transfer(&tile, moved, *checked, Direction::In, context, &origins)?;
                    written.extend(move_in);
                }
                self.all_tiles.push(tile.clone());
                self.tiles.push(tile);
                Ok(written)
            }
            Shared::CopyOut { variable, checked, .. } => {
                let own = self.in_memory(&variable.array, variable.span)?.clone();
                let tile = self.tile(&variable.array, variable.span)?;
                let moved = merge(variable, &own, context)?;
                let comment =
                    format!("{}: the block stores {}{moved}.", self.words(span), tile.array);
                let mut written = vec![Stmt::new(StmtKind::Comment(comment), &origins)];
                let out = Direction::Out;
                written.extend(self.transfer(&tile, &moved, *checked, out, context, &origins)?);
                Ok(written)
            }
            Shared::Remove { variables, .. } => {
                for (name, place) in variables {
                    self.tile(name, *place)?;
                    self.tiles.retain(|tile| tile.array != *name);
                }
                Ok(Vec::new())
            }
        }
    }

    fn transfer(
        &mut self,
        tile: &Tile,
        moved: &MergedSection,
        checked: Checked,
        direction: Direction,
        context: &Context<'e>,
        origins: &[Span],
    ) -> Result<Vec<Stmt>, Refused> {
        let thread = self.prelude.linear(&self.unit.grid, &mut self.names);
        let variable = self.in_memory(&tile.array, tile.span)?;
        let transfer = Transfer {
            tile: &tile.name,
            array: &tile.array,
            held: &tile.part,
            moved,
            variable,
            checked,
            direction,
            threads: self.unit.grid.block_threads(),
            thread: Expr::name(&thread),
            facts: &context.facts,
            constants: self.unit.constants(),
            names: &self.local,
            origins,
        };
        transfer.write()
    }

    fn in_memory(&self, name: &str, place: Span) -> Result<&'e DeviceVariable, Refused> {
        self.unit.variables.get(name).ok_or_else(|| {
            refuse(D0007, format!("`{name}` is not on the GPU"), place)
                .help(format!("write `hicuda! {{ global alloc {name}… }}` before the kernel"))
        })
    }

    fn tile(&self, name: &str, place: Span) -> Result<Tile, Refused> {
        let own = self.tiles.iter().rev().find(|tile| tile.array == name);
        own.cloned().ok_or_else(|| {
            refuse(D0007, format!("`{name}` is not in shared memory here"), place).help(format!(
                "write `hicuda! {{ shared alloc {name}… }}` before it, in this block"
            ))
        })
    }
}
