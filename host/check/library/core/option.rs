// `Option` and `Result`.

pub mod option {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub enum Option<T> {
        None,
        Some(T),
    }

    impl<T> core::default::Default for Option<T> {
        fn default() -> Option<T> {
            None
        }
    }

    impl<T> Option<T> {
        pub const fn is_some(&self) -> bool {
            match self {
                Some(_) => true,
                None => false,
            }
        }
        pub const fn is_none(&self) -> bool {
            match self {
                Some(_) => false,
                None => true,
            }
        }
        pub fn is_some_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
            match self {
                Some(x) => f(x),
                None => false,
            }
        }
        pub fn is_none_or<F: FnOnce(T) -> bool>(self, f: F) -> bool {
            match self {
                Some(x) => f(x),
                None => true,
            }
        }
        pub fn unwrap(self) -> T {
            match self {
                Some(x) => x,
                None => panic!("called `Option::unwrap()` on a `None` value"),
            }
        }
        pub unsafe fn unwrap_unchecked(self) -> T {
            match self {
                Some(x) => x,
                None => panic!("called `Option::unwrap_unchecked()` on a `None` value"),
            }
        }
        pub fn unwrap_or(self, default: T) -> T {
            match self {
                Some(x) => x,
                None => default,
            }
        }
        pub fn unwrap_or_else<F: FnOnce() -> T>(self, f: F) -> T {
            match self {
                Some(x) => x,
                None => f(),
            }
        }
        pub fn unwrap_or_default(self) -> T {
            match self {
                Some(x) => x,
                None => T::default(),
            }
        }
        pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Option<U> {
            match self {
                Some(x) => Some(f(x)),
                None => None,
            }
        }
        pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Option<T> {
            if let Some(x) = &self {
                f(x);
            }
            self
        }
        pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
            match self {
                Some(x) => f(x),
                None => default,
            }
        }
        pub fn map_or_else<U, D: FnOnce() -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
            match self {
                Some(x) => f(x),
                None => default(),
            }
        }
        pub fn and<U>(self, other: Option<U>) -> Option<U> {
            match self {
                Some(_) => other,
                None => None,
            }
        }
        pub fn and_then<U, F: FnOnce(T) -> Option<U>>(self, f: F) -> Option<U> {
            match self {
                Some(x) => f(x),
                None => None,
            }
        }
        pub fn filter<P: FnOnce(&T) -> bool>(self, predicate: P) -> Option<T> {
            if let Some(x) = self {
                if predicate(&x) {
                    return Some(x);
                }
            }
            None
        }
        pub fn or(self, other: Option<T>) -> Option<T> {
            match self {
                Some(x) => Some(x),
                None => other,
            }
        }
        pub fn or_else<F: FnOnce() -> Option<T>>(self, f: F) -> Option<T> {
            match self {
                Some(x) => Some(x),
                None => f(),
            }
        }
        pub fn xor(self, other: Option<T>) -> Option<T> {
            match (self, other) {
                (Some(x), None) => Some(x),
                (None, Some(y)) => Some(y),
                _ => None,
            }
        }
        pub fn zip<U>(self, other: Option<U>) -> Option<(T, U)> {
            match (self, other) {
                (Some(x), Some(y)) => Some((x, y)),
                _ => None,
            }
        }
        pub fn ok_or<E>(self, error: E) -> Result<T, E> {
            match self {
                Some(x) => Ok(x),
                None => Err(error),
            }
        }
        pub fn ok_or_else<E, F: FnOnce() -> E>(self, f: F) -> Result<T, E> {
            match self {
                Some(x) => Ok(x),
                None => Err(f()),
            }
        }
        pub fn take(&mut self) -> Option<T> {
            let old = *self;
            *self = None;
            old
        }
        pub fn replace(&mut self, value: T) -> Option<T> {
            let old = *self;
            *self = Some(value);
            old
        }
        pub fn insert(&mut self, value: T) -> &mut T {
            *self = Some(value);
            match self {
                Some(x) => x,
                None => panic!("there is a value"),
            }
        }
        pub fn get_or_insert(&mut self, value: T) -> &mut T {
            if self.is_none() {
                *self = Some(value);
            }
            match self {
                Some(x) => x,
                None => panic!("there is a value"),
            }
        }
        pub fn get_or_insert_with<F: FnOnce() -> T>(&mut self, f: F) -> &mut T {
            if self.is_none() {
                *self = Some(f());
            }
            match self {
                Some(x) => x,
                None => panic!("there is a value"),
            }
        }
        pub fn get_or_insert_default(&mut self) -> &mut T {
            if self.is_none() {
                *self = Some(T::default());
            }
            match self {
                Some(x) => x,
                None => panic!("there is a value"),
            }
        }
        pub fn take_if<P: FnOnce(&mut T) -> bool>(&mut self, predicate: P) -> Option<T> {
            let is_taken = match self {
                Some(x) => predicate(x),
                None => false,
            };
            if is_taken { self.take() } else { None }
        }
        pub fn iter(&self) -> impl Iterator<Item = &T> {
            self.as_ref().into_iter()
        }
        pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
            self.as_mut().into_iter()
        }
        pub fn as_ref(&self) -> Option<&T> {
            match self {
                Some(x) => Some(x),
                None => None,
            }
        }
        pub fn as_mut(&mut self) -> Option<&mut T> {
            match self {
                Some(x) => Some(x),
                None => None,
            }
        }
        pub fn as_deref(&self) -> Option<T> {
            *self
        }
    }

    impl<T> Option<&T> {
        pub fn copied(self) -> Option<T> {
            match self {
                Some(x) => Some(*x),
                None => None,
            }
        }
        pub fn cloned(self) -> Option<T> {
            match self {
                Some(x) => Some(x.clone()),
                None => None,
            }
        }
    }

    impl<T> Option<&mut T> {
        pub fn copied(self) -> Option<T> {
            match self {
                Some(x) => Some(*x),
                None => None,
            }
        }
    }

    impl<T, E> Option<Result<T, E>> {
        pub fn transpose(self) -> Result<Option<T>, E> {
            match self {
                Some(Ok(x)) => Ok(Some(x)),
                Some(Err(e)) => Err(e),
                None => Ok(None),
            }
        }
    }

    impl<T, U> Option<(T, U)> {
        pub fn unzip(self) -> (Option<T>, Option<U>) {
            match self {
                Some((x, y)) => (Some(x), Some(y)),
                None => (None, None),
            }
        }
    }

    impl<T> Option<Option<T>> {
        pub fn flatten(self) -> Option<T> {
            match self {
                Some(x) => x,
                None => None,
            }
        }
    }
}

