//! One step of heat in a box: each cell becomes a mean of itself and its six neighbours.

use cuda_std::prelude::*;
use glam::{IVec3, UVec3};

const NEIGHBOURS: [IVec3; 6] =
    [IVec3::X, IVec3::NEG_X, IVec3::Y, IVec3::NEG_Y, IVec3::Z, IVec3::NEG_Z];

fn cell(at: IVec3, size: IVec3) -> Option<usize> {
    let inside = at.cmpge(IVec3::ZERO).all() && at.cmplt(size).all();
    inside.then(|| ((at.z * size.y + at.y) * size.x + at.x) as usize)
}

#[kernel]
pub unsafe fn heat_3d(old: &[f32], size: [u32; 3], new: *mut f32) {
    let size = UVec3::from(size).as_ivec3();
    let at = thread::index_3d().as_ivec3();
    let Some(here) = cell(at, size) else {
        return;
    };

    let mut sum = 2.0 * old[here];
    let mut weight = 2;
    for step in NEIGHBOURS {
        if let Some(there) = cell(at + step, size) {
            sum += old[there];
            weight += 1;
        }
    }
    unsafe { *new.add(here) = sum / weight as f32 };
}
