//! Generated programs, valid but not harmless: indices past the end, buffers of
//! any size, any launch. Nothing panics, and every run ends within its budget.

#![no_main]

use arbitrary::Unstructured;
use libfuzzer_sys::fuzz_target;
use warpbench_fuzz::{Bytes, MOST_INSTRUCTIONS};
use warpbench_generate::{Choices, Feature, Features, Grammar, module};
use warpbench_front::wgsl;
use warpbench_machine::sim::{Launch, Schedule};

fuzz_target!(|data: &[u8]| {
    let mut bytes = Bytes(Unstructured::new(data));
    let launch = launch(&mut bytes);
    let lengths: Vec<usize> = (0..6).map(|_| length(&mut bytes)).collect();
    let block = [1 + bytes.below(40), 1 + bytes.below(3), 1 + bytes.below(2)].map(|n| n as u32);
    let grammar = Grammar {
        features: Features::of(&Feature::ALL),
        programs: 1,
        statements: 1 + bytes.below(8) as u32,
        depth: bytes.below(4) as u32,
        block,
    };
    let text = module(&mut bytes, &grammar).text();
    let checked = match wgsl::check(&text, "generated") {
        Ok(checked) => checked,
        Err(error) => panic!("the generator made a text that is not valid: {error}\n{text}"),
    };
    let mut next = lengths.iter().copied().cycle();
    warpbench_fuzz::run(&checked, "main0", &launch, &mut || next.next().unwrap_or(0));
});

fn launch(bytes: &mut Bytes<'_>) -> Launch {
    Launch {
        grid: [bytes.below(4), bytes.below(3), bytes.below(3)].map(|n| n as u32),
        warp_width: 1 + bytes.below(64) as u32,
        schedule: match bytes.below(3) {
            0 => Schedule::InOrder,
            1 => Schedule::RoundRobin,
            _ => Schedule::Shuffled(bytes.word().into()),
        },
        most_instructions: match bytes.below(4) {
            0 => bytes.below(100) as u64,
            _ => MOST_INSTRUCTIONS,
        },
        ..Launch::default()
    }
}

/// Nothing, too little, enough.
fn length(bytes: &mut Bytes<'_>) -> usize {
    match bytes.below(4) {
        0 => 0,
        1 => bytes.below(40),
        _ => bytes.below(5000),
    }
}
