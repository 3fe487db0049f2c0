//! Model of the accesses of a step: words, transactions, and sums.

use warpbench_common::format::count;
use warpbench_machine::model::{Coalescing, DeviceModel};
use warpbench_machine::observe::coalescing::TransferDirection;
use warpbench_machine::observe::transactions::{Transaction, list_transactions};
use warpbench_machine::observe::{self, trace};
use warpbench_machine::sim::{AccessKind, Space};

/// A buffer in global memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BufferStrip<'a> {
    /// What the source calls it.
    pub name: &'a str,
    pub bytes: u64,
    /// The size of one element.
    pub element_bytes: u32,
    /// Whether the kernel may write to it.
    pub is_written: bool,
    /// Rows and columns, if it is a matrix.
    pub matrix: Option<[u64; 2]>,
    /// How many characters of an element a cell should have room for.
    pub characters: usize,
    /// Whether it holds parameters: they lie in a memory of their own, and what they
    /// are stands among the registers.
    pub is_uniform: bool,
}

/// The accesses of one step to global memory, and what they cost.
#[derive(Clone, Debug, PartialEq)]
pub struct Model {
    pub(super) lanes: u32,
    pub(super) buffers: Vec<Buffer>,
    pub(super) requests: Vec<Request>,
    /// The smallest and the largest transaction that the device's rule knows, which the
    /// strip's grid is made of.
    pub(super) grid_bytes: [u64; 2],
    /// Whether the rule may move a transaction several times for one access.
    pub(super) can_pile: bool,
}

#[derive(Clone, Debug, PartialEq)]
pub(super) struct Buffer {
    pub(super) name: String,
    pub(super) bytes: u64,
    pub(super) element_bytes: u64,
    pub(super) is_written: bool,
    /// A buffer that is no matrix has one row.
    pub(super) rows: u64,
    pub(super) columns: u64,
    pub(super) characters: usize,
    pub(super) is_uniform: bool,
}

impl Buffer {
    fn new(strip: &BufferStrip<'_>) -> Buffer {
        let element_bytes = u64::from(strip.element_bytes.max(1));
        let elements = strip.bytes / element_bytes;
        // Buffers are whole vectors of four words; one may have more than its matrix.
        let matrix = strip.matrix.filter(|[rows, columns]| {
            let wanted = rows.saturating_mul(*columns);
            wanted > 0 && (wanted..wanted.saturating_add(4)).contains(&elements)
        });
        let [rows, columns] = matrix.unwrap_or([1, elements]);
        Buffer {
            name: strip.name.to_owned(),
            bytes: strip.bytes,
            element_bytes,
            is_written: strip.is_written,
            rows,
            columns,
            characters: strip.characters,
            is_uniform: strip.is_uniform,
        }
    }
}

/// What an access does, as far as it is drawn differently.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Load,
    Store,
    Atomic,
}

impl Kind {
    fn of(kind: AccessKind) -> Kind {
        match kind {
            AccessKind::Load => Kind::Load,
            AccessKind::Store => Kind::Store,
            _ => Kind::Atomic,
        }
    }

    pub(super) fn verb(self) -> &'static str {
        match self {
            Kind::Load => "load",
            Kind::Store => "store",
            Kind::Atomic => "atomic",
        }
    }
}

/// One access of a warp.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Request {
    pub(super) buffer: usize,
    pub(super) kind: Kind,
    /// The address that each lane wants; nothing where it is masked off.
    pub(super) addresses: Vec<Option<u64>>,
    /// The lanes with an index past the end of an array.
    pub(super) outside: u64,
    pub(super) bytes_per_lane: u64,
    /// Lanes that the rule looks at together.
    pub(super) lanes_per_request: u32,
    /// The transactions by address.
    pub(super) transactions: Vec<PlacedTransaction>,
    /// How many lie above each other at most.
    pub(super) layers: usize,
    pub(super) bytes_used: u64,
    pub(super) bytes_moved: u64,
    /// What the rule calls a transaction.
    pub(super) noun: &'static str,
}

/// A transaction and what of it is wanted.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct PlacedTransaction {
    pub(super) piece: Transaction,
    /// How many transactions lie above it where they overlap.
    pub(super) layer: usize,
    /// What is wanted of it, by address.
    pub(super) words: Vec<Word>,
}

