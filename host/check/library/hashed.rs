//! `Hash` of the language's own types, for texts with a hasher.

impl Hash for bool {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(*self as u8);
    }
}
impl Hash for char {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u32(*self as u32);
    }
}
impl Hash for u8 {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_u8(*self);
    }
    fn hash_slice<H: Hasher>(data: &[u8], state: &mut H) {
        state.write(data);
    }
}
impl Hash for usize {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(*self);
    }
}
impl Hash for isize {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_isize(*self);
    }
}
impl Hash for core::cmp::Ordering {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_i8(*self as i8);
    }
}
impl<T: Hash> Hash for core::cmp::Reverse<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<T> Hash for core::marker::PhantomData<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {}
}
impl<T: Hash> Hash for [T] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(self.len());
        T::hash_slice(self, state);
    }
}
impl<T: Hash, const N: usize> Hash for [T; N] {
    fn hash<H: Hasher>(&self, state: &mut H) {
        state.write_usize(N);
        T::hash_slice(self, state);
    }
}
impl<T: Hash> Hash for &T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl<T: Hash> Hash for &mut T {
    fn hash<H: Hasher>(&self, state: &mut H) {
        (**self).hash(state);
    }
}
impl Hash for () {
    fn hash<H: Hasher>(&self, state: &mut H) {}
}
impl<A: Hash> Hash for (A,) {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
    }
}
impl<A: Hash, B: Hash> Hash for (A, B) {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.1.hash(state);
    }
}
impl<A: Hash, B: Hash, C: Hash> Hash for (A, B, C) {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.1.hash(state);
        self.2.hash(state);
    }
}
impl<A: Hash, B: Hash, C: Hash, D: Hash> Hash for (A, B, C, D) {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.0.hash(state);
        self.1.hash(state);
        self.2.hash(state);
        self.3.hash(state);
    }
}
impl<T: Hash> Hash for Option<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            None => state.write_isize(0),
            Some(x) => {
                state.write_isize(1);
                x.hash(state);
            }
        }
    }
}
impl<T: Hash, E: Hash> Hash for Result<T, E> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        match self {
            Ok(x) => {
                state.write_isize(0);
                x.hash(state);
            }
            Err(x) => {
                state.write_isize(1);
                x.hash(state);
            }
        }
    }
}
