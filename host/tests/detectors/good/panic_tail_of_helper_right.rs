// expect: nothing
// block: 64 grid: 1 buffers: 64 64
use cuda_std::prelude::*;

struct Count(u32);

impl Count {
    fn last(&self) -> u32 {
        self.0.checked_sub(1).unwrap()
    }
}

fn at(x: &[u32], i: usize) -> u32 {
    x.get(i).copied().unwrap()
}

fn returned(x: &[u32], i: usize) -> u32 {
    return x.get(i).copied().expect("a value of the thread's own");
}

fn largest(x: &[u32]) -> u32 {
    *x.iter().max().unwrap()
}

fn called(x: u32) -> u32 {
    let take = |o: Option<u32>| o.unwrap();
    take(Some(x))
}

fn pair(x: &[u32]) -> [u32; 2] {
    x[..2].try_into().unwrap()
}

fn either(x: &[u32], i: usize) -> u32 {
    if i % 2 == 0 { x.first().copied().unwrap() } else { x.last().copied().expect("a last one") }
}

#[kernel]
pub unsafe fn run(x: &[u32], output: *mut u32) {
    let i = thread::index_1d() as usize;
    let own = at(x, i) + returned(x, i) + called(x[i]) + either(x, i);
    *output.add(i) = own + largest(x) + pair(x)[1] + Count(own + 1).last();
}
