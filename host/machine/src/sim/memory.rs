//! Global and shared memory, as words.
//!
//! Global memory can be used from several blocks at once. A block must then never
//! see what another one does, or the result would depend on chance: every word
//! that can be written keeps a claim, which says who uses it how, and a second
//! block that touches it in a way that could matter raises an alarm. Whoever runs
//! blocks side by side then has to run them one after the other instead.

use super::code::{Code, Format};
use half::f16;
use std::sync::atomic::{AtomicBool, AtomicU32, Ordering::Relaxed};

/// The contents of a launch's buffers, in the order of [`Code::buffers`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buffers(pub Vec<Vec<u32>>);

/// The most bytes that a buffer has: addresses within one have 32 bits, and buffers
/// are read by up to 16 bytes at once.
pub const MOST_BUFFER_BYTES: u64 = (u32::MAX - 15) as u64;

impl Buffers {
    /// Bytes of each buffer.
    pub fn sizes(&self) -> Vec<u32> {
        self.0.iter().map(|words| bytes_of(words.len())).collect()
    }
}

/// Bytes of so many words. A buffer of more than [`MOST_BUFFER_BYTES`] is refused
/// before it is used, so none is ever cut short here.
fn bytes_of(words: usize) -> u32 {
    u32::try_from(words).map_or(u32::MAX, |words| words.saturating_mul(4))
}

/// The global memory of a launch.
#[derive(Debug)]
pub struct GlobalMemory {
    buffers: Vec<Box<[AtomicU32]>>,
    /// For each buffer a claim per word; nothing where nobody checks, or nobody
    /// can write.
    claims: Vec<Option<Box<[AtomicU32]>>>,
    clashed: AtomicBool,
}

impl GlobalMemory {
    /// Memory that blocks use one after the other. The words are not copied.
    pub fn new(buffers: Buffers) -> GlobalMemory {
        let atomic = |words: Vec<u32>| words.into_iter().map(AtomicU32::new).collect();
        GlobalMemory {
            claims: buffers.0.iter().map(|_| None).collect(),
            buffers: buffers.0.into_iter().map(atomic).collect(),
            clashed: AtomicBool::new(false),
        }
    }

    /// Memory that blocks of a kernel use at once, with a check that none of them
    /// touches what another one uses. Where there is no room for the claims, the
    /// buffers come back.
    pub fn shared_by_blocks(buffers: Buffers, code: &Code) -> Result<GlobalMemory, Buffers> {
        let mut memory = GlobalMemory::new(buffers);
        for (slot, (claims, words)) in
            code.buffers.iter().zip(memory.claims.iter_mut().zip(&memory.buffers))
        {
            if slot.writable {
                let mut zeros: Vec<AtomicU32> = Vec::new();
                if zeros.try_reserve_exact(words.len()).is_err() {
                    return Err(memory.into_contents());
                }
                zeros.resize_with(words.len(), AtomicU32::default);
                *claims = Some(zeros.into_boxed_slice());
            }
        }
        Ok(memory)
    }

    /// Bytes that [`GlobalMemory::shared_by_blocks`] takes on top of the buffers.
    pub fn claim_bytes(code: &Code, buffer_bytes: &[u32]) -> u64 {
        let claimed = code.buffers.iter().zip(buffer_bytes).filter(|(slot, _)| slot.writable);
        claimed.map(|(_, &bytes)| u64::from(bytes)).sum()
    }

    /// Whether a block has touched what another one uses, so that the contents
    /// may depend on chance.
    pub fn has_clashed(&self) -> bool {
        self.clashed.load(Relaxed)
    }

    /// Whatever comes of it is of no use: whoever checks for clashes need not go on.
    pub fn give_up(&self) {
        self.clashed.store(true, Relaxed);
    }

    /// The words, which are not copied.
    pub fn into_contents(self) -> Buffers {
        let plain = |words: Box<[AtomicU32]>| {
            words.into_vec().into_iter().map(AtomicU32::into_inner).collect()
        };
        Buffers(self.buffers.into_iter().map(plain).collect())
    }

    /// Bytes of each buffer.
    pub fn sizes(&self) -> Vec<u32> {
        self.buffers.iter().map(|words| bytes_of(words.len())).collect()
    }

