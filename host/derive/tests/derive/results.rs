//! What directives can say, each in a small program whose kernels must compute what the
//! program does, at sizes that do not divide.

use crate::common::Value::{Array, Float, Integer};
use crate::common::{Trial, Value, check_all};

/// A program whose body is given.
fn trial(signature: &str, body: &str, given: &[(&str, Value)]) -> Trial {
    let text = format!("pub fn program({signature}) {{\n{body}\n}}\n");
    Trial::new(&text, "program", given)
}

#[test]
fn sizes_may_be_parameters() {
    let mut trials = Vec::new();
    let body = "
        hicuda! { shape x[n] y[n] }
        hicuda! { global alloc x[*] copyin }
        hicuda! { global alloc y[*] copyin }
        hicuda! { kernel saxpy tblock(n.div_ceil(32)) thread(32) }
        {
            hicuda! { loop_partition over_tblock over_thread }
            for i in 0..n { y[i] += factor * x[i]; }
        }
        hicuda! { global copyout y[*] }
        hicuda! { global free x y }";
    for n in [1, 31, 32, 33, 100] {
        let (x, y) = (("x", Array(n)), ("y", Array(n)));
        let signature = "x: &[f32], y: &mut [f32], factor: f32, n: usize";
        trials.push(trial(
            signature,
            body,
            &[x, y, ("factor", Float(1.5)), ("n", Integer(n as i64))],
        ));
    }
    check_all(&trials);
}

#[test]
fn loops_are_spread_in_every_way() {
    let mut trials = Vec::new();
    for blocks in ["", "over_tblock", "over_tblock(CYCLIC)"] {
        for threads in ["", "over_thread"] {
            for (n, size) in [(1, "n"), (7, "7"), (40, "n"), (41, "41"), (100, "n")] {
                if blocks.is_empty() && threads.is_empty() {
                    continue;
                }
                // What is not shared out is done by everybody, so that there is one of them.
                let grid = match (blocks, threads) {
                    ("", _) => "tblock(1) thread(8)",
                    (_, "") => "tblock(5) thread(1)",
                    _ => "tblock(5) thread(8)",
                };
                let body = format!(
                    "hicuda! {{ shape a[n] }}
                    hicuda! {{ global alloc a[*] copyin }}
                    hicuda! {{ kernel k {grid} }}
                    {{
                        hicuda! {{ loop_partition {blocks} {threads} }}
                        for i in 0..{size} {{ a[i] = 3 * a[i] + i as i32; }}
                    }}
                    hicuda! {{ global copyout a[*] }}"
                );
                trials.push(trial(
                    "a: &mut [i32], n: usize",
                    &body,
                    &[("a", Array(n)), ("n", Integer(n as i64))],
                ));
            }
        }
    }
    check_all(&trials);
}

#[test]
fn loops_with_steps_and_starts() {
    let mut trials = Vec::new();
    for (range, n) in [("(2..50).step_by(3)", 50), ("5..=17", 20), ("(0..n).step_by(4)", 61)] {
        for spread in ["over_tblock over_thread", "over_tblock(CYCLIC) over_thread"] {
            let body = format!(
                "hicuda! {{ shape a[n] }}
                hicuda! {{ global alloc a[*] copyin }}
                hicuda! {{ kernel k tblock(2) thread(4) }}
                {{
                    hicuda! {{ loop_partition {spread} }}
                    for i in {range} {{ a[i] = 100 + a[i]; }}
                }}
                hicuda! {{ global copyout a[*] }}"
            );
            trials.push(trial(
                "a: &mut [i32], n: usize",
                &body,
                &[("a", Array(n)), ("n", Integer(n as i64))],
            ));
        }
    }
    check_all(&trials);
}

#[test]
fn shared_memory_is_filled_and_stored_at_uneven_sizes() {
    let mut trials = Vec::new();
    for (rows, cols) in [(16, 16), (13, 21), (1, 1), (33, 8), (5, 70)] {
        let body = "
            hicuda! { shape a[rows][cols] b[rows][cols] }
            hicuda! { global alloc a[*][*] copyin }
            hicuda! { global alloc b[*][*] copyin }
            hicuda! { kernel blur tblock(rows.div_ceil(4), cols.div_ceil(8)) thread(4, 8) }
            {
                hicuda! { loop_partition over_tblock over_thread }
                for i in 0..rows {
                    hicuda! { loop_partition over_tblock over_thread }
                    for j in 0..cols {
                        hicuda! { shared alloc a[i][j - 2:j + 2] copyin }
                        hicuda! { shared alloc b[i][j] }
                        hicuda! { barrier }
                        let mut sum = 0;
                        for d in 0..5 {
                            if j + d >= 2 && j + d < cols + 2 { sum += a[i * cols + j + d - 2]; }
                        }
                        b[i * cols + j] = sum;
                        hicuda! { barrier }
                        hicuda! { shared copyout b[i][j] }
                    }
                }
            }
            hicuda! { global copyout b[*][*] }";
        let signature = "a: &[i32], b: &mut [i32], rows: usize, cols: usize";
        let arrays = [("a", Array(rows * cols)), ("b", Array(rows * cols))];
        let sizes = [("rows", Integer(rows as i64)), ("cols", Integer(cols as i64))];
        trials.push(trial(signature, body, &[arrays, sizes].concat()));
    }
    check_all(&trials);
}

