use cuda_std::prelude::*;

trait Shape {
    fn scaled(&self, by: f32) -> f32;
}

struct Square(f32);

impl<T: Copy + Into<f32>> Shape for T {
    fn scaled(&self, by: f32) -> f32 {
        by
    }
}

impl Shape for f32 {
    fn scaled(&self, by: f32) -> f32 {
        self * by
    }
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = x.scaled(2.0) + Square(x).0;
}
