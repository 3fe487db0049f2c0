use cuda_std::prelude::*;

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, count: *mut u32, n: u32) {
    let m = std::sync::Mutex::new(1.0f32);
    *output = *m.lock().unwrap();
}
