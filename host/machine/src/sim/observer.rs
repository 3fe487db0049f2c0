//! What the machine tells those who want to know.
//!
//! Everything is told as it happens, block by block; where something happens is
//! said by the number of an instruction, whose location in the source is
//! [`Code::spans`]. Several observers listen together as a tuple, and one that
//! is wanted only sometimes is an [`Option`].

use super::Launch;
use super::code::{BarrierScope, Code, Reg};
use warpbench_semantics::Synchronization;

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
    /// Lanes of a warp leave an array that is no memory others can see, which
    /// nothing else is told of: a variable of their own, or a uniform buffer. The
    /// offsets are in registers or bytes.
    fn stray(&mut self, _site: &Site, _writes: bool, _offsets: &[u32], _outside: u64) {}
    /// A warp comes to a branch; these of its lanes take it.
    fn branch(&mut self, _site: &Site, _taken: u64) {}
    /// Lanes of a warp order what they do before and behind, for others to see.
    fn fence(&mut self, _site: &Site, _how: Synchronization) {}
    /// Lanes of a warp have met at a barrier of their own: those of the mask, and
    /// no others.
    fn warp_barrier(&mut self, _site: &Site) {}
    /// A warp comes to a barrier of the block; `live` are its lanes that have
    /// not ended.
    fn arrive(&mut self, _site: &Site, _live: u64) {}
    /// All warps of a block have come to a barrier or ended, and go on. It orders
    /// accesses to these memories.
    fn barrier(&mut self, _block: [u32; 3], _scope: BarrierScope) {}
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
        }

        /// Somebody wants to know and lends an ear.
        impl<A: Observer> Observer for &mut A {
            $(#[inline]
            fn $name(&mut self, $($argument: $type),*) {
                (**self).$name($($argument),*);
            })*
        }

        impl<A: Observer, B: Observer> Observer for (A, B) {
            $(#[inline]
            fn $name(&mut self, $($argument: $type),*) {
                self.0.$name($($argument),*);
                self.1.$name($($argument),*);
            })*
        }
    };
}

forward! {
    launch(code: &Code, launch: &Launch, buffer_bytes: &[u32]);
    block_start(block: [u32; 3]);
    block_resume(block: [u32; 3]);
    instruction(site: &Site);
    access(site: &Site, access: &MemoryAccess<'_>);
    stray(site: &Site, writes: bool, offsets: &[u32], outside: u64);
    branch(site: &Site, taken: u64);
    fence(site: &Site, how: Synchronization);
    warp_barrier(site: &Site);
    arrive(site: &Site, live: u64);
    barrier(block: [u32; 3], scope: BarrierScope);
    changed(site: &Site, first: Reg, columns: &[u32]);
    warp_end(block: [u32; 3], warp: u32);
    block_end(block: [u32; 3]);
}
