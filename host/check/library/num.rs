// `core::num`, but for its kinds of numbers (`kinds.rs`).

pub mod num {
    pub use core::convert::TryFromIntError;

    // The bound of `to_int_unchecked`, `FloatToInt` in `core`, where it is unstable.
    pub trait ConvertibleTo<I> {}

    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub enum FpCategory {
        Nan,
        Infinite,
        Zero,
        Subnormal,
        Normal,
    }
}
