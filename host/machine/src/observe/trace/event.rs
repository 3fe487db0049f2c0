//! Trace events: what happened in a step, and how it is written.
//!
//! An event begins with a byte for its kind. Where it is about another warp,
//! instruction or set of lanes than the step's, these follow; then what belongs
//! to the kind.

use super::column::{Column, Reader, put_column, put_difference, put_number};
use crate::sim::{AccessKind, Space};

/// What an event is about.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct EventSite {
    pub(super) warp: u32,
    pub(super) op: u32,
    pub(super) mask: u64,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedAccess {
    pub space: Space,
    pub kind: AccessKind,
    /// The lanes that take part.
    pub mask: u64,
    /// For each lane the byte from the start of that memory; zero for lanes that
    /// take no part.
    pub offsets: Column,
    /// Bytes per lane.
    pub bytes: u32,
    /// The lanes with an index past the end of an array, which do nothing.
    pub outside: u64,
    /// What a store writes, word by word, for each lane.
    pub values: Vec<Column>,
}

/// Lanes read what other lanes of their warp hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TracedExchange {
    pub warp: u32,
    /// The lanes that read.
    pub mask: u64,
    /// For each of them the lane that it reads, which need not exist; zero for others.
    pub sources: Column,
    /// Those whose source takes no part, so that what they read is not defined.
    pub missing: u64,
}

impl TracedExchange {
    /// Who reads whom, reader first, where the source takes part.
    pub fn pairs(&self) -> impl Iterator<Item = (u32, u32)> + '_ {
        let readers = super::column::lanes(self.mask & !self.missing);
        readers.map(|lane| (lane, self.sources[lane as usize]))
    }
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    pub warp: u32,
    /// The lanes in which they changed.
    pub mask: u64,
    pub first: u32,
    /// What it and those behind it hold now; zero for other lanes.
    pub columns: Vec<Column>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Event {
    /// The instruction that the step is about.
    Instruction,
    Access(Box<TracedAccess>),
    /// A warp comes to a branch; these of its lanes take it.
    Branch(u64),
    /// A warp comes to a barrier.
    Arrive,
    /// The block's warps go on behind a barrier.
    Barrier,
    Change(Change),
    End,
    /// The lanes of a warp have waited for each other.
    WarpBarrier,
    /// What comes in this step from here on happened in another block than the
    /// step's: one so many further on among those that were written down.
    InBlock(u32),
    Exchange(Box<TracedExchange>),
    /// What an atomic access has left in memory, as a store.
    Updated(Box<TracedAccess>),
}

const INSTRUCTION: u8 = 0;
const ACCESS: u8 = 1;
const BRANCH: u8 = 2;
const ARRIVE: u8 = 3;
const BARRIER: u8 = 4;
const CHANGE: u8 = 5;
const END: u8 = 6;
const WARP_BARRIER: u8 = 7;
/// The event says itself what it is about.
const ELSEWHERE: u8 = 8;
const IN_BLOCK: u8 = 16;
const EXCHANGE: u8 = 17;
const UPDATED: u8 = 18;

const KINDS: [AccessKind; 5] = [
    AccessKind::Load,
    AccessKind::Store,
    AccessKind::Atomic,
    AccessKind::AtomicLoad,
    AccessKind::AtomicStore,
];

/// Writes events behind each other.
pub(super) struct Writer<'a> {
    out: &'a mut Vec<u8>,
    /// What the step is about; nothing where that is not known yet.
    step: Option<EventSite>,
}

