//! Jacobi iteration: in every sweep the inner cells of a plane become the means of their
//! neighbours. The GPU has no border of `b`, and only the inner cells of `a` come back.

use warpbench_directives::hicuda;

const SIDE: usize = 66;
const SWEEPS: usize = 2;

pub fn jacobi(a: &mut [f32]) {
    let mut b: Vec<f32> = vec![0.0; SIDE * SIDE];
    hicuda! { shape a[SIDE][SIDE] b[SIDE][SIDE] }
    hicuda! { global alloc a[*][*] copyin }
    hicuda! { global alloc b[1:SIDE - 2][1:SIDE - 2] }
    for _ in 0..SWEEPS {
        hicuda! { kernel sweep tblock(8, 2) thread(8, 32) }
        {
            hicuda! { loop_partition over_tblock over_thread }
            for i in 1..SIDE - 1 {
                hicuda! { loop_partition over_tblock over_thread }
                for j in 1..SIDE - 1 {
                    hicuda! { shared alloc a[i - 1:i + 1][j - 1:j + 1] copyin }
                    hicuda! { barrier }
                    let above = a[(i - 1) * SIDE + j];
                    let below = a[(i + 1) * SIDE + j];
                    let left = a[i * SIDE + j - 1];
                    let right = a[i * SIDE + j + 1];
                    b[i * SIDE + j] = 0.25 * (above + below + left + right);
                }
            }
        }
        hicuda! { kernel back tblock(8, 2) thread(8, 32) }
        {
            hicuda! { loop_partition over_tblock over_thread }
            for i in 1..SIDE - 1 {
                hicuda! { loop_partition over_tblock over_thread }
                for j in 1..SIDE - 1 {
                    a[i * SIDE + j] = b[i * SIDE + j];
                }
            }
        }
    }
    hicuda! { global copyout a[1:SIDE - 2][1:SIDE - 2] }
    hicuda! { global free a b }
}
