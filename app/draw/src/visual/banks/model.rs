//! Model of a block's shared memory: cells, who wants them, and conflicts.

use std::collections::BTreeSet;
use warpbench_common::format::count;
use warpbench_machine::observe::banks::{self, AtomicShape, BankAccess, BankCost, Banks, Pass};
use warpbench_machine::observe::{WarpAccess, trace};
use warpbench_machine::sim::code::{Scalar, SharedVariable};
use warpbench_machine::sim::{AccessKind, Space};

/// The shared memory of a block and the accesses of one step to it.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) banks: usize,
    /// Bytes of a cell: what a bank gives at a time.
    pub(super) cell_bytes: u64,
    /// Cells, the last row's missing ones not counted.
    pub(super) cells: usize,
    words: Vec<Option<u32>>,
    /// The warp that wrote each word last.
    writers: Vec<Option<u32>>,
    pub(super) variables: Vec<Variable>,
    pub(super) requests: Vec<Request>,
    /// What lanes want, by cell; the accesses of a step one behind the other.
    pub(super) touches: Vec<Touch>,
}

/// A variable in shared memory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Variable {
    pub(super) name: String,
    pub(super) start: u64,
    /// The byte behind its last.
    pub(super) end: u64,
    /// What its words are, if that is known.
    pub(super) scalar: Option<Scalar>,
}

/// What an access does to its cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Load,
    Store,
    Atomic,
}

impl Kind {
    /// What the sign of it means.
    pub(super) fn sign(self) -> &'static str {
        match self {
            Kind::Load => "read",
            Kind::Store => "written",
            Kind::Atomic => "updated",
        }
    }

    /// What a warp does, as a sentence.
    pub(super) fn sentence(self, warp: u32) -> String {
        let verb = match self {
            Kind::Load => "reads",
            Kind::Store => "writes",
            Kind::Atomic => "updates",
        };
        format!("Warp {warp} {verb} shared memory.")
    }
}

/// A cell that lanes want.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Touch {
    pub(super) cell: usize,
    pub(super) lanes: u64,
    pub(super) kind: Kind,
    /// Whether its bank needs more than a turn in the pass that wants it.
    pub(super) is_conflict: bool,
}

/// One access of a warp, as a whole.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Request {
    pub(super) lanes: u32,
    /// Lanes with an index past the end of an array.
    pub(super) outside: u32,
    /// What it costs, as the counters count it.
    pub(super) cost: BankCost,
    /// Whether lanes share a word.
    pub(super) is_broadcast: bool,
    /// For each bank, the most turns that it is at work in a pass.
    pub(super) turns: Vec<u64>,
}

