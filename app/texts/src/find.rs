//! Search in the texts.

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Find {
    pub query: String,
    /// Whether capitals are told from small letters.
    pub is_case_sensitive: bool,
    /// The match that is shown, from 0.
    pub current: usize,
}

impl Find {
    /// The next match, or the one before, of so many; around the ends.
    pub fn moved(&self, by: isize, count: usize) -> Find {
        let current = match count {
            0 => 0,
            count => (self.current as isize + by).rem_euclid(count as isize) as usize,
        };
        Find { current, ..self.clone() }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moving_goes_around() {
        let check = |current: usize, places: isize, count: usize, expected: usize| {
            let find = Find { current, ..Find::default() };
            assert_eq!(find.moved(places, count).current, expected);
        };
        check(0, 1, 3, 1);
        check(2, 1, 3, 0);
        check(0, -1, 3, 2);
        check(7, 1, 3, 2);
        check(5, 1, 0, 0);
    }
}
