//! What the translator refuses, each with its place and with what to write instead; and what it
//! only warns of.

use crate::common::{refused, translated};

/// A program with a kernel, of which one part is given.
fn program(before: &str, kernel: &str, after: &str) -> String {
    format!(
        "pub fn program(a: &[i32], b: &mut [i32], n: usize) {{
hicuda! {{ shape a[16][8] b[128] }}
{before}
hicuda! {{ kernel k tblock(2) thread(4) }}
{{
{kernel}
}}
{after}
}}
"
    )
}

const BOTH: &str = "hicuda! { global alloc a[*][*] copyin }\nhicuda! { global alloc b[*] copyin }";
const SPREAD: &str = "hicuda! { loop_partition over_tblock over_thread }\n";

/// A text is refused with these words, at this line.
fn check(text: &str, line: u32, words: &[&str]) {
    let found = refused(text);
    assert!(found.contains(&format!("program.rs:{line}:")), "not at line {line}:\n{found}");
    for words in words {
        assert!(found.contains(words), "{words:?} is missing:\n{found}");
    }
    assert!(found.contains("help: "), "it does not say what to write instead:\n{found}");
}

#[test]
fn accesses_need_one_directive_that_covers_them() {
    let own = format!("{SPREAD}for i in 0..16 {{ b[i] = a[i * 8]; }}");
    let only_b = "hicuda! { global alloc b[*] copyin }";
    check(&program(only_b, &own, ""), 7, &["`a` is not on the GPU"]);
    let twice = format!("{BOTH}\nhicuda! {{ constant alloc a[*][*] copyin }}");
    check(&program(&twice, &own, ""), 9, &["`a` is on the GPU twice", "free one"]);
    let part = "hicuda! { global alloc a[0:3][*] copyin }\nhicuda! { global alloc b[*] copyin }";
    check(&program(part, &own, ""), 8, &["leaves what is on the GPU", "0 to 15", "0 to 3"]);
    let twisted = format!("{SPREAD}for i in 0..4 {{ b[i] = a[(i * i) % 32]; }}");
    check(&program(part, &twisted, ""), 8, &["cannot be told apart"]);
    // The whole array does without.
    translated(&program(BOTH, &twisted, ""));
}

#[test]
fn regions_stand_where_they_can() {
    let nested = "hicuda! { kernel inner tblock(1) thread(1) }\n{ b[0] = 1; }";
    check(&program(BOTH, nested, ""), 7, &["inside of another"]);
    let called = program(BOTH, "helper(b);", "")
        + "fn helper(b: &mut [i32]) {\nhicuda! { shape b[128] }\n\
           hicuda! { kernel inner tblock(1) thread(1) }\n{ b[0] = 1; }\n}\n";
    check(&called, 7, &["`helper` has a kernel and is called from one"]);
    let singular = format!("hicuda! {{ singular }}\n{{\n{SPREAD}for i in 0..4 {{ b[i] = 1; }}\n}}");
    check(&program(BOTH, &singular, ""), 7, &["`singular` region has a `loop_partition`"]);
    let inner = format!("{SPREAD}for i in 0..4 {{\nhicuda! {{ singular }}\n{{ b[i] = 1; }}\n}}");
    check(&program(BOTH, &inner, ""), 9, &["in a loop that threads share"]);
    let outside = program(BOTH, "b[0] = 1;", "hicuda! { barrier }");
    check(&outside, 9, &["outside of a kernel"]);
    let data = program("", "hicuda! { global alloc b[*] copyin }", "");
    check(&data, 6, &["inside a kernel"]);
    let no_loop = program(BOTH, "hicuda! { loop_partition over_thread }\nb[0] = 1;", "");
    check(&no_loop, 7, &["before something that is no loop"]);
}

