//! The observer interface: what the machine tells those who want to know.
//!
//! Everything is told as it happens, block by block; where something happens is
//! said by the number of an instruction, whose location in the source is
//! [`Code::spans`]. Several observers listen together as a tuple, and one that
//! is wanted only sometimes is an [`Option`].

use super::Launch;
use super::check::Numbers;
use super::code::{BarrierScope, Code, Format, Reg, Scalar};
use super::memory::{self, GlobalMemory};
use super::warp::Frame;
use warpbench_semantics::{CheckedOperation, MemoryOrder, Synchronization};

#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// The warp, within its block.
    pub warp: u32,
    /// The lanes that take part.
    pub mask: u64,
    /// The instruction, by its index in [`Code::ops`].
    pub op: u32,
    /// How many instructions the warps of this block executed before this one.
    pub step: u64,
}

/// What kind of memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Space {
    /// A buffer, by its index in [`Code::buffers`].
    Global(u32),
    Shared,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum AccessKind {
    Load,
    Store,
    /// Reads and writes at once.
    Atomic,
    /// Reads at once, as atomics do.
    AtomicLoad,
    /// Writes at once, as atomics do.
    AtomicStore,
}

impl AccessKind {
    /// Whether no other atomic access can come between its parts.
    pub fn is_atomic(self) -> bool {
        !matches!(self, AccessKind::Load | AccessKind::Store)
    }

    pub fn writes(self) -> bool {
        !matches!(self, AccessKind::Load | AccessKind::AtomicLoad)
    }
}

/// An access of a warp, told before it takes place.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess<'a> {
    pub space: Space,
    pub kind: AccessKind,
    /// For each lane the byte from the start of that memory; only those of
    /// active lanes mean something.
    pub offsets: &'a [u32],
    /// Bytes per lane, from the first to the last that are accessed.
    pub bytes: u32,
    /// The active lanes with an index past the end of an array. They read zero
    /// and write nothing.
    pub outside: u64,
    /// What a store writes: for each of its 32-bit words a value for every lane,
    /// all lanes of the first word first. Empty for everything else.
    pub values: &'a [u32],
    /// How an atomic access synchronises; relaxed for everything else.
    pub how: Synchronization,
    /// What of it exchanges nothing.
    pub unexchanged: Unexchanged,
    /// What the memory holds before.
    pub before: MemoryWords<'a>,
}

/// The lanes of a comparison and exchange that find something else than what they
/// expect: they only read.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Unexchanged {
    pub lanes: u64,
    /// How they order, instead of what the access does.
    pub order: MemoryOrder,
}

/// What a memory holds.
#[derive(Clone, Copy, Debug)]
pub enum MemoryWords<'a> {
    Shared(&'a [u32]),
    /// A buffer, by its index.
    Global(&'a GlobalMemory, u32),
}

impl MemoryWords<'_> {
    /// A scalar at a byte, as a register would hold it; zero outside.
    pub fn scalar(self, byte: u32, format: Format) -> u32 {
        let word = match self {
            MemoryWords::Shared(words) => words.get(byte as usize / 4).copied().unwrap_or(0),
            MemoryWords::Global(memory, buffer) => memory.word(buffer, byte),
        };
        memory::extract(word, byte, format)
    }
}

/// Arithmetic that has no result that fits its type, told before it takes place.
#[derive(Clone, Copy, Debug)]
pub struct Unfit<'a> {
    pub operation: CheckedOperation,
    /// The type of the left side and of the result.
    pub of: Scalar,
    /// Bits of the source's type, which may be fewer than those of the register.
    pub bits: u32,
    /// Whether the source's type is `usize` or `isize`.
    pub is_pointer_sized: bool,
    /// The lanes in which it does not fit.
    pub lanes: u64,
    pub a: Numbers<'a>,
    pub b: Numbers<'a>,
}

/// Lanes that give up: an assertion does not hold in them, or they panic.
#[derive(Clone, Copy, Debug)]
pub struct Failed<'a> {
    /// Which failure, by its index in [`Code::failures`].
    pub failure: u32,
    /// For each word of its sides and then of the values in its message, in their
    /// order, a value for every lane.
    pub columns: &'a [&'a [u32]],
}

/// Lanes that print something.
#[derive(Clone, Copy, Debug)]
pub struct Printed<'a> {
    /// What, by its index in [`Code::prints`].
    pub print: u32,
    /// For each word of its values, in their order, a value for every lane.
    pub columns: &'a [&'a [u32]],
}

/// A warp operation, told before it takes place: lanes read what others hold.
#[derive(Clone, Copy, Debug)]
pub struct Exchange<'a> {
    /// For each lane the number of the one that it reads, which need not exist;
    /// only those of active lanes mean something. Empty where every lane reads all
    /// that take part.
    pub sources: &'a [u32],
    /// The active lanes whose source takes no part. They read poison.
    pub missing: u64,
    /// The lanes that take no part, and where they are.
    pub absent: &'a [(u64, Absence)],
    /// Whether the lanes name those that it is for, of which [`Observer::named`] has
    /// told.
    pub is_masked: bool,
}

