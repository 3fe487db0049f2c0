// Iterators of the program that are taken from their end.

pub mod backwards {
    pub struct Backwards<I> {
        iter: I,
    }
    pub fn backwards_of<I: DoubleEndedIterator>(iter: I) -> Backwards<I> {
        Backwards { iter }
    }
    impl<I: DoubleEndedIterator> Iterator for Backwards<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            self.iter.next_back()
        }
    }
    impl<I: DoubleEndedIterator> DoubleEndedIterator for Backwards<I> {
        fn next_back(&mut self) -> Option<I::Item> {
            self.iter.next()
        }
    }
    pub fn exact_hint(len: usize) -> (usize, Option<usize>) {
        (len, Some(len))
    }
}
