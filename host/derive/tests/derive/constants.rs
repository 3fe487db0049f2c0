//! Constant memory: what lives at the same time lies apart, and all of it fits.

use crate::common::Value::{Array, Integer};
use crate::common::{Trial, check_all, refused, translated};
use warpbench_derive::constant_memory::MOST_BYTES;

const KERNEL: &str = "
    hicuda! { kernel NAME tblock(2) thread(32) }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in 0..64 { b[i] += TABLE[i % 16]; }
    }";

fn kernel(name: &str, table: &str) -> String {
    KERNEL.replace("NAME", name).replace("TABLE", table)
}

fn alloc(name: &str) -> String {
    format!("    hicuda! {{ constant alloc {name}[*] copyin }}\n")
}

/// A program with tables of so many elements.
fn program(sizes: &[(&str, usize)], body: &str, more: &str) -> String {
    let params: String = sizes.iter().map(|(name, _)| format!(", {name}: &[i32]")).collect();
    let shapes: String = sizes.iter().map(|(name, size)| format!(" {name}[{size}]")).collect();
    format!(
        "pub fn program(b: &mut [i32]{params}) {{
    hicuda! {{ shape b[64]{shapes} }}
    hicuda! {{ global alloc b[*] copyin }}
{body}
    hicuda! {{ global copyout b[*] }}
}}
{more}"
    )
}

/// Where the variables of a program lie, in the order of their directives.
fn places(text: &str) -> Vec<(String, u64)> {
    let placement = translated(text).constant_memory;
    for (one, a) in placement.variables.iter().enumerate() {
        for (other, b) in placement.variables.iter().enumerate() {
            let range = |own: &warpbench_derive::constant_memory::ConstantVariable| {
                let from = own.offset.expect("its size is known");
                from..from + own.bytes.expect("its size is known")
            };
            let (a, b) = (range(a), range(b));
            let is_apart = a.end <= b.start || b.end <= a.start;
            assert!(one == other || !placement.interfere(one, other) || is_apart, "{placement}");
        }
    }
    let own = placement.variables.iter();
    own.map(|own| (own.host.clone(), own.offset.expect("its size is known"))).collect()
}

fn check(text: &str, expected: &[(&str, u64)]) {
    let expected: Vec<(String, u64)> =
        expected.iter().map(|(name, at)| ((*name).to_owned(), *at)).collect();
    assert_eq!(places(text), expected, "{text}");
}

#[test]
fn what_lives_at_the_same_time_lies_apart() {
    let sizes = [("s", 16), ("t", 17)];
    let both = alloc("s") + &alloc("t") + &kernel("k", "s") + &kernel("l", "t");
    // The wider one is placed first, and begins at a multiple of eight bytes as all do.
    check(&program(&sizes, &both, ""), &[("s", 72), ("t", 0)]);
    for free in ["free", "remove"] {
        let freed = alloc("s")
            + &kernel("k", "s")
            + &format!("    hicuda! {{ constant {free} s }}\n")
            + &alloc("t")
            + &kernel("l", "t");
        check(&program(&sizes, &freed, ""), &[("s", 0), ("t", 0)]);
    }
    let blocks =
        format!("{{\n{}{}\n}}\n{}{}", alloc("s"), kernel("k", "s"), alloc("t"), kernel("l", "t"));
    check(&program(&sizes, &blocks, ""), &[("s", 0), ("t", 0)]);
}

#[test]
fn what_a_caller_has_lives_on() {
    let function = format!(
        "fn inner(b: &mut [i32], t: &[i32]) {{
    hicuda! {{ shape t[16] }}
{}{}
}}",
        alloc("t"),
        kernel("l", "t")
    );
    let sizes = [("s", 16), ("t", 16)];
    let inside = alloc("s") + &kernel("k", "s") + "\n    inner(b, t);";
    check(&program(&sizes, &inside, &function), &[("s", 0), ("t", 64)]);
    let before = "    inner(b, t);\n".to_owned() + &alloc("s") + &kernel("k", "s");
    check(&program(&sizes, &before, &function), &[("t", 0), ("s", 0)]);
}

#[test]
fn the_placement_is_told_in_words() {
    let body = alloc("s") + &alloc("t") + &kernel("k", "s") + &kernel("l", "t");
    let text = program(&[("s", 16), ("t", 17)], &body, "");
    assert_eq!(
        translated(&text).constant_memory.to_string(),
        "136 of 65536 bytes of constant memory\n  program: s, 64 bytes at 72, beside t\n  \
         program: t, 68 bytes at 0, beside s\n"
    );
    let none = program(&[], &kernel("k", "b"), "");
    assert_eq!(translated(&none).constant_memory.to_string(), "");
}

#[test]
fn more_than_there_is_has_no_place() {
    let most = (MOST_BYTES / 4) as usize;
    let one = alloc("s") + &kernel("k", "s");
    check(&program(&[("s", most)], &one, ""), &[("s", 0)]);
    let found = refused(&program(&[("s", most + 1)], &one, ""));
    for words in ["program.rs:4:", "`s` needs 65540 bytes", "help: use `global alloc`"] {
        assert!(found.contains(words), "{words}: {found}");
    }
    let sizes = [("s", 9_000), ("t", 9_000)];
    let both = alloc("s") + &alloc("t") + &kernel("k", "s") + &kernel("l", "t");
    let found = refused(&program(&sizes, &both, ""));
    for words in ["program.rs:5:", "`t` needs 36000 bytes", "`s` takes 36000", "constant free"] {
        assert!(found.contains(words), "{words}: {found}");
    }
    let freed = alloc("s")
        + &kernel("k", "s")
        + "    hicuda! { constant free s }\n"
        + &alloc("t")
        + &kernel("l", "t");
    let text = program(&sizes, &freed, "");
    check(&text, &[("s", 0), ("t", 0)]);
    let given = [("b", Array(64)), ("s", Array(9_000)), ("t", Array(9_000))];
    check_all(&[Trial::new(&text, "program", &given)]);
}

#[test]
fn sizes_of_the_run_are_added_up_when_it_runs() {
    let text = |between: &str| {
        format!(
            "pub fn program(b: &mut [i32], s: &[i32], t: &[i32], n: usize) {{
    hicuda! {{ shape b[64] s[n] t[n] }}
    hicuda! {{ global alloc b[*] copyin }}
{}{}
{between}
{}{}
    hicuda! {{ global copyout b[*] }}
}}",
            alloc("s"),
            kernel("k", "s"),
            alloc("t"),
            kernel("l", "t")
        )
    };
    let trial = |text: &str, n: usize| {
        let given = [("b", Array(64)), ("s", Array(n)), ("t", Array(n)), ("n", Integer(n as i64))];
        Trial::new(text, "program", &given)
    };
    let (kept, freed) = (text(""), text("    hicuda! { constant free s }"));
    assert!(translated(&kept).constant_memory.to_string().contains("when the program runs"));
    check_all(&[trial(&kept, 8_000), trial(&freed, 12_000)]);
    let found = trial(&kept, 12_000).stopped();
    for words in ["program.rs:12:", "`t` needs 48000 bytes", "48000 are in use", "help: "] {
        assert!(found.contains(words), "{words}: {found}");
    }
}
