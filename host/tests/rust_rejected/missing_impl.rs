use cuda_std::prelude::*;

trait Shape { fn area(&self) -> f32; }

struct Square { side: f32 }

fn area<S: Shape>(shape: S) -> f32 { shape.area() }

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    *output = area(Square { side: 2.0 });
}
