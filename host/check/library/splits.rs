//! Parts of slices by what is in them, as iterators.

pub mod splits {
    pub struct Split<'a, T, P> {
        rest: &'a [T],
        is_done: bool,
        predicate: P,
    }
    impl<'a, T, P: FnMut(&T) -> bool> Iterator for Split<'a, T, P> {
        type Item = &'a [T];
        fn next(&mut self) -> Option<&'a [T]> {
            if self.is_done {
                return None;
            }
            let slice = self.rest;
            for i in 0..slice.len() {
                if (self.predicate)(&slice[i]) {
                    self.rest = &slice[i + 1..];
                    return Some(&slice[..i]);
                }
            }
            self.is_done = true;
            Some(slice)
        }
    }
    impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for Split<'a, T, P> {
        fn next_back(&mut self) -> Option<&'a [T]> {
            if self.is_done {
                return None;
            }
            let slice = self.rest;
            let mut i = slice.len();
            while i > 0 {
                i -= 1;
                if (self.predicate)(&slice[i]) {
                    self.rest = &slice[..i];
                    return Some(&slice[i + 1..]);
                }
            }
            self.is_done = true;
            Some(slice)
        }
    }

    pub struct RSplit<'a, T, P> {
        inner: Split<'a, T, P>,
    }
    impl<'a, T, P: FnMut(&T) -> bool> Iterator for RSplit<'a, T, P> {
        type Item = &'a [T];
        fn next(&mut self) -> Option<&'a [T]> {
            self.inner.next_back()
        }
    }
    impl<'a, T, P: FnMut(&T) -> bool> DoubleEndedIterator for RSplit<'a, T, P> {
        fn next_back(&mut self) -> Option<&'a [T]> {
            self.inner.next()
        }
    }

    pub struct SplitN<'a, T, P> {
        inner: Split<'a, T, P>,
        left: usize,
    }
    impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitN<'a, T, P> {
        type Item = &'a [T];
        fn next(&mut self) -> Option<&'a [T]> {
            if self.left == 0 || self.inner.is_done {
                return None;
            }
            self.left -= 1;
            if self.left == 0 { Some(self.inner.rest) } else { self.inner.next() }
        }
    }

    pub struct RSplitN<'a, T, P> {
        inner: Split<'a, T, P>,
        left: usize,
    }
    impl<'a, T, P: FnMut(&T) -> bool> Iterator for RSplitN<'a, T, P> {
        type Item = &'a [T];
        fn next(&mut self) -> Option<&'a [T]> {
            if self.left == 0 || self.inner.is_done {
                return None;
            }
            self.left -= 1;
            if self.left == 0 { Some(self.inner.rest) } else { self.inner.next_back() }
        }
    }

    pub struct SplitInclusive<'a, T, P> {
        rest: &'a [T],
        predicate: P,
    }
    impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitInclusive<'a, T, P> {
        type Item = &'a [T];
        fn next(&mut self) -> Option<&'a [T]> {
            let slice = self.rest;
            if slice.is_empty() {
                return None;
            }
            let mut end = slice.len();
            for i in 0..slice.len() {
                if (self.predicate)(&slice[i]) {
                    end = i + 1;
                    break;
                }
            }
            self.rest = &slice[end..];
            Some(&slice[..end])
        }
    }

    pub struct ChunkBy<'a, T, P> {
        rest: &'a [T],
        predicate: P,
    }
    impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for ChunkBy<'a, T, P> {
        type Item = &'a [T];
        fn next(&mut self) -> Option<&'a [T]> {
            let slice = self.rest;
            if slice.is_empty() {
                return None;
            }
            let mut end = 1;
            while end < slice.len() && (self.predicate)(&slice[end - 1], &slice[end]) {
                end += 1;
            }
            self.rest = &slice[end..];
            Some(&slice[..end])
        }
    }
    impl<'a, T, P: FnMut(&T, &T) -> bool> DoubleEndedIterator for ChunkBy<'a, T, P> {
        fn next_back(&mut self) -> Option<&'a [T]> {
            let slice = self.rest;
            if slice.is_empty() {
                return None;
            }
            let mut start = slice.len() - 1;
            while start > 0 && (self.predicate)(&slice[start - 1], &slice[start]) {
                start -= 1;
            }
            self.rest = &slice[..start];
            Some(&slice[start..])
        }
    }

    pub struct SplitMut<'a, T, P> {
        rest: &'a mut [T],
        is_done: bool,
        predicate: P,
    }
    impl<'a, T, P: FnMut(&T) -> bool> Iterator for SplitMut<'a, T, P> {
        type Item = &'a mut [T];
        fn next(&mut self) -> Option<&'a mut [T]> {
            if self.is_done {
                return None;
            }
            let slice = self.rest;
            for i in 0..slice.len() {
                if (self.predicate)(&slice[i]) {
                    self.rest = &mut slice[i + 1..];
                    return Some(&mut slice[..i]);
                }
            }
            self.is_done = true;
            Some(slice)
        }
    }

    pub struct ChunkByMut<'a, T, P> {
        rest: &'a mut [T],
        predicate: P,
    }
    impl<'a, T, P: FnMut(&T, &T) -> bool> Iterator for ChunkByMut<'a, T, P> {
        type Item = &'a mut [T];
        fn next(&mut self) -> Option<&'a mut [T]> {
            let slice = self.rest;
            if slice.is_empty() {
                return None;
            }
            let mut end = 1;
            while end < slice.len() && (self.predicate)(&slice[end - 1], &slice[end]) {
                end += 1;
            }
            self.rest = &mut slice[end..];
            Some(&mut slice[..end])
        }
    }

    impl<T> [T] {
        pub fn split<P: FnMut(&T) -> bool>(&self, predicate: P) -> Split<'_, T, P> {
            Split { rest: self, is_done: false, predicate }
        }
        pub fn rsplit<P: FnMut(&T) -> bool>(&self, predicate: P) -> RSplit<'_, T, P> {
            RSplit { inner: Split { rest: self, is_done: false, predicate } }
        }
        pub fn splitn<P: FnMut(&T) -> bool>(&self, n: usize, predicate: P) -> SplitN<'_, T, P> {
            SplitN { inner: Split { rest: self, is_done: false, predicate }, left: n }
        }
        pub fn rsplitn<P: FnMut(&T) -> bool>(&self, n: usize, predicate: P) -> RSplitN<'_, T, P> {
            RSplitN { inner: Split { rest: self, is_done: false, predicate }, left: n }
        }
        pub fn split_inclusive<P: FnMut(&T) -> bool>(
            &self,
            predicate: P,
        ) -> SplitInclusive<'_, T, P> {
            SplitInclusive { rest: self, predicate }
        }
        pub fn split_mut<P: FnMut(&T) -> bool>(&mut self, predicate: P) -> SplitMut<'_, T, P> {
            SplitMut { rest: self, is_done: false, predicate }
        }
        pub fn chunk_by<P: FnMut(&T, &T) -> bool>(&self, predicate: P) -> ChunkBy<'_, T, P> {
            ChunkBy { rest: self, predicate }
        }
        pub fn chunk_by_mut<P: FnMut(&T, &T) -> bool>(
            &mut self,
            predicate: P,
        ) -> ChunkByMut<'_, T, P> {
            ChunkByMut { rest: self, predicate }
        }
    }
}