pub mod result {
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub enum Result<T, E> {
        Ok(T),
        Err(E),
    }

    pub fn exchanged<T>(pair: (T, bool)) -> Result<T, T> {
        if pair.1 { Ok(pair.0) } else { Err(pair.0) }
    }

    impl<T, E> Result<T, E> {
        pub const fn is_ok(&self) -> bool {
            match self {
                Ok(_) => true,
                Err(_) => false,
            }
        }
        pub const fn is_err(&self) -> bool {
            match self {
                Ok(_) => false,
                Err(_) => true,
            }
        }
        pub fn is_ok_and<F: FnOnce(T) -> bool>(self, f: F) -> bool {
            match self {
                Ok(x) => f(x),
                Err(_) => false,
            }
        }
        pub fn is_err_and<F: FnOnce(E) -> bool>(self, f: F) -> bool {
            match self {
                Ok(_) => false,
                Err(e) => f(e),
            }
        }
        pub fn ok(self) -> Option<T> {
            match self {
                Ok(x) => Some(x),
                Err(_) => None,
            }
        }
        pub fn err(self) -> Option<E> {
            match self {
                Ok(_) => None,
                Err(e) => Some(e),
            }
        }
        pub fn unwrap(self) -> T {
            match self {
                Ok(x) => x,
                Err(_) => panic!("called `Result::unwrap()` on an `Err` value"),
            }
        }
        pub fn unwrap_err(self) -> E {
            match self {
                Ok(_) => panic!("called `Result::unwrap_err()` on an `Ok` value"),
                Err(e) => e,
            }
        }
        pub fn unwrap_or(self, default: T) -> T {
            match self {
                Ok(x) => x,
                Err(_) => default,
            }
        }
        pub fn unwrap_or_else<F: FnOnce(E) -> T>(self, f: F) -> T {
            match self {
                Ok(x) => x,
                Err(e) => f(e),
            }
        }
        pub fn unwrap_or_default(self) -> T {
            match self {
                Ok(x) => x,
                Err(_) => T::default(),
            }
        }
        pub fn map<U, F: FnOnce(T) -> U>(self, f: F) -> Result<U, E> {
            match self {
                Ok(x) => Ok(f(x)),
                Err(e) => Err(e),
            }
        }
        pub fn map_or<U, F: FnOnce(T) -> U>(self, default: U, f: F) -> U {
            match self {
                Ok(x) => f(x),
                Err(_) => default,
            }
        }
        pub fn map_or_else<U, D: FnOnce(E) -> U, F: FnOnce(T) -> U>(self, default: D, f: F) -> U {
            match self {
                Ok(x) => f(x),
                Err(e) => default(e),
            }
        }
        pub fn map_err<G, F: FnOnce(E) -> G>(self, f: F) -> Result<T, G> {
            match self {
                Ok(x) => Ok(x),
                Err(e) => Err(f(e)),
            }
        }
        pub fn and_then<U, F: FnOnce(T) -> Result<U, E>>(self, f: F) -> Result<U, E> {
            match self {
                Ok(x) => f(x),
                Err(e) => Err(e),
            }
        }
        pub fn or_else<G, F: FnOnce(E) -> Result<T, G>>(self, f: F) -> Result<T, G> {
            match self {
                Ok(x) => Ok(x),
                Err(e) => f(e),
            }
        }
        pub fn as_ref(&self) -> Result<&T, &E> {
            match self {
                Ok(x) => Ok(x),
                Err(e) => Err(e),
            }
        }
        pub fn as_mut(&mut self) -> Result<&mut T, &mut E> {
            match self {
                Ok(x) => Ok(x),
                Err(e) => Err(e),
            }
        }
        pub fn and<U>(self, other: Result<U, E>) -> Result<U, E> {
            match self {
                Ok(_) => other,
                Err(e) => Err(e),
            }
        }
        pub fn or<G>(self, other: Result<T, G>) -> Result<T, G> {
            match self {
                Ok(x) => Ok(x),
                Err(_) => other,
            }
        }
        pub fn inspect<F: FnOnce(&T)>(self, f: F) -> Result<T, E> {
            if let Ok(x) = &self {
                f(x);
            }
            self
        }
        pub fn inspect_err<F: FnOnce(&E)>(self, f: F) -> Result<T, E> {
            if let Err(e) = &self {
                f(e);
            }
            self
        }
        pub unsafe fn unwrap_unchecked(self) -> T {
            match self {
                Ok(x) => x,
                Err(_) => panic!("called `Result::unwrap_unchecked()` on an `Err` value"),
            }
        }
        pub fn iter(&self) -> impl Iterator<Item = &T> {
            self.as_ref().ok().into_iter()
        }
        pub fn iter_mut(&mut self) -> impl Iterator<Item = &mut T> {
            self.as_mut().ok().into_iter()
        }
    }

    impl<T, E> Result<&T, E> {
        pub fn copied(self) -> Result<T, E> {
            match self {
                Ok(x) => Ok(*x),
                Err(e) => Err(e),
            }
        }
        pub fn cloned(self) -> Result<T, E> {
            match self {
                Ok(x) => Ok(x.clone()),
                Err(e) => Err(e),
            }
        }
    }

    impl<T, E> Result<Option<T>, E> {
        pub fn transpose(self) -> Option<Result<T, E>> {
            match self {
                Ok(Some(x)) => Some(Ok(x)),
                Ok(None) => None,
                Err(e) => Some(Err(e)),
            }
        }
    }

    impl<T, E> Result<Result<T, E>, E> {
        pub fn flatten(self) -> Result<T, E> {
            match self {
                Ok(x) => x,
                Err(e) => Err(e),
            }
        }
    }
}
