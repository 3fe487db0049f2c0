// What ends a chain of iterators.

pub mod iter {
    pub use core::steps::Peekable;

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
    pub trait Sum<A = Self> {
        fn sum<I: Iterator<Item = A>>(iter: I) -> Self;
    }
    pub trait Product<A = Self> {
        fn product<I: Iterator<Item = A>>(iter: I) -> Self;
    }

    pub trait FromIterator<A> {
        fn from_iter<I: IntoIterator<Item = A>>(iter: I) -> Self;
    }
    pub trait Extend<A> {
        fn extend<I: IntoIterator<Item = A>>(&mut self, iter: I);
    }

    pub trait IntoIterator {
        type Item;
        type IntoIter;
        fn into_iter(self) -> Self::IntoIter;
    }

    pub trait DoubleEndedIterator: Iterator {
        fn next_back(&mut self) -> Option<Self::Item>;
    }
    pub trait ExactSizeIterator: Iterator {
        fn len(&self) -> usize {
            self.size_hint().0
        }
    }
    pub trait FusedIterator: Iterator {}

    pub trait Iterator {
        type Item;
        fn next(&mut self) -> Option<Self::Item>;

        fn size_hint(&self) -> (usize, Option<usize>) {
            (0, None)
        }

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
        fn try_fold<B, R: core::ops::Try<Output = B>, F: FnMut(B, Self::Item) -> R>(
            self,
            init: B,
            f: F,
        ) -> R {
            let mut total = init;
            for x in self {
                match f(total, x).branch() {
                    core::ops::ControlFlow::Continue(next) => total = next,
                    core::ops::ControlFlow::Break(out) => return out,
                }
            }
            R::from_output(total)
        }
        fn try_for_each<R: core::ops::Try<Output = ()>, F: FnMut(Self::Item) -> R>(self, f: F) -> R {
            for x in self {
                match f(x).branch() {
                    core::ops::ControlFlow::Continue(_) => {}
                    core::ops::ControlFlow::Break(out) => return out,
                }
            }
            R::from_output(())
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
        fn nth_back(self, n: usize) -> Option<Self::Item> {
            let mut left = n;
            for x in self.rev() {
                if left == 0 {
                    return Some(x);
                }
                left -= 1;
            }
            None
        }
        fn peekable(self) -> core::iter::Peekable<Self> {
            core::steps::peekable_of(self)
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
        fn rposition<P: FnMut(Self::Item) -> bool>(self, predicate: P) -> Option<usize> {
            let mut at = self.len();
            for x in self.rev() {
                at -= 1;
                if predicate(x) {
                    return Some(at);
                }
            }
            None
        }
        fn rfind<P: FnMut(&Self::Item) -> bool>(self, predicate: P) -> Option<Self::Item> {
            for x in self.rev() {
                if predicate(&x) {
                    return Some(x);
                }
            }
            None
        }
        fn rfold<B, F: FnMut(B, Self::Item) -> B>(self, init: B, f: F) -> B {
            let mut total = init;
            for x in self.rev() {
                total = f(total, x);
            }
            total
        }
        fn is_sorted(self) -> bool {
            let mut before = None;
            for x in self {
                if let Some(last) = before
                    && !(last <= x)
                {
                    return false;
                }
                before = Some(x);
            }
            true
        }
        fn is_sorted_by<F: FnMut(&Self::Item, &Self::Item) -> bool>(self, f: F) -> bool {
            let mut before = None;
            for x in self {
                if let Some(last) = before
                    && !f(&last, &x)
                {
                    return false;
                }
                before = Some(x);
            }
            true
        }
        fn is_sorted_by_key<K: PartialOrd, F: FnMut(Self::Item) -> K>(self, f: F) -> bool {
            let mut before = None;
            for x in self {
                let key = f(x);
                if let Some(last) = before
                    && !(last <= key)
                {
                    return false;
                }
                before = Some(key);
            }
            true
        }
        fn min(self) -> Option<Self::Item>
        where
            Self::Item: Ord,
        {
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
        fn max(self) -> Option<Self::Item>
        where
            Self::Item: Ord,
        {
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
