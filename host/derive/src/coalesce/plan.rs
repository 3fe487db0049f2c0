//! Tiling plan: which accesses go through which tiles, and why others do not.
//!
//! An access lies apart if neighbouring threads along x ask for places that are more
//! than one element apart. There are two ways to bring its threads side by side:
//!
//! - A loop walks along the array. It is cut into pieces of [`TILE`] turns, each of
//!   which fetches and stores a tile with a row for each thread.
//! - The threads along y lie side by side in the array. The statement around the access
//!   keeps its turns; a tile with a row for each thread along x turns x and y around.

use super::accesses::{Access, ArrayAccesses, FrameKind};
use super::block::BlockSize;
use super::kernel::{NaiveKernel, display};
use super::tile::{ArrayTile, MOST_SHARED_BYTES, Rows, SECTOR_BYTES, pitch};
use super::values::{THREAD, Variables};
use super::{hazards, safety};
use crate::poly::Poly;
use crate::{Refused, refuse};
use std::collections::{BTreeMap, BTreeSet};
use warpbench_codes::D0009;

/// Columns of a tile.
pub const TILE: i64 = 32;

/// The narrowest tile that is still worth its barriers.
const NARROWEST: i64 = 8;

/// A statement whose accesses go through tiles.
#[derive(Clone, Debug)]
pub struct Region {
    pub node: usize,
    pub kind: RegionKind,
    pub tiles: Vec<ArrayTile>,
    /// Threads must wait before it, because an array that it fetches was written.
    pub waits_before: bool,
    /// They must wait behind it, because a tile or an array is used again.
    pub waits_behind: bool,
}

#[derive(Clone, Debug)]
pub enum RegionKind {
    /// A loop that is cut into pieces of so many turns; into one piece where it has
    /// no more turns.
    Loop { var: String, step: i64, turns: Option<i64>, tile: i64 },
    /// A statement with the loop that it is, if the columns are its turns too.
    Block { joined: Option<(String, i64)> },
}

#[derive(Clone, Debug, Default)]
pub struct Plan {
    pub regions: Vec<Region>,
    /// What lies apart and stays so, with the reason.
    pub left: Vec<Refused>,
    /// Shared memory of a block.
    pub shared_bytes: i64,
}

/// What is looked at while planning.
pub struct Planner<'k> {
    pub text: &'k str,
    pub helpers: &'k [(String, BTreeSet<String>)],
    pub kernel: &'k NaiveKernel,
    pub variables: &'k Variables,
    pub accesses: &'k ArrayAccesses,
    pub block: BlockSize,
}

/// Where an access could go.
#[derive(Clone, Debug)]
struct Candidate<'a> {
    access: &'a Access,
    poly: Poly,
    region: usize,
    kind: RegionKind,
    rows_of: Rows,
    cols: i64,
}

impl<'k> Planner<'k> {
    /// Plans the tiles, or says why there are none. `tile` is how many columns one has.
    pub fn plan(&self, tile: i64) -> Result<Plan, Refused> {
        let mut plan = Plan::default();
        // Loops first: what stands around them is no part of a statement to be tiled.
        let mut guard_ifs = Vec::new();
        for access in &self.accesses.all {
            if let Ok(Some(own)) = self.candidate(access, tile, &[])
                && matches!(own.kind, RegionKind::Loop { .. })
            {
                guard_ifs.extend(self.ifs_around(own.region));
            }
        }
        let mut candidates = Vec::new();
        for access in &self.accesses.all {
            match self.candidate(access, tile, &guard_ifs) {
                Ok(own) => candidates.extend(own),
                Err(refused) => plan.left.push(refused),
            }
        }
        self.group(&candidates, &mut plan);
        if plan.regions.is_empty() {
            return Err(plan.left.into_iter().next().unwrap_or_else(|| self.nothing_apart()));
        }
        hazards::check_kernel(self, &plan)?;
        plan.shared_bytes =
            plan.regions.iter().flat_map(|own| &own.tiles).map(ArrayTile::bytes).sum();
        Ok(plan)
    }

    fn nothing_apart(&self) -> Refused {
        let name = &self.kernel.name;
        refuse(D0009, format!("no access of `{name}` lies apart"), self.kernel.name_span)
            .label("neighbouring threads ask for neighbouring places, or for the same")
            .help(
                "there is nothing to derive; look at the simulator's advice for what else is slow",
            )
    }

    /// What shared memory a block may take.
    pub fn most_bytes(&self) -> i64 {
        MOST_SHARED_BYTES / self.kernel.threads.map_or(1, |own| i64::from(own.blocks))
    }

