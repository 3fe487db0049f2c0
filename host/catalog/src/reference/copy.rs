//! Copies. Particles, as structures or as arrays, are plain copies of four
//! values each.

use warpbench_cores::{Cores, collect};

pub fn copy(input: &[f32]) -> Vec<f32> {
    input.to_vec()
}

/// `n` values from position `offset` on.
pub fn copy_offset(cores: &dyn Cores, input: &[f32], n: usize, offset: usize) -> Vec<f32> {
    collect(cores, n, 1, |i| input[i + offset])
}

/// `n` values, `stride` apart, from the first on.
pub fn copy_strided(cores: &dyn Cores, input: &[f32], n: usize, stride: usize) -> Vec<f32> {
    collect(cores, n, 1, |i| input[i * stride])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{AWKWARD, numbers};
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn picks_by_hand() {
        let input = [0.0, 1.0, 2.0, 3.0, 4.0, 5.0, 6.0];
        assert_eq!(copy_offset(&OneCore, &input, 3, 2), [2.0, 3.0, 4.0]);
        assert_eq!(copy_strided(&OneCore, &input, 3, 3), [0.0, 3.0, 6.0]);
        assert_eq!(copy_strided(&OneCore, &input, 2, 0), [0.0, 0.0]);
    }

    #[test]
    fn no_offset_and_stride_one_are_plain_copies() {
        for n in AWKWARD {
            let input = numbers(n);
            assert_eq!(copy(&input), input);
            assert_eq!(copy_offset(&OneCore, &input, n, 0), input);
            assert_eq!(copy_strided(&OneCore, &input, n, 1), input);
        }
    }

    #[test]
    fn strides_multiply() {
        let input = numbers(33 * 6);
        let by_two = copy_strided(&OneCore, &input, 33 * 3, 2);
        assert_eq!(copy_strided(&OneCore, &by_two, 33, 3), copy_strided(&OneCore, &input, 33, 6));
    }

    #[test]
    fn nothing_is_read_for_nothing() {
        assert!(copy_offset(&OneCore, &[], 0, 5).is_empty());
        assert!(copy_strided(&OneCore, &[], 0, 5).is_empty());
    }
}
