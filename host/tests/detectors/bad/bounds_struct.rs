// expect: bounds 17
// block: 64 grid: 1 buffers: 64 64
// The number of words is taken for the number of structures.
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Particle {
    mass: u32,
    speed: [u32; 2],
    charge: i32,
}

#[kernel]
pub unsafe fn speeds(particles: *const Particle, y: *mut u32) {
    let t = thread::thread_idx_x() as usize;
    *y.add(t) = (*particles.add(t)).speed[1];
}
