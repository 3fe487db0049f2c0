//! The same choices make the same kernel, and whatever the choices, there is an
//! end to it. That kernels are valid is for rustc to say, in the tests of
//! `warpbench-host`.

use warpbench_generate::rust::{RustArgument, RustGrammar, rust_kernel};
use warpbench_generate::{Choices, Seeded};

fn grammar(is_wide: bool) -> RustGrammar {
    RustGrammar { is_wide, is_narrow: !is_wide, statements: 7, depth: 3 }
}

#[test]
fn a_seed_makes_one_kernel() {
    let make = |seed, is_wide| rust_kernel(&mut Seeded::new(seed), &grammar(is_wide)).text;
    assert_eq!(make(3, false), make(3, false));
    assert_ne!(make(3, false), make(4, false));
    assert_ne!(make(3, false), make(3, true));
}

#[test]
fn only_wide_kernels_use_wide_numbers() {
    for seed in 0..300 {
        let program = rust_kernel(&mut Seeded::new(seed), &grammar(false));
        let mut words = program.text.split(|sign: char| !sign.is_alphanumeric() && sign != '_');
        // A type by itself, or behind a number; `Leaf64` is a name.
        let is_wide = |word: &str| {
            let number = word.trim_end_matches(|sign: char| sign.is_ascii_digit());
            let is_number = word.starts_with(|sign: char| sign.is_ascii_digit());
            ["u64", "i64", "f64"].contains(&word)
                || (is_number && word.ends_with("64") && number.ends_with(['u', 'i', 'f']))
        };
        assert!(!words.any(is_wide), "seed {seed}:\n{}", program.text);
    }
}

#[test]
fn kernels_are_given_what_they_take() {
    for seed in 0..300 {
        let program = rust_kernel(&mut Seeded::new(seed), &grammar(seed % 2 == 0));
        let (_, kernel) = program.text.split_once("#[kernel]").expect("there is a kernel");
        let parameters = kernel.split(['(', ')']).nth(1).expect("it has parameters");
        assert_eq!(parameters.split(',').count(), program.arguments.len(), "{parameters}");
        for (parameter, argument) in parameters.split(',').zip(&program.arguments) {
            let is_memory = parameter.contains(['*', '&']);
            assert_eq!(is_memory, matches!(argument, RustArgument::Buffer(_)), "{parameter}");
            if let RustArgument::Buffer(buffer) = argument {
                // What is narrower than a word may leave a part of the last one over.
                let rest = buffer.words.len() as u32 * 4 % buffer.stride;
                assert!(rest == 0 || rest < 4 && buffer.stride % 4 != 0, "{parameter}: {rest}");
            }
        }
    }
}

/// Always the same decision, as a fuzzer whose bytes have ended.
struct Stubborn(u32);

impl Choices for Stubborn {
    fn word(&mut self) -> u32 {
        self.0
    }
}

#[test]
fn stubborn_choices_come_to_an_end() {
    for word in (0..64).map(|step: u32| step << 26).chain([u32::MAX]) {
        for is_wide in [false, true] {
            let program = rust_kernel(&mut Stubborn(word), &grammar(is_wide));
            assert!(program.text.len() < 100_000, "{} bytes", program.text.len());
        }
    }
}
