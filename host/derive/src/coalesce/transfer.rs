//! Tiles filled and emptied by all threads of a block, side by side.

use super::kernel::{Scope, written};
use super::plan::Planner;
use super::rebind::{Coordinates, Firsts, Rebinder};
use super::sizes::Sizes;
use super::tile::{ArrayTile, Rows};
use crate::Refused;
use crate::print::Writer;
use crate::tree::{BinaryOp, Expr};
use warpbench_front::diagnostic::Span;

/// The longest line that is written where it can be broken.
const MOST_COLUMNS: usize = 100;

/// Names that transfers use.
#[derive(Clone, Debug)]
pub struct TileNames {
    /// The thread's number in its block.
    pub thread: String,
    /// A row and a column of a tile, and both counted through.
    pub row: String,
    pub col: String,
    pub element: String,
}

/// What the transfers of a region have in common.
pub struct Transfers<'p> {
    pub planner: &'p Planner<'p>,
    pub names: &'p TileNames,
    pub sizes: &'p Sizes,
    pub scope: &'p Scope,
    pub region: Span,
    /// What holds for the threads that come to the region, and that a column is one of
    /// its turns.
    pub guards: &'p [Expr],
    /// The variable of a loop in pieces, with its value by the column.
    pub var: Option<(String, Expr)>,
    pub joined: Option<(String, i64)>,
    /// Whether threads along y take columns.
    pub is_turned: bool,
}

/// A transfer as it is written: a loop with copies in it.
#[derive(Clone, Debug)]
pub struct TileTransfer<'t> {
    pub tiles: Vec<&'t ArrayTile>,
    bindings: Vec<String>,
    condition: Option<Expr>,
    copies: Vec<String>,
}

impl Transfers<'_> {
    /// The transfers of some tiles; those that go alike share a loop.
    pub fn make<'t>(
        &self,
        tiles: &[&'t ArrayTile],
        is_fetch: bool,
        firsts: &mut Firsts,
    ) -> Result<Vec<TileTransfer<'t>>, Refused> {
        let mut made: Vec<TileTransfer<'t>> = Vec::new();
        for tile in tiles {
            let own = self.one(tile, is_fetch, firsts)?;
            let same = made.iter_mut().find(|other| {
                let (a, b) = (other.tiles[0], tile);
                (a.rows_of, a.rows, a.cols) == (b.rows_of, b.rows, b.cols)
                    && other.condition == own.condition
            });
            match same {
                None => made.push(own),
                Some(other) => {
                    other.tiles.extend(own.tiles);
                    other.copies.extend(own.copies);
                    for binding in own.bindings {
                        if !other.bindings.contains(&binding) {
                            other.bindings.push(binding);
                        }
                    }
                }
            }
        }
        Ok(made)
    }

    fn one<'t>(
        &self,
        tile: &'t ArrayTile,
        is_fetch: bool,
        firsts: &mut Firsts,
    ) -> Result<TileTransfer<'t>, Refused> {
        let row = Expr::name(&self.names.row);
        let col = Expr::name(&self.col(tile));
        let width = Expr::number(self.planner.block.size[0]);
        let zero = Expr::number(0);
        let thread = match tile.rows_of {
            Rows::AlongX if self.is_turned => [row, col],
            Rows::AlongX => [row, zero],
            Rows::All => [
                Expr::binary(BinaryOp::Rem, row.clone(), width.clone()),
                Expr::binary(BinaryOp::Div, row, width),
            ],
            Rows::One => [zero.clone(), zero],
        };
        let var = self.var.as_ref().map(|(name, value)| {
            let own = value.map(&mut |part| match part == Expr::name("@col") {
                true => Expr::name(&self.col(tile)),
                false => part,
            });
            (name.clone(), own)
        });
        let at = Coordinates { thread, var, joined: self.joined.clone() };
        let own = if is_fetch { &tile.fetch } else { &tile.store };
        let guards: Vec<&Expr> = self.guards.iter().chain(own.iter().flatten()).collect();
        let rebinder =
            Rebinder { planner: self.planner, scope: self.scope, region: self.region, at: &at };
        let mut placed: Vec<Expr> = guards.into_iter().map(|own| rebinder.placed(own)).collect();
        let index = rebinder.placed(&tile.index);
        let mut all = placed.clone();
        all.push(index.clone());
        let bindings = rebinder.bindings(&all, firsts)?;
        if tile.rows_of == Rows::One && self.planner.block.threads() > tile.cols {
            let inside = Expr::binary(
                BinaryOp::Lt,
                Expr::name(&self.names.thread),
                Expr::name(&self.sizes.shown(tile.cols)),
            );
            placed.insert(0, inside);
        }
        let condition = super::guards::all(&placed);
        let cell = match tile.rows_of {
            Rows::One => self.col(tile),
            _ => format!(
                "{} * {} + {}",
                self.names.row,
                self.sizes.shown(tile.pitch),
                self.col(tile)
            ),
        };
        let inner = format!("*{}.add({cell})", tile.name);
        let outer = match tile.is_slice {
            true => format!("{}[{}]", tile.array, written(&index)),
            false => format!("*{}.add({})", tile.array, written(&index)),
        };
        let copy = match is_fetch {
            true => format!("{inner} = {outer};"),
            false => format!("{outer} = {inner};"),
        };
        Ok(TileTransfer { tiles: vec![tile], bindings, condition, copies: vec![copy] })
    }

    /// What the column of a tile is called: where a thread always has the same, by
    /// the thread.
    fn col(&self, tile: &ArrayTile) -> String {
        let threads = self.planner.block.threads();
        match tile.rows_of {
            Rows::One if threads >= tile.cols => self.names.thread.clone(),
            _ if threads == tile.cols => self.names.thread.clone(),
            _ => self.names.col.clone(),
        }
    }
}

