// expect: race 20 20
// block: 64 grid: 1 buffers: 16
// Two threads write one field of a pixel; the third has its own.
use cuda_std::prelude::*;

#[derive(Clone, Copy)]
#[repr(C)]
pub struct Pixel {
    r: u8,
    g: u8,
    b: u8,
    a: u8,
}

#[kernel]
pub unsafe fn paint(pixels: *mut Pixel) {
    let t = thread::thread_idx_x() as usize;
    let pixel = pixels.add(t / 4);
    if t % 2 == 0 {
        (*pixel).g = t as u8;
    } else if t % 4 == 1 {
        (*pixel).b = t as u8;
    }
}
