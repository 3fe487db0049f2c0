//! Looks keys up in a sorted slice by bisection: where each would stand, and where it does.

use core::cmp::Ordering;
use cuda_std::prelude::*;

/// The first position whose element is not ordered before the key.
fn lower_bound<T: Ord>(sorted: &[T], key: &T) -> usize {
    let (mut low, mut high) = (0, sorted.len());
    while low < high {
        let middle = low + (high - low) / 2;
        match sorted[middle].cmp(key) {
            Ordering::Less => low = middle + 1,
            Ordering::Equal | Ordering::Greater => high = middle,
        }
    }
    low
}

fn find<T: Ord>(sorted: &[T], key: &T) -> Option<usize> {
    if key < sorted.first()? || key > sorted.last()? {
        return None;
    }
    let place = lower_bound(sorted, key);
    let found = sorted.get(place)?;
    (found == key).then_some(place)
}

#[kernel]
pub unsafe fn lower_bound_kernel(
    sorted: &[i64],
    keys: &[i64],
    places: *mut u32,
    matches: *mut i32,
) {
    let i = thread::index_1d() as usize;
    if let Some(key) = keys.get(i) {
        unsafe {
            *places.add(i) = lower_bound(sorted, key) as u32;
            *matches.add(i) = find(sorted, key).map_or(-1, |place| place as i32);
        }
    }
}
