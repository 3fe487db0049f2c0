//! A product of matrices, c = a × b: three loops, of which the directives spread the
//! outer two over blocks and threads.

use warpbench_directives::hicuda;

pub fn matrix_mul(a: &[f32], b: &[f32], c: &mut [f32]) {
    hicuda! { shape a[64][128] b[128][32] c[64][32] }
    hicuda! { global alloc a[*][*] copyin }
    hicuda! { global alloc b[*][*] copyin }
    hicuda! { global alloc c[*][*] }
    hicuda! { kernel matrix_mul tblock(4, 2) thread(16, 16) }
    {
        hicuda! { loop_partition over_tblock over_thread }
        for i in 0..64 {
            hicuda! { loop_partition over_tblock over_thread }
            for j in 0..32 {
                let mut sum = 0.0;
                for k in 0..128 {
                    sum += a[i * 128 + k] * b[k * 32 + j];
                }
                c[i * 32 + j] = sum;
            }
        }
    }
    hicuda! { global copyout c[*][*] }
    hicuda! { global free a b c }
}
