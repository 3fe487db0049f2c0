//! Global and shared memory, as words.

/// The buffers of a launch, in the order of [`super::code::Code::buffers`].
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Buffers(pub Vec<Vec<u32>>);

impl Buffers {
    /// Bytes of a buffer.
    pub(super) fn bytes(&self, buffer: u32) -> u32 {
        self.0.get(buffer as usize).map_or(0, |words| 4 * words.len() as u32)
    }
}

/// The word at a byte offset; zero outside.
pub(super) fn read(words: &[u32], offset: u32) -> u32 {
    words.get(offset as usize / 4).copied().unwrap_or(0)
}

/// Writes the word at a byte offset; nothing outside.
pub(super) fn write(words: &mut [u32], offset: u32, word: u32) {
    if let Some(target) = words.get_mut(offset as usize / 4) {
        *target = word;
    }
}
