// expect: nothing
// block: 16 grid: 1 buffers: 64 16
// As many threads as structures.
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
    *y.add(t) = (*particles.add(t)).speed[1] + (*particles.add(15 - t)).mass;
}
