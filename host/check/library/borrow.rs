//! `core::borrow`, for texts that name it.

pub mod borrow {
    pub trait Borrow<B> {
        fn borrow(&self) -> &B;
    }
    pub trait BorrowMut<B>: Borrow<B> {
        fn borrow_mut(&mut self) -> &mut B;
    }
    impl<T, const N: usize> Borrow<[T]> for [T; N] {
        fn borrow(&self) -> &[T] {
            self
        }
    }
    impl<T, const N: usize> BorrowMut<[T]> for [T; N] {
        fn borrow_mut(&mut self) -> &mut [T] {
            self
        }
    }
}
