// Image processing, iterators heavy.
use cuda_std::prelude::*;

const W: usize = 8;
const H: usize = 4;

fn neighbours(x: usize, y: usize) -> impl Iterator<Item = (usize, usize)> {
    (-1i32..=1)
        .flat_map(move |dy| (-1i32..=1).map(move |dx| (x as i32 + dx, y as i32 + dy)))
        .filter(|&(x, y)| (0..W as i32).contains(&x) && (0..H as i32).contains(&y))
        .map(|(x, y)| (x as usize, y as usize))
}

#[kernel]
pub unsafe fn box_blur(image: &[f32], out: *mut f32) {
    let i = thread::index_1d() as usize;
    if i >= W * H {
        return;
    }
    let (x, y) = (i % W, i / W);
    let (sum, count) = neighbours(x, y)
        .map(|(x, y)| image[y * W + x])
        .fold((0.0f32, 0u32), |(sum, count), v| (sum + v, count + 1));
    let brightest = neighbours(x, y)
        .map(|(x, y)| image[y * W + x])
        .max_by(|a, b| a.total_cmp(b))
        .unwrap_or(0.0);
    let darkest = neighbours(x, y)
        .map(|(x, y)| image[y * W + x])
        .min_by(|a, b| a.partial_cmp(b).unwrap())
        .unwrap_or_default();
    *out.add(i) = sum / count as f32;
    *out.add(i + 32) = brightest;
    *out.add(i + 64) = darkest;
}
