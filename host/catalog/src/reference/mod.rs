//! Plain results, computed on the CPU: what a kernel must come to.
//!
//! One file per kernel family, with the stem of the kernels' own file. The
//! functions say what is computed and leave out how a GPU goes about it, so all
//! variants of a family share one. Where rounding matters they are generic over
//! the type they compute in: in `f64` they give the truth, in `f32` an idea of
//! what rounding alone may change. Results never depend on the number of cores.

pub mod copy;
pub mod divergence;
pub mod first_warp;
pub mod histogram;
pub mod jacobi;
pub mod matmul;
pub mod matvec;
pub mod peak;
pub mod reduce;
pub mod saxpy;
pub mod scale_rows;
pub mod template_match;
pub mod transpose;
pub mod vecadd;

/// A type that results are computed in, whatever type they are stored in.
pub trait Real: num_traits::Float + Send + Sync + 'static {
    /// The same number in this type.
    fn widen(value: f32) -> Self;

    /// The nearest number that can be stored.
    fn narrow(self) -> f32;
}

impl Real for f32 {
    fn widen(value: f32) -> f32 {
        value
    }

    fn narrow(self) -> f32 {
        self
    }
}

impl Real for f64 {
    fn widen(value: f32) -> f64 {
        f64::from(value)
    }

    fn narrow(self) -> f32 {
        self as f32
    }
}

#[cfg(test)]
mod tests {
    /// Sizes at which off-by-one errors show.
    pub(super) const AWKWARD: [usize; 8] = [0, 1, 2, 31, 32, 33, 1000, 4097];

    /// Small whole numbers in no simple order: sums of their products are exact.
    pub(super) fn numbers(len: usize) -> Vec<f32> {
        (0..len).map(|i| (i * 7919 % 13) as f32 - 6.0).collect()
    }
}
