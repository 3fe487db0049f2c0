//! What `core` gives every kernel, in the language of kernels. The front end
//! reads this text before each file; nothing of it is compiled into the
//! workbench.

pub mod marker {
    pub trait Sized {}
    pub trait Send {}
    pub trait Sync {}
    pub trait Unpin {}
    pub trait Copy {}
    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
    pub struct PhantomData<T>;
}

pub mod clone {
    pub trait Clone {
        fn clone(&self) -> Self;
    }
}

pub mod default {
    pub trait Default {
        fn default() -> Self;
    }
}

pub mod fmt {
    pub trait Debug {}
    pub trait Display {}
}

pub mod hash {
    pub trait Hash {}
}

pub mod convert {
    pub trait From<T> {
        fn from(value: T) -> Self;
    }
    pub trait Into<T> {
        fn into(self) -> T;
    }
    pub trait TryFrom<T> {
        type Error;
        fn try_from(value: T) -> Result<Self, Self::Error>;
    }
    pub trait TryInto<T> {
        type Error;
        fn try_into(self) -> Result<T, Self::Error>;
    }
    #[derive(Clone, Copy, PartialEq, Eq, Debug)]
    pub struct TryFromIntError(());
    pub fn integer<A, B>(x: A) -> Result<B, TryFromIntError> {
        let y = x as B;
        let back = y as A;
        if back == x && (y < 0) == (x < 0) { Ok(y) } else { Err(TryFromIntError(())) }
    }
    pub fn identity<T>(x: T) -> T {
        x
    }
}