impl<'a> Writer<'a> {
    pub(super) fn new(out: &'a mut Vec<u8>, step: Option<EventSite>) -> Writer<'a> {
        Writer { out, step }
    }

    fn start(&mut self, kind: u8, site: EventSite) {
        if self.step == Some(site) {
            self.out.push(kind);
        } else {
            self.out.push(kind | ELSEWHERE);
            put_number(self.out, site.warp.into());
            put_number(self.out, site.op.into());
            put_number(self.out, site.mask);
        }
    }

    pub(super) fn instruction(&mut self) {
        self.out.push(INSTRUCTION);
    }

    pub(super) fn access(&mut self, site: EventSite, access: &crate::sim::MemoryAccess<'_>) {
        self.start(ACCESS, site);
        self.access_parts(site, access);
    }

    /// What an atomic access has left in memory.
    pub(super) fn updated(&mut self, site: EventSite, access: &crate::sim::MemoryAccess<'_>) {
        self.start(UPDATED, site);
        self.access_parts(site, access);
    }

    fn access_parts(&mut self, site: EventSite, access: &crate::sim::MemoryAccess<'_>) {
        let space = match access.space {
            Space::Shared => 0,
            Space::Global(buffer) => 1 + u64::from(buffer),
        };
        put_number(self.out, space);
        let kind = KINDS.iter().position(|&kind| kind == access.kind).unwrap_or(0);
        self.out.push(kind as u8);
        put_number(self.out, access.bytes.into());
        put_number(self.out, access.outside);
        put_column(self.out, site.mask, access.offsets);
        self.columns(site.mask, access.values, access.offsets.len());
    }

    pub(super) fn branch(&mut self, site: EventSite, taken: u64) {
        self.start(BRANCH, site);
        put_number(self.out, taken);
    }

    pub(super) fn arrive(&mut self, site: EventSite) {
        self.start(ARRIVE, site);
    }

    pub(super) fn barrier(&mut self) {
        self.out.push(BARRIER);
    }

    /// Registers have changed; each column has `height` lanes.
    pub(super) fn change(&mut self, site: EventSite, first: u32, columns: &[u32], height: usize) {
        self.start(CHANGE, site);
        put_number(self.out, first.into());
        self.columns(site.mask, columns, height);
    }

    pub(super) fn end(&mut self, warp: u32) {
        self.start(END, EventSite { warp, op: 0, mask: 0 });
    }

    pub(super) fn warp_barrier(&mut self, site: EventSite) {
        self.start(WARP_BARRIER, site);
    }

    pub(super) fn in_block(&mut self, further: u32) {
        self.out.push(IN_BLOCK);
        put_difference(self.out, further);
    }

    pub(super) fn exchange(&mut self, site: EventSite, sources: &[u32], missing: u64) {
        self.start(EXCHANGE, site);
        put_number(self.out, missing);
        put_column(self.out, site.mask, sources);
    }

    fn columns(&mut self, mask: u64, columns: &[u32], height: usize) {
        let columns = columns.chunks(height.max(1));
        put_number(self.out, columns.len() as u64);
        for column in columns {
            put_column(self.out, mask, column);
        }
    }
}

/// The next event, and what it is about.
pub(super) fn read(reader: &mut Reader<'_>, step: EventSite) -> Option<(EventSite, Event)> {
    let kind = reader.byte()?;
    let site = match kind & ELSEWHERE {
        0 => step,
        _ => EventSite { warp: reader.word()?, op: reader.word()?, mask: reader.number()? },
    };
    let event = match kind & !ELSEWHERE {
        INSTRUCTION => Event::Instruction,
        ACCESS => Event::Access(Box::new(read_access(reader, site.mask)?)),
        UPDATED => Event::Updated(Box::new(read_access(reader, site.mask)?)),
        BRANCH => Event::Branch(reader.number()?),
        ARRIVE => Event::Arrive,
        BARRIER => Event::Barrier,
        CHANGE => Event::Change(Change {
            warp: site.warp,
            mask: site.mask,
            first: reader.word()?,
            columns: read_columns(reader, site.mask)?,
        }),
        END => Event::End,
        WARP_BARRIER => Event::WarpBarrier,
        IN_BLOCK => Event::InBlock(reader.difference()?),
        EXCHANGE => Event::Exchange(Box::new(TracedExchange {
            warp: site.warp,
            mask: site.mask,
            missing: reader.number()?,
            sources: reader.column(site.mask)?,
        })),
        _ => return None,
    };
    Some((site, event))
}

fn read_access(reader: &mut Reader<'_>, mask: u64) -> Option<TracedAccess> {
    let space = match reader.word()? {
        0 => Space::Shared,
        buffer => Space::Global(buffer - 1),
    };
    Some(TracedAccess {
        space,
        kind: *KINDS.get(usize::from(reader.byte()?))?,
        mask,
        bytes: reader.word()?,
        outside: reader.number()?,
        offsets: reader.column(mask)?,
        values: read_columns(reader, mask)?,
    })
}

fn read_columns(reader: &mut Reader<'_>, mask: u64) -> Option<Vec<Column>> {
    (0..reader.number()?).map(|_| reader.column(mask)).collect()
}
