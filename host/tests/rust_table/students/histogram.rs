// Statistics: shared histogram, then prefix sums and equalisation.
use core::sync::atomic::{AtomicU32, Ordering};
use cuda_std::prelude::*;
use cuda_std::shared_array;

const BINS: usize = 16;

fn bin_of(v: u8) -> usize {
    usize::from(v) * BINS / 256
}

#[kernel]
pub unsafe fn equalise(pixels: &[u8], out: *mut u8, histogram: *mut u32, n: usize) {
    let bins = shared_array![u32; BINS];
    let t = thread::thread_idx_x() as usize;
    let size = thread::block_dim_x() as usize;
    for b in (t..BINS).step_by(size) {
        *bins.add(b) = 0;
    }
    thread::sync_threads();
    for i in (t..n).step_by(size) {
        AtomicU32::from_ptr(bins.add(bin_of(pixels[i].saturating_mul(2)))).fetch_add(1, Ordering::Relaxed);
    }
    thread::sync_threads();
    let bins = core::slice::from_raw_parts(bins, BINS);
    let (cdf, total) = bins.iter().enumerate().fold((0u32, 0u32), |(upto, all), (b, &count)| {
        (if b <= bin_of(pixels[t]) { upto + count } else { upto }, all + count)
    });
    let prefix: u32 = bins
        .iter()
        .scan(0u32, |sum, &c| {
            *sum += c;
            Some(*sum)
        })
        .take_while(|&s| s < total / 2)
        .last()
        .unwrap_or(0);
    let mode = bins.iter().enumerate().max_by_key(|&(b, &c)| (c, BINS - b)).map(|(b, _)| b);
    let rarest = bins.iter().copied().enumerate().filter(|(_, c)| *c > 0).min_by_key(|(_, c)| *c);
    *out.add(t) = u8::try_from(cdf * 255 / total).unwrap_or(u8::MAX);
    if t < BINS {
        *histogram.add(t) = bins[t];
    }
    *histogram.add(t + 32) = prefix;
    *histogram.add(t + 64) = mode.unwrap() as u32;
    if let Some((bin, count)) = rarest {
        *histogram.add(t + 96) = (bin as u32) << 16 | count;
    }
}
