//! Replaces each pixel by the median of the nine around it, or of fewer at the edge.

use cuda_std::prelude::*;

/// The middle of a few values; of the two in the middle, the upper.
fn median(values: &mut [u8]) -> u8 {
    for sorted in 1..values.len() {
        let mut i = sorted;
        while i > 0 && values[i - 1] > values[i] {
            values.swap(i - 1, i);
            i -= 1;
        }
    }
    values[values.len() / 2]
}

#[kernel]
pub unsafe fn median_filter(image: &[u8], width: usize, height: usize, output: *mut u8) {
    let [x, y] = thread::index_2d().to_array().map(|i| i as usize);
    if x >= width || y >= height {
        return;
    }

    let mut window = [0; 9];
    let mut count = 0;
    for ny in y.saturating_sub(1)..=(y + 1).min(height - 1) {
        let row = &image[ny * width..][..width];
        let around = &row[x.saturating_sub(1)..width.min(x + 2)];
        window[count..count + around.len()].copy_from_slice(around);
        count += around.len();
    }
    unsafe { *output.add(y * width + x) = median(&mut window[..count]) };
}
