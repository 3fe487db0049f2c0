use cuda_std::prelude::*;

#[derive(Clone, Copy)]
pub enum Shape {
    Circle(f32),
    Square { side: f32 },
}

#[kernel]
pub unsafe fn k(shapes: &[Shape], output: *mut f32) {
    if let Shape::Circle(radius) = shapes[0] {
        *output = radius;
    }
}
