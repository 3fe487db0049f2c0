use cuda_std::prelude::*;

trait Named {
    fn number(&self) -> f32;
}

trait Shape: Named {
    fn area(&self) -> f32;
}

struct Square(f32);

impl Shape for Square {
    fn area(&self) -> f32 {
        self.0 * self.0
    }
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = Square(x).area();
}
