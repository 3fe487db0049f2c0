//! The buffers of a launch of the catalogue in the machine's memory, and back.

use warpbench_catalog::{Argument, Element, Launch, Values};
use warpbench_machine::sim::Buffers;
use warpbench_machine::sim::code::{BufferSlot, Code};

/// What is bound to a launch: buffers in order, then the scalars as one more.
pub(crate) struct LaunchBindings {
    /// The buffers, and whether their length can be asked for.
    buffers: Vec<(usize, bool)>,
    scalars: Vec<u32>,
}

impl LaunchBindings {
    pub(crate) fn of(launch: &Launch) -> LaunchBindings {
        let mut bound = LaunchBindings { buffers: Vec::new(), scalars: Vec::new() };
        for argument in &launch.arguments {
            match argument {
                Argument::Slice(index) => bound.buffers.push((*index, true)),
                Argument::Pointer(index) => bound.buffers.push((*index, false)),
                Argument::U32(value) => bound.scalars.push(*value),
                Argument::F32(value) => bound.scalars.push(value.to_bits()),
                Argument::U64(value) => {
                    bound.scalars.extend([*value as u32, (value >> 32) as u32]);
                }
                Argument::Bytes(bytes) => bound.scalars.extend(bytes.chunks(4).map(|bytes| {
                    let each = bytes.iter().rev();
                    each.fold(0, |word, byte| word << 8 | u32::from(*byte))
                })),
            }
        }
        bound
    }

    /// The bytes that a buffer of the kernel has, when those of the problem have
    /// these.
    pub(crate) fn bytes(&self, slot: &BufferSlot, problem_bytes: &[u64]) -> u64 {
        match self.buffers.get(slot.binding as usize) {
            None => 4 * self.scalars.len() as u64,
            Some(&(index, true)) => problem_bytes[index],
            // Vectors of four are bound whole, as on a GPU.
            Some(&(index, false)) => problem_bytes[index].next_multiple_of(16),
        }
    }

    /// The words of a buffer that the kernel uses.
    pub(crate) fn words(&self, slot: &BufferSlot, contents: &[Values]) -> Vec<u32> {
        match self.buffers.get(slot.binding as usize) {
            None => self.scalars.clone(),
            Some(&(index, exact)) => {
                whole(bytemuck::pod_collect_to_vec(contents[index].as_bytes()), exact)
            }
        }
    }

    /// The buffers of a launch, moved out of the contents until they are
    /// [put back](LaunchBindings::put_back): a copy of each would double what a
    /// large problem takes.
    pub(crate) fn take(&self, code: &Code, contents: &mut [Values]) -> TakenBuffers {
        let lens = contents.iter().map(Values::len).collect();
        let index_of = |slot: &BufferSlot| self.buffers.get(slot.binding as usize).copied();
        let words = code.buffers.iter().map(|slot| {
            let Some((index, exact)) = index_of(slot) else { return self.scalars.clone() };
            let is_same = |other: &&BufferSlot| {
                index_of(other).is_some_and(|(other_index, _)| other_index == index)
            };
            if code.buffers.iter().filter(is_same).count() > 1 {
                return self.words(slot, contents);
            }
            let none = Values::zeros(contents[index].element(), 0);
            whole(into_words(std::mem::replace(&mut contents[index], none)), exact)
        });
        TakenBuffers { buffers: Buffers(words.collect()), lens }
    }

    /// Takes over what the kernel has left in its buffers.
    pub(crate) fn put_back(&self, code: &Code, taken: TakenBuffers, contents: &mut [Values]) {
        for (slot, mut words) in code.buffers.iter().zip(taken.buffers.0) {
            let Some(&(index, _)) = self.buffers.get(slot.binding as usize) else { continue };
            words.truncate(taken.lens[index]);
            contents[index] = from_words(contents[index].element(), words);
        }
    }

    /// The same for a copy of the contents.
    pub(crate) fn write_back(&self, code: &Code, buffers: &Buffers, contents: &mut [Values]) {
        for (slot, words) in code.buffers.iter().zip(&buffers.0) {
            if let Some(&(index, _)) = self.buffers.get(slot.binding as usize) {
                let target = contents[index].as_bytes_mut();
                let len = target.len();
                target.copy_from_slice(&bytemuck::cast_slice(words)[..len]);
            }
        }
    }
}

/// Buffers of a launch that were moved out of the contents.
pub(crate) struct TakenBuffers {
    pub(crate) buffers: Buffers,
    /// Elements of each buffer of the problem.
    lens: Vec<usize>,
}

/// Vectors of four are bound whole, as on a GPU.
fn whole(mut words: Vec<u32>, exact: bool) -> Vec<u32> {
    if !exact {
        words.resize(words.len().next_multiple_of(4), 0);
    }
    words
}

fn into_words(values: Values) -> Vec<u32> {
    match values {
        Values::F32(values) => bytemuck::cast_vec(values),
        Values::I32(values) => bytemuck::cast_vec(values),
        Values::U32(values) => values,
    }
}

fn from_words(element: Element, words: Vec<u32>) -> Values {
    match element {
        Element::F32 => Values::F32(bytemuck::cast_vec(words)),
        Element::I32 => Values::I32(bytemuck::cast_vec(words)),
        Element::U32 => Values::U32(words),
    }
}
