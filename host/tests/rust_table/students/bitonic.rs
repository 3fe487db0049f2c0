// Sorting: block bitonic sort in shared memory.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const N: usize = 32;

trait Order {
    fn swap_needed<T: PartialOrd>(a: &T, b: &T) -> bool;
}
struct Ascending;
struct Descending;
impl Order for Ascending {
    fn swap_needed<T: PartialOrd>(a: &T, b: &T) -> bool {
        a > b
    }
}
impl Order for Descending {
    fn swap_needed<T: PartialOrd>(a: &T, b: &T) -> bool {
        a < b
    }
}

unsafe fn bitonic<T: Copy + PartialOrd, O: Order>(tile: *mut T, t: usize, n: usize) {
    let mut k = 2;
    while k <= n {
        let mut j = k >> 1;
        while j > 0 {
            let partner = t ^ j;
            if partner > t {
                let (a, b) = (*tile.add(t), *tile.add(partner));
                let up = t & k == 0;
                let swap = if up { O::swap_needed(&a, &b) } else { O::swap_needed(&b, &a) };
                if swap {
                    core::ptr::swap(tile.add(t), tile.add(partner));
                }
            }
            thread::sync_threads();
            j >>= 1;
        }
        k <<= 1;
    }
}

#[kernel]
pub unsafe fn sort(keys: &[u32], out: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let tile = shared_array![u32; N];
    *tile.add(t) = keys[t];
    thread::sync_threads();
    bitonic::<u32, Ascending>(tile, t, N);
    *out.add(t) = *tile.add(t);
    thread::sync_threads();
    bitonic::<_, Descending>(tile, t, N);
    *out.add(t + N) = *tile.add(t);
}
