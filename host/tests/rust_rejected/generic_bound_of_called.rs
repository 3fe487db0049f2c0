use cuda_std::prelude::*;

trait Area {
    fn area(&self) -> f32;
}

impl Area for f32 {
    fn area(&self) -> f32 {
        self * self
    }
}

fn measured<T: Area>(shape: &T) -> f32 {
    shape.area()
}

fn twice<T>(shape: &T) -> f32 {
    2.0 * measured(shape)
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    let x = input[i];
    *output.add(i) = twice(&x);
}
