// expect: assertion 15
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

#[derive(Debug)]
enum Fault {
    TooLarge(u32),
}

fn checked(x: u32) -> Result<u32, Fault> {
    if x < 50 { Ok(x) } else { Err(Fault::TooLarge(x)) }
}

fn small(x: u32) -> u32 {
    checked(x).expect("all are small")
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    *output.add(i) = small(x[i]);
}