pub mod ops {
    pub trait Add<Rhs = Self> {
        type Output;
        fn add(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Sub<Rhs = Self> {
        type Output;
        fn sub(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Mul<Rhs = Self> {
        type Output;
        fn mul(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Div<Rhs = Self> {
        type Output;
        fn div(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Rem<Rhs = Self> {
        type Output;
        fn rem(self, rhs: Rhs) -> Self::Output;
    }
    pub trait BitAnd<Rhs = Self> {
        type Output;
        fn bitand(self, rhs: Rhs) -> Self::Output;
    }
    pub trait BitOr<Rhs = Self> {
        type Output;
        fn bitor(self, rhs: Rhs) -> Self::Output;
    }
    pub trait BitXor<Rhs = Self> {
        type Output;
        fn bitxor(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Shl<Rhs = Self> {
        type Output;
        fn shl(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Shr<Rhs = Self> {
        type Output;
        fn shr(self, rhs: Rhs) -> Self::Output;
    }
    pub trait Neg {
        type Output;
        fn neg(self) -> Self::Output;
    }
    pub trait Not {
        type Output;
        fn not(self) -> Self::Output;
    }
    pub trait AddAssign<Rhs = Self> {
        fn add_assign(&mut self, rhs: Rhs);
    }
    pub trait SubAssign<Rhs = Self> {
        fn sub_assign(&mut self, rhs: Rhs);
    }
    pub trait MulAssign<Rhs = Self> {
        fn mul_assign(&mut self, rhs: Rhs);
    }
    pub trait DivAssign<Rhs = Self> {
        fn div_assign(&mut self, rhs: Rhs);
    }
    pub trait RemAssign<Rhs = Self> {
        fn rem_assign(&mut self, rhs: Rhs);
    }
    pub trait BitAndAssign<Rhs = Self> {
        fn bitand_assign(&mut self, rhs: Rhs);
    }
    pub trait BitOrAssign<Rhs = Self> {
        fn bitor_assign(&mut self, rhs: Rhs);
    }
    pub trait BitXorAssign<Rhs = Self> {
        fn bitxor_assign(&mut self, rhs: Rhs);
    }
    pub trait ShlAssign<Rhs = Self> {
        fn shl_assign(&mut self, rhs: Rhs);
    }
    pub trait ShrAssign<Rhs = Self> {
        fn shr_assign(&mut self, rhs: Rhs);
    }
    pub trait Index<Idx> {
        type Output;
        fn index(&self, index: Idx) -> &Self::Output;
    }
    pub trait IndexMut<Idx> {
        fn index_mut(&mut self, index: Idx) -> &mut Self::Output;
    }
    pub trait Fn {}
    pub trait FnMut {}
    pub trait FnOnce {}
}

pub mod cmp {
    use core::cmp::Ordering::{Equal, Greater, Less};

    #[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Hash)]
    pub enum Ordering {
        Less = -1,
        Equal = 0,
        Greater = 1,
    }

    impl Ordering {
        pub const fn is_eq(self) -> bool {
            self as i32 == 0
        }
        pub const fn is_ne(self) -> bool {
            self as i32 != 0
        }
        pub const fn is_lt(self) -> bool {
            (self as i32) < 0
        }
        pub const fn is_gt(self) -> bool {
            self as i32 > 0
        }
        pub const fn is_le(self) -> bool {
            self as i32 <= 0
        }
        pub const fn is_ge(self) -> bool {
            self as i32 >= 0
        }
        pub const fn reverse(self) -> Ordering {
            match self {
                Ordering::Less => Ordering::Greater,
                Ordering::Equal => Ordering::Equal,
                Ordering::Greater => Ordering::Less,
            }
        }
        pub const fn then(self, other: Ordering) -> Ordering {
            match self {
                Ordering::Equal => other,
                first => first,
            }
        }
        pub fn then_with<F: FnOnce() -> Ordering>(self, f: F) -> Ordering {
            match self {
                Ordering::Equal => f(),
                first => first,
            }
        }
    }

    #[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
    pub struct Reverse<T>(pub T);

    impl<T: PartialOrd> PartialOrd for Reverse<T> {
        fn partial_cmp(&self, other: &Reverse<T>) -> Option<Ordering> {
            other.0.partial_cmp(&self.0)
        }
    }

    pub trait PartialEq<Rhs = Self> {
        fn eq(&self, other: &Rhs) -> bool;
        fn ne(&self, other: &Rhs) -> bool {
            !self.eq(other)
        }
    }
    pub trait Eq {}
    pub trait PartialOrd<Rhs = Self> {
        fn partial_cmp(&self, other: &Rhs) -> Option<Ordering>;
        fn lt(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_lt(),
                None => false,
            }
        }
        fn le(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_le(),
                None => false,
            }
        }
        fn gt(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_gt(),
                None => false,
            }
        }
        fn ge(&self, other: &Rhs) -> bool {
            match self.partial_cmp(other) {
                Some(order) => order.is_ge(),
                None => false,
            }
        }
    }
    pub trait Ord {
        fn cmp(&self, other: &Self) -> Ordering;
        fn max(self, other: Self) -> Self {
            if other.cmp(&self).is_lt() { self } else { other }
        }
        fn min(self, other: Self) -> Self {
            if other.cmp(&self).is_lt() { other } else { self }
        }
        fn clamp(self, low: Self, high: Self) -> Self {
            if self.cmp(&low).is_lt() {
                low
            } else if self.cmp(&high).is_gt() {
                high
            } else {
                self
            }
        }
    }

    pub fn partial_compare<T: PartialOrd>(a: T, b: T) -> Option<Ordering> {
        if a < b {
            Some(Less)
        } else if a == b {
            Some(Equal)
        } else if a > b {
            Some(Greater)
        } else {
            None
        }
    }
    pub fn compare<T: Ord>(a: T, b: T) -> Ordering {
        if a < b {
            Less
        } else if a == b {
            Equal
        } else {
            Greater
        }
    }
    pub trait TotalOrder {
        fn key(self) -> i64;
    }
    impl TotalOrder for f32 {
        fn key(self) -> i64 {
            let bits = self.to_bits() as i32;
            (bits ^ (((bits >> 31) as u32) >> 1) as i32) as i64
        }
    }
    impl TotalOrder for f64 {
        fn key(self) -> i64 {
            let bits = self.to_bits() as i64;
            bits ^ (((bits >> 63) as u64) >> 1) as i64
        }
    }
    pub fn total_compare<T: TotalOrder>(a: T, b: T) -> Ordering {
        let (a, b) = (a.key(), b.key());
        if a < b {
            Less
        } else if a == b {
            Equal
        } else {
            Greater
        }
    }
    pub fn largest<T: PartialOrd>(a: T, b: T) -> T {
        if b < a { a } else { b }
    }
    pub fn smallest<T: PartialOrd>(a: T, b: T) -> T {
        if b < a { b } else { a }
    }
    pub fn max<T: Ord>(a: T, b: T) -> T {
        if b < a { a } else { b }
    }
    pub fn min<T: Ord>(a: T, b: T) -> T {
        if b < a { b } else { a }
    }
}

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
}

pub mod ptr {
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
    impl<T> *mut T {
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
                Some(x) => Some(*x),
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
    }
}

pub mod iter {
    pub fn sum_of_values<T, S, I: Iterator<Item = T>>(iter: I, start: S) -> S {
        let mut total = start;
        for x in iter {
            total = total + x;
        }
        total
    }
    pub fn sum_of_references<T, S, I: Iterator<Item = T>>(iter: I, start: S) -> S {
        let mut total = start;
        for x in iter {
            total = total + *x;
        }
        total
    }
    pub fn product_of_values<T, S, I: Iterator<Item = T>>(iter: I, start: S) -> S {
        let mut total = start;
        for x in iter {
            total = total * x;
        }
        total
    }
    pub fn product_of_references<T, S, I: Iterator<Item = T>>(iter: I, start: S) -> S {
        let mut total = start;
        for x in iter {
            total = total * *x;
        }
        total
    }
    pub trait Sum {}
    pub trait Product {}

    pub trait IntoIterator {
        type Item;
        type IntoIter;
        fn into_iter(self) -> Self::IntoIter;
    }

    pub trait Iterator {
        type Item;
        fn next(&mut self) -> Option<Self::Item>;

        fn for_each<F: FnMut(Self::Item)>(self, f: F) {
            for x in self {
                f(x);
            }
        }
        fn fold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
            let mut total = init;
            for x in self {
                total = f(total, x);
            }
            total
        }
        fn try_fold<B, F: FnMut(B, Self::Item) -> Option<B>>(self, init: B, f: F) -> Option<B> {
            let mut total = init;
            for x in self {
                match f(total, x) {
                    Some(next) => total = next,
                    None => return None,
                }
            }
            Some(total)
        }
        fn reduce<F: FnMut(Self::Item, Self::Item) -> Self::Item>(self, f: F) -> Option<Self::Item> {
            let mut total = None;
            for x in self {
                total = match total {
                    Some(before) => Some(f(before, x)),
                    None => Some(x),
                };
            }
            total
        }
        fn count(self) -> usize {
            let mut count = 0;
            for _ in self {
                count += 1;
            }
            count
        }
        fn last(self) -> Option<Self::Item> {
            let mut last = None;
            for x in self {
                last = Some(x);
            }
            last
        }
        fn nth(self, n: usize) -> Option<Self::Item> {
            let mut left = n;
            for x in self {
                if left == 0 {
                    return Some(x);
                }
                left -= 1;
            }
            None
        }
        fn any<P: FnMut(Self::Item) -> bool>(self, predicate: P) -> bool {
            for x in self {
                if predicate(x) {
                    return true;
                }
            }
            false
        }
        fn all<P: FnMut(Self::Item) -> bool>(self, predicate: P) -> bool {
            for x in self {
                if !predicate(x) {
                    return false;
                }
            }
            true
        }
        fn find<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Option<Self::Item> {
            for x in self {
                if predicate(&x) {
                    return Some(x);
                }
            }
            None
        }
        fn find_map<B, F: FnMut(Self::Item) -> Option<B>>(self, f: F) -> Option<B> {
            for x in self {
                if let Some(found) = f(x) {
                    return Some(found);
                }
            }
            None
        }
        fn position<P: FnMut(Self::Item) -> bool>(self, predicate: P) -> Option<usize> {
            let mut at = 0;
            for x in self {
                if predicate(x) {
                    return Some(at);
                }
                at += 1;
            }
            None
        }
        fn min(self) -> Option<Self::Item> {
            let mut least = None;
            for x in self {
                least = match least {
                    Some(before) => {
                        if x < before {
                            Some(x)
                        } else {
                            Some(before)
                        }
                    }
                    None => Some(x),
                };
            }
            least
        }
        fn max(self) -> Option<Self::Item> {
            let mut most = None;
            for x in self {
                most = match most {
                    Some(before) => {
                        if x < before {
                            Some(before)
                        } else {
                            Some(x)
                        }
                    }
                    None => Some(x),
                };
            }
            most
        }
        fn min_by<F: FnMut(&Self::Item, &Self::Item) -> core::cmp::Ordering>(
            self,
            compare: F,
        ) -> Option<Self::Item> {
            let mut least = None;
            for x in self {
                least = match least {
                    Some(before) => {
                        if compare(&before, &x).is_gt() {
                            Some(x)
                        } else {
                            Some(before)
                        }
                    }
                    None => Some(x),
                };
            }
            least
        }
        fn max_by<F: FnMut(&Self::Item, &Self::Item) -> core::cmp::Ordering>(
            self,
            compare: F,
        ) -> Option<Self::Item> {
            let mut most = None;
            for x in self {
                most = match most {
                    Some(before) => {
                        if compare(&before, &x).is_gt() {
                            Some(before)
                        } else {
                            Some(x)
                        }
                    }
                    None => Some(x),
                };
            }
            most
        }
        fn min_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item> {
            let mut least = None;
            for x in self {
                let key = f(&x);
                least = match least {
                    Some((best, before)) => {
                        if key < best {
                            Some((key, x))
                        } else {
                            Some((best, before))
                        }
                    }
                    None => Some((key, x)),
                };
            }
            match least {
                Some((_, x)) => Some(x),
                None => None,
            }
        }
        fn max_by_key<B: Ord, F: FnMut(&Self::Item) -> B>(self, f: F) -> Option<Self::Item> {
            let mut most = None;
            for x in self {
                let key = f(&x);
                most = match most {
                    Some((best, before)) => {
                        if key < best {
                            Some((best, before))
                        } else {
                            Some((key, x))
                        }
                    }
                    None => Some((key, x)),
                };
            }
            match most {
                Some((_, x)) => Some(x),
                None => None,
            }
        }
    }
}

pub mod slice {
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
                if self[i] < self[i - 1] {
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
        pub fn binary_search(&self, value: &T) -> Result<usize, usize> {
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
        pub fn sort_unstable(&mut self) {
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
        pub fn sort(&mut self) {
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

use clone::Clone;
use cmp::{Eq, Ord, PartialEq, PartialOrd};
use convert::{From, Into, TryFrom, TryInto};
use default::Default;
use fmt::Debug;
use hash::Hash;
use iter::{IntoIterator, Iterator};
use marker::{Copy, Send, Sized, Sync};
use mem::drop;
use ops::{Fn, FnMut, FnOnce};
use option::Option;
use option::Option::{None, Some};
use result::Result;
use result::Result::{Err, Ok};
