//! Fractions of the host: computed as Rust does, in their own type, and refused with their
//! place where they cannot be.

use crate::common::Value::{Array, Float, Integer};
use crate::common::{Trial, Value, check_all};

/// A program that stores numbers of the host, computed by `lets`.
fn program(signature: &str, lets: &str, stored: &[&str], more: &str) -> String {
    let stores: Vec<String> =
        stored.iter().enumerate().map(|(at, own)| format!("res[{at}] = {own};")).collect();
    format!(
        "pub fn program(res: &mut [f64], {signature}) {{
    hicuda! {{ shape res[8] }}
    {lets}
    hicuda! {{ global alloc res[*] copyin }}
    hicuda! {{ kernel k tblock(1) thread(1) }}
    {{
        {}
    }}
    hicuda! {{ global copyout res[*] }}
}}
{more}",
        stores.join(" ")
    )
}

fn trial(text: &str, given: &[(&str, Value)]) -> Trial {
    let given = [&[("res", Array(8))], given].concat();
    Trial::new(text, "program", &given)
}

#[test]
fn numbers_are_computed_in_their_type() {
    let cases: &[(&str, &[&str])] = &[
        ("let h = 1.0 / n as f32; let x = n as f32 * 0.5;", &["h as f64", "x as f64"]),
        ("let h: f32 = 1.0 / 3.0; let g: f64 = 1.0 / 3.0;", &["h as f64", "g"]),
        ("let h = 2.0 * 3.0 / 7.0 * r; let g = -h + 0.1;", &["h as f64", "g as f64"]),
        ("let mut h = r; h += 0.1; h *= h; h = h - 1.0;", &["h as f64"]),
        ("let half = 0.5; let h = half * r; let g = h - half;", &["h as f64", "g as f64"]),
        ("let h = (d * 2.0).sqrt() as f32; let g = d.powi(3).min(7.5);", &["h as f64", "g"]),
        ("let h = f32::max(r, 0.25).exp(); let g = f64::hypot(d, 0.7);", &["h as f64", "g"]),
        (
            "let h = if r > 0.1 { r } else { 9.0 }; let m = (d * 1e3) as u8;",
            &["h as f64", "m as f64"],
        ),
        ("let h = 1e-3_f32 + r; let g = std::f64::consts::PI * d;", &["h as f64", "g"]),
        ("let h = DX * 0.1; let g = h + COUNT as f32;", &["h as f64", "g as f64"]),
        ("let h = w[1] / 3.0; let g = *one + 0.25;", &["h as f64", "g as f64"]),
        (
            "let h = r; { let h = 7.0_f32; let _g = h; } let m = (n as f32 / 3.0) as usize;",
            &["h as f64", "m as f64"],
        ),
        ("let mut h = 0.0_f32; for i in 0..n { h += r / (i + 1) as f32; }", &["h as f64"]),
    ];
    let signature = "n: usize, r: f32, d: f64, w: &[f32], one: &f32";
    let more = "const DX: f32 = 0.3;\nconst COUNT: usize = 7;\n";
    let mut trials = Vec::new();
    for (lets, stored) in cases {
        for n in [1, 3, 7, 1000] {
            let given = [
                ("n", Integer(n)),
                ("r", Float(0.1)),
                ("d", Float(0.7)),
                ("w", Array(3)),
                ("one", Array(1)),
            ];
            trials.push(trial(&program(signature, lets, stored, more), &given));
        }
    }
    check_all(&trials);
}

#[test]
fn functions_are_passed_what_is_computed() {
    let text = "
        const SCALE: f32 = 1.5;
        fn inner(res: &mut [f32], n: usize, h: f32, g: f64) {
            let double = 2.0 * h * SCALE;
            hicuda! { kernel k tblock(n.div_ceil(8)) thread(8) }
            {
                hicuda! { loop_partition over_tblock over_thread }
                for i in 0..n { res[i] = double + (g * 3.0) as f32; }
            }
        }
        pub fn program(res: &mut [f32], n: usize) {
            hicuda! { shape res[n] }
            hicuda! { global alloc res[*] copyin }
            let h = 1.0 / n as f32;
            if h < 0.1 { inner(res, n, h * 0.3, 1.0 / 3.0); } else { inner(res, n, 0.1, h as f64); }
            hicuda! { global copyout res[*] }
        }";
    let given = |n: usize| [("res", Array(n)), ("n", Integer(n as i64))];
    let trials: Vec<Trial> =
        [1, 7, 10, 33].iter().map(|n| Trial::new(text, "program", &given(*n))).collect();
    check_all(&trials);
}

#[test]
fn what_cannot_be_computed_has_its_place() {
    let cases: &[(&str, &str, &[&str])] = &[
        (
            "let h: f32 = mean(n);",
            "h as f64",
            &["program.rs:3:18", "`mean(n)`", "`h` is needed here"],
        ),
        ("let h: f32 = r + w.iter().sum::<f32>();", "h as f64", &["program.rs:3:22", "help: "]),
        (
            "let q = 1.0 / 3.0; let h = q * r;",
            "h as f64",
            &["program.rs:3:13", "type does not show", "1.0_f32"],
        ),
        ("let h = w[9] * r;", "h as f64", &["program.rs:3:13", "3 elements and no number 9"]),
        ("let m = n / (n - n);", "m as f64", &["program.rs:3:13", "has no value that fits"]),
        ("let h = change(&mut res[0]);", "1.0", &["program.rs:3:5", "something of its own"]),
    ];
    let more =
        "fn mean(n: usize) -> f32 { n as f32 }\nfn change(x: &mut f64) -> f32 { *x += 1.0; 0.0 }\n";
    for (lets, stored, expected) in cases {
        let text = program("n: usize, r: f32, w: &[f32]", lets, &[stored], more);
        let given = [("n", Integer(4)), ("r", Float(0.5)), ("w", Array(3))];
        let found = trial(&text, &given).stopped();
        for words in *expected {
            assert!(found.contains(words), "{lets}: no {words:?} in\n{found}");
        }
        assert!(found.contains("help: "), "{found}");
    }
    // What nobody needs may be anything.
    let text = program("n: usize", "let h: f32 = mean(n);", &["1.5"], more);
    check_all(&[trial(&text, &[("n", Integer(4))])]);
}