/// Bytes that lanes want, from the first to behind the last.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Word {
    pub(super) start: u64,
    pub(super) end: u64,
    pub(super) lanes: u64,
}

impl Model {
    /// What the accesses of a step do to global memory on a device with this
    /// model; those to other memory are left out. Buffers are in the order of
    /// the code's, and a warp has so many lanes.
    pub fn new(
        buffers: &[BufferStrip<'_>],
        accesses: &[trace::TracedAccess],
        lanes: u32,
        model: &DeviceModel,
    ) -> Model {
        let lanes = lanes.clamp(1, 64);
        let requests = accesses
            .iter()
            .filter_map(|access| match access.space {
                Space::Global(buffer) if (buffer as usize) < buffers.len() => {
                    Some(Request::new(buffer as usize, access, lanes, model))
                }
                _ => None,
            })
            .collect();
        let buffers = buffers.iter().map(Buffer::new).collect();
        let can_pile = matches!(
            model.coalescing,
            Coalescing::HalfWarpInOrder { .. } | Coalescing::Segments { .. }
        );
        Model { lanes, buffers, requests, grid_bytes: grid_bytes(model), can_pile }
    }

    /// Whether the step touches global memory at all.
    pub fn is_empty(&self) -> bool {
        self.requests.is_empty()
    }
}

/// The smallest and the largest transaction of a rule, for words of four bytes.
fn grid_bytes(model: &DeviceModel) -> [u64; 2] {
    let [smallest, largest] = match model.coalescing {
        Coalescing::HalfWarpInOrder { lanes_per_request, serial_bytes } => {
            [serial_bytes, 4 * lanes_per_request]
        }
        Coalescing::Segments { smallest_bytes, largest_bytes, .. } => {
            [smallest_bytes, largest_bytes]
        }
        Coalescing::Lines { line_bytes, uncached_bytes, .. } => [uncached_bytes, line_bytes],
        // Four sectors make a line of the cache, which moves in parts.
        Coalescing::Sectors { sector_bytes } => [sector_bytes, 4 * sector_bytes],
    };
    let smallest = u64::from(smallest.max(1));
    [smallest, u64::from(largest).next_multiple_of(smallest)]
}

/// What the rule calls a transaction, and how many lanes it looks at together.
fn words_of_rule(
    model: &DeviceModel,
    direction: TransferDirection,
    bytes: u64,
) -> (&'static str, u32) {
    match model.coalescing {
        Coalescing::HalfWarpInOrder { lanes_per_request, .. } => ("transaction", lanes_per_request),
        Coalescing::Segments { lanes_per_request, .. } => ("segment", lanes_per_request),
        Coalescing::Lines { l1_caches, .. } => {
            let is_cached = l1_caches && direction == TransferDirection::Load;
            let split = (bytes / 4).clamp(1, 4) as u32;
            (if is_cached { "line" } else { "transaction" }, (model.warp_width / split).max(1))
        }
        Coalescing::Sectors { .. } => ("sector", model.warp_width),
    }
}

impl Request {
    fn new(
        buffer: usize,
        access: &trace::TracedAccess,
        lanes: u32,
        model: &DeviceModel,
    ) -> Request {
        // Lanes past the end count as well: they are announced like the others,
        // and the counters count them.
        let addresses: Vec<Option<u64>> = (0..lanes as usize)
            .map(|lane| (access.mask >> lane & 1 == 1).then_some(access.offsets[lane].into()))
            .collect();
        let kind = Kind::of(access.kind);
        let direction = match access.kind {
            AccessKind::Load | AccessKind::AtomicLoad => TransferDirection::Load,
            _ => TransferDirection::Store,
        };
        let bytes_per_lane = u64::from(access.bytes.max(1));
        let asked = observe::WarpAccess { addresses: &addresses, bytes_per_lane };
        let mut found = list_transactions(model, direction, &asked);
        found.sort_by_key(|piece| (piece.address, piece.bytes, piece.lanes.trailing_zeros()));
        let bytes_moved = found.iter().map(|piece| piece.bytes).sum();
        let outside = access.outside & access.mask;
        // What lies past the end is of no use to anybody.
        let is_inside = |lane: usize| outside >> lane & 1 == 0;
        let inside: Vec<Option<u64>> = addresses
            .iter()
            .enumerate()
            .map(|(lane, address)| address.filter(|_| is_inside(lane)))
            .collect();
        let bytes_used =
            found.iter().map(|piece| used(&words(piece, &inside, bytes_per_lane))).sum();
        let transactions = pile(found, &addresses, bytes_per_lane);
        let (noun, lanes_per_request) = words_of_rule(model, direction, bytes_per_lane);
        Request {
            buffer,
            kind,
            outside,
            bytes_per_lane,
            lanes_per_request,
            layers: transactions.iter().map(|transaction| transaction.layer + 1).max().unwrap_or(0),
            bytes_used,
            bytes_moved,
            noun,
            transactions,
            addresses,
        }
    }

