//! Sequential programs with directives on the command line, used as a student would.

use std::fs;

use crate::output::{Lab, code, json_of, stderr, stdout};

const SCALE: &str = "use warpbench_directives::hicuda;

pub fn scale(x: &mut [f32], factor: f32) {
    let n = x.len();
    hicuda! { shape x[n] }
    hicuda! { global alloc x[*] copyin }
    hicuda! { kernel scale tblock(n.div_ceil(32)) thread(32) }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in 0..n {
            x[i] *= factor;
        }
    }
    hicuda! { global copyout x[*] }
    hicuda! { global free x }
}
";

const CASE: &str = "
[scalars]
factor = 1.5
[[buffer]]
name = 'x'
type = 'f32'
len = 100
init = 'iota'
";

/// The program, with other words somewhere, and its case.
fn written(from: &str, to: &str) -> Lab {
    Lab::of("lab.rs", &SCALE.replace(from, to), CASE)
}

#[test]
fn a_program_is_simulated_and_compared_with_itself() {
    let lab = written("", "");
    let output = lab.call("sim", &[]);
    let text = stdout(&output);
    assert_eq!(code(&output), 0, "{text}{}", stderr(&output));
    assert!(text.contains("largest difference from the sequential program 0.0e0"), "{text}");
    assert!(text.contains("line  6  copy x to the GPU: 400 bytes in 1 piece"), "{text}");
    assert!(text.contains("line  7  launch scale: grid 4 × 1 × 1, block 32 × 1 × 1"), "{text}");
    let json = json_of(&lab.call("sim", &["--json", "--dump"]));
    assert_eq!(json["launches"][0]["kernel"], "scale");
    assert_eq!(json["expectations"], 1);
    assert_eq!(json["buffers"][0]["data"][99], 148.5);
}

#[test]
fn dependences_are_warned_of_and_found() {
    let lab = written("0..n {\n            x[i] *= factor", "1..n {\n            x[i] += x[i - 1]");
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 2);
    assert!(stderr(&output).contains("depend on each other"), "{}", stderr(&output));
    let text = stdout(&output);
    assert!(text.contains("WRONG: x[") && text.contains("error[F0001]"), "{text}");
    assert!(text.contains("lab.rs:11: `x[i] += x[i - 1];`"), "{text}");
}

#[test]
fn mistakes_are_told_at_their_place() {
    let check = |from: &str, to: &str, expected: &[&str]| {
        let lab = written(from, to);
        let translate: &[&str] = &["--to", "kernel"];
        for (command, options) in [("check", &[][..]), ("sim", &[]), ("translate", translate)] {
            let output = lab.call(command, options);
            let said = stdout(&output) + &stderr(&output);
            assert_eq!(code(&output), 2, "{command:?}: {said}");
            for words in expected {
                assert!(said.contains(words), "{command:?}: no {words:?} in {said}");
            }
        }
    };
    check("copyout x[*]", "copyout x[0:n]", &["lab.rs:14:", "outside what is allocated"]);
    check("    hicuda! { shape x[n] }\n", "", &["lab.rs:5:", "shape x[…]"]);
    // What the translator does not look at is told in the words of the program, too.
    check("x[i] *= factor", "x[i] = x[i].sinus()", &["lab.rs:11:", "sinus"]);
}

#[test]
fn cases_of_programs_name_parameters() {
    let lab = written("", "");
    let check = |case: &str, expected: &str| {
        fs::write(lab.path("lab.toml"), case).expect("a case");
        let output = lab.call("sim", &[]);
        assert_eq!(code(&output), 1, "{case}");
        assert!(stderr(&output).contains(expected), "{}", stderr(&output));
    };
    check(&format!("grid = [1]\n{CASE}"), "`grid` is for kernels");
    check(&CASE.replace("'x'", "'y'"), "`y` is no array that `scale` takes; it takes x");
    check(&CASE.replace("factor = 1.5", ""), "`factor: f32` has no value");
    check(&CASE.replace("'f32'", "'i32'"), "write type = \"f32\"");
    fs::remove_file(lab.path("lab.toml")).expect("it is there");
    let output = lab.call("sim", &["--init"]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = lab.call("sim", &[]);
    assert_eq!(code(&output), 0, "{}", stderr(&output));
    let output = lab.call("sim", &["--block", "32"]);
    assert_eq!(code(&output), 1);
    assert!(stderr(&output).contains("--block is for kernels"), "{}", stderr(&output));
}

#[test]
fn programs_are_translated() {
    let lab = written("", "");
    let translated = |more: &[&str]| {
        let output = lab.call("translate", more);
        assert_eq!(code(&output), 0, "{}", stderr(&output));
        stdout(&output)
    };
    let kernel = translated(&["--to", "kernel"]);
    assert!(kernel.contains("pub unsafe fn scale(x: *mut f32, factor: f32, n: u32) {"), "{kernel}");
    let program = translated(&["--to", "program"]);
    assert!(program.contains("pub fn scale(x: &mut [f32], factor: f32) {"), "{program}");
    assert!(program.contains("Module::from_file(\"lab.ptx\")"), "{program}");
    let explained = translated(&["--to", "kernel", "--explain"]);
    assert!(explained.starts_with("functions\n  scale: has a kernel"), "{explained}");
    assert!(translated(&["--to", "wgsl"]).contains("@workgroup_size(32, 1, 1)"));
    let output = lab.call("translate", &["--to", "kernel", "--block", "8"]);
    assert_eq!(code(&output), 1);
}
