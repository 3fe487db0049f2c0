// Kinds of numbers in `core::num`, but for what each integer type has of its own
// (`wrapping.rs`, `divisor.rs`).

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash)]
pub struct Wrapping<T>(pub T);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug, Hash)]
pub struct Saturating<T>(pub T);

#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
pub struct NonZero<T>(T);

pub type NonZeroU8 = NonZero<u8>;
pub type NonZeroU16 = NonZero<u16>;
pub type NonZeroU32 = NonZero<u32>;
pub type NonZeroU64 = NonZero<u64>;
pub type NonZeroUsize = NonZero<usize>;
pub type NonZeroI8 = NonZero<i8>;
pub type NonZeroI16 = NonZero<i16>;
pub type NonZeroI32 = NonZero<i32>;
pub type NonZeroI64 = NonZero<i64>;
pub type NonZeroIsize = NonZero<isize>;

impl<T> NonZero<T> {
    pub const fn get(self) -> T {
        self.0
    }
    pub const unsafe fn new_unchecked(value: T) -> NonZero<T> {
        NonZero(value)
    }
}
