// Image processing: median filter with sort on a local array.
use cuda_std::prelude::*;
use core::cmp::Ordering;

#[kernel]
pub unsafe fn median(signal: &[f32], out: *mut f32, n: usize) {
    let i = thread::index_1d() as usize;
    if i >= n {
        return;
    }
    let mut window: [f32; 5] = core::array::from_fn(|k| {
        let at = (i + k).saturating_sub(2).min(n - 1);
        signal[at]
    });
    window.sort_unstable_by(|a, b| a.partial_cmp(b).unwrap_or(Ordering::Equal));
    out.add(i).write(window[window.len() / 2]);

    let mut keys = window.map(|v| (v * 16.0) as i32);
    keys.sort_unstable_by_key(|k| core::cmp::Reverse(*k));
    out.add(i + 32).write(keys[0] as f32 - keys[4] as f32);
    keys.sort_unstable();
    assert!(keys.is_sorted());
    let place = match keys.binary_search(&keys[3]) {
        Ok(at) => at as f32,
        Err(at) => -(at as f32),
    };
    out.add(i + 64).write(place.signum());
    let below = keys.partition_point(|&k| k < 0);
    out.add(i + 96).write(below as f32);
}