#[test]
fn variables_live_across_barriers() {
    let body = "
        hicuda! { shape a[100] b[100] }
        hicuda! { global alloc a[*] copyin }
        hicuda! { global alloc b[*] copyin }
        hicuda! { kernel k tblock(2) thread(16) }
        {
            hicuda! { loop_partition over_tblock over_thread }
            for i in 0..99 {
                let own = a[i] * 2;
                let mut sum = 0;
                hicuda! { shared alloc a[i:i + 1] copyin }
                hicuda! { barrier }
                sum += a[i + 1];
                hicuda! { barrier }
                hicuda! { shared remove a }
                hicuda! { shared alloc b[i] copyin }
                hicuda! { barrier }
                sum += b[i];
                hicuda! { barrier }
                hicuda! { shared remove b }
                b[i] = own + sum;
            }
        }
        hicuda! { global copyout b[*] }";
    check_all(&[trial("a: &[i32], b: &mut [i32]", body, &[("a", Array(100)), ("b", Array(100))])]);
}

#[test]
fn functions_are_cloned_for_what_they_are_called_with() {
    let text = "
        const N: usize = 20;
        fn weighted(a: &[i32], at: usize, weight: i32) -> i32 {
            if at == 0 { return a[0]; }
            weight * a[at] + a[at - 1]
        }
        fn own(b: &[i32], at: usize) -> i32 {
            b[at] + 1
        }
        fn row(a: &[i32], b: &mut [i32], n: usize) {
            hicuda! { kernel row tblock(3) thread(4) }
            {
                hicuda! { loop_partition over_tblock over_thread }
                for i in 5..n { b[i] += weighted(a, i, 3) + own(b, i); }
            }
        }
        pub fn program(a: &[i32], b: &mut [i32], n: usize) {
            hicuda! { shape a[n] b[n] }
            hicuda! { global alloc a[*] copyin }
            hicuda! { global alloc b[4:n - 1] copyin }
            hicuda! { kernel first tblock(2) thread(2) }
            {
                hicuda! { loop_partition over_tblock over_thread }
                for i in 4..N { b[i] = weighted(a, i, 2); }
            }
            row(a, b, n);
            hicuda! { global copyout b[4:n - 1] }
            hicuda! { global free b }
            hicuda! { global alloc b[*] copyin }
            row(a, b, n);
            hicuda! { global copyout b[*] }
        }";
    check_all(&[Trial::new(
        text,
        "program",
        &[("a", Array(20)), ("b", Array(20)), ("n", Integer(20))],
    )]);
}

#[test]
fn numbers_and_read_only_memory_go_along() {
    let body = "
        hicuda! { shape a[50] table[8] b[50] }
        hicuda! { global alloc a[*] copyin }
        hicuda! { constant alloc table[*] copyin }
        hicuda! { texture alloc b[*] copyin }
        hicuda! { global alloc count copyin }
        hicuda! { kernel k tblock(1) thread(1) }
        {
            for i in 0..50 {
                a[i] += table[i % 8] * scale + b[(i * 7) % 50];
                *count += 1;
            }
        }
        hicuda! { global copyout a[*] count }
        hicuda! { global free count }";
    let signature = "a: &mut [i32], table: &[i32], b: &[i32], count: &mut i32, scale: i32";
    let arrays = [("a", Array(50)), ("table", Array(8)), ("b", Array(50)), ("count", Array(1))];
    check_all(&[trial(signature, body, &[&arrays[..], &[("scale", Integer(3))]].concat())]);
}

#[test]
fn grids_have_any_number_of_dimensions() {
    let body = "
        hicuda! { global alloc a[*][*][*][*] copyin }
        hicuda! { kernel k tblock(2, 1, 2, 3) thread(1, 2, 3, 2) }
        {
            hicuda! { loop_partition over_tblock over_thread }
            for i in 0..3 {
                hicuda! { loop_partition over_tblock over_thread }
                for j in 0..4 {
                    hicuda! { loop_partition over_tblock(CYCLIC) over_thread }
                    for k in 0..5 {
                        hicuda! { loop_partition over_tblock over_thread }
                        for l in 0..7 { a[i][j][k][l] = 2 * a[i][j][k][l] + 1; }
                    }
                }
            }
        }
        hicuda! { global copyout a[*][*][*][*] }";
    check_all(&[trial("a: &mut [[[[i32; 7]; 5]; 4]; 3]", body, &[("a", Array(420))])]);
}
