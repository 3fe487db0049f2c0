//! Mean, least and largest value of sliding windows, four neighbouring windows for each thread.

use cuda_std::prelude::*;

const PER_THREAD: usize = 4;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Summary {
    mean: f32,
    least: f32,
    largest: f32,
}

impl Summary {
    fn of(window: &[f32]) -> Option<Self> {
        let (&first, rest) = window.split_first()?;
        let (mut sum, mut least, mut largest) = (first, first, first);
        for &x in rest {
            sum += x;
            if x < least {
                least = x;
            } else if x > largest {
                largest = x;
            }
        }
        Some(Self { mean: sum / window.len() as f32, least, largest })
    }
}

#[kernel]
pub unsafe fn moving_average(series: &[f32], width: usize, out: *mut Summary) {
    let start = thread::index_1d() as usize * PER_THREAD;
    if start >= series.len() {
        return;
    }
    let windows = series[start..].windows(width).take(PER_THREAD);
    for (i, window) in windows.enumerate() {
        let Some(summary) = Summary::of(window) else { break };
        unsafe { *out.add(start + i) = summary };
    }
}
