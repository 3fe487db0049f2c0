use cuda_std::prelude::*;

fn down(n: u32) -> u32 {
    if n == 0 { 0 } else { down(n - 1) }
}

#[kernel]
pub unsafe fn k(output: *mut u32) {
    *output = down(3);
}
