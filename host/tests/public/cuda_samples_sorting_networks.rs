// pattern: CUDA samples, by NVIDIA
// expect: nothing
// block: 64 grid: 2 buffers: 256 256
// A bitonic network over keys and values in shared memory, two elements per thread.
use cuda_std::prelude::*;
use cuda_std::shared_array;

const SIZE: usize = 128;

unsafe fn order(keys: *mut u32, values: *mut u32, a: usize, b: usize, ascending: bool) {
    if (*keys.add(a) > *keys.add(b)) == ascending {
        (*keys.add(a), *keys.add(b)) = (*keys.add(b), *keys.add(a));
        (*values.add(a), *values.add(b)) = (*values.add(b), *values.add(a));
    }
}

#[kernel]
pub unsafe fn bitonic_sort(input: &[u32], output: *mut u32) {
    let keys = shared_array![u32; SIZE];
    let values = shared_array![u32; SIZE];
    let t = thread::thread_idx_x() as usize;
    let first = SIZE * thread::block_idx_x() as usize;
    for at in (t..SIZE).step_by(SIZE / 2) {
        *keys.add(at) = 37 * input[first + at] % SIZE as u32;
        *values.add(at) = 3 * *keys.add(at);
    }
    let mut size = 2;
    while size < SIZE {
        let ascending = t & (size / 2) == 0;
        let mut stride = size / 2;
        while stride > 0 {
            thread::sync_threads();
            let at = 2 * t - (t & (stride - 1));
            order(keys, values, at, at + stride, ascending);
            stride /= 2;
        }
        size *= 2;
    }
    let mut stride = SIZE / 2;
    while stride > 0 {
        thread::sync_threads();
        let at = 2 * t - (t & (stride - 1));
        order(keys, values, at, at + stride, true);
        stride /= 2;
    }
    thread::sync_threads();
    for at in (t..SIZE).step_by(SIZE / 2) {
        *output.add(first + at) = *values.add(at);
    }
}
