//! Solving of regions: which variables are needed where, how long regions last, and which
//! loans are open at each step.

use super::graph::{Graph, NodeId, Region, Step};
use std::collections::BTreeSet;

/// Sets of small numbers, one per row.
#[derive(Clone, Debug)]
pub(super) struct Rows {
    words: Vec<u64>,
    width: usize,
}

impl Rows {
    fn new(rows: usize, bits: usize) -> Rows {
        let width = bits.div_ceil(64).max(1);
        Rows { words: vec![0; rows * width], width }
    }

    pub(super) fn has(&self, row: usize, bit: usize) -> bool {
        self.words[row * self.width + bit / 64] >> (bit % 64) & 1 == 1
    }

    fn insert(&mut self, row: usize, bit: usize) -> bool {
        let word = &mut self.words[row * self.width + bit / 64];
        let before = *word;
        *word |= 1 << (bit % 64);
        *word != before
    }

    fn fill(&mut self, row: usize) {
        self.row_mut(row).fill(u64::MAX);
    }

    fn row(&self, row: usize) -> &[u64] {
        &self.words[row * self.width..][..self.width]
    }

    fn row_mut(&mut self, row: usize) -> &mut [u64] {
        &mut self.words[row * self.width..][..self.width]
    }

    /// Adds a row to another; whether that changed it.
    fn add(&mut self, from: usize, to: usize) -> bool {
        let mut is_changed = false;
        for word in 0..self.width {
            let added = self.words[from * self.width + word];
            let own = &mut self.words[to * self.width + word];
            is_changed |= added & !*own != 0;
            *own |= added;
        }
        is_changed
    }
}

#[derive(Clone, Debug)]
pub(super) struct Solution {
    /// The steps of each region.
    pub(super) regions: Rows,
    /// The loans that are open when a step begins.
    pub(super) open: Rows,
    /// The steps that can be reached.
    pub(super) reached: Vec<bool>,
}

pub(super) fn solve(graph: &Graph) -> Solution {
    let mut regions = Rows::new(graph.regions, graph.nodes.len());
    for region in &graph.universal {
        regions.fill(*region);
    }
    live(graph, &mut regions);
    spread(graph, &mut regions);
    let (open, reached) = open_loans(graph, &regions);
    Solution { regions, open, reached }
}

/// Puts each step at which a variable is still needed into the regions of its type.
fn live(graph: &Graph, regions: &mut Rows) {
    let count = graph.nodes.len();
    let tracked: Vec<usize> =
        (0..graph.vars.len()).filter(|var| !graph.vars[*var].is_empty()).collect();
    let mut index = vec![usize::MAX; graph.vars.len()];
    for (at, var) in tracked.iter().enumerate() {
        index[*var] = at;
    }
    let mut before = predecessors(graph);
    let mut needed = Rows::new(count, tracked.len());
    let mut waiting: Vec<NodeId> = (0..count).collect();
    let mut is_waiting = vec![true; count];
    let mut row = vec![0; needed.width];
    while let Some(node) = waiting.pop() {
        is_waiting[node] = false;
        let step = &graph.nodes[node];
        row.fill(0);
        for next in &step.next {
            for (word, added) in row.iter_mut().zip(needed.row(*next)) {
                *word |= added;
            }
        }
        if let Some(at) = step.defines.map(|var| index[var])
            && at != usize::MAX
        {
            row[at / 64] &= !(1 << (at % 64));
        }
        for at in step.uses.iter().map(|var| index[*var]).filter(|at| *at != usize::MAX) {
            row[at / 64] |= 1 << (at % 64);
        }
        if needed.row(node) != row.as_slice() {
            needed.row_mut(node).copy_from_slice(&row);
            for from in &mut before[node] {
                if !std::mem::replace(&mut is_waiting[*from], true) {
                    waiting.push(*from);
                }
            }
        }
    }
    for node in 0..count {
        for (at, var) in tracked.iter().enumerate() {
            if needed.has(node, at) {
                for region in &graph.vars[*var] {
                    regions.insert(*region, node);
                }
            }
        }
    }
}

/// A value that flows on is needed wherever what it flows into is.
fn spread(graph: &Graph, regions: &mut Rows) {
    let mut sources: Vec<Vec<Region>> = vec![Vec::new(); graph.regions];
    for (from, to) in &graph.flows {
        sources[*to].push(*from);
    }
    let mut waiting: Vec<Region> = (0..graph.regions).collect();
    while let Some(region) = waiting.pop() {
        for from in &sources[region] {
            if regions.add(region, *from) {
                waiting.push(*from);
            }
        }
    }
}

/// Follows loans from where they are made for as long as their regions last.
fn open_loans(graph: &Graph, regions: &Rows) -> (Rows, Vec<bool>) {
    let count = graph.nodes.len();
    let mut open = Rows::new(count, graph.loans.len());
    // The loans that may be open when a step begins.
    let mut lasting = Rows::new(count, graph.loans.len());
    for node in 0..count {
        for (loan, made) in graph.loans.iter().enumerate() {
            if regions.has(made.region, node) {
                lasting.insert(node, loan);
            }
        }
    }
    let mut reached = vec![false; count];
    // Steps were made in the order in which they mostly run.
    let mut waiting = BTreeSet::new();
    if count > 0 {
        reached[0] = true;
        waiting.insert(0);
    }
    while let Some(node) = waiting.pop_first() {
        let step = &graph.nodes[node];
        let mut row = open.row(node).to_vec();
        let ended = match &step.step {
            Step::Dead(var) => Some(*var),
            _ => step.defines,
        };
        // A loan of what a variable held is of no concern to what it holds now.
        if let Some(var) = ended {
            for (loan, _) in graph.loans.iter().enumerate().filter(|(_, l)| l.place.var == var) {
                row[loan / 64] &= !(1 << (loan % 64));
            }
        }
        if let Step::Access(_, Some(loan)) = &step.step {
            row[loan / 64] |= 1 << (loan % 64);
        }
        for next in &step.next {
            let mut is_changed = !std::mem::replace(&mut reached[*next], true);
            let stays = row.iter().zip(lasting.row(*next)).map(|(open, lasts)| open & lasts);
            for (own, added) in open.row_mut(*next).iter_mut().zip(stays) {
                is_changed |= added & !*own != 0;
                *own |= added;
            }
            if is_changed {
                waiting.insert(*next);
            }
        }
    }
    (open, reached)
}

pub(super) fn predecessors(graph: &Graph) -> Vec<Vec<NodeId>> {
    let mut before = vec![Vec::new(); graph.nodes.len()];
    for (node, step) in graph.nodes.iter().enumerate() {
        for next in &step.next {
            before[*next].push(node);
        }
    }
    before
}
