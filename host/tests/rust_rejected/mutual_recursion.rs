use cuda_std::prelude::*;

fn even(n: u32) -> bool {
    if n == 0 { true } else { odd(n - 1) }
}

fn odd(n: u32) -> bool {
    if n == 0 { false } else { even(n - 1) }
}

#[kernel]
pub unsafe fn k(output: *mut u32) {
    *output = even(3) as u32;
}