/// The lanes that an operation or barrier of a warp is for, as the active ones say.
#[derive(Clone, Copy, Debug)]
pub struct NamedLanes<'a> {
    /// For each lane the lanes that it names, of its own 32; only those of active
    /// lanes mean something.
    pub masks: &'a [u32],
    /// The lanes that were waited for and have ended instead of coming.
    pub left: u64,
    /// The lanes that are not here, and where they are.
    pub absent: &'a [(u64, Absence)],
    /// An instruction that some lane waits at which was named and has not come.
    pub elsewhere: Option<u32>,
}

/// A warp at a barrier of the block.
#[derive(Clone, Copy, Debug, Default)]
pub struct Arrival<'a> {
    /// Its lanes that have not ended.
    pub live: u64,
    pub rounds: LoopRounds<'a>,
}

/// Lanes of a warp that have met at a barrier of their own, which are those of the site.
#[derive(Clone, Copy, Debug, Default)]
pub struct WarpMeeting<'a> {
    /// The lanes that it is for and that have ended.
    pub ended: u64,
    pub rounds: LoopRounds<'a>,
}

/// In which rounds of the loops around them lanes are.
#[derive(Clone, Copy, Debug, Default)]
pub struct LoopRounds<'a>(pub(super) &'a [Frame]);

impl LoopRounds<'_> {
    /// The number of the round in each loop, outermost first, from 0.
    pub fn iter(&self) -> impl Iterator<Item = u32> {
        self.0.iter().filter_map(|frame| match *frame {
            Frame::Loop { round, .. } => Some(round),
            _ => None,
        })
    }
}

/// Why a lane takes no part in what its warp does.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Absence {
    /// The warp has no such lane, or the block no thread for it.
    NoThread,
    /// It has returned from the kernel.
    Ended,
    /// It is here, but not one of those that the operation is for.
    Unnamed,
    /// It waits for the others behind a construct around the instruction, the
    /// kernel itself being number 0, or before that construct's next round.
    Waiting { construct: u32, next_round: bool },
}

/// Where a value comes from that somebody wants followed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Origin {
    /// The instruction, by its index in [`Code::ops`].
    pub op: u32,
    /// How many instructions the warps of the block had executed.
    pub step: u64,
    pub cause: Cause,
}

/// What made a value one to follow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cause {
    /// A read from memory or from an array of the thread's own, of which `offset`
    /// is the byte or the register.
    Read { offset: u32, outside: bool },
    /// What a lane read from one that takes no part.
    Absent { source: u32, why: Absence },
}

/// How a value that is followed comes to matter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Use {
    /// It goes to memory, for others to see.
    Stored,
    /// It decides which way a lane goes.
    Decides,
    /// It is a part of where a lane writes.
    Addresses,
}

