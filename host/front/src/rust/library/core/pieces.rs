// Parts of slices, and what is asked about their order.

pub mod pieces {
    impl<T> [T] {
        pub fn split_first_mut(&mut self) -> Option<(&mut T, &mut [T])> {
            if self.len() > 0 { Some((&mut self[0], &mut self[1..])) } else { None }
        }
        pub fn split_last_mut(&mut self) -> Option<(&mut T, &mut [T])> {
            if self.len() > 0 {
                let end = self.len() - 1;
                Some((&mut self[end], &mut self[..end]))
            } else {
                None
            }
        }
        pub fn split_at_checked(&self, middle: usize) -> Option<(&[T], &[T])> {
            if middle <= self.len() { Some((&self[..middle], &self[middle..])) } else { None }
        }
        pub fn split_at_mut_checked(&mut self, middle: usize) -> Option<(&mut [T], &mut [T])> {
            if middle <= self.len() {
                Some((&mut self[..middle], &mut self[middle..]))
            } else {
                None
            }
        }
        pub fn is_sorted_by<F: FnMut(&T, &T) -> bool>(&self, f: F) -> bool {
            for i in 1..self.len() {
                if !f(&self[i - 1], &self[i]) {
                    return false;
                }
            }
            true
        }
        pub fn is_sorted_by_key<K: PartialOrd, F: FnMut(&T) -> K>(&self, f: F) -> bool {
            for i in 1..self.len() {
                if !(f(&self[i - 1]) <= f(&self[i])) {
                    return false;
                }
            }
            true
        }
        pub fn strip_prefix(&self, prefix: &[T]) -> Option<&[T]> {
            if self.starts_with(prefix) { Some(&self[prefix.len()..]) } else { None }
        }
        pub fn strip_suffix(&self, suffix: &[T]) -> Option<&[T]> {
            if self.ends_with(suffix) { Some(&self[..self.len() - suffix.len()]) } else { None }
        }
    }
}
