//! What the buffers of a module hold.

use naga::{AddressSpace, ArraySize, TypeInner};
use warpbench_front::wgsl::Checked;
use warpbench_generate::{ATOMICS, Choices, INPUTS, Module, SLOTS, Seeded, UNIFORMS};

pub(crate) const OUTPUT: u32 = 0;
pub(crate) const INPUT: u32 = 1;
/// Atomic words, unsigned and signed.
pub(crate) const COUNTERS: u32 = 2;
pub(crate) const BALANCES: u32 = 3;
/// What is the same for all threads.
pub(crate) const UNIFORM: u32 = 4;
/// The buffer of the first program's own.
pub(crate) const DATA: u32 = 8;

/// Numbers with which arithmetic goes wrong.
const SPECIAL: [u32; 12] =
    [0, 1, 2, 3, 31, 32, 33, 0x7fff_ffff, 0x8000_0000, 0x8000_0001, 0xffff_fffe, 0xffff_ffff];

/// The words of all buffers, by their binding.
#[derive(Clone, Debug)]
pub(crate) struct Words(Vec<(u32, Vec<u32>)>);

impl Words {
    /// What a module starts with.
    pub(crate) fn new(module: &Module, checked: &Checked, threads: u32, seed: u64) -> Words {
        let mut choices = Seeded::new(seed);
        let programs = module.programs.len() as u32;
        let input = (0..threads * INPUTS).map(|_| match choices.percent(30) {
            true => SPECIAL[choices.below(SPECIAL.len())],
            false => choices.word(),
        });
        let mut words = vec![
            (OUTPUT, vec![0; (threads * programs * SLOTS) as usize]),
            (INPUT, input.collect()),
            (COUNTERS, atomics(programs, u32::MAX)),
            (BALANCES, atomics(programs, i32::MAX as u32)),
            (UNIFORM, UNIFORMS.to_vec()),
        ];
        words.extend(
            data_strides(checked)
                .map(|(binding, stride)| (binding, vec![0; (threads * stride / 4) as usize])),
        );
        Words(words)
    }

    pub(crate) fn iter(&self) -> impl Iterator<Item = (u32, &[u32])> {
        self.0.iter().map(|(binding, words)| (*binding, words.as_slice()))
    }

    /// The words of a buffer; none where the module has no such buffer.
    pub(crate) fn get(&self, binding: u32) -> &[u32] {
        self.0.iter().find(|(b, _)| *b == binding).map_or(&[], |(_, words)| words)
    }

    pub(crate) fn get_mut(&mut self, binding: u32) -> &mut Vec<u32> {
        let found = self.0.iter_mut().find(|(b, _)| *b == binding);
        &mut found.expect("the module has this buffer").1
    }
}

/// Each program has a word for the smallest, which starts as the largest number,
/// and one for bits in common, which starts with all of them.
fn atomics(programs: u32, largest: u32) -> Vec<u32> {
    let word = |i| match i % ATOMICS {
        2 => largest,
        3 => u32::MAX,
        _ => 0,
    };
    (0..programs * ATOMICS).map(word).collect()
}

/// The bindings of the programs' own buffers, and the size of their elements. An
/// element of a half float is no whole word, so buffers of an odd number of them
/// are rounded up.
fn data_strides(checked: &Checked) -> impl Iterator<Item = (u32, u32)> {
    checked.module.global_variables.iter().filter_map(|(_, variable)| {
        let binding = variable.binding.filter(|binding| binding.binding >= DATA)?.binding;
        let storage = matches!(variable.space, AddressSpace::Storage { .. });
        match checked.module.types[variable.ty].inner {
            TypeInner::Array { stride, size: ArraySize::Dynamic, .. } if storage => {
                Some((binding, stride.next_multiple_of(4)))
            }
            _ => None,
        }
    })
}