    /// How many lanes take part.
    pub(super) fn active(&self) -> usize {
        self.addresses.iter().flatten().count()
    }

    /// The cost in words: lanes, transactions, and bytes.
    pub(super) fn summary(&self) -> String {
        let lanes = plural(self.active(), "lane");
        let sizes = || self.transactions.iter().map(|transaction| transaction.piece.bytes);
        let size = match (sizes().min(), sizes().max()) {
            (Some(least), Some(most)) if least == most => format!(" of {least} B"),
            (Some(least), Some(most)) => format!(" of {least} to {most} B"),
            _ => String::new(),
        };
        let transactions = plural(self.transactions.len(), self.noun);
        let (used, moved) = (count(self.bytes_used), count(self.bytes_moved));
        let mut text = format!("{lanes} → {transactions}{size} · {used} of {moved} bytes used");
        if self.is_broadcast() {
            text.push_str(" · broadcast");
        }
        text
    }

    /// Whether several lanes want one and the same word, and it moves once.
    fn is_broadcast(&self) -> bool {
        let mut wanted = self.addresses.iter().flatten();
        let first = wanted.next();
        self.active() > 1
            && self.transactions.len() == 1
            && wanted.all(|address| Some(address) == first)
    }

    /// The part of the bytes moved that somebody wants, 0 to 1.
    pub(super) fn share_used(&self) -> f32 {
        self.bytes_used as f32 / self.bytes_moved.max(1) as f32
    }
}

fn plural(number: usize, noun: &str) -> String {
    format!("{} {noun}{}", count(number as u64), if number == 1 { "" } else { "s" })
}

/// Transactions that overlap get layers of their own, so that each can be seen.
fn pile(
    pieces: Vec<Transaction>,
    addresses: &[Option<u64>],
    bytes_per_lane: u64,
) -> Vec<PlacedTransaction> {
    // Where each layer's last transaction ends.
    let mut ends: Vec<u64> = Vec::new();
    pieces
        .into_iter()
        .map(|piece| {
            let end = piece.address.saturating_add(piece.bytes);
            let free = ends.iter().position(|&end| end <= piece.address);
            let layer = free.unwrap_or(ends.len());
            match ends.get_mut(layer) {
                Some(last) => *last = end,
                None => ends.push(end),
            }
            PlacedTransaction { piece, layer, words: words(&piece, addresses, bytes_per_lane) }
        })
        .collect()
}

/// What a transaction's lanes want of it.
fn words(piece: &Transaction, addresses: &[Option<u64>], bytes_per_lane: u64) -> Vec<Word> {
    let end = piece.address.saturating_add(piece.bytes);
    let mut wanted: Vec<Word> = addresses
        .iter()
        .enumerate()
        .filter(|(lane, _)| piece.lanes >> lane & 1 == 1)
        .filter_map(|(lane, address)| {
            let address = (*address)?;
            let last = address.saturating_add(bytes_per_lane);
            let (start, end) = (address.max(piece.address), last.min(end));
            (start < end).then_some(Word { start, end, lanes: 1 << lane })
        })
        .collect();
    wanted.sort_unstable();
    wanted.dedup_by(|next, kept| {
        let is_same = (next.start, next.end) == (kept.start, kept.end);
        if is_same {
            kept.lanes |= next.lanes;
        }
        is_same
    });
    wanted
}

/// How many bytes words take together, those that overlap once.
fn used(words: &[Word]) -> u64 {
    let mut end = 0;
    let mut bytes = 0;
    for word in words {
        bytes += word.end.saturating_sub(word.start.max(end));
        end = end.max(word.end);
    }
    bytes
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use warpbench_machine::model::find;

    /// A load by 32 lanes of four bytes each from a buffer of 64 KiB.
    pub(crate) fn load(device: &str, offset: impl Fn(u32) -> u32) -> Model {
        let mut offsets = [0; 64];
        for (lane, slot) in offsets.iter_mut().enumerate().take(32) {
            *slot = offset(lane as u32);
        }
        let access = trace::TracedAccess {
            space: Space::Global(0),
            kind: AccessKind::Load,
            mask: u32::MAX.into(),
            offsets,
            bytes: 4,
            outside: 0,
            values: Vec::new(),
        };
        let strip = BufferStrip {
            name: "input",
            bytes: 1 << 16,
            element_bytes: 4,
            is_written: false,
            matrix: None,
            characters: 2,
            is_uniform: false,
        };
        Model::new(&[strip], &[access], 32, find(device).expect("built in"))
    }

    fn check(device: &str, offset: impl Fn(u32) -> u32, summary: &str, layers: usize) {
        let model = load(device, offset);
        let request = &model.requests[0];
        assert_eq!(request.summary(), summary, "{device}");
        assert_eq!(request.layers, layers, "{device}: {summary}");
    }

    #[test]
    fn a_matrix_is_as_large_as_its_buffer() {
        let check = |bytes, matrix, expected| {
            let strip = BufferStrip {
                name: "a",
                bytes,
                element_bytes: 4,
                is_written: false,
                matrix,
                characters: 2,
                is_uniform: false,
            };
            let buffer = Buffer::new(&strip);
            assert_eq!([buffer.rows, buffer.columns], expected, "{bytes} {matrix:?}");
        };
        check(4 * 12, None, [1, 12]);
        check(4 * 12, Some([3, 4]), [3, 4]);
        // A buffer of whole vectors.
        check(4 * 16, Some([3, 5]), [3, 5]);
        // Somebody has changed the kernel's size: it is another buffer.
        check(4 * 20, Some([3, 5]), [1, 20]);
        check(4 * 12, Some([3, 5]), [1, 12]);
        check(0, Some([0, 5]), [1, 0]);
    }

    #[test]
    fn strides_say_what_they_cost() {
        let stride = |words: u32| move |lane: u32| 4 * words * lane;
        let check = |device, words, summary, layers| check(device, stride(words), summary, layers);
        check("H200", 1, "32 lanes → 4 sectors of 32 B · 128 of 128 bytes used", 1);
        check("H200", 2, "32 lanes → 8 sectors of 32 B · 128 of 256 bytes used", 1);
        check("H200", 8, "32 lanes → 32 sectors of 32 B · 128 of 1,024 bytes used", 1);
        check("H200", 32, "32 lanes → 32 sectors of 32 B · 128 of 1,024 bytes used", 1);
        check("C2050", 32, "32 lanes → 32 lines of 128 B · 128 of 4,096 bytes used", 1);
        check("8800 GTX", 1, "32 lanes → 2 transactions of 64 B · 128 of 128 bytes used", 1);
        // Four words of stride 2 lie in each transaction, and each moves it again.
        check("8800 GTX", 2, "32 lanes → 32 transactions of 32 B · 128 of 1,024 bytes used", 4);
    }

    #[test]
    fn an_offset_of_one_word_says_what_it_costs() {
        let offset = |lane: u32| 4 * (lane + 1);
        check("H200", offset, "32 lanes → 5 sectors of 32 B · 128 of 160 bytes used", 1);
        check("GTX 280", offset, "32 lanes → 3 segments of 32 to 128 B · 128 of 224 bytes used", 2);
        check(
            "8800 GTX",
            offset,
            "32 lanes → 32 transactions of 32 B · 128 of 1,024 bytes used",
            8,
        );
    }

    #[test]
    fn a_broadcast_uses_one_word() {
        check("H200", |_| 40, "32 lanes → 1 sector of 32 B · 4 of 32 bytes used · broadcast", 1);
        check(
            "8800 GTX",
            |_| 40,
            "32 lanes → 32 transactions of 32 B · 128 of 1,024 bytes used",
            32,
        );
        let model = load("H200", |_| 40);
        assert_eq!(model.requests[0].transactions[0].words.len(), 1);
        assert_eq!(model.requests[0].transactions[0].words[0].lanes, 0xffff_ffff);
    }
}