#[test]
fn memory_is_used_between_its_directives() {
    check(
        &program(BOTH, "b[0] = 1;", "hicuda! { global copyout c[*] }"),
        9,
        &["`c` is not in global memory"],
    );
    let freed = "hicuda! { global free b }\nhicuda! { global copyout b[*] }";
    check(&program(BOTH, "b[0] = 1;", freed), 10, &["`b` is not in global memory"]);
    let outside = "hicuda! { global alloc b[0:128] copyin }";
    check(&program(outside, "b[0] = 1;", ""), 3, &["outside its array", "0 to 127"]);
    let part = "hicuda! { global alloc b[8:15] copyin }";
    let back = "hicuda! { global copyout b[4:15] }";
    check(&program(part, "b[8] = 1;", back), 8, &["outside what is allocated"]);
    let constant = "hicuda! { constant alloc b[*] copyin }";
    check(&program(constant, "b[8] = 1;", ""), 3, &["in constant memory and is written"]);
    let unknown = "hicuda! { global alloc b[0:m] copyin }";
    check(&program(unknown, "b[0] = 1;", ""), 3, &["`m` is no variable or constant here"]);
    let flat = "hicuda! { global alloc a[*] copyin }";
    check(&program(flat, "let x = 1;", ""), 3, &["has 2 dimensions"]);
}

#[test]
fn shared_sections_and_barriers_are_for_all_threads() {
    let wide =
        format!("{SPREAD}for i in 0..16 {{\nhicuda! {{ shared alloc b[i:i + n] copyin }}\n}}");
    check(&program(BOTH, &wide, ""), 9, &["size of this section is not known"]);
    let square =
        format!("{SPREAD}for i in 0..8 {{\nhicuda! {{ shared alloc b[i * i] copyin }}\n}}");
    check(&program(BOTH, &square, ""), 9, &["does not follow `i` evenly"]);
    let parted = format!("{SPREAD}for i in 0..8 {{\nif i > 3 {{\nhicuda! {{ barrier }}\n}}\n}}");
    check(&program(BOTH, &parted, ""), 9, &["may not agree on this condition"]);
    let gone = format!("{SPREAD}for i in 0..8 {{\nhicuda! {{ shared remove b }}\n}}");
    check(&program(BOTH, &gone, ""), 9, &["not in shared memory here"]);
    let huge = "hicuda! { global alloc a[*][*] copyin }\nhicuda! { global alloc b[*] copyin }";
    let own = format!("{SPREAD}for i in 0..8 {{\nhicuda! {{ shared alloc b[i:i + 13000] }}\n}}");
    check(&program(huge, &own, ""), 9, &["bytes of shared memory"]);
}

#[test]
fn kernels_keep_to_what_can_be_translated() {
    check(&program(BOTH, "println!(\"{n}\");", ""), 7, &["does not read this in a kernel"]);
    check(&program(BOTH, "return;", ""), 7, &["cannot return"]);
    let write = program(&format!("{BOTH}\nlet mut x: i32 = 0;"), "x += 1;", "");
    check(&write, 8, &["writes `x`, which is the host's"]);
    let deep =
        format!("{SPREAD}for i in 0..8 {{\n{SPREAD}for j in 0..8 {{ b[i * 8 + j] = 1; }}\n}}");
    check(&program(BOTH, &deep, ""), 9, &["no dimension 2"]);
    let back = format!("{SPREAD}for i in (0..8).rev() {{ b[i] = 1; }}");
    check(&program(BOTH, &back, ""), 8, &["runs backwards"]);
    let word =
        program(BOTH, "hicuda! { loop_parition over_thread }\nfor i in 0..8 { b[i] = 1; }", "");
    check(&word, 7, &["no directive `loop_parition`", "`loop_partition`"]);
    check("pub fn f() {}\n", 1, &["no kernel in this program"]);
}

#[test]
fn dependences_that_can_be_shown_are_warnings() {
    let warnings = |kernel: &str| {
        let text = program(BOTH, kernel, "");
        let found = translated(&text).warnings;
        found
            .iter()
            .map(|own| (own.location_or_start().line, own.message.clone()))
            .collect::<Vec<_>>()
    };
    let cases: [(&str, Option<&str>); 8] = [
        ("for i in 1..16 { b[i] = b[i - 1] + 1; }", Some("1 apart")),
        ("for i in 0..16 { b[0] += a[i * 8]; }", Some("all of them")),
        ("for i in 0..16 { b[i] = b[i] + 1; }", None),
        ("for i in 0..8 { b[i] = b[i + 8]; }", None),
        ("for i in 0..8 { b[2 * i] = b[2 * i + 1]; }", None),
        ("for i in 0..8 { b[i] = a[i * 8 + 1]; }", None),
        ("for i in 0..8 { let at = (i * 3) % 8; b[at] += 1; }", None),
        ("for i in 0..8 { for j in 0..i { b[j] += 1; } }", Some("all of them")),
    ];
    for (kernel, expected) in cases {
        let found = warnings(&format!("{SPREAD}{kernel}"));
        match expected {
            None => assert_eq!(found, [], "{kernel}"),
            Some(words) => {
                assert_eq!(found.len(), 1, "{kernel}: {found:?}");
                assert_eq!(found[0].0, 8, "{kernel}");
                assert!(found[0].1.contains(words), "{kernel}: {found:?}");
            }
        }
    }
    // A loop of unknown length is taken for a long one.
    let text = "pub fn program(b: &mut [i32], n: usize) {
            hicuda! { shape b[n] }
            hicuda! { global alloc b[*] copyin }
            hicuda! { kernel k tblock(2) thread(32) }
            {
                hicuda! { loop_partition over_tblock over_thread }
                for i in 1..n { b[i] += b[i - 1]; }
            }
            hicuda! { global copyout b[*] }
        }";
    assert!(translated(text).warnings[0].message.contains("1 apart"));
    assert_eq!(translated(&text.replace("b[i - 1]", "b[i]")).warnings, []);
    let sum = format!("let mut s = 0;\n{SPREAD}for i in 0..16 {{ s += a[i * 8]; }}\nb[0] = s;");
    assert_eq!(warnings(&sum).len(), 1);
}

