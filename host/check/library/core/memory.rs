// Slices, arrays, and values that change places.

pub mod mem {
    pub fn swap<T>(a: &mut T, b: &mut T) {
        let first = *a;
        *a = *b;
        *b = first;
    }
    pub fn replace<T>(place: &mut T, value: T) -> T {
        let old = *place;
        *place = value;
        old
    }
    pub fn take<T: Default>(place: &mut T) -> T {
        let old = *place;
        *place = T::default();
        old
    }
    pub fn drop<T>(_value: T) {}
    pub fn forget<T>(_value: T) {}
    pub const fn needs_drop<T>() -> bool {
        false
    }
    pub const fn size_of_val<T>(_value: &T) -> usize {
        core::mem::size_of::<T>()
    }
    pub const fn align_of_val<T>(_value: &T) -> usize {
        core::mem::align_of::<T>()
    }
}

pub mod ptr {
    pub unsafe fn copy_nonoverlapping<T>(from: *const T, to: *mut T, count: usize) {
        for i in 0..count {
            *to.add(i) = *from.add(i);
        }
    }
    #[derive(Clone, Copy)]
    pub struct NonNull<T> {
        pointer: *mut T,
    }
    impl<T> NonNull<T> {
        pub fn new(pointer: *mut T) -> Option<NonNull<T>> {
            Some(NonNull { pointer })
        }
        pub unsafe fn new_unchecked(pointer: *mut T) -> NonNull<T> {
            NonNull { pointer }
        }
        pub fn as_ptr(self) -> *mut T {
            self.pointer
        }
        pub unsafe fn as_ref(&self) -> &T {
            &*self.pointer
        }
        pub unsafe fn as_mut(&mut self) -> &mut T {
            &mut *self.pointer
        }
        pub unsafe fn add(self, count: usize) -> NonNull<T> {
            NonNull { pointer: self.pointer.add(count) }
        }
        pub unsafe fn read(self) -> T {
            *self.pointer
        }
        pub unsafe fn write(self, value: T) {
            *self.pointer = value;
        }
    }
    pub unsafe fn swap_nonoverlapping<T>(a: *mut T, b: *mut T, count: usize) {
        for i in 0..count {
            let first = *a.add(i);
            *a.add(i) = *b.add(i);
            *b.add(i) = first;
        }
    }
    pub unsafe fn swap<T>(a: *mut T, b: *mut T) {
        let first = *a;
        *a = *b;
        *b = first;
    }
    pub unsafe fn replace<T>(place: *mut T, value: T) -> T {
        let old = *place;
        *place = value;
        old
    }
}

pub mod pointer {
    impl<T> *const T {
        pub fn is_null(self) -> bool {
            false
        }
        pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
            Some(&*self)
        }
        pub unsafe fn copy_to_nonoverlapping(self, to: *mut T, count: usize) {
            for i in 0..count {
                *to.add(i) = *self.add(i);
            }
        }
    }
    impl<T> *mut T {
        pub fn is_null(self) -> bool {
            false
        }
        pub unsafe fn as_ref<'a>(self) -> Option<&'a T> {
            Some(&*self)
        }
        pub unsafe fn as_mut<'a>(self) -> Option<&'a mut T> {
            Some(&mut *self)
        }
        pub unsafe fn copy_from_nonoverlapping(self, from: *const T, count: usize) {
            for i in 0..count {
                *self.add(i) = *from.add(i);
            }
        }
        pub unsafe fn copy_to_nonoverlapping(self, to: *mut T, count: usize) {
            for i in 0..count {
                *to.add(i) = *self.add(i);
            }
        }
        pub unsafe fn replace(self, value: T) -> T {
            let old = *self;
            *self = value;
            old
        }
        pub unsafe fn swap(self, other: *mut T) {
            let first = *self;
            *self = *other;
            *other = first;
        }
    }
}