    /// The first buffer that is too large to be addressed, and its bytes.
    pub(super) fn oversized(&self) -> Option<(usize, u64)> {
        let mut bytes = self.buffers.iter().map(|words| 4 * words.len() as u64).enumerate();
        bytes.find(|&(_, bytes)| bytes > MOST_BUFFER_BYTES)
    }

    /// The word of a buffer at a byte offset; zero outside.
    pub(super) fn word(&self, buffer: u32, offset: u32) -> u32 {
        let words = self.buffers.get(buffer as usize);
        let word = words.and_then(|words| words.get(offset as usize / 4));
        word.map_or(0, |word| word.load(Relaxed))
    }

    /// A buffer as a block sees it; `block` is its number in the grid.
    #[inline(always)]
    pub(super) fn buffer(&self, index: u32, block: u32) -> BufferView<'_> {
        BufferView {
            words: &self.buffers[index as usize],
            claims: self.claims[index as usize].as_deref(),
            clashed: &self.clashed,
            block,
        }
    }
}

/// Memory that lanes read and write word by word. Outside of it, reads give zero
/// and writes do nothing.
pub(super) trait WordMemory {
    /// What a word holds, without using it.
    fn peek(&self, index: usize) -> u32;
    fn read(&mut self, index: usize) -> u32;
    fn write(&mut self, index: usize, word: u32);
    fn read_group<const N: usize>(&mut self, first: usize, to: &mut [u32; N]);
    fn write_group<const N: usize>(&mut self, first: usize, from: &[u32; N]);
    /// Changes a word and returns what it was. `class` names operations that can
    /// be exchanged with each other, if nobody looks at what they return.
    fn update(&mut self, index: usize, class: Option<u32>, f: impl Fn(u32) -> u32) -> u32;
}

impl WordMemory for &mut [u32] {
    fn peek(&self, index: usize) -> u32 {
        self.get(index).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn read(&mut self, index: usize) -> u32 {
        self.get(index).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn write(&mut self, index: usize, word: u32) {
        if let Some(target) = self.get_mut(index) {
            *target = word;
        }
    }

    #[inline(always)]
    fn read_group<const N: usize>(&mut self, first: usize, to: &mut [u32; N]) {
        match self.get(first..).and_then(|rest| rest.first_chunk()) {
            Some(words) => *to = *words,
            None => (first..).zip(to).for_each(|(index, word)| *word = self.read(index)),
        }
    }

    #[inline(always)]
    fn write_group<const N: usize>(&mut self, first: usize, from: &[u32; N]) {
        match self.get_mut(first..).and_then(|rest| rest.first_chunk_mut()) {
            Some(words) => *words = *from,
            None => (first..).zip(from).for_each(|(index, &word)| self.write(index, word)),
        }
    }

    fn update(&mut self, index: usize, _class: Option<u32>, f: impl Fn(u32) -> u32) -> u32 {
        let old = self.read(index);
        self.write(index, f(old));
        old
    }
}

/// A buffer in global memory.
#[derive(Clone, Copy)]
pub(super) struct BufferView<'a> {
    words: &'a [AtomicU32],
    claims: Option<&'a [AtomicU32]>,
    clashed: &'a AtomicBool,
    block: u32,
}

impl WordMemory for BufferView<'_> {
    fn peek(&self, index: usize) -> u32 {
        self.words.get(index).map_or(0, |word| word.load(Relaxed))
    }

    #[inline(always)]
    fn read(&mut self, index: usize) -> u32 {
        if self.claims.is_some() {
            self.claim(index, Use::Read);
        }
        self.words.get(index).map_or(0, |word| word.load(Relaxed))
    }

    #[inline(always)]
    fn write(&mut self, index: usize, word: u32) {
        if self.claims.is_some() {
            self.claim(index, Use::Write);
        }
        if let Some(target) = self.words.get(index) {
            target.store(word, Relaxed);
        }
    }

    #[inline(always)]
    fn read_group<const N: usize>(&mut self, first: usize, to: &mut [u32; N]) {
        match self.words.get(first..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(words) if self.claims.is_none() => {
                for (word, to) in words.iter().zip(to) {
                    *to = word.load(Relaxed);
                }
            }
            _ => (first..).zip(to).for_each(|(index, word)| *word = self.read(index)),
        }
    }

