//! Blurs an image with a 5 x 5 kernel; pixels beyond the edge repeat those on it.

use core::ops::Index;
use cuda_std::prelude::*;

const RADIUS: i32 = 2;

static WEIGHTS: [[f32; 5]; 5] = [
    [1.0, 4.0, 6.0, 4.0, 1.0],
    [4.0, 16.0, 24.0, 16.0, 4.0],
    [6.0, 24.0, 36.0, 24.0, 6.0],
    [4.0, 16.0, 24.0, 16.0, 4.0],
    [1.0, 4.0, 6.0, 4.0, 1.0],
];

const fn total(weights: &[[f32; 5]; 5]) -> f32 {
    let mut sum = 0.0;
    let mut i = 0;
    while i < 25 {
        sum += weights[i / 5][i % 5];
        i += 1;
    }
    sum
}

const SCALE: f32 = 1.0 / total(&WEIGHTS);

struct Image<'a> {
    pixels: &'a [f32],
    width: i32,
    height: i32,
}

impl Index<(i32, i32)> for Image<'_> {
    type Output = f32;

    fn index(&self, (x, y): (i32, i32)) -> &f32 {
        let (x, y) = (x.clamp(0, self.width - 1), y.clamp(0, self.height - 1));
        &self.pixels[(y * self.width + x) as usize]
    }
}

#[kernel]
pub unsafe fn convolution_2d(pixels: &[f32], size: (i32, i32), blurred: *mut f32) {
    let (width, height) = size;
    let image = Image { pixels, width, height };
    let x = thread::index_2d().x as i32;
    let y = thread::index_2d().y as i32;
    if !(0..width).contains(&x) || !(0..height).contains(&y) {
        return;
    }

    let mut sum = 0.0;
    for (dy, row) in (-RADIUS..).zip(&WEIGHTS) {
        for (dx, weight) in (-RADIUS..=RADIUS).zip(row) {
            sum += weight * image[(x + dx, y + dy)];
        }
    }
    *blurred.add((y * width + x) as usize) = sum * SCALE;
}
