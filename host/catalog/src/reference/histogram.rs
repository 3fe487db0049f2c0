//! Histogram: how often each value occurs.

use warpbench_cores::{Cores, collect};

/// Values that are counted together.
const CHUNK: usize = 1 << 16;

/// How often each number below `bins` occurs. All values are below `bins`.
pub fn histogram(cores: &dyn Cores, values: &[u32], bins: usize) -> Vec<u32> {
    let chunks: Vec<&[u32]> = values.chunks(CHUNK).collect();
    let counted = collect(cores, chunks.len(), CHUNK, |chunk| {
        let mut counts = vec![0; bins];
        for &value in chunks[chunk] {
            counts[value as usize] += 1;
        }
        counts
    });
    let mut counts = vec![0; bins];
    for others in counted {
        for (count, other) in counts.iter_mut().zip(others) {
            *count += other;
        }
    }
    counts
}

#[cfg(test)]
mod tests {
    use super::super::tests::AWKWARD;
    use super::*;
    use warpbench_cores::OneCore;
    use warpbench_kernels::histogram::BINS;

    #[test]
    fn counts_by_hand() {
        assert_eq!(histogram(&OneCore, &[3, 0, 3, 1, 3], 5), [1, 1, 0, 3, 0]);
    }

    #[test]
    fn everything_is_counted_once() {
        for n in AWKWARD.into_iter().chain([CHUNK + 1]) {
            let values: Vec<u32> = (0..n as u32).map(|i| i * 7919 % 251).collect();
            let counts = histogram(&OneCore, &values, BINS);
            assert_eq!(counts.len(), BINS);
            assert_eq!(counts.iter().sum::<u32>(), n as u32);
            assert_eq!(counts[251..], [0; 5]);
        }
    }

    #[test]
    fn equal_values_fill_one_bin() {
        let counts = histogram(&OneCore, &[255; 1000], BINS);
        assert_eq!(counts[255], 1000);
        assert_eq!(counts[..255], [0; 255]);
    }

    #[test]
    fn order_does_not_matter() {
        let values: Vec<u32> = (0..100_000).map(|i| i % 256).collect();
        let reversed: Vec<u32> = values.iter().rev().copied().collect();
        assert_eq!(histogram(&OneCore, &values, BINS), histogram(&OneCore, &reversed, BINS));
    }
}
