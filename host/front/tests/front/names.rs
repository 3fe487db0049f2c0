//! The names that a module keeps of the variables of a text in Rust.

use warpbench_front::SourceNames;
use warpbench_front::rust::{self, lower::Options};

fn check(names: &SourceNames, function: &str, has: &[&str], has_not: &[&str]) {
    for path in has {
        assert!(names.has(function, path), "{path} of {function} in {names:?}");
    }
    for path in has_not {
        assert!(!names.has(function, path), "{path} of {function} in {names:?}");
    }
}

#[test]
fn names_of_rust_are_those_of_its_variables() {
    let text = "
        use cuda_std::prelude::*;
        // value, x_0
        fn larger(x: f32, limit: f32) -> f32 { let kept = if x > limit { x } else { limit }; kept }
        fn first(at: *const f32) -> f32 { let (a, _) = unsafe { (*at, 1) }; a }
        #[kernel]
        pub unsafe fn k(data: *mut f32, n: u32) {
            let i = thread::index_1d();
            let mut sum = 0.0;
            for turn in 0..n {
                sum += larger(1.0, first(unsafe { data.add((i + turn) as usize) }));
            }
            unsafe { *data.add(i as usize) = sum };
        }";
    let program = rust::read(text, "a.rs").expect("a program");
    let options = Options { entry: "k".to_owned(), block: [8, 1, 1], ..Options::default() };
    let lowered = rust::lower_checked(&program, &options, text, "a.rs").expect("a module");
    let names = lowered.checked.names;
    check(&names, "k", &["i", "sum", "turn", "n", "data"], &["kept", "value", "turns_left"]);
    check(&names, "larger", &["x", "limit", "kept"], &["value", "x_0", "sum"]);
    // A helper is called what its pointers make of it.
    check(&names, "first_data", &["at", "a"], &["i"]);
}
