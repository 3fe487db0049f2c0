//! Half of the elements take one path, half the other.

use super::Real;
use warpbench_cores::{Cores, collect};
use warpbench_kernels::divergence::STEPS;
use warpbench_kernels::warp::WARP;

/// Neighbouring elements take different paths.
pub fn branchy<A: Real>(cores: &dyn Cores, input: &[f32]) -> Vec<f32> {
    walk::<A>(cores, input, |i| i % 2 == 0)
}

/// Neighbouring groups of 32 elements take different paths.
pub fn uniform<A: Real>(cores: &dyn Cores, input: &[f32]) -> Vec<f32> {
    walk::<A>(cores, input, |i| i % (2 * WARP) < WARP)
}

/// Takes each element along the path that is chosen by its position.
fn walk<A: Real>(
    cores: &dyn Cores,
    input: &[f32],
    first_path: impl Fn(usize) -> bool + Sync,
) -> Vec<f32> {
    let (half, one) = (A::widen(0.5), A::one());
    collect(cores, input.len(), STEPS, |i| {
        let mut value = A::widen(input[i]);
        for _ in 0..STEPS {
            value = if first_path(i) { value * half + one } else { one / (one + value) };
        }
        value.narrow()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::AWKWARD;
    use super::*;
    use warpbench_cores::OneCore;

    const GOLDEN: f32 = 0.618_034;

    fn near(values: &[f32], expected: impl Fn(usize) -> f32) -> bool {
        values.iter().enumerate().all(|(i, value)| (value - expected(i)).abs() < 1e-6)
    }

    #[test]
    fn each_path_nears_its_fixed_point() {
        for n in AWKWARD {
            let input: Vec<f32> = (0..n).map(|i| i as f32 / 1000.0).collect();
            let branchy = branchy::<f32>(&OneCore, &input);
            assert_eq!(branchy.len(), n);
            assert!(near(&branchy, |i| [2.0, GOLDEN][i % 2]));
            let uniform = uniform::<f64>(&OneCore, &input);
            assert_eq!(uniform.len(), n);
            assert!(near(&uniform, |i| if i % 64 < 32 { 2.0 } else { GOLDEN }));
        }
    }

    #[test]
    fn fixed_points_stay() {
        assert_eq!(branchy::<f64>(&OneCore, &[2.0]), [2.0]);
    }

    #[test]
    fn every_step_halves_the_distance() {
        // 64 steps take it from 2^52 to 2^-12.
        let far = (1u64 << 52) as f32;
        assert_eq!(branchy::<f64>(&OneCore, &[far]), [2.0 + 1.0 / 4096.0]);
    }

    #[test]
    fn both_orders_share_the_work_alike() {
        let input = [0.25; 128];
        let mut branchy = branchy::<f64>(&OneCore, &input);
        let mut uniform = uniform::<f64>(&OneCore, &input);
        branchy.sort_by(f32::total_cmp);
        uniform.sort_by(f32::total_cmp);
        assert_eq!(branchy, uniform);
    }
}
