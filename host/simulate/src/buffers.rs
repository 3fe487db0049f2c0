//! The buffers of a case in the machine's memory, and back.

use warpbench_case::bind::BoundBuffer;
use warpbench_front::Language;
use warpbench_machine::sim::Buffers;
use warpbench_machine::sim::code::Code;

/// The buffers that the code wants, in its order.
pub(super) fn fill(code: &Code, bound: &[BoundBuffer], language: Language) -> Buffers {
    let words = code.buffers.iter().map(|slot| {
        let found = bound.iter().find(|bound| {
            (bound.variable.group, bound.variable.binding) == (slot.group, slot.binding)
        });
        found.map(|bound| words(bound, language)).unwrap_or_default()
    });
    Buffers(words.collect())
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
    if language == Language::Rust && bound.variable.is_open {
        let element = (bound.variable.bytes as usize).div_ceil(4).max(1);
        words.resize(words.len().next_multiple_of(element), 0);
    }
    words
}
