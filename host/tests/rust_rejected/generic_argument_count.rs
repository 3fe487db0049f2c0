use cuda_std::prelude::*;

struct Pair<A, B>(A, B);

impl<A, B> Pair<A, B> {
    fn new(a: A, b: B) -> Self {
        Pair(a, b)
    }
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = Pair::<f32>::new(x, 1_u32).0;
}
