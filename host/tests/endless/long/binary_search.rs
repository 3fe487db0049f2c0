// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'a'
// type = 'u32'
// len = 1000
// init = 'iota'
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 64
// expect = [0, 3, 7, 10, 14, 17, 21, 24, 28, 31, 35, 38, 42, 45, 49, 52, 56, 59, 63, 66, 70, 73, 77, 80, 84, 87, 91, 94, 98, 101, 105, 108, 112, 115, 119, 122, 126, 129, 133, 136, 140, 143, 147, 150, 154, 157, 161, 164, 168, 171, 175, 178, 182, 185, 189, 192, 196, 199, 203, 206, 210, 213, 217, 220]

use cuda_std::prelude::*;

#[kernel]
pub unsafe fn binary_search(a: &[u32], out: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    let wanted = (t * 7 / 2) as u32;
    let mut low = 0;
    let mut high = a.len();
    while low < high {
        let middle = (low + high) / 2;
        if a[middle] < wanted {
            low = middle + 1;
        } else {
            high = middle;
        }
    }
    *out.add(t) = low as u32;
}
