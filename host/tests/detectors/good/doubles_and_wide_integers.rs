// expect: nothing
// block: 40 grid: 1 buffers: 80 80 80
// Words of 64 bits, integers and floats, one for each thread and then its neighbour's.
use cuda_std::prelude::*;
use cuda_std::shared_array;

#[kernel]
pub unsafe fn neighbours(x: &[u64], y: *mut u64, z: *mut f64) {
    let wide = shared_array![u64; 40];
    let doubles = shared_array![f64; 40];
    let t = thread::thread_idx_x() as usize;
    *wide.add(t) = x[t];
    *doubles.add(t) = t as f64;
    thread::sync_threads();
    let other = (t + 1) % 40;
    *y.add(t) = *wide.add(other) + 1;
    *z.add(t) = *doubles.add(other);
}
