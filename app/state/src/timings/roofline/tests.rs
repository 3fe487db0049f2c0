//! Rooflines of injected measurements.

use super::super::action::TimingsAction;
use super::super::fixtures::{ladder, measured, plausible, rungs, timings};
use super::super::state::started;
use super::*;

fn complete(family: &str) -> Timings {
    let mut timings = timings();
    let rungs = rungs(family);
    for job in started(&mut timings, TimingsAction::RunLadder, &ladder(&rungs)) {
        timings.ended(job.key, Ok(plausible(&job)));
    }
    timings
}

#[test]
fn the_matrix_ladder_moves_right_then_up() {
    let timings = complete("matmul");
    let rungs = rungs("matmul");
    let roofline = of(&timings, &ladder(&rungs), 0).expect("there is one");
    assert_eq!(roofline.intensity, Intensity::Counted);
    assert!(roofline.axis.contains("that warps move"), "{}", roofline.axis);
    let x: Vec<f64> = roofline.points.iter().map(|point| point.intensity).collect();
    let y: Vec<f64> = roofline.points.iter().map(|point| point.gflop_per_s).collect();
    assert_eq!(x.len(), 7);
    assert!(x.is_sorted() && x[5] == x[6] && y[6] > y[5], "{x:?} {y:?}");
    let marks: Vec<String> = roofline.points.iter().map(Point::mark).collect();
    assert_eq!(marks, ["0", "1", "2", "3", "4", "5", "6"]);
}

#[test]
fn what_must_move_is_the_same_for_a_ladder() {
    let mut timings = complete("matmul");
    timings.intensity = Some(Intensity::Least);
    let rungs = rungs("matmul");
    let roofline = of(&timings, &ladder(&rungs), 0).expect("there is one");
    assert!(roofline.axis.contains("at least"));
    let first = roofline.points[0].intensity;
    assert!(roofline.points.iter().all(|point| point.intensity == first));
    for point in &roofline.points {
        let roof = roofline.roof(point.intensity).expect("ceilings were measured");
        assert!(point.gflop_per_s < 1.02 * roof, "{point:?} above {roof}");
    }
}

#[test]
fn the_roof_is_the_lower_of_slope_and_flat() {
    let timings = complete("matmul");
    let rungs = rungs("matmul");
    // The simulated H200.
    let roofline = of(&timings, &ladder(&rungs), 4).expect("there is one");
    assert_eq!((roofline.origin, roofline.target.as_str()), (Origin::Model, "H200 model"));
    assert_eq!(roofline.roofs.len(), 2, "memory and cache: {:?}", roofline.roofs);
    let check = |intensity: f64, expected: f64| {
        let roof = roofline.roof(intensity).expect("a model has ceilings");
        assert!((roof - expected).abs() < 1.0, "{roof} at {intensity}");
    };
    check(1.0, 4800.0);
    check(1e6, roofline.flat.expect("a model has arithmetic"));
    assert!(roofline.notes[0].contains("predicted"), "{:?}", roofline.notes);
}

#[test]
fn bounds_are_whole_decades_around_everything() {
    let check = |numbers: &[f64], expected: (f64, f64)| {
        assert_eq!(decades(numbers.iter().copied(), (0.1, 10.0)), expected, "{numbers:?}");
    };
    check(&[], (-1.0, 1.0));
    check(&[5.0], (0.0, 1.0));
    check(&[1.0, 1000.0], (-1.0, 4.0));
    check(&[0.0, f64::NAN, f64::INFINITY, 3.0], (0.0, 1.0));
    for family in ["matmul", "reduce", "jacobi", "histogram"] {
        let timings = complete(family);
        let rungs = rungs(family);
        for target in 0..5 {
            let roofline = of(&timings, &ladder(&rungs), target).expect(family);
            let [(left, right), (low, high)] = roofline.bounds();
            for point in &roofline.points {
                let (x, y) = (point.intensity.log10(), point.gflop_per_s.log10());
                assert!((left..=right).contains(&x) && (low..=high).contains(&y), "{point:?}");
            }
        }
    }
}

#[test]
fn without_counts_the_least_is_shown_and_gaps_are_named() {
    let mut timings = timings();
    let rungs = rungs("matmul");
    let ladder = ladder(&rungs);
    assert!(of(&timings, &ladder, 0).is_err_and(|words| words.contains("Run the ladder")));
    let device = super::super::fixtures::gpu();
    let key = RunKey { variant: "matmul_naive", target: 0, edited: false };
    timings.ended(key, Ok(measured("matmul_naive", &device, &[512], 1e-3)));
    let roofline = of(&timings, &ladder, 0).expect("one point");
    assert_eq!(roofline.intensity, Intensity::Least);
    assert!(roofline.notes[0].contains("peak_read"), "{:?}", roofline.notes);
    timings.intensity = Some(Intensity::Counted);
    let roofline = of(&timings, &ladder, 4).expect("a model has ceilings");
    assert_eq!(roofline.points, []);
    let words = "Nothing has been measured on this device yet. Run the ladder.";
    assert_eq!(of(&timings, &ladder, 0).expect_err("no point and no ceiling"), words);
}

#[test]
fn kernels_that_only_move_have_no_roofline() {
    let timings = timings();
    let rungs = rungs("copy");
    assert!(of(&timings, &ladder(&rungs), 0).is_err_and(|words| words.contains("only move")));
}

#[test]
fn points_that_lie_together_are_named_together() {
    let check = |x: &[f32], expected: &[&[usize]]| {
        let places: Vec<egui::Pos2> = x.iter().map(|&x| egui::pos2(x, 5.0)).collect();
        assert_eq!(crowds(&places, 10.0), expected, "{x:?}");
    };
    check(&[], &[]);
    check(&[0.0, 20.0], &[&[0], &[1]]);
    check(&[0.0, 9.0, 18.0, 40.0, 41.0], &[&[0, 1, 2], &[3, 4]]);
    check(&[0.0, 50.0, 1.0], &[&[0, 2], &[1]]);
}
