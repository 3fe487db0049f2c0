use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(output: *mut u32, n: u32) {
    println!("{:.3f}", n);
}
