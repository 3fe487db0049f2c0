//! Any text. What `front::rust` takes for a file of kernels is lowered, compiled
//! and run, or refused with at least one diagnostic that lies within the text.

#![no_main]

use libfuzzer_sys::{fuzz_mutator, fuzz_target, fuzzer_mutate};
use std::collections::BTreeMap;
use warpbench_fuzz::{MOST_INSTRUCTIONS, tokens};
use warpbench_front::rust::check::check;
use warpbench_front::diagnostic::{Diagnostic, render};
use warpbench_front::rust::lower::{Options, lower};
use warpbench_machine::sim::{Launch, Schedule};

fuzz_target!(|text: &str| {
    let program = match check(text) {
        Ok(program) => program,
        Err(diagnostics) => return judge(&diagnostics, text),
    };
    let length = text.len() as u32;
    for kernel in program.functions.iter().filter(|function| function.is_kernel) {
        let constants = kernel.const_params.iter();
        let options = Options {
            entry: kernel.name.clone(),
            block: [1 + length % 70, 1 + length % 2, 1],
            constants: constants
                .map(|param| (param.name.clone(), i128::from(length % 3)))
                .collect::<BTreeMap<_, _>>(),
            dynamic_shared_bytes: length % 100,
        };
        match lower(&program, &options) {
            Err(diagnostics) => judge(&diagnostics, text),
            Ok(lowered) => {
                let launch = Launch {
                    grid: [2, 1, 1],
                    warp_width: 32,
                    schedule: Schedule::Shuffled(u64::from(length)),
                    most_instructions: MOST_INSTRUCTIONS,
                    ..Launch::default()
                };
                let words = length as usize % 300;
                warpbench_fuzz::run(&lowered.checked, &kernel.name, &launch, &mut || words);
            }
        }
    }
});

// Of ten changes, nine are of whole tokens: most texts that differ in single bytes
// are no Rust at all, and none of what follows the parser would be tried.
fuzz_mutator!(|data: &mut [u8], size: usize, max_size: usize, seed: u32| {
    match std::str::from_utf8(&data[..size]) {
        Ok(text) if !seed.is_multiple_of(10) => {
            let changed = tokens::changed(text, seed.into());
            let length = changed.len().min(max_size);
            data[..length].copy_from_slice(&changed.as_bytes()[..length]);
            length
        }
        _ => fuzzer_mutate(data, size, max_size),
    }
});

fn judge(diagnostics: &[Diagnostic], text: &str) {
    assert!(!diagnostics.is_empty(), "refused without a word");
    for diagnostic in diagnostics {
        let says_so = |note: &String| note.contains("a fault of the workbench");
        assert!(!diagnostic.note.iter().any(says_so), "{}", diagnostic.message);
        let is_refused_late = diagnostic.message.contains("cannot be expressed for a GPU");
        assert!(!is_refused_late, "naga refuses it: {}", diagnostic.label);
        if let Some(range) = diagnostic.span.to_range() {
            assert!(range.end <= text.len(), "{range:?} lies outside of the text");
        }
    }
    render("fuzzed.rs", text, diagnostics);
}
