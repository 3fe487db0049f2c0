//! Writers of the words of a block's shared memory.

use super::column::lanes;
use super::event::TracedAccess;
use serde::{Deserialize, Serialize};

/// For each word the warp that wrote it last.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Writers(#[serde(with = "crate::bytes")] Vec<u16>);

/// Nobody has written the word.
const NOBODY: u16 = u16::MAX;

impl Writers {
    pub(super) fn new(words: usize) -> Writers {
        Writers(vec![NOBODY; words])
    }

    /// The warp that wrote a word last; nothing where nobody has.
    pub fn of(&self, word: usize) -> Option<u32> {
        self.0.get(word).copied().filter(|&warp| warp != NOBODY).map(u32::from)
    }

    /// Takes over what an access of a warp writes.
    pub(super) fn apply(&mut self, warp: u32, access: &TracedAccess) {
        if !access.kind.writes() {
            return;
        }
        let warp = warp.min(u32::from(NOBODY) - 1) as u16;
        for lane in lanes(access.mask & !access.outside) {
            let first = access.offsets[lane as usize] as usize;
            let last = first + access.bytes.saturating_sub(1) as usize;
            let end = (last / 4 + 1).min(self.0.len());
            if let Some(words) = self.0.get_mut(first / 4..end) {
                words.fill(warp);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::observe::MOST_LANES;
    use crate::sim::{AccessKind, Space};

    #[test]
    fn the_last_writer_is_known() {
        let mut writers = Writers::new(4);
        let mut check = |kind, warp, offset: u32, bytes, outside, expected: [Option<u32>; 4]| {
            writers.apply(
                warp,
                &TracedAccess {
                    space: Space::Shared,
                    kind,
                    mask: 1,
                    offsets: [offset; MOST_LANES],
                    bytes,
                    outside,
                    values: Vec::new(),
                },
            );
            assert_eq!([0, 1, 2, 3].map(|word| writers.of(word)), expected, "{kind:?} {offset}");
        };
        check(AccessKind::Load, 1, 0, 16, 0, [None; 4]);
        check(AccessKind::Store, 3, 4, 4, 0, [None, Some(3), None, None]);
        check(AccessKind::Atomic, 5, 8, 4, 0, [None, Some(3), Some(5), None]);
        // A byte counts for its word, and what lies outside for nothing.
        check(AccessKind::Store, 0, 7, 1, 0, [None, Some(0), Some(5), None]);
        check(AccessKind::Store, 2, 0, 16, 1, [None, Some(0), Some(5), None]);
        check(AccessKind::Store, 2, 12, 16, 0, [None, Some(0), Some(5), Some(2)]);
        check(AccessKind::Store, 2, 400, 4, 0, [None, Some(0), Some(5), Some(2)]);
    }
}
