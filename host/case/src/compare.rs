//! Results against what was expected.

use crate::number::{self, Number, Scalar};
use serde::{Deserialize, Serialize};

/// How results compare with what was expected.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Comparison {
    pub max_error: f64,
    /// The buffers that are wrong.
    pub wrong: Vec<Wrong>,
    /// How many buffers were compared.
    pub count: usize,
}

impl Comparison {
    /// Compares one more buffer; both lie in memory as elements of a type.
    pub fn add(
        &mut self,
        name: &str,
        scalar: Scalar,
        (values, expected): (&[u8], &[u8]),
        tolerance: f64,
    ) {
        let mut first: Option<(usize, Number, Number)> = None;
        let mut wrong = 0;
        let mut max_error = 0.0_f64;
        let pairs = scalar.decode(values).zip(scalar.decode(expected)).enumerate();
        for (index, (value, expected)) in pairs {
            let error = value.distance(expected);
            max_error = max_error.max(error);
            if error > tolerance {
                wrong += 1;
                first.get_or_insert((index, value, expected));
            }
        }
        self.count += 1;
        self.max_error = self.max_error.max(max_error);
        if let Some((index, value, expected)) = first {
            self.wrong.push(Wrong {
                buffer: name.to_owned(),
                index,
                value,
                expected,
                count: wrong,
                len: values.len() / scalar.bytes(),
                tolerance,
            });
        }
    }

    /// The largest difference, where it is a number and something was compared.
    pub fn finite_error(&self) -> Option<f64> {
        (self.count > 0 && self.max_error.is_finite()).then_some(self.max_error)
    }
}

/// A buffer that holds something else than expected.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Wrong {
    /// What the source calls it.
    pub buffer: String,
    /// The first element that is wrong.
    pub index: usize,
    #[serde(deserialize_with = "number::from_json")]
    pub value: Number,
    #[serde(deserialize_with = "number::from_json")]
    pub expected: Number,
    /// How many elements are wrong.
    pub count: usize,
    pub len: usize,
    /// The largest difference that is allowed.
    pub tolerance: f64,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_difference_is_kept() {
        let bytes = |values: &[f32]| -> Vec<u8> {
            values.iter().flat_map(|value| value.to_le_bytes()).collect()
        };
        let mut comparison = Comparison::default();
        let check = |comparison: &mut Comparison, a: &[f32], b: &[f32]| {
            comparison.add("x", Scalar::F32, (&bytes(a), &bytes(b)), 0.25);
        };
        check(&mut comparison, &[1.0, 2.0], &[1.25, f32::from_bits(2.0_f32.to_bits())]);
        assert_eq!((comparison.finite_error(), comparison.wrong.len()), (Some(0.25), 0));
        check(&mut comparison, &[1.0, 2.0, 3.0], &[1.0, 2.5, 4.0]);
        let wrong = &comparison.wrong[0];
        assert_eq!((wrong.index, wrong.count, wrong.len), (1, 2, 3));
        assert_eq!(comparison.finite_error(), Some(1.0));
        check(&mut comparison, &[f32::NAN], &[f32::NAN]);
        assert_eq!((comparison.wrong.len(), comparison.count), (1, 3));
        check(&mut comparison, &[f32::NAN], &[1.0]);
        assert_eq!((comparison.wrong.len(), comparison.finite_error()), (2, None));
    }
}