impl TileTransfer<'_> {
    /// The accesses that it is for.
    pub fn spans(&self) -> Vec<Span> {
        self.tiles.iter().flat_map(|tile| tile.spans.clone()).collect()
    }

    pub fn write(&self, writer: &mut Writer, threads: i64, names: &TileNames, sizes: &Sizes) {
        let tile = self.tiles[0];
        let origins = self.spans();
        let TileNames { thread, row, col, element } = names;
        let (cols, rows) = (sizes.shown(tile.cols), sizes.shown(tile.rows));
        let mut first = Vec::new();
        let head = match tile.rows_of {
            Rows::One if threads >= tile.cols => "{".to_owned(),
            Rows::One => format!("for {col} in ({thread}..{cols}).step_by({threads}) {{"),
            _ if threads == tile.cols => format!("for {row} in 0..{rows} {{"),
            _ if threads % tile.cols == 0 => {
                first.push(format!("let {col} = {thread} % {cols};"));
                let at_once = threads / tile.cols;
                match at_once >= tile.rows {
                    true if at_once == tile.rows => {
                        first.insert(0, format!("let {row} = {thread} / {cols};"));
                        "{".to_owned()
                    }
                    _ => format!("for {row} in ({thread} / {cols}..{rows}).step_by({at_once}) {{"),
                }
            }
            _ => {
                first.push(format!("let {row} = {element} / {cols};"));
                first.push(format!("let {col} = {element} % {cols};"));
                let all = sizes.shown(threads);
                format!("for {element} in ({thread}..{rows} * {cols}).step_by({all}) {{")
            }
        };
        writer.line(&head, &origins);
        writer.inside(|writer| {
            for line in first.iter().chain(&self.bindings) {
                writer.line(line, &origins);
            }
            match &self.condition {
                None => self.copies.iter().for_each(|copy| writer.line(copy, &origins)),
                Some(condition) => {
                    conditional(writer, condition, &origins);
                    writer.inside(|writer| {
                        self.copies.iter().for_each(|copy| writer.line(copy, &origins));
                    });
                    writer.line("}", &origins);
                }
            }
        });
        writer.line("}", &origins);
    }
}

/// Writes `if condition {`, over several lines where it is long.
fn conditional(writer: &mut Writer, condition: &Expr, origins: &[Span]) {
    let whole = format!("if {} {{", written(condition));
    if whole.len() + 16 <= MOST_COLUMNS {
        writer.line(&whole, origins);
        return;
    }
    let mut parts = Vec::new();
    split(condition, &mut parts);
    for (at, part) in parts.iter().enumerate() {
        match at {
            0 => writer.line(&format!("if {part}"), origins),
            _ => writer.inside(|writer| writer.line(&format!("&& {part}"), origins)),
        }
    }
    writer.line("{", origins);
}

fn split(condition: &Expr, parts: &mut Vec<String>) {
    match condition.bare() {
        Expr::Binary(BinaryOp::And, left, right) => {
            split(left, parts);
            split(right, parts);
        }
        Expr::Binary(BinaryOp::Or, ..) => parts.push(format!("({})", written(condition))),
        other => parts.push(written(other)),
    }
}
