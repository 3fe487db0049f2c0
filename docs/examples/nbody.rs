//! The accelerations that bodies cause each other, a tile of bodies in shared memory at a time.

use core::slice;
use cuda_std::*;
use glam::Vec3;

const TILE: usize = 64;
const SOFTENING: f32 = 0.01;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Body {
    position: Vec3,
    mass: f32,
}

impl Body {
    fn pull(&self, at: Vec3) -> Vec3 {
        let to = self.position - at;
        let distance_squared = to.length_squared() + SOFTENING;
        let inverse = distance_squared.sqrt().recip();
        to * (self.mass * inverse * inverse * inverse)
    }
}

#[kernel]
pub unsafe fn nbody(bodies: &[Body], accelerations: *mut Vec3) {
    let tile = shared_array![Body; TILE];
    let t = thread::thread_idx_x() as usize;
    let own = bodies.get(thread::index_1d() as usize);

    let mut acceleration = Vec3::ZERO;
    for chunk in bodies.chunks(TILE) {
        if let Some(body) = chunk.get(t) {
            unsafe { *tile.add(t) = *body };
        }
        thread::sync_threads();
        if let Some(me) = own {
            let others = unsafe { slice::from_raw_parts(tile, chunk.len()) };
            acceleration += others.iter().map(|other| other.pull(me.position)).sum::<Vec3>();
        }
        thread::sync_threads();
    }

    if own.is_some() {
        unsafe { *accelerations.add(thread::index_1d() as usize) = acceleration };
    }
}
