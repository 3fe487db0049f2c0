use core::ops::Deref;
use cuda_std::prelude::*;

struct Row([f32; 4]);

impl Deref for Row {
    type Target = [f32; 4];
    fn deref(&self) -> &[f32; 4] {
        &self.0
    }
}

#[kernel]
pub unsafe fn k(input: &[f32], output: *mut f32, n: u32) {
    let mut row = Row([0.0; 4]);
    row[1] = input[0];
    *output = row[1];
}
