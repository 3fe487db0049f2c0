//! Marks values far from the mean, and prints them as a kernel under test would.

use cuda_std::{kernel, println, thread};

#[derive(Clone, Copy, Debug, PartialEq)]
enum Verdict {
    Usual,
    Outlier { deviations: f32 },
}

fn judge(x: f32, mean: f32, deviation: f32) -> Verdict {
    let deviations = (x - mean) / deviation;
    if deviations.abs() > 3.0 { Verdict::Outlier { deviations } } else { Verdict::Usual }
}

#[kernel]
pub unsafe fn print_outliers(values: &[f32], mean: f32, deviation: f32, outliers: *mut bool) {
    assert!(deviation > 0.0, "a deviation of {deviation} says nothing");
    let i = thread::index_1d() as usize;
    if let Some(&x) = values.get(i) {
        let verdict = judge(x, mean, deviation);
        if let Verdict::Outlier { deviations } = verdict {
            println!("thread {}: {} is {} deviations off", i, x, deviations);
        }
        unsafe { *outliers.add(i) = verdict != Verdict::Usual };
    }
}
