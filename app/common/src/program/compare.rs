//! Comparison of a program's results with those of the sequential one or of the case.

use super::arguments::{buffer_of, held, scalar_of};
use super::reference::Reference;
use warpbench_case::number::Scalar;
use warpbench_case::{Case, Comparison};
use warpbench_derive::execute::Memory;
use warpbench_derive::tree::Function;

/// Compares every array that the function may change.
pub fn compare(
    function: &Function,
    memory: &Memory,
    case: &Case,
    reference: &Reference,
) -> Comparison {
    let mut comparison = Comparison::default();
    for param in &function.params {
        let Some((element, true)) = held(&param.ty) else { continue };
        let Some(own) = memory.arrays.get(&param.name) else { continue };
        let buffer = buffer_of(case, &param.name);
        let scalar = scalar_of(element);
        let of_case = buffer.and_then(|buffer| buffer.expected.as_ref());
        let (expected, tolerance) = match (of_case, reference) {
            (Some(expected), _) => (&expected.bytes, expected.tolerance),
            (None, Reference::Computed(arrays)) => match arrays.get(&param.name) {
                Some(bytes) => {
                    let said = buffer.and_then(|buffer| buffer.tolerance);
                    (bytes, said.unwrap_or_else(|| rounding(scalar, bytes)))
                }
                None => continue,
            },
            (None, Reference::NotToBeHad(_) | Reference::Faulty(_)) => continue,
        };
        comparison.add(&param.name, scalar, (&own.bytes, expected), tolerance);
    }
    comparison
}

/// How far results may be off for rounding: a GPU may add in another order and round less
/// often, by as much as the numbers are large.
fn rounding(scalar: Scalar, expected: &[u8]) -> f64 {
    let finite = scalar.decode(expected).map(|number| number.float().abs());
    let largest = finite.filter(|number| number.is_finite()).fold(1.0, f64::max);
    scalar.usual_tolerance() * largest
}
