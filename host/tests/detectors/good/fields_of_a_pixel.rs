// expect: nothing
// block: 64 grid: 1 buffers: 16
// Four threads share a pixel, each with a field of its own.
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
    match t % 4 {
        0 => (*pixel).r = t as u8,
        1 => (*pixel).g = t as u8,
        2 => (*pixel).b = t as u8,
        _ => (*pixel).a = t as u8,
    }
}
