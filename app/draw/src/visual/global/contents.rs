//! Contents of the buffers of a recording at a position.
//!
//! Buffers that are only read hold what they held at the start. The others are
//! followed from frame to frame: going on takes what the steps between have written,
//! and copies are kept on the way, so that going back need not begin at the start.

use crate::visual::digits::digits;
use egui::{Context, Id};
use std::sync::{Arc, Mutex, PoisonError};
use warpbench_catalog::POISON;
use warpbench_machine::observe::trace::{Memory, Trace};
use warpbench_machine::sim::code::Scalar;
use warpbench_simulate::recording::Recording;

/// Steps between two copies, as long as they are few.
const SPACING: usize = 1 << 12;
/// Words that all copies of a buffer take together, and how many there are at most.
const MOST_WORDS: usize = 1 << 21;
const MOST_COPIES: usize = 64;
/// Steps that are gone through in one frame. A longer way takes several.
const MOST_STEPS: usize = 1 << 16;
/// Characters that a cell has room for at least and at most.
const CHARACTERS: [usize; 2] = [2, 4];
/// So many elements are looked at to find out how long they are.
const SAMPLES: usize = 4096;

/// What a word of a buffer holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Held {
    /// Nobody has written it, and it held nothing from the start.
    Unwritten,
    /// An atomic operation has changed it, or it is not found out yet.
    Unknown,
    Known(u32),
}

/// The buffers of a recording at a position.
#[derive(Clone, Debug, Default)]
pub struct BufferContents {
    buffers: Vec<KeptBuffer>,
}

#[derive(Clone, Debug)]
struct KeptBuffer {
    start: Arc<[u32]>,
    scalar: Option<Scalar>,
    characters: usize,
    /// Whether the kernel may write it.
    is_written: bool,
    /// Of those that may be written, unless they are too large to be followed.
    history: Option<Arc<Mutex<BufferHistory>>>,
    is_there: bool,
}

/// A buffer at some positions.
#[derive(Clone, Debug)]
struct BufferHistory {
    position: usize,
    now: Memory,
    copies: Vec<(usize, Memory)>,
    spacing: usize,
}

/// Tells a recording from others, of which one may take the place of another.
type Key = (usize, usize, usize);

impl BufferContents {
    /// The buffers of a recording at a position.
    pub fn at(context: &Context, recording: &Recording, position: usize) -> BufferContents {
        let trace = &recording.trace;
        let key: Key = (Arc::as_ptr(trace) as usize, trace.len(), recording.launch);
        let id = Id::unique("contents of buffers");
        let known = context.data(|data| data.get_temp::<(Key, BufferContents)>(id));
        let known = known.filter(|(known, _)| *known == key).map(|(_, contents)| contents);
        let mut contents = known.unwrap_or_else(|| {
            let contents = BufferContents::new(recording);
            context.data_mut(|data| data.insert_temp(id, (key, contents.clone())));
            contents
        });
        contents.seek(trace, position);
        if contents.buffers.iter().any(|buffer| !buffer.is_there) {
            context.request_repaint();
        }
        contents
    }

    fn new(recording: &Recording) -> BufferContents {
        let buffers = recording.buffers.iter().map(|buffer| KeptBuffer {
            start: Arc::clone(&buffer.words),
            scalar: buffer.scalar,
            characters: characters(&buffer.words, buffer.scalar, buffer.slot.writable),
            is_written: buffer.slot.writable,
            history: (buffer.slot.writable && buffer.words.len() <= MOST_WORDS)
                .then(|| Arc::new(Mutex::new(BufferHistory::new(&buffer.words)))),
            is_there: true,
        });
        BufferContents { buffers: buffers.collect() }
    }

    fn seek(&mut self, trace: &Trace, position: usize) {
        for (number, buffer) in (0..).zip(&mut self.buffers) {
            let Some(history) = &buffer.history else { continue };
            let mut history = history.lock().unwrap_or_else(PoisonError::into_inner);
            history.seek(trace, number, position, MOST_STEPS);
            buffer.is_there = history.position == position;
        }
    }

    /// What a buffer is made of, where that is scalars of one kind.
    pub fn scalar(&self, buffer: usize) -> Option<Scalar> {
        self.buffers.get(buffer)?.scalar
    }

    /// How many characters of an element of a buffer a cell should have room for.
    pub fn characters(&self, buffer: usize) -> usize {
        self.buffers.get(buffer).map_or(CHARACTERS[0], |buffer| buffer.characters)
    }

    /// These words of a buffer.
    pub fn words(&self, buffer: usize, indices: impl Iterator<Item = usize>) -> Vec<Held> {
        let Some(buffer) = self.buffers.get(buffer) else { return Vec::new() };
        let history = buffer.history.as_ref();
        let history = history.map(|history| history.lock().unwrap_or_else(PoisonError::into_inner));
        let word = |index: usize| {
            let start = buffer.start.get(index).copied();
            let now = match &history {
                Some(_) if !buffer.is_there => None,
                Some(history) => history.now.word(index),
                None if buffer.is_written => None,
                None => start,
            };
            match now {
                Some(POISON) if start == Some(POISON) => Held::Unwritten,
                Some(word) => Held::Known(word),
                None => Held::Unknown,
            }
        };
        indices.map(word).collect()
    }
}

