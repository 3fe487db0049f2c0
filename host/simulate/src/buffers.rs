//! The buffers of a case in the machine's memory, and back.

use warpbench_case::bind::BoundBuffer;
use warpbench_front::Language;
use warpbench_machine::sim::Buffers;
use warpbench_machine::sim::code::{BufferSlot, Code};

/// The buffers that the code wants, in its order.
pub(super) fn fill(code: &Code, bound: &[BoundBuffer], language: Language) -> Buffers {
    let words = code
        .buffers
        .iter()
        .map(|slot| find(bound, slot).map(|bound| words(bound, language)).unwrap_or_default());
    Buffers(words.collect())
}

/// Tells the code where buffers end within their last words.
pub(super) fn cut(code: &mut Code, bound: &[BoundBuffer], language: Language) {
    for slot in &mut code.buffers {
        if let Some(bound) = find(bound, slot)
            && language == Language::Rust
            && multiple(bound, language) == 1
        {
            let bytes = bound.buffer.bytes.len();
            slot.cut_bytes = (bytes.next_multiple_of(4) - bytes) as u32;
        }
    }
}

/// The bytes that each of them takes.
pub(super) fn bytes(code: &Code, bound: &[BoundBuffer], language: Language) -> Vec<u64> {
    let bytes = code.buffers.iter().map(|slot| {
        find(bound, slot).map_or(0, |bound| {
            let words = bound.buffer.bytes.len().div_ceil(4);
            4 * words.next_multiple_of(multiple(bound, language)) as u64
        })
    });
    bytes.collect()
}

/// What is bound to a variable of the code.
fn find<'a>(bound: &'a [BoundBuffer], slot: &BufferSlot) -> Option<&'a BoundBuffer> {
    bound
        .iter()
        .find(|bound| (bound.variable.group, bound.variable.binding) == (slot.group, slot.binding))
}

/// Takes over what the code has left in its buffers.
pub(super) fn read_back(code: &Code, buffers: &Buffers, bound: &mut [BoundBuffer]) {
    for (slot, words) in code.buffers.iter().zip(&buffers.0) {
        for bound in &mut *bound {
            if (bound.variable.group, bound.variable.binding) == (slot.group, slot.binding) {
                let bytes = words.iter().flat_map(|word| word.to_le_bytes());
                for (to, from) in bound.buffer.bytes.iter_mut().zip(bytes) {
                    *to = from;
                }
            }
        }
    }
}

fn whole_words(bytes: &[u8]) -> Vec<u32> {
    let (whole, rest) = bytes.as_chunks::<4>();
    let mut words: Vec<u32> = whole.iter().map(|&word| u32::from_le_bytes(word)).collect();
    if !rest.is_empty() {
        let mut word = [0; 4];
        word[..rest.len()].copy_from_slice(rest);
        words.push(u32::from_le_bytes(word));
    }
    words
}

/// Its contents. Memory is made of whole words. A kernel in Rust may take a
/// buffer of numbers by fours; the last four are then whole, as on a GPU.
fn words(bound: &BoundBuffer, language: Language) -> Vec<u32> {
    let mut words = whole_words(&bound.buffer.bytes);
    words.resize(words.len().next_multiple_of(multiple(bound, language)), 0);
    words
}

/// What the number of its words is a multiple of.
fn multiple(bound: &BoundBuffer, language: Language) -> usize {
    if language == Language::Rust && bound.variable.is_open {
        (bound.variable.bytes as usize).div_ceil(4).max(1)
    } else {
        1
    }
}
