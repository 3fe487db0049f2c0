//! What both targets need: decisions from the fuzzer's bytes, and a run that is
//! held to its bounds.

pub mod tokens;

use arbitrary::Unstructured;
use std::collections::BTreeMap;
use warpbench_generate::Choices;
use warpbench_front::overrides;
use warpbench_front::wgsl::Checked;
use warpbench_machine::sim::{self, Buffers, Launch, Observer, RunError, Site};

/// Instructions of a run, at most. Small, so that the fuzzer gets round.
pub const MOST_INSTRUCTIONS: u64 = 20_000;

/// Decisions from the fuzzer's bytes. When they end, always the first.
pub struct Bytes<'a>(pub Unstructured<'a>);

impl Choices for Bytes<'_> {
    fn word(&mut self) -> u32 {
        self.0.arbitrary().unwrap_or(0)
    }

    fn below(&mut self, count: usize) -> usize {
        self.0.int_in_range(0..=count.saturating_sub(1)).unwrap_or(0)
    }
}

#[derive(Default)]
struct Count(u64);

impl Observer for Count {
    fn instruction(&mut self, _: &Site) {
        self.0 += 1;
    }
}

/// Compiles and runs an entry point. Whatever it is, it ends within its budget,
/// or is refused; `length` says how many words each buffer has.
pub fn run(checked: &Checked, entry: &str, launch: &Launch, length: &mut dyn FnMut() -> usize) {
    let Ok(replaced) = overrides::apply(checked, entry, &BTreeMap::new()) else { return };
    let replaced = replaced.as_ref().unwrap_or(checked);
    let Ok(code) = sim::compile(&replaced.module, &replaced.info, &replaced.semantics, entry) else { return };
    let mut buffers = Buffers(code.buffers.iter().map(|_| vec![0x3f80_0001; length()]).collect());
    let sizes: Vec<usize> = buffers.0.iter().map(Vec::len).collect();
    let mut count = Count::default();
    match sim::run(&code, launch, &mut buffers, &mut count) {
        Ok(()) => {}
        Err(RunError::Budget { most }) => assert_eq!(most, launch.most_instructions),
        // A kernel may declare more memory than the machine gives it.
        Err(RunError::Memory { bytes, most }) => assert!(bytes > most),
        // It may be endless, and the machine may notice.
        Err(RunError::Endless(_) | RunError::Missing(_)) => {}
        Err(error) => panic!("this launch fits the kernel: {error}"),
    }
    assert!(count.0 <= launch.most_instructions, "{} instructions", count.0);
    let after: Vec<usize> = buffers.0.iter().map(Vec::len).collect();
    assert_eq!(sizes, after, "buffers keep their sizes");
}
