//! Scaled vector addition.

use rayon::prelude::*;

/// `a * x + y`, rounded once.
pub fn saxpy(a: f32, x: &[f32], y: &[f32]) -> Vec<f32> {
    x.par_iter()
        .zip(y)
        .map(|(&x, &y)| (f64::from(a) * f64::from(x) + f64::from(y)) as f32)
        .collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{AWKWARD, numbers};
    use super::*;

    #[test]
    fn scales_and_adds() {
        assert_eq!(saxpy(2.0, &[1.0, -3.0, 0.5], &[10.0, 1.0, 0.0]), [12.0, -5.0, 1.0]);
    }

    #[test]
    fn factor_zero_keeps_y_and_factor_one_adds() {
        for n in AWKWARD {
            let x = numbers(n);
            let y: Vec<f32> = x.iter().rev().copied().collect();
            assert_eq!(saxpy(0.0, &x, &y), y);
            assert_eq!(saxpy(1.0, &x, &y), saxpy(1.0, &y, &x));
        }
    }

    #[test]
    fn rounds_once() {
        // 1 + 2^-12, squared, is 1 + 2^-11 + 2^-24. A float drops the last term,
        // so the difference would vanish if the product were rounded first.
        let x = 1.0 + 1.0 / 4096.0;
        let y = -(1.0 + 1.0 / 2048.0);
        assert_eq!(saxpy(x, &[x], &[y]), [1.0 / (1 << 24) as f32]);
    }
}
