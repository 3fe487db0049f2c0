use cuda_std::prelude::*;

trait Shape {
    fn scaled(&self, by: f32) -> f32;
}

struct Square(f32);

impl Shape for Square {
    fn scaled(&self, by: u32) -> f32 {
        self.0 * by as f32
    }
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = Square(x).scaled(2);
}
