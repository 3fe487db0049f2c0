//! A small set, for counting how many different things a warp asks for.

/// Twice as many as a warp has lanes at most, since a lane's word can lie across
/// a border.
const MOST: usize = 128;

/// Lists that numbers are spread over.
pub(super) const LISTS: usize = 64;

/// A set of up to 128 numbers that lives on the stack. A warp's accesses are
/// looked at millions of times, and a set from the heap would cost more than
/// what is done with it.
pub(super) struct Distinct {
    numbers: [u64; MOST],
    /// For each number the position of the next in its list, counted from 1; 0 at
    /// the end.
    next: [u8; MOST],
    /// Where each list starts, likewise.
    lists: [u8; LISTS],
    len: usize,
}

impl Distinct {
    pub(super) fn new() -> Distinct {
        Distinct { numbers: [0; MOST], next: [0; MOST], lists: [0; LISTS], len: 0 }
    }

    /// Adds a number and says whether it was new.
    #[inline]
    pub(super) fn insert(&mut self, number: u64) -> bool {
        // Fibonacci hashing: the upper bits of the product depend on all bits.
        let list = number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> (64 - LISTS.ilog2());
        self.insert_into(list as usize, number)
    }

    /// Adds a number to one of 64 lists and says whether it was new there. A full
    /// set takes every number for new.
    #[inline]
    pub(super) fn insert_into(&mut self, list: usize, number: u64) -> bool {
        let list = list % LISTS;
        let mut position = usize::from(self.lists[list]);
        while let Some(before) = position.checked_sub(1) {
            if self.numbers[before % MOST] == number {
                return false;
            }
            position = usize::from(self.next[before % MOST]);
        }
        if self.len < MOST {
            self.numbers[self.len] = number;
            self.next[self.len] = self.lists[list];
            self.len += 1;
            self.lists[list] = self.len as u8;
        }
        true
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_number_is_new_once() {
        let mut set = Distinct::new();
        // Multiples of large powers of two are what a poor hash would throw
        // together.
        let numbers = (0..MOST as u64).map(|i| i << 40);
        assert!(numbers.clone().all(|number| set.insert(number)));
        assert!(!numbers.clone().any(|number| set.insert(number)));
        // Full, but still an answer.
        assert!(set.insert(7));
    }

    #[test]
    fn a_number_is_new_in_each_list() {
        let mut set = Distinct::new();
        assert!(set.insert_into(3, 5) && set.insert_into(4, 5));
        assert!(!set.insert_into(3, 5) && !set.insert_into(4, 5));
    }
}
