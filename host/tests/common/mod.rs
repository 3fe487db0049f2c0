//! Kernels in Rust on three machines: compiled by rustc for the CPU, on the
//! simulator, and on a Vulkan adapter.

pub(crate) mod adapter;
pub(crate) mod compare;
pub(crate) mod cpu;
pub(crate) mod simulator;

use warpbench_front::rust::check;
use warpbench_front::rust::hir::Crate;
use warpbench_front::rust::lower::layout::in_memory;
use warpbench_front::rust::lower::{Avoided, lower_avoiding};
use warpbench_front::rust::lower::{Launched, Lowered, Options, ParameterKind};
use warpbench_front::rust::types::Ty;
use warpbench_front::{Diagnostic, diagnostic};

/// A kernel and what it is run on.
#[derive(Clone, Debug)]
pub(crate) struct Kernel {
    /// The text of its file.
    pub(crate) text: String,
    pub(crate) entry: String,
    /// Values of its const parameters, in their order.
    pub(crate) constants: Vec<(String, u32)>,
    /// What it is given, in the order of its parameters.
    pub(crate) arguments: Vec<Argument>,
    /// Blocks, x, y, z.
    pub(crate) grid: [u32; 3],
    /// Threads per block, x, y, z.
    pub(crate) block: [u32; 3],
    /// Whether threads of a block wait for one another. On the CPU they then run
    /// side by side, which takes longer.
    pub(crate) is_cooperative: bool,
    /// Bytes of shared memory whose size the launch says.
    pub(crate) dynamic_shared_bytes: u32,
}

/// What a kernel is given.
#[derive(Clone, Debug)]
pub(crate) enum Argument {
    Memory(Vec<u32>),
    /// A number, by its bits and its size in bytes on a GPU.
    Bits(u64, u32),
    /// Several numbers, and how Rust makes a value of them: `#0;` is the first.
    Value(Vec<(u64, u32)>, String),
}

impl Kernel {
    /// How it is called in Rust.
    fn call(&self) -> String {
        let values: Vec<String> =
            self.constants.iter().map(|(_, value)| value.to_string()).collect();
        match values.is_empty() {
            true => self.entry.clone(),
            false => format!("{}::<{}>", self.entry, values.join(", ")),
        }
    }

    /// The program as it is understood, to be lowered for several machines.
    pub(crate) fn checked(&self) -> Result<Crate, String> {
        check::check(&self.text).map_err(|found| self.render(&found))
    }

    /// The kernel as a module, or what is wrong with it. For an adapter it
    /// does without what the software adapter lacks or computes wrongly.
    pub(crate) fn lower(
        &self,
        program: &Crate,
        is_simulated: bool,
        full_usize: bool,
    ) -> Result<Lowered, String> {
        let options = Options {
            entry: self.entry.clone(),
            block: self.block,
            constants: (self.constants.iter())
                .map(|(name, value)| (name.clone(), i128::from(*value)))
                .collect(),
            dynamic_shared_bytes: self.dynamic_shared_bytes,
            full_usize,
        };
        let is_adapted = !is_simulated;
        let avoided = Avoided {
            float_atomics: is_adapted,
            signed_widening: is_adapted,
            inverse_hyperbolics: is_adapted,
        };
        lower_avoiding(program, &options, avoided).map_err(|found| self.render(&found))
    }

    /// Whether it can be shown that words are enough for `usize`.
    pub(crate) fn words_suffice(&self, program: &Crate, lowered: &Lowered) -> bool {
        let bindings = self.bindings(program, lowered);
        let binding = lowered.uniform.as_ref().map(|uniform| uniform.binding as usize);
        let uniform = binding.and_then(|binding| bindings.get(binding));
        let uniform: Vec<u8> =
            uniform.into_iter().flatten().flat_map(|w| w.to_le_bytes()).collect();
        let longest = bindings.iter().map(|words| 4 * words.len() as u64).max().unwrap_or(0);
        let (grid, block) = (self.grid, self.block);
        lowered.may_outgrow(&Launched { grid, block, uniform: &uniform, longest }).is_none()
    }

    /// What the bindings of its module hold: the memory in its order, then the
    /// uniform with the numbers and the lengths that the kernel asks for.
    pub(crate) fn bindings(&self, program: &Crate, lowered: &Lowered) -> Vec<Vec<u32>> {
        let mut bindings = Vec::new();
        let size = lowered.uniform.as_ref().map_or(0, |uniform| uniform.bytes as usize / 4);
        let mut numbers = vec![0; size];
        for (argument, parameter) in self.arguments.iter().zip(&lowered.parameters) {
            match (argument, &parameter.kind) {
                (Argument::Memory(words), _) => bindings.push(words.clone()),
                (Argument::Bits(bits, bytes), ParameterKind::Scalar { offset, ty }) => {
                    put(&mut numbers, *offset, *bits, in_uniform(ty, *bytes));
                }
                (Argument::Value(given, _), ParameterKind::Value { leaves, .. }) => {
                    assert_eq!(given.len(), leaves.len(), "as many numbers as are taken");
                    for ((bits, bytes), leaf) in given.iter().zip(leaves) {
                        put(&mut numbers, leaf.offset, *bits, in_uniform(&leaf.ty, *bytes));
                    }
                }
                (Argument::Bits(..) | Argument::Value(..), kind) => {
                    panic!("a number is given to {kind:?}");
                }
            }
        }
        if let Some(uniform) = &lowered.uniform {
            for &(position, offset) in &uniform.lengths {
                let ParameterKind::Buffer { element, .. } = &lowered.parameters[position].kind
                else {
                    panic!("only memory has a length");
                };
                let Argument::Memory(words) = &self.arguments[position] else { continue };
                let layout = in_memory(program, element).expect("elements lie in memory");
                numbers[offset as usize / 4] = 4 * words.len() as u32 / layout.bytes;
            }
            bindings.push(numbers);
        }
        bindings
    }

    /// How many arguments are memory.
    pub(crate) fn memories(&self) -> usize {
        self.arguments.iter().filter(|argument| matches!(argument, Argument::Memory(_))).count()
    }

    /// Diagnostics, each with its place.
    fn render(&self, diagnostics: &[Diagnostic]) -> String {
        format!("it is refused:\n{}", diagnostic::render("kernel.rs", &self.text, diagnostics))
    }
}

/// Writes a number to its place in the uniform.
fn put(numbers: &mut [u32], offset: u32, bits: u64, bytes: u32) {
    let at = offset as usize / 4;
    numbers[at] = bits as u32;
    if bytes == 8 {
        numbers[at + 1] = (bits >> 32) as u32;
    }
}

/// How many bytes a number has in the uniform: a `usize` as many as the module gives it.
fn in_uniform(ty: &Ty, bytes: u32) -> u32 {
    match ty {
        Ty::Int(int) if int.is_pointer_sized() => int.bits() / 8,
        _ => bytes,
    }
}
