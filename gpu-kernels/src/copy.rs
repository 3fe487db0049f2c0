//! Copies that differ only in which addresses a warp asks for at once.

use cuda_std::prelude::*;

/// Threads per block.
pub const BLOCK: usize = 256;

/// Values per particle in [`copy_aos`] and [`copy_soa`].
pub const FIELDS: usize = 4;

/// Thread `i` moves element `i`: a warp asks for one unbroken piece of memory.
#[kernel]
pub unsafe fn copy_coalesced(input: &[f32], output: *mut f32) {
    let i = thread::index_1d() as usize;
    if i < input.len() {
        *output.add(i) = input[i];
    }
}

/// The piece starts `offset` elements later, and no longer where a segment does.
#[kernel]
pub unsafe fn copy_offset(input: *const f32, output: *mut f32, n: u32, offset: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        *output.add(i) = *input.add(i + offset as usize);
    }
}

/// Every `stride`-th element: the rest of each segment is moved for nothing.
#[kernel]
pub unsafe fn copy_strided(input: *const f32, output: *mut f32, n: u32, stride: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        *output.add(i) = *input.add(i * stride as usize);
    }
}

/// A particle whose values lie side by side.
#[derive(Clone, Copy)]
#[repr(C)]
pub struct Particle {
    pub x: f32,
    pub y: f32,
    pub z: f32,
    pub mass: f32,
}

/// An array of structures: neighbouring threads want words 16 bytes apart.
#[kernel]
pub unsafe fn copy_aos(input: *const Particle, output: *mut Particle, n: u32) {
    let i = thread::index_1d() as usize;
    if i < n as usize {
        let from = input.add(i);
        let x = (*from).x;
        let y = (*from).y;
        let z = (*from).z;
        let mass = (*from).mass;
        let to = output.add(i);
        (*to).x = x;
        (*to).y = y;
        (*to).z = z;
        (*to).mass = mass;
    }
}

/// A structure of arrays: all x, then all y, and so on. Neighbouring threads
/// want neighbouring words.
#[kernel]
pub unsafe fn copy_soa(input: *const f32, output: *mut f32, n: u32) {
    let i = thread::index_1d() as usize;
    let n = n as usize;
    if i < n {
        let x = *input.add(i);
        let y = *input.add(n + i);
        let z = *input.add(2 * n + i);
        let mass = *input.add(3 * n + i);
        *output.add(i) = x;
        *output.add(n + i) = y;
        *output.add(2 * n + i) = z;
        *output.add(3 * n + i) = mass;
    }
}
