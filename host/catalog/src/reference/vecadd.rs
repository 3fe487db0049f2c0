//! Vector addition.

use warpbench_cores::{Cores, collect};

/// `a + b`, as long as the shorter of them.
pub fn vecadd(cores: &dyn Cores, a: &[f32], b: &[f32]) -> Vec<f32> {
    collect(cores, a.len().min(b.len()), 1, |i| a[i] + b[i])
}

#[cfg(test)]
mod tests {
    use super::super::tests::{AWKWARD, numbers};
    use super::*;
    use warpbench_cores::OneCore;

    #[test]
    fn adds_element_by_element() {
        assert_eq!(vecadd(&OneCore, &[1.0, 2.5, -3.0], &[10.0, 0.5, 3.0]), [11.0, 3.0, 0.0]);
    }

    #[test]
    fn zero_changes_nothing_and_the_negative_undoes() {
        for n in AWKWARD {
            let values = numbers(n);
            let negative: Vec<f32> = values.iter().map(|x| -x).collect();
            assert_eq!(vecadd(&OneCore, &values, &vec![0.0; n]), values);
            assert_eq!(vecadd(&OneCore, &values, &negative), vec![0.0; n]);
        }
    }
}
