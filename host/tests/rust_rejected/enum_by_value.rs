use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub enum Shape {
    Circle(f32),
    Square { side: f32 },
}

#[kernel]
pub unsafe fn k(shape: Shape, output: *mut f32) {
    if let Shape::Circle(radius) = shape {
        *output = radius;
    }
}