impl Request {
    /// Turns that it would not take if nobody were in anybody's way.
    pub(super) fn lost_turns(&self) -> u64 {
        self.cost.turns.saturating_sub(self.cost.least_turns)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Content {
    /// It lies behind the end of the memory.
    Empty,
    /// Nobody has written it yet.
    Unwritten,
    Unknown,
    Known(u32),
}

impl Model {
    /// The shared memory of a block and who wrote it, with its variables and what
    /// they are made of, and what the accesses of a step want of it on a device with
    /// these banks, which makes an atomic of that shape of the step; accesses to other
    /// memory are left out.
    pub fn new(
        (shared, writers): (&trace::Memory, &trace::Writers),
        (variables, scalars): (&[SharedVariable], &[Option<Scalar>]),
        (accesses, atomic): (&[trace::TracedAccess], AtomicShape),
        banks: Banks,
        shape: trace::Shape,
    ) -> Model {
        let lanes = shape.warp_width;
        let scalars = scalars.iter().copied().chain(std::iter::repeat(None));
        let cell_bytes = banks.width_bytes.max(4);
        let variables: Vec<Variable> = variables
            .iter()
            .zip(scalars)
            .map(|(variable, scalar)| Variable {
                scalar,
                name: variable.name.clone(),
                start: variable.offset.into(),
                end: u64::from(variable.offset) + u64::from(variable.bytes),
            })
            .collect();
        let bytes = 4 * shared.len() as u64;
        let mut model = Model {
            banks: banks.count.clamp(1, 64) as usize,
            cell_bytes,
            cells: bytes.div_ceil(cell_bytes) as usize,
            words: (0..shared.len()).map(|index| shared.word(index)).collect(),
            writers: (0..shared.len()).map(|index| writers.of(index)).collect(),
            variables,
            requests: Vec::new(),
            touches: Vec::new(),
        };
        for access in accesses.iter().filter(|access| access.space == Space::Shared) {
            let at_banks = BankAccess::of(access.kind, atomic);
            model.add(access, at_banks, banks, lanes.clamp(1, 64) as usize);
        }
        model
    }

    /// What the first word of a cell holds.
    pub(super) fn content(&self, cell: usize) -> Content {
        let index = self.word_of(cell);
        match self.words.get(index) {
            Some(_) if self.writers[index].is_none() => Content::Unwritten,
            Some(Some(word)) => Content::Known(*word),
            Some(None) => Content::Unknown,
            None => Content::Empty,
        }
    }

    /// The warp that wrote a cell's first word last.
    pub(super) fn writer(&self, cell: usize) -> Option<u32> {
        self.writers.get(self.word_of(cell)).copied().flatten()
    }

    /// What the accesses do, each kind once.
    pub(super) fn touched_kinds(&self) -> Vec<Kind> {
        let is_there = |kind: &Kind| self.touches.iter().any(|touch| touch.kind == *kind);
        [Kind::Load, Kind::Store, Kind::Atomic].into_iter().filter(is_there).collect()
    }

    /// The warps that wrote something that is still there, and whether there are words
    /// that nobody has written.
    pub(super) fn seen_writers(&self) -> (Vec<u32>, bool) {
        let writers: BTreeSet<u32> = self.writers.iter().flatten().copied().collect();
        (writers.into_iter().collect(), self.writers.iter().any(Option::is_none))
    }

    fn word_of(&self, cell: usize) -> usize {
        cell * (self.cell_bytes / 4) as usize
    }

    /// What a cell's words are, if that is known.
    pub(super) fn scalar(&self, cell: usize) -> Option<Scalar> {
        self.variables.get(self.variable(cell)?)?.scalar
    }

    /// The variable that a cell belongs to.
    pub(super) fn variable(&self, cell: usize) -> Option<usize> {
        let byte = cell as u64 * self.cell_bytes;
        self.variables.iter().position(|variable| (variable.start..variable.end).contains(&byte))
    }

    /// What lanes want of a cell.
    pub(super) fn touches_of(&self, cell: usize) -> &[Touch] {
        let first = self.touches.partition_point(|touch| touch.cell < cell);
        let behind = self.touches.partition_point(|touch| touch.cell <= cell);
        &self.touches[first..behind]
    }

    fn add(
        &mut self,
        access: &trace::TracedAccess,
        at_banks: BankAccess,
        banks: Banks,
        lanes: usize,
    ) {
        let addresses: Vec<Option<u64>> = (0..lanes)
            .map(|lane| (access.mask >> lane & 1 == 1).then_some(access.offsets[lane].into()))
            .collect();
        let bytes_per_lane = u64::from(access.bytes.max(1));
        let kind = match access.kind {
            AccessKind::Load => Kind::Load,
            AccessKind::Store => Kind::Store,
            _ => Kind::Atomic,
        };
        let of_warp = WarpAccess { addresses: &addresses, bytes_per_lane };
        let mut request = Request {
            lanes: access.mask.count_ones(),
            outside: (access.outside & access.mask).count_ones(),
            cost: banks::cost(banks, at_banks, &of_warp),
            is_broadcast: false,
            turns: vec![0; self.banks],
        };
        banks::for_each_pass(banks, at_banks, &of_warp, |pass| {
            let group = &addresses[pass.first_lane..pass.first_lane + pass.lanes];
            self.pass(group, pass, kind, &mut request);
        });
        self.requests.push(request);
        // Both halves of a warp may want a cell, each in a pass of its own.
        self.touches.sort_by_key(|touch| touch.cell);
        self.touches.dedup_by(|next, kept| {
            let is_same = next.cell == kept.cell && next.kind == kept.kind;
            if is_same {
                kept.lanes |= next.lanes;
                kept.is_conflict |= next.is_conflict;
            }
            is_same
        });
    }

    /// Adds what the lanes of a pass want.
    fn pass(&mut self, group: &[Option<u64>], pass: &Pass, kind: Kind, request: &mut Request) {
        let cells_per_lane = pass.bytes.div_ceil(self.cell_bytes).max(1);
        let mut wanted: Vec<(u64, u64)> = group
            .iter()
            .enumerate()
            .filter_map(|(place, address)| Some((place, (*address)?)))
            .flat_map(|(place, address)| {
                let cell = (address + pass.offset) / self.cell_bytes;
                let lane = 1 << (pass.first_lane + place);
                (cell..cell + cells_per_lane).map(move |cell| (cell, lane))
            })
            .collect();
        let all = wanted.len();
        wanted.sort_unstable();
        wanted.dedup_by(|next, kept| {
            let is_same = next.0 == kept.0;
            if is_same {
                kept.1 |= next.1;
            }
            is_same
        });
        request.is_broadcast |= wanted.len() < all;
        let turns = |bank: usize| pass.turns_by_bank.get(bank).copied().unwrap_or(0);
        self.touches.extend(wanted.iter().map(|&(cell, lanes)| Touch {
            cell: cell as usize,
            lanes,
            kind,
            is_conflict: turns(cell as usize % self.banks) > 1,
        }));
        for (bank, most) in request.turns.iter_mut().enumerate() {
            *most = u64::from(turns(bank)).max(*most);
        }
    }

    /// The cost of an access in words.
    pub(super) fn summary(&self, request: &Request) -> String {
        let cost = &request.cost;
        let lanes = plural(request.lanes.into(), "lane");
        let mut turns = plural(cost.turns, "turn");
        // Turns that are there in any case are no conflict.
        if request.lost_turns() > 0 && cost.least_turns > 1 {
            turns = format!("{turns} where {} would do", cost.least_turns);
        }
        let mut words = format!("{lanes} → {turns}");
        if cost.conflicts() > 0 {
            words.push_str(&format!(" · conflict ×{}", cost.degree));
        }
        if cost.same_word_turns > 0 {
            words.push_str(&format!(" · {} at one word", plural(cost.lanes_on_word, "lane")));
        }
        match (request.lost_turns(), cost.lanes_on_word) {
            (0, 2..) => {
                let lanes = plural(cost.lanes_on_word, "lane");
                words.push_str(&format!(" · no conflict · {lanes} at one word counted together"));
            }
            (0, 0) if request.is_broadcast => words.push_str(" · no conflict · broadcast"),
            (0, _) => words.push_str(" · no conflict"),
            _ => words.push_str(&format!(" in {}", crowded(&request.turns))),
        }
        words
    }

    /// The most turns that a bank is at work in a pass of any access.
    pub(super) fn turns(&self, bank: usize) -> u64 {
        self.requests.iter().map(|request| request.turns[bank]).max().unwrap_or(0)
    }
}

/// The banks that are asked most often.
fn crowded(turns: &[u64]) -> String {
    let most = turns.iter().copied().max().unwrap_or(0);
    let crowded: Vec<usize> = (0..turns.len()).filter(|&bank| turns[bank] == most).collect();
    let list = || crowded.iter().map(usize::to_string).collect::<Vec<_>>().join(", ");
    match crowded.len() {
        1 => format!("bank {}", list()),
        all if all == turns.len() => format!("all {all} banks"),
        2..=8 => format!("banks {}", list()),
        many => format!("{many} banks"),
    }
}

pub(super) fn plural(number: u64, noun: &str) -> String {
    format!("{} {noun}{}", count(number), if number == 1 { "" } else { "s" })
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use warpbench_machine::model::find;

    /// Lanes that want four bytes each of 64 rows of 32 words.
    pub(crate) fn load(device: &str, lanes: u32, offset: impl Fn(u32) -> u32) -> Model {
        access(device, (AccessKind::Load, AtomicShape::default(), 4), lanes, offset)
    }

    /// Likewise, for any kind of access and number of bytes.
    fn access(
        device: &str,
        (kind, shape, bytes): (AccessKind, AtomicShape, u32),
        lanes: u32,
        offset: impl Fn(u32) -> u32,
    ) -> Model {
        let mut offsets = [0; 64];
        for (lane, slot) in offsets.iter_mut().enumerate().take(lanes as usize) {
            *slot = offset(lane as u32);
        }
        let access = trace::TracedAccess {
            space: Space::Shared,
            kind,
            mask: u64::MAX >> (64 - lanes),
            offsets,
            bytes,
            outside: 0,
            values: Vec::new(),
        };
        let variables = [
            SharedVariable { name: "tile".to_owned(), offset: 0, bytes: 4 * 33 * 32 },
            SharedVariable { name: "sums".to_owned(), offset: 4 * 33 * 32, bytes: 128 },
        ];
        let banks = Banks::from(&find(device).expect("built in").shared);
        let memory = trace::Memory::new(vec![0; 64 * 32]);
        let written = trace::Writers::default();
        let scalars = [Some(Scalar::F32)];
        let warps = trace::Shape { threads: 256, warp_width: lanes, shared_bytes: 0 };
        let variables = (&variables[..], &scalars[..]);
        Model::new((&memory, &written), variables, (&[access], shape), banks, warps)
    }

    fn check(device: &str, offset: impl Fn(u32) -> u32, summary: &str) {
        check_access(device, (AccessKind::Load, AtomicShape::default(), 4), offset, summary);
    }

    fn check_access(
        device: &str,
        kind: (AccessKind, AtomicShape, u32),
        offset: impl Fn(u32) -> u32,
        summary: &str,
    ) {
        let model = access(device, kind, 32, offset);
        let request = &model.requests[0];
        assert_eq!(model.summary(request), summary, "{device}");
        // The headers say where the turns come from.
        if request.cost.least_turns == 1 {
            assert_eq!(request.turns.iter().max(), Some(&request.cost.turns), "{summary}");
        }
    }

    #[test]
    fn conflicts_in_words() {
        let stride = |words: u32| move |lane: u32| 4 * words * lane;
        check("H200", stride(1), "32 lanes → 1 turn · no conflict");
        check("H200", stride(33), "32 lanes → 1 turn · no conflict");
        check("H200", stride(2), "32 lanes → 2 turns · conflict ×2 in 16 banks");
        check("H200", stride(8), "32 lanes → 8 turns · conflict ×8 in banks 0, 8, 16, 24");
        check("H200", stride(32), "32 lanes → 32 turns · conflict ×32 in bank 0");
        check("H200", |_| 64, "32 lanes → 1 turn · no conflict · broadcast");
        check("H200", |lane| 4 * (lane / 16), "32 lanes → 1 turn · no conflict · broadcast");
        check("8800 GTX", stride(1), "32 lanes → 2 turns · no conflict");
        check(
            "8800 GTX",
            stride(16),
            "32 lanes → 32 turns where 2 would do · conflict ×16 in bank 0",
        );
        check(
            "8800 GTX",
            stride(2),
            "32 lanes → 4 turns where 2 would do · conflict ×2 in banks 0, 2, 4, 6, 8, 10, 12, 14",
        );
        check("8800 GTX", stride(17), "32 lanes → 2 turns · no conflict");
        check("8800 GTX", |lane| 4 * (lane / 16), "32 lanes → 2 turns · no conflict · broadcast");
        // Only one word is given to several lanes at once.
        check(
            "8800 GTX",
            |lane| 4 * (lane / 8 % 2),
            "32 lanes → 4 turns where 2 would do · conflict ×2 in bank 1",
        );
    }

    #[test]
    fn wide_accesses_in_words() {
        let check = |device: &str, bytes: u32, summary: &str| {
            let load = (AccessKind::Load, AtomicShape::default(), bytes);
            check_access(device, load, |lane| bytes * lane, summary);
        };
        check("H200", 8, "32 lanes → 2 turns · no conflict");
        check("H200", 16, "32 lanes → 4 turns · no conflict");
        check("GTX 280", 8, "32 lanes → 8 turns where 4 would do · conflict ×2 in all 16 banks");
        check("C2050", 16, "32 lanes → 8 turns where 4 would do · conflict ×2 in all 32 banks");
    }

    #[test]
    fn atomics_in_words() {
        let check = |shape: AtomicShape, offset: fn(u32) -> u32, summary: &str| {
            check_access("H200", (AccessKind::Atomic, shape, 4), offset, summary);
        };
        let update = AtomicShape::Update;
        check(update, |lane| 4 * lane, "32 lanes → 1 turn · no conflict");
        check(update, |lane| 8 * lane, "32 lanes → 2 turns · conflict ×2 in 16 banks");
        check(update, |_| 64, "32 lanes → 32 turns · 32 lanes at one word in bank 16");
        let both = "32 lanes → 32 turns · conflict ×4 · 8 lanes at one word in bank 0";
        check(update, |lane| 128 * (lane / 8), both);
        let counted = "32 lanes → 1 turn · no conflict · 32 lanes at one word counted together";
        check(AtomicShape::Count, |_| 64, counted);
        check(AtomicShape::Count, |lane| 4 * lane, "32 lanes → 1 turn · no conflict");
        let twice = "32 lanes → 64 turns where 2 would do · 32 lanes at one word in bank 16";
        check(AtomicShape::Compare, |_| 64, twice);
        check_access(
            "H200",
            (AccessKind::AtomicLoad, update, 4),
            |_| 64,
            "32 lanes → 1 turn · no conflict · broadcast",
        );
        check_access(
            "P100",
            (AccessKind::Atomic, AtomicShape::Count, 4),
            |lane| 4 * (lane / 16),
            "32 lanes → 16 turns · 16 lanes at one word in banks 0, 1",
        );
    }

    #[test]
    fn cells_know_who_wants_them() {
        let model = load("H200", 32, |lane| 4 * (lane / 2) * 32);
        assert_eq!(model.touches_of(32)[0].lanes, 0b1100);
        assert!(model.touches_of(32)[0].is_conflict);
        assert!(model.touches_of(33).is_empty());
        let model = load("H200", 32, |lane| 4 * lane);
        assert!(model.touches.iter().all(|touch| !touch.is_conflict));
    }

    #[test]
    fn what_lies_behind_the_memory_is_empty() {
        let model = load("H200", 32, |lane| 4 * lane);
        assert_eq!(model.content(0), Content::Unwritten);
        assert_eq!(model.content(3), Content::Unwritten);
        assert_eq!(model.content(model.cells), Content::Empty);
        assert_eq!((model.variable(0), model.variable(33 * 32)), (Some(0), Some(1)));
        assert_eq!(model.variable(33 * 32 + 32), None);
        assert_eq!((model.scalar(0), model.scalar(33 * 32)), (Some(Scalar::F32), None));
    }

    /// A tile that has been filled is full, and whoever filled it is known.
    #[test]
    fn a_tile_that_was_filled_is_full() {
        use trace::{MarkKind, Playback};
        use warpbench_state::session;
        use warpbench_state::setup::Setup;
        use warpbench_texts::lessons::RungId;
        let mut setup = Setup::new();
        setup.open(RungId::of_variant("matmul_tiled").expect("is a rung"));
        let prepared = session::prepare(&setup, None).expect("can be run");
        let recording = session::record(&prepared, &setup, &|| true).expect("is recorded");
        let mut playback = Playback::new(recording.trace.clone());
        let model = |playback: &Playback| {
            let now = playback.state();
            let variables = (&recording.shared[..], &recording.shared_scalars[..]);
            let banks = Banks::from(&setup.model.shared);
            let accesses = (&[][..], AtomicShape::default());
            let shape = recording.trace.shape();
            Model::new((&now.shared, &now.writers), variables, accesses, banks, shape)
        };
        let start = model(&playback);
        assert!((0..start.cells).all(|cell| start.content(cell) == Content::Unwritten));
        let mut marks = recording.trace.marks().iter();
        let barrier = marks.find(|mark| mark.kind == MarkKind::Barrier).expect("a barrier");
        playback.seek(barrier.position);
        let filled = model(&playback);
        assert!((0..filled.cells).all(|cell| matches!(filled.content(cell), Content::Known(_))));
        assert_eq!(filled.scalar(0), Some(Scalar::F32));
        // Two rows of 16 threads are a warp.
        let writers = [0, 31, 32, 255].map(|cell| filled.writer(cell));
        assert_eq!(writers, [Some(0), Some(0), Some(1), Some(7)]);
    }

    #[test]
    fn what_was_written_stays() {
        let mut model = load("H200", 32, |lane| 4 * lane);
        model.writers[7] = Some(3);
        model.words[7] = Some(42);
        model.writers[8] = Some(1);
        model.words[8] = None;
        let found = [6, 7, 8].map(|cell| (model.content(cell), model.writer(cell)));
        let written = (Content::Known(42), Some(3));
        assert_eq!(found, [(Content::Unwritten, None), written, (Content::Unknown, Some(1))]);
    }
}
