// expect: nothing
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

fn checked(number: u32) -> u32 {
    assert!(number < 10);
    number
}

fn split(number: u32) -> (u32, u32) {
    let number = checked(number);
    (number / 8, number % 8 / 8)
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let (found, rest) = split(x[i] % 10);
    *output.add(i) = found + rest;
}
