//! Sums of any number of elements.

use super::Real;
use warpbench_cores::{Cores, collect};

/// Elements that are added one after the other. Fixed, so that the result does
/// not depend on the number of cores, and short, so that small elements are not
/// lost against a long running sum.
const CHUNK: usize = 4096;

/// The sum of floats, computed in `A`.
pub fn sum_f32<A: Real>(cores: &dyn Cores, values: &[f32]) -> f32 {
    let chunk_sums: Vec<A> = of_chunks(cores, values, |chunk| {
        chunk.iter().fold(A::zero(), |sum, &value| sum + A::widen(value))
    });
    chunk_sums.into_iter().fold(A::zero(), |sum, value| sum + value).narrow()
}

/// The sum of integers, which wraps around.
pub fn sum_i32(cores: &dyn Cores, values: &[i32]) -> i32 {
    let sum = |values: &[i32]| values.iter().fold(0, |sum: i32, &value| sum.wrapping_add(value));
    sum(&of_chunks(cores, values, sum))
}

/// The results of `sum` for all chunks, in order.
fn of_chunks<T: Sync, R: Send>(
    cores: &dyn Cores,
    values: &[T],
    sum: impl Fn(&[T]) -> R + Sync,
) -> Vec<R> {
    let chunks: Vec<&[T]> = values.chunks(CHUNK).collect();
    collect(cores, chunks.len(), CHUNK, |chunk| sum(chunks[chunk]))
}

#[cfg(test)]
mod tests {
    use super::super::tests::AWKWARD;
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn counts_up() {
        for n in AWKWARD {
            let triangle = if n == 0 { 0 } else { n * (n - 1) / 2 };
            let floats: Vec<f32> = (0..n).map(|i| i as f32).collect();
            let integers: Vec<i32> = (0..n).map(|i| i as i32).collect();
            assert_eq!(sum_f32::<f64>(&OneCore, &floats), triangle as f32);
            assert_eq!(sum_i32(&OneCore, &integers), triangle as i32);
        }
    }

    #[test]
    fn opposites_cancel() {
        let integers: Vec<i32> = (0..4097).flat_map(|i| [i * 12_345, -i * 12_345]).collect();
        assert_eq!(sum_i32(&OneCore, &integers), 0);
        let floats: Vec<f32> = integers.iter().map(|&i| i as f32).collect();
        assert_eq!(sum_f32::<f64>(&OneCore, &floats), 0.0);
    }

    #[test]
    fn integers_wrap_around() {
        assert_eq!(sum_i32(&OneCore, &[i32::MAX, 1]), i32::MIN);
        assert_eq!(sum_i32(&OneCore, &[i32::MIN, -1]), i32::MAX);
    }

    #[test]
    fn floats_stay_accurate_over_many_elements() {
        // One running sum of f32 would stop growing at 2^24.
        let ones = vec![1.0; (1 << 24) + 1000];
        assert_eq!(sum_f32::<f64>(&OneCore, &ones), 16_778_216.0);
        let tenths = vec![0.1; 1 << 22];
        let truth = sum_f32::<f64>(&OneCore, &tenths);
        assert!((sum_f32::<f32>(&OneCore, &tenths) - truth).abs() < 1e-4 * truth);
    }
}