/// Is told what happens. Every method may be left out.
pub trait Observer {
    /// A kernel is launched on buffers of these sizes, in the order of
    /// [`Code::buffers`].
    fn launch(&mut self, _code: &Code, _launch: &Launch, _buffer_bytes: &[u32]) {}
    /// A block starts. Its shared memory is new.
    fn block_start(&mut self, _block: [u32; 3]) {}
    /// Where blocks take turns: a block goes on that had started before, and those
    /// that were told of since wait.
    fn block_resume(&mut self, _block: [u32; 3]) {}
    /// A warp executes an instruction of the source.
    fn instruction(&mut self, _site: &Site) {}
    fn access(&mut self, _site: &Site, _access: &MemoryAccess<'_>) {}
    /// Whether [`Observer::updated`] is to be told.
    fn wants_updates(&self) -> bool {
        false
    }
    /// What an atomic access has left in memory, told once it has taken place, as if
    /// it were a store.
    fn updated(&mut self, _site: &Site, _access: &MemoryAccess<'_>) {}
    /// Lanes of a warp leave an array that is no memory others can see, which
    /// nothing else is told of: a variable of their own, or a uniform buffer. The
    /// offsets are in registers or bytes.
    fn stray(&mut self, _site: &Site, _writes: bool, _offsets: &[u32], _outside: u64) {}
    /// Lanes of a warp come to an operation or barrier that names lanes, and all that
    /// will come have. Told before it takes place.
    fn named(&mut self, _site: &Site, _named: &NamedLanes<'_>) {}
    /// Lanes of a warp read what others hold.
    fn exchange(&mut self, _site: &Site, _exchange: &Exchange<'_>) {}
    /// Asked once an instruction that reads was told: the lanes in which the word
    /// that it reads, of so many the one with this number, is worth following. The
    /// machine then follows the value through the registers.
    fn follow(&mut self, _site: &Site, _word: u32) -> u64 {
        0
    }
    /// The value that one lane followed comes to matter, or one made of it.
    fn used(&mut self, _site: &Site, _origin: &Origin, _how: Use) {}
    /// A warp comes to a branch; these of its lanes take it.
    fn branch(&mut self, _site: &Site, _taken: u64) {}
    /// Lanes of a warp order what they do before and behind, for others to see.
    fn fence(&mut self, _site: &Site, _how: Synchronization) {}
    /// Lanes of a warp have met at a barrier of their own: those of the mask, and
    /// no others.
    fn warp_barrier(&mut self, _site: &Site, _meeting: &WarpMeeting<'_>) {}
    /// A warp comes to a barrier of the block.
    fn arrive(&mut self, _site: &Site, _arrival: &Arrival<'_>) {}
    /// Lanes of a warp leave a function by a `return` of the text.
    fn returned(&mut self, _site: &Site, _rounds: &LoopRounds<'_>) {}
    /// All warps of a block have come to a barrier or ended, and go on. It orders
    /// accesses to these memories.
    fn barrier(&mut self, _block: [u32; 3], _scope: BarrierScope) {}
    /// Arithmetic of a warp has no result that fits its type in some lanes. Told only
    /// where the code was compiled with checks.
    fn unfit(&mut self, _site: &Site, _unfit: &Unfit<'_>) {}
    /// Lanes of a warp give up and end here.
    fn failed(&mut self, _site: &Site, _failed: &Failed<'_>) {}
    /// Lanes of a warp end here, for what they were told to have done last is no thread's
    /// to survive.
    fn gave_up(&mut self, _site: &Site) {}
    /// Lanes of a warp print something.
    fn printed(&mut self, _site: &Site, _printed: &Printed<'_>) {}
    /// A warp has changed these registers in the lanes that take part; `columns`
    /// holds all lanes of the first register, then of the next.
    fn changed(&mut self, _site: &Site, _first: Reg, _columns: &[u32]) {}
    /// The last lanes of a warp have ended.
    fn warp_end(&mut self, _block: [u32; 3], _warp: u32) {}
    fn block_end(&mut self, _block: [u32; 3]) {}
}

/// Nobody wants to know.
impl Observer for () {}

macro_rules! forward {
    ($($name:ident($($argument:ident: $type:ty),*);)*) => {
        /// Somebody may want to know.
        impl<A: Observer> Observer for Option<A> {
            $(#[inline]
            fn $name(&mut self, $($argument: $type),*) {
                if let Some(observer) = self {
                    observer.$name($($argument),*);
                }
            })*

            #[inline]
            fn follow(&mut self, site: &Site, word: u32) -> u64 {
                self.as_mut().map_or(0, |observer| observer.follow(site, word))
            }

            #[inline]
            fn wants_updates(&self) -> bool {
                self.as_ref().is_some_and(A::wants_updates)
            }
        }

        /// Somebody wants to know and lends an ear.
        impl<A: Observer> Observer for &mut A {
            $(#[inline]
            fn $name(&mut self, $($argument: $type),*) {
                (**self).$name($($argument),*);
            })*

            #[inline]
            fn follow(&mut self, site: &Site, word: u32) -> u64 {
                (**self).follow(site, word)
            }

            #[inline]
            fn wants_updates(&self) -> bool {
                (**self).wants_updates()
            }
        }

        impl<A: Observer, B: Observer> Observer for (A, B) {
            $(#[inline]
            fn $name(&mut self, $($argument: $type),*) {
                self.0.$name($($argument),*);
                self.1.$name($($argument),*);
            })*

            #[inline]
            fn follow(&mut self, site: &Site, word: u32) -> u64 {
                self.0.follow(site, word) | self.1.follow(site, word)
            }

            #[inline]
            fn wants_updates(&self) -> bool {
                self.0.wants_updates() || self.1.wants_updates()
            }
        }
    };
}

forward! {
    launch(code: &Code, launch: &Launch, buffer_bytes: &[u32]);
    block_start(block: [u32; 3]);
    block_resume(block: [u32; 3]);
    instruction(site: &Site);
    access(site: &Site, access: &MemoryAccess<'_>);
    updated(site: &Site, access: &MemoryAccess<'_>);
    stray(site: &Site, writes: bool, offsets: &[u32], outside: u64);
    named(site: &Site, named: &NamedLanes<'_>);
    exchange(site: &Site, exchange: &Exchange<'_>);
    used(site: &Site, origin: &Origin, how: Use);
    branch(site: &Site, taken: u64);
    fence(site: &Site, how: Synchronization);
    warp_barrier(site: &Site, meeting: &WarpMeeting<'_>);
    arrive(site: &Site, arrival: &Arrival<'_>);
    returned(site: &Site, rounds: &LoopRounds<'_>);
    barrier(block: [u32; 3], scope: BarrierScope);
    unfit(site: &Site, unfit: &Unfit<'_>);
    failed(site: &Site, failed: &Failed<'_>);
    gave_up(site: &Site);
    printed(site: &Site, printed: &Printed<'_>);
    changed(site: &Site, first: Reg, columns: &[u32]);
    warp_end(block: [u32; 3], warp: u32);
    block_end(block: [u32; 3]);
}
