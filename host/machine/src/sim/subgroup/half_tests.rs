//! Sums and scans of 16-bit floats.

use super::*;

/// What lanes 1, 2, 4 and 5 of six get, as 16-bit floats.
fn check(op: Collect, scan: Scan, values: [f32; 4], expected: [f32; 4]) {
    let mut column = [f32::NAN.to_bits(); 32];
    for (lane, value) in [1, 2, 4, 5].into_iter().zip(values) {
        column[lane] = value.to_bits();
    }
    let found = collect(op, scan, &column, 0b110110);
    let found = [1, 2, 4, 5].map(|lane| f32::from_bits(found[lane]));
    assert_eq!(found, expected, "{op:?} {scan:?}");
}

#[test]
fn halves_are_rounded_after_every_step() {
    // Above 2,048 only even numbers are 16-bit floats: 2,049 rounds to 2,048, and
    // so does every sum with one more, where 32 bits would come to 2,051.
    let ones = [2048.0, 1.0, 1.0, 1.0];
    check(Collect::AddH, Scan::Reduce, ones, [2048.0; 4]);
    check(Collect::AddH, Scan::Inclusive, ones, [2048.0; 4]);
    check(Collect::AddH, Scan::Exclusive, ones, [0.0, 2048.0, 2048.0, 2048.0]);
    check(Collect::AddF, Scan::Inclusive, ones, [2048.0, 2049.0, 2050.0, 2051.0]);
    // Other orders come to something else.
    check(Collect::AddH, Scan::Reduce, [1.0, 1.0, 1.0, 2048.0], [2052.0; 4]);
    check(Collect::MulH, Scan::Reduce, [0.5, 4.0, 3.0, 0.25], [1.5; 4]);
    check(Collect::MulH, Scan::Exclusive, [0.5, 4.0, 3.0, 0.25], [1.0, 0.5, 2.0, 6.0]);
    // Beyond 65,504 there is nothing but infinity, and it stays.
    check(Collect::AddH, Scan::Reduce, [60000.0, 60000.0, -60000.0, 0.0], [f32::INFINITY; 4]);
    let small = [1.0, 2f32.powi(-11), 2f32.powi(-11), 2f32.powi(-10)];
    check(Collect::AddH, Scan::Inclusive, small, [1.0, 1.0, 1.0, 1.0 + 2f32.powi(-10)]);
    check(Collect::MinF, Scan::Reduce, [3.5, -2.25, 0.0, 8.0], [-2.25; 4]);
    check(Collect::MaxF, Scan::Reduce, [3.5, -2.25, 0.0, 8.0], [8.0; 4]);
}
