// Pieces of slices whose lengths are known, and what is asked about the order.

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
        pub fn first_chunk<const N: usize>(&self) -> Option<&[T; N]> {
            if N <= self.len() { Some(unsafe { &*(self.as_ptr() as *const [T; N]) }) } else { None }
        }
        pub fn last_chunk<const N: usize>(&self) -> Option<&[T; N]> {
            if N <= self.len() {
                let start = self.len() - N;
                Some(unsafe { &*(self.as_ptr().add(start) as *const [T; N]) })
            } else {
                None
            }
        }
        pub fn first_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
            if N <= self.len() {
                Some(unsafe { &mut *(self.as_mut_ptr() as *mut [T; N]) })
            } else {
                None
            }
        }
        pub fn last_chunk_mut<const N: usize>(&mut self) -> Option<&mut [T; N]> {
            if N <= self.len() {
                let start = self.len() - N;
                Some(unsafe { &mut *(self.as_mut_ptr().add(start) as *mut [T; N]) })
            } else {
                None
            }
        }
        pub fn split_first_chunk<const N: usize>(&self) -> Option<(&[T; N], &[T])> {
            if N <= self.len() {
                Some((unsafe { &*(self.as_ptr() as *const [T; N]) }, &self[N..]))
            } else {
                None
            }
        }
        pub fn split_last_chunk<const N: usize>(&self) -> Option<(&[T], &[T; N])> {
            if N <= self.len() {
                let start = self.len() - N;
                let last = unsafe { &*(self.as_ptr().add(start) as *const [T; N]) };
                Some((&self[..start], last))
            } else {
                None
            }
        }
        pub fn as_chunks<const N: usize>(&self) -> (&[[T; N]], &[T]) {
            let count = self.len() / N;
            let whole = self.as_ptr() as *const [T; N];
            (unsafe { core::slice::from_raw_parts(whole, count) }, &self[count * N..])
        }
        pub fn as_chunks_mut<const N: usize>(&mut self) -> (&mut [[T; N]], &mut [T]) {
            let count = self.len() / N;
            let whole = self.as_mut_ptr() as *mut [T; N];
            (unsafe { core::slice::from_raw_parts_mut(whole, count) }, &mut self[count * N..])
        }
        pub fn as_rchunks<const N: usize>(&self) -> (&[T], &[[T; N]]) {
            let count = self.len() / N;
            let rest = self.len() - count * N;
            let whole = unsafe { self.as_ptr().add(rest) } as *const [T; N];
            (&self[..rest], unsafe { core::slice::from_raw_parts(whole, count) })
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

    impl [u8] {
        pub fn is_ascii(&self) -> bool {
            for i in 0..self.len() {
                if self[i] >= 128 {
                    return false;
                }
            }
            true
        }
        pub fn eq_ignore_ascii_case(&self, other: &[u8]) -> bool {
            if self.len() != other.len() {
                return false;
            }
            for i in 0..self.len() {
                if self[i].to_ascii_lowercase() != other[i].to_ascii_lowercase() {
                    return false;
                }
            }
            true
        }
        pub fn trim_ascii_start(&self) -> &[u8] {
            let mut from = 0;
            while from < self.len() && self[from].is_ascii_whitespace() {
                from += 1;
            }
            &self[from..]
        }
        pub fn trim_ascii_end(&self) -> &[u8] {
            let mut to = self.len();
            while to > 0 && self[to - 1].is_ascii_whitespace() {
                to -= 1;
            }
            &self[..to]
        }
        pub fn trim_ascii(&self) -> &[u8] {
            self.trim_ascii_start().trim_ascii_end()
        }
    }

    impl<T, const N: usize> [[T; N]] {
        pub fn as_flattened(&self) -> &[T] {
            let count = self.len() * N;
            unsafe { core::slice::from_raw_parts(self.as_ptr() as *const T, count) }
        }
        pub fn as_flattened_mut(&mut self) -> &mut [T] {
            let count = self.len() * N;
            unsafe { core::slice::from_raw_parts_mut(self.as_mut_ptr() as *mut T, count) }
        }
    }
}