    #[inline(always)]
    fn write_group<const N: usize>(&mut self, first: usize, from: &[u32; N]) {
        match self.words.get(first..).and_then(|rest| rest.first_chunk::<N>()) {
            Some(words) if self.claims.is_none() => {
                for (word, from) in words.iter().zip(from) {
                    word.store(*from, Relaxed);
                }
            }
            _ => (first..).zip(from).for_each(|(index, &word)| self.write(index, word)),
        }
    }

    fn update(&mut self, index: usize, class: Option<u32>, f: impl Fn(u32) -> u32) -> u32 {
        if self.claims.is_some() {
            self.claim(index, class.map_or(Use::Write, Use::Update));
        }
        // Others can be at it at the same time, as long as the order is all one.
        self.words.get(index).map_or(0, |word| {
            word.fetch_update(Relaxed, Relaxed, |old| Some(f(old))).unwrap_or_else(|old| old)
        })
    }
}

/// What a block does with a word.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Use {
    Read,
    Write,
    /// An operation of this class, whose result nobody looks at.
    Update(u32),
}

/// A claim is zero as long as nobody uses the word. Else its low bits say how it
/// is used, and the others by whom.
const KIND_BITS: u32 = 4;
const READ: u32 = 1;
const WRITE: u32 = 2;
/// Classes of updates start here.
const UPDATE: u32 = 3;
/// Owner of a word that more than one block uses.
const MANY_BLOCKS: u32 = u32::MAX >> KIND_BITS;

/// Blocks that claims can tell apart.
pub const MOST_BLOCKS_AT_ONCE: u64 = MANY_BLOCKS as u64 - 1;

/// Classes of updates that can be told apart.
pub(super) const UPDATE_CLASSES: u32 = (1 << KIND_BITS) - UPDATE;

impl BufferView<'_> {
    fn claim(&self, index: usize, usage: Use) {
        let Some(claim) = self.claims.and_then(|claims| claims.get(index)) else { return };
        let own = self.block + 1;
        let mut old = claim.load(Relaxed);
        loop {
            let new = match next_claim(old, own, usage) {
                Some(new) if new == old => return,
                Some(new) => new,
                None => return self.clashed.store(true, Relaxed),
            };
            match claim.compare_exchange_weak(old, new, Relaxed, Relaxed) {
                Ok(_) => return,
                Err(found) => old = found,
            }
        }
    }
}

/// The claim after a block has used a word; nothing if blocks clash.
fn next_claim(claim: u32, own: u32, usage: Use) -> Option<u32> {
    let (kind, owner) = (claim & ((1 << KIND_BITS) - 1), claim >> KIND_BITS);
    let with = |kind: u32, owner: u32| Some(owner << KIND_BITS | kind);
    match usage {
        _ if claim != 0 && owner == own && kind == WRITE => Some(claim),
        Use::Read if claim == 0 => with(READ, own),
        Use::Read if kind == READ => with(READ, if owner == own { own } else { MANY_BLOCKS }),
        Use::Read if owner == own => with(WRITE, own),
        Use::Write if claim == 0 || owner == own => with(WRITE, own),
        Use::Update(class) if claim == 0 => with(UPDATE + class, own),
        Use::Update(class) if kind == UPDATE + class => {
            with(kind, if owner == own { own } else { MANY_BLOCKS })
        }
        Use::Update(_) if owner == own => with(WRITE, own),
        _ => None,
    }
}

/// Reads a word at a byte offset as it lies there.
#[inline(always)]
pub(super) fn read(words: &mut impl WordMemory, offset: u32, format: Format) -> u32 {
    extract(words.read(offset as usize / 4), offset, format)
}

/// What a word holds at a byte offset.
#[inline(always)]
pub(super) fn extract(word: u32, offset: u32, format: Format) -> u32 {
    match format {
        Format::Word => word,
        Format::U8 => word >> (8 * (offset & 3)) & 0xff,
        Format::I8 => i32::from((word >> (8 * (offset & 3))) as i8) as u32,
        Format::U16 => word >> (8 * (offset & 2)) & 0xffff,
        Format::I16 => i32::from((word >> (8 * (offset & 2))) as i16) as u32,
        Format::Half => f16::from_bits((word >> (8 * (offset & 2))) as u16).to_f32().to_bits(),
        Format::Bool => {
            if word >> (8 * (offset & 3)) & 0xff == 0 {
                0
            } else {
                super::alu::TRUE
            }
        }
    }
}

