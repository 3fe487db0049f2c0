//! Reference results of the kernels that measure the machine's ceilings.

use super::Real;
use std::array::from_fn;
use warpbench_cores::{Cores, collect, for_each_chunk};
use warpbench_kernels::peak::{BLOCK, FMA_CHAINS, FMA_TURNS, FMA_UNROLL, READ_VECTORS};

/// Elements of a 16-byte vector.
const VECTOR: usize = 4;

/// One sum per thread, with `threads` in whole blocks. The blocks take turns at
/// pieces of the input, and within a piece its threads take turns at vectors of
/// four elements. What does not fill a vector is left out.
pub fn read<A: Real>(cores: &dyn Cores, input: &[f32], threads: usize) -> Vec<f32> {
    let vectors = &input[..input.len() / VECTOR * VECTOR];
    let blocks = threads.div_ceil(BLOCK);
    let mut output = vec![0.0; threads];
    for_each_chunk(cores, &mut output, BLOCK, |block, output| {
        let mut sums = vec![A::zero(); output.len()];
        for piece in vectors.chunks(READ_VECTORS * VECTOR).skip(block).step_by(blocks) {
            for turn in piece.chunks(BLOCK * VECTOR) {
                for (sum, vector) in sums.iter_mut().zip(turn.chunks(VECTOR)) {
                    *sum = vector.iter().fold(*sum, |sum, &value| sum + A::widen(value));
                }
            }
        }
        for (value, sum) in output.iter_mut().zip(sums) {
            *value = sum.narrow();
        }
    });
    output
}

pub fn copy(input: &[f32]) -> Vec<f32> {
    input.to_vec()
}

/// The sum of eight chains of multiply-adds per element.
pub fn fma<A: Real>(cores: &dyn Cores, input: &[f32]) -> Vec<f32> {
    let half = A::widen(0.5);
    collect(cores, input.len(), FMA_TURNS, |i| {
        let x = A::widen(input[i]);
        let mut chains: [A; FMA_CHAINS] = from_fn(|chain| x + A::widen(chain as f32));
        for _ in 0..FMA_TURNS * FMA_UNROLL {
            for value in &mut chains {
                *value = *value * half + x;
            }
        }
        chains.into_iter().fold(A::zero(), |sum, value| sum + value).narrow()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{AWKWARD, numbers};
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn vectors_are_dealt_out_in_turn() {
        // Every vector holds its own number once.
        let vectors = 3 * READ_VECTORS + 1;
        let input: Vec<f32> =
            (0..vectors).flat_map(|vector| [vector as f32, 0.0, 0.0, 0.0]).collect();
        let sums = read::<f64>(&OneCore, &input, 2 * BLOCK);
        // The first block has the pieces 0 and 2, the second 1 and what is left.
        let numbers = [0, 256, 512, 768, 2048, 2304, 2560, 2816].map(|first| first + 5);
        assert_eq!(sums[5], numbers.iter().sum::<usize>() as f32);
        assert_eq!(sums[BLOCK], (1024 + 1280 + 1536 + 1792 + 3072) as f32);
        assert_eq!(sums[BLOCK + 1], (1025 + 1281 + 1537 + 1793) as f32);
    }

    #[test]
    fn nothing_is_read_twice_or_left_out() {
        for n in AWKWARD.into_iter().chain([50_000]) {
            let input = numbers(n / 4 * 4);
            for blocks in [1, 3, 5] {
                let sums = read::<f32>(&OneCore, &input, blocks * BLOCK);
                assert_eq!(sums.len(), blocks * BLOCK);
                assert_eq!(sums.iter().sum::<f32>(), input.iter().sum::<f32>());
            }
        }
        assert!(read::<f64>(&OneCore, &numbers(8), 0).is_empty());
    }

    #[test]
    fn an_unfinished_vector_is_left_out() {
        assert_eq!(read::<f64>(&OneCore, &[1.0, 1.0, 1.0, 1.0, 9.0], BLOCK)[..2], [4.0, 0.0]);
    }

    #[test]
    fn every_chain_nears_twice_its_input() {
        // value = value / 2 + x has its fixed point at 2 x.
        assert_eq!(fma::<f64>(&OneCore, &[0.0, 1.0, -2.5]), [0.0, 16.0, -40.0]);
        assert_eq!(fma::<f32>(&OneCore, &[3.0]), [48.0]);
        assert!(fma::<f32>(&OneCore, &[]).is_empty());
    }
}
