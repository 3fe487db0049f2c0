//! `check` accepts what `sim` accepts, whatever the block is.

use crate::output::{Lab, code, json_of, stderr, stdout};

const RUST: &str = "
use cuda_std::prelude::*;
use cuda_std::shared_array;
#[kernel]
pub unsafe fn k(to: *mut u32) {
    let tile = shared_array![u32; LEN];
    let i = thread::thread_idx_x() as usize;
    if i < LEN { *tile.add(i) = 1; }
    thread::sync_threads();
    if i < 4 { *to.add(i) = *tile.add(i); }
}
";

const CASE: &str = "grid = [1]\nblock = [BLOCK]\n[[buffer]]\nname = 'to'\ntype = 'u32'\nlen = 4\n";

#[test]
fn check_and_sim_agree_on_blocks_and_shared_memory() {
    for (len, block, fits) in [
        ("64", "64", true),
        ("64", "256", true),
        ("64", "1024", true),
        ("64", "1025", false),
        ("64", "32, 33", false),
        ("58000", "32", true),
        ("100000", "32", false),
    ] {
        let (text, case) = (RUST.replace("LEN", len), CASE.replace("BLOCK", block));
        let lab = Lab::of("lab.rs", &text, &case);
        let (sim, check) = (lab.call("sim", &[]), lab.call("check", &[]));
        let said = format!("{}{}{}", stdout(&check), stderr(&check), stderr(&sim));
        assert_eq!(code(&sim) == 0, fits, "{len} {block}: {said}");
        assert_eq!(code(&check), code(&sim), "{len} {block}: {said}");
        if !fits {
            assert!(stderr(&check).contains("lab.toml"), "{said}");
        }
    }
}

#[test]
fn without_a_case_one_usual_block_is_enough() {
    let check = |text: &str, options: &[&str], exit: i32, expected: &str| {
        let output = Lab::of("lab.rs", text, "").call("check", options);
        let said = format!("{}{}", stdout(&output), stderr(&output));
        assert_eq!(code(&output), exit, "{options:?} {said}");
        assert!(said.contains(expected), "{expected} in {said}");
    };
    let small = RUST.replace("LEN", "64");
    check(&small, &[], 0, "the kernel is k");
    check(&small, &["--block", "1024"], 0, "the kernel is k");
    check(&small, &["--block", "2048"], 2, "`k` cannot be launched");
    check(&small, &["--block", "2048"], 2, "tried with blocks of 2048 threads");
    let large = RUST.replace("LEN", "100000");
    check(&large, &[], 2, "a block takes 400000 bytes of shared memory");
    check(&large, &[], 2, "tried with blocks of 256, 32, 16×16, 1024");
    let output = Lab::of("lab.rs", &large, "").call("check", &["--json"]);
    let found = json_of(&output);
    assert_eq!((code(&output), &found[0]["line"]), (2, &serde_json::json!(5)), "{found}");
}

#[test]
fn what_depends_on_the_block_is_judged_by_the_block() {
    let text = "
        use cuda_std::prelude::*;
        #[kernel]
        pub unsafe fn k(to: *mut u32) {
            let row = [1u32; 64];
            *to = row[thread::block_dim_x() as usize - 1];
        }";
    for (block, exit) in [("64", 0), ("32", 0), ("65", 2), ("256", 2)] {
        let case = CASE.replace("BLOCK", block);
        let lab = Lab::of("lab.rs", text, &case);
        assert_eq!(code(&lab.call("sim", &[])), exit, "{block}");
        assert_eq!(code(&lab.call("check", &[])), exit, "{block}");
        let bare = Lab::of("lab.rs", text, "");
        assert_eq!(code(&bare.call("check", &["--block", block])), exit, "{block}");
    }
    assert_eq!(code(&Lab::of("lab.rs", text, "").call("check", &[])), 0);
    // No usual block is long enough for this one.
    let text = text.replace("- 1", "+ 64");
    let output = Lab::of("lab.rs", &text, "").call("check", &[]);
    assert_eq!(code(&output), 2);
    assert!(stdout(&output).contains("tried with blocks of 256, 32"), "{}", stdout(&output));
}

#[test]
fn const_parameters_are_the_cases_or_the_command_lines() {
    let text = "
        use cuda_std::prelude::*;
        #[kernel]
        pub unsafe fn k<const N: usize>(to: *mut [u32; 4]) {
            let row: [u32; 4] = [1; 4];
            (*to)[N] = row[N];
        }";
    let lab = Lab::of("lab.rs", text, "");
    assert_eq!(code(&lab.call("check", &[])), 0);
    assert_eq!(code(&lab.call("check", &["--override", "N=3"])), 0);
    let output = lab.call("check", &["--override", "N=-1"]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    let output = lab.call("check", &["--override", "M=1"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("which has `N`"), "{}", stderr(&output));
}

#[test]
fn what_the_machine_does_not_know_is_refused_by_both() {
    let text = "
        @group(0) @binding(0) var picture: texture_2d<f32>;
        @group(0) @binding(1) var<storage, read_write> to: array<f32>;
        @compute @workgroup_size(1) fn f() { to[0] = textureLoad(picture, vec2(0, 0), 0).x; }";
    let lab = Lab::of("lab.wgsl", text, "");
    let output = lab.call("check", &[]);
    assert_eq!(code(&output), 2, "{}", stdout(&output));
    assert!(stdout(&output).contains("the simulator does not know"), "{}", stdout(&output));
    let case = "grid = [1]\n[[buffer]]\nname = 'to'\ntype = 'f32'\nlen = 1";
    let lab = Lab::of("lab.wgsl", text, case);
    let (sim, check) = (lab.call("sim", &[]), lab.call("check", &[]));
    assert_ne!(code(&sim), 0);
    assert_eq!(code(&sim), code(&check), "{}{}", stderr(&sim), stderr(&check));
    // What has no value yet is nobody's mistake.
    let open = "override N: u32;\nvar<workgroup> a: array<u32, N>;\n\
                @compute @workgroup_size(N) fn f() { a[0] = 1u; }";
    assert_eq!(code(&Lab::of("lab.wgsl", open, "").call("check", &[])), 0);
    let lab = Lab::of("lab.wgsl", open, "");
    assert_eq!(code(&lab.call("check", &["--override", "N=64"])), 0);
    assert_eq!(code(&lab.call("check", &["--override", "N=2000"])), 2);
    assert_eq!(code(&lab.call("check", &["--override", "M=64"])), 2);
}

#[test]
fn a_case_that_does_not_fit_is_no_mistake_of_the_text() {
    let text = RUST.replace("LEN", "64");
    for case in ["grid = ['one']", "grid = [1]\nblock = [8]", "entry = 'other'\ngrid = [1]"] {
        let lab = Lab::of("lab.rs", &text, case);
        let output = lab.call("check", &[]);
        assert_eq!(code(&output), 0, "{case}: {}{}", stdout(&output), stderr(&output));
        assert!(stderr(&output).contains("warning: "), "{case}: {}", stderr(&output));
        assert_eq!(code(&lab.call("sim", &[])), 1, "{case}");
        // Who names it wants it.
        let output = lab.call("check", &["--case", &lab.path("lab.toml")]);
        assert_eq!(code(&output), 1, "{case}: {}", stderr(&output));
    }
    let output = Lab::of("lab.rs", &text, "").call("check", &["Cargo.toml", "--block", "8"]);
    assert!(stderr(&output).contains("--block is for one file"), "{}", stderr(&output));
}