pub mod slice {
    pub fn are_equal<T: PartialEq>(left: &[T], right: &[T]) -> bool {
        if left.len() != right.len() {
            return false;
        }
        for i in 0..left.len() {
            if left[i] != right[i] {
                return false;
            }
        }
        true
    }
    pub fn comes_before<T: PartialOrd>(left: &[T], right: &[T]) -> bool {
        for i in 0..left.len() {
            if i >= right.len() {
                return false;
            }
            if left[i] != right[i] {
                return left[i] < right[i];
            }
        }
        left.len() < right.len()
    }
    pub fn comes_not_after<T: PartialOrd>(left: &[T], right: &[T]) -> bool {
        for i in 0..left.len() {
            if i >= right.len() {
                return false;
            }
            if left[i] != right[i] {
                return left[i] < right[i];
            }
        }
        true
    }
    pub fn element<T>(slice: &[T], index: usize) -> Option<&T> {
        if index < slice.len() { Some(&slice[index]) } else { None }
    }
    pub fn element_mut<T>(slice: &mut [T], index: usize) -> Option<&mut T> {
        if index < slice.len() { Some(&mut slice[index]) } else { None }
    }
    pub fn part<T>(slice: &[T], start: usize, end: usize) -> Option<&[T]> {
        if start <= end && end <= slice.len() { Some(&slice[start..end]) } else { None }
    }
    pub fn part_mut<T>(slice: &mut [T], start: usize, end: usize) -> Option<&mut [T]> {
        if start <= end && end <= slice.len() { Some(&mut slice[start..end]) } else { None }
    }
    pub fn part_inclusive<T>(slice: &[T], start: usize, last: usize) -> Option<&[T]> {
        if start <= last + 1 && last < slice.len() { Some(&slice[start..last + 1]) } else { None }
    }
    pub fn part_inclusive_mut<T>(slice: &mut [T], start: usize, last: usize) -> Option<&mut [T]> {
        if start <= last + 1 && last < slice.len() {
            Some(&mut slice[start..last + 1])
        } else {
            None
        }
    }
    pub fn part_from<T>(slice: &[T], start: usize) -> Option<&[T]> {
        if start <= slice.len() { Some(&slice[start..]) } else { None }
    }
    pub fn part_from_mut<T>(slice: &mut [T], start: usize) -> Option<&mut [T]> {
        if start <= slice.len() { Some(&mut slice[start..]) } else { None }
    }

    pub fn copy_part_within<T>(start: usize, end: usize, to: usize, slice: &mut [T]) {
        assert!(start <= end, "what is copied ends before it starts");
        assert!(end <= slice.len(), "what is copied lies behind the end");
        let count = end - start;
        assert!(to + count <= slice.len(), "where it is copied to lies behind the end");
        if to < start {
            for i in 0..count {
                slice[to + i] = slice[start + i];
            }
        } else {
            for i in 0..count {
                slice[to + count - 1 - i] = slice[start + count - 1 - i];
            }
        }
    }

