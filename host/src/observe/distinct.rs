//! A small set, for counting how many different things a warp asks for.

/// Places in the table: twice as many as a warp has lanes at most, since a lane's
/// word can lie across a border.
const SLOTS: usize = 128;

/// A set of up to 128 numbers that lives on the stack. A warp's accesses are
/// looked at millions of times, and a set from the heap would cost more than
/// what is done with it.
pub(super) struct Distinct {
    slots: [u64; SLOTS],
    used: u128,
}

impl Distinct {
    /// Holds nothing.
    pub(super) fn new() -> Distinct {
        Distinct { slots: [0; SLOTS], used: 0 }
    }

    /// Adds a number and says whether it was new. A full set takes every number
    /// for new.
    pub(super) fn insert(&mut self, number: u64) -> bool {
        // Fibonacci hashing: the upper bits of the product depend on all bits.
        let first = (number.wrapping_mul(0x9e37_79b9_7f4a_7c15) >> 57) as usize;
        for step in 0..SLOTS {
            let slot = (first + step) % SLOTS;
            if self.used >> slot & 1 == 0 {
                self.used |= 1 << slot;
                self.slots[slot] = number;
                return true;
            }
            if self.slots[slot] == number {
                return false;
            }
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
        let numbers = (0..SLOTS as u64).map(|i| i << 40);
        assert!(numbers.clone().all(|number| set.insert(number)));
        assert!(!numbers.clone().any(|number| set.insert(number)));
        // Full, but still an answer.
        assert!(set.insert(7));
    }
}