/// How many characters the longest element has, as far as cells can have room for
/// it. What will be written is not known yet; a result mostly has three.
fn characters(words: &[u32], scalar: Option<Scalar>, is_written: bool) -> usize {
    let every = (words.len() / SAMPLES).max(1) | 1;
    let known = words.iter().step_by(every).filter(|&&word| word != POISON);
    let length = |word: &u32| {
        scalar?;
        let lengths = CHARACTERS[0]..=CHARACTERS[1];
        Some(
            lengths
                .clone()
                .find(|&most| digits(scalar, *word, most).is_some())
                .unwrap_or(*lengths.end()),
        )
    };
    let longest = known.filter_map(length).max().unwrap_or(CHARACTERS[0]);
    if is_written && scalar.is_some() { longest.max(3) } else { longest }
}

impl BufferHistory {
    fn new(words: &[u32]) -> BufferHistory {
        let now = Memory::new(words.to_vec());
        BufferHistory { position: 0, copies: vec![(0, now.clone())], now, spacing: SPACING }
    }

    /// Goes to a position, or as far towards it as so many steps lead.
    fn seek(&mut self, trace: &Trace, buffer: u32, position: usize, most: usize) {
        let after = self.copies.partition_point(|(at, _)| *at <= position);
        let copy = &self.copies[after.saturating_sub(1)];
        if self.position > position || self.position < copy.0 {
            (self.position, self.now) = copy.clone();
        }
        let end = position.min(self.position.saturating_add(most));
        while self.position < end {
            let last = self.copies.last().map_or(0, |(at, _)| *at);
            let next = end.min((last + self.spacing).max(self.position + 1));
            trace.store(self.position..next, buffer, &mut self.now);
            self.position = next;
            if next >= last + self.spacing {
                self.keep();
            }
        }
    }

    /// Keeps a copy of what is there. When copies take too much, every other goes.
    fn keep(&mut self) {
        self.copies.push((self.position, self.now.clone()));
        let words = self.copies.len() * self.now.len();
        if self.copies.len() > 2 && (words > MOST_WORDS || self.copies.len() > MOST_COPIES) {
            let mut number = 0;
            self.copies.retain(|_| {
                number += 1;
                number % 2 == 1
            });
            self.spacing *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use warpbench_state::session;
    use warpbench_state::setup::Setup;
    use warpbench_texts::lessons::RungId;

    /// Whatever way one goes, a buffer holds what it would if one had come from the
    /// start.
    #[test]
    fn buffers_hold_what_the_steps_have_written() {
        let mut setup = Setup::new();
        setup.open(RungId::of_variant("transpose_naive").expect("is a rung"));
        let prepared = session::prepare(&setup, None).expect("can be run");
        let recording = session::record(&prepared, &setup, &|| true).expect("is recorded");
        let (trace, len) = (&recording.trace, recording.trace.len());
        let context = Context::default();
        for position in [0, len / 3, len / 2, len / 2 - 1, len, len - 1, 7, len] {
            let contents = BufferContents::at(&context, &recording, position);
            for (number, buffer) in (0..).zip(&recording.buffers) {
                let expected = trace.buffer_at(position, number, buffer.words.to_vec());
                let found = contents.words(number as usize, 0..buffer.words.len());
                for (index, word) in found.into_iter().enumerate() {
                    let start = buffer.words[index];
                    let expected = match expected.word(index) {
                        Some(POISON) if start == POISON => Held::Unwritten,
                        word => word.map_or(Held::Unknown, Held::Known),
                    };
                    assert_eq!(word, expected, "{} at {position}", buffer.slot.name);
                }
            }
        }
        let output = recording.buffers.iter().position(|buffer| buffer.slot.writable);
        let output = output.expect("something is written");
        let words = |position| {
            let contents = BufferContents::at(&context, &recording, position);
            contents.words(output, 0..recording.buffers[output].words.len())
        };
        assert!(words(0).contains(&Held::Unwritten));
        assert!(words(len).iter().any(|word| matches!(word, Held::Known(_))));
    }

    #[test]
    fn copies_stay_few() {
        let trace = Trace::default();
        for words in [1, 1000, MOST_WORDS] {
            let mut history = BufferHistory::new(&vec![0; words]);
            for position in [3_000_000, 1, 2_999_999, 10_000_000] {
                history.seek(&trace, 0, position, usize::MAX);
                assert_eq!(history.position, position);
                assert!(history.copies.len() <= MOST_COPIES, "{}", history.copies.len());
                assert!(history.copies.len() <= 3.max(MOST_WORDS / words));
                assert_eq!(history.copies[0].0, 0);
            }
            history.seek(&trace, 0, 0, 10);
            history.seek(&trace, 0, 100, 10);
            assert_eq!(history.position, 10);
        }
    }
}
