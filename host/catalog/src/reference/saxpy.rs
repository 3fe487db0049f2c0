//! Scaled vector addition.

use warpbench_cores::{Cores, collect};

/// `a * x + y`, rounded once.
pub fn saxpy(cores: &dyn Cores, a: f32, x: &[f32], y: &[f32]) -> Vec<f32> {
    collect(cores, x.len().min(y.len()), 1, |i| {
        (f64::from(a) * f64::from(x[i]) + f64::from(y[i])) as f32
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::{AWKWARD, numbers};
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn scales_and_adds() {
        assert_eq!(saxpy(&OneCore, 2.0, &[1.0, -3.0, 0.5], &[10.0, 1.0, 0.0]), [12.0, -5.0, 1.0]);
    }

    #[test]
    fn factor_zero_keeps_y_and_factor_one_adds() {
        for n in AWKWARD {
            let x = numbers(n);
            let y: Vec<f32> = x.iter().rev().copied().collect();
            assert_eq!(saxpy(&OneCore, 0.0, &x, &y), y);
            assert_eq!(saxpy(&OneCore, 1.0, &x, &y), saxpy(&OneCore, 1.0, &y, &x));
        }
    }

    #[test]
    fn rounds_once() {
        // 1 + 2^-12, squared, is 1 + 2^-11 + 2^-24. A float drops the last term,
        // so the difference would vanish if the product were rounded first.
        let x = 1.0 + 1.0 / 4096.0;
        let y = -(1.0 + 1.0 / 2048.0);
        assert_eq!(saxpy(&OneCore, x, &[x], &[y]), [1.0 / (1 << 24) as f32]);
    }
}
