//! Edges of an image of bytes by Sobel's operator; the outermost pixels become black.

use cuda_std::prelude::*;

type Stencil = [[i16; 3]; 3];

const HORIZONTAL: Stencil = [[-1, 0, 1], [-2, 0, 2], [-1, 0, 1]];
const VERTICAL: Stencil = [[-1, -2, -1], [0, 0, 0], [1, 2, 1]];

fn apply(stencil: &Stencil, window: &Stencil) -> i16 {
    let weights = stencil.iter().flatten();
    weights.zip(window.iter().flatten()).map(|(weight, pixel)| weight * pixel).sum()
}

#[kernel]
pub unsafe fn sobel(image: &[u8], width: usize, edges: *mut u8) {
    let height = image.len() / width;
    let (x, y) = (thread::index_2d().x as usize, thread::index_2d().y as usize);
    if x >= width || y >= height {
        return;
    }

    let inside = (1..width - 1).contains(&x) && (1..height - 1).contains(&y);
    let edge = if inside {
        let window = core::array::from_fn(|dy| {
            let left = (y + dy - 1) * width + x - 1;
            [image[left], image[left + 1], image[left + 2]].map(i16::from)
        });
        let [gx, gy] = [HORIZONTAL, VERTICAL].map(|stencil| apply(&stencil, &window));
        u8::try_from(gx.unsigned_abs() + gy.unsigned_abs()).unwrap_or(u8::MAX)
    } else {
        0
    };
    unsafe { *edges.add(y * width + x) = edge };
}
