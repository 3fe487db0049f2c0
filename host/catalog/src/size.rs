//! Problem sizes: what their numbers mean and which are too large.

use super::Problem;
use thiserror::Error;

/// One number of a size.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Dimension {
    pub name: &'static str,
    /// Its value when fewer numbers are given.
    pub rest: Rest,
    /// Whether buffers grow in proportion to it.
    pub scales: bool,
}

/// The value of a number that is not given.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Rest {
    Required,
    /// The same as the first number: `4096` is a square matrix.
    LikeFirst,
    Value(u64),
}

/// A number that must be given.
pub(super) const fn required(name: &'static str) -> Dimension {
    Dimension { name, rest: Rest::Required, scales: true }
}

/// A number that is like the first where it is not given.
pub(super) const fn like_first(name: &'static str) -> Dimension {
    Dimension { name, rest: Rest::LikeFirst, scales: true }
}

/// A factor with a usual value.
pub(super) const fn factor(name: &'static str, value: u64) -> Dimension {
    Dimension { name, rest: Rest::Value(value), scales: true }
}

/// A distance with a usual value.
pub(super) const fn shift(name: &'static str, value: u64) -> Dimension {
    Dimension { name, rest: Rest::Value(value), scales: false }
}

/// A size that a kernel cannot take.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum SizeError {
    /// Too many or too few numbers.
    #[error("`{kernel}` takes its size as {expected}, but {given} numbers were given")]
    Count { kernel: &'static str, expected: String, given: usize },
    /// More elements than a kernel's 32-bit indices can tell apart.
    #[error(
        "`{kernel}` at this size has a buffer of {elements} elements; kernels count in 32 bits, \
         so {} is the most: choose a smaller size",
        u32::MAX
    )]
    TooManyElements {
        kernel: &'static str,
        /// Elements of its largest buffer.
        elements: u128,
    },
}

/// Fills in the numbers that were not given.
pub(super) fn complete(
    kernel: &'static str,
    dimensions: &[Dimension],
    given: &[u64],
) -> Result<Vec<u64>, SizeError> {
    let count_error = || SizeError::Count {
        kernel,
        expected: dimensions.iter().map(|d| d.name).collect::<Vec<_>>().join(","),
        given: given.len(),
    };
    if given.len() > dimensions.len() {
        return Err(count_error());
    }
    dimensions
        .iter()
        .enumerate()
        .map(|(i, dimension)| match (given.get(i), dimension.rest) {
            (Some(&number), _) => Ok(number),
            (None, Rest::Value(value)) => Ok(value),
            (None, Rest::LikeFirst) => given.first().copied().ok_or_else(count_error),
            (None, Rest::Required) => Err(count_error()),
        })
        .collect()
}

/// Refuses sizes whose products could overflow before the problem is built. What
/// passes is checked again, exactly, by [`check_buffers`].
pub(super) fn check_volume(
    kernel: &'static str,
    dimensions: &[Dimension],
    size: &[u64],
) -> Result<(), SizeError> {
    let mut factors: Vec<u64> =
        dimensions.iter().zip(size).filter(|(d, _)| d.scales).map(|(_, &n)| n).collect();
    factors.sort_unstable();
    let elements = factors.iter().rev().take(2).map(|&n| u128::from(n.max(1))).product();
    let largest = size.iter().map(|&n| u128::from(n)).max().unwrap_or(0).max(elements);
    if largest > u128::from(u32::MAX) {
        return Err(SizeError::TooManyElements { kernel, elements: largest });
    }
    Ok(())
}

/// Refuses problems with a buffer that a kernel cannot index.
pub(super) fn check_buffers(kernel: &'static str, problem: &Problem) -> Result<(), SizeError> {
    let elements = problem.buffers.iter().map(|buffer| buffer.len as u128).max().unwrap_or(0);
    if elements > u128::from(u32::MAX) {
        return Err(SizeError::TooManyElements { kernel, elements });
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn missing_numbers_are_filled_in() {
        const MATRIX: &[Dimension] = &[required("m"), like_first("n"), like_first("k")];
        const STRIDED: &[Dimension] = &[required("n"), factor("stride", 2)];
        let check = |dimensions: &[Dimension], given: &[u64], expected: Option<&[u64]>| {
            let size = complete("kernel", dimensions, given).ok();
            assert_eq!(size.as_deref(), expected, "{given:?}");
        };
        check(MATRIX, &[64], Some(&[64, 64, 64]));
        check(MATRIX, &[64, 32], Some(&[64, 32, 64]));
        check(MATRIX, &[64, 32, 16], Some(&[64, 32, 16]));
        check(MATRIX, &[1, 2, 3, 4], None);
        check(MATRIX, &[], None);
        check(STRIDED, &[1000], Some(&[1000, 2]));
        check(STRIDED, &[1000, 8], Some(&[1000, 8]));
    }

    #[test]
    fn sizes_beyond_32_bits_are_refused() {
        const CUBE: &[Dimension] = &[required("m"), like_first("n"), like_first("k")];
        const SHIFTED: &[Dimension] = &[required("n"), shift("offset", 1)];
        let check = |dimensions: &[Dimension], size: &[u64], fine: bool| {
            assert_eq!(check_volume("kernel", dimensions, size).is_ok(), fine, "{size:?}");
        };
        check(&CUBE[..1], &[u64::from(u32::MAX)], true);
        check(&CUBE[..1], &[1 << 32], false);
        check(&CUBE[..2], &[65_536, 65_535], true);
        check(&CUBE[..2], &[65_536, 65_536], false);
        check(CUBE, &[u64::MAX, u64::MAX, u64::MAX], false);
        check(&CUBE[..2], &[0, 1 << 31], true);
        check(SHIFTED, &[1 << 28, 1000], true);
        check(SHIFTED, &[1000, 1 << 32], false);
    }
}