/// Writes a word at a byte offset as it is to lie there.
#[inline(always)]
pub(super) fn write(words: &mut impl WordMemory, offset: u32, format: Format, word: u32) {
    let index = offset as usize / 4;
    if format == Format::Word {
        return words.write(index, word);
    }
    let bits = format.in_memory(word);
    // What has two bytes starts at an even one.
    let (mask, shift) = match format.bytes() {
        1 => (0xff, 8 * (offset & 3)),
        _ => (0xffff, 8 * (offset & 2)),
    };
    words.update(index, None, |old| old & !(mask << shift) | bits << shift);
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_clash_only_where_it_matters() {
        let check = |uses: &[(u32, Use)], clash: bool| {
            let mut claim = Some(0);
            for &(block, usage) in uses {
                claim = claim.and_then(|claim| next_claim(claim, block + 1, usage));
            }
            assert_eq!(claim.is_none(), clash);
        };
        check(&[(0, Use::Read), (1, Use::Read), (2, Use::Read)], false);
        check(&[(0, Use::Write), (0, Use::Read), (0, Use::Write)], false);
        check(&[(0, Use::Write), (1, Use::Read)], true);
        check(&[(0, Use::Read), (1, Use::Write)], true);
        check(&[(0, Use::Read), (1, Use::Read), (0, Use::Write)], true);
        check(&[(0, Use::Read), (0, Use::Write), (1, Use::Write)], true);
        check(&[(0, Use::Update(1)), (1, Use::Update(1)), (0, Use::Update(1))], false);
        check(&[(0, Use::Update(1)), (1, Use::Update(2))], true);
        check(&[(0, Use::Update(1)), (1, Use::Update(1)), (0, Use::Read)], true);
        check(&[(0, Use::Update(1)), (0, Use::Read), (1, Use::Update(1))], true);
        check(&[(0, Use::Write), (0, Use::Update(1)), (1, Use::Update(1))], true);
    }

    #[test]
    fn narrow_numbers_leave_their_neighbours_alone() {
        let check = |format: Format, byte: u32, value: i32, expected: u32| {
            let mut words = [0x5555_5555_u32; 2];
            let mut memory = &mut words[..];
            write(&mut memory, byte, format, value as u32);
            assert_eq!(read(&mut memory, byte, format), value as u32, "{format:?}");
            assert_eq!(words[1], expected, "{format:?}");
        };
        check(Format::U8, 4, 0xfe, 0x5555_55fe);
        check(Format::U8, 7, 0, 0x0055_5555);
        check(Format::I8, 5, -2, 0x5555_fe55);
        check(Format::U16, 4, 0xfffe, 0x5555_fffe);
        check(Format::I16, 6, -2, 0xfffe_5555);
        check(Format::Word, 4, -2, 0xffff_fffe);
    }

    #[test]
    fn halves_and_conditions_share_a_word() {
        let mut words = [0u32; 2];
        let mut memory = &mut words[..];
        write(&mut memory, 0, Format::Half, 1.5f32.to_bits());
        write(&mut memory, 2, Format::Half, (-2.0f32).to_bits());
        write(&mut memory, 5, Format::Bool, super::super::alu::TRUE);
        assert_eq!(f32::from_bits(read(&mut memory, 0, Format::Half)), 1.5);
        assert_eq!(f32::from_bits(read(&mut memory, 2, Format::Half)), -2.0);
        assert_eq!(read(&mut memory, 5, Format::Bool), u32::MAX);
        assert_eq!(read(&mut memory, 4, Format::Bool), 0);
        assert_eq!(words[1], 1 << 8);
        // Outside there is nothing.
        let mut memory = &mut words[..];
        write(&mut memory, 8, Format::Half, 1f32.to_bits());
        assert_eq!(read(&mut memory, 8, Format::Word), 0);
    }
}
