// Iterators that are looked ahead of, and comparisons of two.

pub mod steps {
    use core::cmp::Ordering;

    #[derive(Clone)]
    pub struct Peekable<I: Iterator> {
        iter: I,
        peeked: Option<Option<I::Item>>,
    }

    pub fn peekable_of<I: Iterator>(iter: I) -> Peekable<I> {
        Peekable { iter, peeked: None }
    }

    impl<I: Iterator> Iterator for Peekable<I> {
        type Item = I::Item;
        fn next(&mut self) -> Option<I::Item> {
            match self.peeked {
                Some(item) => {
                    self.peeked = None;
                    item
                }
                None => self.iter.next(),
            }
        }
    }

    impl<I: Iterator> Peekable<I> {
        pub fn peek(&mut self) -> Option<&I::Item> {
            if self.peeked.is_none() {
                self.peeked = Some(self.iter.next());
            }
            match &self.peeked {
                Some(Some(item)) => Some(item),
                _ => None,
            }
        }
        pub fn peek_mut(&mut self) -> Option<&mut I::Item> {
            if self.peeked.is_none() {
                self.peeked = Some(self.iter.next());
            }
            match &mut self.peeked {
                Some(Some(item)) => Some(item),
                _ => None,
            }
        }
        pub fn next_if<F: FnOnce(&I::Item) -> bool>(&mut self, f: F) -> Option<I::Item> {
            if self.peeked.is_none() {
                self.peeked = Some(self.iter.next());
            }
            if let Some(Some(item)) = self.peeked {
                if f(&item) {
                    self.peeked = None;
                    return Some(item);
                }
            }
            None
        }
        pub fn next_if_eq<R>(&mut self, expected: &R) -> Option<I::Item> {
            if self.peeked.is_none() {
                self.peeked = Some(self.iter.next());
            }
            if let Some(Some(item)) = self.peeked {
                if item == *expected {
                    self.peeked = None;
                    return Some(item);
                }
            }
            None
        }
    }

    pub fn items_are_equal<A: Iterator, B: Iterator>(mut left: A, mut right: B) -> bool {
        loop {
            match (left.next(), right.next()) {
                (Some(a), Some(b)) => {
                    if a != b {
                        return false;
                    }
                }
                (None, None) => return true,
                _ => return false,
            }
        }
    }
    pub fn items_in_partial_order<A: Iterator, B: Iterator>(
        mut left: A,
        mut right: B,
    ) -> Option<Ordering> {
        loop {
            match (left.next(), right.next()) {
                (Some(a), Some(b)) => {
                    if a < b {
                        return Some(Ordering::Less);
                    }
                    if a > b {
                        return Some(Ordering::Greater);
                    }
                    if a != b {
                        return None;
                    }
                }
                (None, None) => return Some(Ordering::Equal),
                (None, Some(_)) => return Some(Ordering::Less),
                (Some(_), None) => return Some(Ordering::Greater),
            }
        }
    }
    pub fn items_in_order<A: Iterator, B: Iterator>(left: A, right: B) -> Ordering {
        match items_in_partial_order(left, right) {
            Some(order) => order,
            None => Ordering::Equal,
        }
    }
    pub fn items_come_before<A: Iterator, B: Iterator>(left: A, right: B) -> bool {
        match items_in_partial_order(left, right) {
            Some(order) => order.is_lt(),
            None => false,
        }
    }
    pub fn items_come_after<A: Iterator, B: Iterator>(left: A, right: B) -> bool {
        match items_in_partial_order(left, right) {
            Some(order) => order.is_gt(),
            None => false,
        }
    }
    pub fn items_come_not_after<A: Iterator, B: Iterator>(left: A, right: B) -> bool {
        match items_in_partial_order(left, right) {
            Some(order) => order.is_le(),
            None => false,
        }
    }
    pub fn items_come_not_before<A: Iterator, B: Iterator>(left: A, right: B) -> bool {
        match items_in_partial_order(left, right) {
            Some(order) => order.is_ge(),
            None => false,
        }
    }

    pub fn sum_of_options<T, S, I: Iterator<Item = Option<T>>>(iter: I, start: S) -> Option<S> {
        let mut total = start;
        for item in iter {
            match item {
                Some(x) => total = total + x,
                None => return None,
            }
        }
        Some(total)
    }
    pub fn product_of_options<T, S, I: Iterator<Item = Option<T>>>(iter: I, start: S) -> Option<S> {
        let mut total = start;
        for item in iter {
            match item {
                Some(x) => total = total * x,
                None => return None,
            }
        }
        Some(total)
    }
    pub fn sum_of_results<T, E, S, I: Iterator<Item = Result<T, E>>>(
        iter: I,
        start: S,
    ) -> Result<S, E> {
        let mut total = start;
        for item in iter {
            match item {
                Ok(x) => total = total + x,
                Err(e) => return Err(e),
            }
        }
        Ok(total)
    }
    pub fn product_of_results<T, E, S, I: Iterator<Item = Result<T, E>>>(
        iter: I,
        start: S,
    ) -> Result<S, E> {
        let mut total = start;
        for item in iter {
            match item {
                Ok(x) => total = total * x,
                Err(e) => return Err(e),
            }
        }
        Ok(total)
    }

    pub fn collect_options<T, C: FromIterator<T>, I: Iterator<Item = Option<T>>>(iter: I) -> Option<C> {
        let mut is_whole = true;
        let all = C::from_iter(iter.map_while(|item| {
            is_whole = item.is_some();
            item
        }));
        if is_whole { Some(all) } else { None }
    }
    pub fn collect_results<T, E, C: FromIterator<T>, I: Iterator<Item = Result<T, E>>>(
        iter: I,
    ) -> Result<C, E> {
        let mut failure = None;
        let all = C::from_iter(iter.map_while(|item| match item {
            Ok(x) => Some(x),
            Err(e) => {
                failure = Some(e);
                None
            }
        }));
        match failure {
            Some(e) => Err(e),
            None => Ok(all),
        }
    }
}
