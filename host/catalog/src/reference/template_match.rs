//! Template matching: for every place in an image, the sum of the pixels that
//! a mask lets through, scaled and shifted.

use super::Real;
use warpbench_cores::{Cores, collect};
use warpbench_kernels::template_match::TEMPLATE;

/// One value per place where the mask lies inside the image, row by row: the
/// sum of the pixels under the mask's nonzero elements, times `scale`, less
/// `bias`. There are none where the image is smaller than the mask.
pub fn template_match<A: Real>(
    cores: &dyn Cores,
    image: &[f32],
    mask: &[u32],
    rows: usize,
    cols: usize,
    scale: f32,
    bias: f32,
) -> Vec<f32> {
    if rows < TEMPLATE || cols < TEMPLATE {
        return Vec::new();
    }
    // How far the pixels that count lie behind the first one of a window.
    let distances: Vec<usize> = (0..TEMPLATE * TEMPLATE)
        .filter(|&i| mask[i] != 0)
        .map(|i| i / TEMPLATE * cols + i % TEMPLATE)
        .collect();
    let places_x = cols - TEMPLATE + 1;
    let places_y = rows - TEMPLATE + 1;
    collect(cores, places_y * places_x, distances.len(), |place| {
        let first = place / places_x * cols + place % places_x;
        let sum = distances
            .iter()
            .fold(A::zero(), |sum, distance| sum + A::widen(image[first + distance]));
        (sum * A::widen(scale) - A::widen(bias)).narrow()
    })
}

#[cfg(test)]
mod tests {
    use super::super::tests::numbers;
    use super::*;
    use warpbench_cores::OneCore;

    const ALL: [u32; TEMPLATE * TEMPLATE] = [1; TEMPLATE * TEMPLATE];

    #[test]
    fn the_whole_mask_sums_the_whole_window() {
        let image: Vec<f32> = (0..256).map(|i| i as f32).collect();
        assert_eq!(template_match::<f64>(&OneCore, &image, &ALL, 16, 16, 1.0, 0.0), [32_640.0]);
        assert_eq!(template_match::<f64>(&OneCore, &image, &ALL, 16, 16, 0.5, 20.0), [16_300.0]);
    }

    #[test]
    fn one_element_moves_the_image() {
        let (rows, cols) = (33, 65);
        let image = numbers(rows * cols);
        let mut mask = [0; TEMPLATE * TEMPLATE];
        mask[3 * TEMPLATE + 5] = 7;
        let found = template_match::<f32>(&OneCore, &image, &mask, rows, cols, 1.0, 0.0);
        let moved: Vec<f32> =
            (0..18).flat_map(|y| image[(y + 3) * cols + 5..][..50].to_vec()).collect();
        assert_eq!(found, moved);
    }

    #[test]
    fn a_mask_and_its_complement_make_the_whole() {
        let (rows, cols) = (31, 40);
        let image = numbers(rows * cols);
        let mask: Vec<u32> = (0..256).map(|i| i * 7919 % 3).collect();
        let complement: Vec<u32> = mask.iter().map(|&m| u32::from(m == 0)).collect();
        let whole = template_match::<f64>(&OneCore, &image, &ALL, rows, cols, 1.0, 0.0);
        let part = template_match::<f64>(&OneCore, &image, &mask, rows, cols, 1.0, 0.0);
        let rest = template_match::<f64>(&OneCore, &image, &complement, rows, cols, 1.0, 0.0);
        for ((whole, part), rest) in whole.iter().zip(&part).zip(&rest) {
            assert_eq!(*whole, part + rest);
        }
    }

    #[test]
    fn an_empty_mask_leaves_the_bias() {
        let none = [0; TEMPLATE * TEMPLATE];
        let found = template_match::<f32>(&OneCore, &numbers(17 * 16), &none, 17, 16, 3.0, 2.0);
        assert_eq!(found, [-2.0, -2.0]);
    }

    #[test]
    fn small_images_have_no_place_for_the_mask() {
        assert!(template_match::<f64>(&OneCore, &[], &ALL, 0, 0, 1.0, 0.0).is_empty());
        assert!(
            template_match::<f64>(&OneCore, &[0.0; 15 * 99], &ALL, 15, 99, 1.0, 0.0).is_empty()
        );
        assert!(
            template_match::<f64>(&OneCore, &[0.0; 99 * 15], &ALL, 99, 15, 1.0, 0.0).is_empty()
        );
    }
}
