// `core::cell::Cell`: a place that changes behind a shared reference. A thread keeps
// it to itself, so that nobody else sees it change.

pub mod cell {
    pub struct Cell<T> {
        value: T,
    }
    impl<T> Cell<T> {
        pub const fn new(value: T) -> Cell<T> {
            Cell { value }
        }
        pub fn set(&self, value: T) {
            let place = &self.value as *const T as *mut T;
            *place = value;
        }
        pub fn get(&self) -> T {
            self.value
        }
        pub fn replace(&self, value: T) -> T {
            let old = self.value;
            let place = &self.value as *const T as *mut T;
            *place = value;
            old
        }
        pub fn into_inner(self) -> T {
            self.value
        }
        pub fn swap(&self, other: &Cell<T>) {
            let (first, second) = (self.value, other.value);
            let place = &self.value as *const T as *mut T;
            *place = second;
            let place = &other.value as *const T as *mut T;
            *place = first;
        }
        pub fn get_mut(&mut self) -> &mut T {
            &mut self.value
        }
        pub fn update<F: FnOnce(T) -> T>(&self, f: F) {
            let place = &self.value as *const T as *mut T;
            *place = f(self.value);
        }
    }
    impl<T: Default> Cell<T> {
        pub fn take(&self) -> T {
            let old = self.value;
            let place = &self.value as *const T as *mut T;
            *place = T::default();
            old
        }
    }
}
