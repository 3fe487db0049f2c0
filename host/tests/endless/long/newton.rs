// ends
// grid = [1]
// block = [64]
// [[buffer]]
// name = 'out'
// type = 'u32'
// len = 1
// expect = [64]

use core::sync::atomic::Ordering::Relaxed;
use cuda_std::atomic::mid;
use cuda_std::prelude::*;

#[kernel]
pub unsafe fn newton(out: *mut u32) {
    let wanted = thread::thread_idx_x() as f32 + 2.0;
    let mut x = wanted;
    loop {
        let next = 0.5 * (x + wanted / x);
        let distance = if next > x { next - x } else { x - next };
        x = next;
        if distance < 0.0001 {
            break;
        }
    }
    mid::atomic_fetch_add_u32_device(out, Relaxed, 1);
}
