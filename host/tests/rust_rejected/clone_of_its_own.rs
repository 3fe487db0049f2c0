use cuda_std::prelude::*;

struct Counter {
    n: u32,
}

impl Clone for Counter {
    fn clone(&self) -> Self {
        Counter { n: self.n + 1 }
    }
}

#[kernel]
pub unsafe fn k(out: *mut u32) {
    let both = [Counter { n: 1 }, Counter { n: 2 }];
    let again = both.clone();
    *out = again[0].n + again[1].n;
}
