//! Where two machines disagree about a program.

use super::words::{BALANCES, COUNTERS, DATA, INPUT, OUTPUT, Words};
use warpbench_generate::{ATOMICS, INPUTS, Module, SLOTS, Slot};

/// Compares what a program left behind. Says where the first thread differs.
pub(crate) fn compare(
    module: &Module,
    number: usize,
    simulator: &Words,
    adapter: &Words,
) -> Result<(), String> {
    let slots = &module.programs[number].slots;
    let stride = module.programs.len() * SLOTS as usize;
    let first = number * SLOTS as usize;
    let (ours, theirs) = (simulator.get(OUTPUT), adapter.get(OUTPUT));
    for (thread, start) in (first..ours.len()).step_by(stride).enumerate() {
        let mut differences = String::new();
        for (slot, how) in slots.iter().enumerate() {
            let (ours, theirs) = (ours[start + slot], theirs[start + slot]);
            if !how.agree(ours, theirs) {
                let place = format!("\n  output {}", first + slot);
                differences += &describe(&place, *how, ours, theirs);
            }
        }
        if !differences.is_empty() {
            let inputs = thread * INPUTS as usize..(thread + 1) * INPUTS as usize;
            let inputs = &simulator.get(INPUT)[inputs];
            return Err(format!("thread {thread}, with inputs {inputs:x?}{differences}"));
        }
    }
    let atomics = number * ATOMICS as usize..(number + 1) * ATOMICS as usize;
    for (name, binding) in [("counters", COUNTERS), ("balances", BALANCES)] {
        let (ours, theirs) = (simulator.get(binding), adapter.get(binding));
        for i in atomics.clone() {
            if ours[i] != theirs[i] {
                return Err(describe(&format!("{name}[{i}]"), Slot::Exact, ours[i], theirs[i]));
            }
        }
    }
    let binding = DATA + number as u32;
    let (ours, theirs) = (simulator.get(binding), adapter.get(binding));
    for (i, (&ours, &theirs)) in ours.iter().zip(theirs).enumerate() {
        // Whatever type it is, a zero of either sign is the only float that is
        // not written exactly.
        if !Slot::Exact.agree(ours, theirs) && !zeros(ours, theirs) {
            return Err(describe(&format!("word {i} of its buffer"), Slot::Exact, ours, theirs));
        }
    }
    Ok(())
}

/// Whether words are the same but for the sign of a zero: as one float, as two
/// half floats.
fn zeros(a: u32, b: u32) -> bool {
    let half = |shift: u32| {
        let (a, b) = ((a >> shift) & 0xffff, (b >> shift) & 0xffff);
        a == b || (a | b) & 0x7fff == 0
    };
    half(0) && half(16)
}

fn describe(place: &str, how: Slot, ours: u32, theirs: u32) -> String {
    let show = |word: u32| format!("{word:#010x} ({}, {:?})", word as i32, f32::from_bits(word));
    format!("{place}: simulator {}, adapter {}, compared {how:?}", show(ours), show(theirs))
}
