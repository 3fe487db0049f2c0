use cuda_std::prelude::*;

struct Pair {
    a: u32,
    b: u32,
}

fn total(pair: Pair) -> u32 {
    pair.a + pair.b
}

#[kernel]
pub unsafe fn k(output: *mut u32) {
    let pair = Pair { a: 1, b: 2 };
    let first = &pair.a;
    let sum = total(pair);
    *output = sum + *first;
}
