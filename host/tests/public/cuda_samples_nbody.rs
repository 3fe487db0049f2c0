// pattern: CUDA samples, by NVIDIA
// expect: nothing
// block: 32 grid: 3 buffers: 384 384 numbers: 96
// All bodies pull at all others, tile by tile through shared memory.
use crate::vector::Float4;
use cuda_std::prelude::*;
use cuda_std::shared_array;

const TILE: usize = 32;
const SOFTENING: f32 = 0.25;

fn pull(at: Float4, other: Float4, before: Float4) -> Float4 {
    let (x, y, z) = (other.x - at.x, other.y - at.y, other.z - at.z);
    let squared = x * x + y * y + z * z + SOFTENING;
    let strength = other.w / (squared * squared.sqrt());
    before.plus(Float4 { x: x * strength, y: y * strength, z: z * strength, w: 0.0 })
}

#[kernel]
pub unsafe fn accelerations(bodies: *const Float4, output: *mut Float4, n: u32) {
    let tile = shared_array![Float4; TILE];
    let t = thread::thread_idx_x() as usize;
    let i = thread::index_1d() as usize;
    let at = Float4::load(bodies.add(i));
    let mut acceleration = Float4::splat(0.0);
    for first in (0..n as usize).step_by(TILE) {
        Float4::load(bodies.add(first + t)).store(tile.add(t));
        thread::sync_threads();
        for k in 0..TILE {
            acceleration = pull(at, Float4::load(tile.add(k)), acceleration);
        }
        thread::sync_threads();
    }
    acceleration.store(output.add(i));
}