    /// The tiles' widths that are tried, the widest first.
    pub fn widths() -> impl Iterator<Item = i64> {
        std::iter::successors(Some(TILE), |width| Some(width / 2))
            .take_while(|own| *own >= NARROWEST)
    }

    fn candidate<'a>(
        &self,
        access: &'a Access,
        tile: i64,
        guard_ifs: &[usize],
    ) -> Result<Option<Candidate<'a>>, Refused> {
        let Some(poly) = access.poly.clone() else {
            return match self.variables.varies(&access.index) {
                true => Err(self.not_affine(access)),
                false => Ok(None),
            };
        };
        if !THREAD.iter().all(|name| poly.is_affine_in(name)) {
            return Err(self.not_affine(access));
        }
        let along_x = poly.coefficient(THREAD[0]);
        let stride = along_x.as_number().map(i64::abs);
        if matches!(stride, Some(0 | 1)) || self.block.size[0] == 1 {
            return Ok(None);
        }
        let along_y = poly.coefficient(THREAD[1]);
        if self.block.size[1] > 1 && along_y == Poly::number(1) {
            return self.block_candidate(access, poly, guard_ifs).map(Some);
        }
        self.loop_candidate(access, poly, tile).map(Some)
    }

    fn not_affine(&self, access: &Access) -> Refused {
        let array = &access.array;
        refuse(D0009, format!("where this access to `{array}` goes cannot be told"), access.span)
            .label(
                "the index is no sum of multiples of the thread's number and of loops' variables",
            )
            .help("write the index with `+`, `-` and `*` alone, of variables that do not change")
    }

    fn loop_candidate<'a>(
        &self,
        access: &'a Access,
        poly: Poly,
        tile: i64,
    ) -> Result<Candidate<'a>, Refused> {
        let along = access.frames.iter().rev().find_map(|frame| match &frame.kind {
            FrameKind::Counted(var) if poly.mentions(var) => Some((frame.node, var)),
            _ => None,
        });
        let array = &access.array;
        let Some((region, var)) = along else {
            return Err(refuse(D0009, format!("nothing walks along `{array}` here"), access.span)
                .label(format!("neighbouring threads are {} elements apart", self.stride(&poly)))
                .help("a loop over neighbouring elements, or threads along y that lie side by side, can be tiled"));
        };
        let own = self.the_loop(region);
        let step = own.step.as_ref().map_or(Some(1), |step| self.variables.number(step));
        let factor = poly.is_affine_in(var).then(|| poly.coefficient(var).as_number()).flatten();
        let element = self.element(access)?;
        let gap = step.zip(factor).map(|(step, factor)| (step * factor).abs());
        let var_name = display(var);
        match gap {
            Some(gap) if gap * (element as i64) < SECTOR_BYTES => {}
            _ => {
                return Err(refuse(
                    D0009,
                    format!("the loop over `{var_name}` does not walk along `{array}`"),
                    access.span,
                )
                .other(own.head, "this loop")
                .label(
                    "from one turn to the next it goes further than global memory fetches at once",
                )
                .help("let the innermost loop take neighbouring elements"));
            }
        }
        let step = step.unwrap_or(1);
        if step < 1 {
            return Err(refuse(D0009, "the loop's step is no number above zero", own.head)
                .help("write `.step_by(2)` or the like"));
        }
        let bounds = (self.variables.number(&own.start), self.variables.number(&own.end));
        let turns = match bounds {
            (Some(start), Some(end)) => Some(((end - start).max(0) + step - 1) / step),
            _ => None,
        };
        let cols = turns.map_or(tile, |turns| turns.clamp(1, tile));
        let turns_whole = turns.filter(|turns| *turns <= cols);
        safety::check_loop(self, own, access)?;
        safety::check_around(self, access, region)?;
        let rows_of = match self.block.size[1] > 1 && poly.mentions(THREAD[1]) {
            true => Rows::All,
            false => Rows::AlongX,
        };
        let kind = RegionKind::Loop { var: var.clone(), step, turns: turns_whole, tile: cols };
        Ok(Candidate { access, poly, region, kind, rows_of, cols })
    }

    fn block_candidate<'a>(
        &self,
        access: &'a Access,
        poly: Poly,
        guard_ifs: &[usize],
    ) -> Result<Candidate<'a>, Refused> {
        let [_, height] = self.block.size;
        let (mut region, mut joined, mut cols) = (access.node, None, height);
        for frame in access.frames.iter().rev() {
            match &frame.kind {
                FrameKind::Branch(..) if guard_ifs.contains(&frame.node) => break,
                FrameKind::Branch(..) => region = frame.node,
                FrameKind::Counted(var) => {
                    let turns =
                        self.joined_turns(frame.node, var, &poly).filter(|_| joined.is_none());
                    let Some((start, turns)) = turns else { break };
                    region = frame.node;
                    joined = Some((var.clone(), start));
                    cols = height * turns;
                }
                FrameKind::Block | FrameKind::Unknown => break,
            }
        }
        safety::check_around(self, access, region)?;
        let kind = RegionKind::Block { joined };
        Ok(Candidate { access, poly, region, kind, rows_of: Rows::AlongX, cols })
    }

    /// The start and the turns of a loop that takes the threads along y further along
    /// the array, each time by their number.
    fn joined_turns(&self, node: usize, var: &str, poly: &Poly) -> Option<(i64, i64)> {
        let own = self.the_loop(node);
        let number = |expr| self.variables.number(expr);
        let (start, end) = (number(&own.start)?, number(&own.end)?);
        let step = own.step.as_ref().map_or(Some(1), number)?;
        let is_next = poly.is_affine_in(var) && poly.coefficient(var) == Poly::number(1);
        let is_whole = step == self.block.size[1] && !own.is_reversed && end > start;
        (is_next && is_whole).then_some((start, (end - start + step - 1) / step))
    }

    /// Bytes of an element, where it is a number.
    fn element(&self, access: &Access) -> Result<u64, Refused> {
        let element = self.kernel.array(&access.array).and_then(|(element, _)| element);
        element.map(|own| own.bytes()).ok_or_else(|| self.no_number(access))
    }

    fn no_number(&self, access: &Access) -> Refused {
        let array = &access.array;
        refuse(D0009, format!("`{array}` does not hold numbers"), access.span)
            .help("tiles are made of `f32`, `f64`, `bool` and whole numbers of 8 to 64 bits")
    }

    /// Puts accesses to the same places of the same region into one tile.
    fn group(&self, candidates: &[Candidate<'_>], plan: &mut Plan) {
        let mut groups: BTreeMap<(usize, String, String), Vec<&Candidate<'_>>> = BTreeMap::new();
        for own in candidates {
            let key = (own.region, own.access.array.clone(), own.poly.to_string());
            groups.entry(key).or_default().push(own);
        }
        for group in groups.values() {
            let first = group[0];
            // What is inside of a region runs without barriers.
            let is_nested = plan.regions.iter().any(|region| {
                region.node != first.region
                    && (self.the_node(region.node).has(first.region)
                        || self.the_node(first.region).has(region.node))
            });
            if is_nested {
                plan.left.push(
                    refuse(
                        D0009,
                        "this access stands in a statement that is tiled already",
                        first.access.span,
                    )
                    .help("let the two accesses stand in loops of their own"),
                );
                continue;
            }
            match self.tile(group) {
                Ok(tile) => self.add_tile(plan, first, tile),
                Err(refused) => plan.left.push(refused),
            }
        }
        for region in &mut plan.regions {
            if let RegionKind::Loop { var, step, tile, .. } = &region.kind {
                let pieces = safety::pieces(self, region.node, var, *step, *tile);
                region.tiles.extend(pieces);
            }
            hazards::find_waits(self, region);
        }
        plan.regions.sort_by_key(|own| own.node);
    }

    fn add_tile(&self, plan: &mut Plan, first: &Candidate<'_>, tile: ArrayTile) {
        match plan.regions.iter_mut().find(|own| own.node == first.region) {
            Some(region) => region.tiles.push(tile),
            None => plan.regions.push(Region {
                node: first.region,
                kind: first.kind.clone(),
                tiles: vec![tile],
                waits_before: false,
                waits_behind: false,
            }),
        }
    }

    fn tile(&self, group: &[&Candidate<'_>]) -> Result<ArrayTile, Refused> {
        let first = group[0];
        let accesses: Vec<&Access> = group.iter().map(|own| own.access).collect();
        let (fetch, store) =
            safety::check_tile(self, &accesses, first.region, first.rows_of, &first.kind)?;
        let (element, is_slice) = match self.kernel.array(&first.access.array) {
            Some((Some(element), is_slice)) => (element, is_slice),
            _ => return Err(self.no_number(first.access)),
        };
        let rows = match first.rows_of {
            Rows::AlongX => self.block.size[0],
            Rows::All => self.block.threads(),
            Rows::One => 1,
        };
        Ok(ArrayTile {
            name: String::new(),
            array: first.access.array.clone(),
            element,
            is_slice,
            index: first.access.index.clone(),
            rows_of: first.rows_of,
            rows,
            cols: first.cols,
            pitch: pitch(rows, first.cols, element),
            fetch,
            store,
            spans: accesses.iter().map(|own| own.span).collect(),
        })
    }
}