#[test]
fn changes_of_elements_that_data_choose_are_warnings() {
    let warnings_at = |grid: &str, kernel: &str| {
        let text = format!(
            "pub fn program(data: &[u32], row: &[u32], bins: &mut [u32], n: usize) {{
hicuda! {{ shape data[n] row[n] bins[256] }}
hicuda! {{ global alloc data[*] copyin }}
hicuda! {{ global alloc row[*] copyin }}
hicuda! {{ global alloc bins[*] copyin }}
hicuda! {{ kernel k {grid} }}
{{
{kernel}
}}
hicuda! {{ global copyout bins[*] }}
}}
fn bin(value: u32) -> usize {{ (value % 256) as usize }}
"
        );
        translated(&text).warnings
    };
    let warnings = |kernel: &str| warnings_at("tblock(4) thread(32)", kernel);
    let spread = |body: &str| format!("{SPREAD}for i in 0..n {{\n{body}\n}}");
    let found = [
        "bins[data[i] as usize] += 1;",
        "bins[data[i] as usize] ^= i as u32;",
        "bins[data[i] as usize] = bins[data[i] as usize].max(i as u32);",
        "let at = (data[i] % 256) as usize; let own = at; bins[own] += 1;",
        "let mut at = 0; if i > 3 { at = data[i] as usize; } bins[at] += 1;",
        "if data[i] == 3 { bins[data[i] as usize] += 1; }",
        "bins[bin(data[i])] += 1;",
        "for j in 0..4 { bins[j * 8 + data[i] as usize] += 1; }",
        "for j in row[i] as usize..row[i] as usize + 2 { bins[data[j] as usize] += 1; }",
    ];
    for body in found {
        let found = warnings(&spread(body));
        assert_eq!(found.len(), 1, "{body}: {found:?}");
        assert!(found[0].location_or_start().line >= 10, "{body}: {found:?}");
        let words = ["iterations of `i` may change the same element of `bins`", "`data`"];
        assert!(words.iter().all(|own| found[0].message.contains(own)), "{body}: {found:?}");
        assert!(found[0].help.as_ref().is_some_and(|help| help.contains("second kernel")));
    }
    let quiet = [
        // A plain store may be a permutation.
        "bins[data[i] as usize] = i as u32;",
        "let at = data[i] as usize; bins[at] = i as u32;",
        // Each iteration has elements of its own.
        "bins[i * 8 + data[i] as usize] += 1;",
        "let at = i * 8; let own = at + data[i] as usize; bins[own] += 1;",
        "let mut at = data[i] as usize; if at > 3 { at = i; } bins[at] += 1;",
        "bins[i] += data[i];",
        "for j in row[i] as usize..row[i] as usize + 2 { bins[j] += 1; }",
        // One iteration comes by.
        "if i == 5 { bins[data[i] as usize] += 1; }",
    ];
    for body in quiet {
        assert_eq!(warnings(&spread(body)), [], "{body}");
    }
    // Nothing runs at once.
    let counted = spread("bins[data[i] as usize] += 1;");
    assert_eq!(warnings_at("tblock(1) thread(1)", &counted), []);
    assert_eq!(warnings_at("tblock(n) thread(1)", &counted).len(), 1);
}
