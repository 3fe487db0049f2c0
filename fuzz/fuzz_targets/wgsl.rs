//! Any text. What naga takes for WGSL is compiled and run, or refused. The
//! launch depends on the length of the text, so that a text alone repeats a run.

#![no_main]

use libfuzzer_sys::fuzz_target;
use warpbench_fuzz::MOST_INSTRUCTIONS;
use warpbench_front::wgsl;
use warpbench_machine::sim::{Launch, Schedule};

fuzz_target!(|text: &str| {
    let Ok(checked) = wgsl::check(text, "fuzzed") else { return };
    let length = text.len();
    let launch = Launch {
        grid: [2, 1 + (length % 2) as u32, 1],
        warp_width: 1 + (length % 64) as u32,
        schedule: match length % 3 {
            0 => Schedule::InOrder,
            1 => Schedule::RoundRobin,
            _ => Schedule::Shuffled(length as u64),
        },
        most_instructions: MOST_INSTRUCTIONS,
        ..Launch::default()
    };
    for point in &checked.module.entry_points {
        warpbench_fuzz::run(&checked, &point.name, &launch, &mut || length % 300);
    }
});