    impl<T> [T] {
        pub fn first(&self) -> Option<&T> {
            if self.len() > 0 { Some(&self[0]) } else { None }
        }
        pub fn last(&self) -> Option<&T> {
            if self.len() > 0 { Some(&self[self.len() - 1]) } else { None }
        }
        pub fn first_mut(&mut self) -> Option<&mut T> {
            if self.len() > 0 { Some(&mut self[0]) } else { None }
        }
        pub fn last_mut(&mut self) -> Option<&mut T> {
            if self.len() > 0 {
                let end = self.len() - 1;
                Some(&mut self[end])
            } else {
                None
            }
        }
        pub fn split_first(&self) -> Option<(&T, &[T])> {
            if self.len() > 0 { Some((&self[0], &self[1..])) } else { None }
        }
        pub fn split_last(&self) -> Option<(&T, &[T])> {
            if self.len() > 0 {
                let end = self.len() - 1;
                Some((&self[end], &self[..end]))
            } else {
                None
            }
        }
        pub fn split_at(&self, middle: usize) -> (&[T], &[T]) {
            assert!(middle <= self.len(), "the place to split at lies behind the end");
            (&self[..middle], &self[middle..])
        }
        pub fn split_at_mut(&mut self, middle: usize) -> (&mut [T], &mut [T]) {
            assert!(middle <= self.len(), "the place to split at lies behind the end");
            (&mut self[..middle], &mut self[middle..])
        }
        pub fn swap(&mut self, a: usize, b: usize) {
            let first = self[a];
            self[a] = self[b];
            self[b] = first;
        }
        pub fn reverse(&mut self) {
            let half = self.len() / 2;
            let end = self.len();
            for i in 0..half {
                let first = self[i];
                self[i] = self[end - 1 - i];
                self[end - 1 - i] = first;
            }
        }
        pub fn fill(&mut self, value: T) {
            for i in 0..self.len() {
                self[i] = value;
            }
        }
        pub fn fill_with<F: FnMut() -> T>(&mut self, f: F) {
            for i in 0..self.len() {
                self[i] = f();
            }
        }
        pub fn copy_from_slice(&mut self, other: &[T]) {
            assert!(self.len() == other.len(), "the slices have different lengths");
            for i in 0..self.len() {
                self[i] = other[i];
            }
        }
        pub fn clone_from_slice(&mut self, other: &[T]) {
            assert!(self.len() == other.len(), "the slices have different lengths");
            for i in 0..self.len() {
                self[i] = other[i];
            }
        }
        pub fn contains(&self, value: &T) -> bool {
            for x in self {
                if *x == *value {
                    return true;
                }
            }
            false
        }
        pub fn starts_with(&self, other: &[T]) -> bool {
            if other.len() > self.len() {
                return false;
            }
            for i in 0..other.len() {
                if self[i] != other[i] {
                    return false;
                }
            }
            true
        }
        pub fn ends_with(&self, other: &[T]) -> bool {
            if other.len() > self.len() {
                return false;
            }
            let skipped = self.len() - other.len();
            for i in 0..other.len() {
                if self[skipped + i] != other[i] {
                    return false;
                }
            }
            true
        }
        pub fn is_sorted(&self) -> bool {
            for i in 1..self.len() {
                if !(self[i - 1] <= self[i]) {
                    return false;
                }
            }
            true
        }
        pub fn partition_point<P: FnMut(&T) -> bool>(&self, predicate: P) -> usize {
            let mut low = 0;
            let mut high = self.len();
            while low < high {
                let middle = low + (high - low) / 2;
                if predicate(&self[middle]) {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            low
        }
        pub fn binary_search(&self, value: &T) -> Result<usize, usize>
        where
            T: Ord,
        {
            let mut low = 0;
            let mut high = self.len();
            while low < high {
                let middle = low + (high - low) / 2;
                if self[middle] < *value {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if low < self.len() && self[low] == *value { Ok(low) } else { Err(low) }
        }
        pub fn sort_unstable(&mut self)
        where
            T: Ord,
        {
            for i in 1..self.len() {
                let value = self[i];
                let mut at = i;
                while at > 0 && value < self[at - 1] {
                    self[at] = self[at - 1];
                    at -= 1;
                }
                self[at] = value;
            }
        }
        pub fn sort(&mut self)
        where
            T: Ord,
        {
            self.sort_unstable();
        }
        pub fn sort_unstable_by<F: FnMut(&T, &T) -> core::cmp::Ordering>(&mut self, compare: F) {
            for i in 1..self.len() {
                let value = self[i];
                let mut at = i;
                while at > 0 && compare(&value, &self[at - 1]).is_lt() {
                    self[at] = self[at - 1];
                    at -= 1;
                }
                self[at] = value;
            }
        }
        pub fn sort_by<F: FnMut(&T, &T) -> core::cmp::Ordering>(&mut self, compare: F) {
            for i in 1..self.len() {
                let value = self[i];
                let mut at = i;
                while at > 0 && compare(&value, &self[at - 1]).is_lt() {
                    self[at] = self[at - 1];
                    at -= 1;
                }
                self[at] = value;
            }
        }
        pub fn sort_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
            for i in 1..self.len() {
                let value = self[i];
                let key = f(&value);
                let mut at = i;
                while at > 0 && key < f(&self[at - 1]) {
                    self[at] = self[at - 1];
                    at -= 1;
                }
                self[at] = value;
            }
        }
        pub fn sort_unstable_by_key<K: Ord, F: FnMut(&T) -> K>(&mut self, f: F) {
            for i in 1..self.len() {
                let value = self[i];
                let key = f(&value);
                let mut at = i;
                while at > 0 && key < f(&self[at - 1]) {
                    self[at] = self[at - 1];
                    at -= 1;
                }
                self[at] = value;
            }
        }
        pub fn binary_search_by<F: FnMut(&T) -> core::cmp::Ordering>(
            &self,
            compare: F,
        ) -> Result<usize, usize> {
            let mut low = 0;
            let mut high = self.len();
            while low < high {
                let middle = low + (high - low) / 2;
                if compare(&self[middle]).is_lt() {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if low < self.len() && compare(&self[low]).is_eq() { Ok(low) } else { Err(low) }
        }
        pub fn binary_search_by_key<K: Ord, F: FnMut(&T) -> K>(
            &self,
            key: &K,
            f: F,
        ) -> Result<usize, usize> {
            let mut low = 0;
            let mut high = self.len();
            while low < high {
                let middle = low + (high - low) / 2;
                if f(&self[middle]) < *key {
                    low = middle + 1;
                } else {
                    high = middle;
                }
            }
            if low < self.len() && f(&self[low]) == *key { Ok(low) } else { Err(low) }
        }
        pub fn rotate_left(&mut self, count: usize) {
            self[..count].reverse();
            self[count..].reverse();
            self.reverse();
        }
        pub fn rotate_right(&mut self, count: usize) {
            self.reverse();
            self[..count].reverse();
            self[count..].reverse();
        }
        pub fn swap_with_slice(&mut self, other: &mut [T]) {
            assert!(self.len() == other.len(), "the slices have different lengths");
            for i in 0..self.len() {
                let first = self[i];
                self[i] = other[i];
                other[i] = first;
            }
        }
        pub fn as_slice(&self) -> &[T] {
            self
        }
        pub fn as_mut_slice(&mut self) -> &mut [T] {
            self
        }
    }
}

pub mod array {
    impl<T, const N: usize> [T; N] {
        pub fn map<U, F: FnMut(T) -> U>(self, f: F) -> [U; N] {
            let mut out: [U; N] = unsafe { core::mem::zeroed() };
            for i in 0..N {
                out[i] = f(self[i]);
            }
            out
        }
    }
    #[derive(Clone, Copy, Debug)]
    pub struct TryFromSliceError(());
    pub fn from_slice<T, const N: usize>(slice: &[T]) -> Result<[T; N], TryFromSliceError> {
        if slice.len() == N {
            let mut out: [T; N] = unsafe { core::mem::zeroed() };
            for i in 0..N {
                out[i] = slice[i];
            }
            Ok(out)
        } else {
            Err(TryFromSliceError(()))
        }
    }
    pub fn reference_from_slice<T, const N: usize>(
        slice: &[T],
    ) -> Result<&[T; N], TryFromSliceError> {
        if slice.len() == N {
            Ok(unsafe { &*(slice.as_ptr() as *const [T; N]) })
        } else {
            Err(TryFromSliceError(()))
        }
    }
    pub fn from_fn<T, const N: usize, F: FnMut(usize) -> T>(f: F) -> [T; N] {
        let mut out: [T; N] = unsafe { core::mem::zeroed() };
        for i in 0..N {
            out[i] = f(i);
        }
        out
    }
}

pub mod boolean {
    impl bool {
        pub fn then<T, F: FnOnce() -> T>(self, f: F) -> Option<T> {
            if self { Some(f()) } else { None }
        }
        pub fn then_some<T>(self, value: T) -> Option<T> {
            if self { Some(value) } else { None }
        }
    }
}
