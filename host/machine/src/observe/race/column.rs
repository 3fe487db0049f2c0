//! One record for every word of a memory.
//!
//! A warp mostly writes or reads neighbouring words, each lane one. So a paged
//! column keeps one record for 32 words as long as one access explains them all,
//! and gives words records of their own only where accesses differ. A flat column
//! is for a memory that is small and busy.

use super::clock::{self, AccessRecord};
use std::fmt::Debug;
use std::ops::Range;

/// The records of the words of a memory; zero where there is none.
pub(super) trait Column: Clone + Debug + Default {
    fn resize(&mut self, words: usize);
    fn len(&self) -> usize;
    fn get(&self, word: usize) -> AccessRecord;
    fn set(&mut self, word: usize, record: AccessRecord);
    /// Whether all records of a run are below a floor.
    fn is_below(&self, run: Range<usize>, floor: AccessRecord) -> bool;
    /// Lanes from the first on have accessed a run, each one word.
    fn fill(&mut self, run: Range<usize>, record: AccessRecord);
    fn clear(&mut self);
    /// Bytes that it takes.
    fn bytes(&self) -> usize;

    /// The same records with words of half the size.
    fn refined(&self) -> Self {
        let mut halves = Self::default();
        halves.resize(2 * self.len());
        for word in 0..self.len() {
            let record = self.get(word);
            if record != 0 {
                halves.set(2 * word, record);
                halves.set(2 * word + 1, record);
            }
        }
        halves
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct FlatColumn(Vec<AccessRecord>);

impl Column for FlatColumn {
    fn resize(&mut self, words: usize) {
        if words > self.0.len() {
            self.0.resize(words, 0);
        }
    }

    fn len(&self) -> usize {
        self.0.len()
    }

    #[inline(always)]
    fn get(&self, word: usize) -> AccessRecord {
        self.0.get(word).copied().unwrap_or(0)
    }

    #[inline(always)]
    fn set(&mut self, word: usize, record: AccessRecord) {
        if let Some(known) = self.0.get_mut(word) {
            *known = record;
        }
    }

    #[inline(always)]
    fn is_below(&self, run: Range<usize>, floor: AccessRecord) -> bool {
        // Records keep clear of the highest bit, so the sign of a difference tells.
        let signs = |records: &[AccessRecord]| {
            records.iter().fold(0, |signs, &record| signs | (floor - 1).wrapping_sub(record))
        };
        self.0.get(run).is_some_and(|records| signs(records) >> 63 == 0)
    }

    #[inline(always)]
    fn fill(&mut self, run: Range<usize>, record: AccessRecord) {
        for (lane, known) in self.0.get_mut(run).into_iter().flatten().enumerate() {
            *known = record | clock::lane_bits(lane);
        }
    }

    fn clear(&mut self) {
        self.0.fill(0);
    }

    fn bytes(&self) -> usize {
        size_of_val(self.0.as_slice())
    }
}

/// Words that share a record as long as one access explains them.
const GROUP: usize = 32;

/// Marks a head whose words have records of their own, in the page of that number.
const PAGED: u64 = 1 << 63;

/// The lane of a record is that of the group's first word; the next word is the
/// next lane's.
#[derive(Clone, Debug, Default)]
pub(super) struct PagedColumn {
    heads: Vec<AccessRecord>,
    #[expect(clippy::vec_box, reason = "a list that grows would hold all pages twice")]
    pages: Vec<Box<[AccessRecord; GROUP]>>,
    /// Pages that nobody uses any more.
    free: Vec<u32>,
    words: usize,
}

impl PagedColumn {
    fn page(&self, head: AccessRecord) -> Option<usize> {
        (head & PAGED != 0).then_some((head & !PAGED) as usize)
    }

    /// A page with what is known of a group.
    fn expand(&mut self, group: usize) -> usize {
        let head = self.heads[group];
        if let Some(page) = self.page(head) {
            return page;
        }
        let each = |word: usize| if head == 0 { 0 } else { head + clock::lane_bits(word) };
        let records = std::array::from_fn(each);
        let page = match self.free.pop() {
            Some(page) => {
                *self.pages[page as usize] = records;
                page as usize
            }
            None => {
                self.pages.push(Box::new(records));
                self.pages.len() - 1
            }
        };
        self.heads[group] = PAGED | page as u64;
        page
    }

    fn set_head(&mut self, group: usize, record: AccessRecord) {
        if let Some(page) = self.page(self.heads[group]) {
            self.free.push(page as u32);
        }
        self.heads[group] = record;
    }
}

impl Column for PagedColumn {
    fn resize(&mut self, words: usize) {
        if words > self.words {
            // Fresh zeros cost nothing until they are touched, copies do.
            *self = PagedColumn { heads: vec![0; words.div_ceil(GROUP)], words, ..Self::default() };
        }
    }

    fn len(&self) -> usize {
        self.words
    }

    #[inline]
    fn get(&self, word: usize) -> AccessRecord {
        let Some(&head) = self.heads.get(word / GROUP) else { return 0 };
        match self.page(head) {
            Some(page) => self.pages[page][word % GROUP],
            None if head == 0 => 0,
            None => head + clock::lane_bits(word % GROUP),
        }
    }

    #[inline]
    fn set(&mut self, word: usize, record: AccessRecord) {
        if word < self.words {
            let page = self.expand(word / GROUP);
            self.pages[page][word % GROUP] = record;
        }
    }

    fn is_below(&self, run: Range<usize>, floor: AccessRecord) -> bool {
        if run.is_empty() || run.end > self.words {
            return run.is_empty();
        }
        (run.start / GROUP..=(run.end - 1) / GROUP).all(|group| {
            let head = self.heads[group];
            match self.page(head) {
                None => head < floor,
                Some(page) => {
                    let first = run.start.max(group * GROUP) % GROUP;
                    let last = (run.end - 1).min(group * GROUP + GROUP - 1) % GROUP;
                    self.pages[page][first..=last].iter().all(|&record| record < floor)
                }
            }
        })
    }

    fn fill(&mut self, run: Range<usize>, record: AccessRecord) {
        let mut word = run.start;
        let end = run.end.min(self.words);
        while word < end {
            let lane = word - run.start;
            if word.is_multiple_of(GROUP) && end - word >= GROUP {
                self.set_head(word / GROUP, record | clock::lane_bits(lane));
                word += GROUP;
            } else {
                self.set(word, record | clock::lane_bits(lane));
                word += 1;
            }
        }
    }

    fn clear(&mut self) {
        self.heads.fill(0);
        self.pages.clear();
        self.free.clear();
    }

    fn bytes(&self) -> usize {
        size_of_val(self.heads.as_slice())
            + self.pages.len() * (size_of::<[AccessRecord; GROUP]>() + size_of::<usize>())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use rand::{Rng, SeedableRng};
    use rand_pcg::Pcg64Mcg;

    #[test]
    fn both_columns_remember_the_same() {
        let mut random = Pcg64Mcg::seed_from_u64(5);
        for round in 0..200 {
            let words = 1 + random.next_u32() as usize % 300;
            let (mut flat, mut paged) = (FlatColumn::default(), PagedColumn::default());
            flat.resize(words);
            paged.resize(words);
            for stamp in 1..60u64 {
                let record = stamp << 32;
                let start = random.next_u32() as usize % words;
                let start = if random.next_u32() % 2 == 0 { start / 32 * 32 } else { start };
                let count = [1, 7, 32, 64][random.next_u32() as usize % 4].min(words - start);
                let run = start..start + count;
                let floor = u64::from(random.next_u32() % 60) << 32;
                let below = |c: &dyn Fn(u64) -> bool| c(floor.max(1 << 32));
                assert_eq!(
                    below(&|floor| flat.is_below(run.clone(), floor)),
                    below(&|floor| paged.is_below(run.clone(), floor)),
                    "{round}"
                );
                if random.next_u32() % 3 == 0 {
                    flat.set(start, record);
                    paged.set(start, record);
                } else {
                    flat.fill(run.clone(), record);
                    paged.fill(run, record);
                }
                for word in 0..words {
                    assert_eq!(flat.get(word), paged.get(word), "{round}: word {word}");
                }
            }
            let halves = (flat.refined(), paged.refined());
            assert!((0..2 * words).all(|half| halves.0.get(half) == halves.1.get(half)));
        }
    }

    #[test]
    fn neighbours_in_order_share_a_record() {
        let mut column = PagedColumn::default();
        column.resize(1 << 20);
        for start in (0..1 << 20).step_by(32) {
            column.fill(start..start + 32, 7 << 32);
        }
        assert!(column.bytes() <= (1 << 20) / 4, "{}", column.bytes());
    }
}
