//! Traces as bytes: words for every step and every mark.

use super::{Mark, MarkKind, Memory, StepIndex};
use crate::bytes;
use bytemuck::Pod;
use serde::de::Error;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// Something of which a trace has many.
pub(super) trait Packable: Copy {
    type Words: Pod;

    fn packed(self) -> Self::Words;

    /// Nothing where the words say nothing.
    fn unpacked(words: Self::Words) -> Option<Self>;
}

impl Packable for StepIndex {
    type Words = [u32; 3];

    fn packed(self) -> [u32; 3] {
        [self.offset, u32::from(self.block) | u32::from(self.warp) << 16, self.op]
    }

    fn unpacked([offset, block_and_warp, op]: [u32; 3]) -> Option<StepIndex> {
        let (block, warp) = (block_and_warp as u16, (block_and_warp >> 16) as u16);
        Some(StepIndex { offset, block, warp, op })
    }
}

impl Packable for Mark {
    type Words = [u32; 4];

    fn packed(self) -> [u32; 4] {
        let (kind, turns) = match self.kind {
            MarkKind::Barrier => (0, 0),
            MarkKind::Divergence => (1, 0),
            MarkKind::Conflict { turns } => (2, turns),
        };
        // The number of a step has 32 bits.
        [self.position as u32, self.block, kind, turns]
    }

    fn unpacked([position, block, kind, turns]: [u32; 4]) -> Option<Mark> {
        let kind = match kind {
            0 => MarkKind::Barrier,
            1 => MarkKind::Divergence,
            2 => MarkKind::Conflict { turns },
            _ => return None,
        };
        Some(Mark { position: position as usize, block, kind })
    }
}

/// For `#[serde(with = "message")]`.
pub(super) fn serialize<P: Packable, S: Serializer>(
    all: &[P],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let packed: Vec<P::Words> = all.iter().map(|one| one.packed()).collect();
    bytes::serialize(&packed, serializer)
}

pub(super) fn deserialize<'de, P: Packable, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<P>, D::Error> {
    let packed: Vec<P::Words> = bytes::deserialize(deserializer)?;
    let unpacked: Option<Vec<P>> = packed.into_iter().map(P::unpacked).collect();
    unpacked.ok_or_else(|| D::Error::custom("a mark of a trace is of no kind that there is"))
}

/// Memory as it is written.
#[derive(Serialize, Deserialize)]
pub(super) struct PackedMemory {
    #[serde(with = "bytes")]
    words: Vec<u32>,
    /// The numbers of those that are not known, which are few.
    #[serde(with = "bytes")]
    unknown: Vec<u32>,
}

impl From<Memory> for PackedMemory {
    fn from(memory: Memory) -> PackedMemory {
        let (words, unknown) = memory.parts();
        PackedMemory { words: words.to_vec(), unknown: unknown.collect() }
    }
}

impl TryFrom<PackedMemory> for Memory {
    type Error = &'static str;

    fn try_from(PackedMemory { words, unknown }: PackedMemory) -> Result<Memory, &'static str> {
        Memory::with_unknown(words, &unknown).ok_or("an unknown word lies behind its memory's end")
    }
}
