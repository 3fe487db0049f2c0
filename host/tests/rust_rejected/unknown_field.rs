use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Particle {
    x: f32,
    mass: f32,
}

#[kernel]
pub unsafe fn k(p: *mut Particle) {
    (*p).mas = 1.0;
}
