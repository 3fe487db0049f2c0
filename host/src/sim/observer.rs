//! What the machine tells those who want to know.

use naga::Span;

/// Where something happens.
#[derive(Clone, Copy, Debug)]
pub struct Site {
    /// The block, x, y, z.
    pub block: [u32; 3],
    /// The warp, within its block.
    pub warp: u32,
    /// The lanes that take part.
    pub mask: u64,
    /// The place in the source.
    pub span: Span,
}

/// What kind of memory is accessed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    /// A buffer, by its place in [`super::code::Code::buffers`].
    Global(u32),
    /// The block's shared memory.
    Shared,
}

/// What an access does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AccessKind {
    /// Reads.
    Load,
    /// Writes.
    Store,
    /// Reads and writes at once.
    Atomic,
}

/// An access of a warp, told before its bounds are checked.
#[derive(Clone, Copy, Debug)]
pub struct MemoryAccess<'a> {
    /// Which memory.
    pub space: Space,
    /// What it does.
    pub kind: AccessKind,
    /// For each lane the byte from the start of that memory; only those of
    /// active lanes mean something.
    pub offsets: &'a [u32],
    /// Bytes per lane.
    pub bytes: u32,
}

/// Is told what happens. Every method may be left out.
pub trait Observer {
    /// A warp executes an instruction of the source.
    fn instruction(&mut self, _site: &Site) {}
    /// A warp accesses memory.
    fn access(&mut self, _site: &Site, _access: &MemoryAccess<'_>) {}
    /// A warp comes to a branch; these of its lanes take it.
    fn branch(&mut self, _site: &Site, _taken: u64) {}
    /// All warps of a block have come to a barrier.
    fn barrier(&mut self, _block: [u32; 3]) {}
}

/// Nobody wants to know.
impl Observer for () {}
