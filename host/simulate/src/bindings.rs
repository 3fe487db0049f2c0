//! The buffers of a launch of the catalogue in the machine's memory, and back.

use warpbench_catalog::{Argument, Launch, Values};
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
            match *argument {
                Argument::Slice(index) => bound.buffers.push((index, true)),
                Argument::Pointer(index) => bound.buffers.push((index, false)),
                Argument::U32(value) => bound.scalars.push(value),
                Argument::F32(value) => bound.scalars.push(value.to_bits()),
                Argument::U64(value) => {
                    bound.scalars.extend([value as u32, (value >> 32) as u32]);
                }
            }
        }
        bound
    }

    /// The words of a buffer that the kernel uses.
    pub(crate) fn words(&self, slot: &BufferSlot, contents: &[Values]) -> Vec<u32> {
        let Some(&(index, exact)) = self.buffers.get(slot.binding as usize) else {
            return self.scalars.clone();
        };
        let mut words: Vec<u32> = bytemuck::pod_collect_to_vec(contents[index].as_bytes());
        if !exact {
            // Vectors of four are bound whole, as on a GPU.
            words.resize(words.len().next_multiple_of(4), 0);
        }
        words
    }

    /// Takes over what the kernel has left in its buffers.
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
