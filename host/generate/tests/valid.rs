//! Whatever the choices, naga takes the text; and the same choices make the same
//! text.

use naga::valid::{Capabilities, ValidationFlags, Validator};
use warpbench_generate::{Choices, Feature, Features, Grammar, Seeded, module};

/// What naga has against a text.
fn complaint(text: &str) -> Option<String> {
    let parsed = match naga::front::wgsl::parse_str(text) {
        Ok(parsed) => parsed,
        Err(error) => return Some(error.emit_to_string(text)),
    };
    let validated = Validator::new(ValidationFlags::all(), Capabilities::all()).validate(&parsed);
    validated.err().map(|error| error.emit_to_string(text))
}

/// Checks the texts of several seeds.
fn check(features: Features, seeds: std::ops::Range<u64>) {
    let mut complaints = String::new();
    for seed in seeds {
        let text = module(&mut Seeded::new(seed), &grammar(features)).text();
        if let Some(complaint) = complaint(&text) {
            complaints += &format!("seed {seed}: {complaint}\n");
        }
    }
    assert!(complaints.is_empty(), "{features:?}\n{complaints}");
}

fn grammar(features: Features) -> Grammar {
    Grammar { features, programs: 4, statements: 8, depth: 3, block: [5, 3, 1] }
}

#[test]
fn every_text_is_valid() {
    check(Features::of(&Feature::ALL), 0..250);
}

#[test]
fn every_feature_alone_is_valid() {
    for feature in Feature::ALL {
        check(Features::of(&[feature]), 0..10);
    }
}

#[test]
fn a_seed_makes_one_text() {
    let make = |seed| {
        let features = Features::of(&Feature::ALL);
        module(&mut Seeded::new(seed), &grammar(features)).text()
    };
    assert_eq!(make(3), make(3));
    assert_ne!(make(3), make(4));
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
    for word in [0, 1, 1 << 31, u32::MAX] {
        let text = module(&mut Stubborn(word), &grammar(Features::of(&Feature::ALL))).text();
        assert_eq!(complaint(&text), None);
    }
}
