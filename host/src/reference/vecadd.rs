//! Vector addition.

use rayon::prelude::*;

/// `a + b`, as long as the shorter of them.
pub fn vecadd(a: &[f32], b: &[f32]) -> Vec<f32> {
    a.par_iter().zip(b).map(|(a, b)| a + b).collect()
}

#[cfg(test)]
mod tests {
    use super::super::tests::{AWKWARD, numbers};
    use super::*;

    #[test]
    fn adds_element_by_element() {
        assert_eq!(vecadd(&[1.0, 2.5, -3.0], &[10.0, 0.5, 3.0]), [11.0, 3.0, 0.0]);
    }

    #[test]
    fn zero_changes_nothing_and_the_negative_undoes() {
        for n in AWKWARD {
            let values = numbers(n);
            let negative: Vec<f32> = values.iter().map(|x| -x).collect();
            assert_eq!(vecadd(&values, &vec![0.0; n]), values);
            assert_eq!(vecadd(&values, &negative), vec![0.0; n]);
        }
    }
}
